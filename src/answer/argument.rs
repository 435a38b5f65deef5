//! Support and rebuttals of a claim, its assumptions, and the nodes that fall with it.

use super::{Input, head};
use crate::document::{
    Answer, Block, Document, EdgesWire, Give, Line, NodeWire, Notice, Role, Row, Section, beyond, called, name,
    other_name, place, sentence,
};
use crate::format::json::{Each, Sink};
use crate::graph::{EdgeIx, Graph, NodeIx};
use crate::query::{Argument, EdgeFilter, Fallen, Fate, Subgraph, Trust, Voice, argument};
use crate::text::{count, grouped};
use serde::ser::SerializeStruct as _;
use serde::{Serialize, Serializer};
use std::collections::HashMap;

/// Maximum number of steps shown of a chain, and of edges that keep a node standing; JSON has all.
const MOST_STEPS: usize = 5;
/// Maximum indentation.
const DEEPEST: usize = 8;

/// The claim, and how much to list.
#[derive(Debug, Clone)]
pub struct ArgumentRequest {
    pub claim: NodeIx,
    pub edges: EdgeFilter,
    /// Maximum number of entries per list in JSON.
    pub most: usize,
    /// Maximum number of premises whose assumptions are read, nearest first: each may be a file.
    pub most_read: usize,
}

/// The argument about a claim.
pub struct ArgumentAnswer<'a> {
    graph: &'a Graph,
    found: Argument,
    assumed: Vec<Assumed>,
    unread: Vec<Notice>,
    trust: Trust,
    most: usize,
}

/// An assumption of the claim or of one of its premises.
struct Assumed {
    text: String,
    of: NodeIx,
    /// The premise that makes the assumption; `None` if it is the claim itself.
    premise: Option<Voice>,
}

impl<'a> ArgumentAnswer<'a> {
    pub fn new(input: Input<'a>, request: &ArgumentRequest) -> Self {
        let found = argument(input.graph, request.claim, &request.edges, input.cancelled);
        let found = found.unwrap_or_else(|| Argument::none(request.claim));
        let (trust, most) = (request.edges.trust, request.most);
        let (assumed, unread) =
            if (input.cancelled)() { (Vec::new(), Vec::new()) } else { assumptions(input, &found, request.most_read) };
        Self { graph: input.graph, found, assumed, unread, trust, most }
    }

    /// The lists of voices with their keys in JSON.
    fn lists(&self) -> [(&'static str, &[Voice]); 5] {
        let found = &self.found;
        [
            ("for", &found.supporting),
            ("against", &found.against),
            ("questions", &found.questions),
            ("refines", &found.refinements),
            ("premises", &found.premises),
        ]
    }

    /// Statements, each below the one it answers. If that one is in another list, the rest of the chain follows instead.
    fn voices<'s>(&'s self, key: &str, voices: &'s [Voice], most: usize) -> Section<'s> {
        let nested = nested(&voices[..voices.len().min(most)], |one, other| self.found.answers(one, other));
        let section = Section::list(key, most, nested, |(voice, depth)| {
            let both = Line::of(Role::Warn, if voice.is_on_both_sides { "both sides" } else { "" });
            let first = self.entry(voice.node, voice.distance, voice.edge, both).indented(indent(depth));
            self.with_chain(first, voice.node, &self.found.chain(voice), depth)
        });
        section.out_of(voices.len())
    }

    fn falls(&self, most: usize) -> Section<'_> {
        let falls = &self.found.falls;
        let nested = nested(&falls[..falls.len().min(most)], |one, other| self.found.falls_with(one, other));
        let section = Section::list("falls", most, nested, |(one, depth): (&Fallen, usize)| {
            let fate = match one.fate {
                Fate::Falls => Line::of(Role::Bad, "falls"),
                Fate::Shaken => Line::of(Role::Warn, "shaken, held by"),
                Fate::Stands => Line::of(Role::Good, "stands, held by"),
            };
            let first = self.entry(one.node, one.distance, one.edge, fate).indented(indent(depth));
            let others = one.held_by.iter().take(MOST_STEPS).map(|edge| {
                let other = self.graph.edge(*edge).other(one.node);
                self.step(*edge).to(other).indented(indent(depth) + 2)
            });
            std::iter::once(first).chain(others).collect::<Vec<_>>()
        });
        section.out_of(falls.len())
    }

    /// A node with its distance, the sentence of its edge towards the claim, and a mark.
    fn entry(&self, node: NodeIx, distance: u32, edge: EdgeIx, mark: Line) -> Row {
        let distance = Line::of(Role::Dim, &format!("{distance:>2}"));
        let edge = self.graph.edge(edge);
        let row = Row::default().detail(distance).phrase(sentence(edge)).phrase(mark).placed(place(edge));
        row.detail(other_name(self.graph.node(node))).to(node).by(edge.ix())
    }

