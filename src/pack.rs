//! Binary serialization for snapshots: [`Packer`] writes and [`Unpacker`] reads sections of plain values.
//!
//! Each section ends with an XXH3 checksum. Reading a section that was truncated, modified or written by another
//! program returns `None`: lengths are validated against the size of the file before memory is allocated. Integers are
//! in native byte order, because snapshots are read only on the machine that wrote them. This module depends on no
//! other.

use std::fs::File;
use std::io::{self, Write};
use std::ops::Range;
use std::os::unix::fs::FileExt as _;
use xxhash_rust::xxh3::Xxh3Default;

/// Bytes read or written at a time; fits into a processor cache.
const BLOCK: usize = 256 << 10;

/// Writes one section.
pub struct Packer<'w> {
    out: &'w mut dyn Write,
    sum: Xxh3Default,
    written: u64,
}

impl<'w> Packer<'w> {
    /// Starts a section.
    pub fn new(out: &'w mut dyn Write) -> Self {
        Self { out, sum: Xxh3Default::new(), written: 0 }
    }

    /// The checksum of everything written so far.
    pub fn sum(&self) -> u64 {
        self.sum.digest()
    }

    /// Ends the section with its checksum. Returns its length in bytes.
    pub fn finish(mut self) -> io::Result<u64> {
        let sum = self.sum.digest();
        self.bytes(&sum.to_ne_bytes())?;
        Ok(self.written)
    }

    /// Writes raw bytes, without their length.
    pub fn bytes(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.sum.update(bytes);
        self.written += bytes.len() as u64;
        self.out.write_all(bytes)
    }

    pub fn number(&mut self, number: u64) -> io::Result<()> {
        self.bytes(&number.to_ne_bytes())
    }

    pub fn text(&mut self, text: &str) -> io::Result<()> {
        self.blob(text.as_bytes())
    }

    /// Writes bytes, preceded by their length.
    pub fn blob(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.number(bytes.len() as u64)?;
        self.bytes(bytes)
    }

    pub fn optional_text(&mut self, text: Option<&str>) -> io::Result<()> {
        self.number(u64::from(text.is_some()))?;
        text.map_or(Ok(()), |text| self.text(text))
    }

    /// Writes 32-bit numbers, preceded by their count.
    pub fn words(&mut self, words: impl ExactSizeIterator<Item = u32>) -> io::Result<()> {
        self.each(words, u32::to_ne_bytes)
    }

    /// Writes 64-bit numbers, preceded by their count.
    pub fn longs(&mut self, longs: impl ExactSizeIterator<Item = u64>) -> io::Result<()> {
        self.each(longs, u64::to_ne_bytes)
    }

    fn each<T, const N: usize>(
        &mut self,
        items: impl ExactSizeIterator<Item = T>,
        bytes: impl Fn(T) -> [u8; N],
    ) -> io::Result<()> {
        self.number(items.len() as u64)?;
        let mut block = Vec::with_capacity(BLOCK);
        for item in items {
            block.extend_from_slice(&bytes(item));
            if block.len() >= BLOCK {
                self.bytes(&block)?;
                block.clear();
            }
        }
        self.bytes(&block)
    }
}

/// Reads one section. Values must not be used before [`Unpacker::finish`] has verified the checksum.
pub struct Unpacker<'f> {
    file: &'f File,
    /// The part of the section not yet read into the block.
    left: Range<u64>,
    block: Vec<u8>,
    /// The part of the block not yet consumed.
    ready: Range<usize>,
    sum: Xxh3Default,
}

impl<'f> Unpacker<'f> {
    /// Starts reading a section; `None` if it extends beyond the end of the file.
    pub fn new(file: &'f File, section: Range<u64>) -> Option<Self> {
        if section.end > file.metadata().ok()?.len() {
            return None;
        }
        // The last eight bytes are the checksum.
        let end = section.end.checked_sub(8).filter(|end| *end >= section.start)?;
        Some(Self { file, left: section.start..end, block: Vec::new(), ready: 0..0, sum: Xxh3Default::new() })
    }

    /// Verifies that everything was read and that the checksum matches.
    pub fn finish(self) -> Option<()> {
        let mut sum = [0; 8];
        self.file.read_exact_at(&mut sum, self.left.end).ok()?;
        (self.ready.is_empty() && self.left.is_empty() && u64::from_ne_bytes(sum) == self.sum.digest()).then_some(())
    }

    fn remaining(&self) -> u64 {
        self.ready.len() as u64 + (self.left.end - self.left.start)
    }

    /// Makes at least `wanted` bytes ready; `wanted` must be at most [`BLOCK`].
    fn fill(&mut self, wanted: usize) -> Option<()> {
        if self.ready.len() >= wanted {
            return Some(());
        }
        if self.remaining() < wanted as u64 {
            return None;
        }
        self.block.resize(BLOCK, 0);
        self.block.copy_within(self.ready.clone(), 0);
        let kept = self.ready.len();
        let room = usize::try_from(self.left.end - self.left.start).map_or(BLOCK - kept, |left| left.min(BLOCK - kept));
        self.file.read_exact_at(&mut self.block[kept..kept + room], self.left.start).ok()?;
        self.sum.update(&self.block[kept..kept + room]);
        self.left.start += room as u64;
        self.ready = 0..kept + room;
        Some(())
    }

    fn array<const N: usize>(&mut self) -> Option<[u8; N]> {
        self.fill(N)?;
        let bytes = self.block[self.ready.start..self.ready.start + N].try_into().ok()?;
        self.ready.start += N;
        Some(bytes)
    }

    pub fn number(&mut self) -> Option<u64> {
        self.array().map(u64::from_ne_bytes)
    }

