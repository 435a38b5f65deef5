//! Rows of JSON files, and of files with one JSON value per line.

use super::{Fault, VisitRow, select};
use crate::system::declared::records::cell::{Cell, JsonLine};
use crate::system::declared::records::declaration::Declaration;
use crate::system::kit::json::{Json, Lines};

pub(super) fn each_row(declaration: &Declaration, text: &str, visit: &mut VisitRow<'_>) {
    let lines = Lines::new(text);
    match Json::parse(text) {
        Ok(json) => select(Cell::Json(json, JsonLine::Of(&lines)), declaration, visit),
        Err(error) => visit(Err(Fault::new(error.line.max(1), format!("The file is not JSON: {}", error.message)))),
    }
}

pub(super) fn each_line(declaration: &Declaration, text: &str, visit: &mut VisitRow<'_>) {
    for (number, line) in (1..).zip(text.split('\n')).filter(|(_, line)| !line.trim().is_empty()) {
        match Json::parse(line) {
            Ok(json) => select(Cell::Json(json, JsonLine::Fixed(number)), declaration, visit),
            Err(error) => visit(Err(Fault::new(number, format!("The line is not JSON: {}", error.message)))),
        }
    }
}
