//! [`Question`]: a question that only one system answers, as data.
//!
//! The system registers it with [`System::questions`](super::System::questions). The command line makes a command from
//! its parameters, looks up the nodes and files that the user names, and prints the [`Answer`]. What a system adds to
//! the answer of a general question, such as `impact`, is an [`Extra`].

use super::check::Disk;
use super::{Facts, Systems};
use crate::document::{Answer, Notice, Section};
use crate::graph::{Graph, NodeIx};
use serde::{Serialize, Serializer};
use serde_json::Value;
use std::collections::BTreeMap;
use std::path::PathBuf;

/// A question that a system answers, and the command that asks it.
#[derive(Debug)]
pub struct Question {
    /// The name of the command.
    pub name: &'static str,
    /// Its help: one sentence without a trailing period.
    pub about: &'static str,
    pub parameters: &'static [Parameter],
    /// The commands below it, which take other parameters.
    pub below: &'static [Self],
    /// Why it cannot be asked about the past, if so.
    pub only_now: Option<&'static str>,
    /// Whether it changes the workspace, unless its parameters say otherwise.
    pub writes: bool,
    pub ask: Ask,
}

/// Answers a question.
pub type Ask = for<'a> fn(&QuestionInput<'a>, &Arguments) -> Result<Reply<'a>, Refusal>;

/// What is typed in place of a parameter.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// A node of the system. The text says what it is a part of, such as "an architecture model".
    Node(&'static str),
    /// An id that the question looks up itself.
    Id,
    /// One or several of these.
    Ids,
    Text,
    /// A file, relative to the current folder or the workspace.
    File,
    /// Nothing: the parameter is given or not.
    Flag,
}

/// A parameter of a question.
#[derive(Debug, Clone, Copy)]
pub struct Parameter {
    pub name: &'static str,
    /// What its help calls the value; empty for a flag.
    pub value: &'static str,
    pub about: &'static str,
    pub kind: Kind,
    /// Whether it has no name on the command line.
    pub is_positional: bool,
    pub is_required: bool,
    /// The parameter that it is required without.
    pub required_unless: Option<&'static str>,
    /// The parameter that it cannot be combined with.
    pub conflicts_with: Option<&'static str>,
    /// Why a question with it cannot be asked about the past, if so.
    pub only_now: Option<&'static str>,
}

impl Parameter {
    const fn new(name: &'static str, value: &'static str, kind: Kind, about: &'static str) -> Self {
        Self {
            name,
            value,
            about,
            kind,
            is_positional: false,
            is_required: false,
            required_unless: None,
            conflicts_with: None,
            only_now: None,
        }
    }

    /// A parameter that is named by its position.
    pub const fn positional(name: &'static str, value: &'static str, kind: Kind, about: &'static str) -> Self {
        Self { is_positional: true, ..Self::new(name, value, kind, about) }
    }

    /// An option with a value.
    pub const fn option(name: &'static str, value: &'static str, kind: Kind, about: &'static str) -> Self {
        Self::new(name, value, kind, about)
    }

    pub const fn flag(name: &'static str, about: &'static str) -> Self {
        Self::new(name, "", Kind::Flag, about)
    }

    #[must_use]
    pub const fn required(self) -> Self {
        Self { is_required: true, ..self }
    }

    /// Required unless another parameter is given, with which it cannot be combined.
    #[must_use]
    pub const fn instead_of(self, other: &'static str) -> Self {
        Self { required_unless: Some(other), conflicts_with: Some(other), ..self }
    }

    #[must_use]
    pub const fn without(self, other: &'static str) -> Self {
        Self { conflicts_with: Some(other), ..self }
    }

    #[must_use]
    pub const fn only_now(self, why: &'static str) -> Self {
        Self { only_now: Some(why), ..self }
    }
}

/// The value of a parameter that was given.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Argument {
    Flag,
    /// The texts, and the node that they name for a parameter of kind [`Kind::Node`].
    Texts(Vec<String>, Option<NodeIx>),
    /// A path as typed, and as found.
    File(PathBuf, PathBuf),
}

/// The parameters that were given, by name.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Arguments(BTreeMap<&'static str, Argument>);

impl Arguments {
    pub fn set(&mut self, name: &'static str, argument: Argument) {
        self.0.insert(name, argument);
    }

    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub fn has(&self, name: &str) -> bool {
        self.0.contains_key(name)
    }

    pub fn texts(&self, name: &str) -> &[String] {
        if let Some(Argument::Texts(texts, _)) = self.0.get(name) { texts } else { &[] }
    }

