//! The four link types of sidecar records.

use super::{Argues, Dependent, Relation, Time, Vocabulary};
use crate::graph::System;

const PLAIN: Relation = Relation { system: System::Sidecar, ..Relation::PLAIN };

pub(super) const VOCABULARY: Vocabulary = Vocabulary {
    system: System::Sidecar,
    relations: &[
        Relation {
            name: "upgrades_to",
            outgoing: "upgrades to",
            incoming: "is the upgrade of",
            ends: ("predecessor", "successor"),
            time: Time::Forward,
            lineage: true,
            acyclic: Some("upgrades_to"),
            dependent: Some(Dependent::To),
            ..PLAIN
        },
        Relation {
            name: "granted_by",
            outgoing: "was granted by",
            incoming: "granted",
            ends: ("gift", "granter"),
            time: Time::Backward,
            lineage: true,
            dependent: Some(Dependent::From),
            ..PLAIN
        },
        Relation {
            name: "related_to",
            outgoing: "is related to",
            incoming: "is related to",
            ends: ("one", "other"),
            symmetric: true,
            ..PLAIN
        },
        Relation {
            name: "derived_from",
            outgoing: "is derived from",
            incoming: "is the source of",
            ends: ("derivative", "antecedent"),
            time: Time::Backward,
            lineage: true,
            acyclic: Some("derived_from"),
            dependent: Some(Dependent::From),
            argues: Some(Argues::Follows),
            ..PLAIN
        },
    ],
};
