//! Relations between notes. Other verbs are legal and read as written.

use super::{CHILD_OF, EMBEDS, MENTIONS, SYSTEM};
use crate::graph::relation::{Argues, Dependent, Family, Relation, Time, Writer};

/// The class of relations that make a tree.
pub(super) const TREE: &str = "tree";

pub(super) fn vocabulary() -> Vec<Relation> {
    let tree = |name: &'static str, inverse: Option<&'static str>| Relation {
        outgoing: "is a child of".into(),
        incoming: "is the parent of".into(),
        ends: Some(("child".into(), "parent".into())),
        acyclic: Some(TREE.into()),
        inverse: inverse.map(Into::into),
        ..Relation::new(SYSTEM, name)
    };
    let inverse_of_tree = |name: &'static str, inverse: &'static str| Relation {
        outgoing: "is the parent of".into(),
        incoming: "is a child of".into(),
        ends: Some(("parent".into(), "child".into())),
        inverse: Some(inverse.into()),
        ..Relation::new(SYSTEM, name)
    };
    let symmetric = |name: &'static str, reading: &'static str| Relation {
        outgoing: reading.into(),
        incoming: reading.into(),
        symmetric: true,
        ..Relation::new(SYSTEM, name)
    };
    let link = |name: &'static str, outgoing: &'static str, incoming: &'static str| Relation {
        outgoing: outgoing.into(),
        incoming: incoming.into(),
        ..Relation::new(SYSTEM, name)
    };
    vec![
        tree("up", Some("down")),
        inverse_of_tree("down", "up"),
        tree("parent", Some("child")),
        inverse_of_tree("child", "parent"),
        Relation { writer: Writer::Files, ..tree(CHILD_OF, None) },
        Relation {
            outgoing: "is followed by".into(),
            incoming: "follows".into(),
            ends: Some(("previous".into(), "next".into())),
            time: Time::Forward,
            lineage: true,
            inverse: Some("prev".into()),
            ..Relation::new(SYSTEM, "next")
        },
        Relation {
            outgoing: "follows".into(),
            incoming: "is followed by".into(),
            ends: Some(("next".into(), "previous".into())),
            time: Time::Backward,
            lineage: true,
            inverse: Some("next".into()),
            ..Relation::new(SYSTEM, "prev")
        },
        symmetric("same", "is on a level with"),
        symmetric("sibling", "is a sibling of"),
        Relation {
            argues: Some(Argues::For),
            opposes: vec!["contradicts".into()],
            ..link("supports", "supports", "is supported by")
        },
        Relation {
            argues: Some(Argues::Against),
            opposes: vec!["supports".into()],
            ..symmetric("contradicts", "contradicts")
        },
        Relation {
            ends: Some(("new".into(), "old".into())),
            time: Time::Backward,
            lineage: true,
            family: Some(Family::Against),
            ..link("supersedes", "supersedes", "is superseded by")
        },
        Relation {
            ends: Some(("result".into(), "source".into())),
            time: Time::Backward,
            lineage: true,
            dependent: Some(Dependent::From),
            family: Some(Family::Support),
            ..link("derived-from", "is derived from", "is the source of")
        },
        Relation {
            ends: Some(("dependent".into(), "prerequisite".into())),
            time: Time::Backward,
            lineage: true,
            dependent: Some(Dependent::From),
            ..link("depends-on", "depends on", "is needed by")
        },
        link("milestone", "belongs to the milestone", "is the milestone of"),
        link("references", "refers to", "is referred to by"),
        link("documentation", "is documented in", "documents"),
        link("executor", "is executed by", "executes"),
        link("attester", "is attested by", "attests"),
        link(EMBEDS, "embeds", "is embedded in"),
        link("links_to", "links to", "is linked from"),
        link(MENTIONS, "mentions", "is mentioned by"),
    ]
}
