//! `migrate-ids`: rewrites the ids of the log using a map of old to new ids.

use super::Outcome;
use super::args::MigrateIdsArgs;
use super::context::{Context, say};
use crate::document::{Line, Role};
use crate::edge_log::{EdgeLog, IdMap, Migration, migrate_ids};
use crate::text;
use crate::workspace::{Cache, Workspace};
use anyhow::Context as _;
use serde::Serialize;
use std::fs;

pub(super) fn run(args: &MigrateIdsArgs, context: &mut Context) -> anyhow::Result<Outcome> {
    let root = context.locate()?;
    let text = fs::read_to_string(&args.map).with_context(|| format!("cannot read {}", args.map.display()))?;
    let map = IdMap::parse(&text).with_context(|| format!("cannot use {}", args.map.display()))?;
    let workspace = Workspace::start(&root, &context.consent.boundary(&root), &Cache::none())?;
    advise(&map, &workspace);
    let log = EdgeLog::at(&root, &workspace.settings.log).within(workspace.settings.boundary.clone());
    let migration = migrate_ids(&log, &map, "cli", args.apply, context.started)?;
    for warning in &migration.warnings {
        say("warning", warning);
    }
    if let Some(backup) = &migration.backup {
        say("hint", &format!("programs that have the log open still write to {backup}: restart them"));
    }
    print(&migration, context)?;
    Ok(Outcome::Yes)
}

fn advise(map: &IdMap, workspace: &Workspace) {
    let defined = |id: &&str| workspace.graph.find(id).is_some_and(|node| !node.is_missing());
    for id in map.new_ids().filter(|id| !defined(id)) {
        say("advice", &format!("undefined new id {}", text::quoted(id)));
    }
    for node in map.old_ids().filter_map(|id| workspace.graph.find(id)) {
        if let Some(file) = node.file() {
            let advice =
                format!("the old id {} is still defined in {file}: only the log is rewritten", text::quoted(node.id()));
            say("advice", &advice);
        }
    }
    for id in map.chained() {
        say("advice", &format!("{} is both a new and an old id: each row is rewritten once", text::quoted(id)));
    }
}

#[derive(Serialize)]
struct MigrationWire<'a> {
    applied: bool,
    file: &'a str,
    rewritten: usize,
    kept: usize,
    not_rows: usize,
    unused: &'a [String],
    #[serde(skip_serializing_if = "Option::is_none")]
    backup: Option<&'a str>,
}

fn print(migration: &Migration, context: &mut Context) -> anyhow::Result<()> {
    let applied = migration.backup.is_some();
    if !context.out.is_human() {
        return context.out.json(&MigrationWire {
            applied,
            file: &migration.file,
            rewritten: migration.rewritten,
            kept: migration.kept,
            not_rows: migration.not_rows,
            unused: &migration.unused,
            backup: migration.backup.as_deref(),
        });
    }
    let verb = if applied { "rewritten" } else { "to rewrite" };
    let rows = |number| Line::of(Role::Strong, &text::count(number, "row"));
    let file = format!("  {}", migration.file);
    context.out.line(&rows(migration.rewritten).plain(" ").plain(verb).with(Role::Dim, &file))?;
    context.out.line(&rows(migration.kept).plain(" unchanged"))?;
    if migration.not_rows > 0 {
        let others = Line::of(Role::Strong, &text::count(migration.not_rows, "invalid row"));
        context.out.line(&others.plain(" unchanged"))?;
    }
    if !migration.unused.is_empty() {
        let unused = format!("unused ids: {}", migration.unused.join(", "));
        context.out.line(&Line::of(Role::Dim, &unused))?;
    }
    match &migration.backup {
        Some(backup) => context.out.line(&Line::of(Role::Good, "backup of the old log: ").plain(backup))?,
        None if migration.rewritten == 0 => {
            context.out.line(&Line::of(Role::Dim, "nothing was written: no row contains a mapped id"))?;
        }
        None => context.out.line(&Line::of(Role::Dim, "nothing was written; use --apply to rewrite the log"))?,
    }
    Ok(())
}
