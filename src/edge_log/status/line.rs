//! Edits one field of a frontmatter in place.

use crate::system::kit::frontmatter::Document;
use crate::system::kit::yaml;
use std::ops::Range;

/// Replaces the value of a top-level field, or adds the field at the end of the frontmatter. Keeps quotes, comments and
/// line endings. The caller verifies the result by parsing it.
pub(super) fn set_field(text: &str, name: &str, value: &str) -> Result<String, String> {
    let document = Document::split(text);
    let Some(block) = document.block() else { return Err("no frontmatter".to_owned()) };
    let Some(line) = document.field_line(name) else {
        let end_of_line = if text[..block.start].ends_with("\r\n") { "\r\n" } else { "\n" };
        let added = format!("{name}: {}{end_of_line}", yaml::scalar(value));
        return Ok(splice(text, block.end..block.end, &added));
    };
    let old = value_range(text, line.clone(), name);
    let new = match text[old.clone()].chars().next() {
        Some('"') => serde_json::Value::from(value).to_string(),
        Some('\'') => format!("'{}'", value.replace('\'', "''")),
        Some(_) => yaml::scalar(value),
        None => format!(" {}", yaml::scalar(value)),
    };
    Ok(splice(text, old, &new))
}

fn splice(text: &str, range: Range<usize>, new: &str) -> String {
    [&text[..range.start], new, &text[range.end..]].concat()
}

/// The range of the value on the line of its field; empty and directly after the colon if there is none.
fn value_range(text: &str, line: Range<usize>, name: &str) -> Range<usize> {
    let key = text[line.clone()].find(name).unwrap_or_default() + name.len();
    let colon = text[line.start + key..line.end].find(':').unwrap_or_default();
    let after = line.start + key + colon + 1;
    let rest = &text[after..line.end];
    let value = rest.trim_start_matches([' ', '\t']);
    let start = line.end - value.len();
    let length = match value.chars().next() {
        Some('"') => quoted_length(value, '"', '\\'),
        Some('\'') => quoted_length(value, '\'', '\''),
        Some('#') => 0,
        _ => {
            let end = value.find(" #").or_else(|| value.find("\t#")).unwrap_or(value.len());
            value[..end].trim_end().len()
        }
    };
    if length == 0 { after..after } else { start..start + length }
}

/// The length of a quoted scalar including both quotes. `escape` escapes the next character.
fn quoted_length(value: &str, quote: char, escape: char) -> usize {
    let mut chars = value.char_indices().skip(1).peekable();
    while let Some((at, c)) = chars.next() {
        let next_is_quote = chars.peek().is_some_and(|(_, next)| *next == quote);
        if c == escape && (quote != escape || next_is_quote) {
            chars.next();
        } else if c == quote {
            return at + 1;
        }
    }
    value.trim_end().len()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn set(line: &str, value: &str) -> String {
        let text = format!("---\n{line}\n---\n");
        let changed = set_field(&text, "status", value).unwrap();
        changed.strip_prefix("---\n").unwrap().strip_suffix("\n---\n").unwrap().to_owned()
    }

    #[test]
    fn new_value_keeps_the_quoting_style() {
        assert_eq!(set("status: open", "done"), "status: done");
        assert_eq!(set("status:   open   # why", "done"), "status:   done   # why");
        assert_eq!(set("status: \"open\"  # \"x\"", "done"), "status: \"done\"  # \"x\"");
        assert_eq!(set("status: 'it''s'", "done"), "status: 'done'");
        assert_eq!(set("'status' : open", "done"), "'status' : done");
        assert_eq!(set("status: a#b", "done"), "status: done");
    }

    #[test]
    fn empty_value_gets_a_space_before_it() {
        assert_eq!(set("status:", "done"), "status: done");
        assert_eq!(set("status: # none", "done"), "status: done # none");
    }

    #[test]
    fn ambiguous_value_is_quoted() {
        assert_eq!(set("status: open", "null"), "status: \"null\"");
    }
}
