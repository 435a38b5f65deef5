//! `diff --from TIME`: nodes and edges added or retracted between two times.

use super::Outcome;
use super::args::DiffArgs;
use super::context::{Context, hint_unknown_layer, say, warn_of_errors};
use crate::document::{EdgeWire, NodeWire};
use crate::document::{Give, Line, Role};
use crate::document::{edge_row, facts, id, note, title};
use crate::format::json::Each;
use crate::graph::{EdgeIx, NodeIx, Timeline};
use crate::query::{Diff, DiffGroup, EdgeFilter, RelationFilter, Retracted, Subgraph, Trust, diff};
use crate::text;
use crate::time::{self, Millis};
use crate::workspace::Workspace;
use serde::ser::SerializeStruct as _;
use serde::{Serialize, Serializer};

pub(super) fn run(args: &DiffArgs, context: &mut Context) -> anyhow::Result<Outcome> {
    let from = context.when(&args.from)?;
    // `--as-of` limits the end time as well.
    let to = args.to.as_deref().map(|to| context.when(to)).transpose()?.into_iter().chain(context.as_of).min();
    if to.is_some_and(|to| to < from) {
        anyhow::bail!("{} is before --from", if args.to.is_some() { "--to" } else { "--as-of" });
    }
    let now = context.read_now()?;
    let past = now.past();
    let (workspace, past) = match to {
        Some(to) => {
            let then = now.as_of(&past, to);
            let past = past.of(&then);
            (then, past)
        }
        None => (now, past),
    };
    warn_of_errors(&workspace);
    let (timeline, trust) = (&past.timeline, context.trust(&workspace, args.trust));
    hint_unknown_layer(&workspace.graph, args.layer.as_deref());
    // Shows new edges regardless of their confidence, unless `--min-confidence` is given.
    let asked = Trust { least: args.trust.min_confidence.unwrap_or_default(), ..trust };
    let edges = EdgeFilter {
        layer: args.layer.clone(),
        retracted: Retracted::Shown,
        trust: asked,
        ..EdgeFilter::of(RelationFilter::Any)
    };
    let found = diff(&workspace.graph, timeline, from).among(&workspace.graph, &edges);
    if context.out.wants_graph() {
        let edges = found.groups.iter().flat_map(|group| group.came.iter().chain(&group.retracted).copied());
        let subgraph = Subgraph::new(&workspace.graph, found.nodes.iter().copied(), edges);
        let since = format!("Changes since {}", time::format(from));
        let until = to.map(|to| format!(" until {}", time::format(to))).unwrap_or_default();
        context.write_graph(&workspace.graph, &subgraph, &(since + &until))?;
        return Ok(Outcome::Yes);
    }
    let answer = DiffWire { workspace: &workspace, timeline, found: &found, trust: &trust, from, to };
    if context.out.is_human() {
        answer.print(context)?;
    } else {
        context.out.json(&answer)?;
    }
    Ok(Outcome::Yes)
}

struct DiffWire<'a> {
    workspace: &'a Workspace,
    timeline: &'a Timeline,
    found: &'a Diff,
    trust: &'a Trust,
    from: Millis,
    to: Option<Millis>,
}

#[derive(Serialize)]
struct CountsWire {
    nodes: usize,
    edges: usize,
    retracted: usize,
}

#[derive(Serialize)]
struct NewNodeWire<'a> {
    #[serde(flatten)]
    node: NodeWire<'a>,
    since: Option<String>,
}

#[derive(Serialize)]
struct NewEdgeWire<'a> {
    #[serde(flatten)]
    edge: EdgeWire<'a>,
    since: Option<String>,
}

#[derive(Serialize)]
struct RetractedWire<'a> {
    #[serde(flatten)]
    edge: EdgeWire<'a>,
    since: Option<String>,
    retraction: RetractionWire<'a>,
}

/// The row that retracts an edge.
#[derive(Serialize)]
struct RetractionWire<'a> {
    ts: Option<String>,
    actor: Option<&'a str>,
    file: &'a str,
    line: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    note: Option<&'a str>,
}

struct GroupWire<'a> {
    answer: &'a DiffWire<'a>,
    group: &'a DiffGroup,
}

