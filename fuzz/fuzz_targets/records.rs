//! Parses the input as declared records, in each format: as nodes with edges, and with rows that are edges; and as the
//! files of the presets.

#![no_main]

use libfuzzer_sys::fuzz_target;
use refscope::system::declared::records;
use refscope_fuzz::check_with;
use std::sync::Arc;

const FIELDS: &str = "id: \"{kind|k}:{id}\", kind: kind, title: name|id, time: at, lower: true, \
    edges: [{field: to, verb: v}, {field: deps, target: id, verb_field: type}, {field: a.*.b, verb: w, reverse: true}], \
    edge_rows: {when: {type: relation}, from: from, to: to, verb_field: verb, verb: u}, ids: {default_kind: {to: k}, ignore: ['*_back'], part: .}, missing: note";

const SCHEMA: &str = "rows: 'a.{b}.c.*', edge_schema: {fields: 'a.{b}.s', when: {t: l}, ignore: {t: r}}";

fuzz_target!(|data: &[u8]| {
    let text = String::from_utf8_lossy(data);
    let read = |settings: &str| {
        let (systems, batch) = records::parse(settings, "f", &text).expect("valid settings");
        check_with(Arc::clone(systems.registry()), text.as_bytes(), vec![batch]);
    };
    for format in ["json", "jsonl", "yaml", "csv", "frontmatter", "json, rows: a.*.b.*", "yaml, rows: '*'"] {
        read(&format!("records: [{{system: t, files: [f], format: {format}, {FIELDS}}}]"));
    }
    for format in ["json", "yaml"] {
        read(&format!("records: [{{system: t, files: [f], format: {format}, {SCHEMA}, {FIELDS}}}]"));
    }
    for preset in ["backstage", "need"] {
        read(&format!("records: [{{preset: {preset}}}]"));
    }
});
