//! Relations between decision records. Any other verb in a record has no meaning and is shown as written.

use super::SYSTEM;
use super::statement::{AMENDS, CLARIFIES, MENTIONS, SUPERSEDES};
use crate::graph::relation::{Family, Relation, Time};

/// The acyclic class of the three verbs together.
const ORDER: &str = "order";

pub(super) fn vocabulary() -> Vec<Relation> {
    let later = |name: &'static str, incoming: &'static str, ends: (&'static str, &'static str)| Relation {
        incoming: incoming.into(),
        ends: Some((ends.0.into(), ends.1.into())),
        time: Time::Backward,
        lineage: true,
        acyclic: Some(ORDER.into()),
        ..Relation::new(SYSTEM, name)
    };
    vec![
        Relation {
            family: Some(Family::Against),
            ..later(SUPERSEDES, "is superseded by", ("successor", "predecessor"))
        },
        later(AMENDS, "is amended by", ("amendment", "amended record")),
        later(CLARIFIES, "is clarified by", ("clarification", "clarified record")),
        Relation { incoming: "is mentioned by".into(), ..Relation::new(SYSTEM, MENTIONS) },
    ]
}