impl<'a> DiffWire<'a> {
    fn node(&self, ix: NodeIx) -> NewNodeWire<'a> {
        let node = NodeWire::new(self.workspace.graph.node(ix));
        NewNodeWire { node, since: self.timeline.node(ix).map(time::format) }
    }

    fn came(&self, ix: EdgeIx) -> NewEdgeWire<'a> {
        let edge = EdgeWire { edge: self.workspace.graph.edge(ix), trust: self.trust };
        NewEdgeWire { edge, since: self.timeline.edge(ix).map(time::format) }
    }

    fn retracted(&self, ix: EdgeIx) -> Option<RetractedWire<'a>> {
        let (NewEdgeWire { edge, since }, taken) = (self.came(ix), self.timeline.retraction(ix)?);
        let text = |sym| self.workspace.graph.text(sym);
        let (actor, file, line) = (taken.actor.map(text), text(taken.file), taken.line);
        let note = taken.note.map(text);
        let retraction = RetractionWire { ts: taken.time().map(time::format), actor, file, line, note };
        Some(RetractedWire { edge, since, retraction })
    }

    fn print(&self, context: &mut Context) -> anyhow::Result<()> {
        let (graph, found) = (&*self.workspace.graph, self.found);
        let day = |time: Option<Millis>| time.map(|time| time::format(time)[..10].to_owned()).unwrap_or_default();
        if !found.nodes.is_empty() {
            let heading = Line::of(Role::Strong, "nodes");
            context.out.line(&heading.with(Role::Dim, &format!(" ({})", text::grouped(found.nodes.len()))))?;
        }
        let node_row = |ix: &NodeIx| {
            let (node, since) = (graph.node(*ix), Line::of(Role::Dim, &day(self.timeline.node(*ix))));
            vec![id(node), facts(node), since.giving(Give::All), title(node)]
        };
        context.out.entries(found.nodes.iter().map(node_row), 4)?;
        for (at, group) in found.groups.iter().enumerate() {
            if at > 0 || !found.nodes.is_empty() {
                context.out.blank()?;
            }
            context.out.line(&self.heading(group))?;
            context.out.entries(group.came.iter().map(|ix| edge_row(graph.edge(*ix), self.trust).into_lines()), 4)?;
            let retracted = |ix: &EdgeIx| {
                let mut row = edge_row(graph.edge(*ix), self.trust).into_lines();
                // The retraction row is the evidence.
                let said = self.timeline.retraction(*ix);
                let place = said.map(|row| format!("by {}:{} {}", graph.text(row.file), row.line, day(row.time())));
                row.push(Line::of(Role::Dim, &place.unwrap_or_default()).giving(Give::All));
                row.push(note(said.and_then(|row| row.note).map(|note| graph.text(note))));
                row
            };
            context.out.entries(group.retracted.iter().map(retracted), 4)?;
        }
        context.out.flush()?;
        let to = self.to.map_or_else(|| "now".to_owned(), time::format);
        let (nodes, edges) = (text::count(found.nodes.len(), "node"), text::count(found.came(), "edge"));
        let retracted = match found.retracted() {
            0 => String::new(),
            number => format!(", {} retracted", text::count(number, "edge")),
        };
        say("total", &format!("{nodes}, {edges}{retracted} (from {} to {to})", time::format(self.from)));
        Ok(())
    }

    /// `agent led-to (3, 1 retracted)`.
    fn heading(&self, group: &DiffGroup) -> Line {
        let graph = &*self.workspace.graph;
        let actor = group.actor.map_or("(unknown)", |actor| graph.text(actor));
        let retracted = match group.retracted.len() {
            0 => String::new(),
            number => format!("{} retracted", text::grouped(number)),
        };
        let came = Some(text::grouped(group.came.len())).filter(|_| !group.came.is_empty());
        let counts: Vec<_> = came.into_iter().chain(Some(retracted).filter(|words| !words.is_empty())).collect();
        let heading = Line::of(Role::Strong, actor).plain(" ").with(Role::Relation, graph.text(group.relation));
        heading.with(Role::Dim, &format!(" ({})", counts.join(", ")))
    }
}

impl Serialize for DiffWire<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let found = self.found;
        let (nodes, edges, retracted) = (found.nodes.len(), found.came(), found.retracted());
        let mut fields = serializer.serialize_struct("diff", 5)?;
        fields.serialize_field("from", &time::format(self.from))?;
        fields.serialize_field("to", &self.to.map(time::format))?;
        fields.serialize_field("counts", &CountsWire { nodes, edges, retracted })?;
        fields.serialize_field("nodes", &Each(|| found.nodes.iter().map(|ix| self.node(*ix))))?;
        let group = |group| GroupWire { answer: self, group };
        fields.serialize_field("changes", &Each(|| found.groups.iter().map(group)))?;
        fields.end()
    }
}

impl Serialize for GroupWire<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Self { answer, group } = self;
        let graph = &*answer.workspace.graph;
        let mut fields = serializer.serialize_struct("change", 4)?;
        fields.serialize_field("actor", &group.actor.map(|actor| graph.text(actor)))?;
        fields.serialize_field("relation", graph.text(group.relation))?;
        fields.serialize_field("edges", &Each(|| group.came.iter().map(|ix| answer.came(*ix))))?;
        fields.serialize_field("retracted", &Each(|| group.retracted.iter().filter_map(|ix| answer.retracted(*ix))))?;
        fields.end()
    }
}
