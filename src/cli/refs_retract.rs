//! `refs retract`: retracts an edge of the log by appending a retraction row.

use super::Outcome;
use super::args::RefsRetractArgs;
use super::context::{Context, find, say};
use super::row;
use crate::edge_log::{EdgeLog, NewRetraction};
use crate::graph::{Direction, Edge, EdgeIx, Graph, Node};
use crate::system::log::{Retracts, Row, rows_on_line};
use crate::text::{count, quoted};
use crate::time;
use crate::workspace::Workspace;
use anyhow::Context as _;

pub(super) fn run(args: &RefsRetractArgs, context: &mut Context) -> anyhow::Result<Outcome> {
    let workspace = context.load()?;
    let graph = &*workspace.graph;
    let (Ok(from), Ok(to)) = (find(graph, &args.from), find(graph, &args.to)) else { return Ok(Outcome::No) };
    let wanted = RetractTarget { from, to, relation: &args.relation, ts: args.ts.as_deref() };
    let fitting = wanted.among(graph, graph.edges_of(from.ix(), Direction::Out));
    let (rows, others): (Vec<_>, Vec<_>) = fitting.into_iter().partition(|edge| is_row_here(*edge, &workspace));
    let Some(first) = rows.first() else {
        wanted.explain_none(graph, &others);
        return Ok(Outcome::No);
    };
    if rows.iter().any(|edge| edge.ts() != first.ts()) {
        say("error", &format!("{} match; select one with --ts", count(rows.len(), "edge")));
        for edge in rows.iter().filter(|edge| !edge.is_repeated()) {
            say("hint", &format!("--ts {} ({})", quoted(edge.ts().as_deref().unwrap_or_default()), written(*edge)));
        }
        return Ok(Outcome::No);
    }
    let stored = stored_row(*first, &workspace)?;
    let wish =
        NewRetraction { retracts: Retracts::of(&stored), actor: &args.row.actor, reason: args.row.reason.as_deref() };
    let retraction = wish.row(time::now())?;
    if args.row.dry_run {
        return row::print_dry(&retraction, context);
    }
    let log = EdgeLog::at(&workspace.root, &workspace.settings.log).within(workspace.settings.boundary.clone());
    let written = log.retract(&retraction, context.started)?;
    row::print_written(&written, "retracted", &workspace, context)
}

/// Whether an edge is a row of this workspace's own log.
fn is_row_here(edge: Edge<'_>, workspace: &Workspace) -> bool {
    is_row(edge) && workspace.root.join(edge.file()) == workspace.root.join(&workspace.settings.log)
}

/// Whether an edge is a row of any log, as opposed to an edge implied by an artifact.
fn is_row(edge: Edge<'_>) -> bool {
    edge.is_log_row()
}

/// File, line and actor of an edge.
fn written(edge: Edge<'_>) -> String {
    let by = edge.actor().map(|actor| format!(", by {actor}")).unwrap_or_default();
    format!("{}:{}{by}", edge.file(), edge.line())
}

/// The row of an edge exactly as in the log: an id can be spelt in two ways, and other readers may compare strings.
fn stored_row(edge: Edge<'_>, workspace: &Workspace) -> anyhow::Result<Row<'static>> {
    let graph = &*workspace.graph;
    let means =
        |id: &str, node: Node<'_>| id == node.id() || graph.find(id).is_some_and(|found| found.ix() == node.ix());
    let says = |row: &Row<'_>| {
        row.relation == edge.relation()
            && row.ts == edge.ts()
            && means(&row.from, edge.from())
            && means(&row.to, edge.to())
    };
    let place = || format!("{}:{}", edge.file(), edge.line());
    let rows = rows_on_line(&workspace.root.join(edge.file()), edge.line());
    let rows = rows.with_context(|| format!("cannot read {}", place()))?;
    let row = rows.into_iter().find(says);
    row.with_context(|| format!("{} no longer contains this edge; nothing was written; try again", place()))
}

/// The edge to retract.
struct RetractTarget<'a> {
    from: Node<'a>,
    to: Node<'a>,
    relation: &'a str,
    ts: Option<&'a str>,
}

impl RetractTarget<'_> {
    /// The matching edges among the given ones.
    fn among<'g>(&self, graph: &'g Graph, edges: &[EdgeIx]) -> Vec<Edge<'g>> {
        let between = edges.iter().map(|ix| graph.edge(*ix)).filter(|edge| self.joins(*edge));
        let fitting = between.filter(|edge| edge.relation() == self.relation && self.is_then(*edge));
        // If a string and another value have the same spelling, such as "5" and 5, the string matches.
        let has_text = |edge: &Edge<'_>| edge.ts().is_none_or(|ts| ts.is_text());
        let (texts, others): (Vec<_>, Vec<_>) = fitting.partition(has_text);
        if texts.is_empty() || self.ts.is_none() { [texts, others].concat() } else { texts }
    }

    fn joins(&self, edge: Edge<'_>) -> bool {
        edge.from().ix() == self.from.ix() && edge.to().ix() == self.to.ix()
    }

    fn is_then(&self, edge: Edge<'_>) -> bool {
        self.ts.is_none_or(|ts| edge.ts().as_deref().unwrap_or_default() == ts)
    }

    /// Reports that no edge can be retracted; `others` match, but are not rows of this log.
    fn explain_none(&self, graph: &Graph, others: &[Edge<'_>]) {
        let (from, to) = (quoted(self.from.id()), quoted(self.to.id()));
        let then = self.ts.map(|ts| format!(" with the ts {}", quoted(ts))).unwrap_or_default();
        say("error", &format!("the log has no edge {from} {} {to}{then}; nothing was written", self.relation));
        let retracted = self.among(graph, graph.retracted_of(self.from.ix(), Direction::Out));
        for edge in retracted.iter().filter(|edge| !edge.is_repeated()) {
            say("hint", &format!("it is already retracted ({})", written(*edge)));
        }
        for edge in others {
            let place = format!("{}:{}", edge.file(), edge.line());
            let hint = if is_row(*edge) {
                format!("it is in another log ({place}); retract it in the workspace of that log")
            } else {
                format!("it is declared in {place}, not in the log; edit that file")
            };
            say("hint", &hint);
        }
        if retracted.is_empty() && others.is_empty() {
            self.hint_similar(graph);
        }
    }

    /// Prints the rows between the two nodes, in either direction.
    fn hint_similar(&self, graph: &Graph) {
        let sides = [(self.from, self.to), (self.to, self.from)];
        for (from, to) in sides {
            let edges = graph.edges_of(from.ix(), Direction::Out).iter().map(|ix| graph.edge(*ix));
            let between = edges.filter(|edge| edge.from().ix() == from.ix() && edge.to().ix() == to.ix());
            for edge in between.filter(|edge| is_row(*edge) && !edge.is_repeated()) {
                let ts = edge.ts().map(|ts| format!("{ts}, ")).unwrap_or_default();
                let found = format!("{} {} {}", quoted(from.id()), edge.relation(), quoted(to.id()));
                say("hint", &format!("found {found} ({ts}{})", written(edge)));
            }
        }
    }
}
