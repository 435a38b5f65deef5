//! `drift [NODE]`: which mapped nodes of an architecture model changed since the last sync; `drift sync` records them.

mod sync;

pub(super) use sync::run as sync;

use super::Outcome;
use super::args::DriftArgs;
use super::context::{Context, no_model, say};
use crate::document::{Line, Role};
use crate::format::json::Each;
use crate::system::Hashes;
use crate::system::check::Disk;
use crate::system::yggdrasil;
use crate::system::yggdrasil::drift::{self, Counts, Drift, Entry, FileKind, Scope, Status};
use crate::text;
use crate::workspace::Workspace;
use serde::ser::{SerializeMap as _, SerializeStruct as _};
use serde::{Serialize, Serializer};

pub(super) fn run(args: &DriftArgs, context: &mut Context) -> anyhow::Result<Outcome> {
    let workspace = context.load()?;
    if let Some(answer) = no_model(&workspace) {
        return Ok(answer);
    }
    let facts = yggdrasil::facts(&workspace.facts);
    let scope = args.node.as_deref().map_or(Scope::All, |node| Scope::Below(vec![Scope::normal(node)]));
    if let Err(error) = scope.check(facts) {
        say("error", &error.to_string());
        return Ok(Outcome::No);
    }
    let is_wanted = |id: &str| facts.node(id).is_some_and(|(_, node)| scope.contains(node));
    let found = with_disk(&workspace, context, |disk| drift::check_selected(facts, disk, is_wanted));
    let shown: Vec<_> = found.entries().filter(|entry| !args.drifted_only || entry.status != Status::Ok).collect();
    let counts = found.counts();
    for unread in found.models.iter().flat_map(|model| &model.unread) {
        say("warning", &format!("cannot read {}: {}", text::plain(&unread.path), unread.reason));
    }
    if context.out.is_human() {
        print(&found, &shown, &counts, args.drifted_only, context)?;
    } else {
        context.out.json(&DriftWire { entries: &shown, counts: &counts })?;
    }
    let is_ok = found.entries().all(|entry| entry.status == Status::Ok);
    Ok(if is_ok { Outcome::Yes } else { Outcome::No })
}

/// Calls `ask` with access to the files and the hashes cached by the last run, then saves the hashes for the next.
pub(super) fn with_disk<T>(workspace: &Workspace, context: &Context, ask: impl FnOnce(&Disk<'_>) -> T) -> T {
    let place = context.cache().hashes_place(&workspace.root);
    let hashes = place.as_deref().map(Hashes::load).unwrap_or_default();
    let (root, boundary) = (&*workspace.root, &workspace.settings.boundary);
    let answer = ask(&Disk { root, boundary, hashes: &hashes, cancelled: &|| false });
    if let Some(place) = place {
        // If the hashes cannot be saved, the next run computes them again.
        drop(hashes.save(&place));
    }
    answer
}

/// The label of a status in the section of a file kind, if it is listed there.
fn word(status: Status, kind: FileKind) -> Option<(Role, &'static str)> {
    match (status, kind) {
        (Status::Ok, _) => Some((Role::Good, "[ok]")),
        (Status::FullDrift, _) | (Status::SourceDrift, FileKind::Source) | (Status::GraphDrift, FileKind::Graph) => {
            Some((Role::Warn, "[drift]"))
        }
        (Status::Missing, FileKind::Source) => Some((Role::Bad, "[missing]")),
        (Status::Unmaterialized, FileKind::Source) => Some((Role::Dim, "[unmat.]")),
        _ => None,
    }
}

fn print(
    found: &Drift,
    shown: &[&Entry],
    counts: &Counts,
    drifted_only: bool,
    context: &mut Context,
) -> anyhow::Result<()> {
    for (kind, heading) in [(FileKind::Source, "Source drift:"), (FileKind::Graph, "Graph drift:")] {
        let listed: Vec<_> = shown.iter().filter_map(|entry| Some((entry, word(entry.status, kind)?))).collect();
        if listed.is_empty() {
            continue;
        }
        context.out.line(&Line::of(Role::Strong, heading))?;
        for (entry, (role, word)) in listed {
            context
                .out
                .line(&Line::new().plain("  ").with(role, &format!("{word:<13}")).with(Role::Id, &entry.node))?;
            for file in entry.of_kind(kind) {
                context.out.line(&Line::of(Role::Dim, &format!("{:17}{}", "", file.shown())))?;
            }
        }
        context.out.blank()?;
    }
    let number = |status: Status| format!("{} {}", text::grouped(counts[&status]), status.name());
    let last = if drifted_only {
        format!("({} ok hidden)", text::grouped(counts[&Status::Ok]))
    } else {
        format!(", {}", number(Status::Ok))
    };
    let not_ok = Status::ALL.into_iter().filter(|status| *status != Status::Ok).map(number).collect::<Vec<_>>();
    let gap = if drifted_only { " " } else { "" };
    context.out.line(&Line::new().plain(&format!("Summary: {}{gap}{last}", not_ok.join(", "))))?;
    context.out.flush()?;
    for model in found.models.iter().filter(|model| !model.is_recorded && !model.entries.is_empty()) {
        let hint = format!("{} does not exist: no sync has been recorded", model.records);
        say("hint", &format!("{hint}; `refscope drift sync --all` records the current files"));
    }
    Ok(())
}

struct DriftWire<'a> {
    entries: &'a [&'a Entry],
    counts: &'a Counts,
}

struct CountsWire<'a>(&'a Counts);

impl Serialize for CountsWire<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(self.0.len()))?;
        for (status, number) in self.0 {
            map.serialize_entry(status.name(), number)?;
        }
        map.end()
    }
}

impl Serialize for DriftWire<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut fields = serializer.serialize_struct("drift", 2)?;
        fields.serialize_field("entries", &Each(|| self.entries.iter().map(|entry| EntryWire::new(entry))))?;
        fields.serialize_field("counts", &CountsWire(self.counts))?;
        fields.end()
    }
}

/// A node with its drift.
#[derive(Serialize)]
pub(super) struct EntryWire<'a> {
    node: &'a str,
    #[serde(flatten)]
    state: StateWire<'a>,
}

impl<'a> EntryWire<'a> {
    fn new(entry: &'a Entry) -> Self {
        Self { node: &entry.node, state: StateWire::new(entry) }
    }
}

/// The drift of a node without its id, for use inside other objects.
#[derive(Serialize)]
pub(super) struct StateWire<'a> {
    status: &'static str,
    changed: Vec<ChangedWire<'a>>,
}

#[derive(Serialize)]
struct ChangedWire<'a> {
    path: &'a str,
    kind: &'static str,
    deleted: bool,
}

impl<'a> StateWire<'a> {
    pub(super) fn new(entry: &'a Entry) -> Self {
        let changed = entry.changed.iter();
        let changed =
            changed.map(|file| ChangedWire { path: &file.path, kind: file.kind.name(), deleted: file.deleted });
        Self { status: entry.status.name(), changed: changed.collect() }
    }
}
