//! Replaces code and comments in a Markdown text by spaces, so that nothing in them is read as a link.
//!
//! Fenced code blocks, inline code, `%%comments%%` and `<!-- comments -->` are replaced byte by byte; line ends stay,
//! so positions and line numbers are those of the original text.

use std::borrow::Cow;

/// The text with code and comments replaced by spaces. Borrowed if there are none.
pub(super) fn blanked(text: &str) -> Cow<'_, str> {
    let has = |token: &str| memchr::memmem::find(text.as_bytes(), token.as_bytes()).is_some();
    if memchr::memchr(b'`', text.as_bytes()).is_none() && !has("~~~") && !has("%%") && !has("<!--") {
        return Cow::Borrowed(text);
    }
    let mut bytes = text.as_bytes().to_vec();
    let mut at = 0;
    // Tokens that nothing closes are ordinary text; each is searched for only once.
    let mut unclosed = Unclosed::default();
    while at < bytes.len() {
        if (at == 0 || text.as_bytes()[at - 1] == b'\n')
            && let Some(fence) = fence_at(&text[at..])
        {
            let end = fence_end(text, at, fence);
            blank(&mut bytes[at..end]);
            at = end;
            continue;
        }
        let Some(next) = next_token(text.as_bytes(), at) else { break };
        let length = token_length(text, next, &mut unclosed);
        if let Some(length) = length {
            blank(&mut bytes[next..next + length]);
        }
        at = match length {
            Some(length) => next + length,
            // A line end, or a token that opens nothing.
            None if text.as_bytes()[next] == b'`' => next + run_length(text.as_bytes(), next),
            None => next + 1,
        };
    }
    // Every byte of a replaced character is replaced.
    String::from_utf8(bytes).map_or(Cow::Borrowed(text), Cow::Owned)
}

/// Tokens known not to be closed before a position.
#[derive(Default)]
struct Unclosed {
    percent: bool,
    html: bool,
    /// Lengths of runs of backticks that are not repeated before the end of a paragraph.
    ticks: Vec<(usize, usize)>,
}

fn blank(bytes: &mut [u8]) {
    for byte in bytes.iter_mut().filter(|byte| !matches!(**byte, b'\n' | b'\r')) {
        *byte = b' ';
    }
}

/// The next line end, backtick, `%` or `<`.
fn next_token(bytes: &[u8], at: usize) -> Option<usize> {
    let rest = &bytes[at..];
    let near = memchr::memchr3(b'\n', b'`', b'%', rest);
    let within = &rest[..near.unwrap_or(rest.len())];
    memchr::memchr(b'<', within).or(near).map(|next| at + next)
}

/// The length of the code or comment that starts at `at`; `None` if none starts there.
fn token_length(text: &str, at: usize, unclosed: &mut Unclosed) -> Option<usize> {
    let rest = &text.as_bytes()[at..];
    if rest.starts_with(b"%%") && !unclosed.percent {
        let end = memchr::memmem::find(&rest[2..], b"%%");
        unclosed.percent = end.is_none();
        return end.map(|end| end + 4);
    }
    if rest.starts_with(b"<!--") && !unclosed.html {
        let end = memchr::memmem::find(&rest[4..], b"-->");
        unclosed.html = end.is_none();
        return end.map(|end| end + 7);
    }
    if rest[0] != b'`' || (at > 0 && text.as_bytes()[at - 1] == b'\\') {
        return None;
    }
    let ticks = run_length(text.as_bytes(), at);
    if unclosed.ticks.iter().any(|(length, end)| *length == ticks && at < *end) {
        return None;
    }
    let paragraph = paragraph_end(rest);
    let mut next = ticks;
    while let Some(found) = memchr::memchr(b'`', &rest[next..paragraph]) {
        let run = run_length(rest, next + found);
        next += found + run;
        if run == ticks {
            return Some(next);
        }
    }
    unclosed.ticks.retain(|(length, _)| *length != ticks);
    unclosed.ticks.push((ticks, at + paragraph));
    None
}

fn run_length(bytes: &[u8], at: usize) -> usize {
    bytes[at..].iter().take_while(|byte| **byte == bytes[at]).count()
}

/// The position of the blank line that ends the paragraph.
fn paragraph_end(rest: &[u8]) -> usize {
    let is_blank = |end: &usize| matches!(rest[end + 1..], [b'\n', ..] | [b'\r', b'\n', ..]);
    memchr::memchr_iter(b'\n', rest).find(is_blank).unwrap_or(rest.len())
}

