//! How the squadron's commander plans a raid: a sensible campaign from the blotter as his seat sees it.
//!
//! Five Groundcrew, eighteen crews, two requests; low flying in every turn, a modification or two at a time, a look at
//! the great dams in each, and the launch after the third turn, under the moon.

use super::planning_view::PlanningView;
use crate::kernel::decision::Question;
use crate::kernel::ids::Arg;

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
        let wanted = usize::from(crews(0) + crews(1) + crews(2)).max(1);
        let buy = |verb: &str, word: &str| self.word(verb, word);
        if v.turn == 1 {
            let wishes = [
                (stock < 3, self.first(&["groundcrew:C", "groundcrew:A", "groundcrew:B"])),
                (crews(2) < 6, buy("crew", "Veteran")),
                (crews(1) < 8, buy("crew", "Seasoned")),
                (crews(0) < 4, buy("crew", "Green")),
            ];
            if let Some(i) = wishes.iter().find_map(|(open, i)| i.filter(|_| *open)) {
                return Some((i, "crews come on the first turn alone"));
            }
            if (crews(2) < 6 || crews(1) < 8)
                && v.requests < 2
                && let Some(i) = self.verb("request")
            {
                return Some((i, "no better use of a request than crews"));
            }
        } else if stock < 6
            && let Some(i) = self.first(&["groundcrew:F", "groundcrew:D", "groundcrew:E"])
        {
            return Some((i, "two modifications a turn need hands"));
        }
        let busy = if v.turn == 1 { 1 } else { 2 };
        if hulls < wanted || v.upkeep < wanted {
            if self.working("requisitions") < busy
                && let Some(i) = self.dedicate("CFAGDEBH", "requisitions")
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
        let second = if self.view.turn == 2 { "train:bombing" } else { "train:navigation" };
        if let Some(i) = self.first(&["train:altitude", second, "train:navigation", "train:bombing"]) {
            return Some((i, "sixty feet in the dark"));
        }
        if self.view.turn > 1
            && self.view.points >= 30
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
        let order = if self.view.turn == 1 {
            ["altimeter", "cockpit", "radio"]
        } else {
            ["radio", "altimeter", "cockpit"]
        };
        for task in order {
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
        let wanted = if fitting.needed - fitting.sixes > 1 { 11 } else { 7 };
        let spare = i32::from(self.view.points) - 15;
        let points = (wanted - i32::from(fitting.erk)).clamp(0, spare.max(0));
        let best = self.find(|v, a, _| v == "points" && *a == Arg::Num(points));
        best.or_else(|| self.verb("points")).map(|i| (i, "ten dice are a fair chance"))
    }

    fn recon(&self) -> Option<(usize, &'static str)> {
        let dams = ["dam:Möhne", "dam:Eder", "dam:Sorpe", "dam:Ennepe", "dam:Lister"];
        if let Some(i) = self.first(&dams) {
            return Some((i, "a point well spent"));
        }
        if self.view.points >= 12
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

    /// Waves of three, or of two where one would be left over; without VHF everybody in waves.
    fn waves(&self) -> Option<(usize, &'static str)> {
        let v = self.view;
        let vhf = v.fittings.iter().any(|f| f.id == "radio" && f.complete);
        let mut left = v.lancasters.iter().filter(|l| l.assigned.is_some()).count();
        let most = if vhf { 3 } else { usize::MAX };
        let mut number = 0;
        while left > 1 && number < most {
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
        let lead = self.q.subject?;
        let at = self.view.lancasters.iter().find(|l| l.id == lead)?;
        let wave = at.assigned.as_ref().and_then(|a| a.wave).unwrap_or(0);
        let wishes: &[&str] = match (wave, usize::from(lead.0) % 3) {
            (1..=3, _) => &["primary:Möhne", "secondary:Eder", "no-secondary"],
            (0, 0) => &["primary:Sorpe", "no-secondary"],
            (0, 1) => &["primary:Lister", "no-secondary"],
            (0, _) => &["primary:Ennepe", "no-secondary"],
            _ => &["primary:Eder", "secondary:Möhne", "no-secondary"],
        };
        self.first(wishes).map(|i| (i, "the great dams first"))
    }
}
