//! [`Registry`]: the systems of a workspace and the vocabularies of all of them and of the user.
//!
//! A value, built once for a workspace and shared with its graphs. Systems are sorted by their ids, so the order in
//! which they are registered does not matter. Each name of a vocabulary, synonyms included, has a 16-bit number that the
//! edges of a graph hold; the numbers are valid for one registry only, so a snapshot records a [fingerprint] of it.
//!
//! [fingerprint]: Registry::fingerprint

use super::relation::{Meaning, Relation, Spelling, Text, Time, Writer};
use super::system::{SystemId, SystemIx, SystemSpec};
use hashbrown::HashMap;
use std::fmt::Write as _;
use std::hash::{DefaultHasher, Hasher as _};

/// Number of a meaning in one registry. 0 is for unknown relations.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) struct MeaningIx(pub(super) u16);

impl MeaningIx {
    pub(super) const UNKNOWN: Self = Self(0);

    /// Position in [`Registry::meanings`].
    pub(super) fn index(self) -> usize {
        usize::from(self.0)
    }
}

/// A name with its meaning.
#[derive(Debug)]
struct Entry {
    name: Text,
    relation: usize,
    spelling: Spelling,
}

/// The systems and relations of a workspace.
#[derive(Debug)]
pub struct Registry {
    systems: Vec<SystemSpec>,
    relations: Vec<Relation>,
    entries: Vec<Entry>,
    /// Numbers of the meanings of each name.
    by_name: HashMap<Text, Vec<u16>>,
    /// The system that owns the rows of the log.
    log: SystemIx,
    fingerprint: u64,
}

/// Maximum number of names in all vocabularies.
pub const MOST_NAMES: usize = u16::MAX as usize - 1;

/// Maximum number of systems.
pub const MOST_SYSTEMS: usize = 250;

impl Registry {
    /// A registry of these systems, each with its vocabulary, and of relations that belong to no system in particular.
    ///
    /// # Panics
    ///
    /// If no system owns the log, or there are more than [`MOST_SYSTEMS`] systems or [`MOST_NAMES`] names.
    pub fn new(systems: impl IntoIterator<Item = (SystemSpec, Vec<Relation>)>, user: Vec<Relation>) -> Self {
        let mut all: Vec<_> = systems.into_iter().collect();
        all.sort_by_key(|(spec, _)| spec.id);
        assert!(all.len() <= MOST_SYSTEMS, "at most {MOST_SYSTEMS} systems");
        let mut relations = Vec::new();
        let mut specs = Vec::new();
        for (spec, vocabulary) in all {
            specs.push(spec);
            relations.extend(vocabulary);
        }
        relations.extend(user);
        oppose_mutually(&mut relations);
        direct_classes(&mut relations);
        let mut entries = Vec::new();
        for (at, relation) in relations.iter().enumerate() {
            entries.push(Entry { name: relation.name.clone(), relation: at, spelling: Spelling::Own });
            let synonyms = relation.synonyms.iter();
            entries.extend(synonyms.map(|one| Entry {
                name: one.name.clone(),
                relation: at,
                spelling: one.spelling(),
            }));
        }
        assert!(entries.len() <= MOST_NAMES, "at most {MOST_NAMES} names");
        let mut by_name: HashMap<Text, Vec<u16>> = HashMap::new();
        for (number, entry) in (1..).zip(&entries) {
            by_name.entry(entry.name.clone()).or_default().push(number);
        }
        let log = specs.iter().position(|spec| spec.links_all).expect("a system owns the log");
        let log = SystemIx(u8::try_from(log).expect("few systems"));
        let fingerprint = fingerprint(&specs, &relations);
        Self { systems: specs, relations, entries, by_name, log, fingerprint }
    }

    /// A number that differs between registries with different systems or relations, to detect that a snapshot was
    /// made with another one.
    pub fn fingerprint(&self) -> u64 {
        self.fingerprint
    }

    /// All systems, in look-up order.
    pub fn systems(&self) -> impl ExactSizeIterator<Item = SystemId> {
        self.systems.iter().map(|spec| spec.id)
    }

    pub fn system_named(&self, name: &str) -> Option<SystemId> {
        self.systems().find(|system| system.name() == name)
    }

    /// The properties of a system; `None` if it is not registered.
    pub fn spec(&self, system: SystemId) -> Option<&SystemSpec> {
        self.systems.binary_search_by_key(&system, |spec| spec.id).ok().map(|at| &self.systems[at])
    }

    /// The system that owns the rows of the log.
    pub fn log_system(&self) -> SystemId {
        self.id(self.log)
    }

