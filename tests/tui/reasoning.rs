//! Arguments, proofs of findings, and impact.

use super::page::indented_rows as rows;
use super::small;
use crate::support::{Fixture, Screen, row};
use refscope::tui::effect::Effect;
use refscope::workspace::Changes;
use std::fs;

/// The subject of the page.
fn topic(screen: &Screen) -> String {
    screen.says("page", "topic").as_str().unwrap().to_owned()
}

/// Makes the screen read the changed files.
fn look(screen: &mut Screen) {
    let event = screen.look(&Changes::Anywhere).unwrap();
    screen.happen(event);
}

/// `a` led to `b` and `b` to `c`; another row says that `c` led to `a`.
fn cycle() -> Fixture {
    let rows = [row("a", "b", "led-to"), row("b", "c", "led-to"), row("c", "a", "led-to")];
    small().write("artifacts/tasks/c.md", "---\ntitle: Task C\nstatus: todo\nmentions: [m]\n---\n").rows(&rows)
}

#[test]
fn an_argument_shows_both_sides_and_all_sections() {
    let screen = Screen::demo().size(120, 40).keys("/calmer<enter>W");
    let shown = rows(&screen);
    let both = "Both are right on quiet days.";
    let claim = "A longer time to live makes the cache calmer.";
    assert_eq!(shown[0], claim);
    assert_eq!(shown[1], format!("{both} supports {claim}  both sides units/expiry.json:7"));
    assert!(shown[2].contains(&format!(" rebuts {claim}")), "{shown:?}");
    assert!(shown[3].starts_with(&format!("  {both} supports ")), "below what it supports: {shown:?}");
    let text = screen.text();
    let heads = text.lines().find(|line| line.contains("For (1)")).unwrap();
    assert!(heads.contains("Against (2)"), "side by side: {text}");
    assert!(text.contains("No questions"), "{text}");
}

#[test]
fn on_a_narrow_screen_the_sides_are_stacked() {
    let screen = Screen::demo().size(76, 24).keys("/calmer<enter>W");
    let text = screen.text();
    let line = |words: &str| text.lines().position(|line| line.contains(words)).unwrap();
    assert!(line("For (1)") < line("Against (2)"), "{text}");
}

#[test]
fn assumptions_are_read_from_the_files() {
    let screen = Screen::demo().keys("/removes the spike<enter>W");
    assert!(
        rows(&screen).contains(&"Writes come in bursts at the top of the hour units/expiry.json:4".to_owned()),
        "{:?}",
        rows(&screen)
    );
}

#[test]
fn one_key_opens_the_argument_of_a_row_and_one_goes_back() {
    let mut screen = Screen::demo().keys("/calmer<enter>W");
    let first = topic(&screen);
    screen.press("jW");
    assert_ne!(topic(&screen), first);
    screen.press("b");
    assert_eq!(topic(&screen), first);
    screen.press("<esc>");
    assert_eq!(screen.overlay(), None);
}

#[test]
fn a_contradiction_is_proved_by_two_chains_side_by_side() {
    let screen = Screen::demo().size(120, 40).keys("5/code:unit-contradiction<enter>");
    assert!(screen.text().contains("W shows both chains that prove it"), "{}", screen.text());
    let screen = screen.keys("W");
    let shown = rows(&screen);
    assert!(shown[0].contains("both supports and rebuts"), "{shown:?}");
    assert_eq!(shown.iter().filter(|row| row.contains("units/expiry.json:")).count(), 3, "{shown:?}");
    let text = screen.text();
    let heads = text.lines().find(|line| line.contains("For (1)  supports it")).unwrap();
    assert!(heads.contains("Against (2)  rebuts it"), "{text}");
}

#[test]
fn a_cause_that_also_prevents_is_proved_too() {
    let screen = Screen::demo().keys("5/code:causal-contradiction<enter>W");
    let shown = rows(&screen);
    assert!(shown[1].starts_with("tuesday-deploy caused → stampede-0904"), "{shown:?}");
    assert!(shown[2].starts_with("tuesday-deploy prevented → stampede-0904"), "{shown:?}");
}

#[test]
fn a_cycle_is_proved_by_its_shortest_path_with_the_weakest_edge() {
    let fixture = cycle();
    let screen = Screen::on(fixture.root()).keys("5/code:relation-cycle<enter>W");
    let shown = rows(&screen);
    let steps = [
        "a led-to → b references.jsonl:1",
        "b led-to → c references.jsonl:2",
        "weakest  c led-to → a references.jsonl:3",
    ];
    assert_eq!(shown[1..4], steps, "{shown:?}");
    assert_eq!(shown[4..], ["a  Task A", "b  Task B", "c  Task C"]);
}

#[test]
fn other_findings_are_proved_by_their_edge() {
    let fixture = small();
    let mut screen = Screen::on(fixture.root()).keys("5/code:dangling<enter>W");
    assert!(topic(&screen).starts_with("proof of "), "{}", topic(&screen));
    assert!(screen.text().contains("Edges (1)  at this location"), "{}", screen.text());
    assert_eq!(rows(&screen)[1..], ["a cites → gone (missing) references.jsonl:3"]);
    screen.press("je");
    let [Effect::Edit(path, line)] = screen.asked() else { panic!("{:?}", screen.asked()) };
    assert_eq!((path, *line), (&fixture.path("references.jsonl"), Some(3)));
}

