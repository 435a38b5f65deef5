//! The key `ids` of a declaration: how targets are completed, and which fields only repeat edges.

use crate::system::kit::config_error::{Entry, Parsed};
use crate::text::quoted;
use std::collections::BTreeMap;

#[derive(Default)]
pub(super) struct Ids<'d> {
    pub(super) default_kinds: Vec<(&'d str, Entry<'d>)>,
    pub(super) ignored: Vec<(FieldName, Entry<'d>)>,
    /// Separates the id of a record from the name of a part of it.
    pub(super) part: Option<String>,
}

impl<'d> Ids<'d> {
    pub(super) fn read(entry: &Entry<'d>) -> Parsed<Self> {
        let mut ids = Self::default();
        let entries = entry.map(&["default_kind", "ignore", "part"])?;
        for (key, entry) in entries.into_iter().filter(|(_, entry)| !entry.is_null()) {
            match key {
                "default_kind" => ids.default_kinds = entry.entries()?,
                "part" => ids.part = Some(entry.text()?.to_owned()),
                _ => {
                    let name = |one: Entry<'d>| Ok((FieldName::read(&one)?, one));
                    ids.ignored = entry.list()?.into_iter().map(name).collect::<Parsed<_>>()?;
                }
            }
        }
        Ok(ids)
    }

    pub(super) fn kinds(&self) -> Parsed<BTreeMap<String, String>> {
        let kind = |(field, entry): &(&str, Entry<'_>)| Ok(((*field).to_owned(), entry.text()?.to_owned()));
        self.default_kinds.iter().map(kind).collect()
    }
}

/// The name of a field, or of all fields that differ in one place: `*_back`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct FieldName {
    before: String,
    /// What follows `*`.
    after: Option<String>,
}

impl FieldName {
    fn read(entry: &Entry<'_>) -> Parsed<Self> {
        let text = entry.text()?;
        let (before, after) = text.split_once('*').map_or((text, None), |(before, after)| (before, Some(after)));
        if after.is_some_and(|after| after.contains('*')) {
            return Err(entry.error(&format!("{} has more than one *", quoted(text))));
        }
        Ok(Self { before: before.to_owned(), after: after.map(str::to_owned) })
    }

    pub(super) fn matches(&self, name: &str) -> bool {
        match &self.after {
            None => name == self.before,
            Some(after) => name.strip_prefix(&*self.before).is_some_and(|rest| rest.ends_with(&**after)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn star_stands_for_any_text_in_one_place() {
        let name = |before: &str, after: Option<&str>| FieldName {
            before: before.to_owned(),
            after: after.map(str::to_owned),
        };
        let (back, inside, exact) = (name("", Some("_back")), name("a_", Some("_b")), name("links", None));
        assert!(back.matches("links_back") && back.matches("_back") && !back.matches("links_back_up"));
        assert!(inside.matches("a_x_b") && inside.matches("a__b") && !inside.matches("a_b"));
        assert!(exact.matches("links") && !exact.matches("links_back"));
    }
}
