//! Snapshots of each view at each size, with and without colours, and the images of the README.
//!
//! Drawn by the real program without a terminal. Run with `INSTA_UPDATE=always`, review every changed line, then
//! commit; with `REFSCOPE_PICTURES=write` the images are drawn again.

use crate::support::run;
use rstest::rstest;
use std::fs;
use std::path::Path;

/// The screen of the demo on the last day of its story.
fn screen(keys: &str, arguments: &[&str]) -> String {
    let folder = tempfile::tempdir().unwrap();
    let common = ["demo", "--now", "2026-05-16", "--keys", keys];
    run(folder.path(), &[&common, arguments].concat()).code(0).stdout
}

fn keys_of(view: &str) -> &'static str {
    match view {
        "home" => "0j",
        "explore" => "",
        "lineage" => "2",
        "tree" => "3",
        "map" => "4",
        "findings" => "5",
        "search" => "/cache kind:task",
        "walk" => "<enter>jj<right>+",
        "lineage-list" => "2wj",
        "map-layers" => "4w",
        "detail" => "<tab><tab>",
        "help" => "?",
        "palette" => ":lin",
        "relations" => "r",
        "themes" => "Tj",
        "marks" => "mjjm'",
        "chord" => "g",
        "link" => "a1self",
        "link-relations" => "a",
        "link-advice" => "aresolves<pagedown><enter>p99-d<enter>it was the cache",
        "link-marked" => "mjmjmA3weekly<enter>",
        "link-draft" => "a1self<esc>ja",
        "link-added" => "a1self<enter><enter>",
        "undo" => "a1self<enter><enter>u",
        "retracted" => "a1self<enter><enter>u<enter>x<tab>gg",
        "closing" => "/evictions<enter>Cjit",
        "log" => "Fkk",
        "history" => "/fix-sta<enter>Zj",
        "argument" => "/calmer<enter>Wj",
        "proof" => "5/code:unit-contradiction<enter>W",
        "impact" => "/tuesday-deploy<enter>I",
        "impact-lineage" => "/tuesday-deploy<enter>2I<esc>",
        "impact-map" => "/tuesday-deploy<enter>4I<esc>",
        "path" => "/p99-d<enter>m/<ctrl-u>measure<enter>pj",
        "suggestions" => "/fix-sta<enter>Sj",
        "rank" => "ssss",
        "link-suggested" => "/fix-sta<enter>a1",
        "log-filter" => "a1self<enter><enter>u<enter>F/-actor:agent",
        "past" => "z<left><left><left><left>",
        "past-lineage" => "2z<home><right><right>,",
        "past-time" => "z@-3d",
        "since" => "z@2026-05-15<enter>D",
        "since-lineage" => "z@2026-05-15<enter>D2",
        other => panic!("no keys for {other}"),
    }
}

#[rstest]
fn every_view_fits_every_size(
    #[values("home", "explore", "lineage", "tree", "map", "findings")] view: &str,
    #[values("80x24", "120x40", "200x60", "24x7")] size: &str,
) {
    insta::assert_snapshot!(format!("{view}-{size}"), screen(keys_of(view), &["--size", size, "--print", "text"]));
}

#[rstest]
fn every_view_can_be_drawn_in_ascii(#[values("home", "explore", "lineage", "tree", "map", "findings")] view: &str) {
    let drawn = screen(keys_of(view), &["--size", "80x24", "--print", "text", "--ascii"]);
    assert!(drawn.is_ascii(), "{drawn}");
    insta::assert_snapshot!(format!("{view}-ascii"), drawn);
}

#[rstest]
fn every_view_has_its_styles(
    #[values("explore", "lineage", "tree", "map", "findings")] view: &str,
    #[values("dark", "light")] theme: &str,
) {
    let arguments = ["--size", "80x24", "--print", "styles", "--theme", theme];
    insta::assert_snapshot!(format!("{view}-{theme}"), screen(keys_of(view), &arguments));
}

#[rstest]
fn the_editor_fits_every_size(#[values("80x24", "120x40", "24x7", "40x14")] size: &str) {
    insta::assert_snapshot!(format!("link-{size}"), screen(keys_of("link"), &["--size", size, "--print", "text"]));
}

#[rstest]
fn the_editor_can_be_drawn_in_ascii_and_has_its_styles(#[values("ascii", "dark", "plain")] how: &str) {
    let arguments: &[&str] = match how {
        "ascii" => &["--print", "text", "--ascii"],
        "dark" => &["--print", "styles", "--theme", "dark"],
        _ => &["--print", "styles", "--color-depth", "none"],
    };
    let drawn = screen(keys_of("link-advice"), &[&["--size", "80x24"], arguments].concat());
    assert!(how != "ascii" || drawn.is_ascii(), "{drawn}");
    insta::assert_snapshot!(format!("link-{how}"), drawn);
}

#[rstest]
fn input_lines_and_overlays_are_drawn(
    #[values(
        "search",
        "walk",
        "lineage-list",
        "map-layers",
        "detail",
        "help",
        "palette",
        "relations",
        "themes",
        "marks",
        "chord",
        "link-relations",
        "link-advice",
        "link-marked",
        "link-draft",
        "link-added",
        "undo",
        "retracted"
    )]
    what: &str,
) {
    insta::assert_snapshot!(what, screen(keys_of(what), &["--size", "80x24", "--print", "text"]));
}

#[rstest]
fn the_past_is_labelled_at_every_size(
    #[values("past", "past-lineage", "past-time", "since", "since-lineage")] what: &str,
    #[values("80x24", "120x40", "24x7")] size: &str,
) {
    insta::assert_snapshot!(format!("{what}-{size}"), screen(keys_of(what), &["--size", size, "--print", "text"]));
}

