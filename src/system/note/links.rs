//! Finds wiki links and Markdown links in one line of text, whose code and comments are blanked.

use crate::system::kit::length::LONGEST_WORD;
use std::borrow::Cow;
use std::ops::Range;

/// How a link names its target.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Form {
    /// `[[target]]`: a name, to be resolved as in the tool.
    Name,
    /// `[text](target.md)`: a path relative to the file.
    Path,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Link<'t> {
    /// The byte range in the line, from `[[`, `[` or `!` to the closing bracket.
    pub(super) range: Range<usize>,
    pub(super) form: Form,
    pub(super) is_embed: bool,
    pub(super) target: Cow<'t, str>,
    /// The heading or block inside the target: `#heading` or `^block`.
    pub(super) part: Option<&'t str>,
}

/// Where the target is in `[[a|b]]`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Bar {
    /// `[[target|shown]]`.
    TargetFirst,
    /// `[[shown|target]]`.
    TargetLast,
}

/// The links of a line, in order. Links to a heading of the note itself and Markdown links with a scheme (`https:`)
/// are left out.
pub(super) fn links(line: &str, bar: Bar) -> Vec<Link<'_>> {
    let bytes = line.as_bytes();
    let mut found = Vec::new();
    // The positions of the opening brackets that are not closed yet.
    let mut open: Vec<usize> = Vec::new();
    // The next `]]`, searched for only once.
    let mut close = 0;
    let mut at = 0;
    while let Some(next) = memchr::memchr2(b'[', b']', &bytes[at..]) {
        let here = at + next;
        at = here + 1;
        if here > 0 && bytes[here - 1] == b'\\' {
            continue;
        }
        if bytes[here] == b'[' {
            if close < here + 2 {
                let ahead = bytes.get(here + 2..).unwrap_or_default();
                close = memchr::memmem::find(ahead, b"]]").map_or(usize::MAX, |close| here + 2 + close);
            }
            match wiki(line, here, close, bar) {
                Some((wiki_link, end)) => {
                    found.extend(wiki_link);
                    at = end;
                }
                None => open.push(here),
            }
        } else if let Some(start) = open.pop()
            && bytes.get(here + 1) == Some(&b'(')
            && let Some((target, end)) = destination(line, here + 2)
        {
            found.extend(markdown(line, start..end, target));
            at = end;
        }
    }
    found.sort_by_key(|link| link.range.start);
    found
}

/// The start of a link including the `!` of an embed.
fn start_of(line: &str, start: usize) -> (usize, bool) {
    let is_embed = start > 0 && line.as_bytes()[start - 1] == b'!';
    (start - usize::from(is_embed), is_embed)
}

/// The wiki link between `[[` at `start` and `]]` at `close`, and where it ends. The link is `None` if it only names a
/// part of its own note.
fn wiki(line: &str, start: usize, close: usize, bar: Bar) -> Option<(Option<Link<'_>>, usize)> {
    let inside = line[start..close.min(line.len())].strip_prefix("[[").filter(|_| close < line.len())?;
    // `[[[a]]` and `[[a [[b]]`: the innermost brackets are the link.
    if inside.contains(['[', ']']) {
        return None;
    }
    let end = close + 2;
    let (first, behind) = match inside.split_once('|') {
        // In a table the bar is escaped.
        Some((first, behind)) => (first.strip_suffix('\\').unwrap_or(first), Some(behind)),
        None => (inside, None),
    };
    let whole = match (bar, behind) {
        (Bar::TargetLast, Some(behind)) => behind,
        _ => first,
    };
    let cut = whole.find(['#', '^']).unwrap_or(whole.len());
    let (target, part) = (whole[..cut].trim(), whole[cut..].trim());
    let (start, is_embed) = start_of(line, start);
    let part = Some(part).filter(|part| !part.is_empty());
    let found = Link { range: start..end, form: Form::Name, is_embed, target: target.into(), part };
    Some(((!target.is_empty()).then_some(found), end))
}

/// The destination of a Markdown link that starts after `](`, and where the link ends.
fn destination(line: &str, start: usize) -> Option<(&str, usize)> {
    let longest = line.len().min(start + LONGEST_WORD);
    let rest = &line[start..(start..=longest).rev().find(|end| line.is_char_boundary(*end))?];
    if let Some(inside) = rest.strip_prefix('<') {
        let length = inside.find('>')?;
        let after = inside[length + 1..].find(')')?;
        return Some((&inside[..length], start + 1 + length + 1 + after + 1));
    }
    let mut depth = 0;
    for (at, byte) in rest.bytes().enumerate() {
        match byte {
            b'(' => depth += 1,
            b')' if depth == 0 => {
                let inside = rest[..at].trim();
                // A title follows the destination: `x.md "Title"`.
                let title = inside.find([' ', '\t']).filter(|cut| inside[*cut..].trim_start().starts_with(['"', '\'']));
                return Some((&inside[..title.unwrap_or(inside.len())], start + at + 1));
            }
            b')' => depth -= 1,
            _ => {}
        }
    }
    None
}

