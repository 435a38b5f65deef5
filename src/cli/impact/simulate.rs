//! `impact --simulate`: compares the context packages of affected nodes at the last commit and now.

use crate::cli::context::Context;
use crate::cli::drift::with_disk;
use crate::document::{Line, Role};
use crate::graph::{Graph, NodeIx};
use crate::query::Impact;
use crate::system::yggdrasil;
use crate::system::yggdrasil::drift::{self, Entry};
use crate::system::yggdrasil::impact::ModelImpact;
use crate::system::yggdrasil::package::{Package, PackageFiles};
use crate::text::grouped;
use crate::workspace::{Committed, Workspace, committed};
use serde::Serialize;
use std::collections::HashSet;

/// The packages of the affected nodes.
#[derive(Serialize)]
pub(super) struct Simulation {
    /// The commit to compare with.
    base: Option<String>,
    packages: Vec<PackageChange>,
    /// Why there is no base to compare with.
    #[serde(skip)]
    pub(super) obstacle: Option<String>,
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
    pub(super) fn of(workspace: &Workspace, found: &Impact, model: &ModelImpact, context: &Context) -> Self {
        let ids = affected(&workspace.graph, found, model);
        let (base, before, obstacle) = match baseline(workspace) {
            Ok((base, before)) => (Some(base), Some(before), None),
            Err(why) => (None, None, Some(why)),
        };
        let wanted: HashSet<_> = ids.iter().map(String::as_str).collect();
        let facts = yggdrasil::facts(&workspace.facts);
        let drift = with_disk(workspace, context, |disk| drift::check_selected(facts, disk, |id| wanted.contains(id)));
        let (shelf_before, shelf_now) = (before.as_ref().map(shelf), shelf(workspace));
        let packages = ids.iter().map(|id| {
            let now = package(workspace, &shelf_now, id);
            let then = before.as_ref().zip(shelf_before.as_ref()).and_then(|(then, shelf)| package(then, shelf, id));
            let limits = now.as_ref().or(then.as_ref()).map_or((0, 0), |package| (package.warning, package.error));
            let [before, after] = [&then, &now].map(|package| package.as_ref().map(Package::tokens));
            let level = |tokens: Option<usize>| tokens.map(|tokens| level(tokens, limits));
            let budget = Budget { warning: limits.0, error: limits.1, before: level(before), after: level(after) };
            let drift = drift.recorded_of(id).map(|entry: &Entry| entry.status.name());
            PackageChange { node: id.clone(), before, after, budget, drift }
        });
        let packages = packages.collect();
        Self { base: base.map(|base| base.commit), packages, obstacle }
    }

    pub(super) fn print(&self, context: &mut Context) -> anyhow::Result<()> {
        if self.packages.is_empty() {
            return Ok(());
        }
        context.out.blank()?;
        let since =
            self.base.as_ref().map_or_else(String::new, |base| format!(" since {}", &base[..base.len().min(8)]));
        let heading = format!("context packages{since} ({})", grouped(self.packages.len()));
        context.out.line(&Line::of(Role::Strong, &heading))?;
        let tokens = |tokens: Option<usize>| tokens.map_or_else(|| "none".to_owned(), grouped);
        let row = |change: &PackageChange| {
            let role = match change.budget.after {
                Some("error") => Role::Bad,
                Some("warning") => Role::Warn,
                _ => Role::Dim,
            };
            let limit = change.budget.after.map(|level| match level {
                "ok" => format!("of {}", grouped(change.budget.warning as usize)),
                level => format!("{level} from {}", grouped(limit_of(&change.budget, level) as usize)),
            });
            vec![
                Line::of(Role::Id, &change.node),
                Line::new().plain(&format!("{} -> {} tokens", tokens(change.before), tokens(change.after))),
                Line::of(role, &limit.unwrap_or_default()),
                Line::of(Role::Warn, change.drift.filter(|status| *status != "ok").unwrap_or_default()),
            ]
        };
        context.out.table(self.packages.iter().map(row), 4)?;
        Ok(())
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

fn shelf(workspace: &Workspace) -> PackageFiles {
    PackageFiles::within(&workspace.settings.boundary)
}

fn package(workspace: &Workspace, shelf: &PackageFiles, id: &str) -> Option<Package> {
    let is_defined = |node: &crate::graph::Node<'_>| node.system() == yggdrasil::SYSTEM && !node.is_missing();
    let node = workspace.graph.with_id(id).find(is_defined)?;
    Package::assemble(&workspace.graph, yggdrasil::facts(&workspace.facts), shelf, node).ok()
}

/// The ids of the changed node and of all affected model nodes, without duplicates, in the order of the answer.
fn affected(graph: &Graph, found: &Impact, model: &ModelImpact) -> Vec<String> {
    let direct = found.direct.iter().map(|one| one.node);
    let transitive = found.transitive.iter().map(|one| one.node);
    let events = found.events.iter().map(|event| event.node);
    let below = model.descendants.iter().map(|(node, _)| *node);
    let carriers = model.carriers.iter().map(|(node, _)| *node);
    let all = std::iter::once(found.root).chain(direct).chain(transitive).chain(events).chain(below).chain(carriers);
    let mut met: HashSet<NodeIx> = HashSet::new();
    let nodes = all.filter(|ix| met.insert(*ix)).map(|ix| graph.node(ix));
    let of_models = nodes.filter(|node| node.system() == yggdrasil::SYSTEM && !node.is_missing());
    let is_package = |id: &str| !["aspect:", "flow:", "file:"].iter().any(|start| id.starts_with(start));
    of_models.map(|node| node.id().to_owned()).filter(|id| is_package(id)).collect()
}

/// The first model at the last commit. Packages are read from its files, so the checkout must outlive the workspace.
fn baseline(workspace: &Workspace) -> Result<(Committed, Workspace), String> {
    let model = yggdrasil::facts(&workspace.facts).models.first().ok_or("no architecture model")?;
    let name = model.folder.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    let project = workspace.root.join(&model.project);
    let base = committed(&project, &name).map_err(|error| error.to_string())?;
    let before = Workspace::load(base.folder.path()).map_err(|error| error.to_string())?;
    Ok((base, before))
}
