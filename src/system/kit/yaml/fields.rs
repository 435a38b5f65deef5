//! The fields of a YAML map, borrowed from the text where the syntax is simple, otherwise as parsed. Nearly all of a
//! hundred thousand frontmatters are simple, so that looking at them copies nothing.

use serde_json::{Map, Value};
use std::borrow::Cow;

#[derive(Debug)]
pub enum Fields<'t> {
    /// In the order of the text; names are unique.
    Plain(Vec<(&'t str, Plain<'t>)>),
    Parsed(Map<String, Value>),
}

/// A value in the simplest syntax.
#[derive(Debug, PartialEq)]
pub enum Plain<'t> {
    Null,
    Bool(bool),
    Number(u64),
    /// A text without escapes.
    Text(&'t str),
    List(Vec<Plain<'t>>),
}

#[derive(Debug, Clone, Copy)]
pub enum Field<'f> {
    /// Borrowed from the text.
    Plain(&'f Plain<'f>),
    Parsed(&'f Value),
}

impl Fields<'_> {
    /// The value of a field, unless it is absent or null.
    pub fn get(&self, name: &str) -> Option<Field<'_>> {
        match self {
            Self::Plain(fields) => {
                let (_, value) = fields.iter().find(|(other, _)| *other == name)?;
                (*value != Plain::Null).then_some(Field::Plain(value))
            }
            Self::Parsed(fields) => fields.get(name).filter(|value| !value.is_null()).map(Field::Parsed),
        }
    }

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
    pub fn text(self) -> Option<&'f str> {
        match self {
            Self::Plain(Plain::Text(text)) => Some(text),
            Self::Parsed(value) => value.as_str(),
            Self::Plain(_) => None,
        }
    }

    /// A text, number or boolean as written, near enough to compare.
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

    pub fn is_bool(self) -> bool {
        matches!(self, Self::Plain(Plain::Bool(_)) | Self::Parsed(Value::Bool(_)))
    }

    pub fn is_number(self) -> bool {
        matches!(self, Self::Plain(Plain::Number(_)) | Self::Parsed(Value::Number(_)))
    }

    /// The items of a list; `None` for each item that is not a text.
    pub fn items(self) -> Option<Vec<Option<&'f str>>> {
        match self {
            Self::Plain(Plain::List(items)) => Some(items.iter().map(|item| Field::Plain(item).text()).collect()),
            Self::Parsed(Value::Array(items)) => Some(items.iter().map(Value::as_str).collect()),
            _ => None,
        }
    }

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
