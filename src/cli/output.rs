//! Where answers go.

use super::args::{Format, Global};
use super::json;
use super::paint::{Line, Role, wrapped, write_table};
use crate::text::plain;
use serde::Serialize;
use std::io::{self, BufWriter, IsTerminal as _, Stdout, Write as _};
use terminal_size::{Width, terminal_size_of};

/// Standard output, and how to write to it.
pub(super) struct Output {
    out: BufWriter<Stdout>,
    is_terminal: bool,
    human: bool,
    colour: bool,
    columns: Option<usize>,
}

/// What is written at once. Larger than usual, because each write of standard output looks for the last line end in it.
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

    /// Whether the answer is for a person rather than a program.
    pub(super) fn is_human(&self) -> bool {
        self.human
    }

    /// Prints a value as JSON: indented where somebody looks at it.
    pub(super) fn json<T: Serialize + ?Sized>(&mut self, value: &T) -> anyhow::Result<()> {
        json::write(&mut self.out, value, self.is_terminal)?;
        self.out.write_all(b"\n")?;
        Ok(())
    }

    /// Prints a value as JSON on a line of its own, whoever looks at it, and at once.
    pub(super) fn json_line<T: Serialize + ?Sized>(&mut self, value: &T) -> anyhow::Result<()> {
        json::write(&mut self.out, value, false)?;
        self.out.write_all(b"\n")?;
        Ok(self.out.flush()?)
    }

    /// Prints one line.
    pub(super) fn line(&mut self, line: &Line) -> io::Result<()> {
        line.write(&mut self.out, self.colour)
    }

    /// Prints a text as a paragraph: indented, and broken between words where a person looks at it.
    pub(super) fn paragraph(&mut self, role: Role, indent: &str, text: &str) -> io::Result<()> {
        for line in wrapped(indent, &plain(text), self.columns, indent) {
            self.line(&Line::of(role, &line))?;
        }
        Ok(())
    }

    /// Prints an empty line.
    pub(super) fn blank(&mut self) -> io::Result<()> {
        self.line(&Line::new())
    }

    /// Prints rows of cells in columns, cut to the terminal if there is one. Columns line up over so many rows as a person
    /// looks at, not over all: a million rows need not be held to be printed.
    pub(super) fn table(&mut self, rows: impl IntoIterator<Item = Vec<Line>>, indent: usize) -> io::Result<()> {
        const ROWS_IN_LINE: usize = 1000;
        let mut rows = rows.into_iter();
        loop {
            let chunk: Vec<_> = rows.by_ref().take(ROWS_IN_LINE).collect();
            if chunk.is_empty() {
                return Ok(());
            }
            write_table(&mut self.out, &chunk, indent, self.columns, self.colour)?;
        }
    }

    /// Prints bytes that are meant for a program, such as a completion script.
    pub(super) fn raw(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.out.write_all(bytes)
    }

    pub(super) fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}
