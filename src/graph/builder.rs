//! Merges batches into a graph: interns, resolves ids across systems, keeps missing targets.

use super::adjacency::Rows;
use super::batch::{Batch, CodePlace, EdgeDraft, NodeDraft};
use super::edge::{EdgeColumns, EdgeIx, NO_TIME};
use super::intern::{Interner, Sym};
use super::node::{NodeColumns, NodeIx};
use super::relation::{self, MeaningIx};
use super::store::Graph;
use super::system::System;
use crate::finding::{Finding, Findings, Rule, Severity};
use crate::text::quoted;
use fixedbitset::FixedBitSet;
use hashbrown::HashMap;
use std::borrow::Cow;

/// Two files of one system define the same id.
const ID_DUPLICATE: Rule = Rule { code: "id-duplicate", severity: Severity::Error, check: "ids" };

/// A causal graph uses an id twice: its specification wants nothing to halt.
const CAUSAL_ID_DUPLICATE: Rule = Rule { code: "causal-id-duplicate", severity: Severity::Warning, check: "ids" };

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

    /// The graph, and what the batches and their merging found wrong.
    pub fn finish(mut self) -> (Graph, Vec<Finding>) {
        self.batches.sort_by_key(Batch::place);
        let mut words = Interner::default();
        let merged = self.batches.into_iter().map(|batch| Merged::new(batch, &mut words)).collect();
        merge(merged, words)
    }

    /// The graph as far as these batches make it, while they are still needed for the whole one.
    pub fn preview(batches: &[Batch]) -> (Graph, Vec<Finding>) {
        let mut batches: Vec<_> = batches.iter().collect();
        batches.sort_by_key(|batch| batch.place());
        let mut words = Interner::default();
        let merged = batches.into_iter().map(|batch| Merged::borrowed(batch, &mut words)).collect();
        merge(merged, words)
    }
}

fn merge(merged: Vec<Merged<'_>>, words: Interner) -> (Graph, Vec<Finding>) {
    let mut merging = Merging::new(words);
    for batch in &merged {
        merging.add_nodes(batch);
    }
    let mut findings = std::mem::take(&mut merging.findings).into_vec();
    // What another system misses is known before the log names it, so that one id is one missing node.
    for batch in merged.iter().filter(|batch| batch.system != System::Reference) {
        for draft in batch.edges.iter() {
            merging.resolve(batch.global(draft.from), batch.system);
            merging.resolve(batch.global(draft.to), batch.system);
        }
    }
    merging.known = merging.nodes.len();
    for mut batch in merged {
        merging.add_edges(&batch);
        findings.append(&mut batch.findings);
    }
    (merging.into_graph(), findings)
}

/// A batch whose local numbers can be turned into the graph's.
struct Merged<'b> {
    system: System,
    global: Vec<Sym>,
    nodes: Cow<'b, [NodeDraft]>,
    edges: Cow<'b, [EdgeDraft]>,
    findings: Vec<Finding>,
}

impl<'b> Merged<'b> {
    fn new(batch: Batch, words: &mut Interner) -> Self {
        let global = globals(&batch, words);
        let (nodes, edges) = (Cow::Owned(batch.nodes), Cow::Owned(batch.edges));
        Self { system: batch.system, global, nodes, edges, findings: batch.findings.into_vec() }
    }

    fn borrowed(batch: &'b Batch, words: &mut Interner) -> Self {
        let global = globals(batch, words);
        let (nodes, edges) = (Cow::Borrowed(&*batch.nodes), Cow::Borrowed(&*batch.edges));
        Self { system: batch.system, global, nodes, edges, findings: batch.findings.clone().into_vec() }
    }

    fn global(&self, sym: Sym) -> Sym {
        self.global[sym.index()]
    }

    fn optional(&self, sym: Option<Sym>) -> Option<Sym> {
        sym.map(|sym| self.global(sym))
    }
}

