//! [`Declaration`]: one item of `records:` in the settings, or a preset, checked.

use super::cell::Cell;
use super::edge::{DescribedFields, EdgeField, EdgeRows, EdgeSchema, edge_fields};
use super::files::FileGlobs;
use super::ids::{FieldName, Ids};
use super::path::{FieldPath, Stars};
use super::pattern::Pattern;
use super::preset::Preset;
use super::rows::Format;
use super::target::ShortIds;
use crate::graph::relation::Relation;
use crate::graph::{Registry, SystemId};
use crate::system::declared::relations;
use crate::system::kit::config_error::{ConfigError, Entry, Parsed, unknown};
use crate::text::{is_unsafe, quoted};
use std::collections::{BTreeMap, BTreeSet};

pub(super) const KEYS: [&str; 22] = [
    "preset",
    "system",
    "files",
    "recognised_by",
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
    "edge_schema",
    "ids",
    "missing",
    "separator",
    "relations",
];

/// Maximum length of a system's name in bytes.
const LONGEST_NAME: usize = 40;

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
    pub(super) edge_schema: Option<EdgeSchema>,
    pub(super) short_ids: Option<ShortIds>,
    /// Separates the id of a record from the name of a part of it.
    pub(super) part: Option<String>,
    /// Fields that repeat the edges of other records.
    pub(super) ignored: Vec<FieldName>,
    pub(super) missing: MissingTarget,
    /// Separates several ids in one text.
    pub(super) separator: Option<String>,
    pub(super) relations: Vec<Relation>,
    /// The declaration as JSON, to detect that it changed.
    pub(super) key: String,
}

/// What a target is that no record defines.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum MissingTarget {
    Error,
    /// Probably defined outside the workspace.
    Note,
}

/// What a declaration depends on besides its own keys.
pub(super) struct Surroundings<'a> {
    /// The names of other systems.
    pub(super) taken: BTreeSet<&'a str>,
    pub(super) presets: Vec<&'static Preset>,
    pub(super) known: &'a Registry,
    /// Relations that the user declares for all systems.
    pub(super) user: &'a [Relation],
}

/// The keys of a declaration that are not empty, with an error for a key that is missing.
pub(super) struct Given<'d, 'e> {
    pub(super) entries: BTreeMap<&'d str, Entry<'d>>,
    pub(super) missing: &'e dyn Fn(&str) -> ConfigError,
}

impl<'d> Given<'d, '_> {
    fn get(&self, key: &str) -> Option<&Entry<'d>> {
        self.entries.get(key)
    }

    fn needed(&self, key: &str, why: &str) -> Parsed<&Entry<'d>> {
        self.get(key).ok_or_else(|| (self.missing)(&format!("missing {key}; {why}")))
    }

    fn pattern(&self, key: &str) -> Parsed<Option<Pattern>> {
        self.get(key).map(Pattern::read).transpose()
    }
}

impl Declaration {
    /// Reads an item of `records:`. With a preset, its keys replace those of the preset.
    pub(super) fn read(entry: &Entry<'_>, around: &Surroundings<'_>) -> Parsed<Self> {
        if !entry.is_map() {
            return Err(entry.wrong("a map with system, files, format and id"));
        }
        let own = entry.map(&KEYS)?;
        let named = own.iter().find(|(key, entry)| *key == "preset" && !entry.is_null());
        let preset = named.map(|(_, entry)| Preset::chosen(entry, &around.presets)).transpose()?;
        let document = preset.map(Preset::document).transpose()?;
        let mut entries: BTreeMap<_, _> = BTreeMap::new();
        if let Some(document) = &document {
            entries.extend(Entry::all(document, &KEYS)?);
        }
        for (key, entry) in &own {
            entries.remove(key);
            if !entry.is_null() {
                entries.insert(key, entry.clone());
            }
        }
        let is_own = |key: &str| own.iter().any(|(own, entry)| *own == key && !entry.is_null());
        let given = Given { entries, missing: &|message| entry.error(message) };
        let mut declaration = Self::of(&given, around).map_err(|error| match preset {
            Some(preset) => preset.error_of_user(error, entry),
            None => error,
        })?;
        if preset.is_some() && !is_own("files") {
            declaration.files = declaration.files.of_preset();
        }
        if preset.is_some() && !is_own("relations") {
            declaration.forget_lines();
        }
        declaration.key = format!("{} {:?}", entry.value(), declaration.files.lines());
        Ok(declaration)
    }

