//! What speaks for a claim and against it, side by side; below it the questions, what it assumes, and what falls with it.

use super::{Page, PageBlock, PageRequest, PageRow, Section};
use crate::graph::relation::Spelling;
use crate::graph::{Edge, EdgeIx, NodeIx};
use crate::query::{Argument, EdgeFilter, Fallen, Fate, RelationFilter, Voice, argument, reading};
use crate::source::assumptions;
use crate::text::{count, grouped};
use crate::tui::names::names;
use crate::tui::theme::Role;
use std::collections::HashMap;

/// So many entries of each list are shown at the most, the nearest first.
const MOST_ENTRIES: usize = 200;
/// So many of the nodes it is concluded from are asked what they assume, the nearest first: each may be a file.
const MOST_READ: usize = 2_000;
/// Of a chain that is longer, so many steps are shown.
const MOST_STEPS: usize = 5;

pub(super) fn page(request: &PageRequest, claim: NodeIx, cancelled: &(dyn Fn() -> bool + Sync)) -> Option<Page> {
    let edges = EdgeFilter { trust: request.trust, ..EdgeFilter::of(RelationFilter::Any) };
    let found = argument(&request.graph, claim, &edges);
    if cancelled() {
        return None;
    }
    let told = ChainText { request, found: &found };
    let node = request.graph.node(claim);
    let (name, title) = names(node);
    let what = PageRow::saying(Role::Strong, if title.is_empty() { name } else { title }).to(claim);
    let head = Section { total: 0, ..Section::new("", vec![what], "") };
    let sides = |heading: &str, voices: &[Voice], none| vec![told.voices(heading, voices, none)];
    let below = vec![
        told.voices("Open questions", &found.questions, "nobody asks about it"),
        told.assumptions(),
        told.voices("Concluded from", &found.premises, "it is concluded from nothing"),
        told.voices("Narrowed by", &found.refinements, "nobody narrows it"),
        told.falls(),
    ];
    Some(Page {
        title: format!("Argument about {name}"),
        parts: vec![
            PageBlock::Whole(vec![head]),
            PageBlock::Beside(
                sides("For", &found.speaks_for, "nobody speaks for it"),
                sides("Against", &found.against, "nobody speaks against it"),
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
    /// Voices, each below the one it answers. Where that one is on another list, the rest of the chain stands below instead.
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
        counted("Rests on it", (shown.len(), falls.len()), rows.collect(), "nothing rests on it")
    }

    /// What the claim assumes, then what it is concluded from does.
    fn assumptions(&self) -> Section {
        let graph = &self.request.graph;
        let premises = self.found.premises.iter().map(|voice| (voice.node, Some(voice)));
        let all: Vec<_> = std::iter::once((self.found.claim, None)).chain(premises).take(MOST_READ).collect();
        let nodes: Vec<_> = all.iter().map(|(node, _)| *node).collect();
        let root = self.request.workspace.as_ref().map(|workspace| workspace.root.as_path());
        let read = root.map(|root| assumptions(root, graph, &nodes)).unwrap_or_default();
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
            PageRow::saying(Role::Warning, format!("{file} could not be read: {error}")).at(file.as_str(), 1)
        });
        let total = rows.len();
        rows.truncate(MOST_ENTRIES);
        let shown = rows.len();
        rows.extend(unread);
        let left_out = (self.found.premises.len() + 1).saturating_sub(MOST_READ);
        if left_out > 0 {
            let words = format!("{} it is concluded from were not asked", count(left_out, "more node"));
            rows.push(PageRow::saying(Role::Note, words));
        }
        counted("Assumed", (shown, total), rows, "nothing is said to be assumed")
    }

    fn edge(&self, edge: EdgeIx) -> Edge<'_> {
        self.request.graph.edge(edge)
    }

    /// A step of a chain: who says what about whom.
    fn step(&self, node: NodeIx, edge: EdgeIx) -> PageRow {
        step(self.edge(edge)).to(node)
    }

    /// An entry with the rest of its chain below it, unless it stands below that already.
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

/// A section that counts its entries, of which each may have several rows.
fn counted(heading: &str, (shown, total): (usize, usize), rows: Vec<PageRow>, none: &'static str) -> Section {
    if shown < total {
        let heading = format!("{heading} ({} of {})", grouped(shown), grouped(total));
        return Section { total: 0, ..Section::new(heading, rows, none) };
    }
    Section { total, ..Section::new(heading, rows, none) }
}

/// So far in something stands at the most: deeper ones would have no room.
const DEEPEST: usize = 8;

fn indent(depth: usize) -> u16 {
    depth.min(DEEPEST) as u16
}

/// Entries in the order of a tree, each with its depth: below each the ones that hang on it, in their order.
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

/// What an edge says, in words, proved by the edge.
pub(super) fn step(edge: Edge<'_>) -> PageRow {
    // A synonym that says it the other way round is read from its other end.
    let turned = edge.meaning().is_some_and(|meaning| meaning.spelling == Spelling::Inverse);
    let (from, to) = if turned { (edge.to(), edge.from()) } else { (edge.from(), edge.to()) };
    let verb = reading(edge, from.ix());
    let row = PageRow::default().naming(from).and(Role::Relation, format!(" {verb} ")).naming(to);
    row.by(edge.ix())
}
