//! Advice on a proposed edge: warnings, and reasons to refuse it, before it is written.
//!
//! [`advise`] is shared by the command line and the edge editor. It checks ids (edit distance), the verb (vocabulary,
//! synonyms, spelling), duplicates and contradictions (via [`Fact`], the normal form of an edge) and cycles
//! (reachability). Writing the edge does not belong here.

mod fact;

use super::cycle::Class;
use super::near_verb::{NearVerb, near_verbs};
use super::nearest::{self, Nearest};
use super::short_id::{Meant, meant, noun_of};
use crate::graph::relation::{Meaning, Relation, Spelling, Writer};
use crate::graph::{Cancelled, Direction, Edge, Graph, NEVER, Node, NodeIx, Pace, Registry, Row, SystemId};
use crate::text::{count, either, quoted};

pub use fact::Fact;

/// One piece of advice on a proposed edge.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Advice {
    /// Stable identifier of the kind of advice.
    pub code: &'static str,
    /// The text, without a full stop.
    pub message: String,
    /// Whether the edge is refused unless the user forces it.
    pub refuses: bool,
    /// A change to the edge that resolves the advice, if there is one.
    pub fix: Option<Fix>,
}

impl Advice {
    fn new(code: &'static str, message: String) -> Self {
        Self { code, message, refuses: false, fix: None }
    }

    fn fixed_by(self, fix: Option<Fix>) -> Self {
        Self { fix, ..self }
    }
}

/// A change to a proposed edge that resolves the advice.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Fix {
    /// Use this verb.
    Relation(String),
    /// Swap the ends and use this verb.
    Turn(String),
    /// Use this id as the source.
    Source(String),
    /// Use this id as the target.
    Target(String),
}

/// One end of a proposed edge.
#[derive(Debug, Clone, Copy)]
enum End {
    Source,
    Target,
}

impl End {
    fn name(self) -> &'static str {
        match self {
            Self::Source => "source",
            Self::Target => "target",
        }
    }

    fn fix(self, id: &str) -> Fix {
        match self {
            Self::Source => Fix::Source(id.to_owned()),
            Self::Target => Fix::Target(id.to_owned()),
        }
    }
}

/// The id as written to the log: bare for nodes of the reference graph, in full for an abbreviated unit id, and with the
/// name of its source for a node of another repository.
pub fn id_in_log(graph: &Graph, typed: &str) -> String {
    let Meant::One(node) = meant(graph, typed) else { return typed.to_owned() };
    let is_shortened = graph.find(typed).is_none();
    match (node.system() == graph.registry().log_system(), node.is_missing()) {
        (true, false) => node.id().to_owned(),
        (_, false) if node.namespace().is_some() => node.address().into_owned(),
        _ if is_shortened => node.address().into_owned(),
        _ => typed.to_owned(),
    }
}

/// Returns advice on adding the proposed edge; empty if there are no warnings.
pub fn advise(graph: &Graph, row: &Row<'_>) -> Vec<Advice> {
    advise_cancellable(graph, row, NEVER).expect("never cancelled")
}

/// Like [`advise`]; returns `None` if cancelled.
pub fn advise_cancellable(graph: &Graph, row: &Row<'_>, cancelled: Cancelled<'_>) -> Option<Vec<Advice>> {
    let ends = [(End::Source, &*row.from), (End::Target, &*row.to)];
    let mut advice: Vec<_> = ends.into_iter().filter_map(|(end, id)| unknown_id(graph, end, id, cancelled)).collect();
    advice.extend(ends.into_iter().filter_map(|(end, id)| ambiguous_id(graph, end, id)));
    if row.from == row.to {
        advice.push(Advice::new("self-loop", format!("the edge would link {} to itself", quoted(&row.from))));
    }
    let homes = homes(graph, row);
    advice.extend(verb(graph.registry(), &homes, row));
    if let (Some(from), Some(to)) = (graph.find(&row.from), graph.find(&row.to)) {
        let meaning = graph.registry().meaning_in_log(&homes, &row.relation);
        let fact = Fact::new(from.ix(), to.ix(), &row.relation, meaning);
        advice.extend(stored(graph, from, to, &row.relation, fact));
        if let Some(meaning) = meaning {
            advice.extend(contradiction(graph, fact, meaning.relation));
            advice.extend(cycle(graph, fact, meaning.relation, cancelled));
        }
    }
    (!cancelled()).then_some(advice)
}

