//! Rows that take an edge back.

use super::edge::NO_TIME;
use super::intern::Sym;
use super::node::NodeIx;
use super::store::Graph;
use crate::time::{self, Millis};
use std::borrow::Cow;

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
    pub(super) file: Sym,
    pub(super) line: u32,
    /// The nodes it names, if there are such.
    pub(super) ends: Option<(NodeIx, NodeIx)>,
    /// Whether there is such a row.
    pub(super) fits: bool,
}

/// A retraction that takes nothing back.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Unmatched<'g> {
    /// The id it names as the one that is left.
    pub from: &'g str,
    /// The id it names as the one that is reached.
    pub to: &'g str,
    /// The verb it names.
    pub relation: &'g str,
    /// The time it names, as written.
    pub ts: Option<Cow<'g, str>>,
    /// The log it stands in.
    pub file: &'g str,
    /// The line of that log.
    pub line: u32,
}

impl Graph {
    fn ts_of(&self, retraction: &Retraction) -> Option<Cow<'_, str>> {
        let canonical = || (retraction.millis != NO_TIME).then(|| Cow::Owned(time::format(retraction.millis)));
        retraction.stamp_text.map(|text| Cow::Borrowed(self.text(text))).or_else(canonical)
    }

    /// The retractions that fit no row.
    pub fn unmatched_retractions(&self) -> impl Iterator<Item = Unmatched<'_>> {
        self.retractions.iter().filter(|retraction| !retraction.fits).map(|retraction| Unmatched {
            from: self.text(retraction.from),
            to: self.text(retraction.to),
            relation: self.text(retraction.relation),
            ts: self.ts_of(retraction),
            file: self.text(retraction.file),
            line: retraction.line,
        })
    }
}
