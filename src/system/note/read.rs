//! Reads one note into a batch, without resolving its links.
//!
//! Which note a link names depends on all notes. So files are read independently of each other into *raw* batches,
//! which are cached and stored in snapshots; [`resolve`](super::resolve) makes the final batches of them. In a raw
//! batch, the target of an edge is the text of the link, and the actor says how it is to be understood ([`Raw`]).

use super::body::{self, BodyLink, NamedBy, Verb};
use super::links::{self, Form};
use super::preset::{Ids, Names, Preset};
use super::properties::{Properties, Property, is_list_of_links, verb};
use super::vault::Vault;
use super::{EMBEDS, SYSTEM, blank, rules};
use crate::finding::{Finding, Rule, Subject};
use crate::graph::{Batch, EdgeRecord, NodeRecord, Sym};
use crate::system::kit::frontmatter::Document;
use crate::system::kit::length::{LONGEST_TITLE, LONGEST_WORD, cut};
use crate::text::grouped;
use crate::time::{self, Millis};
use std::borrow::Cow;

/// Maximum number of links read from one note; a file with more is not prose.
const MOST_LINKS: usize = 100_000;

/// How the target of an edge in a raw batch is to be understood.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Raw {
    /// A name of a note, as in a wiki link.
    Name,
    /// A path relative to the file, as in a Markdown link.
    Path,
    /// A name that is ignored unless there is such a note.
    Tag,
    /// An id, or a number.
    Id,
    /// An id or a path that is ignored unless there is such a note.
    IdIfKnown,
    /// A path from the folder of the notes, or a URL.
    PathOrUrl,
    /// Not a link: another name of the note itself.
    Alias,
    /// Not a link: a name of the note itself that is looked up after all aliases.
    Title,
}

/// Every variant with its name in a raw batch.
const RAW: [(Raw, &str); 8] = [
    (Raw::Name, "name"),
    (Raw::Path, "path"),
    (Raw::Tag, "tag"),
    (Raw::Id, "id"),
    (Raw::IdIfKnown, "id-if-known"),
    (Raw::PathOrUrl, "path-or-url"),
    (Raw::Alias, "alias"),
    (Raw::Title, "title"),
];

impl Raw {
    fn name(self) -> &'static str {
        RAW.iter().find(|(raw, _)| *raw == self).map_or("", |(_, name)| name)
    }

    pub(super) fn named(name: &str) -> Option<Self> {
        RAW.iter().find(|(_, other)| *other == name).map(|(raw, _)| *raw)
    }
}

/// Reads the text of a note. `shown` is its path as displayed, below the folder of the vault.
pub(super) fn read(vault: &Vault, shown: &str, text: &str, batch: &mut Batch) {
    let below = shown.strip_prefix(&*vault.prefix).unwrap_or(shown);
    let path = below.strip_suffix(".md").unwrap_or(below);
    let document = Document::split(text);
    let mut properties = Properties::of(text, &document);
    let body = Body::of(&document);
    if vault.preset.ids == Ids::Page {
        properties.list.extend(body.page_properties());
    }
    let Some(id) = id(vault.preset, path, &properties) else {
        if !is_readme(path) {
            let message = "The file has no property \"id\", so it is not a record".to_owned();
            let finding = Finding::new(&rules::ID_MISSING, SYSTEM.name(), message).in_file(shown).at_line(1);
            batch.finding(finding.naming(Subject::file(shown)));
        }
        return;
    };
    let (id, file) = (batch.word(&id), batch.word(shown));
    let mut note = Reading { preset: vault.preset, shown, id, file, links: 0, batch };
    note.node(path, &properties, &body);
    note.names(&properties);
    for property in &properties.list {
        note.property(property);
    }
    note.body(&body);
    if note.links > MOST_LINKS {
        let (total, most) = (grouped(note.links), grouped(MOST_LINKS));
        let message = format!("The note has {total} links; only the first {most} are read");
        note.finding(&rules::LINKS_TOO_MANY, 1, message);
    }
    for (line, message) in properties.broken {
        note.finding(&rules::FRONTMATTER, line, message);
    }
}

fn is_readme(path: &str) -> bool {
    path.rsplit('/').next().is_some_and(|name| name.eq_ignore_ascii_case("readme"))
}

/// The id of a note; `None` if it has none.
fn id<'p>(preset: &Preset, path: &'p str, properties: &'p Properties) -> Option<Cow<'p, str>> {
    let id = match preset.ids {
        Ids::Path => path.into(),
        Ids::Property => properties.text("id")?.into(),
        Ids::Page => page_name(path),
    };
    (!id.is_empty() && id.len() <= LONGEST_WORD).then_some(id)
}

