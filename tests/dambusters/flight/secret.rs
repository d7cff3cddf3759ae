//! What lies beneath a Hazard marker's front is told to nobody before it is turned over.

use super::sky::{Flying, Sky, calm};
use crate::secrecy::told;
use crate::sortie::Sortie;

/// Two Lancasters over the Dutch Coast, with these five markers.
fn coast(draws: &str) -> Sky {
    let sky = Sky::of(2).zones([2, 0, 0]).ship("AJ-G", "Veteran", "zone: NorthSea, primary: Moehne");
    let sky = sky.ship("AJ-M", "Green", "zone: NorthSea, primary: Moehne");
    sky.ship("AJ-P", "Green", "zone: NorthSea, primary: Moehne").wave(&["AJ-G", "AJ-M"]).draws(draws)
}

/// proves: 7.5.3.a, 7.5.4.a, 7.7.1.d
#[test]
fn r7_5_3_a_two_draws_with_the_same_fronts_look_the_same() {
    for (one, other) in [
        ("L5 L15 L29 L3 L11", "L6 L28 L34 L12 L1"),
        ("L1 L3 L5 L6 L11", "L11 L6 L3 L2 L4"),
        ("L15 L17 L21 L25 L28", "L28 L25 L21 L17 L15"),
    ] {
        let (mut a, mut b) = (coast(one).open(), coast(other).open());
        let mut answers = 0;
        loop {
            assert_eq!(told(&mut a), told(&mut b), "answer {answers} of {one}");
            let shown =
                |p: &bombers_moon::kernel::testkit::script::Played| p.met(3).iter().any(|m| !m.2.is_empty());
            let answer = if a.at("reconnaissance") { "end:evade".to_owned() } else { calm(&a) };
            a.answer(&answer);
            b.answer(&answer);
            answers += 1;
            if shown(&a) || shown(&b) {
                break;
            }
            a.sees("/flight/turn", 2);
        }
        assert!(answers > 6, "{answers} answers");
    }
}
