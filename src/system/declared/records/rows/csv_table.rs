//! Rows of CSV files with a header. Cells may be quoted and contain line breaks.

use super::{Fault, VisitRow};
use crate::system::declared::records::row::Row;
use csv::{ReaderBuilder, StringRecord, Trim};

pub(super) fn each_row(text: &str, visit: &mut VisitRow<'_>) {
    let mut reader = ReaderBuilder::new().flexible(true).trim(Trim::Headers).from_reader(text.as_bytes());
    let fault = |line: u32, error: &csv::Error| Fault::new(line, format!("The row is not CSV: {error}"));
    let headers = match reader.headers() {
        Ok(headers) => headers.clone(),
        Err(error) => return visit(Err(fault(1, &error))),
    };
    let mut lines = LineCount { text, at: 0, line: 1 };
    let mut cells = StringRecord::new();
    loop {
        // The reader skips blank lines only when it reads the next row.
        let start = usize::try_from(reader.position().byte()).unwrap_or(usize::MAX);
        let read = reader.read_record(&mut cells);
        let line = lines.of_row_from(start);
        match read {
            Ok(true) if ends_in_quotes(text, start, reader.position().byte()) => {
                let message = "A quoted cell is not closed: the rest of the file is part of it".to_owned();
                visit(Err(Fault::new(line, message)));
            }
            Ok(true) => visit(Ok(Row::of_table(&headers, &cells, line))),
            Ok(false) => return,
            Err(error) => visit(Err(fault(line, &error))),
        }
    }
}

/// Whether a row ends with the text, inside quotes. Quotes in a cell are doubled, so their number is odd only then.
fn ends_in_quotes(text: &str, start: usize, end: u64) -> bool {
    let row = text.as_bytes().get(start..).unwrap_or_default();
    end >= text.len() as u64 && memchr::memchr_iter(b'"', row).count() % 2 == 1
}

/// Counts lines up to positions that never go back.
struct LineCount<'t> {
    text: &'t str,
    at: usize,
    line: u32,
}

impl LineCount<'_> {
    /// The line of the first row at or after a position.
    fn of_row_from(&mut self, start: usize) -> u32 {
        let bytes = self.text.as_bytes();
        let start = start.clamp(self.at, bytes.len());
        let blank = bytes[start..].iter().take_while(|byte| matches!(byte, b'\r' | b'\n')).count();
        self.line += memchr::memchr_iter(b'\n', &bytes[self.at..start + blank]).count() as u32;
        self.at = start + blank;
        self.line
    }
}
