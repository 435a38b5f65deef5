//! `argument ID`: support and rebuttals of a claim, its assumptions, and the nodes that fall with it.

use super::Answer;
use super::args::ArgumentArgs;
use super::context::{Context, find, say};
use super::edges::among;
use super::human::{facts, id, name, other_name, place, title};
use super::paint::{Give, Line, Role};
use super::wire::{EdgesWire, NodeWire};
use crate::format::json::Each;
use crate::graph::{Edge, EdgeIx, Graph, Node, NodeIx};
use crate::query::{Argument, Fallen, Fate, RelationFilter, Subgraph, Trust, Voice, argument};
use crate::text;
use crate::workspace::Workspace;
use serde::ser::SerializeStruct as _;
use serde::{Serialize, Serializer};

pub(super) fn run(args: &ArgumentArgs, context: &mut Context) -> anyhow::Result<Answer> {
    let workspace = context.load()?;
    let graph = &*workspace.graph;
    let node = match find(graph, &args.id) {
        Ok(node) => node,
        Err(answer) => return Ok(answer),
    };
    let edges = among(&workspace, RelationFilter::Any, &args.among, context);
    let trust = edges.trust;
    let found = argument(graph, node.ix(), &edges);
    let assumed = assumed(&workspace, &found);
    let limit = context.limit(1000);
    if context.out.wants_graph() {
        let voices = [&found.supporting, &found.against, &found.questions, &found.refinements, &found.premises];
        let chains = voices.into_iter().flatten().flat_map(|voice| found.chain(voice));
        let edges = chains.chain(found.falls.iter().flat_map(|fallen| found.fall(fallen)));
        let subgraph = Subgraph::new(graph, [node.ix()], edges).with_roots([node.ix()]);
        context.write_graph(graph, &subgraph, &format!("Argument about {}", node.address()))?;
        return Ok(Answer::Yes);
    }
    let answer = ArgumentWire { graph, found: &found, assumed: &assumed, trust: &trust, limit };
    if context.out.is_human() {
        answer.print(context)?;
    } else {
        context.out.json(&answer)?;
    }
    Ok(Answer::Yes)
}

/// An assumption of the claim or of one of its premises.
struct Assumed {
    text: String,
    of: NodeIx,
    /// The premise that makes the assumption; `None` if it is the claim itself.
    premise: Option<Voice>,
}

/// The assumptions of the claim, then those of its premises, nearest first.
fn assumed(workspace: &Workspace, found: &Argument) -> Vec<Assumed> {
    let premises = std::iter::once((found.claim, None)).chain(found.premises.iter().map(|one| (one.node, Some(*one))));
    let premises: Vec<_> = premises.collect();
    let nodes: Vec<_> = premises.iter().map(|(node, _)| *node).collect();
    let read = workspace.settings.systems.assumptions(&workspace.root, &workspace.graph, &nodes);
    for (file, error) in read.unread {
        say("warning", &format!("cannot read the assumptions in {file}: {error}"));
    }
    let by_node: std::collections::HashMap<_, _> = read.found.into_iter().collect();
    let each = |(node, premise): (NodeIx, Option<Voice>)| {
        let texts = by_node.get(&node).cloned().unwrap_or_default();
        texts.into_iter().map(move |text| Assumed { text, of: node, premise })
    };
    premises.into_iter().flat_map(each).collect()
}

/// Maximum number of printed edges per node that keep it standing; the JSON lists all.
const MOST_HELD: usize = 5;

struct ArgumentWire<'g> {
    graph: &'g Graph,
    found: &'g Argument,
    assumed: &'g [Assumed],
    trust: &'g Trust,
    limit: usize,
}

