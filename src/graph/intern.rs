//! Every distinct piece of text once, in one arena, known by a number.
//!
//! A million edges repeat a hundred thousand ids, a dozen verbs and a few actors. Stored as numbers they take four bytes
//! each and compare in one instruction.
//!
//! All arenas of a process hash alike, and keep the hash of each text: merging a batch looks every one of its texts up
//! again, and neither that nor a table that grows reads a text to hash it a second time.
//!
//! Texts that hardly ever repeat and that nobody looks up, as titles and paths are, stand *apart*: they have a number, but
//! no hash and no place in the table.

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
    /// Of what stands apart. No other text has it.
    const APART: Self = Self(0);

    fn of(text: &str) -> Self {
        static HASHER: LazyLock<DefaultHashBuilder> = LazyLock::new(DefaultHashBuilder::default);
        let hash = HASHER.hash_one(text);
        Self(((hash ^ (hash >> 32)) as u32).max(1))
    }

    fn is_apart(self) -> bool {
        self == Self::APART
    }

    /// The table takes the lowest bits for the place and the highest ones to tell neighbours apart.
    fn spread(self) -> u64 {
        u64::from(self.0) << 32 | u64::from(self.0)
    }
}

/// An entry of the table. A sample of the text stands in it, which is all of most ids: every look elsewhere, be it at the
/// arena, is a wait for memory.
#[derive(Debug, Clone, Copy)]
struct Slot {
    at: u32,
    length: u32,
    sample: [[u8; 8]; 3],
}

impl Slot {
    /// So much of a text stands in it; two of them fill a line of a processor's cache.
    const SAMPLED: usize = 24;

    fn new(text: &str) -> Self {
        Self { at: u32::MAX, length: text.len() as u32, sample: sample(text.as_bytes()) }
    }

    /// Whether two texts are the same as far as this tells.
    fn fits(&self, other: &Self) -> bool {
        self.length == other.length && self.sample == other.sample
    }

    fn is_whole(&self) -> bool {
        self.length as usize <= Self::SAMPLED
    }
}

/// The first sixteen bytes of a text and its last eight; together with its length that is all of a short one. Pieces of a fixed
/// size are copied in an instruction each.
fn sample(text: &[u8]) -> [[u8; 8]; 3] {
    let mut short = [0; 8];
    match (text.first_chunk(), text.get(8..).and_then(<[u8]>::first_chunk), text.last_chunk()) {
        (Some(first), Some(second), Some(last)) => [*first, *second, *last],
        (Some(first), None, Some(last)) => [*first, short, *last],
        _ => {
            short[..text.len()].copy_from_slice(text);
            [short, [0; 8], [0; 8]]
        }
    }
}

/// A share of the texts of several arenas.
#[derive(Default)]
struct Share {
    words: Interner,
    /// The numbers of its texts, as they come in the arenas.
    numbers: Vec<Sym>,
    /// Where those of each arena start.
    starts: Vec<usize>,
}

