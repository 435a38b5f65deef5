//! Dangling edges: edges whose source or target is undefined, as far as their systems leave that to this check.

use crate::finding::{Finding, Rule, Severity};
use crate::graph::{Cancelled, Dangling, Graph, Node};
use crate::system::check::{End, missing_ends};

const CHECK: &str = "references";
const DANGLING_TARGET: Rule = Rule { code: "dangling-target", severity: Severity::Error, check: CHECK };
const DANGLING_SOURCE: Rule = Rule { code: "dangling-source", severity: Severity::Error, check: CHECK };

pub(super) fn dangling(graph: &Graph, cancelled: Cancelled<'_>) -> impl Iterator<Item = Finding> {
    let checked = graph.registry().systems().filter(|system| graph.spec(*system).dangling != Dangling::OwnCheck);
    checked.flat_map(|system| {
        let is_foreign_only = graph.spec(system).dangling == Dangling::Foreign;
        let rule = move |end, node: Node<'_>| match (is_foreign_only, end) {
            (true, _) => (node.system() != system).then_some(&DANGLING_TARGET),
            (false, End::Source) => Some(&DANGLING_SOURCE),
            (false, End::Target) => Some(&DANGLING_TARGET),
        };
        missing_ends(graph, system, rule, cancelled)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph::fixture::{REFERENCE, UNIT, batch_of, graph_from};

    const HERE: &str = "018f0000-0000-7000-8000-000000000001";
    const ELSEWHERE: &str = "018f0000-0000-7000-8000-000000000002";

    #[test]
    fn unit_of_another_workspace_dangles_only_in_the_log() {
        let edges =
            [(HERE, ELSEWHERE, "supports", ""), (HERE, "causal:gone", "supports", ""), (HERE, HERE, "supports", "")];
        let log = batch_of(REFERENCE, 0, &[], &[(HERE, ELSEWHERE, "cites", "")]);
        let graph = graph_from([log, batch_of(UNIT, 0, &[(HERE, "a")], &edges)]);
        let found: Vec<_> =
            dangling(&graph, crate::graph::NEVER).map(|finding| (finding.system, finding.line)).collect();
        assert_eq!(found, [("reference", Some(1)), ("unit", Some(2))]);
    }
}