/// The name of a page: `a___b` and `a%2Fb` are `a/b`.
fn page_name(path: &str) -> Cow<'_, str> {
    let name = ["pages/", "journals/"].iter().find_map(|folder| path.strip_prefix(folder)).unwrap_or(path);
    let decoded = links::percent_decoded(name);
    if decoded.contains("___") { decoded.replace("___", "/").into() } else { decoded }
}

/// The body of a note.
struct Body<'t> {
    text: &'t str,
    /// The text with code and comments blanked.
    blanked: Cow<'t, str>,
    first_line: u32,
}

impl<'t> Body<'t> {
    fn of(document: &Document<'t>) -> Self {
        let text = document.body();
        Self { text, blanked: blank::blanked(text), first_line: document.body_line() }
    }

    /// The lines with their numbers.
    fn lines(&self) -> impl Iterator<Item = (u32, &str)> {
        (self.first_line..).zip(self.blanked.lines())
    }

    /// The text of the first heading of the first level.
    fn heading(&self) -> Option<String> {
        let at = self.blanked.lines().position(|line| line.starts_with("# "))?;
        let heading = self.text.lines().nth(at)?.trim_start_matches("# ").trim_end_matches(['#', ' ', '\r']).trim();
        (!heading.is_empty()).then(|| without_brackets(heading))
    }

    /// The properties `key:: value` at the top of a page.
    fn page_properties(&self) -> Vec<Property> {
        let entry = |(line, text): (u32, &str)| {
            let (key, start) = body::line_field(text)?;
            let value = text[start..].trim();
            // Links are read with the body.
            let text = if value.contains("[[") { String::new() } else { value.to_owned() };
            Some(Property { path: key.to_owned(), text, line })
        };
        let lines = self.lines().skip_while(|(_, text)| text.trim().is_empty());
        lines.map_while(entry).collect()
    }
}

/// A heading without the brackets of its links.
fn without_brackets(heading: &str) -> String {
    let mut text = heading.to_owned();
    for link in links::links(heading, links::Bar::TargetFirst).iter().rev().filter(|link| link.form == Form::Name) {
        let inside = heading[link.range.clone()].trim_start_matches('!');
        let inside = inside.trim_start_matches('[').trim_end_matches(']');
        let shown = inside.rsplit('|').next().unwrap_or(inside);
        text.replace_range(link.range.clone(), shown);
    }
    text
}

/// The other names of a note, each with its kind and line.
fn own_names<'p>(preset: &Preset, properties: &'p Properties) -> Vec<(Raw, &'p str, u32)> {
    let mut names = Vec::new();
    for property in &properties.list {
        let (text, line) = (&*property.text, property.line);
        if property.is("aliases") || property.is("alias") {
            // In a page, aliases are separated by commas.
            match preset.ids {
                Ids::Page => names.extend(text.split(',').map(|name| (Raw::Alias, name.trim(), line))),
                _ => names.push((Raw::Alias, text.trim(), line)),
            }
        }
        let is_title = property.is("title") || property.is("permalink");
        if is_title && (preset.matches_titles || preset.ids != Ids::Path) {
            names.push((Raw::Title, text.trim(), line));
        }
    }
    names.retain(|(_, name, _)| !name.is_empty());
    names
}

struct Reading<'a> {
    preset: &'a Preset,
    shown: &'a str,
    id: Sym,
    file: Sym,
    /// Number of links found.
    links: usize,
    batch: &'a mut Batch,
}

/// Properties with the time at which a note was made.
const CREATED: [&str; 4] = ["date", "created", "created_at", "created_date"];

