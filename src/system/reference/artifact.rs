//! Reads one artifact: a node, its `mentions` and its wiki links.

use super::{Kind, Kinds, ReadLocation, SYSTEM, rules};
use crate::finding::{Finding, Rule, Subject};
use crate::graph::{Batch, EdgeRecord, NodeRecord, Stamp, Sym};
use crate::system::kit::file::{self, FileReader, FileText, Opening};
use crate::system::kit::frontmatter::Document;
use crate::system::kit::stamp::FileStamp;
use crate::system::kit::wikilink;
use crate::system::kit::yaml::{Field, Fields, Unread};
use crate::text::{grouped, quoted};
use crate::time::{self, Millis};
use std::borrow::Cow;
use std::path::Path;

/// Maximum number of links read from one artifact; a file with more is not prose.
const MOST_LINKS: usize = 100_000;

const MENTIONS: &str = "mentions";

/// Reads an artifact into the batch. An unreadable file is still a node, whose id is the file name. Returns the file's
/// stamp from before the read.
pub(super) fn read(
    ground: &ReadLocation<'_>,
    path: &Path,
    opening: Opening,
    kinds: &Kinds,
    batch: &mut Batch,
    reader: &mut FileReader,
) -> Option<FileStamp> {
    let place = ground.shown(path);
    let is_whole_workspace = ground.folder == *ground.root;
    let below = if is_whole_workspace { (&*place).into() } else { Cow::from(file::relative(&ground.folder, path)) };
    let id = path.file_stem().unwrap_or_default().to_string_lossy();
    let folder = folder_of(&below);
    let kind = kinds.of(folder, &id);
    let mut artifact = Artifact { id: &id, place: &place, folder, kind, file: batch.word_apart(&place), batch };
    if kinds.are_defined() && kind.is_none() {
        let message = format!("Unknown kind: none has the folder {} or a prefix of this id", quoted(folder));
        artifact.finding(&rules::KIND_UNKNOWN, message, None);
    }
    if path.to_str().is_none() {
        let message = "The file name is not UTF-8; invalid characters are shown as \u{fffd}".to_owned();
        artifact.finding(&rules::FILE_NOT_UTF8, message, None);
    }
    match file::read_into(path, opening, reader) {
        Ok((read, stamp)) => {
            artifact.add(&read);
            Some(stamp)
        }
        Err(error) => {
            let message = format!("The artifact could not be read: {}", file::reason(&error));
            artifact.finding(&rules::FILE_UNREADABLE, message, None);
            artifact.node(&Fields::Plain(Vec::new()));
            None
        }
    }
}

/// Parses a text as the artifact at this path, in a workspace without kinds.
pub(super) fn parse(path: &str, text: &str, batch: &mut Batch) {
    let id = Path::new(path).file_stem().unwrap_or_default().to_string_lossy().into_owned();
    let file = batch.word(path);
    let mut artifact = Artifact { id: &id, place: path, folder: folder_of(path), kind: None, file, batch };
    artifact.add(&FileText { text: text.into(), modified: 0, broken_line: None });
}

/// The folder below `artifacts/` that determines the kind; `artifacts` itself for a file directly in it.
fn folder_of(place: &str) -> &str {
    let mut parts = place.split('/');
    let top = parts.next().unwrap_or_default();
    match (parts.next(), parts.next()) {
        (Some(folder), Some(_)) => folder,
        _ => top,
    }
}

struct Artifact<'a> {
    id: &'a str,
    place: &'a str,
    folder: &'a str,
    kind: Option<&'a Kind>,
    file: Sym,
    batch: &'a mut Batch,
}

