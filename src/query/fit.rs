//! Relations offered for a new edge between two nodes, most used first.
//!
//! [`Usage`] counts in one pass how often each verb is used between which kinds of nodes; kinds and verbs are interned
//! as small numbers. It holds no node or edge indices, so it stays usable for newer versions of the graph.

use super::near_verb::{near_verbs, verb_distance};
use crate::graph::relation::{Meaning, Relation, Spelling, Text, Writer};
use crate::graph::{Cancelled, Graph, NEVER, Node, NodeIx, Registry, SystemId, UntilCancelled as _};
use hashbrown::HashMap;
use std::cmp::Reverse;

/// A relation that can be written between two nodes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fit {
    /// The verb as stored.
    pub relation: String,
    /// How it reads from the source. A verb without a meaning between these ends reads as in the system that defines
    /// it, or as written if none does.
    pub forward: String,
    /// How it reads from the target.
    pub backward: String,
    /// Roles of its ends, such as "cause" and "effect".
    pub ends: Option<(Text, Text)>,
    /// Number of edges with this relation between nodes of these kinds, synonyms included.
    pub used_here: usize,
    /// Number of edges with this relation in the whole graph.
    pub used: usize,
    /// Whether it has a meaning between these ends.
    pub known: bool,
    /// How it was recognised in the typed text, if that is spelt differently.
    pub recognised: Option<Recognised>,
}

/// How a relation was recognised in a differently spelt verb.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Recognised {
    /// The name, synonym or other word that the typed verb is close to.
    pub word: String,
    /// How that word relates to the relation; an inverse spelling swaps the ends.
    pub spelling: Spelling,
}

/// How often each verb is used between which kinds of nodes.
///
/// Contains no indices of the graph it was counted in, so it can be used with a later version until that has been
/// counted.
#[derive(Debug, Default)]
pub struct Usage {
    /// Interned kinds of ends.
    kinds: HashMap<(SystemId, Option<String>), KindIx>,
    /// Number of distinct explicit edges by ends and verb.
    counts: HashMap<Ends, HashMap<VerbIx, usize>>,
    /// Interned verbs.
    verbs: HashMap<String, VerbIx>,
}

/// Index of an interned system and kind.
type KindIx = u32;

/// Index of an interned verb.
type VerbIx = usize;

/// Kinds of the two ends of an edge; `None` for any node.
type Ends = (Option<KindIx>, Option<KindIx>);

/// Index of a kind that no counted node has.
const NO_KIND: KindIx = KindIx::MAX;

impl Usage {
    /// Counts all edges in one pass. A synonym counts for its canonical verb, with the ends swapped if it is an
    /// inverse; a symmetric edge counts in both directions. Verbs that people may not write are not counted.
    pub fn of(graph: &Graph) -> Self {
        Self::of_cancellable(graph, NEVER).expect("never cancelled")
    }

    /// Like [`Self::of`]; `None` if cancelled.
    pub fn of_cancellable(graph: &Graph, cancelled: Cancelled<'_>) -> Option<Self> {
        let mut usage = Self::default();
        let kinds: Vec<_> = graph.nodes().until(cancelled).map(|node| usage.number_of(graph, node)).collect();
        if cancelled() {
            return None;
        }
        let mut raw: HashMap<_, usize> = HashMap::new();
        for edge in graph.edges().until(cancelled).filter(|edge| !edge.is_implicit() && !edge.is_repeated()) {
            let [from, to] = [edge.from(), edge.to()].map(|node| kinds[node.ix().index()]);
            // A vocabulary contains each verb once, so verb and system determine the meaning.
            let system = edge.meaning().map(|meaning| meaning.relation.system);
            *raw.entry((from, to, edge.relation_sym(), system)).or_default() += 1;
        }
        for ((from, to, verb, system), edges) in raw.into_iter().until(cancelled) {
            let written = graph.text(verb);
            let meaning = system.and_then(|system| graph.registry().meaning(&[system], written));
            if meaning.is_none_or(|meaning| meaning.relation.writer == Writer::Anyone) {
                usage.count(from, to, written, meaning, edges);
            }
        }
        (!cancelled()).then_some(usage)
    }

    fn number_of(&mut self, graph: &Graph, node: Node<'_>) -> KindIx {
        let next = self.kinds.len() as KindIx;
        *self.kinds.entry(kind_of(graph, node)).or_insert(next)
    }

