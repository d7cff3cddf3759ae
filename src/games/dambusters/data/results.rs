//! What the rows of the charts stand for in the rules.

use serde::{Deserialize, Serialize};

use super::kinds::Visibility;
use crate::kernel::chart::{Chart, Row};

/// A result that a chart's row stands for.
pub trait ChartResult: Copy {
    /// The rows that the chart must have; empty when any row will do because its named numbers are read.
    const ROWS: &'static [&'static str];

    /// What a row stands for, or `None` when the rules do not know it.
    fn of(chart: &Chart, row: Row) -> Option<Self>;
}

macro_rules! results {
    ($(#[$meta:meta])* $name:ident { $($(#[$vmeta:meta])* $variant:ident = $id:literal,)+ }) => {
        $(#[$meta])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        pub enum $name { $($(#[$vmeta])* $variant,)+ }

        impl ChartResult for $name {
            const ROWS: &'static [&'static str] = &[$($id),+];

            fn of(chart: &Chart, row: Row) -> Option<Self> {
                match chart.row_id(row) {
                    $($id => Some(Self::$variant),)+
                    _ => None,
                }
            }
        }
    };
}

pub(super) use results;

impl ChartResult for Visibility {
    const ROWS: &'static [&'static str] = &["fog", "clear"];

    fn of(chart: &Chart, row: Row) -> Option<Self> {
        match chart.row_id(row) {
            "fog" => Some(Self::Fog),
            "clear" => Some(Self::Clear),
            _ => None,
        }
    }
}

results! {
    /// Result of a Flak Check (clause 4.2.4.b).
    FlakResult {
        /// Two hits on one Lancaster (clause 4.2.4.j).
        Critical = "critical",
        /// One hit.
        Hit = "hit",
        /// No hit.
        Miss = "miss",
    }
}
results! {
    /// Result of an Evasive Action check (clause 4.2.4.r).
    EvasiveResult {
        /// The hit is cancelled.
        Avoided = "avoided",
        /// The hit is applied.
        Stands = "stands",
    }
}
results! {
    /// Result of a gunnery roll (clause 4.2.8.e).
    GunneryResult {
        /// The level falls by 1, or the balloon is gone.
        Hit = "hit",
        /// Nothing.
        Miss = "miss",
    }
}
results! {
    /// Result of Defense Attrition (clause 4.4.2.b).
    AttritionResult {
        /// The level falls by 1, or the balloon is gone.
        Falls = "falls",
        /// Nothing.
        Stands = "stands",
    }
}
results! {
    /// Result of the release roll (clause 4.2.13.g).
    ReleaseResult {
        /// Failure, and the Lancaster is damaged (clause 4.2.13.t).
        Concussion = "concussion",
        /// No damage to the dam (clause 4.2.13.s).
        Failure = "failure",
        /// The mine goes to the damage end (clause 4.2.13.r).
        Success = "success",
    }
}
results! {
    /// Result of the Michelskopf Check (clause 4.2.13.w).
    MichelskopfResult {
        /// The Lancaster is destroyed.
        Impact = "impact",
        /// It climbs away.
        Clear = "clear",
    }
}
results! {
    /// Result of a sighting roll (clause 4.4.3.b).
    SightingResult {
        /// A nightfighter is there: roll for its attack.
        Sighted = "sighted",
        /// The check ends.
        Nothing = "nothing",
    }
}
results! {
    /// What a sighted nightfighter does at a dam (clause 4.4.3.f).
    NightfighterResult {
        /// It is lost sight of (clause 4.4.3.i).
        Vanish = "vanish",
        /// It stays near (clause 4.4.3.j).
        Nearby = "nearby",
        /// It attacks (clause 4.4.3.k).
        Attack = "attack",
    }
}
results! {
    /// What a sighted nightfighter does in flight (clause 4.4.3.t).
    FlightAttackResult {
        /// The Lancaster is destroyed (clause 4.4.3.u).
        Attack = "attack",
        /// Nothing.
        Misses = "misses",
    }
}
results! {
    /// Which number of an Upkeep marker counts (clause 4.4.4.b).
    DetonationResult {
        /// The odd one.
        Odd = "odd",
        /// The even one.
        Even = "even",
    }
}
results! {
    /// Whether a Very Light still burns (clause 4.4.5.a).
    FlareResult {
        /// It is removed.
        Out = "out",
        /// It stays.
        Burns = "burns",
    }
}
results! {
    /// Result of the Return to Base roll (clause 5.1.b).
    RtbResult {
        /// Roll on the Lost chart (clause 5.1.1.b).
        Lost = "lost",
        /// Home (clause 5.1.1.a).
        Safe = "safe",
    }
}
results! {
    /// Result of the Lost chart (clauses 5.1.2.a to 5.1.2.f).
    LostResult {
        /// Missing in action: destroyed.
        Mia = "mia",
        /// Home, damaged.
        Damaged = "damaged",
        /// May attack a target, else home.
        Target = "target",
        /// Home.
        Safe = "safe",
    }
}
results! {
    /// What becomes of a damaged aircraft that comes home damaged again (clause 5.1.2.d).
    LostDamagedResult {
        /// Destroyed.
        Destroyed = "destroyed",
        /// Home, still damaged.
        Returns = "returns",
    }
}
results! {
    /// Result of the Balloons hazard (clause 7.7.3a.a).
    BalloonsResult {
        /// Damaged.
        Damaged = "damaged",
        /// Destroyed.
        Destroyed = "destroyed",
    }
}
results! {
    /// Result of a Veteran Save (clause 7.7.2.b).
    SaveResult {
        /// The effect is cancelled.
        Saved = "saved",
        /// The effect applies.
        Fails = "fails",
    }
}

