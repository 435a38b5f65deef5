//! Questions that only one system answers: looks up what the user names, asks the system, prints its answer.

use super::Outcome;
use super::args::{TypedArgument, TypedQuestion};
use super::context::{Context, find_in_system, say};
use crate::edge_log::DriftRecords;
use crate::graph::SystemId;
use crate::system::kit::file;
use crate::system::question::{Argument, Arguments, Kind, QuestionInput, Refusal};
use crate::workspace::Workspace;
use std::path::{Path, PathBuf};

pub(super) fn run(typed: &TypedQuestion, context: &mut Context) -> anyhow::Result<Outcome> {
    let workspace = context.load()?;
    let arguments = match resolved(&typed.arguments, typed.system, &workspace) {
        Ok(arguments) => arguments,
        Err(outcome) => return Ok(outcome),
    };
    let hashes = context.hashes(&workspace);
    let (graph, facts, systems) = (&workspace.graph, &workspace.facts, &workspace.settings.systems);
    let input = QuestionInput { graph, facts, systems, disk: hashes.disk(&workspace) };
    let reply = match (typed.question.ask)(&input, &arguments) {
        Ok(reply) => reply,
        Err(Refusal::Negative(why)) => {
            say("error", &why);
            return Ok(Outcome::No);
        }
        Err(failed @ Refusal::Failed(_)) => return Err(failed.into()),
    };
    hashes.save();
    for records in &reply.records {
        let records = DriftRecords { boundary: &workspace.settings.boundary, records };
        records.write()?.iter().for_each(|warning| say("warning", warning));
    }
    context.present(&*reply.answer, usize::MAX)
}

/// Looks up the nodes and files that the arguments name. Reports those that are not found.
pub(super) fn resolved(typed: &[TypedArgument], system: SystemId, workspace: &Workspace) -> Result<Arguments, Outcome> {
    let mut arguments = Arguments::default();
    for TypedArgument { parameter, texts, file } in typed {
        let argument = match (parameter.kind, file) {
            (Kind::Flag, _) => Argument::Flag,
            (_, Some(file)) => {
                let here = std::env::current_dir().unwrap_or_default();
                Argument::File(file.clone(), chosen(&workspace.root, &here, file))
            }
            (Kind::Node(of), None) => {
                let id = texts.first().map(String::as_str).unwrap_or_default();
                let node = find_in_system(&workspace.graph, id, system, of)?.ix();
                Argument::Texts(texts.clone(), Some(node))
            }
            (_, None) => Argument::Texts(texts.clone(), None),
        };
        arguments.set(parameter.name, argument);
    }
    Ok(arguments)
}

/// Resolves a path argument: relative to the current folder if it exists there, otherwise relative to the workspace.
fn chosen(root: &Path, here: &Path, typed: &Path) -> PathBuf {
    let from_here = here.join(typed);
    let is_meant = typed.is_absolute() || from_here.exists();
    file::lexically_normalized(&if is_meant { from_here } else { root.join(typed) })
}
