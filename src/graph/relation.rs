//! The relation registry: the one place that knows the vocabularies.
//!
//! A vocabulary is data: one table a system, listed in [`VOCABULARIES`]. Filters, queries, the doctor, the advice on new
//! edges and every view ask here how a verb reads, which way time runs, who depends on whom and what it must not be mixed
//! up with. A verb that no table has is still an edge: it just reads as it is written.
//!
//! One verb can mean different things in two systems (`calls` in a causal graph and in an architecture model). What an
//! edge means is decided once, when the graph is built, by the systems it lies in: see [`meaning`].

mod causal;
mod reference;
mod sidecar;
mod unit;
mod yggdrasil;

use super::system::System;
use std::sync::LazyLock;

/// Every vocabulary, in the order of [`System::ALL`].
pub const VOCABULARIES: &[Vocabulary] =
    &[reference::VOCABULARY, unit::VOCABULARY, causal::VOCABULARY, yggdrasil::VOCABULARY, sidecar::VOCABULARY];

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
    /// The system whose vocabulary it is in.
    pub system: System,
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
    /// Relations of one class, followed round in a circle, are a contradiction. The class's name.
    pub acyclic: Option<&'static str>,
    /// Which end rests on the other: a change of that one reaches this one.
    pub dependent: Option<Dependent>,
    /// What the node it leaves says about the node it reaches, in an argument.
    pub argues: Option<Argues>,
    /// Whether it says the same from both ends.
    pub symmetric: bool,
    /// Who writes it.
    pub writer: Writer,
    /// Relations that cannot hold between the same two nodes at the same time.
    pub opposes: &'static [&'static str],
    /// Verbs that people write for the same fact.
    pub synonyms: &'static [Synonym],
    /// Other words for it, in the same direction. They are no synonyms in the data; an edge with one of them stays unknown. They only
    /// help to suggest this relation to a user who types one.
    pub words: &'static [&'static str],
}

impl Relation {
    /// A relation of which nothing is said but that it exists.
    const PLAIN: Self = Self {
        system: System::Reference,
        name: "",
        outgoing: "",
        incoming: "",
        ends: ("", ""),
        time: Time::Timeless,
        lineage: false,
        acyclic: None,
        dependent: None,
        argues: None,
        symmetric: false,
        writer: Writer::Anyone,
        opposes: &[],
        synonyms: &[],
        words: &[],
    };
}

/// Who writes edges of a relation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Writer {
    /// People and their agents.
    Anyone,
    /// Only infrastructure.
    Infrastructure,
    /// Nobody: it is read off a model's files.
    Files,
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

/// Which end of a relation rests on the other.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Dependent {
    /// The node it leaves: a caller on what it calls.
    From,
    /// The node it reaches: an effect on its cause.
    To,
}

/// What one node says about another one in an argument.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Argues {
    /// It speaks for it, and so the other one rests on it.
    For,
    /// It speaks against it.
    Against,
    /// It asks about it.
    Asks,
    /// It says the same of fewer cases, and rests on it.
    Narrows,
    /// It is concluded from it, and rests on it.
    Follows,
}

/// A verb that fragments the graph because another one means the same.
#[derive(Debug)]
pub struct Synonym {
    /// The verb to avoid.
    pub name: &'static str,
    /// Whether it says the fact the other way round: the ends must be swapped.
    pub inverted: bool,
}

/// How a verb stands for a relation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Spelling {
    /// By the relation's own name.
    Own,
    /// By a synonym.
    Synonym,
    /// By a synonym that says it the other way round.
    Inverse,
}

/// What a verb means.
#[derive(Debug, Clone, Copy)]
pub struct Meaning {
    /// The relation.
    pub relation: &'static Relation,
    /// How the verb stands for it.
    pub spelling: Spelling,
}

/// The number of a meaning, small enough to keep one with every edge.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) struct MeaningIx(u8);

/// Every meaning with the verb that has it: the relations and their synonyms, in the order of the vocabularies.
static MEANINGS: LazyLock<Vec<(&str, Meaning)>> = LazyLock::new(|| {
    let own = |relation: &'static Relation| (relation.name, Meaning { relation, spelling: Spelling::Own });
    let synonyms = |relation: &'static Relation| {
        relation.synonyms.iter().map(move |synonym| {
            let spelling = if synonym.inverted { Spelling::Inverse } else { Spelling::Synonym };
            (synonym.name, Meaning { relation, spelling })
        })
    };
    let relations = || VOCABULARIES.iter().flat_map(|vocabulary| vocabulary.relations);
    relations().flat_map(|relation| std::iter::once(own(relation)).chain(synonyms(relation))).collect()
});

