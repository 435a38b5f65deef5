//! What one source hands to the builder: drafts of nodes and edges with texts interned locally.
//!
//! Sources run on several threads; each fills a batch of its own and never waits for another. The builder then needs one
//! look-up per distinct text of a batch, not one per edge.

use super::drafts::EdgeDrafts;
use super::intern::{Interner, Sym};
use super::system::System;
use super::ts::Ts;
use crate::finding::{Finding, Findings};
use crate::time::{self, Millis};

/// When an edge was written: as a number where possible, and as text where the number would not give it back exactly.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Stamp {
    /// Milliseconds, if the text is a time.
    pub millis: Option<Millis>,
    /// What was written, as [`Ts`] stores it, if it is not the canonical form of `millis`.
    pub text: Option<Sym>,
}

/// A node as its source describes it.
#[derive(Debug, Clone, PartialEq)]
pub struct NodeRecord {
    /// The id the system itself uses.
    pub id: Sym,
    /// The system's word for what it is.
    pub kind: Sym,
    /// What a person calls it.
    pub title: Sym,
    /// Where it stands, if the system says so.
    pub status: Option<Sym>,
    /// The domain it belongs to.
    pub domain: Option<Sym>,
    /// The layer it lies in.
    pub layer: Option<Sym>,
    /// Where in a code base it is.
    pub code: Option<CodePlace>,
    /// When it was made, if it says so itself.
    pub created: Option<Millis>,
    /// The file that defines it, relative to the workspace.
    pub file: Sym,
    /// The line of that file on which it begins.
    pub line: u32,
}

/// Where a node of a code map is.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct CodePlace {
    /// The finer layer its tool knows.
    pub sub_layer: Option<Sym>,
    /// The path in its code base.
    pub path: Option<Sym>,
    /// The programming language.
    pub language: Option<Sym>,
}

impl NodeRecord {
    /// A node of which only this much is known.
    pub fn new(id: Sym, kind: Sym, title: Sym, file: Sym, line: u32) -> Self {
        Self { id, kind, title, status: None, domain: None, layer: None, code: None, created: None, file, line }
    }
}

/// An edge as its source describes it. Its ends are ids, resolved by the builder.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct EdgeRecord {
    /// The id it leaves.
    pub from: Sym,
    /// The id it reaches.
    pub to: Sym,
    /// The verb.
    pub relation: Sym,
    /// Who wrote it.
    pub actor: Option<Sym>,
    /// When.
    pub stamp: Stamp,
    /// Whether it was inferred from content instead of being stored as an edge.
    pub implicit: bool,
    /// The file it was read from.
    pub file: Sym,
    /// The line of that file.
    pub line: u32,
    /// Why it is there, in its writer's words.
    pub note: Option<Sym>,
    /// How far its source trusted it at the time of its stamp, from 0 to 1.
    pub confidence: Option<f64>,
}

impl EdgeRecord {
    /// An edge of which only this much is known.
    pub fn new(from: Sym, to: Sym, relation: Sym, file: Sym, line: u32) -> Self {
        let (actor, stamp, note, confidence) = (None, Stamp::NONE, None, None);
        Self { from, to, relation, actor, stamp, implicit: false, file, line, note, confidence }
    }
}

/// A row that takes an edge back, as its source describes it.
#[derive(Debug, Clone)]
pub struct RetractionDraft {
    /// The id the edge leaves.
    pub from: Sym,
    /// The id it reaches.
    pub to: Sym,
    /// Its verb.
    pub relation: Sym,
    /// When it was written.
    pub stamp: Stamp,
    /// When it is taken back, if the row says so with a time.
    pub taken_back: Option<Millis>,
    /// Who takes it back.
    pub actor: Option<Sym>,
    /// Why, in the writer's words.
    pub note: Option<Sym>,
    /// The log this row stands in.
    pub file: Sym,
    /// The line of that log.
    pub line: u32,
}

/// How far a batch was filled.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct BatchPosition {
    pub(super) edges: usize,
    pub(super) retractions: usize,
}

/// Everything one source read from one part of its files.
#[derive(Debug, Clone)]
pub struct Batch {
    pub(super) system: System,
    /// Whether it holds rows of a log.
    pub(super) is_log: bool,
    pub(super) part: u64,
    /// The repository whose code it maps.
    pub(super) repo: Option<Sym>,
    pub(super) words: Interner,
    pub(super) nodes: Vec<NodeRecord>,
    pub(super) edges: EdgeDrafts,
    pub(super) retractions: Vec<RetractionDraft>,
    pub(super) findings: Findings,
}

