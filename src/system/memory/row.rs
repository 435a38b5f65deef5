//! The rows of a memory: entities and relations. Forks write `_type` for `type`, and observations as objects with a
//! time.

use crate::system::kit::json::{Fields, Json, JsonError};
use crate::time::{self, Millis};
use serde_json::Value;
use std::borrow::Cow;

pub(super) const OBSERVATIONS: &str = "observations";

/// Fields that the node itself shows.
pub(super) const IS_IN_NODE: [&str; 3] = ["type", "_type", "name"];

/// The kind of an entity without one.
const UNTYPED: &str = "entity";

/// A row as its fields describe it.
pub(super) enum Row<'a> {
    Entity(Entity<'a>),
    Relation(Relation<'a>),
    /// An entity or a relation that lacks this field, or in which it is not a text.
    Incomplete(&'static str),
    /// Neither an entity nor a relation.
    Other,
}

pub(super) struct Entity<'a> {
    pub(super) name: Cow<'a, str>,
    pub(super) kind: Cow<'a, str>,
    pub(super) fields: Fields<'a>,
}

pub(super) struct Relation<'a> {
    pub(super) from: Cow<'a, str>,
    pub(super) to: Cow<'a, str>,
    pub(super) verb: Cow<'a, str>,
}

/// The rows of a text that are not blank, with their lines.
pub(super) fn rows(text: &str) -> impl Iterator<Item = (u32, Result<Row<'_>, JsonError>)> {
    let lines = (1..).zip(text.split('\n')).filter(|(_, line)| !line.trim().is_empty());
    lines.map(|(number, line)| (number, row_of(line)))
}

/// A row, or the reason why it is not JSON.
pub(super) fn row_of(line: &str) -> Result<Row<'_>, JsonError> {
    let Some(fields) = Json::parse(line)?.fields() else { return Ok(Row::Other) };
    let kind = fields.given("type").or_else(|| fields.given("_type")).and_then(Json::text);
    let text = |name: &'static str| fields.given(name).and_then(Json::filled_text).ok_or(name);
    let row = match kind.as_deref() {
        Some("entity") => text("name").map(|name| {
            let kind = text("entityType").unwrap_or(Cow::Borrowed(UNTYPED));
            (Some((name, kind)), None)
        }),
        Some("relation") => relation(text).map(|relation| (None, Some(relation))),
        _ => return Ok(Row::Other),
    };
    Ok(match row {
        Ok((Some((name, kind)), _)) => Row::Entity(Entity { name, kind, fields }),
        Ok((None, Some(relation))) => Row::Relation(relation),
        Ok((None, None)) => Row::Other,
        Err(field) => Row::Incomplete(field),
    })
}

fn relation<'a>(
    text: impl Fn(&'static str) -> Result<Cow<'a, str>, &'static str>,
) -> Result<Relation<'a>, &'static str> {
    Ok(Relation { from: text("from")?, to: text("to")?, verb: text("relationType")? })
}

impl<'a> Entity<'a> {
    /// The observations; `None` if the field is not a list.
    fn observations(&self) -> Option<Vec<Json<'a>>> {
        self.fields.given(OBSERVATIONS).map_or_else(|| Some(Vec::new()), Json::items)
    }

    /// Whether the observations are neither absent nor a list.
    pub(super) fn is_faulty(&self) -> bool {
        self.observations().is_none()
    }

    /// The observations as values.
    pub(super) fn values(&self) -> Vec<Value> {
        self.observations().unwrap_or_default().into_iter().filter_map(Json::value).collect()
    }

    /// The time of the latest observation.
    pub(super) fn latest(&self) -> Option<Millis> {
        let time = |one: Json<'_>| time::parse(&one.fields()?.given("timestamp")?.text()?);
        self.observations().unwrap_or_default().into_iter().filter_map(time).max()
    }
}
