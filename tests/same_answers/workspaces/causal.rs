//! Code maps of two repositories with shared ids, events, decayed edges and contradictions.

use crate::support::Fixture;

const SHOP: &str = r#"{"repo": "shop", "commit": "1f2e3d4",
 "nodes": [
  {"id": "src/api.ts", "label": "API", "path": "src/api.ts", "layer": "api", "language": "typescript", "kind": "file"},
  {"id": "src/store.ts", "label": "Store", "path": "src/store.ts", "layer": "data", "language": "typescript", "kind": "file"},
  {"id": "src/page.ts", "label": "Page", "path": "src/page.ts", "layer": "ui", "language": "typescript", "kind": "class"},
  {"id": "Base", "label": "Base", "layer": "code", "language": "typescript", "kind": "external"},
  {"id": "Mixin", "label": "Mixin", "layer": "code", "language": "typescript", "kind": "class"},
  {"id": "deploy", "label": "The deploy", "layer": "execution", "summary": "Warms the cache"},
  {"id": "outage", "label": "The outage", "layer": "execution"},
  {"id": "retries", "label": "The retries", "layer": "execution"},
  {"id": "herd", "label": "Thundering herd", "layer": "knowledge"},
  {"id": "goal", "label": "Faster pages", "layer": "project"},
  {"id": "odd", "layer": "cellar"},
  {"label": "without an id"}],
 "edges": [
  {"source": "src/api.ts", "target": "src/store.ts", "kind": "calls", "ts": "2026-05-10T00:00:00Z"},
  {"source": "src/api.ts", "target": "src/store.ts", "kind": "calls", "ts": "2026-05-10T00:00:00Z"},
  {"source": "src/page.ts", "target": "src/api.ts", "kind": "imports", "ts": "2026-02-01T00:00:00Z"},
  {"source": "src/page.ts", "target": "src/store.ts", "kind": "reads", "ts": "2024-05-10T00:00:00Z"},
  {"source": "src/store.ts", "target": "src/page.ts", "kind": "writes", "confidence": 0.3},
  {"source": "src/page.ts", "target": "Base", "kind": "extends", "ts": "2026-05-10T00:00:00Z"},
  {"source": "src/page.ts", "target": "Mixin", "kind": "extends", "ts": "2026-05-10T00:00:00Z"},
  {"source": "deploy", "target": "outage", "kind": "caused", "verified": true, "ts": "2026-05-11T09:00:00Z"},
  {"source": "deploy", "target": "outage", "kind": "prevented", "ts": "2026-05-11T10:00:00Z"},
  {"source": "outage", "target": "retries", "kind": "caused", "confidence": 0.9, "ts": "2026-05-11T11:00:00Z"},
  {"source": "retries", "target": "outage", "kind": "causes-to-fail", "ts": "2026-05-11T12:00:00Z"},
  {"source": "retries", "target": "deploy", "kind": "prevented", "ts": "2023-01-01T00:00:00Z"},
  {"source": "herd", "target": "outage", "kind": "explains", "verified": false, "ts": "2026-05-12T00:00:00Z"},
  {"source": "herd", "target": "src/store.ts", "kind": "explains", "ts": "2026-05-12T00:00:00Z"},
  {"source": "src/api.ts", "target": "goal", "kind": "resolves", "ts": "2026-05-13T00:00:00Z"},
  {"source": "src/store.ts", "target": "src/gone.ts", "kind": "calls", "ts": "2026-05-13T00:00:00Z"},
  {"source": "src/bill.ts", "target": "src/store.ts", "kind": "calls", "ts": "2026-05-13T00:00:00Z"},
  {"source": "src/api.ts", "target": "billing/src/bill.ts", "kind": "calls", "ts": "2026-05-13T00:00:00Z"},
  {"source": "src/api.ts", "target": "odd", "kind": "dreams-of", "confidence": "high", "ts": "soon"},
  {"source": "src/api.ts"}]}"#;

const BILLING: &str = r#"{"graph": {"repo": "billing",
 "nodes": [
  {"id": "src/api.ts", "label": "Billing API", "path": "src/api.ts", "layer": "api", "kind": "file"},
  {"id": "src/bill.ts", "label": "Bill", "path": "src/bill.ts", "layer": "logic", "kind": "file"},
  {"id": "src/bill.ts", "label": "Bill, again", "path": "src/bill.ts", "layer": "test", "kind": "file"},
  {"id": "deploy", "label": "The deploy of billing", "layer": "execution"}],
 "links": [
  {"source": "src/api.ts", "target": "src/bill.ts", "kind": "calls", "ts": "2026-05-14T00:00:00Z"},
  {"source": "src/bill.ts", "target": "shop/src/store.ts", "kind": "reads", "ts": "2026-05-14T00:00:00Z"},
  {"source": "deploy", "target": "shop/outage", "kind": "caused", "ts": "2026-05-14T00:00:00Z"}]}}"#;

const FREE: &str = r#"{"nodes": [{"id": "note", "label": "A pattern", "layer": "knowledge"}],
 "edges": [{"source": "note", "target": "outage", "kind": "explains"},
  {"source": "note", "target": "src/api.ts", "kind": "explains"},
  {"source": "note", "target": "nothing", "kind": "explains"}]}"#;

const LOG: &str = r#"{"ts":"2026-05-15T10:00:00.000Z","from":"shop/src/api.ts","to":"billing/src/api.ts","relation":"calls","actor":"cli"}
{"ts":"2026-05-15T11:00:00.000Z","from":"src/api.ts","to":"herd","relation":"mentions","actor":"kim"}
{"ts":"2024-05-15T11:00:00.000Z","from":"causal:herd","to":"causal:shop/deploy","relation":"explains","actor":"kim"}
{"ts":"2026-05-16T10:00:00.000Z","from":"goal","to":"herd","relation":"cites","actor":"agent"}
{"ts":"2026-05-17T10:00:00.000Z","actor":"agent","retracts":{"from":"goal","to":"herd","relation":"cites","ts":"2026-05-16T10:00:00.000Z"}}
{"ts":"2026-05-18T10:00:00.000Z","from":"causal:nowhere","to":"shop/nothing","relation":"caused","actor":"agent"}
"#;

pub(in super::super) fn causal() -> Fixture {
    Fixture::bare()
        .write(".refscope.yaml", "half_life_days: 90\nthresholds: {dim: 0.3, drop: 0.1}\n")
        .write("shop.causal.json", SHOP)
        .write("code/billing.causal.json", BILLING)
        .write(".causalist/free.json", FREE)
        .write(".causalist/session.json", r#"{"session": 1}"#)
        .write("code/broken.causal.json", "{")
        .write("code/list.causal.json", r#"{"nodes": 7}"#)
        .write("references.jsonl", LOG)
}
