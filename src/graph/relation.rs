//! What a relation means: how it reads in each direction, the direction of time, which end depends on the other, its
//! role in an argument, its synonyms and opposites.
//!
//! A [`Relation`] is data. Systems bring theirs as a list, users declare theirs in the settings, and a
//! [`Registry`](super::Registry) holds all of them. Filters, queries, the doctor, the advice on new edges and every view
//! look relations up there instead of comparing names. An edge with an unknown relation is still valid and is shown
//! under the name it has in the file.
//!
//! The same name can mean different things in two systems (`calls` in a code map and in an architecture model). The
//! meaning of an edge is resolved once, when the graph is built, from the systems of its ends.

mod family;

pub use family::Family;

use super::system::{CycleScope, SystemId};
use std::borrow::Cow;

/// A text that is part of the program or read from the settings.
pub type Text = Cow<'static, str>;

#[derive(Debug, Clone, PartialEq, Eq)]
#[expect(clippy::struct_excessive_bools, reason = "independent properties, each with a name")]
pub struct Relation {
    pub system: SystemId,
    /// The name in files.
    pub name: Text,
    /// Reading from the source node: "*led to* X".
    pub outgoing: Text,
    /// Reading from the target node: "*came from* X".
    pub incoming: Text,
    /// Roles of the source and the target: "cause", "effect".
    pub ends: Option<(Text, Text)>,
    pub time: Time,
    /// Whether `lineage` follows it by default.
    pub lineage: bool,
    /// Name of its acyclic class: a cycle over relations of one class is a contradiction.
    pub acyclic: Option<Text>,
    /// Where an edge counts for its acyclic class.
    pub cycle_scope: CycleScope,
    /// The end that depends on the other one and is affected by its changes.
    pub dependent: Option<Dependent>,
    /// Role of the source towards the target in an argument.
    pub argues: Option<Argues>,
    /// Whether chains of it put a node on a side of a claim, so that a node on both sides is a contradiction.
    pub takes_sides: bool,
    /// Whether it passes on events, which are not dependences.
    pub event: Option<EventEnd>,
    /// Whether it means the same in both directions.
    pub symmetric: bool,
    /// Whether it connects layers: a lens on one layer keeps its edges between layers.
    pub bridges_layers: bool,
    pub writer: Writer,
    /// The relation of the same system that states the same fact from the other end, such as `child` for `parent`. A
    /// fact that files state from both ends is one fact: the second edge is a repetition.
    pub inverse: Option<Text>,
    /// Relations that contradict it between the same two nodes.
    pub opposes: Vec<Text>,
    /// Other names in use for the same relation.
    pub synonyms: Vec<Synonym>,
    /// Words for which this relation is suggested to a user who types them. They are not synonyms: an edge that has one
    /// as its relation remains unknown.
    pub words: Vec<Text>,
    /// Whether it runs against the other relations of its acyclic class: its target came first where their source did,
    /// or the other way round. Set by the registry.
    pub against_class: bool,
    /// The line of its declaration in the settings, if a user declared it.
    pub declared_at: Option<u32>,
}

impl Relation {
    /// A relation that reads as its name, without further properties.
    pub fn new(system: SystemId, name: impl Into<Text>) -> Self {
        let name = name.into();
        Self {
            system,
            outgoing: name.clone(),
            incoming: name.clone(),
            name,
            ends: None,
            time: Time::Timeless,
            lineage: false,
            acyclic: None,
            cycle_scope: CycleScope::Anywhere,
            dependent: None,
            argues: None,
            takes_sides: false,
            event: None,
            symmetric: false,
            bridges_layers: false,
            writer: Writer::Anyone,
            inverse: None,
            opposes: Vec::new(),
            synonyms: Vec::new(),
            words: Vec::new(),
            against_class: false,
            declared_at: None,
        }
    }

    /// The end that came first, if any: `from` or `to`.
    pub fn earlier_end(&self) -> Option<&'static str> {
        (self.time != Time::Timeless).then(|| name_of(&Time::NAMED, self.time))
    }

    /// The end that depends on the other one, if any: `from` or `to`.
    pub fn dependent_end(&self) -> Option<&'static str> {
        self.dependent.map(|_| name_of(&Dependent::NAMED, self.dependent))
    }
}

/// Origin of the edges of a relation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Writer {
    /// Users and their agents.
    Anyone,
    /// Only infrastructure.
    Infrastructure,
    /// Derived from a model's files; cannot be written.
    Files,
}

/// Which end of a relation came first.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Time {
    /// The source came first: a cause points at its effect.
    Forward,
    /// The target came first: a summary points at its evidence.
    Backward,
    /// The relation implies no order in time.
    Timeless,
}

impl Time {
    /// By the name of the earlier end.
    pub const NAMED: [(&'static str, Self); 3] =
        [("from", Self::Forward), ("to", Self::Backward), ("neither", Self::Timeless)];
}

/// The end of a relation that depends on the other one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Dependent {
    /// The source: a caller depends on its callee.
    From,
    /// The target: an effect depends on its cause.
    To,
}

impl Dependent {
    /// By the name of the dependent end.
    pub const NAMED: [(&'static str, Option<Self>); 3] =
        [("from", Some(Self::From)), ("to", Some(Self::To)), ("neither", None)];
}

/// The role of an edge's source in passing on events.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum EventEnd {
    Emits,
    Listens,
}

/// Role of an edge's source towards its target in an argument.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Argues {
    /// Supports the target; the target rests on the source.
    For,
    /// Rebuts the target.
    Against,
    /// Questions the target.
    Asks,
    /// Refines the target to fewer cases, and rests on it.
    Narrows,
    /// Derives from the target, and rests on it.
    Follows,
}

impl Argues {
    /// By the names that declarations and answers use.
    pub const NAMED: [(&'static str, Self); 5] = [
        ("supports", Self::For),
        ("rebuts", Self::Against),
        ("questions", Self::Asks),
        ("refines", Self::Narrows),
        ("derives-from", Self::Follows),
    ];

    pub fn name(self) -> &'static str {
        name_of(&Self::NAMED, self)
    }
}

/// The name of a value in a table of names.
fn name_of<T: Copy + PartialEq>(named: &[(&'static str, T)], value: T) -> &'static str {
    named.iter().find(|(_, known)| *known == value).map_or("", |(name, _)| name)
}

/// Another name for a relation. Using both fragments the graph.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Synonym {
    /// The name to avoid.
    pub name: Text,
    /// Whether source and target must be swapped.
    pub inverted: bool,
}

impl Synonym {
    pub fn new(name: impl Into<Text>) -> Self {
        Self { name: name.into(), inverted: false }
    }

    /// A synonym with source and target swapped.
    pub fn inverted(name: impl Into<Text>) -> Self {
        Self { name: name.into(), inverted: true }
    }

    pub fn spelling(&self) -> Spelling {
        if self.inverted { Spelling::Inverse } else { Spelling::Synonym }
    }
}

/// How a name refers to a relation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Spelling {
    /// The relation's own name.
    Own,
    /// A synonym.
    Synonym,
    /// A synonym with source and target swapped.
    Inverse,
}

/// The meaning of a name: a relation and how the name refers to it.
#[derive(Debug, Clone, Copy)]
pub struct Meaning<'r> {
    pub relation: &'r Relation,
    pub spelling: Spelling,
}

impl Meaning<'_> {
    /// Whether the edges run against the direction of their acyclic class, so that a search for cycles turns them: an
    /// inverse name, or a relation that points the other way in time than the first one of its class.
    pub fn is_turned_in_class(self) -> bool {
        (self.spelling == Spelling::Inverse) != self.relation.against_class
    }
}