#[rstest]
fn the_past_can_be_drawn_in_ascii_and_has_its_styles(#[values("ascii", "dark", "plain")] how: &str) {
    let arguments: &[&str] = match how {
        "ascii" => &["--print", "text", "--ascii"],
        "dark" => &["--print", "styles", "--theme", "dark"],
        _ => &["--print", "styles", "--color-depth", "none"],
    };
    let drawn = screen(keys_of("past"), &[&["--size", "80x24"], arguments].concat());
    assert!(how != "ascii" || drawn.is_ascii(), "{drawn}");
    insta::assert_snapshot!(format!("past-{how}"), drawn);
}

#[rstest]
fn closing_a_signal_fits_every_size(#[values("80x24", "120x40", "24x7")] size: &str) {
    let drawn = screen(keys_of("closing"), &["--size", size, "--print", "text"]);
    insta::assert_snapshot!(format!("closing-{size}"), drawn);
}

#[rstest]
fn the_log_fits_every_size(#[values("80x24", "120x40", "24x7", "40x14")] size: &str) {
    insta::assert_snapshot!(format!("log-{size}"), screen(keys_of("log"), &["--size", size, "--print", "text"]));
}

#[rstest]
fn a_history_fits_every_size(#[values("80x24", "120x40", "24x7", "40x14")] size: &str) {
    insta::assert_snapshot!(
        format!("history-{size}"),
        screen(keys_of("history"), &["--size", size, "--print", "text"])
    );
}

#[rstest]
fn a_history_can_be_drawn_in_ascii_and_has_its_styles(#[values("ascii", "dark", "plain")] how: &str) {
    let arguments: &[&str] = match how {
        "ascii" => &["--print", "text", "--ascii"],
        "dark" => &["--print", "styles", "--theme", "dark"],
        _ => &["--print", "styles", "--color-depth", "none"],
    };
    let drawn = screen(keys_of("history"), &[&["--size", "80x24"], arguments].concat());
    assert!(how != "ascii" || drawn.is_ascii(), "{drawn}");
    insta::assert_snapshot!(format!("history-{how}"), drawn);
}

#[rstest]
fn reasoning_pages_fit_every_size(
    #[values("argument", "proof", "impact", "impact-lineage", "impact-map")] what: &str,
    #[values("80x24", "120x40")] size: &str,
) {
    insta::assert_snapshot!(format!("{what}-{size}"), screen(keys_of(what), &["--size", size, "--print", "text"]));
}

#[rstest]
fn paths_suggestions_and_ranks_fit_every_size(
    #[values("path", "suggestions", "rank", "link-suggested")] what: &str,
    #[values("80x24", "120x40", "24x7")] size: &str,
) {
    insta::assert_snapshot!(format!("{what}-{size}"), screen(keys_of(what), &["--size", size, "--print", "text"]));
}

#[rstest]
fn reasoning_pages_can_be_drawn_in_ascii_and_have_their_styles(
    #[values("argument", "impact-lineage", "impact-map")] what: &str,
    #[values("ascii", "dark", "plain")] how: &str,
) {
    let arguments: &[&str] = match how {
        "ascii" => &["--print", "text", "--ascii"],
        "dark" => &["--print", "styles", "--theme", "dark"],
        _ => &["--print", "styles", "--color-depth", "none"],
    };
    let drawn = screen(keys_of(what), &[&["--size", "80x24"], arguments].concat());
    assert!(how != "ascii" || drawn.is_ascii(), "{drawn}");
    insta::assert_snapshot!(format!("{what}-{how}"), drawn);
}

#[rstest]
fn the_log_can_be_drawn_in_ascii_and_has_its_styles(#[values("ascii", "dark")] how: &str) {
    let arguments: &[&str] = match how {
        "ascii" => &["--print", "text", "--ascii"],
        _ => &["--print", "styles", "--theme", "dark"],
    };
    let drawn = screen(keys_of("log-filter"), &[&["--size", "80x24"], arguments].concat());
    assert!(how != "ascii" || drawn.is_ascii(), "{drawn}");
    insta::assert_snapshot!(format!("log-{how}"), drawn);
}

#[test]
fn without_colours_only_text_attributes_are_used() {
    let drawn = screen("", &["--size", "80x24", "--print", "styles", "--color-depth", "none"]);
    let legend = drawn.split("\n\n").last().unwrap();
    let known = ["bold", "dim", "italic", "underlined", "reversed"];
    let words = legend.lines().flat_map(|line| line.split(" = ").nth(1).unwrap_or_default().split(' '));
    let other: Vec<_> = words.filter(|word| !known.contains(word)).collect();
    assert_eq!(other, [] as [&str; 0]);
    assert!(legend.contains("reversed"), "{legend}");
}

#[rstest]
#[case("explore", "<enter>jjj", "120x34")]
#[case("lineage", "2", "120x16")]
#[case("map", "4", "120x34")]
#[case("findings", "5", "120x24")]
#[case("proof", "5/code:unit-con<enter>W", "120x16")]
#[case("link", "aresolves<pagedown><enter>hit<enter>", "100x26")]
fn the_images_are_up_to_date(#[case] name: &str, #[case] keys: &str, #[case] size: &str) {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("assets/pictures/{name}.svg"));
    let drawn = screen(keys, &["--size", size, "--print", "svg"]);
    if std::env::var_os("REFSCOPE_PICTURES").is_some_and(|what| what == "write") {
        fs::write(&file, &drawn).unwrap();
    }
    // Not `assert_eq!`, which would print both images.
    assert!(
        fs::read_to_string(&file).unwrap() == drawn,
        "{} is stale: see the head of tests/screens.rs",
        file.display()
    );
}
