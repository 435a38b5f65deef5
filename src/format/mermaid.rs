//! Mermaid 11 flowcharts, for GitHub and documentation.
//!
//! Mermaid refuses diagrams with more than 500 edges or 50,000 characters, and a diagram cannot raise these limits. A
//! larger graph is cut to what is nearest to the roots, or to the edges that are stored first if there are no roots.
//! Ids are numbers, because `end` and many characters are syntax; all other text is in quotes with entities.

use super::any_edge::{self, AnyEdge};
use super::{Export, Format, Notices};
use crate::graph::{Node, NodeIx};
use crate::picture::LineStyle;
use crate::text::{count, grouped, is_unsafe};
use hashbrown::{HashMap, HashSet};
use std::fmt::Write as _;
use std::io::{self, Write};

pub(super) const FORMAT: Format = Format {
    name: "mermaid",
    extension: "mmd",
    about: "Mermaid flowchart, for GitHub and documentation",
    dialects: &[],
    parts: &[],
    write,
};

/// Maximum number of edges that Mermaid draws.
const MOST_EDGES: usize = 500;
/// Maximum number of characters that Mermaid reads, counted as UTF-16 units.
const MOST_CHARACTERS: usize = 50_000;
/// Maximum number of characters of a label; a longer one ends with an ellipsis.
const LONGEST_LABEL: usize = 120;
/// Maximum number of characters of a comment.
const LONGEST_COMMENT: usize = 500;

/// Classes of nodes. The colours are legible in Mermaid's light and dark themes.
const CLASSES: &str = "  classDef root stroke-width:3px
  classDef missing fill:#e4e4e8,stroke:#77777f,stroke-dasharray:4 3,color:#55555f
";

fn write(export: &Export<'_>, out: &mut dyn Write) -> io::Result<Notices> {
    let diagram = Diagram::new(export);
    diagram.write(out)?;
    Ok(diagram.left_out.into_iter().collect())
}

/// The part of a graph that Mermaid can draw.
pub(super) struct Diagram {
    comments: String,
    nodes: String,
    edges: String,
    /// What the limits exclude.
    pub(super) left_out: Option<String>,
}

impl Diagram {
    pub(super) fn new(export: &Export<'_>) -> Self {
        let lines = std::iter::once(export.title).chain(export.comments());
        let comments: String = lines.map(|line| format!("%% {}\n", comment(line))).collect();
        // The sentence about what is left out is shorter than 300 characters.
        let others = comments.len() + CLASSES.len() + 300;
        let mut drawing = Drawing {
            export,
            roots: export.subgraph.roots.iter().copied().collect(),
            numbers: HashMap::new(),
            nodes: String::new(),
            edges: String::new(),
            left: MOST_CHARACTERS - others,
        };
        let mut drawn = 0;
        for edge in nearest_first(export) {
            if drawn == MOST_EDGES || !drawing.edge(edge) {
                break;
            }
            drawn += 1;
        }
        let edges = export.subgraph.edge_count(export.graph) + export.subgraph.proposed.len();
        let nodes = export.subgraph.node_count(export.graph);
        let isolated = export.subgraph.nodes(export.graph).map(Node::ix);
        let roots = export.subgraph.roots.iter().copied();
        if drawn < edges {
            // The rest of the nodes would have no edges here although they have some.
            roots.take_while(|node| drawing.node(*node)).for_each(drop);
        } else {
            isolated.take_while(|node| drawing.node(*node)).for_each(drop);
        }
        let left_out = (drawn < edges || drawing.numbers.len() < nodes).then(|| {
            let order = if export.subgraph.roots.is_empty() { "stored first" } else { "nearest to the root" };
            format!(
                "Mermaid draws at most {MOST_EDGES} edges and {} characters: this diagram has {} of {} and {} of {}, \
                 those {order}",
                grouped(MOST_CHARACTERS),
                grouped(drawing.numbers.len()),
                count(nodes, "node"),
                grouped(drawn),
                count(edges, "edge"),
            )
        });
        Self { comments, nodes: drawing.nodes, edges: drawing.edges, left_out }
    }

    pub(super) fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        out.write_all(self.comments.as_bytes())?;
        if let Some(left_out) = &self.left_out {
            writeln!(out, "%% {left_out}")?;
        }
        write!(out, "flowchart LR\n{}{}{CLASSES}", self.nodes, self.edges)
    }
}

/// The edges of an export, those nearest to its roots first. Proposed edges are what an answer with proposed edges is
/// about, so they come before the others.
fn nearest_first<'a>(export: &'a Export<'_>) -> impl Iterator<Item = AnyEdge<'a>> {
    let roots = &export.subgraph.roots;
    let sorted = (!roots.is_empty()).then(|| {
        let mut edges: Vec<_> = any_edge::edges(export).collect();
        let distances = any_edge::distances(export, &edges);
        let distance = |node: Node<'_>| distances[export.number(node.ix())];
        edges.sort_by_key(|edge| {
            let (from, to) = (distance(edge.from()), distance(edge.to()));
            (from.max(to), from.min(to))
        });
        edges
    });
    let stored = roots
        .is_empty()
        .then(|| any_edge::proposed(export).chain(export.subgraph.edges(export.graph).map(AnyEdge::Stored)));
    sorted.into_iter().flatten().chain(stored.into_iter().flatten())
}

/// A diagram while it is made.
struct Drawing<'a> {
    export: &'a Export<'a>,
    roots: HashSet<NodeIx>,
    numbers: HashMap<NodeIx, usize>,
    nodes: String,
    edges: String,
    /// Number of characters that can still be added.
    left: usize,
}

