//! The smallest clean files of each system.

use super::Fixture;

/// The ids of the units of [`Systems::units`]: a claim, an inference from it, a challenge to it.
pub(crate) const CLAIM: &str = "0196c801-7a10-7c01-8a01-3f6d2b9c0001";
pub(crate) const INFERENCE: &str = "0196c801-7a10-7c01-8a01-3f6d2b9c0002";
pub(crate) const CHALLENGE: &str = "0196c801-7a10-7c01-8a01-3f6d2b9c0003";

/// A unit as JSON with additional fields.
pub(crate) fn unit(id: &str, kind: &str, more: &str) -> String {
    let common = r#""created_at": "2026-05-01T10:00:00Z", "author": "kim""#;
    format!(r#"{{"id": "{id}", "type": "{kind}", "content": "What {kind} says\nand more", {common}{more}}}"#)
}

impl Fixture {
    /// A claim, an inference from it and a challenge to it.
    pub(crate) fn units(self) -> Self {
        let claim = unit(CLAIM, "assertion", r#", "confidence": 0.5, "assumptions": ["it rains"], "source": "a book""#);
        let from = format!(r#", "references": [{{"id": "{CLAIM}", "rel": "derives-from"}}]"#);
        let against = format!(r#", "references": [{{"id": "{CLAIM}", "rel": "rebuts"}}]"#);
        let (inference, challenge) = (unit(INFERENCE, "inference", &from), unit(CHALLENGE, "challenge", &against));
        self.write("units/all.json", format!("[{claim},\n{inference},\n{challenge}]"))
    }

    /// A code map of two files, an event and a pattern, with these edges.
    pub(crate) fn causal(self, edges: &str) -> Self {
        let nodes = r#"{"id": "app", "label": "App", "path": "src/app.rs", "layer": "logic", "kind": "file"},
            {"id": "lib", "label": "Lib", "path": "src/lib.rs", "layer": "code", "kind": "file"},
            {"id": "crash", "label": "Crash", "layer": "execution"},
            {"id": "pattern", "label": "Pattern", "layer": "knowledge"}"#;
        self.write("map.causal.json", format!(r#"{{"repo": "r", "nodes": [{nodes}], "edges": [{edges}]}}"#))
    }

    /// A skill that upgrades to another one, and an event related to it.
    pub(crate) fn records(self) -> Self {
        self.write(
            "records/sn.a.rank1/meta.json",
            r#"{"id": "sn.a.rank1", "links": [{"type": "related_to", "target": "ev.b"}, {"type": "upgrades_to", "target": "sn.a.rank2"}]}"#,
        )
        .write("records/sn.a.rank2.meta.json", r#"{"title": "Second rank"}"#)
        .write("records/more.meta.json", r#"{"ev.b": {"name": "An event"}}"#)
    }
}
