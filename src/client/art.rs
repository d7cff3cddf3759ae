//! The art: SVG drawings as assets, turned into pixels at the size that is shown.
//!
//! A drawing is named by its path under the asset folder without `.svg`. Tokens `{{NAME}}` in its text are replaced
//! before it is rasterised; a token `#id` with the value `on` shows a hidden group. Pictures are kept by name, tokens
//! and size until room is needed, so that a zoom draws anew and stays sharp.

use std::collections::HashMap;
use std::path::Path;
use std::sync::Arc;

use bevy::asset::io::Reader;
use bevy::asset::{AssetLoader, LoadContext, RenderAssetUsages};
use bevy::ecs::system::SystemParam;
use bevy::prelude::*;
use bevy::render::render_resource::{Extent3d, TextureDimension, TextureFormat};
use bevy_egui::egui;
use resvg::{tiny_skia, usvg};

/// The longest side of a picture in pixels.
const MAX_SIDE: u32 = 4096;
/// How many bytes of pictures are kept.
const ROOM: usize = 96 << 20;

/// A drawing as text.
#[derive(Asset, TypePath, Clone, Debug)]
pub struct Drawing(pub Arc<str>);

/// Why a drawing cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum DrawingError {
    /// The file cannot be read.
    #[error("cannot be read: {0}")]
    Read(#[from] std::io::Error),
    /// It is not text.
    #[error("is not UTF-8 text")]
    Text,
}

/// Reads `.svg` files.
#[derive(Default, TypePath)]
struct DrawingLoader;

impl AssetLoader for DrawingLoader {
    type Asset = Drawing;
    type Settings = ();
    type Error = DrawingError;

    async fn load(
        &self,
        reader: &mut dyn Reader,
        _settings: &(),
        _context: &mut LoadContext<'_>,
    ) -> Result<Drawing, DrawingError> {
        let mut bytes = Vec::new();
        reader.read_to_end(&mut bytes).await?;
        let text = String::from_utf8(bytes).map_err(|_| DrawingError::Text)?;
        Ok(Drawing(text.into()))
    }

    fn extensions(&self) -> &[&str] {
        &["svg"]
    }
}

/// A token and what stands for it.
pub type Token<'a> = (&'a str, &'a str);

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
struct Key {
    name: String,
    tokens: Vec<(String, String)>,
    px: (u32, u32),
}

#[derive(Clone)]
enum Picture {
    Sprite(Handle<Image>),
    Texture(egui::TextureHandle),
}

struct Kept {
    picture: Picture,
    bytes: usize,
    used: u64,
}

/// All drawings by name, and the pictures made of them.
#[derive(Resource)]
pub struct ArtStore {
    drawings: HashMap<String, Arc<str>>,
    fonts: Arc<usvg::fontdb::Database>,
    sprites: HashMap<Key, Kept>,
    textures: HashMap<Key, Kept>,
    clock: u64,
    missing: Vec<String>,
}

impl ArtStore {
    /// An empty store that writes text with the fonts of a folder.
    #[must_use]
    pub fn new(fonts: &Path) -> Self {
        let mut db = usvg::fontdb::Database::new();
        db.load_fonts_dir(fonts);
        db.set_sans_serif_family("Cabin");
        db.set_serif_family("Courier Prime");
        db.set_monospace_family("B612 Mono");
        Self {
            drawings: HashMap::new(),
            fonts: Arc::new(db),
            sprites: HashMap::new(),
            textures: HashMap::new(),
            clock: 0,
            missing: Vec::new(),
        }
    }

    /// A store with every drawing under an asset folder, read at once; for tests and tools.
    #[must_use]
    pub fn from_folder(assets: &Path) -> Self {
        let mut store = Self::new(&assets.join("fonts"));
        let mut folders = vec![assets.to_path_buf()];
        while let Some(folder) = folders.pop() {
            for entry in std::fs::read_dir(&folder).into_iter().flatten().flatten() {
                let path = entry.path();
                if path.is_dir() {
                    folders.push(path);
                } else if path.extension().is_some_and(|e| e == "svg")
                    && let (Ok(text), Ok(name)) = (std::fs::read_to_string(&path), path.strip_prefix(assets))
                {
                    store.add(&name.to_string_lossy(), text.into());
                }
            }
        }
        store
    }

    /// Adds a drawing under its path.
    pub fn add(&mut self, path: &str, text: Arc<str>) {
        self.drawings.insert(name_of(path), text);
    }

