//! `refs add`: appends one edge to the log, after printing warnings about it.

use super::Outcome;
use super::args::RefsAddArgs;
use super::context::{Context, find_if_any, say};
use super::row;
use crate::edge_log::{EdgeLog, check_row};
use crate::graph::Row;
use crate::query::advice::{advise, id_in_log};
use crate::time;

pub(super) fn run(args: &RefsAddArgs, context: &mut Context) -> anyhow::Result<Outcome> {
    let workspace = context.load()?;
    let graph = &*workspace.graph;
    for id in [&args.from, &args.to] {
        if let Err(answer) = find_if_any(graph, id) {
            return Ok(answer);
        }
    }
    let (from, to) = (id_in_log(graph, &args.from), id_in_log(graph, &args.to));
    let row = Row::new(from, &*args.relation, to).by(&*args.row.actor).because(args.row.reason.as_deref());
    let row = row.at(time::now());
    check_row(&row)?;

    let advice = advise(graph, &row);
    for one in &advice {
        say("advice", &one.message);
    }
    if advice.iter().any(|one| one.refuses) && !args.force {
        say("error", "nothing was written; --force overrides");
        return Ok(Outcome::No);
    }
    if args.strict && !advice.is_empty() {
        say("error", "nothing was written, because --strict was given");
        return Ok(Outcome::No);
    }
    if args.row.dry_run {
        return row::print_dry(&row, context);
    }
    let log = EdgeLog::at(&workspace.root, &workspace.settings.log).within(workspace.settings.boundary.clone());
    let written = log.add(&row, context.started)?;
    row::print_written(&written, "added", &workspace, context)
}