    /// Splits `system:id`; `None` without a registered system as prefix or with an empty id.
    pub fn split<'t>(&self, id: &'t str) -> Option<(SystemId, &'t str)> {
        let (name, rest) = id.split_once(':')?;
        let system = self.system_named(name)?;
        (!rest.is_empty()).then_some((system, rest))
    }

    /// The bare id of an address in a system whose ids are unique within a repository only; otherwise the text itself.
    pub fn without_repository_system<'t>(&self, id: &'t str) -> &'t str {
        let has_repositories = |system| self.spec(system).is_some_and(|spec| spec.has_repositories);
        self.split(id).filter(|(system, _)| has_repositories(*system)).map_or(id, |(_, bare)| bare)
    }

    /// All relations: those of the systems in look-up order, then the user's own.
    pub fn relations(&self) -> &[Relation] {
        &self.relations
    }

    /// The first relation with this name in any system.
    pub fn of_any_system(&self, verb: &str) -> Option<&Relation> {
        let numbers = self.by_name.get(verb)?;
        let own = numbers.iter().map(|number| self.entry(*number)).find(|entry| entry.spelling == Spelling::Own)?;
        Some(&self.relations[own.relation])
    }

    /// The names of a system's relations that users can write, in the order of its vocabulary.
    pub fn names(&self, system: SystemId) -> impl Iterator<Item = &str> {
        let own = self.relations.iter().filter(move |relation| relation.system == system);
        own.filter(|relation| relation.writer == Writer::Anyone).map(|relation| &*relation.name)
    }

    /// All meanings, for tables with one entry per meaning. The first entry, `None`, is for unknown relations.
    pub fn meanings(&self) -> impl Iterator<Item = Option<Meaning<'_>>> {
        std::iter::once(None).chain(self.entries.iter().map(|entry| Some(self.meaning_of(entry))))
    }

    /// The meaning of a name in the context of these systems: a relation of that name, else a synonym; earlier systems
    /// take precedence. The user's own relations come next; their names, but not their synonyms, come before synonyms of
    /// the log's own system. Last comes the log's vocabulary, if one of the systems links all others. Vocabularies of
    /// other systems are ignored.
    pub fn meaning(&self, homes: &[SystemId], verb: &str) -> Option<Meaning<'_>> {
        self.get(self.meaning_ix(homes, verb))
    }

    /// The meaning of a name in a row of the log between nodes of these systems. The vocabulary of the log's own system
    /// applies between any two nodes.
    pub fn meaning_in_log(&self, homes: &[SystemId], verb: &str) -> Option<Meaning<'_>> {
        self.meaning(&[homes, &[self.log_system()]].concat(), verb)
    }

    pub(super) fn meaning_ix(&self, homes: &[SystemId], verb: &str) -> MeaningIx {
        let log = self.log_system();
        let links_all = || homes.iter().any(|home| self.spec(*home).is_some_and(|spec| spec.links_all));
        let rank = |entry: &Entry| {
            let (system, is_own) = (self.relations[entry.relation].system, entry.spelling == Spelling::Own);
            let home = homes.iter().position(|home| *home == system);
            match (home, is_own) {
                (Some(home), true) => Some((0, home)),
                (Some(home), false) if system != log => Some((1, home)),
                (None, true) if system == SystemId::USER => Some((2, 0)),
                (Some(home), false) => Some((3, home)),
                (None, false) if system == SystemId::USER => Some((4, 0)),
                (None, is_own) if system == log && links_all() => Some((if is_own { 5 } else { 6 }, 0)),
                (None, _) => None,
            }
        };
        let numbers = self.by_name.get(verb).map(Vec::as_slice).unwrap_or_default();
        let ranked = numbers.iter().filter_map(|number| Some((rank(self.entry(*number))?, *number)));
        ranked.min().map_or(MeaningIx::UNKNOWN, |(_, number)| MeaningIx(number))
    }

    /// For each meaning, the one that states the same fact from the other end. Empty if there are none.
    pub(super) fn inverses(&self) -> Vec<Option<MeaningIx>> {
        if self.relations.iter().all(|relation| relation.inverse.is_none()) {
            return Vec::new();
        }
        let inverse = |meaning: Option<Meaning<'_>>| {
            let Meaning { relation, spelling } = meaning?;
            let inverse = relation.inverse.as_deref().filter(|_| spelling == Spelling::Own)?;
            let found = self.meaning_ix(&[relation.system], inverse);
            let is_own = self.get(found).is_some_and(|other| other.relation.system == relation.system);
            is_own.then_some(found)
        };
        self.meanings().map(inverse).collect()
    }

    pub(super) fn get(&self, meaning: MeaningIx) -> Option<Meaning<'_>> {
        (meaning != MeaningIx::UNKNOWN).then(|| self.meaning_of(self.entry(meaning.0)))
    }

    /// Whether a stored number is one of this registry.
    pub(super) fn has_meaning(&self, number: u16) -> bool {
        usize::from(number) <= self.entries.len()
    }

    pub(super) fn ix(&self, system: SystemId) -> Option<SystemIx> {
        let at = self.systems.binary_search_by_key(&system, |spec| spec.id).ok()?;
        Some(SystemIx(u8::try_from(at).expect("few systems")))
    }

    pub(super) fn log_ix(&self) -> SystemIx {
        self.log
    }

    pub(super) fn id(&self, system: SystemIx) -> SystemId {
        self.systems[system.index()].id
    }

    pub(super) fn spec_of(&self, system: SystemIx) -> &SystemSpec {
        &self.systems[system.index()]
    }

    /// Number of systems.
    pub(super) fn len(&self) -> usize {
        self.systems.len()
    }

    fn entry(&self, number: u16) -> &Entry {
        &self.entries[usize::from(number) - 1]
    }

    fn meaning_of(&self, entry: &Entry) -> Meaning<'_> {
        Meaning { relation: &self.relations[entry.relation], spelling: entry.spelling }
    }
}

