//! Prints the row that `refs add` or `refs retract` wrote.

use super::Outcome;
use super::context::{Context, say};
use crate::document::{Line, Role};
use crate::edge_log::Written;
use crate::format::json;
use crate::workspace::Workspace;
use anyhow::Context as _;
use serde::Serialize;
use serde_json::Value;

/// Prints the row that a dry run would write.
pub(super) fn print_dry(row: &impl Serialize, context: &mut Context) -> anyhow::Result<Outcome> {
    say("dry run", "nothing was written");
    print(&serde_json::to_value(row)?, None, context)?;
    Ok(Outcome::Yes)
}

/// Prints a row exactly as stored; on a terminal also what was `done` with it, and its file and line, and in JSON the
/// files that were `created` for it, if any.
pub(super) fn print_written(
    written: &Written,
    done: &str,
    workspace: &Workspace,
    context: &mut Context,
) -> anyhow::Result<Outcome> {
    for warning in &written.warnings {
        say("warning", warning);
    }
    say_created(written, workspace);
    // For a log outside the workspace, `file` is absolute and `join` keeps it as is.
    let place = format!("{}:{}", workspace.root.join(&written.file).display(), written.line);
    let printed = serde_json::from_str(&written.json).map_err(anyhow::Error::from).and_then(|mut row: Value| {
        let is_json = !context.out.is_human();
        if let Some(fields) = row.as_object_mut().filter(|_| is_json && !written.created.is_empty()) {
            fields.insert("created".to_owned(), written.created.clone().into());
        }
        print(&row, Some((done, &place)), context)
    });
    printed
        .with_context(|| format!("the row was written ({}:{}), but cannot be printed", written.file, written.line))?;
    Ok(Outcome::Yes)
}

/// Names the files that were created for a row.
pub(super) fn say_created(written: &Written, workspace: &Workspace) {
    for file in &written.created {
        say("created", &workspace.root.join(file).display().to_string());
    }
}

fn print(row: &Value, done: Option<(&str, &str)>, context: &mut Context) -> anyhow::Result<()> {
    if !context.out.is_human() {
        context.out.json(row)?;
        return Ok(context.out.flush()?);
    }
    // With control characters escaped, so that the row is safe to print and still valid JSON.
    let mut spelt = Vec::new();
    json::write(&mut spelt, row, false)?;
    context.out.line(&Line::new().plain(&String::from_utf8_lossy(&spelt)))?;
    if let Some((done, place)) = done {
        context.out.line(&Line::of(Role::Good, done).plain("  ").with(Role::Dim, place))?;
    }
    Ok(context.out.flush()?)
}
