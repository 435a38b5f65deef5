//! Relations between issues, each in the direction in which it reads. The reader turns the ends of those that the
//! files store the other way round ([`is_stored_backwards`]).

use super::SYSTEM;
use crate::graph::relation::{Dependent, Family, Relation, Synonym, Time};
use std::borrow::Cow;

pub(super) const BLOCKS: &str = "blocks";
pub(super) const CONDITIONAL_BLOCKS: &str = "conditional-blocks";
pub(super) const WAITS_FOR: &str = "waits-for";
pub(super) const PARENT_CHILD: &str = "parent-child";
pub(super) const SUPERSEDES: &str = "supersedes";
const RELATES_TO: &str = "relates-to";

/// Maximum length of a type in bytes; the tool accepts no longer one.
pub(super) const LONGEST_TYPE: usize = 50;

/// The name of a type, with `_` read as `-`.
pub(super) fn plain(written: &str) -> Cow<'_, str> {
    if written.contains('_') { Cow::Owned(written.replace('_', "-")) } else { Cow::Borrowed(written) }
}

/// The name of a type in the graph: as written, except that both ends of a symmetric fact need the same name.
pub(super) fn as_one_fact(written: &str) -> Cow<'_, str> {
    let name = plain(written);
    if name == RELATES_TO { name } else { Cow::Borrowed(written) }
}

/// Whether the row of the target contains a relation of this type: that of the blocked issue, or of the superseded
/// one.
pub(super) fn is_stored_backwards(written: &str) -> bool {
    [BLOCKS, CONDITIONAL_BLOCKS, SUPERSEDES].contains(&&*plain(written))
}

/// Whether a type says that an issue is a child of another one.
pub(super) fn is_parent(written: &str) -> bool {
    [PARENT_CHILD, "child"].contains(&&*plain(written))
}

pub(super) fn vocabulary() -> Vec<Relation> {
    let mut all = vec![
        Relation {
            ends: Some(("blocker".into(), "blocked".into())),
            time: Time::Forward,
            lineage: true,
            acyclic: Some("order".into()),
            dependent: Some(Dependent::To),
            ..read_as(BLOCKS, "blocks", "is blocked by")
        },
        Relation {
            time: Time::Forward,
            lineage: true,
            acyclic: Some("order".into()),
            dependent: Some(Dependent::To),
            ..read_as(CONDITIONAL_BLOCKS, "blocks if it fails", "runs only on failure of")
        },
        Relation {
            time: Time::Backward,
            lineage: true,
            acyclic: Some("order".into()),
            dependent: Some(Dependent::From),
            ..read_as(WAITS_FOR, "waits for the children of", "its children hold up")
        },
        Relation {
            ends: Some(("child".into(), "parent".into())),
            time: Time::Backward,
            acyclic: Some("tree".into()),
            synonyms: vec![Synonym::new("child")],
            ..read_as(PARENT_CHILD, "is a child of", "is the parent of")
        },
        Relation {
            time: Time::Backward,
            lineage: true,
            ..read_as("discovered-from", "was found while working on", "led to the discovery of")
        },
        Relation {
            time: Time::Backward,
            lineage: true,
            dependent: Some(Dependent::From),
            family: Some(Family::Lineage),
            ..read_as("caused-by", "was caused by", "caused")
        },
        Relation {
            time: Time::Backward,
            lineage: true,
            ..read_as("delegated-from", "was delegated from", "delegated")
        },
        Relation { time: Time::Backward, lineage: true, ..read_as("replies-to", "replies to", "is answered by") },
        Relation {
            ends: Some(("new".into(), "old".into())),
            time: Time::Backward,
            lineage: true,
            family: Some(Family::Against),
            ..read_as(SUPERSEDES, "supersedes", "is superseded by")
        },
        read_as("duplicates", "duplicates", "is duplicated by"),
        Relation { symmetric: true, ..read_as("related", "is related to", "is related to") },
        Relation { symmetric: true, ..read_as(RELATES_TO, "is related to", "is related to") },
        read_as("tracks", "tracks", "is tracked by"),
        Relation { time: Time::Backward, ..read_as("validates", "validates", "is validated by") },
        Relation { dependent: Some(Dependent::From), ..read_as("until", "holds until", "ends") },
        read_as("attests", "attests", "is attested by"),
        read_as("authored-by", "is by", "wrote"),
        read_as("assigned-to", "is assigned to", "has"),
        read_as("approved-by", "was approved by", "approved"),
    ];
    for relation in &mut all {
        if relation.name.contains('-') {
            relation.synonyms.push(Synonym::new(relation.name.replace('-', "_")));
        }
    }
    all
}

fn read_as(name: &'static str, outgoing: &'static str, incoming: &'static str) -> Relation {
    Relation { outgoing: outgoing.into(), incoming: incoming.into(), ..Relation::new(SYSTEM, name) }
}
