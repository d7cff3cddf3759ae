//! The squadron commander on the Flight Map: what is answered in the phases of a Flight Turn (rule 7.0).
//!
//! Waves are kept together, unknown hazards are avoided first, flak is evaded only when it would kill, and whoever is
//! damaged with a fault besides goes home. Nobody is called by wireless.

use crate::games::dambusters::air_view::{FlightView, SiteView, WaveView};
use crate::games::dambusters::components::Space;
use crate::games::dambusters::data::{Content, DamId, FlightZone, Front, Hazard, Quality};
use crate::games::dambusters::view::{LancasterView, RaidView};
use crate::kernel::decision::Question;
use crate::kernel::ids::{Arg, PieceId};

/// The last Flight Turn in which anybody can attack.
const LAST_TURN: usize = 9;

/// From this Alert Level a nightfighter is more to be feared than flak.
const WAKEFUL: u8 = 3;

/// The index of an offer, if any, and why.
pub(super) type Choice = (Option<usize>, &'static str);

/// The answer to a question of the Flight Map; `None` for one of an attack, or one of no weight.
pub(super) fn decide(content: &Content, view: &RaidView, q: &Question) -> Option<Choice> {
    let flight = view.flight.as_ref()?;
    let desk = Desk { content, view, flight, q };
    Some(match q.clause.0 {
        "7.1.a" => desk.coordinate(),
        "7.1.1.c" => (desk.find("no-flare"), "a flare would draw hazards"),
        "7.1.5.c" | "6.7.5.a" | "6.7.5.b" | "7.2.2.b" => (desk.leader(), "the best navigator leads"),
        "7.2.a" => (desk.find("end:wireless"), "orders stand"),
        "7.3.c" => desk.turn_back(),
        "7.4.1.k" => (desk.drop_out(), "a crew that finds its way alone"),
        "7.5.4.a" => (desk.assign(), "the largest unit bears what is left over"),
        "7.6.1.a" => desk.avoid(),
        "7.7.1.b" | "14.3.2.a" => (desk.bear(), "who has least to lose bears it"),
        "7.7.1.c" => (desk.send_back(), "the unknown is worst"),
        "7.7.3j.c" => desk.evade(),
        "7.8.c" => desk.seek(),
        "7.8.1.c" => (desk.find("persist"), "it must be near"),
        "7.9.4.a" => (desk.find("flare"), "a light for those who come late"),
        "7.9.7.b" => desk.regroup(),
        "4.2.4.m" => (desk.best("hit", |l| (l.damaged, l.upkeep, l.quality)), "a sound aircraft stands it"),
        "4.3.a" if desk.spent() => {
            (desk.find("home").or_else(|| desk.find("end:circling")), "no mine is left here")
        }
        "4.4.3.m" => (desk.find("wait"), "the attack goes on"),
        "5.1.2.f" => desk.stray(),
        "6.4.3.c" => (desk.last_resort(), "the wall that takes the fewest mines"),
        "7.10.b" => (desk.calm(), "where we shall come again"),
        "2.3.6.e" => (desk.find("ignore"), "the pilot knows the way"),
        "13.1.a" => (desk.best("jinx", |l| (l.upkeep, l.quality)), "who has least to lose bears it"),
        _ => return None,
    })
}

/// A question with what the squadron sees.
struct Desk<'a> {
    content: &'a Content,
    view: &'a RaidView,
    flight: &'a FlightView,
    q: &'a Question,
}

