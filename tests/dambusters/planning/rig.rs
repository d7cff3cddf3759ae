//! A campaign at its Mission Planning Blotter: dice thrown by hand, draws forced.

use std::ops::Deref;

use bombers_moon::games::dambusters::planning::Blotter;
use bombers_moon::kernel::chart::{Forecast, RollSpec};
use bombers_moon::kernel::decision::Kind;
use bombers_moon::kernel::dice::LuckItem;
use bombers_moon::kernel::ids::Seat;
use bombers_moon::kernel::testkit::script::{Played, Script};

use crate::rig::draw;
use crate::table::game;

/// A table of the campaign.
pub struct Plan(pub Played);

impl Deref for Plan {
    type Target = Played;

    fn deref(&self) -> &Played {
        &self.0
    }
}

bombers_moon::played_states! {
    Plan;
    offers(id: &str);
    offers_no(id: &str);
    barred(id: &str, clause: &str);
    refuses(id: &str);
    prompt(text: &str);
    logged(text: &str, clause: &str);
}

impl Plan {
    /// Opens the campaign; `draws` are codes in the order of the blind draws: `E24`, `U3`, `B1`, `Y23`. What is not forced
    /// comes by chance.
    #[track_caller]
    pub fn open(draws: &str) -> Self {
        let backs = (1..=8).map(|n| LuckItem::Draw("recon".to_owned(), format!("R{n}")));
        let forced = draws.split_whitespace().map(|code| {
            let cup = match code.as_bytes()[0] {
                b'E' => "elite",
                b'B' => "balloons",
                b'U' => "upkeep",
                _ => return draw(code),
            };
            LuckItem::Draw(cup.to_owned(), code.to_owned())
        });
        Self(Script::of(&game(), "dambusters/s10-campaign").luck(backs).luck(forced).open())
    }

    /// Answers by id, one after another; dice as `roll=3`.
    #[track_caller]
    pub fn picks(&mut self, ids: &str) -> &mut Self {
        for id in ids.split_whitespace() {
            self.0.answer(id);
            let table = &self.0.table;
            if let Err(fault) = table.game().check(table.world()) {
                panic!("{fault}\n{}", self.0.describe());
            }
        }
        self
    }

    /// Throws this number with every single die until something is to be chosen, and draws what is to be drawn; rested
    /// crews stay rested.
    #[track_caller]
    pub fn throw(&mut self, face: u8) -> &mut Self {
        loop {
            let id = match self.0.table.question().map(|q| &q.kind) {
                Some(Kind::Roll(spec)) => {
                    let faces = vec![face.to_string(); usize::from(spec.dice)];
                    format!("roll={}", faces.join(","))
                }
                Some(Kind::Draw(_)) => "draw".to_owned(),
                Some(Kind::Choose) if self.0.table.question().is_some_and(|q| q.clause.0 == "10.3.2.c") => {
                    "keep".to_owned()
                }
                _ => return self,
            };
            self.picks(&id);
        }
    }

    /// From the Requisitions Phase to the Training Phase.
    #[track_caller]
    pub fn on_to_training(&mut self) -> &mut Self {
        self.picks("end:requisitions end:security")
    }

    /// From the Training Phase to the Modifications Phase; every die shows 5.
    #[track_caller]
    pub fn on_to_modifications(&mut self) -> &mut Self {
        self.picks("train:navigation").throw(5).picks("train:altitude").throw(5).picks("end:training")
    }

    /// From the Requisitions Phase to the Recon Phase.
    #[track_caller]
    pub fn on_to_recon(&mut self) -> &mut Self {
        self.on_to_training().on_to_modifications().picks("end:modifications")
    }

    /// From the Requisitions Phase to that of the next turn.
    #[track_caller]
    pub fn next_turn(&mut self) -> &mut Self {
        self.on_to_recon().picks("end:recon plan-on")
    }

    /// From the Requisitions Phase to Flight Preparation.
    #[track_caller]
    pub fn prepare(&mut self) -> &mut Self {
        self.on_to_recon().picks("end:recon launch")
    }

    /// The pending question is put by this clause.
    #[track_caller]
    pub fn asks(&mut self, clause: &str) -> &mut Self {
        self.0.asked(Seat(0), clause);
        self
    }

    /// The roll that is asked for.
    #[track_caller]
    pub fn spec(&self) -> RollSpec {
        match self.0.table.question().map(|q| &q.kind) {
            Some(Kind::Roll(spec)) => (**spec).clone(),
            _ => panic!("no roll is asked for\n{}", self.0.describe()),
        }
    }

    /// The odds of the roll that is asked for.
    #[track_caller]
    pub fn odds(&self) -> Forecast {
        self.spec().forecast(self.0.table.game().charts())
    }

    /// This modifier counts for the roll asked for.
    #[track_caller]
    pub fn modifier(&mut self, clause: &str, value: i32) -> &mut Self {
        let spec = self.spec();
        let found: Option<i32> = spec.modifiers.iter().find(|m| m.clause.0 == clause).map(|m| m.applied());
        assert!(found == Some(value), "{clause} adds {found:?}, not {value}\n{}", self.0.describe());
        self
    }

    /// The blotter shows this; a pointer such as `/points`.
    #[track_caller]
    pub fn shows(&mut self, pointer: &str, value: impl Into<serde_json::Value>) -> &mut Self {
        let found = self.0.seen(&format!("/planning{pointer}"));
        let value = value.into();
        assert!(found == value, "{pointer} is {found}, not {value}\n{}", self.0.describe());
        self
    }

    /// The blotter itself.
    pub fn blotter(&self) -> &Blotter {
        self.0.table.world().resource::<Blotter>()
    }

    /// What an offer says about its cost and odds.
    #[track_caller]
    pub fn hints(&mut self, id: &str, text: &str) -> &mut Self {
        let table = &self.0.table;
        let Some(question) = table.question() else { panic!("nothing is asked") };
        let Some(offer) = question.find(table.pieces(), id) else { panic!("no offer {id}") };
        let hint = table.game().hint(table.world(), question, offer);
        assert!(hint.contains(text), "`{id}` says `{hint}`, not `{text}`");
        self
    }

    /// How many offers begin with this verb and may be taken.
    pub fn open_offers(&self, verb: &str) -> usize {
        let question = self.0.table.question();
        question.map_or(0, |q| q.offers.iter().filter(|o| o.key.verb == verb && o.enabled()).count())
    }

    /// Whether the log has a line by this clause.
    pub fn cites(&self, clause: &str) -> bool {
        self.0.table.log(Seat(0)).iter().any(|(_, _, by)| *by == clause)
    }
}
