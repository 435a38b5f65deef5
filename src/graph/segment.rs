//! A piece of a batch: what one of several files gave, taken over when only another of them changed.

use super::batch::{Batch, CodePlace, EdgeDraft, NodeDraft, Stamp};
use super::intern::Sym;
use std::ops::Range;

/// Where in a batch something ends.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct End {
    nodes: usize,
    edges: usize,
    findings: usize,
}

impl Batch {
    /// Where it ends now.
    pub fn end(&self) -> End {
        End { nodes: self.nodes.len(), edges: self.edges.len(), findings: self.findings.as_slice().len() }
    }

    /// Whether another batch, wherever it stands, holds the same in the same words.
    pub fn says_the_same(&self, other: &Self) -> bool {
        self.system == other.system
            && self.words.is_same(&other.words)
            && self.nodes == other.nodes
            && self.edges == other.edges
            && self.findings == other.findings
    }

    /// Adds a piece of another batch. Its findings must be about files that no other piece is about: of too many in one file
    /// only the number is kept, and that number comes along.
    pub fn take_over(&mut self, other: &Self, piece: Range<End>) {
        let Range { start, end } = piece;
        for draft in &other.nodes[start.nodes..end.nodes] {
            let draft = NodeDraft {
                id: self.copy(other, draft.id),
                kind: self.copy(other, draft.kind),
                title: self.copy(other, draft.title),
                status: self.copy_some(other, draft.status),
                domain: self.copy_some(other, draft.domain),
                layer: self.copy_some(other, draft.layer),
                code: draft.code.map(|code| CodePlace {
                    sub_layer: self.copy_some(other, code.sub_layer),
                    path: self.copy_some(other, code.path),
                    language: self.copy_some(other, code.language),
                }),
                file: self.copy(other, draft.file),
                line: draft.line,
            };
            self.nodes.push(draft);
        }
        for draft in &other.edges[start.edges..end.edges] {
            let draft = EdgeDraft {
                from: self.copy(other, draft.from),
                to: self.copy(other, draft.to),
                relation: self.copy(other, draft.relation),
                actor: self.copy_some(other, draft.actor),
                stamp: Stamp { millis: draft.stamp.millis, text: self.copy_some(other, draft.stamp.text) },
                implicit: draft.implicit,
                file: self.copy(other, draft.file),
                line: draft.line,
                note: self.copy_some(other, draft.note),
                confidence: draft.confidence,
            };
            self.edges.push(draft);
        }
        self.findings.take_over(&other.findings, start.findings..end.findings);
    }

    fn copy(&mut self, other: &Self, sym: Sym) -> Sym {
        self.words.intern(other.words.text(sym))
    }

    fn copy_some(&mut self, other: &Self, sym: Option<Sym>) -> Option<Sym> {
        sym.map(|sym| self.copy(other, sym))
    }
}
