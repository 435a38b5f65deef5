//! Segments of a batch: the nodes, edges and findings read from one file.
//!
//! When one of several files changes, the segments of the unchanged files are copied from the old batch instead of
//! being parsed again.

use super::batch::{Batch, CodePlace, EdgeRecord, NodeRecord, Origin, Stamp};
use super::intern::{Interner, Sym};
use crate::pack::{Packer, Unpacker};
use std::io;
use std::ops::Range;

/// A position in a batch: the end of a segment.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct End {
    nodes: usize,
    edges: usize,
    findings: usize,
}

impl End {
    pub fn pack(self, out: &mut Packer<'_>) -> io::Result<()> {
        [self.nodes, self.edges, self.findings].into_iter().try_for_each(|count| out.number(count as u64))
    }

    pub fn unpack(from: &mut Unpacker<'_>) -> Option<Self> {
        Some(Self { nodes: from.count()?, edges: from.count()?, findings: from.count()? })
    }
}

impl Batch {
    pub fn end(&self) -> End {
        End { nodes: self.nodes.len(), edges: self.edges.len(), findings: self.findings.as_slice().len() }
    }

    /// Whether two batches have equal content, ignoring `part`. Symbols are compared by text: copied segments intern
    /// their texts in a different order than parsed ones.
    pub fn has_same_content(&self, other: &Self) -> bool {
        let mut words = Interner::default();
        let (here, there) = (words.intern_all(&self.words), words.intern_all(&other.words));
        let (here, there) = (|sym: Sym| here[sym.index()], |sym: Sym| there[sym.index()]);
        self.system == other.system
            && self.repo.map(here) == other.repo.map(there)
            && self.findings == other.findings
            && self
                .nodes
                .iter()
                .map(|node| node.renumbered(here))
                .eq(other.nodes.iter().map(|node| node.renumbered(there)))
            && self
                .edges
                .iter()
                .map(|edge| edge.renumbered(here))
                .eq(other.edges.iter().map(|edge| edge.renumbered(there)))
    }

    /// Appends a segment of another batch. No other segment may have findings about the same files: the count of
    /// findings beyond the limit is kept per file and copied as a whole.
    pub fn take_over(&mut self, other: &Self, piece: Range<End>) {
        let Range { start, end } = piece;
        let words = &mut self.words;
        let mut copy = |sym: Sym| words.intern(other.words.text(sym));
        self.repo = other.repo.map(&mut copy).or(self.repo);
        self.nodes.extend(other.nodes[start.nodes..end.nodes].iter().map(|node| node.renumbered(&mut copy)));
        for edge in other.edges.among(start.edges..end.edges) {
            self.edges.push(&edge.renumbered(&mut copy));
        }
        self.findings.take_over(&other.findings, start.findings..end.findings);
    }
}

impl NodeRecord {
    /// A copy with every symbol replaced by `number(symbol)`.
    fn renumbered(&self, mut number: impl FnMut(Sym) -> Sym) -> Self {
        Self {
            id: number(self.id),
            kind: number(self.kind),
            title: number(self.title),
            status: self.status.map(&mut number),
            domain: self.domain.map(&mut number),
            layer: self.layer.map(&mut number),
            code: self.code.map(|code| CodePlace {
                sub_layer: code.sub_layer.map(&mut number),
                path: code.path.map(&mut number),
                language: code.language.map(&mut number),
            }),
            created: self.created,
            alias: self.alias.map(&mut number),
            origin: self.origin.map(|origin| Origin { id: number(origin.id), repo: origin.repo.map(&mut number) }),
            file: number(self.file),
            line: self.line,
        }
    }
}

impl EdgeRecord {
    /// A copy with every symbol replaced by `number(symbol)`.
    fn renumbered(&self, mut number: impl FnMut(Sym) -> Sym) -> Self {
        Self {
            from: number(self.from),
            to: number(self.to),
            relation: number(self.relation),
            actor: self.actor.map(&mut number),
            stamp: Stamp { millis: self.stamp.millis, text: self.stamp.text.map(&mut number) },
            implicit: self.implicit,
            symmetric: self.symmetric,
            file: number(self.file),
            line: self.line,
            note: self.note.map(&mut number),
            confidence: self.confidence,
        }
    }
}
