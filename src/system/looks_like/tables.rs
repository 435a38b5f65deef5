//! A bounded breadth-first search for files that contain references: CSV, JSON, JSONL, YAML, and Markdown with
//! frontmatter.

use super::names;
use crate::system::kit::file;
use crate::text;
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

/// Maximum number of entries of folders that are looked at.
const MOST_ENTRIES: usize = 2_000;

/// Number of levels below the folder, including its own entries.
const LEVELS: usize = 3;

/// Maximum number of bytes read from a file.
const MOST_BYTES: u64 = 64 << 10;

/// Maximum number of files of one format that are read.
const MOST_FILES: usize = 50;

/// Folders with the files of other programs.
const SKIPPED: [&str; 4] = ["node_modules", "target", "vendor", "venv"];

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Format {
    Csv,
    Json,
    Jsonl,
    Yaml,
    Markdown,
}

impl Format {
    fn of(path: &Path) -> Option<Self> {
        let extension = path.extension()?.to_str()?.to_ascii_lowercase();
        Some(match &*extension {
            "csv" | "tsv" => Self::Csv,
            "json" => Self::Json,
            "jsonl" | "ndjson" => Self::Jsonl,
            "yaml" | "yml" => Self::Yaml,
            "md" => Self::Markdown,
            _ => return None,
        })
    }

    /// Its files, counted.
    pub(super) fn counted(self, number: usize) -> String {
        match self {
            Self::Csv => text::count(number, "CSV file"),
            Self::Json => text::count(number, "JSON file"),
            Self::Jsonl => text::count(number, "JSONL file"),
            Self::Yaml => text::count(number, "YAML file"),
            Self::Markdown => format!("{} with frontmatter", text::count(number, "Markdown file")),
        }
    }

    fn has_references(self, start: &str) -> bool {
        match self {
            Self::Csv => names::in_header(start),
            Self::Json | Self::Jsonl => names::in_json(start),
            Self::Yaml => names::in_yaml(start),
            Self::Markdown => names::in_frontmatter(start),
        }
    }
}

/// The files with references, by format, and relative to the folder.
#[derive(Debug, Default)]
pub(super) struct Found {
    pub(super) tables: Tables,
    /// Whether a limit ended the search.
    pub(super) is_partial: bool,
}

/// Paths relative to the folder, by format.
pub(super) type Tables = BTreeMap<Format, Vec<String>>;

pub(super) fn find(folder: &Path) -> Found {
    let (files, mut is_partial) = files_below(folder);
    let mut tables = Tables::new();
    let mut read: BTreeMap<Format, usize> = BTreeMap::new();
    for path in files {
        let Some(format) = Format::of(&path) else { continue };
        let read = read.entry(format).or_default();
        if *read == MOST_FILES {
            is_partial = true;
            continue;
        }
        *read += 1;
        if file::start(&path, MOST_BYTES).is_some_and(|start| format.has_references(&start)) {
            let shown = path.strip_prefix(folder).unwrap_or(&path).to_string_lossy().into_owned();
            tables.entry(format).or_default().push(shown);
        }
    }
    Found { tables, is_partial }
}

/// The files of a folder, level by level in the order of their names, and whether there are too many to list. Hidden
/// entries and symbolic links are left out.
fn files_below(folder: &Path) -> (Vec<PathBuf>, bool) {
    let (mut files, mut level, mut left) = (Vec::new(), vec![folder.to_owned()], MOST_ENTRIES);
    let mut is_partial = false;
    for _ in 0..LEVELS {
        let mut below = Vec::new();
        for folder in level {
            let entries = fs::read_dir(folder).into_iter().flatten().filter_map(Result::ok);
            // One more, to notice that there is one.
            let mut entries: Vec<_> = entries.take(left + 1).collect();
            is_partial |= entries.len() > left;
            entries.truncate(left);
            left -= entries.len();
            entries.sort_by_key(fs::DirEntry::file_name);
            for entry in entries {
                let name = entry.file_name();
                let name = name.to_string_lossy();
                match entry.file_type() {
                    _ if name.starts_with('.') => {}
                    Ok(kind) if kind.is_file() => files.push(entry.path()),
                    Ok(kind) if kind.is_dir() && !SKIPPED.contains(&&*name) => below.push(entry.path()),
                    _ => {}
                }
            }
        }
        level = below;
    }
    (files, is_partial)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::system::kit::fixture::folder;

    const EDGES: &str = "from,to\na,b\n";

    #[test]
    fn the_search_is_limited_in_depth() {
        let found = find(folder(&[("a/b/edges.csv", EDGES), ("a/b/c/deep.csv", EDGES)]).path());
        assert_eq!(found.tables, BTreeMap::from([(Format::Csv, vec!["a/b/edges.csv".to_owned()])]));
        assert!(!found.is_partial);
    }

    #[test]
    fn the_search_is_limited_in_entries_and_files() {
        let top = folder(&[("a.csv", EDGES)]);
        fs::create_dir(top.path().join("b")).unwrap();
        for number in 0..MOST_ENTRIES {
            fs::write(top.path().join(format!("b/{number}.csv")), "").unwrap();
        }
        let found = find(top.path());
        assert_eq!((found.tables[&Format::Csv].len(), found.is_partial), (1, true));

        let top = folder(&[("x", "")]);
        for number in 0..=MOST_FILES {
            fs::write(top.path().join(format!("{number}.csv")), EDGES).unwrap();
        }
        let found = find(top.path());
        assert_eq!((found.tables[&Format::Csv].len(), found.is_partial), (MOST_FILES, true));
    }

    #[test]
    fn only_the_start_of_a_file_is_read() {
        let rows = |first: usize| format!("[{}{{\"id\": 1, \"parent\": 2}}]", "{\"n\": 1}, ".repeat(first));
        let (near, far) = (rows(10), rows(10_000));
        let found = find(folder(&[("near.json", &near), ("far.json", &far)]).path());
        assert_eq!(found.tables[&Format::Json], ["near.json"]);
    }
}