results! {
    /// Result of a Coordination, Navigation or Target Acquisition Check (clauses 7.1.1.a, 7.4.1.a, 7.8.1.a).
    CheckResult {
        /// The number is met or beaten.
        Passes = "passes",
        /// It is not.
        Fails = "fails",
    }
}
results! {
    /// Result of Wireless Telegraphy (clause 7.2.1.a).
    WirelessResult {
        /// Taken for another order (clause 7.2.1.d).
        Misinterpreted = "misinterpreted",
        /// No change (clause 7.2.1.j).
        NotReceived = "not_received",
        /// Sent again at +1 (clause 7.2.1.c).
        Garbled = "garbled",
        /// New targets may be given (clause 7.2.1.b).
        Received = "received",
    }
}
results! {
    /// What a misinterpreted message makes a Lancaster do (clause 7.2.1.d).
    MisinterpretedResult {
        /// It goes home (clause 7.2.1.e).
        GoesHome = "goes_home",
        /// Its Primary is the dam of the lowest Recon Level (clause 7.2.1.f).
        LeastKnown = "least_known",
        /// Its Primary is the dam of the highest Recon Level (clause 7.2.1.g).
        BestKnown = "best_known",
        /// Its Primary is the Target of Last Resort (clause 7.2.1.h).
        LastResort = "last_resort",
    }
}
results! {
    /// Result of the Birds/Bats hazard (clause 7.7.3b.a).
    BirdsResult {
        /// Damaged.
        Damaged = "damaged",
        /// No effect.
        Nothing = "nothing",
    }
}
results! {
    /// Result of the Crash hazard (clause 7.7.3e.a).
    CrashResult {
        /// Destroyed.
        Destroyed = "destroyed",
        /// Upkeep leaves the game and the Lancaster is damaged.
        MineLost = "mine_lost",
    }
}
results! {
    /// Where a Lancaster of a wave in good order enters a Target Map (clause 7.9.3.a).
    EntryResult {
        /// Circling Near.
        Near = "near",
        /// Circling Far.
        Far = "far",
    }
}

/// The Attack Turn in which a Lancaster on its own enters Circling Far (clause 7.9.4.b); 0 is Turn 1 in Circling Near
/// (clause 7.9.4.c).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Arrival(pub u8);

