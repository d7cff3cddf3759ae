//! Sprites of the board: map, lattice, places, markers and counters.
//!
//! A sprite shows a piece; it is another entity than the one the rules keep, so restoring a game never touches it.
//! Drawings are rasterised at the size in which they are seen once the zoom rests, so they stay sharp.

use std::collections::HashMap;

use bevy::asset::RenderAssetUsages;
use bevy::camera::{ScalingMode, Viewport};
use bevy::mesh::PrimitiveTopology;
use bevy::prelude::*;
use bevy::window::PrimaryWindow;
use bevy_egui::egui;

use super::layout::{Board, Place, PlaceKind};
use super::scene::{Light, Spot};
use super::stage::Stage;
use super::view::{Gauge, Plate, Shade};
use crate::client::app::WorldCamera;
use crate::client::art::Art;
use crate::client::screens::Screen;
use crate::client::settings::Settings;
use crate::client::theme::{self, Palette};
use crate::client::third_party::winit::Redraw;
use crate::kernel::ids::PieceId;

/// How long a piece moves at normal speed, in seconds.
const MOVE: f32 = 0.24;
/// How long the zoom must rest before drawings are made anew, in seconds.
const REST: f64 = 0.12;
/// The most pixels that the map is drawn with on its longer side.
const MAP_SIDE: f32 = 3600.0;

/// A sprite that shows a piece.
#[derive(Component, Clone, Copy, PartialEq, Eq, Debug)]
pub struct Shows(pub PieceId);

/// A thing of the board by what it stands for.
#[derive(Component, Clone, PartialEq, Eq, Hash, Debug)]
enum Thing {
    Map,
    Lattice,
    Place(usize),
    Marker(String),
    Piece(PieceId),
    Plate(usize),
    Ring(String),
}

/// The way of a sprite: from where to where, since when.
#[derive(Component, Clone, Copy, PartialEq, Debug)]
struct Way {
    from: Vec2,
    to: Vec2,
    since: f64,
}

