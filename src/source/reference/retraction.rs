//! A row of the log that takes edges back.
//!
//! `{"ts","actor","retracts":{"from","to","relation","ts"}}`: without a `from`, `to` and `relation` of its own it is no edge,
//! so readers that do not know it skip it. It takes back every row with exactly that `from`, `to`, `relation` and `ts`,
//! wherever it stands: merges reorder the lines of a log.

use super::row::{Row, owned};
use crate::graph::Ts;
use serde::Serialize;
use std::borrow::Cow;

/// Says that edges are taken back. Fields keep this order when written.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Retraction<'t> {
    /// When it was written, as its writer put it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ts: Option<Cow<'t, str>>,
    /// Who wrote it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub actor: Option<Cow<'t, str>>,
    /// The edges that are taken back.
    pub retracts: Retracts<'t>,
    /// Why, in the writer's words.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<Cow<'t, str>>,
}

/// Which rows a retraction takes back: those that say exactly this.
///
/// `ts` comes last: readers recognise a whole row behind a torn one by its `ts` at the start, and must not take this for one.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct Retracts<'t> {
    /// The id they leave.
    pub from: Cow<'t, str>,
    /// The id they reach.
    pub to: Cow<'t, str>,
    /// The verb.
    pub relation: Cow<'t, str>,
    /// Their time as written, of whatever type it is; rows without one if absent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ts: Option<Ts<'t>>,
}

impl<'t> Retracts<'t> {
    /// What takes back this row, and those that equal it.
    pub fn of(row: &Row<'t>) -> Self {
        Self { from: row.from.clone(), to: row.to.clone(), relation: row.relation.clone(), ts: row.ts.clone() }
    }

    /// The same without the line it was read from.
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
    /// The same without the line it was read from.
    pub fn into_owned(self) -> Retraction<'static> {
        Retraction {
            ts: self.ts.map(owned),
            actor: self.actor.map(owned),
            retracts: self.retracts.into_owned(),
            reason: self.reason.map(owned),
        }
    }
}
