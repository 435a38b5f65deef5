//! After any change of the files, an incremental refresh gives the same result as a full load.

use proptest::prelude::*;
use refscope::doctor;
use refscope::graph::{Direction, Edge, Node};
use refscope::workspace::{Boundary, Changes, Live, Progress, Refreshed, Workspace};
use std::collections::BTreeSet;
use std::fs;
use std::io::Write as _;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The complete content of a workspace, in order.
pub(crate) fn dump(workspace: &Workspace) -> Vec<String> {
    let graph = &workspace.graph;
    let node = |node: Node<'_>| {
        let place = (node.file(), node.line(), node.is_missing());
        let fields =
            (node.title(), node.kind(), node.status(), node.domain(), node.layer(), node.repo(), node.id_in_file());
        format!("{} {fields:?} {place:?} {:?} {:?}", node.address(), node.alias(), node.code_path())
    };
    let edge = |edge: Edge<'_>| {
        let (from, to) = (edge.from().address(), edge.to().address());
        let marks = (edge.is_implicit(), edge.is_repeated(), edge.is_retracted(), edge.is_symmetric());
        let fields = (edge.ts(), edge.actor(), edge.note(), edge.file(), edge.line(), edge.source_confidence());
        let meaning = edge.meaning().map(|meaning| (meaning.relation.system.name(), &meaning.relation.name));
        format!("{} {from} {} {to} {fields:?} {marks:?} {meaning:?}", edge.ix().index(), edge.relation())
    };
    let mut lines: Vec<String> = graph.nodes().map(node).collect();
    lines.extend(graph.edges().chain(graph.retracted()).map(edge));
    for node in graph.nodes() {
        let row = |direction| (graph.edges_of(node.ix(), direction), graph.retracted_of(node.ix(), direction));
        lines.push(format!("{} {:?} {:?}", node.address(), row(Direction::In), row(Direction::Out)));
    }
    lines.extend(graph.unmatched_retractions().map(|one| format!("{one:?}")));
    lines.extend(workspace.findings.iter().map(|finding| format!("{finding:?}")));
    lines.extend(doctor::report(workspace).findings.iter().map(|finding| format!("doctor {finding:?}")));
    lines.push(format!("{:?} {:?}", graph.systems(), workspace.facts));
    lines
}

/// A change of the files of a workspace.
#[derive(Debug, Clone)]
pub(super) enum Edit {
    Write(usize, usize),
    Remove(usize),
    Rename(usize, usize),
    Link(usize, usize),
    RenameFolder(usize, usize),
    RemoveFolder(usize),
    Append(Vec<usize>),
    Truncate(usize),
    Replace(Vec<usize>),
    Overwrite(usize),
    RemoveLog,
    PipeForLog,
    FolderForLog,
}

const FILES: [&str; 56] = [
    "artifacts/tasks/a.md",
    "artifacts/tasks/b.md",
    "artifacts/tasks/deep/c.md",
    "artifacts/notes/a.md",
    "artifacts/notes/.hidden.md",
    "artifacts/notes/other.txt",
    "artifacts/top.md",
    "kinds/task.md",
    "kinds/note.md",
    "config.yaml",
    "units/u.json",
    "units/more/v.jsonl",
    "units/more/w.json",
    "records/r.json",
    "records/r.meta.json",
    "records/s.json",
    "x.causal.json",
    "code/y.causal.json",
    ".causalist/z.json",
    ".yggdrasil/model/m/yg-node.yaml",
    ".gitignore",
    ".refscope.yaml",
    "tables/t.jsonl",
    "tables/deep/u.jsonl",
    "tables/t.csv",
    ".beads/issues.jsonl",
    ".beads/beads.jsonl",
    ".beads/metadata.json",
    ".beads/config.yaml",
    "docs/adr/0001-a.md",
    "docs/adr/0002-b.md",
    "docs/adr/web/0001-c.md",
    ".adr-dir",
    "memory.jsonl",
    "memory.json",
    ".taskmaster/tasks/tasks.json",
    ".taskmaster/state.json",
    "tasks/tasks.json",
    ".taskmasterconfig",
    "graphify-out/graph.json",
    ".obsidian/app.json",
    ".obsidian/plugins/breadcrumbs/data.json",
    "Home.md",
    "notes/My note.md",
    "notes/Twin.md",
    "backlog/config.yml",
    "backlog/tasks/t.md",
    "catalog-info.yaml",
    "code/catalog-info.yml",
    "needs.json",
    "docs/_build/needs/needs.json",
    "code/needs.json",
    "far/.beads/issues.jsonl",
    "far/units/u.json",
    "far/references.jsonl",
    "far/.refscope.yaml",
];

