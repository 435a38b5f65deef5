//! A system that is not part of refscope, added through the public trait alone: it is loaded, searched, checked,
//! watched and stored in snapshots like a built-in one.

mod toy;

use crate::support::{Fixture, Screen, row};
use refscope::doctor::{self, Status};
use refscope::graph::{Edge, Graph};
use refscope::query::{Tree, search};
use refscope::system::check::Disk;
use refscope::system::question::{Argument, Arguments, QuestionInput};
use refscope::system::{Hashes, Systems};
use refscope::workspace::watch::Scope;
use refscope::workspace::{Boundary, Cache, Changes, Live, Opening, Progress, Refreshed, Workspace};
use serde_json::json;
use std::path::Path;
use std::sync::Arc;

fn opening(root: &Path) -> Opening {
    Opening {
        boundary: Boundary::around(root),
        systems: Systems::built_in().with(vec![Arc::new(toy::Toys)], Vec::new()),
        is_source: false,
    }
}

fn load(fixture: &Fixture) -> Workspace {
    Workspace::start(fixture.root(), opening(fixture.root()), &Cache::none()).unwrap()
}

/// Three toys and a task that refers to one of them.
fn toys() -> Fixture {
    Fixture::clean()
        .write("toys/box.toy", "ball: Red ball\nkite: Blue kite\nball -> kite : plays-with\nkite -> string : needs\n")
        .write("toys/small/string.toy", "string: A ball of string\n")
        .rows(&[row("a", "kite", "led-to")])
}

fn edges(graph: &Graph) -> Vec<String> {
    let of_toys = graph.edges().filter(|edge| edge.to().system() == toy::SYSTEM);
    let shown = |edge: Edge<'_>| format!("{} {} {}", edge.from().id(), edge.relation(), edge.to().id());
    let mut edges: Vec<_> = of_toys.map(shown).collect();
    edges.sort();
    edges
}

#[test]
fn its_nodes_and_edges_are_merged_with_those_of_the_other_systems() {
    let workspace = load(&toys());
    assert_eq!(edges(&workspace.graph), ["a led-to kite", "ball plays-with kite", "kite needs string"]);
    let needs = workspace.graph.edges().find(|edge| edge.relation() == "needs").unwrap();
    assert_eq!(&*needs.meaning().unwrap().relation.incoming, "is needed by");
    assert_eq!(workspace.graph.find("toy:ball").unwrap().title(), "Red ball");
}

#[test]
fn its_nodes_are_found_and_have_a_place_in_the_tree() {
    let workspace = load(&toys());
    let found = search(&workspace.graph, "red ball", 10);
    assert_eq!(workspace.graph.node(found.hits[0].node).id(), "ball");
    let tree = Tree::new(&workspace.graph);
    let at = tree.of(workspace.graph.find("string").unwrap().ix()).unwrap();
    let path: Vec<_> = tree.way_to(at).into_iter().map(|entry| tree.entries[entry].label.as_str()).collect();
    assert_eq!((path, &*tree.entries[at].label), (vec!["toy", "toy"], "string"));
}

#[test]
fn its_fields_are_read_again() {
    let fixture = toys();
    let workspace = load(&fixture);
    let node = workspace.graph.find("kite").unwrap();
    let fields = workspace.settings.systems.fields(fixture.root(), node).unwrap();
    assert_eq!(serde_json::Value::Object(fields), serde_json::json!({"title": "Blue kite"}));
}

#[test]
fn its_checks_and_findings_are_part_of_the_report() {
    let check = |workspace: &Workspace| {
        let report = doctor::report(workspace);
        let check = report.checks.into_iter().find(|check| check.name == toy::CHECK).unwrap();
        let codes = report.findings.iter().filter(|finding| finding.system == "toy").map(|finding| finding.rule.code);
        (check.status, check.detail, codes.collect::<Vec<_>>())
    };
    assert_eq!(check(&load(&toys())), (Status::Ok, "3 toys: all in use".to_owned(), vec![]));
    let fixture = toys().write("toys/more.toy", "drum: A drum\nnot a toy\n");
    let (status, _, codes) = check(&load(&fixture));
    assert_eq!((status, codes), (Status::Warn, vec!["toy-line", "toy-unused"]));
    assert!(!doctor::report(&load(&Fixture::clean())).checks.iter().any(|check| check.name == toy::CHECK));
}

