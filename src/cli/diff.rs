//! `diff --from TIME`: nodes and edges added or retracted between two times.

use super::Outcome;
use super::args::DiffArgs;
use super::context::{Context, hint_unknown_layer, warn_of_errors};
use crate::answer::{DiffAnswer, Input};
use crate::query::{EdgeFilter, RelationFilter, Retracted, Trust};

pub(super) fn run(args: &DiffArgs, context: &mut Context) -> anyhow::Result<Outcome> {
    let from = context.when(&args.from)?;
    // `--as-of` limits the end time as well.
    let to = args.to.as_deref().map(|to| context.when(to)).transpose()?.into_iter().chain(context.as_of).min();
    if to.is_some_and(|to| to < from) {
        anyhow::bail!("{} is before --from", if args.to.is_some() { "--to" } else { "--as-of" });
    }
    let now = context.read_now()?;
    let past = now.past();
    let (workspace, past) = match to {
        Some(to) => {
            let then = now.as_of(&past, to);
            let past = past.of(&then);
            (then, past)
        }
        None => (now, past),
    };
    warn_of_errors(&workspace);
    hint_unknown_layer(&workspace.graph, args.layer.as_deref());
    let shown = context.trust(&workspace, args.trust);
    // Shows new edges regardless of their confidence, unless `--min-confidence` is given.
    let trust = Trust { least: args.trust.min_confidence.unwrap_or_default(), ..shown };
    let (layer, retracted) = (args.layer.clone(), Retracted::Shown);
    let edges = EdgeFilter { layer, retracted, trust, ..EdgeFilter::of(RelationFilter::Any) };
    let answer = DiffAnswer::new(Input::of(&workspace), &past.timeline, (from, to), &edges, shown);
    context.present(&answer, usize::MAX)
}