/// For each text of a batch its number in the graph.
fn globals(batch: &Batch, words: &mut Interner) -> Vec<Sym> {
    batch.words.syms().map(|sym| words.intern(batch.words.text(sym))).collect()
}

struct Merging {
    words: Interner,
    nodes: NodeColumns,
    edges: EdgeColumns,
    implicit: Vec<u32>,
    symmetric: Vec<u32>,
    /// How many nodes there are without what only the log names.
    known: usize,
    meanings: HashMap<([System; 3], Sym), Option<MeaningIx>>,
    by_id: Vec<Option<NodeIx>>,
    same_id: Vec<Option<NodeIx>>,
    findings: Findings,
}

impl Merging {
    fn new(words: Interner) -> Self {
        let by_id = vec![None; words.len()];
        Self {
            words,
            nodes: NodeColumns::default(),
            edges: EdgeColumns::default(),
            implicit: Vec::new(),
            symmetric: Vec::new(),
            known: 0,
            meanings: HashMap::new(),
            by_id,
            same_id: Vec::new(),
            findings: Findings::default(),
        }
    }

    fn add_nodes(&mut self, batch: &Merged<'_>) {
        for draft in batch.nodes.iter() {
            let id = batch.global(draft.id);
            let file = batch.global(draft.file);
            if let Some(first) = self.in_system(id, batch.system) {
                self.findings.push(self.duplicate(batch.system, first, file, draft.line));
                continue;
            }
            self.push_node(id, batch.system);
            let row = self.nodes.len() - 1;
            self.nodes.title[row] = batch.global(draft.title);
            self.nodes.kind[row] = Some(batch.global(draft.kind));
            self.nodes.status[row] = batch.optional(draft.status);
            self.nodes.domain[row] = batch.optional(draft.domain);
            self.nodes.layer[row] = batch.optional(draft.layer);
            if let Some(code) = draft.code {
                let [sub_layer, path, language] =
                    [code.sub_layer, code.path, code.language].map(|sym| batch.optional(sym));
                self.nodes.code.insert(row as u32, CodePlace { sub_layer, path, language });
            }
            self.nodes.file[row] = Some(file);
            self.nodes.line[row] = draft.line;
        }
    }

    fn add_edges(&mut self, batch: &Merged<'_>) {
        for draft in batch.edges.iter() {
            let edge = u32::try_from(self.edges.len()).expect("fewer than four billion edges");
            let from = self.resolve(batch.global(draft.from), batch.system);
            let to = self.resolve(batch.global(draft.to), batch.system);
            self.edges.from.push(from);
            self.edges.to.push(to);
            let relation = batch.global(draft.relation);
            self.edges.relation.push(relation);
            let meaning = self.meaning(batch.system, from, to, relation);
            self.edges.meaning.push(meaning);
            if meaning.is_some_and(|meaning| meaning.meaning().relation.symmetric) {
                self.symmetric.push(edge);
            }
            self.edges.actor.push(batch.optional(draft.actor));
            self.edges.millis.push(draft.stamp.millis.unwrap_or(NO_TIME));
            self.edges.file.push(batch.global(draft.file));
            self.edges.line.push(draft.line);
            self.edges.system.push(batch.system);
            if draft.implicit {
                self.implicit.push(edge);
            }
            if let Some(text) = draft.stamp.text {
                self.edges.stamp_text.insert(edge, batch.global(text));
            }
            if let Some(note) = draft.note {
                self.edges.note.insert(edge, batch.global(note));
            }
            if let Some(confidence) = draft.confidence {
                self.edges.confidence.insert(edge, confidence);
            }
        }
    }

    /// What a verb means between two nodes. The log and the prose of artifacts may join any two systems, and mean what those
    /// mean, or what the reference graph does; every other system speaks of itself.
    fn meaning(&mut self, home: System, from: NodeIx, to: NodeIx, relation: Sym) -> Option<MeaningIx> {
        let homes = match home {
            System::Reference => [self.nodes.system[from.index()], self.nodes.system[to.index()], home],
            own => [own; 3],
        };
        let words = &self.words;
        *self.meanings.entry((homes, relation)).or_insert_with(|| relation::meaning_ix(&homes, words.text(relation)))
    }