/// Settings that declare records: a glob, and a path without wildcards that may be missing.
const TABLES: &str = "records:
  - system: row
    files: ['tables/*.jsonl', tables/deep/u.jsonl]
    format: jsonl
    id: id
    title: name
    edges: [{field: to, verb: needs}]
    relations: {needs: {inverse: is needed by}}
  - {system: cell, files: ['**/*.csv'], format: csv, id: id, edges: [{field: to, verb: needs}]}
";

const UNITS: [&str; 2] = ["018f0000-0000-7000-8000-000000000001", "018f0000-0000-7000-8000-000000000002"];

const FOLDERS: [&str; 22] = [
    "artifacts",
    "artifacts/tasks",
    "artifacts/notes",
    "artifacts/tasks/deep",
    "units",
    "units/more",
    "code",
    "records",
    "tables",
    "tables/deep",
    ".beads",
    "docs/adr",
    "docs/adr/web",
    ".taskmaster",
    ".taskmaster/tasks",
    "tasks",
    "graphify-out",
    "notes",
    ".obsidian",
    "backlog",
    "far",
    "docs/_build",
];

/// Possible content of a file: valid content for each system, and invalid content.
fn content(file: &str, choice: usize) -> String {
    let unit = |id: &str, kind: &str, target: &str, rel: &str| {
        format!(
            r#"{{"id": "{id}", "type": "{kind}", "content": "{kind}", "created_at": "2026-01-01T00:00:00Z", "author": "agent", "references": [{{"id": "{target}", "rel": "{rel}"}}]}}"#
        )
    };
    let texts: [String; 4] = match file {
        "kinds/task.md" | "kinds/note.md" => {
            let name = if file.contains("task") { "task" } else { "note" };
            let machine = "## Status machine\n```yaml\ninitial: open\ntransitions:\n  open: [done]\n```\n";
            [
                format!("---\nkind: {name}\ndirName: {name}s\n---\n"),
                format!("---\nkind: {name}\ndirName: {name}s\n---\n{machine}"),
                "---\nkind: [\n---\n".to_owned(),
                String::new(),
            ]
        }
        "config.yaml" => ["enabled_domains: [infra]\n", "enabled_domains: 1\n", "", "x: [\n"].map(str::to_owned),
        ".gitignore" => ["units/\n", "*.causal.json\n", "", "records/s.json\n"].map(str::to_owned),
        ".refscope.yaml" => {
            return [
                "",
                "half_life_days: 10\n",
                "sources:\n  - {system: unit, path: code}\n",
                "log: other.jsonl\n",
                TABLES,
                "records:\n  - {system: row, files: ['tables/**'], format: jsonl, id: id, edges: [{field: to, verb: needs, reverse: true}]}\n",
                "log: other.jsonl\nrecords:\n  - {system: pair, files: ['**/*.csv'], format: csv, edge_rows: {from: id, to: to, verb: next}}\n",
                "records:\n  - {system: row}\n",
                "sources:\n  - {system: taskmaster, path: tasks}\n  - {system: graph, path: code}\n",
                "sources:\n  - {name: far, path: far}\n  - {name: code, path: code}\n",
                "sources:\n  - {name: near, path: ., system: unit}\n  - {name: far, path: far}\n",
                "sources:\n  - {system: backstage, path: code}\n  - {system: need, path: code/needs.json}\n",
                "records:\n  - {preset: backstage}\n  - {preset: need, files: ['**/needs.json']}\n",
            ][choice % 13]
                .to_owned();
        }
        ".taskmaster/state.json" => [r#"{"currentTag": "t"}"#, r#"{"currentTag": "u"}"#, "{", ""].map(str::to_owned),
        ".taskmasterconfig" => ["{}"; 4].map(str::to_owned),
        _ if file.ends_with("tasks.json") => [
            r#"{"t": {"tasks": [{"id": 1, "dependencies": [2, 9], "subtasks": [{"id": 1}, {"id": 2, "dependencies": [1]}]}, {"id": 2}]}, "u": {"tasks": [{"id": 1}]}}"#,
            r#"{"tasks": [{"id": 1, "title": "A"}, {"id": "2", "dependencies": ["1"], "updatedAt": "2026-01-01T00:00:00Z"}]}"#,
            r#"{"t": {"tasks": [{"id": 1, "dependencies": [1]}, {}]}, "v": 1}"#,
            "{",
        ]
        .map(str::to_owned),
        _ if file.starts_with("graphify") => [
            r#"{"directed": false, "nodes": [{"id": "x", "source_file": "a.py", "source_location": "L3"}, {"id": "g"}], "links": [{"source": "g", "target": "x", "_src": "x", "_tgt": "g", "relation": "calls", "confidence": "INFERRED"}], "hyperedges": [{"id": "h", "nodes": ["x", "gone"]}]}"#,
            r#"{"graph": {"directed": false, "nodes": {"a": {}, "x": {}}, "edges": [{"source": "a", "target": "x"}]}}"#,
            r#"{"nodes": [{"id": "a"}, {}], "links": [{"source": "a", "target": "https://x.org", "confidence_score": 3}]}"#,
            "{}",
        ]
        .map(str::to_owned),
        "tables/t.csv" => ["id,to\na,b;c\n", "id,to,name\nx,a,\"One\nmore\"\n,a,b\n", "id\n", ""].map(str::to_owned),
        ".beads/metadata.json" => [
            r#"{"jsonl_export": "beads.jsonl"}"#,
            r#"{"backend": "dolt", "jsonl_export": "../tables/t.jsonl"}"#,
            "{",
            "{}",
        ]
        .map(str::to_owned),
        "far/.refscope.yaml" => ["log: references.jsonl\n", TABLES, "log: [\n", ""].map(str::to_owned),
        "far/references.jsonl" => [
            "{\"from\":\"bd-1\",\"to\":\"a\",\"relation\":\"cites\"}\n",
            "{\"from\":\"bd-7\",\"to\":\"unit:gone\",\"relation\":\"cites\"}\n",
            "{\n",
            "",
        ]
        .map(str::to_owned),
        _ if file.starts_with("far/.beads") => [
            "{\"id\": \"gt-1\", \"dependencies\": [\"bd-1\", \"external:near:bd-2\"]}\n",
            "{\"id\": \"bd-1\", \"dependencies\": [\"bd-2\", \"x-1\"]}\n{\n",
            "",
            "{",
        ]
        .map(str::to_owned),
        ".beads/config.yaml" => ["export.path: beads.jsonl\n", "export: {path: tables/t.jsonl}\n", "a: [\n", ""]
            .map(str::to_owned),
        _ if file.starts_with(".beads") => [
            "{\"id\": \"bd-1\", \"priority\": 1}\n{\"id\": \"bd-1.1\", \"dependencies\": [\"bd-2\", \"gt-1\", \"unit:x\"]}\n",
            "{\"id\": \"bd-1\", \"status\": \"closed\", \"dependencies\": [{\"depends_on_id\": \"bd-1\", \"type\": \"child\"}]}\n{\"id\": \"bd-1\"}\n{\n",
            "{\"id\": \"gt-1\", \"status\": \"tombstone\", \"dependencies\": [{\"depends_on_id\": \"a\", \"type\": \"relates-to\"}]}\n",
            "",
        ]
        .map(str::to_owned),
        _ if file.starts_with("tables") => [
            "{\"id\": \"a\", \"to\": [\"b\", \"gone\"]}\n{\"id\": \"b\"}\n",
            "{\"id\": \"b\", \"to\": \"unit:x\", \"name\": \"B\"}\n{}\n{\n",
            "[{\"id\": \"a\"}, {\"id\": \"c\", \"to\": {\"a\": 1}}]\n",
            "",
        ]
        .map(str::to_owned),
        ".adr-dir" => ["docs/adr\n", "code\n", "", "gone\n"].map(str::to_owned),
        _ if file.contains("catalog-info") => [
            "kind: Component\nmetadata: {name: a}\nspec: {owner: g, dependsOn: ['api:b', x]}\n---\nkind: Group\nmetadata: {name: G}\n",
            "kind: API\nmetadata: {name: b, title: B}\nspec: {lifecycle: old, owner: user:u, system: gone}\n",
            "kind: Group\nmetadata: {name: g}\nspec: {children: [g], parent: {a: b}}\n---\n- x\n---\nmetadata: {}\n",
            "a: [",
        ]
        .map(str::to_owned),
        _ if file.ends_with("needs.json") => [
            r#"{"current_version": "1", "versions": {"1": {"needs": {"R": {"id": "R", "docname": "index", "lineno": 3, "links": ["S.p", "R"]}, "S": {"id": "S", "parent_needs": ["R"]}}}, "2": {"needs": {"T": {"id": "T"}}}}}"#,
            r#"{"current_version": "2", "versions": {"2": {"needs_schema": {"properties": {"uses": {"field_type": "links"}}}, "needs": {"S": {"id": "S", "uses": ["R", "gone"], "tests_back": ["R"]}}}}}"#,
            r#"{"a": "not recognised"}"#,
            r#"{"versions": "#,
        ]
        .map(str::to_owned),
        _ if file.starts_with("docs") => [
            "# 1. A\n\nDate: 2026-01-01\n\n## Status\n\nSuperseded by [B](0002-b.md)\n\n[top](../../artifacts/top.md)\n",
            "---\nstatus: accepted\ndeciders: [kim]\n---\n# B\n\n## Links\n\n- Supersedes [A](0001-a.md)\n- Uses [x](https://x.org)\n",
            "# C\n\n- Status: superseded by ADR-2\n\n[gone](gone.md) [C](web/0001-c.md)\n",
            "---\nstatus: [\n---\n",
        ]
        .map(str::to_owned),
        _ if file.starts_with("memory") => [
            "{\"type\":\"entity\",\"name\":\"m\",\"entityType\":\"x\"}\n{\"type\":\"relation\",\"from\":\"m\",\"to\":\"n o\",\"relationType\":\"made of\"}",
            "{\"type\":\"relation\",\"from\":\"m\",\"to\":\"a\",\"relationType\":\"uses\"}\n{\n{\"type\":\"entity\",\"name\":\"n o\"}\n",
            "{\"ts\":1}\n{\"type\":\"entity\",\"name\":\"m\"}\n",
            "",
        ]
        .map(str::to_owned),
        ".obsidian/app.json" => ["{}", r#"{"userIgnoreFilters": ["notes/"]}"#, "{", ""].map(str::to_owned),
        ".obsidian/plugins/breadcrumbs/data.json" => [
            r#"{"edge_fields": [{"label": "boss"}, {"label": "staff"}], "implied_relations": {"transitive":
                [{"chain": [{"field": "boss"}], "close_field": "staff", "close_reversed": true}]}}"#,
            r#"{"userHiers": [{"same": ["boss"]}]}"#,
            "{}",
            "[",
        ]
        .map(str::to_owned),
        "backlog/config.yml" => ["", "task_prefix: t\n", "a: [", "# nothing\n"].map(str::to_owned),
        "backlog/tasks/t.md" => [
            "---\nid: T-1\ndependencies: [task-2, T-3]\n---\n[[My note]]\n",
            "---\nid: T-2\nparent_task_id: T-1\n---\n",
            "no id\n",
            "---\nid: [\n---\n",
        ]
        .map(str::to_owned),
        "Home.md" | "notes/My note.md" | "notes/Twin.md" => [
            "---\nup: \"[[Home]]\"\naliases: [Start, Twin]\n---\nboss:: [[my note]]\n![[twin]] [x](notes/Twin.md) [[gone]]\n",
            "---\ntype: goal\ndown:\n  - [[My note]]\n---\n# Heading\n[[Start]] [[other.txt]] (staff:: [[Twin]])\n",
            "---\nup: [[a]], [[b]]\n---\n[[Twin]] [[https://a.b/c]] [[artifacts/tasks/a]]\n",
            "",
        ]
        .map(str::to_owned),
        _ if file.starts_with("artifacts") => [
            "---\ntitle: One\nstatus: open\nmentions: [b, gone]\n---\n[[a]] and [[x]]\n",
            "---\ntitle: Two\ndomain: infra\nstatus: lost\n---\nnothing\n",
            "---\ntitle: [\n---\n[[b]]\n",
            "no frontmatter [[gone]]",
        ]
        .map(str::to_owned),
        // The ids of nodes depend on the repositories of all other files.
        "code/y.causal.json" => [
            r#"{"repo": "r", "nodes": [{"id": "x", "layer": "code"}, {"id": "a", "layer": "ui"}], "edges": [{"source": "x", "target": "a", "kind": "calls"}]}"#,
            r#"{"repo": "s", "nodes": [{"id": "x", "layer": "code"}], "edges": [{"source": "x", "target": "gone", "kind": "calls"}]}"#,
            r#"{"repo": "s", "nodes": [{"id": "r/x", "layer": "cellar"}], "edges": [{"source": "r/x", "target": "y", "kind": "calls"}]}"#,
            r#"{"nodes": [{"id": "x", "layer": "code"}]}"#,
        ]
        .map(str::to_owned),
        ".causalist/z.json" => [
            r#"{"repo": "r", "nodes": [{"id": "x", "layer": "code"}, {"id": "y", "layer": "ui"}], "edges": [{"source": "x", "target": "s/x", "kind": "calls"}]}"#,
            r#"{"repo": "q", "nodes": [{"id": "x", "layer": "code"}], "edges": [{"source": "x", "target": "gone", "kind": "calls"}]}"#,
            r#"{"session": 1}"#,
            "{",
        ]
        .map(str::to_owned),
        _ if file.contains("causal") => [
            r#"{"nodes": [{"id": "x", "layer": "code"}, {"id": "a", "layer": "ui"}], "edges": [{"source": "x", "target": "a", "kind": "calls"}]}"#,
            r#"{"nodes": [{"id": "y", "layer": "code"}], "edges": [{"source": "y", "target": "gone", "kind": "calls", "confidence": 0.5}]}"#,
            "{",
            "{}",
        ]
        .map(str::to_owned),
        _ if file.starts_with("units") || file.starts_with("far/units") => [
            unit(UNITS[0], "assertion", UNITS[1], "supports"),
            unit(UNITS[1], "challenge", UNITS[0], "rebuts"),
            format!("[{}, {{\"id\": \"{}\"}}]", unit(UNITS[1], "question", "a", "questions"), UNITS[0]),
            "[".to_owned(),
        ],
        _ if file.starts_with("records") => [
            r#"{"id": "sn.r", "title": "R"}"#,
            r#"{"id": "sn.r", "links": [{"type": "related_to", "target": "sn.s"}]}"#,
            r#"{"id": "sn.s", "title": "S"}"#,
            "{",
        ]
        .map(str::to_owned),
        _ => ["name: M\ntype: module\n", "name: N\ntype: module\nrelations:\n  - {target: q, type: uses}\n", "a: [", ""]
            .map(str::to_owned),
    };
    texts[choice % texts.len()].clone()
}

