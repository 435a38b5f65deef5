//! Relations of Yggdrasil architecture models: six written by users, five derived from the model's files.

use super::{Dependent, Relation, Time, Vocabulary, Writer};
use crate::graph::System;

const PLAIN: Relation = Relation { system: System::Yggdrasil, ..Relation::PLAIN };

pub(super) const VOCABULARY: Vocabulary = Vocabulary {
    system: System::Yggdrasil,
    relations: &[
        Relation {
            name: "uses",
            outgoing: "uses",
            incoming: "is used by",
            ends: ("user", "provider"),
            time: Time::Backward,
            lineage: true,
            acyclic: Some("structural"),
            dependent: Some(Dependent::From),
            ..PLAIN
        },
        Relation {
            name: "calls",
            outgoing: "calls",
            incoming: "is called by",
            ends: ("caller", "callee"),
            time: Time::Backward,
            lineage: true,
            acyclic: Some("structural"),
            dependent: Some(Dependent::From),
            ..PLAIN
        },
        Relation {
            name: "extends",
            outgoing: "extends",
            incoming: "is extended by",
            ends: ("heir", "base"),
            time: Time::Backward,
            lineage: true,
            acyclic: Some("structural"),
            dependent: Some(Dependent::From),
            ..PLAIN
        },
        Relation {
            name: "implements",
            outgoing: "implements",
            incoming: "is implemented by",
            ends: ("implementation", "contract"),
            time: Time::Backward,
            lineage: true,
            acyclic: Some("structural"),
            dependent: Some(Dependent::From),
            ..PLAIN
        },
        Relation {
            name: "emits",
            outgoing: "emits to",
            incoming: "hears from",
            ends: ("emitter", "listener"),
            time: Time::Forward,
            ..PLAIN
        },
        Relation {
            name: "listens",
            outgoing: "listens to",
            incoming: "is heard by",
            ends: ("listener", "emitter"),
            time: Time::Backward,
            ..PLAIN
        },
        Relation {
            name: "child-of",
            outgoing: "is a child of",
            incoming: "is the parent of",
            ends: ("child", "parent"),
            writer: Writer::Files,
            ..PLAIN
        },
        Relation {
            name: "has-aspect",
            outgoing: "has the aspect",
            incoming: "applies to",
            ends: ("carrier", "aspect"),
            writer: Writer::Files,
            ..PLAIN
        },
        Relation {
            name: "implies",
            outgoing: "implies",
            incoming: "is implied by",
            ends: ("aspect", "implied aspect"),
            acyclic: Some("implies"),
            writer: Writer::Files,
            ..PLAIN
        },
        Relation {
            name: "participates",
            outgoing: "takes part in",
            incoming: "has the participant",
            ends: ("participant", "flow"),
            writer: Writer::Files,
            ..PLAIN
        },
        Relation {
            name: "maps-to",
            outgoing: "maps to",
            incoming: "belongs to",
            ends: ("node", "file"),
            dependent: Some(Dependent::From),
            writer: Writer::Files,
            ..PLAIN
        },
    ],
};
