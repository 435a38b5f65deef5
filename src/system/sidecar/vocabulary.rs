//! The four link types of sidecar records.

use super::SYSTEM;
use crate::graph::relation::{Argues, Dependent, Relation, Time};

pub(super) fn vocabulary() -> Vec<Relation> {
    vec![
        Relation {
            outgoing: "upgrades to".into(),
            incoming: "is the upgrade of".into(),
            ends: Some(("predecessor".into(), "successor".into())),
            time: Time::Forward,
            lineage: true,
            acyclic: Some("upgrades_to".into()),
            dependent: Some(Dependent::To),
            ..Relation::new(SYSTEM, "upgrades_to")
        },
        Relation {
            outgoing: "was granted by".into(),
            incoming: "granted".into(),
            ends: Some(("gift".into(), "granter".into())),
            time: Time::Backward,
            lineage: true,
            dependent: Some(Dependent::From),
            ..Relation::new(SYSTEM, "granted_by")
        },
        Relation {
            outgoing: "is related to".into(),
            incoming: "is related to".into(),
            ends: Some(("one".into(), "other".into())),
            symmetric: true,
            ..Relation::new(SYSTEM, "related_to")
        },
        Relation {
            outgoing: "is derived from".into(),
            incoming: "is the source of".into(),
            ends: Some(("derivative".into(), "antecedent".into())),
            time: Time::Backward,
            lineage: true,
            acyclic: Some("derived_from".into()),
            dependent: Some(Dependent::From),
            argues: Some(Argues::Follows),
            ..Relation::new(SYSTEM, "derived_from")
        },
    ]
}
