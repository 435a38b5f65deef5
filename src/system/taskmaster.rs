//! Reader for the tasks of Taskmaster: `.taskmaster/tasks/tasks.json`, or the older `tasks/tasks.json`.
//!
//! A file contains tags, each with its own numbering of tasks; a task contains subtasks. Both are nodes, and depend on
//! other tasks of their tag.

mod checks;
mod parse;
mod rules;
mod task_files;
#[cfg(test)]
mod tests;
mod vocabulary;

use self::task_files::TaskFiles;
use super::check::{CheckInput, Summary};
use super::kit::ReadRequest;
use super::kit::fixed_files::{FixedFiles, FixedPath};
use super::kit::json::{JsonFile, with_small_json};
use super::kit::wanted_fields::{WantedFields, as_json, file_of, read_fields};
use super::{Loaded, Marker, System, Watched};
use crate::finding::Finding;
use crate::graph::relation::Relation;
use crate::graph::{Batch, Dangling, Node, SystemId, SystemSpec, TreePath};
use crate::pack::Unpacker;
use serde_json::{Map, Value};
use std::fs::File;
use std::io;
use std::path::Path;
use std::sync::Arc;

pub const SYSTEM: SystemId = SystemId::new(80, "taskmaster");

/// Tasks with tags, subtasks and dependencies.
#[derive(Debug)]
pub struct Tasks;

const TAGGED: FixedPath = FixedPath::new(".taskmaster/tasks/tasks.json");

/// Many programs have a file of this name.
const OLDER: FixedPath = FixedPath { path: "tasks/tasks.json", only_with: Some(".taskmasterconfig") };

static FILES: FixedFiles = FixedFiles {
    system: SYSTEM,
    rules: &rules::FILES,
    paths: &[TAGGED, OLDER],
    beside: &[task_files::STATE],
    is_wanted: |path| path.file_name().is_some_and(|name| name == "tasks.json"),
};

impl System for Tasks {
    fn spec(&self) -> SystemSpec {
        SystemSpec {
            id_duplicate: &rules::ID_DUPLICATE,
            dangling: Dangling::OwnCheck,
            tree_path,
            prose: &["title", "description", "details", "testStrategy"],
            ..SystemSpec::new(SYSTEM)
        }
    }

    fn vocabulary(&self) -> Vec<Relation> {
        vocabulary::vocabulary()
    }

    fn markers(&self) -> Vec<Marker> {
        let has_tagged = |folder: &Path| TAGGED.is_in(folder);
        let has_older = |folder: &Path| OLDER.is_in(folder);
        vec![
            Marker { name: TAGGED.path, is_there: has_tagged, is_sure: has_tagged },
            Marker { name: "tasks/tasks.json with .taskmasterconfig", is_there: has_older, is_sure: has_older },
        ]
    }

    fn would_read(&self, path: &Path) -> bool {
        (FILES.is_wanted)(path)
            && with_small_json(path, |json| json.fields().is_some_and(|all| !parse::tags(&all).0.is_empty()))
    }

    fn watch(&self, watched: &mut Watched<'_>) {
        FILES.watch(watched);
    }

    fn load(&self, request: &ReadRequest<'_>) -> Box<dyn Loaded> {
        Box::new(TaskFiles::read(request))
    }

    fn restore(&self, from: &mut Unpacker<'_>, file: &Arc<File>, _: &ReadRequest<'_>) -> Option<Box<dyn Loaded>> {
        Some(Box::new(TaskFiles::unpack(from, file)?))
    }

    fn fields(&self, root: &Path, nodes: &[Node<'_>]) -> io::Result<Vec<Map<String, Value>>> {
        read_fields(root, file_of(nodes), nodes, fields)
    }

    fn summaries(&self) -> Vec<Summary> {
        vec![checks::summary()]
    }

    fn check(&self, input: &CheckInput<'_>) -> Vec<Finding> {
        checks::check(input.graph, input.cancelled).collect()
    }

    fn cycle_codes(&self) -> &'static [&'static str] {
        &[checks::CYCLE_CODE]
    }
}

/// Parses a text as a file with this name.
pub fn parse(shown: &str, text: &str) -> Batch {
    let mut batch = Batch::new(SYSTEM, 0);
    parse::read(&JsonFile { shown: shown.to_owned(), text: text.to_owned(), modified: 0 }, None, &mut batch);
    batch
}

/// Arranges tasks by tag, and subtasks below their tasks.
fn tree_path(node: Node<'_>) -> TreePath<'_> {
    let (tag, key) = node.id().rsplit_once('/').unwrap_or(("", node.id()));
    match key.split_once('.').filter(|_| node.kind() == Some(parse::SUBTASK)) {
        Some((task, _)) => vec![tag.into(), task.into(), key.into()],
        None => vec![tag.into(), key.into()],
    }
}

/// Collects the fields of tasks, for display. Dependencies and subtasks are left out because they are edges and nodes.
fn fields(text: &str, wanted: &mut WantedFields<'_>) -> io::Result<()> {
    let Some(fields) = as_json(text)?.fields() else { return Ok(()) };
    let is_shown = |name: &str| !["dependencies", "subtasks"].contains(&name);
    for tag in parse::tags(&fields).0 {
        tag.each(|task, _| wanted.add(&parse::node_id(&tag.name, &task.key), || task.fields.to_map(is_shown)));
    }
    Ok(())
}
