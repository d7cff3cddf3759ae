//! The kernel's own example game: a race with one die.
//!
//! A player rolls and adds to the pot, or holds and banks it; a 1 empties the pot. There are counters to draw from a
//! cup, one roll a game that may be thrown again, and a hidden bonus that is added once its owner shows it. The game
//! is small, yet uses everything the kernel offers: a called phase that hands back a value, a phase after a roll, blind draws,
//! a hidden value, one and two seats. The option `defect` breaks its rules on purpose.

use std::any::Any;
use std::sync::Arc;

use bevy::prelude::*;
use serde_json::json;

use crate::kernel::adjust::Adjustment;
use crate::kernel::ai::Bot;
use crate::kernel::chart::{
    BandFile, Chart, ChartFile, ChartId, Charts, ColumnFile, DiceKind, Modifier, On, Provenance, RollSpec,
    RowFile, Tone,
};
use crate::kernel::chronicle::Chronicle;
use crate::kernel::decision::{DrawSpec, Offer, Question};
use crate::kernel::dice::{Cup, Luck};
use crate::kernel::driver;
use crate::kernel::game::{Game, OptionCard, Options, ScenarioCard, SetUpError};
use crate::kernel::ids::{Arg, PieceId, Pieces, Seat};
use crate::kernel::phase::{Flow, PhaseApp};
use crate::kernel::rules::{ClauseEntry, ClauseKind, Ledger, Status};
use crate::kernel::snapshot::PersistApp;
use crate::phases;

mod adjust;

phases! {
    /// The phases of the race.
    Phase {
        Roll => "1", "Roll Phase";
        Hold => "2", "Hold Phase";
        Again => "3", "Roll Again";
    }
}

phases! {
    /// Phases that are never added to a world; calling one is a defect that the driver must name.
    Stray {
        First => "9", "First Stray";
        Second => "9", "Second Stray";
        Third => "9", "Third Stray";
        Fourth => "9", "Fourth Stray";
    }
}

/// The counters of the cup.
pub const COUNTERS: Cup = Cup { name: "counters", prefix: "C" };
/// The hidden bonuses.
pub const BONUSES: Cup = Cup { name: "bonus", prefix: "B" };

const RACE: ChartId = ChartId(0);

/// What a player has banked.
#[derive(Component, Clone, Hash, Debug, Default)]
struct Score(i32);

/// What a player would bank by holding now.
#[derive(Component, Clone, Hash, Debug, Default)]
struct Pot(i32);

/// The hidden bonus of a player.
#[derive(Component, Clone, Hash, Debug)]
struct Bonus(u8);

/// The right to throw one die again; gone once used.
#[derive(Component, Clone, Hash, Debug)]
struct Token;

/// A bonus that was shown.
#[derive(Component, Clone, Hash, Debug)]
struct Shown;

/// The rest of the cup and the score that wins.
#[derive(Resource, Clone, Hash, Debug, Default)]
struct Bank {
    cup: Vec<u8>,
    goal: i32,
    defect: Defect,
}

/// A fault built into the rules for tests of the driver.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
enum Defect {
    #[default]
    None,
    Silent,
    Endless,
    Stray,
}

type Player<'a> = (Entity, &'a PieceId, &'a mut Score, &'a mut Pot, &'a Bonus, Has<Token>, Has<Shown>);

