//! What speaks for a claim and against it, side by side; below it the questions, what it assumes, and what falls with it.

use super::{Page, PageRequest, PageRow, Part, Section};
use crate::graph::relation::Spelling;
use crate::graph::{Edge, EdgeIx, NodeIx};
use crate::query::{Argument, EdgeFilter, Fallen, RelationFilter, Voice, argument, reading};
use crate::source::assumptions;
use crate::text::count;
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
    let told = Told { request, found: &found };
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
            Part::Whole(vec![head]),
            Part::Beside(
                sides("For", &found.speaks_for, "nobody speaks for it"),
                sides("Against", &found.against, "nobody speaks against it"),
            ),
            Part::Whole(below),
        ],
    })
}

struct Told<'a> {
    request: &'a PageRequest,
    found: &'a Argument,
}

impl Told<'_> {
    fn voices(&self, heading: &str, voices: &[Voice], none: &'static str) -> Section {
        let rows = voices.iter().take(MOST_ENTRIES).flat_map(|voice| {
            let both = if voice.is_on_both_sides { "  on both sides" } else { "" };
            let first = self.step(voice.node, voice.edge).and(Role::Warning, both);
            self.with_chain(first, voice.node, &self.found.chain(voice))
        });
        Section { total: voices.len(), ..Section::new(heading, rows.collect(), none) }
    }

    fn falls(&self) -> Section {
        let falls = &self.found.falls;
        let rows = falls.iter().take(MOST_ENTRIES).flat_map(|one: &Fallen| {
            let fate = match one.other_grounds.len() {
                0 => (Role::Error, "  falls".to_owned()),
                number => (Role::Good, format!("  stands on {}", count(number, "other ground"))),
            };
            let first = self.step(one.node, one.edge).and(fate.0, fate.1);
            let mut rows = self.with_chain(first, one.node, &self.found.fall(one));
            let others = one.other_grounds.iter().take(MOST_STEPS).map(|edge| {
                let other = self.edge(*edge).other(one.node);
                self.step(one.node, *edge).to(other).indented(2)
            });
            rows.extend(others);
            rows
        });
        Section { total: falls.len(), ..Section::new("Rests on it", rows.collect(), "nothing rests on it") }
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
        rows.extend(unread);
        let left_out = (self.found.premises.len() + 1).saturating_sub(MOST_READ);
        if left_out > 0 {
            let words = format!("{} it is concluded from were not asked", count(left_out, "more node"));
            rows.push(PageRow::saying(Role::Note, words));
        }
        Section { total, ..Section::new("Assumed", rows, "nothing is said to be assumed") }
    }

    fn edge(&self, edge: EdgeIx) -> Edge<'_> {
        self.request.graph.edge(edge)
    }

    /// A step of a chain: who says what about whom.
    fn step(&self, node: NodeIx, edge: EdgeIx) -> PageRow {
        step(self.edge(edge)).to(node)
    }

    /// An entry with the rest of its chain below it.
    fn with_chain(&self, first: PageRow, node: NodeIx, chain: &[EdgeIx]) -> Vec<PageRow> {
        let mut rows = vec![first];
        let mut at = node;
        for (number, edge) in chain.iter().enumerate() {
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

/// What an edge says, in words, proved by the edge.
pub(super) fn step(edge: Edge<'_>) -> PageRow {
    // A synonym that says it the other way round is read from its other end.
    let turned = edge.meaning().is_some_and(|meaning| meaning.spelling == Spelling::Inverse);
    let (from, to) = if turned { (edge.to(), edge.from()) } else { (edge.from(), edge.to()) };
    let verb = reading(edge, from.ix());
    let row = PageRow::default().naming(from).and(Role::Relation, format!(" {verb} ")).naming(to);
    row.by(edge.ix())
}
