//! Over which edges a question goes, as it was typed.

use super::args::EdgeArgs;
use super::context::{Context, hint_unknown_layer};
use super::refs::hint_unknown_relations;
use crate::query::{EdgeFilter, RelationFilter};
use crate::workspace::Workspace;

/// The edges that are meant. Says which relations and layers nothing has.
pub(super) fn edge_filter(workspace: &Workspace, args: &EdgeArgs, context: &Context) -> EdgeFilter {
    let graph = &*workspace.graph;
    hint_unknown_relations(graph, &args.relations);
    hint_unknown_layer(graph, args.layer.as_deref());
    let relations =
        if args.relations.is_empty() { RelationFilter::Any } else { RelationFilter::only(graph, &args.relations) };
    EdgeFilter { layer: args.layer.clone(), trust: context.trust(workspace, args.trust), ..EdgeFilter::of(relations) }
}
