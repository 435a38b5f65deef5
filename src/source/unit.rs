//! Semantic units: claims, questions and challenges that refer to each other.
//!
//! A `.json` file holds one unit or a list of them, a `.jsonl` file one a line. Files are read in parallel. Whatever an
//! object breaks is a finding; it becomes a node all the same as long as it has an id.

mod document;
mod field;
mod reference;
mod rules;
#[cfg(test)]
mod tests;

use self::document::Document;
use super::file::Desk;
use super::json::{Json, JsonError, JsonFile, Lines};
use super::length::cut;
use super::named::Finder;
use super::read_request::FoundFiles;
use super::shelf::Reading;
use super::walk::without_repeats;
use super::{Files, Progress, ReadRequest, assumed_by, file};
use crate::graph::{Batch, System};
use crate::text::quoted;
use serde_json::{Map, Value};
use std::borrow::Cow;
use std::collections::{HashMap, HashSet};
use std::io;
use std::path::{Path, PathBuf};

const SYSTEM: System = System::Unit;

/// The folder of a workspace in which units are looked for.
pub const FOLDER: &str = "units";

/// How many files one batch holds: enough to make merging cheap, few enough to share the work evenly.
const FILES_A_BATCH: usize = 256;

/// An id, a verb or a name with more characters than this is refused, so that a hostile file is not copied around.
const LONGEST_UNIT_WORD: usize = 1000;

/// How much of a text a message repeats.
const LONGEST_QUOTE: usize = 80;

/// Whether a folder holds units where nothing else is kept: many projects have a folder called `units`.
pub fn is_in(folder: &Path) -> bool {
    let names = file::names_in(&folder.join(FOLDER)).unwrap_or_default();
    names.iter().any(|name| is_unit_file(Path::new(name)))
}

/// Reads the units of a workspace: those below its `units/`, and those in the further files and folders.
pub fn load(root: &Path, further: &[PathBuf], progress: &Progress) -> Vec<Batch> {
    let mut files = Files::none(SYSTEM);
    look(&mut files, &ReadRequest::once(root, further, progress));
    files.into_batches().collect()
}

/// The files of a first look.
pub fn first_look(look_at: &ReadRequest<'_>) -> Files {
    let mut files = Files::none(SYSTEM);
    look(&mut files, look_at);
    files
}

/// Looks again. Whether anything changed.
pub fn refresh(files: &mut Files, look_at: &ReadRequest<'_>) -> bool {
    (files.has_links() || look_at.concerns(&[FOLDER])) && look(files, look_at)
}

fn look(files: &mut Files, look: &ReadRequest<'_>) -> bool {
    let mut looking = Batch::new(SYSTEM, 0);
    let found = find(look, &mut looking);
    let read = |path: &Path, batch: &mut Batch, _: &mut Desk| {
        let stamp = look.stamp(path);
        if let Some(file) = JsonFile::read(look.root, path, SYSTEM, &rules::FILES, batch) {
            read(&file.shown, &file.text, batch);
        }
        stamp
    };
    let reading = Reading {
        system: SYSTEM,
        first_part: 1,
        files_a_batch: FILES_A_BATCH,
        read: &read,
        stays: look.stays,
        progress: look.progress,
    };
    files.take(found, looking, look, &reading)
}

/// Reads a text as the file of that name would be read.
pub fn parse(name: &str, text: &str) -> Batch {
    let mut batch = Batch::new(SYSTEM, 0);
    read(name, text, &mut batch);
    batch
}

/// The fields of a unit in their order, read again because they are about to be shown. Its references are edges and left
/// out; a unit that is no longer in the file has none.
pub fn fields(root: &Path, file: &str, id: &str) -> io::Result<Map<String, Value>> {
    let text = file::read(&root.join(file))?.text;
    let mut found = None;
    each_value(file, file::without_mark(&text), |value| {
        if let Some(fields) = value.ok().filter(|_| found.is_none()).and_then(Json::fields)
            && fields.get("id").and_then(Json::text).is_some_and(|text| text == id)
        {
            found = Some(fields);
        }
    });
    let Some(unit) = found else { return Ok(Map::new()) };
    let shown = unit.iter().filter(|(name, _)| *name != "references");
    Ok(shown.filter_map(|(name, value)| Some((name.to_owned(), value.value()?))).collect())
}

