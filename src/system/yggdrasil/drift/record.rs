//! [`Record`]: the file hashes of the last synchronisation, in the three layouts that versions of the public tool use.
//!
//! 0.1 to 2.0 keep one file `.drift-state`, first YAML and from 1.1 on JSON: node path to `{hash, files, mtimes}`. From
//! 2.1 on `.drift-state` is a folder with one JSON file for each node, nested like the model. Reading migrates nothing.

use crate::system::{Boundary, file, yaml};
use serde_json::{Map, Value};
use std::collections::HashMap;
use std::fmt::Write as _;
use std::io;
use std::path::{Path, PathBuf};

/// The file or folder below `.yggdrasil` that contains the records.
pub const STATE_FOLDER: &str = ".drift-state";

/// The record of one node.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Record {
    /// The canonical hash over all files.
    pub hash: String,
    /// Path and hash of each file, in the order of the record.
    pub files: Vec<(String, String)>,
    /// Path and modification time of each file in milliseconds.
    pub mtimes: Vec<(String, f64)>,
}

impl Record {
    fn from_json(value: &Value) -> Option<Self> {
        let fields = value.as_object()?;
        let map = |name: &str| fields.get(name).and_then(Value::as_object).into_iter().flatten();
        let files = map("files").filter_map(|(path, hash)| Some((path.clone(), hash.as_str()?.to_owned())));
        let mtimes = map("mtimes").filter_map(|(path, time)| Some((path.clone(), time.as_f64()?)));
        let hash = fields.get("hash").and_then(Value::as_str).unwrap_or_default().to_owned();
        Some(Self { hash, files: files.collect(), mtimes: mtimes.collect() })
    }

    /// The file of a record as the tool writes it: `JSON.stringify` with two spaces, and a newline at the end.
    pub fn to_json(&self) -> String {
        let mut text = format!("{{\n  \"hash\": {},\n  \"files\": ", quoted(&self.hash));
        object(&mut text, self.files.iter().map(|(path, hash)| (path, quoted(hash))));
        text.push_str(",\n  \"mtimes\": ");
        object(&mut text, self.mtimes.iter().map(|(path, time)| (path, number(*time))));
        text.push_str("\n}\n");
        text
    }
}

fn object<'p>(text: &mut String, entries: impl Iterator<Item = (&'p String, String)>) {
    let mut entries: Vec<_> = entries.collect();
    // JavaScript enumerates keys that are array indices first and in ascending order.
    entries.sort_by_key(|(path, _)| array_index(path).map_or((1, 0), |index| (0, index)));
    if entries.is_empty() {
        text.push_str("{}");
        return;
    }
    for (at, (path, value)) in entries.into_iter().enumerate() {
        let start = if at == 0 { '{' } else { ',' };
        // Writing to a string cannot fail.
        let _ = write!(text, "{start}\n    {}: {value}", quoted(path));
    }
    text.push_str("\n  }");
}

fn array_index(key: &str) -> Option<u32> {
    let index: u32 = key.parse().ok()?;
    (index < u32::MAX && index.to_string() == key).then_some(index)
}

fn quoted(text: &str) -> String {
    Value::from(text).to_string()
}

/// A number as JavaScript prints it: without a fraction if it has none.
fn number(value: f64) -> String {
    if value.fract() == 0.0 { format!("{value:.0}") } else { value.to_string() }
}

/// The records of a model.
#[derive(Debug)]
pub(super) enum Records {
    /// It was never synchronised.
    None,
    /// One file for all nodes.
    File(HashMap<String, Record>),
    /// A folder with a file for each node.
    Folder(PathBuf),
    /// A single file that is not a map of nodes.
    Damaged(PathBuf),
}

impl Records {
    /// The records of the model in `folder`. One that leads outside the boundary, or that is neither a file nor a
    /// folder, counts as none.
    pub(super) fn of(folder: &Path, boundary: &Boundary) -> Self {
        let path = folder.join(STATE_FOLDER);
        if boundary.target_outside(&path).is_some() {
            return Self::None;
        }
        if path.is_dir() {
            return Self::Folder(path);
        }
        let text = match file::read_text(&path) {
            Ok(text) => text,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Self::None,
            Err(_) => return Self::Damaged(path),
        };
        match serde_json::from_str(&text).ok().or_else(|| yaml::parse_fully(&text).ok()) {
            Some(Value::Object(entries)) => Self::File(entries.into_iter().filter_map(with_hash).collect()),
            Some(Value::Null) => Self::File(HashMap::new()),
            _ => Self::Damaged(path),
        }
    }

    pub(super) fn are_there(&self) -> bool {
        !matches!(self, Self::None)
    }