fn unknown_id(graph: &Graph, end: End, id: &str, cancelled: Cancelled<'_>) -> Option<Advice> {
    match meant(graph, id) {
        Meant::One(node) if !node.is_missing() => return None,
        // An ambiguous id has its own advice.
        Meant::Several(_) | Meant::Shared(_) => return None,
        Meant::One(_) | Meant::Nothing => {}
    }
    let nearest = Nearest::new(graph, cancelled)?.to(id);
    let hint = nearest::hint(&nearest).map(|hint| format!("; {hint}")).unwrap_or_default();
    let advice = Advice::new("unknown-id", format!("unknown {} {}{hint}", end.name(), quoted(id)));
    Some(advice.fixed_by(nearest.first().map(|id| end.fix(id))))
}

fn ambiguous_id(graph: &Graph, end: End, id: &str) -> Option<Advice> {
    let refused = match meant(graph, id) {
        Meant::Several(nodes) => format!("matches {}; type more of the id", count(nodes.len(), noun_of(&nodes))),
        Meant::Shared(nodes) => {
            /// Maximum number of nodes listed.
            const MOST: usize = 5;
            let addresses: Vec<_> = nodes.iter().take(MOST).map(|node| quoted(&node.address())).collect();
            format!("is ambiguous: several repositories use it; write {}", either(&addresses))
        }
        Meant::One(_) | Meant::Nothing => String::new(),
    };
    if !refused.is_empty() {
        let message = format!("the {} {} {refused}", end.name(), quoted(id));
        return Some(Advice { refuses: true, ..Advice::new("ambiguous-id", message) });
    }
    let mut defined = graph.with_id(id).filter(|node| !node.is_missing()).chain(graph.nodes_sharing_id(id));
    let (meant, other) = (defined.next().filter(|node| node.id() == id)?, defined.next()?);
    let (system, address) = (meant.system().name(), quoted(&other.address()));
    let message = format!("the {} {} refers to the {system} node; {address} also exists", end.name(), quoted(id));
    Some(Advice::new("ambiguous-id", message))
}

/// The systems of both ends, whose vocabularies apply. Undefined ids belong to the reference graph.
pub(super) fn homes(graph: &Graph, row: &Row<'_>) -> Vec<SystemId> {
    let registry = graph.registry();
    let system = |id: &str| {
        let named = || registry.split(id).map(|(system, _)| system);
        graph.find(id).map(Node::system).or_else(named).unwrap_or_else(|| registry.log_system())
    };
    let mut homes = vec![system(&row.from), system(&row.to)];
    homes.dedup();
    homes
}

/// Advice on the verb itself.
fn verb(registry: &Registry, homes: &[SystemId], row: &Row<'_>) -> Option<Advice> {
    let written = quoted(&row.relation);
    let anywhere = registry.of_any_system(&row.relation);
    let is_reserved =
        |relation: &Relation| relation.writer == Writer::Infrastructure && homes.contains(&relation.system);
    if anywhere.is_some_and(is_reserved) {
        let message = format!("{written} is reserved for infrastructure; people and agents must not use it");
        return Some(Advice { refuses: true, ..Advice::new("reserved", message) });
    }
    let Some(meaning) = registry.meaning(homes, &row.relation) else {
        return outside_vocabulary(registry, homes, row, anywhere);
    };
    let relation = meaning.relation;
    if relation.writer == Writer::Files {
        let message = format!("{written} is read from the model's files; an edge in the log does not change them");
        return Some(Advice::new("outside-vocabulary", message));
    }
    let verb = &*relation.name;
    let (message, fix) = match meaning.spelling {
        Spelling::Own => return None,
        Spelling::Synonym => {
            (format!("{written} is a synonym of {verb}, which queries look for"), Fix::Relation(verb.to_owned()))
        }
        Spelling::Inverse => {
            let (from, to) = (quoted(&row.to), quoted(&row.from));
            let message = format!("{written} is the inverse of {verb}; write {from} {verb} {to}");
            (message, Fix::Turn(verb.to_owned()))
        }
    };
    Some(Advice::new("synonym", message).fixed_by(Some(fix)))
}

