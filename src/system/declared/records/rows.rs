//! Reads the rows of a file, one format per file of this folder. An invalid part becomes a [`Fault`]; the rest is read.

mod csv_table;
mod json_text;
mod markdown;
mod yaml_text;

use super::cell::Cell;
use super::path::{FieldPath, Step};
use super::row::Row;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Format {
    Json,
    JsonLines,
    Yaml,
    Csv,
    Frontmatter,
}

impl Format {
    pub(super) const ALL: [(&'static str, Self); 5] = [
        ("json", Self::Json),
        ("jsonl", Self::JsonLines),
        ("yaml", Self::Yaml),
        ("csv", Self::Csv),
        ("frontmatter", Self::Frontmatter),
    ];

    /// Whether rows can be anywhere inside a document.
    pub(super) fn is_nested(self) -> bool {
        matches!(self, Self::Json | Self::JsonLines | Self::Yaml)
    }
}

/// A part of a file that is not a row.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Fault {
    pub(super) line: u32,
    pub(super) message: String,
    /// Whether only a part of the row was lost, which is read.
    pub(super) is_part: bool,
}

impl Fault {
    fn new(line: u32, message: String) -> Self {
        Self { line, message, is_part: false }
    }
}

pub(super) type VisitRow<'v> = dyn FnMut(Result<Row<'_>, Fault>) + 'v;

/// Visits the rows of a text. `path` says where they are in a document.
pub(super) fn each_row(format: Format, path: Option<&FieldPath>, text: &str, visit: &mut VisitRow<'_>) {
    match format {
        Format::Json => json_text::each_row(path, text, visit),
        Format::JsonLines => json_text::each_line(path, text, visit),
        Format::Yaml => yaml_text::each_row(path, text, visit),
        Format::Csv => csv_table::each_row(text, visit),
        Format::Frontmatter => markdown::each_row(text, visit),
    }
}

/// Visits the rows of a document: those at the path, otherwise the document itself. A list stands for its items.
fn select(document: Cell<'_>, path: Option<&FieldPath>, visit: &mut VisitRow<'_>) {
    let steps = path.map(FieldPath::steps).unwrap_or_default();
    let is_single = steps.last() != Some(&Step::Every);
    document.walk(steps, &mut |key, cell| {
        if is_single && cell.is_list() {
            cell.each_item(&mut |item| add(item, None, visit));
        } else {
            add(cell, key, visit);
        }
    });
}

fn add(cell: Cell<'_>, key: Option<&str>, visit: &mut VisitRow<'_>) {
    let row = Row::of(cell, key);
    visit(
        row.ok_or_else(|| {
            Fault::new(cell.line(), "Not a record: not an object, or one with too many fields".to_owned())
        }),
    );
}