impl ChartResult for Arrival {
    const ROWS: &'static [&'static str] = &[];

    fn of(chart: &Chart, row: Row) -> Option<Self> {
        u8::try_from(chart.row_value(row, "turn")).ok().filter(|n| *n <= 8).map(Self)
    }
}

/// The letters of an Approach Vector result (clauses 4.2.1.b to 4.2.1.h).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Vector {
    /// Speed chits fewer.
    pub s: u8,
    /// Altitude chits fewer.
    pub a: u8,
    /// M results.
    pub m: u8,
    /// What fog adds to `s`.
    pub fog_s: u8,
    /// What fog adds to `a`.
    pub fog_a: u8,
    /// What fog adds to `m`.
    pub fog_m: u8,
}

impl Vector {
    /// The letters that count: (S, A, M).
    #[must_use]
    pub fn letters(self, visibility: Visibility) -> (u8, u8, u8) {
        match visibility {
            Visibility::Clear => (self.s, self.a, self.m),
            Visibility::Fog => (self.s + self.fog_s, self.a + self.fog_a, self.m + self.fog_m),
        }
    }
}

impl ChartResult for Vector {
    const ROWS: &'static [&'static str] = &[];

    fn of(chart: &Chart, row: Row) -> Option<Self> {
        let n = |name| u8::try_from(chart.row_value(row, name)).ok().filter(|n| *n <= 9);
        Some(Self {
            s: n("S")?,
            a: n("A")?,
            m: n("M")?,
            fog_s: n("fog_S")?,
            fog_a: n("fog_A")?,
            fog_m: n("fog_M")?,
        })
    }
}

/// Result of the Late Release Check (clauses 4.2.12.d, 4.2.12.e).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct LateRelease {
    /// What it adds to the release roll.
    pub modifier: i8,
    /// M results.
    pub m: u8,
}

impl ChartResult for LateRelease {
    const ROWS: &'static [&'static str] = &[];

    fn of(chart: &Chart, row: Row) -> Option<Self> {
        Some(Self {
            modifier: i8::try_from(chart.row_value(row, "modifier")).ok().filter(|n| (-9..=9).contains(n))?,
            m: u8::try_from(chart.row_value(row, "m")).ok().filter(|n| *n <= 9)?,
        })
    }
}

/// What Morning Reconnaissance adds to a mine's damage (clause 5.2.b).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct ReconChange(pub i8);

impl ChartResult for ReconChange {
    const ROWS: &'static [&'static str] = &[];

    fn of(chart: &Chart, row: Row) -> Option<Self> {
        i8::try_from(chart.row_value(row, "change")).ok().filter(|n| (-3..=3).contains(n)).map(Self)
    }
}

/// What became of the crews that were shot down (clause 5.3.b).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Fate {
    /// Survivors whatever the number of aircraft.
    pub survivors: u8,
    /// One survivor for this many aircraft, rounded up; 0 means none.
    pub per: u8,
    /// How many of the survivors evade capture.
    pub evaders: u8,
}

impl Fate {
    /// Prisoners and evaders when `lost` aircraft (seven men each) were lost over enemy land.
    #[must_use]
    pub fn survivors(self, lost: u8) -> (u8, u8) {
        if lost == 0 {
            return (0, 0);
        }
        let share = if self.per == 0 { 0 } else { lost.div_ceil(self.per) };
        let alive = self.survivors.saturating_add(share).min(lost.saturating_mul(7));
        let evaders = self.evaders.min(alive);
        (alive - evaders, evaders)
    }
}

impl ChartResult for Fate {
    const ROWS: &'static [&'static str] = &[];

    fn of(chart: &Chart, row: Row) -> Option<Self> {
        let n = |name| u8::try_from(chart.row_value(row, name)).ok();
        Some(Self { survivors: n("survivors")?, per: n("per")?, evaders: n("evaders")? })
    }
}

/// The nightfighters that fly on the Flight Map (clause 4.4.3.t).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub enum NightfighterType {
    /// Me 109.
    Me109,
    /// Me 110.
    Me110,
    /// Ju 88.
    Ju88,
}
