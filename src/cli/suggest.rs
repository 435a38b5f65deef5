//! `suggest ID`: edges that a node probably lacks, each with evidence.

use super::Outcome;
use super::args::SuggestArgs;
use super::context::{Context, find, say};
use super::edges::edge_filter;
use crate::document::{EdgeWire, rounded};
use crate::document::{Give, Line, Role};
use crate::document::{edge_row, id};
use crate::format::json::Each;
use crate::graph::{Graph, Node, NodeIx};
use crate::query::{
    Evidence, Lookout, Mention, Orient, Passage, ProposedEdge, Shared, Subgraph, SuggestRequest, Suggestion, Trust,
    Usage, mentioned_in, suggest,
};
use crate::system::{self, file};
use crate::text;
use crate::workspace::Workspace;
use serde::Serialize;

pub(super) fn run(args: &SuggestArgs, context: &mut Context) -> anyhow::Result<Outcome> {
    let workspace = context.load()?;
    let graph = &*workspace.graph;
    let node = match find(graph, &args.id) {
        Ok(node) => node,
        Err(answer) => return Ok(answer),
    };
    let edges = edge_filter(&workspace, &args.edges, Orient::Stored, context);
    let mut mentions = mentions_of(&workspace, node);
    if args.everywhere {
        mentions.extend(mentions_elsewhere(&workspace, node));
    }
    let read = |lookout: &Lookout<'_>, others: &[NodeIx]| named_by(&workspace, lookout, others);
    let file = |other: NodeIx| file::read_text(&workspace.root.join(graph.node(other).file()?)).ok();
    let (node, most) = (node.ix(), context.limit(10));
    let request =
        SuggestRequest { node, edges: &edges, mentions, read: &read, file: &file, most, cancelled: &|| false };
    let found = suggest(graph, &Usage::of(graph), request).expect("the search is never cancelled");
    let answer = SuggestionText { graph, trust: &edges.trust };
    if context.out.wants_graph() {
        let proposed = |one: &Suggestion| ProposedEdge {
            from: one.from,
            to: one.to,
            relation: one.relation.clone(),
            score: Some(one.score),
        };
        let proposed = found.listed.iter().map(proposed).collect();
        let subgraph = Subgraph::new(graph, [node], []).with_roots([node]).with_proposed(proposed);
        let title = format!("Suggested edges of {}", graph.node(node).address());
        context.write_graph(graph, &subgraph, &title)?;
    } else if context.out.is_human() {
        for (at, suggestion) in found.listed.iter().enumerate() {
            if at > 0 {
                context.out.blank()?;
            }
            answer.print(suggestion, context)?;
        }
        context.out.flush()?;
        let (shown, all) = (text::grouped(found.listed.len()), text::count(found.total, "suggestion"));
        say("total", &format!("{shown} of {all}"));
    } else {
        context.out.json(&Each(|| found.listed.iter().map(|one| answer.wire(one))))?;
    }
    let asked = graph.node(node);
    if let Some(layer) = args.edges.among.layer.as_deref().filter(|_| !edges.keeps_end(asked)) {
        say("hint", &format!("{} is not in the layer {}", text::quoted(&asked.address()), text::quoted(layer)));
    } else if found.total == 0 && !args.everywhere {
        say("hint", "the texts of other nodes were not searched; --everywhere includes them");
    }
    Ok(if found.listed.is_empty() { Outcome::No } else { Outcome::Yes })
}

/// Nodes that a node's own text mentions.
fn mentions_of(workspace: &Workspace, node: Node<'_>) -> Vec<Mention> {
    let read = workspace.settings.systems.passages(&workspace.root, node).unwrap_or_else(|error| {
        let file = node.file().unwrap_or_default();
        say("warning", &format!("cannot read {file}: {error}"));
        Vec::new()
    });
    mentioned_in(&workspace.graph, node.ix(), &lent(&read))
}

