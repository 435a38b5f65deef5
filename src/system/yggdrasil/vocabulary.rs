//! Relations of Yggdrasil architecture models: six written by users, five derived from the model's files.

use super::SYSTEM;
use crate::graph::CycleScope;
use crate::graph::relation::{Dependent, EventEnd, Family, Relation, Time, Writer};

pub(super) fn vocabulary() -> Vec<Relation> {
    vec![
        Relation {
            outgoing: "uses".into(),
            incoming: "is used by".into(),
            ends: Some(("user".into(), "provider".into())),
            time: Time::Backward,
            lineage: true,
            acyclic: Some("structural".into()),
            cycle_scope: CycleScope::OwnNodes,
            dependent: Some(Dependent::From),
            ..Relation::new(SYSTEM, "uses")
        },
        Relation {
            outgoing: "calls".into(),
            incoming: "is called by".into(),
            ends: Some(("caller".into(), "callee".into())),
            time: Time::Backward,
            lineage: true,
            acyclic: Some("structural".into()),
            cycle_scope: CycleScope::OwnNodes,
            dependent: Some(Dependent::From),
            ..Relation::new(SYSTEM, "calls")
        },
        Relation {
            outgoing: "extends".into(),
            incoming: "is extended by".into(),
            ends: Some(("heir".into(), "base".into())),
            time: Time::Backward,
            lineage: true,
            acyclic: Some("structural".into()),
            cycle_scope: CycleScope::OwnNodes,
            dependent: Some(Dependent::From),
            ..Relation::new(SYSTEM, "extends")
        },
        Relation {
            outgoing: "implements".into(),
            incoming: "is implemented by".into(),
            ends: Some(("implementation".into(), "contract".into())),
            time: Time::Backward,
            lineage: true,
            acyclic: Some("structural".into()),
            cycle_scope: CycleScope::OwnNodes,
            dependent: Some(Dependent::From),
            ..Relation::new(SYSTEM, "implements")
        },
        Relation {
            event: Some(EventEnd::Emits),
            outgoing: "emits to".into(),
            incoming: "hears from".into(),
            ends: Some(("emitter".into(), "listener".into())),
            time: Time::Forward,
            ..Relation::new(SYSTEM, "emits")
        },
        Relation {
            event: Some(EventEnd::Listens),
            outgoing: "listens to".into(),
            incoming: "is heard by".into(),
            ends: Some(("listener".into(), "emitter".into())),
            time: Time::Backward,
            ..Relation::new(SYSTEM, "listens")
        },
        Relation {
            outgoing: "is a child of".into(),
            incoming: "is the parent of".into(),
            ends: Some(("child".into(), "parent".into())),
            writer: Writer::Files,
            family: Some(Family::Structural),
            ..Relation::new(SYSTEM, "child-of")
        },
        Relation {
            outgoing: "has the aspect".into(),
            incoming: "applies to".into(),
            ends: Some(("carrier".into(), "aspect".into())),
            writer: Writer::Files,
            family: Some(Family::Structural),
            ..Relation::new(SYSTEM, "has-aspect")
        },
        Relation {
            outgoing: "implies".into(),
            incoming: "is implied by".into(),
            ends: Some(("aspect".into(), "implied aspect".into())),
            acyclic: Some("implies".into()),
            cycle_scope: CycleScope::OwnFiles,
            writer: Writer::Files,
            ..Relation::new(SYSTEM, "implies")
        },
        Relation {
            outgoing: "takes part in".into(),
            incoming: "has the participant".into(),
            ends: Some(("participant".into(), "flow".into())),
            writer: Writer::Files,
            family: Some(Family::Structural),
            ..Relation::new(SYSTEM, "participates")
        },
        Relation {
            outgoing: "maps to".into(),
            incoming: "belongs to".into(),
            ends: Some(("node".into(), "file".into())),
            dependent: Some(Dependent::From),
            writer: Writer::Files,
            ..Relation::new(SYSTEM, "maps-to")
        },
    ]
}
