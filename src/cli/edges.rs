//! Builds edge filters from arguments.

use super::args::{AmongArgs, EdgeArgs, Words};
use super::context::{Context, hint_unknown_layer};
use super::refs::hint_unknown_relations;
use crate::query::{EdgeFilter, Orient, RelationFilter};
use crate::workspace::Workspace;

/// The filter for these arguments. By meaning, synonyms of the named relations count too. Prints hints about unknown relations and layers.
pub(super) fn edge_filter(workspace: &Workspace, args: &EdgeArgs, orient: Orient, context: &Context) -> EdgeFilter {
    let graph = &*workspace.graph;
    let named = Words::all(&args.relations);
    hint_unknown_relations(graph, &named);
    let relations = if named.is_empty() { RelationFilter::Any } else { RelationFilter::named(graph, &named, orient) };
    among(workspace, relations, &args.among, context)
}

/// Like [`edge_filter`], but for given relations.
pub(super) fn among(
    workspace: &Workspace,
    relations: RelationFilter,
    args: &AmongArgs,
    context: &Context,
) -> EdgeFilter {
    hint_unknown_layer(&workspace.graph, args.layer.as_deref());
    EdgeFilter { layer: args.layer.clone(), trust: context.trust(workspace, args.trust), ..EdgeFilter::of(relations) }
}
