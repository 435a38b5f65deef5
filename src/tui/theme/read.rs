//! One theme file.

use super::colour::Colour;
use super::{Brightness, Depth, Role};
use crate::tui::config_error::{ConfigError, Document, KeyPath, unknown};
use ratatui::style::{Modifier, Style};
use serde_json::{Map, Value};
use std::path::Path;

/// A theme as its file describes it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Written {
    pub(super) name: String,
    pub(super) brightness: Brightness,
    pub(super) about: String,
    /// The theme whose looks it has where it says nothing.
    pub(super) base: Option<String>,
    /// Where the file names the base.
    pub(super) base_line: u32,
    pub(super) name_line: u32,
    looks: Vec<(Role, StyleSpec)>,
}

/// How a role looks.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct StyleSpec {
    fg: Colour,
    bg: Colour,
    on: Modifier,
    off: Modifier,
}

const KEYS: [&str; 5] = ["name", "brightness", "about", "base", "roles"];

const MODIFIERS: [(&str, Modifier); 6] = [
    ("bold", Modifier::BOLD),
    ("dim", Modifier::DIM),
    ("italic", Modifier::ITALIC),
    ("underlined", Modifier::UNDERLINED),
    ("reversed", Modifier::REVERSED),
    ("struck", Modifier::CROSSED_OUT),
];

const LOOK_KEYS: [&str; 8] = ["fg", "bg", "bold", "dim", "italic", "underlined", "reversed", "struck"];

/// The name that stands for no theme in particular.
pub(super) const AUTO: &str = "auto";

impl StyleSpec {
    /// Its style. Without colours it is on top of what the role looks like without any theme.
    pub(super) fn style(self, depth: Depth, plain: Style) -> Style {
        let on = if depth == Depth::None { plain.add_modifier | self.on } else { self.on };
        let style = Style::new().add_modifier(on - self.off);
        let style = self.fg.at(depth).map_or(style, |color| style.fg(color));
        self.bg.at(depth).map_or(style, |color| style.bg(color))
    }
}

impl Written {
    /// Reads a file. Without a name it has that of the file. What is no YAML at all, or has a name that
    /// nobody could choose, makes no theme.
    pub(super) fn read(file: &Path, text: &str, mistakes: &mut Vec<ConfigError>) -> Option<Self> {
        let document = match Document::read(file, text) {
            Ok(document) => document,
            Err(mistake) => {
                mistakes.push(mistake);
                return None;
            }
        };
        let stem = file.file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default();
        let line = |key| document.line(&[KeyPath::Key(key)]);
        let mut theme = Self {
            name: stem,
            brightness: Brightness::Dark,
            about: String::new(),
            base: None,
            base_line: line("base"),
            name_line: line("name"),
            looks: Vec::new(),
        };
        for (key, value) in document.entries() {
            let path = [KeyPath::Key(key)];
            let wrong = match (key.as_str(), value) {
                ("name", Value::String(name)) if name == AUTO || name.trim().is_empty() => {
                    Some(format!("a theme cannot be called \"{name}\"; give it another name"))
                }
                ("name", Value::String(name)) => {
                    theme.name.clone_from(name);
                    None
                }
                ("about", Value::String(about)) => {
                    theme.about.clone_from(about);
                    None
                }
                ("base", Value::String(base)) => {
                    theme.base = Some(base.clone());
                    None
                }
                ("brightness", Value::String(name)) => match Brightness::from_name(name) {
                    Some(brightness) => {
                        theme.brightness = brightness;
                        None
                    }
                    None => Some(unknown("brightness", name, &Brightness::ALL.map(Brightness::name))),
                },
                ("roles", Value::Object(roles)) => {
                    theme.looks = looks(&document, roles, mistakes);
                    None
                }
                ("roles", Value::Null) => None,
                ("roles", _) => Some("roles is no map of roles and their looks".to_owned()),
                ("name" | "about" | "base" | "brightness", _) => Some(format!("{key} is no text")),
                _ => Some(unknown("key of a theme", key, &KEYS)),
            };
            mistakes.extend(wrong.map(|message| document.mistake(&path, message)));
        }
        if theme.name == AUTO {
            mistakes.push(document.mistake(&[], format!("a theme cannot be called \"{AUTO}\"; give it a name")));
            return None;
        }
        Some(theme)
    }

    /// How it says a role looks.
    pub(super) fn look(&self, role: Role) -> Option<StyleSpec> {
        self.looks.iter().find(|(of, _)| *of == role).map(|(_, look)| *look)
    }
}

fn looks(
    document: &Document<'_>,
    roles: &Map<String, Value>,
    mistakes: &mut Vec<ConfigError>,
) -> Vec<(Role, StyleSpec)> {
    let mut looks = Vec::new();
    for (name, value) in roles {
        let path = [KeyPath::Key("roles"), KeyPath::Key(name)];
        match (Role::from_name(name), value) {
            (None, _) => {
                let message = unknown("role", name, &Role::ALL.map(Role::name));
                mistakes.push(document.mistake(&path, message));
            }
            (Some(role), Value::Object(entries)) => looks.push((role, look(document, &path, entries, mistakes))),
            // A role with nothing behind it looks like ordinary words.
            (Some(role), Value::Null) => looks.push((role, StyleSpec::default())),
            (Some(_), _) => {
                let message = format!("{name} is no map; write for example {{fg: blue, bold: true}}");
                mistakes.push(document.mistake(&path, message));
            }
        }
    }
    looks
}

