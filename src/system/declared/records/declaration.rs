//! [`Declaration`]: one item of `records:` in the settings, checked.

use super::files::FileGlobs;
use super::path::{FieldPath, Stars};
use super::pattern::Pattern;
use super::rows::Format;
use super::target::ShortIds;
use crate::graph::relation::Relation;
use crate::graph::{Registry, SystemId};
use crate::system::declared::relations;
use crate::system::kit::config_error::{Entry, Parsed, unknown};
use crate::text::{is_unsafe, quoted};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};

const KEYS: [&str; 18] = [
    "system",
    "files",
    "format",
    "rows",
    "id",
    "lower",
    "title",
    "kind",
    "status",
    "time",
    "actor",
    "file",
    "line",
    "edges",
    "edge_rows",
    "ids",
    "separator",
    "relations",
];

/// Maximum length of a system's name in bytes.
const LONGEST_NAME: usize = 40;

/// Maximum number of edge fields: each is looked up in every row.
const MOST_EDGES: usize = 100;

/// Separates the ids in one cell of a table.
const SEPARATOR: &str = ";";

#[derive(Debug)]
pub(super) struct Declaration {
    pub(super) system: SystemId,
    pub(super) files: FileGlobs,
    pub(super) format: Format,
    pub(super) rows: Option<FieldPath>,
    /// `None` if every row is an edge.
    pub(super) id: Option<Pattern>,
    pub(super) lower: bool,
    pub(super) title: Option<Pattern>,
    pub(super) kind: Option<Pattern>,
    pub(super) status: Option<Pattern>,
    pub(super) time: Option<Pattern>,
    pub(super) actor: Option<Pattern>,
    /// Where a record says it is.
    pub(super) file: Option<Pattern>,
    pub(super) line: Option<Pattern>,
    pub(super) edges: Vec<EdgeField>,
    pub(super) edge_rows: Option<EdgeRows>,
    pub(super) short_ids: Option<ShortIds>,
    /// Fields that repeat the edges of other records.
    pub(super) ignored: Vec<String>,
    /// Separates several ids in one text.
    pub(super) separator: Option<String>,
    pub(super) relations: Vec<Relation>,
    /// The declaration as JSON, to detect that it changed.
    pub(super) key: String,
}

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
    /// The values by which such a row is recognised; none if all rows are edges.
    pub(super) when: Vec<(FieldPath, String)>,
    pub(super) from: FieldPath,
    pub(super) to: FieldPath,
    pub(super) verb: Verb,
    pub(super) reverse: bool,
}

impl Declaration {
    /// Reads an item. `taken` are the names of other systems.
    pub(super) fn read(entry: &Entry<'_>, taken: &BTreeSet<&str>, known: &Registry, user: &[Relation]) -> Parsed<Self> {
        if !entry.is_map() {
            return Err(entry.wrong("a map with system, files, format and id"));
        }
        let entries: BTreeMap<_, _> = entry.map(&KEYS)?.into_iter().filter(|(_, entry)| !entry.is_null()).collect();
        let given = |key: &str| entries.get(key);
        let needed = |key: &str, why: &str| given(key).ok_or_else(|| entry.error(&format!("missing {key}; {why}")));
        let pattern = |key: &str| given(key).map(Pattern::read).transpose();

        let system = name(needed("system", "the name before the colon, such as need in need:REQ_1")?, taken)?;
        let system = SystemId::interned(SystemId::DECLARED_RANK, system);
        let files =
            FileGlobs::read(needed("files", "globs relative to the workspace, such as [\"build/needs.json\"]")?)?;
        let names = Format::ALL.map(|(name, _)| name).join(", ");
        let format = needed("format", &format!("valid: {names}"))?.one_of(&Format::ALL)?;
        let rows = given("rows").map(|entry| FieldPath::read(entry, Stars::Allowed)).transpose()?;
        if let Some(entry) = given("rows").filter(|_| !format.is_nested()) {
            return Err(entry.error("is for json, jsonl and yaml; each row of a table, or each file, is a record"));
        }
        let edge_rows = given("edge_rows").map(EdgeRows::read).transpose()?;
        let are_all_edges = edge_rows.as_ref().is_some_and(|rows| rows.when.is_empty());
        let id = match given("id") {
            Some(entry) if are_all_edges => {
                return Err(entry.error("has no effect because all rows are edges; add edge_rows.when or remove id"));
            }
            None if are_all_edges => None,
            _ => Some(Pattern::read(needed("id", "a path such as id, or a template such as \"{kind}:{name}\"")?)?),
        };
        if let Some(entry) = given("line").filter(|_| given("file").is_none()) {
            return Err(entry.error("needs file: it is a line of the file that a record names"));
        }
        let edges = given("edges").map(edge_fields).transpose()?.unwrap_or_default();
        let kind = pattern("kind")?;
        let ids = given("ids").map(Ids::read).transpose()?.unwrap_or_default();
        let fields = edges.iter().map(|edge| edge.field.text());
        let ends = edge_rows.iter().flat_map(|rows| [rows.from.text(), rows.to.text()]);
        let fields: Vec<_> = fields.chain(ends).collect();
        if let Some((field, entry)) = ids.default_kinds.iter().find(|(field, _)| !fields.contains(field)) {
            return Err(entry.error(&unknown("edge field", field, &fields)));
        }
        if let Some((field, entry)) = ids.ignored.iter().find(|(field, _)| fields.contains(field)) {
            return Err(entry.error(&format!("{} is the field of an edge", quoted(field))));
        }
        let default_kinds = ids.kinds()?;
        let short_ids = id.as_ref().and_then(|id| ShortIds::of(id, kind.as_ref(), default_kinds));
        if let Some((_, entry)) = ids.default_kinds.first()
            && !short_ids.as_ref().is_some_and(ShortIds::has_kind)
        {
            return Err(
                entry.error("needs an id template that starts with the field of kind, such as \"{kind}:{name}\"")
            );
        }
        let separator = given("separator").map(|entry| entry.text().map(str::to_owned)).transpose()?;
        let separator = separator.or_else(|| (format == Format::Csv).then(|| SEPARATOR.to_owned()));
        Ok(Self {
            system,
            format,
            rows,
            id,
            lower: given("lower").map(Entry::truth).transpose()?.unwrap_or_default(),
            title: pattern("title")?,
            kind,
            status: pattern("status")?,
            time: pattern("time")?,
            actor: pattern("actor")?,
            file: pattern("file")?,
            line: pattern("line")?,
            edges,
            edge_rows,
            short_ids,
            ignored: ids.ignored.into_iter().map(|(field, _)| field.to_owned()).collect(),
            separator,
            relations: given("relations")
                .map(|entry| relations(entry, system, known, user))
                .transpose()?
                .unwrap_or_default(),
            key: format!("{} {:?}", entry.value(), files.lines()),
            files,
        })
    }
}

