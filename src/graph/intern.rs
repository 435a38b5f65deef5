//! Every distinct piece of text once, in one arena, known by a number.
//!
//! A million edges repeat a hundred thousand ids, a dozen verbs and a few actors. Stored as numbers they take four bytes
//! each and compare in one instruction.
//!
//! All arenas of a process hash alike, and keep the hash of each text: merging a batch looks every one of its texts up
//! again, and neither that nor a table that grows reads a text to hash it a second time.

use hashbrown::{DefaultHashBuilder, HashTable};
use std::hash::BuildHasher as _;
use std::num::NonZeroU32;
use std::sync::LazyLock;

/// The number of an interned text. Only meaningful together with the interner that gave it out.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Sym(NonZeroU32);

impl Sym {
    fn new(index: usize) -> Self {
        let number = u32::try_from(index + 1).ok().and_then(NonZeroU32::new);
        Self(number.expect("fewer than four billion distinct texts"))
    }

    /// Position in a column that has one entry a text.
    pub(super) fn index(self) -> usize {
        self.0.get() as usize - 1
    }
}

/// The hash of a text, the same in every arena of this process.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Hash(u32);

impl Hash {
    fn of(text: &str) -> Self {
        static HASHER: LazyLock<DefaultHashBuilder> = LazyLock::new(DefaultHashBuilder::default);
        let hash = HASHER.hash_one(text);
        Self((hash ^ (hash >> 32)) as u32)
    }

    /// The table takes the lowest bits for the place and the highest ones to tell neighbours apart.
    fn spread(self) -> u64 {
        u64::from(self.0) << 32 | u64::from(self.0)
    }
}

/// An entry of the table: the hash is compared before the text is, which lies elsewhere.
#[derive(Debug, Clone, Copy)]
struct Slot {
    hash: Hash,
    at: u32,
}

/// An arena of distinct texts.
#[derive(Debug, Clone, Default)]
pub(super) struct Interner {
    arena: String,
    ends: Vec<u32>,
    hashes: Vec<Hash>,
    /// Empty if nothing is to be looked up: see [`Interner::seal`].
    table: HashTable<Slot>,
}

impl Interner {
    /// The number of `text`, given out now if it is new.
    pub(super) fn intern(&mut self, text: &str) -> Sym {
        self.intern_hashed(text, Hash::of(text))
    }

    /// The numbers of all texts of another arena, in their order; those that are new are given out now.
    pub(super) fn intern_all(&mut self, other: &Self) -> Vec<Sym> {
        let texts = other.syms().zip(&other.hashes);
        texts.map(|(sym, hash)| self.intern_hashed(other.text(sym), *hash)).collect()
    }

    fn intern_hashed(&mut self, text: &str, hash: Hash) -> Sym {
        self.unseal();
        let Self { arena, ends, hashes, table } = self;
        let is_same = |slot: &Slot| slot.hash == hash && slice(arena, ends, slot.at as usize) == text;
        if let Some(found) = table.find(hash.spread(), is_same) {
            return Sym::new(found.at as usize);
        }
        let index = ends.len();
        let sym = Sym::new(index);
        arena.push_str(text);
        ends.push(u32::try_from(arena.len()).expect("less than 4 GiB of distinct text"));
        hashes.push(hash);
        table.insert_unique(hash.spread(), Slot { hash, at: index as u32 }, |slot| slot.hash.spread());
        sym
    }

    /// The number of `text`, if it was ever interned. Not to be asked of a sealed arena.
    pub(super) fn lookup(&self, text: &str) -> Option<Sym> {
        debug_assert!(!self.is_sealed(), "nothing is found in a sealed arena");
        let hash = Hash::of(text);
        let is_same = |slot: &Slot| slot.hash == hash && slice(&self.arena, &self.ends, slot.at as usize) == text;
        Some(Sym::new(self.table.find(hash.spread(), is_same)?.at as usize))
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
        self.hashes.shrink_to_fit();
    }

    /// Lets go of the table by which texts are found, which is as large as they are. Whoever adds a text makes it again.
    pub(super) fn seal(&mut self) {
        self.shrink_to_fit();
        self.table = HashTable::new();
    }

    fn is_sealed(&self) -> bool {
        self.table.is_empty() && !self.ends.is_empty()
    }

    fn unseal(&mut self) {
        if self.is_sealed() {
            self.table.reserve(self.hashes.len(), |slot| slot.hash.spread());
            for (at, hash) in self.hashes.iter().enumerate() {
                self.table.insert_unique(hash.spread(), Slot { hash: *hash, at: at as u32 }, |slot| slot.hash.spread());
            }
        }
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
    fn a_sealed_arena_can_be_added_to() {
        let mut words = Interner::default();
        let (a, b) = (words.intern("a"), words.intern("b"));
        words.seal();
        assert_eq!((words.text(a), words.text(b)), ("a", "b"));
        let c = words.intern("c");
        assert_eq!((words.intern("a"), words.lookup("b"), words.lookup("c")), (a, Some(b), Some(c)));
        assert_eq!(words.len(), 3);
    }

    #[test]
    fn another_arena_is_taken_in_text_by_text() {
        let (mut words, mut other) = (Interner::default(), Interner::default());
        let b = words.intern("b");
        for text in ["a", "b", "c"] {
            other.intern(text);
        }
        let syms = words.intern_all(&other);
        assert_eq!(syms.iter().map(|sym| words.text(*sym)).collect::<Vec<_>>(), ["a", "b", "c"]);
        assert_eq!((syms[1], words.len()), (b, 3));
    }

    #[test]
    fn an_optional_number_takes_no_more_room_than_a_number() {
        assert_eq!(size_of::<Option<Sym>>(), 4);
    }
}
