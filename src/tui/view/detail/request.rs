//! The detail of a node: its facts in the graph, and the fields and text of its file, which is read again for display.

use crate::doctor::Report;
use crate::document::{Cell, Row, Section};
use crate::graph::{Cancelled, Direction, Graph, Node, NodeIx};
use crate::query::{EdgeFilter, Related, reading, related};
use crate::system::{Systems, file, frontmatter::Document};
use crate::tui::names::names;
use serde_json::{Map, Value};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// One line of the detail.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Block {
    /// The title of the node.
    Title(String),
    Id(String),
    /// Facts on one line.
    Facts(String),
    Place(String),
    /// A heading.
    Heading(String),
    /// A name and a value.
    Field(String, String),
    /// A list item and a remark.
    Bullet(String, String),
    /// A warning.
    Warning(String),
    Blank,
    /// One line of the file's text.
    Markdown(String),
}

/// The node to read.
#[derive(Debug, Clone)]
pub(super) struct DetailRequest {
    pub(super) root: PathBuf,
    pub(super) systems: Systems,
    pub(super) graph: Arc<Graph>,
    pub(super) node: NodeIx,
    /// The edges that count for related nodes.
    pub(super) edges: EdgeFilter,
    /// The doctor's report with the drift of nodes, once it is there.
    pub(super) report: Option<Arc<Report>>,
}

/// The detail of a node.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Detail {
    pub(super) node: NodeIx,
    pub(super) blocks: Vec<Block>,
}

/// Maximum length of the text; longer files are truncated.
const MOST_BYTES: usize = 64 << 10;

/// Maximum number of changed files listed.
const MOST_CHANGED: usize = 8;

/// Maximum number of related nodes listed.
const MOST_RELATED: usize = 5;

impl DetailRequest {
    /// Reads the detail; `None` if cancelled. Each part is bounded, so only between them and for related nodes.
    pub(super) fn read(&self, cancelled: Cancelled<'_>) -> Option<Detail> {
        let node = self.graph.node(self.node);
        let mut blocks = head(node);
        blocks.extend(self.drift(node));
        if cancelled() {
            return None;
        }
        match self.systems.fields(&self.root, node) {
            Ok(fields) => blocks.extend(field_blocks(node, &fields)),
            Err(error) => blocks.extend([Block::Blank, Block::Warning(format!("Cannot read the file: {error}"))]),
        }
        if let Some(system) = self.systems.get(node.system()) {
            blocks.extend(system.sections_about(&self.graph, node).into_iter().flat_map(section_blocks));
        }
        blocks.extend(self.related(node, cancelled)?);
        blocks.extend(self.body(node));
        Some(Detail { node: self.node, blocks })
    }

    /// The drift since its files were recorded, if any.
    fn drift(&self, node: Node<'_>) -> Vec<Block> {
        let system = self.systems.get(node.system());
        let drift = system.zip(self.report.as_ref()).and_then(|(system, report)| system.drift_of(&report.disk, node));
        let Some(drift) = drift.filter(|drift| drift.is_drifted) else { return Vec::new() };
        let mut blocks = vec![Block::Warning(format!("{}: {}", drift.status, drift.sentence))];
        blocks.extend(drift.changed.iter().take(MOST_CHANGED).map(|file| Block::Bullet(file.shown(), String::new())));
        if let Some(more) = drift.changed.len().checked_sub(MOST_CHANGED).filter(|more| *more > 0) {
            blocks.push(Block::Bullet(format!("{} more", crate::text::grouped(more)), String::new()));
        }
        blocks
    }

    /// The most closely related nodes; `None` if cancelled.
    fn related(&self, node: Node<'_>, cancelled: Cancelled<'_>) -> Option<Vec<Block>> {
        let found = related(&self.graph, self.node, &self.edges, MOST_RELATED, cancelled)?;
        if found.is_empty() {
            return Some(Vec::new());
        }
        let bullet = |one: &Related| {
            let how = one.edge.map(|edge| reading(self.graph.edge(edge), node.ix()).into_owned());
            Block::Bullet(names(self.graph.node(one.node)).0.to_owned(), how.unwrap_or_else(|| "indirectly".to_owned()))
        };
        let heading = [Block::Blank, Block::Heading("Related".to_owned())];
        Some(heading.into_iter().chain(found.iter().map(bullet)).collect())
    }

