//! What a folder without a workspace looks like, for the hints of an error message: tables that contain references.
//!
//! [`tables`] recognises references by the names of columns and fields. The search is bounded in entries, depth, files
//! and bytes, because it runs in whatever folder a user happens to be in, and nothing here is an error: what cannot be
//! read is not reported.

mod names;
mod tables;

use super::built_in;
use crate::graph::SystemId;
use crate::text;
use serde_json::Value;
use std::collections::BTreeMap;
use std::path::Path;
use tables::Tables;

/// Describes what a folder contains and what to do with it; nothing if it contains nothing that refscope could use.
pub fn hints(folder: &Path) -> Vec<String> {
    let mut found = tables::find(folder);
    let at_least = if found.is_partial { "at least " } else { "" };
    let readable = take_readable(folder, &mut found.tables);
    let of_system = |(system, files): (SystemId, Vec<String>)| {
        let (count, name, first) = (text::count(files.len(), "file"), system.name(), in_yaml(&files[0]));
        let settings = format!("sources: [{{system: {name}, path: {first}}}]");
        format!("found {at_least}{count} of the system {name} ({}): put {settings} into .refscope.yaml", named(&files))
    };
    let of_format = |(format, files): (tables::Format, Vec<String>)| {
        format!("found references in {at_least}{} ({}): {DECLARE}", format.counted(files.len()), named(&files))
    };
    readable.into_iter().map(of_system).chain(found.tables.into_iter().map(of_format)).collect()
}

/// Takes the files that a system reads once the settings name them.
fn take_readable(folder: &Path, tables: &mut Tables) -> BTreeMap<SystemId, Vec<String>> {
    let systems = built_in();
    let mut readable: BTreeMap<_, Vec<_>> = BTreeMap::new();
    for files in tables.values_mut() {
        files.retain(|file| {
            let reader = systems.iter().find(|system| system.would_read(&folder.join(file)));
            if let Some(system) = reader {
                readable.entry(system.spec().id).or_default().push(file.clone());
            }
            reader.is_none()
        });
    }
    tables.retain(|_, files| !files.is_empty());
    readable
}

/// The first files, for a hint.
fn named(files: &[String]) -> String {
    let shown: Vec<_> = files.iter().take(NAMED_FILES).map(|file| text::plain(file).into_owned()).collect();
    let more = if files.len() > shown.len() { ", …" } else { "" };
    format!("{}{more}", shown.join(", "))
}

/// A path as a value in YAML.
fn in_yaml(path: &str) -> String {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || ['/', '.', '_', '-'].contains(&c);
    let path = text::plain(path);
    if path.chars().all(is_plain) { path.into_owned() } else { Value::from(&*path).to_string() }
}

/// Number of files that a hint names.
const NAMED_FILES: usize = 3;

const DECLARE: &str = "declare them in .refscope.yaml, see docs/settings.md";

#[cfg(test)]
mod tests {
    use super::*;
    use crate::system::kit::fixture::folder;

    fn hints_of(files: &[(&str, &str)]) -> Vec<String> {
        hints(folder(files).path())
    }

    #[test]
    fn tables_with_references_are_listed_by_format() {
        let found = hints_of(&[
            ("deps.csv", "id,title,depends_on\na,A,b\n"),
            ("data/edges.tsv", "source\ttarget\na\tb\n"),
            ("data/links.csv", "\"From\";\"To\";\"Verb\"\na;b;uses\n"),
            ("data/more.csv", "parent,child\na,b\n"),
            ("tasks.json", "[{\"id\": 1, \"blockedBy\": [2]}]"),
            ("graph.json", "{\"nodes\": [{\"id\": \"a\"}], \"links\": [{\"source\": \"a\", \"target\": \"b\"}]}"),
            ("log.jsonl", "{\"from\": \"a\", \"to\": \"b\"}\n"),
            ("items.yaml", "items:\n  - id: a\n    depends-on:\n      - b\n"),
            ("notes/one.md", "---\ntitle: One\nrelated: [two]\n---\ntext\n"),
        ]);
        assert_eq!(
            found,
            [
                "found 1 file of the system graph (graph.json): put sources: [{system: graph, path: graph.json}] into \
                 .refscope.yaml"
                    .to_owned(),
                format!("found references in 4 CSV files (deps.csv, data/edges.tsv, data/links.csv, …): {DECLARE}"),
                format!("found references in 1 JSON file (tasks.json): {DECLARE}"),
                format!("found references in 1 JSONL file (log.jsonl): {DECLARE}"),
                format!("found references in 1 YAML file (items.yaml): {DECLARE}"),
                format!("found references in 1 Markdown file with frontmatter (notes/one.md): {DECLARE}"),
            ]
        );
    }

