//! What a night and a game came to: who leads, points by cause, and the debriefing.

use super::*;

fn leads(margin: i32) -> String {
    match margin.signum() {
        1 => format!("Britain leads by {margin}"),
        -1 => format!("Germany leads by {}", -margin),
        _ => "Both sides are level".to_owned(),
    }
}

/// Who leads in a match with sides swapped, reckoned by player.
pub(super) fn match_leads(margin: i32) -> String {
    match margin.signum() {
        1 => format!("The first British player leads the match by {margin}"),
        -1 => format!("The first German player leads the match by {}", -margin),
        _ => "The match is level".to_owned(),
    }
}

fn bars_of(title: String, nights: &[Vec<CauseView>], close: String) -> BarsView {
    let mut bars: Vec<BarView> = Vec::new();
    for cause in nights.iter().flatten() {
        match bars.iter_mut().find(|b| b.label == cause.label) {
            Some(bar) => bar.points += cause.points,
            None => bars.push(BarView {
                label: cause.label.to_owned(),
                points: cause.points,
                side: usize::from(cause.side == Side::Germany),
            }),
        }
    }
    BarsView { title, sides: [Side::Britain, Side::Germany].map(|s| s.label().to_owned()), bars, close }
}

/// The points of a night by cause.
pub(super) fn night_bars(v: &DuelView, night: usize) -> BarsView {
    let nights = v.nights.get(night..=night).unwrap_or_default();
    let close = match (v.swap, v.nights.len()) {
        (true, 1) => format!("{}; now the sides change", match_leads(v.margin)),
        (true, _) => match_leads(v.margin),
        _ => leads(v.marker),
    };
    bars_of(format!("Night {}", night + 1), nights, close)
}

pub(super) fn debrief(table: &Table, v: &DuelView) -> DebriefView {
    let label = table.outcome().map_or(String::new(), |o| o.label.clone());
    let swap = v.swap;
    let outcome = match label.as_str() {
        "Draw" => "A draw".to_owned(),
        "" => "The night goes on".to_owned(),
        who => format!("{who} wins"),
    };
    let margin = v.margin.abs();
    let text = match (label.as_str(), swap) {
        ("Draw", _) => "The marker ends where it began.".to_owned(),
        (_, true) => format!("{}.", match_leads(v.margin)),
        (who, _) => format!("The marker ends on {} {margin}.", who.get(..1).unwrap_or("")),
    };
    let lost = v.squadrons.iter().filter(|s| s.out.is_some()).count();
    let mut fates = vec![Fate {
        code: "Bomber".to_owned(),
        fate: match v.bomber.target {
            Some(hex) => {
                let name = data(table).map_or(String::new(), |d| d.tables.board.name(hex).to_owned());
                format!("struck {name} on move {}", v.bomber.struck.unwrap_or(0))
            }
            None => "brought its bombs home".to_owned(),
        },
        tone: if v.bomber.target.is_some() { Tone::Good } else { Tone::Plain },
        way: v.bomber.path.iter().map(u8::to_string).collect(),
        ..Fate::default()
    }];
    fates.push(Fate {
        code: "Mosquito".to_owned(),
        fate: if v.mosquito.down { "home" } else { "stayed down" }.to_owned(),
        // Over several nights its ways would run into one another.
        piece: (v.nights.len() < 2).then_some(v.mosquito.id),
        ..Fate::default()
    });
    fates.extend(v.squadrons.iter().map(|s| Fate {
        code: s.code.to_owned(),
        fate: match s.out {
            Some("night") => "ditched on land".to_owned(),
            Some(_) => "lost at sea".to_owned(),
            None => format!("on the ground, {} of {} lines of fuel", s.fuel, s.dial),
        },
        tone: if s.out.is_some() { Tone::Bad } else { Tone::Plain },
        ..Fate::default()
    }));
    let mut bars: Vec<BarsView> = Vec::new();
    if v.nights.len() > 1 {
        bars.push(bars_of("All nights".to_owned(), &v.nights, String::new()));
    }
    bars.extend((0..v.nights.len()).map(|n| BarsView { close: String::new(), ..night_bars(v, n) }));
    let mut notes = Vec::new();
    if let Some(stamps) = Some(&table.header().stamps).filter(|s| !s.is_empty()) {
        notes.push(format!("Stamped: {}.", stamps.iter().cloned().collect::<Vec<_>>().join(", ")));
    }
    DebriefView {
        scenario: v.title.clone(),
        outcome,
        text,
        tone: match (label.as_str(), v.side) {
            ("Britain", Side::Britain) | ("Germany", Side::Germany) => Tone::Good,
            ("Britain" | "Germany", _) => Tone::Bad,
            _ => Tone::Plain,
        },
        figures: vec![
            (number(v.gross.0), "points of Britain".to_owned()),
            (number(v.gross.1), "points of Germany".to_owned()),
            (lost.to_string(), "squadrons out".to_owned()),
        ],
        fates,
        bars,
        sides: [Side::Britain.label(), Side::Germany.label()],
        notes,
        ..DebriefView::default()
    }
}
