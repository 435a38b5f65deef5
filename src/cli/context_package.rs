//! `context ID`: the context package of a node of an architecture model.

use super::Outcome;
use super::args::ContextArgs;
use super::context::{Context, find_in_model, say};
use crate::document::Line;
use crate::graph::Node;
use crate::system::yggdrasil;
use crate::system::yggdrasil::RelationEntry;
use crate::system::yggdrasil::package::{NoPackage, Package, PackageFiles, Section};
use crate::text;
use serde::Serialize;
use serde_json::{Map, Value};

pub(super) fn run(args: &ContextArgs, context: &mut Context) -> anyhow::Result<Outcome> {
    let workspace = context.load()?;
    let graph = &*workspace.graph;
    let node = match find_in_model(graph, &args.id) {
        Ok(node) => node,
        Err(answer) => return Ok(answer),
    };
    let shelf = PackageFiles::within(&workspace.settings.boundary);
    let package = match Package::assemble(graph, yggdrasil::facts(&workspace.facts), &shelf, node) {
        Ok(package) => package,
        Err(reason) => {
            say("error", &refusal(&args.id, node, &reason));
            return Ok(Outcome::No);
        }
    };
    let tokens = package.tokens();
    if !context.out.is_human() {
        context.out.json(&PackageWire::new(&package, tokens))?;
        return Ok(Outcome::Yes);
    }
    for line in package.text().lines() {
        context.out.line(&Line::new().with_tabs(line))?;
    }
    context.out.flush()?;
    let share = |limit: u64| format!("{:.1} % of {}", percent(tokens, limit), text::grouped(limit as usize));
    let budget = format!("{} (warning), {} (error)", share(package.warning), share(package.error));
    say("total", &format!("{}: {budget}", text::count(tokens, "token")));
    Ok(Outcome::Yes)
}

/// The message for a node without a package.
fn refusal(id: &str, node: Node<'_>, reason: &NoPackage<'_>) -> String {
    let id = text::quoted(id);
    match reason {
        NoPackage::NotInModel => {
            let kind = node.kind().unwrap_or("nothing");
            format!("{id} is of kind {kind}; only nodes of the model have a context package")
        }
        NoPackage::BrokenRelations(node, relations) => {
            let shown = |relation: &&RelationEntry| {
                let (kind, target) = (text::plain(&relation.kind), text::quoted(&relation.target));
                format!("{kind} {target} ({}:{})", node.file, relation.line)
            };
            let broken: Vec<_> = relations.iter().map(shown).collect();
            let which = if broken.len() == 1 { "unknown target of a relation" } else { "unknown targets of relations" };
            format!("{id} has no context package: {which}: {}", broken.join(", "))
        }
    }
}

#[expect(clippy::cast_precision_loss, reason = "token counts are far below 2^52")]
fn percent(tokens: usize, limit: u64) -> f64 {
    if limit == 0 { 100.0 } else { tokens as f64 * 100.0 / limit as f64 }
}

#[derive(Serialize)]
struct PackageWire<'a> {
    node: &'a str,
    name: &'a str,
    tokens: usize,
    budget: BudgetWire,
    parts: Vec<SectionWire<'a>>,
}

#[derive(Serialize)]
struct BudgetWire {
    warning: u64,
    error: u64,
    /// Percentage of the error threshold.
    share: f64,
}

#[derive(Serialize)]
struct SectionWire<'a> {
    part: &'static str,
    #[serde(flatten)]
    attributes: Map<String, Value>,
    tokens: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    text: Option<&'a str>,
    files: Vec<FileWire<'a>>,
}

#[derive(Serialize)]
struct FileWire<'a> {
    name: &'a str,
    text: &'a str,
}

impl<'a> PackageWire<'a> {
    fn new(package: &'a Package, tokens: usize) -> Self {
        let part = |part: &'a Section| SectionWire {
            part: part.tag,
            attributes: part
                .attributes
                .iter()
                .map(|(name, value)| ((*name).to_owned(), value.clone().into()))
                .collect(),
            tokens: part.tokens(),
            text: part.before.as_deref().or(part.after.as_deref()),
            files: part.files.iter().map(|file| FileWire { name: &file.name, text: &file.text }).collect(),
        };
        let share = (percent(tokens, package.error) * 100.0).round() / 10_000.0;
        Self {
            node: &package.node,
            name: &package.name,
            tokens,
            budget: BudgetWire { warning: package.warning, error: package.error, share },
            parts: package.parts.iter().map(part).collect(),
        }
    }
}
