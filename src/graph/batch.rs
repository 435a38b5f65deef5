//! [`Batch`]: the nodes, edges, retractions and findings that one source passes to the builder.
//!
//! Sources run on several threads. Each fills its own batch with its own string interner, so threads never wait for
//! each other, and merging costs one look-up per distinct string of a batch instead of one per edge.

use super::drafts::EdgeRecords;
use super::intern::{Interner, Sym};
use super::system::SystemId;
use super::ts::Ts;
use crate::finding::{Finding, Findings};
use crate::time::{self, Millis};

/// Time of an edge: as a number where possible, and as text where formatting the number would not reproduce it exactly.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Stamp {
    /// `None` if the text is not a valid time.
    pub millis: Option<Millis>,
    /// The original value in the stored form of [`Ts`], unless it is the canonical form of `millis`.
    pub text: Option<Sym>,
}

/// A node as its source describes it.
#[derive(Debug, Clone, PartialEq)]
pub struct NodeRecord {
    /// Id within its own system.
    pub id: Sym,
    /// Kind, in the system's own terms.
    pub kind: Sym,
    pub title: Sym,
    pub status: Option<Sym>,
    pub domain: Option<Sym>,
    pub layer: Option<Sym>,
    /// Location in a code base.
    pub code: Option<CodePlace>,
    /// Creation time, if the file states one.
    pub created: Option<Millis>,
    /// Other names that users may type, one on each line; files and rows of the log do not refer to nodes by them.
    pub alias: Option<Sym>,
    /// Its id in its own file, if that differs, and the repository that the file names.
    pub origin: Option<Origin>,
    /// Defining file, relative to the workspace.
    pub file: Sym,
    /// Line on which the definition starts.
    pub line: u32,
}

/// What a node of a named source is in its own repository.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Origin {
    pub id: Sym,
    pub repo: Option<Sym>,
}

/// Location of a code map's node.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct CodePlace {
    /// Finer-grained layer, if the tool that wrote the map has one.
    pub sub_layer: Option<Sym>,
    pub path: Option<Sym>,
    pub language: Option<Sym>,
}

impl NodeRecord {
    /// A node with only the required fields set.
    pub fn new(id: Sym, kind: Sym, title: Sym, file: Sym, line: u32) -> Self {
        let (status, domain, layer, code, created, alias, origin) = (None, None, None, None, None, None, None);
        Self { id, kind, title, status, domain, layer, code, created, alias, origin, file, line }
    }
}

/// An edge as its source describes it. Its ends are ids; the builder resolves them to nodes.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct EdgeRecord {
    pub from: Sym,
    pub to: Sym,
    pub relation: Sym,
    pub actor: Option<Sym>,
    pub stamp: Stamp,
    /// Whether it was inferred from content instead of being stored as an edge.
    pub implicit: bool,
    /// Whether its file says that it means the same in both directions, whatever its relation.
    pub symmetric: bool,
    pub file: Sym,
    pub line: u32,
    /// Free-text reason given by the writer.
    pub note: Option<Sym>,
    /// Confidence at the time of `stamp`, from 0 to 1.
    pub confidence: Option<f64>,
}

impl EdgeRecord {
    /// An edge with only the required fields set.
    pub fn new(from: Sym, to: Sym, relation: Sym, file: Sym, line: u32) -> Self {
        let (actor, stamp, note, confidence) = (None, Stamp::NONE, None, None);
        Self { from, to, relation, actor, stamp, implicit: false, symmetric: false, file, line, note, confidence }
    }
}

/// A log row that retracts an edge, as its source describes it. `from`, `to`, `relation` and `stamp` identify the edge.
#[derive(Debug, Clone)]
pub struct RetractionRecord {
    pub from: Sym,
    pub to: Sym,
    pub relation: Sym,
    /// Time of the edge, not of the retraction.
    pub stamp: Stamp,
    /// Time of the retraction, if the row has a valid one.
    pub retracted_at: Option<Millis>,
    /// Author of the retraction.
    pub actor: Option<Sym>,
    /// Free-text reason given by the writer.
    pub note: Option<Sym>,
    /// The log that contains this row.
    pub file: Sym,
    pub line: u32,
}

/// Number of edges and retractions in a batch at some point, to find those added later.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct BatchPosition {
    pub(super) edges: usize,
    pub(super) retractions: usize,
}

/// Everything that one source read from one part of its files.
#[derive(Debug, Clone)]
pub struct Batch {
    pub(super) system: SystemId,
    /// Whether it contains rows of a log.
    pub(super) is_log: bool,
    pub(super) part: u64,
    /// Repository described by a code map.
    pub(super) repo: Option<Sym>,
    /// The source that it comes from, if the settings give it a name.
    pub(super) namespace: Option<Sym>,
    pub(super) words: Interner,
    pub(super) nodes: Vec<NodeRecord>,
    pub(super) edges: EdgeRecords,
    pub(super) retractions: Vec<RetractionRecord>,
    pub(super) findings: Findings,
}

impl Batch {
    /// An empty batch. Batches of one system are merged in the order of `part`, so the graph does not depend on the
    /// order in which threads finish.
    pub fn new(system: SystemId, part: u64) -> Self {
        Self {
            system,
            is_log: false,
            part,
            repo: None,
            namespace: None,
            words: Interner::default(),
            nodes: Vec::new(),
            edges: EdgeRecords::default(),
            retractions: Vec::new(),
            findings: Findings::default(),
        }
    }