/// Advice on a verb outside the vocabularies of both ends; `foreign` is another system's relation of that name.
fn outside_vocabulary(
    registry: &Registry,
    homes: &[SystemId],
    row: &Row<'_>,
    foreign: Option<&Relation>,
) -> Option<Advice> {
    let verb = &row.relation;
    let allows = |system: &SystemId| registry.spec(*system)?.is_extension.map(|is_extension| is_extension(verb));
    if homes.iter().any(|system| allows(system) == Some(true)) {
        return None;
    }
    if let Some(near) = near_verbs(registry, homes, verb).into_iter().find(|near| !near.is_exact(verb)) {
        return Some(misspelt(near, row));
    }
    let owners = homes.iter().copied().chain([SystemId::USER]);
    let mut known = Vec::new();
    for name in owners.flat_map(|system| registry.names(system)) {
        // Two systems may have a relation of the same name.
        if !known.contains(&name) {
            known.push(name);
        }
    }
    let known = known.join(", ");
    let message = match foreign {
        Some(foreign) => {
            let names: Vec<_> = homes.iter().map(|system| system.name()).collect();
            let (owner, ends) = (foreign.system.name(), either(&names));
            format!("{} is a relation of {owner}, not of {ends} ({known})", quoted(verb))
        }
        None => {
            format!("{} is a new relation, outside the vocabulary ({known}): lineage does not follow it", quoted(verb))
        }
    };
    Some(Advice::new("outside-vocabulary", message))
}

/// Advice on a verb that is close to a known one.
fn misspelt(near: NearVerb<'_>, row: &Row<'_>) -> Advice {
    let (verb, word) = (quoted(&row.relation), quoted(near.word));
    let name = &*near.relation.name;
    let (meant, because, fix) = match near.spelling {
        Spelling::Own => (name.to_owned(), String::new(), Fix::Relation(name.to_owned())),
        Spelling::Synonym => {
            (name.to_owned(), format!("{verb} looks like {word}, a synonym; "), Fix::Relation(name.to_owned()))
        }
        Spelling::Inverse => {
            let meant = format!("{} {name} {}", quoted(&row.to), quoted(&row.from));
            (meant, format!("{verb} looks like {word}, the inverse of {name}; "), Fix::Turn(name.to_owned()))
        }
    };
    let message = format!("did you mean {meant}? {because}as written, {verb} is a new relation");
    Advice::new("outside-vocabulary", message).fixed_by(Some(fix))
}

/// Advice if the same fact is already stored, in this or the other direction.
fn stored(graph: &Graph, from: Node<'_>, to: Node<'_>, verb: &str, proposed: Fact<'_>) -> Option<Advice> {
    // If the fact is stored under a synonym, adding it with the canonical verb is useful: queries look for that.
    let repeats = |edge: Edge<'_>| edge.relation() == verb || edge.from().ix() != from.ix();
    let between = explicit_between(graph, from.ix(), to.ix()).chain(explicit_between(graph, to.ix(), from.ix()));
    let same = between.filter(|edge| Fact::of(*edge) == proposed && repeats(*edge)).min_by_key(|edge| edge.ix())?;
    let place = place(same);
    let turned = same.from().ix() != from.ix();
    Some(if turned && same.is_symmetric() {
        Advice::new("duplicate", format!("this edge is already stored; the relation is symmetric ({place})"))
    } else if turned {
        let (left, right) = (quoted(same.from().id()), quoted(same.to().id()));
        let message = format!("the same fact is already stored as {left} {} {right} ({place})", same.relation());
        Advice::new("inverse", message)
    } else {
        Advice::new("duplicate", format!("this edge is already stored ({place})"))
    })
}

fn place(edge: Edge<'_>) -> String {
    format!("{}:{}", edge.file(), edge.line())
}

fn explicit_between(graph: &Graph, from: NodeIx, to: NodeIx) -> impl Iterator<Item = Edge<'_>> {
    let outgoing = graph.edges_of(from, Direction::Out).iter().map(|ix| graph.edge(*ix));
    outgoing.filter(move |edge| edge.from().ix() == from && edge.to().ix() == to && !edge.is_implicit())
}

