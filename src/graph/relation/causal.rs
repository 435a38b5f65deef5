//! Relations of causal graphs: dependencies in code, causes of events, explanations by patterns.

use super::{Argues, Dependent, Relation, Time, Vocabulary};
use crate::graph::System;

const PLAIN: Relation = Relation { system: System::Causal, ..Relation::PLAIN };

pub(super) const VOCABULARY: Vocabulary = Vocabulary {
    system: System::Causal,
    relations: &[
        Relation {
            name: "imports",
            outgoing: "imports",
            incoming: "is imported by",
            ends: ("importer", "imported"),
            dependent: Some(Dependent::From),
            ..PLAIN
        },
        Relation {
            name: "calls",
            outgoing: "calls",
            incoming: "is called by",
            ends: ("caller", "callee"),
            dependent: Some(Dependent::From),
            ..PLAIN
        },
        Relation {
            name: "reads",
            outgoing: "reads",
            incoming: "is read by",
            ends: ("reader", "state"),
            dependent: Some(Dependent::From),
            ..PLAIN
        },
        Relation {
            name: "writes",
            outgoing: "writes",
            incoming: "is written by",
            ends: ("writer", "state"),
            dependent: Some(Dependent::To),
            ..PLAIN
        },
        Relation {
            name: "extends",
            outgoing: "extends",
            incoming: "is extended by",
            ends: ("heir", "base"),
            dependent: Some(Dependent::From),
            ..PLAIN
        },
        Relation {
            name: "caused",
            outgoing: "caused",
            incoming: "was caused by",
            ends: ("cause", "effect"),
            time: Time::Forward,
            lineage: true,
            acyclic: Some("causal"),
            dependent: Some(Dependent::To),
            argues: Some(Argues::For),
            opposes: &["prevented", "prevent"],
            ..PLAIN
        },
        Relation {
            name: "explains",
            outgoing: "explains",
            incoming: "is explained by",
            ends: ("pattern", "observation"),
            time: Time::Backward,
            lineage: true,
            dependent: Some(Dependent::From),
            argues: Some(Argues::Follows),
            ..PLAIN
        },
        Relation {
            name: "cause",
            outgoing: "causes",
            incoming: "is caused by",
            ends: ("cause", "effect"),
            time: Time::Forward,
            dependent: Some(Dependent::To),
            argues: Some(Argues::For),
            opposes: &["prevented", "prevent"],
            ..PLAIN
        },
        Relation {
            name: "prevent",
            outgoing: "prevents",
            incoming: "is prevented by",
            ends: ("obstacle", "effect"),
            time: Time::Forward,
            dependent: Some(Dependent::To),
            argues: Some(Argues::Against),
            opposes: &["caused", "cause"],
            ..PLAIN
        },
        Relation {
            name: "prevented",
            outgoing: "prevented",
            incoming: "was prevented by",
            ends: ("obstacle", "effect"),
            time: Time::Forward,
            acyclic: Some("causal"),
            dependent: Some(Dependent::To),
            argues: Some(Argues::Against),
            opposes: &["caused", "cause"],
            ..PLAIN
        },
        Relation {
            name: "causes-to-fail",
            outgoing: "causes to fail",
            incoming: "is made to fail by",
            ends: ("cause", "failure"),
            time: Time::Forward,
            acyclic: Some("causal"),
            dependent: Some(Dependent::To),
            argues: Some(Argues::Against),
            ..PLAIN
        },
        Relation {
            name: "resolves",
            outgoing: "resolves",
            incoming: "is resolved by",
            ends: ("solution", "problem"),
            time: Time::Backward,
            dependent: Some(Dependent::From),
            ..PLAIN
        },
    ],
};
