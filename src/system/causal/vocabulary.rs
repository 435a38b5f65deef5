//! Relations of causal graphs: dependencies in code, causes of events, explanations by patterns.

use super::SYSTEM;
use crate::graph::relation::{Argues, Dependent, Family, Relation, Time};

pub(super) fn vocabulary() -> Vec<Relation> {
    vec![
        Relation {
            outgoing: "imports".into(),
            incoming: "is imported by".into(),
            ends: Some(("importer".into(), "imported".into())),
            dependent: Some(Dependent::From),
            ..Relation::new(SYSTEM, "imports")
        },
        Relation {
            outgoing: "calls".into(),
            incoming: "is called by".into(),
            ends: Some(("caller".into(), "callee".into())),
            dependent: Some(Dependent::From),
            ..Relation::new(SYSTEM, "calls")
        },
        Relation {
            outgoing: "reads".into(),
            incoming: "is read by".into(),
            ends: Some(("reader".into(), "state".into())),
            dependent: Some(Dependent::From),
            ..Relation::new(SYSTEM, "reads")
        },
        Relation {
            outgoing: "writes".into(),
            incoming: "is written by".into(),
            ends: Some(("writer".into(), "state".into())),
            dependent: Some(Dependent::To),
            ..Relation::new(SYSTEM, "writes")
        },
        Relation {
            outgoing: "extends".into(),
            incoming: "is extended by".into(),
            ends: Some(("heir".into(), "base".into())),
            dependent: Some(Dependent::From),
            ..Relation::new(SYSTEM, "extends")
        },
        Relation {
            outgoing: "caused".into(),
            incoming: "was caused by".into(),
            ends: Some(("cause".into(), "effect".into())),
            time: Time::Forward,
            lineage: true,
            acyclic: Some("causal".into()),
            dependent: Some(Dependent::To),
            argues: Some(Argues::For),
            opposes: vec!["prevented".into(), "prevent".into()],
            ..Relation::new(SYSTEM, "caused")
        },
        Relation {
            outgoing: "explains".into(),
            incoming: "is explained by".into(),
            ends: Some(("pattern".into(), "observation".into())),
            time: Time::Backward,
            lineage: true,
            dependent: Some(Dependent::From),
            argues: Some(Argues::Follows),
            bridges_layers: true,
            family: Some(Family::Lineage),
            ..Relation::new(SYSTEM, "explains")
        },
        Relation {
            outgoing: "causes".into(),
            incoming: "is caused by".into(),
            ends: Some(("cause".into(), "effect".into())),
            time: Time::Forward,
            dependent: Some(Dependent::To),
            argues: Some(Argues::For),
            opposes: vec!["prevented".into(), "prevent".into()],
            ..Relation::new(SYSTEM, "cause")
        },
        Relation {
            outgoing: "prevents".into(),
            incoming: "is prevented by".into(),
            ends: Some(("obstacle".into(), "effect".into())),
            time: Time::Forward,
            dependent: Some(Dependent::To),
            argues: Some(Argues::Against),
            opposes: vec!["caused".into(), "cause".into()],
            family: Some(Family::Lineage),
            ..Relation::new(SYSTEM, "prevent")
        },
        Relation {
            outgoing: "prevented".into(),
            incoming: "was prevented by".into(),
            ends: Some(("obstacle".into(), "effect".into())),
            time: Time::Forward,
            acyclic: Some("causal".into()),
            dependent: Some(Dependent::To),
            argues: Some(Argues::Against),
            opposes: vec!["caused".into(), "cause".into()],
            family: Some(Family::Lineage),
            ..Relation::new(SYSTEM, "prevented")
        },
        Relation {
            outgoing: "causes to fail".into(),
            incoming: "is made to fail by".into(),
            ends: Some(("cause".into(), "failure".into())),
            time: Time::Forward,
            acyclic: Some("causal".into()),
            dependent: Some(Dependent::To),
            argues: Some(Argues::Against),
            family: Some(Family::Lineage),
            ..Relation::new(SYSTEM, "causes-to-fail")
        },
        Relation {
            outgoing: "resolves".into(),
            incoming: "is resolved by".into(),
            ends: Some(("solution".into(), "problem".into())),
            time: Time::Backward,
            dependent: Some(Dependent::From),
            family: Some(Family::Support),
            ..Relation::new(SYSTEM, "resolves")
        },
    ]
}
