//! Line-based Markdown highlighting: headings, lists, quotes, code and links. Not a parser: the text is shown as
//! written, only wrapped and given roles.

use crate::tui::symbols::Symbols;
use crate::tui::theme::Role;
use crate::tui::words::{self, TextLine, wrapped};

/// Tracks whether lines are inside a fenced code block.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Fence {
    is_open: bool,
}

impl Fence {
    /// Highlights one line of text and wraps it to `columns`.
    pub(super) fn lines(&mut self, text: &str, columns: usize, symbols: &Symbols) -> Vec<TextLine> {
        let text = text.replace('\t', "    ");
        let bare = text.trim_start();
        if bare.starts_with("```") || bare.starts_with("~~~") {
            self.is_open = !self.is_open;
            return vec![vec![words::part(Role::Dim, &text, columns, symbols)]];
        }
        if self.is_open {
            return vec![vec![words::part(Role::Code, &text, columns, symbols)]];
        }
        let heading = bare.trim_start_matches('#');
        if heading.len() < bare.len() && heading.starts_with(' ') {
            return wrapped(&[(Role::Heading, bare.to_owned())], "", columns, symbols);
        }
        if bare.starts_with('>') {
            return wrapped(&[(Role::Dim, bare.to_owned())], "  ", columns, symbols);
        }
        let indent = text.len() - bare.len();
        let is_item = bare.starts_with("- ") || bare.starts_with("* ") || bare.starts_with("+ ");
        let hang = " ".repeat(indent.min(columns / 2) + if is_item { 2 } else { 0 });
        let mut parts = vec![(Role::Text, " ".repeat(indent))];
        parts.extend(inline(bare));
        wrapped(&parts, &hang, columns, symbols)
    }
}

/// The parts of a line: text, code between backticks, and links between brackets.
fn inline(text: &str) -> Vec<(Role, String)> {
    let mut parts = Vec::new();
    let mut rest = text;
    while let Some(at) = rest.find(['`', '[']) {
        let (before, from) = rest.split_at(at);
        let (role, end) = if from.starts_with("[[") {
            (Role::Link, from.find("]]").map(|end| end + 2))
        } else if let Some(code) = from.strip_prefix('`') {
            (Role::Code, code.find('`').map(|end| end + 2))
        } else {
            (Role::Link, link_end(from))
        };
        let Some(end) = end else {
            let (first, behind) = from.split_at(1);
            parts.push((Role::Text, format!("{before}{first}")));
            rest = behind;
            continue;
        };
        parts.push((Role::Text, before.to_owned()));
        parts.push((role, from[..end].to_owned()));
        rest = &from[end..];
    }
    parts.push((Role::Text, rest.to_owned()));
    parts.retain(|(_, text)| !text.is_empty());
    parts
}

/// Where `[text](target)` ends, if it is one.
fn link_end(text: &str) -> Option<usize> {
    let middle = text.find("](")?;
    Some(middle + text[middle..].find(')')? + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn code_and_links_have_roles_of_their_own() {
        let parts = inline("see [[fix]] and `x [y]` or [a](b), [c] end");
        let roles: Vec<_> =
            parts.iter().filter(|(role, _)| *role != Role::Text).map(|(_, text)| text.as_str()).collect();
        assert_eq!(roles, ["[[fix]]", "`x [y]`", "[a](b)"]);
        let all: String = parts.iter().map(|(_, text)| text.as_str()).collect();
        assert_eq!(all, "see [[fix]] and `x [y]` or [a](b), [c] end");
    }
}
