//! What stands inside a value: list elements, struct fields, map entries, the content of a variant.

use serde::de::{self, DeserializeSeed, Visitor};

use super::fault::Fault;
use super::hole::{Hole, Word};
use super::names::{help_for, nearest};
use super::path::Path;
use super::tree::{Field, Kind, Node, shortened};
use super::typed::Here;

/// Elements of a list or of brackets.
pub(super) struct Items<'r> {
    here: Here<'r>,
    items: &'r [Node],
    next: usize,
    fixed: bool,
}

impl<'r> Items<'r> {
    /// All elements; `fixed` when each place counts, so that none may be left out.
    pub fn new(here: Here<'r>, items: &'r [Node], fixed: bool) -> Self {
        Items { here, items, next: 0, fixed }
    }
}

impl<'de> de::SeqAccess<'de> for Items<'_> {
    type Error = Fault;

    fn next_element_seed<T: DeserializeSeed<'de>>(&mut self, seed: T) -> Result<Option<T::Value>, Fault> {
        let run = self.here.run;
        while let Some(item) = self.items.get(self.next) {
            let index = self.next;
            self.next += 1;
            if !self.fixed && run.is_hole(item) {
                continue;
            }
            let path = Path::Index(self.here.path, index);
            let here = Here { run, node: item, path: &path, unnamed: false };
            return match seed.deserialize(here) {
                Ok(value) => Ok(Some(value)),
                Err(fault) => Err(run.settle(item, &path, fault)),
            };
        }
        Ok(None)
    }
}

/// Fields of a struct, then the stand-ins for absent ones.
pub(super) struct Fields<'r> {
    here: Here<'r>,
    fields: &'r [Field],
    next: usize,
    /// The type's field names; empty when any will do.
    known: &'static [&'static str],
    filled: usize,
    value: Option<&'r Field>,
}

impl<'r> Fields<'r> {
    /// The fields of a struct whose type has the `known` ones; any will do when that is empty.
    pub fn new(here: Here<'r>, fields: &'r [Field], known: &'static [&'static str]) -> Self {
        Fields { here, fields, next: 0, known, filled: 0, value: None }
    }

    /// Reports a field that the type does not know, once, and supplies the one that was meant.
    fn unknown(&self, field: &Field) {
        let run = self.here.run;
        if !run.mark(&field.value) {
            return;
        }
        let absent = |name: &&&str| !self.fields.iter().any(|f| f.name == **name);
        let meant = nearest(&field.name, self.known.iter().filter(absent).copied());
        let help = match meant {
            Some(near) => Some(format!("did you mean `{near}`?")),
            None => help_for(&field.name, self.known.iter().copied()),
        };
        run.report(
            &field.name_span,
            Path::Field(self.here.path, &field.name).to_string(),
            format!("unknown field `{}`", shortened(&field.name)),
            help,
        );
        if let Some(near) = self.known.iter().find(|n| Some(**n) == meant) {
            run.fill(self.here.node, near);
        }
    }
}

impl<'de> de::MapAccess<'de> for Fields<'_> {
    type Error = Fault;

    fn next_key_seed<K: DeserializeSeed<'de>>(&mut self, seed: K) -> Result<Option<K::Value>, Fault> {
        let run = self.here.run;
        while let Some(field) = self.fields.get(self.next) {
            self.next += 1;
            if !self.known.is_empty() && !self.known.contains(&field.name.as_str()) {
                self.unknown(field);
                continue;
            }
            self.value = Some(field);
            return match seed.deserialize(Word(&field.name)) {
                Ok(key) => Ok(Some(key)),
                Err(fault) => Err(run.settle(&field.value, &Path::Field(self.here.path, &field.name), fault)),
            };
        }
        self.value = None;
        let Some(name) = run.filler(self.here.node, self.filled) else {
            return Ok(None);
        };
        self.filled += 1;
        seed.deserialize(Word(name)).map(Some)
    }

    fn next_value_seed<V: DeserializeSeed<'de>>(&mut self, seed: V) -> Result<V::Value, Fault> {
        let run = self.here.run;
        let Some(field) = self.value.take() else {
            // The stand-in's own refusal is no fault of the file.
            return seed.deserialize(Hole(0)).map_err(|_| Fault::Stuck);
        };
        let path = Path::Field(self.here.path, &field.name);
        let here = Here { run, node: &field.value, path: &path, unnamed: false };
        seed.deserialize(here).map_err(|fault| run.settle(&field.value, &path, fault))
    }
}

