//! The links in the body of a note, each with its verb: fields, list items with a verb, tags, and plain links.

use super::blank::strip_list_mark;
use super::links::{self, Form, Link};
use super::preset::Preset;
use super::properties::verb;
use crate::system::kit::length::LONGEST_WORD;
use std::ops::Range;

/// A link in a body.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct BodyLink<'t> {
    pub(super) named_by: NamedBy,
    pub(super) target: std::borrow::Cow<'t, str>,
    pub(super) verb: Verb,
    /// The heading or block, or the context in brackets.
    pub(super) note: Option<&'t str>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum NamedBy {
    Name,
    Path,
    /// `#tag`: a link only if there is such a note.
    Tag,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Verb {
    Written(String),
    Embeds,
    /// None is written.
    Untyped,
}

/// A part of a line whose links have a verb; `None` if the field is never a verb.
struct Field {
    range: Range<usize>,
    verb: Option<String>,
}

/// The links of a line, whose code and comments are blanked.
pub(super) fn links_of<'t>(line: &'t str, preset: &Preset) -> Vec<BodyLink<'t>> {
    let may_link = memchr::memchr(b'[', line.as_bytes()).is_some();
    let mut found = Vec::new();
    if may_link {
        let links = links::links(line, preset.bar);
        let fields = if links.is_empty() { Vec::new() } else { fields(line, preset) };
        let item = if preset.has_verb_items { verb_item(line, &links) } else { None };
        for link in links {
            let field =
                fields.iter().find(|field| field.range.start <= link.range.start && link.range.end <= field.range.end);
            let is_tag = preset.tags_are_links && line[..link.range.start].ends_with('#');
            let (verb, note) = match (field, &item) {
                (Some(Field { verb: Some(verb), .. }), _) => (Verb::Written(verb.clone()), link.part),
                (Some(Field { verb: None, .. }), _) => continue,
                (None, Some((verb, context))) => (Verb::Written(verb.clone()), context.or(link.part)),
                (None, None) if link.is_embed => (Verb::Embeds, link.part),
                (None, None) => (Verb::Untyped, link.part),
            };
            let named_by = match link.form {
                Form::Name if is_tag => NamedBy::Tag,
                Form::Name => NamedBy::Name,
                Form::Path => NamedBy::Path,
            };
            found.push(BodyLink { named_by, target: link.target, verb, note });
        }
    }
    if preset.tags_are_links {
        found.extend(tags(line));
    }
    found
}

/// The fields of a line: the whole line, and parts in brackets.
fn fields(line: &str, preset: &Preset) -> Vec<Field> {
    if memchr::memmem::find(line.as_bytes(), b"::").is_none() {
        return Vec::new();
    }
    let mut fields = Vec::new();
    if preset.has_bracket_fields {
        fields.extend(bracket_fields(line));
    }
    if preset.has_line_fields
        && let Some((key, start)) = line_field(line)
    {
        fields.push(Field { range: start..line.len(), verb: verb(key) });
    }
    fields
}

/// The key of a line `key:: value`, and where its value starts. The key may follow list marks, quotation marks and a
/// check box, and may be bold.
pub(super) fn line_field(line: &str) -> Option<(&str, usize)> {
    let mut rest = line.trim_start();
    while let Some(after) = rest.strip_prefix('>').or_else(|| strip_list_mark(rest)) {
        rest = after.trim_start();
    }
    if let Some(after) = rest.strip_prefix('[')
        && let Some(mark) = after.chars().next()
        && let Some(after) = after[mark.len_utf8()..].strip_prefix("] ")
    {
        rest = after.trim_start();
    }
    let colons = rest.find("::")?;
    let after = &rest[colons + 2..];
    // `**key**:: value` and `**key::** value`.
    let (key, value) = (rest[..colons].trim_matches(['*', '_', '~', ' ']), after.trim_start_matches(['*', '_', '~']));
    let is_field = is_key(key) && (value.is_empty() || value.starts_with([' ', '\t', '[', '!']));
    is_field.then(|| (key, line.len() - value.len()))
}

/// Maximum length of a key in bytes.
const LONGEST_KEY: usize = 100;

fn is_key(key: &str) -> bool {
    let fits = |c: char| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_' | '/');
    !key.is_empty() && key.len() <= LONGEST_KEY && key.chars().all(fits)
}

/// The parts `[key:: value]` and `(key:: value)` of a line.
fn bracket_fields(line: &str) -> Vec<Field> {
    let bytes = line.as_bytes();
    let mut found: Vec<Field> = Vec::new();
    let mut from = 0;
    while let Some(colons) = memchr::memmem::find(&bytes[from..], b"::").map(|at| from + at) {
        // The nearest bracket before the colons; a key contains none.
        let near = &bytes[colons.saturating_sub(LONGEST_KEY + 1).max(from)..colons];
        let open = near.iter().rposition(|byte| matches!(byte, b'[' | b'(')).map(|at| colons - near.len() + at);
        from = colons + 2;
        let Some(open) = open else { continue };
        let Some(key) = line.get(open + 1..colons).map(str::trim).filter(|key| is_key(key)) else { continue };
        let Some(end) = closing(bytes, open, colons + 2) else { continue };
        found.push(Field { range: colons + 2..end, verb: verb(key) });
        from = end;
    }
    found
}

