//! The modifiers of the release roll and of the Michelskopf Check (4.2.13).

use crate::games::dambusters::components::{ChitKind, JINX, Run, Zone};
use crate::games::dambusters::data::{Chit, Tables};
use crate::games::dambusters::data::{EliteKind, Hazard};
use crate::games::dambusters::op::Ship;
use crate::kernel::chart::Modifier;

/// [13.2.3.a] [13.2.4.a] The Jinx as a chit: worth nothing on either side.
static JINX_CHIT: Chit = Chit { id: String::new(), approach: 0, release: 0, m: false, erratic: true };

/// A chit by kind and number.
#[must_use]
pub fn chit(tables: &Tables, kind: ChitKind, n: Option<u8>) -> Option<&Chit> {
    if n == Some(JINX) {
        return Some(&JINX_CHIT);
    }
    chits(tables, kind).get(usize::from(n?.max(1)) - 1)
}

/// The seven chits of a kind; item n of its cup is at index n − 1.
#[must_use]
pub fn chits(tables: &Tables, kind: ChitKind) -> &[Chit] {
    match kind {
        ChitKind::Speed => &tables.chits.speed,
        ChitKind::Altitude => &tables.chits.altitude,
    }
}

/// Every modifier of the release roll in the order of the chart, those that do not apply with the reason.
#[must_use]
pub fn release_modifiers(tables: &Tables, ship: &Ship, run: &Run, searchlights: u8) -> Vec<Modifier> {
    let mut all = Vec::with_capacity(10);
    // [4.2.13.h] [4.2.13.p] The release chits kept.
    for (kind, label, clause) in [
        (ChitKind::Altitude, "Altitude release chit", "4.2.13.h"),
        (ChitKind::Speed, "Speed release chit", "4.2.13.p"),
    ] {
        let value = chit(tables, kind, run.release[kind.index()]).map(|c| i32::from(c.release));
        all.push(Modifier::when(value.is_some(), label, value.unwrap_or(0), clause, "no chit kept"));
    }
    all.extend(standing_modifiers(tables, ship, run, searchlights));
    all
}

/// The modifiers that are known before any release chit is drawn.
#[must_use]
pub fn standing_modifiers(tables: &Tables, ship: &Ship, run: &Run, searchlights: u8) -> Vec<Modifier> {
    let level = ship.levels(&tables.training).bomb_aiming;
    let training = i32::from(tables.training.release_modifier_at(level));
    let dann = ship.trim.is_none_or(|t| t.dann);
    let faulty = i32::from(ship.attached.count(Hazard::FaultyRelease));
    let late = i32::from(run.late);
    let far = run.released_from == Some(Zone::Far);
    let late_label = if late > 0 { "Spot on" } else { "Late release" };
    vec![
        // [4.2.13.q] [10.4.4.c] In the campaign only with the Dann bombsight.
        Modifier::when(
            training != 0 && dann,
            "Bomb-aiming training",
            training,
            "4.2.13.q",
            if dann { "level gives nothing" } else { "Cockpit modifications are not complete" },
        ),
        // [4.2.13.j] [2.3.1.a]
        Modifier::when(ship.has(EliteKind::BombAimer), "Elite Bomb-Aimer", 1, "4.2.13.j", "not aboard"),
        // [4.2.13.i] [4.2.5.c]
        Modifier::when(far, "Early release", -2, "4.2.13.i", "not from the Far Zone"),
        // [4.2.13.m]
        Modifier::when(late != 0, late_label, late, "4.2.13.m", "not from the Close Zone, or in time"),
        // [4.2.13.l]
        Modifier::when(ship.airframe.damaged, "Lancaster damaged", -1, "4.2.13.l", "undamaged"),
        // [4.2.13.k] [7.7.3i.a] Each of them counts.
        Modifier::when(faulty > 0, "Faulty Release", -faulty.max(1), "4.2.13.k", "none attached"),
        // [4.2.13.o]
        Modifier::when(searchlights > 0, "Searchlights", -4, "4.2.13.o", "none at this dam"),
        // [4.2.13.n] Campaign only.
        Modifier::when(ship.trim.is_some_and(|t| !t.moon), "No Moon", -1, "4.2.13.n", "the moon is up"),
    ]
}

/// Every modifier of the Michelskopf Check.
#[must_use]
pub fn michelskopf_modifiers(tables: &Tables, run: &Run) -> Vec<Modifier> {
    let chits: i32 = [ChitKind::Speed, ChitKind::Altitude]
        .into_iter()
        .filter_map(|kind| chit(tables, kind, run.release[kind.index()]))
        .map(|c| i32::from(c.m))
        .sum();
    let vector = i32::from(run.letters[2]);
    let late = i32::from(run.late_m);
    vec![
        // [4.2.13.x]
        Modifier::when(
            run.released_from == Some(Zone::Near),
            "Released in the Near Zone",
            -1,
            "4.2.13.x",
            "not from the Near Zone",
        ),
        // [4.2.13.y]
        Modifier::when(late > 0, "Late release M", -late.max(1), "4.2.13.y", "no M"),
        // [4.2.13.z]
        Modifier::when(chits > 0, "Release chits with M", -chits.max(1), "4.2.13.z", "no M"),
        // [4.2.13.aa]
        Modifier::when(vector > 0, "Approach Vector M", -vector.max(1), "4.2.13.aa", "no M"),
    ]
}