/// An opening fence: its character and length.
type Fence = (u8, usize);

/// The fence that the line opens, possibly inside a list or a quotation.
fn fence_at(rest: &str) -> Option<Fence> {
    let line = rest.split('\n').next().unwrap_or_default();
    let line = after_list_marks(line);
    let character = *line.as_bytes().first().filter(|byte| matches!(byte, b'`' | b'~'))?;
    let length = run_length(line.as_bytes(), 0);
    let info = &line[length..];
    (length >= 3 && !(character == b'`' && info.contains('`'))).then_some((character, length))
}

/// Where the code of a fence ends, closing fence included; the end of the text if it is never closed.
fn fence_end(text: &str, at: usize, (character, length): Fence) -> usize {
    let mut lines = text[at..].split_inclusive('\n');
    let mut end = at + lines.next().map_or(0, str::len);
    for line in lines {
        end += line.len();
        let plain = line.trim_start_matches([' ', '\t', '>']).trim_end().as_bytes();
        if plain.len() >= length && plain.iter().all(|byte| *byte == character) {
            break;
        }
    }
    end
}

/// The line without indentation, quotation marks and list marks.
fn after_list_marks(line: &str) -> &str {
    let mut rest = line.trim_start();
    while let Some(after) = rest.strip_prefix('>').or_else(|| strip_list_mark(rest)) {
        rest = after.trim_start();
    }
    rest
}

/// The text after `- `, `* `, `+ ` or `1. `.
pub(super) fn strip_list_mark(text: &str) -> Option<&str> {
    let after = text.strip_prefix(['-', '*', '+']).or_else(|| {
        let digits = text.bytes().take_while(u8::is_ascii_digit).count();
        (1..=9).contains(&digits).then(|| text[digits..].strip_prefix(['.', ')']))?
    })?;
    after.starts_with([' ', '\t']).then_some(after)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use rstest::rstest;

    #[rstest]
    #[case::plain("a [[b]]\n", "a [[b]]\n")]
    #[case::inline("a `[[b]]` c", "a         c")]
    #[case::inline_with_two("``a ` b`` c", "          c")]
    #[case::unclosed_inline("a ` b\n\n` c", "a ` b\n\n` c")]
    #[case::inline_over_a_line("a `b\nc` d", "a   \n   d")]
    #[case::fence("a\n```x\n[[b]]\n```\nc", "a\n    \n     \n   \nc")]
    #[case::tildes("~~~\n```\n~~~\nc", "   \n   \n   \nc")]
    #[case::longer_fence("````\n```\n````\nc", "    \n   \n    \nc")]
    #[case::fence_in_a_list("- ```sql\n  x\n  ```\n- c", "        \n   \n     \n- c")]
    #[case::unclosed_fence("```\nx\n", "   \n \n")]
    #[case::percent("a %%b\nc%% d", "a    \n    d")]
    #[case::unclosed_percent("a %%b", "a %%b")]
    #[case::html("a <!-- b\n --> c", "a       \n     c")]
    #[case::crlf("a `b`\r\nc", "a    \r\nc")]
    #[case::umlaut("`ä` ö", "     ö")]
    fn code_and_comments_become_spaces(#[case] text: &str, #[case] expected: &str) {
        assert_eq!(blanked(text), expected);
    }

    #[test]
    fn many_unclosed_tokens_take_linear_time() {
        for token in ["` a ", "%% ", "<!-- ", "``` x` "] {
            let text = token.repeat(200_000);
            assert_eq!(blanked(&text).len(), text.len());
        }
    }

    proptest! {
        #[test]
        fn length_and_lines_stay(parts in proptest::collection::vec(
            prop_oneof![Just("`"), Just("``"), Just("```"), Just("~~~"), Just("%%"), Just("<!--"), Just("-->"),
                Just("\n"), Just("\n\n"), Just("a"), Just("ä"), Just("- "), Just(" "), Just("\r\n"), Just("\\")], 0..30)) {
            let text = parts.concat();
            let blank = blanked(&text);
            prop_assert_eq!(blank.len(), text.len());
            let line_ends = |text: &str| text.match_indices('\n').map(|(at, _)| at).collect::<Vec<_>>();
            prop_assert_eq!(line_ends(&blank), line_ends(&text));
            for (at, byte) in blank.bytes().enumerate() {
                prop_assert!(byte == text.as_bytes()[at] || byte == b' ');
            }
        }
    }
}
