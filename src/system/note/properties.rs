//! The properties of a note: the texts in its frontmatter, each with the path of its property and its line.
//!
//! A frontmatter that is not YAML is read line by line, so that one careless line hides no other property.

use super::links::{self, Bar};
use crate::system::kit::frontmatter::Document;
use crate::system::kit::yaml::{LinePosition, Lines, Unread, YamlError};
use serde_json::{Map, Value};

/// A text in the frontmatter.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Property {
    /// The name of the property; for an entry inside it `name.entry`, or `name[].entry` if it is in a list.
    pub(super) path: String,
    pub(super) text: String,
    pub(super) line: u32,
}

impl Property {
    /// Whether it is the property of this name, in any case.
    pub(super) fn is(&self, name: &str) -> bool {
        self.path.eq_ignore_ascii_case(name)
    }
}

#[derive(Debug, Default)]
pub(super) struct Properties {
    pub(super) list: Vec<Property>,
    /// What cannot be read, with its line.
    pub(super) broken: Vec<(u32, String)>,
}

/// The line of the block's first line: the one before it opens the block.
const FIRST_LINE: u32 = 2;

impl Properties {
    /// Reads the frontmatter of a file.
    pub(super) fn of(text: &str, document: &Document<'_>) -> Self {
        let mut properties = Self::default();
        let Some(block) = document.block() else {
            if document.is_unclosed() && text.lines().nth(1).is_some_and(|line| line_entry(line).is_some()) {
                properties.broken.push((1, "The frontmatter starts with --- but no second --- closes it".to_owned()));
            }
            return properties;
        };
        let block = &text[block];
        match fields(document, block) {
            Ok((fields, unread)) => {
                for Unread { field, .. } in unread {
                    let message = format!("A value of {field:?} contains a control character and is not read");
                    properties.broken.push((document.field_line_number(&field), message));
                }
                let lines = Lines::of(block);
                let entries = lines.top().entries();
                for (name, value) in &fields {
                    let position = entries.get(name.as_str()).copied().unwrap_or(lines.top().unknown());
                    properties.add(&mut name.clone(), value, position);
                }
            }
            Err(error) => {
                let message = format!("The frontmatter is not YAML and is read line by line: {}", error.message);
                properties.broken.push((error.line.unwrap_or(1), message));
                properties.list = line_by_line(block);
            }
        }
        properties
    }

    /// Adds the texts of a value.
    fn add(&mut self, path: &mut String, value: &Value, position: LinePosition<'_>) {
        let line = position.line() + FIRST_LINE - 1;
        match value {
            Value::Null => {}
            Value::Array(items) => {
                // `[[x]]` without quotes is a list in a list.
                if let [Value::Array(inner)] = &items[..]
                    && let Some(target) = joined(inner)
                {
                    return self.push(path, format!("[[{target}]]"), line);
                }
                for (nth, item) in items.iter().enumerate() {
                    let position = position.item(nth);
                    if item.is_object() {
                        let length = path.len();
                        path.push_str("[]");
                        self.add(path, item, position);
                        path.truncate(length);
                    } else {
                        self.add(path, item, position);
                    }
                }
            }
            Value::Object(entries) => {
                let length = path.len();
                for (name, value) in entries {
                    path.push('.');
                    path.push_str(name);
                    self.add(path, value, position.key(name));
                    path.truncate(length);
                }
            }
            Value::String(text) => self.push(path, text.clone(), line),
            other => self.push(path, other.to_string(), line),
        }
    }

    fn push(&mut self, path: &str, text: String, line: u32) {
        self.list.push(Property { path: path.to_owned(), text, line });
    }

    /// The first text of a property that is not blank.
    pub(super) fn text(&self, name: &str) -> Option<&str> {
        let texts = self.list.iter().filter(|property| property.is(name)).map(|property| property.text.trim());
        texts.into_iter().find(|text| !text.is_empty())
    }
}