/// Possible text to append to a log: rows, retractions, partial rows.
fn row(choice: usize) -> String {
    let ids = ["a", "r/x", "gone", "sn.r", "x", UNITS[0]];
    let (from, to) = (ids[choice % 6], ids[choice / 6 % 6]);
    let relation = ["led-to", "cites", "related_to", "made-up"][choice / 36 % 4];
    let ts = format!("2026-01-0{}T00:00:00.000Z", choice / 7 % 3 + 1);
    let row = format!(r#"{{"ts":"{ts}","from":"{from}","to":"{to}","relation":"{relation}","actor":"agent"}}"#);
    match choice / 144 % 8 {
        0 => row[..row.len() / 2].to_owned(),
        1 => row,
        2 => format!(
            "{{\"ts\":\"{ts}\",\"actor\":\"tui\",\"retracts\":{{\"from\":\"{from}\",\"to\":\"{to}\",\"relation\":\"{relation}\",\"ts\":\"{ts}\"}}}}\n"
        ),
        3 => "\n".to_owned(),
        4 => "not json\n".to_owned(),
        _ => row + "\n",
    }
}

/// The position of the settings in [`FILES`].
const SETTINGS: usize = 21;

pub(super) fn edits() -> impl Strategy<Value = Vec<Edit>> {
    let file = || 0..FILES.len();
    let folder = || 0..FOLDERS.len();
    let rows = || proptest::collection::vec(0..1_152_usize, 1..5);
    proptest::collection::vec(
        prop_oneof![
            6 => (file(), 0..13_usize).prop_map(|(file, text)| Edit::Write(file, text)),
            2 => (0..13_usize).prop_map(|text| Edit::Write(SETTINGS, text)),
            2 => file().prop_map(Edit::Remove),
            2 => (file(), file()).prop_map(|(from, to)| Edit::Rename(from, to)),
            1 => (file(), file()).prop_map(|(from, to)| Edit::Link(from, to)),
            1 => (folder(), folder()).prop_map(|(from, to)| Edit::RenameFolder(from, to)),
            1 => folder().prop_map(Edit::RemoveFolder),
            8 => rows().prop_map(Edit::Append),
            1 => (0..400_usize).prop_map(Edit::Truncate),
            1 => rows().prop_map(Edit::Replace),
            1 => (0..400_usize).prop_map(Edit::Overwrite),
            1 => Just(Edit::RemoveLog),
            1 => Just(Edit::PipeForLog),
            1 => Just(Edit::FolderForLog),
        ],
        1..6,
    )
}

/// Applies the edit if possible, and returns the paths that a watcher would report.
pub(super) fn apply(edit: &Edit, root: &Path) -> Vec<PathBuf> {
    let log = root.join("references.jsonl");
    let path = |file: usize| root.join(FILES[file]);
    let no_log = || {
        fs::remove_file(&log).or_else(|_| fs::remove_dir_all(&log)).ok();
    };
    // Opening a pipe blocks until another process opens its other end.
    let is_about_log = matches!(edit, Edit::Append(_) | Edit::Truncate(_) | Edit::Replace(_) | Edit::Overwrite(_));
    if is_about_log && !log.is_file() {
        no_log();
    }
    let made = |path: &Path| {
        // A watcher reports each folder that appears, or the file in it, or both.
        let new = path.ancestors().skip(1).take_while(|above| !above.exists()).map(Path::to_owned).collect::<Vec<_>>();
        fs::create_dir_all(path.parent().unwrap()).ok();
        new
    };
    let mut changed = Vec::new();
    match edit {
        Edit::Write(file, text) => {
            changed.extend(made(&path(*file)));
            fs::write(path(*file), content(FILES[*file], *text)).ok();
            changed.push(path(*file));
            // Through a symbolic link another file is changed.
            changed.extend(path(*file).canonicalize());
        }
        Edit::Remove(file) => {
            fs::remove_file(path(*file)).ok();
            changed.push(path(*file));
        }
        Edit::Rename(from, to) => {
            changed.extend(made(&path(*to)));
            fs::rename(path(*from), path(*to)).ok();
            changed.extend([path(*from), path(*to)]);
        }
        Edit::Link(from, to) => {
            changed.extend(made(&path(*to)));
            symlink(path(*from), path(*to)).ok();
            changed.push(path(*to));
        }
        Edit::RenameFolder(from, to) => {
            let (from, to) = (root.join(FOLDERS[*from]), root.join(FOLDERS[*to]));
            changed.extend(made(&to));
            fs::rename(&from, &to).ok();
            changed.extend([from, to]);
        }
        Edit::RemoveFolder(folder) => {
            let folder = root.join(FOLDERS[*folder]);
            fs::remove_dir_all(&folder).ok();
            changed.push(folder);
        }
        Edit::Append(rows) => {
            let mut file = fs::OpenOptions::new().create(true).append(true).open(&log).unwrap();
            for choice in rows {
                file.write_all(row(*choice).as_bytes()).unwrap();
            }
            changed.push(log);
        }
        Edit::Truncate(length) => {
            if let Ok(file) = fs::OpenOptions::new().write(true).open(&log) {
                let size = file.metadata().unwrap().len();
                file.set_len(size.min(*length as u64)).unwrap();
            }
            changed.push(log);
        }
        Edit::Replace(rows) => {
            let new = root.join("references.jsonl.new");
            fs::write(&new, rows.iter().map(|choice| row(*choice)).collect::<String>()).unwrap();
            fs::rename(new, &log).unwrap();
            changed.push(log);
        }
        Edit::Overwrite(at) => {
            if let Ok(mut bytes) = fs::read(&log)
                && let Some(byte) = bytes.get_mut(*at)
            {
                *byte = if *byte == b'a' { b'b' } else { b'a' };
                fs::write(&log, bytes).unwrap();
            }
            changed.push(log);
        }
        Edit::RemoveLog => {
            no_log();
            changed.push(log);
        }
        Edit::PipeForLog => {
            no_log();
            assert!(Command::new("mkfifo").arg(&log).status().unwrap().success());
            changed.push(log);
        }
        Edit::FolderForLog => {
            no_log();
            fs::create_dir(&log).unwrap();
            changed.push(log);
        }
    }
    changed
}

/// The content of an edge; the time of an inferred edge is that of its file.
fn edge_content(edge: Edge<'_>) -> (String, String, String, Option<String>, &'static str) {
    let ts = edge.ts().filter(|_| !edge.is_implicit()).map(|ts| ts.to_string());
    let [from, to] = [edge.from(), edge.to()].map(|node| node.id().to_owned());
    (from, to, edge.relation().to_owned(), ts, edge.system().name())
}

pub(super) fn start(root: &Path) {
    for (file, text) in [
        (0, 0),
        (1, 1),
        (3, 0),
        (7, 1),
        (10, 0),
        (13, 0),
        (14, 1),
        (16, 0),
        (17, 0),
        (19, 1),
        (SETTINGS, 4),
        (22, 0),
        (24, 0),
        (25, 0),
        (26, 1),
        (27, 2),
        (26, 0),
        (29, 0),
        (33, 0),
        (35, 0),
        (39, 0),
        (40, 0),
        (42, 0),
        (47, 0),
        (48, 1),
        (50, 0),
    ] {
        apply(&Edit::Write(file, text), root);
    }
    apply(&Edit::Append(vec![720, 721, 733, 900]), root);
}

#[test]
fn the_edited_workspace_has_edges_of_all_systems() {
    let folder = tempfile::tempdir().unwrap();
    start(folder.path());
    let workspace = Workspace::load(folder.path()).unwrap();
    assert!(workspace.graph.registry().system_named("row").is_some());
    for system in workspace.graph.registry().systems() {
        assert!(workspace.graph.edges().any(|edge| edge.system() == system), "{}", system.name());
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1_000, max_shrink_iters: 200, ..ProptestConfig::default() })]
    #[test]
    fn a_refresh_gives_the_same_result_as_a_full_load(
        rounds in proptest::collection::vec((edits(), any::<bool>()), 1..5)
    ) {
        let folder = tempfile::tempdir().unwrap();
        let root = folder.path();
        start(root);
        let mut live = Live::load(root, &Boundary::around(root), &Progress::default(), drop).unwrap().unwrap();
        for (edits, is_named) in rounds {
            let before = std::sync::Arc::clone(live.workspace());
            let paths: BTreeSet<_> = edits.iter().flat_map(|edit| apply(edit, root)).collect();
            let changes = if is_named { Changes::Paths(paths) } else { Changes::Anywhere };
            let refreshed = live.refresh(&changes);
            let fresh = Workspace::load(root);
            let (Ok(refreshed), Ok(fresh)) = (refreshed, fresh) else {
                // A configuration error stops both.
                prop_assert!(Workspace::load(root).is_err());
                return Ok(());
            };
            prop_assert_eq!(dump(live.workspace()), dump(&fresh));
            match refreshed {
                Refreshed::Same => prop_assert_eq!(dump(&before), dump(&fresh)),
                Refreshed::Other(now, arrivals) => {
                    let was_there = |node: &Node<'_>| before.graph.nodes().any(|old| {
                        !old.is_missing() && old.system() == node.system() && old.id() == node.id()
                    });
                    let defined = now.graph.nodes().filter(|node| !node.is_missing());
                    let new: Vec<_> = defined.filter(|node| !was_there(node)).map(Node::ix).collect();
                    prop_assert_eq!(arrivals.nodes, new);
                    if let Some(rows) = arrivals.rows {
                        prop_assert_eq!(before.graph.log_rows().len() + rows, now.graph.log_rows().len());
                    }
                    let known: BTreeSet<_> = before.graph.edges_from(0).map(edge_content).collect();
                    // A row that existed before is not new, even if an id is now qualified by a repository.
                    let first = match arrivals.rows {
                        Some(_) => now.graph.log_rows().start,
                        None => now.graph.edge_bound(),
                    };
                    let fresh = now.graph.edges().filter(|edge| edge.ix().index() < first);
                    let mut fresh: Vec<_> = fresh.filter(|edge| !known.contains(&edge_content(*edge))).map(Edge::ix).collect();
                    fresh.sort();
                    prop_assert_eq!(arrivals.edges, fresh);
                }
                Refreshed::Longer(grown, first) => {
                    prop_assert_eq!(before.graph.edge_bound(), first);
                    // Not the addresses: a new missing node of an earlier system takes over a bare id.
                    let ids = |workspace: &Workspace| -> Vec<_> {
                        workspace.graph.nodes().map(|node| (node.system().name(), node.id().to_owned())).collect()
                    };
                    prop_assert!(ids(&grown).starts_with(&ids(&before)));
                }
            }
        }
    }
}

/// Regression found by the property test above: a symbolic link in the folder of one system to a file of another.
#[test]
fn a_change_behind_a_symbolic_link_of_another_system_is_noticed() {
    let folder = tempfile::tempdir().unwrap();
    let root = folder.path();
    start(root);
    for edit in [Edit::Remove(10), Edit::Link(2, 10)] {
        apply(&edit, root);
    }
    let mut live = Live::load(root, &Boundary::around(root), &Progress::default(), drop).unwrap().unwrap();
    let paths = apply(&Edit::Write(2, 0), root).into_iter().collect();
    live.refresh(&Changes::Paths(paths)).unwrap();
    assert_eq!(dump(live.workspace()), dump(&Workspace::load(root).unwrap()));
}
