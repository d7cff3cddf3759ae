//! A chart drawn as a printed table on paper.

use bevy_egui::egui::{
    Align2, CornerRadius, FontId, Rect, Response, Sense, Stroke, StrokeKind, Ui, WidgetInfo, WidgetType,
    pos2, vec2,
};

use crate::client::theme::{self, Face, size};
use crate::kernel::chart::{Chart, On, Provenance, Tone};
use crate::kernel::fraction::Fraction;

/// A chart ready to be drawn.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Sheet {
    /// Stable id.
    pub id: String,
    /// Title.
    pub title: String,
    /// The player aid's code.
    pub code: String,
    /// The clauses that send a player here.
    pub clauses: Vec<String>,
    /// The dice in words.
    pub dice: String,
    /// Column heads.
    pub columns: Vec<String>,
    /// The column read, when a roll is at hand.
    pub active: Option<usize>,
    /// Rows.
    pub rows: Vec<SheetRow>,
    /// A remark.
    pub note: String,
    /// Where its values come from: letter and words.
    pub provenance: (char, String),
}

/// A row of a sheet.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct SheetRow {
    /// What a player reads.
    pub label: String,
    /// How it strikes the roller.
    pub tone: Tone,
    /// The totals that give it, a cell for each column.
    pub cells: Vec<Cell>,
    /// Its chance, when a roll is at hand.
    pub chance: Option<Fraction>,
    /// Whether the roll hit it.
    pub stamped: bool,
}

/// A cell of a sheet.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Cell {
    /// Totals such as `2–4`.
    pub text: String,
    /// The letter of its provenance where it differs from the sheet's.
    pub mark: Option<(char, String)>,
    /// The least total in it.
    pub least: Option<i32>,
}

/// The letter of a provenance and its words.
#[must_use]
pub fn provenance(p: &Provenance) -> (char, String) {
    match p {
        Provenance::Rulebook(rule) => ('R', format!("Fixed by the rules: {rule}")),
        Provenance::Public(source) => ('P', format!("Public source: {source}")),
        Provenance::Owner(words) => ('O', format!("Typed in by the owner of a copy: {words}")),
        Provenance::Reconstructed(grounds) => ('X', format!("Reconstructed: {grounds}")),
    }
}

impl Sheet {
    /// The sheet of a chart.
    #[must_use]
    pub fn of(chart: &Chart) -> Self {
        let file = chart.file();
        let sheet_mark = provenance(&file.provenance);
        let cell = |row: &str, column: usize| {
            let bands: Vec<_> = file.columns[column].bands.iter().filter(|b| b.row == row).collect();
            let text = bands.iter().map(|b| b.on.to_string()).collect::<Vec<_>>().join(", ");
            let mark = bands
                .iter()
                .find_map(|b| b.provenance.as_ref())
                .map(provenance)
                .filter(|m| m.0 != sheet_mark.0);
            let least = bands.iter().filter_map(|b| least(b.on)).min();
            Cell {
                least, text: if text.is_empty() { "–".to_owned() } else { text.replace('-', "−") }, mark
            }
        };
        let dice = match (file.dice, file.doubles_again) {
            (crate::kernel::chart::DiceKind::One, _) => "1 die",
            (crate::kernel::chart::DiceKind::Two, false) => "2 dice",
            (crate::kernel::chart::DiceKind::Two, true) => "2 dice, doubles roll again",
            (crate::kernel::chart::DiceKind::Pair, false) => "a pair of 2 or 3 dice",
            (crate::kernel::chart::DiceKind::Pair, true) => "a pair of 2 or 3 dice, doubles roll again",
            (crate::kernel::chart::DiceKind::Sixes, _) => "as many dice as are paid for; sixes count",
        };
        Self {
            id: file.id.clone(),
            title: file.title.clone(),
            code: file.code.clone(),
            clauses: file.clauses.clone(),
            dice: dice.to_owned(),
            columns: file.columns.iter().map(|c| c.label.clone()).collect(),
            active: None,
            rows: file
                .rows
                .iter()
                .map(|row| SheetRow {
                    label: row.label.clone(),
                    tone: row.tone,
                    cells: (0..file.columns.len()).map(|c| cell(&row.id, c)).collect(),
                    chance: None,
                    stamped: false,
                })
                .collect(),
            note: file.note.clone(),
            provenance: sheet_mark,
        }
    }

    /// Whether every word of `query` stands in the title, code, columns or rows.
    #[must_use]
    pub fn matches(&self, query: &str) -> bool {
        let mut text = format!("{} {} {}", self.title, self.code, self.columns.join(" "));
        for row in &self.rows {
            text.push(' ');
            text.push_str(&row.label);
        }
        let text = text.to_lowercase();
        query.split_whitespace().all(|w| text.contains(&w.to_lowercase()))
    }
}

/// The least total of a band; none of one that is told in other ways.
fn least(on: On) -> Option<i32> {
    match on {
        On::Is(n) | On::Between(n, _) | On::From(n) => Some(n),
        On::UpTo(_) => Some(i32::MIN),
        On::Odd | On::Even | On::Else => None,
    }
}

