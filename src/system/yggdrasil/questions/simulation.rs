//! `impact --simulate`: compares the context packages of affected nodes at the last commit and now.

use crate::document::{Line, Notice, Role, Row, Section};
use crate::graph::{Graph, GraphBuilder, NodeIx};
use crate::query::Impact;
use crate::system::question::{Arguments, Extra, ExtraJson, QuestionInput};
use crate::system::yggdrasil::committed::{Committed, committed};
use crate::system::yggdrasil::drift::{self, Entry};
use crate::system::yggdrasil::impact::{ModelImpact, model_impact};
use crate::system::yggdrasil::package::{Package, PackageFiles};
use crate::system::yggdrasil::{Facts, SYSTEM, facts, load};
use crate::system::{Boundary, Progress, registry};
use crate::text::grouped;
use serde::Serialize;
use std::collections::HashSet;

/// The packages of the affected nodes.
#[derive(Serialize)]
pub(in crate::system::yggdrasil) struct Simulation {
    /// The commit to compare with.
    base: Option<String>,
    packages: Vec<PackageChange>,
    /// Why there is no base to compare with.
    #[serde(skip)]
    obstacle: Option<String>,
    /// The node of each package, if it exists.
    #[serde(skip)]
    nodes: Vec<NodeIx>,
}

#[derive(Serialize)]
struct PackageChange {
    node: String,
    /// Tokens; `None` if the node did not exist or had no package.
    before: Option<usize>,
    after: Option<usize>,
    budget: Budget,
    drift: Option<&'static str>,
}

/// A package compared with the limits of its model.
#[derive(Serialize)]
struct Budget {
    warning: u64,
    error: u64,
    before: Option<&'static str>,
    after: Option<&'static str>,
}

impl Simulation {
    pub(in crate::system::yggdrasil) fn new(input: &QuestionInput<'_>, found: &Impact, options: &Arguments) -> Self {
        let graph = input.graph;
        // A method concerns no part of the model as a whole.
        let model = if options.has("method") {
            ModelImpact::default()
        } else {
            model_impact(graph, found.root, input.disk.cancelled)
        };
        let nodes = affected(graph, found, &model);
        let wanted: HashSet<_> = nodes.iter().map(|ix| graph.node(*ix).id()).collect();
        let facts = facts(input.facts);
        let (base, obstacle) = match Base::of(input) {
            Ok(base) => (Some(base), None),
            Err(why) => (None, Some(why)),
        };
        let drift = drift::check_selected(facts, &input.disk, |id| wanted.contains(id));
        let now = Packages { graph, facts, files: PackageFiles::within(input.disk.boundary) };
        let before = base.as_ref().map(Base::packages);
        let change = |ix: &NodeIx| {
            let id = graph.node(*ix).id();
            let (before, after) = (before.as_ref().and_then(|before| before.of(id)), now.of(id));
            let limits = after.as_ref().or(before.as_ref()).map_or((0, 0), |package| (package.warning, package.error));
            let [before, after] = [before, after].map(|package| package.as_ref().map(Package::tokens));
            let level = |tokens: Option<usize>| tokens.map(|tokens| level(tokens, limits));
            let budget = Budget { warning: limits.0, error: limits.1, before: level(before), after: level(after) };
            let drift = drift.recorded_of(id).map(|entry: &Entry| entry.status.name());
            PackageChange { node: id.to_owned(), before, after, budget, drift }
        };
        let packages = nodes.iter().map(change).collect();
        Self { base: base.map(|base| base.committed.commit), packages, obstacle, nodes }
    }
}