impl<'g> ArgumentWire<'g> {
    /// The lists of voices with their JSON keys and headings.
    fn lists(&self) -> [(&'static str, &'static str, &'g [Voice]); 5] {
        let found = self.found;
        [
            ("for", "support it", &found.supporting),
            ("against", "rebut it", &found.against),
            ("questions", "question it", &found.questions),
            ("refines", "refine it", &found.refinements),
            ("premises", "premises", &found.premises),
        ]
    }

    fn print(&self, context: &mut Context) -> anyhow::Result<()> {
        let (graph, found) = (self.graph, self.found);
        let claim = graph.node(found.claim);
        context.out.table([vec![id(claim), facts(claim), title(claim)]], 0)?;
        for (_, what, voices) in self.lists() {
            self.heading(what, voices.len(), context)?;
            let rows = |voice: &Voice| {
                let both = if voice.is_on_both_sides { "both sides" } else { "" };
                self.rows(voice.node, voice.distance, &found.chain(voice), Line::of(Role::Warn, both))
            };
            context.out.table(voices.iter().take(self.limit).flat_map(rows), 4)?;
        }
        self.heading("assumptions", self.assumed.len(), context)?;
        let row = |one: &Assumed| {
            let of = graph.node(one.of);
            let line = of.line().map(|line| format!(":{line}")).unwrap_or_default();
            let place = Line::of(Role::Dim, &format!("{}{line}", of.file().unwrap_or_default()));
            let text = Line::new().plain(&one.text).giving(Give::Rest(24));
            vec![text, Line::of(Role::Dim, "by"), name(of), place.giving(Give::Start(16))]
        };
        context.out.table(self.assumed.iter().take(self.limit).map(row), 4)?;
        self.heading("depend on it", found.falls.len(), context)?;
        let rows = |one: &Fallen| {
            let fate = match one.fate {
                Fate::Falls => Line::of(Role::Bad, "falls"),
                Fate::Shaken => Line::of(Role::Warn, "shaken"),
                Fate::Stands => Line::of(Role::Good, "stands"),
            };
            let mut rows = self.rows(one.node, one.distance, &found.fall(one), fate);
            rows.extend(one.held_by.iter().take(MOST_HELD).map(|edge| self.holding(one.node, *edge)));
            rows
        };
        context.out.table(found.falls.iter().take(self.limit).flat_map(rows), 4)?;
        context.out.flush()?;
        let counted = |number: usize, what: &str| format!("{} {what}", text::grouped(number));
        let alone = found.falls.iter().filter(|one| one.fate == Fate::Falls).count();
        let total = [
            counted(found.supporting.len(), "for"),
            counted(found.against.len(), "against"),
            text::count(found.questions.len(), "question"),
            text::count(self.assumed.len(), "assumption"),
            format!("{} of {} fall", text::grouped(alone), text::count(found.falls.len(), "dependent")),
        ];
        say("total", &total.join(", "));
        Ok(())
    }

    fn heading(&self, what: &str, number: usize, context: &mut Context) -> anyhow::Result<()> {
        if number > self.limit {
            let count = format!(" ({} of {})", text::grouped(self.limit), text::grouped(number));
            context.out.blank()?;
            context.out.line(&Line::of(Role::Strong, what).with(Role::Dim, &count))?;
            return Ok(());
        }
        super::impact::heading(what, number, context)
    }

    /// The chain from a node to the claim, one row per step; the first row describes the node.
    fn rows(&self, node: NodeIx, distance: u32, chain: &[EdgeIx], mark: Line) -> Vec<Vec<Line>> {
        let mut first = Some((Line::of(Role::Dim, &format!("{distance:>2}")), mark, other_name(self.graph.node(node))));
        let mut at = node;
        let step = |edge: &EdgeIx| {
            let edge = self.graph.edge(*edge);
            let (ends, verb) = self.step(at, edge);
            at = ends[1].ix();
            let ends = ends.map(name);
            let is_first = first.is_some();
            let (distance, mark, other) = first.take().unwrap_or_default();
            let [from, to] = if is_first { ends } else { ends.map(Line::dimmed) };
            vec![distance, from, verb, to, mark, place(edge), other]
        };
        chain.iter().map(step).collect()
    }

    /// Both ends of an edge in walking order, and its relation with an arrow in stored direction.
    fn step(&self, from: NodeIx, edge: Edge<'g>) -> ([Node<'g>; 2], Line) {
        let arrow = if edge.from().ix() == from { " →" } else { " ←" };
        let ends = [from, edge.other(from)].map(|end| self.graph.node(end));
        (ends, Line::of(Role::Relation, edge.relation()).plain(arrow))
    }

