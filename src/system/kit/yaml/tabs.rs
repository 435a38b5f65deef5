//! Tabs that YAML allows and the parser rejects: after the dash of a list item, on a blank line, before a comment.
//!
//! The parser takes them for indentation. A rejected text is parsed again with spaces in their place; lines keep their
//! length, so positions in the text stay valid.

/// The text with spaces in place of such tabs; `None` if it contains none.
pub(super) fn without_odd_tabs(text: &str) -> Option<String> {
    if !text.contains('\t') {
        return None;
    }
    let mut block = BlockScalar::default();
    let mut is_changed = false;
    let lines = text.split_inclusive('\n').map(|line| {
        let odd = if block.holds(line) { 0 } else { odd_blanks(line) };
        is_changed |= line[..odd].contains('\t');
        line[..odd].replace('\t', " ") + &line[odd..]
    });
    let spaced: String = lines.collect();
    is_changed.then_some(spaced)
}

/// The length of the start of a line in which a tab cannot be part of a value.
fn odd_blanks(line: &str) -> usize {
    let is_blank = |c: char| c == ' ' || c == '\t';
    let content = line.trim_start_matches(is_blank);
    if content.trim_end().is_empty() || content.starts_with('#') {
        return line.len() - content.len();
    }
    // The indentation of a line with content must be spaces.
    let indent = line.len() - line.trim_start_matches(' ').len();
    let mut rest = &line[indent..];
    while let Some(item) = rest.strip_prefix('-').filter(|item| item.starts_with(is_blank)) {
        rest = item.trim_start_matches(is_blank);
    }
    line.len() - rest.len()
}

/// Tracks the lines of a `|` or `>` block scalar, in which white space is content.
#[derive(Default)]
struct BlockScalar {
    /// The indentation of the line that opened it.
    parent: Option<usize>,
}

impl BlockScalar {
    /// Whether the next line is inside a block scalar.
    fn holds(&mut self, line: &str) -> bool {
        let indent = line.len() - line.trim_start_matches(' ').len();
        let is_inside = |parent: usize| line.trim().is_empty() || indent > parent;
        if self.parent.is_some_and(is_inside) {
            return true;
        }
        self.parent = opens_block(line).then_some(indent);
        false
    }
}

/// Whether a line ends with the start of a block scalar, such as `key: |-`.
fn opens_block(line: &str) -> bool {
    let code = line.split(" #").next().unwrap_or(line).trim_end();
    let style = code.trim_end_matches(|c: char| c.is_ascii_digit() || c == '+' || c == '-');
    style.strip_suffix(['|', '>']).is_some_and(|before| before.is_empty() || before.ends_with([' ', '\t']))
}

#[cfg(test)]
mod tests {
    use super::super::{parse, parse_fully};
    use super::*;
    use serde_json::json;

    #[test]
    fn tabs_that_yaml_allows_are_read() {
        let expected = json!({"a": ["x", "y"], "b": "z"});
        for text in [
            "a:\n-\tx\n-\t\ty\nb: z\n",
            "a:\n  -\tx\n  - \ty\nb: z\n",
            "a:\n  - x\n\t\n  - y\n \t \nb: z\n",
            "a:\n  - x\n  - y\n\t# remark\nb: z\n",
            "a: [x,\n\n\t\n  y]\nb:\tz\n",
            "\t\na:\n  -\t\"x\"\n  -\t'y'\t\nb: z\t# remark\n\t",
            "a:\r\n  -\tx\r\n\t\r\n  - y\r\nb: z\r\n",
        ] {
            assert_eq!(parse(text), Ok(expected.clone()), "{text:?}");
        }
    }

    #[test]
    fn lists_in_lists_are_read_too() {
        assert_eq!(parse("a:\n-\t-\tx\n  -\ty\n").unwrap(), json!({"a": [["x", "y"]]}));
    }

    #[test]
    fn a_tab_inside_a_value_stays_a_tab() {
        let text = "a: |\n  -\tx\n  \t\n  y\nb: \"-\tz\"\nc:\n-\td\te\n";
        assert_eq!(parse(text).unwrap(), json!({"a": "-\tx\n\t\ny\n", "b": "-\tz", "c": ["d\te"]}));
    }

    #[test]
    fn tabs_as_indentation_are_still_refused() {
        for text in ["a:\n\tb: c\n", "a:\n\t- b\n"] {
            assert!(parse_fully(text).is_err(), "{text:?}");
        }
    }

    #[test]
    fn an_error_next_to_such_a_tab_names_its_own_line() {
        assert_eq!(parse("a:\n-\tx\nb: [").unwrap_err().line, Some(3));
    }

    #[test]
    fn no_line_changes_its_length() {
        let text = "a:\n-\tx\n\t \n\t# y\n";
        assert_eq!(without_odd_tabs(text).as_deref(), Some("a:\n- x\n  \n # y\n"));
        assert_eq!(without_odd_tabs("a: b\tc\n"), None);
    }
}
