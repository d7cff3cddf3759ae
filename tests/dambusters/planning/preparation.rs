//! 11.1 to 11.4: Flight Preparation up to the Briefing.

use super::rig::Plan;
use crate::table::content;

/// A campaign with this to requisition on Turn 1, at the Aircraft Check.
fn checked(picks: &str, draws: &str) -> Plan {
    let mut p = Plan::open(draws);
    p.picks(picks).prepare();
    p
}

/// proves: 11.0.b
#[test]
fn r11_0_b_the_five_steps_come_in_order() {
    let mut p = checked("", "");
    p.asks("11.1.a").picks("check").throw(6).asks("11.2.a").picks("check").asks("11.2.b").picks("roll=6,6");
    p.asks("11.3.a").picks("roll=6,6").asks("11.4.1.a").picks("end:recon").asks("11.5.a");
}

/// proves: 11.0.d
#[test]
fn r11_0_d_double_time_voids_a_check_once() {
    let mut p = checked("groundcrew:A groundcrew:B", "");
    p.picks("dedicate:A:aircraft dedicate:B:aircraft check")
        .modifier("11.1.b", 4)
        .picks("roll=1,1")
        .asks("11.0.d");
    p.hints("again:A", "None grounded").picks("again:A").asks("11.1.b");
    // Two for the fresh one, one for the Fatigued one.
    assert_eq!(p.spec().sum(), 3);
    p.picks("roll=1,1").asks("11.2.a").shows("/groundcrew/0/fatigued", true);
    // Once more for the Ordnance Check; Groundcrew that is Fatigued cannot be transferred.
    p.barred("transfer:A:ordnance", "9.2.1.b").picks("transfer:B:ordnance check").modifier("11.2.b", 0);
    assert_eq!(p.spec().sum(), 1);
    p.picks("roll=1,1").asks("11.3.a");
}

/// proves: 11.1.a, 11.1.b
#[test]
fn r11_1_b_groundcrew_helps_and_the_spy_harms() {
    let mut p = checked(
        "crew:Green:5 crew:Green:1 draw groundcrew:A groundcrew:B dedicate:B:requisitions double:B",
        "E24",
    );
    p.hints("check", "None grounded 2.8%").picks("dedicate:A:aircraft dedicate:B:aircraft check");
    let sum: Vec<i32> = p.spec().modifiers.iter().map(|m| m.applied()).collect();
    assert_eq!(sum, [2, 1, -1]);
}

/// proves: 11.1.c, 11.1.d
#[test]
fn r11_1_c_the_player_grounds_sound_lancasters_and_the_coast_is_watched() {
    let mut p = checked("groundcrew:A dedicate:A:requisitions lancaster:5", "");
    p.picks("check roll=3,3").asks("11.1.c").shows("/coast_hazards", 2);
    p.picks("ground:AJ-M ground:AJ-G").asks("11.2.a").shows("/lancasters/0/state", "grounded");
    p.shows("/lancasters/1/state", "grounded").shows("/lancasters/2/state", "sound");
    // Nothing grounded, no more hazards.
    let mut p = checked("groundcrew:A dedicate:A:requisitions lancaster:5", "");
    p.picks("check roll=6,6").asks("11.2.a").shows("/coast_hazards", 0);
}

/// proves: 11.2.a, 11.2.b, 11.2.c
#[test]
fn r11_2_c_grounded_upkeep_is_picked_blind() {
    let mut p = checked("groundcrew:A dedicate:A:requisitions upkeep:1 upkeep:1 upkeep:1", "U1 U2 U3 U2");
    p.picks("check roll=6,6 dedicate:A:ordnance check").modifier("11.2.b", 2).picks("roll=4,4 keep");
    p.shows("/upkeep", 2).shows("/upkeep_grounded", 1);
    assert_eq!((&p.blotter().upkeep[..], &p.blotter().grounded_upkeep[..]), (&[1, 3][..], &[2][..]));
    assert!(!p.seen("").to_string().contains("U2"));
}

/// proves: 11.3.a
#[test]
fn r11_3_a_rest_helps_and_extra_training_tires() {
    let mut p = Plan::open("E2");
    p.picks("crew:Veteran:1 groundcrew:A groundcrew:B dedicate:B:requisitions lancaster:1").on_to_training();
    p.picks(
        "dedicate:A:training train:altitude roll=4 train:navigation roll=4 extra draw train:bombing roll=1",
    );
    p.picks("end:training end:modifications end:recon launch check")
        .throw(6)
        .picks("check roll=6,6")
        .asks("11.3.a");
    let applied: Vec<i32> = p.spec().modifiers.iter().map(|m| m.applied()).collect();
    assert_eq!(applied, [-1, 2]);
}

