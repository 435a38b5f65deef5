//! Parses a theme file. Invalid entries are reported as configuration errors with their line, and the rest of the file
//! is used.

use super::colour::Colour;
use super::{Brightness, Depth, Role};
use crate::system::kit::config_error::{ConfigError, Document, KeyPath, unknown};
use ratatui::style::{Modifier, Style};
use serde_json::{Map, Value};
use std::path::Path;

/// A theme as its file describes it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Written {
    pub(super) name: String,
    pub(super) brightness: Brightness,
    pub(super) about: String,
    /// The theme that provides the styles missing here.
    pub(super) base: Option<String>,
    /// Line of the `base` key.
    pub(super) base_line: u32,
    pub(super) name_line: u32,
    styles: Vec<(Role, StyleSpec)>,
}

/// The style of a role, for all colour depths.
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

const STYLE_KEYS: [&str; 8] = ["fg", "bg", "bold", "dim", "italic", "underlined", "reversed", "struck"];

/// The name for automatic selection, which no theme can have.
pub(super) const AUTO: &str = "auto";

impl StyleSpec {
    /// The style at a depth. Without colours, it is added to `plain`, the style of the role without a theme.
    pub(super) fn style(self, depth: Depth, plain: Style) -> Style {
        let on = if depth == Depth::None { plain.add_modifier | self.on } else { self.on };
        let style = Style::new().add_modifier(on - self.off);
        let style = self.fg.at(depth).map_or(style, |color| style.fg(color));
        self.bg.at(depth).map_or(style, |color| style.bg(color))
    }
}

