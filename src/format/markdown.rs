//! Markdown (GitHub flavour), for pull requests and notes: a summary, a Mermaid diagram, and a section for each node
//! with its edges.
//!
//! The diagram is limited by Mermaid; the sections contain all nodes and edges. Ids and places are code spans. All
//! other text from files is escaped, so that it is neither Markdown nor HTML and mentions no user.

use super::any_edge::{self, Adjacency, AnyEdge};
use super::mermaid::Diagram;
use super::{Export, Format, Notices};
use crate::graph::Node;
use crate::text::{grouped, is_unsafe};
use hashbrown::HashMap;
use std::borrow::Cow;
use std::io::{self, Write};

pub(super) const FORMAT: Format = Format {
    name: "markdown",
    extension: "md",
    about: "summary, diagram and a section for each node, for pull requests and notes",
    dialects: &[],
    parts: &[],
    write,
};

/// Maximum number of characters that GitHub accepts in a description or a comment.
const MOST_ON_GITHUB: usize = 65_536;

fn write(export: &Export<'_>, out: &mut dyn Write) -> io::Result<Notices> {
    let out = &mut Counting { out, characters: 0 };
    let edges: Vec<_> = any_edge::edges(export).collect();
    writeln!(out, "# {}\n", escaped(export.title))?;
    write_summary(export, &edges, out)?;
    let diagram = Diagram::new(export);
    writeln!(out, "\n```mermaid")?;
    diagram.write(out)?;
    writeln!(out, "```")?;
    if let Some(left_out) = &diagram.left_out {
        writeln!(out, "\n{left_out}.")?;
    }
    let adjacency = Adjacency::new(export, &edges);
    for (number, node) in export.subgraph.nodes(export.graph).enumerate() {
        write_node(export, node, out)?;
        for edge in adjacency.of(number).map(|at| edges[at]) {
            write_edge(node, edge, out)?;
        }
    }
    let mut notices: Notices = diagram.left_out.into_iter().collect();
    if out.characters > MOST_ON_GITHUB {
        let (most, characters) = (grouped(MOST_ON_GITHUB), grouped(out.characters));
        notices.push(format!("GitHub accepts at most {most} characters in a comment: this text has {characters}"));
    }
    Ok(notices)
}

fn write_summary(export: &Export<'_>, edges: &[AnyEdge<'_>], out: &mut dyn Write) -> io::Result<()> {
    let kinds = export.subgraph.nodes(export.graph).map(|node| node.kind().unwrap_or("missing"));
    let (nodes, kinds) = (export.subgraph.node_count(export.graph), counts(kinds));
    let relations = counts(edges.iter().map(|edge| edge.relation()));
    let rows = [
        export.command.map(|command| ("Command", in_table(&code(command)))),
        Some(("Nodes", format!("{}{kinds}", grouped(nodes)))),
        Some(("Edges", format!("{}{relations}", grouped(edges.len())))),
        export.left_out.map(|left_out| ("Shown", in_table(&escaped(left_out)))),
    ];
    for (number, (name, value)) in rows.into_iter().flatten().enumerate() {
        writeln!(out, "| {name} | {value} |{}", if number == 0 { "\n|---|---|" } else { "" })?;
    }
    Ok(())
}

/// Numbers of equal words, most frequent first, after a colon: `: 3 task, 1 note`.
fn counts<'w>(words: impl Iterator<Item = &'w str>) -> String {
    let mut numbers: HashMap<&str, usize> = HashMap::new();
    for word in words {
        *numbers.entry(word).or_default() += 1;
    }
    let mut sorted: Vec<_> = numbers.into_iter().collect();
    sorted.sort_by_key(|(word, number)| (std::cmp::Reverse(*number), *word));
    let each = sorted.iter().map(|(word, number)| format!("{} {}", grouped(*number), escaped(word)));
    let list = each.collect::<Vec<_>>().join(", ");
    if list.is_empty() { list } else { format!(": {list}") }
}

fn write_node(export: &Export<'_>, node: Node<'_>, out: &mut dyn Write) -> io::Result<()> {
    write!(out, "\n### {}\n\n{}", escaped(node.title()), code(&node.address()))?;
    let kind = if node.is_missing() { Some("missing") } else { node.kind() };
    for fact in [kind, node.status()].into_iter().flatten() {
        write!(out, " · {}", escaped(fact))?;
    }
    if let Some(distance) = export.subgraph.distances.get(&node.ix()) {
        write!(out, " · distance {distance}")?;
    }
    if let Some(file) = node.file() {
        write!(out, " · {}", place(file, node.line()))?;
    }
    // The blank line before the list of edges; two in a row are one in Markdown.
    writeln!(out, "\n")
}

