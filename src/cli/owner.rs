//! `owner FILE`: the node of an architecture model that owns a file.

use super::Answer;
use super::args::OwnerArgs;
use super::context::{Context, say};
use super::human::{facts, id, title};
use super::paint::{Line, Role};
use super::wire::NodeWire;
use crate::query::owner;
use crate::source::yggdrasil::normalised;
use crate::text;
use serde::Serialize;
use std::path::{Component, Path, PathBuf};

pub(super) fn run(args: &OwnerArgs, context: &mut Context) -> anyhow::Result<Answer> {
    let workspace = context.load()?;
    let graph = &*workspace.graph;
    let here = std::env::current_dir().unwrap_or_default();
    let Some(file) = in_workspace(&workspace.root, &here, &args.file) else {
        anyhow::bail!("{} lies outside the workspace {}", args.file.display(), workspace.root.display());
    };
    let found = owner(graph, &file);
    let node = found.map(|found| graph.node(found.node));
    let mapped = found.and_then(|found| graph.node(found.mapped).file());
    if !context.out.is_human() {
        context.out.json(&OwnerWire { file: &file, owner: node.map(NodeWire::new), mapped })?;
    } else if let Some(node) = node {
        context.out.table([vec![id(node), facts(node), title(node)]], 0)?;
        let by = mapped.unwrap_or_default();
        context.out.line(&Line::of(Role::Dim, &format!("{file} lies in {by}")))?;
    }
    if node.is_none() {
        context.out.flush()?;
        let file = text::quoted(&file);
        let no_model = workspace.facts.yggdrasil.models.is_empty();
        let why = if no_model { "there is no architecture model here" } else { "no node of the model maps it" };
        say("error", &format!("nobody owns {file}: {why}"));
        return Ok(Answer::No);
    }
    Ok(Answer::Yes)
}

#[derive(Serialize)]
struct OwnerWire<'g> {
    file: &'g str,
    owner: Option<NodeWire<'g>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    mapped: Option<&'g str>,
}

/// A typed path as seen from the workspace: one that exists here is meant as seen from here, any other as seen from the
/// workspace.
fn in_workspace(root: &Path, here: &Path, typed: &Path) -> Option<String> {
    let from_here = here.join(typed);
    let chosen = if typed.is_absolute() || from_here.exists() { from_here } else { root.join(typed) };
    let plain = without_dots(&chosen);
    let below = plain.strip_prefix(root).ok().map(Path::to_owned);
    // The same folder can have another name here, through a link.
    let real = || chosen.canonicalize().ok()?.strip_prefix(root).ok().map(Path::to_owned);
    normalised(below.or_else(real)?.to_str()?)
}

fn without_dots(path: &Path) -> PathBuf {
    let mut plain = PathBuf::new();
    for part in path.components() {
        match part {
            Component::ParentDir => {
                plain.pop();
            }
            Component::CurDir => {}
            part => plain.push(part),
        }
    }
    plain
}