    /// An empty batch for rows of a log of this system, which are merged after all other files.
    pub fn of_log(system: SystemId, part: u64) -> Self {
        Self { is_log: true, ..Self::new(system, part) }
    }

    /// Interns a text for use in this batch's records.
    pub fn word(&mut self, text: &str) -> Sym {
        self.words.intern(text)
    }

    /// Interns many texts. Faster than one call per text, because the memory accesses of several look-ups overlap.
    pub fn words<'t>(&mut self, texts: impl Iterator<Item = &'t str>, numbers: &mut Vec<Sym>) {
        self.words.intern_each(texts, numbers);
    }

    pub fn text(&self, sym: Sym) -> &str {
        self.words.text(sym)
    }

    /// Stores a text without deduplication, for texts such as titles and paths that rarely repeat and are never looked
    /// up. Equal texts get different symbols.
    pub fn word_apart(&mut self, text: &str) -> Sym {
        self.words.intern_apart(text)
    }

    /// Reserves memory for about this many interned texts and edges. Growing step by step would copy the data
    /// repeatedly and fragment the heap.
    pub fn expect(&mut self, words: usize, edges: usize) {
        self.words.reserve(words);
        self.edges.reserve(edges);
    }

    /// The stamp for a time as written.
    pub fn stamp(&mut self, text: &str) -> Stamp {
        if let Some(millis) = time::parse_canonical(text) {
            return Stamp::at(millis);
        }
        Stamp { millis: time::parse(text), text: Some(self.word(&Ts::from(text).stored())) }
    }

    /// The stamp for the `ts` of an edge, whatever its JSON type; only a string can be a time.
    pub fn stamp_of(&mut self, ts: &Ts<'_>) -> Stamp {
        if ts.is_text() { self.stamp(ts) } else { Stamp { millis: None, text: Some(self.word(&ts.stored())) } }
    }

    pub fn node(&mut self, node: NodeRecord) {
        self.nodes.push(node);
    }

    pub fn edge(&mut self, edge: EdgeRecord) {
        self.edges.push(&edge);
    }

    pub fn retraction(&mut self, retraction: RetractionRecord) {
        self.retractions.push(retraction);
    }

    /// The current position, for [`Batch::edges_behind`] and [`super::Graph::extended`].
    pub fn mark(&self) -> BatchPosition {
        BatchPosition { edges: self.edges.len(), retractions: self.retractions.len() }
    }

    /// Number of edges added since `mark`.
    pub fn edges_behind(&self, mark: BatchPosition) -> usize {
        self.edges.len().saturating_sub(mark.edges)
    }

    /// Adds a finding. Beyond a limit per rule and file, findings are only counted.
    pub fn finding(&mut self, finding: Finding) {
        self.findings.push(finding);
    }

    /// Frees unused capacity and look-up tables, once the batch is complete or will not grow soon.
    pub fn seal(&mut self) {
        self.words.seal();
        self.nodes.shrink_to_fit();
        self.edges.shrink_to_fit();
    }

    /// Adds `lines` to every line number in the batch.
    pub fn move_down(&mut self, lines: u32) {
        self.edges.move_down(lines);
        for retraction in &mut self.retractions {
            retraction.line += lines;
        }
        for node in &mut self.nodes {
            node.line += lines;
        }
        self.findings.move_down(lines);
    }

    /// Sets the repository described by a code map; ids are unique only within it.
    pub fn set_repo(&mut self, name: &str) {
        self.repo = Some(self.words.intern(name));
    }

    /// Sets the namespace. The ids of all its nodes start with `name/`; an end without it is an id that the namespace
    /// does not define.
    pub fn set_namespace(&mut self, name: &str) {
        self.namespace = Some(self.words.intern(name));
    }

    pub fn system(&self) -> SystemId {
        self.system
    }

    /// Merge position among the batches of its system.
    pub fn part(&self) -> u64 {
        self.part
    }

    pub fn set_part(&mut self, part: u64) {
        self.part = part;
    }

    /// Merge order over all batches.
    pub(super) fn place(&self) -> (bool, SystemId, u64) {
        (self.is_log, self.system, self.part)
    }

    pub fn node_count(&self) -> usize {
        self.nodes.len()
    }

    pub fn nodes(&self) -> &[NodeRecord] {
        &self.nodes
    }

    pub fn edges(&self) -> &EdgeRecords {
        &self.edges
    }

    /// Replaces the findings by those of another batch.
    pub fn copy_findings(&mut self, other: &Self) {
        self.findings.clone_from(&other.findings);
    }

    /// All findings made while reading, with a closing finding wherever some were only counted.
    pub fn all_findings(&self) -> Vec<Finding> {
        self.findings.clone().into_vec()
    }

    /// The findings stored so far.
    pub fn findings(&self) -> &[Finding] {
        self.findings.as_slice()
    }
}

impl Stamp {
    pub const NONE: Self = Self { millis: None, text: None };

    /// A time whose text is the canonical form of `millis`.
    pub fn at(millis: Millis) -> Self {
        Self { millis: Some(millis), text: None }
    }
}
