//! Merges batches into a graph: interns, resolves ids across systems, keeps missing targets.

use super::batch::{Batch, BatchPosition};
use super::ends::Ends;
use super::intern::{Interner, Sym};
use super::merging::{MergeInput, Merging};
use super::repos::{self, Names};
use super::store::Graph;
use super::system::System;
use crate::finding::Finding;
use rayon::prelude::*;
use std::borrow::Borrow;
use std::sync::Arc;

/// Collects batches in any order; [`GraphBuilder::finish`] merges them in one fixed order.
#[derive(Debug, Default)]
pub struct GraphBuilder {
    batches: Vec<Batch>,
}

impl GraphBuilder {
    /// Takes one more batch.
    pub fn add(&mut self, batch: Batch) {
        self.batches.push(batch);
    }

    /// The graph, and what the batches and their merging found wrong. What is merged of a batch is let go of at once.
    pub fn finish(self) -> (Graph, Vec<Finding>) {
        let (graph, mut merging, mut findings) = self.finish_apart();
        merging.append(&mut findings);
        (graph, merging)
    }

    /// The graph, what merging found wrong, and what the batches had found.
    pub fn finish_apart(mut self) -> (Graph, Vec<Finding>, Vec<Finding>) {
        self.batches.sort_by_key(Batch::place);
        let mut findings = Vec::new();
        let (words, numbers) = Interner::joined(&self.batches.iter().map(|batch| &batch.words).collect::<Vec<_>>());
        for batch in &mut self.batches {
            findings.append(&mut std::mem::take(&mut batch.findings).into_vec());
            batch.words = Interner::default();
        }
        let merged = self.batches.into_iter().zip(numbers.into_iter().map(Globals::new)).collect();
        let (graph, merging) = merge(merged, words);
        (graph, merging, findings)
    }
}

impl Graph {
    /// The graph of batches that are still needed, and what their merging found wrong.
    pub fn merged(batches: &[&Batch]) -> (Self, Vec<Finding>) {
        let mut batches = batches.to_vec();
        batches.sort_by_key(|batch| batch.place());
        let (words, numbers) = Interner::joined(&batches.iter().map(|batch| &batch.words).collect::<Vec<_>>());
        let merged = batches.into_iter().zip(numbers.into_iter().map(Globals::new)).collect();
        merge(merged, words)
    }

    /// This graph and what was appended to the last of its logs since: of each batch, what is behind its mark. All
    /// nodes and edges keep their numbers, and it is the graph that would be made of all batches together.
    #[must_use]
    pub fn extended(&self, appended: &[(&Batch, BatchPosition)]) -> Self {
        let mut merging = Merging::resume(self);
        for (batch, mark) in appended {
            let global = Globals::new(merging.words.intern_all(&batch.words));
            merging.make_room();
            let mut ends = Ends::look(&merging, batch, *mark, &global);
            ends.settle(&mut merging, batch, &global);
            merging.add_edges(&[MergeInput { batch, mark: *mark, global: &global, ends: &ends }]);
        }
        merging.into_longer(self)
    }
}

