//! Plain values as bytes, and back: what a snapshot is made of.
//!
//! A leaf: it knows nobody. Bytes come in sections, each with a sum over it at its end. Whatever cannot be read back exactly,
//! a section that was cut, changed or written by something else, is `None` and nothing worse: no place and no length that
//! was read is believed before there are as many bytes in the file.

use std::fs::File;
use std::io::{self, Write};
use std::ops::Range;
use std::os::unix::fs::FileExt as _;
use xxhash_rust::xxh3::Xxh3Default;

/// So much is read and written at a time: what stays in the caches of a processor.
const BLOCK: usize = 256 << 10;

/// Writes one section.
pub struct Packer<'w> {
    out: &'w mut dyn Write,
    sum: Xxh3Default,
    written: u64,
}

impl<'w> Packer<'w> {
    /// A section that starts here.
    pub fn new(out: &'w mut dyn Write) -> Self {
        Self { out, sum: Xxh3Default::new(), written: 0 }
    }

    /// What was written so far comes to.
    pub fn sum(&self) -> u64 {
        self.sum.digest()
    }

    /// Ends the section. How many bytes it takes.
    pub fn finish(mut self) -> io::Result<u64> {
        let sum = self.sum.digest();
        self.bytes(&sum.to_ne_bytes())?;
        Ok(self.written)
    }

    /// Writes bytes as they are.
    pub fn bytes(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.sum.update(bytes);
        self.written += bytes.len() as u64;
        self.out.write_all(bytes)
    }

    /// Writes a number.
    pub fn number(&mut self, number: u64) -> io::Result<()> {
        self.bytes(&number.to_ne_bytes())
    }

    /// Writes a text.
    pub fn text(&mut self, text: &str) -> io::Result<()> {
        self.blob(text.as_bytes())
    }

    /// Writes bytes and how many they are.
    pub fn blob(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.number(bytes.len() as u64)?;
        self.bytes(bytes)
    }

    /// Writes a text that may not be there.
    pub fn optional_text(&mut self, text: Option<&str>) -> io::Result<()> {
        self.number(u64::from(text.is_some()))?;
        text.map_or(Ok(()), |text| self.text(text))
    }

    /// Writes numbers of 32 bits.
    pub fn words(&mut self, words: impl ExactSizeIterator<Item = u32>) -> io::Result<()> {
        self.each(words, u32::to_ne_bytes)
    }

    /// Writes numbers of 64 bits.
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

/// Reads one section. What it gives counts only once [`Unpacker::finish`] said so.
pub struct Unpacker<'f> {
    file: &'f File,
    /// What of the section is not in the block yet.
    left: Range<u64>,
    block: Vec<u8>,
    /// What of the block is not read yet.
    ready: Range<usize>,
    sum: Xxh3Default,
}

impl<'f> Unpacker<'f> {
    /// A section; `None` if the file does not reach that far.
    pub fn new(file: &'f File, section: Range<u64>) -> Option<Self> {
        if section.end > file.metadata().ok()?.len() {
            return None;
        }
        // Its sum stands behind it.
        let end = section.end.checked_sub(8).filter(|end| *end >= section.start)?;
        Some(Self { file, left: section.start..end, block: Vec::new(), ready: 0..0, sum: Xxh3Default::new() })
    }

    /// Whether all was read and is what was written.
    pub fn finish(self) -> Option<()> {
        let mut sum = [0; 8];
        self.file.read_exact_at(&mut sum, self.left.end).ok()?;
        (self.ready.is_empty() && self.left.is_empty() && u64::from_ne_bytes(sum) == self.sum.digest()).then_some(())
    }

    fn remaining(&self) -> u64 {
        self.ready.len() as u64 + (self.left.end - self.left.start)
    }

    /// Makes at least so many bytes ready, which must be fewer than a block has.
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

    /// Reads a number.
    pub fn number(&mut self) -> Option<u64> {
        self.array().map(u64::from_ne_bytes)
    }

    /// Reads a few numbers of 32 bits, of which nobody wrote how many they are.
    pub fn some_words<const N: usize>(&mut self) -> Option<[u32; N]> {
        let mut words = [0; N];
        for word in &mut words {
            *word = u32::from_ne_bytes(self.array()?);
        }
        Some(words)
    }

    /// Reads a number that counts something in memory.
    pub fn count(&mut self) -> Option<usize> {
        usize::try_from(self.number()?).ok()
    }

    /// Reads how many items follow that take at least so many bytes each.
    pub fn length(&mut self, bytes_each: u64) -> Option<usize> {
        let length = self.number()?;
        (length.checked_mul(bytes_each)? <= self.remaining()).then(|| usize::try_from(length).ok())?
    }

    /// Reads bytes.
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

    /// Reads a text.
    pub fn text(&mut self) -> Option<String> {
        String::from_utf8(self.blob()?).ok()
    }

    /// Reads a text that may not be there.
    pub fn optional_text(&mut self) -> Option<Option<String>> {
        match self.number()? {
            0 => Some(None),
            1 => self.text().map(Some),
            _ => None,
        }
    }

    /// Reads numbers of 32 bits, each made into something else.
    pub fn words<T>(&mut self, make: impl Fn(u32) -> Option<T>) -> Option<Vec<T>> {
        self.each(|bytes: [u8; 4]| make(u32::from_ne_bytes(bytes)))
    }

    /// Reads numbers of 64 bits, each made into something else.
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
    fn sections_longer_than_a_block_come_back() {
        let texts = vec!["x".repeat(3 * BLOCK), "é".repeat(BLOCK)];
        let (words, longs): (Vec<u32>, Vec<u64>) = ((0..BLOCK as u32).collect(), (0..BLOCK as u64).collect());
        assert_eq!(unpacked(&packed(&texts, &words, &longs)), Some((texts, words, longs)));
    }

    #[test]
    fn a_length_is_not_believed_where_the_file_ends() {
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
        fn what_is_packed_comes_back_and_what_was_touched_does_not(
            texts in proptest::collection::vec(".{0,9}", 0..4),
            words in proptest::collection::vec(any::<u32>(), 0..9),
            longs in proptest::collection::vec(any::<u64>(), 0..9),
            touched in any::<proptest::sample::Index>(),
            bit in 0..8_u32,
            cut in any::<bool>(),
        ) {
            let mut bytes = packed(&texts, &words, &longs);
            prop_assert_eq!(unpacked(&bytes), Some((texts, words, longs)));
            let at = touched.index(bytes.len());
            if cut {
                bytes.truncate(at);
            } else {
                bytes[at] ^= 1 << bit;
            }
            prop_assert_eq!(unpacked(&bytes), None);
        }
    }
}
