//! [`GraphBuilder`]: merges batches into a graph.
//!
//! Joins the interners of all batches, adds the nodes, resolves the ends of edges across systems and adds missing nodes
//! for undefined ids. Batches are merged in one fixed order, so the graph does not depend on the order in which they
//! arrive.

use super::batch::{Batch, BatchPosition};
use super::ends::Ends;
use super::intern::{Interner, Sym};
use super::merging::{MergeInput, Merging};
use super::registry::Registry;
use super::repos::{self, Names};
use super::store::Graph;
use super::system::SystemIx;
use crate::finding::Finding;
use rayon::prelude::*;
use std::borrow::Borrow;
use std::sync::Arc;

/// Collects batches in any order; [`GraphBuilder::finish`] merges them in one fixed order.
#[derive(Debug)]
pub struct GraphBuilder {
    registry: Arc<Registry>,
    batches: Vec<Batch>,
}

impl GraphBuilder {
    /// A builder of a graph of these systems. Every batch must belong to one of them.
    pub fn new(registry: Arc<Registry>) -> Self {
        Self { registry, batches: Vec::new() }
    }

    pub fn add(&mut self, batch: Batch) {
        self.batches.push(batch);
    }

    /// Builds the graph and returns it with all findings. Memory of a batch is freed as soon as it is merged.
    pub fn finish(self) -> (Graph, Vec<Finding>) {
        let (graph, mut merging, mut findings) = self.finish_apart();
        merging.append(&mut findings);
        (graph, merging)
    }

    /// Builds the graph and returns it with the findings of the merge and those of the batches.
    pub fn finish_apart(mut self) -> (Graph, Vec<Finding>, Vec<Finding>) {
        self.batches.sort_by_key(Batch::place);
        let mut findings = Vec::new();
        let (words, numbers) = Interner::joined(&self.batches.iter().map(|batch| &batch.words).collect::<Vec<_>>());
        for batch in &mut self.batches {
            findings.append(&mut std::mem::take(&mut batch.findings).into_vec());
            batch.words = Interner::default();
        }
        let merged = with_globals(&self.registry, self.batches, numbers);
        let (graph, merging) = merge(&self.registry, merged, words);
        (graph, merging, findings)
    }
}

impl Graph {
    /// Builds the graph of batches that stay in use, and returns it with the findings of the merge.
    pub fn merged(registry: &Arc<Registry>, batches: &[&Batch]) -> (Self, Vec<Finding>) {
        let mut batches = batches.to_vec();
        batches.sort_by_key(|batch| batch.place());
        let (words, numbers) = Interner::joined(&batches.iter().map(|batch| &batch.words).collect::<Vec<_>>());
        merge(registry, with_globals(registry, batches, numbers), words)
    }

    /// This graph extended by rows appended to the last of its logs: of each batch, the rows since the given position.
    /// All nodes and edges keep their indices. The result equals the graph built from all batches from scratch.
    #[must_use]
    pub fn extended(&self, appended: &[(&Batch, BatchPosition)]) -> Self {
        let mut merging = Merging::resume(self);
        for (batch, mark) in appended {
            let numbers = merging.words.intern_all(&batch.words);
            let global = Globals::new(&self.registry, batch, numbers);
            merging.make_room();
            let mut ends = Ends::look(&merging, batch, *mark, &global);
            ends.settle(&mut merging, &global);
            let system = global.system;
            merging.add_edges(&[MergeInput { batch, system, mark: *mark, global: &global, ends: &ends }]);
        }
        merging.into_longer(self)
    }
}

/// Each batch with the mapping of its symbols.
fn with_globals<B: Borrow<Batch>>(registry: &Registry, batches: Vec<B>, numbers: Vec<Vec<Sym>>) -> Vec<(B, Globals)> {
    let global = |(batch, numbers): (B, Vec<Sym>)| {
        let global = Globals::new(registry, batch.borrow(), numbers);
        (batch, global)
    };
    batches.into_iter().zip(numbers).map(global).collect()
}

