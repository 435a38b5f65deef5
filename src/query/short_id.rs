//! Abbreviated unit ids: any unique prefix of at least six characters identifies the unit, like abbreviated hashes in
//! git.
//!
//! Only unit ids can be abbreviated. Ids of other systems are words chosen by users, and one is often a prefix of
//! another. An exact id, of any system, always takes precedence. Missing units are candidates too: a prefix that they
//! share with another unit is ambiguous rather than a guess. Prefixes are found by a linear scan, which is fast enough
//! for one lookup.
//!
//! Before that, an id may be an alias that a system gives its nodes, such as a number within a list of tasks.

use crate::graph::{Graph, Node, Registry, SystemId};

/// Minimum length of an abbreviated id.
const SHORTEST: usize = 6;

/// Result of resolving a typed id.
#[derive(Clone)]
pub enum Meant<'g> {
    /// No node has the id, and no unit's id starts with it.
    Nothing,
    /// The node with this id or alias, or the only unit whose id starts with it.
    One(Node<'g>),
    /// At least two nodes with this alias, or units whose ids start with it, sorted by id.
    Several(Vec<Node<'g>>),
    /// Nodes of several code maps that use this id in their repositories: it is ambiguous without a repository name.
    Shared(Vec<Node<'g>>),
}

/// What nodes are called in a message: by the name of their system, if they have it in common.
pub fn noun_of(nodes: &[Node<'_>]) -> &'static str {
    let first = nodes.first().map(|node| node.system());
    first.filter(|system| nodes.iter().all(|node| node.system() == *system)).map_or("node", SystemId::name)
}

/// Resolves a typed id.
pub fn meant<'g>(graph: &'g Graph, typed: &str) -> Meant<'g> {
    let found = graph.find(typed);
    if found.is_none_or(Node::is_missing) {
        let bare = graph.registry().without_repository_system(typed);
        let mut shared = graph.nodes_sharing_id(bare);
        // `system:id` means the nodes of one system, in whatever source.
        if let Some((system, bare)) = graph.registry().split(typed).filter(|_| shared.is_empty()) {
            shared = graph.nodes_sharing_id(bare);
            shared.retain(|node| node.system() == system);
        }
        if !shared.is_empty() {
            return Meant::Shared(shared);
        }
    }
    if let Some(node) = found.filter(|node| !node.is_missing()) {
        return Meant::One(node);
    }
    let aliased = aliased(graph, typed);
    if !aliased.is_empty() {
        return one_or_several(aliased);
    }
    let named = graph.with_alias(typed);
    if !named.is_empty() {
        return one_or_several(named);
    }
    if let Some(node) = found {
        return Meant::One(node);
    }
    let Some(start) = shortened(graph.registry(), typed) else { return Meant::Nothing };
    let mut units: Vec<_> = graph.nodes().filter(|node| starts_with(*node, &start)).collect();
    units.sort_unstable_by_key(|unit| unit.id());
    one_or_several(units)
}

fn one_or_several(nodes: Vec<Node<'_>>) -> Meant<'_> {
    match nodes.len() {
        0 => Meant::Nothing,
        1 => Meant::One(nodes[0]),
        _ => Meant::Several(nodes),
    }
}

/// The defined nodes of a system that `system:text` is another name of, sorted by id.
fn aliased<'g>(graph: &'g Graph, typed: &str) -> Vec<Node<'g>> {
    let Some((system, text)) = graph.registry().split(typed) else { return Vec::new() };
    let Some(is_alias) = graph.registry().spec(system).and_then(|spec| spec.is_alias) else { return Vec::new() };
    let own = graph.nodes().filter(|node| node.system() == system && !node.is_missing());
    let mut found: Vec<_> = own.filter(|node| is_alias(node.id(), text)).collect();
    found.sort_unstable_by_key(|node| node.id());
    found
}

/// Whether `typed` abbreviates the id of this node, uniquely or not.
pub fn is_short_for(registry: &Registry, typed: &str, node: Node<'_>) -> bool {
    shortened(registry, typed).is_some_and(|start| starts_with(node, &start))
}

/// Length in characters of the common prefix of the ids of several nodes.
pub fn common_start(nodes: &[Node<'_>]) -> usize {
    let Some((first, others)) = nodes.split_first() else { return 0 };
    let shared =
        |other: &Node<'_>| first.id().chars().zip(other.id().chars()).take_while(|(one, two)| one == two).count();
    others.iter().map(shared).min().unwrap_or(0)
}

/// The typed text as a normalised prefix of an id that is a number, if it can be one.
fn shortened(registry: &Registry, typed: &str) -> Option<String> {
    let bare = match registry.split(typed) {
        Some((system, bare)) if registry.spec(system).is_some_and(|spec| spec.is_number.is_some()) => bare,
        Some(_) => return None,
        None => typed,
    };
    let is_start = bare.len() >= SHORTEST && bare.bytes().all(|byte| byte.is_ascii_hexdigit() || byte == b'-');
    is_start.then(|| bare.to_ascii_lowercase())
}

fn starts_with(node: Node<'_>, start: &str) -> bool {
    node.spec().is_number.is_some() && node.id().starts_with(start)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph::fixture::{REFERENCE, UNIT};
    use crate::graph::fixture::{batch_of, graph_from};
    use rstest::rstest;

    const ONE: &str = "0196c801-7a10-7c01-8a01-3f6d2b9c0001";
    const TWO: &str = "0196c801-7a10-7c01-8a01-3f6d2b9c0002";
    const OTHER: &str = "0196d000-0000-7000-8000-000000000000";
    const MISSING: &str = "0196e000-0000-7000-8000-000000000000";

    fn graph() -> Graph {
        let references = [(ONE, MISSING, "supports", ""), (ONE, TWO, "supports", "")];
        let units = batch_of(UNIT, 0, &[(ONE, "one"), (TWO, "two"), (OTHER, "other")], &references);
        let artifacts = [("0196d0", "an artifact"), ("abcdef-artifact", "another one")];
        graph_from([units, batch_of(REFERENCE, 0, &artifacts, &[])])
    }

    fn ids(graph: &Graph, typed: &str) -> Vec<String> {
        match meant(graph, typed) {
            Meant::Nothing => Vec::new(),
            Meant::One(node) => vec![node.id().to_owned()],
            Meant::Several(nodes) | Meant::Shared(nodes) => nodes.iter().map(|node| node.id().to_owned()).collect(),
        }
    }

    #[rstest]
    #[case::unique_prefix("0196d00", &[OTHER])]
    #[case::in_upper_case("0196D00", &[OTHER])]
    #[case::with_its_system("unit:0196d0", &[OTHER])]
    #[case::missing_unit("0196e0", &[MISSING])]
    #[case::full_id(ONE, &[ONE])]
    #[case::exact_id_of_another_system("0196d0", &["0196d0"])]
    #[case::five_characters("0196e", &[])]
    #[case::artifacts_are_not_shortened("abcdef", &[])]
    #[case::another_system("causal:0196d00", &[])]
    #[case::no_such_unit("ffffff", &[])]
    #[case::shared_timestamp("0196c801-7a10", &[ONE, TWO])]
    fn a_typed_id_means(#[case] typed: &str, #[case] expected: &[&str]) {
        assert_eq!(ids(&graph(), typed), expected);
    }

    #[test]
    fn ids_with_the_same_timestamp_have_a_long_common_prefix() {
        let graph = graph();
        let Meant::Several(nodes) = meant(&graph, "0196c8") else { panic!("two units") };
        assert_eq!(common_start(&nodes), 35);
    }
}