impl Written {
    /// Parses a file. The name defaults to that of the file. Returns `None` if it is not valid YAML or the name is
    /// reserved.
    pub(super) fn read(file: &Path, text: &str, errors: &mut Vec<ConfigError>) -> Option<Self> {
        let document = match Document::read(file, text) {
            Ok(document) => document,
            Err(error) => {
                errors.push(error);
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
            styles: Vec::new(),
        };
        for (key, value) in document.entries() {
            let path = [KeyPath::Key(key)];
            let problem = match (key.as_str(), value) {
                ("name", Value::String(name)) if name == AUTO || name.trim().is_empty() => {
                    Some(format!("A theme cannot be named \"{name}\"; choose another name"))
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
                    theme.styles = styles(&document, roles, errors);
                    None
                }
                ("roles", Value::Null) => None,
                ("roles", _) => Some("roles must be a map of roles and their styles".to_owned()),
                ("name" | "about" | "base" | "brightness", _) => Some(format!("{key} must be a string")),
                _ => Some(unknown("theme key", key, &KEYS)),
            };
            errors.extend(problem.map(|message| document.error(&path, message)));
        }
        if theme.name == AUTO {
            let message = format!("A theme cannot be named \"{AUTO}\"; choose another name");
            errors.push(document.error(&[], message));
            return None;
        }
        Some(theme)
    }

    /// The style of a role, if the file gives one.
    pub(super) fn style(&self, role: Role) -> Option<StyleSpec> {
        self.styles.iter().find(|(of, _)| *of == role).map(|(_, style)| *style)
    }
}

fn styles(
    document: &Document<'_>,
    roles: &Map<String, Value>,
    errors: &mut Vec<ConfigError>,
) -> Vec<(Role, StyleSpec)> {
    let mut styles = Vec::new();
    for (name, value) in roles {
        let path = [KeyPath::Key("roles"), KeyPath::Key(name)];
        match (Role::from_name(name), value) {
            (None, _) => {
                let message = unknown("role", name, &Role::ALL.map(Role::name));
                errors.push(document.error(&path, message));
            }
            (Some(role), Value::Object(entries)) => styles.push((role, style(document, &path, entries, errors))),
            // A role without a value has the style of ordinary text.
            (Some(role), Value::Null) => styles.push((role, StyleSpec::default())),
            (Some(_), _) => {
                let message = format!("{name} must be a map, for example {{fg: blue, bold: true}}");
                errors.push(document.error(&path, message));
            }
        }
    }
    styles
}

fn style(
    document: &Document<'_>,
    path: &[KeyPath<'_>; 2],
    entries: &Map<String, Value>,
    errors: &mut Vec<ConfigError>,
) -> StyleSpec {
    let mut style = StyleSpec::default();
    for (key, value) in entries {
        let path = [path[0], path[1], KeyPath::Key(key)];
        let modifier = MODIFIERS.iter().find(|(name, _)| name == key).map(|(_, modifier)| *modifier);
        match (key.as_str(), modifier, value) {
            ("fg", ..) => style.fg = colour(document, &path, value, errors),
            ("bg", ..) => style.bg = colour(document, &path, value, errors),
            (_, Some(modifier), Value::Bool(true)) => style.on |= modifier,
            (_, Some(modifier), Value::Bool(false)) => style.off |= modifier,
            (_, Some(_), _) => errors.push(document.error(&path, format!("{key} must be true or false"))),
            _ => errors.push(document.error(&path, unknown("style key", key, &STYLE_KEYS))),
        }
    }
    style
}

fn colour(document: &Document<'_>, path: &[KeyPath<'_>; 3], value: &Value, errors: &mut Vec<ConfigError>) -> Colour {
    let mut colour = Colour::default();
    let mut add = |path: &[KeyPath<'_>], value: &Value| {
        if let Err(message) = colour.add(value) {
            errors.push(document.error(path, message));
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
        let mut errors = Vec::new();
        let theme = Written::read(Path::new("themes/mine.yaml"), text, &mut errors).unwrap();
        (theme, errors.into_iter().map(|error| (error.line, error.message)).collect())
    }

    #[test]
    fn a_theme_file_has_a_name_and_styles() {
        let text = "name: dusk\nbrightness: light\nabout: Soft\nbase: light\nroles:\n  id: {fg: [\"#102030\", blue], bold: true}\n";
        let (theme, errors) = read(text);
        assert_eq!(errors, []);
        assert_eq!((theme.name.as_str(), theme.brightness, theme.about.as_str()), ("dusk", Brightness::Light, "Soft"));
        let style = theme.style(Role::Id).unwrap();
        let expected = Style::new().fg(Color::Rgb(16, 32, 48)).add_modifier(Modifier::BOLD);
        assert_eq!(style.style(Depth::TrueColor, Style::new()), expected);
        assert_eq!(theme.style(Role::Text), None);
    }

    #[test]
    fn the_name_defaults_to_that_of_the_file() {
        assert_eq!(read("about: Soft\n").0.name, "mine");
    }

    #[test]
    fn no_theme_is_named_auto() {
        let (theme, errors) = read("name: auto\n");
        assert_eq!(theme.name, "mine");
        let expected = "A theme cannot be named \"auto\"; choose another name";
        assert_eq!(errors, [(Some(1), expected.to_owned())]);
        let mut errors = Vec::new();
        assert_eq!(Written::read(Path::new("themes/auto.yaml"), "about: x\n", &mut errors), None);
        assert_eq!(errors.len(), 1);
    }

    #[test]
    fn without_colours_a_style_is_added_to_the_plain_one() {
        let (theme, _) = read("roles: {match: {fg: red, bold: true}, dim: {dim: false}}\n");
        let plain = |modifier| Style::new().add_modifier(modifier);
        let style = theme.style(Role::Match).unwrap().style(Depth::None, plain(Modifier::UNDERLINED));
        assert_eq!(style, plain(Modifier::UNDERLINED | Modifier::BOLD));
        assert_eq!(theme.style(Role::Dim).unwrap().style(Depth::None, plain(Modifier::DIM)), Style::new());
    }

    #[test]
    fn every_error_is_reported_with_its_line_and_the_rest_is_used() {
        let text = "naem: x\nbrightness: drak\nabout: 3\nroles:\n  txet: {}\n  id:\n    fgg: red\n    bold: 1\n    fg:\n      - \
            blu\n      - 300\n      - green\n  link: blue\n  code: {italic: true}\n";
        let (theme, errors) = read(text);
        let lines: Vec<_> = errors.iter().filter_map(|(line, _)| *line).collect();
        assert_eq!(lines, [1, 2, 3, 5, 7, 8, 10, 11, 13]);
        let expected = [
            "Unknown theme key \"naem\"; did you mean \"name\"? Valid: name, brightness, about, base, roles",
            "Unknown brightness \"drak\"; did you mean \"dark\"? Valid: dark, light",
            "about must be a string",
            "Unknown role \"txet\"; did you mean \"text\"? Valid: text, dim",
            "Unknown style key \"fgg\"; did you mean \"fg\"? Valid: fg, bg",
            "bold must be true or false",
            "Unknown colour \"blu\"",
            "Unknown colour \"300\"",
            "link must be a map, for example {fg: blue, bold: true}",
        ];
        for ((_, message), expected) in errors.iter().zip(expected) {
            assert!(message.starts_with(expected), "{message}");
        }
        let style = |role| theme.style(role).unwrap().style(Depth::Ansi, Style::new());
        assert_eq!(style(Role::Id), Style::new().fg(Color::Green));
        assert_eq!(style(Role::Code), Style::new().add_modifier(Modifier::ITALIC));
    }
}