fn roll_phase(
    mut flow: ResMut<Flow>,
    mut log: ResMut<Chronicle>,
    mut bank: ResMut<Bank>,
    charts: Res<Charts>,
    pieces: Res<Pieces>,
    mut players: Query<Player>,
    mut commands: Commands,
) {
    let at = flow.arg(0);
    let seat = seat_of(at);
    let me = PieceId(u16::from(seat.0));
    let Ok((entity, id, mut score, mut pot, bonus, token, shown)) = players.get_mut(pieces.entity(me)) else {
        return;
    };
    let rival = if pieces.len() > 1 { 1 - at } else { at };
    match flow.step() {
        0 => {
            let question = Question::new(seat, "{}: roll, hold or draw", "1.a")
                .about(*id)
                .offer(Offer::new("roll", "Roll the die", "1.b"))
                .offer(Offer::new("hold", "Hold {}", "1.c").a(pot.0).bar(
                    pot.0 == 0,
                    "the pot is empty",
                    "1.d",
                ))
                .offer(
                    Offer::new("draw", "Draw a counter", "1.e")
                        .bar(bank.cup.is_empty(), "the cup is empty", "1.f")
                        .bar(pot.0 == 0, "a counter goes with a pot", "1.g"),
                )
                .offer(Offer::new("show", "Show the bonus", "4.b").bar(shown, "the bonus is shown", "4.b"));
            flow.ask(question, 1);
        }
        1 => match flow.answer().map_or("", |key| key.verb) {
            "roll" => {
                let mut spec = RollSpec::new(&charts, RACE, 0, "{}: the race", "1.b")
                    .subject(*id)
                    .modifier(Modifier::when(shown, "bonus shown", 1, "4.c", "the bonus is hidden"));
                spec.reroll = token;
                flow.roll(seat, spec, 2);
            }
            "draw" => {
                let spec = DrawSpec { cup: COUNTERS, items: bank.cup.clone(), count: 1 };
                flow.ask(Question::draw(seat, "{}: draw a counter", "1.e", spec).about(*id), 4);
            }
            "show" => {
                commands.entity(entity).insert(Shown);
                score.0 += i32::from(bonus.0);
                log.say(
                    "4.b",
                    Some(*id),
                    Tone::Good,
                    "{} shows a bonus of {}",
                    &[Arg::Piece(*id), Arg::Num(i32::from(bonus.0))],
                );
                flow.reveal();
                flow.stay(0);
            }
            _ => match bank.defect {
                Defect::None => flow.call(Phase::Hold, [at, pot.0, 0, 0], 3),
                Defect::Silent => {}
                Defect::Endless => flow.stay(5),
                Defect::Stray => flow.call(Stray::Fourth, [0; 4], 3),
            },
        },
        2 if flow.row().0 == 0 => {
            pot.0 = 0;
            log.say("1.h", Some(*id), Tone::Bad, "{} loses the pot", &[Arg::Piece(*id)]);
            flow.goto(Phase::Roll, [rival, 0, 0, 0]);
        }
        2 => {
            pot.0 += flow.rolled().map_or(0, |r| r.reading.total);
            log.say(
                "1.b",
                Some(*id),
                Tone::Plain,
                "{}'s pot stands at {}",
                &[Arg::Piece(*id), Arg::Num(pot.0)],
            );
            flow.stay(0);
        }
        3 if flow.returned() == 0 => flow.stay(0),
        3 => {
            pot.0 = 0;
            score.0 += flow.returned();
            log.say(
                "2.b",
                Some(*id),
                Tone::Good,
                "{} banks {}",
                &[Arg::Piece(*id), Arg::Num(flow.returned())],
            );
            if score.0 >= bank.goal {
                log.say("5.a", Some(*id), Tone::Good, "{} wins", &[Arg::Piece(*id)]);
                flow.over(format!("{} wins", pieces.code(*id)));
            } else {
                flow.goto(Phase::Roll, [rival, 0, 0, 0]);
            }
        }
        4 => {
            if let Some(drawn) = flow.drawn().first().copied() {
                bank.cup.retain(|c| *c != drawn);
                pot.0 += i32::from(drawn);
            }
            flow.stay(0);
        }
        _ => flow.stay(5),
    }
}

fn hold_phase(mut flow: ResMut<Flow>, mut log: ResMut<Chronicle>) {
    let seat = seat_of(flow.arg(0));
    let me = PieceId(u16::from(seat.0));
    if flow.at(0) {
        let question = Question::new(seat, "{}: hold?", "2.a")
            .about(me)
            .offer(Offer::new("yes", "Hold", "2.a"))
            .offer(Offer::new("no", "Go on", "2.c"));
        flow.ask(question, 1);
    } else if flow.answer().is_some_and(|key| key.verb == "yes") {
        let pot = flow.arg(1);
        flow.done_with(pot);
    } else {
        log.say("2.c", Some(me), Tone::Plain, "{} thinks again", &[Arg::Piece(me)]);
        flow.done();
    }
}