/// The sprites with what the board changes of them.
type Actors<'w, 's> = Query<'w, 's, (&'static mut Sprite, &'static mut Transform, &'static mut Way)>;

/// What the sprites show now.
#[derive(Resource, Default)]
struct Cast {
    board: String,
    actors: HashMap<Thing, Entity>,
    /// The zoom in pixels of the screen a board pixel at which drawings were made.
    drawn: f32,
    /// The zoom seen last and since when.
    zoom: (f32, f64),
    /// When a sprite was last set on its way.
    moved: f64,
    /// The pictures of the map.
    maps: super::maps::Maps,
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Stage>()
        .init_resource::<Cast>()
        .add_systems(Update, (look, play, walk).chain().run_if(in_state(Screen::Table)))
        .add_systems(OnExit(Screen::Table), strike);
}

/// The template of a place's box; the art store fills its tokens.
const PLACE: &str = r#"<svg xmlns="http://www.w3.org/2000/svg" width="{{W}}" height="{{H}}" viewBox="0 0 {{W}} {{H}}"><rect x="1.5" y="1.5" width="{{IW}}" height="{{IH}}" rx="12" fill="{{FILL}}" fill-opacity="{{ALPHA}}" stroke="{{EDGE}}" stroke-width="{{LINE}}"/><text x="14" y="28" font-family="Cabin" font-weight="700" font-size="{{TYPE}}" letter-spacing="{{TRACK}}" fill="{{INK}}">{{LABEL}}</text><path d="{{PIPS_A}}" fill="{{TONE_A}}"/><path d="{{LINES_A}}" fill="none" stroke="{{TONE_A}}" stroke-width="1.2"/><path d="{{PIPS_B}}" fill="{{TONE_B}}"/><path d="{{LINES_B}}" fill="none" stroke="{{TONE_B}}" stroke-width="1.2"/></svg>"#;

/// The template of the plate on which a company stands.
const PLATE: &str = r#"<svg xmlns="http://www.w3.org/2000/svg" width="{{W}}" height="{{H}}" viewBox="0 0 {{W}} {{H}}"><rect x="1" y="1" width="{{IW}}" height="{{IH}}" rx="8" fill="{{FILL}}" fill-opacity="0.55" stroke="{{EDGE}}" stroke-width="2" stroke-dasharray="{{DASH}}"/></svg>"#;

/// The template of the ring about a marker that an offer points at.
const RING: &str = r#"<svg xmlns="http://www.w3.org/2000/svg" width="128" height="128" viewBox="0 0 128 128"><rect x="4" y="4" width="120" height="120" rx="18" fill="none" stroke="{{EDGE}}" stroke-width="8"/></svg>"#;

/// The template of a place that is a whole hex: the corners are those of a hex with a corner on top.
const HEX: &str = r#"<svg xmlns="http://www.w3.org/2000/svg" width="215" height="248" viewBox="0 0 215 248"><path d="M107.5 {{TOP}}L{{RIGHT}} 62.8V185.2L107.5 {{BOTTOM}}L{{LEFT}} 185.2V62.8z" fill="{{FILL}}" fill-opacity="{{ALPHA}}" stroke="{{EDGE}}" stroke-opacity="{{EDGE_ALPHA}}" stroke-width="{{LINE}}" stroke-linejoin="round"/><text x="107.5" y="38" text-anchor="middle" font-family="B612" font-size="28" fill="{{INK}}" fill-opacity=".8">{{NUMBER}}</text><text x="107.5" y="69" text-anchor="middle" font-family="Cabin" font-weight="700" font-size="29" letter-spacing=".4" fill="{{NAME_INK}}" stroke="{{FILL_BACK}}" stroke-width="4" stroke-opacity=".6" stroke-linejoin="round" paint-order="stroke">{{CAPTION}}</text></svg>"#;

/// Board pixels, y down, to the world, y up.
fn world(at: egui::Pos2) -> Vec2 {
    Vec2::new(at.x, -at.y)
}

/// The part of the eased way that is gone after `done` (0 to 1) of its time.
#[must_use]
pub fn ease_out(done: f32) -> f32 {
    let rest = 1.0 - done.clamp(0.0, 1.0);
    1.0 - rest * rest * rest
}

/// Points the camera at the part of the board that is seen, in the free area left by the panels.
fn look(
    stage: Res<Stage>,
    window: Query<&Window, With<PrimaryWindow>>,
    mut cameras: Query<(&mut Camera, &mut Projection, &mut Transform), With<WorldCamera>>,
) {
    let (Ok(window), Ok((mut camera, mut projection, mut transform))) =
        (window.single(), cameras.single_mut())
    else {
        return;
    };
    let free = stage.eye.free;
    let size = window.physical_size();
    let px = |points: f32| (points * stage.density).round().max(0.0) as u32;
    let min = UVec2::new(px(free.left()).min(size.x), px(free.top()).min(size.y));
    let max = UVec2::new(px(free.right()).min(size.x), px(free.bottom()).min(size.y));
    if max.x <= min.x + 1 || max.y <= min.y + 1 {
        return;
    }
    let extent = max - min;
    let fits =
        camera.viewport.as_ref().is_some_and(|v| v.physical_position == min && v.physical_size == extent);
    if !fits {
        camera.viewport =
            Some(Viewport { physical_position: min, physical_size: extent, ..Viewport::default() });
    }
    let seen = free.size() / stage.eye.zoom;
    if let Projection::Orthographic(ortho) = &mut *projection {
        ortho.scaling_mode = ScalingMode::Fixed { width: seen.x, height: seen.y };
        ortho.scale = 1.0;
    }
    let centre = world(stage.eye.centre);
    if transform.translation.truncate() != centre {
        transform.translation = centre.extend(transform.translation.z);
    }
}

/// Brings every sprite in line with the scene.
fn play(
    mut commands: Commands,
    mut stage: ResMut<Stage>,
    settings: Res<Settings>,
    time: Res<Time<Real>>,
    mut cast: ResMut<Cast>,
    mut art: Art,
    mut meshes: ResMut<Assets<Mesh>>,
    mut materials: ResMut<Assets<ColorMaterial>>,
    mut redraw: ResMut<Redraw>,
    mut sprites: Actors,
) {
    let stage = &mut *stage;
    stage.restless = false;
    let Some(board) = &stage.board else {
        clear(&mut commands, &mut cast);
        return;
    };
    let mut restless = false;
    let now = time.elapsed_secs_f64();
    let motion = settings.motion();
    let p = Palette::of(settings.colour_safe);
    let zoom = stage.eye.zoom * stage.density.max(0.1);
    if (cast.zoom.0 - zoom).abs() > zoom * 1e-4 {
        cast.zoom = (zoom, now);
        redraw.for_secs(now, 0.2);
    }
    let key = format!("{}/{}", stage.view.game, board.id);
    let fresh = cast.board != key;
    if fresh {
        clear(&mut commands, &mut cast);
        cast.board = key;
        if !board.hexed() && !board.flows() {
            lattice(&mut commands, &mut cast, board, &mut meshes, &mut materials);
        }
    }
    if fresh || now - cast.zoom.1 >= REST || cast.drawn == 0.0 {
        cast.drawn = zoom;
    } else if (cast.drawn - zoom).abs() > zoom * 1e-4 {
        restless = true;
        redraw.frames(2);
    }
    let drawn = cast.drawn;
    art.store().add("board/place", PLACE.into());
    art.store().add("board/hex", HEX.into());
    art.store().add("board/plate", PLATE.into());
    art.store().add("board/ring", RING.into());
    let mut seen: Vec<Thing> = vec![Thing::Lattice];
    let find = |list: &[(String, String)], id: &str| {
        list.iter().find(|(at, _)| at == id).map_or(String::new(), |(_, words)| words.clone())
    };
    let mut set = Setter {
        commands: &mut commands,
        cast: &mut cast,
        sprites: &mut sprites,
        now,
        motion,
        moved: false,
        turn: 0.0,
    };

    let whole = egui::Rect::from_min_size(egui::Pos2::ZERO, board.size.into());
    let groups: Vec<(String, &str)> = stage.view.groups.iter().map(|g| (format!("#{g}"), "on")).collect();
    let tokens: Vec<(&str, &str)> = groups.iter().map(|(name, on)| (name.as_str(), *on)).collect();
    let scale = drawn.min(MAP_SIDE / board.size.0.max(board.size.1));
    let name = format!("games/{}/art/{}", stage.view.game, board.art);
    if let Some(image) = set.cast.maps.ask(&mut art, &name, &tokens, pixels(whole, scale)) {
        set.put(Thing::Map, image, whole, -10.0, Color::WHITE);
        seen.push(Thing::Map);
    }
    if set.cast.maps.busy() {
        restless = true;
        redraw.frames(2);
    }

    // Where much is open, its light is soft.
    let many = stage.scene.places.iter().filter(|s| s.light == Light::Offered).count() > 8;
    for (i, (spot, place)) in stage.scene.places.iter().zip(&board.places).enumerate() {
        let image = if place.kind == PlaceKind::Hex {
            let shade = stage.view.shades.iter().find(|(id, _)| *id == place.id).map(|(_, shade)| *shade);
            let caption = find(&stage.view.captions, &place.id);
            hex_image(&mut art, &p, spot, (&place.id, &caption), (shade, many), drawn)
        } else {
            let gauges: Vec<&Gauge> = stage.view.gauges.iter().filter(|g| g.place == place.id).collect();
            let done = stage.view.shades.iter().any(|(id, shade)| *id == place.id && *shade == Shade::Done);
            place_image(&mut art, &p, spot, place, (&gauges, done), drawn)
        };
        set.put(Thing::Place(i), image, spot.area, 1.0, Color::WHITE);
        seen.push(Thing::Place(i));
    }
    for (i, (area, plate)) in stage.scene.plates.iter().enumerate().filter(|_| !stage.hidden) {
        let image = plate_image(&mut art, &p, *area, *plate, drawn);
        set.put(Thing::Plate(i), image, *area, 2.0, Color::WHITE);
        seen.push(Thing::Plate(i));
    }
    for (spot, marker) in stage.scene.markers.iter().zip(&stage.view.markers) {
        if spot.area.is_negative() {
            continue;
        }
        let name = format!("games/{}/art/{}", stage.view.game, marker.drawing);
        let tokens: Vec<(&str, &str)> = marker.tokens.iter().map(|(k, v)| (k.as_str(), v.as_str())).collect();
        let image = art.image(&name, &tokens, pixels(spot.area, drawn));
        let thing = Thing::Marker(marker.id.clone());
        set.turn = marker.nook.map_or(0.0, |nook| f32::from(nook.turn));
        // The sky lets the board through.
        let dense = marker.nook.map_or(0, |nook| nook.behind);
        let colour = if dense > 0 { Color::WHITE.with_alpha(f32::from(dense) / 100.0) } else { Color::WHITE };
        set.put(thing.clone(), image, spot.area, spot.layer, colour);
        set.turn = 0.0;
        seen.push(thing);
        if spot.light != Light::None {
            let ink = if spot.light == Light::Hovered { p.moon } else { p.brass };
            let colour = hex(ink);
            let ring = art.image("board/ring", &[("EDGE", colour.as_str())], pixels(spot.area, drawn));
            let thing = Thing::Ring(marker.id.clone());
            set.put(thing.clone(), ring, spot.area.expand(2.0), spot.layer + 0.005, Color::WHITE);
            seen.push(thing);
        }
    }
    let flash = now < stage.flash_until;
    for (spot, piece) in stage.scene.pieces.iter().zip(&stage.view.pieces) {
        if stage.hidden || spot.area.is_negative() {
            continue;
        }
        let ring = match spot.light {
            Light::None => None,
            Light::Offered if flash => Some(p.moon),
            Light::Offered => Some(theme::mix(p.brass, p.land, 0.35)),
            Light::Hovered => Some(p.moon),
            Light::Chosen => Some(p.brass),
        };
        let colour = ring.map(hex);
        let mut tokens: Vec<(&str, &str)> =
            piece.tokens.iter().map(|(k, v)| (k.as_str(), v.as_str())).collect();
        if let Some(colour) = &colour {
            tokens.push(("RING", "inline"));
            tokens.push(("RING_COLOR", colour));
        }
        let name = format!("games/{}/art/{}", stage.view.game, piece.drawing);
        let area = if spot.light == Light::Hovered { spot.area.scale_from_center(1.08) } else { spot.area };
        let image = art.image(&name, &tokens, pixels(spot.area, drawn * 1.08));
        let thing = Thing::Piece(piece.id);
        set.put(thing.clone(), image, area, spot.layer, Color::WHITE);
        seen.push(thing);
    }
    if set.moved {
        cast.moved = now;
        redraw.for_secs(now, MOVE * motion.max(0.1) + 0.05);
    }
    stage.restless = restless || now - cast.moved < f64::from(MOVE * motion) + 0.1;
    let gone: Vec<Thing> = cast.actors.keys().filter(|t| !seen.contains(t)).cloned().collect();
    for thing in gone {
        if let Some(entity) = cast.actors.remove(&thing) {
            commands.entity(entity).despawn();
        }
    }
}

/// Puts sprites where they belong.
struct Setter<'a, 'cw, 'cs, 'qw, 'qs> {
    commands: &'a mut Commands<'cw, 'cs>,
    cast: &'a mut Cast,
    sprites: &'a mut Actors<'qw, 'qs>,
    now: f64,
    motion: f32,
    moved: bool,
    /// Degrees by which the next things are turned, clockwise.
    turn: f32,
}

