//! Every distinct piece of text once, in one arena, known by a number.
//!
//! A million edges repeat a hundred thousand ids, a dozen verbs and a few actors. Stored as numbers they take four bytes
//! each and compare in one instruction.
//!
//! All arenas of a process hash alike, and keep the hash of each text: merging a batch looks every one of its texts up
//! again, and neither that nor a table that grows reads a text to hash it a second time.

use crate::pack::{Packer, Unpacker};
use hashbrown::{DefaultHashBuilder, HashTable};
use rayon::prelude::*;
use std::hash::BuildHasher as _;
use std::io;
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

    /// The number itself.
    pub(super) fn number(self) -> u32 {
        self.0.get()
    }

    /// What has a number; nothing has 0.
    pub(super) fn from_number(number: u32) -> Option<Self> {
        NonZeroU32::new(number).map(Self)
    }

    /// Position in a column that has one entry a text.
    pub fn index(self) -> usize {
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

/// An entry of the table: the hash and where the text lies are at hand, as every look elsewhere is a wait for memory.
#[derive(Debug, Clone, Copy)]
struct Slot {
    hash: Hash,
    start: u32,
    at: u32,
}

impl Slot {
    fn holds(&self, text: &str, hash: Hash, arena: &str) -> bool {
        // Texts stand without anything between them, so that a longer one may go on in the next: its end is looked up last.
        self.hash == hash && arena.as_bytes()[self.start as usize..].starts_with(text.as_bytes())
    }
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

    /// One arena of all texts of these, and for each of them the numbers of its texts there, in their order. A text's hash
    /// decides which of a few threads looks for it.
    pub(super) fn joined(all: &[&Self]) -> (Self, Vec<Vec<Sym>>) {
        const SHARES: u32 = 4;
        let share_of = |hash: &Hash| (hash.0 >> 8) % SHARES;
        let shares: Vec<(Self, Vec<Sym>)> = (0..SHARES)
            .into_par_iter()
            .map(|share| {
                let mut own = Self::default();
                let texts = all.iter().flat_map(|words| words.syms().zip(&words.hashes).map(move |text| (words, text)));
                let mine = texts.filter(|(_, (_, hash))| share_of(hash) == share);
                let numbers = mine.map(|(words, (sym, hash))| own.intern_hashed(words.text(sym), *hash)).collect();
                (own, numbers)
            })
            .collect();
        let mut joined = Self::default();
        let mut cursors = Vec::new();
        for (own, numbers) in shares {
            let (first, start) = (joined.len(), joined.arena.len());
            joined.arena.push_str(&own.arena);
            u32::try_from(joined.arena.len()).expect("less than 4 GiB of distinct text");
            joined.ends.extend(own.ends.iter().map(|end| end + start as u32));
            joined.hashes.extend(own.hashes);
            cursors.push(numbers.into_iter().map(move |sym| Sym::new(first + sym.index())));
        }
        let mut number = |hash: &Hash| cursors[share_of(hash) as usize].next().expect("every text was looked for");
        let numbers = all.iter().map(|words| words.hashes.iter().map(&mut number).collect()).collect();
        joined.unseal();
        (joined, numbers)
    }

    /// The numbers of all texts of another arena, in their order; those that are new are given out now.
    pub(super) fn intern_all(&mut self, other: &Self) -> Vec<Sym> {
        let texts = other.syms().zip(&other.hashes);
        texts.map(|(sym, hash)| self.intern_hashed(other.text(sym), *hash)).collect()
    }

    fn intern_hashed(&mut self, text: &str, hash: Hash) -> Sym {
        self.unseal();
        let Self { arena, ends, hashes, table } = self;
        let is_same =
            |slot: &Slot| slot.holds(text, hash, arena) && ends[slot.at as usize] - slot.start == text.len() as u32;
        if let Some(found) = table.find(hash.spread(), is_same) {
            return Sym::new(found.at as usize);
        }
        let (index, start) = (ends.len(), arena.len() as u32);
        let sym = Sym::new(index);
        arena.push_str(text);
        ends.push(u32::try_from(arena.len()).expect("less than 4 GiB of distinct text"));
        hashes.push(hash);
        table.insert_unique(hash.spread(), Slot { hash, start, at: index as u32 }, |slot| slot.hash.spread());
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

    /// Writes the texts in their order.
    pub(super) fn pack(&self, out: &mut Packer<'_>) -> io::Result<()> {
        out.text(&self.arena)?;
        out.words(self.ends.iter().copied())
    }

    /// Reads texts; hashes are made anew, as those of another process are others.
    pub(super) fn unpack(from: &mut Unpacker<'_>) -> Option<Self> {
        let (arena, ends) = (from.text()?, from.words(Some)?);
        let mut start = 0;
        let mut hash = |end: &u32| {
            let text = arena.get(start..*end as usize)?;
            start = *end as usize;
            Some(Hash::of(text))
        };
        let hashes = ends.iter().map(&mut hash).collect::<Option<_>>()?;
        let mut words = Self { arena, ends, hashes, table: HashTable::new() };
        words.unseal();
        Some(words)
    }

    fn is_sealed(&self) -> bool {
        self.table.is_empty() && !self.ends.is_empty()
    }

    fn unseal(&mut self) {
        if self.is_sealed() {
            self.table.reserve(self.hashes.len(), |slot| slot.hash.spread());
            let starts = std::iter::once(0).chain(self.ends.iter().copied());
            for ((at, hash), start) in (0..).zip(&self.hashes).zip(starts) {
                self.table.insert_unique(hash.spread(), Slot { hash: *hash, start, at }, |slot| slot.hash.spread());
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
    fn a_text_that_goes_on_in_the_next_one_is_another() {
        let mut words = Interner::default();
        let (ab, c) = (words.intern("ab"), words.intern("c"));
        let longer = words.intern("abc");
        assert_eq!([ab, c, longer].map(|sym| words.text(sym)), ["ab", "c", "abc"]);
        assert_eq!((words.lookup("a"), words.lookup("bc")), (None, None));
    }

    #[test]
    fn joined_arenas_hold_every_text_once() {
        let arenas = [0..5_000, 2_000..9_000, 0..0, 8_999..9_001].map(|range| {
            let mut words = Interner::default();
            range.clone().for_each(|n| {
                words.intern(&format!("word-{n}"));
            });
            words.seal();
            (range, words)
        });
        let (joined, numbers) = Interner::joined(&arenas.iter().map(|(_, words)| words).collect::<Vec<_>>());
        assert_eq!(joined.len(), 9_001);
        for ((range, _), numbers) in arenas.iter().zip(&numbers) {
            let texts = range.clone().map(|n| format!("word-{n}"));
            assert!(texts.clone().eq(numbers.iter().map(|sym| joined.text(*sym))));
            assert!(texts.zip(numbers).all(|(text, sym)| joined.lookup(&text) == Some(*sym)));
        }
    }

    #[test]
    fn an_optional_number_takes_no_more_room_than_a_number() {
        assert_eq!(size_of::<Option<Sym>>(), 4);
    }
}