impl Batch {
    /// An empty batch. `part` orders the batches of one system: the graph is the same in whatever order they arrive.
    pub fn new(system: System, part: u64) -> Self {
        Self {
            system,
            is_log: false,
            part,
            repo: None,
            words: Interner::default(),
            nodes: Vec::new(),
            edges: EdgeDrafts::default(),
            retractions: Vec::new(),
            findings: Findings::default(),
        }
    }

    /// An empty batch for rows of a log, which stand behind everything that other files say.
    pub fn of_log(part: u64) -> Self {
        Self { is_log: true, ..Self::new(System::Reference, part) }
    }

    /// Interns a text for use in this batch's drafts.
    pub fn word(&mut self, text: &str) -> Sym {
        self.words.intern(text)
    }

    /// Interns many texts, one right behind the other, which is quicker than each by itself.
    pub fn words<'t>(&mut self, texts: impl Iterator<Item = &'t str>, numbers: &mut Vec<Sym>) {
        self.words.intern_each(texts, numbers);
    }

    /// The text behind a number of this batch.
    pub fn text(&self, sym: Sym) -> &str {
        self.words.text(sym)
    }

    /// Takes in a text that hardly ever repeats and that nobody looks up by itself, as a title or a path. Equal ones have
    /// numbers of their own.
    pub fn word_apart(&mut self, text: &str) -> Sym {
        self.words.intern_apart(text)
    }

    /// Makes room for about so many texts that may repeat, and edges: what grows bit by bit is copied, and leaves holes.
    pub fn expect(&mut self, words: usize, edges: usize) {
        self.words.reserve(words);
        self.edges.reserve(edges);
    }

    /// Interns a time as written.
    pub fn stamp(&mut self, text: &str) -> Stamp {
        if let Some(millis) = time::parse_canonical(text) {
            return Stamp::at(millis);
        }
        Stamp { millis: time::parse(text), text: Some(self.word(&Ts::from(text).stored())) }
    }

    /// Interns what an edge has for a time, whatever its type: only a text can be one.
    pub fn stamp_of(&mut self, ts: &Ts<'_>) -> Stamp {
        if ts.is_text() { self.stamp(ts) } else { Stamp { millis: None, text: Some(self.word(&ts.stored())) } }
    }

    /// Adds a node.
    pub fn node(&mut self, node: NodeRecord) {
        self.nodes.push(node);
    }

    /// Adds an edge.
    pub fn edge(&mut self, edge: EdgeRecord) {
        self.edges.push(&edge);
    }

    /// Takes an edge back.
    pub fn retraction(&mut self, retraction: RetractionDraft) {
        self.retractions.push(retraction);
    }

    /// How far it is filled.
    pub fn mark(&self) -> BatchPosition {
        BatchPosition { edges: self.edges.len(), retractions: self.retractions.len() }
    }

    /// How many edges it has behind a mark.
    pub fn edges_behind(&self, mark: BatchPosition) -> usize {
        self.edges.len().saturating_sub(mark.edges)
    }

    /// Adds a finding. Of too many of one rule in one file, only the number is kept.
    pub fn finding(&mut self, finding: Finding) {
        self.findings.push(finding);
    }

    /// Says that it is full, or will not grow soon: gives back what growing took beyond need.
    pub fn seal(&mut self) {
        self.words.seal();
        self.nodes.shrink_to_fit();
        self.edges.shrink_to_fit();
    }

    /// Adds so many lines to the line of everything in it.
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

    /// Sets the repository whose code it maps: its ids are unique there only.
    pub fn set_repo(&mut self, name: &str) {
        self.repo = Some(self.words.intern(name));
    }

    /// Its place among the batches of its system.
    pub fn part(&self) -> u64 {
        self.part
    }

    /// Gives it another place among the batches of its system.
    pub fn set_part(&mut self, part: u64) {
        self.part = part;
    }

    /// Where it stands among all batches.
    pub(super) fn place(&self) -> (bool, System, u64) {
        (self.is_log, self.system, self.part)
    }

    /// How many nodes it holds.
    pub fn node_count(&self) -> usize {
        self.nodes.len()
    }

    /// Its edges.
    pub fn edges(&self) -> &EdgeDrafts {
        &self.edges
    }

    /// What was found wrong while reading, with a last word on what was too much to tell.
    pub fn all_findings(&self) -> Vec<Finding> {
        self.findings.clone().into_vec()
    }

    /// What was found wrong while reading, as far as it is kept.
    pub fn findings(&self) -> &[Finding] {
        self.findings.as_slice()
    }
}

impl Stamp {
    /// No time at all.
    pub const NONE: Self = Self { millis: None, text: None };

    /// A time that is its own canonical form.
    pub fn at(millis: Millis) -> Self {
        Self { millis: Some(millis), text: None }
    }
}
