//! The pictures of the map: large, so they are drawn in another thread while the last one stays on the screen.

use bevy::asset::RenderAssetUsages;
use bevy::prelude::*;
use bevy::render::render_resource::{Extent3d, TextureDimension, TextureFormat};
use bevy::tasks::{AsyncComputeTaskPool, Task, futures::check_ready};
use resvg::tiny_skia::Pixmap;

use crate::client::art::{Art, Token};

/// How many pictures are kept, such as the map with and without tracers.
const KEPT: usize = 3;

type Key = (String, Vec<(String, String)>, (u32, u32));

/// The pictures of the map.
#[derive(Default)]
pub struct Maps {
    /// The latest last.
    kept: Vec<(Key, Handle<Image>)>,
    task: Option<(Key, Task<Option<Image>>)>,
}

impl Maps {
    /// The picture wanted, or the latest one while it is being drawn. The first is drawn at once.
    pub fn ask(
        &mut self,
        art: &mut Art,
        name: &str,
        tokens: &[Token],
        px: (u32, u32),
    ) -> Option<Handle<Image>> {
        if let Some((key, task)) = &mut self.task
            && let Some(done) = check_ready(task)
        {
            let key = key.clone();
            self.task = None;
            if let Some(image) = done {
                self.keep(key, art.add(image));
            }
        }
        let key: Key =
            (name.to_owned(), tokens.iter().map(|(k, v)| ((*k).to_owned(), (*v).to_owned())).collect(), px);
        if let Some(at) = self.kept.iter().position(|(k, _)| *k == key) {
            let found = self.kept.remove(at);
            self.kept.push(found);
        } else if self.kept.iter().all(|(k, _)| k.0 != key.0) {
            let drawn = art.store().draw(name, tokens, px)?;
            self.keep(key, art.add(image_of(&drawn)));
        } else if self.task.is_none()
            && let Some(drawing) = art.store().drawing(name)
        {
            let owned = key.1.clone();
            let task = AsyncComputeTaskPool::get().spawn(async move {
                let tokens: Vec<Token> = owned.iter().map(|(k, v)| (k.as_str(), v.as_str())).collect();
                drawing.draw(&tokens, px).map(|pixmap| image_of(&pixmap))
            });
            self.task = Some((key, task));
        }
        self.kept.iter().rev().find(|(k, _)| k.0 == name).map(|(_, handle)| handle.clone())
    }

    /// Whether a picture is being drawn.
    #[must_use]
    pub fn busy(&self) -> bool {
        self.task.is_some()
    }

    fn keep(&mut self, key: Key, image: Handle<Image>) {
        self.kept.push((key, image));
        if self.kept.len() > KEPT {
            self.kept.remove(0);
        }
    }
}

/// An image for sprites, with straight alpha.
fn image_of(pixmap: &Pixmap) -> Image {
    let mut data = Vec::with_capacity(pixmap.data().len());
    for pixel in pixmap.pixels() {
        let c = pixel.demultiply();
        data.extend([c.red(), c.green(), c.blue(), c.alpha()]);
    }
    let size = Extent3d { width: pixmap.width(), height: pixmap.height(), depth_or_array_layers: 1 };
    Image::new(
        size,
        TextureDimension::D2,
        data,
        TextureFormat::Rgba8UnormSrgb,
        RenderAssetUsages::RENDER_WORLD,
    )
}
