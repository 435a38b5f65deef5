//! The argument page: evidence for and against a claim side by side; below it questions, assumptions, premises,
//! refinements and the nodes that depend on the claim.

use super::{Page, PageBlock, PageRequest, PageRow, Section};
use crate::graph::relation::Spelling;
use crate::graph::{Edge, EdgeIx, NodeIx};
use crate::query::{Argument, EdgeFilter, Fallen, Fate, RelationFilter, Voice, argument, reading};
use crate::text::{count, grouped};
use crate::tui::names::names;
use crate::tui::theme::Role;
use std::collections::HashMap;

/// Maximum number of entries per list, nearest first.
const MOST_ENTRIES: usize = 200;
/// Maximum number of premises whose assumptions are read, nearest first: each may be a file.
const MOST_READ: usize = 2_000;
/// Maximum number of steps shown of a chain.
const MOST_STEPS: usize = 5;

pub(super) fn page(request: &PageRequest, claim: NodeIx, cancelled: &(dyn Fn() -> bool + Sync)) -> Option<Page> {
    let edges = EdgeFilter { trust: request.trust, ..EdgeFilter::of(RelationFilter::Any) };
    let found = argument(&request.graph, claim, &edges);
    if cancelled() {
        return None;
    }
    let text = ChainText { request, found: &found };
    let node = request.graph.node(claim);
    let (name, title) = names(node);
    let what = PageRow::saying(Role::Strong, if title.is_empty() { name } else { title }).to(claim);
    let head = Section { total: 0, ..Section::new("", vec![what], "") };
    let sides = |heading: &str, voices: &[Voice], none| vec![text.voices(heading, voices, none)];
    let below = vec![
        text.voices("Open questions", &found.questions, "No questions"),
        text.assumptions(),
        text.voices("Derived from", &found.premises, "No premises"),
        text.voices("Refined by", &found.refinements, "No refinements"),
        text.falls(),
    ];
    Some(Page {
        title: format!("Argument about {name}"),
        parts: vec![
            PageBlock::Whole(vec![head]),
            PageBlock::Beside(
                sides("For", &found.supporting, "No support"),
                sides("Against", &found.against, "No rebuttals"),
            ),
            PageBlock::Whole(below),
        ],
    })
}

struct ChainText<'a> {
    request: &'a PageRequest,
    found: &'a Argument,
}

