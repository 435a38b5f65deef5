//! A row of the log that takes edges back.
//!
//! `{"ts","actor","retracts":{"from","to","relation","ts"}}`: without a `from`, `to` and `relation` of its own it is no edge,
//! so readers that do not know it skip it. It takes back every row with exactly that `from`, `to`, `relation` and `ts`,
//! wherever it stands: merges reorder the lines of a log.

use super::row::{Problem, Row, lacking, optional_text, text_field};
use serde::Serialize;
use serde_json::Value;
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
    /// Their time as written; rows without one if absent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ts: Option<Cow<'t, str>>,
}

impl<'t> Retracts<'t> {
    /// What takes back this row, and those that equal it.
    pub fn of(row: &Row<'t>) -> Self {
        Self { from: row.from.clone(), to: row.to.clone(), relation: row.relation.clone(), ts: row.ts.clone() }
    }

    /// What stands below `retracts` in a row.
    pub(super) fn parse(value: Value) -> Result<Retracts<'static>, Problem> {
        let Value::Object(mut fields) = value else {
            return Err(Problem::Incomplete("its retracts is not an object".to_owned()));
        };
        let mut required = |name| match text_field(&mut fields, name) {
            Ok(text) => Ok(text.filter(|text| !text.is_empty())),
            Err(Problem::Incomplete(reason)) => Err(Problem::Incomplete(format!("in its retracts {reason}"))),
            Err(malformed) => Err(malformed),
        };
        let (from, to, relation) = (required("from")?, required("to")?, required("relation")?);
        let ts = optional_text(&mut fields, "ts");
        match (from, to, relation) {
            (Some(from), Some(to), Some(relation)) => Ok(Retracts { from, to, relation, ts }),
            (from, to, relation) => {
                let lacking = lacking(from.as_deref(), to.as_deref(), relation.as_deref());
                Err(Problem::Incomplete(format!("its retracts lacks {lacking}")))
            }
        }
    }
}
