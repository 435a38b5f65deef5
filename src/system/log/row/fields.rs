//! Parses one JSON object of the log as a row.
//!
//! In nearly every row all fields are strings, which are borrowed from it. Anything else takes a slower path that
//! accepts whatever JSON allows: values of other types, duplicate keys (the last one counts), numbers out of range.

use super::{Entry, Incomplete, Row, RowError, describe};
use crate::graph::Ts;
use crate::system::log::retraction::{Retraction, Retracts};
use serde::de::{IgnoredAny, MapAccess, Visitor};
use serde::{Deserialize, Deserializer};
use serde_json::value::RawValue;
use std::borrow::Cow;
use std::fmt;

/// The edge or retraction in an object.
pub(super) fn entry(object: &str) -> Result<Entry<'_>, RowError> {
    match usual(object) {
        Some(fields) => fields.into_entry(),
        None => {
            RawFields::read(object).map_err(|error| RowError::Malformed(describe(&error)))?.into_fields()?.into_entry()
        }
    }
}

/// The fields of an object in which all of them are strings.
pub(super) fn usual(object: &str) -> Option<Fields<'_>> {
    serde_json::from_str(object).ok()
}

/// A string, borrowed from the row if it has no escapes.
#[derive(Deserialize)]
struct Text<'t>(#[serde(borrow)] Cow<'t, str>);

#[derive(Deserialize)]
pub(super) struct Fields<'t> {
    #[serde(borrow, default, deserialize_with = "text_only")]
    ts: Option<Ts<'t>>,
    #[serde(borrow, default)]
    from: Option<Text<'t>>,
    #[serde(borrow, default)]
    to: Option<Text<'t>>,
    #[serde(borrow, default)]
    relation: Option<Text<'t>>,
    #[serde(borrow, default)]
    actor: Option<Text<'t>>,
    #[serde(borrow, default)]
    reason: Option<Text<'t>>,
    /// Parsed only if the rest is not an edge, so that it costs a normal row nothing.
    #[serde(borrow, default)]
    retracts: Option<&'t RawValue>,
}

/// A `ts` of any other type, including `null`, is left to the slower path.
fn text_only<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Ts<'de>>, D::Error> {
    Text::deserialize(deserializer).map(|text| Some(Ts::Text(text.0)))
}

impl<'t> Fields<'t> {
    pub(super) fn into_entry(self) -> Result<Entry<'t>, RowError> {
        let [from, to, relation] = [self.from, self.to, self.relation].map(filled);
        let [actor, reason] = [self.actor, self.reason].map(|field| field.map(|text| text.0));
        let ts = self.ts;
        match (from, to, relation) {
            (Some(from), Some(to), Some(relation)) => Ok(Entry::Edge(Row { ts, from, to, relation, actor, reason })),
            (from, to, relation) => {
                let Some(retracts) = self.retracts.filter(|raw| raw.get() != "null") else {
                    return Err(lacking("missing", [&from, &to, &relation]));
                };
                let retracts = retracts_of(retracts)?;
                // The time of a retraction need not be unique, so only a string is kept.
                let ts = ts.and_then(|ts| match ts {
                    Ts::Text(text) => Some(text),
                    Ts::Json(_) => None,
                });
                Ok(Entry::Retraction(Retraction { ts, actor, retracts, reason }))
            }
        }
    }
}

/// Parses the value of `retracts`.
fn retracts_of(raw: &RawValue) -> Result<Retracts<'_>, RowError> {
    let no_object = |_| Incomplete::of("retracts is not an object", &["retracts"]);
    let fields = RawFields::read(raw.get()).map_err(no_object)?.into_fields().map_err(|error| match error {
        RowError::Incomplete(Incomplete { reason, fields }) => {
            RowError::Incomplete(Incomplete { reason: format!("in retracts, {reason}"), fields })
        }
        malformed @ RowError::Malformed(_) => malformed,
    })?;
    match [fields.from, fields.to, fields.relation].map(filled) {
        [Some(from), Some(to), Some(relation)] => Ok(Retracts { from, to, relation, ts: fields.ts }),
        [from, to, relation] => Err(lacking("retracts is missing", [&from, &to, &relation])),
    }
}

fn filled(field: Option<Text<'_>>) -> Option<Cow<'_, str>> {
    field.map(|text| text.0).filter(|text| !text.is_empty())
}

fn lacking(what: &str, [from, to, relation]: [&Option<Cow<'_, str>>; 3]) -> RowError {
    let fields = [("from", from), ("to", to), ("relation", relation)];
    let absent: Vec<_> = fields.into_iter().filter(|(_, text)| text.is_none()).map(|(name, _)| name).collect();
    Incomplete::of(&format!("{what} {}", absent.join(", ")), &absent)
}

/// The same fields, with values of any type.
#[derive(Default)]
struct RawFields<'t> {
    ts: Option<&'t RawValue>,
    from: Option<&'t RawValue>,
    to: Option<&'t RawValue>,
    relation: Option<&'t RawValue>,
    actor: Option<&'t RawValue>,
    reason: Option<&'t RawValue>,
    retracts: Option<&'t RawValue>,
}

impl<'t> RawFields<'t> {
    fn read(object: &'t str) -> serde_json::Result<Self> {
        serde_json::from_str(object)
    }

    /// The fields as strings. `from`, `to` and `relation` must be strings; invalid values in the other fields do not
    /// invalidate the edge.
    fn into_fields(self) -> Result<Fields<'t>, RowError> {
        let required = |name: &'static str, raw: Option<&'t RawValue>| match raw {
            Some(raw) if raw.get() != "null" => {
                let not_text = || Incomplete::of(&format!("\"{name}\" is not a string"), &[name]);
                text(raw).ok_or_else(not_text).map(Some)
            }
            _ => Ok(None),
        };
        let ts = self.ts.map(|raw| match text(raw) {
            Some(text) => Ts::Text(text.0),
            None => Ts::Json(raw.get().into()),
        });
        Ok(Fields {
            ts,
            from: required("from", self.from)?,
            to: required("to", self.to)?,
            relation: required("relation", self.relation)?,
            actor: self.actor.and_then(text),
            reason: self.reason.and_then(text),
            retracts: self.retracts,
        })
    }
}

fn text(raw: &RawValue) -> Option<Text<'_>> {
    serde_json::from_str(raw.get()).ok()
}

impl<'de> Deserialize<'de> for RawFields<'de> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_map(RawFieldsVisitor)
    }
}

struct RawFieldsVisitor;

impl<'de> Visitor<'de> for RawFieldsVisitor {
    type Value = RawFields<'de>;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut entries: A) -> Result<RawFields<'de>, A::Error> {
        let mut fields = RawFields::default();
        while let Some(Text(name)) = entries.next_key()? {
            let field = match &*name {
                "ts" => &mut fields.ts,
                "from" => &mut fields.from,
                "to" => &mut fields.to,
                "relation" => &mut fields.relation,
                "actor" => &mut fields.actor,
                "reason" => &mut fields.reason,
                "retracts" => &mut fields.retracts,
                _ => {
                    entries.next_value::<IgnoredAny>()?;
                    continue;
                }
            };
            *field = Some(entries.next_value()?);
        }
        Ok(fields)
    }
}
