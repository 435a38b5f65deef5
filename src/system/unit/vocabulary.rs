//! Relations between semantic units.

use super::SYSTEM;
use crate::graph::relation::{Argues, Dependent, Relation, Time, Writer};

pub(super) fn vocabulary() -> Vec<Relation> {
    vec![
        Relation {
            outgoing: "supports".into(),
            incoming: "is supported by".into(),
            ends: Some(("evidence".into(), "claim".into())),
            time: Time::Forward,
            lineage: true,
            dependent: Some(Dependent::To),
            takes_sides: true,
            argues: Some(Argues::For),
            opposes: vec!["rebuts".into()],
            words: vec!["confirms".into()],
            ..Relation::new(SYSTEM, "supports")
        },
        Relation {
            outgoing: "rebuts".into(),
            incoming: "is rebutted by".into(),
            ends: Some(("objection".into(), "claim".into())),
            time: Time::Backward,
            lineage: true,
            dependent: Some(Dependent::To),
            takes_sides: true,
            argues: Some(Argues::Against),
            opposes: vec!["supports".into()],
            words: vec!["refutes".into(), "contradicts".into()],
            ..Relation::new(SYSTEM, "rebuts")
        },
        Relation {
            outgoing: "derives from".into(),
            incoming: "is the source of".into(),
            ends: Some(("conclusion".into(), "premise".into())),
            time: Time::Backward,
            lineage: true,
            acyclic: Some("derives-from".into()),
            words: vec!["derived-from".into(), "follows-from".into()],
            dependent: Some(Dependent::From),
            takes_sides: true,
            argues: Some(Argues::Follows),
            ..Relation::new(SYSTEM, "derives-from")
        },
        Relation {
            outgoing: "questions".into(),
            incoming: "is questioned by".into(),
            ends: Some(("question".into(), "claim".into())),
            time: Time::Backward,
            dependent: Some(Dependent::From),
            takes_sides: true,
            argues: Some(Argues::Asks),
            ..Relation::new(SYSTEM, "questions")
        },
        Relation {
            outgoing: "refines".into(),
            incoming: "is refined by".into(),
            ends: Some(("narrower".into(), "wider".into())),
            time: Time::Backward,
            lineage: true,
            dependent: Some(Dependent::From),
            takes_sides: true,
            argues: Some(Argues::Narrows),
            ..Relation::new(SYSTEM, "refines")
        },
        Relation {
            outgoing: "notifies".into(),
            incoming: "is notified by".into(),
            ends: Some(("notice".into(), "addressee".into())),
            writer: Writer::Infrastructure,
            ..Relation::new(SYSTEM, "notifies")
        },
    ]
}
