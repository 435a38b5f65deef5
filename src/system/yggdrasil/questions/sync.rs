//! `drift sync NODE…|--all`: records the current state of the nodes' files.

use crate::document::{Answer, Document, Line, Notice, Role, Row, Section};
use crate::format::json::Sink;
use crate::system::kit::file;
use crate::system::question::{Arguments, QuestionInput, Records, Refusal, Reply};
use crate::system::yggdrasil::drift::{Scope, Sync, SyncError, Synced, synchronise};
use crate::system::yggdrasil::facts;
use crate::text;
use serde::Serialize;
use std::path::Path;

pub(super) fn ask<'a>(input: &QuestionInput<'a>, arguments: &Arguments) -> Result<Reply<'a>, Refusal> {
    super::check_for_model(input)?;
    let ids = || arguments.texts("nodes").iter().map(|node| Scope::normal(node)).collect();
    let scope = match (arguments.has("all"), arguments.has("recursive")) {
        (true, _) => Scope::All,
        (false, true) => Scope::Below(ids()),
        (false, false) => Scope::Nodes(ids()),
    };
    let syncs = synchronise(facts(input.facts), &input.disk, &scope).map_err(|error| match error {
        SyncError::Scope(error) => Refusal::Negative(error.to_string()),
        error => Refusal::Failed(error.to_string()),
    })?;
    let is_dry_run = arguments.has("dry-run");
    let records = if is_dry_run { Vec::new() } else { syncs.iter().map(records).collect() };
    Ok(Reply { answer: Box::new(SyncAnswer { root: input.disk.root, syncs, is_dry_run }), records })
}

fn records(sync: &Sync) -> Records {
    let synced = sync.synced.iter().map(|synced| (synced.path.clone(), synced.record.to_json()));
    let carried = sync.carried_over.iter().map(|(path, record)| (path.clone(), record.to_json()));
    Records {
        folder: sync.folder.clone(),
        replaces_file: sync.replaces_file,
        files: synced.chain(carried).collect(),
        stale: sync.stale_files(),
    }
}

struct SyncAnswer<'a> {
    root: &'a Path,
    syncs: Vec<Sync>,
    is_dry_run: bool,
}

/// The first eight digits of a hash.
fn short(hash: Option<&str>) -> &str {
    hash.map_or("none", |hash| hash.get(..8).unwrap_or(hash))
}

impl SyncAnswer<'_> {
    fn synced(&self) -> impl Iterator<Item = &Synced> {
        self.syncs.iter().flat_map(|sync| &sync.synced)
    }

    fn stale(&self) -> impl Iterator<Item = &String> {
        self.syncs.iter().flat_map(|sync| &sync.stale)
    }
}

impl Answer for SyncAnswer<'_> {
    fn title(&self) -> String {
        "Synchronisation".to_owned()
    }

    fn document(&self, _most: usize) -> Document<'_> {
        let [done, removed] =
            if self.is_dry_run { ["Would synchronize", "Would remove"] } else { ["Synchronized", "Removed"] };
        let synced = self.synced().flat_map(move |synced| {
            let hashes = format!("{} -> {}", short(synced.previous.as_deref()), short(Some(&synced.record.hash)));
            let file = file::relative(self.root, &synced.path);
            let second = Line::new().plain(&format!("  Hash: {hashes}")).with(Role::Dim, &format!("  {file}"));
            [Row::of(Line::of(Role::Good, done).plain(": ").with(Role::Id, &synced.node)), Row::of(second).at(file, 1)]
        });
        let stale = self.stale().map(move |id| Row::of(Line::of(Role::Warn, removed).plain(": ").with(Role::Id, id)));
        let verb = if self.is_dry_run { "to synchronize" } else { "synchronized" };
        let total = format!("{} {verb}", text::count(self.synced().count(), "node"));
        Document::new(vec![Section::plain(synced.chain(stale))]).with_total(total)
    }

    fn json(&self, sink: &mut Sink<'_>) -> serde_json::Result<()> {
        let synced = |synced| SyncedWire::new(self.root, synced);
        sink.put(&SyncWire {
            dry_run: self.is_dry_run,
            synced: self.synced().map(synced).collect(),
            removed: self.stale().map(String::as_str).collect(),
        })
    }

    fn notices(&self) -> Vec<Notice> {
        let warning = |synced: &Synced| {
            let node = text::quoted(&synced.node);
            Notice::warning(format!(
                "W018 {node}: source files changed, but no model file did; is the model still accurate?"
            ))
        };
        self.synced().filter(|synced| synced.is_source_only).map(warning).collect()
    }
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

impl<'a> SyncedWire<'a> {
    fn new(root: &Path, synced: &'a Synced) -> Self {
        Self {
            node: &synced.node,
            previous: synced.previous.as_deref(),
            hash: &synced.record.hash,
            file: file::relative(root, &synced.path),
        }
    }
}