/// The position of the bracket that closes the one at `open`, from `start` on.
fn closing(bytes: &[u8], open: usize, start: usize) -> Option<usize> {
    let (opening, close) = if bytes[open] == b'[' { (b'[', b']') } else { (b'(', b')') };
    let mut depth = 0_usize;
    for (at, byte) in bytes.iter().enumerate().skip(start).take(LONGEST_WORD) {
        if *byte == opening {
            depth += 1;
        } else if *byte == close {
            if depth == 0 {
                return Some(at);
            }
            depth -= 1;
        }
    }
    None
}

/// The verb and the context of a list item `- verb [[x]] (context)`: one word, or several in quotes, then one link and
/// nothing but one bracket behind it.
fn verb_item<'t>(line: &'t str, links: &[Link<'_>]) -> Option<(String, Option<&'t str>)> {
    let [only] = links else { return None };
    let item = strip_list_mark(line.trim_start())?;
    let start = line.len() - item.len();
    let before = line.get(start..only.range.start)?.trim();
    let quoted = before.strip_prefix('"').and_then(|rest| rest.strip_suffix('"'));
    let words = quoted.unwrap_or(before);
    if words.contains(['[', ']', '"']) || (quoted.is_none() && words.contains(char::is_whitespace)) {
        return None;
    }
    let behind = line[only.range.end..].trim();
    let context = behind.strip_prefix('(').and_then(|rest| rest.strip_suffix(')'));
    if !behind.is_empty() && context.is_none() {
        return None;
    }
    Some((verb(words.trim_end_matches(':'))?, context.map(str::trim).filter(|context| !context.is_empty())))
}

/// The tags `#tag` of a line; `#[[a b]]` is a link.
fn tags(line: &str) -> impl Iterator<Item = BodyLink<'_>> {
    memchr::memchr_iter(b'#', line.as_bytes()).filter_map(|at| {
        let is_start = line[..at].chars().next_back().is_none_or(char::is_whitespace);
        let rest = &line[at + 1..];
        let length = rest.find(|c: char| c.is_whitespace() || "#,.!?;:\"'()[]{}".contains(c)).unwrap_or(rest.len());
        let tag = &rest[..length];
        (is_start && !tag.is_empty()).then(|| BodyLink {
            named_by: NamedBy::Tag,
            target: tag.into(),
            verb: Verb::Untyped,
            note: None,
        })
    })
}

#[cfg(test)]
mod tests {
    use super::super::preset::PRESETS;
    use super::*;
    use rstest::rstest;

    fn shown(line: &str, preset: &str) -> Vec<String> {
        let preset = PRESETS.iter().find(|one| one.name == preset).unwrap();
        let one = |link: BodyLink<'_>| {
            let verb = match link.verb {
                Verb::Written(verb) => verb,
                Verb::Embeds => "!".to_owned(),
                Verb::Untyped => "-".to_owned(),
            };
            let tag = if link.named_by == NamedBy::Tag { "#" } else { "" };
            let note = link.note.map(|note| format!(" ({note})")).unwrap_or_default();
            format!("{verb} {tag}{}{note}", link.target)
        };
        links_of(line, preset).into_iter().map(one).collect()
    }

    #[rstest]
    #[case::plain("a [[b]] ![[c]]", &["- b", "! c"])]
    #[case::field("up:: [[a]] and [[b#h]]", &["up a", "up b (#h)"])]
    #[case::list("- Led To:: [[a]]", &["led-to a"])]
    #[case::check_box("> * [x] up:: [[a]]", &["up a"])]
    #[case::bold("**up**:: [[a]]", &["up a"])]
    #[case::bold_colons("**up::** [[a]]", &["up a"])]
    #[case::in_brackets("see [up:: [[a]]] and (next:: [[b]]), [[c]]", &["up a", "next b", "- c"])]
    #[case::never_a_verb("alias:: [[a]]", &[])]
    #[case::sentence("so: [[a]]", &["- a"])]
    #[case::code("std::vector [[a]]", &["- a"])]
    #[case::no_key(":: [[a]]", &["- a"])]
    #[case::embed_in_field("up:: ![[a]]", &["up a"])]
    #[case::tag("#a [[b]]", &["- b"])]
    fn obsidian_reads_a_line(#[case] line: &str, #[case] expected: &[&str]) {
        assert_eq!(shown(line, "obsidian"), expected);
    }

    #[rstest]
    #[case::verb("- implements [[a]] (since May)", &["implements a (since May)"])]
    #[case::quoted("- \"part of\" [[a]]", &["part-of a"])]
    #[case::bare("- [[a]]", &["- a"])]
    #[case::sentence("- see also [[a]]", &["- a"])]
    #[case::more_behind("- see [[a]] first", &["- a"])]
    #[case::observation("- [tech] uses [[a]] #tag", &["- a"])]
    #[case::two("- see [[a]] [[b]]", &["- a", "- b"])]
    fn basic_memory_reads_a_line(#[case] line: &str, #[case] expected: &[&str]) {
        assert_eq!(shown(line, "basic-memory"), expected);
    }

    #[rstest]
    #[case::tags("a #b, #[[c d]] x#y", &["- #c d", "- #b"])]
    #[case::field("  related:: [[a]], [[b]]", &["related a", "related b"])]
    #[case::no_bracket_fields("(up:: [[a]])", &["- a"])]
    fn logseq_reads_a_line(#[case] line: &str, #[case] expected: &[&str]) {
        assert_eq!(shown(line, "logseq"), expected);
    }

    #[test]
    fn plain_markdown_has_no_fields() {
        assert_eq!(shown("up:: [[a]]", "foam"), ["- a"]);
    }
}
