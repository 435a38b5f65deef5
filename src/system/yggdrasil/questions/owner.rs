//! `owner FILE`: the node that owns a file; `owner --uncovered`: files without an owner.

use super::coverage::Uncovered;
use crate::document::{Answer, Document, Line, NodeWire, Notice, Role, Row, Section, facts, id, title};
use crate::format::json::Sink;
use crate::graph::Graph;
use crate::system::question::{Arguments, QuestionInput, Refusal, Reply};
use crate::system::yggdrasil::{self, Owner, normalised, owner};
use crate::text;
use serde::Serialize;
use std::path::{Path, PathBuf};

pub(super) fn ask<'a>(input: &QuestionInput<'a>, arguments: &Arguments) -> Result<Reply<'a>, Refusal> {
    let Some((typed, path)) = arguments.file("file") else { return Uncovered::ask(input) };
    let root = input.disk.root;
    let Some(file) = in_workspace(root, path).or_else(|| in_projects(input, path)) else {
        return Err(Refusal::Failed(format!("{} is outside the workspace {}", typed.display(), root.display())));
    };
    let has_model = !yggdrasil::facts(input.facts).models.is_empty();
    Ok(Reply::new(OwnerAnswer { graph: input.graph, found: owner(input.graph, &file), file, has_model }))
}

struct OwnerAnswer<'a> {
    graph: &'a Graph,
    file: String,
    found: Option<Owner>,
    has_model: bool,
}

impl OwnerAnswer<'_> {
    fn mapped(&self) -> Option<&str> {
        self.found.and_then(|found| self.graph.node(found.mapped).file())
    }

    fn rows(&self, found: Owner) -> [Row; 2] {
        let node = self.graph.node(found.node);
        // One cell, so that the length of the second row does not move the columns of the first.
        let words = [id(node), facts(node), title(node)].into_iter().filter(|line| !line.is_empty());
        let first = words.reduce(|line, next| line.plain("  ").and_line(next)).unwrap_or_default();
        let by = format!("{} is in {}", self.file, self.mapped().unwrap_or_default());
        [Row::of(first).to(found.node), Row::of(Line::of(Role::Dim, &by)).to(found.mapped)]
    }
}

impl Answer for OwnerAnswer<'_> {
    fn title(&self) -> String {
        format!("Owner of {}", self.file)
    }

    fn document(&self, _most: usize) -> Document<'_> {
        Document::new(vec![Section::plain(self.found.into_iter().flat_map(|found| self.rows(found)))])
    }

    fn json(&self, sink: &mut Sink<'_>) -> serde_json::Result<()> {
        let owner = self.found.map(|found| NodeWire::new(self.graph.node(found.node)));
        sink.put(&OwnerWire { file: &self.file, owner, mapped: self.mapped() })
    }

    fn is_negative(&self) -> bool {
        self.found.is_none()
    }

    fn notices(&self) -> Vec<Notice> {
        let why = if self.has_model { "no node of the model maps it" } else { "no architecture model here" };
        let message = || Notice::error(format!("no owner of {}: {why}", text::quoted(&self.file)));
        self.found.is_none().then(message).into_iter().collect()
    }
}

#[derive(Serialize)]
struct OwnerWire<'g> {
    file: &'g str,
    owner: Option<NodeWire<'g>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    mapped: Option<&'g str>,
}

/// A path relative to the workspace, if it is inside it.
fn in_workspace(root: &Path, path: &Path) -> Option<String> {
    let below = path.strip_prefix(root).ok().map(Path::to_owned);
    // The same folder can have another path through a symlink.
    let real = || path.canonicalize().ok()?.strip_prefix(root).ok().map(Path::to_owned);
    normalised(below.or_else(real)?.to_str()?)
}

/// A path in a project outside the workspace, in the form of the model's mapped paths.
fn in_projects(input: &QuestionInput<'_>, path: &PathBuf) -> Option<String> {
    let real = path.canonicalize().unwrap_or_else(|_| path.clone());
    yggdrasil::facts(input.facts).models.iter().find_map(|model| {
        let project = input.disk.root.join(&model.project).canonicalize().ok()?;
        let below = normalised(real.strip_prefix(project).ok()?.to_str()?)?;
        Some(format!("{}/{below}", model.project))
    })
}
