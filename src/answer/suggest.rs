//! Edges that a node probably lacks, each with evidence.

use super::Input;
use crate::document::{
    Answer, Document, EdgeWire, Give, Line, Notice, Role, Row, Section, beyond, called, name, number_of, part,
    proved_by, rounded, sentence,
};
use crate::format::json::{Each, Sink};
use crate::graph::{EdgeIx, Graph, Node, NodeIx};
use crate::query::{
    self, EdgeFilter, Evidence, Lookout, Mention, Passage, ProposedEdge, Shared, Subgraph, Suggestion, Suggestions,
    Trust, Usage, mentioned_in,
};
use crate::system::{self, file};
use crate::text::{count, grouped, quoted};
use serde::Serialize;
use std::sync::Arc;

/// The node, and what counts.
#[derive(Debug, Clone)]
pub struct SuggestRequest {
    pub node: NodeIx,
    /// Edges that count for common neighbours. Suggestions must pass the filter too.
    pub edges: EdgeFilter,
    /// Usage of verbs, if it was counted already.
    pub usage: Option<Arc<Usage>>,
    /// Whether the texts of all nodes are searched, not only those of likely candidates.
    pub everywhere: bool,
    /// Maximum number listed.
    pub most: usize,
}

impl SuggestRequest {
    /// The suggestions, `None` if cancelled, and what could not be read. Texts are read if there is a workspace.
    pub fn suggestions(&self, input: Input<'_>) -> (Option<Suggestions>, Option<Notice>) {
        let (graph, node) = (input.graph, input.graph.node(self.node));
        let (mut mentions, unread) = mentions_of(input, node);
        if self.everywhere {
            // `doctor` reports files that cannot be read.
            let others: Vec<_> = graph.nodes().filter(|other| !other.is_missing()).map(Node::ix).collect();
            mentions.extend(named_by(input, &Lookout::new(graph, self.node), &others));
        }
        let root = input.workspace.map(|workspace| &workspace.root);
        let request = query::SuggestRequest {
            node: self.node,
            edges: &self.edges,
            mentions,
            read: &|lookout: &Lookout<'_>, others: &[NodeIx]| named_by(input, lookout, others),
            file: &|other: NodeIx| file::read_text(&root?.join(graph.node(other).file()?)).ok(),
            most: self.most,
            cancelled: input.cancelled,
        };
        let counted = || Usage::of_cancellable(graph, input.cancelled).map(Arc::new);
        let usage = self.usage.clone().or_else(counted);
        (usage.and_then(|usage| query::suggest(graph, &usage, request)), unread)
    }
}

/// Nodes that a node's own text mentions.
fn mentions_of(input: Input<'_>, node: Node<'_>) -> (Vec<Mention>, Option<Notice>) {
    let Some(workspace) = input.workspace else { return Default::default() };
    match workspace.settings.systems.passages(&workspace.root, node) {
        Ok(passages) => (mentioned_in(input.graph, node.ix(), &lent(&passages)), None),
        Err(error) => {
            let file = node.file().unwrap_or_default();
            (Vec::new(), Some(Notice::warning(format!("cannot read {file}: {error}"))))
        }
    }
}

/// The first mention of the searched node in the text of each other one.
fn named_by(input: Input<'_>, lookout: &Lookout<'_>, others: &[NodeIx]) -> Vec<Mention> {
    let Some(workspace) = input.workspace else { return Vec::new() };
    let others: Vec<_> = others.iter().map(|other| input.graph.node(*other)).collect();
    let search = |other, text: &[system::Passage]| {
        if (input.cancelled)() { None } else { lookout.in_text(other, &lent(text)) }
    };
    workspace.settings.systems.search_passages(&workspace.root, &others, &search)
}

fn lent(passages: &[system::Passage]) -> Vec<Passage<'_>> {
    passages.iter().map(|passage| Passage { line: passage.line, text: &passage.text }).collect()
}

/// The suggested edges of a node.
pub struct SuggestAnswer<'a> {
    graph: &'a Graph,
    request: SuggestRequest,
    found: Suggestions,
    unread: Option<Notice>,
}

impl<'a> SuggestAnswer<'a> {
    pub fn new(input: Input<'a>, request: SuggestRequest) -> Self {
        let (found, unread) = request.suggestions(input);
        let found = found.unwrap_or(Suggestions { listed: Vec::new(), total: 0 });
        Self { graph: input.graph, request, found, unread }
    }

    fn trust(&self) -> &Trust {
        &self.request.edges.trust
    }

    /// The suggested edge, with its evidence indented below. Each row suggests the edge.
    fn rows(&self, one: &Suggestion) -> Vec<Row> {
        let [from, to] = [one.from, one.to].map(|end| self.graph.node(end));
        let other = if one.from == self.request.node { to } else { from };
        let verb = Line::new().plain(" ").with(Role::Relation, &one.relation).plain(" → ");
        let link = name(from).and_line(verb).and_line(name(to)).giving(Give::Rest(24));
        let first = Row::of(Line::of(Role::Strong, &format!("{:.2}", one.score))).phrase(link).to(other.ix());
        let first = (0..PROOF).fold(first, |row, _| row.detail(Line::new())).detail(number_of(other));
        let evidence = one.evidence.iter().flat_map(|evidence| self.evidence(other.ix(), evidence));
        std::iter::once(first).chain(evidence).map(|row| row.proposing(one.into())).collect()
    }