    /// The record of a node. A file that is not JSON, or that is a link out of the boundary, counts as none.
    pub(super) fn record(&self, node: &str, boundary: &Boundary) -> Result<Option<Record>, (PathBuf, io::Error)> {
        match self {
            Self::None | Self::Damaged(_) => Ok(None),
            Self::File(records) => Ok(records.get(node).cloned()),
            Self::Folder(folder) => {
                let path = file_of(folder, node);
                if boundary.target_outside(&path).is_some() {
                    return Ok(None);
                }
                match file::read_bytes(&path) {
                    Ok(bytes) => Ok(serde_json::from_slice(&bytes).ok().and_then(|value| Record::from_json(&value))),
                    Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
                    Err(error) => Err((path, error)),
                }
            }
        }
    }
}

/// The file of a node's record in the folder of records.
pub(super) fn file_of(folder: &Path, node: &str) -> PathBuf {
    folder.join(format!("{node}.json"))
}

/// Skips entries that are only a hash: they are from old versions, and later versions ignore them.
fn with_hash((node, value): (String, Value)) -> Option<(String, Record)> {
    let has_hash = value.as_object().is_some_and(|fields: &Map<_, _>| fields.contains_key("hash"));
    has_hash.then(|| Record::from_json(&value)).flatten().map(|record| (node, record))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::system::kit::fixture::folder;

    fn record(path: &str) -> Record {
        Record { hash: "aa".into(), files: vec![(path.into(), "bb".into())], mtimes: Vec::new() }
    }

    #[test]
    fn record_is_written_like_json_stringify() {
        let files = vec![("src/ü\u{7f}\n\"".to_owned(), "aa".to_owned()), ("7".to_owned(), "bb".to_owned())];
        let mtimes = vec![("b".to_owned(), 1_712_345_678_901.234_6), ("a".to_owned(), 1_712_345_678_000.0)];
        let written = Record { hash: "cc".to_owned(), files, mtimes }.to_json();
        // Printed by Node.js 20: JSON.stringify(record, null, 2) + '\n'.
        let expected = "{\n  \"hash\": \"cc\",\n  \"files\": {\n    \"7\": \"bb\",\n    \"src/ü\u{7f}\\n\\\"\": \"aa\"\n  },\n  \
                        \"mtimes\": {\n    \"b\": 1712345678901.2346,\n    \"a\": 1712345678000\n  }\n}\n";
        assert_eq!(written, expected);
        let empty = "{\n  \"hash\": \"\",\n  \"files\": {},\n  \"mtimes\": {}\n}\n";
        assert_eq!(Record::default().to_json(), empty);
    }

    #[test]
    fn single_file_has_an_entry_per_node_and_bare_hashes_are_ignored() {
        let yaml = "orders/api:\n  hash: aa\n  files:\n    src/a.ts: bb\nolder: 1234abcd\nbroken: {}\n";
        let json = r#"{"orders/api":{"hash":"aa","files":{"src/a.ts":"bb"}},"older":"1234abcd","broken":{}}"#;
        for text in [yaml, json] {
            let model = folder(&[(STATE_FOLDER, text)]);
            let boundary = Boundary::around(model.path());
            let records = Records::of(model.path(), &boundary);
            assert!(records.are_there());
            assert_eq!(records.record("orders/api", &boundary).unwrap(), Some(record("src/a.ts")), "{text}");
            assert_eq!(
                (records.record("older", &boundary).unwrap(), records.record("broken", &boundary).unwrap()),
                (None, None)
            );
        }
    }

    #[test]
    fn folder_has_a_file_per_node_and_invalid_json_is_ignored() {
        let good = r#"{"hash":"aa","files":{"src/a.ts":"bb"}}"#;
        let model = folder(&[(".drift-state/orders/api.json", good), (".drift-state/broken.json", "{")]);
        let boundary = Boundary::around(model.path());
        let records = Records::of(model.path(), &boundary);
        assert_eq!(records.record("orders/api", &boundary).unwrap(), Some(record("src/a.ts")));
        assert_eq!(
            (records.record("broken", &boundary).unwrap(), records.record("orders", &boundary).unwrap()),
            (None, None)
        );
    }

    #[test]
    fn model_without_records_was_never_synchronised() {
        let model = folder(&[("yg-config.yaml", "")]);
        assert!(!Records::of(model.path(), &Boundary::around(model.path())).are_there());
    }

    #[test]
    fn a_single_file_that_is_not_a_map_is_damaged() {
        let model = folder(&[(STATE_FOLDER, "{\"a\": {\"hash\"")]);
        assert!(matches!(Records::of(model.path(), &Boundary::around(model.path())), Records::Damaged(_)));
    }

    #[test]
    fn a_record_that_leads_outside_is_not_read() {
        let (model, elsewhere) = (folder(&[(".drift-state/x", "")]), folder(&[("a.json", "{\"hash\":\"aa\"}")]));
        let link = model.path().join(".drift-state/a.json");
        std::os::unix::fs::symlink(elsewhere.path().join("a.json"), link).unwrap();
        let boundary = Boundary::around(model.path());
        assert_eq!(Records::of(model.path(), &boundary).record("a", &boundary).unwrap(), None);
    }
}
