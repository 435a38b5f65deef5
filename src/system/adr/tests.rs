//! Tests of the whole reader, with small folders of records.

mod checks;
mod files;
mod naive;
mod records;

use super::*;
use crate::graph::Graph;
use crate::graph::fixture::build;
use crate::system::kit::fixture::folder;

/// The graph of a workspace with these files, and the findings of reading and of the checks, as `code file:line`.
fn read(files: &[(&str, &str)]) -> (Graph, Vec<String>) {
    let folder = folder(files);
    let (graph, findings) = build(load(folder.path(), &[], &Progress::default()));
    let all: Vec<_> = findings.into_iter().chain(checks::check(&graph, crate::graph::NEVER)).collect();
    let shown = |finding: &Finding| {
        let line = finding.line.map(|line| format!(":{line}")).unwrap_or_default();
        format!("{} {}{line}", finding.rule.code, finding.file.as_deref().unwrap_or_default())
    };
    let found = all.iter().map(shown).collect();
    (graph, found)
}

/// The distinct edges, as `from relation to file:line`, with a mark for implicit ones and the further places.
fn edges(graph: &Graph) -> Vec<String> {
    let ends = |edge: crate::graph::Edge<'_>| format!("{} {} {}", edge.from().id(), edge.relation(), edge.to().id());
    let place = |edge: crate::graph::Edge<'_>| {
        let name = edge.file().rsplit('/').next().unwrap().to_owned();
        format!("{name}:{}", edge.line())
    };
    let repeated: Vec<_> = graph.edges().filter(|edge| edge.is_repeated()).collect();
    let shown = |edge: crate::graph::Edge<'_>| {
        let mark = if edge.is_implicit() { "implicit " } else { "" };
        let further = repeated.iter().filter(|one| ends(**one) == ends(edge)).map(|one| format!(" +{}", place(*one)));
        format!("{mark}{} {}{}", ends(edge), place(edge), further.collect::<String>())
    };
    graph.edges().filter(|edge| !edge.is_repeated()).map(shown).collect()
}