fn look(
    document: &Document<'_>,
    path: &[KeyPath<'_>; 2],
    entries: &Map<String, Value>,
    mistakes: &mut Vec<ConfigError>,
) -> StyleSpec {
    let mut look = StyleSpec::default();
    for (key, value) in entries {
        let path = [path[0], path[1], KeyPath::Key(key)];
        let modifier = MODIFIERS.iter().find(|(name, _)| name == key).map(|(_, modifier)| *modifier);
        match (key.as_str(), modifier, value) {
            ("fg", ..) => look.fg = colour(document, &path, value, mistakes),
            ("bg", ..) => look.bg = colour(document, &path, value, mistakes),
            (_, Some(modifier), Value::Bool(true)) => look.on |= modifier,
            (_, Some(modifier), Value::Bool(false)) => look.off |= modifier,
            (_, Some(_), _) => mistakes.push(document.mistake(&path, format!("{key} is neither true nor false"))),
            _ => mistakes.push(document.mistake(&path, unknown("part of a look", key, &LOOK_KEYS))),
        }
    }
    look
}

fn colour(document: &Document<'_>, path: &[KeyPath<'_>; 3], value: &Value, mistakes: &mut Vec<ConfigError>) -> Colour {
    let mut colour = Colour::default();
    let mut add = |path: &[KeyPath<'_>], value: &Value| {
        if let Err(message) = colour.add(value) {
            mistakes.push(document.mistake(path, message));
        }
    };
    match value {
        Value::Array(items) => {
            for (nth, item) in items.iter().enumerate() {
                add(&[path[0], path[1], path[2], KeyPath::Item(nth)], item);
            }
        }
        one => add(path, one),
    }
    colour
}

#[cfg(test)]
mod tests {
    use super::*;
    use ratatui::style::Color;

    fn read(text: &str) -> (Written, Vec<(Option<u32>, String)>) {
        let mut mistakes = Vec::new();
        let theme = Written::read(Path::new("themes/mine.yaml"), text, &mut mistakes).unwrap();
        (theme, mistakes.into_iter().map(|mistake| (mistake.line, mistake.message)).collect())
    }

    #[test]
    fn a_theme_says_who_it_is_and_how_roles_look() {
        let text = "name: dusk\nbrightness: light\nabout: Soft\nbase: light\nroles:\n  id: {fg: [\"#102030\", blue], bold: true}\n";
        let (theme, mistakes) = read(text);
        assert_eq!(mistakes, []);
        assert_eq!((theme.name.as_str(), theme.brightness, theme.about.as_str()), ("dusk", Brightness::Light, "Soft"));
        let look = theme.look(Role::Id).unwrap();
        let expected = Style::new().fg(Color::Rgb(16, 32, 48)).add_modifier(Modifier::BOLD);
        assert_eq!(look.style(Depth::TrueColor, Style::new()), expected);
        assert_eq!(theme.look(Role::Text), None);
    }

    #[test]
    fn a_theme_without_a_name_has_that_of_its_file() {
        assert_eq!(read("about: Soft\n").0.name, "mine");
    }

    #[test]
    fn no_theme_is_called_auto() {
        let (theme, mistakes) = read("name: auto\n");
        assert_eq!(theme.name, "mine");
        let expected = "a theme cannot be called \"auto\"; give it another name";
        assert_eq!(mistakes, [(Some(1), expected.to_owned())]);
        let mut mistakes = Vec::new();
        assert_eq!(Written::read(Path::new("themes/auto.yaml"), "about: x\n", &mut mistakes), None);
        assert_eq!(mistakes.len(), 1);
    }

    #[test]
    fn without_colours_a_look_is_on_top_of_the_plain_one() {
        let (theme, _) = read("roles: {match: {fg: red, bold: true}, dim: {dim: false}}\n");
        let plain = |modifier| Style::new().add_modifier(modifier);
        let look = theme.look(Role::Match).unwrap().style(Depth::None, plain(Modifier::UNDERLINED));
        assert_eq!(look, plain(Modifier::UNDERLINED | Modifier::BOLD));
        assert_eq!(theme.look(Role::Dim).unwrap().style(Depth::None, plain(Modifier::DIM)), Style::new());
    }

    #[test]
    fn every_mistake_is_told_with_its_line_and_the_rest_counts() {
        let text = "naem: x\nbrightness: drak\nabout: 3\nroles:\n  txet: {}\n  id:\n    fgg: red\n    bold: 1\n    fg:\n      - \
            blu\n      - 300\n      - green\n  link: blue\n  code: {italic: true}\n";
        let (theme, mistakes) = read(text);
        let lines: Vec<_> = mistakes.iter().filter_map(|(line, _)| *line).collect();
        assert_eq!(lines, [1, 2, 3, 5, 7, 8, 10, 11, 13]);
        let expected = [
            "\"naem\" is no key of a theme: did you mean name? Allowed are name, brightness, about, base, roles",
            "\"drak\" is no brightness: did you mean dark? Allowed are dark, light",
            "about is no text",
            "\"txet\" is no role: did you mean text? Allowed are text, dim",
            "\"fgg\" is no part of a look: did you mean fg? Allowed are fg, bg",
            "bold is neither true nor false",
            "\"blu\" is no colour: did you mean blue?",
            "\"300\" is no colour.",
            "link is no map; write for example {fg: blue, bold: true}",
        ];
        for ((_, message), expected) in mistakes.iter().zip(expected) {
            assert!(message.starts_with(expected), "{message}");
        }
        let style = |role| theme.look(role).unwrap().style(Depth::Ansi, Style::new());
        assert_eq!(style(Role::Id), Style::new().fg(Color::Green));
        assert_eq!(style(Role::Code), Style::new().add_modifier(Modifier::ITALIC));
    }
}
