//! Rows that take an edge back.

use super::adjacency::Direction;
use super::edge::{EdgeIx, NO_TIME};
use super::intern::Sym;
use super::node::NodeIx;
use super::store::Graph;
use super::ts::Ts;
use crate::time::{self, Millis};

/// What a row of the log takes back: the rows with these ends, this relation and this time.
#[derive(Debug, Clone)]
pub(super) struct Retraction {
    pub(super) from: Sym,
    pub(super) to: Sym,
    pub(super) relation: Sym,
    pub(super) millis: Millis,
    pub(super) stamp_text: Option<Sym>,
    /// When the row itself was written.
    pub(super) taken_back: Millis,
    pub(super) actor: Option<Sym>,
    pub(super) note: Option<Sym>,
    pub(super) file: Sym,
    pub(super) line: u32,
    /// The nodes it names, if there are such.
    pub(super) ends: Option<(NodeIx, NodeIx)>,
    /// Whether there is such a row.
    pub(super) fits: bool,
}

/// A row of the log that takes an edge back.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RetractionRow<'g> {
    /// The id it names as the one that is left.
    pub from: &'g str,
    /// The id it names as the one that is reached.
    pub to: &'g str,
    /// The verb it names.
    pub relation: &'g str,
    /// The time it names, as written.
    pub ts: Option<Ts<'g>>,
    /// The nodes it names, if there are such.
    pub ends: Option<(NodeIx, NodeIx)>,
    /// When it was written itself, if it says so with a time.
    pub written: Option<Millis>,
    /// Who wrote it.
    pub actor: Option<&'g str>,
    /// Why, in the writer's words.
    pub note: Option<&'g str>,
    /// The log it stands in.
    pub file: &'g str,
    /// The line of that log.
    pub line: u32,
    /// Whether there is an edge that it takes back.
    pub fits: bool,
}

impl Graph {
    fn ts_of(&self, retraction: &Retraction) -> Option<Ts<'_>> {
        let canonical = || (retraction.millis != NO_TIME).then(|| Ts::from(time::format(retraction.millis)));
        retraction.stamp_text.map(|text| Ts::from_stored(self.text(text))).or_else(canonical)
    }

    /// All rows that take an edge back, as the log has them.
    pub fn retractions(&self) -> impl ExactSizeIterator<Item = RetractionRow<'_>> {
        (0..self.retractions.len()).map(|at| self.retraction(at))
    }

    /// The row with this number among those that take an edge back.
    pub fn retraction(&self, at: usize) -> RetractionRow<'_> {
        let row = &self.retractions[at];
        RetractionRow {
            from: self.text(row.from),
            to: self.text(row.to),
            relation: self.text(row.relation),
            ts: self.ts_of(row),
            ends: row.ends,
            written: (row.taken_back != NO_TIME).then_some(row.taken_back),
            actor: row.actor.map(|actor| self.text(actor)),
            note: row.note.map(|note| self.text(note)),
            file: self.text(row.file),
            line: row.line,
            fits: row.fits,
        }
    }

    /// The retractions that fit no row.
    pub fn unmatched_retractions(&self) -> impl Iterator<Item = RetractionRow<'_>> {
        self.retractions().filter(|row| !row.fits)
    }

    /// An edge that such a row takes back.
    pub fn retracted_by(&self, row: &RetractionRow<'_>) -> Option<EdgeIx> {
        let (from, to) = row.ends?;
        let says_it = |ix: &&EdgeIx| {
            let edge = self.edge(**ix);
            edge.other(from) == to && edge.relation() == row.relation && edge.ts() == row.ts
        };
        self.retracted_of(from, Direction::Out).iter().find(says_it).copied()
    }
}