fn merge<B: Borrow<Batch> + Sync>(
    registry: &Arc<Registry>,
    mut merged: Vec<(B, Globals)>,
    mut words: Interner,
) -> (Graph, Vec<Finding>) {
    let missing = repos::name(registry, &mut merged, &mut words);
    // Whether another repository defines an external node is known only once all others are there.
    let has_namespaces = merged.iter().any(|(_, global)| global.namespace.is_some());
    if has_namespaces {
        words.unseal();
    }
    let mut merging = Merging::new(Arc::clone(registry), words);
    merging.reserve(merged.iter().map(|(batch, _)| batch.borrow()));
    for (batch, global) in &merged {
        merging.add_nodes(batch.borrow(), global);
    }
    for (batch, global) in &merged {
        merging.add_external(batch.borrow(), global, has_namespaces);
    }
    let findings = std::mem::take(&mut merging.findings).into_vec();
    merging.add_missing(&missing);
    // Add the missing nodes of other systems before the log refers to them, so that each id is one missing node.
    for (batch, global) in &merged {
        let batch = batch.borrow();
        if !registry.spec_of(global.system).links_all {
            for (from, to) in batch.edges.from.iter().zip(&batch.edges.to) {
                merging.resolve(*from, global);
                merging.resolve(*to, global);
            }
        }
    }
    merging.known = merging.nodes.len();
    let look = |(batch, global): &(B, Globals)| Ends::look(&merging, batch.borrow(), BatchPosition::default(), global);
    // Do not group batches: one part of a log is as large as many files.
    let looks: Vec<_> = merged.par_iter().with_max_len(1).map(look).collect();
    let mut settled: Vec<_> =
        merged.into_iter().zip(looks).map(|((batch, global), ends)| (batch, global, ends)).collect();
    for (_, global, ends) in &mut settled {
        ends.settle(&mut merging, global);
    }
    // Rows of logs come after all other edges.
    let logs = settled.split_off(settled.partition_point(|(batch, ..)| !batch.borrow().is_log));
    add_edges(&mut merging, settled);
    merging.first_row = merging.edges.len();
    add_edges(&mut merging, logs);
    (merging.into_graph(), findings)
}

/// Adds the edges of batches in groups: large enough to keep all threads busy, small enough to limit the memory in
/// which data exists twice.
fn add_edges<B: Borrow<Batch>>(merging: &mut Merging, settled: Vec<(B, Globals, Ends)>) {
    const AT_ONCE: usize = 200_000;
    let mut settled = settled.into_iter().peekable();
    while settled.peek().is_some() {
        let mut left = AT_ONCE;
        let mut group = Vec::new();
        while left > 0
            && let Some(next) = settled.next()
        {
            left = left.saturating_sub(next.0.borrow().edges.len());
            group.push(next);
        }
        let parts: Vec<_> = group
            .iter()
            .map(|(batch, global, ends)| MergeInput {
                batch: batch.borrow(),
                system: global.system,
                mark: BatchPosition::default(),
                global,
                ends,
            })
            .collect();
        merging.add_edges(&parts);
    }
}

/// Maps the symbols of a batch to those of the graph.
pub(super) struct Globals {
    numbers: Vec<Sym>,
    pub(super) system: SystemIx,
    /// Repository of a code map.
    pub(super) repo: Option<Sym>,
    /// The source that the batch comes from, if it has a name.
    pub(super) namespace: Option<Sym>,
    /// Qualified names of its ids, where they differ from the bare ids.
    pub(super) names: Arc<Names>,
}

impl Globals {
    fn new(registry: &Registry, batch: &Batch, numbers: Vec<Sym>) -> Self {
        let system = registry.ix(batch.system).expect("the system of a batch is registered");
        let namespace = batch.namespace.map(|name| numbers[name.index()]);
        Self { numbers, system, repo: None, namespace, names: Arc::default() }
    }

