//! The six verbs of the reference graph.

use super::{Relation, Synonym, Time, Vocabulary};
use crate::graph::System;

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
            acyclic: true,
            synonyms: &[Synonym { name: "triggered", inverted: false }, Synonym { name: "caused-by", inverted: true }],
        },
        Relation {
            name: "addresses",
            outgoing: "addresses",
            incoming: "is addressed by",
            ends: ("action", "concern"),
            time: Time::Backward,
            lineage: true,
            acyclic: false,
            synonyms: &[Synonym { name: "resolves", inverted: false }],
        },
        Relation {
            name: "mentions",
            outgoing: "mentions",
            incoming: "is mentioned by",
            ends: ("source", "entity"),
            time: Time::Timeless,
            lineage: false,
            acyclic: false,
            synonyms: &[Synonym { name: "references", inverted: false }],
        },
        Relation {
            name: "supersedes",
            outgoing: "supersedes",
            incoming: "is superseded by",
            ends: ("new", "old"),
            time: Time::Backward,
            lineage: true,
            acyclic: true,
            synonyms: &[Synonym { name: "replaces", inverted: false }],
        },
        Relation {
            name: "follows-up",
            outgoing: "follows up on",
            incoming: "is followed up by",
            ends: ("continuation", "original"),
            time: Time::Backward,
            lineage: true,
            acyclic: true,
            synonyms: &[Synonym { name: "continues", inverted: false }],
        },
        Relation {
            name: "cites",
            outgoing: "cites",
            incoming: "is cited by",
            ends: ("summary", "evidence"),
            time: Time::Backward,
            lineage: true,
            acyclic: false,
            synonyms: &[],
        },
    ],
};
