//! String interning: [`Interner`] stores every distinct text once in an arena and identifies it by a [`Sym`].
//!
//! A million edges repeat a hundred thousand ids, a dozen relations and a few actors. As symbols they take four bytes
//! each and compare in one instruction.
//!
//! All interners of a process use the same hash function and store the hash of each text, so merging batches and
//! growing the hash table never read a text to hash it again.
//!
//! Texts such as titles and paths rarely repeat and are never looked up. They are stored *apart*: with a symbol, but
//! without a hash and without an entry in the table.

use crate::pack::{Packer, Unpacker};
use hashbrown::{DefaultHashBuilder, HashTable};
use rayon::prelude::*;
use std::hash::BuildHasher as _;
use std::io;
use std::num::NonZeroU32;
use std::sync::LazyLock;

/// Symbol of an interned text. Only valid together with the interner that created it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Sym(NonZeroU32);

impl Sym {
    fn new(index: usize) -> Self {
        let number = u32::try_from(index + 1).ok().and_then(NonZeroU32::new);
        Self(number.expect("fewer than four billion distinct texts"))
    }

    pub(super) fn number(self) -> u32 {
        self.0.get()
    }

    /// Inverse of [`Sym::number`]; `None` for 0.
    pub(super) fn from_number(number: u32) -> Option<Self> {
        NonZeroU32::new(number).map(Self)
    }

    /// Position in a column with one entry per text.
    pub fn index(self) -> usize {
        self.0.get() as usize - 1
    }
}

/// Hash of a text, the same in every interner of this process.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Hash(u32);

impl Hash {
    /// Marks a text that is stored apart. Never the hash of another text.
    const APART: Self = Self(0);

    fn of(text: &str) -> Self {
        static HASHER: LazyLock<DefaultHashBuilder> = LazyLock::new(DefaultHashBuilder::default);
        let hash = HASHER.hash_one(text);
        Self(((hash ^ (hash >> 32)) as u32).max(1))
    }

    fn is_apart(self) -> bool {
        self == Self::APART
    }

    /// The table selects the bucket by the lowest bits and compares entries by the highest bits, so both get the hash.
    fn spread(self) -> u64 {
        u64::from(self.0) << 32 | u64::from(self.0)
    }
}

/// An entry of the table. It contains a sample of the text, which is all of most ids, to avoid a cache miss in the
/// arena.
#[derive(Debug, Clone, Copy)]
struct Slot {
    at: u32,
    length: u32,
    sample: [[u8; 8]; 3],
}

impl Slot {
    /// Bytes in the sample. Two slots fill a 64-byte cache line.
    const SAMPLED: usize = 24;

    fn new(text: &str) -> Self {
        Self { at: u32::MAX, length: text.len() as u32, sample: sample(text.as_bytes()) }
    }

    /// Whether two texts are equal as far as length and sample show.
    fn fits(&self, other: &Self) -> bool {
        self.length == other.length && self.sample == other.sample
    }

    fn is_whole(&self) -> bool {
        self.length as usize <= Self::SAMPLED
    }
}

/// The first 16 and the last 8 bytes of a text; with the length, they determine a text of up to 24 bytes. Chunks of a
/// fixed size are copied with one instruction each.
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

/// The texts of several interners whose hashes belong to one partition.
#[derive(Default)]
struct Share {
    words: Interner,
    /// Symbols of its texts, in the order of the interners.
    numbers: Vec<Sym>,
    /// Start of each interner's symbols in `numbers`.
    starts: Vec<usize>,
}

/// An arena of texts, distinct except for those stored apart.
#[derive(Debug, Clone, Default)]
pub(super) struct Interner {
    arena: String,
    ends: Vec<u32>,
    hashes: Vec<Hash>,
    /// Empty while sealed: see [`Interner::seal`].
    table: HashTable<Slot>,
}

impl Interner {
    /// The symbol of `text`, created if it is new.
    pub(super) fn intern(&mut self, text: &str) -> Sym {
        self.intern_hashed(text, Hash::of(text))
    }

    /// Stores a text apart: always a new symbol, never found by look-up.
    pub(super) fn intern_apart(&mut self, text: &str) -> Sym {
        self.push(text, Hash::APART)
    }

    /// Reserves table space for `texts` more texts.
    pub(super) fn reserve(&mut self, texts: usize) {
        self.table.reserve(texts, |slot| self.hashes[slot.at as usize].spread());
    }

