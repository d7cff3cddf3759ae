//! The look of the client: colours, type and spacing of an operations room after dark.
//!
//! Panels take their colours from [`palette`] and their type from the functions below, so that the colour-safe set
//! and the scale apply everywhere. Sizes are points at scale 1; the window's scale multiplies them.

use std::sync::Arc;

use bevy_egui::egui::{
    self, Color32, Context, CornerRadius, FontData, FontDefinitions, FontFamily, FontId, Id, Margin,
    RichText, Shadow, Stroke, Style, TextStyle, Ui, Vec2, Visuals,
};

use crate::kernel::chart::Tone;

/// The colours of the client.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Palette {
    /// Ink: text on paper and brass, the darkest ground.
    pub ink: Color32,
    /// Slate: ground of the room.
    pub slate: Color32,
    /// Ground of panels.
    pub panel: Color32,
    /// Ground of cards and list rows, a shade lighter than panels when hovered.
    pub raised: Color32,
    /// One-pixel edges.
    pub edge: Color32,
    /// Quiet text on dark ground.
    pub dim: Color32,
    /// Text on dark ground.
    pub text: Color32,
    /// Paper of charts and orders.
    pub paper: Color32,
    /// Shade on paper.
    pub paper_shade: Color32,
    /// Quiet text on paper.
    pub paper_dim: Color32,
    /// Attention: current, selected, default.
    pub brass: Color32,
    /// Brass as text on paper.
    pub brass_ink: Color32,
    /// Codes and headings.
    pub moon: Color32,
    /// Moonlit water.
    pub water: Color32,
    /// Deep water.
    pub water_deep: Color32,
    /// Land at night.
    pub land: Color32,
    /// Welcome results.
    pub good: Color32,
    /// Unwelcome results.
    pub loss: Color32,
    /// Neither.
    pub plain: Color32,
    /// British pieces; Seasoned crews.
    pub british: Color32,
    /// German pieces.
    pub german: Color32,
    /// Bone of dice.
    pub bone: Color32,
}

const fn rgb(hex: u32) -> Color32 {
    Color32::from_rgb((hex >> 16) as u8, (hex >> 8) as u8, hex as u8)
}

/// The usual set.
pub const NIGHT: Palette = Palette {
    ink: rgb(0x0010_161d),
    slate: rgb(0x0018_222c),
    panel: rgb(0x001e_2a35),
    raised: rgb(0x0026_3440),
    edge: rgb(0x0033_424f),
    dim: rgb(0x0093_a0a8),
    text: rgb(0x00e4_e6e1),
    paper: rgb(0x00e9_e2d0),
    paper_shade: rgb(0x00d8_cfb8),
    paper_dim: rgb(0x006d_6758),
    brass: rgb(0x00c9_a227),
    brass_ink: rgb(0x0076_5a0a),
    moon: rgb(0x00f4_ecd0),
    water: rgb(0x0016_384a),
    water_deep: rgb(0x000f_2634),
    land: rgb(0x0013_221d),
    good: rgb(0x007f_a65a),
    loss: rgb(0x00c8_553d),
    plain: rgb(0x008a_8471),
    british: rgb(0x005b_8fb0),
    german: rgb(0x008c_5a4a),
    bone: rgb(0x00f1_ead6),
};

/// The colour-safe set: welcome is blue, unwelcome is orange.
pub const SAFE: Palette = Palette { good: rgb(0x004f_9bd8), loss: rgb(0x00e0_8a2b), ..NIGHT };

impl Palette {
    /// The set for the setting "colour-safe palette".
    #[must_use]
    pub fn of(colour_safe: bool) -> Self {
        if colour_safe { SAFE } else { NIGHT }
    }

    /// The colour of a tone on dark ground and in bars.
    #[must_use]
    pub fn tone(&self, tone: Tone) -> Color32 {
        match tone {
            Tone::Good => self.good,
            Tone::Bad => self.loss,
            Tone::Plain => self.plain,
        }
    }

    /// The colour of a tone as text on paper, dark enough to read.
    #[must_use]
    pub fn tone_on_paper(&self, tone: Tone) -> Color32 {
        match tone {
            Tone::Good => darker(self.good, 0.58),
            Tone::Bad => darker(self.loss, 0.6),
            Tone::Plain => self.ink,
        }
    }
}

