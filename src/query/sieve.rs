//! A choice of edges made ready for one graph, for walks that ask about every edge they meet.
//!
//! [`EdgeFilter::keeps`] is the plain form and says what is meant. It costs several look-ups in columns that lie far apart,
//! which is most of what a walk over a million edges takes. Here all that is the same for every edge of a graph is decided
//! once, before the walk: which meanings and verbs fit, which nodes lie where somebody asked for, and whether any edge is
//! uncertain or was taken back at all. What is left for each edge is to look into the tables that are needed.
//!
//! Walks sift whole rows: what is asked for is then decided once a row, and no jump depends on an edge. About every other
//! edge of a walk fits, in no order that a processor could foretell, and each wrong guess costs it more than all else.

use super::confidence::Trust;
use super::filter::{EdgeFilter, Implicit, RelationFilter, Retracted, through_lens};
use crate::graph::relation::{Meaning, meanings};
use crate::graph::{Edge, EdgeIx, Graph, Node, Sym};
use fixedbitset::FixedBitSet;

/// A choice of edges of one graph.
pub(super) struct Sieve<'f> {
    relations: Relations<'f>,
    /// Both ends are among these.
    within: Option<FixedBitSet>,
    lens: Option<&'f str>,
    explicit_only: bool,
    /// Only asked where there is something to leave out.
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
    /// What depends on more than the relation.
    Plain(&'f RelationFilter),
}

impl<'f> Sieve<'f> {
    /// Makes a filter ready.
    pub(super) fn new(graph: &Graph, filter: &'f EdgeFilter) -> Self {
        let relations = match &filter.relations {
            RelationFilter::Any => Relations::Any,
            RelationFilter::Named(verbs) => Relations::Verbs { listed: set_of(verbs), kept: true },
            RelationFilter::AllBut(verbs) => Relations::Verbs { listed: set_of(verbs), kept: false },
            RelationFilter::Lineage(_) => {
                let follows = |meaning: Meaning| filter.relations.keeps_meaning(meaning);
                Relations::Meanings(Meanings::those(|meaning| meaning.is_some_and(follows)))
            }
            plain @ RelationFilter::Class(..) => Relations::Plain(plain),
        };
        let is_within = |node: &Node<'_>| filter.keeps_end(*node);
        let asks_for_ends = filter.domain.is_some() || filter.layer.is_some();
        Self {
            relations,
            within: asks_for_ends.then(|| {
                let mut within = FixedBitSet::with_capacity(graph.node_count());
                graph.nodes().filter(is_within).for_each(|node| within.insert(node.ix().index()));
                within
            }),
            lens: filter.lens.as_deref(),
            explicit_only: filter.implicit == Implicit::LeftOut,
            holding_only: filter.retracted == Retracted::Hidden && graph.retracted_count() > 0,
            trust: graph.knows_confidence().then_some(&filter.trust),
        }
    }

    /// Those edges of a row that are meant, in their order. `kept` is room that one walk uses for all its rows.
    ///
    /// Whether an edge was taken back is not asked: a row of the graph has only such edges or none, and who has no use for
    /// the former does not look at them.
    pub(super) fn sift<'r>(&self, graph: &Graph, row: &'r [EdgeIx], kept: &'r mut Vec<EdgeIx>) -> &'r [EdgeIx] {
        if matches!(self.relations, Relations::Any) && !self.asks_for_more() {
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
        if self.asks_for_more() {
            kept.retain(|ix| self.keeps_related(graph.edge(*ix)));
        }
        kept
    }

    /// Whether there is anything to ask of an edge whose relation is meant and that was not taken back.
    fn asks_for_more(&self) -> bool {
        self.within.is_some() || self.lens.is_some() || self.explicit_only || self.trust.is_some()
    }

    /// Whether an edge is meant.
    pub(super) fn keeps(&self, edge: Edge<'_>) -> bool {
        let is_related = match &self.relations {
            Relations::Any => true,
            Relations::Verbs { listed, kept } => listed.contains(edge.relation_sym().index()) == *kept,
            Relations::Meanings(meanings) => meanings.have(edge),
            Relations::Plain(relations) => relations.keeps(edge),
        };
        is_related && !(self.holding_only && edge.is_retracted()) && self.keeps_related(edge)
    }

    /// Whether an edge is meant, if its relation is and it was not taken back.
    fn keeps_related(&self, edge: Edge<'_>) -> bool {
        self.within
            .as_ref()
            .is_none_or(|within| within.contains(edge.from().ix().index()) && within.contains(edge.to().ix().index()))
            && self.lens.is_none_or(|layer| through_lens(edge, layer))
            && !(self.explicit_only && edge.is_implicit())
            && self.trust.is_none_or(|trust| trust.keeps(edge))
    }
}

/// Leaves out the edges that do not fit, from one place on. Each is written to the next free place, and that is taken if the
/// edge fits: there is nothing to foretell.
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

/// A choice of meanings, which one look at an edge decides.
pub(super) struct Meanings {
    chosen: Vec<bool>,
}

impl Meanings {
    /// Those that fit; `None` is the meaning of a verb that no vocabulary has.
    pub(super) fn those(fits: impl Fn(Option<Meaning>) -> bool) -> Self {
        Self { chosen: meanings().map(fits).collect() }
    }

    /// Whether the meaning of an edge is among them.
    pub(super) fn have(&self, edge: Edge<'_>) -> bool {
        self.chosen[edge.meaning_index()]
    }

    /// Whether there are none.
    pub(super) fn are_none(&self) -> bool {
        !self.chosen.contains(&true)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph::fixture::graph_from;
    use crate::graph::{Batch, EdgeRecord, NodeRecord, Stamp, System};
    use proptest::prelude::*;

    const VERBS: [&str; 6] = ["led-to", "cites", "caused", "explains", "calls", "own-verb"];
    const PLACES: [&str; 2] = ["here", "there"];

    fn graph(edges: &[(usize, usize, usize, u8)]) -> Graph {
        let mut batch = Batch::new(System::Causal, 0);
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
        fn a_sieve_keeps_what_its_filter_keeps(
            edges in prop::collection::vec((0..8_usize, 0..8_usize, 0..VERBS.len(), any::<u8>()), 0..30),
            how in 0..5, named in prop::collection::vec(0..VERBS.len(), 0..4),
            domain in any::<Option<bool>>(), layer in any::<Option<bool>>(), lens in any::<Option<bool>>(),
            implicit in any::<bool>(), least in 0.0..1.0_f64,
        ) {
            let graph = graph(&edges);
            let names: Vec<_> = named.iter().map(|at| VERBS[*at]).collect();
            let relations = match how {
                0 => RelationFilter::Any,
                1 => RelationFilter::only(&graph, &names),
                2 => RelationFilter::all_but(&graph, &names),
                3 => RelationFilter::lineage(&graph),
                _ => RelationFilter::Class(System::Causal, "causes"),
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
