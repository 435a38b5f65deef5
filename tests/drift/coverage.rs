//! `owner --uncovered`, and the coverage figure of `stats`.

use super::example;
use crate::support::Fixture;
use serde_json::{Value, json};

#[test]
fn files_of_no_node_are_listed_and_counted() {
    let fixture = example().write("tools/build.sh", "").write("README.md", "").write("tools/x.log", "");
    let answer = fixture.run(&["owner", "--uncovered"]).code(0).json();
    assert_eq!(answer, json!({"files": 11, "covered": 8, "uncovered": [".gitignore", "README.md", "tools/build.sh"]}));
    assert_eq!(fixture.run(&["stats"]).json()["coverage"], json!({"files": 11, "covered": 8}));
    let human = fixture.run(&["stats", "--format", "human"]).stdout;
    assert!(human.contains("8 of 11 files covered (72 %)"), "{human}");
}

#[test]
fn every_file_that_is_called_uncovered_has_no_owner_and_every_other_has_one() {
    let fixture = example().write("src/deep/er/x.ts", "").write("srcs/x.ts", "");
    let answer = fixture.run(&["owner", "--uncovered"]).json();
    let uncovered: Vec<_> = answer["uncovered"].as_array().unwrap().iter().map(|file| file.as_str().unwrap()).collect();
    for file in ["src/deep/er/x.ts", "srcs/x.ts", ".gitignore", "src/a.ts", "lib/.hidden", "gone.ts"] {
        let is_owned = fixture.run(&["owner", file]).code == 0;
        assert_eq!(!is_owned, uncovered.contains(&file), "{file}");
    }
}

#[test]
fn files_of_other_systems_do_not_count() {
    let fixture = example()
        .write("references.jsonl", "")
        .write(".refscope.yaml", "half_life_days: 0\n")
        .write("kinds/task.md", "---\nkind: task\n---\n")
        .write("artifacts/tasks/t.md", "---\ntitle: T\n---\n");
    assert_eq!(fixture.run(&["owner", "--uncovered"]).json()["uncovered"], json!([".gitignore"]));
}

#[test]
fn without_a_model_there_is_no_coverage() {
    assert_eq!(Fixture::clean().run(&["stats"]).json()["coverage"], Value::Null);
    Fixture::clean().run(&["owner", "--uncovered"]).code(1);
}

#[test]
fn files_of_a_second_model_below_the_first_count_once_and_for_their_own_model() {
    let fixture = example()
        .write(".refscope.yaml", "sources: [{system: yggdrasil, path: sub}]\n")
        .write("sub/.yggdrasil/yg-config.yaml", "name: sub\n")
        .write("sub/.yggdrasil/model/s/yg-node.yaml", "name: S\ntype: module\nmapping:\n  paths: [code]\n")
        .write("sub/code/a.ts", "")
        .write("sub/other.ts", "");
    let answer = fixture.run(&["owner", "--uncovered"]).json();
    assert_eq!(answer, json!({"files": 11, "covered": 9, "uncovered": [".gitignore", "sub/other.ts"]}));
}
