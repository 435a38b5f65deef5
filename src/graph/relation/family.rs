//! [`Family`]: what a relation is about in general, for colours and for the order of groups.
//!
//! A family follows from the properties of a relation. A few names with the properties of one family belong to another:
//! `cites` and `derived_from` have equal properties, but only one of them is a conclusion. These are in a table.

use super::{Argues, Relation, Time};

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Family {
    /// One node led to the other.
    Causal,
    /// One node rests on the other or serves it.
    Support,
    /// One node rebuts, questions or replaces the other.
    Against,
    /// One node is a part of the other or depends on it.
    Structural,
    /// A mention, and every unknown relation.
    Soft,
}

/// Relations whose properties suggest another family.
const NAMED: [(Family, &[&str]); 5] = [
    (Family::Causal, &["caused-by", "causes-to-fail", "explains", "follows-up", "prevent", "prevented"]),
    (Family::Support, &["addresses", "derived-from", "resolves"]),
    (Family::Against, &["supersedes"]),
    (
        Family::Structural,
        &["child-of", "contains", "defines", "has-aspect", "method", "participate_in", "participates"],
    ),
    (Family::Soft, &["cites"]),
];

impl Family {
    pub const ALL: [Self; 5] = [Self::Causal, Self::Support, Self::Against, Self::Structural, Self::Soft];

    pub fn name(self) -> &'static str {
        match self {
            Self::Causal => "causal",
            Self::Support => "support",
            Self::Against => "against",
            Self::Structural => "structural",
            Self::Soft => "soft",
        }
    }
}

impl Relation {
    pub fn family(&self) -> Family {
        let named = NAMED.iter().find(|(_, names)| names.contains(&&*self.name));
        named.map_or_else(|| self.family_by_properties(), |(family, _)| *family)
    }

    fn family_by_properties(&self) -> Family {
        match self.argues {
            Some(Argues::Against | Argues::Asks) => Family::Against,
            Some(Argues::For) if self.time == Time::Forward && !self.takes_sides => Family::Causal,
            Some(_) => Family::Support,
            None if self.dependent.is_some() => Family::Structural,
            None if self.lineage => Family::Causal,
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
            (Family::Causal, &["led-to", "caused", "explains", "prevented", "follows-up"]),
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
    fn every_name_in_the_table_is_an_exception() {
        let registry = registry();
        for (family, names) in NAMED {
            for name in names {
                let mut relations = registry.relations().iter().filter(|relation| relation.name == *name);
                assert!(relations.any(|relation| relation.family_by_properties() != family), "{name}");
            }
        }
    }
}