impl MeaningIx {
    /// What it stands for.
    pub(super) fn meaning(self) -> Meaning {
        MEANINGS[usize::from(self.0)].1
    }

    /// Its number, never the highest a byte can hold.
    pub(super) fn number(self) -> u8 {
        self.0
    }

    /// The meaning with a number, if that is one; the highest stands for none.
    #[expect(clippy::option_option, reason = "no number is something else than the number of no meaning")]
    pub(super) fn from_number(number: u8) -> Option<Option<Self>> {
        match number {
            u8::MAX => Some(None),
            number => (usize::from(number) < MEANINGS.len()).then_some(Some(Self(number))),
        }
    }

    /// Its position among [`meanings`].
    pub(super) fn index(self) -> usize {
        usize::from(self.0) + 1
    }
}

/// Everything a verb can mean, for tables with one entry a meaning. The first one is that no vocabulary has it.
pub fn meanings() -> impl Iterator<Item = Option<Meaning>> {
    std::iter::once(None).chain(MEANINGS.iter().map(|(_, meaning)| Some(*meaning)))
}

/// What a verb means to these systems: a relation of one of them, the first before the others, else a synonym there.
/// What only another system means by it counts for nothing.
pub fn meaning(homes: &[System], verb: &str) -> Option<Meaning> {
    meaning_ix(homes, verb).map(MeaningIx::meaning)
}

pub(super) fn meaning_ix(homes: &[System], verb: &str) -> Option<MeaningIx> {
    let rank = |meaning: &Meaning| {
        let home = homes.iter().position(|system| *system == meaning.relation.system)?;
        Some((meaning.spelling != Spelling::Own, home))
    };
    let fits = MEANINGS.iter().enumerate().filter(|(_, (name, _))| *name == verb);
    let ranked = fits.filter_map(|(ix, (_, meaning))| Some((rank(meaning)?, ix)));
    let (_, ix) = ranked.min()?;
    Some(MeaningIx(u8::try_from(ix).expect("the vocabularies have fewer than 255 verbs")))
}

/// The first relation of any system that has this name.
pub fn of_any_system(verb: &str) -> Option<&'static Relation> {
    VOCABULARIES.iter().flat_map(|vocabulary| vocabulary.relations).find(|relation| relation.name == verb)
}

/// All relations of all vocabularies.
pub fn all() -> impl Iterator<Item = &'static Relation> {
    VOCABULARIES.iter().flat_map(|vocabulary| vocabulary.relations)
}

/// The verbs of a system that people write, in the order they learn them.
pub fn names(system: System) -> Vec<&'static str> {
    let own = VOCABULARIES.iter().filter(|vocabulary| vocabulary.system == system);
    let written = own.flat_map(|vocabulary| vocabulary.relations).filter(|one| one.writer == Writer::Anyone);
    written.map(|relation| relation.name).collect()
}

