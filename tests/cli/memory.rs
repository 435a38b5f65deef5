//! Memories of the MCP memory server, read without any configuration.

use crate::support::Fixture;

const ROWS: &str = r#"{"type":"entity","name":"web editor","entityType":"project","observations":["one file"]}
{"type":"entity","name":"D3.js","entityType":"library","observations":[]}
{"type":"entity","name":"D3.js","entityType":"library","observations":["draws"]}
{"type":"relation","from":"web editor","to":"D3.js","relationType":"is drawn by"}
{"type":"relation","from":"D3.js","to":"Observable","relationType":"maintained by"}"#;

#[test]
fn a_memory_is_a_workspace() {
    for name in ["memory.jsonl", "memory.json"] {
        let fixture = Fixture::bare().write(name, ROWS);
        assert_eq!(fixture.ids(), ["D3.js", "web editor"]);
        assert_eq!(fixture.codes(), ["memory-entity-repeated", "memory-dangling"]);
        let shown = fixture.run(&["show", "D3.js"]).code(0).json();
        assert_eq!((&shown["kind"], &shown["fields"]["observations"][0]), (&"library".into(), &"draws".into()));
        let edges = fixture.run(&["refs", "web editor"]).json();
        assert_eq!((&edges[0]["relation"], &edges[0]["to"]), (&"is drawn by".into(), &"D3.js".into()));
    }
}

#[test]
fn another_file_of_the_same_name_is_not_a_workspace() {
    let fixture = Fixture::bare().write("memory.jsonl", "{\"ts\":1,\"content\":\"x\"}\n");
    fixture.run(&["list"]).code(2);
}
