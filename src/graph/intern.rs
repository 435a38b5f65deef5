//! Every distinct piece of text once, in one arena, known by a number.
//!
//! A million edges repeat a hundred thousand ids, a dozen verbs and a few actors. Stored as numbers they take four bytes
//! each and compare in one instruction.

use hashbrown::{DefaultHashBuilder, HashTable};
use std::hash::BuildHasher as _;
use std::num::NonZeroU32;

/// The number of an interned text. Only meaningful together with the interner that gave it out.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Sym(NonZeroU32);

impl Sym {
    fn new(index: usize) -> Self {
        let number = u32::try_from(index + 1).ok().and_then(NonZeroU32::new);
        Self(number.expect("fewer than four billion distinct texts"))
    }

    /// Position in a column that has one entry a text.
    pub fn index(self) -> usize {
        self.0.get() as usize - 1
    }
}

/// An arena of distinct texts.
#[derive(Debug, Clone, Default)]
pub(super) struct Interner {
    arena: String,
    ends: Vec<u32>,
    table: HashTable<u32>,
    hasher: DefaultHashBuilder,
}

impl Interner {
    /// The number of `text`, given out now if it is new.
    pub(super) fn intern(&mut self, text: &str) -> Sym {
        let Self { arena, ends, table, hasher } = self;
        let hash = hasher.hash_one(text);
        if let Some(&found) = table.find(hash, |&at| slice(arena, ends, at as usize) == text) {
            return Sym::new(found as usize);
        }
        let index = ends.len();
        let sym = Sym::new(index);
        arena.push_str(text);
        ends.push(u32::try_from(arena.len()).expect("less than 4 GiB of distinct text"));
        table.insert_unique(hash, index as u32, |&at| hasher.hash_one(slice(arena, ends, at as usize)));
        sym
    }

    /// The number of `text`, if it was ever interned.
    pub(super) fn lookup(&self, text: &str) -> Option<Sym> {
        let hash = self.hasher.hash_one(text);
        let found = self.table.find(hash, |&at| slice(&self.arena, &self.ends, at as usize) == text)?;
        Some(Sym::new(*found as usize))
    }

    /// The text behind a number.
    pub(super) fn text(&self, sym: Sym) -> &str {
        slice(&self.arena, &self.ends, sym.index())
    }

    /// How many distinct texts there are.
    pub(super) fn len(&self) -> usize {
        self.ends.len()
    }

    /// All numbers, in the order they were given out.
    pub(super) fn syms(&self) -> impl Iterator<Item = Sym> + use<> {
        (0..self.ends.len()).map(Sym::new)
    }

    /// Gives back what growing reserved beyond need.
    pub(super) fn shrink_to_fit(&mut self) {
        self.arena.shrink_to_fit();
        self.ends.shrink_to_fit();
    }
}

fn slice<'a>(arena: &'a str, ends: &[u32], index: usize) -> &'a str {
    let start = if index == 0 { 0 } else { ends[index - 1] as usize };
    &arena[start..ends[index] as usize]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_texts_get_one_number_and_different_texts_different_ones() {
        let mut words = Interner::default();
        let a = words.intern("a");
        let b = words.intern("b");
        let empty = words.intern("");
        assert_eq!(words.intern("a"), a);
        assert_ne!(a, b);
        assert_eq!(words.text(b), "b");
        assert_eq!(words.text(empty), "");
        assert_eq!(words.lookup("b"), Some(b));
        assert_eq!(words.lookup("c"), None);
        assert_eq!(words.len(), 3);
    }

    #[test]
    fn numbers_stay_valid_while_the_arena_grows() {
        let mut words = Interner::default();
        let syms: Vec<_> = (0..10_000).map(|n| words.intern(&format!("word-{n}"))).collect();
        for (n, sym) in syms.iter().enumerate() {
            assert_eq!(words.text(*sym), format!("word-{n}"));
            assert_eq!(words.lookup(&format!("word-{n}")), Some(*sym));
        }
    }

    #[test]
    fn an_optional_number_takes_no_more_room_than_a_number() {
        assert_eq!(size_of::<Option<Sym>>(), 4);
    }
}
