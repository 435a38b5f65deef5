//! Shortest paths between two nodes.

use super::{Input, head};
use crate::document::{
    Answer, Document, EdgeWire, EdgesWire, Give, Line, NodeWire, Notice, Role, Row, Section, called, name, number_of,
    proved_by, rounded,
};
use crate::format::json::{Each, Sink};
use crate::graph::{EdgeIx, Graph, NodeIx};
use crate::query::{
    Directions, EdgeFilter, Path, PathRequest, PathStep, Paths, RelationFilter, Subgraph, Trust, paths, reading,
};
use crate::text::{count, grouped, quoted};
use serde::ser::SerializeStruct as _;
use serde::{Serialize, Serializer};

/// Number of columns of a step that its start does not have: file and line, actor and date, confidence, note.
const UNPROVED: usize = 4;

/// The shortest paths between two nodes.
pub struct PathAnswer<'a> {
    graph: &'a Graph,
    from: NodeIx,
    to: NodeIx,
    request: PathRequest,
    found: Paths,
    /// If there is no path, the length of the shortest one without filters.
    wider: Option<u32>,
}

impl<'a> PathAnswer<'a> {
    /// Maximum number of paths listed, unless the user says otherwise.
    pub const MOST: usize = 100;

    pub fn new(input: Input<'a>, from: NodeIx, to: NodeIx, request: PathRequest) -> Self {
        let search = |request: &PathRequest| {
            let found = paths(input.graph, from, to, request, input.cancelled);
            found.unwrap_or_else(|| Paths { hops: None, count: 0, listed: Vec::new() })
        };
        let found = search(&request);
        let wider = if found.hops.is_none() { search(&without_filters(&request)).hops } else { None };
        Self { graph: input.graph, from, to, request, found, wider }
    }

    fn trust(&self) -> &Trust {
        &self.request.edges.trust
    }

    /// A path below its sentence.
    fn path<'s>(&'s self, at: usize, path: &'s Path) -> Section<'s> {
        let Some(first) = path.steps.first() else {
            return Section::plain([Row::saying(Role::Plain, "Both ends are the same node").to(self.from)]);
        };
        let number = if self.found.listed.len() > 1 { format!("{}. ", at + 1) } else { String::new() };
        let start = self.graph.node(first.from);
        let from = Row::of(Line::of(Role::Dim, "from")).phrase(Line::new()).word(name(start));
        let from = (0..UNPROVED).fold(from, |row, _| row.detail(Line::new()));
        let from = from.detail(number_of(start)).to(first.from);
        let rows = path.steps.iter().enumerate().flat_map(move |(at, step)| {
            let also = step.also.iter().map(|edge| self.step("also", step, *edge));
            std::iter::once(self.step(&(at + 1).to_string(), step, step.edge)).chain(also)
        });
        let section = Section::titled(number + &path.in_words(self.graph, called), std::iter::once(from).chain(rows));
        if path.confidence < 1.0 { section.about(format!("confidence {:.2}", path.confidence)) } else { section }
    }

    /// An edge of a step, which leads to the node that the step reaches.
    fn step(&self, number: &str, step: &PathStep, edge: EdgeIx) -> Row {
        let (edge, to) = (self.graph.edge(edge), self.graph.node(step.to));
        let verb = Line::of(Role::Relation, &reading(edge, step.from)).giving(Give::Rest(8));
        let row = Row::of(Line::of(Role::Dim, &format!("{number:>4}"))).phrase(verb).word(name(to));
        proved_by(row, edge, self.trust()).detail(number_of(to)).to(step.to)
    }

    /// The number of paths that are shown with at most `most`.
    fn shown(&self, most: usize) -> usize {
        self.found.listed.len().min(most)
    }

    /// `3 shortest paths`, or `1 of 3 shortest paths`.
    fn part(&self, most: usize) -> String {
        let least = if self.found.is_beyond_counting() { "at least " } else { "" };
        let (shown, number) = (self.shown(most), usize::try_from(self.found.count).unwrap_or(usize::MAX));
        let all = format!("{least}{}", count(number, "shortest path"));
        if shown < number { format!("{} of {all}", grouped(shown)) } else { all }
    }

    /// The paths that are not shown.
    fn hint_more(&self, most: usize) -> Option<Notice> {
        let more = self.found.count.checked_sub(self.shown(most) as u64).filter(|more| *more > 0)?;
        let more = count(usize::try_from(more).unwrap_or(usize::MAX), "more shortest path");
        let least = if self.found.is_beyond_counting() { "at least " } else { "" };
        Some(Notice::hint(format!("{least}{more}; {}", self.remedy(most))))
    }

    /// How to list the paths that are not shown.
    fn remedy(&self, most: usize) -> String {
        // If more than one path was asked for, `most` is only how many of them are shown.
        let limit = if self.request.most > 1 { self.request.most } else { most };
        match self.found.count {
            u64::MAX => "a larger --limit lists more".to_owned(),
            total if total <= limit as u64 => "`refscope path --all-shortest` lists all".to_owned(),
            total => format!("`refscope path --all-shortest --limit {total}` lists all"),
        }
    }
}

