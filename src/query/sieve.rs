//! An [`EdgeFilter`] compiled for one graph, for traversals that test every edge they visit.
//!
//! [`EdgeFilter::keeps`] is the reference definition, but its lookups in several distant columns dominate the time of a
//! traversal over a million edges. [`Sieve`] evaluates everything that does not depend on the single edge once: bit
//! sets of matching meanings, verbs and nodes, and whether the graph has any uncertain or retracted edges at all. Per
//! edge, only the tables that are needed are looked up.
//!
//! Traversals filter whole adjacency rows at a time ([`Sieve::sift`]) with branch-free compaction ([`pick`]): about
//! half of the edges match, in an unpredictable order, and branch mispredictions would cost more than all other work.

use super::confidence::Trust;
use super::filter::{EdgeFilter, Implicit, RelationFilter, Retracted, through_lens};
use crate::graph::Registry;
use crate::graph::relation::Meaning;
use crate::graph::{Edge, EdgeIx, Graph, Node, Sym};
use fixedbitset::FixedBitSet;

/// A compiled edge filter.
pub(super) struct Sieve<'f> {
    relations: Relations<'f>,
    /// Both ends must be in this set.
    within: Option<FixedBitSet>,
    lens: Option<&'f str>,
    explicit_only: bool,
    /// Set only if the graph has retracted edges.
    holding_only: bool,
    trust: Option<&'f Trust>,
}

enum Relations<'f> {
    Any,
    Verbs {
        listed: FixedBitSet,
        kept: bool,
    },
    Meanings(Meanings),
    /// A filter that depends on more than the relation.
    Plain(&'f RelationFilter),
}

impl<'f> Sieve<'f> {
    pub(super) fn new(graph: &Graph, filter: &'f EdgeFilter) -> Self {
        let relations = match &filter.relations {
            RelationFilter::Any => Relations::Any,
            RelationFilter::Named(verbs) => Relations::Verbs { listed: set_of(verbs), kept: true },
            RelationFilter::AllBut(verbs) => Relations::Verbs { listed: set_of(verbs), kept: false },
            RelationFilter::Lineage(..) => {
                let follows = |meaning: Meaning<'_>| filter.relations.keeps_meaning(meaning);
                Relations::Meanings(Meanings::those(graph.registry(), |meaning| meaning.is_some_and(follows)))
            }
            plain @ RelationFilter::Class(..) => Relations::Plain(plain),
        };
        let is_within = |node: &Node<'_>| filter.keeps_end(*node);
        let filters_ends = filter.domain.is_some() || filter.layer.is_some();
        Self {
            relations,
            within: filters_ends.then(|| {
                let mut within = FixedBitSet::with_capacity(graph.node_count());
                graph.nodes().filter(is_within).for_each(|node| within.insert(node.ix().index()));
                within
            }),
            lens: filter.lens.as_deref(),
            explicit_only: filter.implicit == Implicit::LeftOut,
            holding_only: filter.retracted == Retracted::Hidden && graph.retracted_count() > 0,
            trust: graph.has_confidence().then_some(&filter.trust),
        }
    }

    /// The matching edges of an adjacency row, in order. `kept` is a buffer that a traversal reuses for all rows.
    ///
    /// Does not check for retracted edges: a row has either only retracted edges or none, and callers pick the rows.
    pub(super) fn sift<'r>(&self, graph: &Graph, row: &'r [EdgeIx], kept: &'r mut Vec<EdgeIx>) -> &'r [EdgeIx] {
        if matches!(self.relations, Relations::Any) && !self.has_more_conditions() {
            return row;
        }
        kept.clear();
        kept.extend_from_slice(row);
        match &self.relations {
            Relations::Any => {}
            Relations::Verbs { listed, kept: wanted } => {
                pick(kept, 0, |ix| listed.contains(graph.edge(ix).relation_sym().index()) == *wanted);
            }
            Relations::Meanings(meanings) => pick(kept, 0, |ix| meanings.have(graph.edge(ix))),
            Relations::Plain(relations) => pick(kept, 0, |ix| relations.keeps(graph.edge(ix))),
        }
        if self.has_more_conditions() {
            kept.retain(|ix| self.keeps_related(graph.edge(*ix)));
        }
        kept
    }

    /// Whether there are conditions besides relation and retraction.
    fn has_more_conditions(&self) -> bool {
        self.within.is_some() || self.lens.is_some() || self.explicit_only || self.trust.is_some()
    }

    /// Whether an edge matches.
    pub(super) fn keeps(&self, edge: Edge<'_>) -> bool {
        let is_related = match &self.relations {
            Relations::Any => true,
            Relations::Verbs { listed, kept } => listed.contains(edge.relation_sym().index()) == *kept,
            Relations::Meanings(meanings) => meanings.have(edge),
            Relations::Plain(relations) => relations.keeps(edge),
        };
        is_related && !(self.holding_only && edge.is_retracted()) && self.keeps_related(edge)
    }

