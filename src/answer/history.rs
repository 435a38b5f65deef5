//! The history of the edge log or of a node: edges and retractions, newest first.

use super::Input;
use crate::document::{Answer, Document, EdgeWire, Give, Line, Role, Row, Section, beyond, called, name, note, part};
use crate::format::json::{Each, Sink, TsWire};
use crate::graph::{Edge, Graph, NodeIx, RetractionRow};
use crate::query::{Happening, HistoryRequest, Subgraph, Trust, history, in_words};
use crate::time;
use serde::Serialize;

/// The history of a node, or of the whole log.
pub struct HistoryAnswer<'a> {
    graph: &'a Graph,
    node: Option<NodeIx>,
    found: Vec<Happening>,
    trust: Trust,
}

impl<'a> HistoryAnswer<'a> {
    pub fn new(input: Input<'a>, request: &HistoryRequest<'_>, trust: Trust) -> Self {
        let found = history(input.graph, request, input.cancelled).unwrap_or_default();
        Self { graph: input.graph, node: request.node, found, trust }
    }

    pub fn is_empty(&self) -> bool {
        self.found.is_empty()
    }

    /// Time, actor, sentence, file and line, note.
    fn row(&self, happening: Happening) -> Row {
        match happening {
            Happening::Said(edge) => self.edge_row(self.graph.edge(edge)),
            Happening::Retracted(at) => self.retraction_row(&self.graph.retraction(at)),
        }
    }

    fn edge_row(&self, edge: Edge<'_>) -> Row {
        let actor = if edge.is_implicit() { "implicit" } else { edge.actor().unwrap_or_default() };
        let row = who(edge.ts().as_deref(), actor);
        let end = self.node.map_or_else(|| edge.to().ix(), |node| edge.other(node));
        let row = if edge.is_retracted() {
            let said = Line::of(Role::Dim, "retracted: ").and_line(words(edge).struck());
            row.in_role(Role::Struck).phrase(said.giving(Give::Rest(24)))
        } else {
            row.phrase(words(edge))
        };
        row.placed(place(edge.file(), edge.line())).detail(note(edge.note())).to(end).by(edge.ix())
    }

    fn retraction_row(&self, retraction: &RetractionRow<'_>) -> Row {
        let edge = self.graph.retracted_by(retraction);
        let start = Line::of(Role::Warn, "retracts: ");
        let said = if let Some(edge) = edge {
            start.and_line(words(self.graph.edge(edge)))
        } else {
            let row = format!("{} {} {}", retraction.from, retraction.relation, retraction.to);
            start.plain(&row).with(Role::Dim, " (no such row)")
        };
        let ts = retraction.written.map(time::format);
        let row = who(ts.as_deref(), retraction.actor.unwrap_or_default()).phrase(said.giving(Give::Rest(24)));
        let row = row.placed(place(retraction.file, retraction.line)).detail(note(retraction.note));
        let description = match edge.map(|edge| self.graph.edge(edge)) {
            Some(edge) => {
                let (subject, verb, object) = in_words(edge);
                let [subject, object] = [subject, object].map(called);
                format!("Retracted: {subject} {verb} {object}, written in {}:{}", edge.file(), edge.line())
            }
            None => "Retracted an edge that did not exist".to_owned(),
        };
        let (actor, reason) = (retraction.actor.map(str::to_owned), retraction.note.map(str::to_owned));
        let mut row = row.at(retraction.file, retraction.line);
        row.details = Some((actor.into_iter().chain(ts).chain(reason).collect(), description));
        row.edge = edge;
        row.node = retraction.ends.map(|(from, to)| if Some(from) == self.node { to } else { from });
        row
    }
}

/// Time and actor. The actor is padded, so that sentences are aligned on a page too.
fn who(ts: Option<&str>, actor: &str) -> Row {
    let time = format!("{:16}", time::to_minute(ts.unwrap_or_default()));
    Row::of(Line::of(Role::Dim, &time)).phrase(Line::of(Role::Dim, &format!("{actor:8}")).giving(Give::End(4)))
}

/// `a led to b`.
fn words(edge: Edge<'_>) -> Line {
    let (subject, verb, object) = in_words(edge);
    let verb = Line::new().plain(" ").with(Role::Relation, verb).plain(" ");
    name(subject).and_line(verb).and_line(name(object)).giving(Give::Rest(24))
}

/// Most rows are from the same log, so only the end of the path is kept where the sentence needs the space.
fn place(file: &str, line: u32) -> Line {
    Line::of(Role::Dim, &format!("{file}:{line}")).giving(Give::Tail(8))
}

impl Answer for HistoryAnswer<'_> {
    fn title(&self) -> String {
        match self.node {
            Some(node) => format!("History of {}", called(self.graph.node(node))),
            None => "Log".to_owned(),
        }
    }

    fn subgraph(&self, most: usize) -> Option<(&Graph, Subgraph)> {
        let edges = self.found.iter().take(most).filter_map(|happening| match happening {
            Happening::Said(edge) => Some(*edge),
            Happening::Retracted(at) => self.graph.retracted_by(&self.graph.retraction(*at)),
        });
        Some((self.graph, Subgraph::new(self.graph, self.node, edges).with_roots(self.node)))
    }

    fn left_out(&self, most: usize) -> Option<String> {
        beyond([(most, self.found.len(), "row")])
    }

    fn document(&self, most: usize) -> Document<'_> {
        let rows = Section::entries(most, &self.found, |happening| [self.row(*happening)]);
        Document::new(vec![rows.or("No history")]).with_total(part(most, self.found.len(), "row"))
    }

    fn json(&self, sink: &mut Sink<'_>) -> serde_json::Result<()> {
        sink.put(&Each(|| self.found.iter().map(|one| HappeningWire::new(self.graph, *one, &self.trust))))
    }
}

/// An edge, or a row that retracts one.
#[derive(Serialize)]
#[serde(untagged)]
enum HappeningWire<'g> {
    Said(EdgeWire<'g>),
    Retracted(RetractedWire<'g>),
}

#[derive(Serialize)]
struct RetractedWire<'g> {
    ts: Option<String>,
    actor: Option<&'g str>,
    retracts: RetractsWire<'g>,
    file: &'g str,
    line: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    note: Option<&'g str>,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    unmatched: bool,
}

#[derive(Serialize)]
struct RetractsWire<'g> {
    from: &'g str,
    to: &'g str,
    relation: &'g str,
    ts: Option<TsWire<'g>>,
}

impl<'g> HappeningWire<'g> {
    fn new(graph: &'g Graph, happening: Happening, trust: &'g Trust) -> Self {
        match happening {
            Happening::Said(edge) => Self::Said(EdgeWire { edge: graph.edge(edge), trust }),
            Happening::Retracted(at) => Self::Retracted(RetractedWire::new(graph.retraction(at))),
        }
    }
}

impl<'g> RetractedWire<'g> {
    fn new(row: RetractionRow<'g>) -> Self {
        let retracts = RetractsWire { from: row.from, to: row.to, relation: row.relation, ts: row.ts.map(TsWire) };
        Self {
            ts: row.written.map(time::format),
            actor: row.actor,
            retracts,
            file: row.file,
            line: row.line,
            note: row.note,
            unmatched: !row.fits,
        }
    }
}
