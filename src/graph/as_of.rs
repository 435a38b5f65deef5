//! The graph as of a time: the nodes and edges that existed then, renumbered.
//!
//! Computed from the columns alone, so stepping through time reads no files. The result is an ordinary graph; queries
//! do not need to know that it shows the past. Ids resolve to the same nodes as in the present (decision 0027).

use super::batch::CodePlace;
use super::cancel::{Cancelled, UntilCancelled as _};
use super::edge::{EdgeColumns, EdgeIx, NO_TIME};
use super::merging::systems;
use super::node::{MaybeNode, NodeColumns, NodeIx};
use super::retraction::Retraction;
use super::rows;
use super::runs;
use super::store::Graph;
use super::timeline::Timeline;
use crate::time::Millis;
use fixedbitset::FixedBitSet;
use hashbrown::HashMap;
use std::sync::Arc;

/// New index of an entry that is removed.
const GONE: u32 = u32::MAX;

/// The entries of a column that are kept.
struct Selected {
    /// Old indices of the kept entries, ascending.
    old: Vec<u32>,
    /// New index of each old entry, or [`GONE`].
    new: Vec<u32>,
}

impl Selected {
    fn by(since: &[Millis], time: Millis, cancelled: Cancelled<'_>) -> Self {
        let mut old = Vec::with_capacity(since.len());
        let mut number = |(at, since): (usize, &Millis)| {
            if *since > time {
                return GONE;
            }
            old.push(at as u32);
            old.len() as u32 - 1
        };
        let new = since.iter().enumerate().until(cancelled).map(&mut number).collect();
        Self { old, new }
    }

    /// Number of kept entries before an old index.
    fn before(&self, number: usize) -> usize {
        self.old.partition_point(|old| (*old as usize) < number)
    }

    fn column<T: Copy>(&self, column: &[T]) -> Vec<T> {
        self.old.iter().map(|old| column[*old as usize]).collect()
    }

    fn few<T: Copy>(&self, few: &HashMap<u32, T>) -> HashMap<u32, T> {
        let kept = few.iter().map(|(old, value)| (self.new[*old as usize], *value));
        kept.filter(|(new, _)| *new != GONE).collect()
    }

    fn bits(&self, bits: &FixedBitSet) -> FixedBitSet {
        let mut kept = FixedBitSet::with_capacity(self.old.len());
        let new = bits.ones().map(|old| self.new[old]).filter(|new| *new != GONE);
        kept.extend(new.map(|new| new as usize));
        kept
    }

    fn node(&self, node: NodeIx) -> Option<NodeIx> {
        let new = self.new[node.index()];
        (new != GONE).then_some(NodeIx(new))
    }
}

impl Graph {
    /// The graph as of `time`. `timeline` must be that of this graph. `None` if cancelled, which is checked before each
    /// of the passes over all nodes or edges.
    pub fn as_of(&self, timeline: &Timeline, time: Millis, cancelled: Cancelled<'_>) -> Option<Self> {
        let go_on = || (!cancelled()).then_some(());
        let by = |since| Selected::by(since, time, cancelled);
        let (kept, kept_edges) = rayon::join(|| by(&timeline.nodes), || by(&timeline.edges));
        go_on()?;
        let edges = self.edges_as_of(timeline, time, &kept, &kept_edges);
        go_on()?;
        let first_row = kept_edges.before(self.first_row);
        let (outgoing, incoming) = rows::both(&edges, kept.old.len(), first_row);
        go_on()?;
        let mut repeated = FixedBitSet::with_capacity(edges.len());
        let all = (0..kept.old.len() as u32).map(NodeIx).until(cancelled);
        rows::mark_repeated(&edges, &self.registry, all.map(|node| (node, outgoing.row(node))), &mut repeated);
        go_on()?;
        rows::mark_restated(&edges, &self.registry, first_row, &mut repeated);
        let retracted = rows::retracted(&edges);
        let retracted_rows = retracted.outgoing.iter().map(|(node, row)| (*node, &row[..]));
        rows::mark_repeated(&edges, &self.registry, retracted_rows, &mut repeated);
        go_on()?;
        let edges = EdgeColumns { repeated, ..edges };
        let nodes = self.nodes_as_of(&kept);
        go_on()?;
        let systems = systems(&self.registry, &nodes, &edges);
        let next = |node: Option<NodeIx>| -> MaybeNode {
            std::iter::successors(node, |node| self.same_id[node.index()].get()).find_map(|node| kept.node(node)).into()
        };
        Some(Self {
            registry: Arc::clone(&self.registry),
            words: self.words.clone(),
            outgoing,
            incoming,
            retracted,
            retractions: self.retractions_as_of(time, &kept),
            by_id: self.by_id.iter().map(|first| next(first.get())).collect(),
            same_id: kept.old.iter().map(|old| next(self.same_id[*old as usize].get())).collect(),
            systems,
            known: kept.before(self.known),
            first_row,
            as_of: Some(time),
            nodes,
            edges,
        })
    }