    /// The node an edge's end means: one of the edge's own system, else `system:id`; what nothing defines becomes a missing
    /// node. The reference graph's edges may name nodes of any system by their bare ids, in the order of the systems. What
    /// is defined counts before what is only missed, so that no row changes what another one means.
    fn resolve(&mut self, id: Sym, home: System) -> NodeIx {
        let is_defined = |node: &NodeIx| !self.is_missing(*node);
        let own = self.in_system(id, home);
        let anywhere = || self.with_id(id).find(|node| home == System::Reference && is_defined(node));
        let missed = || self.with_id(id).find(|node| home == System::Reference && node.index() < self.known);
        if let Some(node) = own.filter(is_defined).or_else(anywhere).or_else(missed).or(own) {
            return node;
        }
        let Some((system, bare)) = System::split(self.words.text(id)) else { return self.push_node(id, home) };
        let bare = bare.to_owned();
        let bare = self.words.intern(&bare);
        self.by_id.resize(self.words.len(), None);
        self.in_system(bare, system).unwrap_or_else(|| self.push_node(bare, system))
    }

    fn in_system(&self, id: Sym, system: System) -> Option<NodeIx> {
        self.with_id(id).find(|node| self.nodes.system[node.index()] == system)
    }

    /// All nodes with an id: the defined ones, then the missing ones, each in the order of the systems.
    fn with_id(&self, id: Sym) -> impl Iterator<Item = NodeIx> {
        std::iter::successors(self.by_id[id.index()], |node| self.same_id[node.index()])
    }

    fn is_missing(&self, node: NodeIx) -> bool {
        self.nodes.file[node.index()].is_none()
    }

    /// Adds a node of which nothing is known but its id, in its place among the others with the same id.
    fn push_node(&mut self, id: Sym, system: System) -> NodeIx {
        let node = NodeIx(u32::try_from(self.nodes.len()).expect("fewer than four billion nodes"));
        self.nodes.id.push(id);
        self.nodes.title.push(id);
        self.nodes.kind.push(None);
        self.nodes.status.push(None);
        self.nodes.domain.push(None);
        self.nodes.layer.push(None);
        self.nodes.file.push(None);
        self.nodes.line.push(0);
        self.nodes.system.push(system);
        // Nodes are defined in the order of the systems before any is missed, so only missing ones can stand behind it.
        let stands_before = |other: &NodeIx| !self.is_missing(*other) || self.nodes.system[other.index()] < system;
        let last = self.with_id(id).take_while(stands_before).last();
        let place = match last {
            Some(last) => &mut self.same_id[last.index()],
            None => &mut self.by_id[id.index()],
        };
        let next = place.replace(node);
        self.same_id.push(next);
        node
    }

    fn duplicate(&self, system: System, first: NodeIx, file: Sym, line: u32) -> Finding {
        let id = self.words.text(self.nodes.id[first.index()]);
        let kept = self.nodes.file[first.index()].map_or("", |sym| self.words.text(sym));
        let message = format!("the id {} is already defined by {kept}, which is the one that counts", quoted(id));
        let rule = if system == System::Causal { &CAUSAL_ID_DUPLICATE } else { &ID_DUPLICATE };
        Finding::new(rule, system.name(), message)
            .about(id)
            .in_file(self.words.text(file))
            .at_line(line)
            .suggest("rename one of the two")
    }