/// `colour` with its channels scaled by `by` (0 to 1).
#[must_use]
pub fn darker(colour: Color32, by: f32) -> Color32 {
    let scale = |c: u8| (f32::from(c) * by.clamp(0.0, 1.0)).round() as u8;
    Color32::from_rgb(scale(colour.r()), scale(colour.g()), scale(colour.b()))
}

/// A mix of two colours: `t` = 0 gives `a`, 1 gives `b`.
#[must_use]
pub fn mix(a: Color32, b: Color32, t: f32) -> Color32 {
    let t = t.clamp(0.0, 1.0);
    let m = |a: u8, b: u8| (f32::from(a) + (f32::from(b) - f32::from(a)) * t).round() as u8;
    Color32::from_rgb(m(a.r(), b.r()), m(a.g(), b.g()), m(a.b(), b.b()))
}

/// `colour` at `alpha` (0 to 1).
#[must_use]
pub fn fade(colour: Color32, alpha: f32) -> Color32 {
    colour.gamma_multiply(alpha.clamp(0.0, 1.0))
}

/// Corners of chips, in points.
pub const CHIP: CornerRadius = CornerRadius::same(4);
/// Corners of cards, in points.
pub const CARD: CornerRadius = CornerRadius::same(8);
/// Corners of places and paper, in points.
pub const PLACE: CornerRadius = CornerRadius::same(10);
/// The spacing grid, in points.
pub const GRID: f32 = 4.0;

/// A typeface of the client.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Face {
    /// Cabin: running text.
    Text,
    /// Cabin semi-bold: names and buttons.
    Strong,
    /// Cabin bold: headings.
    Bold,
    /// B612: figures in text.
    Figure,
    /// B612 bold.
    FigureBold,
    /// B612 Mono: codes, tabular figures.
    Mono,
    /// B612 Mono bold.
    MonoBold,
    /// Courier Prime: log and orders.
    Typed,
    /// Courier Prime bold.
    TypedBold,
}

impl Face {
    /// All faces.
    pub const ALL: [Self; 9] = [
        Self::Text,
        Self::Strong,
        Self::Bold,
        Self::Figure,
        Self::FigureBold,
        Self::Mono,
        Self::MonoBold,
        Self::Typed,
        Self::TypedBold,
    ];

    fn name(self) -> &'static str {
        match self {
            Self::Text => "cabin",
            Self::Strong => "cabin-semibold",
            Self::Bold => "cabin-bold",
            Self::Figure => "b612",
            Self::FigureBold => "b612-bold",
            Self::Mono => "b612-mono",
            Self::MonoBold => "b612-mono-bold",
            Self::Typed => "courier-prime",
            Self::TypedBold => "courier-prime-bold",
        }
    }

    fn data(self) -> &'static [u8] {
        match self {
            Self::Text => include_bytes!("../../assets/fonts/Cabin-Regular.otf"),
            Self::Strong => include_bytes!("../../assets/fonts/Cabin-SemiBold.otf"),
            Self::Bold => include_bytes!("../../assets/fonts/Cabin-Bold.otf"),
            Self::Figure => include_bytes!("../../assets/fonts/B612-Regular.otf"),
            Self::FigureBold => include_bytes!("../../assets/fonts/B612-Bold.otf"),
            Self::Mono => include_bytes!("../../assets/fonts/B612Mono-Regular.otf"),
            Self::MonoBold => include_bytes!("../../assets/fonts/B612Mono-Bold.otf"),
            Self::Typed => include_bytes!("../../assets/fonts/CourierPrime-Regular.otf"),
            Self::TypedBold => include_bytes!("../../assets/fonts/CourierPrime-Bold.otf"),
        }
    }

    /// The egui family of this face.
    #[must_use]
    pub fn family(self) -> FontFamily {
        match self {
            Self::Text => FontFamily::Proportional,
            Self::Mono => FontFamily::Monospace,
            other => FontFamily::Name(other.name().into()),
        }
    }

    /// This face at `size` points.
    #[must_use]
    pub fn at(self, size: f32) -> FontId {
        FontId::new(size, self.family())
    }
}

/// The five sizes of type, in points at scale 1.
pub mod size {
    /// Notes and clauses.
    pub const SMALL: f32 = 12.0;
    /// Running text.
    pub const BODY: f32 = 14.0;
    /// Names on cards, totals.
    pub const LARGE: f32 = 16.0;
    /// Headings.
    pub const HEADING: f32 = 20.0;
    /// Titles and outcomes.
    pub const TITLE: f32 = 28.0;
}