/// Opposition is mutual: a relation is opposed by every relation of its own system or of the user that opposes it.
fn oppose_mutually(relations: &mut [Relation]) {
    let pair = |relation: &Relation, other: &Text| (other.clone(), relation.name.clone(), relation.system);
    let pairs = relations.iter().flat_map(|relation| relation.opposes.iter().map(move |other| pair(relation, other)));
    for (name, other, system) in pairs.collect::<Vec<_>>() {
        let is_meant = |of: SystemId| of == system || system == SystemId::USER;
        for relation in relations.iter_mut().filter(|relation| relation.name == name && is_meant(relation.system)) {
            if !relation.opposes.contains(&other) {
                relation.opposes.push(other.clone());
            }
        }
    }
}

/// Directs each acyclic class like its first relation that orders its ends in time.
fn direct_classes(relations: &mut [Relation]) {
    let mut directions: HashMap<(SystemId, Text), Time> = HashMap::new();
    for relation in relations.iter_mut().filter(|relation| relation.time != Time::Timeless) {
        if let Some(class) = relation.acyclic.clone() {
            let direction = directions.entry((relation.system, class)).or_insert(relation.time);
            relation.against_class = *direction != relation.time;
        }
    }
}

/// Hashes the systems and every property of the relations. Graphs hold only the numbers of meanings and what merging
/// derives from symmetry, but a new vocabulary is rare, and merging again is cheap compared to a wrong answer.
fn fingerprint(systems: &[SystemSpec], relations: &[Relation]) -> u64 {
    let mut text = String::new();
    for spec in systems {
        let SystemSpec { id, links_all, has_repositories, fades, .. } = spec;
        write!(text, "{id:?} {links_all} {has_repositories} {fades};").expect("a string can be written");
    }
    for relation in relations {
        // The line of a declaration changes no answer.
        write!(text, "{:?};", Relation { declared_at: None, ..relation.clone() }).expect("a string can be written");
    }
    let mut hasher = DefaultHasher::new();
    hasher.write(text.as_bytes());
    hasher.finish()
}

#[cfg(test)]
mod tests {
    use super::*;

    use crate::graph::fixture::{CAUSAL, REFERENCE, SIDECAR, UNIT, YGGDRASIL};
    use crate::system::registry;

    fn lineage(system: SystemId) -> Vec<String> {
        let registry = registry();
        let own = registry.relations().iter().filter(|one| one.system == system && one.lineage);
        own.map(|one| one.name.to_string()).collect()
    }

    #[test]
    fn lineage_relations_match_each_specification() {
        assert_eq!(lineage(REFERENCE), ["led-to", "addresses", "supersedes", "follows-up", "cites"]);
        assert_eq!(lineage(UNIT), ["supports", "rebuts", "derives-from", "refines"]);
        assert_eq!(lineage(CAUSAL), ["caused", "explains"]);
        assert_eq!(lineage(YGGDRASIL), ["uses", "calls", "extends", "implements"]);
        assert_eq!(lineage(SIDECAR), ["upgrades_to", "granted_by", "derived_from"]);
    }

