//! A catalogue of several files and documents.

use super::{distance, edges};
use crate::support::Fixture;
use rstest::rstest;

const ROOT: &str = "apiVersion: backstage.io/v1alpha1
kind: Location
metadata:
  name: everything
  description: Where the rest of the catalogue is
spec:
  type: file
  targets:
    - ./services/*/catalog-info.yaml
    - ./elsewhere.yaml
---
apiVersion: backstage.io/v1alpha1
kind: Domain
metadata:
  name: Commerce
spec:
  owner: group:default/platform
---
apiVersion: backstage.io/v1alpha1
kind: System
metadata:
  name: shop
  title: The Shop
spec:
  owner: platform
  domain: commerce
---
apiVersion: backstage.io/v1alpha1
kind: Group
metadata: {name: platform}
spec:
  type: team
  children: [search-team]
  members: [kim]
---
apiVersion: backstage.io/v1alpha1
kind: Group
metadata: {name: search-team}
spec: {type: team, parent: platform, children: []}
---
apiVersion: backstage.io/v1alpha1
kind: User
metadata: {name: kim}
spec:
  profile: {displayName: Kim}
  memberOf: [Search-Team]
";

const WEB: &str = "apiVersion: backstage.io/v1alpha1
kind: Component
metadata:
  name: web
  title: Shop Web
  tags: [react]
  annotations:
    github.com/project-slug: acme/web
spec:
  type: website
  lifecycle: production
  owner: user:kim
  system: shop
  consumesApis:
    - search-api
  dependsOn:
    - component:default/search
    - Resource:pictures
---
kind: Component
metadata: {name: web-checkout}
spec: {type: website, owner: platform, subcomponentOf: web, lifecycle: experimental}
";

const SEARCH: &str = "kind: Component
metadata: {name: search}
spec:
  type: service
  owner: search-team
  providesApis: [default/search-api]
---
kind: API
metadata: {name: search-api}
spec:
  type: openapi
  owner: search-team
  definition:
    $text: ./openapi.yaml
---
kind: Resource
metadata: {name: index, namespace: data}
spec:
  type: database
  owner: default/search-team
  dependencyOf: ['component:default/search']
---
kind: Resource
metadata: {name: pictures}
spec: {type: s3-bucket, owner: platform}
";

fn catalogue() -> Fixture {
    Fixture::bare()
        .write("catalog-info.yaml", ROOT)
        .write("services/web/catalog-info.yaml", WEB)
        .write("services/search/catalog-info.yml", SEARCH)
        .write("services/search/other.yaml", "kind: Component\nmetadata: {name: not-read}\n")
        .write("target/catalog-info.yaml", "kind: Component\nmetadata: {name: ignored}\n")
        .write(".gitignore", "target/\n")
}

#[test]
fn a_catalogue_is_a_workspace_without_findings() {
    let fixture = catalogue();
    let ids = [
        "api:default/search-api",
        "component:default/search",
        "component:default/web",
        "component:default/web-checkout",
        "domain:default/commerce",
        "group:default/platform",
        "group:default/search-team",
        "location:default/everything",
        "resource:data/index",
        "resource:default/pictures",
        "system:default/shop",
        "user:default/kim",
    ];
    assert_eq!(fixture.ids(), ids);
    let report = fixture.run(&["doctor"]).code(0);
    assert_eq!(report.json()["findings"], serde_json::json!([]));
    assert_eq!(report.detail("declared"), "12 declared records: all rows fit");
}

#[test]
fn short_and_full_references_lead_to_the_same_entities() {
    let fixture = catalogue();
    let web = [
        "component:default/web consumes api:default/search-api",
        "component:default/web depends-on component:default/search",
        "component:default/web depends-on resource:default/pictures",
        "component:default/web owned-by user:default/kim",
        "component:default/web part-of system:default/shop",
        "component:default/web-checkout part-of component:default/web",
    ];
    assert_eq!(edges(&fixture, "component:default/web"), web);
    let search = [
        "component:default/search depends-on resource:data/index",
        "component:default/search owned-by group:default/search-team",
        "component:default/search provides api:default/search-api",
        "component:default/web depends-on component:default/search",
    ];
    assert_eq!(edges(&fixture, "component:default/search"), search);
    // Written from both ends: one edge.
    let team = edges(&fixture, "group:default/search-team");
    let count = |edge: &str| team.iter().filter(|one| *one == edge).count();
    assert_eq!(count("group:default/search-team child-of group:default/platform"), 1);
    assert_eq!(count("user:default/kim member-of group:default/search-team"), 1);
    assert!(
        edges(&fixture, "group:default/platform")
            .contains(&"user:default/kim member-of group:default/platform".to_owned())
    );
}

#[test]
fn an_entity_has_a_title_a_kind_a_status_a_file_and_fields_without_edges() {
    let fixture = catalogue();
    let shown = fixture.run(&["show", "component:default/web"]).code(0).json();
    assert_eq!((&shown["title"], &shown["kind"]), (&"Shop Web".into(), &"Component".into()));
    assert_eq!((&shown["status"], &shown["path"]), (&"production".into(), &"services/web/catalog-info.yaml".into()));
    assert_eq!(shown["fields"]["spec"], serde_json::json!({"type": "website", "lifecycle": "production"}));
    assert_eq!(shown["fields"]["metadata"]["tags"], serde_json::json!(["react"]));
    let checkout = fixture.run(&["show", "component:default/web-checkout"]).code(0).json();
    assert_eq!(checkout["title"], "web-checkout");
    let location = fixture.run(&["show", "location:default/everything"]).code(0).json();
    assert_eq!(location["fields"]["spec"]["targets"][1], "./elsewhere.yaml", "shown, but not followed");
    let tree = fixture.run(&["tree"]).code(0).json();
    let labels: Vec<_> = tree.as_array().unwrap().iter().map(|row| row["label"].as_str().unwrap()).collect();
    assert_eq!(labels[..3], ["backstage", "API", "api:default/search-api"]);
}

/// The end that comes first has the negative distance from the other one.
#[rstest]
#[case("component:default/web", "owned-by", "user:default/kim", -1)]
#[case("component:default/web", "part-of", "system:default/shop", -1)]
#[case("component:default/web", "depends-on", "resource:default/pictures", -1)]
#[case("resource:data/index", "depends-on", "component:default/search", 1)]
#[case("component:default/search", "provides", "api:default/search-api", 1)]
#[case("component:default/web", "consumes", "api:default/search-api", -1)]
#[case("group:default/search-team", "child-of", "group:default/platform", -1)]
#[case("user:default/kim", "member-of", "group:default/platform", -1)]
fn the_earlier_end_is_the_cause(#[case] from: &str, #[case] verb: &str, #[case] to: &str, #[case] expected: i64) {
    let fixture = catalogue();
    assert_eq!(distance(&fixture, from, to, verb), Some(expected));
    assert_eq!(distance(&fixture, to, from, verb), Some(-expected));
}

#[test]
fn lineage_leads_from_a_consumer_over_the_api_to_its_provider() {
    let trace = catalogue().run(&["trace", "component:default/web", "--orient", "meaning"]).code(0).json();
    let at = |id: &str| {
        let nodes = trace["nodes"].as_array().unwrap();
        nodes.iter().find(|node| node["id"] == id).and_then(|node| node["distance"].as_i64())
    };
    assert_eq!(
        (at("api:default/search-api"), at("component:default/search"), at("resource:data/index")),
        (Some(-1), Some(-1), Some(-2))
    );
    assert_eq!(at("group:default/platform"), None, "owners are not causes");
}

#[test]
fn an_entity_of_another_repository_is_a_note() {
    let fixture = Fixture::bare()
        .write("catalog-info.yml", "kind: Component\nmetadata: {name: a}\nspec: {owner: elsewhere, dependsOn: [db]}\n");
    let report = fixture.run(&["doctor"]).code(0).json();
    let found: Vec<_> = report["findings"]
        .as_array()
        .unwrap()
        .iter()
        .map(|one| (&one["code"], &one["severity"], &one["node"]))
        .collect();
    let (code, note) = (&"record-missing".into(), &"note".into());
    // Without a kind, a dependency stays as it is written.
    assert_eq!(found, [(code, note, &"db".into()), (code, note, &"group:default/elsewhere".into())]);
}

#[test]
fn a_document_that_does_not_fit_is_a_finding_and_the_rest_is_read() {
    let text = "kind: Component\nmetadata: {title: No name}\n---\n- a\n- b\n---\nkind: API\nmetadata: {name: x}\nspec: {owner: {a: b}}\n---\na: [\n";
    let fixture = Fixture::bare().write("catalog-info.yaml", text);
    assert_eq!(fixture.ids(), ["api:default/x"]);
    let report = fixture.run(&["doctor"]).code(1).json();
    let found: Vec<_> = report["findings"]
        .as_array()
        .unwrap()
        .iter()
        .map(|one| (one["code"].as_str().unwrap(), one["line"].as_u64().unwrap()))
        .collect();
    let expected =
        [("record-id", 1), ("record-invalid", 4), ("record-invalid", 5), ("record-invalid", 12), ("record-edge", 9)];
    let mut found = found;
    found.sort_by_key(|(_, line)| *line);
    let mut expected = expected.to_vec();
    expected.sort_by_key(|(_, line)| *line);
    assert_eq!(found, expected);
}

#[test]
fn dependencies_in_a_cycle_are_a_warning() {
    let text = "kind: Component\nmetadata: {name: a}\nspec: {dependsOn: ['component:b']}\n---\nkind: Component\nmetadata: {name: b}\nspec: {dependsOn: ['component:a']}\n";
    assert_eq!(Fixture::bare().write("catalog-info.yaml", text).codes(), ["relation-cycle"]);
}
