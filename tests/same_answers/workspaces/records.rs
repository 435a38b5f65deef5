//! Records and sidecars, valid and invalid ones.

use crate::support::{Fixture, row};

pub(in super::super) fn records() -> Fixture {
    let long = "long ".repeat(50);
    Fixture::bare()
        .records()
        .write("records/sn.a.rank3/meta.json", r#"{"id": "sn.a.rank3", "title": "Third rank", "links": [{"type": "upgrades_to", "target": "sn.a.rank1"}]}"#)
        .write(
            "records/sn.a.rank2.meta.json",
            r#"{"title": "Second rank", "links": [{"type": "upgrades_to", "target": "sn.a.rank3"}, {"type": "granted_by", "target": "ev.b", "reason": "Granted at the cache"}]}"#,
        )
        .write("records/pc.kim.json", r#"{"id": "pc.kim", "name": "Kim", "level": 3}"#)
        .write("records/pc.kim.meta.json", r#"{"links": [{"type": "related_to", "target": "sn.a.rank1"}, {"type": "derived_from", "target": "cl.none"}]}"#)
        .write("records/loc.home/record.json", r#"{"id": "loc.home", "title": "Home"}"#)
        .write("records/eq.rope.meta.json", r#"{"links": [{"type": "derived_from", "target": "eq.cord"}, {"type": "related_to", "target": "pc.kim"}]}"#)
        .write("records/eq.cord.meta.json", r#"{"links": [{"type": "derived_from", "target": "eq.rope"}]}"#)
        .write(
            "records/tag.bad.meta.json",
            format!(
                r#"{{"links": [{{"type": "likes", "target": "pc.kim"}}, {{"type": "related_to", "target": "Not An Id"}}, {{"type": "related_to", "target": "pc.kim", "reason": "{long}"}}, {{"type": "related_to", "target": "pc.kim", "source_ref": 1}}, {{"type": "granted_by", "target": "causal:ev1", "reason": 4}}, 7]}}"#
            ),
        )
        .write("records/scene.meta.json", r#"{"mood": "dark"}"#)
        .write("records/unnamed.meta.json", r#"{"links": [{"type": "related_to", "target": "pc.kim"}]}"#)
        .write("records/sys.many.json", r#"{"id": "sys.many", "links": [{"type": "related_to", "target": "pc.kim"}]}"#)
        .write("records/broken.meta.json", "{")
        .write("records/.review.json", r#"{"rc.elf": {"name": "Elf", "links": [{"type": "related_to", "target": "ev.b"}]}}"#)
        .rows(&[row("pc.kim", "loc.home", "related_to"), row("ev.b", "sidecar:ev.none", "derived_from"), row("sn.a.rank1", "pc.kim", "mentions")])
}
