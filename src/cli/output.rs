//! Standard output in one of two formats: text for a terminal, JSON for a program.

use super::args::{Format, Global};
use super::paint::{Line, Role, wrapped, write_table};
use crate::format::json;
use crate::text::plain;
use serde::Serialize;
use std::io::{self, BufWriter, IsTerminal as _, Stdout, Write as _};
use terminal_size::{Width, terminal_size_of};

/// Buffered standard output with its format, colour and width.
pub(super) struct Output {
    out: BufWriter<Stdout>,
    is_terminal: bool,
    human: bool,
    colour: bool,
    columns: Option<usize>,
}

/// Buffer size. Larger than the default, because `Stdout` scans each write for the last line break.
const BUFFER: usize = 1 << 16;

impl Output {
    pub(super) fn new(global: &Global) -> Self {
        let stdout = io::stdout();
        let is_terminal = stdout.is_terminal();
        let colour = global.color.is_on(is_terminal);
        let human = match global.format {
            Format::Human => true,
            Format::Json => false,
            Format::Auto => is_terminal,
        };
        let columns = terminal_size_of(&stdout).map(|(Width(columns), _)| usize::from(columns));
        Self { out: BufWriter::with_capacity(BUFFER, stdout), is_terminal, human, colour, columns }
    }

    pub(super) fn is_human(&self) -> bool {
        self.human
    }

    /// Prints a value as JSON, indented if the output is a terminal.
    pub(super) fn json<T: Serialize + ?Sized>(&mut self, value: &T) -> anyhow::Result<()> {
        json::write(&mut self.out, value, self.is_terminal)?;
        self.out.write_all(b"\n")?;
        Ok(())
    }

    /// Prints a value as JSON on a single line and flushes.
    pub(super) fn json_line<T: Serialize + ?Sized>(&mut self, value: &T) -> anyhow::Result<()> {
        json::write(&mut self.out, value, false)?;
        self.out.write_all(b"\n")?;
        Ok(self.out.flush()?)
    }

    pub(super) fn line(&mut self, line: &Line) -> io::Result<()> {
        line.write(&mut self.out, self.colour)
    }

    /// Prints text as an indented paragraph, wrapped at word boundaries if the output is a terminal.
    pub(super) fn paragraph(&mut self, role: Role, indent: &str, text: &str) -> io::Result<()> {
        for line in wrapped(indent, &plain(text), self.columns, indent) {
            self.line(&Line::of(role, &line))?;
        }
        Ok(())
    }

    pub(super) fn blank(&mut self) -> io::Result<()> {
        self.line(&Line::new())
    }

    /// Prints rows of cells in columns, truncated to the width of the terminal if there is one. Aligns columns per
    /// chunk of rows, not over all rows, so that a million rows are printed without holding them in memory.
    pub(super) fn table(&mut self, rows: impl IntoIterator<Item = Vec<Line>>, indent: usize) -> io::Result<()> {
        const ROWS_PER_CHUNK: usize = 1000;
        let mut rows = rows.into_iter();
        loop {
            let chunk: Vec<_> = rows.by_ref().take(ROWS_PER_CHUNK).collect();
            if chunk.is_empty() {
                return Ok(());
            }
            write_table(&mut self.out, &chunk, indent, self.columns, self.colour)?;
        }
    }

    /// Prints bytes unescaped, such as a completion script.
    pub(super) fn raw(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.out.write_all(bytes)
    }

    pub(super) fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}
