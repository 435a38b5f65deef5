//! The frontmatter of a markdown file as one row. A file without frontmatter has no row.

use super::{Fault, VisitRow};
use crate::system::declared::records::cell::{Cell, TreeLine};
use crate::system::declared::records::row::Row;
use crate::system::kit::frontmatter::Document;
use crate::system::kit::yaml::Lines;
use crate::text::quoted;
use serde_json::Value;

/// The line of the block's first field.
const FIRST_LINE: u32 = 2;

pub(super) fn each_row(text: &str, visit: &mut VisitRow<'_>) {
    let document = Document::split(text);
    if document.is_unclosed() {
        return visit(Err(Fault::new(1, "The frontmatter has no end".to_owned())));
    }
    let Some(block) = document.block() else { return };
    match document.fields_in_place() {
        Ok((fields, unread)) => {
            for field in unread {
                let message = format!("The field {} contains a control character", quoted(&field.field));
                visit(Err(Fault { line: FIRST_LINE, message, is_part: true }));
            }
            let value = Value::Object(fields.into_map());
            let lines = Lines::of(&text[block]);
            let at = TreeLine { position: lines.top(), before: FIRST_LINE - 1 };
            if let Some(row) = Row::of(Cell::Tree(&value, at), None) {
                visit(Ok(row.at_line(1)));
            }
        }
        Err(error) => {
            let message = format!("The frontmatter is not valid: {}", error.message);
            visit(Err(Fault::new(error.line.unwrap_or(1), message)));
        }
    }
}