    /// The names of all drawings, sorted.
    #[must_use]
    pub fn names(&self) -> Vec<&str> {
        let mut names: Vec<&str> = self.drawings.keys().map(String::as_str).collect();
        names.sort_unstable();
        names
    }

    /// Whether there is such a drawing.
    #[must_use]
    pub fn has(&self, name: &str) -> bool {
        self.drawings.contains_key(&name_of(name))
    }

    /// The size that a drawing states for itself, in its own units.
    #[must_use]
    pub fn size(&self, name: &str) -> Option<Vec2> {
        let tree = self.drawing(name)?.tree(&[])?;
        Some(Vec2::new(tree.size().width(), tree.size().height()))
    }

    /// A drawing to be drawn elsewhere, such as in another thread.
    #[must_use]
    pub fn drawing(&self, name: &str) -> Option<Loose> {
        let text = self.drawings.get(&name_of(name))?;
        Some(Loose { text: Arc::clone(text), fonts: Arc::clone(&self.fonts) })
    }

    /// Draws: the whole drawing, as large as fits in `px`, centred. Pixels are premultiplied.
    #[must_use]
    pub fn draw(&self, name: &str, tokens: &[Token], px: (u32, u32)) -> Option<tiny_skia::Pixmap> {
        self.drawing(name)?.draw(tokens, px)
    }

    /// A drawing as a texture of the interface. A drawing that is not there gives a transparent one.
    pub fn texture(
        &mut self,
        ctx: &egui::Context,
        name: &str,
        tokens: &[Token],
        px: (u32, u32),
    ) -> egui::TextureId {
        let key = key(name, tokens, px);
        self.clock += 1;
        let clock = self.clock;
        if let Some(kept) = self.textures.get_mut(&key) {
            kept.used = clock;
            if let Picture::Texture(handle) = &kept.picture {
                return handle.id();
            }
        }
        let image = match self.draw(name, tokens, px) {
            Some(p) => {
                egui::ColorImage::from_rgba_premultiplied([p.width() as usize, p.height() as usize], p.data())
            }
            None => {
                self.miss(name);
                egui::ColorImage::filled([1, 1], egui::Color32::TRANSPARENT)
            }
        };
        let bytes = image.pixels.len() * 4;
        let handle = ctx.load_texture(name, image, egui::TextureOptions::LINEAR);
        let id = handle.id();
        make_room(&mut self.textures, bytes);
        self.textures.insert(key, Kept { picture: Picture::Texture(handle), bytes, used: clock });
        id
    }

    /// A drawing as an image for sprites. A drawing that is not there gives a transparent one.
    pub fn image(
        &mut self,
        images: &mut Assets<Image>,
        name: &str,
        tokens: &[Token],
        px: (u32, u32),
    ) -> Handle<Image> {
        let key = key(name, tokens, px);
        self.clock += 1;
        let clock = self.clock;
        if let Some(kept) = self.sprites.get_mut(&key) {
            kept.used = clock;
            if let Picture::Sprite(handle) = &kept.picture {
                return handle.clone();
            }
        }
        let (size, data) = match self.draw(name, tokens, px) {
            Some(p) => ((p.width(), p.height()), straight(&p)),
            None => {
                self.miss(name);
                ((1, 1), vec![0; 4])
            }
        };
        let bytes = data.len();
        let handle = images.add(Image::new(
            Extent3d { width: size.0, height: size.1, depth_or_array_layers: 1 },
            TextureDimension::D2,
            data,
            TextureFormat::Rgba8UnormSrgb,
            RenderAssetUsages::RENDER_WORLD,
        ));
        make_room(&mut self.sprites, bytes);
        self.sprites.insert(key, Kept { picture: Picture::Sprite(handle.clone()), bytes, used: clock });
        handle
    }

    /// Notes a drawing that is not there, once.
    fn miss(&mut self, name: &str) {
        if !self.missing.iter().any(|m| m == name) {
            warn!("there is no drawing `{name}`, or it cannot be drawn");
            self.missing.push(name.to_owned());
        }
    }
}

/// A drawing taken out of the store, with the fonts that it is written in.
#[derive(Clone)]
pub struct Loose {
    text: Arc<str>,
    fonts: Arc<usvg::fontdb::Database>,
}