    #[test]
    fn files_that_a_system_reads_when_named_are_listed_with_the_settings_for_it() {
        let found = hints_of(&[
            ("tasks/tasks.json", r#"{"tasks": [{"id": 1, "title": "A", "dependencies": [2]}]}"#),
            ("my graphs/a.json", r#"{"graph": {"nodes": {"a": {}}, "edges": [{"source": "a", "target": "a"}]}}"#),
            ("b.json", r#"{"nodes": [{"id": "a"}], "edges": [{"source": "a", "target": "a"}]}"#),
        ]);
        assert_eq!(
            found,
            [
                "found 1 file of the system taskmaster (tasks/tasks.json): put sources: [{system: taskmaster, path: \
                 tasks/tasks.json}] into .refscope.yaml",
                "found 2 files of the system graph (b.json, my graphs/a.json): put sources: [{system: graph, path: \
                 b.json}] into .refscope.yaml",
            ]
        );
        assert_eq!(in_yaml("my graphs/a, b.json"), r#""my graphs/a, b.json""#);
    }

    #[test]
    fn a_code_repository_has_no_hints() {
        let package = r#"{"name": "x", "version": "1.0.0", "dependencies": {"a": "^1"}, "scripts": {"to": "x"}}"#;
        let lock =
            r#"{"name": "x", "packages": {"": {"dependencies": {"a": "^1"}}, "node_modules/a": {"version": "1"}}}"#;
        let found = hints_of(&[
            ("package.json", package),
            ("package-lock.json", lock),
            ("tsconfig.json", r#"{"references": [{"path": "../b"}], "compilerOptions": {"target": "es2022"}}"#),
            ("Cargo.toml", "[package]\nname = \"x\"\n"),
            ("README.md", "# X\n\n---\nparent: not frontmatter\n---\n"),
            ("docs/guide.md", "---\ntitle: Guide\nid: guide\n---\n"),
            ("measurements.csv", "x,y\n1,2\n3,4\n"),
            ("bare.csv", "1,2\n3,4\n"),
            ("contacts.csv", "id,name,source\n1,Kim,web\n"),
            (".github/workflows/ci.yml", "jobs:\n  a:\n    needs: b\n"),
            ("docker-compose.yml", "services:\n  web:\n    depends_on: [db]\n  db:\n    image: x\n"),
            ("openapi.yaml", "paths:\n  /x:\n    get:\n      parameters:\n        - name: to\n          in: query\n"),
            ("src/main.rs", "fn main() {}\n"),
            ("node_modules/a/edges.csv", "from,to\na,b\n"),
            ("target/edges.csv", "from,to\na,b\n"),
            (".cache/edges.csv", "from,to\na,b\n"),
        ]);
        assert_eq!(found, [] as [&str; 0]);
    }

    #[test]
    fn names_from_the_folder_are_escaped() {
        let found = hints_of(&[("a\u{1b}[2J.csv", "from,to\na,b\n"), ("\u{202e}x.json", "[{\"from\": 1, \"to\": 2}]")]);
        assert_eq!(found.len(), 2);
        for hint in found {
            assert!(!hint.contains(text::is_unsafe), "{hint:?}");
        }
    }

    #[test]
    fn links_are_neither_followed_nor_read() {
        let (folder, outside) = (folder(&[("x.txt", "")]), folder(&[("edges.csv", "from,to\na,b\n")]));
        std::os::unix::fs::symlink(outside.path(), folder.path().join("linked")).unwrap();
        std::os::unix::fs::symlink(outside.path().join("edges.csv"), folder.path().join("edges.csv")).unwrap();
        assert_eq!(hints(folder.path()), [] as [&str; 0]);
    }
}
