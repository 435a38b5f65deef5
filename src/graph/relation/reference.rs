//! The six relations of the reference graph.

use super::{Argues, Dependent, Relation, Synonym, Time, Vocabulary};
use crate::graph::System;

const PLAIN: Relation = Relation { system: System::Reference, ..Relation::PLAIN };

pub(super) const VOCABULARY: Vocabulary = Vocabulary {
    system: System::Reference,
    relations: &[
        Relation {
            name: "led-to",
            outgoing: "led to",
            incoming: "came from",
            ends: ("cause", "effect"),
            time: Time::Forward,
            lineage: true,
            acyclic: Some("led-to"),
            dependent: Some(Dependent::To),
            argues: Some(Argues::For),
            synonyms: &[Synonym { name: "triggered", inverted: false }, Synonym { name: "caused-by", inverted: true }],
            words: &["leads-to", "causes", "caused", "triggers", "results-in", "resulted-in"],
            ..PLAIN
        },
        Relation {
            name: "addresses",
            outgoing: "addresses",
            incoming: "is addressed by",
            ends: ("action", "concern"),
            time: Time::Backward,
            lineage: true,
            dependent: Some(Dependent::From),
            synonyms: &[Synonym { name: "resolves", inverted: false }],
            words: &["fixes", "solves", "handles"],
            ..PLAIN
        },
        Relation {
            name: "mentions",
            outgoing: "mentions",
            incoming: "is mentioned by",
            ends: ("source", "entity"),
            synonyms: &[Synonym { name: "references", inverted: false }],
            words: &["refers-to"],
            ..PLAIN
        },
        Relation {
            name: "supersedes",
            outgoing: "supersedes",
            incoming: "is superseded by",
            ends: ("new", "old"),
            time: Time::Backward,
            lineage: true,
            acyclic: Some("supersedes"),
            argues: Some(Argues::Against),
            synonyms: &[Synonym { name: "replaces", inverted: false }],
            words: &["obsoletes", "overrides"],
            ..PLAIN
        },
        Relation {
            name: "follows-up",
            outgoing: "follows up on",
            incoming: "is followed up by",
            ends: ("continuation", "original"),
            time: Time::Backward,
            lineage: true,
            acyclic: Some("follows-up"),
            dependent: Some(Dependent::From),
            synonyms: &[Synonym { name: "continues", inverted: false }],
            words: &["follows", "follow-up-to"],
            ..PLAIN
        },
        Relation {
            name: "cites",
            outgoing: "cites",
            incoming: "is cited by",
            ends: ("summary", "evidence"),
            time: Time::Backward,
            lineage: true,
            dependent: Some(Dependent::From),
            argues: Some(Argues::Follows),
            ..PLAIN
        },
    ],
};