    pub(super) fn of(&self, sym: Sym) -> Sym {
        self.numbers[sym.index()]
    }

    /// The symbol of the name in the graph for an id in the batch.
    pub(super) fn id(&self, sym: Sym) -> Sym {
        let id = self.of(sym);
        self.names.get(&id).copied().unwrap_or(id)
    }

    pub(super) fn len(&self) -> usize {
        self.numbers.len()
    }

    pub(super) fn optional(&self, sym: Option<Sym>) -> Option<Sym> {
        sym.map(|sym| self.of(sym))
    }
}

#[cfg(test)]
mod tests {
    use super::super::SystemId;
    use super::super::fixture::{EdgeSpec, batch_of, build};
    use super::super::system::ID_DUPLICATE;
    use super::super::{Direction, EdgeRecord, RetractionRecord, Stamp, cycles_over};
    use super::*;
    use crate::graph::fixture::{CAUSAL, REFERENCE, SIDECAR, UNIT};
    use crate::system::registry;
    use proptest::prelude::*;

    fn batch(system: SystemId, part: u64, nodes: &[&str], edges: &[EdgeSpec<'_>]) -> Batch {
        let nodes: Vec<_> = nodes.iter().map(|id| (*id, *id)).collect();
        batch_of(system, part, &nodes, edges)
    }

    fn edges(graph: &Graph) -> Vec<(String, String)> {
        let qualified = |node: super::super::Node<'_>| format!("{}:{}", node.system().name(), node.id());
        graph.edges().map(|edge| (qualified(edge.from()), qualified(edge.to()))).collect()
    }

    #[test]
    fn undefined_target_becomes_a_missing_node() {
        let (graph, findings) = build(vec![batch(REFERENCE, 0, &["a"], &[("a", "gone", "led-to", "")])]);
        let gone = graph.find("gone").unwrap();
        assert!(gone.is_missing());
        assert_eq!((gone.title(), gone.kind(), gone.file()), ("gone", None, None));
        assert_eq!(gone.edges(Direction::In).len(), 1);
        assert!(!graph.find("a").unwrap().is_missing());
        assert!(findings.is_empty());
    }

    #[test]
    fn same_id_in_two_systems_gives_two_nodes() {
        let (graph, findings) = build(vec![
            batch(CAUSAL, 0, &["app"], &[("app", "app", "calls", "")]),
            batch(REFERENCE, 0, &["app"], &[("app", "causal:app", "led-to", "")]),
        ]);
        assert_eq!(graph.node_count(), 2);
        assert_eq!(graph.find("app").unwrap().system(), REFERENCE);
        assert_eq!(graph.find("causal:app").unwrap().system(), CAUSAL);
        assert_eq!(
            edges(&graph),
            [("reference:app".to_owned(), "causal:app".to_owned()), ("causal:app".to_owned(), "causal:app".to_owned())]
        );
        assert!(findings.is_empty());
    }

    #[test]
    fn id_that_looks_like_an_address_hides_no_node() {
        let rows = ["x", "unit:x", "reference:unit:x"].map(|to| ("a", to, "cites", ""));
        let (graph, _) = build(vec![batch(REFERENCE, 0, &["a"], &rows)]);
        let addresses: Vec<_> = graph.nodes().map(|node| node.address()).collect();
        assert_eq!(addresses, ["a", "x", "unit:x", "reference:unit:x"]);
        let found = addresses.iter().map(|address| graph.find(address).unwrap().ix());
        assert!(found.eq(graph.nodes().map(|node| node.ix())));
    }

    #[test]
    fn missing_node_is_unique_for_all_spellings_of_its_id() {
        let rows =
            [("a", "ghost", "cites", ""), ("a", "reference:ghost", "cites", ""), ("a", "unit:ghost", "cites", "")];
        let (graph, _) = build(vec![batch(REFERENCE, 0, &["a"], &rows)]);
        let missing: Vec<_> = graph.nodes().filter(|node| node.is_missing()).map(|node| node.address()).collect();
        assert_eq!(missing, ["ghost", "unit:ghost"]);
        assert_eq!(graph.find("reference:ghost").unwrap().edges(Direction::In).len(), 2);
    }

    #[test]
    fn duplicate_id_in_one_system_is_a_finding_and_the_first_wins() {
        let (graph, findings) = build(vec![batch(REFERENCE, 1, &["a"], &[]), batch(REFERENCE, 0, &["a", "b"], &[])]);
        assert_eq!(graph.node_count(), 2);
        assert_eq!(findings.len(), 1);
        assert_eq!(findings[0].rule, &ID_DUPLICATE);
    }

    #[test]
    fn duplicates_beyond_the_limit_are_only_counted() {
        let (graph, findings) = build(vec![batch(CAUSAL, 0, &["a"; 5_000], &[])]);
        assert_eq!((graph.node_count(), findings.len()), (1, 1_001));
        assert_eq!(findings[1_000].message, "3,999 more findings of this kind in this file");
    }

    #[test]
    fn findings_beyond_the_limit_are_only_counted() {
        let mut batch = Batch::new(UNIT, 0);
        for line in 0..5_000 {
            batch.finding(Finding::new(&ID_DUPLICATE, "unit", "again").in_file("flood.json").at_line(line));
        }
        batch.finding(Finding::new(&ID_DUPLICATE, "unit", "once").in_file("other.json"));
        let (_, findings) = build(vec![batch]);
        assert_eq!(findings.len(), 1_002);
        let last =
            findings.iter().find(|finding| finding.line.is_none() && finding.file.as_deref() == Some("flood.json"));
        assert_eq!(last.unwrap().message, "4,000 more findings of this kind in this file");
    }

    #[test]
    fn graph_does_not_depend_on_the_order_of_batches() {
        let parts = || {
            [
                batch(REFERENCE, 0, &["a"], &[("a", "b", "led-to", ""), ("a", "u", "cites", "")]),
                batch(REFERENCE, 1, &["b"], &[("b", "gone", "led-to", "")]),
                batch(UNIT, 0, &["u"], &[("u", "gone", "supports", "")]),
            ]
        };
        let [a, b, c] = parts();
        let (forward, _) = build(vec![a, b, c]);
        let [a, b, c] = parts();
        let (backward, _) = build(vec![c, b, a]);
        assert_eq!(edges(&forward), edges(&backward));
    }

    #[test]
    fn repeated_edge_has_equal_ends_relation_and_time() {
        let day = "2026-01-01T00:00:00.000Z";
        let (graph, _) = build(vec![batch(
            REFERENCE,
            0,
            &["a", "b"],
            &[
                ("a", "b", "led-to", day),
                ("b", "a", "led-to", day),
                ("a", "b", "cites", day),
                ("a", "b", "led-to", "2026-01-01T00:00:00Z"),
                ("a", "b", "led-to", day),
                ("a", "b", "led-to", ""),
                ("a", "b", "led-to", ""),
            ],
        )]);
        let repeated: Vec<_> = graph.edges().filter(|edge| edge.is_repeated()).map(super::super::Edge::line).collect();
        assert_eq!(repeated, [5, 7]);
    }

    #[test]
    fn time_is_returned_as_written() {
        let times = ["2026-01-01T00:00:00.000Z", "2026-01-01T00:00:00Z", "yesterday"];
        let rows: Vec<_> = times.iter().map(|ts| ("a", "b", "led-to", *ts)).collect();
        let (graph, _) = build(vec![batch(REFERENCE, 0, &[], &rows)]);
        let shown: Vec<_> = graph.edges().map(|edge| edge.ts().unwrap().into_owned()).collect();
        assert_eq!(shown, times);
        assert_eq!(graph.edges().map(|edge| edge.millis().is_some()).collect::<Vec<_>>(), [true, true, false]);
    }

    #[test]
    fn cycle_search_does_not_overflow_the_stack_on_a_long_chain() {
        let ids: Vec<String> = (0..100_000).map(|n| format!("n{n}")).collect();
        let mut rows: Vec<_> = ids.windows(2).map(|pair| (&*pair[0], &*pair[1], "led-to", "")).collect();
        let (first, last) = (&*ids[0], &*ids[ids.len() - 1]);
        let (chain, _) = build(vec![batch(REFERENCE, 0, &[], &rows)]);
        assert!(cycles_over(&chain, |_| true).is_empty());

        rows.push((last, first, "led-to", ""));
        let (ring, _) = build(vec![batch(REFERENCE, 0, &[], &rows)]);
        assert_eq!(cycles_over(&ring, |_| true).len(), 1);
        assert!(cycles_over(&ring, |edge| edge.relation() == "cites").is_empty());
    }

    #[test]
    fn loop_is_a_cycle_of_one_node() {
        let (graph, _) = build(vec![batch(REFERENCE, 0, &[], &[("a", "a", "led-to", ""), ("b", "c", "led-to", "")])]);
        assert_eq!(cycles_over(&graph, |_| true), [vec![graph.find("a").unwrap().ix()]]);
    }

    /// A batch of log rows: edges, or retractions where the relation starts with `-`.
    fn log_batch(part: u64, rows: &[EdgeSpec<'_>]) -> Batch {
        let mut batch = Batch::of_log(REFERENCE, part);
        add_rows(&mut batch, rows);
        batch
    }

    fn add_rows(batch: &mut Batch, rows: &[EdgeSpec<'_>]) {
        let file = batch.word("references.jsonl");
        for (from, to, relation, ts) in rows {
            let line = (batch.edges.len() + batch.retractions.len()) as u32 + 1;
            let stamp = if ts.is_empty() { Stamp::NONE } else { batch.stamp(ts) };
            let (from, to, verb) = (batch.word(from), batch.word(to), batch.word(relation.trim_start_matches('-')));
            if relation.starts_with('-') {
                batch.retraction(RetractionRecord {
                    from,
                    to,
                    relation: verb,
                    stamp,
                    retracted_at: None,
                    actor: None,
                    note: None,
                    file,
                    line,
                });
            } else {
                batch.edge(EdgeRecord { stamp, ..EdgeRecord::new(from, to, verb, file, line) });
            }
        }
    }

    /// The complete content of a graph as text, in order.
    fn dump(graph: &Graph) -> Vec<String> {
        let mut dump: Vec<_> = graph.nodes().map(|node| format!("{} {}", node.address(), node.is_missing())).collect();
        let edge = |edge: super::super::Edge<'_>| {
            let (from, to, repeated) = (edge.from().address(), edge.to().address(), edge.is_repeated());
            let meaning = edge.meaning().map(|meaning| meaning.relation.name.clone());
            format!("{from} {} {to} {:?} {} {repeated} {meaning:?}", edge.relation(), edge.ts(), edge.line())
        };
        dump.extend(graph.edges().chain(graph.retracted()).map(edge));
        for node in graph.nodes() {
            for direction in [Direction::In, Direction::Out] {
                let rows = [graph.edges_of(node.ix(), direction), graph.retracted_of(node.ix(), direction)];
                dump.push(format!("{} {direction:?} {rows:?}", node.address()));
            }
        }
        dump.extend(graph.unmatched_retractions().map(|one| format!("{one:?}")));
        dump.push(format!("{:?} {} {}", graph.systems(), graph.edge_count(), graph.retracted_count()));
        dump
    }

    #[test]
    fn retraction_applies_to_matching_rows_before_and_after_it() {
        let (day, next) = ("2026-01-01T00:00:00.000Z", "2026-01-02T00:00:00.000Z");
        let (graph, _) = build(vec![
            batch(REFERENCE, 0, &["a", "b"], &[("a", "b", "led-to", day)]),
            log_batch(1, &[("a", "b", "-led-to", day), ("a", "b", "led-to", day), ("a", "b", "led-to", next)]),
            log_batch(2, &[("a", "b", "led-to", day), ("a", "c", "-led-to", day), ("a", "b", "-cites", "")]),
        ]);
        assert_eq!(graph.retracted().map(|edge| (edge.line(), edge.ts().unwrap())).collect::<Vec<_>>().len(), 2);
        assert!(graph.retracted().all(|edge| edge.ts().unwrap() == day && edge.file() == "references.jsonl"));
        // The row of another day stays, and so does the edge from another file.
        assert_eq!(graph.edge_count(), 2);
        let a = graph.find("a").unwrap();
        assert_eq!((a.edges(Direction::Out).len(), graph.retracted_of(a.ix(), Direction::Out).len()), (2, 2));
        let unmatched: Vec<_> = graph.unmatched_retractions().map(|one| (one.to, one.relation, one.line)).collect();
        assert_eq!(unmatched, [("c", "led-to", 2), ("b", "cites", 3)]);
    }

    #[test]
    fn log_edges_come_first_although_their_indices_are_highest() {
        let (graph, _) = build(vec![
            log_batch(0, &[("a", "b", "led-to", "")]),
            batch(REFERENCE, 1, &["a"], &[("a", "b", "mentions", "")]),
            batch(UNIT, 0, &["u"], &[("u", "v", "supports", "")]),
        ]);
        let met: Vec<_> = graph.edges().map(|edge| (edge.relation(), edge.ix().index())).collect();
        assert_eq!(met, [("led-to", 2), ("mentions", 0), ("supports", 1)]);
        let row = graph.find("a").unwrap().edges(Direction::Out).iter().map(|ix| graph.edge(*ix).relation());
        assert!(row.eq(["led-to", "mentions"]));
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(500))]
        /// Wherever a log is cut, extending the graph gives the same result as building it from scratch.
        #[test]
        fn extended_graph_equals_the_graph_built_from_scratch(
            rows in proptest::collection::vec((0..6_usize, 0..6_usize, 0..4_usize, 0..3_usize), 0..30),
            cut in 0..31_usize,
            second in 0..31_usize,
        ) {
            let ids = ["a", "b", "gone", "unit:u", "u", "record"];
            let relations = ["led-to", "related_to", "-led-to", "-related_to"];
            let times = ["", "2026-01-01T00:00:00.000Z", "yesterday"];
            let rows: Vec<_> = rows.iter().map(|(f, t, r, s)| (ids[*f], ids[*t], relations[*r], times[*s])).collect();
            let files = || [
                batch(REFERENCE, 1, &["a"], &[("a", "gone", "mentions", times[1])]),
                batch(UNIT, 0, &["u"], &[("u", "b", "supports", "")]),
                batch(SIDECAR, 0, &["record"], &[("record", "u", "related_to", "")]),
            ];
            let cut = cut.min(rows.len());
            let mut growing = log_batch(0, &rows[..cut]);
            let mut batches: Vec<_> = files().into_iter().collect();
            batches.push(growing.clone());
            let (before, _) = Graph::merged(&registry(), &batches.iter().collect::<Vec<_>>());
            let mark = growing.mark();
            let second = second.clamp(cut, rows.len());
            add_rows(&mut growing, &rows[cut..second]);
            let next = log_batch(1, &rows[second..]);
            let longer = before.extended(&[(&growing, mark), (&next, BatchPosition::default())]);
            let (whole, _) = build(files().into_iter().chain([growing, next]));
            prop_assert_eq!(dump(&longer), dump(&whole));
        }
    }
}
