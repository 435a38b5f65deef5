//! What to say to somebody who is about to add an edge. The command line and the editor ask the same function.

use super::filter::RelationFilter;
use super::nearest::Nearest;
use crate::graph::relation;
use crate::graph::{Direction, Edge, Graph, Node, NodeIx, System, reaches};
use crate::text::quoted;

/// An edge that is about to be added.
#[derive(Debug, Clone, Copy)]
pub struct Proposal<'a> {
    /// The id it leaves.
    pub from: &'a str,
    /// The id it reaches.
    pub to: &'a str,
    /// The verb.
    pub relation: &'a str,
}

/// One thing worth saying about a proposal.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Advice {
    /// What kind of advice it is.
    pub code: &'static str,
    /// The advice, as a sentence without its full stop.
    pub message: String,
}

/// The id as the log has it: readers of the reference graph know their own nodes by their bare ids.
pub fn id_in_log(graph: &Graph, typed: &str) -> String {
    let own = graph.find(typed).filter(|node| node.system() == System::Reference && !node.is_missing());
    own.map_or_else(|| typed.to_owned(), |node| node.id().to_owned())
}

/// What speaks against adding an edge as proposed; nothing if it is fine.
pub fn advise(graph: &Graph, proposal: &Proposal<'_>) -> Vec<Advice> {
    let ends = [("source", proposal.from), ("target", proposal.to)];
    let mut advice: Vec<_> = ends.into_iter().filter_map(|(end, id)| unknown_id(graph, end, id)).collect();
    if proposal.from == proposal.to {
        let message = format!("{} would point at itself", quoted(proposal.from));
        advice.push(Advice { code: "self-loop", message });
    }
    advice.extend(synonym(proposal).or_else(|| outside_vocabulary(proposal)));
    if let (Some(from), Some(to)) = (graph.find(proposal.from), graph.find(proposal.to)) {
        advice.extend(stored(graph, from, to, proposal.relation));
        advice.extend(cycle(graph, from, to, proposal.relation));
    }
    advice
}

fn unknown_id(graph: &Graph, end: &str, id: &str) -> Option<Advice> {
    if graph.find(id).is_some_and(|node| !node.is_missing()) {
        return None;
    }
    let hint = Nearest::new(graph).hint(id).map(|hint| format!("; {hint}")).unwrap_or_default();
    Some(Advice { code: "unknown-id", message: format!("nothing defines the {end} {}{hint}", quoted(id)) })
}

/// The verb that says the same as the proposal's, and whether its ends must be swapped.
fn synonym(proposal: &Proposal<'_>) -> Option<Advice> {
    let canonical = relation::canonical(System::Reference, proposal.relation)?;
    let verb = canonical.relation.name;
    let written = quoted(proposal.relation);
    let message = if canonical.inverted {
        let (from, to) = (quoted(proposal.to), quoted(proposal.from));
        format!("{written} is {verb} the other way round: {from} {verb} {to}")
    } else {
        format!("{written} says the same as {verb}, which queries look for")
    };
    Some(Advice { code: "synonym", message })
}

/// Whether the verb is one nobody else uses.
fn outside_vocabulary(proposal: &Proposal<'_>) -> Option<Advice> {
    let verb = proposal.relation;
    if relation::find(System::Reference, verb).is_some() {
        return None;
    }
    let plain = verb.to_lowercase().replace(['_', ' '], "-");
    let known = relation::names(System::Reference);
    let near = known.iter().find(|name| strsim::osa_distance(name, &plain) <= 2);
    let message = match near {
        Some(name) => format!("{} is not a verb of the vocabulary; did you mean {name}?", quoted(verb)),
        None => {
            format!("{} is outside the vocabulary ({}): lineage does not follow it", quoted(verb), known.join(", "))
        }
    };
    Some(Advice { code: "outside-vocabulary", message })
}

/// Whether the log already says this, in this or in the other direction.
fn stored(graph: &Graph, from: Node<'_>, to: Node<'_>, verb: &str) -> Option<Advice> {
    let proposed = Fact::new(from, to, verb);
    // The canonical verb for a fact that is stored under a synonym is worth adding: queries look for it.
    let repeats = |edge: Edge<'_>| edge.relation() == verb || edge.from().ix() != from.ix();
    let between = explicit_between(graph, from, to).chain(explicit_between(graph, to, from));
    let same = between.filter(|edge| Fact::of(*edge) == proposed && repeats(*edge)).min_by_key(|edge| edge.ix())?;
    let place = format!("{}:{}", same.file(), same.line());
    let turned = same.from().ix() != from.ix();
    Some(if turned {
        let (left, right) = (quoted(same.from().id()), quoted(same.to().id()));
        let message =
            format!("the same fact is stored the other way round, {left} {} {right} ({place})", same.relation());
        Advice { code: "inverse", message }
    } else {
        Advice { code: "duplicate", message: format!("this edge is already stored ({place})") }
    })
}

fn explicit_between<'g>(graph: &'g Graph, from: Node<'g>, to: Node<'g>) -> impl Iterator<Item = Edge<'g>> {
    let outgoing = from.edges(Direction::Out).iter().map(|ix| graph.edge(*ix));
    outgoing.filter(move |edge| edge.to().ix() == to.ix() && !edge.is_implicit())
}