fn merge<B: Borrow<Batch> + Sync>(mut merged: Vec<(B, Globals)>, mut words: Interner) -> (Graph, Vec<Finding>) {
    let missing = repos::name(&mut merged, &mut words);
    let mut merging = Merging::new(words);
    merging.reserve(merged.iter().map(|(batch, _)| batch.borrow()));
    for (batch, global) in &merged {
        merging.add_nodes(batch.borrow(), global);
    }
    let findings = std::mem::take(&mut merging.findings).into_vec();
    merging.add_missing(&missing);
    // What another system misses is known before the log names it, so that one id is one missing node.
    for (batch, global) in &merged {
        let batch = batch.borrow();
        if batch.system != System::Reference {
            for (from, to) in batch.edges.from.iter().zip(&batch.edges.to) {
                merging.resolve(global.id(*from), batch.system);
                merging.resolve(global.id(*to), batch.system);
            }
        }
    }
    merging.known = merging.nodes.len();
    let look = |(batch, global): &(B, Globals)| Ends::look(&merging, batch.borrow(), BatchPosition::default(), global);
    // One by one: a part of a log has as much as many files.
    let looks: Vec<_> = merged.par_iter().with_max_len(1).map(look).collect();
    let mut settled: Vec<_> =
        merged.into_iter().zip(looks).map(|((batch, global), ends)| (batch, global, ends)).collect();
    for (batch, global, ends) in &mut settled {
        ends.settle(&mut merging, (*batch).borrow(), global);
    }
    // The rows of logs stand behind all others.
    let logs = settled.split_off(settled.partition_point(|(batch, ..)| !batch.borrow().is_log));
    add_edges(&mut merging, settled);
    merging.first_row = merging.edges.len();
    add_edges(&mut merging, logs);
    (merging.into_graph(), findings)
}

/// Adds the edges of batches, some batches at a time: enough to keep all threads busy, few enough that little is there twice.
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
                mark: BatchPosition::default(),
                global,
                ends,
            })
            .collect();
        merging.add_edges(&parts);
    }
}

/// For each text of a batch its number in the graph.
pub(super) struct Globals {
    numbers: Vec<Sym>,
    /// The repository whose code the batch maps.
    pub(super) repo: Option<Sym>,
    /// The names of its ids that are not bare ids.
    pub(super) names: Arc<Names>,
}

impl Globals {
    fn new(numbers: Vec<Sym>) -> Self {
        Self { numbers, repo: None, names: Arc::default() }
    }

    pub(super) fn of(&self, sym: Sym) -> Sym {
        self.numbers[sym.index()]
    }

    /// The number of the name of a node that the batch calls by this id.
    pub(super) fn id(&self, sym: Sym) -> Sym {
        let id = self.of(sym);
        self.names.get(&id).copied().unwrap_or(id)
    }

    /// How many texts there are.
    pub(super) fn len(&self) -> usize {
        self.numbers.len()
    }

    pub(super) fn optional(&self, sym: Option<Sym>) -> Option<Sym> {
        sym.map(|sym| self.of(sym))
    }
}

#[cfg(test)]
mod tests {
    use super::super::fixture::{EdgeSpec, batch_of, build};
    use super::super::merging::ID_DUPLICATE;
    use super::super::{Direction, EdgeRecord, RetractionDraft, Stamp, cycles_over};
    use super::*;
    use proptest::prelude::*;

