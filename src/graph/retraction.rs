//! Log rows that retract edges.
//!
//! A retraction names an edge by its ends, relation and time and matches every log row that equals it. Edges are never
//! deleted from the log.

use super::adjacency::Direction;
use super::edge::{EdgeIx, NO_TIME};
use super::intern::Sym;
use super::node::NodeIx;
use super::store::Graph;
use super::ts::Ts;
use crate::time::{self, Millis};

/// A retraction of all log rows with these ends, relation and time.
#[derive(Debug, Clone)]
pub(super) struct Retraction {
    pub(super) from: Sym,
    pub(super) to: Sym,
    pub(super) relation: Sym,
    pub(super) millis: Millis,
    pub(super) stamp_text: Option<Sym>,
    /// Time of the retraction itself.
    pub(super) retracted_at: Millis,
    pub(super) actor: Option<Sym>,
    pub(super) note: Option<Sym>,
    pub(super) file: Sym,
    pub(super) line: u32,
    /// The nodes it names, if both exist.
    pub(super) ends: Option<(NodeIx, NodeIx)>,
    /// Whether it matches at least one row.
    pub(super) fits: bool,
}

/// A log row that retracts an edge.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RetractionRow<'g> {
    pub from: &'g str,
    pub to: &'g str,
    pub relation: &'g str,
    /// Time of the edge, as written.
    pub ts: Option<Ts<'g>>,
    /// The nodes it names, if both exist.
    pub ends: Option<(NodeIx, NodeIx)>,
    /// Time of the retraction itself, if valid.
    pub written: Option<Millis>,
    pub actor: Option<&'g str>,
    /// Free-text reason given by the writer.
    pub note: Option<&'g str>,
    /// The log that contains it.
    pub file: &'g str,
    pub line: u32,
    /// Whether it matches at least one row.
    pub fits: bool,
}

impl Graph {
    fn ts_of(&self, retraction: &Retraction) -> Option<Ts<'_>> {
        let canonical = || (retraction.millis != NO_TIME).then(|| Ts::from(time::format(retraction.millis)));
        retraction.stamp_text.map(|text| Ts::from_stored(self.text(text))).or_else(canonical)
    }

    /// All retractions, in log order.
    pub fn retractions(&self) -> impl ExactSizeIterator<Item = RetractionRow<'_>> {
        (0..self.retractions.len()).map(|at| self.retraction(at))
    }

    /// The retraction at this position of [`Graph::retractions`].
    pub fn retraction(&self, at: usize) -> RetractionRow<'_> {
        let row = &self.retractions[at];
        RetractionRow {
            from: self.text(row.from),
            to: self.text(row.to),
            relation: self.text(row.relation),
            ts: self.ts_of(row),
            ends: row.ends,
            written: (row.retracted_at != NO_TIME).then_some(row.retracted_at),
            actor: row.actor.map(|actor| self.text(actor)),
            note: row.note.map(|note| self.text(note)),
            file: self.text(row.file),
            line: row.line,
            fits: row.fits,
        }
    }

    /// The retractions that match no row.
    pub fn unmatched_retractions(&self) -> impl Iterator<Item = RetractionRow<'_>> {
        self.retractions().filter(|row| !row.fits)
    }

    /// An edge that this row retracts.
    pub fn retracted_by(&self, row: &RetractionRow<'_>) -> Option<EdgeIx> {
        let (from, to) = row.ends?;
        let matches = |ix: &&EdgeIx| {
            let edge = self.edge(**ix);
            edge.other(from) == to && edge.relation() == row.relation && edge.ts() == row.ts
        };
        self.retracted_of(from, Direction::Out).iter().find(matches).copied()
    }
}