/// What the units of a file assume, by their ids, read again because it is about to be shown. Only those that are asked for,
/// and the first of those that share an id.
pub(super) fn assumptions(root: &Path, file: &str, ids: &HashSet<&str>) -> io::Result<HashMap<String, Vec<String>>> {
    let text = file::read(&root.join(file))?.text;
    let mut found = HashMap::new();
    each_value(file, file::without_mark(&text), |value| {
        let Some(fields) = value.ok().and_then(Json::fields) else { return };
        let Some(id) = fields.get("id").and_then(Json::text).filter(|id| ids.contains(&**id)) else { return };
        let assumed = fields.get("assumptions").and_then(Json::value);
        found.entry(id.into_owned()).or_insert_with(|| assumed.as_ref().map(assumed_by).unwrap_or_default());
    });
    Ok(found)
}

/// Whether an id is one that units have: a UUID of version 7, in lower case.
pub fn is_unit_id(id: &str) -> bool {
    let fits = |(at, byte): (usize, u8)| match at {
        8 | 13 | 18 | 23 => byte == b'-',
        14 => byte == b'7',
        19 => matches!(byte, b'8' | b'9' | b'a' | b'b'),
        _ => matches!(byte, b'0'..=b'9' | b'a'..=b'f'),
    };
    id.len() == 36 && id.bytes().enumerate().all(fits)
}

/// Whether a file can hold units. A causal graph says so in its name, wherever it lies.
fn is_unit_file(path: &Path) -> bool {
    !super::causal::is_causal(path) && (file::has_extension(path, "json") || file::has_extension(path, "jsonl"))
}

/// The files to read, each once, by place and path.
fn find(look: &ReadRequest<'_>, batch: &mut Batch) -> FoundFiles {
    let mut finder = Finder {
        root: look.root,
        system: SYSTEM,
        rules: &rules::FILES,
        wanted: is_unit_file,
        hidden: &[],
        names_count: false,
        boundary: &look.boundary,
        progress: look.progress,
        batch,
        has_links: false,
    };
    let mut files = finder.below(&look.root.join(FOLDER));
    for path in &look.further {
        files.extend(finder.named(path));
    }
    FoundFiles { has_links: finder.has_links, files: without_repeats(files) }
}

/// Reads a file's text into the batch.
fn read(name: &str, text: &str, batch: &mut Batch) {
    let text = file::without_mark(text);
    let part = if holds_lines(name) { "line" } else { "file" };
    let mut document = Document::new(name, Lines::new(text), batch);
    each_value(name, text, |value| match value {
        Ok(json) => document.add(json),
        Err(error) => {
            let message = format!("the {part} is not JSON: {}", error.message);
            document.finding(&rules::FILES.not_json, error.line.max(1), message);
        }
    });
}

/// Looks at what stands where units should stand, one after the other.
fn each_value<'a>(name: &str, text: &'a str, mut look: impl FnMut(Result<Json<'a>, JsonError>)) {
    if holds_lines(name) {
        let lines = (1..).zip(text.split('\n')).filter(|(_, line)| !line.trim().is_empty());
        for (number, line) in lines {
            look(Json::parse(line).map_err(|error| JsonError { line: number, ..error }));
        }
        return;
    }
    match Json::parse(text) {
        Ok(json) => {
            if !json.each_item(|item| look(Ok(item))) {
                look(Ok(json));
            }
        }
        Err(error) => look(Err(error)),
    }
}

fn holds_lines(name: &str) -> bool {
    Path::new(name).extension().is_some_and(|extension| extension == "jsonl")
}

/// The text of a value that is one and is not empty. White space counts as content.
fn non_empty(json: Json<'_>) -> Option<Cow<'_, str>> {
    json.text().filter(|text| !text.is_empty())
}

fn is_too_long(word: &str) -> bool {
    word.chars().nth(LONGEST_UNIT_WORD).is_some()
}

/// What a file says, short enough for a sentence and in quotes.
fn named(text: &str) -> String {
    quoted(&cut(text, LONGEST_QUOTE))
}