impl ChainText<'_> {
    /// Statements, each below the one it answers. If that one is in another list, the rest of the chain follows
    /// instead.
    fn voices(&self, heading: &str, voices: &[Voice], none: &'static str) -> Section {
        let shown = &voices[..voices.len().min(MOST_ENTRIES)];
        let nested = nested(shown, |one, other| self.found.answers(one, other));
        let rows = nested.into_iter().flat_map(|(voice, depth)| {
            let both = if voice.is_on_both_sides { "  on both sides" } else { "" };
            let first = self.step(voice.node, voice.edge).and(Role::Warning, both).indented(indent(depth));
            self.with_chain(first, voice.node, &self.found.chain(voice), depth)
        });
        counted(heading, (shown.len(), voices.len()), rows.collect(), none)
    }

    fn falls(&self) -> Section {
        let falls = &self.found.falls;
        let shown = &falls[..falls.len().min(MOST_ENTRIES)];
        let nested = nested(shown, |one, other| self.found.falls_with(one, other));
        let rows = nested.into_iter().flat_map(|(one, depth): (&Fallen, usize)| {
            let fate = match one.fate {
                Fate::Falls => (Role::Error, "  falls"),
                Fate::Shaken => (Role::Warning, "  shaken, held by"),
                Fate::Stands => (Role::Good, "  stands, held by"),
            };
            let first = self.step(one.node, one.edge).and(fate.0, fate.1).indented(indent(depth));
            let others = one.held_by.iter().take(MOST_STEPS).map(move |edge| {
                let other = self.edge(*edge).other(one.node);
                self.step(one.node, *edge).to(other).indented(indent(depth) + 2)
            });
            std::iter::once(first).chain(others).collect::<Vec<_>>()
        });
        counted("Depends on it", (shown.len(), falls.len()), rows.collect(), "No dependents")
    }

    /// Assumptions of the claim, then those of its premises.
    fn assumptions(&self) -> Section {
        let graph = &self.request.graph;
        let premises = self.found.premises.iter().map(|voice| (voice.node, Some(voice)));
        let all: Vec<_> = std::iter::once((self.found.claim, None)).chain(premises).take(MOST_READ).collect();
        let nodes: Vec<_> = all.iter().map(|(node, _)| *node).collect();
        let workspace = self.request.workspace.as_ref();
        let read = workspace.map(|it| it.settings.systems.assumptions(&it.root, graph, &nodes)).unwrap_or_default();
        let by_node: HashMap<NodeIx, Vec<String>> = read.found.into_iter().collect();
        let mut rows = Vec::new();
        for (node, premise) in all {
            for text in by_node.get(&node).into_iter().flatten() {
                let row = PageRow::saying(Role::Text, text.as_str()).to(node);
                let row = match premise {
                    Some(voice) => row.and(Role::Dim, "  of ").naming(graph.node(node)).by(voice.edge),
                    None => row,
                };
                let one = graph.node(node);
                rows.push(match (one.file(), one.line()) {
                    (Some(file), Some(line)) => row.at(file, line),
                    _ => row,
                });
            }
        }
        let unread = read.unread.iter().map(|(file, error)| {
            PageRow::saying(Role::Warning, format!("Cannot read {file}: {error}")).at(file.as_str(), 1)
        });
        let total = rows.len();
        rows.truncate(MOST_ENTRIES);
        let shown = rows.len();
        rows.extend(unread);
        let left_out = (self.found.premises.len() + 1).saturating_sub(MOST_READ);
        if left_out > 0 {
            let words = format!("{} not read", count(left_out, "more premise"));
            rows.push(PageRow::saying(Role::Note, words));
        }
        counted("Assumptions", (shown, total), rows, "No assumptions")
    }

    fn edge(&self, edge: EdgeIx) -> Edge<'_> {
        self.request.graph.edge(edge)
    }

    /// A step of a chain, linking to `node`.
    fn step(&self, node: NodeIx, edge: EdgeIx) -> PageRow {
        step(self.edge(edge)).to(node)
    }

    /// An entry followed by the rest of its chain, unless it is nested below that already.
    fn with_chain(&self, first: PageRow, node: NodeIx, chain: &[EdgeIx], depth: usize) -> Vec<PageRow> {
        let mut rows = vec![first];
        let mut at = node;
        for (number, edge) in chain.iter().enumerate().filter(|_| depth == 0) {
            if number > MOST_STEPS {
                let left = count(chain.len() - number, "step");
                rows.push(PageRow::saying(Role::Dim, format!("and {left} more")).indented(1));
                break;
            }
            if number > 0 {
                rows.push(step(self.edge(*edge)).to(at).indented(1));
            }
            at = self.edge(*edge).other(at);
        }
        rows
    }
}

/// A section that counts its entries; an entry may have several rows.
fn counted(heading: &str, (shown, total): (usize, usize), rows: Vec<PageRow>, none: &'static str) -> Section {
    if shown < total {
        let heading = format!("{heading} ({} of {})", grouped(shown), grouped(total));
        return Section { total: 0, ..Section::new(heading, rows, none) };
    }
    Section { total, ..Section::new(heading, rows, none) }
}

/// Maximum indentation.
const DEEPEST: usize = 8;

fn indent(depth: usize) -> u16 {
    depth.min(DEEPEST) as u16
}

/// Entries in depth-first order, each with its depth; the children of an entry are those that hang on it.
fn nested<T>(all: &[T], hangs_on: impl Fn(&T, &T) -> bool) -> Vec<(&T, usize)> {
    let parent = |one: &T| all.iter().position(|other| hangs_on(one, other));
    let mut below: Vec<Vec<usize>> = vec![Vec::new(); all.len()];
    let mut open: Vec<(usize, usize)> = Vec::new();
    for (at, one) in all.iter().enumerate() {
        match parent(one) {
            Some(parent) => below[parent].push(at),
            None => open.push((at, 0)),
        }
    }
    open.reverse();
    let mut nested = Vec::with_capacity(all.len());
    while let Some((at, depth)) = open.pop() {
        nested.push((&all[at], depth));
        open.extend(below[at].iter().rev().map(|child| (*child, depth + 1)));
    }
    nested
}

/// The sentence of an edge, as a row based on it.
pub(super) fn step(edge: Edge<'_>) -> PageRow {
    // An inverse synonym is read from its other end.
    let turned = edge.meaning().is_some_and(|meaning| meaning.spelling == Spelling::Inverse);
    let (from, to) = if turned { (edge.to(), edge.from()) } else { (edge.from(), edge.to()) };
    let verb = reading(edge, from.ix());
    let row = PageRow::default().naming(from).and(Role::Relation, format!(" {verb} ")).naming(to);
    row.by(edge.ix())
}