    fn batch(system: System, part: u64, nodes: &[&str], edges: &[EdgeSpec<'_>]) -> Batch {
        let nodes: Vec<_> = nodes.iter().map(|id| (*id, *id)).collect();
        batch_of(system, part, &nodes, edges)
    }

    fn edges(graph: &Graph) -> Vec<(String, String)> {
        let qualified = |node: super::super::Node<'_>| format!("{}:{}", node.system().name(), node.id());
        graph.edges().map(|edge| (qualified(edge.from()), qualified(edge.to()))).collect()
    }

    #[test]
    fn a_target_that_nothing_defines_is_kept_as_a_missing_node() {
        let (graph, findings) = build(vec![batch(System::Reference, 0, &["a"], &[("a", "gone", "led-to", "")])]);
        let gone = graph.find("gone").unwrap();
        assert!(gone.is_missing());
        assert_eq!((gone.title(), gone.kind(), gone.file()), ("gone", None, None));
        assert_eq!(gone.edges(Direction::In).len(), 1);
        assert!(!graph.find("a").unwrap().is_missing());
        assert!(findings.is_empty());
    }

    #[test]
    fn the_same_id_in_two_systems_is_two_nodes() {
        let (graph, findings) = build(vec![
            batch(System::Causal, 0, &["app"], &[("app", "app", "calls", "")]),
            batch(System::Reference, 0, &["app"], &[("app", "causal:app", "led-to", "")]),
        ]);
        assert_eq!(graph.node_count(), 2);
        assert_eq!(graph.find("app").unwrap().system(), System::Reference);
        assert_eq!(graph.find("causal:app").unwrap().system(), System::Causal);
        assert_eq!(
            edges(&graph),
            [("reference:app".to_owned(), "causal:app".to_owned()), ("causal:app".to_owned(), "causal:app".to_owned())]
        );
        assert!(findings.is_empty());
    }

    #[test]
    fn an_id_that_looks_like_an_address_hides_no_node() {
        let rows = ["x", "unit:x", "reference:unit:x"].map(|to| ("a", to, "cites", ""));
        let (graph, _) = build(vec![batch(System::Reference, 0, &["a"], &rows)]);
        let addresses: Vec<_> = graph.nodes().map(|node| node.address()).collect();
        assert_eq!(addresses, ["a", "x", "unit:x", "reference:unit:x"]);
        let found = addresses.iter().map(|address| graph.find(address).unwrap().ix());
        assert!(found.eq(graph.nodes().map(|node| node.ix())));
    }

    #[test]
    fn a_missing_node_is_one_however_it_is_written() {
        let rows =
            [("a", "ghost", "cites", ""), ("a", "reference:ghost", "cites", ""), ("a", "unit:ghost", "cites", "")];
        let (graph, _) = build(vec![batch(System::Reference, 0, &["a"], &rows)]);
        let missing: Vec<_> = graph.nodes().filter(|node| node.is_missing()).map(|node| node.address()).collect();
        assert_eq!(missing, ["ghost", "unit:ghost"]);
        assert_eq!(graph.find("reference:ghost").unwrap().edges(Direction::In).len(), 2);
    }

    #[test]
    fn the_same_id_twice_in_one_system_is_a_finding_and_the_first_counts() {
        let (graph, findings) =
            build(vec![batch(System::Reference, 1, &["a"], &[]), batch(System::Reference, 0, &["a", "b"], &[])]);
        assert_eq!(graph.node_count(), 2);
        assert_eq!(findings.len(), 1);
        assert_eq!(findings[0].rule, &ID_DUPLICATE);
    }

    #[test]
    fn a_flood_of_one_id_is_told_by_its_number() {
        let (graph, findings) = build(vec![batch(System::Causal, 0, &["a"; 5_000], &[])]);
        assert_eq!((graph.node_count(), findings.len()), (1, 1_001));
        assert_eq!(findings[1_000].message, "there are 3,999 more findings of this kind in this file");
    }

    #[test]
    fn a_flood_of_findings_is_told_by_its_number() {
        let mut batch = Batch::new(System::Unit, 0);
        for line in 0..5_000 {
            batch.finding(Finding::new(&ID_DUPLICATE, "unit", "again").in_file("flood.json").at_line(line));
        }
        batch.finding(Finding::new(&ID_DUPLICATE, "unit", "once").in_file("other.json"));
        let (_, findings) = build(vec![batch]);
        assert_eq!(findings.len(), 1_002);
        let last =
            findings.iter().find(|finding| finding.line.is_none() && finding.file.as_deref() == Some("flood.json"));
        assert_eq!(last.unwrap().message, "there are 4,000 more findings of this kind in this file");
    }

    #[test]
    fn batches_give_the_same_graph_in_whatever_order_they_arrive() {
        let parts = || {
            [
                batch(System::Reference, 0, &["a"], &[("a", "b", "led-to", ""), ("a", "u", "cites", "")]),
                batch(System::Reference, 1, &["b"], &[("b", "gone", "led-to", "")]),
                batch(System::Unit, 0, &["u"], &[("u", "gone", "supports", "")]),
            ]
        };
        let [a, b, c] = parts();
        let (forward, _) = build(vec![a, b, c]);
        let [a, b, c] = parts();
        let (backward, _) = build(vec![c, b, a]);
        assert_eq!(edges(&forward), edges(&backward));
    }

    #[test]
    fn only_equal_ends_relation_and_time_make_a_repeated_edge() {
        let day = "2026-01-01T00:00:00.000Z";
        let (graph, _) = build(vec![batch(
            System::Reference,
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
    fn a_time_is_given_back_as_it_was_written() {
        let times = ["2026-01-01T00:00:00.000Z", "2026-01-01T00:00:00Z", "yesterday"];
        let rows: Vec<_> = times.iter().map(|ts| ("a", "b", "led-to", *ts)).collect();
        let (graph, _) = build(vec![batch(System::Reference, 0, &[], &rows)]);
        let shown: Vec<_> = graph.edges().map(|edge| edge.ts().unwrap().into_owned()).collect();
        assert_eq!(shown, times);
        assert_eq!(graph.edges().map(|edge| edge.millis().is_some()).collect::<Vec<_>>(), [true, true, false]);
    }

    #[test]
    fn petgraph_walks_a_chain_longer_than_any_stack() {
        let ids: Vec<String> = (0..100_000).map(|n| format!("n{n}")).collect();
        let mut rows: Vec<_> = ids.windows(2).map(|pair| (&*pair[0], &*pair[1], "led-to", "")).collect();
        let (first, last) = (&*ids[0], &*ids[ids.len() - 1]);
        let (chain, _) = build(vec![batch(System::Reference, 0, &[], &rows)]);
        assert!(cycles_over(&chain, |_| true).is_empty());

        rows.push((last, first, "led-to", ""));
        let (ring, _) = build(vec![batch(System::Reference, 0, &[], &rows)]);
        assert_eq!(cycles_over(&ring, |_| true).len(), 1);
        assert!(cycles_over(&ring, |edge| edge.relation() == "cites").is_empty());
    }

    #[test]
    fn a_loop_is_a_cycle_of_one() {
        let (graph, _) =
            build(vec![batch(System::Reference, 0, &[], &[("a", "a", "led-to", ""), ("b", "c", "led-to", "")])]);
        assert_eq!(cycles_over(&graph, |_| true), [vec![graph.find("a").unwrap().ix()]]);
    }

    /// A batch of the log: edges and, where the relation starts with `-`, retractions.
    fn log_batch(part: u64, rows: &[EdgeSpec<'_>]) -> Batch {
        let mut batch = Batch::of_log(part);
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
                batch.retraction(RetractionDraft {
                    from,
                    to,
                    relation: verb,
                    stamp,
                    taken_back: None,
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

    /// Everything a graph says, in its order.
    fn told(graph: &Graph) -> Vec<String> {
        let mut told: Vec<_> = graph.nodes().map(|node| format!("{} {}", node.address(), node.is_missing())).collect();
        let edge = |edge: super::super::Edge<'_>| {
            let (from, to, repeated) = (edge.from().address(), edge.to().address(), edge.is_repeated());
            let meaning = edge.meaning().map(|meaning| meaning.relation.name);
            format!("{from} {} {to} {:?} {} {repeated} {meaning:?}", edge.relation(), edge.ts(), edge.line())
        };
        told.extend(graph.edges().chain(graph.retracted()).map(edge));
        for node in graph.nodes() {
            for direction in [Direction::In, Direction::Out] {
                let rows = [graph.edges_of(node.ix(), direction), graph.retracted_of(node.ix(), direction)];
                told.push(format!("{} {direction:?} {rows:?}", node.address()));
            }
        }
        told.extend(graph.unmatched_retractions().map(|one| format!("{one:?}")));
        told.push(format!("{:?} {} {}", graph.systems(), graph.edge_count(), graph.retracted_count()));
        told
    }

    #[test]
    fn a_retraction_takes_back_the_rows_it_names_wherever_they_stand() {
        let (day, next) = ("2026-01-01T00:00:00.000Z", "2026-01-02T00:00:00.000Z");
        let (graph, _) = build(vec![
            batch(System::Reference, 0, &["a", "b"], &[("a", "b", "led-to", day)]),
            log_batch(1, &[("a", "b", "-led-to", day), ("a", "b", "led-to", day), ("a", "b", "led-to", next)]),
            log_batch(2, &[("a", "b", "led-to", day), ("a", "c", "-led-to", day), ("a", "b", "-cites", "")]),
        ]);
        assert_eq!(graph.retracted().map(|edge| (edge.line(), edge.ts().unwrap())).collect::<Vec<_>>().len(), 2);
        assert!(graph.retracted().all(|edge| edge.ts().unwrap() == day && edge.file() == "references.jsonl"));
        // The row of another day stays, and so does what a file of its own says.
        assert_eq!(graph.edge_count(), 2);
        let a = graph.find("a").unwrap();
        assert_eq!((a.edges(Direction::Out).len(), graph.retracted_of(a.ix(), Direction::Out).len()), (2, 2));
        let unmatched: Vec<_> = graph.unmatched_retractions().map(|one| (one.to, one.relation, one.line)).collect();
        assert_eq!(unmatched, [("c", "led-to", 2), ("b", "cites", 3)]);
    }

    #[test]
    fn the_log_is_met_first_although_its_numbers_are_the_highest() {
        let (graph, _) = build(vec![
            log_batch(0, &[("a", "b", "led-to", "")]),
            batch(System::Reference, 1, &["a"], &[("a", "b", "mentions", "")]),
            batch(System::Unit, 0, &["u"], &[("u", "v", "supports", "")]),
        ]);
        let met: Vec<_> = graph.edges().map(|edge| (edge.relation(), edge.ix().index())).collect();
        assert_eq!(met, [("led-to", 2), ("mentions", 0), ("supports", 1)]);
        let row = graph.find("a").unwrap().edges(Direction::Out).iter().map(|ix| graph.edge(*ix).relation());
        assert!(row.eq(["led-to", "mentions"]));
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(500))]
        /// However a log is cut, reading on gives the graph of the whole, with the numbers there were.
        #[test]
        fn a_graph_that_grows_is_the_graph_of_everything(
            rows in proptest::collection::vec((0..6_usize, 0..6_usize, 0..4_usize, 0..3_usize), 0..30),
            cut in 0..31_usize,
            second in 0..31_usize,
        ) {
            let ids = ["a", "b", "gone", "unit:u", "u", "record"];
            let relations = ["led-to", "related_to", "-led-to", "-related_to"];
            let times = ["", "2026-01-01T00:00:00.000Z", "yesterday"];
            let rows: Vec<_> = rows.iter().map(|(f, t, r, s)| (ids[*f], ids[*t], relations[*r], times[*s])).collect();
            let files = || [
                batch(System::Reference, 1, &["a"], &[("a", "gone", "mentions", times[1])]),
                batch(System::Unit, 0, &["u"], &[("u", "b", "supports", "")]),
                batch(System::Sidecar, 0, &["record"], &[("record", "u", "related_to", "")]),
            ];
            let cut = cut.min(rows.len());
            let mut growing = log_batch(0, &rows[..cut]);
            let mut batches: Vec<_> = files().into_iter().collect();
            batches.push(growing.clone());
            let (before, _) = Graph::merged(&batches.iter().collect::<Vec<_>>());
            let mark = growing.mark();
            let second = second.clamp(cut, rows.len());
            add_rows(&mut growing, &rows[cut..second]);
            let next = log_batch(1, &rows[second..]);
            let longer = before.extended(&[(&growing, mark), (&next, BatchPosition::default())]);
            let (whole, _) = build(files().into_iter().chain([growing, next]));
            prop_assert_eq!(told(&longer), told(&whole));
        }
    }
}
