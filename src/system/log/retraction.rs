//! A row of the log that retracts edges.
//!
//! `{"ts","actor","retracts":{"from","to","relation","ts"}}`: it has no `from`, `to` and `relation` of its own, so
//! readers that do not support retractions skip it. It retracts every row with exactly that `from`, `to`, `relation`
//! and `ts`, before or after it in the log: merges reorder lines.

use super::row::owned;
use crate::graph::{Row, Ts};
use serde::Serialize;
use std::borrow::Cow;

/// A retraction. Fields are written in this order.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Retraction<'t> {
    /// When it was written, verbatim.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ts: Option<Cow<'t, str>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub actor: Option<Cow<'t, str>>,
    pub retracts: Retracts<'t>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<Cow<'t, str>>,
}

/// Identifies the retracted rows: those with exactly these values.
///
/// `ts` comes last: readers recognise a complete row after a torn one by a leading `ts`, and must not confuse this
/// object for one.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct Retracts<'t> {
    pub from: Cow<'t, str>,
    pub to: Cow<'t, str>,
    pub relation: Cow<'t, str>,
    /// Their time, verbatim and of any type; `None` for rows without one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ts: Option<Ts<'t>>,
}

impl<'t> Retracts<'t> {
    /// Identifies this row and those equal to it.
    pub fn of(row: &Row<'t>) -> Self {
        Self { from: row.from.clone(), to: row.to.clone(), relation: row.relation.clone(), ts: row.ts.clone() }
    }

    pub fn into_owned(self) -> Retracts<'static> {
        Retracts {
            from: owned(self.from),
            to: owned(self.to),
            relation: owned(self.relation),
            ts: self.ts.map(Ts::into_owned),
        }
    }
}

impl Retraction<'_> {
    pub fn into_owned(self) -> Retraction<'static> {
        Retraction {
            ts: self.ts.map(owned),
            actor: self.actor.map(owned),
            retracts: self.retracts.into_owned(),
            reason: self.reason.map(owned),
        }
    }
}
