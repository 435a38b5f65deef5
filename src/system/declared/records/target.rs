//! Completes short references. If ids are made by a template such as `{kind}:{namespace|default}/{name}`, an edge may
//! leave out leading parts: `artists-db`, `resource:artists-db`, `music/artists-db`.

use super::pattern::{Choice, Part, Pattern};
use super::row::Row;
use std::collections::BTreeMap;

/// The parts of an id template.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct ShortIds {
    /// The parts that a reference may leave out, each with the text after it.
    leading: Vec<(Choice, String)>,
    /// The index of the kind in `leading`, and its value by the field of an edge.
    kind: Option<usize>,
    default_kinds: BTreeMap<String, String>,
}

impl ShortIds {
    /// `None` if the id is not a template of several fields with a text between each two.
    pub(super) fn of(id: &Pattern, kind: Option<&Pattern>, default_kinds: BTreeMap<String, String>) -> Option<Self> {
        let mut leading = Vec::new();
        let mut parts = id.parts();
        while let [Part::Field(choice), Part::Text(after), rest @ ..] = parts {
            leading.push((choice.clone(), after.clone()));
            parts = rest;
        }
        if leading.is_empty() || !matches!(parts, [Part::Field(_)]) {
            return None;
        }
        let kind = kind.and_then(Pattern::only_choice);
        let kind = kind.and_then(|kind| leading.iter().position(|(choice, _)| choice.reads_like(kind)));
        Some(Self { leading, kind, default_kinds })
    }

    /// Whether the kind of a record is a part of its id that a reference may leave out.
    pub(super) fn has_kind(&self) -> bool {
        self.kind.is_some()
    }

    /// The id that a reference in a field of `row` stands for. A part that was left out is the field's default kind, or
    /// has the value of the row itself. `None` if a part is missing.
    pub(super) fn complete(&self, reference: &str, field: &str, row: &Row<'_>) -> Option<String> {
        let mut id = String::new();
        let mut rest = reference;
        for (nth, (choice, separator)) in self.leading.iter().enumerate() {
            match rest.split_once(separator.as_str()) {
                Some((value, after)) if !value.is_empty() => {
                    id.push_str(value);
                    rest = after;
                }
                _ if self.kind == Some(nth) => id.push_str(self.default_kinds.get(field)?),
                _ => id.push_str(&choice.id(row)?),
            }
            id.push_str(separator);
        }
        id.push_str(rest);
        Some(id)
    }
}