impl Reading<'_> {
    fn node(&mut self, path: &str, properties: &Properties, body: &Body<'_>) {
        let name = || path.rsplit('/').next().unwrap_or(path);
        let heading = || body.heading().map(Cow::Owned);
        let title =
            properties.text("title").map(Cow::Borrowed).or_else(heading).unwrap_or_else(|| match self.preset.ids {
                Ids::Page => self.batch.text(self.id).to_owned().into(),
                _ => name().into(),
            });
        let own_kind = ["type", "kind"].iter().find_map(|key| properties.text(key));
        if own_kind.is_none() && self.preset.needs_type {
            let message = "The note has no \"type\", which this format requires".to_owned();
            self.finding(&rules::TYPE_MISSING, 1, message);
        }
        let kind = own_kind.unwrap_or_else(|| kind_of(self.preset, path));
        let created = CREATED.iter().find_map(|key| time_of(properties.text(key)?));
        let status = properties.text("status").map(|status| self.batch.word(&cut(status, LONGEST_TITLE)));
        let kind = self.batch.word(&cut(kind, LONGEST_TITLE));
        let title = self.batch.word(&cut(&title, LONGEST_TITLE));
        let names = own_names(self.preset, properties);
        let alias = self.typed_names(name(), names.iter().map(|(_, name, _)| *name));
        self.batch.node(NodeRecord { status, created, alias, ..NodeRecord::new(self.id, kind, title, self.file, 1) });
    }

    /// The names by which a user may type the note, one on each line: its path in any case, its file name and its other
    /// names.
    fn typed_names<'n>(&mut self, file_name: &'n str, names: impl Iterator<Item = &'n str>) -> Option<Sym> {
        let id = self.batch.text(self.id);
        let mut lines = if id.chars().any(char::is_uppercase) { id.to_owned() } else { String::new() };
        for name in std::iter::once(file_name).chain(names) {
            if name != id && name.len() <= LONGEST_TITLE && !name.contains('\n') {
                lines += if lines.is_empty() { "" } else { "\n" };
                lines += name;
            }
        }
        (!lines.is_empty()).then(|| self.batch.word(&lines))
    }

    /// Adds the other names of the note.
    fn names(&mut self, properties: &Properties) {
        for (raw, name, line) in own_names(self.preset, properties) {
            self.edge(raw, name, "", line, false, None);
        }
    }

    /// Adds the links of a property.
    fn property(&mut self, property: &Property) {
        if let Some(reference) = self.preset.references.iter().find(|reference| property.is(reference.property)) {
            let raw = match reference.names {
                Names::Id => Raw::Id,
                Names::IdIfKnown => Raw::IdIfKnown,
                Names::PathOrUrl => Raw::PathOrUrl,
            };
            self.links += 1;
            return self.edge(raw, property.text.trim(), reference.verb, property.line, false, None);
        }
        if !property.text.contains('[') {
            return;
        }
        let name = property.path.split(['.', '[']).next().unwrap_or_default();
        let Some(own) = verb(name) else { return };
        let is_typed = property.path == name && is_list_of_links(&property.text, self.preset.bar);
        for link in links::links(&property.text, self.preset.bar) {
            let raw = if link.form == Form::Name { Raw::Name } else { Raw::Path };
            let (verb, implicit) = match (is_typed, link.is_embed) {
                (true, _) => (&*own, false),
                (false, true) => (EMBEDS, false),
                (false, false) => (self.preset.untyped, true),
            };
            self.links += 1;
            self.edge(raw, &link.target, verb, property.line, implicit, link.part);
        }
    }

    fn body(&mut self, body: &Body<'_>) {
        for (number, line) in body.lines() {
            for BodyLink { named_by, target, verb, note } in body::links_of(line, self.preset) {
                let raw = match named_by {
                    NamedBy::Name => Raw::Name,
                    NamedBy::Path => Raw::Path,
                    NamedBy::Tag => Raw::Tag,
                };
                let (verb, implicit) = match &verb {
                    Verb::Written(verb) => (&**verb, false),
                    Verb::Embeds => (EMBEDS, false),
                    Verb::Untyped => (self.preset.untyped, true),
                };
                self.links += 1;
                self.edge(raw, &target, verb, number, implicit, note);
            }
        }
    }

    fn edge(&mut self, raw: Raw, target: &str, verb: &str, line: u32, implicit: bool, note: Option<&str>) {
        if target.is_empty() || target.len() > LONGEST_WORD || verb.len() > LONGEST_WORD || self.links > MOST_LINKS {
            return;
        }
        let batch = &mut *self.batch;
        let (to, relation) = (batch.word(target), batch.word(verb));
        let actor = Some(batch.word(raw.name()));
        let note = note.map(|note| batch.word(&cut(note, LONGEST_TITLE)));
        batch.edge(EdgeRecord { actor, implicit, note, ..EdgeRecord::new(self.id, to, relation, self.file, line) });
    }

    fn finding(&mut self, rule: &'static Rule, line: u32, message: String) {
        let finding = Finding::new(rule, SYSTEM.name(), message).about(self.batch.text(self.id));
        self.batch.finding(finding.in_file(self.shown).at_line(line));
    }
}

/// The kind of notes in a folder.
fn kind_of(preset: &Preset, path: &str) -> &'static str {
    let is_in = |folder: &str| path.strip_prefix(folder).is_some_and(|rest| rest.starts_with('/'));
    let fitting = preset.kinds.iter().filter(|(folder, _)| is_in(folder));
    fitting.max_by_key(|(folder, _)| folder.len()).map_or("note", |(_, kind)| kind)
}

/// A time, also without seconds: `2026-01-02 10:30`.
fn time_of(text: &str) -> Option<Millis> {
    time::parse(text).or_else(|| time::parse(&format!("{text}:00")))
}