impl Artifact<'_> {
    fn add(&mut self, read: &FileText<'_>) {
        if let Some(line) = read.broken_line {
            let message = "The file is not UTF-8; invalid characters are shown as \u{fffd}".to_owned();
            self.finding(&rules::FILE_NOT_UTF8, message, Some(line));
        }
        let document = Document::split(&read.text);
        if document.is_unclosed() {
            let message = "The frontmatter starts with --- but no second --- closes it".to_owned();
            self.finding(&rules::FRONTMATTER_UNCLOSED, message, Some(1));
        }
        let fields = match document.fields_in_place() {
            Ok((fields, unread)) => {
                self.node(&fields);
                self.unread(&document, &unread);
                self.check(&document, &fields, &unread);
                fields
            }
            Err(error) => {
                let message = format!("The frontmatter is not YAML: {}", error.message);
                self.finding(&rules::FRONTMATTER_INVALID, message, error.line);
                let none = Fields::Plain(Vec::new());
                self.node(&none);
                none
            }
        };
        self.mentions(&document, &fields, read.modified);
        self.links(&document, read.modified);
    }

    fn node(&mut self, fields: &Fields<'_>) {
        let kind = self.kind.map_or(self.folder, |kind| &kind.name);
        let title = ["title", "name"].into_iter().find_map(|name| scalar(fields.get(name)?));
        let node = NodeRecord {
            id: self.batch.word(self.id),
            kind: self.batch.word(kind),
            title: match title {
                Some(title) => self.batch.word_apart(&title),
                None => self.batch.word(self.id),
            },
            status: fields.get("status").and_then(scalar).map(|text| self.batch.word(&text)),
            domain: fields.get("domain").and_then(scalar).map(|text| self.batch.word(&text)),
            layer: None,
            code: None,
            created: fields.get("createdAt").and_then(scalar).and_then(|text| time::parse(&text)),
            alias: None,
            origin: None,
            file: self.file,
            line: 1,
        };
        self.batch.node(node);
    }

    /// Reports values that cannot be read.
    fn unread(&mut self, document: &Document<'_>, unread: &[Unread]) {
        for Unread { field, is_part } in unread {
            let what = if *is_part { "A value in" } else { "The value of" };
            let message = format!("{what} {} contains a control character and is not read", quoted(field));
            let line = document.field_line_number(field);
            self.field_finding(&rules::FRONTMATTER_CONTROL, message, field, line);
        }
    }

    fn check(&mut self, document: &Document<'_>, fields: &Fields<'_>, unread: &[Unread]) {
        let mut breaches = self.kind.map(|kind| kind.breaches(fields)).unwrap_or_default();
        // Fields that cannot be read are reported already.
        breaches.retain(|breach| !unread.iter().any(|one| one.field == breach.field));
        let reported = breaches.iter().any(|breach| breach.field == MENTIONS);
        for breach in breaches {
            let line = document.field_line_number(&breach.field);
            self.field_finding(&rules::FRONTMATTER_FIELD, breach.message, &breach.field, line);
        }
        let is_list = |field: Field<'_>| field.items().is_some_and(|items| items.iter().all(Option::is_some));
        let fits = fields.get(MENTIONS).is_none_or(is_list);
        if !fits && !reported {
            let message = "\"mentions\" is not a list of ids, such as [one-id, another-id]".to_owned();
            self.field_finding(&rules::FRONTMATTER_FIELD, message, MENTIONS, document.field_line_number(MENTIONS));
        }
    }

    fn mentions(&mut self, document: &Document<'_>, fields: &Fields<'_>, modified: Millis) {
        let items = fields.get(MENTIONS).and_then(Field::items).unwrap_or_default();
        let targets: Vec<&str> = items.into_iter().flatten().filter(|id| !id.is_empty()).collect();
        if targets.is_empty() {
            return;
        }
        let lines = document.item_lines(MENTIONS, &targets);
        let mention = self.mention("frontmatter", modified);
        for (target, line) in targets.into_iter().zip(lines) {
            let to = self.batch.word(target);
            self.batch.edge(EdgeRecord { to, line, ..mention });
        }
    }

    fn links(&mut self, document: &Document<'_>, modified: Millis) {
        let (links, total) = wikilink::links(document.body(), MOST_LINKS);
        if links.is_empty() {
            return;
        }
        let first = document.body_line();
        if total > MOST_LINKS {
            let (total, most) = (grouped(total), grouped(MOST_LINKS));
            let message = format!("The body has {total} links; only the first {most} are read");
            self.finding(&rules::LINKS_TOO_MANY, message, Some(first));
        }
        let mention = self.mention("body", modified);
        for link in links {
            let (to, line) = (self.batch.word(link.target), first + link.line);
            self.batch.edge(EdgeRecord { to, line, ..mention });
        }
    }

    /// A template for the edges of this artifact, whose target the caller replaces.
    fn mention(&mut self, actor: &str, modified: Millis) -> EdgeRecord {
        let (id, relation, actor) = (self.batch.word(self.id), self.batch.word(MENTIONS), self.batch.word(actor));
        let edge = EdgeRecord::new(id, id, relation, self.file, 1);
        EdgeRecord { actor: Some(actor), stamp: Stamp::at(modified), implicit: true, ..edge }
    }

    fn finding(&mut self, rule: &'static Rule, message: String, line: Option<u32>) {
        let finding = Finding::new(rule, SYSTEM.name(), message).about(self.id).in_file(self.place);
        self.batch.finding(Finding { line, ..finding }.naming(Subject::file(self.place).at_line(line)));
    }

    fn field_finding(&mut self, rule: &'static Rule, message: String, field: &str, line: u32) {
        let finding = Finding::new(rule, SYSTEM.name(), message).about(self.id).in_file(self.place).at_line(line);
        self.batch.finding(finding.naming(Subject::field(field).at_line(line)));
    }
}

/// A scalar as text; `None` if it is empty.
fn scalar(value: Field<'_>) -> Option<Cow<'_, str>> {
    value.scalar().filter(|text| !text.trim().is_empty())
}