/// Whether the edge would make somebody their own ancestor, over the verb and the synonyms that run the same way.
fn cycle(graph: &Graph, from: Node<'_>, to: Node<'_>, verb: &str) -> Option<Advice> {
    let fact = Fact::new(from, to, verb);
    let relation = relation::find(from.system(), fact.relation).filter(|relation| relation.acyclic)?;
    let along = RelationFilter::along(graph, relation);
    let keep = |edge: Edge<'_>| along.keeps(edge.relation_sym()) && !edge.is_implicit();
    if fact.from == fact.to || !reaches(graph, fact.to, fact.from, keep) {
        return None;
    }
    let (first, second) = relation.ends;
    let [from, to] = [fact.from, fact.to].map(|ix| quoted(graph.node(ix).id()));
    let verb = relation.name;
    let message = format!("{to} already leads to {from} over {verb}: each would be {first} and {second} of the other");
    Some(Advice { code: "cycle", message })
}

/// What an edge says, whichever verb and direction its writer chose for it.
#[derive(Debug, PartialEq, Eq, Hash, Clone, Copy, PartialOrd, Ord)]
pub struct Fact<'g> {
    relation: &'g str,
    from: NodeIx,
    to: NodeIx,
}

impl<'g> Fact<'g> {
    /// What a stored edge says.
    pub fn of(edge: Edge<'g>) -> Self {
        Self::new(edge.from(), edge.to(), edge.relation())
    }

    fn new(from: Node<'g>, to: Node<'g>, verb: &'g str) -> Self {
        match relation::canonical(System::Reference, verb) {
            Some(canonical) if canonical.inverted => {
                Self { relation: canonical.relation.name, from: to.ix(), to: from.ix() }
            }
            Some(canonical) => Self { relation: canonical.relation.name, from: from.ix(), to: to.ix() },
            None => Self { relation: verb, from: from.ix(), to: to.ix() },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph::fixture::graph_of;

    fn codes(edges: &[(&str, &str, &str, &str)], proposal: (&str, &str, &str)) -> Vec<&'static str> {
        let graph = graph_of(&["a", "b", "c"], edges);
        let (from, to, relation) = proposal;
        advise(&graph, &Proposal { from, to, relation }).into_iter().map(|advice| advice.code).collect()
    }

    #[test]
    fn a_new_edge_between_known_nodes_needs_no_advice() {
        assert_eq!(codes(&[("a", "b", "led-to", "")], ("b", "c", "led-to")), [] as [&str; 0]);
        assert_eq!(codes(&[("a", "b", "led-to", "")], ("a", "b", "cites")), [] as [&str; 0]);
        assert_eq!(codes(&[("a", "b", "triggered", "")], ("a", "b", "led-to")), [] as [&str; 0]);
    }

    #[test]
    fn each_reason_to_think_again_is_named() {
        assert_eq!(codes(&[], ("a", "nobody", "led-to")), ["unknown-id"]);
        assert_eq!(codes(&[], ("a", "a", "cites")), ["self-loop"]);
        assert_eq!(codes(&[], ("a", "b", "triggered")), ["synonym"]);
        assert_eq!(codes(&[], ("a", "b", "a-verb-of-our-own")), ["outside-vocabulary"]);
        assert_eq!(codes(&[("a", "b", "led-to", "")], ("b", "a", "triggered")), ["synonym", "cycle"]);
        assert_eq!(codes(&[("a", "b", "triggered", "")], ("b", "a", "led-to")), ["cycle"]);
        assert_eq!(codes(&[("a", "b", "led-to", "")], ("a", "b", "led-to")), ["duplicate"]);
        assert_eq!(codes(&[("b", "a", "caused-by", "")], ("a", "b", "led-to")), ["inverse"]);
        assert_eq!(codes(&[("a", "b", "led-to", "")], ("b", "a", "caused-by")), ["synonym", "inverse"]);
        assert_eq!(codes(&[("a", "b", "led-to", ""), ("b", "c", "led-to", "")], ("c", "a", "led-to")), ["cycle"]);
    }

    #[test]
    fn the_log_gets_bare_ids_of_its_own_nodes() {
        let graph = graph_of(&["a"], &[]);
        let written = ["a", "reference:a", "nobody", "reference:nobody"].map(|typed| id_in_log(&graph, typed));
        assert_eq!(written, ["a", "a", "nobody", "reference:nobody"]);
    }

    #[test]
    fn going_round_is_fine_over_relations_that_allow_it() {
        assert_eq!(codes(&[("a", "b", "cites", "")], ("b", "a", "cites")), [] as [&str; 0]);
        assert_eq!(codes(&[("a", "b", "led-to", "")], ("b", "a", "addresses")), [] as [&str; 0]);
    }

    #[test]
    fn a_misspelt_verb_names_the_right_one() {
        let graph = graph_of(&["a", "b"], &[]);
        for relation in ["Led-To", "led_to", "lead-to", "LED TO"] {
            let advice = advise(&graph, &Proposal { from: "a", to: "b", relation });
            assert!(advice[0].message.ends_with("did you mean led-to?"), "{advice:?}");
        }
    }

    #[test]
    fn advice_on_an_unknown_id_names_the_nearest() {
        let graph = graph_of(&["fix-cache", "b"], &[]);
        let advice = advise(&graph, &Proposal { from: "fix-cahce", to: "b", relation: "led-to" });
        assert!(advice[0].message.contains("did you mean \"fix-cache\"?"), "{advice:?}");
    }
}