    fn evidence(&self, other: NodeIx, evidence: &Evidence) -> Vec<Row> {
        // The first column is that of the score.
        let row = |line: Line| Row::default().detail(Line::new()).phrase(line.giving(Give::Rest(24)));
        let proved = |line: Line, edge: EdgeIx| {
            let edge = self.graph.edge(edge);
            proved_by(row(line.and_line(sentence(edge))), edge, self.trust())
        };
        match evidence {
            Evidence::Dangling { edge, .. } => {
                vec![proved(Line::new().plain("dangling edge: "), *edge).indented(1).to(other)]
            }
            Evidence::Mention(Mention { from, to, line, words, named }) => {
                let file = self.graph.node(*from).file().unwrap_or_default();
                let words = quoted(&words.split_whitespace().collect::<Vec<_>>().join(" "));
                let said = Line::new().plain(&format!("mentions the {} of ", named.name()));
                let said = said.and_line(name(self.graph.node(*to))).plain(&format!(": {words}"));
                let place = Line::of(Role::Dim, &format!("{file}:{line}")).giving(Give::Start(16));
                vec![row(said).placed(place).at(file, *line).indented(1).to(other)]
            }
            Evidence::Shared { listed, total } => {
                let all = count(*total, "shared neighbour");
                let shown =
                    if listed.len() < *total { format!("{} of ", grouped(listed.len())) } else { String::new() };
                let heading = row(Line::new().plain(&format!("{shown}{all}"))).indented(1).to(other);
                let edges = listed.iter().flat_map(|one| [(one.node, one.near), (one.node, one.far)]);
                let edges = edges.map(|(node, edge)| proved(Line::new(), edge).indented(2).to(node));
                std::iter::once(heading).chain(edges).collect()
            }
        }
    }
}

/// Number of columns with the proof of an edge: file and line, actor and date, confidence, note.
const PROOF: usize = 4;

impl Answer for SuggestAnswer<'_> {
    fn title(&self) -> String {
        format!("Suggestions for {}", called(self.graph.node(self.request.node)))
    }

    fn subgraph(&self, most: usize) -> Option<(&Graph, Subgraph)> {
        let (node, proposed) =
            (self.request.node, self.found.listed.iter().take(most).map(ProposedEdge::from).collect());
        Some((self.graph, Subgraph::new(self.graph, [node], []).with_roots([node]).with_proposed(proposed)))
    }

    fn left_out(&self, most: usize) -> Option<String> {
        beyond([(self.found.listed.len().min(most), self.found.total, "suggestion")])
    }

    fn document(&self, most: usize) -> Document<'_> {
        let listed = &self.found.listed;
        let entries = Section::entries(most, listed, |one| self.rows(one)).or("No suggestions");
        let entries = Section { total: Some(self.found.total), ..entries };
        let total = part(listed.len().min(most), self.found.total, "suggestion");
        Document::new(vec![entries]).with_total(total)
    }

    fn json(&self, sink: &mut Sink<'_>) -> serde_json::Result<()> {
        sink.put(&Each(|| self.found.listed.iter().map(|one| self.wire(one))))
    }

    fn is_negative(&self) -> bool {
        self.found.listed.is_empty()
    }

    fn notices(&self) -> Vec<Notice> {
        let (node, edges) = (self.graph.node(self.request.node), &self.request.edges);
        let outside = edges.layer.as_deref().filter(|_| !edges.keeps_end(node));
        let hint = match outside {
            Some(layer) => Some(format!("{} is not in the layer {}", quoted(&node.address()), quoted(layer))),
            None if self.found.total == 0 && !self.request.everywhere => {
                Some("the texts of other nodes were not searched; --everywhere includes them".to_owned())
            }
            None => None,
        };
        self.unread.iter().cloned().chain(hint.map(Notice::hint)).collect()
    }
}

/// A suggested edge with its evidence.
#[derive(Serialize)]
struct SuggestionWire<'g> {
    from: String,
    to: String,
    relation: &'g str,
    score: f64,
    evidence: Vec<EvidenceWire<'g>>,
}

#[derive(Serialize)]
#[serde(tag = "evidence", rename_all = "lowercase")]
enum EvidenceWire<'g> {
    Dangling { missing: String, edge: EdgeWire<'g> },
    Mention { by: &'static str, words: &'g str, file: Option<&'g str>, line: u32 },
    Shared { total: usize, neighbours: Vec<SharedWire<'g>> },
}

#[derive(Serialize)]
struct SharedWire<'g> {
    id: String,
    near: EdgeWire<'g>,
    far: EdgeWire<'g>,
}

impl SuggestAnswer<'_> {
    fn wire<'s>(&'s self, suggestion: &'s Suggestion) -> SuggestionWire<'s> {
        let [from, to] = [suggestion.from, suggestion.to].map(|end| self.graph.node(end).address().into_owned());
        let evidence = suggestion.evidence.iter().map(|evidence| self.evidence_wire(evidence)).collect();
        let score = rounded(suggestion.score);
        SuggestionWire { from, to, relation: &suggestion.relation, score, evidence }
    }

    fn evidence_wire<'s>(&'s self, evidence: &'s Evidence) -> EvidenceWire<'s> {
        let edge = |edge| EdgeWire { edge: self.graph.edge(edge), trust: self.trust() };
        let address = |node| self.graph.node(node).address().into_owned();
        match evidence {
            Evidence::Dangling { edge: dangling, missing } => {
                EvidenceWire::Dangling { missing: address(*missing), edge: edge(*dangling) }
            }
            Evidence::Mention(Mention { from, line, words, named, .. }) => {
                EvidenceWire::Mention { by: named.name(), words, file: self.graph.node(*from).file(), line: *line }
            }
            Evidence::Shared { listed, total } => {
                let shared =
                    |one: &Shared| SharedWire { id: address(one.node), near: edge(one.near), far: edge(one.far) };
                EvidenceWire::Shared { total: *total, neighbours: listed.iter().map(shared).collect() }
            }
        }
    }
}