/// Nodes whose texts mention a node. `doctor` reports files that cannot be read.
fn mentions_elsewhere(workspace: &Workspace, node: Node<'_>) -> Vec<Mention> {
    let graph = &*workspace.graph;
    let lookout = Lookout::new(graph, node.ix());
    let others: Vec<_> = graph.nodes().filter(|other| !other.is_missing()).map(Node::ix).collect();
    named_by(workspace, &lookout, &others)
}

/// The first mention of the searched node in the text of each other one.
fn named_by(workspace: &Workspace, lookout: &Lookout<'_>, others: &[NodeIx]) -> Vec<Mention> {
    let others: Vec<_> = others.iter().map(|other| workspace.graph.node(*other)).collect();
    let search = |other, text: &[system::Passage]| lookout.in_text(other, &lent(text));
    workspace.settings.systems.search_passages(&workspace.root, &others, &search)
}

fn lent(passages: &[system::Passage]) -> Vec<Passage<'_>> {
    passages.iter().map(|passage| Passage { line: passage.line, text: &passage.text }).collect()
}

struct SuggestionText<'g> {
    graph: &'g Graph,
    trust: &'g Trust,
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

impl<'g> SuggestionText<'g> {
    fn wire(&self, suggestion: &'g Suggestion) -> SuggestionWire<'g> {
        let [from, to] = [suggestion.from, suggestion.to].map(|end| self.graph.node(end).address().into_owned());
        let evidence = suggestion.evidence.iter().map(|evidence| self.evidence(evidence)).collect();
        let score = rounded(suggestion.score);
        SuggestionWire { from, to, relation: &suggestion.relation, score, evidence }
    }

    fn evidence(&self, evidence: &'g Evidence) -> EvidenceWire<'g> {
        let edge = |edge| EdgeWire { edge: self.graph.edge(edge), trust: self.trust };
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

    fn print(&self, suggestion: &Suggestion, context: &mut Context) -> anyhow::Result<()> {
        let [from, to] = [suggestion.from, suggestion.to].map(|end| id(self.graph.node(end)));
        let verb = Line::of(Role::Relation, &suggestion.relation).plain(" →");
        let score = Line::of(Role::Strong, &format!("{:.2}", suggestion.score));
        context.out.table([vec![score, from, verb, to]], 0)?;
        for evidence in &suggestion.evidence {
            self.print_evidence(evidence, context)?;
        }
        Ok(())
    }

    fn print_evidence(&self, evidence: &Evidence, context: &mut Context) -> anyhow::Result<()> {
        let because = |words: String| Line::new().plain(&words);
        match evidence {
            Evidence::Dangling { edge, missing } => {
                let missing = text::quoted(self.graph.node(*missing).id());
                context.out.line(&because(format!("      dangling edge with the undefined id {missing}:")))?;
                context.out.table([edge_row(self.graph.edge(*edge), self.trust).into_lines()], 8)?;
            }
            Evidence::Mention(Mention { from, to, line, words, named }) => {
                let file = self.graph.node(*from).file().unwrap_or_default();
                let words = text::quoted(&words.split_whitespace().collect::<Vec<_>>().join(" "));
                let (named, of) = (named.name(), self.graph.node(*to).address());
                let said = because(format!("mentions the {named} of {of}: {words}")).giving(Give::End(16));
                let place = Line::of(Role::Dim, &format!("{file}:{line}")).giving(Give::Start(16));
                context.out.table([vec![said, place]], 6)?;
            }
            Evidence::Shared { listed, total } => {
                let all = text::count(*total, "neighbour");
                let most = if listed.len() < *total { format!(", {} of them:", listed.len()) } else { ":".to_owned() };
                context.out.line(&because(format!("      {all} in common{most}")))?;
                let edges = listed.iter().flat_map(|one| [one.near, one.far]);
                context.out.table(edges.map(|edge| edge_row(self.graph.edge(edge), self.trust).into_lines()), 8)?;
            }
        }
        Ok(())
    }
}
