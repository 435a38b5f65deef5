//! Line-based Markdown highlighting: headings, lists, quotes, code and links. Not a parser: the text is shown as
//! written, only styled and wrapped.

use super::pen::Pen;
use crate::tui::theme::Role;
use crate::tui::words;
use ratatui::text::Line;

/// Tracks whether lines are inside a fenced code block.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Fence {
    is_open: bool,
}

impl Fence {
    /// Highlights one line of text and wraps it to `columns`.
    pub(super) fn lines(&mut self, pen: &Pen<'_>, text: &str, columns: usize) -> Vec<Line<'static>> {
        let text = text.replace('\t', "    ");
        let bare = text.trim_start();
        if bare.starts_with("```") || bare.starts_with("~~~") {
            self.is_open = !self.is_open;
            return vec![Line::from(pen.span(Role::Dim, &text, columns))];
        }
        if self.is_open {
            return vec![Line::from(pen.span(Role::Code, &text, columns))];
        }
        let heading = bare.trim_start_matches('#');
        if heading.len() < bare.len() && heading.starts_with(' ') {
            return wrapped(pen, &[(Role::Heading, bare.to_owned())], "", columns);
        }
        if bare.starts_with('>') {
            return wrapped(pen, &[(Role::Dim, bare.to_owned())], "  ", columns);
        }
        let indent = text.len() - bare.len();
        let is_item = bare.starts_with("- ") || bare.starts_with("* ") || bare.starts_with("+ ");
        let hang = " ".repeat(indent.min(columns / 2) + if is_item { 2 } else { 0 });
        let mut parts = vec![(Role::Text, " ".repeat(indent))];
        parts.extend(inline(bare));
        wrapped(pen, &parts, &hang, columns)
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

/// Wraps styled parts into lines of at most `columns`, breaking between words; lines after the first start with `hang`.
pub(super) fn wrapped(pen: &Pen<'_>, parts: &[(Role, String)], hang: &str, columns: usize) -> Vec<Line<'static>> {
    let lines = words::wrapped(parts, hang, columns, pen.symbols);
    lines.into_iter().map(|line| pen.parts(line)).collect()
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