#[test]
fn the_settings_can_name_further_files_of_it() {
    let fixture = toys()
        .write("attic/old.toy", "top: A top\n")
        .write(".refscope.yaml", "sources: [{system: toy, path: attic}]\n");
    assert_eq!(load(&fixture).graph.find("top").unwrap().file(), Some("attic/old.toy"));
}

#[test]
fn its_files_are_watched_and_read_again() {
    let fixture = toys();
    let mut live = Live::load(fixture.root(), opening(fixture.root()), &Progress::default(), drop).unwrap().unwrap();
    let scope = Scope::of(fixture.root(), &live.workspace().settings);
    let (wanted, other) = (fixture.path("toys/small/string.toy"), fixture.path("src/main.rs"));
    assert!(scope.concerns(&wanted) && !scope.concerns(&other));

    let fixture = fixture.write("toys/small/string.toy", "string: A longer string\n");
    let refreshed = live.refresh(&Changes::Paths([wanted].into())).unwrap();
    assert!(matches!(refreshed, Refreshed::Other(..)), "{refreshed:?}");
    assert_eq!(live.workspace().graph.find("string").unwrap().title(), "A longer string");
    let same = live.refresh(&Changes::Paths([fixture.path("src/main.rs")].into())).unwrap();
    assert!(matches!(same, Refreshed::Same));
}

#[test]
fn a_snapshot_saves_reading_its_unchanged_files() {
    let (fixture, kept) = (toys(), tempfile::tempdir().unwrap());
    let cache = Cache::of_all(kept.path()).taking_young();
    let start = |fixture: &Fixture| {
        let progress = Progress::default();
        let root = fixture.root();
        let mut live = Live::start(root, opening(root), &cache, &progress, drop).unwrap().unwrap();
        live.save(&cache);
        (progress.files(), live.workspace().graph.find("string").unwrap().title().to_owned())
    };
    let (all, title) = start(&fixture);
    assert!(all > 2 && title == "A ball of string");
    assert_eq!(start(&fixture), (0, title));
    let fixture = fixture.write("toys/small/string.toy", "string: Another\n");
    assert_eq!(start(&fixture), (1, "Another".to_owned()));
    assert_eq!(start(&fixture), (0, "Another".to_owned()));
}

#[test]
fn a_question_of_its_own_is_answered_from_the_graph() {
    let workspace = load(&toys());
    let (graph, facts, systems) = (&*workspace.graph, &workspace.facts, &workspace.settings.systems);
    let (system, question) = systems.questions().find(|(_, question)| question.name == "playmates").unwrap();
    assert_eq!(system, toy::SYSTEM);
    let (root, boundary, hashes) = (&*workspace.root, &workspace.settings.boundary, &Hashes::default());
    let input = QuestionInput { graph, facts, systems, disk: Disk { root, boundary, hashes, cancelled: &|| false } };
    assert!((question.ask)(&input, &Arguments::default()).is_err());
    let mut arguments = Arguments::default();
    arguments.set("id", Argument::Texts(vec!["kite".to_owned()], graph.find("kite").map(|node| node.ix())));
    let answer = (question.ask)(&input, &arguments).unwrap().answer;
    let rows: Vec<_> = answer.document(10).blocks.into_iter().flat_map(|block| block.into_sections()).collect();
    let rows: Vec<_> = rows.into_iter().flat_map(|section| section.rows).map(|row| row.text()).collect();
    assert_eq!((answer.title().as_str(), rows), ("Playmates of kite", vec!["string  needs".to_owned()]));
}

#[test]
fn its_sections_about_a_node_are_in_the_detail() {
    let fixture = toys();
    let screen = Screen::of_workspace(load(&fixture)).keys("/Blue kite<enter>");
    let blocks = screen.says("detail", "blocks").as_array().unwrap().clone();
    let at = blocks.iter().position(|block| *block == json!({ "heading": "Playmates" })).unwrap();
    assert_eq!(blocks[at + 1], json!({ "bullet": ["string", "needs"] }));
}
