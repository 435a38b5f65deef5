//! `refs add`: one edge, appended to the log.

use super::Answer;
use super::args::RefsAddArgs;
use super::context::{Context, say};
use super::json;
use super::paint::{Line, Role};
use crate::edge_log::{EdgeLog, NewEdge};
use crate::query::advice::{Proposal, advise, id_in_log};
use crate::time;
use anyhow::Context as _;

pub(super) fn run(args: &RefsAddArgs, context: &mut Context) -> anyhow::Result<Answer> {
    let workspace = context.load()?;
    let graph = &*workspace.graph;
    let (from, to) = (id_in_log(graph, &args.from), id_in_log(graph, &args.to));
    let edge =
        NewEdge { from: &from, to: &to, relation: &args.relation, actor: &args.actor, reason: args.reason.as_deref() };
    let row = edge.row(time::now())?;

    let advice = advise(graph, &Proposal { from: &from, to: &to, relation: &args.relation });
    for one in &advice {
        say("advice", &one.message);
    }
    if advice.iter().any(|one| one.refuses) && !args.force {
        say("error", "nothing was written; --force writes it all the same");
        return Ok(Answer::No);
    }
    if args.strict && !advice.is_empty() {
        say("error", "nothing was written, because --strict was given");
        return Ok(Answer::No);
    }
    if args.dry_run {
        let json = serde_json::to_string(&row)?;
        say("dry run", "nothing was written");
        print(&json, None, context)?;
        return Ok(Answer::Yes);
    }
    let written = EdgeLog::at(&workspace.root, &workspace.settings.log).add(&row, context.started)?;
    for warning in &written.warnings {
        say("warning", warning);
    }
    let log = &workspace.settings.log;
    let place = format!("{}:{}", workspace.root.join(log).display(), written.line);
    let printed = print(&written.json, Some(&place), context);
    printed.with_context(|| {
        format!("the row is stored ({}:{}), but it could not be printed", log.display(), written.line)
    })?;
    Ok(Answer::Yes)
}

/// Prints a row exactly as it is stored; on a terminal also where.
fn print(json: &str, place: Option<&str>, context: &mut Context) -> anyhow::Result<()> {
    if !context.out.is_human() {
        context.out.json(&serde_json::from_str::<serde_json::Value>(json)?)?;
        return Ok(context.out.flush()?);
    }
    // Spelt so that nothing in it can act on the terminal, and still the row.
    let mut row = Vec::new();
    json::write(&mut row, &serde_json::from_str::<serde_json::Value>(json)?, false)?;
    context.out.line(&Line::new().plain(&String::from_utf8_lossy(&row)))?;
    if let Some(place) = place {
        context.out.line(&Line::of(Role::Good, "added").plain("  ").with(Role::Dim, place))?;
    }
    Ok(context.out.flush()?)
}