/// The rows in the order in which they are read: where one column of several is in sight and its totals run neither
/// up nor down, by its totals.
fn in_order<'a>(sheet: &'a Sheet, shown: &[usize]) -> Vec<&'a SheetRow> {
    let mut rows: Vec<&SheetRow> = sheet.rows.iter().collect();
    let &[column] = shown else { return rows };
    let least = |row: &&SheetRow| row.cells.get(column).and_then(|cell| cell.least);
    let totals: Vec<i32> = rows.iter().filter_map(least).collect();
    if sheet.columns.len() > 1 && !totals.is_sorted() && !totals.iter().rev().is_sorted() {
        rows.sort_by_key(|row| least(row).unwrap_or(i32::MAX));
    }
    rows
}

/// Widths of the parts of a table, in points.
struct Widths {
    label: f32,
    cells: Vec<f32>,
    bar: f32,
    percent: f32,
}

const CELL_FONT: f32 = 13.0;
/// The length of a bar beside long labels, in points.
const SHORT_BAR: f32 = 46.0;

/// Draws the rows of a sheet; call it on paper. Columns that do not fit give way to the active one.
pub fn table(ui: &mut Ui, sheet: &Sheet) {
    let odds = sheet.rows.iter().any(|r| r.chance.is_some());
    let width = ui.available_width();
    let one = sheet.columns.len() == 1;
    let mut shown: Vec<usize> = (0..sheet.columns.len()).collect();
    let mut w = measure(ui, sheet, &shown, odds, width, one);
    let total = |w: &Widths| w.label + w.cells.iter().sum::<f32>() + w.bar + w.percent;
    if (total(&w) > width + 1.0 || cramped(ui, sheet, w.label - 8.0))
        && let Some(active) = sheet.active
    {
        shown = vec![active];
        w = measure(ui, sheet, &shown, odds, width, true);
    }
    if shown.len() > 1 {
        heads(ui, sheet, &shown, &w);
    } else if !one {
        let name = shown.first().map_or("", |c| sheet.columns[*c].as_str());
        ui.label(theme::small(format!("Column: {name}")).color(theme::palette(ui).paper_dim));
    }
    for row in in_order(sheet, &shown) {
        // With one column in sight, rows that it does not hold only stand in the way.
        let absent = shown.iter().all(|c| row.cells.get(*c).is_none_or(|cell| cell.text == "–"));
        if !(absent && sheet.active.is_some()) {
            table_row(ui, sheet, row, &shown, &w);
        }
    }
}

/// Whether a label does not fit into two lines, or not without breaking a word.
fn cramped(ui: &Ui, sheet: &Sheet, width: f32) -> bool {
    let font = Face::Text.at(size::BODY);
    let wide =
        |words: &str| ui.painter().layout_no_wrap(words.to_owned(), font.clone(), theme::NIGHT.ink).size().x;
    let rows = |words: &str| {
        ui.painter().layout(words.to_owned(), font.clone(), theme::NIGHT.ink, width.max(40.0)).rows.len()
    };
    sheet.rows.iter().any(|row| rows(&row.label) > 2 || row.label.split(' ').any(|word| wide(word) > width))
}

fn cell_font() -> FontId {
    Face::Mono.at(CELL_FONT)
}

fn measure(ui: &Ui, sheet: &Sheet, shown: &[usize], odds: bool, width: f32, cells_first: bool) -> Widths {
    let measure = |text: &str, font: FontId| {
        ui.painter().layout_no_wrap(text.to_owned(), font, theme::NIGHT.ink).size().x
    };
    let cells: Vec<f32> = shown
        .iter()
        .map(|c| {
            let head =
                if cells_first { 0.0 } else { measure(&sheet.columns[*c], Face::Strong.at(size::SMALL)) };
            let body =
                sheet.rows.iter().filter_map(|r| r.cells.get(*c)).map(|cell| {
                    measure(&cell.text, cell_font()) + if cell.mark.is_some() { 9.0 } else { 0.0 }
                });
            body.fold(head, f32::max) + 14.0
        })
        .collect();
    let (bar, percent): (f32, f32) = if odds { (96.0, 52.0) } else { (0.0, 0.0) };
    let label =
        sheet.rows.iter().map(|r| measure(&r.label, Face::Strong.at(size::BODY))).fold(40.0, f32::max) + 12.0;
    let (bar, all) = (bar.min(width * 0.22), cells.iter().sum::<f32>());
    // A bar gives way to labels that would need more lines.
    let bar = if label > width - all - bar - percent { bar.min(SHORT_BAR) } else { bar };
    let label = label.min((width - all - bar - percent).max(64.0));
    let bar =
        if odds { (width - label - cells.iter().sum::<f32>() - percent).clamp(24.0, 150.0) } else { 0.0 };
    Widths { label, cells, bar, percent }
}

