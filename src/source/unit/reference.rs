//! What a unit's references must hold.

use super::field::at_most;
use super::{is_too_long, is_unit_id, named, rules};
use crate::finding::Rule;
use crate::graph::System;
use crate::graph::relation::{self, Spelling, Writer};
use crate::source::json::{Fields, Json};
use std::borrow::Cow;

/// One reference that can be an edge.
pub(super) struct Reference<'a> {
    pub(super) id: Cow<'a, str>,
    pub(super) rel: Cow<'a, str>,
}

/// A rule that a reference breaks, and how.
pub(super) type Breach = (&'static Rule, String);

impl<'a> Reference<'a> {
    /// Reads an entry of `references`; what keeps it from being an edge is a message.
    pub(super) fn read(json: Json<'a>) -> Result<Self, String> {
        let fields = json.fields().ok_or("the reference is not {id, rel}")?;
        Ok(Self { id: word(&fields, "id")?, rel: word(&fields, "rel")? })
    }

    /// What is wrong with it although it is an edge, in a unit of that type.
    pub(super) fn breaches(&self, unit_type: &str) -> Vec<Breach> {
        let mut found = Vec::new();
        if !is_unit_id(&self.id) && System::split(&self.id).is_none() {
            let message = format!("the reference's id is neither a UUIDv7 nor system:id: {}", named(&self.id));
            found.push((&rules::UNIT_REFERENCE, message));
        }
        found.extend(self.verb_breach());
        if unit_type == "question" && self.rel == "rebuts" {
            let message = format!("a question asks, but this one rebuts {}", named(&self.id));
            found.push((&rules::UNIT_UNUSUAL, message));
        }
        found
    }

    fn verb_breach(&self) -> Option<Breach> {
        let own = relation::meaning(&[System::Unit], &self.rel)
            .filter(|meaning| meaning.relation.system == System::Unit && meaning.spelling == Spelling::Own);
        match own {
            Some(meaning) if meaning.relation.writer == Writer::Infrastructure => {
                let message = format!("{} is for the nodes that carry units, not for units", named(&self.rel));
                Some((&rules::UNIT_NOTIFIES, message))
            }
            None if !relation::is_namespaced(&self.rel) => {
                let rel = named(&self.rel);
                let message = format!("{rel} is no relation of units; one of your own is called x-org.example.verb");
                Some((&rules::UNIT_RELATION, message))
            }
            _ => None,
        }
    }
}

fn word<'a>(fields: &Fields<'a>, name: &str) -> Result<Cow<'a, str>, String> {
    let text = fields.given(name).ok_or_else(|| format!("the reference has no \"{name}\""))?.filled_text();
    let text = text.ok_or_else(|| format!("the reference's \"{name}\" is not a text with anything in it"))?;
    if is_too_long(&text) {
        return Err(format!("the reference's \"{name}\" is not {}: {}", at_most("a word"), named(&text)));
    }
    Ok(text)
}