/// Advice if the opposite is stored between the same two nodes.
fn contradiction(graph: &Graph, proposed: Fact<'_>, relation: &Relation) -> Option<Advice> {
    let opposed = |edge: Edge<'_>| {
        let fact = Fact::of(edge);
        let same_ends = (fact.from, fact.to) == (proposed.from, proposed.to);
        same_ends && edge.meaning().is_some_and(|meaning| relation.opposes.contains(&meaning.relation.name))
    };
    let (from, to) = (proposed.from, proposed.to);
    let between = explicit_between(graph, from, to).chain(explicit_between(graph, to, from));
    let opposite = between.filter(|edge| opposed(*edge)).min_by_key(|edge| edge.ix())?;
    let [from, to] = [from, to].map(|ix| quoted(graph.node(ix).id()));
    let stored = format!("{from} {} {to} ({})", opposite.relation(), place(opposite));
    Some(Advice::new("contradiction", format!("this edge contradicts {stored}")))
}

/// Advice if the edge would close a cycle over the verbs of its class and their synonyms.
fn cycle(graph: &Graph, fact: Fact<'_>, relation: &Relation, cancelled: Cancelled<'_>) -> Option<Advice> {
    if !leads_back(graph, fact, relation, cancelled) {
        return None;
    }
    let (from, to) = ends_in_class(fact, relation);
    let [from, to] = [from, to].map(|ix| quoted(graph.node(ix).id()));
    let verb = relation.acyclic.as_ref().unwrap_or(&relation.name);
    let over = if *verb == relation.name { verb.to_string() } else { format!("{verb} relations") };
    let message = format!("this edge would close a cycle: {to} already leads to {from} over {over}");
    Some(Advice::new("cycle", message))
}

fn leads_back(graph: &Graph, fact: Fact<'_>, relation: &Relation, cancelled: Cancelled<'_>) -> bool {
    let mut pace = Pace::new(cancelled);
    let (from, to) = ends_in_class(fact, relation);
    Class::of(relation).is_some_and(|class| from != to && class.leads(graph, to, from, || pace.is_over()))
}

/// The ends of a fact in the direction of the class of its relation.
fn ends_in_class(fact: Fact<'_>, relation: &Relation) -> (NodeIx, NodeIx) {
    let is_turned = Meaning { relation, spelling: Spelling::Own }.is_turned_in_class();
    if is_turned { (fact.to, fact.from) } else { (fact.from, fact.to) }
}

