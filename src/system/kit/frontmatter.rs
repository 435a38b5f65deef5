//! Splits a markdown file into its frontmatter block and its body.
//!
//! The block is between a first line `---` and the next line `---`. Files may start with a byte order mark and end
//! their lines with CRLF.

use super::yaml::{self, Fields, Unread, YamlError};
use serde_json::{Map, Value};
use std::ops::Range;

/// Maximum number of bytes searched for list items that are not found verbatim. Each such item costs a search of the
/// whole field, and a file can contain a great many of them.
const MOST_SEARCHED: usize = 4 << 20;

/// A file's text with the byte ranges of its two parts.
#[derive(Debug, Clone)]
pub struct Document<'t> {
    text: &'t str,
    block: Option<Range<usize>>,
    body: usize,
    unclosed: bool,
}

impl<'t> Document<'t> {
    /// Splits a file. Without a closed block, the whole file is the body.
    pub fn split(text: &'t str) -> Self {
        let start = if text.starts_with('\u{feff}') { '\u{feff}'.len_utf8() } else { 0 };
        let whole = Self { text, block: None, body: start, unclosed: false };
        let Some(first) = line_at(text, start).filter(|line| is_fence(&text[line.clone()])) else {
            return whole;
        };
        let mut at = first.end;
        while let Some(line) = line_at(text, at) {
            if is_fence(&text[line.clone()]) {
                return Self { block: Some(first.end..line.start), body: line.end, ..whole };
            }
            at = line.end;
        }
        Self { unclosed: true, ..whole }
    }

    /// Whether the first line opens a block that is never closed.
    pub fn is_unclosed(&self) -> bool {
        self.unclosed
    }

    /// The byte range of the frontmatter's lines, without the two `---`; `None` without a block.
    pub fn block(&self) -> Option<Range<usize>> {
        self.block.clone()
    }

    pub fn body(&self) -> &'t str {
        &self.text[self.body..]
    }

    /// The file's line number of the body's first line.
    pub fn body_line(&self) -> u32 {
        line_number(self.text, self.body)
    }

    /// The frontmatter's fields; none if there is no block or it is empty. Line numbers in the error are those of the
    /// file.
    pub fn fields(&self) -> Result<Map<String, Value>, YamlError> {
        self.fields_in_place().map(|(fields, _)| fields.into_map())
    }

    /// Like [`Self::fields`], but borrows simple values from the text; also returns the fields of which a value cannot
    /// be read.
    pub fn fields_in_place(&self) -> Result<(Fields<'t>, Vec<Unread>), YamlError> {
        let Some(block) = self.block.clone() else { return Ok((Fields::Plain(Vec::new()), Vec::new())) };
        let lines_before = line_number(self.text, block.start) - 1;
        match yaml::fields(&self.text[block]) {
            Ok(Some(fields)) => Ok(fields),
            Ok(None) => Err(YamlError {
                message: "the frontmatter is not a map of fields".to_owned(),
                line: Some(lines_before + 1),
            }),
            Err(error) => Err(YamlError { line: error.line.map(|line| line + lines_before), ..error }),
        }
    }

    /// The byte range of the line that starts a top-level field, line end included.
    pub fn field_line(&self, name: &str) -> Option<Range<usize>> {
        let block = self.block.clone()?;
        let mut at = block.start;
        while at < block.end {
            let line = line_at(self.text, at)?;
            if starts_field(&self.text[line.clone()], name) {
                return Some(line);
            }
            at = line.end;
        }
        None
    }

    /// Where a top-level field ends: before the next line that starts another field.
    fn field_end(&self, field: &Range<usize>) -> usize {
        let block_end = self.block.clone().map_or(field.end, |block| block.end);
        let mut at = field.end;
        while at < block_end {
            let Some(line) = line_at(self.text, at) else { break };
            if !self.text[line.clone()].starts_with([' ', '\t', '-', '#', ']', '}', '\r', '\n']) {
                break;
            }
            at = line.end;
        }
        at
    }

    /// The number of the line that starts a top-level field; 1 if it is not found.
    pub fn field_line_number(&self, name: &str) -> u32 {
        self.field_line(name).map_or(1, |line| line_number(self.text, line.start))
    }

    /// The line of each item of a list field, for items that are written verbatim. An item that is not found (an alias,
    /// an escape) gets the line of the item before it, or of the field's name.
    pub fn item_lines(&self, name: &str, items: &[&str]) -> Vec<u32> {
        let Some(field) = self.field_line(name) else { return vec![1; items.len()] };
        let end = self.field_end(&field);
        let mut at = field.start + self.text[field.clone()].find(':').map_or(0, |colon| colon + 1);
        let mut line = line_number(self.text, field.start);
        let mut counted_to = field.start;
        let mut left = MOST_SEARCHED;
        let place = |item: &&str| {
            if left == 0 {
                return line;
            }
            let rest = &self.text[at..end];
            if let Some(found) = find_token(rest, item) {
                let found = at + found;
                line += newlines(&self.text[counted_to..found]);
                counted_to = found;
                at = found + item.len();
            } else {
                left = left.saturating_sub(rest.len());
            }
            line
        };
        items.iter().map(place).collect()
    }
}