impl Setter<'_, '_, '_, '_, '_> {
    fn put(&mut self, thing: Thing, image: Handle<Image>, area: egui::Rect, layer: f32, colour: Color) {
        let to = world(area.center());
        let size = Vec2::new(area.width(), area.height());
        let known = self.cast.actors.get(&thing).copied();
        if let Some((mut sprite, mut transform, mut way)) = known.and_then(|e| self.sprites.get_mut(e).ok()) {
            if sprite.image != image {
                sprite.image = image;
            }
            if sprite.custom_size != Some(size) {
                sprite.custom_size = Some(size);
            }
            if sprite.color != colour {
                sprite.color = colour;
            }
            if way.to.distance(to) > 0.01 {
                let from = transform.translation.truncate();
                // Only pieces travel; the rest jumps.
                let travels = matches!(thing, Thing::Piece(_)) && self.motion > 0.0;
                *way = Way { from: if travels { from } else { to }, to, since: self.now };
                self.moved = true;
            }
            if transform.translation.z != layer {
                transform.translation.z = layer;
            }
            let rotation = Quat::from_rotation_z(-self.turn.to_radians());
            if transform.rotation != rotation {
                transform.rotation = rotation;
            }
            return;
        }
        let sprite = Sprite { image, custom_size: Some(size), color: colour, ..Sprite::default() };
        let place = Transform::from_translation(to.extend(layer))
            .with_rotation(Quat::from_rotation_z(-self.turn.to_radians()));
        let mut entity =
            self.commands.spawn((sprite, place, Way { from: to, to, since: self.now }, thing.clone()));
        if let Thing::Piece(id) = thing {
            entity.insert(Shows(id));
        }
        let id = entity.id();
        self.cast.actors.insert(thing, id);
        self.moved = true;
    }
}