/// Whether a row of the log with this verb would close a forbidden cycle.
pub(super) fn closes_cycle(graph: &Graph, from: NodeIx, to: NodeIx, verb: &str) -> bool {
    let homes = [from, to].map(|end| graph.node(end).system());
    let meaning = graph.registry().meaning_in_log(&homes, verb);
    meaning.is_some_and(|meaning| leads_back(graph, Fact::new(from, to, verb, Some(meaning)), meaning.relation, NEVER))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph::fixture::{REFERENCE, SIDECAR, UNIT, YGGDRASIL};
    use crate::graph::fixture::{batch_of, graph_from, graph_of};

    fn codes(edges: &[(&str, &str, &str, &str)], proposal: (&str, &str, &str)) -> Vec<&'static str> {
        let graph = graph_of(&["a", "b", "c"], edges);
        let (from, to, relation) = proposal;
        advise(&graph, &Row::new(from, relation, to)).into_iter().map(|advice| advice.code).collect()
    }

    #[test]
    fn new_edge_between_known_nodes_needs_no_advice() {
        assert_eq!(codes(&[("a", "b", "led-to", "")], ("b", "c", "led-to")), [] as [&str; 0]);
        assert_eq!(codes(&[("a", "b", "led-to", "")], ("a", "b", "cites")), [] as [&str; 0]);
        assert_eq!(codes(&[("a", "b", "triggered", "")], ("a", "b", "led-to")), [] as [&str; 0]);
    }

    #[test]
    fn each_kind_of_advice_has_its_code() {
        assert_eq!(codes(&[], ("a", "unknown", "led-to")), ["unknown-id"]);
        assert_eq!(codes(&[], ("a", "a", "cites")), ["self-loop"]);
        assert_eq!(codes(&[], ("a", "b", "triggered")), ["synonym"]);
        assert_eq!(codes(&[], ("a", "b", "a-verb-of-our-own")), ["outside-vocabulary"]);
        assert_eq!(codes(&[("a", "b", "led-to", "")], ("b", "a", "triggered")), ["synonym", "cycle"]);
        assert_eq!(codes(&[("a", "b", "triggered", "")], ("b", "a", "led-to")), ["cycle"]);
        assert_eq!(codes(&[("a", "b", "led-to", "")], ("a", "b", "led-to")), ["duplicate"]);
        assert_eq!(codes(&[("b", "a", "caused-by", "")], ("a", "b", "led-to")), ["inverse"]);
        assert_eq!(codes(&[("a", "b", "led-to", "")], ("b", "a", "caused-by")), ["synonym", "inverse"]);
        assert_eq!(codes(&[("a", "b", "led-to", ""), ("b", "c", "led-to", "")], ("c", "a", "led-to")), ["cycle"]);
        assert_eq!(codes(&[("a", "b", "led-to", ""), ("c", "b", "caused-by", "")], ("c", "a", "led-to")), ["cycle"]);
        assert_eq!(
            codes(&[("a", "b", "led-to", ""), ("b", "c", "caused-by", "")], ("c", "a", "led-to")),
            [] as [&str; 0]
        );
    }

    #[test]
    fn reference_nodes_are_written_with_bare_ids() {
        let graph = graph_of(&["a"], &[]);
        let written = ["a", "reference:a", "unknown", "reference:unknown"].map(|typed| id_in_log(&graph, typed));
        assert_eq!(written, ["a", "a", "unknown", "reference:unknown"]);
    }

    #[test]
    fn abbreviated_unit_id_is_written_in_full_or_refused() {
        let units = [
            "0196c801-7a10-7c01-8a01-3f6d2b9c0001",
            "0196c801-7a10-7c01-8a01-3f6d2b9c0002",
            "0196d9f3-0000-7000-8000-000000000000",
        ];
        let graph = graph_from([batch_of(UNIT, 0, &units.map(|id| (id, id)), &[])]);
        let written = ["0196d9", "unit:0196d9", "0196c8", units[0]].map(|typed| id_in_log(&graph, typed));
        assert_eq!(written, [units[2], units[2], "0196c8", units[0]]);
        let advice = advise(&graph, &Row::new(units[2], "supports", "0196c8"));
        let said: Vec<_> = advice.iter().map(|one| (one.code, one.refuses)).collect();
        assert_eq!(said, [("ambiguous-id", true)]);
    }

    #[test]
    fn vocabularies_of_both_ends_apply() {
        let unit = |relation: &str, edges: &[(&str, &str, &str, &str)]| {
            let nodes = [("u", "u"), ("v", "v")];
            let graph = graph_from([batch_of(UNIT, 0, &nodes, edges), batch_of(REFERENCE, 0, &[("a", "a")], &[])]);
            advise(&graph, &Row::new("u", relation, "v"))
        };
        let codes = |advice: Vec<Advice>| advice.into_iter().map(|one| one.code).collect::<Vec<_>>();
        assert_eq!(codes(unit("supports", &[])), [] as [&str; 0]);
        assert_eq!(codes(unit("x-org.example.weakens", &[])), [] as [&str; 0]);
        assert_eq!(codes(unit("led-to", &[])), ["outside-vocabulary"]);
        assert_eq!(codes(unit("supports", &[("u", "v", "rebuts", "")])), ["contradiction"]);
        assert_eq!(codes(unit("derives-from", &[("v", "u", "derives-from", "")])), ["cycle"]);
        assert_eq!(codes(unit("supports", &[("v", "u", "supports", "")])), [] as [&str; 0]);
        let reserved = unit("notifies", &[]);
        assert!(reserved[0].refuses);
        assert_eq!(codes(reserved), ["reserved"]);
    }

    #[test]
    fn reserved_verb_is_refused_only_if_one_end_is_a_unit() {
        let graph =
            graph_from([batch_of(UNIT, 0, &[("u", "u")], &[]), batch_of(REFERENCE, 0, &[("a", "a"), ("b", "b")], &[])]);
        let refuses = |from, to| {
            let advice = advise(&graph, &Row::new(from, "notifies", to));
            advice.iter().any(|one| one.refuses)
        };
        assert!(refuses("a", "u") && refuses("u", "a") && refuses("a", "unit:undefined"));
        assert!(!refuses("a", "b") && !refuses("a", "undefined"));
    }

    #[test]
    fn structural_relations_close_a_cycle_together_and_symmetric_ones_are_stored_once() {
        let nodes = [("x", "x"), ("y", "y")];
        let model = graph_from([batch_of(YGGDRASIL, 0, &nodes, &[("x", "y", "uses", "")])]);
        let codes = |graph: &Graph, relation| {
            let advice = advise(graph, &Row::new("y", relation, "x"));
            advice.into_iter().map(|one| one.code).collect::<Vec<_>>()
        };
        assert_eq!(codes(&model, "calls"), ["cycle"]);
        assert_eq!(codes(&model, "emits"), [] as [&str; 0]);
        assert_eq!(codes(&model, "child-of"), ["outside-vocabulary"]);
        let records = graph_from([batch_of(SIDECAR, 0, &nodes, &[("x", "y", "related_to", "")])]);
        assert_eq!(codes(&records, "related_to"), ["duplicate"]);
    }

    #[test]
    fn cycles_are_allowed_over_other_relations() {
        assert_eq!(codes(&[("a", "b", "cites", "")], ("b", "a", "cites")), [] as [&str; 0]);
        assert_eq!(codes(&[("a", "b", "led-to", "")], ("b", "a", "addresses")), [] as [&str; 0]);
    }

    #[test]
    fn advice_on_a_misspelt_verb_suggests_the_correct_one() {
        let graph = graph_of(&["a", "b"], &[]);
        for relation in ["Led-To", "led_to", "lead-to", "LED TO"] {
            let advice = advise(&graph, &Row::new("a", relation, "b"));
            assert!(advice[0].message.starts_with("did you mean led-to? "), "{advice:?}");
        }
    }

    #[test]
    fn advice_on_an_unknown_id_suggests_the_closest() {
        let graph = graph_of(&["fix-cache", "b"], &[]);
        let advice = advise(&graph, &Row::new("fix-cahce", "led-to", "b"));
        assert!(advice[0].message.contains("did you mean \"fix-cache\"?"), "{advice:?}");
    }
    fn fixes(proposal: (&str, &str, &str)) -> Vec<Option<Fix>> {
        let graph = graph_of(&["fix-cache", "morning-signal"], &[]);
        let (from, to, relation) = proposal;
        advise(&graph, &Row::new(from, relation, to)).into_iter().map(|advice| advice.fix).collect()
    }

    #[test]
    fn synonym_misspelling_and_unknown_id_have_a_fix() {
        let (from, to) = ("fix-cache", "morning-signal");
        let relation = |verb: &str| Some(Fix::Relation(verb.to_owned()));
        assert_eq!(fixes((from, to, "resolves")), [relation("addresses")]);
        assert_eq!(fixes((from, to, "adresses")), [relation("addresses")]);
        assert_eq!(fixes((from, to, "caused-by")), [Some(Fix::Turn("led-to".to_owned()))]);
        assert_eq!(fixes(("fix-cahce", to, "cites")), [Some(Fix::Source(from.to_owned()))]);
        assert_eq!(fixes((from, "morning-singal", "cites")), [Some(Fix::Target(to.to_owned()))]);
    }

    #[test]
    fn advice_without_a_single_solution_has_no_fix() {
        let (from, to) = ("fix-cache", "morning-signal");
        assert_eq!(fixes((from, to, "a-verb-of-our-own")), [None]);
        assert_eq!(fixes((from, to, "notifies")), [None]);
        assert_eq!(fixes((from, "nothing-like-it", "cites")), [None]);
        assert_eq!(fixes((from, from, "cites")), [None]);
    }
}
