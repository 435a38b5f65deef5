//! A small scanner for the Markdown of decision records: lines outside code and comments, headings, inline links.
//!
//! Every function is linear in the length of its text, because a file may be hostile. Reference links and indented code
//! blocks are not recognised.

use std::borrow::Cow;
use std::collections::HashMap;

/// A line of prose: without code and comments, which are replaced by blanks.
pub(super) struct Line<'t> {
    /// Line in the text, from 0.
    pub(super) number: u32,
    pub(super) text: Cow<'t, str>,
}

/// The lines of a text outside fenced code.
pub(super) fn prose(text: &str) -> impl Iterator<Item = Line<'_>> {
    let (mut fence, mut in_comment) = (None, false);
    (0..).zip(text.lines()).filter_map(move |(number, line)| {
        if let Some(open) = fence {
            fence = (!closes(line, open)).then_some(open);
            return None;
        }
        if !in_comment {
            fence = opened(line);
            if fence.is_some() {
                return None;
            }
        }
        let text = without_comments(line, &mut in_comment);
        let text = if text.contains('`') { Cow::Owned(without_code(&text)) } else { text };
        Some(Line { number, text })
    })
}

/// The character and length of a fence.
type Fence = (u8, usize);

fn fence(line: &str) -> Option<(Fence, &str)> {
    let line = line.trim_start();
    let mark = *line.as_bytes().first().filter(|byte| b"`~".contains(byte))?;
    let length = line.bytes().take_while(|byte| *byte == mark).count();
    (length >= 3).then(|| ((mark, length), &line[length..]))
}

fn opened(line: &str) -> Option<Fence> {
    // Inline code may start with three backticks as well.
    fence(line).filter(|((mark, _), rest)| *mark != b'`' || !rest.contains('`')).map(|(fence, _)| fence)
}

fn closes(line: &str, open: Fence) -> bool {
    fence(line).is_some_and(|((mark, length), rest)| mark == open.0 && length >= open.1 && rest.trim().is_empty())
}

/// The line with comments replaced by a blank. A comment may continue on the next line.
fn without_comments<'l>(line: &'l str, in_comment: &mut bool) -> Cow<'l, str> {
    if !*in_comment && !line.contains("<!--") {
        return Cow::Borrowed(line);
    }
    let (mut kept, mut rest) = (String::new(), line);
    loop {
        let mark = if *in_comment { "-->" } else { "<!--" };
        let Some((before, after)) = rest.split_once(mark) else { break };
        if !*in_comment {
            kept.push_str(before);
            kept.push(' ');
        }
        *in_comment = !*in_comment;
        rest = after;
    }
    if !*in_comment {
        kept.push_str(rest);
    }
    Cow::Owned(kept)
}

/// The line with code between runs of backticks of the same length replaced by a blank.
fn without_code(line: &str) -> String {
    let runs = runs(line);
    // For each run, the next one of the same length.
    let mut next = vec![None; runs.len()];
    let mut later = HashMap::new();
    for (at, (_, length)) in runs.iter().enumerate().rev() {
        next[at] = later.insert(*length, at);
    }
    let (mut kept, mut end, mut at) = (String::new(), 0, 0);
    while at < runs.len() {
        if let Some(close) = next[at] {
            kept.push_str(&line[end..runs[at].0]);
            kept.push(' ');
            end = runs[close].0 + runs[close].1;
            at = close;
        }
        at += 1;
    }
    kept + &line[end..]
}

/// The position and length of each run of backticks.
fn runs(line: &str) -> Vec<(usize, usize)> {
    let mut runs: Vec<(usize, usize)> = Vec::new();
    for at in memchr::memchr_iter(b'`', line.as_bytes()) {
        match runs.last_mut() {
            Some((start, length)) if *start + *length == at => *length += 1,
            _ => runs.push((at, 1)),
        }
    }
    runs
}

/// The level and text of a heading.
pub(super) fn heading(line: &str) -> Option<(usize, &str)> {
    let level = line.bytes().take_while(|byte| *byte == b'#').count();
    let text = line[level..].strip_prefix([' ', '\t'])?;
    (1..=6).contains(&level).then(|| (level, text.trim().trim_end_matches('#').trim_end()))
}