/// Moves sprites along their ways.
fn walk(time: Res<Time<Real>>, settings: Res<Settings>, mut sprites: Query<(&mut Transform, &Way)>) {
    let now = time.elapsed_secs_f64();
    let length = MOVE * settings.motion();
    for (mut transform, way) in &mut sprites {
        let done = if length <= 0.0 { 1.0 } else { ((now - way.since) as f32 / length).clamp(0.0, 1.0) };
        let at = way.from.lerp(way.to, ease_out(done));
        if transform.translation.truncate() != at {
            transform.translation = at.extend(transform.translation.z);
        }
    }
}

/// The size in pixels in which an area is seen.
fn pixels(area: egui::Rect, scale: f32) -> (u32, u32) {
    let px = |units: f32| (units * scale).round().max(1.0) as u32;
    (px(area.width()), px(area.height()))
}

fn hex(c: egui::Color32) -> String {
    format!("#{:02x}{:02x}{:02x}", c.r(), c.g(), c.b())
}

/// The plate of a company: a bar of slate, its edge broken when order is lost.
fn plate_image(art: &mut Art, p: &Palette, area: egui::Rect, plate: Plate, drawn: f32) -> Handle<Image> {
    let number = |n: f32| format!("{n:.1}");
    let (edge, dash) = match plate {
        Plate::Firm => (theme::mix(p.paper, p.slate, 0.45), "none"),
        Plate::Loose => (p.loss, "7 6"),
    };
    let fields = [
        ("W", number(area.width())),
        ("H", number(area.height())),
        ("IW", number(area.width() - 2.0)),
        ("IH", number(area.height() - 2.0)),
        ("FILL", hex(p.ink)),
        ("EDGE", hex(edge)),
        ("DASH", dash.to_owned()),
    ];
    let tokens: Vec<(&str, &str)> = fields.iter().map(|(k, v)| (*k, v.as_str())).collect();
    art.image("board/plate", &tokens, pixels(area, drawn))
}