    fn into_graph(mut self) -> Graph {
        self.words.shrink_to_fit();
        self.edges.implicit = FixedBitSet::with_capacity(self.edges.len());
        for edge in self.implicit {
            self.edges.implicit.insert(edge as usize);
        }
        self.edges.symmetric = FixedBitSet::with_capacity(self.edges.len());
        for edge in self.symmetric {
            self.edges.symmetric.insert(edge as usize);
        }
        let (from, to, symmetric) = (&self.edges.from, &self.edges.to, &self.edges.symmetric);
        let outgoing = Rows::group(self.nodes.len(), from, to, symmetric);
        let incoming = Rows::group(self.nodes.len(), to, from, symmetric);
        self.edges.repeated = repeated(&self.edges, &outgoing, self.nodes.len());
        let systems = systems(&self.nodes, &self.edges);
        Graph {
            words: self.words,
            nodes: self.nodes,
            edges: self.edges,
            outgoing,
            incoming,
            by_id: self.by_id,
            same_id: self.same_id,
            systems,
        }
    }
}

/// The systems that define at least one node or edge: kept, because the screen asks with every key.
fn systems(nodes: &NodeColumns, edges: &EdgeColumns) -> Vec<System> {
    let mut present = [false; System::ALL.len()];
    let defined = nodes.system.iter().zip(&nodes.file).filter(|(_, file)| file.is_some()).map(|(system, _)| system);
    for system in defined.chain(&edges.system) {
        present[*system as usize] = true;
    }
    System::ALL.into_iter().filter(|system| present[*system as usize]).collect()
}

/// Marks each edge that equals an earlier one in both ends, relation and time; of symmetric edges, whichever end they are
/// written from and whenever. Equal edges leave the same node, so each row is looked at by itself, and queries need no set
/// of edges they have seen by value.
fn repeated(edges: &EdgeColumns, outgoing: &Rows, node_count: usize) -> FixedBitSet {
    let mut repeated = FixedBitSet::with_capacity(edges.len());
    let key = |node: NodeIx, edge: EdgeIx| {
        let at = edge.index();
        if edges.symmetric.contains(at) {
            let far = if edges.from[at] == node { edges.to[at] } else { edges.from[at] };
            return (far, edges.relation[at], NO_TIME, None);
        }
        (edges.to[at], edges.relation[at], edges.millis[at], edges.stamp_text.get(&edge.0).copied())
    };
    let mut row = Vec::new();
    for node in (0..node_count as u32).map(NodeIx) {
        row.clear();
        row.extend_from_slice(outgoing.row(node));
        // Of equal edges the most trusted one stays: equal times fade alike, so it stays so at any moment.
        let trusted = |edge: &EdgeIx| edges.confidence.get(&edge.0).copied().unwrap_or(f64::INFINITY);
        row.sort_by(|one, other| {
            let by_trust = || trusted(other).total_cmp(&trusted(one)).then_with(|| one.cmp(other));
            key(node, *one).cmp(&key(node, *other)).then_with(by_trust)
        });
        for pair in row.windows(2) {
            if key(node, pair[0]) == key(node, pair[1]) {
                repeated.insert(pair[1].index());
            }
        }
    }
    repeated
}

#[cfg(test)]
mod tests {
    use super::super::fixture::{EdgeSpec, batch_of, build};
    use super::super::{Direction, cycles, reaches};
    use super::*;

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
        let ix = |graph: &Graph, id| graph.find(id).unwrap().ix();
        assert!(reaches(&chain, ix(&chain, first), ix(&chain, last), |_| true));
        assert!(!reaches(&chain, ix(&chain, last), ix(&chain, first), |_| true));
        assert!(cycles(&chain, |_| true).is_empty());

        rows.push((last, first, "led-to", ""));
        let (ring, _) = build(vec![batch(System::Reference, 0, &[], &rows)]);
        assert_eq!(cycles(&ring, |_| true).len(), 1);
        assert!(cycles(&ring, |edge| edge.relation() == "cites").is_empty());
    }

    #[test]
    fn a_loop_is_a_cycle_of_one() {
        let (graph, _) =
            build(vec![batch(System::Reference, 0, &[], &[("a", "a", "led-to", ""), ("b", "c", "led-to", "")])]);
        assert_eq!(cycles(&graph, |_| true), [vec![graph.find("a").unwrap().ix()]]);
    }
}
