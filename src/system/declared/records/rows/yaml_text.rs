//! Rows of YAML files, which may contain several documents.

use super::{Fault, VisitRow, select};
use crate::system::declared::records::cell::{Cell, TreeLine};
use crate::system::declared::records::declaration::Declaration;
use crate::system::kit::yaml::{self, Lines};

pub(super) fn each_row(declaration: &Declaration, text: &str, visit: &mut VisitRow<'_>) {
    for Document { text, before } in documents(text) {
        match yaml::parse(text) {
            Ok(value) if value.is_null() => {}
            Ok(value) => {
                let lines = Lines::of(text);
                let at = TreeLine { position: lines.top(), before };
                select(Cell::Tree(&value, at), declaration, visit);
            }
            Err(error) => {
                let message = format!("The document is not YAML: {}", error.message);
                visit(Err(Fault::new(before + error.line.unwrap_or(1), message)));
            }
        }
    }
}

struct Document<'t> {
    text: &'t str,
    /// Number of lines before it.
    before: u32,
}

/// Splits a text at lines that start with `---`. YAML allows such a line only between documents: neither a block scalar
/// nor a quoted text may contain one.
fn documents(text: &str) -> impl Iterator<Item = Document<'_>> {
    let mut rest = Some((text, 0));
    let next = move || {
        let (text, before) = rest?;
        let mut end = 0;
        rest = None;
        for (count, line) in (0..).zip(text.split_inclusive('\n')) {
            if count > 0 && starts_document(line) {
                rest = Some((&text[end..], before + count));
                break;
            }
            end += line.len();
        }
        Some(Document { text: &text[..end], before })
    };
    std::iter::from_fn(next).filter(|document| !document.text.lines().all(is_preface))
}

fn starts_document(line: &str) -> bool {
    line.strip_prefix("---").is_some_and(|rest| rest.is_empty() || rest.starts_with([' ', '\t', '\r', '\n']))
}

/// Whether a line has no content: it is blank, a comment, a directive or the end of a document.
fn is_preface(line: &str) -> bool {
    line.trim().is_empty() || line.trim_start().starts_with('#') || line.starts_with('%') || line.trim_end() == "..."
}
