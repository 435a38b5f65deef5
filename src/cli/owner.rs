//! `owner FILE`: the node of an architecture model that owns a file; `owner --uncovered`: files without an owner.

use super::Outcome;
use super::args::OwnerArgs;
use super::context::{Context, no_model, say};
use super::drift::with_disk;
use crate::document::NodeWire;
use crate::document::{Line, Role};
use crate::document::{facts, id, title};
use crate::system::kit::file;
use crate::system::yggdrasil;
use crate::system::yggdrasil::drift::{Coverage, ForeignFiles, coverage};
use crate::system::yggdrasil::normalised;
use crate::system::yggdrasil::owner;
use crate::text;
use crate::workspace::Workspace;
use serde::Serialize;
use std::path::{Path, PathBuf};

pub(super) fn run(args: &OwnerArgs, context: &mut Context) -> anyhow::Result<Outcome> {
    match &args.file {
        Some(file) => owner_of(file, context),
        None => uncovered(context),
    }
}

/// Lists the files that no node owns.
fn uncovered(context: &mut Context) -> anyhow::Result<Outcome> {
    let workspace = context.load()?;
    if let Some(answer) = no_model(&workspace) {
        return Ok(answer);
    }
    let found = coverage_of(&workspace, context);
    if !context.out.is_human() {
        context.out.json(&CoverageWire::with_files(&found))?;
        return Ok(Outcome::Yes);
    }
    for file in &found.uncovered {
        context.out.line(&Line::new().plain(file))?;
    }
    context.out.flush()?;
    say("total", &format!("{} uncovered; {}", text::count(found.uncovered.len(), "file"), covered(&found)));
    Ok(Outcome::Yes)
}

/// The coverage of a workspace's models. Files of other systems are not counted.
pub(super) fn coverage_of(workspace: &Workspace, context: &Context) -> Coverage {
    let foreign = ForeignFiles::of(&workspace.settings.systems, &workspace.graph, &workspace.facts);
    with_disk(workspace, context, |disk| coverage(yggdrasil::facts(&workspace.facts), disk, &foreign))
}

/// `41 of 50 files covered (82 %)`.
pub(super) fn covered(found: &Coverage) -> String {
    if found.files == 0 {
        return "the project has no files".to_owned();
    }
    let (covered, files) = (text::grouped(found.covered()), text::count(found.files, "file"));
    format!("{covered} of {files} covered ({} %)", found.percent())
}

#[derive(Serialize)]
pub(super) struct CoverageWire<'a> {
    files: usize,
    covered: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    uncovered: Option<&'a [String]>,
}

impl<'a> CoverageWire<'a> {
    pub(super) fn new(found: &'a Coverage) -> Self {
        Self { files: found.files, covered: found.covered(), uncovered: None }
    }

    fn with_files(found: &'a Coverage) -> Self {
        Self { uncovered: Some(&found.uncovered), ..Self::new(found) }
    }
}

fn owner_of(typed: &Path, context: &mut Context) -> anyhow::Result<Outcome> {
    let workspace = context.load()?;
    let graph = &*workspace.graph;
    let here = std::env::current_dir().unwrap_or_default();
    let chosen = chosen(&workspace.root, &here, typed);
    let outside = || in_projects(&workspace, &chosen);
    let Some(file) = in_workspace(&workspace.root, &chosen).or_else(outside) else {
        anyhow::bail!("{} is outside the workspace {}", typed.display(), workspace.root.display());
    };
    let found = owner(graph, &file);
    let node = found.map(|found| graph.node(found.node));
    let mapped = found.and_then(|found| graph.node(found.mapped).file());
    if !context.out.is_human() {
        context.out.json(&OwnerWire { file: &file, owner: node.map(NodeWire::new), mapped })?;
    } else if let Some(node) = node {
        context.out.table([vec![id(node), facts(node), title(node)]], 0)?;
        let by = mapped.unwrap_or_default();
        context.out.line(&Line::of(Role::Dim, &format!("{file} is in {by}")))?;
    }
    if node.is_none() {
        context.out.flush()?;
        let file = text::quoted(&file);
        let no_model = yggdrasil::facts(&workspace.facts).models.is_empty();
        let why = if no_model { "no architecture model here" } else { "no node of the model maps it" };
        say("error", &format!("no owner of {file}: {why}"));
        return Ok(Outcome::No);
    }
    Ok(Outcome::Yes)
}

#[derive(Serialize)]
struct OwnerWire<'g> {
    file: &'g str,
    owner: Option<NodeWire<'g>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    mapped: Option<&'g str>,
}

/// Resolves a path argument: relative to the current folder if it exists there, otherwise relative to the workspace.
fn chosen(root: &Path, here: &Path, typed: &Path) -> PathBuf {
    let from_here = here.join(typed);
    let is_meant = typed.is_absolute() || from_here.exists();
    file::lexically_normalized(&if is_meant { from_here } else { root.join(typed) })
}

/// A path relative to the workspace, if it is inside it.
fn in_workspace(root: &Path, path: &Path) -> Option<String> {
    let below = path.strip_prefix(root).ok().map(Path::to_owned);
    // The same folder can have another path through a symlink.
    let real = || path.canonicalize().ok()?.strip_prefix(root).ok().map(Path::to_owned);
    normalised(below.or_else(real)?.to_str()?)
}

/// A path in a project outside the workspace, in the form of the model's mapped paths.
fn in_projects(workspace: &Workspace, path: &Path) -> Option<String> {
    let real = path.canonicalize().unwrap_or_else(|_| path.to_owned());
    yggdrasil::facts(&workspace.facts).models.iter().find_map(|model| {
        let project = workspace.root.join(&model.project).canonicalize().ok()?;
        let below = normalised(real.strip_prefix(project).ok()?.to_str()?)?;
        Some(format!("{}/{below}", model.project))
    })
}