    /// Reads a fixed number of 32-bit numbers, without a count.
    pub fn some_words<const N: usize>(&mut self) -> Option<[u32; N]> {
        let mut words = [0; N];
        for word in &mut words {
            *word = u32::from_ne_bytes(self.array()?);
        }
        Some(words)
    }

    /// Reads a number as `usize`.
    pub fn count(&mut self) -> Option<usize> {
        usize::try_from(self.number()?).ok()
    }

    /// Reads the number of items that follow, each of at least `bytes_each` bytes; `None` if they exceed the section.
    pub fn length(&mut self, bytes_each: u64) -> Option<usize> {
        let length = self.number()?;
        (length.checked_mul(bytes_each)? <= self.remaining()).then(|| usize::try_from(length).ok())?
    }

    pub fn blob(&mut self) -> Option<Vec<u8>> {
        let mut left = self.length(1)?;
        let mut bytes = Vec::with_capacity(left);
        while left > 0 {
            self.fill(1)?;
            let piece = left.min(self.ready.len());
            bytes.extend_from_slice(&self.block[self.ready.start..self.ready.start + piece]);
            self.ready.start += piece;
            left -= piece;
        }
        Some(bytes)
    }

    pub fn text(&mut self) -> Option<String> {
        String::from_utf8(self.blob()?).ok()
    }

    pub fn optional_text(&mut self) -> Option<Option<String>> {
        match self.number()? {
            0 => Some(None),
            1 => self.text().map(Some),
            _ => None,
        }
    }

    /// Reads 32-bit numbers and converts each with `make`.
    pub fn words<T>(&mut self, make: impl Fn(u32) -> Option<T>) -> Option<Vec<T>> {
        self.each(|bytes: [u8; 4]| make(u32::from_ne_bytes(bytes)))
    }

    /// Reads 64-bit numbers and converts each with `make`.
    pub fn longs<T>(&mut self, make: impl Fn(u64) -> Option<T>) -> Option<Vec<T>> {
        self.each(|bytes: [u8; 8]| make(u64::from_ne_bytes(bytes)))
    }

    fn each<T, const N: usize>(&mut self, make: impl Fn([u8; N]) -> Option<T>) -> Option<Vec<T>> {
        let mut left = self.length(N as u64)?;
        let mut items = Vec::with_capacity(left);
        while left > 0 {
            self.fill(N)?;
            let count = left.min(self.ready.len() / N);
            let bytes = &self.block[self.ready.start..self.ready.start + count * N];
            for item in bytes.as_chunks::<N>().0 {
                items.push(make(*item)?);
            }
            self.ready.start += count * N;
            left -= count;
        }
        Some(items)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::io::Seek as _;

    fn packed(texts: &[String], words: &[u32], longs: &[u64]) -> Vec<u8> {
        let mut bytes = Vec::new();
        let mut out = Packer::new(&mut bytes);
        out.number(texts.len() as u64).unwrap();
        for text in texts {
            out.optional_text(Some(text)).unwrap();
        }
        out.words(words.iter().copied()).unwrap();
        out.longs(longs.iter().copied()).unwrap();
        let length = out.finish().unwrap();
        assert_eq!(length, bytes.len() as u64);
        bytes
    }

    fn unpacked(bytes: &[u8]) -> Option<(Vec<String>, Vec<u32>, Vec<u64>)> {
        let mut file = tempfile::tempfile().unwrap();
        file.write_all(b"before").unwrap();
        let start = file.stream_position().unwrap();
        file.write_all(bytes).unwrap();
        let mut from = Unpacker::new(&file, start..start + bytes.len() as u64)?;
        let texts = (0..from.length(8)?).map(|_| from.optional_text()?).collect::<Option<_>>()?;
        let (words, longs) = (from.words(Some)?, from.longs(Some)?);
        from.finish()?;
        Some((texts, words, longs))
    }

    #[test]
    fn sections_longer_than_a_block_round_trip() {
        let texts = vec!["x".repeat(3 * BLOCK), "é".repeat(BLOCK)];
        let (words, longs): (Vec<u32>, Vec<u64>) = ((0..BLOCK as u32).collect(), (0..BLOCK as u64).collect());
        assert_eq!(unpacked(&packed(&texts, &words, &longs)), Some((texts, words, longs)));
    }

    #[test]
    fn length_beyond_the_end_of_the_file_is_rejected() {
        let mut bytes = (1_u64 << 60).to_ne_bytes().to_vec();
        bytes.extend([0; 32]);
        let mut file = tempfile::tempfile().unwrap();
        file.write_all(&bytes).unwrap();
        let size = bytes.len() as u64;
        assert!(Unpacker::new(&file, 0..size + 1).is_none());
        assert!(Unpacker::new(&file, 0..u64::MAX).is_none());
        assert!(Unpacker::new(&file, size..size).is_none());
        assert_eq!(Unpacker::new(&file, 0..size).unwrap().blob(), None);
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(1_000))]
        #[test]
        fn packed_values_round_trip_and_corruption_is_detected(
            texts in proptest::collection::vec(".{0,9}", 0..4),
            words in proptest::collection::vec(any::<u32>(), 0..9),
            longs in proptest::collection::vec(any::<u64>(), 0..9),
            corrupted in any::<proptest::sample::Index>(),
            bit in 0..8_u32,
            cut in any::<bool>(),
        ) {
            let mut bytes = packed(&texts, &words, &longs);
            prop_assert_eq!(unpacked(&bytes), Some((texts, words, longs)));
            let at = corrupted.index(bytes.len());
            if cut {
                bytes.truncate(at);
            } else {
                bytes[at] ^= 1 << bit;
            }
            prop_assert_eq!(unpacked(&bytes), None);
        }
    }
}