/// The line that starts at `at`, line end included; `None` at the end of the text.
fn line_at(text: &str, at: usize) -> Option<Range<usize>> {
    let rest = text.get(at..).filter(|rest| !rest.is_empty())?;
    let length = memchr::memchr(b'\n', rest.as_bytes()).map_or(rest.len(), |end| end + 1);
    Some(at..at + length)
}

fn is_fence(line: &str) -> bool {
    line.trim_end_matches([' ', '\t', '\r', '\n']) == "---"
}

fn starts_field(line: &str, name: &str) -> bool {
    let unquoted =
        ['"', '\''].into_iter().find_map(|quote| line.strip_prefix(quote)?.strip_prefix(name)?.strip_prefix(quote));
    let rest = unquoted.or_else(|| line.strip_prefix(name));
    let after = rest.and_then(|rest| rest.trim_start_matches([' ', '\t']).strip_prefix(':'));
    after.is_some_and(|after| after.is_empty() || after.starts_with([' ', '\t', '\r', '\n']))
}

/// The first occurrence of `token` as a whole word outside comments. Each byte up to it is searched only once.
fn find_token(text: &str, token: &str) -> Option<usize> {
    let joins = |c: char| c.is_alphanumeric() || c == '-' || c == '_';
    let mut looked_to = 0;
    let mut in_comment = false;
    for at in occurrences(text.as_bytes(), token.as_bytes()) {
        let since = &text.as_bytes()[looked_to..at];
        let line_start = memchr::memrchr(b'\n', since).map(|end| end + 1).or((looked_to == 0).then_some(0));
        in_comment &= line_start.is_none();
        let line = &since[line_start.unwrap_or(0)..];
        in_comment |= line_start.is_some() && line.starts_with(b"#");
        in_comment |= line.windows(2).any(|pair| matches!(pair, b" #" | b"\t#"));
        let (before, after) = (text[..at].chars().next_back(), text[at + token.len()..].chars().next());
        if !in_comment && !before.is_some_and(joins) && !after.is_some_and(joins) {
            return Some(at);
        }
        // The last byte searched may be the space before a comment.
        looked_to = at.saturating_sub(1);
    }
    None
}

/// Non-overlapping occurrences of `token` in `text`. A short text is searched directly, because building a searcher
/// takes longer.
fn occurrences<'t>(text: &'t [u8], token: &'t [u8]) -> impl Iterator<Item = usize> + 't {
    const SHORT: usize = 256;
    let first = token.first().copied();
    let near = first.and_then(|first| {
        let start = &text[..text.len().min(SHORT)];
        memchr::memchr_iter(first, start).find(|at| text[*at..].starts_with(token))
    });
    let from = near.map_or(0, |at| at + token.len());
    let rest = std::iter::once_with(move || memchr::memmem::find_iter(&text[from..], token)).flatten();
    near.into_iter().chain(rest.map(move |at| from + at))
}

fn newlines(text: &str) -> u32 {
    memchr::memchr_iter(b'\n', text.as_bytes()).count() as u32
}

