//! What people wrote in a node's file, read again to be searched for what it mentions.

use super::frontmatter::Document;
use super::{fields, file};
use crate::graph::Node;
use serde_json::Value;
use std::io;
use std::path::Path;

/// So much of a file is looked at: more is no prose.
const MOST_BYTES: usize = 64 << 10;

/// A piece of a text and the line on which it starts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Passage {
    /// The line of the file.
    pub line: u32,
    /// What it says. Where it has several lines, they are those of the file.
    pub text: String,
}

/// What a node's file says in words: the body of a markdown file, else what is written in its fields, at the node's line.
pub fn passages(root: &Path, node: Node<'_>) -> io::Result<Vec<Passage>> {
    let Some(path) = node.file() else { return Ok(Vec::new()) };
    if Path::new(path).extension().is_some_and(|end| end == "md") {
        let text = file::read_text(&root.join(path))?;
        let document = Document::split(&text);
        return Ok(vec![Passage { line: document.body_line(), text: start_of(document.body()).to_owned() }]);
    }
    let mut found = Vec::new();
    let line = node.line().unwrap_or(1);
    for value in fields(root, node)?.values() {
        collect(value, line, &mut found);
    }
    Ok(found)
}

/// Every text of a value. Its line ends are not those of the file.
fn collect(value: &Value, line: u32, into: &mut Vec<Passage>) {
    match value {
        Value::String(text) => into.push(Passage { line, text: start_of(text).replace('\n', " ") }),
        Value::Array(items) => items.iter().for_each(|item| collect(item, line, into)),
        Value::Object(fields) => fields.values().for_each(|field| collect(field, line, into)),
        Value::Null | Value::Bool(_) | Value::Number(_) => {}
    }
}

fn start_of(text: &str) -> &str {
    let end = text.char_indices().map(|(at, _)| at).find(|at| *at >= MOST_BYTES);
    &text[..end.unwrap_or(text.len())]
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn every_text_of_a_value_is_found_on_one_line() {
        let mut found = Vec::new();
        collect(&json!({"a": ["x\ny", 1], "b": {"c": "z"}}), 7, &mut found);
        assert_eq!(found, ["x y", "z"].map(|text| Passage { line: 7, text: text.to_owned() }));
    }

    #[test]
    fn a_long_text_is_cut_between_characters() {
        let long = format!("{}日本", "x".repeat(MOST_BYTES - 1));
        assert!(start_of(&long).ends_with("x日"));
    }
}
