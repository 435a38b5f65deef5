//! What is known about a node from its model, for the detail of a node.

use crate::document::{Line, Row, Section};
use crate::graph::{Direction, Edge, EdgeIx, Graph, Node, NodeIx};
use crate::system::yggdrasil::SYSTEM;
use crate::system::yggdrasil::aspects::{EffectiveAspect, effective_aspects, flows};

/// Effective aspects and their reasons, flows, and notes on relations.
pub(in crate::system::yggdrasil) fn sections_about<'g>(graph: &'g Graph, node: Node<'g>) -> Vec<Section<'g>> {
    if node.system() != SYSTEM {
        return Vec::new();
    }
    let aspect = |aspect: EffectiveAspect<'g>| {
        let reasons = aspect.reasons.iter().map(|reason| reason.why.in_words(graph)).collect::<Vec<_>>().join(", ");
        let exceptions = aspect.exceptions.iter().map(|exception| format!("; except {exception}"));
        let why: String = std::iter::once(reasons).chain(exceptions).collect();
        [Row::of(Line::new().plain(graph.node(aspect.aspect).id())).phrase(Line::new().plain(&why)).to(aspect.aspect)]
    };
    let flow = |(flow, edge): (NodeIx, EdgeIx)| {
        let flow = graph.node(flow);
        let title = if flow.title() == flow.id() { "" } else { flow.title() };
        [Row::of(Line::new().plain(flow.id())).phrase(Line::new().plain(title)).to(flow.ix()).by(edge)]
    };
    let edges = node.listed(Direction::Out).map(|ix| graph.edge(ix)).filter(|edge| edge.relation() != "has-aspect");
    let noted: Vec<_> = edges.filter(|edge| edge.note().is_some()).collect();
    let note = |edge: Edge<'g>| {
        let what = format!("{} {}", edge.relation(), edge.to().id());
        let note = edge.note().map(|note| note.lines().collect::<Vec<_>>().join("; ")).unwrap_or_default();
        [Row::of(Line::new().plain(&what)).phrase(Line::new().plain(&note)).to(edge.to().ix()).by(edge.ix())]
    };
    vec![
        Section::list("aspects", usize::MAX, effective_aspects(graph, node), aspect),
        Section::list("flows", usize::MAX, flows(graph, node.ix()), flow),
        Section::list("notes_on_relations", usize::MAX, noted, note),
    ]
}
