//! `impact --method`: a method of a node, and the relations that consume it.

use crate::graph::{Edge, NodeIx};
use crate::system::ChangedPart;
use crate::system::question::{Arguments, QuestionInput};
use crate::system::yggdrasil::{SYSTEM, facts};
use crate::text::{plain, quoted};
use std::collections::{BTreeSet, HashSet};

pub(in crate::system::yggdrasil) fn changed_part<'a>(
    input: &QuestionInput<'a>,
    node: NodeIx,
    options: &Arguments,
) -> Option<ChangedPart<'a>> {
    let (name, node) = (options.text("method")?, input.graph.node(node).id());
    // The nodes with a relation that consumes the method, and the type of that relation.
    let mut consumers: HashSet<(&'a str, &'a str)> = HashSet::new();
    // All methods that relations to the node consume.
    let mut consumed: BTreeSet<&str> = BTreeSet::new();
    for other in facts(input.facts).models.iter().flat_map(|model| &model.nodes) {
        for relation in other.relations.iter().filter(|relation| relation.target == node) {
            consumed.extend(relation.consumes.iter().map(|method| &**method));
            if relation.consumes.iter().any(|method| method == name) {
                consumers.insert((&*other.id, &*relation.kind));
            }
        }
    }
    let consumed: Vec<_> = consumed.iter().map(|method| plain(method)).collect();
    let others = match &*consumed.join(", ") {
        "" => "none of them lists methods in `consumes`".to_owned(),
        consumed => format!("they consume: {consumed}"),
    };
    // Rows of the log have no methods.
    let concerns = move |edge: Edge<'_>| {
        let is_of_model = edge.system() == SYSTEM && !edge.is_implicit();
        is_of_model && edge.to().id() == node && consumers.contains(&(edge.from().id(), edge.relation()))
    };
    Some(ChangedPart {
        key: "method",
        name: name.to_owned(),
        concerns: Box::new(concerns),
        about: format!("consume {name}"),
        unknown: format!("no relation to {} consumes {}; {others}", quoted(node), quoted(name)),
    })
}
