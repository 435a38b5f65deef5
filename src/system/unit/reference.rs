//! Checks the references of a unit.

use super::field::at_most;
use super::{SYSTEM, is_namespaced, is_too_long, is_unit_id, named, rules};
use crate::finding::{Rule, Subject};
use crate::graph::Registry;
use crate::graph::relation::{Spelling, Writer};
use crate::system::kit::json::{Fields, Json};
use std::borrow::Cow;

/// A reference that can become an edge.
pub(super) struct Reference<'a> {
    pub(super) id: Cow<'a, str>,
    pub(super) rel: Cow<'a, str>,
}

/// A rule that a reference breaks, the message, and what the message names beside the unit.
pub(super) struct Breach {
    pub(super) rule: &'static Rule,
    pub(super) message: String,
    pub(super) names: Subject,
}

/// Why a reference cannot become an edge, and the field that prevents it.
pub(super) struct Unusable {
    pub(super) message: String,
    pub(super) field: &'static str,
}

impl<'a> Reference<'a> {
    /// Reads an entry of `references`.
    pub(super) fn read(json: Json<'a>) -> Result<Self, Unusable> {
        let no_object = || Unusable { message: "The reference is not {id, rel}".to_owned(), field: "references" };
        let fields = json.fields().ok_or_else(no_object)?;
        Ok(Self { id: word(&fields, "id")?, rel: word(&fields, "rel")? })
    }

    /// The rules that a usable reference breaks in a unit of this type.
    pub(super) fn breaches(&self, registry: &Registry, unit: &str, unit_type: &str) -> Vec<Breach> {
        let edge = || Subject::edge(unit, &*self.rel, &*self.id);
        let mut found = Vec::new();
        if !is_unit_id(&self.id) && registry.split(&self.id).is_none() {
            let message = format!("The reference's id is neither a UUIDv7 nor system:id: {}", named(&self.id));
            found.push(Breach { rule: &rules::UNIT_REFERENCE, message, names: edge() });
        }
        found.extend(self.verb_breach(registry));
        if unit_type == "question" && self.rel == "rebuts" {
            let message = format!("A question rebuts {}; questions usually do not rebut", named(&self.id));
            found.push(Breach { rule: &rules::UNIT_UNUSUAL, message, names: edge() });
        }
        found
    }

    fn verb_breach(&self, registry: &Registry) -> Option<Breach> {
        let own = registry.meaning(&[SYSTEM], &self.rel);
        let own = own.filter(|found| found.relation.system == SYSTEM && found.spelling == Spelling::Own);
        let (rule, message) = match own {
            Some(meaning) if meaning.relation.writer == Writer::Infrastructure => {
                let message = format!("{} is reserved for the nodes that carry units", named(&self.rel));
                (&rules::UNIT_NOTIFIES, message)
            }
            None if !is_namespaced(&self.rel) => {
                let rel = named(&self.rel);
                let message = format!("Unknown relation {rel}; extensions have names such as x-org.example.verb");
                (&rules::UNIT_RELATION, message)
            }
            _ => return None,
        };
        Some(Breach { rule, message, names: Subject::relation(&*self.rel) })
    }
}

fn word<'a>(fields: &Fields<'a>, name: &'static str) -> Result<Cow<'a, str>, Unusable> {
    let unusable = |message| Unusable { message, field: name };
    let text = fields.given(name).ok_or_else(|| unusable(format!("The reference has no \"{name}\"")))?.filled_text();
    let no_text = || unusable(format!("The reference's \"{name}\" is not a non-empty string"));
    let text = text.ok_or_else(no_text)?;
    if is_too_long(&text) {
        let message = format!("The reference's \"{name}\" is not {}: {}", at_most("a word"), named(&text));
        return Err(unusable(message));
    }
    Ok(text)
}