/// The pips of a level in the upper right corner of a place, by the row of the gauge among `of`: paths of those reached
/// and of all.
fn pips(width: f32, gauge: &Gauge, (row, of): (usize, usize)) -> (String, String) {
    let top = if of > 1 { 8.0 } else { 12.0 };
    let pip = |n: u8| {
        let x = width - 9.0 - f32::from(gauge.most - n) * 10.5;
        format!("M{x:.1} {:.1}h8v8h-8z", top + row as f32 * 12.0)
    };
    ((0..gauge.level.min(gauge.most)).map(pip).collect(), (0..gauge.most).map(pip).collect())
}

fn place_image(
    art: &mut Art,
    p: &Palette,
    spot: &Spot,
    place: &Place,
    (gauges, done): (&[&Gauge], bool),
    drawn: f32,
) -> Handle<Image> {
    let label = &place.label;
    let flows = place.flows();
    let (edge, line, alpha, ink) = match spot.light {
        // The ground of a map stays as it is; only its name and its levels are written on it.
        Light::None if place.kind == PlaceKind::Zone => (p.ink, "0", "0.10", p.moon),
        Light::None if done => (p.loss, "2", "0.58", p.loss),
        Light::None => (p.british, "2", "0.58", p.british),
        Light::Offered => (p.brass, "4", "0.66", p.brass),
        Light::Hovered | Light::Chosen => (p.moon, "4", "0.74", p.moon),
    };
    let number = |n: f32| format!("{n:.1}");
    let (w, h) = (spot.area.width(), spot.area.height());
    // Large type where it fits, as wide as the longest label allows.
    let letters = label.chars().count().max(1) as f32;
    let size = if flows { 22.0 } else { ((w - 26.0) / (letters * 0.76)).clamp(12.0, 27.0) };
    let words = if flows { label.clone() } else { label.to_uppercase() };
    let fields = [
        ("W", number(w)),
        ("H", number(h)),
        ("IW", number(w - 3.0)),
        ("IH", number(h - 3.0)),
        ("FILL", hex(p.ink)),
        ("ALPHA", alpha.to_owned()),
        ("EDGE", hex(edge)),
        ("LINE", line.to_owned()),
        ("INK", hex(theme::mix(ink, p.moon, 0.5))),
        ("TYPE", number(size)),
        ("TRACK", number(size * if flows { 0.02 } else { 0.09 })),
        ("LABEL", words),
    ];
    let mut fields = fields.to_vec();
    for (row, gauge) in gauges.iter().enumerate().take(2) {
        let (reached, all) = pips(w, gauge, (row, gauges.len()));
        let names = [["PIPS_A", "LINES_A", "TONE_A"], ["PIPS_B", "LINES_B", "TONE_B"]][row];
        fields.extend([(names[0], reached), (names[1], all), (names[2], hex(p.tone(gauge.tone)))]);
    }
    let tokens: Vec<(&str, &str)> = fields.iter().map(|(k, v)| (*k, v.as_str())).collect();
    art.image("board/place", &tokens, pixels(spot.area, drawn))
}