    /// A further step of a chain.
    fn step(&self, edge: EdgeIx) -> Row {
        let edge = self.graph.edge(edge);
        let row = Row::default().detail(Line::new()).phrase(sentence(edge).dimmed()).phrase(Line::new());
        row.placed(place(edge)).by(edge.ix())
    }

    /// An entry followed by the rest of its chain, unless it is nested below that already.
    fn with_chain(&self, first: Row, node: NodeIx, chain: &[EdgeIx], depth: usize) -> Vec<Row> {
        let mut rows = vec![first];
        let mut at = node;
        for (number, edge) in chain.iter().enumerate().filter(|_| depth == 0) {
            if number > MOST_STEPS {
                let left = format!("and {} more", count(chain.len() - number, "step"));
                rows.push(Row::default().detail(Line::new()).phrase(Line::of(Role::Dim, &left)).indented(1));
                break;
            }
            if number > 0 {
                rows.push(self.step(*edge).to(at).indented(1));
            }
            at = self.graph.edge(*edge).other(at);
        }
        rows
    }

    fn assumption_row(&self, one: &Assumed) -> Row {
        let node = self.graph.node(one.of);
        let text = Line::new().plain(&one.text).giving(Give::Rest(24));
        let row = Row::default().detail(Line::new()).phrase(text).to(one.of);
        let row = match one.premise {
            Some(voice) => row.phrase(Line::of(Role::Dim, "of ").and_line(name(node))).by(voice.edge),
            None => row.phrase(Line::new()),
        };
        match (node.file(), node.line()) {
            (Some(file), Some(line)) => {
                let place = Line::of(Role::Dim, &format!("{file}:{line}")).giving(Give::Start(16));
                row.placed(place).at(file, line)
            }
            _ => row,
        }
    }
}

/// The assumptions of the claim, then those of its premises, nearest first, and what could not be read.
fn assumptions(input: Input<'_>, found: &Argument, most_read: usize) -> (Vec<Assumed>, Vec<Notice>) {
    let Some(workspace) = input.workspace else { return Default::default() };
    let premises = found.premises.iter().map(|one| (one.node, Some(*one)));
    let all: Vec<_> = std::iter::once((found.claim, None)).chain(premises).take(most_read).collect();
    let nodes: Vec<_> = all.iter().map(|(node, _)| *node).collect();
    let read = workspace.settings.systems.assumptions(&workspace.root, input.graph, &nodes);
    let cannot = |(file, error)| Notice::warning(format!("cannot read the assumptions in {file}: {error}"));
    let mut unread: Vec<_> = read.unread.into_iter().map(cannot).collect();
    let left_out = (found.premises.len() + 1).saturating_sub(most_read);
    if left_out > 0 {
        unread.push(Notice::hint(format!("the assumptions of {} not read", count(left_out, "more premise"))));
    }
    let by_node: HashMap<_, _> = read.found.into_iter().collect();
    let each = |(node, premise): (NodeIx, Option<Voice>)| {
        let texts = by_node.get(&node).cloned().unwrap_or_default();
        texts.into_iter().map(move |text| Assumed { text, of: node, premise })
    };
    (all.into_iter().flat_map(each).collect(), unread)
}

fn indent(depth: usize) -> u16 {
    depth.min(DEEPEST) as u16
}

/// Entries in depth-first order, each with its depth; the children of an entry are those that hang on it.
fn nested<T>(all: &[T], hangs_on: impl Fn(&T, &T) -> bool) -> Vec<(&T, usize)> {
    let parent = |one: &T| all.iter().position(|other| hangs_on(one, other));
    let mut below: Vec<Vec<usize>> = vec![Vec::new(); all.len()];
    let mut open: Vec<(usize, usize)> = Vec::new();
    for (at, one) in all.iter().enumerate() {
        match parent(one) {
            Some(parent) => below[parent].push(at),
            None => open.push((at, 0)),
        }
    }
    open.reverse();
    let mut nested = Vec::with_capacity(all.len());
    while let Some((at, depth)) = open.pop() {
        nested.push((&all[at], depth));
        open.extend(below[at].iter().rev().map(|child| (*child, depth + 1)));
    }
    nested
}