fn again_phase(
    mut flow: ResMut<Flow>,
    mut luck: ResMut<Luck>,
    mut log: ResMut<Chronicle>,
    charts: Res<Charts>,
    pieces: Res<Pieces>,
    mut commands: Commands,
) {
    let seat = seat_of(flow.arg(0));
    let me = PieceId(u16::from(seat.0));
    if flow.at(0) {
        let question = Question::new(seat, "{}: keep the die?", "3.a")
            .about(me)
            .offer(Offer::new("keep", "Keep it", "3.a"))
            .offer(Offer::new("again", "Roll it again", "3.b"));
        flow.ask(question, 1);
        return;
    }
    if flow.answer().is_some_and(|key| key.verb == "again") {
        flow.reroll(&charts, &mut luck, &[0]);
        commands.entity(pieces.entity(me)).remove::<Token>();
        if let Some(rolled) = flow.rolled() {
            log.roll(rolled);
        }
    }
    flow.done();
}

fn seat_of(player: i32) -> Seat {
    Seat(u8::try_from(player).unwrap_or(0))
}

/// What a seat of the race sees.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ToyView {
    /// Code, score, pot and, where the seat may know it, the bonus of each player.
    pub players: Vec<(String, i32, i32, Option<u8>)>,
    /// How many counters are left in the cup.
    pub cup: usize,
}

/// The race.
pub struct Toy {
    ledger: Ledger,
    charts: Charts,
}

impl Toy {
    /// The game, ready for tables.
    #[must_use]
    pub fn shared() -> Arc<dyn Game> {
        Arc::new(Self { ledger: ledger(), charts: charts() })
    }

    fn look(world: &World, seat: Seat) -> ToyView {
        let pieces = world.resource::<Pieces>();
        let players = pieces.ids().map(|id| {
            let entity = pieces.entity(id);
            let known = id.0 == u16::from(seat.0) || world.get::<Shown>(entity).is_some();
            (
                pieces.code(id).to_owned(),
                world.get::<Score>(entity).map_or(0, |s| s.0),
                world.get::<Pot>(entity).map_or(0, |p| p.0),
                world.get::<Bonus>(entity).filter(|_| known).map(|b| b.0),
            )
        });
        ToyView { players: players.collect(), cup: world.resource::<Bank>().cup.len() }
    }
}