impl Desk<'_> {
    /// The first enabled offer with this verb.
    fn find(&self, verb: &str) -> Option<usize> {
        self.offers(verb).next()
    }

    fn offers<'s>(&'s self, verb: &'s str) -> impl Iterator<Item = usize> + 's {
        self.q.enabled().filter(move |i| self.q.offers[*i].key.verb == verb)
    }

    /// The enabled offer with this verb whose Lancaster ranks lowest.
    fn best<K: Ord>(&self, verb: &str, rank: impl Fn(&LancasterView) -> K) -> Option<usize> {
        self.offers(verb)
            .filter_map(|i| Some((rank(self.view.lancaster(self.q.offers[i].key.piece()?)?), i)))
            .min()
            .map(|(_, i)| i)
    }

    fn wave_of(&self, id: PieceId) -> Option<&WaveView> {
        self.flight.waves.iter().find(|w| w.members.contains(&id))
    }

    fn site(&self, name: &str) -> Option<&SiteView> {
        self.flight.dams.iter().find(|d| d.name == name)
    }

    /// The Primary Target of a Lancaster.
    fn primary(&self, id: PieceId) -> Option<&'static str> {
        self.flight.orders.iter().find(|o| o.id == id)?.primary
    }

    /// 7.1 Scattered waves first, then stragglers into waves; loners stay alone.
    fn coordinate(&self) -> Choice {
        let armed = |i: &usize| {
            let id = self.q.offers[*i].key.piece();
            id.and_then(|id| self.view.lancaster(id)).is_some_and(|l| l.upkeep)
        };
        if let Some(i) = self.find("coordinate") {
            (Some(i), "a wave in good order arrives together")
        } else if let Some(i) = self.offers("join").find(armed) {
            (Some(i), "one more mine with the wave")
        } else {
            let end = self.find("end:coordination").or_else(|| self.find("join"));
            (end, "nothing more to put in order")
        }
    }

    /// The best navigator, undamaged for choice.
    fn leader(&self) -> Option<usize> {
        self.best("lead", rank)
    }

    /// 7.3 Who goes home: damaged over the sea, damaged with a fault over land, without a mine and a wave, or too far
    /// from any dam that is left.
    fn turn_back(&self) -> Choice {
        let home = self.offers("home").find(|i| {
            let id = self.q.offers[*i].key.piece();
            id.and_then(|id| self.view.lancaster(id)).is_some_and(|l| self.gives_up(l))
        });
        (home.or_else(|| self.find("end:move")), "a crew that cannot help any more goes home")
    }

    fn gives_up(&self, l: &LancasterView) -> bool {
        let Space::Zone(zone) = l.at else { return false };
        if !l.upkeep {
            let leads = self.wave_of(l.id).is_some_and(|w| w.leader == l.id);
            return !leads;
        }
        let faults = [Hazard::BrokenRadio, Hazard::FaultyMerlin, Hazard::NoAldisLights];
        let faulty = faults.into_iter().any(|h| has(l, h));
        (l.damaged && (faulty || !zone.hostile())) || self.too_late(l, zone)
    }

    /// Whether it cannot be over its target, nor over the Target of Last Resort, by the last turn.
    fn too_late(&self, l: &LancasterView, zone: FlightZone) -> bool {
        let left = (LAST_TURN + 1).saturating_sub(usize::from(self.flight.turn));
        let far = |name: &str| self.zone_of(name).is_some_and(|to| distance(zone, to) > left);
        self.primary(l.id).is_none_or(far) && far(self.flight.last_resort)
    }

    fn zone_of(&self, dam: &str) -> Option<FlightZone> {
        let dam = DamId::named(dam)?;
        Some(self.content.tables.dam(dam).zone)
    }

    /// 7.4.1 Map Errors go first, then an empty aircraft, then a crew that finds its way; the leader last.
    fn drop_out(&self) -> Option<usize> {
        self.best("drop", |l| {
            let leads = self.wave_of(l.id).is_some_and(|w| w.leader == l.id);
            (leads, !has(l, Hazard::MapError), l.upkeep, std::cmp::Reverse(l.quality))
        })
    }

    /// What a unit in an offer is called on the map, and how many Lancasters it has.
    fn unit(&self, arg: Arg) -> (String, usize) {
        match arg {
            Arg::Piece(id) => (self.view.lancaster(id).map_or(String::new(), |l| l.code.clone()), 1),
            Arg::Word(word) => {
                let wave = self.flight.waves.iter().find(|w| w.name == word);
                (word.to_owned(), wave.map_or(1, |w| w.members.len()))
            }
            _ => (String::new(), 1),
        }
    }

    /// 7.5.4 The unit with the fewest markers, the larger of equals.
    fn assign(&self) -> Option<usize> {
        self.offers("meets").min_by_key(|i| {
            let (name, size) = self.unit(self.q.offers[*i].key.a);
            let hazards = self.flight.zones.iter().flat_map(|z| &z.hazards);
            let count = hazards.filter(|h| h.on.as_ref() == Some(&name) && h.what.is_none()).count();
            (count, std::cmp::Reverse(size))
        })
    }

    /// How much a front is to be feared; the higher the worse.
    fn fear(&self, front: Front) -> u8 {
        match front {
            Front::Plain => 3,
            Front::Nightfighter if self.flight.alert >= WAKEFUL => 2,
            Front::Flak => 1,
            Front::Nightfighter => 0,
        }
    }

    /// 7.6 What is known of the zone goes for the unknown markers first; a pilot who weaves meets none of these.
    fn avoid(&self) -> Choice {
        // The markers lie zone by zone in the order in which the offers number them.
        let all: Vec<_> = self.flight.zones.iter().flat_map(|z| &z.hazards).collect();
        let front = |n: i32| usize::try_from(n).ok().and_then(|n| all.get(n)).map(|h| h.front);
        let known = self
            .offers("avoid")
            .filter_map(|i| {
                let mark = self.q.offers[i].key.num();
                Some((self.fear(front(mark)?), std::cmp::Reverse(mark), i))
            })
            .max()
            .map(|(.., i)| i);
        if known.is_some() {
            return (known, "the unknown hazard is the worst");
        }
        let mark = |i: &usize| match self.q.offers[*i].key.b {
            Arg::Num(n) => n,
            _ => 0,
        };
        let plain = self.offers("jink").filter(|i| front(mark(i)) == Some(Front::Plain));
        let jink = plain.min_by_key(mark);
        (jink.or_else(|| self.find("end:evade")), "weave past the unknown, face the rest")
    }

    /// 7.7.1 Without a mine first, then the less trained.
    fn bear(&self) -> Option<usize> {
        self.best("meets", |l| (l.upkeep, l.quality))
    }

    fn send_back(&self) -> Option<usize> {
        [Front::Plain, Front::Flak, Front::Nightfighter]
            .into_iter()
            .find_map(|front| self.offers("back").find(|i| self.q.offers[*i].key.word() == front.label()))
    }

    /// 7.7.3j Only a hit that would kill is worth being missing.
    fn evade(&self) -> Choice {
        let damaged = self.q.subject.and_then(|id| self.view.lancaster(id)).is_some_and(|l| l.damaged);
        let critical = self.view.latest.as_ref().is_some_and(|(_, row)| row == "critical");
        if damaged || critical {
            (self.find("evade"), "the hit would bring it down")
        } else {
            (self.find("accept"), "better damaged than lost in the dark")
        }
    }

    /// 7.8 Its own dam where that is here; another only in the last hour.
    fn seek(&self) -> Choice {
        let unit = match self.q.args[0] {
            Arg::Piece(id) => Some(id),
            Arg::Word(word) => self.flight.waves.iter().find(|w| w.name == word).map(|w| w.leader),
            _ => None,
        };
        let own = unit.and_then(|id| self.primary(id));
        let here = self.offers("seek").find(|i| Some(self.q.offers[*i].key.word()) == own);
        if here.is_some() {
            return (here, "the dam it was sent to");
        }
        let late = usize::from(self.flight.turn) >= LAST_TURN;
        let pick = if late { self.find("seek") } else { self.find("stay") };
        (pick.or_else(|| self.find("seek")), "its own dam lies elsewhere")
    }

    /// 7.9.7 All with common targets fly on together.
    fn regroup(&self) -> Choice {
        // Whoever leads without a mine goes home otherwise.
        let pick = self
            .best("lead", |l| (l.upkeep, rank(l)))
            .or_else(|| self.find("add"))
            .or_else(|| self.find("formed"));
        (pick.or_else(|| self.find("apart")), "together they find the next dam")
    }

    /// Whether nobody over the dam, nor on his way to it, has a mine any more.
    fn spent(&self) -> bool {
        let here = |l: &&LancasterView| l.at.on_map() || matches!(l.at, Space::Waiting(_));
        !self.view.lancasters.iter().filter(here).any(|l| l.upkeep)
    }

    /// 5.1.2 On the way out a dam that comes in sight is attacked; on the way home home it is.
    fn stray(&self) -> Choice {
        let own = self.q.subject.and_then(|id| self.primary(id));
        if self.view.rule.starts_with("5.") {
            return (self.find("home"), "the night is over");
        }
        let dam = self.offers("attack").find(|i| Some(self.q.offers[*i].key.word()) == own);
        (dam.or_else(|| self.find("attack")), "a dam in sight is worth the mine")
    }

    /// The dam that is nearest to a breach.
    fn last_resort(&self) -> Option<usize> {
        self.offers("last-resort").min_by_key(|i| {
            let site = self.site(self.q.offers[*i].key.word());
            site.map_or(i32::MAX, |s| {
                i32::from(s.capacity) - s.damage + i32::from(s.flak) - i32::from(s.recon)
            })
        })
    }

    /// A dam that still stands.
    fn calm(&self) -> Option<usize> {
        let standing = |i: &usize| self.site(self.q.offers[*i].key.word()).is_some_and(|s| !s.breached);
        self.offers("calm").find(standing).or_else(|| self.find("nowhere"))
    }
}

/// How well somebody leads; the lower the better.
fn rank(l: &LancasterView) -> (bool, std::cmp::Reverse<Quality>, bool, bool) {
    let compass = has(l, Hazard::CompassCard);
    (has(l, Hazard::UnfitAircrew), std::cmp::Reverse(l.quality), compass, l.damaged)
}

fn has(l: &LancasterView, hazard: Hazard) -> bool {
    l.hazards.contains(&hazard.label())
}

fn distance(a: FlightZone, b: FlightZone) -> usize {
    (a as usize).abs_diff(b as usize)
}
