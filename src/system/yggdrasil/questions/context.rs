//! `context ID`: the context package of a node.

use crate::document::{Answer, Document, Line, Row, Section as Rows};
use crate::format::json::Sink;
use crate::graph::Node;
use crate::system::question::{Arguments, QuestionInput, Refusal, Reply};
use crate::system::yggdrasil::package::{NoPackage, Package, PackageFiles, Section};
use crate::system::yggdrasil::{RelationEntry, facts};
use crate::text;
use serde::Serialize;
use serde_json::{Map, Value};

pub(super) fn ask<'a>(input: &QuestionInput<'a>, arguments: &Arguments) -> Result<Reply<'a>, Refusal> {
    let typed = arguments.text("id").unwrap_or_default();
    let Some(node) = arguments.node("id").map(|node| input.graph.node(node)) else {
        return Err(Refusal::Negative(format!("unknown id {}", text::quoted(typed))));
    };
    let files = PackageFiles::within(input.disk.boundary);
    let package = Package::assemble(input.graph, facts(input.facts), &files, node);
    let package = package.map_err(|reason| Refusal::Negative(refusal(typed, node, &reason)))?;
    let (tokens, text) = (package.tokens(), package.text());
    Ok(Reply::new(PackageAnswer { package, tokens, text }))
}

struct PackageAnswer {
    package: Package,
    tokens: usize,
    text: String,
}

impl Answer for PackageAnswer {
    fn title(&self) -> String {
        format!("Context package of {}", self.package.node)
    }

    fn document(&self, _most: usize) -> Document<'_> {
        let lines = self.text.lines().map(|line| Row::of(Line::new().with_tabs(line)));
        let (warning, error) = (self.package.warning, self.package.error);
        let share = |limit: u64| format!("{:.1} % of {}", percent(self.tokens, limit), text::grouped(limit as usize));
        let budget = format!("{} (warning), {} (error)", share(warning), share(error));
        Document::new(vec![Rows::plain(lines)]).with_total(format!("{}: {budget}", text::count(self.tokens, "token")))
    }

    fn json(&self, sink: &mut Sink<'_>) -> serde_json::Result<()> {
        sink.put(&PackageWire::new(&self.package, self.tokens))
    }
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
