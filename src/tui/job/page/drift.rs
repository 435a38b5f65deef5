//! The drift page: nodes of architecture models that changed since their last sync, with the changed files, and
//! uncovered files.

use super::{Page, PageBlock, PageRequest, PageRow, Section};
use crate::graph::{Graph, NodeIx};
use crate::system::Hashes;
use crate::system::check::Disk;
use crate::system::yggdrasil;
use crate::system::yggdrasil::drift::{Coverage, Drift, Entry, ForeignFiles, Status, coverage};
use crate::text::{count, for_shell, grouped};
use crate::tui::theme::Role;
use crate::workspace::Workspace;

/// Maximum number of nodes, of changed files for each, and of uncovered files.
const MOST_NODES: usize = 500;
const MOST_FILES: usize = 50;
const MOST_UNCOVERED: usize = 500;

pub(super) fn page(request: &PageRequest, cancelled: &(dyn Fn() -> bool + Sync)) -> Page {
    let (graph, none) = (&*request.graph, Drift::default());
    let found = request.report.as_ref().and_then(|report| report.disk.get::<Drift>());
    let mut sections = vec![summary(request, found)];
    let drifted: Vec<_> = found.unwrap_or(&none).recorded().filter(|entry| entry.status != Status::Ok).collect();
    let is_recorded = found.is_some_and(|drift| drift.recorded().next().is_some());
    if is_recorded {
        let rows = drifted.iter().take(MOST_NODES).flat_map(|entry| rows(graph, entry)).collect();
        let section = Section::new("Drifted nodes", rows, "No drift: all mapped nodes are in sync");
        sections.push(Section { total: drifted.len(), ..section });
    }
    if let Some(workspace) = request.workspace.as_ref().filter(|it| !yggdrasil::facts(&it.facts).models.is_empty()) {
        sections.extend(uncovered(workspace, cancelled));
    }
    Page { title: "Drift and coverage".to_owned(), total: String::new(), parts: vec![PageBlock::Whole(sections)] }
}

/// Counts by status, or why there are none.
fn summary(request: &PageRequest, found: Option<&Drift>) -> Section {
    let models = request.workspace.as_ref().map_or(0, |workspace| yggdrasil::facts(&workspace.facts).models.len());
    let rows = match found {
        _ if models == 0 => vec![PageRow::saying(Role::Dim, "No architecture model (.yggdrasil) here")],
        None => vec![PageRow::saying(Role::Dim, "Comparing files")],
        Some(found) => {
            let mut rows = Vec::new();
            for model in &found.models {
                let name = if model.project.is_empty() { String::new() } else { format!("{}: ", model.project) };
                if model.is_recorded {
                    let number = |status: Status| {
                        let number = model.entries.iter().filter(|entry| entry.status == status).count();
                        (number > 0).then(|| format!("{} {}", grouped(number), status.name()))
                    };
                    let counts: Vec<_> = Status::ALL.into_iter().filter_map(number).collect();
                    let counts = if counts.is_empty() { "no mapped nodes".to_owned() } else { counts.join(", ") };
                    rows.push(PageRow::saying(Role::Text, format!("{name}{counts}")));
                } else {
                    let nodes = count(model.entries.len(), "mapped node");
                    let words = format!("{name}{nodes}, never synchronised: run `refscope drift sync --all`");
                    rows.push(PageRow::saying(Role::Warning, words));
                }
            }
            rows
        }
    };
    Section { total: 0, ..Section::new("Architecture model", rows, "") }
}

/// A node with its status, followed by its changed files.
fn rows(graph: &Graph, entry: &Entry) -> Vec<PageRow> {
    let node = node_of(graph, &entry.node);
    let to = |row: PageRow| if let Some(node) = node { row.to(node) } else { row };
    let status = PageRow::saying(Role::Id, entry.node.clone()).and(Role::Warning, format!("  {}", entry.status.name()));
    let mut rows = vec![to(status.and(Role::Dim, format!("  {}", entry.sentence())))];
    for file in entry.changed.iter().take(MOST_FILES) {
        let row = PageRow::saying(Role::Text, file.shown()).indented(1);
        let row =
            row.described(vec![file.kind.name().to_owned()], format!("changed since {} was synchronised", entry.node));
        let row = if file.deleted { row } else { row.at(entry.in_workspace(&file.path), 1) };
        rows.push(to(row));
    }
    if let Some(more) = entry.changed.len().checked_sub(MOST_FILES).filter(|more| *more > 0) {
        let words = format!("and {}: `refscope drift {}` lists all", count(more, "more file"), for_shell(&entry.node));
        rows.push(to(PageRow::saying(Role::Dim, words).indented(1)));
    }
    rows
}

fn node_of(graph: &Graph, id: &str) -> Option<NodeIx> {
    graph.with_id(id).find(|node| node.system() == yggdrasil::SYSTEM && !node.is_missing()).map(|node| node.ix())
}

/// The files that belong to no node.
fn uncovered(workspace: &Workspace, cancelled: &(dyn Fn() -> bool + Sync)) -> [Section; 1] {
    let (root, boundary, hashes) = (&*workspace.root, &workspace.settings.boundary, &Hashes::default());
    let disk = Disk { root, boundary, hashes, cancelled };
    let foreign = ForeignFiles::of(&workspace.settings.systems, &workspace.graph, &workspace.facts);
    let found: Coverage = coverage(yggdrasil::facts(&workspace.facts), &disk, &foreign);
    let row = |file: &String| PageRow::saying(Role::Text, file.clone()).at(file.clone(), 1);
    let rows = found.uncovered.iter().take(MOST_UNCOVERED).map(row).collect();
    let covered =
        format!("{} of {} covered, {} %", grouped(found.covered()), count(found.files, "file"), found.percent());
    let section = Section::new(format!("Uncovered files ({covered})"), rows, "Every file belongs to a node");
    [Section { total: found.uncovered.len(), ..section }]
}