/// Entries of a map; those reported before are stepped over.
pub(super) struct Pairs<'r> {
    here: Here<'r>,
    pairs: &'r [(Node, Node)],
    next: usize,
}

impl<'r> Pairs<'r> {
    /// All entries of a map.
    pub fn new(here: Here<'r>, pairs: &'r [(Node, Node)]) -> Self {
        Pairs { here, pairs, next: 0 }
    }

    fn key(&self, key: &Node) -> String {
        key.key_text(self.here.run.text)
    }
}

impl<'de> de::MapAccess<'de> for Pairs<'_> {
    type Error = Fault;

    fn next_key_seed<K: DeserializeSeed<'de>>(&mut self, seed: K) -> Result<Option<K::Value>, Fault> {
        let run = self.here.run;
        while let Some((key, value)) = self.pairs.get(self.next) {
            if run.is_hole(key) || run.is_hole(value) {
                self.next += 1;
                continue;
            }
            let text = self.key(key);
            let path = Path::Key(self.here.path, &text);
            let here = Here { run, node: key, path: &path, unnamed: false };
            return match seed.deserialize(here) {
                Ok(key) => Ok(Some(key)),
                Err(fault) => Err(run.settle(key, &path, fault)),
            };
        }
        Ok(None)
    }

    fn next_value_seed<V: DeserializeSeed<'de>>(&mut self, seed: V) -> Result<V::Value, Fault> {
        let run = self.here.run;
        let (key, value) = self.pairs.get(self.next).ok_or(Fault::Stuck)?;
        self.next += 1;
        let text = self.key(key);
        let path = Path::Key(self.here.path, &text);
        let here = Here { run, node: value, path: &path, unnamed: false };
        seed.deserialize(here).map_err(|fault| run.settle(value, &path, fault))
    }
}

/// A variant of an enum: its name, then what it holds.
pub(super) struct Variant<'r> {
    here: Here<'r>,
    name: &'r str,
}

impl<'r> Variant<'r> {
    /// The variant of this name.
    pub fn new(here: Here<'r>, name: &'r str) -> Self {
        Variant { here, name }
    }

    /// The value that stands for the variant's content, its name set aside.
    fn content(&self) -> Here<'r> {
        Here { unnamed: true, ..self.here }
    }
}

impl<'de, 'r> de::EnumAccess<'de> for Variant<'r> {
    type Error = Fault;
    type Variant = Variant<'r>;

    fn variant_seed<V: DeserializeSeed<'de>>(self, seed: V) -> Result<(V::Value, Variant<'r>), Fault> {
        let variant = self.here.settled(seed.deserialize(Word(self.name)))?;
        Ok((variant, self))
    }
}

impl<'de> de::VariantAccess<'de> for Variant<'_> {
    type Error = Fault;

    fn unit_variant(self) -> Result<(), Fault> {
        match self.here.node.kind {
            Kind::Name(_) => Ok(()),
            _ => self.here.wrong(&format!("`{}` alone", self.name)),
        }
    }

    fn newtype_variant_seed<T: DeserializeSeed<'de>>(self, seed: T) -> Result<T::Value, Fault> {
        match &self.here.node.kind {
            Kind::Tuple(_, items) if items.len() == 1 => {
                let result = self.here.inside(&items[0], |inner| seed.deserialize(inner));
                self.here.settled(result)
            }
            Kind::Tuple(..) | Kind::Struct(..) if self.here.run.extensions.unwrap_variant_newtypes => {
                self.here.settled(seed.deserialize(self.content()))
            }
            _ => self.here.wrong(&format!("`{}(…)` around one value", self.name)),
        }
    }

    fn tuple_variant<V: Visitor<'de>>(self, length: usize, visitor: V) -> Result<V::Value, Fault> {
        self.content().places(self.name, length, visitor)
    }

    fn struct_variant<V: Visitor<'de>>(
        self,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Fault> {
        self.content().fields(self.name, fields, visitor)
    }
}