/// The fields of a frontmatter. A value that starts with `@`, which YAML reserves, is read as a text.
pub(super) fn fields(document: &Document<'_>, block: &str) -> Result<(Map<String, Value>, Vec<Unread>), YamlError> {
    let read = document.fields_in_place().map(|(fields, unread)| (fields.into_map(), unread));
    let Err(error) = read else { return read };
    let Some(quoted) = with_quotes(block) else { return Err(error) };
    let whole = format!("---\n{quoted}---\n");
    let again = Document::split(&whole).fields_in_place().map(|(fields, unread)| (fields.into_map(), unread));
    again.map_err(|_| error)
}

/// The text with quotes around values that start with `@`; `None` if there are none.
fn with_quotes(block: &str) -> Option<String> {
    let mut is_changed = false;
    let quoted = block.split_inclusive('\n').map(|line| {
        let plain = line.trim_end();
        let value = plain.find(": @").map(|at| at + 2).or_else(|| {
            let start = plain.len() - plain.trim_start().len();
            plain[start..].starts_with("- @").then_some(start + 2)
        });
        match value.filter(|at| !plain[..*at].contains(['"', '\''])) {
            Some(at) => {
                is_changed = true;
                let end = &line[plain.len()..];
                format!("{}'{}'{end}", &plain[..at], plain[at..].replace('\'', "''"))
            }
            None => line.to_owned(),
        }
    });
    let quoted: String = quoted.collect();
    is_changed.then_some(quoted)
}

/// The text of a list of scalars, as it was before it was parsed as one.
fn joined(items: &[Value]) -> Option<String> {
    let text = |item: &Value| match item {
        Value::String(text) => Some(text.clone()),
        Value::Number(_) | Value::Bool(_) => Some(item.to_string()),
        _ => None,
    };
    let parts: Option<Vec<_>> = items.iter().map(text).collect();
    parts.filter(|parts| !parts.is_empty()).map(|parts| parts.join(", "))
}

/// Reads lines `key: value`, and items `- value` below them.
fn line_by_line(block: &str) -> Vec<Property> {
    let mut list = Vec::new();
    let mut key: Option<&str> = None;
    for (line, text) in (FIRST_LINE..).zip(block.lines()) {
        let value = match line_entry(text) {
            Some((name, value)) => {
                key = Some(name);
                Some(value)
            }
            None => text.trim_start().strip_prefix("- "),
        };
        let Some((key, value)) = key.zip(value.map(unquoted)) else { continue };
        if !value.is_empty() {
            list.push(Property { path: key.to_owned(), text: value.to_owned(), line });
        }
    }
    list
}

/// The key and value of a line that is not indented.
fn line_entry(line: &str) -> Option<(&str, &str)> {
    let (key, value) = line.split_once(':')?;
    let is_key = !key.is_empty() && !key.starts_with([' ', '\t', '-', '#', '[']) && !key.contains("[[");
    (is_key && (value.is_empty() || value.starts_with([' ', '\t', '\r']))).then(|| (unquoted(key), value.trim()))
}

fn unquoted(text: &str) -> &str {
    let text = text.trim();
    let inside = |quote: char| text.strip_prefix(quote)?.strip_suffix(quote);
    inside('"').or_else(|| inside('\'')).unwrap_or(text)
}

/// Properties that are never verbs.
const NEVER: [&str; 7] = ["aliases", "alias", "tags", "cssclasses", "cssclass", "title", "id"];

/// The start of the names of Breadcrumbs' own settings.
const SETTINGS: &str = "bc-";

/// The verb that a property or field stands for; `None` if it is never one.
pub(super) fn verb(name: &str) -> Option<String> {
    let words: Vec<_> = name.split_whitespace().collect();
    let verb = words.join("-").to_lowercase();
    let is_verb = !verb.is_empty() && !NEVER.contains(&&*verb) && !verb.starts_with(SETTINGS);
    is_verb.then_some(verb)
}

