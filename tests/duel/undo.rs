//! C02: undo at a table of two stops at the hand-off, at draws and at what has been shown.

use bombers_moon::kernel::journal::UndoMode;
use bombers_moon::kernel::timeline::UndoStop;

use crate::table::{Duel, Night};

/// Takes back as far as it goes and plays the same again; returns how many answers, and what stopped it.
fn back_and_again(d: &mut Duel) -> (usize, UndoStop) {
    let (len, digest) = (d.table.len(), d.table.digest());
    let mut n = 0;
    let stop = loop {
        match d.0.table.undo() {
            Ok(()) => n += 1,
            Err(stop) => break stop,
        }
    };
    assert_eq!(d.table.undo_limit(), (len - n, stop));
    while d.0.table.redo().is_ok_and(|done| done) {}
    assert_eq!((d.table.len(), d.table.digest()), (len, digest));
    (n, stop)
}

#[test]
fn c02_undo_stops_at_the_hand_off_and_at_what_was_shown() {
    let night = Night::new().no_squadrons().without("weather").rule("WeatherChange").change(2, 9);
    let script = night.script().mode(UndoMode::Table).draw("weather", "W1").draw("wind change", "C1");
    let mut d = Duel(script.open());
    assert_eq!(d.0.table.undo(), Err(UndoStop::Start));
    d.picks("at:24 at:25 at:12");
    assert_eq!(back_and_again(&mut d), (3, UndoStop::Start));
    // The last squadron may still be taken back; then the table goes over to Britain.
    d.pick("at:11");
    assert_eq!(back_and_again(&mut d), (4, UndoStop::Start));
    d.pick("done");
    assert_eq!(back_and_again(&mut d), (0, UndoStop::HandOff));
    d.pick("draw");
    assert_eq!(back_and_again(&mut d), (0, UndoStop::Luck));
    // The whole plan may be taken back while it is being laid, not after it.
    d.picks("from:16 target:11 fly:NE fly:E fly:E");
    assert_eq!(back_and_again(&mut d), (5, UndoStop::Luck));
    d.picks("fly:NW fly:W fly:W land");
    assert_eq!(back_and_again(&mut d), (0, UndoStop::HandOff));
    // Nor while Germany looks back to where Britain was asked.
    for at in (0..d.table.len()).rev() {
        d.0.table.seek(at);
        assert_eq!(d.table.undo_limit(), (d.table.len(), UndoStop::HandOff), "looking back to {at}");
        assert_eq!(d.0.table.undo(), Err(UndoStop::HandOff));
    }
    d.0.table.go_live();
    d.picks("place:flak:11 place:flak:12");
    assert_eq!(back_and_again(&mut d), (2, UndoStop::HandOff));
    // With the defence ready the bomber is on its airport.
    d.pick("done");
    assert_eq!(back_and_again(&mut d), (0, UndoStop::Reveal));
    d.picks("start:8 to:17");
    assert_eq!(back_and_again(&mut d), (2, UndoStop::Reveal));
    d.picks("high done");
    assert_eq!(back_and_again(&mut d), (0, UndoStop::HandOff));
    d.picks("fly:Red:NE tail:Blue up");
    assert_eq!(back_and_again(&mut d), (3, UndoStop::HandOff));
    d.pick("end");
    assert_eq!(back_and_again(&mut d), (0, UndoStop::HandOff));
    // A card that has been turned over has been seen.
    d.pick("high");
    assert_eq!(back_and_again(&mut d), (0, UndoStop::Reveal));
    d.m("10").g("").pick("draw");
    assert_eq!(back_and_again(&mut d), (0, UndoStop::Luck));
    d.picks("replan target:12 fly:E");
    assert_eq!(back_and_again(&mut d), (3, UndoStop::Luck));
}

#[test]
fn c02_the_next_night_is_a_hand_off_too() {
    let night = Night::new().with("nights", "2").with("weather", "[1, 1]");
    let mut d = Duel(night.script().mode(UndoMode::Table).open());
    d.lay_out(crate::table::EMDEN, 8).rounds(6).prompt("the night is over");
    assert_eq!(d.0.table.undo(), Err(UndoStop::Reveal));
    d.pick("next");
    assert_eq!(d.0.table.undo(), Err(UndoStop::HandOff));
}
