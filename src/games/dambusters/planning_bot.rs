//! How the squadron's commander plans a raid: a sensible campaign from the blotter as his seat sees it.
//!
//! Four requests and the quiet words that make up for them, seven Groundcrew, twenty crews; low flying in every turn,
//! all three modifications at once, a look at the great dams in each turn, and the launch after the third, under the
//! moon: waves of three to the Möhne, and on to the Eder.

use super::planning_view::PlanningView;
use crate::kernel::decision::Question;
use crate::kernel::ids::Arg;

/// How many requests for Resource Points are made by the end of each Planning Turn.
const REQUESTS: [u8; 4] = [3, 4, 4, 4];
/// Crews wanted; what the Green ones learn counts for the Wallis Bonus, and they stay behind if anybody must.
const VETERANS: u8 = 8;
const SEASONED: u8 = 10;
const GREEN: u8 = 2;
/// Resource Points from which Extra Training is ordered, and what is left over by the dice of modifications.
const EXTRA_FROM: u16 = 20;
const RESERVE: i32 = 15;

/// The offer to take and why; none for a question of another part of the game.
#[must_use]
pub fn choose(view: &PlanningView, q: &Question) -> Option<(usize, &'static str)> {
    let c = Choice { view, q };
    match q.clause.0 {
        "10.1.a" => c.requisitions(),
        "10.2.a" => c
            .first(&["flip:barmaid", "flip:ruse", "play:police", "play:rumor", "end:security"])
            .map(|i| (i, "every space to the left counts at the Briefing")),
        "10.3.b" | "10.3.4.a" => c.training(),
        "10.3.2.c" => c.verb("keep").map(|i| (i, "rested crews are fit to fly")),
        "10.4.a" => c.modifications(),
        "10.4.1.b" => c.points(),
        "10.4.3.a" => c.first(&["throw", "stand"]).map(|i| (i, "Groundcrew is needed fresh at the end")),
        "9.4.b" => c.verb("armorer").map(|i| (i, "a fresh Groundcrew is worth more")),
        "10.5.a" => c.recon(),
        "11.4.1.a" => c.final_recon(),
        "10.0.b" => {
            let go = view.turn >= 3;
            c.verb(if go { "launch" } else { "plan-on" })
                .map(|i| (i, "the third turn has a moon and full lakes"))
        }
        "11.1.a" | "11.2.a" => c.check(),
        "11.0.d" => c.verb("keep").map(|i| (i, "Sortie Points are worth more")),
        "11.3.b" => {
            c.first(&["unfit:Green", "unfit:Seasoned", "unfit:Veteran"]).map(|i| (i, "the least of them"))
        }
        "11.5.a" => c.first(&["crew-all", "end:sortie"]).map(|i| (i, "everybody who can fly")),
        "11.5.d" => c.waves(),
        "11.5.e" => c.targets(),
        "11.5.1.b" => c.first(&["take-off", "hold"]).map(|i| (i, "as early as it goes")),
        "11.5.f" => c.first(&["last-resort:Ennepe", "last-resort"]).map(|i| (i, "near the others")),
        "13.0.b" => c.last("jinx").map(|i| (i, "the last of the line")),
        _ => None,
    }
}

struct Choice<'a> {
    view: &'a PlanningView,
    q: &'a Question,
}