impl Loose {
    fn tree(&self, tokens: &[Token]) -> Option<usvg::Tree> {
        let text = fill(&self.text, tokens);
        let options = usvg::Options { fontdb: Arc::clone(&self.fonts), ..usvg::Options::default() };
        usvg::Tree::from_str(&text, &options).map_err(|e| warn!("a drawing is damaged: {e}")).ok()
    }

    /// Draws: the whole drawing, as large as fits in `px`, centred. Pixels are premultiplied.
    #[must_use]
    pub fn draw(&self, tokens: &[Token], px: (u32, u32)) -> Option<tiny_skia::Pixmap> {
        let px = limit(px);
        let tree = self.tree(tokens)?;
        let mut pixmap = tiny_skia::Pixmap::new(px.0, px.1)?;
        let (w, h) = (tree.size().width(), tree.size().height());
        let (pw, ph) = (px.0 as f32, px.1 as f32);
        let scale = (pw / w).min(ph / h);
        let place = tiny_skia::Transform::from_scale(scale, scale)
            .post_translate((pw - w * scale) / 2.0, (ph - h * scale) / 2.0);
        resvg::render(&tree, place, &mut pixmap.as_mut());
        Some(pixmap)
    }
}

/// The store of art together with the images of the renderer, for systems that place sprites.
#[derive(SystemParam)]
pub struct Art<'w> {
    store: ResMut<'w, ArtStore>,
    images: ResMut<'w, Assets<Image>>,
}

impl Art<'_> {
    /// A drawing as an image for sprites, `px` pixels wide and high.
    pub fn image(&mut self, name: &str, tokens: &[Token], px: (u32, u32)) -> Handle<Image> {
        self.store.image(&mut self.images, name, tokens, px)
    }

    /// A drawing as a texture of the interface, `px` pixels wide and high.
    pub fn texture(
        &mut self,
        ctx: &egui::Context,
        name: &str,
        tokens: &[Token],
        px: (u32, u32),
    ) -> egui::TextureId {
        self.store.texture(ctx, name, tokens, px)
    }

    /// An image made elsewhere.
    pub fn add(&mut self, image: Image) -> Handle<Image> {
        self.images.add(image)
    }

    /// The store itself.
    pub fn store(&mut self) -> &mut ArtStore {
        &mut self.store
    }
}

pub(super) fn plugin(app: &mut App) {
    app.init_asset::<Drawing>().init_asset_loader::<DrawingLoader>();
}

/// The name of a drawing: its path with `/` and without `.svg`.
fn name_of(path: &str) -> String {
    path.strip_suffix(".svg").unwrap_or(path).replace('\\', "/")
}

fn key(name: &str, tokens: &[Token], px: (u32, u32)) -> Key {
    let tokens = tokens.iter().map(|(k, v)| ((*k).to_owned(), (*v).to_owned())).collect();
    Key { name: name_of(name), tokens, px: limit(px) }
}

fn limit(px: (u32, u32)) -> (u32, u32) {
    (px.0.clamp(1, MAX_SIDE), px.1.clamp(1, MAX_SIDE))
}

/// Lets the pictures go that were unused longest until `bytes` more have room.
fn make_room(kept: &mut HashMap<Key, Kept>, bytes: usize) {
    let mut total: usize = kept.values().map(|k| k.bytes).sum();
    while total + bytes > ROOM {
        let Some(oldest) = kept.iter().min_by_key(|(_, k)| k.used).map(|(key, _)| key.clone()) else { break };
        total -= kept.remove(&oldest).map_or(0, |k| k.bytes);
    }
}

/// Replaces tokens and shows the groups that tokens name. A token left over becomes nothing.
fn fill(text: &str, tokens: &[Token]) -> String {
    let mut out = text.to_owned();
    for (name, value) in tokens {
        if let Some(group) = name.strip_prefix('#') {
            if *value == "on" {
                out = out
                    .replace(&format!("<g id=\"{group}\" display=\"none\""), &format!("<g id=\"{group}\""));
            }
        } else {
            out = out.replace(&format!("{{{{{name}}}}}"), &escape(value));
        }
    }
    let mut rest = out.as_str();
    let mut clean = String::with_capacity(out.len());
    while let Some((before, after)) = rest.split_once("{{") {
        clean.push_str(before);
        let Some((name, tail)) = after.split_once("}}") else { break };
        clean.push_str(default_of(name));
        rest = tail;
    }
    clean.push_str(rest);
    clean
}

