//! [`EdgeRecords`]: the edges of a batch as a struct of arrays.
//!
//! A log of a million rows has a million edges, and a workspace that is reloaded keeps them all in memory. Columns take
//! a third of the memory of one struct per edge: the file is run-length encoded and rare attributes are sparse.

use super::batch::{EdgeRecord, Stamp};
use super::edge::NO_TIME;
use super::intern::Sym;
use super::runs::{self, Runs};
use crate::time::Millis;
use std::ops::Range;

/// Edges in the order in which they were read.
#[derive(Debug, Clone, Default)]
pub struct EdgeRecords {
    pub(super) from: Vec<Sym>,
    pub(super) to: Vec<Sym>,
    pub(super) relation: Vec<Sym>,
    pub(super) actor: Vec<Option<Sym>>,
    pub(super) millis: Vec<Millis>,
    pub(super) line: Vec<u32>,
    /// Run-length encoded: the first edge of each run, and its file.
    pub(super) file: Vec<(u32, Sym)>,
    /// Run-length encoded, like `file`.
    pub(super) implicit: Vec<(u32, bool)>,
    /// Edges that are symmetric whatever their relation, ascending.
    pub(super) symmetric: Vec<u32>,
    pub(super) stamp_text: Vec<(u32, Sym)>,
    pub(super) note: Vec<(u32, Sym)>,
    pub(super) confidence: Vec<(u32, f64)>,
}

impl EdgeRecords {
    pub(super) fn push(&mut self, draft: &EdgeRecord) {
        let at = u32::try_from(self.from.len()).expect("fewer than four billion edges");
        self.from.push(draft.from);
        self.to.push(draft.to);
        self.relation.push(draft.relation);
        self.actor.push(draft.actor);
        self.millis.push(draft.stamp.millis.unwrap_or(NO_TIME));
        self.line.push(draft.line);
        runs::push(&mut self.file, at, draft.file);
        runs::push(&mut self.implicit, at, draft.implicit);
        if draft.symmetric {
            self.symmetric.push(at);
        }
        if let Some(text) = draft.stamp.text {
            self.stamp_text.push((at, text));
        }
        if let Some(note) = draft.note {
            self.note.push((at, note));
        }
        if let Some(confidence) = draft.confidence {
            self.confidence.push((at, confidence));
        }
    }

    pub(super) fn reserve(&mut self, count: usize) {
        self.from.reserve(count);
        self.to.reserve(count);
        self.relation.reserve(count);
        self.actor.reserve(count);
        self.millis.reserve(count);
        self.line.reserve(count);
    }

    pub fn len(&self) -> usize {
        self.from.len()
    }

    pub fn is_empty(&self) -> bool {
        self.from.is_empty()
    }

    pub fn iter(&self) -> impl Iterator<Item = EdgeRecord> {
        self.among(0..self.len())
    }

    /// The edges in a range.
    pub(super) fn among(&self, range: Range<usize>) -> impl Iterator<Item = EdgeRecord> {
        let mut file = Runs::at(&self.file, range.start);
        let mut implicit = Runs::at(&self.implicit, range.start);
        let mut stamp_text = SparseColumn::at(&self.stamp_text, range.start);
        let mut note = SparseColumn::at(&self.note, range.start);
        let mut confidence = SparseColumn::at(&self.confidence, range.start);
        range.map(move |at| {
            let millis = self.millis[at];
            EdgeRecord {
                from: self.from[at],
                to: self.to[at],
                relation: self.relation[at],
                actor: self.actor[at],
                stamp: Stamp { millis: (millis != NO_TIME).then_some(millis), text: stamp_text.of(at) },
                implicit: implicit.of(at),
                symmetric: self.symmetric.binary_search(&(at as u32)).is_ok(),
                file: file.of(at),
                line: self.line[at],
                note: note.of(at),
                confidence: confidence.of(at),
            }
        })
    }

    /// The files of the edges in a range, one run per file.
    pub(super) fn files(&self, range: Range<usize>) -> impl Iterator<Item = (Range<usize>, Sym)> {
        runs::within(&self.file, range)
    }

    /// Whether the edges in a range are implicit, one item per run.
    pub(super) fn implicit(&self, range: Range<usize>) -> impl Iterator<Item = (Range<usize>, bool)> {
        runs::within(&self.implicit, range)
    }

    pub(super) fn move_down(&mut self, lines: u32) {
        for line in &mut self.line {
            *line += lines;
        }
    }

    pub(super) fn shrink_to_fit(&mut self) {
        self.from.shrink_to_fit();
        self.to.shrink_to_fit();
        self.relation.shrink_to_fit();
        self.actor.shrink_to_fit();
        self.millis.shrink_to_fit();
        self.line.shrink_to_fit();
        self.file.shrink_to_fit();
        self.note.shrink_to_fit();
    }
}

/// A cursor for reading a sparse column in ascending order.
struct SparseColumn<'d, T> {
    left: &'d [(u32, T)],
}

impl<'d, T: Copy> SparseColumn<'d, T> {
    fn at(all: &'d [(u32, T)], start: usize) -> Self {
        Self { left: &all[all.partition_point(|(edge, _)| (*edge as usize) < start)..] }
    }

    /// The value of an edge; must be called for each edge in turn.
    fn of(&mut self, at: usize) -> Option<T> {
        let (edge, value) = self.left.first()?;
        if *edge as usize != at {
            return None;
        }
        self.left = &self.left[1..];
        Some(*value)
    }
}

#[cfg(test)]
mod tests {
    use super::super::batch::Batch;
    use super::*;
    use crate::graph::fixture::UNIT;
    use proptest::prelude::*;

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(500))]
        #[test]
        fn edges_are_read_back_as_pushed(
            edges in proptest::collection::vec((0..3_u8, 0..3_u8, any::<[bool; 7]>(), 0..9_u32), 0..20),
            start in 0..21_usize,
        ) {
            let mut batch = Batch::new(UNIT, 0);
            let words = ["a", "b", "c"].map(|word| batch.word(word));
            let draft = |(from, file, [actor, dated, odd, implicit, symmetric, note, sure], line): (u8, u8, [bool; 7], u32)| {
                EdgeRecord {
                    from: words[from as usize],
                    actor: actor.then_some(words[1]),
                    stamp: Stamp { millis: dated.then_some(5), text: odd.then_some(words[2]) },
                    implicit,
                    symmetric,
                    note: note.then_some(words[0]),
                    confidence: sure.then_some(0.5),
                    ..EdgeRecord::new(words[0], words[1], words[2], words[file as usize], line)
                }
            };
            let edges: Vec<_> = edges.into_iter().map(draft).collect();
            let mut drafts = EdgeRecords::default();
            for edge in &edges {
                drafts.push(edge);
            }
            let start = start.min(edges.len());
            prop_assert_eq!(drafts.among(start..edges.len()).collect::<Vec<_>>(), &edges[start..]);
            prop_assert_eq!(drafts.len(), edges.len());
        }
    }
}