    pub fn text(&self, name: &str) -> Option<&str> {
        self.texts(name).first().map(String::as_str)
    }

    pub fn node(&self, name: &str) -> Option<NodeIx> {
        if let Some(Argument::Texts(_, node)) = self.0.get(name) { *node } else { None }
    }

    /// A path as typed, and as found.
    pub fn file(&self, name: &str) -> Option<(&PathBuf, &PathBuf)> {
        if let Some(Argument::File(typed, path)) = self.0.get(name) { Some((typed, path)) } else { None }
    }
}

/// What a question is asked about: a workspace.
#[derive(Clone, Copy)]
pub struct QuestionInput<'a> {
    pub graph: &'a Graph,
    pub facts: &'a Facts,
    pub systems: &'a Systems,
    pub disk: Disk<'a>,
}

/// The answer to a question, and the files that it replaces.
pub struct Reply<'a> {
    pub answer: Box<dyn Answer + 'a>,
    /// To write before the answer is shown.
    pub records: Vec<Records>,
}

impl<'a> Reply<'a> {
    pub fn new(answer: impl Answer + 'a) -> Self {
        Self { answer: Box::new(answer), records: Vec::new() }
    }
}

/// Files that record the state of other files, in a folder of their own.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Records {
    pub folder: PathBuf,
    /// Whether a single file is at this path, which the folder replaces.
    pub replaces_file: bool,
    /// Files in the folder, with their new content.
    pub files: Vec<(PathBuf, String)>,
    /// Files in the folder to remove, together with folders that become empty.
    pub stale: Vec<PathBuf>,
}

/// Why a question has no answer.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// What the user named does not exist: a negative answer.
    #[error("{0}")]
    Negative(String),
    #[error("{0}")]
    Failed(String),
}

/// A part that a system adds to the answer of a general question: one list or value, with one name everywhere.
pub trait Extra {
    /// Its key in JSON.
    fn key(&self) -> &'static str;

    /// The part for people, with at most `most` entries.
    fn section(&self, most: usize) -> Section<'_>;

    /// The part for programs.
    fn json(&self) -> ExtraJson<'_>;

    /// What it adds to the counts, such as `3 below it`.
    fn total(&self) -> Option<String> {
        None
    }

    fn notices(&self) -> Vec<Notice> {
        Vec::new()
    }
}

/// The JSON of an [`Extra`].
pub enum ExtraJson<'a> {
    Value(Value),
    /// Entries that are made one by one.
    List(usize, Box<dyn Fn(usize) -> Value + 'a>),
}

impl<'a> ExtraJson<'a> {
    /// A value; null if it cannot be serialised.
    pub fn of(value: &impl Serialize) -> Self {
        Self::Value(serde_json::to_value(value).unwrap_or_default())
    }

    pub fn list<T, W: Serialize>(entries: &'a [T], wire: impl Fn(&'a T) -> W + 'a) -> Self {
        Self::List(entries.len(), Box::new(move |at| serde_json::to_value(wire(&entries[at])).unwrap_or_default()))
    }
}

impl Serialize for ExtraJson<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Value(value) => value.serialize(serializer),
            Self::List(length, entry) => serializer.collect_seq((0..*length).map(entry)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all() -> Vec<&'static Question> {
        let systems = Systems::built_in();
        systems.questions().flat_map(|(_, question)| std::iter::once(question).chain(question.below)).collect()
    }

    #[test]
    fn parameters_refer_to_parameters_of_the_same_question() {
        assert!(all().len() > 5);
        for question in all() {
            let names: Vec<_> = question.parameters.iter().map(|parameter| parameter.name).collect();
            for parameter in question.parameters {
                let others = parameter.required_unless.into_iter().chain(parameter.conflicts_with);
                assert!(others.clone().all(|other| names.contains(&other)), "{} {}", question.name, parameter.name);
                assert_eq!(parameter.kind == Kind::Flag, parameter.value.is_empty(), "{}", parameter.name);
            }
        }
    }

    #[test]
    fn entries_of_an_extra_are_serialised_in_order() {
        let list = ExtraJson::list(&[1, 2, 3], |number| BTreeMap::from([("number", number)]));
        assert_eq!(serde_json::to_string(&list).unwrap(), r#"[{"number":1},{"number":2},{"number":3}]"#);
        assert_eq!(serde_json::to_string(&ExtraJson::of(&"x")).unwrap(), r#""x""#);
    }
}
