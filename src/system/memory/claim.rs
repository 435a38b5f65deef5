//! Tells a memory from other files of the same name, such as the logs of agents, by its first row.

use super::row::{Row, row_of};
use crate::system::kit::file;
use std::io::{BufRead as _, BufReader, Read as _};
use std::path::Path;

/// Maximum number of bytes read for the first row.
const MOST_BYTES: u64 = 16 << 20;

/// Whether the first row of a file that is not blank is an entity or a relation. An empty file is not a memory.
pub(super) fn is_memory(path: &Path) -> bool {
    let Ok(file) = file::open(path) else { return false };
    let mut lines = BufReader::new(file.take(MOST_BYTES));
    let mut line = Vec::new();
    while lines.read_until(b'\n', &mut line).is_ok_and(|length| length > 0) {
        let text = String::from_utf8_lossy(&line);
        let text = file::without_mark(&text).trim();
        if !text.is_empty() {
            return !matches!(row_of(text), Err(_) | Ok(Row::Other));
        }
        line.clear();
    }
    false
}
