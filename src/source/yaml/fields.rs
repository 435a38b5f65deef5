//! The fields of a map: where they are written in the simplest way as they stand in their text, else as the parser reads
//! them. Of a hundred thousand frontmatters nearly all are of the first kind, and nothing is copied to look at them.

use serde_json::{Map, Value};
use std::borrow::Cow;

/// The fields of a map.
#[derive(Debug)]
pub enum Fields<'t> {
    /// In the order of the text; no name stands there twice.
    Plain(Vec<(&'t str, Plain<'t>)>),
    /// As the parser reads them.
    Parsed(Map<String, Value>),
}

/// A value that is written in the simplest way.
#[derive(Debug, PartialEq)]
pub enum Plain<'t> {
    /// Nothing.
    Null,
    /// `true` or `false`.
    Bool(bool),
    /// A whole number.
    Number(u64),
    /// A text without escapes.
    Text(&'t str),
    /// A list of such values.
    List(Vec<Plain<'t>>),
}

/// One value of a map.
#[derive(Debug, Clone, Copy)]
pub enum Field<'f> {
    /// As it stands in its text.
    Plain(&'f Plain<'f>),
    /// As the parser reads it.
    Parsed(&'f Value),
}

impl Fields<'_> {
    /// The value of a field that is there and not empty.
    pub fn get(&self, name: &str) -> Option<Field<'_>> {
        match self {
            Self::Plain(fields) => {
                let (_, value) = fields.iter().find(|(other, _)| *other == name)?;
                (*value != Plain::Null).then_some(Field::Plain(value))
            }
            Self::Parsed(fields) => fields.get(name).filter(|value| !value.is_null()).map(Field::Parsed),
        }
    }

    /// The same with texts of their own.
    pub fn into_map(self) -> Map<String, Value> {
        match self {
            Self::Plain(fields) => fields.into_iter().map(|(name, value)| (name.to_owned(), value.into())).collect(),
            Self::Parsed(fields) => fields,
        }
    }
}

impl From<Plain<'_>> for Value {
    fn from(plain: Plain<'_>) -> Self {
        match plain {
            Plain::Null => Self::Null,
            Plain::Bool(value) => value.into(),
            Plain::Number(value) => value.into(),
            Plain::Text(value) => value.into(),
            Plain::List(items) => Self::Array(items.into_iter().map(Self::from).collect()),
        }
    }
}

impl<'f> Field<'f> {
    /// A text.
    pub fn text(self) -> Option<&'f str> {
        match self {
            Self::Plain(Plain::Text(text)) => Some(text),
            Self::Parsed(value) => value.as_str(),
            Self::Plain(_) => None,
        }
    }

    /// A text, a number or a truth value as its writer wrote it, near enough to compare.
    pub fn scalar(self) -> Option<Cow<'f, str>> {
        match self {
            Self::Plain(Plain::Text(text)) => Some(Cow::Borrowed(text)),
            Self::Plain(Plain::Bool(value)) => Some(value.to_string().into()),
            Self::Plain(Plain::Number(value)) => Some(value.to_string().into()),
            Self::Parsed(Value::String(text)) => Some(Cow::Borrowed(text)),
            Self::Parsed(value @ (Value::Bool(_) | Value::Number(_))) => Some(value.to_string().into()),
            _ => None,
        }
    }

    /// Whether it is `true` or `false`.
    pub fn is_bool(self) -> bool {
        matches!(self, Self::Plain(Plain::Bool(_)) | Self::Parsed(Value::Bool(_)))
    }

    /// Whether it is a number.
    pub fn is_number(self) -> bool {
        matches!(self, Self::Plain(Plain::Number(_)) | Self::Parsed(Value::Number(_)))
    }

    /// The items of a list, each if it is a text.
    pub fn items(self) -> Option<Vec<Option<&'f str>>> {
        match self {
            Self::Plain(Plain::List(items)) => Some(items.iter().map(|item| Field::Plain(item).text()).collect()),
            Self::Parsed(Value::Array(items)) => Some(items.iter().map(Value::as_str).collect()),
            _ => None,
        }
    }

    /// As JSON writes it.
    pub fn json(self) -> String {
        match self {
            Self::Plain(Plain::Null) => "null".to_owned(),
            Self::Plain(Plain::Text(text)) => Value::from(*text).to_string(),
            Self::Plain(Plain::List(items)) => {
                let items: Vec<_> = items.iter().map(|item| Field::Plain(item).json()).collect();
                format!("[{}]", items.join(","))
            }
            Self::Plain(Plain::Bool(value)) => value.to_string(),
            Self::Plain(Plain::Number(value)) => value.to_string(),
            Self::Parsed(value) => value.to_string(),
        }
    }
}