/// The picture of a hex: its number and caption, its edge by light, its ground by shade.
fn hex_image(
    art: &mut Art,
    p: &Palette,
    spot: &Spot,
    (number, caption): (&str, &str),
    (shade, many): (Option<Shade>, bool),
    drawn: f32,
) -> Handle<Image> {
    let (fill, alpha) = match (spot.light, shade) {
        (Light::Hovered | Light::Chosen, _) => (p.moon, 0.20),
        (Light::Offered, _) => (p.brass, if many { 0.05 } else { 0.14 }),
        (Light::None, Some(Shade::Ahead(move_number))) => {
            (p.loss, 0.22 - 0.05 * f32::from(move_number.clamp(1, 3)))
        }
        (Light::None, Some(Shade::Reach)) => (p.british, 0.16),
        (Light::None, Some(Shade::Site)) => (p.moon, 0.07),
        (Light::None, Some(Shade::Done)) => (p.ink, 0.3),
        (Light::None, None) => (p.ink, 0.0),
    };
    let (edge, line, edge_alpha) = match spot.light {
        Light::None => (theme::mix(p.moon, p.water, 0.25), 2.0, 0.26),
        Light::Offered if many => (p.brass, 3.0, 0.6),
        Light::Offered => (p.brass, 5.0, 0.9),
        Light::Hovered | Light::Chosen => (p.moon, 6.0, 1.0),
    };
    let number_of = |n: f32| format!("{n:.2}");
    let inset = line / 2.0;
    let fields = [
        ("TOP", number_of(inset)),
        ("BOTTOM", number_of(248.0 - inset)),
        ("LEFT", number_of(inset + 0.1)),
        ("RIGHT", number_of(214.9 - inset)),
        ("FILL", hex(fill)),
        ("ALPHA", number_of(alpha)),
        ("EDGE", hex(edge)),
        ("EDGE_ALPHA", number_of(edge_alpha)),
        ("LINE", number_of(line)),
        ("INK", hex(p.moon)),
        ("NAME_INK", hex(p.moon)),
        ("FILL_BACK", hex(p.ink)),
        ("NUMBER", number.to_owned()),
        ("CAPTION", caption.to_owned()),
    ];
    let tokens: Vec<(&str, &str)> = fields.iter().map(|(k, v)| (*k, v.as_str())).collect();
    art.image("board/hex", &tokens, pixels(spot.area, drawn))
}