/// The number, from 1, of the line that contains the byte `at`.
pub fn line_number(text: &str, at: usize) -> u32 {
    newlines(&text[..at]) + 1
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn fields(text: &str) -> Value {
        Value::Object(Document::split(text).fields().unwrap())
    }

    #[test]
    fn the_block_between_the_first_two_fences_is_the_frontmatter() {
        let document = Document::split("---\na: 1\n---\nbody\n---\n");
        assert_eq!(document.fields().unwrap()["a"], 1);
        assert_eq!(document.body(), "body\n---\n");
        assert_eq!(document.body_line(), 4);
    }

    #[test]
    fn crlf_and_a_byte_order_mark_make_no_difference() {
        let text = "\u{feff}---\r\na: x\r\nb:\r\n  - y\r\n---\r\nbody";
        assert_eq!(fields(text), json!({"a": "x", "b": ["y"]}));
        assert_eq!(Document::split(text).body(), "body");
    }

    #[test]
    fn a_file_without_a_block_is_all_body() {
        for text in ["", "# Title\n", "--- x\n---\n", "a\n---\nb: 1\n---\n"] {
            let document = Document::split(text);
            assert_eq!(document.body(), text);
            assert_eq!(document.fields().unwrap().len(), 0);
            assert!(!document.is_unclosed());
        }
    }

    #[test]
    fn an_unclosed_block_is_body_and_is_reported() {
        let document = Document::split("---\na: 1\n");
        assert_eq!(document.body(), "---\na: 1\n");
        assert!(document.is_unclosed());
    }

    #[test]
    fn an_empty_block_has_no_fields() {
        let document = Document::split("---\n---\nbody");
        assert_eq!(document.fields().unwrap().len(), 0);
        assert_eq!(document.body(), "body");
    }

    #[test]
    fn errors_name_the_line_of_the_file() {
        let error = Document::split("---\na: 1\nb: [\n---\n").fields().unwrap_err();
        assert!(error.line.is_some_and(|line| line >= 3), "{error:?}");
        assert_eq!(Document::split("---\n- a\n---\n").fields().unwrap_err().line, Some(2));
    }

    #[test]
    fn a_field_is_found_at_the_left_margin_only() {
        let document =
            Document::split("---\nx:\n  status: no\n# status: no\nstatusx: no\n\"status\" : open\n---\nstatus: no\n");
        assert_eq!(document.field_line_number("status"), 6);
        assert!(document.field_line("missing").is_none());
    }

    #[test]
    fn each_item_of_a_list_has_its_line() {
        let block = Document::split("---\ntitle: a-b\nmentions:\n  - a\n  - 'a-b'\n\n  - c # a\n---\n");
        assert_eq!(block.item_lines("mentions", &["a", "a-b", "c"]), [4, 5, 7]);
        let remarked = Document::split("---\nmentions:\n  - b  # not a\n  # nor a\n  - a\n---\n");
        assert_eq!(remarked.item_lines("mentions", &["b", "a"]), [3, 5]);
        let flow = Document::split("---\nmentions: [a,\n  b]\n---\n");
        assert_eq!(flow.item_lines("mentions", &["a", "b"]), [2, 3]);
        let hidden = Document::split("---\nmentions: [\"\\u0061\"]\n---\n");
        assert_eq!(hidden.item_lines("mentions", &["a"]), [2]);
        let alias = Document::split("---\nx: &l [m]\nmentions: *l\ny: m\n---\n");
        assert_eq!(alias.item_lines("mentions", &["m"]), [3]);
        let flush = Document::split("---\nmentions:\n- a\n- b\n---\n");
        assert_eq!(flush.item_lines("mentions", &["a", "b"]), [3, 4]);
    }

    #[test]
    fn the_search_for_items_that_are_not_found_is_limited() {
        let hidden = "- \"\\x61\"\n".repeat(50_000);
        let remarks = "a ".repeat(100_000);
        let text = format!("---\nmentions: # {remarks}\n{hidden}---\n");
        let lines = Document::split(&text).item_lines("mentions", &vec!["a"; 50_000]);
        assert!(lines.iter().all(|line| *line == 2));
        let text = format!("---\nmentions: [{}]\n---\n", "a, ".repeat(100_000));
        assert_eq!(Document::split(&text).item_lines("mentions", &vec!["a"; 100_000]).last(), Some(&2));
    }
}