fn heads(ui: &mut Ui, sheet: &Sheet, shown: &[usize], w: &Widths) {
    let p = theme::palette(ui);
    let (rect, _) = ui.allocate_exact_size(vec2(ui.available_width(), 20.0), Sense::hover());
    let mut x = rect.left() + w.label;
    for (c, cell_width) in shown.iter().zip(&w.cells) {
        let cell = Rect::from_min_size(pos2(x, rect.top()), vec2(*cell_width, rect.height()));
        if sheet.active == Some(*c) {
            ui.painter().rect_filled(
                cell,
                CornerRadius { nw: 4, ne: 4, sw: 0, se: 0 },
                theme::fade(p.brass, 0.4),
            );
        }
        ui.painter().text(
            cell.center(),
            Align2::CENTER_CENTER,
            &sheet.columns[*c],
            Face::Strong.at(size::SMALL),
            p.ink,
        );
        x += cell_width;
    }
    ui.painter().hline(
        rect.x_range(),
        rect.bottom(),
        Stroke::new(1.0, theme::mix(p.paper_shade, p.ink, 0.3)),
    );
}

fn table_row(ui: &mut Ui, sheet: &Sheet, row: &SheetRow, shown: &[usize], w: &Widths) -> Response {
    let p = theme::palette(ui);
    let cells_first = shown.len() == 1;
    let label_face = if row.stamped { Face::Bold } else { Face::Text };
    let impossible = row.chance.is_some_and(|c| c.num == 0);
    let ink = if impossible && !row.stamped { theme::mix(p.paper_dim, p.paper, 0.35) } else { p.ink };
    let label =
        ui.painter().layout(row.label.clone(), label_face.at(size::BODY), ink, (w.label - 8.0).max(40.0));
    let height = (label.size().y + 8.0).max(26.0);
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), height), Sense::hover());
    if row.stamped {
        let colour = p.tone(row.tone);
        ui.painter().rect(
            rect.expand2(vec2(6.0, 0.0)),
            theme::CHIP,
            theme::fade(colour, 0.22),
            Stroke::new(2.0, theme::darker(colour, 0.8)),
            StrokeKind::Inside,
        );
    }
    let label_x = if cells_first { rect.left() + w.cells.iter().sum::<f32>() } else { rect.left() };
    let mut x = if cells_first { rect.left() } else { rect.left() + w.label };
    for (c, cell_width) in shown.iter().zip(&w.cells) {
        let area = Rect::from_min_size(pos2(x, rect.top()), vec2(*cell_width, height));
        if sheet.active == Some(*c) && !cells_first && !row.stamped {
            ui.painter().rect_filled(area, 0.0, theme::fade(p.brass, 0.16));
        }
        if let Some(cell) = row.cells.get(*c) {
            let (at, align) = if cells_first {
                (area.left_center(), Align2::LEFT_CENTER)
            } else {
                (area.center(), Align2::CENTER_CENTER)
            };
            let drawn = ui.painter().text(at, align, &cell.text, cell_font(), ink);
            if let Some((mark, words)) = &cell.mark {
                let at = pos2(drawn.right() + 1.0, drawn.top() - 1.0);
                let area = ui.painter().text(at, Align2::LEFT_TOP, mark, Face::Strong.at(9.0), p.brass_ink);
                ui.interact(area.expand(4.0), response.id.with(("mark", *c)), Sense::hover())
                    .on_hover_text(words);
            }
        }
        x += cell_width;
    }
    let label_at = pos2(label_x, rect.center().y - label.size().y / 2.0);
    ui.painter().galley(label_at, label, ink);
    if let Some(chance) = row.chance {
        let right = rect.right();
        let percent = pos2(right, rect.center().y);
        ui.painter().text(
            percent,
            Align2::RIGHT_CENTER,
            chance.percent(),
            Face::FigureBold.at(CELL_FONT),
            ink,
        );
        let bar = Rect::from_min_size(
            pos2(right - w.percent - w.bar + 4.0, rect.center().y - 6.0),
            vec2(w.bar - 8.0, 12.0),
        );
        let colour = p.tone(row.tone);
        ui.painter().rect_filled(bar, 3.0, theme::fade(colour, 0.14));
        let share = chance.value() as f32;
        if chance.num > 0 {
            let filled = Rect::from_min_size(bar.min, vec2((bar.width() * share).max(2.0), bar.height()));
            ui.painter().rect_filled(filled, 3.0, colour);
        }
    }
    let spoken = spoken(row, shown);
    response.widget_info(|| WidgetInfo::labeled(WidgetType::Label, true, &spoken));
    match row.chance {
        Some(chance) => response.on_hover_text(format!("{}: {chance} = {}", row.label, chance.percent())),
        None => response,
    }
}

/// What a screen reader says for a row.
fn spoken(row: &SheetRow, shown: &[usize]) -> String {
    let cells: Vec<&str> = shown.iter().filter_map(|c| row.cells.get(*c)).map(|c| c.text.as_str()).collect();
    let mut words = format!("{}: {}", row.label, cells.join(" | "));
    if let Some(chance) = row.chance {
        words.push_str(&format!(", {}", chance.percent()));
    }
    if row.stamped {
        words.push_str(", hit");
    }
    words
}
