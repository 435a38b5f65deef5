//! [`Merging`]: the mutable state while batches are merged into a graph.
//!
//! Appends nodes and edges to the columns, resolves the ids at both ends of edges, adds missing nodes for undefined ids
//! and matches retractions with the edges they name. The columns of edges are independent, so they are filled in
//! parallel.

use super::adjacency::Csr;
use super::batch::{Batch, BatchPosition, CodePlace, NodeRecord, Origin};
use super::builder::Globals;
use super::edge::{EdgeColumns, NO_TIME};
use super::ends::Ends;
use super::intern::{Interner, Sym};
use super::namespaces::{EXTERNAL, Spaces, own_id};
use super::node::{MaybeNode, NodeColumns, NodeIx};
use super::registry::{MeaningIx, Registry};
use super::repos::MissingName;
use super::retraction::Retraction;
use super::rows::{self, RetractedRows};
use super::runs;
use super::store::Graph;
use super::system::{SystemId, SystemIx};
use crate::finding::{Finding, Findings, Subject};
use crate::text::quoted;
use fixedbitset::FixedBitSet;
use hashbrown::{HashMap, HashSet};
use std::sync::Arc;

/// Cache of meanings by systems and relation name.
type Meanings = HashMap<([SystemIx; 3], Sym), MeaningIx>;

/// The edges added to a batch since `mark`, with the nodes at their ends.
pub(super) struct MergeInput<'b> {
    pub(super) batch: &'b Batch,
    pub(super) system: SystemIx,
    pub(super) mark: BatchPosition,
    pub(super) global: &'b Globals,
    pub(super) ends: &'b Ends,
}

impl MergeInput<'_> {
    fn len(&self) -> usize {
        self.batch.edges.len() - self.mark.edges
    }

    fn ends(&self, column: &[Sym]) -> impl Iterator<Item = NodeIx> {
        column[self.mark.edges..].iter().map(|end| self.ends.of(*end))
    }

    /// For each edge, whether the confidence of both ends' systems fades.
    fn joins_fading(&self, nodes: &NodeColumns, fades: &[bool]) -> impl Iterator<Item = bool> {
        let is_fading = |node: NodeIx| fades[nodes.system[node.index()].index()];
        let ends = self.ends(&self.batch.edges.from).zip(self.ends(&self.batch.edges.to));
        ends.map(move |(from, to)| is_fading(from) && is_fading(to))
    }

    /// Resolves the meaning of each edge's relation. Edges of a system that links all others, such as rows of the log,
    /// use the vocabularies of both ends, then their own. Edges of other systems use their own vocabulary.
    fn add_meanings(
        &self,
        registry: &Registry,
        nodes: &NodeColumns,
        words: &Interner,
        known: &mut Meanings,
        column: &mut Vec<MeaningIx>,
    ) {
        let (home, links_all) = (self.system, registry.spec_of(self.system).links_all);
        // Most edges link nodes of one system; a plain table is faster than the hash map for them.
        let mut at_home: Vec<Option<MeaningIx>> = vec![None; self.global.len()];
        let mut meaning = |homes: [SystemIx; 3], relation: Sym| {
            let look_up = || registry.meaning_ix(&homes.map(|home| registry.id(home)), words.text(relation));
            *known.entry((homes, relation)).or_insert_with(look_up)
        };
        let drafts = &self.batch.edges;
        let ends = self.ends(&drafts.from).zip(self.ends(&drafts.to));
        column.extend(ends.zip(&drafts.relation[self.mark.edges..]).map(|((from, to), relation)| {
            let homes =
                if links_all { [nodes.system[from.index()], nodes.system[to.index()], home] } else { [home; 3] };
            if homes == [home; 3] {
                return *at_home[relation.index()].get_or_insert_with(|| meaning(homes, self.global.of(*relation)));
            }
            meaning(homes, self.global.of(*relation))
        }));
    }
}

pub(super) struct Merging {
    pub(super) registry: Arc<Registry>,
    pub(super) words: Interner,
    pub(super) nodes: NodeColumns,
    pub(super) edges: EdgeColumns,
    retractions: Vec<Retraction>,
    /// Number of nodes before those that only the log or artifacts name.
    pub(super) known: usize,
    /// Index of the first edge that comes from a log.
    pub(super) first_row: usize,
    meanings: Meanings,
    by_id: Vec<MaybeNode>,
    same_id: Vec<MaybeNode>,
    pub(super) findings: Findings,
}

