//! A picture of the real table after some decisions, taken without a player.
//!
//! The game is set up and played by a bot before the table is shown; then the window is drawn, read back, written as
//! PNG, and the program ends.

use std::path::{Path, PathBuf};

use bevy::prelude::*;
use bevy::render::view::screenshot::{Screenshot, ScreenshotCaptured};
use bevy_egui::{EguiInput, EguiPreUpdateSet};

use super::panels::Intent;
use super::screens::Screen;
use super::session::{Auto, Session};
use super::third_party::winit::Redraw;
use crate::kernel::ai::{Bot, RandomBot};
use crate::kernel::decision::Answer;
use crate::kernel::timeline::Table;

/// Frames between the table's first and the picture: pictures are loaded, the layout has settled.
const SETTLE: u32 = 12;
/// Frames after which a picture that has not come counts as failed.
const PATIENCE: u32 = 600;

/// Who decides before the picture is taken.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Policy {
    /// The game's own bot.
    #[default]
    Bot,
    /// Any enabled offer with equal chance.
    Random,
}

/// A picture to take.
#[derive(Resource, Clone, PartialEq, Eq, Debug)]
pub struct ScreenshotOptions {
    /// The PNG file.
    pub file: PathBuf,
    /// After how many decisions.
    pub after: usize,
    /// Words of the question that is waited for from there on.
    pub until: Option<String>,
    /// Who decides.
    pub policy: Policy,
    /// Size of the window in pixels.
    pub size: (u32, u32),
}

/// The most decisions made while a question is waited for.
const AT_MOST: usize = 50_000;

/// Plays up to `after` decisions, one bot a seat; then on until a question holds the words of `until`.
///
/// # Errors
/// A refusal of the rules, which only a defect of a bot can cause.
pub fn play(table: &mut Table, after: usize, until: Option<&str>, policy: Policy) -> Result<(), String> {
    let seed = table.header().seed;
    let mut bots: Vec<Option<Box<dyn Bot>>> = Vec::new();
    for n in 0..AT_MOST.max(after) {
        let Some(question) = table.question().cloned() else { return Ok(()) };
        let waits = until.is_some_and(|words| !question.prompt(table.pieces()).contains(words));
        if n >= after && !waits {
            return Ok(());
        }
        let seat = usize::from(question.seat.0);
        if bots.len() <= seat {
            bots.resize_with(seat + 1, || None);
        }
        let bot = bots[seat].get_or_insert_with(|| match policy {
            Policy::Bot => table.game().bot(question.seat, seed),
            Policy::Random => Box::new(RandomBot::new(seed, question.seat.0)),
        });
        let offer = if bot.needs_view(&question) {
            let view = table.game().view(table.world(), question.seat);
            bot.choose(&*view, &question)
        } else {
            bot.choose(&(), &question)
        };
        table.submit(&Answer::new(question.seq, offer)).map_err(|e| e.to_string())?;
    }
    Ok(())
}

/// How many frames the screen to be taken has been shown, and whether the picture was asked for.
#[derive(Resource, Clone, Copy, PartialEq, Eq, Debug, Default)]
struct Waited {
    frames: u32,
    asked: bool,
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Waited>().add_systems(Update, take).add_systems(
        PreUpdate,
        overhear.after(EguiPreUpdateSet::ProcessInput).before(EguiPreUpdateSet::BeginPass),
    );
}

/// A pointer that happens to lie over the window must not leave a tooltip in the picture.
fn overhear(mut inputs: Query<&mut EguiInput>) {
    for mut input in &mut inputs {
        input.events.clear();
    }
}

/// Waits for the table, then asks for the picture once.
fn take(
    mut commands: Commands,
    options: Res<ScreenshotOptions>,
    screen: Res<State<Screen>>,
    mut waited: ResMut<Waited>,
    session: Option<ResMut<Session>>,
    mut redraw: ResMut<Redraw>,
    mut exit: MessageWriter<AppExit>,
) {
    redraw.frames(2);
    if *screen.get() == Screen::Loading {
        return;
    }
    waited.frames += 1;
    if let Some(mut session) = session {
        // Nobody has to be reminded of anything, and nobody else looks.
        session.recap = None;
        if session.awaited().is_some() {
            session.act(Intent::Lift, Auto::default(), 0.0);
        }
    }
    if waited.frames > PATIENCE {
        eprintln!("The picture was not drawn in time.");
        exit.write(AppExit::error());
    }
    if waited.frames < SETTLE || waited.asked {
        return;
    }
    waited.asked = true;
    let file = options.file.clone();
    commands.spawn(Screenshot::primary_window()).observe(
        move |captured: On<ScreenshotCaptured>, mut exit: MessageWriter<AppExit>| match write(
            &captured.image,
            &file,
        ) {
            Ok(()) => {
                exit.write(AppExit::Success);
            }
            Err(words) => {
                eprintln!("{words}");
                exit.write(AppExit::error());
            }
        },
    );
}

fn write(picture: &Image, file: &Path) -> Result<(), String> {
    let told = |e: String| format!("{} cannot be written: {e}", file.display());
    let picture = picture.clone().try_into_dynamic().map_err(|e| told(e.to_string()))?;
    // The window has no alpha worth keeping.
    picture.to_rgb8().save_with_format(file, image::ImageFormat::Png).map_err(|e| told(e.to_string()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kernel::game::Options;
    use crate::kernel::journal::UndoMode;
    use crate::kernel::testkit::toy::Toy;

    #[test]
    fn the_same_seed_and_policy_give_the_same_table() {
        for policy in [Policy::Bot, Policy::Random] {
            let played = || {
                let mut table =
                    Table::new(Toy::shared(), "toy/duel", &Options::new(), 7, UndoMode::Table).unwrap();
                play(&mut table, 9, None, policy).unwrap();
                table
            };
            let (a, b) = (played(), played());
            assert_eq!(a.digest(), b.digest());
            assert!(a.len() == 9 || a.outcome().is_some());
        }
    }

    #[test]
    fn a_question_is_waited_for_by_its_words() {
        let mut table = Table::new(Toy::shared(), "toy/duel", &Options::new(), 7, UndoMode::Table).unwrap();
        let words = table.question().map(|q| q.prompt(table.pieces())).unwrap();
        play(&mut table, 1, Some(&words), Policy::Bot).unwrap();
        let asked = table.question().map(|q| q.prompt(table.pieces()));
        assert!(!table.is_empty() && (asked == Some(words) || table.outcome().is_some()));
    }
}
