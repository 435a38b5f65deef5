//! The relation registry: the one place that knows the vocabularies.
//!
//! A vocabulary is data: one table a system, listed in [`VOCABULARIES`]. Filters, queries, the doctor, the advice on new
//! edges and every view ask here how a verb reads, which way time runs and what it must not be mixed up with. A verb that
//! no table has is still an edge: the set is open, it just reads as it is written.

mod reference;

use super::system::System;

/// Every vocabulary, in the order of [`System::ALL`].
pub const VOCABULARIES: &[Vocabulary] = &[reference::VOCABULARY];

/// The relations one system defines.
#[derive(Debug)]
pub struct Vocabulary {
    /// The system that defines them.
    pub system: System,
    /// Its relations, in the order people learn them.
    pub relations: &'static [Relation],
}

/// One verb and what it means.
#[derive(Debug)]
pub struct Relation {
    /// The verb as stored.
    pub name: &'static str,
    /// How it reads from the node it leaves: "*led to* X".
    pub outgoing: &'static str,
    /// How it reads from the node it reaches: "*came from* X".
    pub incoming: &'static str,
    /// What its two ends are: "cause", "effect".
    pub ends: (&'static str, &'static str),
    /// Which way time runs along it.
    pub time: Time,
    /// Whether lineage follows it by default.
    pub lineage: bool,
    /// Whether following it round in a circle is a contradiction.
    pub acyclic: bool,
    /// Verbs that people write for the same fact.
    pub synonyms: &'static [Synonym],
}

/// Which end of a relation came first.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Time {
    /// The node it leaves came first: a cause points at its effect.
    Forward,
    /// The node it reaches came first: a summary points at its evidence.
    Backward,
    /// It says nothing about time.
    Timeless,
}

/// A verb that fragments the graph because another one means the same.
#[derive(Debug)]
pub struct Synonym {
    /// The verb to avoid.
    pub name: &'static str,
    /// Whether it says the fact the other way round: the ends must be swapped.
    pub inverted: bool,
}

/// The canonical way to say what a synonym says.
#[derive(Debug, Clone, Copy)]
pub struct Canonical {
    /// The relation to use instead.
    pub relation: &'static Relation,
    /// Whether the ends must be swapped.
    pub inverted: bool,
}

/// The relation of that name: the system's own, else any other system's.
pub fn find(system: System, name: &str) -> Option<&'static Relation> {
    let in_vocabulary =
        |vocabulary: &'static Vocabulary| vocabulary.relations.iter().find(|relation| relation.name == name);
    let own = VOCABULARIES.iter().filter(|vocabulary| vocabulary.system == system);
    let others = VOCABULARIES.iter().filter(|vocabulary| vocabulary.system != system);
    own.chain(others).find_map(in_vocabulary)
}

/// What to write instead of a synonym of one of the system's relations; `None` if the verb is not a synonym there.
pub fn canonical(system: System, name: &str) -> Option<Canonical> {
    let own = VOCABULARIES.iter().filter(|vocabulary| vocabulary.system == system);
    own.flat_map(|vocabulary| vocabulary.relations).find_map(|relation| {
        let synonym = relation.synonyms.iter().find(|synonym| synonym.name == name)?;
        Some(Canonical { relation, inverted: synonym.inverted })
    })
}

/// The verbs of a system, in the order people learn them.
pub fn names(system: System) -> Vec<&'static str> {
    let own = VOCABULARIES.iter().filter(|vocabulary| vocabulary.system == system);
    own.flat_map(|vocabulary| vocabulary.relations).map(|relation| relation.name).collect()
}

/// The relations that lineage follows by default in a workspace with these systems.
pub fn lineage(systems: &[System]) -> Vec<&'static str> {
    let present = VOCABULARIES.iter().filter(|vocabulary| systems.contains(&vocabulary.system));
    present
        .flat_map(|vocabulary| vocabulary.relations)
        .filter(|relation| relation.lineage)
        .map(|relation| relation.name)
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_reference_graph_gives_exactly_the_lineage_of_its_specification() {
        let expected = ["led-to", "addresses", "supersedes", "follows-up", "cites"];
        assert_eq!(lineage(&[System::Reference]), expected);
    }

    #[test]
    fn time_runs_as_the_formats_page_says() {
        let later_to_earlier = ["supersedes", "follows-up", "cites", "addresses"];
        for name in later_to_earlier {
            assert_eq!(find(System::Reference, name).unwrap().time, Time::Backward, "{name}");
        }
        assert_eq!(find(System::Reference, "led-to").unwrap().time, Time::Forward);
        assert_eq!(find(System::Reference, "mentions").unwrap().time, Time::Timeless);
    }

    #[test]
    fn every_known_synonym_names_its_canonical_verb() {
        let known = [
            ("triggered", "led-to", false),
            ("resolves", "addresses", false),
            ("references", "mentions", false),
            ("replaces", "supersedes", false),
            ("continues", "follows-up", false),
            ("caused-by", "led-to", true),
        ];
        for (synonym, verb, inverted) in known {
            let found = canonical(System::Reference, synonym).unwrap();
            assert_eq!((found.relation.name, found.inverted), (verb, inverted), "{synonym}");
        }
        assert!(canonical(System::Reference, "led-to").is_none());
    }

    #[test]
    fn no_verb_is_defined_twice_or_is_also_a_synonym_in_one_vocabulary() {
        for vocabulary in VOCABULARIES {
            let names = vocabulary.relations.iter().map(|relation| relation.name);
            let synonyms = vocabulary.relations.iter().flat_map(|relation| relation.synonyms).map(|one| one.name);
            let mut all: Vec<_> = names.chain(synonyms).collect();
            all.sort_unstable();
            assert!(all.windows(2).all(|pair| pair[0] != pair[1]), "{all:?}");
        }
    }
}