/// Whether a name is that of an extension, as relations and fields of units have them: `x-` and a reverse domain with a name,
/// such as `x-org.example.weakens`. All in lower case, at least two segments, and no hyphen in the first one.
pub fn is_namespaced(verb: &str) -> bool {
    let Some(name) = verb.strip_prefix("x-") else { return false };
    let is_plain = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit();
    let is_first = |segment: &str| !segment.is_empty() && segment.bytes().all(is_plain);
    let is_further = |segment: &str| {
        segment.bytes().next().is_some_and(is_plain)
            && segment.bytes().all(|byte| is_plain(byte) || b"-_".contains(&byte))
    };
    name.split_once('.').is_some_and(|(first, further)| is_first(first) && further.split('.').all(is_further))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lineage(system: System) -> Vec<&'static str> {
        let own = VOCABULARIES.iter().filter(|vocabulary| vocabulary.system == system);
        own.flat_map(|vocabulary| vocabulary.relations).filter(|one| one.lineage).map(|one| one.name).collect()
    }

    fn relation(system: System, name: &str) -> &'static Relation {
        meaning(&[system], name).unwrap().relation
    }

    #[test]
    fn lineage_follows_what_each_specification_names() {
        assert_eq!(lineage(System::Reference), ["led-to", "addresses", "supersedes", "follows-up", "cites"]);
        assert_eq!(lineage(System::Unit), ["supports", "rebuts", "derives-from", "refines"]);
        assert_eq!(lineage(System::Causal), ["caused", "explains"]);
        assert_eq!(lineage(System::Yggdrasil), ["uses", "calls", "extends", "implements"]);
        assert_eq!(lineage(System::Sidecar), ["upgrades_to", "granted_by", "derived_from"]);
    }

    #[test]
    fn time_runs_as_the_formats_page_says() {
        let backward = [
            (System::Reference, "supersedes"),
            (System::Reference, "follows-up"),
            (System::Reference, "cites"),
            (System::Reference, "addresses"),
            (System::Unit, "derives-from"),
            (System::Sidecar, "derived_from"),
            (System::Sidecar, "granted_by"),
        ];
        for (system, name) in backward {
            assert_eq!(relation(system, name).time, Time::Backward, "{name}");
        }
        for (system, name) in
            [(System::Reference, "led-to"), (System::Causal, "caused"), (System::Sidecar, "upgrades_to")]
        {
            assert_eq!(relation(system, name).time, Time::Forward, "{name}");
        }
        assert_eq!(relation(System::Reference, "mentions").time, Time::Timeless);
    }

    #[test]
    fn every_known_synonym_names_its_canonical_verb() {
        let known = [
            ("triggered", "led-to", Spelling::Synonym),
            ("resolves", "addresses", Spelling::Synonym),
            ("references", "mentions", Spelling::Synonym),
            ("replaces", "supersedes", Spelling::Synonym),
            ("continues", "follows-up", Spelling::Synonym),
            ("caused-by", "led-to", Spelling::Inverse),
        ];
        for (synonym, verb, spelling) in known {
            let found = meaning(&[System::Reference], synonym).unwrap();
            assert_eq!((found.relation.name, found.spelling), (verb, spelling), "{synonym}");
        }
        assert_eq!(meaning(&[System::Reference], "led-to").unwrap().spelling, Spelling::Own);
    }

    #[test]
    fn a_verb_means_what_the_systems_at_its_ends_mean_by_it() {
        let owner = |homes: &[System], verb| meaning(homes, verb).map(|meaning| meaning.relation.system);
        assert_eq!(owner(&[System::Yggdrasil], "calls"), Some(System::Yggdrasil));
        assert_eq!(owner(&[System::Causal], "calls"), Some(System::Causal));
        assert_eq!(owner(&[System::Reference], "calls"), None);
        assert_eq!(of_any_system("calls").map(|relation| relation.system), Some(System::Causal));
        assert_eq!(owner(&[System::Reference, System::Yggdrasil], "calls"), Some(System::Yggdrasil));
        assert_eq!(owner(&[System::Causal], "resolves"), Some(System::Causal));
        assert_eq!(owner(&[System::Reference, System::Causal], "resolves"), Some(System::Causal));
        assert_eq!(owner(&[System::Unit], "own-verb"), None);
    }

    #[test]
    fn no_verb_is_defined_twice_or_is_also_a_synonym_in_one_vocabulary() {
        for vocabulary in VOCABULARIES {
            let names = vocabulary.relations.iter().map(|relation| relation.name);
            let synonyms = vocabulary.relations.iter().flat_map(|relation| relation.synonyms).map(|one| one.name);
            let mut all: Vec<_> = names.chain(synonyms).collect();
            all.sort_unstable();
            assert!(all.windows(2).all(|pair| pair[0] != pair[1]), "{all:?}");
            assert!(vocabulary.relations.iter().all(|relation| relation.system == vocabulary.system));
        }
    }

    #[test]
    fn what_opposes_is_opposed() {
        for relation in VOCABULARIES.iter().flat_map(|vocabulary| vocabulary.relations) {
            for other in relation.opposes {
                let other = meaning(&[relation.system], other).unwrap().relation;
                assert!(other.opposes.contains(&relation.name), "{} {}", relation.name, other.name);
            }
        }
    }

    #[test]
    fn a_namespaced_verb_names_a_domain_in_lower_case() {
        for verb in ["x-org.example.weakens", "x-example.a-b_c"] {
            assert!(is_namespaced(verb), "{verb}");
        }
        let others = [
            "weakens",
            "x-weakens",
            "X-org.example.weakens",
            "x-org.Example.w",
            "x-.a",
            "x-org..w",
            "x-org.w ",
            "x-org.",
            "x-my-org.example.w",
            "x-my_org.w",
            "x-org.-w",
        ];
        for verb in others {
            assert!(!is_namespaced(verb), "{verb}");
        }
    }
}
