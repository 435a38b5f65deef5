//! What a folder without a workspace looks like, for the hints of an error message: tables that contain references.
//!
//! [`tables`] recognises references by the names of columns and fields. The search is bounded in entries, depth, files
//! and bytes, because it runs in whatever folder a user happens to be in, and nothing here is an error: what cannot be
//! read is not reported.

mod names;
mod tables;

use crate::text;
use std::path::Path;

/// Describes what a folder contains and what to do with it; nothing if it contains nothing that refscope could use.
pub fn hints(folder: &Path) -> Vec<String> {
    let found = tables::find(folder);
    let at_least = if found.is_partial { "at least " } else { "" };
    let hint = |(format, files): (tables::Format, Vec<String>)| {
        let shown: Vec<_> = files.iter().take(NAMED_FILES).map(|file| text::plain(file).into_owned()).collect();
        let more = if files.len() > shown.len() { ", …" } else { "" };
        let (count, names) = (format.counted(files.len()), shown.join(", "));
        format!("found references in {at_least}{count} ({names}{more}): {DECLARE}")
    };
    found.tables.into_iter().map(hint).collect()
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
                format!("found references in 4 CSV files (deps.csv, data/edges.tsv, data/links.csv, …): {DECLARE}"),
                format!("found references in 2 JSON files (graph.json, tasks.json): {DECLARE}"),
                format!("found references in 1 JSONL file (log.jsonl): {DECLARE}"),
                format!("found references in 1 YAML file (items.yaml): {DECLARE}"),
                format!("found references in 1 Markdown file with frontmatter (notes/one.md): {DECLARE}"),
            ]
        );
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
