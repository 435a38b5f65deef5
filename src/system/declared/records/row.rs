//! [`Row`]: one record or edge as it was written, with access to its fields by path.

use super::cell::{Cell, JsonLine, TreeLine};
use super::edge::DescribedFields;
use super::path::{FieldPath, Step};
use crate::system::kit::json;
use csv::StringRecord;
use serde_json::{Map, Value};

pub(super) struct Row<'a> {
    fields: RowFields<'a>,
    line: u32,
    key: Option<String>,
    misfit: Option<String>,
    described: Option<&'a DescribedFields>,
}

enum RowFields<'a> {
    /// The top level is parsed once, for all fields.
    Json(json::Fields<'a>, JsonLine<'a>),
    Tree(&'a Map<String, Value>, TreeLine<'a>),
    Csv {
        headers: &'a StringRecord,
        cells: &'a StringRecord,
        line: u32,
    },
}

impl<'a> Row<'a> {
    /// The row that a value is, found under `key`. `None` if it is not an object, or one with too many fields.
    pub(super) fn of(cell: Cell<'a>, key: Option<&str>) -> Option<Self> {
        let fields = match cell {
            Cell::Json(json, at) => RowFields::Json(json.fields()?, at),
            Cell::Tree(value, at) => RowFields::Tree(value.as_object()?, at),
            Cell::Text(..) => return None,
        };
        Some(Self { fields, line: cell.line(), key: key.map(str::to_owned), misfit: None, described: None })
    }

    /// The row of a table with headers.
    pub(super) fn of_table(headers: &'a StringRecord, cells: &'a StringRecord, line: u32) -> Self {
        let misfit = (headers.len() != cells.len())
            .then(|| format!("The row has {}, the header {}", cell_count(cells.len()), headers.len()));
        Self { fields: RowFields::Csv { headers, cells, line }, line, key: None, misfit, described: None }
    }

    pub(super) fn at_line(self, line: u32) -> Self {
        Self { line, ..self }
    }

    /// The row with the fields that its document describes.
    pub(super) fn with_described(self, described: &'a DescribedFields) -> Self {
        Self { described: Some(described), ..self }
    }

    /// The fields that its document describes.
    pub(super) fn described(&self) -> Option<&'a DescribedFields> {
        self.described
    }

    pub(super) fn line(&self) -> u32 {
        self.line
    }

    /// The key under which it was found by `*`.
    pub(super) fn key(&self) -> Option<&str> {
        self.key.as_deref()
    }

    /// How the row differs from the form of the table.
    pub(super) fn misfit(&self) -> Option<&str> {
        self.misfit.as_deref()
    }

    /// The value at a path without `*`, unless it is absent or null.
    pub(super) fn get(&self, path: &FieldPath) -> Option<Cell<'a>> {
        let mut found = None;
        self.walk(path, &mut |cell| found = Some(cell));
        found
    }

    /// Visits every value that a path leads to.
    pub(super) fn walk(&self, path: &FieldPath, visit: &mut dyn FnMut(Cell<'a>)) {
        let Some((first, rest)) = path.steps().split_first() else { return };
        let mut visit = |_: Option<&str>, cell| visit(cell);
        let cell = |key: &str| match &self.fields {
            RowFields::Json(fields, at) => Some(Cell::Json(fields.given(key)?, *at)),
            RowFields::Tree(fields, at) => {
                fields.get(key).filter(|value| !value.is_null()).map(|value| Cell::Tree(value, at.key(key)))
            }
            RowFields::Csv { .. } => None,
        };
        match (&self.fields, first) {
            // A header may contain dots.
            (RowFields::Csv { headers, cells, line }, _) => {
                let column = headers.iter().position(|header| header == path.text());
                let text = column.and_then(|column| cells.get(column)).filter(|text| !text.trim().is_empty());
                if let Some(text) = text {
                    visit(None, Cell::Text(text, *line));
                }
            }
            (_, Step::Key(key)) => {
                if let Some(cell) = cell(key) {
                    cell.walk(rest, &mut visit);
                }
            }
            (RowFields::Json(fields, at), Step::Every) => {
                fields.iter().for_each(|(_, value)| Cell::Json(value, *at).walk(rest, &mut visit));
            }
            (RowFields::Tree(fields, at), Step::Every) => {
                at.each_entry(fields, &mut |_, cell| cell.walk(rest, &mut visit));
            }
            (_, Step::Named(_)) => {}
        }
    }

    /// Its fields, for display.
    pub(super) fn to_map(&self) -> Map<String, Value> {
        match &self.fields {
            RowFields::Json(fields, _) => fields.to_map(|_| true),
            RowFields::Tree(fields, _) => (*fields).clone(),
            RowFields::Csv { headers, cells, .. } => {
                headers.iter().zip(*cells).map(|(header, text)| (header.to_owned(), text.into())).collect()
            }
        }
    }
}

fn cell_count(count: usize) -> String {
    crate::text::count(count, "cell")
}
