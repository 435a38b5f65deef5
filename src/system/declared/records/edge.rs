//! Edges of a declaration: fields with targets, rows that are edges, and fields that a document describes as edges.

use super::cell::Cell;
use super::path::{FieldPath, Stars, Step};
use super::row::Row;
use crate::system::kit::config_error::{Entry, Parsed};
use crate::system::kit::length::LONGEST_WORD;
use serde_json::Value;

/// Maximum number of edge fields: each is looked up in every row.
const MOST_EDGES: usize = 100;

/// A field with the targets of edges.
#[derive(Debug)]
pub(super) struct EdgeField {
    pub(super) field: FieldPath,
    pub(super) verb: Verb,
    /// Whether the edges lead from the other record to this one.
    pub(super) reverse: bool,
    /// Where the id is in an entry that is an object.
    pub(super) target: Option<FieldPath>,
}

/// Where the verb of an edge is from.
#[derive(Debug)]
pub(super) struct Verb {
    pub(super) field: Option<FieldPath>,
    /// The verb, or the one if the field is absent.
    pub(super) fixed: Option<String>,
}

/// Rows that are edges.
#[derive(Debug)]
pub(super) struct EdgeRows {
    /// How such a row is recognised; `None` if all rows are edges.
    pub(super) when: Option<Conditions>,
    pub(super) from: FieldPath,
    pub(super) to: FieldPath,
    pub(super) verb: Verb,
    pub(super) reverse: bool,
}

pub(super) fn edge_fields(entry: &Entry<'_>) -> Parsed<Vec<EdgeField>> {
    let entries = entry.list()?;
    if entries.len() > MOST_EDGES {
        return Err(entry.error(&format!("has more than {MOST_EDGES} items")));
    }
    entries.iter().map(EdgeField::read).collect()
}

impl EdgeField {
    fn read(entry: &Entry<'_>) -> Parsed<Self> {
        let (mut field, mut target, mut reverse) = (None, None, false);
        let (mut verb, mut verb_field) = (None, None);
        for (key, entry) in entry.map(&["field", "verb", "reverse", "target", "verb_field"])? {
            match key {
                "field" => field = Some(FieldPath::read(&entry, Stars::Allowed)?),
                "verb" => verb = Some(entry.text()?.to_owned()),
                "reverse" => reverse = entry.truth()?,
                "target" => target = Some(FieldPath::read(&entry, Stars::Refused)?),
                _ => verb_field = Some((FieldPath::read(&entry, Stars::Refused)?, entry)),
            }
        }
        let field = field.ok_or_else(|| entry.error("missing field; the field with the targets"))?;
        if let Some((_, entry)) = verb_field.as_ref().filter(|_| target.is_none()) {
            return Err(entry.error("needs target: the verb is a field of an entry that is an object"));
        }
        let verb = Verb::of(verb_field.map(|(path, _)| path), verb, entry)?;
        Ok(Self { field, verb, reverse, target })
    }

    /// A field whose name is the verb.
    fn named(name: &str) -> Self {
        let verb = Verb { field: None, fixed: Some(name.to_owned()) };
        Self { field: FieldPath::of_key(name), verb, reverse: false, target: None }
    }
}

impl Verb {
    fn of(field: Option<FieldPath>, fixed: Option<String>, entry: &Entry<'_>) -> Parsed<Self> {
        if field.is_none() && fixed.is_none() {
            return Err(entry.error("missing verb; write verb, or verb_field for a field that contains it"));
        }
        Ok(Self { field, fixed })
    }
}

impl EdgeRows {
    pub(super) fn read(entry: &Entry<'_>) -> Parsed<Self> {
        let (mut from, mut to, mut when, mut reverse) = (None, None, None, false);
        let (mut verb, mut verb_field) = (None, None);
        for (key, entry) in entry.map(&["when", "from", "to", "verb", "verb_field", "reverse"])? {
            match key {
                "when" => when = Some(Conditions::read(&entry)?),
                "from" => from = Some(FieldPath::read(&entry, Stars::Refused)?),
                "to" => to = Some(FieldPath::read(&entry, Stars::Refused)?),
                "verb" => verb = Some(entry.text()?.to_owned()),
                "reverse" => reverse = entry.truth()?,
                _ => verb_field = Some(FieldPath::read(&entry, Stars::Refused)?),
            }
        }
        let missing = |key: &str| entry.error(&format!("missing {key}; the field with one end of the edge"));
        Ok(Self {
            when,
            from: from.ok_or_else(|| missing("from"))?,
            to: to.ok_or_else(|| missing("to"))?,
            verb: Verb::of(verb_field, verb, entry)?,
            reverse,
        })
    }
}

