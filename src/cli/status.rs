//! `status ID NEW`: changes the status of an artifact in its file.

use super::Outcome;
use super::args::StatusArgs;
use super::context::{Context, find_defined, say};
use super::{row, signals};
use crate::document::{Line, Role};
use crate::edge_log::{Changed, EdgeLog, StatusChange, StatusError, change_status};
use crate::query::advice::id_in_log;
use crate::time;
use anyhow::Context as _;
use serde::Serialize;
use serde_json::Value;

pub(super) fn run(args: &StatusArgs, context: &mut Context) -> anyhow::Result<Outcome> {
    let workspace = context.load()?;
    let graph = &*workspace.graph;
    let node = match find_defined(graph, &args.id) {
        Ok(node) => node,
        Err(answer) => return Ok(answer),
    };
    let responsible = match args.addressed_by.as_deref().map(|id| find_defined(graph, id)).transpose() {
        Ok(responsible) => responsible,
        Err(answer) => return Ok(answer),
    };
    let responsible = responsible.map(|node| id_in_log(graph, &node.address()));
    let (statuses, file) = match workspace.artifact(node) {
        Ok(artifact) => artifact,
        Err(error) => {
            say("error", &error.to_string());
            return Ok(Outcome::No);
        }
    };
    let change = StatusChange {
        id: node.id(),
        file,
        statuses,
        status: &args.status,
        addressed_by: responsible.as_deref(),
        reason: args.reason.as_deref(),
        actor: "cli",
        at: time::now(),
    };
    let log = EdgeLog::at(&workspace.root, &workspace.settings.log).within(workspace.settings.boundary.clone());
    if let Err(error) = signals::hold_back_during_writes() {
        say("warning", &format!("cannot delay signals during the write: {error}"));
    }
    let changed = match change_status(&workspace.root, &log, &change, context.started) {
        Ok(changed) => changed,
        Err(error @ (StatusError::Illegal { .. } | StatusError::NoMachine { .. } | StatusError::Stray { .. })) => {
            say("error", &error.to_string());
            return Ok(Outcome::No);
        }
        Err(error @ (StatusError::MissingResponsible { .. } | StatusError::UnexpectedResponsible { .. })) => {
            return Err(anyhow::anyhow!("{error} (--addressed-by ID)"));
        }
        Err(error) => return Err(error.into()),
    };
    for warning in &changed.warnings {
        say("warning", warning);
    }
    if let Some(edge) = &changed.edge {
        row::say_created(edge, &workspace);
    }
    let printed = print(&change, &changed, context);
    printed.context("the status was changed, but the answer cannot be printed")?;
    Ok(Outcome::Yes)
}

#[derive(Serialize)]
struct ChangedWire<'a> {
    id: &'a str,
    previous: &'a str,
    status: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<&'a str>,
    file: &'a str,
    line: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    edge: Option<Value>,
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    created: &'a [String],
}

fn print(change: &StatusChange<'_>, changed: &Changed, context: &mut Context) -> anyhow::Result<()> {
    if !context.out.is_human() {
        let edge = changed.edge.as_ref().map(|edge| serde_json::from_str(&edge.json)).transpose()?;
        context.out.json(&ChangedWire {
            id: change.id,
            previous: &changed.previous,
            status: change.status,
            reason: change.reason,
            file: change.file,
            line: changed.line,
            edge,
            created: changed.edge.as_ref().map(|edge| &*edge.created).unwrap_or_default(),
        })?;
        return Ok(context.out.flush()?);
    }
    let line = Line::of(Role::Id, change.id).plain("  ").plain(&changed.previous).plain(" → ");
    let place = format!("  {}:{}", change.file, changed.line);
    context.out.line(&line.with(Role::Strong, change.status).with(Role::Dim, &place))?;
    if let Some(edge) = &changed.edge {
        let line = Line::of(Role::Good, "added").with(Role::Dim, &format!("  {}:{}  ", edge.file, edge.line));
        context.out.line(&line.plain(&edge.json))?;
    }
    Ok(context.out.flush()?)
}
