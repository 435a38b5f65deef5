//! Systems: the formats that refscope reads, each in a folder of its own.
//!
//! A [`System`] brings everything about one format: how a folder of it is recognised, its reader, its vocabulary, its
//! checks, its place in the tree, what to watch, the questions that only it answers, and its part in the answers to
//! general ones. [`all`] is the only list of them; no other module names one. `kit` holds what several share, `log` the
//! edge log.
//!
//! A malformed file yields findings instead of an error, so loading always continues.

pub mod adr;
mod all;
mod assumptions;
pub mod backstage;
pub mod beads;
pub mod causal;
pub mod check;
pub mod declared;
mod drift;
mod facts;
pub mod graph_json;
mod impact;
pub mod kit;
mod loaded;
pub mod log;
pub mod looks_like;
mod marker;
pub mod memory;
pub mod need;
pub mod note;
mod passage;
pub mod question;
pub mod reference;
pub mod sidecar;
mod statuses;
mod systems;
pub mod taskmaster;
mod text_format;
pub mod unit;
mod watched;
pub mod yggdrasil;

pub use all::built_in;
pub use assumptions::Assumptions;
pub use drift::{ChangedFile, NodeDrift};
pub use facts::{Fact, Facts};
pub use impact::{ChangedPart, ImpactOptions};
pub use kit::config_error::ConfigError;
pub use kit::json::FileRules;
pub use kit::{
    Allowed, Batches, Boundary, DEEPEST, Files, HOW_TO_ALLOW, Hashes, Progress, ReadLocation, ReadRequest, Sections,
    Suspects, file, frontmatter, is_reader, yaml,
};
pub use loaded::{Found, Loaded};
pub use marker::Marker;
pub use passage::Passage;
pub use question::{Arguments, Extra, Question, QuestionInput};
pub use statuses::{StatusMachine, Statuses};
pub use systems::{Systems, registry};
pub use text_format::TextFormat;
pub use watched::{Area, FileSearch, Reach, Watched};

use crate::document::Section;
use crate::finding::Finding;
use crate::graph::relation::Relation;
use crate::graph::{Cancelled, Graph, Node, NodeIx, SystemSpec};
use crate::pack::Unpacker;
use crate::query::{Contradiction, Impact, Task};
use check::{CheckInput, Disk, Summary};
use log::Log;
use serde_json::{Map, Value};
use std::collections::BTreeSet;
use std::fmt;
use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Files of a system that contain none of its nodes and edges, relative to the workspace.
#[derive(Debug, Default)]
pub struct FurtherFiles {
    pub files: Vec<String>,
    /// Folders whose own files belong to the system.
    pub folders: Vec<String>,
    /// Prefixes of paths, such as `kinds/`.
    pub trees: Vec<String>,
}

/// A format that refscope reads.
pub trait System: fmt::Debug + Send + Sync {
    /// Its id and the properties that merging and queries depend on.
    fn spec(&self) -> SystemSpec;

    /// Its relations, in the order in which they are listed to users.
    fn vocabulary(&self) -> Vec<Relation> {
        Vec::new()
    }

    /// This system with what a workspace configures for it, such as further relations; `None` if it is the same in all
    /// workspaces. Called at every refresh.
    fn configured(&self, _root: &Path) -> Option<Arc<dyn System>> {
        None
    }

    /// How a folder that contains it is recognised.
    fn markers(&self) -> Vec<Marker>;

    /// Whether it would read a file without a marker if the settings named it. For hints about a folder that is not a
    /// workspace.
    fn would_read(&self, _path: &Path) -> bool {
        false
    }