impl Choice<'_> {
    fn find(&self, wanted: impl Fn(&str, &Arg, &Arg) -> bool) -> Option<usize> {
        self.q.enabled().find(|i| {
            let key = &self.q.offers[*i].key;
            wanted(key.verb, &key.a, &key.b)
        })
    }

    fn verb(&self, verb: &str) -> Option<usize> {
        self.find(|v, _, _| v == verb)
    }

    fn last(&self, verb: &str) -> Option<usize> {
        self.q.enabled().filter(|i| self.q.offers[*i].key.verb == verb).last()
    }

    fn word(&self, verb: &str, word: &str) -> Option<usize> {
        self.find(|v, a, _| v == verb && matches!(a, Arg::Word(w) if *w == word))
    }

    /// The first of these that may be taken: verbs, or verbs with a word.
    fn first(&self, wishes: &[&str]) -> Option<usize> {
        wishes.iter().find_map(|wish| match wish.split_once(':') {
            Some(("end", _)) | None => self.verb(wish),
            Some((verb, word)) => self.word(verb, word),
        })
    }

    /// A free Groundcrew for a task, by the letters in order of preference.
    fn dedicate(&self, letters: &str, task: &str) -> Option<usize> {
        letters.chars().find_map(|letter| {
            self.find(|v, a, b| {
                v == "dedicate"
                    && matches!(a, Arg::Word(w) if w.starts_with(letter))
                    && matches!(b, Arg::Word(w) if *w == task)
            })
        })
    }

    fn working(&self, task: &str) -> usize {
        self.view.groundcrew.iter().filter(|g| g.task == Some(task)).count()
    }

    fn requisitions(&self) -> Option<(usize, &'static str)> {
        let v = self.view;
        let crews = |n: usize| v.aircrew.get(n).map_or(0, |a| a.in_play);
        let stock = v.groundcrew.iter().filter(|g| g.stock == "in play").count();
        let hulls = v.lancasters.iter().filter(|l| l.state == "sound" || l.state == "damaged").count();
        let asked = REQUESTS.get(usize::from(v.turn) - 1).copied().unwrap_or_default();
        if v.requests < asked
            && let Some(i) = self.verb("request")
        {
            return Some((i, "a word in the right ear; Security has to make up for it"));
        }
        if v.turn == 1 {
            let wishes = [
                (
                    stock < 5,
                    self.first(&[
                        "groundcrew:C",
                        "groundcrew:G",
                        "groundcrew:B",
                        "groundcrew:A",
                        "groundcrew:D",
                    ]),
                ),
                (crews(2) < VETERANS, self.word("crew", "Veteran")),
                (crews(1) < SEASONED, self.word("crew", "Seasoned")),
                (crews(0) < GREEN, self.word("crew", "Green")),
            ];
            if let Some(i) = wishes.iter().find_map(|(open, i)| i.filter(|_| *open)) {
                return Some((i, "crews come on the first turn alone"));
            }
        } else if stock < 7
            && let Some(i) = self.first(&["groundcrew:F", "groundcrew:E"])
        {
            return Some((i, "more hands for the machines"));
        }
        let wanted = usize::from(crews(0) + crews(1) + crews(2)).max(1);
        let (spare, mines) = (if v.turn < 3 { 2 } else { 0 }, 2);
        let busy = if v.turn == 1 { 1 } else { 2 };
        if hulls < wanted + spare || v.upkeep < wanted + mines {
            if (self.working("requisitions") < busy || v.turn == v.last_turn || v.turn >= 3)
                && v.handle.0 <= v.handle.1
                && let Some(i) = self.dedicate("CFAEDBHG", "requisitions")
            {
                return Some((i, "something must bring the machines in"));
            }
            let verb = if hulls <= v.upkeep { "lancaster" } else { "upkeep" };
            if let Some(i) =
                self.verb(verb).or_else(|| self.verb("lancaster")).or_else(|| self.verb("upkeep"))
            {
                return Some((i, "an aircraft and a mine for each crew"));
            }
        }
        self.verb("end:requisitions").map(|i| (i, "that will do"))
    }

    fn training(&self) -> Option<(usize, &'static str)> {
        if self.working("training") == 0
            && let Some(i) = self.dedicate("HEDGABFC", "training")
        {
            return Some((i, "one Groundcrew saves a point on every die"));
        }
        let second = if self.view.turn == 1 { "train:navigation" } else { "train:bombing" };
        let third = ["train:navigation", "train:bombing"];
        if let Some(i) = self.first(&["train:altitude", second, third[0], third[1]]) {
            return Some((i, "sixty feet in the dark"));
        }
        if self.view.points >= EXTRA_FROM
            && let Some(i) = self.verb("extra")
        {
            return Some((i, "a third training and a good man"));
        }
        self.verb("end:training").map(|i| (i, "enough for this fortnight"))
    }

    fn modifications(&self) -> Option<(usize, &'static str)> {
        if let Some(i) = self.verb("attempt").or_else(|| self.verb("repair")) {
            return Some((i, "what can be done is done"));
        }
        for task in ["altimeter", "cockpit", "radio"] {
            let open = self.view.fittings.iter().any(|f| f.id == task && !f.complete && !f.tried);
            if open
                && self.working(task) == 0
                && let Some(i) = self.dedicate("BGADEHFC", task)
            {
                return Some((i, "lights first, then the sight and the radio"));
            }
        }
        if self.view.lancasters.iter().any(|l| l.state == "damaged")
            && self.working("repairs") == 0
            && let Some(i) = self.dedicate("HEDGABFC", "repairs")
        {
            return Some((i, "a damaged Lancaster does not fly"));
        }
        self.verb("end:modifications").map(|i| (i, "nothing more this turn"))
    }

    /// As many points as give ten dice, while there is money for the rest of the turn.
    fn points(&self) -> Option<(usize, &'static str)> {
        let Arg::Word(label) = self.q.args[0] else { return None };
        let fitting = self.view.fittings.iter().find(|f| f.label == label)?;
        let wanted = if fitting.needed - fitting.sixes > 1 { 12 } else { 8 };
        let spare = i32::from(self.view.points) - RESERVE;
        let points = (wanted - i32::from(fitting.erk)).clamp(0, spare.max(0));
        let best = self.find(|v, a, _| v == "points" && *a == Arg::Num(points));
        best.or_else(|| self.verb("points")).map(|i| (i, "ten dice are a fair chance"))
    }

    fn recon(&self) -> Option<(usize, &'static str)> {
        let dams = ["dam:Möhne", "dam:Eder", "dam:Sorpe", "dam:Ennepe", "dam:Lister"];
        if let Some(i) = self.first(&dams) {
            return Some((i, "a point well spent"));
        }
        if self.view.points >= if self.view.turn == 2 { 15 } else { 5 }
            && let Some(i) = self.first(&["zone:Ruhr", "zone:DutchCoast", "zone:Weser"])
        {
            return Some((i, "what is known can be flown round"));
        }
        self.verb("end:recon").map(|i| (i, "the rest stays unseen"))
    }

    fn final_recon(&self) -> Option<(usize, &'static str)> {
        self.first(&["dam:Möhne", "dam:Eder", "dam:Sorpe", "dam:Ennepe", "dam:Lister", "end:recon"])
            .map(|i| (i, "points are worth nothing tomorrow"))
    }

    fn check(&self) -> Option<(usize, &'static str)> {
        let (task, clause) = if self.q.clause.0 == "11.1.a" { ("aircraft", 3) } else { ("ordnance", 3) };
        if self.working(task) < clause
            && let Some(i) = self.dedicate("ABCDEFGH", task)
        {
            return Some((i, "nobody stays behind for want of a spanner"));
        }
        self.verb("check").map(|i| (i, "as ready as it gets"))
    }

    /// Waves of three, or of two where one would be left over.
    fn waves(&self) -> Option<(usize, &'static str)> {
        let v = self.view;
        let mut left = v.lancasters.iter().filter(|l| l.assigned.is_some()).count();
        let mut number = 0;
        while left > 1 {
            let size = if left == 4 || left == 2 { 2 } else { 3 };
            number += 1;
            left -= size;
            if v.waves.get(number - 1).map_or(0, Vec::len) < size {
                let into = i32::try_from(number).unwrap_or(1);
                let found = self.find(|verb, _, b| verb == "wave" && *b == Arg::Num(into));
                return found.map(|i| (i, "three fly together"));
            }
        }
        self.verb("end:waves").map(|i| (i, "that is the order of flight"))
    }

    fn targets(&self) -> Option<(usize, &'static str)> {
        self.first(&["primary:Möhne", "secondary:Eder", "no-secondary"]).map(|i| (i, "the great dams first"))
    }
}
