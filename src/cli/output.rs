//! The output of a command, to standard output or a file: text for people, JSON or a graph for programs.

use super::args::{Format, Global, OutputArgs, Words};
use super::context::say;
use super::destination::{Destination, OutputFile};
use super::paint::{wrapped, write_line, write_table};
use crate::document::{Block, Document, Flow, Line, Role, Row, Section};
use crate::format::file::Existing;
use crate::format::json::{LeftOut, Sink, Trim};
use crate::format::{self, Export, Notices, json};
use crate::text::{grouped, plain, quoted};
use serde::Serialize;
use std::io::{self, BufWriter, IsTerminal as _, Write as _};
use std::path::{Path, PathBuf};
use terminal_size::{Width, terminal_size_of};

/// Buffered output with its format, colour and width.
pub(super) struct Output {
    out: BufWriter<Destination>,
    is_terminal: bool,
    human: bool,
    graph: Option<GraphOutput>,
    trim: Trim,
    colour: bool,
    columns: Option<usize>,
}

/// A graph format that was asked for.
struct GraphOutput {
    format: format::Format,
    dialect: Option<String>,
    /// The file, if the format writes several ones beside it.
    parts_of: Option<PathBuf>,
    existing: Existing,
}

/// Buffer size. Larger than the default, because `Stdout` scans each write for the last line break.
const BUFFER: usize = 1 << 16;

const NO_DIALECT: &str = "--dialect applies only to formats with dialects; see --help";

/// Indentation of the rows below a heading.
const HEADED: usize = 2;

/// Indentation of the further lines of a heading.
const CONTINUED: &str = "    ";

impl GraphOutput {
    fn new(format: format::Format, args: Option<&OutputArgs>) -> anyhow::Result<Self> {
        let dialect = args.and_then(|args| args.dialect.clone());
        if let Some(dialect) = dialect.as_deref().filter(|dialect| !format.dialects.contains(dialect)) {
            anyhow::ensure!(!format.dialects.is_empty(), NO_DIALECT);
            let (dialect, known) = (quoted(dialect), format.dialects.join(", "));
            anyhow::bail!("unknown dialect {dialect} of {}; valid: {known}", format.name);
        }
        let dialect = dialect.or_else(|| format.dialects.first().map(|first| (*first).to_owned()));
        let path = args.and_then(|args| args.output.clone());
        let parts_of = path.filter(|_| !format.parts.is_empty());
        Ok(Self { format, dialect, parts_of, existing: existing(args) })
    }
}

/// What happens to a file that exists.
fn existing(args: Option<&OutputArgs>) -> Existing {
    if args.is_some_and(|args| args.force) { Existing::Replaced } else { Existing::Kept }
}

/// The path with a suffix before its extension.
fn beside(path: &Path, suffix: &str) -> PathBuf {
    let mut name = path.file_stem().unwrap_or_default().to_owned();
    name.push(suffix);
    if let Some(extension) = path.extension() {
        name.push(".");
        name.push(extension);
    }
    path.with_file_name(name)
}

impl Output {
    /// `args` are those of a command that has a graph.
    pub(super) fn new(global: &Global, args: Option<&OutputArgs>) -> anyhow::Result<Self> {
        let path = args.and_then(|args| args.output.as_deref());
        let trim = Trim { fields: Words::all(&global.fields), limit: global.limit.map(|limit| limit as usize) };
        let format = match (global.format, path) {
            (Format::Human | Format::Graph(_), _) if !trim.fields.is_empty() => {
                anyhow::bail!("--fields applies only to JSON")
            }
            (Format::Auto, _) if !trim.fields.is_empty() => Format::Json,
            (Format::Auto, Some(path)) => Format::of_file(path)?,
            (format, _) => format,
        };
        let graph = match format {
            Format::Graph(format) => Some(GraphOutput::new(format, args)?),
            _ if args.is_some_and(|args| args.dialect.is_some()) => anyhow::bail!(NO_DIALECT),
            _ => None,
        };
        let stdout = io::stdout();
        let is_terminal = path.is_none() && stdout.is_terminal();
        let colour = global.color.is_on(is_terminal);
        let human = match format {
            Format::Human => true,
            Format::Json | Format::Graph(_) => false,
            Format::Auto => is_terminal,
        };
        let columns = terminal_size_of(&stdout).map(|(Width(columns), _)| usize::from(columns));
        let columns = columns.filter(|_| path.is_none());
        let is_single = graph.as_ref().is_none_or(|graph| graph.parts_of.is_none());
        let out = match path.filter(|_| is_single) {
            Some(path) => Destination::File(OutputFile::new(path, existing(args))?),
            None => Destination::Stdout(stdout),
        };
        Ok(Self { out: BufWriter::with_capacity(BUFFER, out), is_terminal, human, graph, trim, colour, columns })
    }

    /// Whether a graph is to be written instead of text or JSON.
    pub(super) fn wants_graph(&self) -> bool {
        self.graph.is_some()
    }

    /// Writes a graph in the format that was asked for. Returns what the format left out.
    pub(super) fn graph(&mut self, export: Export<'_>) -> anyhow::Result<Notices> {
        let Some(graph) = &self.graph else { return Ok(Vec::new()) };
        let export = export.in_dialect(graph.dialect.as_deref());
        let Some(path) = &graph.parts_of else { return Ok(graph.format.write(&export, &mut self.out)?) };
        let mut notices = Vec::new();
        let mut files = Vec::new();
        for part in graph.format.parts {
            let mut file =
                BufWriter::with_capacity(BUFFER, OutputFile::new(&beside(path, part.suffix), graph.existing)?);
            notices.extend(part.write(&export, &mut file)?);
            files.push(file.into_inner().map_err(io::IntoInnerError::into_error)?);
        }
        files.into_iter().try_for_each(OutputFile::finish)?;
        Ok(notices)
    }