    #[test]
    fn time_directions_match_the_formats_page() {
        let backward = [
            (REFERENCE, "supersedes"),
            (REFERENCE, "follows-up"),
            (REFERENCE, "cites"),
            (REFERENCE, "addresses"),
            (UNIT, "derives-from"),
            (SIDECAR, "derived_from"),
            (SIDECAR, "granted_by"),
        ];
        for (system, name) in backward {
            let registry = registry();
            assert_eq!(registry.meaning(&[system], name).unwrap().relation.time, Time::Backward, "{name}");
        }
        for (system, name) in [(REFERENCE, "led-to"), (CAUSAL, "caused"), (SIDECAR, "upgrades_to")] {
            let registry = registry();
            assert_eq!(registry.meaning(&[system], name).unwrap().relation.time, Time::Forward, "{name}");
        }
        assert_eq!(registry().meaning(&[REFERENCE], "mentions").unwrap().relation.time, Time::Timeless);
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
            let registry = registry();
            let found = registry.meaning(&[REFERENCE], synonym).unwrap();
            assert_eq!((&*found.relation.name, found.spelling), (verb, spelling), "{synonym}");
        }
        assert_eq!(registry().meaning(&[REFERENCE], "led-to").unwrap().spelling, Spelling::Own);
    }

    #[test]
    fn meaning_depends_on_the_systems_of_both_ends() {
        let owner = |homes: &[SystemId], verb| registry().meaning(homes, verb).map(|meaning| meaning.relation.system);
        assert_eq!(owner(&[YGGDRASIL], "calls"), Some(YGGDRASIL));
        assert_eq!(owner(&[CAUSAL], "calls"), Some(CAUSAL));
        assert_eq!(owner(&[REFERENCE], "calls"), None);
        assert_eq!(registry().of_any_system("calls").map(|relation| relation.system), Some(CAUSAL));
        assert_eq!(owner(&[REFERENCE, YGGDRASIL], "calls"), Some(YGGDRASIL));
        assert_eq!(owner(&[CAUSAL], "resolves"), Some(CAUSAL));
        assert_eq!(owner(&[REFERENCE, CAUSAL], "resolves"), Some(CAUSAL));
        assert_eq!(owner(&[UNIT], "own-verb"), None);
    }

    #[test]
    fn names_and_synonyms_are_unique_within_a_vocabulary() {
        let registry = registry();
        for system in registry.systems() {
            let own: Vec<_> = registry.relations().iter().filter(|relation| relation.system == system).collect();
            let names = own.iter().map(|relation| &relation.name);
            let synonyms = own.iter().flat_map(|relation| &relation.synonyms).map(|one| &one.name);
            let mut all: Vec<_> = names.chain(synonyms).collect();
            all.sort_unstable();
            assert!(all.windows(2).all(|pair| pair[0] != pair[1]), "{all:?}");
        }
    }

    #[test]
    fn opposition_is_symmetric() {
        let registry = registry();
        for relation in registry.relations() {
            for other in &relation.opposes {
                let found = registry.meaning(&[relation.system], other);
                let other = found.unwrap_or_else(|| panic!("{} opposes {other}", relation.name)).relation;
                assert!(other.opposes.contains(&relation.name), "{} {}", relation.name, other.name);
            }
        }
    }

    #[test]
    fn relations_of_a_user_apply_between_all_systems_after_those_of_the_systems() {
        let all = crate::system::Systems::built_in()
            .with(Vec::new(), vec![Relation::new(SystemId::USER, "blocks"), Relation::new(SystemId::USER, "calls")]);
        let registry = all.registry();
        let owner = |homes: &[SystemId], verb| registry.meaning(homes, verb).map(|meaning| meaning.relation.system);
        assert_eq!(owner(&[REFERENCE], "blocks"), Some(SystemId::USER));
        assert_eq!(owner(&[UNIT, CAUSAL], "blocks"), Some(SystemId::USER));
        assert_eq!(owner(&[CAUSAL], "calls"), Some(CAUSAL));
        assert_eq!(owner(&[REFERENCE], "calls"), Some(SystemId::USER));
    }

    #[test]
    fn relations_that_point_the_other_way_in_time_are_turned_in_their_class() {
        let relation = |name: &'static str, time, class: &'static str| Relation {
            time,
            acyclic: Some(class.into()),
            synonyms: vec![crate::graph::relation::Synonym::inverted(format!("{name}-inverse"))],
            ..Relation::new(SystemId::USER, name)
        };
        let user = vec![
            relation("loose", Time::Timeless, "order"),
            relation("before", Time::Forward, "order"),
            relation("needs", Time::Backward, "order"),
            relation("alone", Time::Backward, "other"),
        ];
        let systems = crate::system::Systems::built_in().with(Vec::new(), user);
        let is_turned = |verb: &str| systems.registry().meaning(&[SystemId::USER], verb).unwrap().is_turned_in_class();
        for (verb, turned) in [("loose", false), ("before", false), ("needs", true), ("alone", false)] {
            assert_eq!((is_turned(verb), is_turned(&format!("{verb}-inverse"))), (turned, !turned), "{verb}");
        }
    }

    #[test]
    fn the_order_in_which_systems_are_registered_does_not_matter() {
        let built_in = crate::system::built_in();
        let reversed = crate::system::Systems::new(built_in.into_iter().rev(), Vec::new());
        assert_eq!(reversed.registry().fingerprint(), registry().fingerprint());
        assert!(reversed.registry().systems().eq(registry().systems()));
    }
}
