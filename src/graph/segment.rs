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

    /// Whether another batch, wherever it stands, says the same. Its texts may have other numbers: what was taken over met
    /// them in another order than what was read.
    pub fn says_the_same(&self, other: &Self) -> bool {
        let here: Vec<Option<Sym>> = other.words.syms().map(|sym| self.words.lookup(other.words.text(sym))).collect();
        self.system == other.system
            && self.nodes.len() == other.nodes.len()
            && self.edges.len() == other.edges.len()
            && self.findings == other.findings
            && self
                .nodes
                .iter()
                .zip(&other.nodes)
                .all(|(own, draft)| draft.renumbered(|sym| here[sym.index()]).is_some_and(|draft| draft == *own))
            && self
                .edges
                .iter()
                .zip(&other.edges)
                .all(|(own, draft)| draft.renumbered(|sym| here[sym.index()]).is_some_and(|draft| draft == *own))
    }

    /// Adds a piece of another batch. Its findings must be about files that no other piece is about: of too many in one file
    /// only the number is kept, and that number comes along.
    pub fn take_over(&mut self, other: &Self, piece: Range<End>) {
        let Range { start, end } = piece;
        let words = &mut self.words;
        let mut copy = |sym: Sym| Some(words.intern(other.words.text(sym)));
        self.nodes.extend(other.nodes[start.nodes..end.nodes].iter().filter_map(|draft| draft.renumbered(&mut copy)));
        self.edges.extend(other.edges[start.edges..end.edges].iter().filter_map(|draft| draft.renumbered(&mut copy)));
        self.findings.take_over(&other.findings, start.findings..end.findings);
    }
}

impl NodeDraft {
    /// The same with other numbers for its texts; `None` if one of them has none.
    fn renumbered(&self, mut number: impl FnMut(Sym) -> Option<Sym>) -> Option<Self> {
        Some(Self {
            id: number(self.id)?,
            kind: number(self.kind)?,
            title: number(self.title)?,
            status: optional(self.status, &mut number)?,
            domain: optional(self.domain, &mut number)?,
            layer: optional(self.layer, &mut number)?,
            code: match self.code {
                None => None,
                Some(code) => Some(CodePlace {
                    sub_layer: optional(code.sub_layer, &mut number)?,
                    path: optional(code.path, &mut number)?,
                    language: optional(code.language, &mut number)?,
                }),
            },
            file: number(self.file)?,
            line: self.line,
        })
    }
}

impl EdgeDraft {
    /// The same with other numbers for its texts; `None` if one of them has none.
    fn renumbered(&self, mut number: impl FnMut(Sym) -> Option<Sym>) -> Option<Self> {
        Some(Self {
            from: number(self.from)?,
            to: number(self.to)?,
            relation: number(self.relation)?,
            actor: optional(self.actor, &mut number)?,
            stamp: Stamp { millis: self.stamp.millis, text: optional(self.stamp.text, &mut number)? },
            implicit: self.implicit,
            file: number(self.file)?,
            line: self.line,
            note: optional(self.note, &mut number)?,
            confidence: self.confidence,
        })
    }
}

/// The number of a text that may not be there; the outer `None` if it is there and has none.
#[expect(clippy::option_option, reason = "no text is something else than no number")]
fn optional(sym: Option<Sym>, mut number: impl FnMut(Sym) -> Option<Sym>) -> Option<Option<Sym>> {
    sym.map_or(Some(None), |sym| number(sym).map(Some))
}
