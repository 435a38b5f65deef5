//! Reads the rows of a file, one format per file of this folder. An invalid part becomes a [`Fault`]; the rest is read.

mod csv_table;
mod json_text;
mod markdown;
mod yaml_text;

use super::cell::Cell;
use super::declaration::Declaration;
use super::edge::DescribedFields;
use super::path::Step;
use super::row::Row;
use std::borrow::Cow;

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

/// Visits the rows of a text.
pub(super) fn each_row(declaration: &Declaration, text: &str, visit: &mut VisitRow<'_>) {
    match declaration.format {
        Format::Json => json_text::each_row(declaration, text, visit),
        Format::JsonLines => json_text::each_line(declaration, text, visit),
        Format::Yaml => yaml_text::each_row(declaration, text, visit),
        Format::Csv => csv_table::each_row(text, visit),
        Format::Frontmatter => markdown::each_row(text, visit),
    }
}

/// Visits the rows of a document: those at the path, otherwise the document itself. A list stands for its items.
fn select(document: Cell<'_>, declaration: &Declaration, visit: &mut VisitRow<'_>) {
    let steps = declaration.rows.as_ref().map_or(Some(Cow::Borrowed(&[] as &[Step])), |path| path.steps_in(&document));
    let Some(steps) = steps else { return };
    let described = declaration.described_by(&document);
    if described.is_cut {
        let message = "The document describes too many fields; the others are not read as edges".to_owned();
        visit(Err(Fault { line: document.line(), message, is_part: true }));
    }
    let is_single = steps.last() != Some(&Step::Every);
    document.walk(&steps, &mut |key, cell| {
        if is_single && cell.is_list() {
            cell.each_item(&mut |item| add(item, None, &described, visit));
        } else {
            add(cell, key, &described, visit);
        }
    });
}

fn add(cell: Cell<'_>, key: Option<&str>, described: &DescribedFields, visit: &mut VisitRow<'_>) {
    let row = Row::of(cell, key).map(|row| row.with_described(described));
    visit(
        row.ok_or_else(|| {
            Fault::new(cell.line(), "Not a record: not an object, or one with too many fields".to_owned())
        }),
    );
}