/// The client's fonts; glyphs that they lack come from egui's own.
#[must_use]
pub fn fonts() -> FontDefinitions {
    let mut fonts = FontDefinitions::default();
    let fallback = fonts.families.get(&FontFamily::Proportional).cloned().unwrap_or_default();
    for face in Face::ALL {
        fonts.font_data.insert(face.name().to_owned(), Arc::new(FontData::from_static(face.data())));
        // B612 has the arrows that the others lack.
        let mut list = vec![face.name().to_owned(), Face::Figure.name().to_owned()];
        list.extend(fallback.iter().cloned());
        fonts.families.insert(face.family(), list);
    }
    fonts
}

/// The egui style for a palette.
#[must_use]
pub fn style(p: &Palette) -> Style {
    let text_styles = [
        (TextStyle::Small, Face::Text.at(size::SMALL)),
        (TextStyle::Body, Face::Text.at(size::BODY)),
        (TextStyle::Button, Face::Strong.at(size::BODY)),
        (TextStyle::Heading, Face::Strong.at(size::HEADING)),
        (TextStyle::Monospace, Face::Mono.at(size::SMALL)),
    ]
    .into();
    let mut style = Style { text_styles, animation_time: 0.12, visuals: visuals(p), ..Style::default() };
    let s = &mut style.spacing;
    s.item_spacing = Vec2::new(8.0, 4.0);
    s.button_padding = Vec2::new(12.0, 6.0);
    s.window_margin = Margin::same(16);
    s.menu_margin = Margin::same(8);
    s.interact_size = Vec2::new(40.0, 28.0);
    s.indent = 16.0;
    s.scroll.floating = true;
    s.scroll.bar_width = 8.0;
    s.tooltip_width = 360.0;
    style
}

fn visuals(p: &Palette) -> Visuals {
    let mut v = Visuals::dark();
    v.override_text_color = None;
    v.hyperlink_color = p.brass;
    v.faint_bg_color = mix(p.slate, p.panel, 0.5);
    v.extreme_bg_color = p.ink;
    v.text_edit_bg_color = Some(p.ink);
    v.code_bg_color = p.ink;
    v.warn_fg_color = p.brass;
    v.error_fg_color = p.loss;
    v.weak_text_color = Some(p.dim);
    v.window_corner_radius = PLACE;
    v.window_fill = p.panel;
    v.window_stroke = Stroke::new(1.0, p.edge);
    v.window_shadow = Shadow { offset: [0, 8], blur: 24, spread: 0, color: Color32::from_black_alpha(120) };
    v.popup_shadow = Shadow { offset: [0, 4], blur: 12, spread: 0, color: Color32::from_black_alpha(110) };
    v.menu_corner_radius = CARD;
    v.panel_fill = p.panel;
    v.selection.bg_fill = fade(p.brass, 0.35);
    v.selection.stroke = Stroke::new(1.0, p.brass);
    v.text_cursor.stroke = Stroke::new(2.0, p.brass);
    v.text_cursor.blink = false;
    v.slider_trailing_fill = true;
    v.disabled_alpha = 0.55;
    let w = &mut v.widgets;
    for (state, fill, edge, text) in [
        (&mut w.noninteractive, p.panel, p.edge, p.text),
        (&mut w.inactive, p.slate, p.edge, p.text),
        (&mut w.hovered, p.raised, mix(p.edge, p.dim, 0.6), p.moon),
        (&mut w.active, p.raised, p.brass, p.moon),
        (&mut w.open, p.raised, p.brass, p.moon),
    ] {
        state.bg_fill = fill;
        state.weak_bg_fill = fill;
        state.bg_stroke = Stroke::new(1.0, edge);
        state.fg_stroke = Stroke::new(1.0, text);
        state.corner_radius = CHIP;
        state.expansion = 0.0;
    }
    v
}

fn palette_id() -> Id {
    Id::new("bombers-moon palette")
}

/// Installs fonts and style. Call once when the window opens and again when the palette changes.
pub fn install(ctx: &Context, palette: Palette) {
    ctx.set_fonts(fonts());
    restyle(ctx, palette);
}