impl Game for Toy {
    fn id(&self) -> &'static str {
        "toy"
    }
    fn title(&self) -> &'static str {
        "Race with one die"
    }
    fn scenarios(&self) -> Vec<ScenarioCard> {
        let options = [
            ("goal", &["20", "100", "100000"][..], "The score that wins."),
            ("defect", &["none", "silent", "endless", "stray"][..], "A fault in the rules, for tests."),
        ];
        let card = |id: &str, title: &str, seats: &[&str]| ScenarioCard {
            id: id.into(),
            game: "toy".into(),
            title: title.into(),
            part: "Example".into(),
            seats: seats.iter().map(|s| (*s).to_owned()).collect(),
            solo: seats.len() == 1,
            minutes: 1,
            blurb: "Roll, draw or hold; a 1 empties the pot.".into(),
            difficulty: "easy".into(),
            rules: "all".into(),
            special: Vec::new(),
            options: options
                .iter()
                .map(|(id, values, note)| OptionCard {
                    id: (*id).into(),
                    label: (*id).into(),
                    values: values.iter().map(|v| (*v).to_owned()).collect(),
                    labels: Vec::new(),
                    note: (*note).into(),
                    free: false,
                })
                .collect(),
        };
        vec![card("toy/solo", "Alone", &["Red"]), card("toy/duel", "Two players", &["Red", "Blue"])]
    }
    fn ledger(&self) -> &Ledger {
        &self.ledger
    }
    fn charts(&self) -> &Charts {
        &self.charts
    }
    fn data_hash(&self, scenario: &str) -> (u64, u64) {
        (scenario.len() as u64, 1)
    }
    fn install(&self, app: &mut App) {
        app.init_resource::<Bank>()
            .persist::<Score>("score")
            .persist::<Pot>("pot")
            .persist::<Bonus>("bonus")
            .persist::<Token>("token")
            .persist::<Shown>("shown")
            .persist_resource::<Bank>("bank")
            .add_phases(Some(Phase::Again))
            .add_systems(Phase::Roll, roll_phase)
            .add_systems(Phase::Hold, hold_phase)
            .add_systems(Phase::Again, again_phase);
    }
    fn set_up(&self, world: &mut World, scenario: &str, options: &Options) -> Result<(), SetUpError> {
        let cards = self.scenarios();
        let Some(card) = cards.iter().find(|c| c.id == scenario) else {
            return Err(SetUpError::NoScenario { id: scenario.into(), help: Some("toy/solo".into()) });
        };
        for (id, value) in options {
            let known = card.options.iter().find(|o| o.id == *id);
            let message = match known {
                None => format!("unknown; the options are {}", "goal, defect"),
                Some(o) if !o.values.contains(value) => {
                    format!("`{value}` is none of {}", o.values.join(", "))
                }
                Some(_) => continue,
            };
            return Err(SetUpError::Option { id: id.clone(), message });
        }
        let mut left = vec![2, 3, 4, 5];
        for name in &card.seats {
            let at = world.resource_mut::<Luck>().draw(BONUSES, &left, "hidden bonus").unwrap_or(0);
            let bonus = left.remove(at);
            let entity = world.spawn((Score(0), Pot(0), Bonus(bonus), Token)).id();
            let id = world.resource_mut::<Pieces>().add(name, entity);
            world.entity_mut(entity).insert(id);
            let mut log = world.resource_mut::<Chronicle>();
            log.say(
                "4.a",
                Some(id),
                Tone::Plain,
                "{} holds a bonus of {}",
                &[Arg::Piece(id), Arg::Num(i32::from(bonus))],
            );
            log.only(seat_of(i32::from(id.0)));
        }
        let option = |id: &str| options.get(id).map_or("", String::as_str);
        *world.resource_mut::<Bank>() = Bank {
            cup: vec![1, 2, 3, 4, 5, 6],
            goal: option("goal").parse().unwrap_or(20),
            defect: match option("defect") {
                "silent" => Defect::Silent,
                "endless" => Defect::Endless,
                "stray" => Defect::Stray,
                _ => Defect::None,
            },
        };
        driver::start(world, Phase::Roll, [0; 4])?;
        Ok(())
    }
    fn hint(&self, _world: &World, question: &Question, offer: usize) -> String {
        let roll = question.offers.get(offer).is_some_and(|o| o.key.verb == "roll");
        if roll { "1 in 6 loses the pot".to_owned() } else { String::new() }
    }
    fn view(&self, world: &World, seat: Seat) -> Box<dyn Any + Send> {
        Box::new(Self::look(world, seat))
    }
    fn view_json(&self, world: &World, seat: Seat) -> serde_json::Value {
        let view = Self::look(world, seat);
        let players: Vec<_> = view
            .players
            .iter()
            .map(
                |(code, score, pot, bonus)| json!({"code": code, "score": score, "pot": pot, "bonus": bonus}),
            )
            .collect();
        json!({"players": players, "cup": view.cup})
    }
    fn measures(&self, world: &World) -> Vec<(&'static str, i64)> {
        let view = Self::look(world, Seat(0));
        vec![("score", view.players.first().map_or(0, |p| i64::from(p.1)))]
    }
    fn bot(&self, seat: Seat, _seed: u64) -> Box<dyn Bot> {
        Box::new(Holder(seat))
    }
    fn check(&self, world: &World) -> Result<(), String> {
        let bank = world.resource::<Bank>();
        if bank.cup.len() > 6 || bank.cup.windows(2).any(|w| w[0] >= w[1]) {
            return Err(format!("the cup holds {:?}", bank.cup));
        }
        for (code, score, pot, _) in Self::look(world, Seat(0)).players {
            if score < 0 || pot < 0 {
                return Err(format!("{code} has score {score} and pot {pot}"));
            }
        }
        Ok(())
    }
    fn adjustments(&self, world: &World) -> Vec<Adjustment> {
        adjust::adjustments(world)
    }
    fn adjustable(&self) -> bool {
        true
    }
    fn adjust_when(&self) -> &'static str {
        "it can be while a turn waits for its choice"
    }
    fn adjust(&self, world: &mut World, id: &str, value: &str) -> Result<(), driver::Fault> {
        adjust::adjust(world, id, value)
    }
}