impl Merging {
    pub(super) fn new(registry: Arc<Registry>, words: Interner) -> Self {
        let by_id = vec![MaybeNode::NONE; words.len()];
        Self {
            registry,
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

    /// The state in which the merge of `graph` ended.
    pub(super) fn resume(graph: &Graph) -> Self {
        Self {
            registry: Arc::clone(&graph.registry),
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

    /// Reserves memory for everything in these batches, so that no column is reallocated while it grows.
    pub(super) fn reserve<'b>(&mut self, batches: impl Iterator<Item = &'b Batch> + Clone) {
        self.edges.reserve(batches.clone().map(|batch| batch.edges.len()).sum());
        self.nodes.reserve(batches.map(|batch| batch.nodes.len()).sum());
    }

    /// Extends the id table to texts interned since.
    pub(super) fn make_room(&mut self) {
        self.by_id.resize(self.words.len(), MaybeNode::NONE);
    }

    /// Adds the nodes of a batch, except external ones.
    pub(super) fn add_nodes(&mut self, batch: &Batch, global: &Globals) {
        let may_be_external = self.may_have_external(global);
        for draft in &batch.nodes {
            if !may_be_external || !self.is_external(draft, global) {
                self.add_node(draft, global);
            }
        }
    }

    /// Adds the external nodes of a batch, which hide no defined node. With namespaces, except those that stand for a node
    /// of this graph.
    pub(super) fn add_external(&mut self, batch: &Batch, global: &Globals, has_namespaces: bool) {
        if !self.may_have_external(global) {
            return;
        }
        for draft in &batch.nodes {
            if !self.is_external(draft, global) {
                continue;
            }
            let id = global.id(draft.id);
            let meant = || self.spaces().meant(self.words.text(id), global.system, global.namespace);
            match if has_namespaces { meant() } else { None } {
                Some(node) => self.nodes.namespaces_mut().stands_for(id, node),
                None => self.add_node(draft, global),
            }
        }
    }

    /// Whether a batch can have external nodes. In the systems of the specification, the word is a kind like others.
    fn may_have_external(&self, global: &Globals) -> bool {
        !self.registry.spec_of(global.system).is_specified
    }

    fn is_external(&self, draft: &NodeRecord, global: &Globals) -> bool {
        self.words.text(global.of(draft.kind)) == EXTERNAL
    }

    fn add_node(&mut self, draft: &NodeRecord, global: &Globals) {
        let system = global.system;
        let id = global.id(draft.id);
        let file = global.of(draft.file);
        if let Some(first) = self.in_system(id, system) {
            self.findings.push(self.duplicate(system, first, global.of(draft.id), file, draft.line));
            return;
        }
        let node = self.push_node(id, system);
        let row = node.index();
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
        match draft.origin {
            Some(Origin { id, repo }) => self.add_repo(row as u32, global.optional(repo), global.of(id)),
            None => self.add_repo(row as u32, global.repo, global.of(draft.id)),
        }
        if let Some(name) = global.namespace {
            self.add_to_namespace(node, name, self.words.text(global.of(draft.kind)) != EXTERNAL);
        }
        self.nodes.alias.extend(draft.alias.map(|alias| (row as u32, global.of(alias))));
        self.nodes.created.extend(draft.created.map(|created| (row as u32, created)));
        self.nodes.file[row] = Some(file);
        self.nodes.line[row] = draft.line;
    }

    fn add_to_namespace(&mut self, node: NodeIx, name: Sym, is_defined: bool) {
        let id = self.words.text(self.nodes.id[node.index()]);
        self.nodes.namespaces_mut().add(node, name, self.words.text(name), id, is_defined);
    }

    fn spaces(&self) -> Spaces<'_> {
        Spaces {
            registry: &self.registry,
            words: &self.words,
            nodes: &self.nodes,
            by_id: &self.by_id,
            same_id: &self.same_id,
        }
    }

    /// Stores the repository of a node, and its id there if the node has a qualified name.
    fn add_repo(&mut self, row: u32, repo: Option<Sym>, id: Sym) {
        self.nodes.repo.extend(repo.map(|repo| (row, repo)));
        if self.nodes.id[row as usize] != id {
            self.nodes.id_in_repo.insert(row, id);
        }
    }

    /// Adds the missing nodes with qualified names.
    pub(super) fn add_missing(&mut self, missing: &[MissingName]) {
        for MissingName { name, repo, id, system } in missing {
            let node = self.push_node(*name, *system);
            self.add_repo(node.0, Some(*repo), *id);
        }
    }

    /// Appends edges whose ends are resolved, all columns in parallel.
    pub(super) fn add_edges(&mut self, parts: &[MergeInput<'_>]) {
        let first = self.edges.len();
        u32::try_from(first + parts.iter().map(MergeInput::len).sum::<usize>()).expect("fewer than four billion edges");
        // Each part with the index of its first edge.
        let parts = || {
            parts.iter().scan(first, |next, part| {
                let first = *next;
                *next += part.len();
                Some((first, part))
            })
        };
        let (registry, nodes, words, meanings) = (&*self.registry, &self.nodes, &self.words, &mut self.meanings);
        // Log rows between nodes of such a system lose confidence over time like the edges of its own files.
        let fades: Vec<_> = registry.systems().filter_map(|id| registry.spec(id)).map(|spec| spec.fades).collect();
        let has_fading = nodes.system.iter().any(|system| fades[system.index()]);
        let edges = &mut self.edges;
        let (from, to, relation, actor) = (&mut edges.from, &mut edges.to, &mut edges.relation, &mut edges.actor);
        let (millis, line, file, system) = (&mut edges.millis, &mut edges.line, &mut edges.file, &mut edges.system);
        let (meaning, implicit, symmetric) = (&mut edges.meaning, &mut edges.implicit, &mut edges.symmetric);
        let (stamp_text, note, confidence) = (&mut edges.stamp_text, &mut edges.note, &mut edges.confidence);
        rayon::scope(|scope| {
            scope.spawn(|_| parts().for_each(|(_, part)| part.add_meanings(registry, nodes, words, meanings, meaning)));
            scope.spawn(|_| parts().for_each(|(_, part)| from.extend(part.ends(&part.batch.edges.from))));
            scope.spawn(|_| parts().for_each(|(_, part)| to.extend(part.ends(&part.batch.edges.to))));
            scope.spawn(|_| {
                for (first, MergeInput { batch, mark, global, .. }) in parts() {
                    let (drafts, new) = (&batch.edges, mark.edges..batch.edges.len());
                    relation.extend(drafts.relation[new.clone()].iter().map(|relation| global.of(*relation)));
                    actor.extend(drafts.actor[new.clone()].iter().map(|actor| global.optional(*actor)));
                    for (run, sym) in drafts.files(new.clone()) {
                        runs::push(file, (first + run.start - mark.edges) as u32, global.of(sym));
                    }
                }
            });
            scope.spawn(|_| {
                for (first, part) in parts() {
                    millis.extend_from_slice(&part.batch.edges.millis[part.mark.edges..]);
                    line.extend_from_slice(&part.batch.edges.line[part.mark.edges..]);
                    system.resize(first + part.len(), part.system);
                }
            });
            scope.spawn(|_| {
                for (first, MergeInput { batch, mark, global, .. }) in parts() {
                    let drafts = &batch.edges;
                    for (run, _) in drafts.implicit(mark.edges..drafts.len()).filter(|(_, implicit)| *implicit) {
                        implicit.grow(first + run.end - mark.edges);
                        implicit.insert_range(first + run.start - mark.edges..first + run.end - mark.edges);
                    }
                    let number =
                        |at: u32| (at as usize >= mark.edges).then(|| (first + at as usize - mark.edges) as u32);
                    let word = |(at, sym): &(u32, Sym)| Some((number(*at)?, global.of(*sym)));
                    stamp_text.extend(drafts.stamp_text.iter().filter_map(word));
                    note.extend(drafts.note.iter().filter_map(word));
                    confidence.extend(drafts.confidence.iter().filter_map(|(at, share)| Some((number(*at)?, *share))));
                }
                for (first, part) in parts().filter(|(_, part)| part.batch.is_log && has_fading) {
                    confidence.extend(
                        (first as u32..)
                            .zip(part.joins_fading(nodes, &fades))
                            .filter(|(_, is)| *is)
                            .map(|(edge, _)| (edge, 1.0)),
                    );
                }
            });
        });
        let both: Vec<_> =
            registry.meanings().map(|meaning| meaning.is_some_and(|one| one.relation.symmetric)).collect();
        let is_symmetric = |meaning: &MeaningIx| both[meaning.index()];
        let both_ways = (first..).zip(&meaning[first..]).filter(|(_, meaning)| is_symmetric(meaning));
        both_ways.for_each(|(edge, _)| symmetric.grow_and_insert(edge));
        for (first, MergeInput { batch, mark, .. }) in parts() {
            let new = batch.edges.symmetric.iter().map(|at| *at as usize).filter(|at| *at >= mark.edges);
            new.for_each(|at| symmetric.grow_and_insert(first + at - mark.edges));
        }
        for (_, MergeInput { batch, mark, global, .. }) in parts() {
            self.retractions.extend(batch.retractions[mark.retractions..].iter().map(|draft| Retraction {
                from: global.of(draft.from),
                to: global.of(draft.to),
                relation: global.of(draft.relation),
                millis: draft.stamp.millis.unwrap_or(NO_TIME),
                stamp_text: global.optional(draft.stamp.text),
                retracted_at: draft.retracted_at.unwrap_or(NO_TIME),
                actor: global.optional(draft.actor),
                note: global.optional(draft.note),
                file: global.of(draft.file),
                line: draft.line,
                ends: None,
                fits: false,
            }));
        }
    }

    /// Resolves the end of an edge: a node of the edge's own system, else `system:id`; an undefined id becomes a
    /// missing node. Edges of a system that links all others may name any node by bare id, in the order of the systems.
    /// Defined nodes take precedence over missing ones, so that no row changes how another one is resolved.
    pub(super) fn resolve(&mut self, end: Sym, global: &Globals) -> NodeIx {
        let (id, home) = (global.id(end), global.system);
        if let Some(name) = self.namespace_without(id, global) {
            return self.resolve_beyond(id, home, name);
        }
        if let Some(node) = self.the_only_one(id, home) {
            return node;
        }
        if let Some(node) = self.by_bare_id(id, home) {
            return node;
        }
        if !self.nodes.repo.is_empty() && self.words.text(id).contains('/') {
            self.words.unseal();
            if let Some(node) = self.in_repo(self.words.text(id), home) {
                return node;
            }
        }
        let Some((system, bare)) = self.split(self.words.text(id)) else { return self.push_node(id, home) };
        let bare = bare.to_owned();
        let bare = self.words.intern(&bare);
        self.make_room();
        let found = self.in_system(bare, system).or_else(|| self.in_repo(self.words.text(bare), system));
        let found = found.or_else(|| self.spaces().find(self.words.text(bare), Some(system)));
        let node = found.unwrap_or_else(|| self.push_node(bare, system));
        // The spelling of the first log row wins, also over that of other files.
        if found.is_none() || (self.is_missing(node) && node.index() < self.known) {
            self.nodes.addressed.grow_and_insert(node.index());
        }
        node
    }

    /// The namespace of a batch whose file does not define this end.
    fn namespace_without(&self, id: Sym, global: &Globals) -> Option<Sym> {
        let name = global.namespace?;
        let text = self.words.text(id);
        (own_id(self.words.text(name), text).len() == text.len()).then_some(name)
    }

    /// Resolves an id that the namespace in which it is used does not define.
    fn resolve_beyond(&mut self, id: Sym, home: SystemIx, name: Sym) -> NodeIx {
        let text = self.words.text(id);
        let (system, bare) = self.split(text).map_or((None, text), |(system, bare)| (Some(system), bare));
        let wanted = if self.links_all(home) { system } else { Some(system.unwrap_or(home)) };
        if let Some(node) = self.spaces().only(bare, wanted, Some(name)) {
            return node;
        }
        let missing = format!("{}/{bare}", self.words.text(name));
        self.words.unseal();
        let missing = self.words.intern(&missing);
        self.make_room();
        let system = system.unwrap_or(home);
        self.in_system(missing, system).unwrap_or_else(|| {
            let node = self.push_node(missing, system);
            self.add_to_namespace(node, name, false);
            node
        })
    }

    /// Resolves the end of a log row without adding a missing node.
    fn resolved(&self, id: Sym) -> Option<NodeIx> {
        let text = self.words.text(id);
        let log = self.registry.log_ix();
        let bare = || self.by_bare_id(id, log).or_else(|| self.in_repo(text, log));
        bare().or_else(|| {
            let (system, bare) = self.split(text)?;
            let own = self.words.lookup(bare).and_then(|bare| self.in_system(bare, system));
            own.or_else(|| self.in_repo(bare, system)).or_else(|| self.spaces().find(bare, Some(system)))
        })
    }

    /// Fast path for nearly all ends: the node with this id, if there is exactly one and the edge may refer to it.
    pub(super) fn only_one(&self, end: Sym, global: &Globals) -> Option<NodeIx> {
        let id = global.id(end);
        if self.namespace_without(id, global).is_some() { None } else { self.the_only_one(id, global.system) }
    }

    fn the_only_one(&self, id: Sym, home: SystemIx) -> Option<NodeIx> {
        let node = self.by_id[id.index()].get().filter(|node| self.same_id[node.index()] == MaybeNode::NONE)?;
        let reaches = |node: NodeIx| !self.is_missing(node) || node.index() < self.known;
        let is_meant = self.nodes.system[node.index()] == home || (self.links_all(home) && reaches(node));
        is_meant.then_some(node)
    }

    fn by_bare_id(&self, id: Sym, home: SystemIx) -> Option<NodeIx> {
        let is_defined = |node: &NodeIx| !self.is_missing(*node);
        let own = self.in_system(id, home);
        let links_all = self.links_all(home);
        let anywhere = || self.with_id(id).find(|node| links_all && is_defined(node));
        let named = || self.spaces().find(self.words.text(id), if links_all { None } else { Some(home) });
        let missing = || self.with_id(id).find(|node| links_all && node.index() < self.known);
        own.filter(is_defined).or_else(anywhere).or_else(named).or_else(missing).or(own)
    }

    fn in_system(&self, id: Sym, system: SystemIx) -> Option<NodeIx> {
        self.with_id(id).find(|node| self.nodes.system[node.index()] == system)
    }

    /// Resolves `repository/id`. Only systems that link all others or have repositories may use this form.
    fn in_repo(&self, address: &str, home: SystemIx) -> Option<NodeIx> {
        let spec = self.registry.spec_of(home);
        let may_name = spec.links_all || spec.has_repositories;
        may_name.then(|| self.nodes.in_repo(&self.words, address, |id| self.with_id(id))).flatten()
    }

    /// All nodes with this id: the defined ones, then the missing ones, each in the order of the systems.
    fn with_id(&self, id: Sym) -> impl Iterator<Item = NodeIx> {
        std::iter::successors(self.by_id[id.index()].get(), |node| self.same_id[node.index()].get())
    }

    fn links_all(&self, system: SystemIx) -> bool {
        self.registry.spec_of(system).links_all
    }

    fn split<'t>(&self, id: &'t str) -> Option<(SystemIx, &'t str)> {
        let (system, bare) = self.registry.split(id)?;
        Some((self.registry.ix(system)?, bare))
    }

    fn is_missing(&self, node: NodeIx) -> bool {
        self.nodes.file[node.index()].is_none()
    }

    /// Adds a node with nothing but an id and inserts it into the list of nodes with that id.
    fn push_node(&mut self, id: Sym, system: SystemIx) -> NodeIx {
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
        // Defined nodes are added first, in the order of the systems, so only missing nodes can follow this one.
        let comes_before = |other: &NodeIx| !self.is_missing(*other) || self.nodes.system[other.index()] < system;
        let last = self.with_id(id).take_while(comes_before).last();
        let place = match last {
            Some(last) => &mut self.same_id[last.index()],
            None => &mut self.by_id[id.index()],
        };
        let next = std::mem::replace(place, Some(node).into());
        self.same_id.push(next);
        node
    }

    fn duplicate(&self, system: SystemIx, first: NodeIx, id: Sym, file: Sym, line: u32) -> Finding {
        let id = self.words.text(id);
        let kept = self.nodes.file[first.index()].map_or("", |sym| self.words.text(sym));
        let message = format!("Id {} is already defined in {kept}; the first definition wins", quoted(id));
        let spec = self.registry.spec_of(system);
        Finding::new(spec.id_duplicate, spec.id.name(), message)
            .about(id)
            .in_file(self.words.text(file))
            .at_line(line)
            .naming(Subject::file(kept).at_line(self.nodes.line[first.index()]))
            .suggest("rename one of the two")
    }

    /// Builds the graph from scratch.
    pub(super) fn into_graph(mut self) -> Graph {
        self.words.shrink_to_fit();
        if !self.retractions.is_empty() {
            self.words.unseal();
        }
        self.retract();
        let (words, edges, nodes) = (&mut self.words, &self.edges, self.nodes.len());
        let ((outgoing, incoming), ()) = rayon::join(|| rows::both(edges, nodes, self.first_row), || words.unseal());
        let mut repeated = rows::repeated(&self.edges, &self.registry, &outgoing, self.nodes.len());
        rows::mark_restated(&self.edges, &self.registry, self.first_row, &mut repeated);
        let retracted = rows::retracted(&self.edges);
        let retracted_rows = retracted.outgoing.iter().map(|(node, row)| (*node, &row[..]));
        rows::mark_repeated(&self.edges, &self.registry, retracted_rows, &mut repeated);
        self.edges.repeated = repeated;
        self.finish(outgoing, incoming, retracted)
    }

    /// Builds the graph that extends `before`. Only nodes with new edges are searched for repeated edges.
    pub(super) fn into_longer(mut self, before: &Graph) -> Graph {
        if !self.retractions.is_empty() {
            self.retract();
            let was = |edge: usize| before.edges.retracted.contains(edge);
            if (0..before.edges.len()).any(|edge| self.edges.retracted.contains(edge) != was(edge)) {
                // Edges that repeated a retracted one may count again.
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
        rows::mark_repeated(&self.edges, &self.registry, touched, &mut repeated);
        let retracted = rows::retracted(&self.edges);
        let retracted_rows = retracted.outgoing.iter().map(|(node, row)| (*node, &row[..]));
        rows::mark_repeated(&self.edges, &self.registry, retracted_rows, &mut repeated);
        self.edges.repeated = repeated;
        self.finish(outgoing, incoming, retracted)
    }

    fn finish(mut self, outgoing: Csr, incoming: Csr, retracted: RetractedRows) -> Graph {
        self.edges.implicit.grow(self.edges.len());
        self.edges.symmetric.grow(self.edges.len());
        let systems = systems(&self.registry, &self.nodes, &self.edges);
        Graph {
            registry: self.registry,
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
            as_of: None,
        }
    }

    /// Marks every log row that matches a retraction, before or after it: merging two logs reorders lines.
    fn retract(&mut self) {
        self.edges.retracted = FixedBitSet::with_capacity(self.edges.len());
        let mut wanted: HashMap<_, Vec<usize>> = HashMap::new();
        for (at, retraction) in self.retractions.iter().enumerate() {
            if let Some((from, to)) = self.resolved(retraction.from).zip(self.resolved(retraction.to)) {
                let key = (from, to, retraction.relation, retraction.millis, retraction.stamp_text);
                wanted.entry(key).or_default().push(at);
            }
        }
        for ((from, to, ..), fitting) in &wanted {
            for at in fitting {
                self.retractions[*at].ends = Some((*from, *to));
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

/// The systems that define at least one node or edge. Cached, because the TUI asks on every key press.
pub(super) fn systems(registry: &Registry, nodes: &NodeColumns, edges: &EdgeColumns) -> Vec<SystemId> {
    let mut present = vec![false; registry.len()];
    let defined = nodes.system.iter().zip(&nodes.file).filter(|(_, file)| file.is_some()).map(|(system, _)| system);
    for system in defined.chain(&edges.system) {
        present[system.index()] = true;
    }
    registry.systems().zip(present).filter(|(_, present)| *present).map(|(system, _)| system).collect()
}