/// Changes the palette without touching the fonts.
pub fn restyle(ctx: &Context, palette: Palette) {
    ctx.set_theme(egui::Theme::Dark);
    ctx.set_global_style(style(&palette));
    ctx.data_mut(|d| d.insert_temp(palette_id(), palette));
}

/// The palette in force.
#[must_use]
pub fn palette(ui: &Ui) -> Palette {
    ui.data(|d| d.get_temp(palette_id())).unwrap_or(NIGHT)
}

/// Text of a face and size.
#[must_use]
pub fn text(words: impl Into<String>, face: Face, size: f32) -> RichText {
    RichText::new(words).font(face.at(size))
}

/// Running text.
#[must_use]
pub fn body(words: impl Into<String>) -> RichText {
    text(words, Face::Text, size::BODY)
}

/// Small text.
#[must_use]
pub fn small(words: impl Into<String>) -> RichText {
    text(words, Face::Text, size::SMALL)
}

/// A name.
#[must_use]
pub fn strong(words: impl Into<String>) -> RichText {
    text(words, Face::Strong, size::BODY)
}

/// A heading.
#[must_use]
pub fn heading(words: impl Into<String>) -> RichText {
    text(words, Face::Strong, size::HEADING)
}

/// A title or an outcome.
#[must_use]
pub fn title(words: impl Into<String>) -> RichText {
    text(words, Face::Bold, size::TITLE)
}

/// A code or figure in a column.
#[must_use]
pub fn mono(words: impl Into<String>) -> RichText {
    text(words, Face::Mono, size::BODY)
}

/// A line of a signals log.
#[must_use]
pub fn typed(words: impl Into<String>) -> RichText {
    text(words, Face::Typed, size::BODY)
}

/// Small capitals with wide tracking, for labels of sections.
#[must_use]
pub fn caps(words: &str) -> RichText {
    text(words.to_uppercase(), Face::Strong, size::SMALL).extra_letter_spacing(1.4)
}

/// A number with its sign as the rules print it: `+2`, `−1`, `0`.
#[must_use]
pub fn signed(n: i32) -> String {
    match n {
        0 => "0".to_owned(),
        n if n > 0 => format!("+{n}"),
        n => format!("−{}", n.unsigned_abs()),
    }
}

/// A number with a true minus sign and no plus sign.
#[must_use]
pub fn number(n: i32) -> String {
    if n < 0 { format!("−{}", n.unsigned_abs()) } else { n.to_string() }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Relative luminance as WCAG defines it.
    fn luminance(c: Color32) -> f32 {
        let lin = |v: u8| {
            let v = f32::from(v) / 255.0;
            if v <= 0.040_45 { v / 12.92 } else { ((v + 0.055) / 1.055).powf(2.4) }
        };
        0.2126 * lin(c.r()) + 0.7152 * lin(c.g()) + 0.0722 * lin(c.b())
    }
    fn contrast(a: Color32, b: Color32) -> f32 {
        let (a, b) = (luminance(a), luminance(b));
        (a.max(b) + 0.05) / (a.min(b) + 0.05)
    }

    #[test]
    fn c37_text_keeps_its_contrast_in_both_sets() {
        for p in [NIGHT, SAFE] {
            for ground in [p.slate, p.panel] {
                assert!(contrast(p.text, ground) > 7.0);
                assert!(contrast(p.dim, ground) > 4.5);
                assert!(contrast(p.brass, ground) > 4.5);
            }
            assert!(contrast(p.ink, p.paper) > 7.0);
            assert!(contrast(p.paper_dim, p.paper) > 4.0);
            assert!(contrast(p.brass_ink, p.paper) > 4.5);
            assert!(contrast(p.ink, p.brass) > 4.5);
            for tone in [Tone::Good, Tone::Bad, Tone::Plain] {
                assert!(contrast(p.tone_on_paper(tone), p.paper) > 4.0, "{tone:?} {p:?}");
            }
        }
    }

    #[test]
    fn signs_are_true_signs() {
        assert_eq!(signed(2), "+2");
        assert_eq!(signed(-1), "−1");
        assert_eq!(number(-3), "−3");
    }

    #[test]
    fn fonts_hold_every_face() {
        let fonts = fonts();
        for face in Face::ALL {
            let list = &fonts.families[&face.family()];
            assert_eq!(list[0], face.name());
            assert!(fonts.font_data.contains_key(face.name()));
        }
    }
}