impl Drawing<'_> {
    /// Adds an edge with its ends; `false` if there is no space.
    fn edge(&mut self, edge: AnyEdge<'_>) -> bool {
        let (source, target) = (edge.from().ix(), edge.to().ix());
        let known = |node| self.numbers.get(&node).copied();
        let next = self.numbers.len();
        let from = known(source).unwrap_or(next);
        let is_loop = source == target;
        let to = if is_loop { from } else { known(target).unwrap_or(next.max(from + 1)) };
        let mark = edge.style().mark().map(|mark| format!(" ({mark})")).unwrap_or_default();
        let line = format!("  n{from} {}|\"{}{mark}\"| n{to}\n", arrow(edge), label(edge.relation()));
        let mut ends = String::new();
        for (node, number) in [(source, from), (target, to)].into_iter().skip(usize::from(is_loop)) {
            if !self.numbers.contains_key(&node) {
                self.declare(node, number, &mut ends);
            }
        }
        if !self.fits(&[&line, &ends]) {
            return false;
        }
        self.numbers.extend([(source, from), (target, to)]);
        self.nodes.push_str(&ends);
        self.edges.push_str(&line);
        true
    }

    /// Adds a node, unless it is there already; `false` if there is no space.
    fn node(&mut self, node: NodeIx) -> bool {
        if self.numbers.contains_key(&node) {
            return true;
        }
        let mut line = String::new();
        self.declare(node, self.numbers.len(), &mut line);
        if !self.fits(&[&line]) {
            return false;
        }
        self.numbers.insert(node, self.numbers.len());
        self.nodes.push_str(&line);
        true
    }

    fn declare(&self, node: NodeIx, number: usize, line: &mut String) {
        let is_root = self.roots.contains(&node);
        let node = self.export.graph.node(node);
        let class = match (node.is_missing(), is_root) {
            (true, _) => ":::missing",
            (false, true) => ":::root",
            (false, false) => "",
        };
        let title = label(node.title());
        let title = if title.is_empty() { label(&node.address()) } else { title };
        // Writing to a String cannot fail.
        let _ = writeln!(line, "  n{number}[\"{title}\"]{class}");
    }

    /// Whether these lines can be added; if so, their length is subtracted from what is left.
    fn fits(&mut self, lines: &[&str]) -> bool {
        let length = lines.iter().map(|line| line.encode_utf16().count()).sum();
        let left = self.left.checked_sub(length);
        self.left = left.unwrap_or(self.left);
        left.is_some()
    }
}

fn arrow(edge: AnyEdge<'_>) -> &'static str {
    match (edge.style(), edge.is_symmetric()) {
        (LineStyle::Retracted, _) => "--x",
        (LineStyle::Stored, false) => "-->",
        (LineStyle::Stored, true) => "---",
        (LineStyle::Implicit | LineStyle::Proposed, false) => "-.->",
        (LineStyle::Implicit | LineStyle::Proposed, true) => "-.-",
    }
}

/// The first characters of a text, with an ellipsis if there are more. The only control character left is the newline.
fn cut(text: &str, most: usize) -> String {
    let text = text.trim().replace("\r\n", "\n");
    let text = text.chars().map(|c| match c {
        '\n' => '\n',
        c if c.is_whitespace() => ' ',
        c if is_unsafe(c) => '\u{fffd}',
        c => c,
    });
    let mut first: String = text.clone().take(most).collect();
    if text.clone().nth(most).is_some() {
        first.pop();
        first.push('…');
    }
    first
}

/// Text for a label in quotes. Entities keep Mermaid from taking it for HTML, Markdown, mathematics, an icon, a
/// directive or the end of the label.
fn label(text: &str) -> String {
    let text = cut(text, LONGEST_LABEL);
    let lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
    lines.map(escaped).collect::<Vec<_>>().join("<br/>")
}

fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len() + 8);
    let mut before = None;
    let mut rest = text.chars().peekable();
    while let Some(c) = rest.next() {
        let next = rest.peek().copied();
        let is_word = |c: Option<char>| c.is_some_and(char::is_alphanumeric);
        let is_syntax = match c {
            '"' | '#' | '<' | '>' | '&' | '`' | '\\' | '*' | '$' | '%' | '{' | '}' | '[' | ']' | '~' | '|' | ';' => {
                true
            }
            // An icon (`fa:fa-car`), a URL, or `style:` before a colour.
            ':' => next.is_some_and(|next| next != ' '),
            // Emphasis, but not snake case.
            '_' => !(is_word(before) && is_word(next)),
            // The start of a list.
            '-' | '+' => before.is_none(),
            '.' | ')' => escaped.bytes().all(|byte| byte.is_ascii_digit()),
            _ => false,
        };
        match c {
            '"' => escaped.push_str("#quot;"),
            // Mermaid's own character for an entity, which it decodes twice.
            'ﬂ' => escaped.push_str("fl"),
            '<' => escaped.push_str("#lt;"),
            '>' => escaped.push_str("#gt;"),
            '&' => escaped.push_str("#amp;"),
            c if is_syntax => {
                // Writing to a String cannot fail.
                let _ = write!(escaped, "#{};", u32::from(c));
            }
            c => escaped.push(c),
        }
        before = Some(c);
    }
    escaped
}

/// Text for a comment. Mermaid looks for directives (`%%{`) in comments, too.
fn comment(text: &str) -> String {
    cut(text, LONGEST_COMMENT).replace('\n', " ").replace("%{", "% {")
}

#[cfg(test)]
mod tests;