    /// Whether an edge matches, given that its relation does and it is not retracted.
    fn keeps_related(&self, edge: Edge<'_>) -> bool {
        self.within
            .as_ref()
            .is_none_or(|within| within.contains(edge.from().ix().index()) && within.contains(edge.to().ix().index()))
            && self.lens.is_none_or(|layer| through_lens(edge, layer))
            && !(self.explicit_only && edge.is_implicit())
            && self.trust.is_none_or(|trust| trust.keeps(edge))
    }
}

/// Removes the edges from index `from` on that do not match (branch-free compaction): each edge is written to the next
/// free slot, and the slot index advances by 0 or 1.
#[inline]
pub(super) fn pick(edges: &mut Vec<EdgeIx>, from: usize, mut fits: impl FnMut(EdgeIx) -> bool) {
    let mut next = from;
    for at in from..edges.len() {
        let edge = edges[at];
        edges[next] = edge;
        next += usize::from(fits(edge));
    }
    edges.truncate(next);
}

fn set_of(verbs: &[Sym]) -> FixedBitSet {
    verbs.iter().map(|verb| verb.index()).collect()
}

/// A set of meanings as a lookup table.
pub(super) struct Meanings {
    chosen: Vec<bool>,
}

impl Meanings {
    /// The meanings for which `fits` returns true; `None` is the meaning of a verb outside every vocabulary.
    pub(super) fn those(registry: &Registry, fits: impl Fn(Option<Meaning<'_>>) -> bool) -> Self {
        Self { chosen: registry.meanings().map(fits).collect() }
    }

    /// Whether the meaning of an edge is in the set.
    pub(super) fn have(&self, edge: Edge<'_>) -> bool {
        self.chosen[edge.meaning_index()]
    }

    /// Whether the set is empty.
    pub(super) fn are_none(&self) -> bool {
        !self.chosen.contains(&true)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph::fixture::CAUSAL;
    use crate::graph::fixture::graph_from;
    use crate::graph::{Batch, EdgeRecord, NodeRecord, Stamp};
    use crate::query::Orient;
    use proptest::prelude::*;

    const VERBS: [&str; 6] = ["led-to", "cites", "caused", "explains", "calls", "own-verb"];
    const PLACES: [&str; 2] = ["here", "there"];

    fn graph(edges: &[(usize, usize, usize, u8)]) -> Graph {
        let mut batch = Batch::new(CAUSAL, 0);
        let [kind, file] = ["task", "a.causal.json"].map(|text| batch.word(text));
        let places = PLACES.map(|place| batch.word(place));
        for at in 0..6 {
            let (id, place) = (batch.word(&format!("n{at}")), Some(places[at % 2]));
            batch.node(NodeRecord { domain: place, layer: place, ..NodeRecord::new(id, kind, id, file, 1) });
        }
        for (line, (from, to, verb, extra)) in (1..).zip(edges) {
            let [from, to] = [from, to].map(|at| batch.word(&format!("n{at}")));
            let verb = batch.word(VERBS[*verb]);
            let confidence = (extra % 4 == 1).then_some(f64::from(*extra) / 255.0);
            let draft = EdgeRecord::new(from, to, verb, file, line);
            batch.edge(EdgeRecord { implicit: extra % 3 == 0, confidence, stamp: Stamp::NONE, ..draft });
        }
        graph_from([batch])
    }

    proptest! {
        #[test]
        fn sieve_agrees_with_its_filter(
            edges in prop::collection::vec((0..8_usize, 0..8_usize, 0..VERBS.len(), any::<u8>()), 0..30),
            how in 0..6, named in prop::collection::vec(0..VERBS.len(), 0..4),
            domain in any::<Option<bool>>(), layer in any::<Option<bool>>(), lens in any::<Option<bool>>(),
            implicit in any::<bool>(), least in 0.0..1.0_f64,
        ) {
            let graph = graph(&edges);
            let names: Vec<_> = named.iter().map(|at| VERBS[*at]).collect();
            let relations = match how {
                0 => RelationFilter::Any,
                1 => RelationFilter::only(&graph, &names),
                2 => RelationFilter::all_but(&graph, &names),
                3 => RelationFilter::lineage(&graph, Orient::Stored),
                4 => RelationFilter::lineage(&graph, Orient::Meaning),
                _ => RelationFilter::Class(CAUSAL, "causes".into()),
            };
            let place = |at: Option<bool>| at.map(|at| PLACES[usize::from(at)].to_owned());
            let filter = EdgeFilter {
                domain: place(domain),
                layer: place(layer),
                lens: place(lens),
                implicit: if implicit { Implicit::Kept } else { Implicit::LeftOut },
                trust: Trust { least, ..Trust::ALL },
                ..EdgeFilter::of(relations)
            };
            let sieve = Sieve::new(&graph, &filter);
            for edge in graph.edges() {
                prop_assert_eq!(sieve.keeps(edge), filter.keeps(edge));
            }
            let row: Vec<_> = graph.edges().map(Edge::ix).collect();
            let naive: Vec<_> = graph.edges().filter(|edge| filter.keeps(*edge)).map(Edge::ix).collect();
            let mut room = row.clone();
            prop_assert_eq!(sieve.sift(&graph, &row, &mut room), naive);
        }
    }
}
