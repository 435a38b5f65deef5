//! The six relations of the reference graph.

use super::SYSTEM;
use crate::graph::relation::{Argues, Dependent, Family, Relation, Synonym, Time};

pub(super) fn vocabulary() -> Vec<Relation> {
    vec![
        Relation {
            outgoing: "led to".into(),
            incoming: "came from".into(),
            ends: Some(("cause".into(), "effect".into())),
            time: Time::Forward,
            lineage: true,
            acyclic: Some("led-to".into()),
            dependent: Some(Dependent::To),
            argues: Some(Argues::For),
            synonyms: vec![Synonym::new("triggered"), Synonym::inverted("caused-by")],
            words: vec![
                "leads-to".into(),
                "causes".into(),
                "caused".into(),
                "triggers".into(),
                "results-in".into(),
                "resulted-in".into(),
            ],
            ..Relation::new(SYSTEM, "led-to")
        },
        Relation {
            outgoing: "addresses".into(),
            incoming: "is addressed by".into(),
            ends: Some(("action".into(), "concern".into())),
            time: Time::Backward,
            lineage: true,
            dependent: Some(Dependent::From),
            synonyms: vec![Synonym::new("resolves")],
            words: vec!["fixes".into(), "solves".into(), "handles".into()],
            family: Some(Family::Support),
            ..Relation::new(SYSTEM, "addresses")
        },
        Relation {
            outgoing: "mentions".into(),
            incoming: "is mentioned by".into(),
            ends: Some(("source".into(), "entity".into())),
            synonyms: vec![Synonym::new("references")],
            words: vec!["refers-to".into()],
            ..Relation::new(SYSTEM, "mentions")
        },
        Relation {
            outgoing: "supersedes".into(),
            incoming: "is superseded by".into(),
            ends: Some(("new".into(), "old".into())),
            time: Time::Backward,
            lineage: true,
            acyclic: Some("supersedes".into()),
            argues: Some(Argues::Against),
            synonyms: vec![Synonym::new("replaces")],
            words: vec!["obsoletes".into(), "overrides".into()],
            ..Relation::new(SYSTEM, "supersedes")
        },
        Relation {
            outgoing: "follows up on".into(),
            incoming: "is followed up by".into(),
            ends: Some(("continuation".into(), "original".into())),
            time: Time::Backward,
            lineage: true,
            acyclic: Some("follows-up".into()),
            dependent: Some(Dependent::From),
            synonyms: vec![Synonym::new("continues")],
            words: vec!["follows".into(), "follow-up-to".into()],
            family: Some(Family::Lineage),
            ..Relation::new(SYSTEM, "follows-up")
        },
        Relation {
            outgoing: "cites".into(),
            incoming: "is cited by".into(),
            ends: Some(("summary".into(), "evidence".into())),
            time: Time::Backward,
            lineage: true,
            dependent: Some(Dependent::From),
            argues: Some(Argues::Follows),
            family: Some(Family::Soft),
            ..Relation::new(SYSTEM, "cites")
        },
    ]
}