/// The name of a system, which must be unique and usable as the prefix of `system:id`.
fn name<'d>(entry: &Entry<'d>, taken: &BTreeSet<&str>) -> Parsed<&'d str> {
    let name = entry.text()?;
    let is_wrong = |c: char| c.is_whitespace() || is_unsafe(c) || matches!(c, ':' | '/' | ',');
    if name.contains(is_wrong) || name.len() > LONGEST_NAME {
        let message =
            format!("{} is not a name: at most {LONGEST_NAME} bytes without spaces, :, / and ,", quoted(name));
        return Err(entry.error(&message));
    }
    if taken.contains(name) || name == SystemId::USER.name() {
        return Err(entry.error(&format!("{} is the name of another system; choose another name", quoted(name))));
    }
    Ok(name)
}

fn edge_fields(entry: &Entry<'_>) -> Parsed<Vec<EdgeField>> {
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
    fn read(entry: &Entry<'_>) -> Parsed<Self> {
        let (mut from, mut to, mut when, mut reverse) = (None, None, Vec::new(), false);
        let (mut verb, mut verb_field) = (None, None);
        for (key, entry) in entry.map(&["when", "from", "to", "verb", "verb_field", "reverse"])? {
            match key {
                "when" => when = conditions(&entry)?,
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
fn conditions(entry: &Entry<'_>) -> Parsed<Vec<(FieldPath, String)>> {
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
        return Err(entry.error("must not be empty; remove it if all rows are edges"));
    }
    Ok(conditions)
}

/// The key `ids`.
#[derive(Default)]
struct Ids<'d> {
    default_kinds: Vec<(&'d str, Entry<'d>)>,
    ignored: Vec<(&'d str, Entry<'d>)>,
}

impl<'d> Ids<'d> {
    fn read(entry: &Entry<'d>) -> Parsed<Self> {
        let mut ids = Self::default();
        for (key, entry) in entry.map(&["default_kind", "ignore"])?.into_iter().filter(|(_, entry)| !entry.is_null()) {
            match key {
                "default_kind" => ids.default_kinds = entry.entries()?,
                _ => {
                    ids.ignored = entry.list()?.into_iter().map(|one| Ok((one.text()?, one))).collect::<Parsed<_>>()?;
                }
            }
        }
        Ok(ids)
    }

    fn kinds(&self) -> Parsed<BTreeMap<String, String>> {
        let kind = |(field, entry): &(&str, Entry<'_>)| Ok(((*field).to_owned(), entry.text()?.to_owned()));
        self.default_kinds.iter().map(kind).collect()
    }
}
