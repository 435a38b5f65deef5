//! `aspects [ID]`: the aspects that apply to a node and why, or all aspects.

use super::reasons::{ReasonWire, because};
use crate::document::{Answer, Document, Give, Line, NodeWire, Role, Row, Section, called, id, title};
use crate::format::json::{Each, Sink};
use crate::graph::{Graph, Node, NodeIx};
use crate::system::question::{Arguments, QuestionInput, Refusal, Reply};
use crate::system::yggdrasil::aspects::{EffectiveAspect, all_parts, carriers_of_aspects, effective_aspects, implied};
use crate::system::yggdrasil::{Facts, facts};
use crate::text;
use serde::Serialize;
use std::collections::HashMap;

pub(super) fn ask<'a>(input: &QuestionInput<'a>, arguments: &Arguments) -> Result<Reply<'a>, Refusal> {
    let graph = input.graph;
    Ok(match arguments.node("id") {
        Some(node) => Reply::new(AspectsOfNode { graph, node, aspects: effective_aspects(graph, graph.node(node)) }),
        None => Reply::new(AllAspects {
            graph,
            facts: facts(input.facts),
            aspects: all_parts(graph, "aspect"),
            carriers: carriers_of_aspects(graph),
        }),
    })
}

/// The aspects that apply to a node.
struct AspectsOfNode<'a> {
    graph: &'a Graph,
    node: NodeIx,
    aspects: Vec<EffectiveAspect<'a>>,
}

impl AspectsOfNode<'_> {
    fn rows(&self, aspect: &EffectiveAspect<'_>) -> Vec<Row> {
        let mut rows = because(self.graph, aspect.aspect, &aspect.reasons, |why| why.in_words(self.graph));
        let exception = |text: &&str| {
            let except = Line::of(Role::Warn, "except ").plain(text).giving(Give::End(16));
            Row::of(Line::new()).phrase(except).to(aspect.aspect)
        };
        rows.extend(aspect.exceptions.iter().map(exception));
        rows
    }
}

impl Answer for AspectsOfNode<'_> {
    fn title(&self) -> String {
        format!("Aspects of {}", called(self.graph.node(self.node)))
    }

    fn document(&self, most: usize) -> Document<'_> {
        let aspects = Section::entries(most, &self.aspects, |aspect| self.rows(aspect)).or("No aspects");
        Document::new(vec![aspects]).with_total(text::count(self.aspects.len(), "aspect"))
    }

    fn json(&self, sink: &mut Sink<'_>) -> serde_json::Result<()> {
        let aspect = |aspect: &'_ EffectiveAspect<'_>| AspectWire {
            aspect: NodeWire::new(self.graph.node(aspect.aspect)),
            reasons: ReasonWire::all(self.graph, &aspect.reasons),
            exceptions: aspect.exceptions.iter().map(|text| (*text).to_owned()).collect(),
        };
        let node = self.graph.node(self.node).address().into_owned();
        sink.put(&AspectsWire { node, aspects: Each(|| self.aspects.iter().map(aspect)) })
    }
}

/// All aspects with their descriptions, implied aspects, and the number of nodes they apply to.
struct AllAspects<'a> {
    graph: &'a Graph,
    facts: &'a Facts,
    aspects: Vec<Node<'a>>,
    carriers: HashMap<NodeIx, usize>,
}

impl<'a> AllAspects<'a> {
    fn wire(&self, node: Node<'a>) -> ListedWire<'a> {
        let own = node.id().strip_prefix("aspect:").and_then(|id| self.facts.aspect(id));
        let implies = implied(self.graph, node.ix()).into_iter();
        ListedWire {
            aspect: NodeWire::new(node),
            description: own.and_then(|aspect| aspect.description.as_deref()),
            implies: implies.map(|ix| self.graph.node(ix).address().into_owned()).collect(),
            carriers: self.carriers.get(&node.ix()).copied().unwrap_or_default(),
        }
    }

    fn row(&self, node: Node<'a>) -> Row {
        let ListedWire { description, implies, carriers, .. } = self.wire(node);
        let implies = if implies.is_empty() { String::new() } else { format!("implies {}", implies.join(", ")) };
        Row::of(id(node))
            .detail(Line::of(Role::Dim, &text::count(carriers, "node")))
            .phrase(title(node))
            .phrase(Line::new().plain(description.unwrap_or_default()).giving(Give::End(16)))
            .phrase(Line::of(Role::Dim, &implies).giving(Give::End(16)))
            .to(node.ix())
    }
}

impl Answer for AllAspects<'_> {
    fn title(&self) -> String {
        "Aspects".to_owned()
    }

    fn document(&self, most: usize) -> Document<'_> {
        let aspects = Section::entries(most, &self.aspects, |node| [self.row(*node)]).or("No aspects");
        Document::new(vec![aspects]).with_total(text::count(self.aspects.len(), "aspect"))
    }

    fn json(&self, sink: &mut Sink<'_>) -> serde_json::Result<()> {
        sink.put(&Each(|| self.aspects.iter().map(|node| self.wire(*node))))
    }
}

#[derive(Serialize)]
struct ListedWire<'g> {
    #[serde(flatten)]
    aspect: NodeWire<'g>,
    #[serde(skip_serializing_if = "Option::is_none")]
    description: Option<&'g str>,
    implies: Vec<String>,
    carriers: usize,
}

#[derive(Serialize)]
struct AspectsWire<A> {
    node: String,
    aspects: A,
}

#[derive(Serialize)]
struct AspectWire<'g> {
    #[serde(flatten)]
    aspect: NodeWire<'g>,
    reasons: Vec<ReasonWire<'g>>,
    exceptions: Vec<String>,
}