    fn count(&mut self, from: KindIx, to: KindIx, written: &str, meaning: Option<Meaning<'_>>, edges: usize) {
        let next = self.verbs.len();
        let verb = meaning.map_or(written, |meaning| &*meaning.relation.name);
        let verb = *self.verbs.entry_ref(verb).or_insert(next);
        let turned = meaning.is_some_and(|meaning| meaning.spelling == Spelling::Inverse);
        let (from, to) = if turned { (to, from) } else { (from, to) };
        let mut add = |ends: Ends| *self.counts.entry(ends).or_default().entry(verb).or_default() += edges;
        add((None, None));
        add((Some(from), Some(to)));
        add((Some(from), None));
        add((None, Some(to)));
        if meaning.is_some_and(|meaning| meaning.relation.symmetric) && from != to {
            add((Some(to), Some(from)));
            add((Some(to), None));
            add((None, Some(from)));
        }
    }

    /// Returns the relations that can be written between two ends, best first. An end that is `None` can be any node.
    ///
    /// Verbs with a meaning between these ends come first: those of the ends' own systems, and those of the reference
    /// graph, which the log may use anywhere; then every other verb in use. Both groups are sorted by use between nodes
    /// of these kinds, then by the ends' own vocabularies, by use in the whole graph, and by the order of the registry.
    /// Synonyms and verbs that only infrastructure or files may write are never included.
    pub fn fitting(&self, graph: &Graph, from: Option<NodeIx>, to: Option<NodeIx>) -> Vec<Fit> {
        let homes = homes(graph, from, to);
        let ends = [from, to].map(|end| end.map(|ix| graph.node(ix)));
        let [from, to] =
            ends.map(|end| end.map(|node| self.kinds.get(&kind_of(graph, node)).copied().unwrap_or(NO_KIND)));
        let used = |verb: &str| {
            let count = |ends: Ends| Some(*self.counts.get(&ends)?.get(self.verbs.get(verb)?)?);
            [(from, to), (None, None)].map(|ends| count(ends).unwrap_or(0))
        };
        let mut known: Vec<_> =
            relations(graph.registry(), &homes).map(|one| Row::known(one, &homes, used(&one.name))).collect();
        known.sort_by_key(Row::rank);
        let free = self.verbs.keys().filter(|verb| is_free(graph.registry(), &homes, verb));
        let mut others: Vec<_> = free.map(|verb| Row::other(graph.registry(), verb, used(verb))).collect();
        let by_name = |one: &Row, other: &Row| one.fit.relation.cmp(&other.fit.relation);
        others.sort_unstable_by(|one, other| one.rank().cmp(&other.rank()).then_with(|| by_name(one, other)));
        known.into_iter().chain(others).map(|row| row.fit).collect()
    }
}

/// The offered relations that a typed verb is close to, closest first, each with its index: known relations, then those
/// that are only in use.
pub fn recognise(
    registry: &Registry,
    homes: &[SystemId],
    fits: &[Fit],
    typed: &str,
) -> Vec<(usize, Option<Recognised>)> {
    let place = |name: &str, known| fits.iter().position(|fit| fit.relation == name && fit.known == known);
    let known = near_verbs(registry, homes, typed).into_iter().filter_map(|near| {
        let recognised = Recognised { word: near.word.to_owned(), spelling: near.spelling };
        Some((place(&near.relation.name, true)?, (!near.is_exact(typed)).then_some(recognised)))
    });
    let free = fits.iter().enumerate().filter(|(_, fit)| !fit.known);
    let mut used: Vec<_> = free.filter_map(|(at, fit)| Some((verb_distance(typed, &fit.relation)?, at))).collect();
    used.sort_unstable();
    let used = used.into_iter().map(|(_, at)| {
        let recognised = Recognised { word: fits[at].relation.clone(), spelling: Spelling::Own };
        (at, (fits[at].relation != typed).then_some(recognised))
    });
    known.chain(used).collect()
}

/// The systems whose vocabularies apply between two ends; an unknown end has none.
pub fn homes(graph: &Graph, from: Option<NodeIx>, to: Option<NodeIx>) -> Vec<SystemId> {
    [from, to].into_iter().flatten().map(|ix| home(graph, graph.node(ix))).collect()
}

/// A relation while the list is sorted.
struct Row {
    fit: Fit,
    /// Whether it is in the vocabulary of one of the ends' systems.
    is_own: bool,
}

