//! Rows that take an edge back.

use super::intern::Sym;
use super::store::Graph;
use crate::time::Millis;

/// What a row of the log takes back: the rows with these ends, this relation and this time.
#[derive(Debug, Clone)]
pub(super) struct Retraction {
    pub(super) from: Sym,
    pub(super) to: Sym,
    pub(super) relation: Sym,
    pub(super) millis: Millis,
    pub(super) stamp_text: Option<Sym>,
    pub(super) file: Sym,
    pub(super) line: u32,
    /// Whether there is such a row.
    pub(super) fits: bool,
}

/// A retraction that takes nothing back.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Unmatched<'g> {
    /// The id it names as the one that is left.
    pub from: &'g str,
    /// The id it names as the one that is reached.
    pub to: &'g str,
    /// The verb it names.
    pub relation: &'g str,
    /// The log it stands in.
    pub file: &'g str,
    /// The line of that log.
    pub line: u32,
}

impl Graph {
    /// The retractions that fit no row.
    pub fn unmatched_retractions(&self) -> impl Iterator<Item = Unmatched<'_>> {
        self.retractions.iter().filter(|retraction| !retraction.fits).map(|retraction| Unmatched {
            from: self.text(retraction.from),
            to: self.text(retraction.to),
            relation: self.text(retraction.relation),
            file: self.text(retraction.file),
            line: retraction.line,
        })
    }
}