    pub(super) fn of(given: &Given<'_, '_>, around: &Surroundings<'_>) -> Parsed<Self> {
        let name =
            name(given.needed("system", "the name before the colon, such as need in need:REQ_1")?, &around.taken)?;
        let system = SystemId::interned(SystemId::DECLARED_RANK, name);
        let files = given.needed("files", "globs relative to the workspace, such as [\"build/needs.json\"]")?;
        let files = FileGlobs::read(files, given.get("recognised_by"))?;
        let names = Format::ALL.map(|(name, _)| name).join(", ");
        let format = given.needed("format", &format!("valid: {names}"))?.one_of(&Format::ALL)?;
        let rows = given.get("rows").map(|entry| FieldPath::read_from_top(entry, Stars::Allowed)).transpose()?;
        let edge_schema = given.get("edge_schema").map(EdgeSchema::read).transpose()?;
        for key in ["rows", "edge_schema"] {
            if let Some(entry) = given.get(key).filter(|_| !format.is_nested()) {
                return Err(entry.error("is for json, jsonl and yaml; each row of a table, or each file, is a record"));
            }
        }
        let edge_rows = given.get("edge_rows").map(EdgeRows::read).transpose()?;
        let are_all_edges = edge_rows.as_ref().is_some_and(|rows| rows.when.is_none());
        let id = match given.get("id") {
            Some(entry) if are_all_edges => {
                return Err(entry.error("has no effect because all rows are edges; add edge_rows.when or remove id"));
            }
            None if are_all_edges => None,
            _ => {
                let why = "a path such as id, or a template such as \"{kind}:{name}\"";
                Some(Pattern::read(given.needed("id", why)?)?)
            }
        };
        if let Some(entry) = given.get("line").filter(|_| given.get("file").is_none()) {
            return Err(entry.error("needs file: it is a line of the file that a record names"));
        }
        let edges = given.get("edges").map(edge_fields).transpose()?.unwrap_or_default();
        let kind = given.pattern("kind")?;
        let ids = given.get("ids").map(Ids::read).transpose()?.unwrap_or_default();
        check_fields(&ids, &edges, edge_rows.as_ref())?;
        let short_ids = id.as_ref().map(|id| Ok(ShortIds::of(id, kind.as_ref(), ids.kinds()?))).transpose()?.flatten();
        if let Some((_, entry)) = ids.default_kinds.first()
            && !short_ids.as_ref().is_some_and(ShortIds::has_kind)
        {
            return Err(
                entry.error("needs an id template that starts with the field of kind, such as \"{kind}:{name}\"")
            );
        }
        let missing = [("error", MissingTarget::Error), ("note", MissingTarget::Note)];
        let separator = given.get("separator").map(|entry| entry.text().map(str::to_owned)).transpose()?;
        let separator = separator.or_else(|| (format == Format::Csv).then(|| SEPARATOR.to_owned()));
        let vocabulary = given.get("relations").map(|entry| relations(entry, system, around.known, around.user));
        Ok(Self {
            system,
            files,
            format,
            rows,
            id,
            lower: given.get("lower").map(Entry::truth).transpose()?.unwrap_or_default(),
            title: given.pattern("title")?,
            kind,
            status: given.pattern("status")?,
            time: given.pattern("time")?,
            actor: given.pattern("actor")?,
            file: given.pattern("file")?,
            line: given.pattern("line")?,
            edges,
            edge_rows,
            edge_schema,
            short_ids,
            part: ids.part,
            ignored: ids.ignored.into_iter().map(|(name, _)| name).collect(),
            missing: given
                .get("missing")
                .map(|entry| entry.one_of(&missing))
                .transpose()?
                .unwrap_or(MissingTarget::Error),
            separator,
            relations: vocabulary.transpose()?.unwrap_or_default(),
            key: String::new(),
        })
    }

    /// Removes the lines of relations, which are not in the settings.
    pub(super) fn forget_lines(&mut self) {
        self.relations.iter_mut().for_each(|relation| relation.declared_at = None);
    }

    /// The edge fields that a document describes, without those that the declaration names.
    pub(super) fn described_by(&self, document: &Cell<'_>) -> DescribedFields {
        let Some(schema) = &self.edge_schema else { return DescribedFields::default() };
        let is_edge = |name: &str| self.edges.iter().any(|edge| edge.field.text() == name);
        schema.described(document, |name| is_edge(name) || self.ignores(name))
    }

    /// Whether a field repeats the edges of other records.
    pub(super) fn ignores(&self, field: &str) -> bool {
        self.ignored.iter().any(|name| name.matches(field))
    }
}

/// Checks that the fields of `ids` fit the edges.
fn check_fields(ids: &Ids<'_>, edges: &[EdgeField], edge_rows: Option<&EdgeRows>) -> Parsed<()> {
    let fields = edges.iter().map(|edge| edge.field.text());
    let ends = edge_rows.into_iter().flat_map(|rows| [rows.from.text(), rows.to.text()]);
    let fields: Vec<_> = fields.chain(ends).collect();
    if let Some((field, entry)) = ids.default_kinds.iter().find(|(field, _)| !fields.contains(field)) {
        return Err(entry.error(&unknown("edge field", field, &fields)));
    }
    for (name, entry) in &ids.ignored {
        if let Some(field) = fields.iter().find(|field| name.matches(field)) {
            return Err(entry.error(&format!("{} is the field of an edge", quoted(field))));
        }
    }
    Ok(())
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