    fn nodes_as_of(&self, kept: &Selected) -> NodeColumns {
        let nodes = &self.nodes;
        let mut columns = NodeColumns {
            id: kept.column(&nodes.id),
            title: kept.column(&nodes.title),
            kind: kept.column(&nodes.kind),
            status: kept.column(&nodes.status),
            domain: kept.column(&nodes.domain),
            layer: kept.column(&nodes.layer),
            code: kept.few::<CodePlace>(&nodes.code),
            repo: kept.few(&nodes.repo),
            id_in_repo: kept.few(&nodes.id_in_repo),
            alias: kept.few(&nodes.alias),
            namespaces: Arc::default(),
            created: kept.few(&nodes.created),
            file: kept.column(&nodes.file),
            line: kept.column(&nodes.line),
            system: kept.column(&nodes.system),
            addressed: kept.bits(&nodes.addressed),
        };
        columns.namespaces = Arc::new(nodes.namespaces.kept(&self.words, &columns, |node| kept.node(node)));
        columns
    }

    fn edges_as_of(&self, timeline: &Timeline, time: Millis, nodes: &Selected, kept: &Selected) -> EdgeColumns {
        let edges = &self.edges;
        // Both ends of a kept edge are kept: a node exists since its first edge.
        let end =
            |column: &[NodeIx]| kept.old.iter().map(|old| NodeIx(nodes.new[column[*old as usize].index()])).collect();
        let is_retracted = |old: &usize| timeline.is_retracted(EdgeIx(*old as u32), time);
        let mut retracted = FixedBitSet::with_capacity(kept.old.len());
        retracted.extend(edges.retracted.ones().filter(is_retracted).map(|old| kept.new[old] as usize));
        EdgeColumns {
            from: end(&edges.from),
            to: end(&edges.to),
            relation: kept.column(&edges.relation),
            actor: kept.column(&edges.actor),
            millis: kept.column(&edges.millis),
            file: runs::kept(&edges.file, &kept.old),
            line: kept.column(&edges.line),
            system: kept.column(&edges.system),
            meaning: kept.column(&edges.meaning),
            implicit: kept.bits(&edges.implicit),
            symmetric: kept.bits(&edges.symmetric),
            repeated: FixedBitSet::new(),
            retracted,
            stamp_text: kept.few(&edges.stamp_text),
            note: kept.few(&edges.note),
            confidence: kept.few(&edges.confidence),
        }
    }

    fn retractions_as_of(&self, time: Millis, kept: &Selected) -> Vec<Retraction> {
        let written = self.retractions.iter().filter(|row| row.retracted_at <= time);
        let as_of = |row: &Retraction| Retraction {
            ends: row.ends.and_then(|(from, to)| Some((kept.node(from)?, kept.node(to)?))),
            // All rows it retracts have the time it names.
            fits: row.fits && (row.millis == NO_TIME || row.millis <= time),
            ..row.clone()
        };
        written.map(as_of).collect()
    }

    /// The time that this graph shows; `None` for the present.
    pub fn as_of_time(&self) -> Option<Millis> {
        self.as_of
    }
}
