//! Batches on their way into a graph: nodes, edges and the nodes that edges mean.

use super::adjacency::Rows;
use super::batch::{Batch, CodePlace, Mark};
use super::builder::Globals;
use super::edge::{EdgeColumns, NO_TIME};
use super::intern::{Interner, Sym};
use super::node::{NodeColumns, NodeIx};
use super::relation::{self, MeaningIx};
use super::retraction::Retraction;
use super::rows::{self, RetractedRows};
use super::store::Graph;
use super::system::System;
use crate::finding::{Finding, Findings, Rule, Severity};
use crate::text::quoted;
use fixedbitset::FixedBitSet;
use hashbrown::{HashMap, HashSet};

/// Two files of one system define the same id.
pub(super) const ID_DUPLICATE: Rule = Rule { code: "id-duplicate", severity: Severity::Error, check: "ids" };

/// A causal graph uses an id twice: its specification wants nothing to halt.
const CAUSAL_ID_DUPLICATE: Rule = Rule { code: "causal-id-duplicate", severity: Severity::Warning, check: "ids" };

pub(super) struct Merging {
    pub(super) words: Interner,
    pub(super) nodes: NodeColumns,
    pub(super) edges: EdgeColumns,
    retractions: Vec<Retraction>,
    /// How many nodes there are without what only the log and the prose of artifacts name.
    pub(super) known: usize,
    /// The first edge that stands in a log.
    pub(super) first_row: usize,
    meanings: HashMap<([System; 3], Sym), Option<MeaningIx>>,
    by_id: Vec<Option<NodeIx>>,
    same_id: Vec<Option<NodeIx>>,
    pub(super) findings: Findings,
}

impl Merging {
    pub(super) fn new(words: Interner) -> Self {
        let by_id = vec![None; words.len()];
        Self {
            words,
            nodes: NodeColumns::default(),
            edges: EdgeColumns::default(),
            retractions: Vec::new(),
            known: 0,
            first_row: 0,
            meanings: HashMap::new(),
            by_id,
            same_id: Vec::new(),
            findings: Findings::default(),
        }
    }

    /// Where the merging of a graph ended.
    pub(super) fn resume(graph: &Graph) -> Self {
        Self {
            words: graph.words.clone(),
            nodes: graph.nodes.clone(),
            edges: graph.edges.clone(),
            retractions: graph.retractions.clone(),
            known: graph.known,
            first_row: graph.first_row,
            meanings: HashMap::new(),
            by_id: graph.by_id.clone(),
            same_id: graph.same_id.clone(),
            findings: Findings::default(),
        }
    }

