//! `drift sync NODE…|--all`: records the current state of the nodes' files.

use crate::cli::Outcome;
use crate::cli::args::DriftSyncArgs;
use crate::cli::context::{Context, no_model, say};
use crate::cli::drift::with_disk;
use crate::document::{Line, Role};
use crate::edge_log::DriftRecords;
use crate::system::kit::file;
use crate::system::yggdrasil;
use crate::system::yggdrasil::drift::{Scope, Sync, SyncError, Synced, synchronise};
use crate::text;
use crate::workspace::Workspace;
use serde::Serialize;

pub(in crate::cli) fn run(args: &DriftSyncArgs, context: &mut Context) -> anyhow::Result<Outcome> {
    let workspace = context.load()?;
    if let Some(answer) = no_model(&workspace) {
        return Ok(answer);
    }
    let ids = || args.nodes.iter().map(|node| Scope::normal(node)).collect();
    let scope = match (args.all, args.recursive) {
        (true, _) => Scope::All,
        (false, true) => Scope::Below(ids()),
        (false, false) => Scope::Nodes(ids()),
    };
    let made = with_disk(&workspace, context, |disk| synchronise(yggdrasil::facts(&workspace.facts), disk, &scope));
    let syncs = match made {
        Ok(syncs) => syncs,
        Err(SyncError::Scope(error)) => {
            say("error", &error.to_string());
            return Ok(Outcome::No);
        }
        Err(error) => return Err(error.into()),
    };
    if !args.dry_run {
        for sync in &syncs {
            for warning in write(&workspace, sync)? {
                say("warning", &warning);
            }
        }
    }
    if context.out.is_human() {
        print(&workspace, &syncs, args.dry_run, context)?;
    } else {
        context.out.json(&SyncWire::new(&workspace, &syncs, args.dry_run))?;
        context.out.flush()?;
    }
    for synced in syncs.iter().flat_map(|sync| &sync.synced).filter(|synced| synced.is_source_only) {
        let node = text::quoted(&synced.node);
        say(
            "warning",
            &format!("W018 {node}: source files changed, but no model file did; is the model still accurate?"),
        );
    }
    Ok(Outcome::Yes)
}

fn write(workspace: &Workspace, sync: &Sync) -> anyhow::Result<Vec<String>> {
    let synced = sync.synced.iter().map(|synced| (synced.path.clone(), synced.record.to_json()));
    let carried = sync.carried_over.iter().map(|(path, record)| (path.clone(), record.to_json()));
    let records = DriftRecords {
        boundary: &workspace.settings.boundary,
        folder: &sync.folder,
        replaces_file: sync.replaces_file,
        files: synced.chain(carried).collect(),
        stale: sync.stale_files(),
    };
    Ok(records.write()?)
}

/// The first eight digits of a hash.
fn short(hash: Option<&str>) -> &str {
    hash.map_or("none", |hash| hash.get(..8).unwrap_or(hash))
}

fn print(workspace: &Workspace, syncs: &[Sync], is_dry_run: bool, context: &mut Context) -> anyhow::Result<()> {
    let done = if is_dry_run { "Would synchronize" } else { "Synchronized" };
    let removed = if is_dry_run { "Would remove" } else { "Removed" };
    for synced in syncs.iter().flat_map(|sync| &sync.synced) {
        context.out.line(&Line::of(Role::Good, done).plain(": ").with(Role::Id, &synced.node))?;
        let hashes = format!("{} -> {}", short(synced.previous.as_deref()), short(Some(&synced.record.hash)));
        let file = file::relative(&workspace.root, &synced.path);
        context.out.line(&Line::new().plain(&format!("  Hash: {hashes}")).with(Role::Dim, &format!("  {file}")))?;
    }
    for id in syncs.iter().flat_map(|sync| &sync.stale) {
        context.out.line(&Line::of(Role::Warn, removed).plain(": ").with(Role::Id, id))?;
    }
    context.out.flush()?;
    let number = syncs.iter().map(|sync| sync.synced.len()).sum();
    say(
        "total",
        &format!("{} {}", text::count(number, "node"), if is_dry_run { "to synchronize" } else { "synchronized" }),
    );
    Ok(())
}

#[derive(Serialize)]
struct SyncWire<'a> {
    dry_run: bool,
    synced: Vec<SyncedWire<'a>>,
    removed: Vec<&'a str>,
}

#[derive(Serialize)]
struct SyncedWire<'a> {
    node: &'a str,
    previous: Option<&'a str>,
    hash: &'a str,
    file: String,
}

impl<'a> SyncWire<'a> {
    fn new(workspace: &Workspace, syncs: &'a [Sync], dry_run: bool) -> Self {
        let synced = |synced: &'a Synced| SyncedWire {
            node: &synced.node,
            previous: synced.previous.as_deref(),
            hash: &synced.record.hash,
            file: file::relative(&workspace.root, &synced.path),
        };
        let all = syncs.iter().flat_map(|sync| &sync.synced);
        let removed = syncs.iter().flat_map(|sync| &sync.stale).map(String::as_str);
        Self { dry_run, synced: all.map(synced).collect(), removed: removed.collect() }
    }
}