    /// Ends the output of a command that did not fail: a file appears in its place.
    pub(super) fn finish(self) -> anyhow::Result<()> {
        match self.out.into_inner().map_err(io::IntoInnerError::into_error)? {
            Destination::Stdout(mut stdout) => Ok(stdout.flush()?),
            Destination::File(file) => file.finish(),
        }
    }

    pub(super) fn is_human(&self) -> bool {
        self.human
    }

    /// Prints a value as JSON, indented if the output is a terminal.
    pub(super) fn json<T: Serialize + ?Sized>(&mut self, value: &T) -> anyhow::Result<()> {
        self.json_with(|sink| sink.put(value)).map(drop)
    }

    /// Prints the JSON of an answer. Returns what is left out of it.
    pub(super) fn json_with(
        &mut self,
        put: impl FnOnce(&mut Sink<'_>) -> serde_json::Result<()>,
    ) -> anyhow::Result<LeftOut> {
        let mut sink = Sink::new(&mut self.out, self.is_terminal, &self.trim);
        put(&mut sink)?;
        let left_out = sink.left_out();
        if !self.trim.keeps_everything() {
            self.out.flush()?;
            self.say_left_out(&left_out);
        }
        self.out.write_all(b"\n")?;
        Ok(left_out)
    }

    /// Says which entries and fields are not in the JSON.
    fn say_left_out(&self, left_out: &LeftOut) {
        if left_out.entries > 0 {
            let entries = if left_out.entries == 1 { "entry" } else { "entries" };
            say("hint", &format!("{} {entries} omitted by --limit", grouped(left_out.entries)));
        }
        let known = &left_out.known_fields;
        for name in self.trim.fields.iter().filter(|name| !known.is_empty() && !known.contains(*name)) {
            let known: Vec<_> = known.iter().map(String::as_str).collect();
            let none = if left_out.entries > 0 { "none of the entries shown has" } else { "no entry has" };
            say("hint", &format!("{none} the field {}; known: {}", quoted(name), known.join(", ")));
        }
    }

    /// Maximum number of entries per list, if it was given.
    pub(super) fn limit(&self) -> Option<usize> {
        self.trim.limit
    }

    /// Prints a value as JSON on a single line and flushes.
    pub(super) fn json_line<T: Serialize + ?Sized>(&mut self, value: &T) -> anyhow::Result<()> {
        json::write(&mut self.out, value, false)?;
        self.out.write_all(b"\n")?;
        Ok(self.out.flush()?)
    }

    pub(super) fn line(&mut self, line: &Line) -> io::Result<()> {
        write_line(line, &mut self.out, self.colour)
    }

    /// Prints a document: its sections one below the other, each as a table.
    pub(super) fn document(&mut self, document: Document<'_>) -> io::Result<()> {
        let sections = document.blocks.into_iter().flat_map(Block::into_sections);
        for (at, section) in sections.filter(|section| section.total != Some(0)).enumerate() {
            self.section(section, at == 0)?;
        }
        Ok(())
    }

    fn section(&mut self, section: Section<'_>, is_first: bool) -> io::Result<()> {
        let (left_out, counts) = (section.left_out(), section.counts());
        let mut rows = section.rows.peekable();
        if rows.peek().is_none() && section.heading.is_empty() {
            return Ok(());
        }
        if !is_first {
            self.blank()?;
        }
        let indent = if section.heading.is_empty() { 0 } else { HEADED };
        if !section.heading.is_empty() {
            let counts = if counts.is_empty() { String::new() } else { format!(" ({counts})") };
            let about = if section.about.is_empty() { String::new() } else { format!("  {}", section.about) };
            self.heading(&section.heading, &(counts + &about))?;
        }
        while let Some(row) = rows.peek() {
            if row.flow == Flow::Columns {
                let columns = std::iter::from_fn(|| rows.next_if(|row| row.flow == Flow::Columns));
                self.table(columns.map(Row::into_lines), indent)?;
            } else if let Some(row) = rows.next() {
                self.wrapped_row(&row, indent)?;
            }
        }
        if left_out > 0 && section.heading.is_empty() {
            self.line(&Line::of(Role::Dim, &format!("… {} more", grouped(left_out))))?;
        }
        Ok(())
    }

    /// Prints a row of a document as a paragraph.
    fn wrapped_row(&mut self, row: &Row, indent: usize) -> io::Result<()> {
        let indent = " ".repeat(indent + 2 * usize::from(row.indent));
        let words = row.cells.iter().flat_map(|cell| cell.line.words());
        let role = words.clone().next().map_or(Role::Plain, |(role, _)| *role);
        let text: String = words.map(|(_, word)| word.as_str()).collect();
        for line in wrapped(&indent, &text, self.columns, &indent) {
            self.line(&Line::of(role, &line))?;
        }
        Ok(())
    }

    /// Prints a heading, wrapped at word boundaries if the output is a terminal, and further words about the list.
    fn heading(&mut self, heading: &str, about: &str) -> io::Result<()> {
        let lines = wrapped("", &plain(&format!("{heading}{about}")), self.columns, CONTINUED);
        // The bytes of the heading that are not printed yet.
        let mut left = plain(heading).len();
        for (at, line) in lines.iter().enumerate() {
            let indent = if at > 0 { CONTINUED.len() } else { 0 };
            let (strong, dim) = line.split_at(line.len().min(indent + left));
            self.line(&Line::of(Role::Strong, strong).with(Role::Dim, dim))?;
            // The line break replaces a blank.
            left = left.saturating_sub(line.len() - indent + 1);
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
