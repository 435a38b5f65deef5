//! Relations that tools write into graphs. The set is open: other verbs read as written.

use super::SYSTEM;
use crate::graph::relation::{Dependent, Family, Relation, Time};

/// The verb of an edge that has none.
pub(super) const LINKS_TO: &str = "links-to";

/// The verb from a component to its dependency, where the format has only one.
pub(super) const DEPENDS_ON: &str = "depends-on";

/// The verb from a member to its hyperedge, if the hyperedge has none.
pub(super) const PARTICIPATES: &str = "participate_in";

pub(super) fn vocabulary() -> Vec<Relation> {
    let plain = |name: &'static str, outgoing: &'static str, incoming: &'static str| Relation {
        outgoing: outgoing.into(),
        incoming: incoming.into(),
        ..Relation::new(SYSTEM, name)
    };
    let dependent =
        |name, outgoing, incoming| Relation { dependent: Some(Dependent::From), ..plain(name, outgoing, incoming) };
    let part =
        |name, outgoing, incoming| Relation { family: Some(Family::Structural), ..plain(name, outgoing, incoming) };
    let symmetric = |name, reading| Relation { symmetric: true, ..plain(name, reading, reading) };
    vec![
        part("contains", "contains", "is part of"),
        part("method", "has the method", "is a method of"),
        part("defines", "defines", "is defined in"),
        dependent("calls", "calls", "is called by"),
        dependent("imports", "imports", "is imported by"),
        dependent("imports_from", "imports from", "is imported from by"),
        dependent("uses", "uses", "is used by"),
        dependent("re_exports", "exports again", "is exported again by"),
        dependent(DEPENDS_ON, "depends on", "is needed by"),
        dependent("inherits", "inherits from", "is inherited by"),
        dependent("extends", "extends", "is extended by"),
        dependent("implements", "implements", "is implemented by"),
        Relation { time: Time::Backward, ..plain("references", "refers to", "is referred to by") },
        Relation {
            time: Time::Backward,
            lineage: true,
            family: Some(Family::Soft),
            ..dependent("cites", "cites", "is cited by")
        },
        Relation { lineage: true, ..plain("rationale_for", "explains", "is explained by") },
        symmetric("conceptually_related_to", "is conceptually related to"),
        symmetric("semantically_similar_to", "is similar in meaning to"),
        symmetric("shares_data_with", "shares data with"),
        part(PARTICIPATES, "participates in", "has the participant"),
        plain(LINKS_TO, "links to", "is linked from"),
    ]
}
