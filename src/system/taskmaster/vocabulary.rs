//! The two relations of tasks.

use super::SYSTEM;
use crate::graph::relation::{Dependent, Relation, Time, Writer};

/// A task and a task that must be done before it.
pub(super) const DEPENDS_ON: &str = "depends-on";

/// A subtask and its task.
pub(super) const CHILD_OF: &str = "child-of";

pub(super) fn vocabulary() -> Vec<Relation> {
    vec![
        Relation {
            outgoing: "depends on".into(),
            incoming: "is needed by".into(),
            ends: Some(("dependent".into(), "prerequisite".into())),
            time: Time::Backward,
            lineage: true,
            acyclic: Some("order".into()),
            dependent: Some(Dependent::From),
            ..Relation::new(SYSTEM, DEPENDS_ON)
        },
        Relation {
            outgoing: "is a subtask of".into(),
            incoming: "has the subtask".into(),
            ends: Some(("subtask".into(), "task".into())),
            acyclic: Some("tree".into()),
            writer: Writer::Files,
            ..Relation::new(SYSTEM, CHILD_OF)
        },
    ]
}
