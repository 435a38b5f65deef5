//! The footer.

use super::small;
use crate::support::Screen;

fn footer(screen: &Screen) -> String {
    screen.text().lines().last().unwrap_or_default().to_owned()
}

#[test]
fn why_is_offered_in_findings_at_any_width_and_elsewhere_if_there_is_room() {
    let fixture = small();
    for (keys, width) in
        [("5", 60), ("5", 80), ("", 100), ("<tab>", 100), ("2", 100), ("3", 100), ("4", 100), ("", 120)]
    {
        let footer = footer(&Screen::on(fixture.root()).size(width, 30).keys(keys));
        assert!(footer.contains(" W why ") && footer.ends_with("? help"), "{keys} {width}: {footer}");
    }
}

#[test]
fn query_keys_come_after_the_keys_of_the_pane() {
    let fixture = small();
    let at = |width, keys: &str| footer(&Screen::on(fixture.root()).size(width, 30).keys(keys));
    let all = " m mark  I impact  S suggest  Z history  z past  D since  : commands  q quit  ? help";
    assert!(at(240, "").ends_with(all), "{}", at(240, ""));
    assert!(!at(119, "5").contains("impact"), "{}", at(119, "5"));
    // A path starts at a mark.
    assert!(!at(240, "2").contains("p path"));
    let mut marked = Screen::on(fixture.root()).size(240, 30).keys("m2");
    marked.clear_toast();
    assert!(footer(&marked).contains("p path"), "{}", footer(&marked));
    // In the past, `z` is listed once, as the key that returns to the present.
    let past = at(240, "z");
    assert!(past.contains("z now") && !past.contains("z past"), "{past}");
}