fn markdown<'t>(line: &'t str, range: Range<usize>, destination: &'t str) -> Option<Link<'t>> {
    let cut = destination.find('#').unwrap_or(destination.len());
    let (target, part) = destination.split_at(cut);
    if target.is_empty() || has_scheme(target) {
        return None;
    }
    let (start, is_embed) = start_of(line, range.start);
    let part = Some(part).filter(|part| part.len() > 1);
    Some(Link { range: start..range.end, form: Form::Path, is_embed, target: percent_decoded(target), part })
}

/// Whether a text is a URL: it starts with a scheme such as `https:`.
pub(super) fn has_scheme(text: &str) -> bool {
    let Some((scheme, _)) = text.split_once(':') else { return false };
    let is_part = |c: char| c.is_ascii_alphanumeric() || matches!(c, '+' | '.' | '-');
    scheme.len() > 1 && scheme.starts_with(|c: char| c.is_ascii_alphabetic()) && scheme.chars().all(is_part)
}

/// Replaces `%20` and the like; a text that is not UTF-8 afterwards stays as it is.
pub(super) fn percent_decoded(text: &str) -> Cow<'_, str> {
    if !text.contains('%') {
        return text.into();
    }
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let Some((first, others)) = rest.split_first() {
        let digits = others.get(..2).and_then(|digits| std::str::from_utf8(digits).ok());
        let byte = digits.filter(|_| *first == b'%').and_then(|digits| u8::from_str_radix(digits, 16).ok());
        bytes.push(byte.unwrap_or(*first));
        rest = if byte.is_some() { &others[2..] } else { others };
    }
    String::from_utf8(bytes).map_or(Cow::Borrowed(text), Cow::Owned)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use rstest::rstest;

    fn shown(line: &str, bar: Bar) -> Vec<String> {
        let one = |link: Link<'_>| {
            let form = if link.form == Form::Name { "name" } else { "path" };
            let embed = if link.is_embed { "!" } else { "" };
            let part = link.part.map(|part| format!(" {part}")).unwrap_or_default();
            format!("{embed}{form} {}{part}", link.target)
        };
        links(line, bar).into_iter().map(one).collect()
    }

    #[rstest]
    #[case::plain("see [[My note]].", &["name My note"])]
    #[case::shown_text("[[a|b]] [[c\\|d]]", &["name a", "name c"])]
    #[case::heading("[[a#h 1|b]] [[a#^x]] [[a^x]]", &["name a #h 1", "name a #^x", "name a ^x"])]
    #[case::own_heading("[[#h]] [[^b]] [[]]", &[])]
    #[case::embed("![[a]] ![x](b.md)", &["!name a", "!path b.md"])]
    #[case::markdown("[t](a%20b.md#h) [u](<c d.md>) [v](e.md \"T\")", &["path a b.md #h", "path c d.md", "path e.md"])]
    #[case::parentheses("[t](a_(b).md)", &["path a_(b).md"])]
    #[case::url("[t](https://x.y/z.md) [m](mailto:a@b.c)", &[])]
    #[case::nested("[![i](i.png)](a.md)", &["path a.md", "!path i.png"])]
    #[case::link_in_text("[see [[b]]](a.md)", &["path a.md", "name b"])]
    #[case::brackets("[[[a]] [[b [[c]] [d] [[e]", &["name a", "name c"])]
    #[case::escaped("\\[[a]] \\[b](c.md)", &[])]
    fn a_line_has_these_links(#[case] line: &str, #[case] expected: &[&str]) {
        assert_eq!(shown(line, Bar::TargetFirst), expected);
    }

    #[test]
    fn the_target_can_be_behind_the_bar() {
        assert_eq!(shown("[[shown|a.b#h]] [[c.d]]", Bar::TargetLast), ["name a.b #h", "name c.d"]);
    }

    #[test]
    fn a_long_run_of_brackets_takes_linear_time() {
        for token in ["[", "[[", "](", "[[a", "]]"] {
            assert!(links(&token.repeat(100_000), Bar::TargetFirst).is_empty(), "{token}");
        }
    }

    proptest! {
        #[test]
        fn wiki_links_agree_with_a_naive_search(parts in proptest::collection::vec(
            prop_oneof![Just("["), Just("[["), Just("]]"), Just("]"), Just("a"), Just("|"), Just("#"), Just(" "),
                Just("!"), Just("[[b]]")], 0..20)) {
            let line = parts.concat();
            // Every `]]` closes the nearest `[[` before it, if no bracket is in between.
            let mut naive = Vec::new();
            let mut from = 0;
            while let Some(end) = line[from..].find("]]").map(|end| from + end) {
                let start = line[from..end].rfind("[[").map(|start| from + start + 2);
                let inside = start.map(|start| &line[start..end]).filter(|inside| !inside.contains(['[', ']']));
                match inside {
                    Some(inside) => {
                        let target = inside.split(['|', '#']).next().unwrap().trim();
                        naive.extend((!target.is_empty()).then(|| target.to_owned()));
                        from = end + 2;
                    }
                    None => from = end + 1,
                }
            }
            let found: Vec<_> = links(&line, Bar::TargetFirst).into_iter().map(|link| link.target.into_owned()).collect();
            prop_assert_eq!(found, naive);
        }
    }
}