/// proves: 11.3.b
#[test]
fn r11_3_b_the_player_sets_crews_aside() {
    let mut p = Plan::open("");
    p.picks("crew:Green:1 crew:Seasoned:1 crew:Veteran:1")
        .prepare()
        .picks("check")
        .throw(6)
        .picks("check roll=6,6");
    p.picks("roll=4,4").asks("11.3.b").picks("unfit:Green").offers_no("unfit:Green").picks("unfit:Seasoned");
    p.asks("11.4.1.a").shows("/aircrew/0/unfit", 1).shows("/aircrew/1/unfit", 1).shows("/aircrew/2/unfit", 0);
}

/// proves: 11.4.a, 11.4.1.a
#[test]
fn r11_4_1_a_a_last_look_at_each_dam_and_at_no_zone() {
    let mut p = Plan::open("");
    p.on_to_recon()
        .picks("dam:Möhne")
        .throw(1)
        .picks("end:recon launch check")
        .throw(6)
        .picks("check")
        .throw(6);
    // Those looked at in the Recon Phase before too, each once.
    p.asks("11.4.1.a").offers_no("zone:Ruhr").offers("dam:Möhne");
    p.picks("dam:Eder")
        .throw(6)
        .barred("dam:Eder", "10.5.2.b")
        .shows("/points", 58)
        .picks("end:recon")
        .asks("11.5.a");
    p.shows("/risk", serde_json::json!([0, 0, 0]));
}

/// proves: 11.4.2.a, 11.4.2.b, 11.4.2.c, 10.2.3.c
#[test]
fn r11_4_2_a_right_first_then_left() {
    let mut p = Plan::open("E24");
    p.picks("request roll=2 request roll=2 crew:Green:5 crew:Green:1 draw end:requisitions play:rumor end:security");
    p.on_to_modifications()
        .picks("end:modifications end:recon launch check")
        .throw(6)
        .picks("check roll=6,6");
    p.picks("roll=6,6 end:recon").asks("10.2.3.c").picks("roll=5");
    // Two requests 4 and the Spy 5, less the Rumor 1.
    p.shows("/risk", serde_json::json!([8, 2, 1])).logged("9 right, 1 left, so 8", "11.4.2.a");
    // Never below 0.
    let mut p = Plan::open("");
    p.picks("end:requisitions play:police end:security").on_to_modifications();
    p.picks("end:modifications end:recon launch check").throw(6).picks("check roll=6,6 roll=6,6 end:recon");
    p.shows("/risk/0", 0);
}

/// proves: 11.4.2.c, 10.2.2.d, 10.2.2.j
#[test]
fn r11_4_2_c_dice_of_the_security_actions_shift_to_the_left() {
    let mut p = Plan::open("");
    p.picks(
        "groundcrew:A request roll=2 request roll=2 request roll=2 end:requisitions play:transfer remove:A",
    );
    p.picks("end:security")
        .on_to_modifications()
        .picks("end:modifications end:recon plan-on end:requisitions");
    p.picks("flip:quarantine play:rumor end:security").on_to_modifications();
    p.picks("end:modifications end:recon plan-on end:requisitions flip:ruse end:security")
        .on_to_modifications();
    p.picks("end:modifications end:recon launch check").throw(6).picks("check roll=6,6 roll=6,6 end:recon");
    p.asks("10.2.2.d").picks("roll=1").asks("10.2.2.e").picks("roll=1").asks("10.2.2.j").picks("roll=1");
    // Six right; 2, 1 and 0 by die and the Rumor left.
    p.shows("/risk/0", 2);
}

/// proves: 11.4.2.d
#[test]
fn r11_4_2_d_the_level_gives_surprise_and_alert() {
    let table = &content().tables.planning;
    let line = |level| {
        let line = table.risk_line(level);
        (line.surprise, line.alert)
    };
    assert_eq!(
        [0, 2, 3, 8, 9, 11, 12, 60].map(line),
        [(0, 0), (0, 0), (1, 1), (2, 1), (3, 2), (3, 2), (3, 3), (3, 3)]
    );
}
