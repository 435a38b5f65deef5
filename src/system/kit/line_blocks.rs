//! Reads a file of lines in parts, block by block, so that reading needs no more memory than what the lines become.

use std::fs::File;
use std::io;
use std::ops::Range;
use std::os::unix::fs::FileExt as _;

/// Bytes per read: a block that fits into the processor's caches.
pub(in crate::system) const BLOCK_BYTES: usize = 256 << 10;

/// Cuts a range that starts with a line into parts: each ends after the first line end beyond its minimum length.
pub(in crate::system) fn cuts(file: &File, lines: Range<u64>, part_bytes: u64) -> io::Result<Vec<Range<u64>>> {
    let mut parts = Vec::new();
    let mut start = lines.start;
    while lines.end - start > part_bytes {
        let mut at = start + part_bytes;
        let end = loop {
            let block = bytes_of(file, at..lines.end.min(at + 4096))?;
            match memchr::memchr(b'\n', &block) {
                Some(found) => break at + found as u64 + 1,
                // The last line has no end.
                None if block.is_empty() => break lines.end,
                None => at += block.len() as u64,
            }
        };
        parts.push(start..end);
        start = end;
    }
    parts.push(start..lines.end);
    Ok(parts)
}

/// Visits a range that starts with a line in blocks of complete lines, in order, until a visit returns `false`. The
/// last line may lack its end.
pub(in crate::system) fn each_block(
    file: &File,
    range: Range<u64>,
    mut visit: impl FnMut(&[u8]) -> bool,
) -> io::Result<()> {
    let mut block = Vec::new();
    // The start of a line that continues in the next block.
    let mut kept = 0;
    let mut at = range.start;
    while at < range.end {
        let wanted = BLOCK_BYTES.min(usize::try_from(range.end - at).unwrap_or(usize::MAX));
        if block.len() < kept + wanted {
            block.resize(kept + wanted, 0);
        }
        let new = kept..kept + wanted;
        file.read_exact_at(&mut block[new.clone()], at)?;
        at += wanted as u64;
        let whole = memchr::memrchr(b'\n', &block[new.clone()]).map_or(0, |end| kept + end + 1);
        if whole > 0 {
            if !visit(&block[..whole]) {
                return Ok(());
            }
            block.copy_within(whole..new.end, 0);
        }
        kept = new.end - whole;
    }
    if kept > 0 {
        visit(&block[..kept]);
    }
    Ok(())
}

/// The length of the byte order mark at the start of a file, if there is one.
pub(in crate::system) fn mark_length(file: &File, size: u64) -> io::Result<u64> {
    let mark = "\u{feff}".as_bytes();
    let start = bytes_of(file, 0..size.min(mark.len() as u64))?;
    Ok(if start == mark { mark.len() as u64 } else { 0 })
}

pub(in crate::system) fn bytes_of(file: &File, range: Range<u64>) -> io::Result<Vec<u8>> {
    let mut bytes = vec![0; usize::try_from(range.end - range.start).map_err(io::Error::other)?];
    file.read_exact_at(&mut bytes, range.start)?;
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    /// Each part of a text, as its blocks.
    fn read(text: &str, part_bytes: u64) -> Vec<Vec<String>> {
        let folder = crate::system::kit::fixture::folder(&[("lines", text)]);
        let path = folder.path().join("lines");
        let file = File::open(&path).unwrap();
        let parts = cuts(&file, 0..fs::metadata(&path).unwrap().len(), part_bytes).unwrap();
        let blocks = |range: Range<u64>| {
            let mut blocks = Vec::new();
            let visit = |block: &[u8]| {
                blocks.push(String::from_utf8(block.to_vec()).unwrap());
                true
            };
            each_block(&file, range, visit).unwrap();
            blocks
        };
        parts.into_iter().map(blocks).collect()
    }

    #[test]
    fn parts_end_at_line_ends_and_contain_everything() {
        assert_eq!(read("a\nbc\nd", 1), [["a\n"], ["bc\n"], ["d"]]);
        assert_eq!(read("a\nbc\nd\n", 2), [["a\nbc\n"], ["d\n"]]);
        assert_eq!(read("abc", 1), [vec!["abc"], vec![]]);
        assert_eq!(read("", 1), [[] as [&str; 0]]);
    }

    #[test]
    fn a_line_longer_than_a_block_is_visited_whole() {
        let long = "x".repeat(BLOCK_BYTES + 10);
        let text = format!("a\n{long}\nb");
        assert_eq!(read(&text, u64::MAX), [["a\n".to_owned(), format!("{long}\n"), "b".to_owned()]]);
    }

    #[test]
    fn reading_stops_where_a_visit_says_so() {
        let folder = crate::system::kit::fixture::folder(&[("lines", &"a line\n".repeat(BLOCK_BYTES))]);
        let path = folder.path().join("lines");
        let mut visits = 0;
        let size = fs::metadata(&path).unwrap().len();
        let visit = |_: &[u8]| {
            visits += 1;
            false
        };
        each_block(&File::open(&path).unwrap(), 0..size, visit).unwrap();
        assert_eq!(visits, 1);
    }
}