    /// Appends the symbols of `texts` to `numbers`. Looks up a batch of texts before inserting any, so that the cache
    /// misses of independent look-ups overlap.
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

    /// Merges interners into one, sealed, and returns for each input the new symbols of its texts. Texts are
    /// partitioned by hash and each partition is deduplicated on its own thread; texts stored apart are copied.
    pub(super) fn joined(all: &[&Self]) -> (Self, Vec<Vec<Sym>>) {
        // Few partitions, because each scans all hashes; more than threads, to balance the load.
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
                let own = left[share].next().expect("every text is in a partition");
                Sym::new(firsts[share] + own.index())
            };
            words.hashes.iter().map(number).collect()
        };
        (joined, all.par_iter().enumerate().map(numbers).collect())
    }

    /// The symbols of all texts of another interner. Texts stored apart there are interned here, so that equal texts
    /// have equal symbols.
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

    /// The symbol of `text`, if it was interned. Must not be called while sealed.
    pub(super) fn lookup(&self, text: &str) -> Option<Sym> {
        debug_assert!(!self.is_sealed(), "look-up in a sealed interner");
        self.find(text, Hash::of(text), &Slot::new(text))
    }

    pub(super) fn text(&self, sym: Sym) -> &str {
        slice(&self.arena, &self.ends, sym.index())
    }

    /// The text of a symbol that may be invalid.
    pub(super) fn get(&self, sym: Sym) -> Option<&str> {
        (sym.index() < self.len()).then(|| self.text(sym))
    }

    pub(super) fn len(&self) -> usize {
        self.ends.len()
    }

    /// All symbols, in order of creation.
    pub(super) fn syms(&self) -> impl Iterator<Item = Sym> + use<> {
        (0..self.ends.len()).map(Sym::new)
    }

    pub(super) fn shrink_to_fit(&mut self) {
        self.arena.shrink_to_fit();
        self.ends.shrink_to_fit();
        self.hashes.shrink_to_fit();
    }

    /// Frees the hash table, which is as large as the texts. Adding a text rebuilds it.
    pub(super) fn seal(&mut self) {
        self.shrink_to_fit();
        self.table = HashTable::new();
    }

    pub(super) fn pack(&self, out: &mut Packer<'_>) -> io::Result<()> {
        out.text(&self.arena)?;
        out.words(self.ends.iter().copied())?;
        let apart = (0..).zip(&self.hashes).filter(|(_, hash)| hash.is_apart()).map(|(at, _)| at);
        out.words(apart.collect::<Vec<_>>().into_iter())
    }

    /// Reads an interner, sealed. Hashes are computed again, because the hash function differs between processes.
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

    /// Rebuilds the hash table if it was freed.
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
    fn equal_texts_share_a_symbol() {
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
    fn symbols_stay_valid_while_the_arena_grows() {
        let mut words = Interner::default();
        let syms: Vec<_> = (0..10_000).map(|n| words.intern(&format!("word-{n}"))).collect();
        for (n, sym) in syms.iter().enumerate() {
            assert_eq!(words.text(*sym), format!("word-{n}"));
            assert_eq!(words.lookup(&format!("word-{n}")), Some(*sym));
        }
    }

    #[test]
    fn texts_can_be_added_after_sealing() {
        let mut words = Interner::default();
        let (a, b) = (words.intern("a"), words.intern("b"));
        words.seal();
        assert_eq!((words.text(a), words.text(b)), ("a", "b"));
        let c = words.intern("c");
        assert_eq!((words.intern("a"), words.lookup("b"), words.lookup("c")), (a, Some(b), Some(c)));
        assert_eq!(words.len(), 3);
    }

    #[test]
    fn all_texts_of_another_interner_are_interned() {
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
    fn texts_that_differ_in_one_byte_have_different_symbols() {
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
    fn text_spanning_two_entries_of_the_arena_is_distinct() {
        let mut words = Interner::default();
        let (ab, c) = (words.intern("ab"), words.intern("c"));
        let longer = words.intern("abc");
        assert_eq!([ab, c, longer].map(|sym| words.text(sym)), ["ab", "c", "abc"]);
        assert_eq!((words.lookup("a"), words.lookup("bc")), (None, None));
    }

    #[test]
    fn joined_interners_contain_every_text_once() {
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
    fn texts_stored_apart_are_never_found() {
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
    fn optional_symbol_takes_four_bytes() {
        assert_eq!(size_of::<Option<Sym>>(), 4);
    }
}
