//! [`Cell`]: a value of a row with its line, in whichever format it was written.

use super::path::{FieldPath, Step};
use crate::system::kit::json::{Json, Lines};
use crate::system::kit::yaml::LinePosition;
use serde_json::{Map, Value};
use std::borrow::Cow;

#[derive(Clone, Copy)]
pub(super) enum Cell<'a> {
    Json(Json<'a>, JsonLine<'a>),
    Tree(&'a Value, TreeLine<'a>),
    /// A text and its line.
    Text(&'a str, u32),
}

/// Where the values of a JSON text are.
#[derive(Clone, Copy)]
pub(super) enum JsonLine<'a> {
    Of(&'a Lines<'a>),
    /// All on one line.
    Fixed(u32),
}

impl JsonLine<'_> {
    fn line(self, json: Json<'_>) -> u32 {
        match self {
            Self::Of(lines) => lines.of(json),
            Self::Fixed(line) => line,
        }
    }
}

/// Where a value of a YAML text is.
#[derive(Clone, Copy)]
pub(super) struct TreeLine<'a> {
    pub(super) position: LinePosition<'a>,
    /// Number of lines before the text.
    pub(super) before: u32,
}

impl TreeLine<'_> {
    fn line(self) -> u32 {
        self.before + self.position.line()
    }

    pub(super) fn key(self, key: &str) -> Self {
        Self { position: self.position.key(key), ..self }
    }
}

impl<'a> TreeLine<'a> {
    /// Visits the entries of the map at this position.
    pub(super) fn each_entry(self, entries: &'a Map<String, Value>, visit: &mut dyn FnMut(&str, Cell<'a>)) {
        let positions = self.position.entries();
        for (key, value) in entries {
            let position = positions.get(key.as_str()).copied().unwrap_or_else(|| self.position.unknown());
            visit(key, Cell::Tree(value, Self { position, ..self }));
        }
    }
}

impl<'a> Cell<'a> {
    pub(super) fn line(&self) -> u32 {
        match self {
            Self::Json(json, at) => at.line(*json),
            Self::Tree(_, at) => at.line(),
            Self::Text(_, line) => *line,
        }
    }

    /// A text or a number, as text. In YAML only whole numbers: its parser returns the value, so that `1.20` and `1.2`
    /// would be the same id.
    pub(super) fn word(&self) -> Option<Cow<'a, str>> {
        let is_unfit = match self {
            Self::Json(json, _) => json.bool().is_some(),
            Self::Tree(value, _) => value.is_boolean() || value.is_f64(),
            Self::Text(..) => false,
        };
        self.scalar().filter(|_| !is_unfit)
    }

    /// A text, number or boolean, as text.
    pub(super) fn scalar(&self) -> Option<Cow<'a, str>> {
        match self {
            Self::Json(json, _) => json.scalar(),
            Self::Tree(Value::String(text), _) => Some(Cow::Borrowed(text)),
            Self::Text(text, _) => Some(Cow::Borrowed(text)),
            Self::Tree(value @ (Value::Number(_) | Value::Bool(_)), _) => Some(value.to_string().into()),
            Self::Tree(..) => None,
        }
    }

    pub(super) fn is_list(&self) -> bool {
        match self {
            Self::Json(json, _) => json.is_list(),
            Self::Tree(value, _) => value.is_array(),
            Self::Text(..) => false,
        }
    }

    pub(super) fn is_null(&self) -> bool {
        match self {
            Self::Json(json, _) => json.is_null(),
            Self::Tree(value, _) => value.is_null(),
            Self::Text(..) => false,
        }
    }

    /// The entry of a map, unless it is null.
    pub(super) fn get(&self, key: &str) -> Option<Self> {
        let found = match self {
            Self::Json(json, at) => Self::Json(json.fields()?.get(key)?, *at),
            Self::Tree(value, at) => Self::Tree(value.get(key)?, at.key(key)),
            Self::Text(..) => return None,
        };
        (!found.is_null()).then_some(found)
    }

    /// The value at a path without `*`, unless it is absent or null.
    pub(super) fn at(&self, path: &FieldPath) -> Option<Self> {
        let mut found = None;
        self.walk(path.steps(), &mut |_, cell| found = Some(cell));
        found
    }

    /// Visits the items of a list.
    pub(super) fn each_item(&self, visit: &mut dyn FnMut(Self)) {
        match self {
            Self::Json(json, at) => {
                json.each_item(|item| visit(Self::Json(item, *at)));
            }
            Self::Tree(Value::Array(items), at) => {
                for (nth, item) in items.iter().enumerate() {
                    visit(Self::Tree(item, TreeLine { position: at.position.item(nth), ..*at }));
                }
            }
            Self::Tree(..) | Self::Text(..) => {}
        }
    }

    /// Visits the entries of a map.
    fn each_entry(&self, visit: &mut dyn FnMut(&str, Self)) {
        match self {
            Self::Json(json, at) => {
                json.each_field(|key, value| visit(key, Self::Json(value, *at)));
            }
            Self::Tree(Value::Object(entries), at) => at.each_entry(entries, visit),
            Self::Tree(..) | Self::Text(..) => {}
        }
    }

    /// Visits every value that a path leads to, with its key if the last step is `*` over a map.
    pub(super) fn walk(&self, steps: &[Step], visit: &mut dyn FnMut(Option<&str>, Self)) {
        match steps {
            [] => visit(None, *self),
            [Step::Key(key), rest @ ..] => {
                if let Some(inside) = self.get(key) {
                    inside.walk(rest, visit);
                }
            }
            [Step::Every, rest @ ..] => {
                self.each_item(&mut |item| item.walk(rest, visit));
                self.each_entry(&mut |key, value| match rest {
                    [] => visit(Some(key), value),
                    _ => value.walk(rest, visit),
                });
            }
            // Only the document knows the key.
            [Step::Named(_), ..] => {}
        }
    }
}
