//! `refs --follow`: prints edges as they are added. Watches the workspace, refreshes the graph after each change, and
//! prints the edges of the answer that the previous answer did not contain.

use super::Outcome;
use super::args::RefsQuery;
use super::context::{Context, did_you_mean, find_if_any, say, warn_of_errors};
use super::refs::{hint_mistyped, request};
use crate::document::EdgeWire;
use crate::document::edge_row;
use crate::graph::{EdgeIx, Graph};
use crate::query::{LastResult, Trust, matching, neighbourhood};
use crate::text;
use crate::workspace::watch::{self, Scope, Watch, WatchEvent, Watching};
use crate::workspace::{Changes, ConfigError, Live, Progress, Refreshed, Workspace};
use anyhow::Context as _;
use rustix::event::{PollFd, PollFlags, poll};
use rustix::io::Errno;
use rustix::stdio::stdout;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;

/// An event that the follower waits for.
enum Update {
    WatchEvent(WatchEvent),
    /// The reader closed the other end of standard output.
    Closed,
}

pub(super) fn run(args: &RefsQuery, context: &mut Context) -> anyhow::Result<Outcome> {
    let root = context.locate()?;
    let cache = context.cache();
    let started = Live::start(&root, &context.consent.boundary(&root), &cache, &Progress::default(), drop)?;
    let mut live = started.context("reading the workspace was cancelled")?;
    live.save(&cache);
    let workspace = live.workspace();
    warn_of_errors(workspace);
    hint_mistyped(args, &workspace.graph);
    // Resolved once: a unit added later must not change the meaning of an abbreviated id.
    let mut args = args.clone();
    if let Some(id) = &mut args.id {
        match find_if_any(&workspace.graph, id) {
            Ok(Some(node)) if workspace.graph.find(id).is_none() => *id = node.address().into_owned(),
            Ok(Some(_)) => {}
            Ok(None) => {
                let nearest = did_you_mean(&workspace.graph, id);
                say("hint", &format!("id {} not found yet{nearest}", text::quoted(id)));
            }
            Err(answer) => return Ok(answer),
        }
    }
    let scope = Scope::of(&root, &workspace.settings);
    let log = workspace.settings.log.display().to_string();
    let mut follower = Follower::new(&args, live, context);
    say("following", &format!("{log}; press ctrl-c to stop"));

    let (sender, updates) = channel();
    let noticed = sender.clone();
    // The receiver lives as long as the process does.
    let deliver = move |noticed_now| drop(noticed.send(Update::WatchEvent(noticed_now)));
    let _watch = Watch::start(scope, watch::WatchSetting::Auto, deliver).context("cannot watch the workspace")?;
    notify_when_closed(sender)?;
    while let Some(changes) = next_changes(&updates) {
        follower.look(changes, context)?;
    }
    Ok(Outcome::Yes)
}

/// Waits for changes and merges all that are pending; `None` once standard output is closed.
fn next_changes(updates: &Receiver<Update>) -> Option<Changes> {
    let mut changes: Option<Changes> = None;
    loop {
        let next = if changes.is_none() { updates.recv().ok() } else { updates.try_recv().ok() };
        match next {
            Some(Update::WatchEvent(WatchEvent::Changed(more))) => changes.get_or_insert_default().merge(more),
            Some(Update::WatchEvent(WatchEvent::Mode(Watching::Polling))) => {
                say("hint", "file change events are not available here; checking the log every second");
            }
            Some(Update::WatchEvent(WatchEvent::Mode(Watching::Live))) => {}
            Some(Update::WatchEvent(WatchEvent::Mode(Watching::Gone))) => {
                say("warning", "the workspace was removed; waiting for it to reappear");
            }
            Some(Update::Closed) => return None,
            None => return changes,
        }
    }
}

