//! [`Family`]: what a relation is about in general, for colours and for the order of groups.
//!
//! A family follows from the properties of a relation, unless its vocabulary names one: to cite and to be derived have
//! equal properties, but only one of them is a conclusion.

use super::{Argues, Relation, Time};

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Family {
    /// One node led to the other.
    Lineage,
    /// One node rests on the other or serves it.
    Support,
    /// One node rebuts, questions or replaces the other.
    Against,
    /// One node is a part of the other or depends on it.
    Structural,
    /// A mention, and every unknown relation.
    Soft,
}

impl Family {
    pub const ALL: [Self; 5] = [Self::Lineage, Self::Support, Self::Against, Self::Structural, Self::Soft];

    pub fn name(self) -> &'static str {
        match self {
            Self::Lineage => "lineage",
            Self::Support => "support",
            Self::Against => "against",
            Self::Structural => "structural",
            Self::Soft => "soft",
        }
    }
}

impl Relation {
    pub fn family(&self) -> Family {
        self.family.unwrap_or_else(|| self.family_by_properties())
    }

    fn family_by_properties(&self) -> Family {
        match self.argues {
            Some(Argues::Against | Argues::Asks) => Family::Against,
            Some(Argues::For) if self.time == Time::Forward && !self.takes_sides => Family::Lineage,
            Some(_) => Family::Support,
            None if self.dependent.is_some() => Family::Structural,
            None if self.lineage => Family::Lineage,
            None if self.acyclic.is_some() => Family::Structural,
            None => Family::Soft,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::system::registry;

    #[test]
    fn relations_of_the_systems_have_the_families_of_the_design() {
        let expected: [(Family, &[&str]); 5] = [
            (Family::Lineage, &["led-to", "caused", "explains", "prevented", "follows-up"]),
            (Family::Support, &["supports", "derives-from", "derived_from", "addresses"]),
            (Family::Against, &["rebuts", "questions", "supersedes", "contradicts"]),
            (
                Family::Structural,
                &[
                    "child-of",
                    "uses",
                    "calls",
                    "imports",
                    "reads",
                    "implements",
                    "has-aspect",
                    "maps-to",
                    "participates",
                    "upgrades_to",
                    "granted_by",
                ],
            ),
            (Family::Soft, &["mentions", "cites", "related_to"]),
        ];
        let registry = registry();
        for (family, names) in expected {
            for name in names {
                let mut relations = registry.relations().iter().filter(|relation| relation.name == *name).peekable();
                assert!(relations.peek().is_some(), "no system has the relation {name}");
                assert!(relations.all(|relation| relation.family() == family), "{name}");
            }
        }
    }

    #[test]
    fn vocabularies_name_only_families_that_properties_do_not_suggest() {
        let registry = registry();
        let is_suggested = |relation: &&Relation| relation.family == Some(relation.family_by_properties());
        let redundant = registry.relations().iter().filter(is_suggested);
        let names: Vec<_> = redundant.map(|relation| (relation.system.name(), &*relation.name)).collect();
        assert_eq!(names, []);
    }
}
