//! [`Row`]: an edge in the user's words, as a row of the log says it.

use super::ts::Ts;
use crate::time::{self, Millis};
use serde::Serialize;
use std::borrow::Cow;

/// An edge as text: read from the log, or drafted, advised on, previewed and written to it. Fields are written in this
/// order.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Row<'t> {
    /// When it was written, verbatim.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ts: Option<Ts<'t>>,
    pub from: Cow<'t, str>,
    pub to: Cow<'t, str>,
    pub relation: Cow<'t, str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub actor: Option<Cow<'t, str>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<Cow<'t, str>>,
}

impl<'t> Row<'t> {
    /// An edge without time, actor and reason.
    pub fn new(from: impl Into<Cow<'t, str>>, relation: impl Into<Cow<'t, str>>, to: impl Into<Cow<'t, str>>) -> Self {
        let (from, to, relation) = (from.into(), to.into(), relation.into());
        Self { ts: None, from, to, relation, actor: None, reason: None }
    }

    /// The same edge, written by `actor`.
    #[must_use]
    pub fn by(self, actor: impl Into<Cow<'t, str>>) -> Self {
        Self { actor: Some(actor.into()), ..self }
    }

    #[must_use]
    pub fn because(self, reason: Option<impl Into<Cow<'t, str>>>) -> Self {
        Self { reason: reason.map(Into::into), ..self }
    }

    /// The same edge, written at `time`.
    #[must_use]
    pub fn at(self, time: Millis) -> Self {
        Self { ts: Some(time::format(time).into()), ..self }
    }

    pub fn into_owned(self) -> Row<'static> {
        let owned = |text: Cow<'_, str>| Cow::Owned(text.into_owned());
        Row {
            ts: self.ts.map(Ts::into_owned),
            from: owned(self.from),
            to: owned(self.to),
            relation: owned(self.relation),
            actor: self.actor.map(owned),
            reason: self.reason.map(owned),
        }
    }
}