/// The line without white space around it and without the mark of a list item.
pub(super) fn item(line: &str) -> Option<&str> {
    line.trim().strip_prefix(['*', '-', '+'])?.strip_prefix([' ', '\t']).map(str::trim)
}

/// An inline link.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Link<'t> {
    /// Where it starts and ends in the line.
    pub(super) start: usize,
    pub(super) end: usize,
    pub(super) target: &'t str,
}

/// The inline links of a line, without images.
pub(super) fn links(line: &str) -> Vec<Link<'_>> {
    let bytes = line.as_bytes();
    let mut found = Vec::new();
    // Everything before this position belongs to an earlier link.
    let mut read_to = 0;
    for middle in memchr::memmem::find_iter(bytes, b"](") {
        if middle < read_to {
            continue;
        }
        let from = middle + 2;
        let Some(length) = memchr::memchr(b')', &bytes[from..]) else { break };
        let end = from + length + 1;
        let start = opening(&bytes[read_to..middle]).map(|start| read_to + start);
        read_to = end;
        if let Some(start) = start.filter(|start| !line[..*start].ends_with('!'))
            && let Some(target) = target(&line[from..end - 1])
        {
            found.push(Link { start, end, target });
        }
    }
    found
}

/// The position of the bracket that opens the text of a link, searched backwards.
fn opening(before: &[u8]) -> Option<usize> {
    let mut depth = 0_usize;
    for (at, byte) in before.iter().enumerate().rev() {
        match byte {
            b']' => depth += 1,
            b'[' if depth == 0 => return Some(at),
            b'[' => depth -= 1,
            _ => {}
        }
    }
    None
}

/// The target of a link, without its title.
fn target(inside: &str) -> Option<&str> {
    let inside = inside.trim();
    let target = match inside.strip_prefix('<') {
        Some(rest) => rest.split('>').next()?,
        None => inside.split_whitespace().next()?,
    };
    (!target.is_empty()).then_some(target)
}

#[cfg(test)]
mod tests {
    use super::*;
    use rstest::rstest;

    fn lines(text: &str) -> Vec<(u32, String)> {
        prose(text).map(|line| (line.number, line.text.trim().to_owned())).collect()
    }

    #[test]
    fn code_and_comments_are_left_out() {
        let text = "a `b` c\n```md\n## Status\n```\nd <!-- e\nf --> g\n~~~\n```\n~~~\nh ``i ` j`` k `l\n";
        let kept = [(0, "a   c"), (4, "d"), (5, "g"), (9, "h   k `l")].map(|(line, text)| (line, text.to_owned()));
        assert_eq!(lines(text), kept);
    }

    #[test]
    fn an_unclosed_fence_ends_with_the_text() {
        assert_eq!(lines("a\n```\nb\n````x\n"), [(0, "a".to_owned())]);
        assert_eq!(lines("```` a ```` b\n"), [(0, "b".to_owned())]);
    }

    #[rstest]
    #[case("## Status ##", Some((2, "Status")))]
    #[case("# 7. Use S3", Some((1, "7. Use S3")))]
    #[case("#Status", None)]
    #[case("####### x", None)]
    #[case("text", None)]
    fn headings_start_with_number_signs(#[case] line: &str, #[case] expected: Option<(usize, &str)>) {
        assert_eq!(heading(line), expected);
    }

    #[rstest]
    #[case("[a](b.md)", &["b.md"])]
    #[case("x [a [b] c](<d e.md> \"title\") and [f]( g.md 'h' ).", &["d e.md", "g.md"])]
    #[case("![image](a.png) [![badge](b.png)](c.md)", &[])]
    #[case("[a] (b.md) [c](", &[])]
    #[case("](a) [b](c)", &["c"])]
    #[case("[a]()", &[])]
    fn inline_links_have_targets(#[case] line: &str, #[case] expected: &[&str]) {
        assert_eq!(links(line).iter().map(|link| link.target).collect::<Vec<_>>(), expected);
    }

    #[test]
    fn hostile_lines_are_read_in_linear_time() {
        let ticks: String = (1..1_500).map(|length| "`".repeat(length) + " ").collect();
        without_code(&ticks);
        for part in ["[", "](", "](a)", "[a](", "<!--", "`a", "[]("] {
            let line = part.repeat(300_000);
            links(&line);
            lines(&line);
        }
    }
}