/// What stands for a token that was not given.
fn default_of(name: &str) -> &'static str {
    match name {
        "COLOR" => "#f4ecd0",
        "CREW_FILL" | "RING_COLOR" => "#c9a227",
        "UPKEEP" | "DAMAGED" | "ELITE" | "ELITE_SPENT" | "DUMMY" | "LIGHTS" | "RING" | "M" => "none",
        _ => "",
    }
}

fn escape(value: &str) -> String {
    value.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

/// Pixels with straight instead of premultiplied alpha.
fn straight(pixmap: &tiny_skia::Pixmap) -> Vec<u8> {
    let mut data = Vec::with_capacity(pixmap.data().len());
    for pixel in pixmap.pixels() {
        let c = pixel.demultiply();
        data.extend([c.red(), c.green(), c.blue(), c.alpha()]);
    }
    data
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shipped() -> ArtStore {
        ArtStore::from_folder(&Path::new(env!("CARGO_MANIFEST_DIR")).join("assets"))
    }

    #[test]
    fn every_drawing_gives_a_picture_that_is_not_blank() {
        let store = shipped();
        assert!(store.names().len() >= 20, "the art is not where it should be");
        for name in store.names() {
            let tokens = [("CODE", "AJ-G"), ("CREW", "V"), ("LEVEL", "2"), ("VALUE", "3"), ("NAME", "SPEED")];
            let pixmap = store.draw(name, &tokens, (96, 96)).unwrap_or_else(|| panic!("{name} is not drawn"));
            let seen = pixmap.pixels().iter().filter(|p| p.alpha() > 16).count();
            assert!(seen > 40, "{name} is blank: {seen} pixels");
            let first = pixmap.pixels()[0];
            assert!(pixmap.pixels().iter().any(|p| *p != first), "{name} is a single colour");
        }
    }

    #[test]
    fn no_token_is_left_over() {
        for (name, text) in shipped().drawings {
            let filled = fill(&text, &[]);
            assert!(!filled.contains("{{"), "{name}");
        }
    }

    #[test]
    fn tokens_are_replaced_escaped_and_groups_shown() {
        let text = r#"<svg><text>{{CODE}}</text><g id="fog" display="none"/>{{OTHER}}</svg>"#;
        let filled = fill(text, &[("CODE", "a<b"), ("#fog", "on")]);
        assert_eq!(filled, r#"<svg><text>a&lt;b</text><g id="fog"/></svg>"#);
    }

    #[test]
    fn the_same_picture_is_drawn_once_and_another_size_anew() {
        let mut store = ArtStore::new(Path::new("."));
        store.add(
            "a/box.svg",
            r#"<svg xmlns="http://www.w3.org/2000/svg" width="8" height="8"><rect width="8" height="8"/></svg>"#.into(),
        );
        let ctx = egui::Context::default();
        let first = store.texture(&ctx, "a/box", &[], (16, 16));
        assert_eq!(store.texture(&ctx, "a/box.svg", &[], (16, 16)), first);
        assert_ne!(store.texture(&ctx, "a/box", &[], (32, 32)), first);
        let mut images = Assets::<Image>::default();
        let one = store.image(&mut images, "a/box", &[], (16, 16));
        assert_eq!(store.image(&mut images, "a/box", &[], (16, 16)), one);
    }

    #[test]
    fn what_is_missing_or_broken_is_transparent_not_a_panic() {
        let mut store = ArtStore::new(Path::new("."));
        store.add("bad", "<svg".into());
        let mut images = Assets::<Image>::default();
        for name in ["bad", "nowhere"] {
            let handle = store.image(&mut images, name, &[], (64, 64));
            assert_eq!(images.get(&handle).map(|i| (i.width(), i.height())), Some((1, 1)));
        }
        assert_eq!(store.draw("bad", &[], (u32::MAX, 0)).map(|_| ()), None);
    }

    #[test]
    fn old_pictures_make_room() {
        let ctx = egui::Context::default();
        let mut kept = HashMap::new();
        for used in 0..4u32 {
            let image = egui::ColorImage::filled([1, 1], egui::Color32::WHITE);
            let picture = Picture::Texture(ctx.load_texture("t", image, egui::TextureOptions::LINEAR));
            kept.insert(
                key("t", &[], (used + 1, 1)),
                Kept { picture, bytes: ROOM / 4, used: u64::from(used) },
            );
        }
        make_room(&mut kept, ROOM / 4);
        assert_eq!(kept.len(), 3);
        assert!(!kept.contains_key(&key("t", &[], (1, 1))), "the one unused longest goes");
    }
}