/// Fields and the values they must have.
#[derive(Debug)]
pub(super) struct Conditions(Vec<(FieldPath, String)>);

impl Conditions {
    fn read(entry: &Entry<'_>) -> Parsed<Self> {
        let condition = |(field, entry): (&str, Entry<'_>)| {
            let value = match entry.value() {
                Value::String(text) => text.clone(),
                other @ (Value::Number(_) | Value::Bool(_)) => other.to_string(),
                _ => return Err(entry.wrong("a text, a number, true or false")),
            };
            Ok((FieldPath::parse(&entry, field, Stars::Refused)?, value))
        };
        let conditions: Vec<_> = entry.entries()?.into_iter().map(condition).collect::<Parsed<_>>()?;
        if conditions.is_empty() {
            return Err(entry.error("must not be empty; remove it if there is no condition"));
        }
        Ok(Self(conditions))
    }

    /// Whether all fields, which `get` returns, have their values.
    fn hold<'c>(&self, get: impl Fn(&FieldPath) -> Option<Cell<'c>>) -> bool {
        let holds = |(path, value): &(FieldPath, String)| {
            get(path).and_then(|cell| cell.scalar()).is_some_and(|text| text.trim() == value)
        };
        self.0.iter().all(holds)
    }
}

impl EdgeRows {
    /// Whether a row is an edge.
    pub(super) fn fit(&self, row: &Row<'_>) -> bool {
        self.when.as_ref().is_none_or(|conditions| conditions.hold(|path| row.get(path)))
    }
}

/// A part of a document that describes its fields, some of them as edges.
#[derive(Debug)]
pub(super) struct EdgeSchema {
    /// The path of a map of descriptions by the names of fields.
    fields: FieldPath,
    when: Conditions,
    ignore: Option<Conditions>,
}

/// The fields that a document describes.
#[derive(Debug, Default)]
pub(super) struct DescribedFields {
    pub(super) edges: Vec<EdgeField>,
    /// Fields that repeat the edges of other records.
    pub(super) ignored: Vec<String>,
    /// Whether there were too many.
    pub(super) is_cut: bool,
}

impl EdgeSchema {
    pub(super) fn read(entry: &Entry<'_>) -> Parsed<Self> {
        let (mut fields, mut when, mut ignore) = (None, None, None);
        for (key, entry) in entry.map(&["fields", "when", "ignore"])? {
            match key {
                "fields" => fields = Some(FieldPath::read_from_top(&entry, Stars::Refused)?),
                "when" => when = Some(Conditions::read(&entry)?),
                _ => ignore = Some(Conditions::read(&entry)?),
            }
        }
        let missing = |key: &str, why: &str| entry.error(&format!("missing {key}; {why}"));
        Ok(Self {
            fields: fields.ok_or_else(|| missing("fields", "the path of the descriptions of fields"))?,
            when: when.ok_or_else(|| missing("when", "how the description of an edge is recognised"))?,
            ignore,
        })
    }

    /// The fields that a document describes, without those that are `known` otherwise. The verb of an edge is the name
    /// of its field.
    pub(super) fn described(&self, document: &Cell<'_>, known: impl Fn(&str) -> bool) -> DescribedFields {
        let mut described = DescribedFields::default();
        let Some(steps) = self.fields.steps_in(document) else { return described };
        let mut describe = |name: &str, cell: Cell<'_>| {
            let holds = |conditions: &Conditions| conditions.hold(|path| cell.at(path));
            let is_edge = holds(&self.when);
            let is_verb = !name.trim().is_empty() && name.len() <= LONGEST_WORD;
            if !is_verb || known(name) || !is_edge && !self.ignore.as_ref().is_some_and(holds) {
                return;
            }
            if described.edges.len() + described.ignored.len() >= MOST_EDGES {
                described.is_cut = true;
            } else if is_edge {
                described.edges.push(EdgeField::named(name));
            } else {
                described.ignored.push(name.to_owned());
            }
        };
        let every: Vec<_> = steps.iter().cloned().chain([Step::Every]).collect();
        document.walk(&every, &mut |key, cell| {
            if let Some(name) = key {
                describe(name, cell);
            }
        });
        described
    }
}
