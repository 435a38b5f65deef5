//! Tests of the built-in themes: validity, contrast, and the documentation page.

use super::colour::{Rgb, shade};
use super::read::Written;
use super::set::STANDARD;
use super::{Brightness, Depth, Role, Theme, ThemeSet};
use ratatui::style::{Color, Modifier, Style};
use std::path::Path;

const PAGE: &str = include_str!("../../../docs/themes.md");

/// Every built-in theme at every depth.
fn all() -> Vec<(Theme, Depth)> {
    let set = ThemeSet::standard();
    let at = |name: &&str| Depth::ALL.map(|depth| (set.resolve(name, depth).unwrap(), depth));
    set.names().iter().flat_map(at).collect()
}

fn rgb(color: Color) -> Option<Rgb> {
    match color {
        Color::Rgb(red, green, blue) => Some([red, green, blue]),
        Color::Indexed(index) => Some(shade(index)),
        _ => None,
    }
}

/// Contrast ratio of two colours after WCAG: 1 to 21.
fn contrast(one: Rgb, other: Rgb) -> f64 {
    let light = |rgb: Rgb| {
        let part = |part: u8| {
            let part = f64::from(part) / 255.0;
            if part <= 0.040_45 { part / 12.92 } else { ((part + 0.055) / 1.055).powf(2.4) }
        };
        0.2126 * part(rgb[0]) + 0.7152 * part(rgb[1]) + 0.0722 * part(rgb[2]) + 0.05
    };
    let (one, other) = (light(one), light(other));
    one.max(other) / one.min(other)
}

#[test]
fn the_files_are_valid() {
    for (file, text) in STANDARD {
        let mut errors = Vec::new();
        let theme = Written::read(Path::new(file), text, &mut errors).unwrap();
        assert_eq!(errors, []);
        assert_eq!(format!("{}.yaml", theme.name), file);
        assert!(!theme.about.is_empty(), "{file}");
        for role in Role::ALL {
            assert!(theme.style(role).is_some(), "{file} has no style for {}", role.name());
        }
    }
}

#[test]
fn the_selected_row_differs_from_others_by_more_than_colour() {
    for (theme, depth) in all() {
        let bare = |role| theme.style(role).add_modifier;
        for role in [Role::Selection, Role::SelectionIdle, Role::TabCurrent, Role::Match] {
            assert_ne!(bare(role), bare(Role::Text), "{} of {} at {depth:?}", role.name(), theme.name());
        }
        assert_ne!(theme.style(Role::Selection), theme.style(Role::SelectionIdle), "{} at {depth:?}", theme.name());
    }
}

#[test]
fn no_style_removes_modifiers_of_another() {
    for (theme, _) in all() {
        assert!(Role::ALL.into_iter().all(|role| theme.style(role).sub_modifier.is_empty()));
    }
}

#[test]
fn no_depth_uses_more_colours_than_it_has() {
    for (theme, depth) in all() {
        for role in Role::ALL {
            let Style { fg, bg, .. } = theme.style(role);
            for color in [fg, bg].into_iter().flatten() {
                let fits = match depth {
                    Depth::TrueColor => true,
                    Depth::Indexed => !matches!(color, Color::Rgb(..)),
                    Depth::Ansi => rgb(color).is_none(),
                    Depth::None => false,
                };
                assert!(fits, "{} of {} at {depth:?}: {color}", role.name(), theme.name());
            }
        }
    }
}

#[test]
fn ordinary_text_is_on_the_terminals_own_background() {
    for (theme, depth) in all() {
        if theme.name() != "high-contrast" {
            assert_eq!(theme.style(Role::Text), Style::new(), "{} at {depth:?}", theme.name());
        }
    }
}

#[test]
fn sixteen_colours_are_the_same_at_every_depth() {
    let set = ThemeSet::standard();
    let [truecolor, indexed, ansi] =
        [Depth::TrueColor, Depth::Indexed, Depth::Ansi].map(|depth| set.resolve("16-colour", depth));
    assert_eq!((&truecolor, &indexed), (&ansi, &ansi));
}

#[test]
fn text_has_enough_contrast() {
    let set = ThemeSet::standard();
    for (theme, depth) in all() {
        let terminals: &[Rgb] = match set.brightness(theme.name()) {
            Some(Brightness::Light) => &[[255; 3], [0xf2; 3]],
            _ => &[[0; 3], [0x30; 3]],
        };
        for role in Role::ALL {
            let style = theme.style(role);
            let Some(fg) = style.fg.and_then(rgb) else { continue };
            let own = style.bg.and_then(rgb).map(|bg| vec![bg]);
            let least = match (theme.name(), role) {
                ("high-contrast", _) => 7.0,
                (_, Role::Border) => 3.0,
                _ => 4.5,
            };
            for bg in own.unwrap_or_else(|| terminals.to_vec()) {
                let found = contrast(fg, bg);
                assert!(found >= least, "{} of {} at {depth:?} on {bg:?}: {found:.2}", role.name(), theme.name());
            }
        }
    }
}

#[test]
fn important_roles_differ_without_colours() {
    let theme = ThemeSet::standard().resolve("dark", Depth::None).unwrap();
    for role in [Role::Selection, Role::TabCurrent, Role::Toast] {
        assert!(theme.style(role).add_modifier.contains(Modifier::REVERSED), "{}", role.name());
    }
}

#[test]
fn the_page_names_every_role_and_theme() {
    for role in Role::ALL {
        assert!(PAGE.contains(&format!("| `{}` |", role.name())), "{}", role.name());
    }
    for name in ThemeSet::standard().names() {
        assert!(PAGE.contains(&format!("| `{name}` |")), "{name}");
    }
}

/// The code blocks of the page in a language.
fn blocks(language: &str) -> Vec<&'static str> {
    let start = format!("\n```{language}\n");
    PAGE.split(start.as_str()).skip(1).filter_map(|block| block.split("```").next()).collect()
}

fn errors(text: &str) -> String {
    let (_, errors) = ThemeSet::with_users(&[("dusk.yaml".into(), text.to_owned())]);
    errors.iter().map(|error| format!("{error}\n")).collect()
}

#[test]
fn the_example_on_the_page_is_valid() {
    assert_eq!(errors(blocks("yaml")[1]), "");
}

#[test]
fn the_page_shows_the_actual_errors() {
    assert_eq!(errors(blocks("yaml")[2]), blocks("text")[0]);
}