impl Answer for ArgumentAnswer<'_> {
    fn title(&self) -> String {
        format!("Argument about {}", called(self.graph.node(self.found.claim)))
    }

    fn subgraph(&self, most: usize) -> Option<(&Graph, Subgraph)> {
        let chains = self
            .lists()
            .into_iter()
            .flat_map(|(_, voices)| voices.iter().take(most))
            .flat_map(|voice| self.found.chain(voice));
        let edges = chains.chain(self.found.falls.iter().take(most).flat_map(|fallen| self.found.fall(fallen)));
        let claim = self.found.claim;
        Some((self.graph, Subgraph::new(self.graph, [claim], edges).with_roots([claim])))
    }

    fn left_out(&self, most: usize) -> Option<String> {
        let nouns = ["supporting statement", "rebuttal", "question", "refinement", "premise"];
        let voices = self.lists().into_iter().zip(nouns).map(|((_, voices), noun)| (most, voices.len(), noun));
        let more = [(most, self.assumed.len(), "assumption"), (most, self.found.falls.len(), "dependent")];
        beyond(voices.chain(more))
    }

    fn document(&self, most: usize) -> Document<'_> {
        let found = &self.found;
        let [supporting, against, questions, refinements, premises] =
            self.lists().map(|(key, voices)| self.voices(key, voices, most));
        let assumptions =
            Section::list("assumptions", most, &self.assumed, |one| [self.assumption_row(one)]).or("No assumptions");
        let below = vec![
            questions.about("question it").or("No questions"),
            assumptions,
            premises.about("it is derived from them").or("No premises"),
            refinements.about("refine it").or("No refinements"),
            self.falls(most).about("depend on it; what happens if it is false").or("No dependents"),
        ];
        let alone = found.falls.iter().filter(|one| one.fate == Fate::Falls).count();
        let total = [
            format!("{} for", grouped(found.supporting.len())),
            format!("{} against", grouped(found.against.len())),
            count(found.questions.len(), "question"),
            count(self.assumed.len(), "assumption"),
            format!("{} of {} fall", grouped(alone), count(found.falls.len(), "dependent")),
        ];
        let blocks = vec![
            Block::Whole(vec![Section::plain([head(self.graph.node(found.claim))])]),
            Block::Beside(
                vec![supporting.about("support it").or("No support")],
                vec![against.about("rebut it").or("No rebuttals")],
            ),
            Block::Whole(below),
        ];
        Document { blocks, total: total.join(", "), notices: Vec::new() }
    }

    fn json(&self, sink: &mut Sink<'_>) -> serde_json::Result<()> {
        sink.put(self)
    }

    fn notices(&self) -> Vec<Notice> {
        self.unread.clone()
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

impl ArgumentAnswer<'_> {
    fn chain(&self, edges: Vec<EdgeIx>) -> Chain<'_> {
        Chain { graph: self.graph, edges, trust: &self.trust }
    }

    fn voice(&self, voice: &Voice) -> VoiceWire<'_> {
        VoiceWire {
            node: NodeWire::new(self.graph.node(voice.node)),
            distance: voice.distance,
            both_sides: voice.is_on_both_sides,
            chain: self.chain(self.found.chain(voice)),
        }
    }

    fn fallen<'s>(&'s self, one: &'s Fallen) -> FallenWire<'s> {
        FallenWire {
            node: NodeWire::new(self.graph.node(one.node)),
            distance: one.distance,
            fate: one.fate.name(),
            held_by: EdgesWire { graph: self.graph, edges: &one.held_by, trust: &self.trust },
            chain: self.chain(self.found.fall(one)),
        }
    }

    fn assumption<'s>(&'s self, one: &'s Assumed) -> AssumedWire<'s> {
        AssumedWire {
            assumption: &one.text,
            of: NodeWire::new(self.graph.node(one.of)),
            distance: one.premise.map_or(0, |premise| premise.distance),
            chain: self.chain(one.premise.map(|premise| self.found.chain(&premise)).unwrap_or_default()),
        }
    }
}

impl Serialize for ArgumentAnswer<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let (found, most) = (&self.found, self.most);
        let mut counts = serde_json::Map::new();
        let numbers = self.lists().map(|(name, voices)| (name, voices.len()));
        let more = [("assumptions", self.assumed.len()), ("falls", found.falls.len())];
        counts.extend(numbers.into_iter().chain(more).map(|(name, number)| (name.to_owned(), number.into())));
        let mut fields = serializer.serialize_struct("argument", 9)?;
        fields.serialize_field("claim", &NodeWire::new(self.graph.node(found.claim)))?;
        fields.serialize_field("counts", &counts)?;
        for (name, voices) in self.lists() {
            fields.serialize_field(name, &Each(|| voices.iter().take(most).map(|voice| self.voice(voice))))?;
        }
        let assumptions = Each(|| self.assumed.iter().take(most).map(|one| self.assumption(one)));
        fields.serialize_field("assumptions", &assumptions)?;
        fields.serialize_field("falls", &Each(|| found.falls.iter().take(most).map(|one| self.fallen(one))))?;
        fields.end()
    }
}