/// An arena of texts, distinct but for those that stand apart.
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

    /// A number for a text that hardly ever repeats and that nobody will look up.
    pub(super) fn intern_apart(&mut self, text: &str) -> Sym {
        self.push(text, Hash::APART)
    }

    /// Makes room for so many texts that are looked up.
    pub(super) fn reserve(&mut self, texts: usize) {
        self.table.reserve(texts, |slot| self.hashes[slot.at as usize].spread());
    }

    /// The numbers of texts, in their order; those that are new are given out now. Many are looked up one right behind the
    /// other, so that while one look waits for memory the next ones are already on their way.
    pub(super) fn intern_each<'t>(&mut self, texts: impl Iterator<Item = &'t str>, numbers: &mut Vec<Sym>) {
        self.intern_each_hashed(texts.map(|text| (text, Hash::of(text))), numbers);
    }

    fn intern_each_hashed<'t>(&mut self, mut texts: impl Iterator<Item = (&'t str, Hash)>, numbers: &mut Vec<Sym>) {
        const AT_ONCE: usize = 64;
        self.unseal();
        let mut wanted: Vec<(&str, Hash)> = Vec::with_capacity(AT_ONCE);
        loop {
            wanted.clear();
            wanted.extend(texts.by_ref().take(AT_ONCE));
            let mut found = [None; AT_ONCE];
            for (found, (text, hash)) in found.iter_mut().zip(&wanted) {
                *found = self.find(text, *hash, &Slot::new(text));
            }
            let number = |((text, hash), found): (&(&str, Hash), Option<Sym>)| {
                found.unwrap_or_else(|| self.intern_hashed(text, *hash))
            };
            numbers.extend(wanted.iter().zip(found).map(number));
            if wanted.len() < AT_ONCE {
                return;
            }
        }
    }

    /// One arena of all texts of these, sealed, and for each of them the numbers of its texts there, in their order. A text's
    /// hash decides which of a few threads looks for it; what stands apart is copied.
    pub(super) fn joined(all: &[&Self]) -> (Self, Vec<Vec<Sym>>) {
        // Few, as for each all hashes are gone through, but more than threads, so that none waits long for another.
        let shares = 2 * rayon::current_num_threads().clamp(1, 8).next_power_of_two() as u32;
        let share_of = |hash: &Hash| if hash.is_apart() { shares } else { (hash.0 >> 8) & (shares - 1) };
        let longest = all.iter().map(|words| words.len()).max().unwrap_or_default();
        let share = |share| {
            let mut own = Share::default();
            own.words.reserve(longest / shares as usize);
            for words in all {
                own.starts.push(own.numbers.len());
                let mine = words.syms().zip(&words.hashes).filter(|(_, hash)| share_of(hash) == share);
                own.words.intern_each_hashed(mine.map(|(sym, hash)| (words.text(sym), *hash)), &mut own.numbers);
            }
            own.words.table = HashTable::new();
            own
        };
        let apart = || {
            let mut own = Share::default();
            for words in all {
                own.starts.push(own.numbers.len());
                let apart = words.syms().zip(&words.hashes).filter(|(_, hash)| hash.is_apart());
                own.numbers.extend(apart.map(|(sym, _)| own.words.intern_apart(words.text(sym))));
            }
            own
        };
        let (mut parts, apart): (Vec<Share>, _) =
            rayon::join(|| (0..shares).into_par_iter().map(share).collect(), apart);
        parts.push(apart);
        let mut joined = Self::default();
        joined.ends.reserve_exact(parts.iter().map(|own| own.words.len()).sum());
        joined.hashes.reserve_exact(joined.ends.capacity());
        joined.arena.reserve_exact(parts.iter().map(|own| own.words.arena.len()).sum());
        let mut firsts = Vec::new();
        for Share { words, .. } in &mut parts {
            let own = std::mem::take(words);
            firsts.push(joined.len());
            let start = joined.arena.len();
            joined.arena.push_str(&own.arena);
            u32::try_from(joined.arena.len()).expect("less than 4 GiB of distinct text");
            joined.ends.extend(own.ends.iter().map(|end| end + start as u32));
            joined.hashes.extend(own.hashes);
        }
        let numbers = |(at, words): (usize, &&Self)| {
            let mut left: Vec<_> = parts.iter().map(|own| own.numbers[own.starts[at]..].iter()).collect();
            let number = |hash: &Hash| {
                let share = share_of(hash) as usize;
                let own = left[share].next().expect("every text was looked for");
                Sym::new(firsts[share] + own.index())
            };
            words.hashes.iter().map(number).collect()
        };
        (joined, all.par_iter().enumerate().map(numbers).collect())
    }

    /// The numbers of all texts of another arena, in their order; those that are new are given out now. Of this arena
    /// nothing stands apart, so that equal texts have equal numbers.
    pub(super) fn intern_all(&mut self, other: &Self) -> Vec<Sym> {
        let texts = other.syms().zip(&other.hashes);
        let number = |(sym, hash): (Sym, &Hash)| {
            let text = other.text(sym);
            self.intern_hashed(text, if hash.is_apart() { Hash::of(text) } else { *hash })
        };
        texts.map(number).collect()
    }

    fn intern_hashed(&mut self, text: &str, hash: Hash) -> Sym {
        self.unseal();
        let slot = Slot::new(text);
        if let Some(found) = self.find(text, hash, &slot) {
            return found;
        }
        let sym = self.push(text, hash);
        self.insert(Slot { at: sym.index() as u32, ..slot });
        sym
    }

    fn find(&self, text: &str, hash: Hash, wanted: &Slot) -> Option<Sym> {
        let is_same =
            |slot: &Slot| slot.fits(wanted) && (slot.is_whole() || self.text(Sym::new(slot.at as usize)) == text);
        self.table.find(hash.spread(), is_same).map(|slot| Sym::new(slot.at as usize))
    }

    fn insert(&mut self, slot: Slot) {
        let hash = |slot: &Slot| self.hashes[slot.at as usize].spread();
        self.table.insert_unique(hash(&slot), slot, hash);
    }

    fn push(&mut self, text: &str, hash: Hash) -> Sym {
        let sym = Sym::new(self.ends.len());
        self.arena.push_str(text);
        self.ends.push(u32::try_from(self.arena.len()).expect("less than 4 GiB of distinct text"));
        self.hashes.push(hash);
        sym
    }

    /// The number of `text`, if it was ever interned. Not to be asked of a sealed arena.
    pub(super) fn lookup(&self, text: &str) -> Option<Sym> {
        debug_assert!(!self.is_sealed(), "nothing is found in a sealed arena");
        self.find(text, Hash::of(text), &Slot::new(text))
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
        out.words(self.ends.iter().copied())?;
        let apart = (0..).zip(&self.hashes).filter(|(_, hash)| hash.is_apart()).map(|(at, _)| at);
        out.words(apart.collect::<Vec<_>>().into_iter())
    }

    /// Reads texts, sealed; hashes are made anew, as those of another process are others.
    pub(super) fn unpack(from: &mut Unpacker<'_>) -> Option<Self> {
        let (arena, ends, apart) = (from.text()?, from.words(Some)?, from.words(|at| Some(at as usize))?);
        let mut apart = apart.into_iter().peekable();
        let mut start = 0;
        let mut hash = |(at, end): (usize, &u32)| {
            let text = arena.get(start..*end as usize)?;
            start = *end as usize;
            Some(if apart.next_if_eq(&at).is_some() { Hash::APART } else { Hash::of(text) })
        };
        let hashes = ends.iter().enumerate().map(&mut hash).collect::<Option<_>>()?;
        Some(Self { arena, ends, hashes, table: HashTable::new() })
    }

    fn is_sealed(&self) -> bool {
        self.table.is_empty() && self.hashes.iter().any(|hash| !hash.is_apart())
    }

    /// Makes the table again by which texts are found.
    pub(super) fn unseal(&mut self) {
        if self.is_sealed() {
            self.reserve(self.hashes.iter().filter(|hash| !hash.is_apart()).count());
            for sym in self.syms().filter(|sym| !self.hashes[sym.index()].is_apart()).collect::<Vec<_>>() {
                let slot = Slot::new(self.text(sym));
                self.insert(Slot { at: sym.index() as u32, ..slot });
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
    fn texts_that_differ_anywhere_are_told_apart() {
        let mut words = Interner::default();
        let alike = |length: usize| {
            (0..length).map(move |at| {
                let mut text = vec![b'a'; length];
                text[at] = b'b';
                String::from_utf8(text).unwrap()
            })
        };
        let texts: Vec<_> = (0..40).flat_map(|length| alike(length).chain(["a".repeat(length)])).collect();
        let syms: Vec<_> = texts.iter().map(|text| words.intern(text)).collect();
        assert_eq!(words.len(), texts.len());
        assert!(texts.iter().zip(&syms).all(|(text, sym)| words.text(*sym) == text && words.intern(text) == *sym));
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
        let (mut joined, numbers) = Interner::joined(&arenas.iter().map(|(_, words)| words).collect::<Vec<_>>());
        joined.unseal();
        assert_eq!(joined.len(), 9_001);
        for ((range, _), numbers) in arenas.iter().zip(&numbers) {
            let texts = range.clone().map(|n| format!("word-{n}"));
            assert!(texts.clone().eq(numbers.iter().map(|sym| joined.text(*sym))));
            assert!(texts.zip(numbers).all(|(text, sym)| joined.lookup(&text) == Some(*sym)));
        }
    }

    #[test]
    fn what_stands_apart_has_its_text_and_is_never_found() {
        let mut words = Interner::default();
        let (apart, again) = (words.intern_apart("a"), words.intern_apart("a"));
        assert_eq!((words.text(apart), words.text(again), words.lookup("a")), ("a", "a", None));
        let found = words.intern("a");
        assert!(found != apart && found != again);
        words.seal();
        let (mut joined, numbers) = Interner::joined(&[&words, &words]);
        joined.unseal();
        assert_eq!(joined.len(), 5);
        for numbers in &numbers {
            assert!(numbers.iter().all(|sym| joined.text(*sym) == "a"));
            assert_eq!(joined.lookup("a"), Some(numbers[found.index()]));
        }
        let mut equal = Interner::default();
        assert_eq!(equal.intern_all(&words), [equal.intern("a"); 3]);
    }

    #[test]
    fn an_optional_number_takes_no_more_room_than_a_number() {
        assert_eq!(size_of::<Option<Sym>>(), 4);
    }
}