/// The request that finds a path if there is any.
fn without_filters(request: &PathRequest) -> PathRequest {
    let trust = Trust { least: 0.0, ..request.edges.trust };
    let edges = EdgeFilter { trust, ..EdgeFilter::of(RelationFilter::Any) };
    PathRequest { edges, directions: Directions::Both, max_hops: None, most: 0, ..request.clone() }
}

fn steps(hops: u32) -> String {
    count(hops as usize, "step")
}

impl Answer for PathAnswer<'_> {
    fn title(&self) -> String {
        let [from, to] = [self.from, self.to].map(|node| called(self.graph.node(node)));
        format!("Shortest paths from {from} to {to}")
    }

    fn subgraph(&self, most: usize) -> Option<(&Graph, Subgraph)> {
        self.found.hops?;
        let steps = self.found.listed.iter().take(most).flat_map(|path| &path.steps);
        let edges = steps.flat_map(|step| std::iter::once(step.edge).chain(step.also.iter().copied()));
        let ends = [self.from, self.to];
        Some((self.graph, Subgraph::new(self.graph, ends, edges).with_roots(ends)))
    }

    fn left_out(&self, most: usize) -> Option<String> {
        let is_cut = self.found.count > self.shown(most) as u64;
        is_cut.then(|| format!("{}; {}", self.part(most), self.remedy(most)))
    }

    fn document(&self, most: usize) -> Document<'_> {
        let (found, graph) = (&self.found, self.graph);
        let Some(hops) = found.hops else {
            return Document::new(vec![Section::plain([self.from, self.to].map(|end| head(graph.node(end))))]);
        };
        let sections: Vec<_> =
            found.listed.iter().take(most).enumerate().map(|(at, path)| self.path(at, path)).collect();
        let total = format!("{}, {}", steps(hops), self.part(most));
        Document::new(sections).with_total(total).with_notices(self.hint_more(most))
    }

    fn json(&self, sink: &mut Sink<'_>) -> serde_json::Result<()> {
        sink.put(self)
    }

    fn is_negative(&self) -> bool {
        self.found.hops.is_none()
    }

    fn notices(&self) -> Vec<Notice> {
        if !self.is_negative() {
            return Vec::new();
        }
        let [from, to] = [self.from, self.to].map(|node| quoted(&self.graph.node(node).address()));
        let within = self.request.max_hops.map(|most| format!(" within {}", steps(most))).unwrap_or_default();
        let wider = |hops| format!("ignoring filters and edge directions, there is a path of {}", steps(hops));
        let none = Notice::error(format!("no path from {from} to {to}{within}"));
        std::iter::once(none).chain(self.wider.map(wider).map(Notice::hint)).collect()
    }
}

#[derive(Serialize)]
struct PathWire<'g> {
    confidence: f64,
    sentence: String,
    nodes: Vec<NodeWire<'g>>,
    steps: Vec<StepWire<'g>>,
}

#[derive(Serialize)]
struct StepWire<'g> {
    from: String,
    reading: String,
    to: String,
    edge: EdgeWire<'g>,
    #[serde(skip_serializing_if = "Option::is_none")]
    also: Option<EdgesWire<'g>>,
}

impl PathAnswer<'_> {
    fn path_wire<'s>(&'s self, path: &'s Path) -> PathWire<'s> {
        let nodes = std::iter::once(self.from).chain(path.steps.iter().map(|step| step.to));
        PathWire {
            confidence: rounded(path.confidence),
            sentence: path.in_words(self.graph, called),
            nodes: nodes.map(|node| NodeWire::new(self.graph.node(node))).collect(),
            steps: path.steps.iter().map(|step| self.step_wire(step)).collect(),
        }
    }

    fn step_wire<'s>(&'s self, step: &'s PathStep) -> StepWire<'s> {
        let (graph, trust) = (self.graph, self.trust());
        let [from, to] = [step.from, step.to].map(|node| graph.node(node).address().into_owned());
        let edge = graph.edge(step.edge);
        let also = (!step.also.is_empty()).then_some(EdgesWire { graph, edges: &step.also, trust });
        StepWire { from, reading: reading(edge, step.from).into_owned(), to, edge: EdgeWire { edge, trust }, also }
    }
}

impl Serialize for PathAnswer<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let found = &self.found;
        let mut fields = serializer.serialize_struct("paths", 6)?;
        fields.serialize_field("from", &self.graph.node(self.from).address())?;
        fields.serialize_field("to", &self.graph.node(self.to).address())?;
        fields.serialize_field("hops", &found.hops)?;
        fields.serialize_field("count", &found.count)?;
        if found.is_beyond_counting() {
            fields.serialize_field("at_least", &true)?;
        }
        fields.serialize_field("paths", &Each(|| found.listed.iter().map(|path| self.path_wire(path))))?;
        fields.end()
    }
}