/// A bot that holds at ten.
struct Holder(Seat);

impl Bot for Holder {
    fn choose(&mut self, view: &dyn Any, question: &Question) -> usize {
        let me = usize::from(self.0.0);
        let pot = view.downcast_ref::<ToyView>().and_then(|v| v.players.get(me)).map_or(0, |p| p.2);
        let wanted = if pot >= 10 { "hold" } else { "roll" };
        let found = question.offers.iter().position(|o| o.key.verb == wanted && o.enabled());
        found.unwrap_or(question.default)
    }
}

fn ledger() -> Ledger {
    let clause = |id: &str, kind: ClauseKind, title: &str, text: &str| ClauseEntry {
        id: id.into(),
        rule: id.split('.').next().unwrap_or("").into(),
        part: "Example".into(),
        kind,
        title: title.into(),
        text: text.into(),
        see: Vec::new(),
        chart: String::new(),
        note: String::new(),
        status: Status::Done,
    };
    use ClauseKind::{Choice, Limit, Mechanic, Scoring, Secrecy};
    Ledger {
        format: 1,
        game: "toy".into(),
        title: "Race with one die".into(),
        clauses: vec![
            clause("1.a", Choice, "Turn", "In a turn a player rolls, holds, draws or shows."),
            clause("1.b", Mechanic, "Roll", "A roll of 2 to 6 goes into the pot."),
            clause("1.c", Choice, "Hold", "Holding banks the pot and ends the turn."),
            clause("1.d", Limit, "Empty pot", "An empty pot cannot be held."),
            clause("1.e", Choice, "Counter", "A counter drawn from the cup adds to the pot."),
            clause("1.f", Limit, "Empty cup", "Nothing is drawn from an empty cup."),
            clause("1.g", Limit, "Counter and pot", "A counter is drawn only onto a pot."),
            clause("1.h", Mechanic, "Lost pot", "A 1 empties the pot and ends the turn."),
            clause("2.a", Choice, "Confirm", "A hold is confirmed."),
            clause("2.b", Scoring, "Bank", "The pot is added to the score."),
            clause("2.c", Choice, "Second thoughts", "A hold that is not confirmed changes nothing."),
            clause("3.a", Choice, "Again", "Once a game a player may roll a die again."),
            clause("3.b", Mechanic, "Second die", "The second die stands."),
            clause("4.a", Secrecy, "Bonus", "Each player's bonus is hidden from the other."),
            clause("4.b", Choice, "Show", "A bonus may be shown once and is added to the score."),
            clause("4.c", Mechanic, "Shown", "Who has shown adds 1 to each roll."),
            clause("5.a", Scoring, "Goal", "Who banks up to the goal wins."),
        ],
    }
}

fn charts() -> Charts {
    let row = |id: &str, label: &str, tone| RowFile {
        id: id.into(),
        label: label.into(),
        tone,
        clause: "1.b".into(),
        values: Vec::new(),
    };
    let file = ChartFile {
        id: "race".into(),
        title: "Race".into(),
        code: "T1".into(),
        clauses: vec!["1.b".into()],
        dice: DiceKind::One,
        doubles_again: false,
        keep: Vec::new(),
        worst: Vec::new(),
        note: String::new(),
        provenance: Provenance::Rulebook("1".into()),
        rows: vec![row("bust", "Pot lost", Tone::Bad), row("score", "Into the pot", Tone::Good)],
        columns: vec![ColumnFile {
            id: "all".into(),
            label: "All".into(),
            bands: vec![
                BandFile { on: On::Is(1), row: "bust".into(), provenance: None },
                BandFile { on: On::Else, row: "score".into(), provenance: None },
            ],
        }],
    };
    Charts::new(Chart::compile(file).into_iter().collect())
}