    /// The text of a Markdown file.
    fn body(&self, node: Node<'_>) -> Vec<Block> {
        let Some(path) = node.file().filter(|path| Path::new(path).extension().is_some_and(|end| end == "md")) else {
            return Vec::new();
        };
        let Ok(text) = file::read_text(&self.root.join(path)) else { return Vec::new() };
        let body = Document::split(&text).body();
        let end = body.char_indices().map(|(at, _)| at).find(|at| *at >= MOST_BYTES).unwrap_or(body.len());
        let lines = body[..end].trim().lines();
        let mut blocks: Vec<_> = lines.map(|line| Block::Markdown(line.to_owned())).collect();
        if !blocks.is_empty() {
            blocks.insert(0, Block::Blank);
        }
        if end < body.len() {
            blocks.push(Block::Warning("Truncated; open the file to read the rest".to_owned()));
        }
        blocks
    }
}

fn head(node: Node<'_>) -> Vec<Block> {
    let mut blocks = Vec::new();
    if node.title() != node.id() {
        blocks.push(Block::Title(node.title().to_owned()));
    }
    blocks.push(Block::Id(node.address().into_owned()));
    if node.is_missing() {
        blocks.push(Block::Warning("Missing: referenced but not defined".to_owned()));
    }
    let known = [node.kind(), node.status(), node.domain(), node.layer(), node.sub_layer(), node.language()];
    let facts: Vec<_> = known.into_iter().flatten().chain([node.system().name()]).collect();
    blocks.push(Block::Facts(facts.join(" · ")));
    let edges = [(Direction::In, "in"), (Direction::Out, "out")];
    let edges = edges.map(|(side, word)| format!("{} {word}", crate::text::grouped(node.degree(side))));
    blocks.push(Block::Facts(edges.join(" · ")));
    if let (Some(file), Some(line)) = (node.file(), node.line()) {
        blocks.push(Block::Place(format!("{file}:{line}")));
    }
    blocks
}

/// Confidence and assumptions come first; fields that the head shows already are skipped.
fn field_blocks(node: Node<'_>, fields: &Map<String, Value>) -> Vec<Block> {
    const FIRST: [&str; 2] = ["confidence", "assumptions"];
    let is_in_head = |name: &str, value: &Value| {
        let names_it = [node.title(), node.id()].contains(&value.as_str().unwrap_or("\n"));
        names_it || ["kind", "type", "status", "domain", "layer"].contains(&name) && value.is_string()
    };
    let (first, rest): (Vec<_>, Vec<_>) = fields.iter().partition(|(name, _)| FIRST.contains(&name.as_str()));
    let shown = first.into_iter().chain(rest).filter(|(name, value)| !is_in_head(name, value));
    let mut blocks: Vec<_> = shown.flat_map(|(name, value)| field(name, value)).collect();
    if !blocks.is_empty() {
        blocks.insert(0, Block::Blank);
    }
    blocks
}

fn field(name: &str, value: &Value) -> Vec<Block> {
    match value {
        Value::Array(items) if items.iter().any(|item| item.to_string().len() > 24) => {
            let items = items.iter().map(|item| Block::Bullet(on_one_line(item), String::new()));
            std::iter::once(Block::Field(name.to_owned(), String::new())).chain(items).collect()
        }
        other => vec![Block::Field(name.to_owned(), on_one_line(other))],
    }
}

fn on_one_line(value: &Value) -> String {
    match value {
        Value::String(text) => text.split_whitespace().collect::<Vec<_>>().join(" "),
        Value::Array(items) => items.iter().map(on_one_line).collect::<Vec<_>>().join(", "),
        Value::Object(fields) => {
            let field = |(name, value): (&String, &Value)| format!("{name}: {}", on_one_line(value));
            fields.iter().map(field).collect::<Vec<_>>().join(", ")
        }
        other => other.to_string(),
    }
}

/// A section: its heading, and its rows as list items with remarks. Nothing if it has no rows.
fn section_blocks(section: Section<'_>) -> Vec<Block> {
    let words = |cell: &Cell| cell.line.words().iter().map(|(_, word)| word.as_str()).collect::<String>();
    let bullet = |row: Row| {
        let (first, more) = row.cells.split_first().map(|(first, more)| (words(first), more)).unwrap_or_default();
        Block::Bullet(first, more.iter().map(words).collect::<Vec<_>>().join(" "))
    };
    let bullets: Vec<_> = section.rows.map(bullet).collect();
    if bullets.is_empty() {
        return Vec::new();
    }
    [Block::Blank, Block::Heading(section.heading)].into_iter().chain(bullets).collect()
}
