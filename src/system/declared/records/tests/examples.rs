//! Two complete examples: an export of sphinx-needs, and a Backstage catalog.

use super::*;

const NEEDS: &str = r#"{
  "created": "2020-01-01", "current_version": "1.0",
  "versions": {"1.0": {"needs": {
    "REQ_1": {"id": "REQ_1", "title": "First", "type": "req", "status": "open", "docname": "index", "lineno": 12,
      "links": ["SPEC_1", "REQ_2", "REQ_2"], "tests": ["REQ_2"], "parent_needs": [], "links_back": []},
    "REQ_2": {"id": "REQ_2", "title": "Second", "type": "req", "status": null, "docname": "sub/page",
      "links": [], "tests": [], "parent_needs": ["REQ_1"], "links_back": ["REQ_1", "REQ_1"]},
    "SPEC_1": {"id": "SPEC_1", "title": "Spec", "type": "spec", "status": "done", "docname": "index",
      "links": [], "triggered-by": ["REQ_1"], "checked_by": ["REQ_2"]}
  }}}
}"#;

#[test]
fn needs_become_nodes_and_typed_edges() {
    let rest = "format: json
rows: versions.*.needs.*
id: id
title: title
kind: type
status: status
file: docname
line: lineno
edges:
  - {field: links, verb: links-to}
  - {field: tests, verb: tests}
  - {field: triggered-by, verb: triggered-by}
  - {field: checked_by, verb: checked-by}
  - {field: parent_needs, verb: child-of}
ids: {ignore: [links_back]}";
    let (graph, findings) = read(rest, NEEDS);
    assert_eq!(findings, []);
    let expected =
        ["REQ_1 req \"First\" open index:12", "REQ_2 req \"Second\" - sub/page:1", "SPEC_1 spec \"Spec\" done index:1"];
    assert_eq!(nodes(&graph), expected);
    let expected = [
        "REQ_1 links-to SPEC_1 5",
        "REQ_1 links-to REQ_2 5",
        "REQ_1 links-to REQ_2 5",
        "REQ_1 tests REQ_2 5",
        "REQ_2 child-of REQ_1 7",
        "SPEC_1 triggered-by REQ_1 9",
        "SPEC_1 checked-by REQ_2 9",
    ];
    assert_eq!(edges(&graph), expected);
    assert_eq!(graph.edges().filter(|edge| edge.is_repeated()).count(), 1);
}

const CATALOG: &str = "apiVersion: backstage.io/v1alpha1
kind: Component
metadata:
  name: artist-web
  title: Artist Web
spec:
  lifecycle: production
  owner: team-a
  system: public-websites
  dependsOn:
    - resource:artists-db
  providesApis: [artist-api]
---
apiVersion: backstage.io/v1alpha1
kind: Resource
metadata:
  name: artists-db
  namespace: default
spec:
  owner: group:team-a
  dependencyOf: ['component:artist-lookup']
---
kind: Component
metadata: {name: Artist-Lookup}
spec: {owner: team-a}
---
kind: API
metadata: {name: artist-api}
---
kind: System
metadata: {name: public-websites}
---
kind: Group
metadata: {name: team-a}
spec:
  children: [team-b]
---
kind: Group
metadata: {name: team-b}
";

#[test]
fn catalog_entities_are_found_by_short_references() {
    let rest = r#"format: yaml
id: "{kind}:{metadata.namespace|default}/{metadata.name}"
lower: true
title: metadata.title|metadata.name
kind: kind
status: spec.lifecycle
edges:
  - {field: spec.owner, verb: owned-by}
  - {field: spec.system, verb: part-of}
  - {field: spec.dependsOn, verb: depends-on}
  - {field: spec.dependencyOf, verb: depends-on, reverse: true}
  - {field: spec.providesApis, verb: provides}
  - {field: spec.children, verb: child-of, reverse: true}
ids:
  default_kind: {spec.owner: group, spec.system: system, spec.providesApis: api, spec.children: group}"#;
    let (graph, findings) = read(rest, CATALOG);
    assert_eq!(findings, []);
    assert!(graph.nodes().all(|node| !node.is_missing()));
    let first = "component:default/artist-web Component \"Artist Web\" production f:1";
    assert_eq!(nodes(&graph)[0], first);
    let expected = [
        "component:default/artist-web owned-by group:default/team-a 8",
        "component:default/artist-web part-of system:default/public-websites 9",
        "component:default/artist-web depends-on resource:default/artists-db 11",
        "component:default/artist-web provides api:default/artist-api 12",
        "resource:default/artists-db owned-by group:default/team-a 20",
        "component:default/artist-lookup depends-on resource:default/artists-db 21",
        "component:default/artist-lookup owned-by group:default/team-a 25",
        "group:default/team-b child-of group:default/team-a 36",
    ];
    assert_eq!(edges(&graph), expected);
}