#[test]
fn a_finding_without_an_edge_shows_a_message() {
    let fixture = small().rows(&["{oops".to_owned()]);
    let screen = Screen::on(fixture.root()).keys("5/references.jsonl<enter>W");
    assert!(screen.text().contains("No edges to show"), "{}", screen.text());
    assert_eq!(rows(&screen).len(), 1);
}

#[test]
fn a_resolved_finding_has_no_proof() {
    let fixture = cycle();
    let mut screen = Screen::on(fixture.root()).keys("5/code:relation-cycle<enter>W");
    fs::write(fixture.path("references.jsonl"), row("a", "b", "led-to") + "\n").unwrap();
    look(&mut screen);
    assert!(screen.text().contains("No edge proves it any more"), "{}", screen.text());
}

#[test]
fn cycles_are_marked_in_lineage_and_map() {
    let fixture = cycle();
    for (keys, width) in [("/a<enter>2", 140), ("/a<enter>2w", 80), ("/a<enter>4", 100)] {
        let text = Screen::on(fixture.root()).size(width, 30).keys(keys).text();
        assert!(text.matches('↺').count() >= 2, "{keys}: {text}");
    }
    let text = Screen::on(fixture.root()).size(100, 30).keys("/s<enter>4").text();
    assert!(!text.contains('↺'), "{text}");
}

#[test]
fn the_impact_is_a_page_and_stays_highlighted_until_cleared() {
    let mut screen = Screen::demo().size(120, 40).keys("/tuesday-deploy<enter>2I");
    let shown = rows(&screen);
    assert_eq!(shown[0], "tuesday-deploy  The Tuesday deploy");
    let first = "0.98  stampede-0904  because tuesday-deploy caused stampede-0904 .causalist/read-path.json:19";
    assert_eq!(shown[1], first);
    let next = "0.98  p99-doubled  because stampede-0904 led to p99-doubled references.jsonl:11".to_owned();
    assert!(shown.contains(&next), "{shown:?}");
    // In the lineage the impact is highlighted with its weights.
    screen.press("I");
    assert_eq!((screen.view(), screen.overlay()), ("lineage", None));
    let text = screen.text();
    assert!(text.contains("impact of tuesday-deploy: 10") && text.contains("◆0.98 "), "{text}");
    screen.press("4");
    assert!(screen.text().contains("0.98 "), "{}", screen.text());
    screen.press("<esc>");
    assert!(screen.lit().is_none() && !screen.text().contains('◆'), "{}", screen.text());
}

#[test]
fn the_impact_page_has_a_separate_section_for_events() {
    let fixture = Fixture::model();
    let screen = Screen::on(fixture.root()).size(120, 40).keys("/shop/orders<enter>I");
    let text = screen.text();
    assert!(text.contains("Events (1)  linked to it by events"), "{text}");
    let event = "shop/mail  because shop/mail listens to shop/orders ";
    assert!(rows(&screen).iter().any(|row| row.starts_with(event)), "{:?}", rows(&screen));
}

#[test]
fn the_same_key_clears_the_highlight_where_it_is_visible() {
    let mut screen = Screen::demo().size(120, 40).keys("/tuesday-deploy<enter>I<esc>");
    assert!(screen.lit().is_some(), "{}", screen.text());
    // Explore shows no highlight, so the key opens the page again.
    screen.press("I");
    assert_eq!(screen.overlay(), Some("page"));
    screen.press("<esc>2I");
    assert!(screen.lit().is_none());
    assert_eq!(screen.overlay(), None);
}

#[test]
fn the_highlight_follows_changes() {
    let fixture = small();
    let mut screen = Screen::on(fixture.root()).size(120, 30).keys("/a<enter>2I<esc>");
    assert_eq!(screen.lit().unwrap(), ["b"]);
    let log = fixture.read("references.jsonl") + &row("a", "s", "led-to") + "\n";
    fs::write(fixture.path("references.jsonl"), log).unwrap();
    look(&mut screen);
    assert_eq!(screen.lit().unwrap(), ["b", "s"]);
    // Another file changes every index.
    fs::write(fixture.path("artifacts/tasks/0.md"), "---\ntitle: First\nstatus: todo\nmentions: [m]\n---\n").unwrap();
    look(&mut screen);
    assert_eq!(screen.lit().unwrap(), ["b", "s"]);
}

#[test]
fn a_defender_of_a_claim_is_shown_with_the_whole_chain() {
    let ids =
        ["c", "r", "d"].map(|name| format!("0196c801-7a10-7c01-8a01-{:0>12}", format!("{:02x}", name.as_bytes()[0])));
    let unit = |at: usize, says: &str, references: &str| {
        let common = r#""type": "assertion", "created_at": "2026-05-01T10:00:00Z", "author": "kim""#;
        format!(r#"{{"id": "{}", "content": "{says}", {common}, "references": [{references}]}}"#, ids[at])
    };
    let rebuts = |at: usize| format!(r#"{{"id": "{}", "rel": "rebuts"}}"#, ids[at]);
    let units = [unit(0, "The claim", ""), unit(1, "The doubt", &rebuts(0)), unit(2, "The answer", &rebuts(1))];
    let fixture = Fixture::bare().write("units/all.jsonl", units.join("\n"));
    let shown = rows(&Screen::on(fixture.root()).keys("/The claim<enter>W"));
    assert_eq!(
        shown[1..3],
        ["The answer rebuts The doubt units/all.jsonl:3", "  The doubt rebuts The claim units/all.jsonl:2"],
        "{shown:?}"
    );
    assert_eq!(shown[3..], ["The doubt rebuts The claim units/all.jsonl:2"], "{shown:?}");
}