impl Extra for Simulation {
    fn key(&self) -> &'static str {
        "simulation"
    }

    fn section(&self, most: usize) -> Section<'_> {
        let since =
            self.base.as_ref().map_or_else(String::new, |base| format!(" since {}", &base[..base.len().min(8)]));
        let tokens = |tokens: Option<usize>| tokens.map_or_else(|| "none".to_owned(), grouped);
        let row = move |(change, node): (&PackageChange, &NodeIx)| {
            let role = match change.budget.after {
                Some("error") => Role::Bad,
                Some("warning") => Role::Warn,
                _ => Role::Dim,
            };
            let limit = change.budget.after.map(|level| match level {
                "ok" => format!("of {}", grouped(change.budget.warning as usize)),
                level => format!("{level} from {}", grouped(limit_of(&change.budget, level) as usize)),
            });
            let drift = change.drift.filter(|status| *status != "ok").unwrap_or_default();
            let [before, after] = [change.before, change.after].map(tokens);
            let row = Row::of(Line::of(Role::Id, &change.node));
            let row = row.phrase(Line::new().plain(&format!("{before} -> {after} tokens")));
            [row.phrase(Line::of(role, &limit.unwrap_or_default())).phrase(Line::of(Role::Warn, drift)).to(*node)]
        };
        let entries = self.packages.iter().zip(&self.nodes);
        Section::list(self.key(), most, entries, row).about(format!("context packages{since}"))
    }

    fn json(&self) -> ExtraJson<'_> {
        ExtraJson::of(self)
    }

    fn notices(&self) -> Vec<Notice> {
        let hint = |why| Notice::hint(format!("cannot compare the packages: {why}"));
        self.obstacle.iter().map(hint).collect()
    }
}

fn limit_of(budget: &Budget, level: &str) -> u64 {
    if level == "error" { budget.error } else { budget.warning }
}

/// The level of a number of tokens; limits are inclusive.
fn level(tokens: usize, (warning, error): (u64, u64)) -> &'static str {
    match tokens as u64 {
        tokens if tokens >= error => "error",
        tokens if tokens >= warning => "warning",
        _ => "ok",
    }
}

/// The changed node and all affected model nodes that can have a package, without duplicates, in the order of the
/// answer.
fn affected(graph: &Graph, found: &Impact, model: &ModelImpact) -> Vec<NodeIx> {
    let direct = found.direct.iter().map(|one| one.node);
    let transitive = found.transitive.iter().map(|one| one.node);
    let events = found.events.iter().map(|event| event.node);
    let below = model.descendants.iter().map(|(node, _)| *node);
    let carriers = model.carriers.iter().map(|(node, _)| *node);
    let all = std::iter::once(found.root).chain(direct).chain(transitive).chain(events).chain(below).chain(carriers);
    let mut met: HashSet<NodeIx> = HashSet::new();
    let nodes = all.filter(|ix| met.insert(*ix)).map(|ix| graph.node(ix));
    let of_models = nodes.filter(|node| node.system() == SYSTEM && !node.is_missing());
    let is_package = |id: &str| !["aspect:", "flow:", "file:"].iter().any(|start| id.starts_with(start));
    of_models.filter(|node| is_package(node.id())).map(|node| node.ix()).collect()
}

/// The models of a graph with their files.
struct Packages<'a> {
    graph: &'a Graph,
    facts: &'a Facts,
    files: PackageFiles,
}

impl Packages<'_> {
    fn of(&self, id: &str) -> Option<Package> {
        let node = self.graph.with_id(id).find(|node| node.system() == SYSTEM && !node.is_missing())?;
        Package::assemble(self.graph, self.facts, &self.files, node).ok()
    }
}

/// The first model at the last commit. Packages are read from its files, so the checkout must outlive them.
struct Base {
    committed: Committed,
    graph: Graph,
    facts: Facts,
}

impl Base {
    fn of(input: &QuestionInput<'_>) -> Result<Self, String> {
        let model = facts(input.facts).models.first().ok_or("no architecture model")?;
        let name = model.folder.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        let project = input.disk.root.join(&model.project);
        let committed = committed(&project, &name).map_err(|error| error.to_string())?;
        let read = load(committed.folder.path(), &[], &Progress::default());
        let mut builder = GraphBuilder::new(registry());
        for batch in read.batches {
            builder.add(batch);
        }
        let (graph, _, _) = builder.finish_apart();
        Ok(Self { committed, graph, facts: read.facts })
    }

    fn packages(&self) -> Packages<'_> {
        let boundary = Boundary::around(self.committed.folder.path());
        Packages { graph: &self.graph, facts: &self.facts, files: PackageFiles::within(&boundary) }
    }
}