    /// Makes room for everything in these batches, so that no column is moved while it grows.
    pub(super) fn reserve<'b>(&mut self, batches: impl Iterator<Item = &'b Batch> + Clone) {
        self.edges.reserve(batches.clone().map(|batch| batch.edges.len()).sum());
        self.nodes.reserve(batches.map(|batch| batch.nodes.len()).sum());
    }

    pub(super) fn add_nodes(&mut self, batch: &Batch, global: &Globals) {
        for draft in &batch.nodes {
            let id = global.of(draft.id);
            let file = global.of(draft.file);
            if let Some(first) = self.in_system(id, batch.system) {
                self.findings.push(self.duplicate(batch.system, first, file, draft.line));
                continue;
            }
            self.push_node(id, batch.system);
            let row = self.nodes.len() - 1;
            self.nodes.title[row] = global.of(draft.title);
            self.nodes.kind[row] = Some(global.of(draft.kind));
            self.nodes.status[row] = global.optional(draft.status);
            self.nodes.domain[row] = global.optional(draft.domain);
            self.nodes.layer[row] = global.optional(draft.layer);
            if let Some(code) = draft.code {
                let [sub_layer, path, language] =
                    [code.sub_layer, code.path, code.language].map(|sym| global.optional(sym));
                self.nodes.code.insert(row as u32, CodePlace { sub_layer, path, language });
            }
            self.nodes.file[row] = Some(file);
            self.nodes.line[row] = draft.line;
        }
    }

    /// Adds the edges of a batch that are behind a mark, column by column.
    pub(super) fn add_edges(&mut self, batch: &Batch, mark: Mark, global: &Globals) {
        // A batch that came later brings texts of its own.
        self.by_id.resize(self.words.len(), None);
        let (drafts, new) = (&batch.edges, mark.edges..batch.edges.len());
        let first = self.edges.len();
        u32::try_from(first + new.len()).expect("fewer than four billion edges");
        // Which node an id means is asked once a batch; the answer is the same for all of its edges.
        let mut nodes: Vec<Option<NodeIx>> = vec![None; global.len()];
        for at in new.clone() {
            let [from, to] = [drafts.from[at], drafts.to[at]]
                .map(|end| *nodes[end.index()].get_or_insert_with(|| self.resolve(global.of(end), batch.system)));
            let relation = global.of(drafts.relation[at]);
            let meaning = self.meaning(batch.system, from, to, relation);
            if meaning.is_some_and(|meaning| meaning.meaning().relation.symmetric) {
                self.edges.symmetric.grow_and_insert(self.edges.len());
            }
            self.edges.from.push(from);
            self.edges.to.push(to);
            self.edges.relation.push(relation);
            self.edges.meaning.push(meaning);
        }
        self.edges.actor.extend(drafts.actor[new.clone()].iter().map(|actor| global.optional(*actor)));
        self.edges.millis.extend_from_slice(&drafts.millis[new.clone()]);
        self.edges.line.extend_from_slice(&drafts.line[new.clone()]);
        self.edges.system.resize(first + new.len(), batch.system);
        for (run, file) in drafts.files(new.clone()) {
            self.edges.file.resize(first + run.end - mark.edges, global.of(file));
        }
        for (run, _) in drafts.implicit(new.clone()).filter(|(_, implicit)| *implicit) {
            self.edges.implicit.grow(first + run.end - mark.edges);
            self.edges.implicit.insert_range(first + run.start - mark.edges..first + run.end - mark.edges);
        }
        let number = |at: u32| first as u32 + (at - mark.edges as u32);
        let since = |at: u32| at as usize >= mark.edges;
        let words = |few: &'_ [(u32, Sym)]| -> Vec<(u32, Sym)> {
            few.iter().filter(|(at, _)| since(*at)).map(|(at, sym)| (number(*at), global.of(*sym))).collect()
        };
        self.edges.stamp_text.extend(words(&drafts.stamp_text));
        self.edges.note.extend(words(&drafts.note));
        let confidences = drafts.confidence.iter().filter(|(at, _)| since(*at));
        self.edges.confidence.extend(confidences.map(|(at, confidence)| (number(*at), *confidence)));
        self.retractions.extend(batch.retractions[mark.retractions..].iter().map(|draft| Retraction {
            from: global.of(draft.from),
            to: global.of(draft.to),
            relation: global.of(draft.relation),
            millis: draft.stamp.millis.unwrap_or(NO_TIME),
            stamp_text: global.optional(draft.stamp.text),
            file: global.of(draft.file),
            line: draft.line,
            fits: false,
        }));
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
    pub(super) fn resolve(&mut self, id: Sym, home: System) -> NodeIx {
        if let Some(node) = self.only_one(id, home) {
            return node;
        }
        if let Some(node) = self.with_bare_id(id, home) {
            return node;
        }
        let Some((system, bare)) = System::split(self.words.text(id)) else { return self.push_node(id, home) };
        let bare = bare.to_owned();
        let bare = self.words.intern(&bare);
        self.by_id.resize(self.words.len(), None);
        self.in_system(bare, system).unwrap_or_else(|| self.push_node(bare, system))
    }

    /// The node that an end of a row means, if there is one.
    fn resolved(&self, id: Sym) -> Option<NodeIx> {
        self.with_bare_id(id, System::Reference).or_else(|| {
            let (system, bare) = System::split(self.words.text(id))?;
            self.in_system(self.words.lookup(bare)?, system)
        })
    }

    /// The node with an id if there is just one and it is meant, as nearly all ends of nearly all edges have it.
    fn only_one(&self, id: Sym, home: System) -> Option<NodeIx> {
        let node = self.by_id[id.index()].filter(|node| self.same_id[node.index()].is_none())?;
        let reaches = |node: NodeIx| !self.is_missing(node) || node.index() < self.known;
        let is_meant = self.nodes.system[node.index()] == home || (home == System::Reference && reaches(node));
        is_meant.then_some(node)
    }

    fn with_bare_id(&self, id: Sym, home: System) -> Option<NodeIx> {
        let is_defined = |node: &NodeIx| !self.is_missing(*node);
        let own = self.in_system(id, home);
        let anywhere = || self.with_id(id).find(|node| home == System::Reference && is_defined(node));
        let missed = || self.with_id(id).find(|node| home == System::Reference && node.index() < self.known);
        own.filter(is_defined).or_else(anywhere).or_else(missed).or(own)
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

    /// The graph, if nothing is to come.
    pub(super) fn into_graph(mut self) -> Graph {
        self.words.shrink_to_fit();
        self.retract();
        let (outgoing, incoming) = rows::both(&self.edges, self.nodes.len(), self.first_row);
        let all = (0..self.nodes.len() as u32).map(NodeIx);
        let mut repeated = FixedBitSet::with_capacity(self.edges.len());
        rows::mark_repeated(&self.edges, all.map(|node| (node, outgoing.row(node))), &mut repeated);
        let retracted = rows::retracted(&self.edges);
        let taken_back = retracted.outgoing.iter().map(|(node, row)| (*node, &row[..]));
        rows::mark_repeated(&self.edges, taken_back, &mut repeated);
        self.edges.repeated = repeated;
        self.finish(outgoing, incoming, retracted)
    }

    /// The graph that a shorter one has become. What equals what is looked for only where something came.
    pub(super) fn into_longer(mut self, before: &Graph) -> Graph {
        if !self.retractions.is_empty() {
            self.retract();
            let was = |edge: usize| before.edges.retracted.contains(edge);
            if (0..before.edges.len()).any(|edge| self.edges.retracted.contains(edge) != was(edge)) {
                // What an edge that was taken back equalled may count again.
                return self.into_graph();
            }
        }
        self.edges.retracted.grow(self.edges.len());
        let (outgoing, incoming) = rows::both(&self.edges, self.nodes.len(), self.first_row);
        let new = before.edges.len()..self.edges.len();
        let touched: HashSet<NodeIx> = new.flat_map(|edge| [self.edges.from[edge], self.edges.to[edge]]).collect();
        let mut repeated = std::mem::take(&mut self.edges.repeated);
        repeated.grow(self.edges.len());
        let touched = touched.into_iter().map(|node| (node, outgoing.row(node)));
        rows::mark_repeated(&self.edges, touched, &mut repeated);
        let retracted = rows::retracted(&self.edges);
        let taken_back = retracted.outgoing.iter().map(|(node, row)| (*node, &row[..]));
        rows::mark_repeated(&self.edges, taken_back, &mut repeated);
        self.edges.repeated = repeated;
        self.finish(outgoing, incoming, retracted)
    }

    fn finish(mut self, outgoing: Rows, incoming: Rows, retracted: RetractedRows) -> Graph {
        self.edges.implicit.grow(self.edges.len());
        self.edges.symmetric.grow(self.edges.len());
        let systems = systems(&self.nodes, &self.edges);
        Graph {
            words: self.words,
            nodes: self.nodes,
            edges: self.edges,
            outgoing,
            incoming,
            retracted,
            retractions: self.retractions,
            by_id: self.by_id,
            same_id: self.same_id,
            systems,
            known: self.known,
            first_row: self.first_row,
        }
    }

    /// Marks every row that was taken back, wherever it stands: merging two logs moves lines.
    fn retract(&mut self) {
        self.edges.retracted = FixedBitSet::with_capacity(self.edges.len());
        let mut wanted: HashMap<_, Vec<usize>> = HashMap::new();
        for (at, retraction) in self.retractions.iter().enumerate() {
            if let Some((from, to)) = self.resolved(retraction.from).zip(self.resolved(retraction.to)) {
                let key = (from, to, retraction.relation, retraction.millis, retraction.stamp_text);
                wanted.entry(key).or_default().push(at);
            }
        }
        if wanted.is_empty() {
            return;
        }
        let edges = &mut self.edges;
        for edge in self.first_row..edges.len() {
            let stamp_text = edges.stamp_text.get(&(edge as u32)).copied();
            let key = (edges.from[edge], edges.to[edge], edges.relation[edge], edges.millis[edge], stamp_text);
            if let Some(fitting) = wanted.get(&key) {
                edges.retracted.insert(edge);
                for at in fitting {
                    self.retractions[*at].fits = true;
                }
            }
        }
    }
}

/// The systems that define at least one node or edge: kept, because the screen asks with every key.
pub(super) fn systems(nodes: &NodeColumns, edges: &EdgeColumns) -> Vec<System> {
    let mut present = [false; System::ALL.len()];
    let defined = nodes.system.iter().zip(&nodes.file).filter(|(_, file)| file.is_some()).map(|(system, _)| system);
    for system in defined.chain(&edges.system) {
        present[*system as usize] = true;
    }
    System::ALL.into_iter().filter(|system| present[*system as usize]).collect()
}