impl Row {
    fn known(relation: &Relation, homes: &[SystemId], [used_here, used]: [usize; 2]) -> Self {
        let [name, forward, backward] =
            [&relation.name, &relation.outgoing, &relation.incoming].map(|text| text.to_string());
        let ends = relation.ends.clone();
        let fit = Fit { relation: name, forward, backward, ends, used_here, used, known: true, recognised: None };
        Self { fit, is_own: relation.system == SystemId::USER || homes.contains(&relation.system) }
    }

    fn other(registry: &Registry, verb: &str, [used_here, used]: [usize; 2]) -> Self {
        let read = registry.of_any_system(verb).map_or([verb; 2], |one| [&*one.outgoing, &*one.incoming]);
        let [relation, forward, backward] = [verb, read[0], read[1]].map(str::to_owned);
        let fit = Fit { relation, forward, backward, ends: None, used_here, used, known: false, recognised: None };
        Self { fit, is_own: false }
    }

    fn rank(&self) -> impl Ord + use<> {
        (Reverse(self.fit.used_here), !self.is_own, Reverse(self.fit.used))
    }
}

/// The relations that people may write in the log between these systems, each verb once, in registry order.
pub(super) fn relations<'r>(registry: &'r Registry, homes: &[SystemId]) -> impl Iterator<Item = &'r Relation> {
    // Two systems can define the same verb: only one of them applies in a row of the log.
    let is_meant = move |one: &&Relation| {
        let meaning = registry.meaning_in_log(homes, &one.name);
        meaning.is_some_and(|found| found.spelling == Spelling::Own && found.relation.system == one.system)
    };
    registry.relations().iter().filter(|one| one.writer == Writer::Anyone).filter(is_meant)
}

/// Whether a verb has no meaning between these systems but people may write it.
fn is_free(registry: &Registry, homes: &[SystemId], verb: &str) -> bool {
    let is_reserved = registry.of_any_system(verb).is_some_and(|one| one.writer == Writer::Infrastructure);
    !is_reserved && registry.meaning_in_log(homes, verb).is_none()
}

/// The system whose vocabulary applies to a node. Missing nodes belong to the system of the log.
fn home(graph: &Graph, node: Node<'_>) -> SystemId {
    if node.is_missing() { graph.registry().log_system() } else { node.system() }
}