/// The lattice as one mesh of lines: a pixel wide at every zoom.
fn lattice(
    commands: &mut Commands,
    cast: &mut Cast,
    board: &Board,
    meshes: &mut Assets<Mesh>,
    materials: &mut Assets<ColorMaterial>,
) {
    let points: Vec<[f32; 3]> =
        board.lattice_lines().iter().flat_map(|(a, b)| [[a.x, -a.y, 0.0], [b.x, -b.y, 0.0]]).collect();
    let mesh = Mesh::new(PrimitiveTopology::LineList, RenderAssetUsages::RENDER_WORLD)
        .with_inserted_attribute(Mesh::ATTRIBUTE_POSITION, points);
    let material = ColorMaterial::from(Color::srgba(0.75, 0.87, 0.85, 0.028));
    let entity = commands
        .spawn((
            Mesh2d(meshes.add(mesh)),
            MeshMaterial2d(materials.add(material)),
            Transform::from_xyz(0.0, 0.0, 0.0),
            Thing::Lattice,
        ))
        .id();
    cast.actors.insert(Thing::Lattice, entity);
}

fn clear(commands: &mut Commands, cast: &mut Cast) {
    for (_, entity) in cast.actors.drain() {
        commands.entity(entity).despawn();
    }
    cast.board.clear();
    cast.drawn = 0.0;
}

/// Clears the board when the table is left and gives the camera the whole window back.
fn strike(
    mut commands: Commands,
    mut cast: ResMut<Cast>,
    mut cameras: Query<&mut Camera, With<WorldCamera>>,
) {
    clear(&mut commands, &mut cast);
    for mut camera in &mut cameras {
        camera.viewport = None;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn motion_starts_fast_and_ends_at_its_goal() {
        assert!(ease_out(0.0).abs() < 1e-6 && (ease_out(1.0) - 1.0).abs() < 1e-6);
        assert!(ease_out(0.3) > 0.3);
        assert!((ease_out(7.0) - 1.0).abs() < 1e-6);
    }

    #[test]
    fn the_world_turns_y_up() {
        assert_eq!(world(egui::pos2(3.0, 4.0)), Vec2::new(3.0, -4.0));
    }
}