    /// The preset that it is: a declaration of records that users can apply to other files.
    fn preset(&self) -> Option<&'static declared::Preset> {
        None
    }

    /// The environment variable that names a workspace of this system.
    fn workspace_variable(&self) -> Option<&'static str> {
        None
    }

    /// The usual folder of a workspace in the user's home folder.
    fn home_folder(&self) -> Option<&'static str> {
        None
    }

    /// Endings of file names by which it recognises its files anywhere; other systems leave such files alone.
    fn claims(&self) -> &'static [&'static str] {
        &[]
    }

    /// Adds the files and folders to watch.
    fn watch(&self, watched: &mut Watched<'_>);

    /// Reads its files for the first time.
    fn load(&self, request: &ReadRequest<'_>) -> Box<dyn Loaded>;

    /// Restores the state that [`Loaded::pack`] wrote into a snapshot, before it is refreshed. `None` if the state
    /// cannot be used. A system that stores nothing reads its files instead.
    fn restore(
        &self,
        _from: &mut Unpacker<'_>,
        _file: &Arc<File>,
        request: &ReadRequest<'_>,
    ) -> Option<Box<dyn Loaded>> {
        Some(self.load(request))
    }

    /// Opens its logs, in the order in which their rows are merged.
    fn logs(&self, _request: &ReadRequest<'_>) -> Vec<Log> {
        Vec::new()
    }

    /// Reads the fields of nodes of one file from it again, for display, in the order of the nodes. A file with many
    /// nodes is read once for all of them. One file: that of [`Node::fields_file`].
    fn fields(&self, root: &Path, nodes: &[Node<'_>]) -> io::Result<Vec<Map<String, Value>>>;

    /// Reads the texts on which the truth of nodes in one file depends, for each of `nodes`.
    fn assumptions(
        &self,
        _root: &Path,
        _graph: &Graph,
        _file: &str,
        _nodes: &[NodeIx],
    ) -> io::Result<Vec<(NodeIx, Vec<String>)>> {
        Ok(Vec::new())
    }

    /// Its facts as of an earlier time, if they depend on it. `is_old` tells whether a file existed then.
    fn facts_as_of(&self, _now: &Facts, _graph: &Graph, _is_old: &dyn Fn(&str) -> bool) -> Option<Fact> {
        None
    }

    /// The statuses that nodes of a kind can have, if they can be changed in its files. `None` for an unknown kind.
    fn statuses<'f>(&self, _facts: &'f Facts, _kind: &str) -> Option<Statuses<'f>> {
        None
    }

    /// A node as a task: how far it is, and how urgent. `None` if it is not one.
    fn task(&self, _facts: &Facts, _node: Node<'_>) -> Option<Task> {
        None
    }

    /// Its relations that hold up a task: the end that depends on the other one can start when that one is done.
    fn blocking(&self) -> &'static [&'static str] {
        &[]
    }

    /// The lines of the doctor's report that its rules belong to.
    fn summaries(&self) -> Vec<Summary> {
        Vec::new()
    }

    /// Checks rules that need the whole graph.
    fn check(&self, _input: &CheckInput<'_>) -> Vec<Finding> {
        Vec::new()
    }

    /// Compares its files with others outside the graph. The result is in [`CheckInput::disk`] and available to views.
    fn check_disk(&self, _facts: &Facts, _disk: &Disk<'_>) -> Option<Fact> {
        None
    }

    /// Like [`System::check_disk`], at least for one node.
    fn check_disk_of(&self, facts: &Facts, disk: &Disk<'_>, _node: Node<'_>) -> Option<Fact> {
        self.check_disk(facts, disk)
    }

    /// Whether there is anything for [`System::check_disk`] to compare.
    fn has_records(&self, _facts: &Facts) -> bool {
        false
    }

    /// The line of the report that the findings of [`System::check_disk`] belong to.
    fn disk_check(&self) -> Option<&'static str> {
        None
    }

    /// The findings of [`System::check_disk`].
    fn disk_findings(&self, _input: &CheckInput<'_>) -> Vec<Finding> {
        Vec::new()
    }

    /// The drift of a node, in the results of [`System::check_disk`]: how its files differ from the record of them. `None`
    /// if there is no record.
    fn drift_of(&self, _found: &Facts, _node: Node<'_>) -> Option<NodeDrift> {
        None
    }

    /// All nodes with drift, in the results of [`System::check_disk`].
    fn drifted(&self, _found: &Facts, _graph: &Graph) -> Vec<NodeIx> {
        Vec::new()
    }

    /// The drift of all nodes, with at most `most` entries in each list. `found` has the results of
    /// [`System::check_disk`], once they are there.
    fn drift_sections<'a>(
        &self,
        _input: &QuestionInput<'a>,
        _found: Option<&'a Facts>,
        _most: usize,
    ) -> Vec<Section<'a>> {
        Vec::new()
    }

    /// The files and folders that [`System::check_disk`] reads, to watch them.
    fn tracked(&self, _facts: &Facts, _root: &Path) -> BTreeSet<PathBuf> {
        BTreeSet::new()
    }

    /// Files that belong to it although no node or edge is written in them.
    fn further_files(&self, _graph: &Graph, _facts: &Facts) -> FurtherFiles {
        FurtherFiles::default()
    }

    /// The codes of its rules about cycles.
    fn cycle_codes(&self) -> &'static [&'static str] {
        &[]
    }

    /// The codes of its rules about contradictions.
    fn contradiction_codes(&self) -> &'static [&'static str] {
        &[]
    }

    /// The finding for a contradiction, if it is one of its own.
    fn contradiction(&self, _graph: &Graph, _found: &Contradiction) -> Option<Finding> {
        None
    }
    /// The questions that only it answers.
    fn questions(&self) -> &'static [Question] {
        &[]
    }

    /// What else is known about one of its nodes, for the detail of a node.
    fn sections_about<'g>(&self, _graph: &'g Graph, _node: Node<'g>) -> Vec<Section<'g>> {
        Vec::new()
    }

    /// Further counts of a workspace, for `stats`.
    fn counts<'a>(&self, _input: &QuestionInput<'a>) -> Vec<Box<dyn Extra + 'a>> {
        Vec::new()
    }

    /// What a change of a node concerns beside its dependents, for `impact`. Always the same lists: they are empty for a
    /// node of another system, and without a node, if only a part of it changes.
    /// Incomplete if cancelled.
    fn concerned<'g>(
        &self,
        _graph: &'g Graph,
        _node: Option<NodeIx>,
        _cancelled: Cancelled<'_>,
    ) -> Vec<Box<dyn Extra + 'g>> {
        Vec::new()
    }

    /// The options that it adds to `impact`.
    fn impact_options(&self) -> ImpactOptions {
        ImpactOptions::default()
    }

    /// The part of a node that changes, if the options of `impact` name one.
    fn changed_part<'a>(
        &self,
        _input: &QuestionInput<'a>,
        _node: NodeIx,
        _options: &Arguments,
    ) -> Option<ChangedPart<'a>> {
        None
    }

    /// What the options of `impact` ask for in addition.
    fn impact_extras<'a>(
        &self,
        _input: &QuestionInput<'a>,
        _found: &Impact,
        _options: &Arguments,
    ) -> Vec<Box<dyn Extra + 'a>> {
        Vec::new()
    }
}