fn kind_of(graph: &Graph, node: Node<'_>) -> (SystemId, Option<String>) {
    (home(graph, node), node.kind().map(str::to_owned))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph::fixture::REFERENCE as LOG;
    use crate::graph::fixture::{EdgeSpec, batch_of, graph_from};
    use crate::system::registry;

    /// Two tasks of each system, named after it, and a log.
    fn graph(log: &[EdgeSpec<'_>]) -> Graph {
        let two = |system: SystemId| [1, 2].map(|number| format!("{}-{number}", system.name()));
        graph_from(registry().systems().map(|system| {
            let [one, other] = two(system);
            let edges = if system == LOG { log } else { &[] };
            batch_of(system, 0, &[(&one, &one), (&other, &other)], edges)
        }))
    }

    fn fits(graph: &Graph, from: &str, to: &str) -> Vec<Fit> {
        let [from, to] = [from, to].map(|id| graph.find(id).map(Node::ix));
        Usage::of(graph).fitting(graph, from, to)
    }

    fn verbs(graph: &Graph, from: &str, to: &str) -> Vec<String> {
        fits(graph, from, to).into_iter().map(|fit| fit.relation).collect()
    }

    const REFERENCE: [&str; 6] = ["led-to", "addresses", "mentions", "supersedes", "follows-up", "cites"];
    const UNIT: [&str; 5] = ["supports", "rebuts", "derives-from", "questions", "refines"];

    #[test]
    fn unused_verbs_are_in_registry_order() {
        let graph = graph(&[]);
        assert_eq!(verbs(&graph, "reference-1", "reference-2"), REFERENCE);
        assert_eq!(verbs(&graph, "", ""), REFERENCE);
        assert_eq!(verbs(&graph, "reference-1", "unit-1"), [&REFERENCE[..], &UNIT].concat());
        assert_eq!(verbs(&graph, "unit-1", "reference-1"), [&REFERENCE[..], &UNIT].concat());
    }

    #[test]
    fn reference_verbs_come_after_the_ends_own_unless_used_more() {
        let unused = graph(&[]);
        assert_eq!(verbs(&unused, "unit-1", "unit-2"), [&UNIT[..], &REFERENCE].concat());
        assert_eq!(verbs(&unused, "unit-1", ""), [&UNIT[..], &REFERENCE].concat());
        let used = graph(&[("unit-1", "unit-2", "cites", ""), ("reference-1", "reference-2", "mentions", "")]);
        let offered = verbs(&used, "unit-1", "unit-2");
        assert_eq!(offered[..7], ["cites", "supports", "rebuts", "derives-from", "questions", "refines", "mentions"]);
    }

    #[test]
    fn verbs_used_between_these_kinds_come_before_verbs_used_elsewhere() {
        let log = [
            ("unit-1", "reference-1", "cites", "2026-01-01"),
            ("unit-1", "reference-1", "cites", "2026-01-02"),
            ("reference-1", "reference-2", "follows-up", ""),
        ];
        let graph = graph(&log);
        assert_eq!(verbs(&graph, "reference-1", "reference-2")[..3], ["follows-up", "cites", "led-to"]);
        assert_eq!(verbs(&graph, "reference-1", "")[..3], ["follows-up", "cites", "led-to"]);
        assert_eq!(verbs(&graph, "", "reference-1")[..3], ["cites", "follows-up", "led-to"]);
        let first = fits(&graph, "", "reference-1").swap_remove(0);
        assert_eq!((first.used_here, first.used), (2, 2));
    }

    #[test]
    fn fit_has_readings_in_both_directions_and_roles_of_the_ends() {
        let graph = graph(&[("reference-1", "reference-2", "own-verb", "")]);
        let offered = fits(&graph, "reference-1", "reference-2");
        let shown = |fit: &Fit| (fit.forward.clone(), fit.backward.clone(), fit.ends.clone(), fit.known);
        let [first, .., last] = &offered[..] else { panic!("{offered:?}") };
        assert_eq!(shown(first), ("led to".into(), "came from".into(), Some(("cause".into(), "effect".into())), true));
        assert_eq!(shown(last), ("own-verb".into(), "own-verb".into(), None, false));
    }

    #[test]
    fn verb_of_another_system_reads_as_in_that_system() {
        let graph = graph(&[("reference-1", "reference-2", "related_to", ""), ("unit-1", "unit-2", "calls", "")]);
        let offered = fits(&graph, "reference-1", "reference-2");
        let read = |verb: &str| {
            let fit = offered.iter().find(|fit| fit.relation == verb).unwrap();
            (fit.forward.clone(), fit.backward.clone(), fit.ends.clone(), fit.known)
        };
        assert_eq!(read("calls"), ("calls".into(), "is called by".into(), None, false));
        assert_eq!(read("related_to"), ("is related to".into(), "is related to".into(), None, false));
    }

    #[test]
    fn verb_of_two_systems_is_offered_once_with_the_meaning_that_applies() {
        let graph = graph(&[]);
        let offered = fits(&graph, "yggdrasil-1", "causal-1");
        assert_eq!(offered.iter().filter(|fit| fit.relation == "extends").count(), 1);
        assert_eq!(verbs(&graph, "causal-1", "causal-2").iter().filter(|verb| *verb == "resolves").count(), 1);
        assert!(!verbs(&graph, "reference-1", "reference-2").contains(&"resolves".to_owned()));
    }

    #[test]
    fn verbs_that_people_may_not_write_are_never_offered() {
        let log = [
            ("unit-1", "unit-2", "notifies", ""),
            ("reference-1", "reference-2", "notifies", ""),
            ("yggdrasil-1", "yggdrasil-2", "child-of", ""),
        ];
        let graph = graph(&log);
        let registry = registry();
        for system in registry.systems() {
            let offered = verbs(&graph, &format!("{}-1", system.name()), &format!("{}-2", system.name()));
            let own = |verb: &String| registry.relations().iter().find(|it| it.system == system && it.name == *verb);
            let is_unwritable = |verb: &String| own(verb).is_some_and(|relation| relation.writer != Writer::Anyone);
            assert!(!offered.iter().any(is_unwritable) && !offered.contains(&"notifies".to_owned()), "{offered:?}");
        }
    }

    #[test]
    fn node_added_after_the_count_has_a_kind_without_uses() {
        let usage = Usage::of(&graph_from([]));
        let graph = graph(&[("unit-1", "unit-2", "refines", "")]);
        let node = graph.find("unit-1").map(Node::ix);
        let offered = usage.fitting(&graph, node, node);
        assert!(offered.iter().all(|fit| fit.used == 0 && fit.used_here == 0));
        assert_eq!(offered.len(), UNIT.len() + REFERENCE.len());
    }
}