/// Whether a text consists of links, so that its property is their verb: nothing but commas, spaces and surplus brackets
/// is between them.
pub(super) fn is_list_of_links(text: &str, bar: Bar) -> bool {
    let mut at = 0;
    let is_between = |between: &str| between.chars().all(|c| c.is_whitespace() || matches!(c, ',' | ';' | '[' | ']'));
    for link in links::links(text, bar) {
        if !text.get(at..link.range.start).is_some_and(is_between) {
            return false;
        }
        at = link.range.end;
    }
    at > 0 && is_between(&text[at..])
}

#[cfg(test)]
mod tests {
    use super::*;
    use rstest::rstest;

    fn read(text: &str) -> (Vec<String>, Vec<u32>) {
        let document = Document::split(text);
        let read = Properties::of(text, &document);
        let shown = |one: &Property| format!("{}={}@{}", one.path, one.text, one.line);
        (read.list.iter().map(shown).collect(), read.broken.iter().map(|(line, _)| *line).collect())
    }

    #[rstest]
    #[case::none("text", &[], &[])]
    #[case::scalar("---\nup: \"[[a]]\"\n---\n", &["up=[[a]]@2"], &[])]
    #[case::unquoted("---\nup: [[a b]]\n---\n", &["up=[[a b]]@2"], &[])]
    #[case::unquoted_comma("---\nup: [[a, b]]\n---\n", &["up=[[a, b]]@2"], &[])]
    #[case::list("---\nup:\n  - \"[[a]]\"\n  - \"[[b]]\"\n---\n", &["up=[[a]]@3", "up=[[b]]@4"], &[])]
    #[case::unquoted_list("---\nup:\n- [[a]]\n- [[b]]\n---\n", &["up=[[a]]@3", "up=[[b]]@4"], &[])]
    #[case::nested(
        "---\nsources:\n  - id: x\n    resource: a.md\ne:\n  r: b\n---\n",
        &["sources[].id=x@3", "sources[].resource=a.md@4", "e.r=b@6"], &[])]
    #[case::at("---\nreporter: @me\nid: 1\nto:\n  - @you\n---\n", &["reporter=@me@2", "id=1@3", "to=@you@5"], &[])]
    #[case::two_unquoted(
        "---\na: 1\nup: [[a]], [[b]]\nnext:\n  - \"[[c]]\"\n---\n",
        &["a=1@2", "up=[[a]], [[b]]@3", "next=[[c]]@5"], &[3])]
    #[case::unclosed("---\nup: x\n", &[], &[1])]
    #[case::rule("---\n\ntext\n", &[], &[])]
    #[case::crlf("---\r\nup: \"[[a]]\"\r\n---\r\n", &["up=[[a]]@2"], &[])]
    fn frontmatter_has_these_texts(#[case] text: &str, #[case] expected: &[&str], #[case] broken: &[u32]) {
        let (list, lines) = read(text);
        assert_eq!(list, expected);
        assert_eq!(lines, broken);
    }

    #[rstest]
    #[case("[[a]]", true)]
    #[case("[[a]], [[b]]", true)]
    #[case("[[a]]]", true)]
    #[case(" [t](a.md) ", true)]
    #[case("see [[a]]", false)]
    #[case("[[a]] and [[b]]", false)]
    #[case("", false)]
    #[case("a", false)]
    fn a_list_of_links_contains_nothing_else(#[case] text: &str, #[case] expected: bool) {
        assert_eq!(is_list_of_links(text, Bar::TargetFirst), expected);
    }

    #[test]
    fn some_properties_are_never_verbs() {
        assert_eq!(verb("Led  To").as_deref(), Some("led-to"));
        assert_eq!(verb("next_week").as_deref(), Some("next_week"));
        for name in ["Aliases", "tags", "BC-list-note-exclude", "id", " "] {
            assert_eq!(verb(name), None, "{name}");
        }
    }
}
