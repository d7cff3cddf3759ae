//! Snapshots and digests of rule state.
//!
//! All rule state is components on pieces or resources, registered here by name. A snapshot clones them, a digest
//! hashes them with a fixed 64-bit function, and a restore writes them back. The chronicle is not rule state: it is
//! shown up to a length.

use std::any::Any;
use std::hash::{Hash, Hasher};

use bevy::ecs::component::Mutable;
use bevy::prelude::*;

use super::chronicle::Chronicle;
use super::dice::Luck;
use super::ids::{PieceId, Pieces};
use super::phase::Flow;

type Saved = Box<dyn Any + Send + Sync>;

/// One registered kind of rule state.
#[derive(Clone, Copy)]
struct Kept {
    name: &'static str,
    save: fn(&World) -> Saved,
    load: fn(&mut World, &Saved),
    hash: fn(&World, &mut StateHasher),
}

/// The registered rule state of a world.
#[derive(Resource, Clone, Default)]
pub struct Registry(Vec<Kept>);

/// Adds the registration verbs to an [`App`].
pub trait PersistApp {
    /// Registers a component of pieces as rule state under a stable name.
    fn persist<C: Component<Mutability = Mutable> + Clone + Hash>(&mut self, name: &'static str)
    -> &mut Self;
    /// Registers a resource as rule state under a stable name.
    fn persist_resource<R: Resource + Clone + Hash>(&mut self, name: &'static str) -> &mut Self;
}

impl PersistApp for App {
    fn persist<C: Component<Mutability = Mutable> + Clone + Hash>(
        &mut self,
        name: &'static str,
    ) -> &mut Self {
        self.init_resource::<Registry>();
        self.world_mut().resource_mut::<Registry>().0.push(Kept {
            name,
            save: |world| {
                let pieces = world.resource::<Pieces>();
                let all: Vec<(PieceId, C)> = pieces
                    .ids()
                    .filter_map(|id| Some((id, world.get::<C>(pieces.entity(id))?.clone())))
                    .collect();
                Box::new(all)
            },
            load: |world, saved| {
                let Some(all) = saved.downcast_ref::<Vec<(PieceId, C)>>() else { return };
                let mut next = all.iter().peekable();
                let pieces = world.resource::<Pieces>();
                let entities: Vec<_> = pieces.ids().map(|id| (id, pieces.entity(id))).collect();
                for (id, entity) in entities {
                    let value = next.next_if(|(at, _)| *at == id).map(|(_, value)| value.clone());
                    match (value, world.get_mut::<C>(entity)) {
                        (Some(value), Some(mut slot)) => *slot = value,
                        (Some(value), None) => {
                            world.entity_mut(entity).insert(value);
                        }
                        (None, Some(_)) => {
                            world.entity_mut(entity).remove::<C>();
                        }
                        (None, None) => {}
                    }
                }
            },
            hash: |world, hasher| {
                let pieces = world.resource::<Pieces>();
                for id in pieces.ids() {
                    if let Some(value) = world.get::<C>(pieces.entity(id)) {
                        id.hash(hasher);
                        value.hash(hasher);
                    }
                }
            },
        });
        self
    }

    fn persist_resource<R: Resource + Clone + Hash>(&mut self, name: &'static str) -> &mut Self {
        self.init_resource::<Registry>();
        self.world_mut().resource_mut::<Registry>().0.push(Kept {
            name,
            save: |world| Box::new(world.get_resource::<R>().cloned()),
            load: |world, saved| match saved.downcast_ref::<Option<R>>() {
                Some(Some(value)) => world.insert_resource(value.clone()),
                _ => {
                    world.remove_resource::<R>();
                }
            },
            hash: |world, hasher| {
                if let Some(value) = world.get_resource::<R>() {
                    value.hash(hasher);
                }
            },
        });
        self
    }
}

/// The kernel's own rule state.
pub(crate) fn plugin(app: &mut App) {
    app.init_resource::<Pieces>()
        .init_resource::<Chronicle>()
        .init_resource::<Flow>()
        .init_resource::<Luck>()
        .persist_resource::<Flow>("flow")
        .persist_resource::<Luck>("luck");
}

/// A copy of all rule state at one moment.
pub struct Snapshot {
    parts: Vec<Saved>,
    lines: usize,
    turn_of_log: Chronicle,
}

/// Copies all rule state.
#[must_use]
pub fn take(world: &World) -> Snapshot {
    let registry = world.resource::<Registry>();
    let chronicle = world.resource::<Chronicle>();
    Snapshot {
        parts: registry.0.iter().map(|kept| (kept.save)(world)).collect(),
        lines: chronicle.len(),
        turn_of_log: chronicle.head(),
    }
}

/// Writes a snapshot back into the world that it was taken from, or into one set up in the same way.
pub fn restore(world: &mut World, snapshot: &Snapshot) {
    let registry = world.resource::<Registry>().clone();
    for (kept, saved) in registry.0.iter().zip(&snapshot.parts) {
        (kept.load)(world, saved);
    }
    let mut chronicle = world.resource_mut::<Chronicle>();
    chronicle.show(snapshot.lines);
    chronicle.adopt_head(&snapshot.turn_of_log);
}

/// The 64-bit digest of all rule state.
#[must_use]
pub fn digest(world: &World) -> u64 {
    let mut hasher = StateHasher::default();
    for kept in &world.resource::<Registry>().0 {
        (kept.hash)(world, &mut hasher);
    }
    hasher.finish()
}

/// The digest of each registered kind of state by name, to find the first that differs.
#[must_use]
pub fn digest_parts(world: &World) -> Vec<(&'static str, u64)> {
    let part = |kept: &Kept| {
        let mut hasher = StateHasher::default();
        (kept.hash)(world, &mut hasher);
        (kept.name, hasher.finish())
    };
    world.resource::<Registry>().0.iter().map(part).collect()
}

/// A fixed hash function: the same on every machine and in every version of the library.
/// Each word is folded in by multiplication with an odd constant and a rotation.
#[derive(Clone, Debug)]
pub struct StateHasher(u64);

impl Default for StateHasher {
    fn default() -> Self {
        Self(0x1943_0517_617d_a3b0)
    }
}

impl StateHasher {
    fn fold(&mut self, word: u64) {
        self.0 = (self.0.rotate_left(23) ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        self.0 ^= self.0 >> 29;
    }
}

impl Hasher for StateHasher {
    fn finish(&self) -> u64 {
        let mut h = self.0;
        h ^= h >> 32;
        h = h.wrapping_mul(0xd6e8_feb8_6659_fd93);
        h ^ (h >> 32)
    }
    fn write(&mut self, bytes: &[u8]) {
        for chunk in bytes.chunks(8) {
            let mut word = [0u8; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            self.fold(u64::from_le_bytes(word));
        }
        self.fold(bytes.len() as u64);
    }
    fn write_u8(&mut self, i: u8) {
        self.fold(u64::from(i));
    }
    fn write_u16(&mut self, i: u16) {
        self.fold(u64::from(i));
    }
    fn write_u32(&mut self, i: u32) {
        self.fold(u64::from(i));
    }
    fn write_u64(&mut self, i: u64) {
        self.fold(i);
    }
    fn write_usize(&mut self, i: usize) {
        self.fold(i as u64);
    }
    fn write_i8(&mut self, i: i8) {
        self.fold(i64::from(i).cast_unsigned());
    }
    fn write_i16(&mut self, i: i16) {
        self.fold(i64::from(i).cast_unsigned());
    }
    fn write_i32(&mut self, i: i32) {
        self.fold(i64::from(i).cast_unsigned());
    }
    fn write_i64(&mut self, i: i64) {
        self.fold(i.cast_unsigned());
    }
    fn write_isize(&mut self, i: isize) {
        self.fold((i as i64).cast_unsigned());
    }
}
