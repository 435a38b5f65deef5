//! The relation registry: one table of relations per system, listed in [`VOCABULARIES`].
//!
//! A [`Relation`] is static data: how it reads in each direction, the direction of time, which end depends on the
//! other, its role in an argument, its synonyms and opposites. Filters, queries, the doctor, the advice on new edges
//! and every view look relations up here instead of comparing names. An edge with an unknown relation is still valid
//! and is shown under the name it has in the file.
//!
//! The same name can mean different things in two systems (`calls` in a causal graph and in an architecture model). The
//! meaning of an edge is resolved once, when the graph is built, from the systems of its ends: see [`meaning`].

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

#[derive(Debug)]
pub struct Vocabulary {
    pub system: System,
    /// In the order in which they are listed to users.
    pub relations: &'static [Relation],
}

#[derive(Debug)]
pub struct Relation {
    pub system: System,
    /// The name in files.
    pub name: &'static str,
    /// Reading from the source node: "*led to* X".
    pub outgoing: &'static str,
    /// Reading from the target node: "*came from* X".
    pub incoming: &'static str,
    /// Roles of the source and the target: "cause", "effect".
    pub ends: (&'static str, &'static str),
    pub time: Time,
    /// Whether `lineage` follows it by default.
    pub lineage: bool,
    /// Name of its acyclic class: a cycle over relations of one class is a contradiction.
    pub acyclic: Option<&'static str>,
    /// The end that depends on the other one and is affected by its changes.
    pub dependent: Option<Dependent>,
    /// Role of the source towards the target in an argument.
    pub argues: Option<Argues>,
    /// Whether it means the same in both directions.
    pub symmetric: bool,
    pub writer: Writer,
    /// Relations that contradict it between the same two nodes.
    pub opposes: &'static [&'static str],
    /// Other names in use for the same relation.
    pub synonyms: &'static [Synonym],
    /// Words for which this relation is suggested to a user who types them. They are not synonyms: an edge that has one
    /// as its relation remains unknown.
    pub words: &'static [&'static str],
}

impl Relation {
    /// Default values for the tables.
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

/// Origin of the edges of a relation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Writer {
    /// Users and their agents.
    Anyone,
    /// Only infrastructure.
    Infrastructure,
    /// Derived from a model's files; cannot be written.
    Files,
}

/// Which end of a relation came first.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Time {
    /// The source came first: a cause points at its effect.
    Forward,
    /// The target came first: a summary points at its evidence.
    Backward,
    /// The relation implies no order in time.
    Timeless,
}

/// The end of a relation that depends on the other one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Dependent {
    /// The source: a caller depends on its callee.
    From,
    /// The target: an effect depends on its cause.
    To,
}

/// Role of an edge's source towards its target in an argument.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Argues {
    /// Supports the target; the target rests on the source.
    For,
    /// Rebuts the target.
    Against,
    /// Questions the target.
    Asks,
    /// Refines the target to fewer cases, and rests on it.
    Narrows,
    /// Derives from the target, and rests on it.
    Follows,
}

/// Another name for a relation. Using both fragments the graph.
#[derive(Debug)]
pub struct Synonym {
    /// The name to avoid.
    pub name: &'static str,
    /// Whether source and target must be swapped.
    pub inverted: bool,
}

/// How a name refers to a relation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Spelling {
    /// The relation's own name.
    Own,
    /// A synonym.
    Synonym,
    /// A synonym with source and target swapped.
    Inverse,
}

/// The meaning of a name: a relation and how the name refers to it.
#[derive(Debug, Clone, Copy)]
pub struct Meaning {
    pub relation: &'static Relation,
    pub spelling: Spelling,
}

/// Index into [`MEANINGS`]; one byte, because every edge has one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) struct MeaningIx(u8);

/// Every name with its meaning: the relations and their synonyms, in the order of the vocabularies.
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
    pub(super) fn meaning(self) -> Meaning {
        MEANINGS[usize::from(self.0)].1
    }

    /// The index as a byte, never `u8::MAX`.
    pub(super) fn number(self) -> u8 {
        self.0
    }

    /// Decodes a stored byte. `Some(None)` is the stored form of "no meaning" (`u8::MAX`); `None` is an invalid byte.
    #[expect(clippy::option_option, reason = "an invalid byte differs from a stored absence")]
    pub(super) fn from_number(number: u8) -> Option<Option<Self>> {
        match number {
            u8::MAX => Some(None),
            number => (usize::from(number) < MEANINGS.len()).then_some(Some(Self(number))),
        }
    }

    /// Position in [`meanings`].
    pub(super) fn index(self) -> usize {
        usize::from(self.0) + 1
    }
}

/// All meanings, for tables with one entry per meaning. The first entry, `None`, is for unknown relations.
pub fn meanings() -> impl Iterator<Item = Option<Meaning>> {
    std::iter::once(None).chain(MEANINGS.iter().map(|(_, meaning)| Some(*meaning)))
}

/// The meaning of a name in the context of these systems: a relation of that name, else a synonym; earlier systems take
/// precedence. Vocabularies of other systems are ignored.
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

/// The first relation with this name in any system.
pub fn of_any_system(verb: &str) -> Option<&'static Relation> {
    VOCABULARIES.iter().flat_map(|vocabulary| vocabulary.relations).find(|relation| relation.name == verb)
}

pub fn all() -> impl Iterator<Item = &'static Relation> {
    VOCABULARIES.iter().flat_map(|vocabulary| vocabulary.relations)
}

/// The names of a system's relations that users can write, in the order of its vocabulary.
pub fn names(system: System) -> Vec<&'static str> {
    let own = VOCABULARIES.iter().filter(|vocabulary| vocabulary.system == system);
    let written = own.flat_map(|vocabulary| vocabulary.relations).filter(|one| one.writer == Writer::Anyone);
    written.map(|relation| relation.name).collect()
}

/// Whether this is the name of an extension, for relations and fields of units: `x-` followed by a reverse domain name,
/// such as `x-org.example.weakens`. Lower case, at least two segments, no hyphen in the first one.
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
    fn lineage_relations_match_each_specification() {
        assert_eq!(lineage(System::Reference), ["led-to", "addresses", "supersedes", "follows-up", "cites"]);
        assert_eq!(lineage(System::Unit), ["supports", "rebuts", "derives-from", "refines"]);
        assert_eq!(lineage(System::Causal), ["caused", "explains"]);
        assert_eq!(lineage(System::Yggdrasil), ["uses", "calls", "extends", "implements"]);
        assert_eq!(lineage(System::Sidecar), ["upgrades_to", "granted_by", "derived_from"]);
    }

    #[test]
    fn time_directions_match_the_formats_page() {
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
    fn known_synonyms_map_to_their_relation() {
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
    fn meaning_depends_on_the_systems_of_both_ends() {
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
    fn names_and_synonyms_are_unique_within_a_vocabulary() {
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
    fn opposition_is_symmetric() {
        for relation in VOCABULARIES.iter().flat_map(|vocabulary| vocabulary.relations) {
            for other in relation.opposes {
                let other = meaning(&[relation.system], other).unwrap().relation;
                assert!(other.opposes.contains(&relation.name), "{} {}", relation.name, other.name);
            }
        }
    }

    #[test]
    fn namespaced_names_are_lower_case_reverse_domains() {
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