    /// An edge that keeps a node standing although the claim falls.
    fn holding(&self, node: NodeIx, edge: EdgeIx) -> Vec<Line> {
        let edge = self.graph.edge(edge);
        let (ends, verb) = self.step(node, edge);
        let [from, ground] = ends.map(|end| name(end).dimmed());
        vec![Line::new(), from, verb, ground, Line::of(Role::Dim, "held by"), place(edge), Line::new()]
    }

    fn chain(&self, edges: Vec<EdgeIx>) -> Chain<'g> {
        Chain { graph: self.graph, edges, trust: self.trust }
    }

    fn voice(&self, voice: &Voice) -> VoiceWire<'g> {
        VoiceWire {
            node: NodeWire::new(self.graph.node(voice.node)),
            distance: voice.distance,
            both_sides: voice.is_on_both_sides,
            chain: self.chain(self.found.chain(voice)),
        }
    }

    fn fallen(&self, one: &'g Fallen) -> FallenWire<'g> {
        FallenWire {
            node: NodeWire::new(self.graph.node(one.node)),
            distance: one.distance,
            fate: one.fate.name(),
            held_by: EdgesWire { graph: self.graph, edges: &one.held_by, trust: self.trust },
            chain: self.chain(self.found.fall(one)),
        }
    }

    fn assumption(&self, one: &'g Assumed) -> AssumedWire<'g> {
        AssumedWire {
            assumption: &one.text,
            of: NodeWire::new(self.graph.node(one.of)),
            distance: one.premise.map_or(0, |premise| premise.distance),
            chain: self.chain(one.premise.map(|premise| self.found.chain(&premise)).unwrap_or_default()),
        }
    }
}

/// A chain of edges with everything needed to serialise it.
struct Chain<'g> {
    graph: &'g Graph,
    edges: Vec<EdgeIx>,
    trust: &'g Trust,
}

impl Serialize for Chain<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        EdgesWire { graph: self.graph, edges: &self.edges, trust: self.trust }.serialize(serializer)
    }
}

#[derive(Serialize)]
struct VoiceWire<'g> {
    #[serde(flatten)]
    node: NodeWire<'g>,
    distance: u32,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    both_sides: bool,
    chain: Chain<'g>,
}

#[derive(Serialize)]
struct FallenWire<'g> {
    #[serde(flatten)]
    node: NodeWire<'g>,
    distance: u32,
    fate: &'static str,
    held_by: EdgesWire<'g>,
    chain: Chain<'g>,
}

#[derive(Serialize)]
struct AssumedWire<'g> {
    assumption: &'g str,
    of: NodeWire<'g>,
    distance: u32,
    chain: Chain<'g>,
}

impl Serialize for ArgumentWire<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let (found, limit) = (self.found, self.limit);
        let mut counts = serde_json::Map::new();
        let numbers = self.lists().map(|(name, _, voices)| (name, voices.len()));
        let more = [("assumptions", self.assumed.len()), ("falls", found.falls.len())];
        counts.extend(numbers.into_iter().chain(more).map(|(name, number)| (name.to_owned(), number.into())));
        let mut fields = serializer.serialize_struct("argument", 9)?;
        fields.serialize_field("claim", &NodeWire::new(self.graph.node(found.claim)))?;
        fields.serialize_field("counts", &counts)?;
        for (name, _, voices) in self.lists() {
            fields.serialize_field(name, &Each(|| voices.iter().take(limit).map(|voice| self.voice(voice))))?;
        }
        let assumptions = Each(|| self.assumed.iter().take(limit).map(|one| self.assumption(one)));
        fields.serialize_field("assumptions", &assumptions)?;
        fields.serialize_field("falls", &Each(|| found.falls.iter().take(limit).map(|one| self.fallen(one))))?;
        fields.end()
    }
}
