//! Relations between semantic units.

use super::{Argues, Dependent, Relation, Time, Vocabulary, Writer};
use crate::graph::System;

const PLAIN: Relation = Relation { system: System::Unit, ..Relation::PLAIN };

pub(super) const VOCABULARY: Vocabulary = Vocabulary {
    system: System::Unit,
    relations: &[
        Relation {
            name: "supports",
            outgoing: "supports",
            incoming: "is supported by",
            ends: ("evidence", "claim"),
            time: Time::Forward,
            lineage: true,
            dependent: Some(Dependent::To),
            argues: Some(Argues::For),
            opposes: &["rebuts"],
            words: &["confirms"],
            ..PLAIN
        },
        Relation {
            name: "rebuts",
            outgoing: "rebuts",
            incoming: "is rebutted by",
            ends: ("objection", "claim"),
            time: Time::Backward,
            lineage: true,
            dependent: Some(Dependent::To),
            argues: Some(Argues::Against),
            opposes: &["supports"],
            words: &["refutes", "contradicts"],
            ..PLAIN
        },
        Relation {
            name: "derives-from",
            outgoing: "derives from",
            incoming: "is the source of",
            ends: ("conclusion", "premise"),
            time: Time::Backward,
            lineage: true,
            acyclic: Some("derives-from"),
            words: &["derived-from", "follows-from"],
            dependent: Some(Dependent::From),
            argues: Some(Argues::Follows),
            ..PLAIN
        },
        Relation {
            name: "questions",
            outgoing: "questions",
            incoming: "is questioned by",
            ends: ("question", "claim"),
            time: Time::Backward,
            dependent: Some(Dependent::From),
            argues: Some(Argues::Asks),
            ..PLAIN
        },
        Relation {
            name: "refines",
            outgoing: "refines",
            incoming: "is refined by",
            ends: ("narrower", "wider"),
            time: Time::Backward,
            lineage: true,
            dependent: Some(Dependent::From),
            argues: Some(Argues::Narrows),
            ..PLAIN
        },
        Relation {
            name: "notifies",
            outgoing: "notifies",
            incoming: "is notified by",
            ends: ("notice", "addressee"),
            writer: Writer::Infrastructure,
            ..PLAIN
        },
    ],
};