fn write_edge(node: Node<'_>, edge: AnyEdge<'_>, out: &mut dyn Write) -> io::Result<()> {
    let leaves = edge.from().ix() == node.ix();
    let other = if leaves { edge.to() } else { edge.from() };
    let arrow = match (edge.is_symmetric(), leaves) {
        (true, _) => "↔",
        (false, true) => "→",
        (false, false) => "←",
    };
    write!(out, "- {arrow} **{}** {}", escaped(edge.relation()), escaped(other.title()))?;
    write!(out, " {}", code(&other.address()))?;
    if let Some(mark) = edge.style().mark() {
        write!(out, " · {mark}")?;
    }
    match edge {
        AnyEdge::Proposed { edge, .. } => {
            if let Some(score) = edge.score {
                write!(out, " · {score:.2}")?;
            }
        }
        AnyEdge::Stored(edge) => {
            if let Some(ts) = edge.ts() {
                write!(out, " · {}", escaped(&ts))?;
            }
            if let Some(actor) = edge.actor() {
                write!(out, " · {}", escaped(actor))?;
            }
            if let Some(confidence) = edge.source_confidence() {
                write!(out, " · confidence {confidence}")?;
            }
            if let Some(note) = edge.note() {
                write!(out, " · “{}”", escaped(note))?;
            }
            write!(out, " · {}", place(edge.file(), Some(edge.line())))?;
        }
    }
    writeln!(out)
}

fn place(file: &str, line: Option<u32>) -> String {
    code(&line.map_or(Cow::Borrowed(file), |line| format!("{file}:{line}").into()))
}

/// The text on one line, with visible replacements for control characters.
fn on_line(text: &str) -> String {
    let replaced = |c: char| match c {
        c if c.is_whitespace() => ' ',
        c if is_unsafe(c) => '\u{fffd}',
        c => c,
    };
    text.trim().chars().map(replaced).collect()
}

/// A code span. Backticks inside need a longer delimiter.
fn code(text: &str) -> String {
    let text = on_line(text);
    let longest = text.split(|c| c != '`').map(str::len).max().unwrap_or_default();
    let delimiter = "`".repeat(longest + 1);
    // GitHub and others remove one blank on each side.
    let is_padded = text.is_empty() || text.starts_with('`') || text.ends_with('`');
    let pad = if is_padded { " " } else { "" };
    format!("{delimiter}{pad}{text}{pad}{delimiter}")
}

/// Text in a table: a bar separates cells, even in a code span.
fn in_table(text: &str) -> String {
    text.replace('|', "\\|")
}

/// Text that is shown as it is.
pub fn escaped(text: &str) -> String {
    let text = on_line(text);
    let mut escaped = String::with_capacity(text.len() + 8);
    for (at, c) in text.char_indices() {
        let is_numbered = || text[..at].bytes().all(|byte| byte.is_ascii_digit());
        match c {
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '&' => escaped.push_str("&amp;"),
            // A backslash does not prevent a mention or a link to a mailbox; a comment in the middle does.
            '@' => escaped.push_str("@<!-- -->"),
            '\\' | '`' | '*' | '_' | '{' | '}' | '[' | ']' | '#' | '|' | '~' | '$' | '=' | '%' | '^' => {
                escaped.extend(['\\', c]);
            }
            '-' | '+' if at == 0 => escaped.extend(['\\', c]),
            '.' | ')' if is_numbered() => escaped.extend(['\\', c]),
            // Readers turn URLs into links.
            ':' if text[at..].starts_with("://") => escaped.push_str("\\:"),
            '.' if text[..at].to_lowercase().ends_with("www") => escaped.push_str("\\."),
            c => escaped.push(c),
        }
    }
    escaped
}

/// Counts characters as GitHub does, as UTF-16 units.
struct Counting<'a> {
    out: &'a mut dyn Write,
    characters: usize,
}

impl Write for Counting<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.out.write(bytes)?;
        // Every character of UTF-8 has one byte that does not continue it, and one of four bytes is two units.
        let units = |byte: &u8| usize::from(byte & 0xc0 != 0x80) + usize::from(*byte >= 0xf0);
        self.characters += bytes[..written].iter().map(units).sum::<usize>();
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

#[cfg(test)]
mod tests;
