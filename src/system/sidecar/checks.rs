//! Dangling links and cycles of sidecar records.

use super::{SYSTEM, is_id};
use crate::finding::{Finding, Rule, Severity};
use crate::graph::{Cancelled, Graph, Node};
use crate::system::check::{End, Summary, missing_ends, system_cycles};
use crate::text;

const TARGET_MISSING: Rule = Rule { code: "sidecar-target-missing", severity: Severity::Warning, check: "records" };

const CYCLE: Rule = Rule { code: "sidecar-cycle", severity: Severity::Warning, check: "records" };

pub(super) const CYCLE_CODE: &str = CYCLE.code;

pub(super) fn summary() -> Summary {
    Summary {
        name: "records",
        position: 240,
        applies: |input| input.defined(SYSTEM) > 0,
        subject: |input| text::count(input.defined(SYSTEM), "record"),
        healthy: "links valid",
    }
}

/// Dangling links and cycles. A target with an invalid id is already reported by the source.
pub(super) fn check(graph: &Graph, cancelled: Cancelled<'_>) -> impl Iterator<Item = Finding> {
    let rule = |end, node: Node<'_>| {
        let is_valid = node.system() != SYSTEM || is_id(node.id());
        (end == End::Target && is_valid).then_some(&TARGET_MISSING)
    };
    let missing = missing_ends(graph, SYSTEM, rule, cancelled);
    missing.into_iter().chain(system_cycles(graph, &CYCLE, SYSTEM, cancelled))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph::NEVER;
    use crate::graph::fixture::graph_from;
    use crate::system::kit::fixture::subjects;
    use crate::system::sidecar::parse;
    use rstest::rstest;

    #[rstest]
    #[case::there("sn.a", &[])]
    #[case::gone("sn.b", &["sidecar-target-missing"])]
    #[case::gone_elsewhere("unit:b", &["sidecar-target-missing"])]
    #[case::misspelt("Jake", &[])]
    fn target_with_a_valid_id_must_exist(#[case] target: &str, #[case] expected: &[&str]) {
        let text = format!(r#"{{"id": "sn.a", "links": [{{"type": "related_to", "target": "{target}"}}]}}"#);
        let graph = graph_from([parse("records/x.meta.json", &text)]);
        assert_eq!(check(&graph, NEVER).map(|finding| finding.rule.code).collect::<Vec<_>>(), expected);
    }

    #[test]
    fn cycle_of_records_is_a_finding() {
        let codes = |kind: &str| {
            let record = |id: &str, target: &str| {
                let text = format!(r#"{{"id": "{id}", "links": [{{"type": "{kind}", "target": "{target}"}}]}}"#);
                parse(&format!("records/{id}.meta.json"), &text)
            };
            let graph = graph_from([record("sn.a", "sn.b"), record("sn.b", "sn.a")]);
            check(&graph, NEVER).map(|finding| finding.rule.code).collect::<Vec<_>>()
        };
        assert_eq!(codes("derived_from"), ["sidecar-cycle"]);
        assert_eq!(codes("upgrades_to"), ["sidecar-cycle"]);
        assert_eq!(codes("granted_by"), [] as [&str; 0]);
    }

    #[rstest]
    #[case::missing("related_to", "sn.b", &["node id=sn.b", "edge from=sn.a relation=related_to to=sn.b line=1"])]
    #[case::cycle("upgrades_to", "sn.a", &["node id=sn.a"])]
    fn findings_name_their_subjects(#[case] kind: &str, #[case] target: &str, #[case] expected: &[&str]) {
        let text = format!(r#"{{"id": "sn.a", "links": [{{"type": "{kind}", "target": "{target}"}}]}}"#);
        let graph = graph_from([parse("records/x.meta.json", &text)]);
        assert_eq!(subjects(&check(&graph, NEVER).next().unwrap()), expected);
    }

    #[test]
    fn finding_is_about_the_missing_node() {
        let text = "{\"id\": \"sn.abcd\", \"links\": [\n{\"type\": \"upgrades_to\", \"target\": \"sn.abce\"}]}";
        let finding = check(&graph_from([parse("records/x.meta.json", text)]), NEVER).next().unwrap();
        assert_eq!((finding.node.as_deref(), finding.line), (Some("sn.abce"), Some(2)));
        assert_eq!(finding.suggestion.as_deref(), Some("did you mean \"sn.abcd\"?"));
    }
}