/// Sends [`Update::Closed`] when the reader closes standard output. A write would fail too, but there may never be
/// another row.
fn notify_when_closed(sender: Sender<Update>) -> std::io::Result<()> {
    let wait = move || {
        let out = stdout();
        // With no flags set, `poll` reports only errors and hang-ups.
        while poll(&mut [PollFd::new(&out, PollFlags::empty())], None) == Err(Errno::INTR) {}
        drop(sender.send(Update::Closed));
    };
    thread::Builder::new().name("closed".to_owned()).spawn(wait).map(drop)
}

struct Follower<'a> {
    args: &'a RefsQuery,
    live: Live,
    last: LastResult,
    retracted: usize,
    /// Changes not yet processed because the settings are invalid.
    missed: Changes,
    /// The last reported settings error, so that it is reported only once.
    error: Option<ConfigError>,
}

impl<'a> Follower<'a> {
    fn new(args: &'a RefsQuery, live: Live, context: &Context) -> Self {
        let (last, missed) = (LastResult::default(), Changes::default());
        let mut follower = Self { args, last, retracted: 0, missed, error: None, live };
        let workspace = follower.live.workspace().clone();
        follower.arrived(&workspace, None, &context.trust(&workspace, args.trust));
        follower
    }

    /// Refreshes the graph after changes and prints new edges.
    fn look(&mut self, changes: Changes, context: &mut Context) -> anyhow::Result<()> {
        self.missed.merge(changes);
        let refreshed = match self.live.refresh(&self.missed) {
            Ok(refreshed) => refreshed,
            Err(error) => {
                if self.error.as_ref() != Some(&error) {
                    say("warning", &format!("{error}; no updates until it is fixed"));
                    self.error = Some(error);
                }
                return Ok(());
            }
        };
        (self.missed, self.error) = (Changes::default(), None);
        let (workspace, from) = match refreshed {
            Refreshed::Same => return Ok(()),
            Refreshed::Longer(workspace, from) => (workspace, Some(from)),
            Refreshed::Other(workspace, _) => (workspace, None),
        };
        let trust = context.trust(&workspace, self.args.trust);
        let new = self.arrived(&workspace, from, &trust);
        print(&new, &workspace.graph, &trust, context)
    }

    /// The edges of the answer that the previous answer did not contain. If the log has only grown, only its new edges
    /// need to be checked, unless the answer is a neighbourhood: an edge can bring older ones within reach.
    fn arrived(&mut self, workspace: &Workspace, from: Option<usize>, trust: &Trust) -> Vec<EdgeIx> {
        let graph = &*workspace.graph;
        let root = self.args.id.as_deref().map(|id| graph.find(id));
        let request = request(self.args, graph, root.flatten(), *trust);
        // A retraction can remove edges anywhere in the answer.
        let retracted = std::mem::replace(&mut self.retracted, graph.retracted_count());
        match (root, from.filter(|_| retracted == graph.retracted_count())) {
            (Some(root), _) => {
                let found = root.map(|root| neighbourhood(graph, root.ix(), &request)).unwrap_or_default();
                let mut new = self.last.new_in(graph, &found);
                // New rows first, in stored order, then older edges that they brought within reach.
                let first = from.unwrap_or(0);
                new.sort_unstable_by_key(|edge| (edge.index() < first, *edge));
                new
            }
            (None, Some(from)) => self.last.grown_by(graph, &matching(graph, &request.edges, from)),
            (None, None) => self.last.new_in(graph, &matching(graph, &request.edges, 0)),
        }
    }
}

fn print(edges: &[EdgeIx], graph: &Graph, trust: &Trust, context: &mut Context) -> anyhow::Result<()> {
    if context.out.is_human() {
        context.out.table(edges.iter().map(|ix| edge_row(graph.edge(*ix), trust).into_lines()), 0)?;
        return Ok(context.out.flush()?);
    }
    edges.iter().try_for_each(|ix| context.out.json_line(&EdgeWire { edge: graph.edge(*ix), trust }))
}
