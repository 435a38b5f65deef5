//! `log`: the history of the edge log, newest first.

use super::Outcome;
use super::args::{LogArgs, Words};
use super::context::{Context, find, hint_unknown_layer, say};
use super::refs::hint_unknown_relations;
use crate::document::EdgeWire;
use crate::document::{Give, Line, Role};
use crate::document::{name, note};
use crate::format::json::Each;
use crate::format::json::TsWire;
use crate::graph::{Edge, Graph, RetractionRow, Ts};
use crate::query::{Happening, HistoryRequest, HistoryScope, LogQuery, Trust, history, in_words};
use crate::text;
use crate::time;
use serde::Serialize;
use std::collections::BTreeSet;

pub(super) fn run(args: &LogArgs, context: &mut Context) -> anyhow::Result<Outcome> {
    let workspace = context.load()?;
    let graph = &*workspace.graph;
    let node = match args.id.as_deref().map(|id| find(graph, id)).transpose() {
        Ok(node) => node.map(|node| node.ix()),
        Err(answer) => return Ok(answer),
    };
    let since = args.since.as_deref().map(|since| context.when(since)).transpose()?;
    let query = LogQuery::exactly(&args.actors, &Words::all(&args.relations));
    hint_unknown_layer(graph, args.layer.as_deref());
    let layer = args.layer.as_deref();
    let request = HistoryRequest { node, query: &query, since, scope: HistoryScope::ByLog, layer };
    let found = history(graph, &request);
    let shown = &found[..found.len().min(context.limit(usize::MAX))];
    if found.is_empty() {
        hint_unknown(graph, args);
    }
    let trust = context.trust(&workspace, super::args::TrustArgs::default());
    if !context.out.is_human() {
        context.out.json(&Each(|| shown.iter().map(|one| HappeningWire::new(graph, *one, &trust))))?;
        return Ok(Outcome::Yes);
    }
    context.out.table(shown.iter().map(|one| row(graph, *one)), 0)?;
    context.out.flush()?;
    let all = text::count(found.len(), "row");
    let total = if shown.len() < found.len() { format!("{} of {all}", text::grouped(shown.len())) } else { all };
    say("total", &total);
    Ok(Outcome::Yes)
}

/// Prints hints about unknown actors and relations.
fn hint_unknown(graph: &Graph, args: &LogArgs) {
    hint_unknown_relations(graph, &Words::all(&args.relations));
    if args.actors.is_empty() {
        return;
    }
    let writers = graph.edges_from(graph.log_rows().start).filter_map(Edge::actor);
    let known: BTreeSet<&str> = writers.chain(graph.retractions().filter_map(|row| row.actor)).collect();
    for actor in args.actors.iter().filter(|actor| !known.contains(actor.as_str())) {
        let known: Vec<_> = known.iter().copied().collect();
        let known = if known.is_empty() { String::new() } else { format!("; known: {}", known.join(", ")) };
        say("hint", &format!("unknown actor {}{known}", text::quoted(actor)));
    }
}

/// A table row: time, actor, sentence, file and line, note.
fn row(graph: &Graph, happening: Happening) -> Vec<Line> {
    match happening {
        Happening::Said(edge) => {
            let edge = graph.edge(edge);
            let cells = [when(edge.ts().as_ref()), actor(edge.actor()), words(edge), place(edge.file(), edge.line())];
            let [when, actor, words, place] = if edge.is_retracted() { cells.map(Line::struck) } else { cells };
            let words = if edge.is_retracted() {
                Line::of(Role::Dim, "retracted: ").and_line(words).giving(Give::Rest(24))
            } else {
                words
            };
            vec![when, actor, words, place, note(edge.note())]
        }
        Happening::Retracted(at) => {
            let retraction = graph.retraction(at);
            let (edge, start) = (graph.retracted_by(&retraction), Line::of(Role::Warn, "retracts: "));
            let said = match edge {
                Some(edge) => start.and_line(words(graph.edge(edge))),
                None => start.plain(&format!("{} {} {}", retraction.from, retraction.relation, retraction.to)),
            };
            let said = if edge.is_some() { said } else { said.with(Role::Dim, " (no such row)") };
            let ts = retraction.written.map(|written| Ts::from(time::format(written)));
            let place = place(retraction.file, retraction.line);
            vec![when(ts.as_ref()), actor(retraction.actor), said.giving(Give::Rest(24)), place, note(retraction.note)]
        }
    }
}

fn when(ts: Option<&Ts<'_>>) -> Line {
    Line::of(Role::Dim, &time::to_minute(ts.map(|ts| &**ts).unwrap_or_default()))
}

fn actor(actor: Option<&str>) -> Line {
    Line::new().plain(actor.unwrap_or_default()).giving(Give::End(4))
}

/// `a led to b`.
fn words(edge: Edge<'_>) -> Line {
    let (subject, verb, object) = in_words(edge);
    let verb = Line::new().plain(" ").with(Role::Relation, verb).plain(" ");
    name(subject).and_line(verb).and_line(name(object)).giving(Give::Rest(24))
}

/// Most rows are from the same log, so only the end of the path is kept where the sentence needs the space.
fn place(file: &str, line: u32) -> Line {
    Line::of(Role::Dim, &format!("{file}:{line}")).giving(Give::Tail(8))
}

/// An edge, or a row that retracts one.
#[derive(Serialize)]
#[serde(untagged)]
enum HappeningWire<'g> {
    Said(EdgeWire<'g>),
    Retracted(RetractedWire<'g>),
}

#[derive(Serialize)]
struct RetractedWire<'g> {
    ts: Option<String>,
    actor: Option<&'g str>,
    retracts: RetractsWire<'g>,
    file: &'g str,
    line: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    note: Option<&'g str>,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    unmatched: bool,
}

#[derive(Serialize)]
struct RetractsWire<'g> {
    from: &'g str,
    to: &'g str,
    relation: &'g str,
    ts: Option<TsWire<'g>>,
}

impl<'g> HappeningWire<'g> {
    fn new(graph: &'g Graph, happening: Happening, trust: &'g Trust) -> Self {
        match happening {
            Happening::Said(edge) => Self::Said(EdgeWire { edge: graph.edge(edge), trust }),
            Happening::Retracted(at) => Self::Retracted(RetractedWire::new(graph.retraction(at))),
        }
    }
}

impl<'g> RetractedWire<'g> {
    fn new(row: RetractionRow<'g>) -> Self {
        let retracts = RetractsWire { from: row.from, to: row.to, relation: row.relation, ts: row.ts.map(TsWire) };
        Self {
            ts: row.written.map(time::format),
            actor: row.actor,
            retracts,
            file: row.file,
            line: row.line,
            note: row.note,
            unmatched: !row.fits,
        }
    }
}
