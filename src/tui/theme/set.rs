//! The set of known themes: built-in ones and those of the user. A theme inherits missing styles from its base theme.

use super::read::{AUTO, StyleSpec, Written};
use super::{Brightness, Depth, Role, Theme};
use crate::system::kit::config_error::{ConfigError, unknown};
use ratatui::style::{Modifier, Style};
use std::path::{Path, PathBuf};

/// The built-in themes: file name and content.
pub(super) const STANDARD: [(&str, &str); 4] = [
    ("dark.yaml", include_str!("../../../themes/dark.yaml")),
    ("light.yaml", include_str!("../../../themes/light.yaml")),
    ("high-contrast.yaml", include_str!("../../../themes/high-contrast.yaml")),
    ("16-colour.yaml", include_str!("../../../themes/16-colour.yaml")),
];

/// All known themes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ThemeSet {
    standard: Vec<Written>,
    users: Vec<Written>,
}

/// The theme selected by the user.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub enum ThemeChoice {
    /// Dark or light, depending on the terminal.
    #[default]
    Auto,
    Named(String),
}

impl ThemeChoice {
    /// Parses `auto` or the name of a theme.
    pub fn from_name(name: &str) -> Self {
        if name == AUTO { Self::Auto } else { Self::Named(name.to_owned()) }
    }

    /// The name of the theme, given the terminal's brightness if it is known.
    pub fn name(&self, terminal: Option<Brightness>) -> &str {
        match self {
            Self::Auto => terminal.unwrap_or_default().name(),
            Self::Named(name) => name,
        }
    }
}

impl ThemeSet {
    /// The built-in themes.
    pub fn standard() -> Self {
        // The files are part of the program; a test checks that they are valid.
        let read = |(file, text)| Written::read(Path::new(file), text, &mut Vec::new());
        Self { standard: STANDARD.into_iter().filter_map(read).collect(), users: Vec::new() }
    }

    /// The built-in themes and those of the user's files, with the errors in these files. A user's theme replaces a
    /// built-in one of the same name.
    pub fn with_users(files: &[(PathBuf, String)]) -> (Self, Vec<ConfigError>) {
        let mut set = Self::standard();
        let mut errors = Vec::new();
        let mut places: Vec<&Path> = Vec::new();
        for (file, text) in files {
            let Some(theme) = Written::read(file, text, &mut errors) else { continue };
            if let Some(at) = set.users.iter().position(|known| known.name == theme.name) {
                let earlier = places[at].file_name().unwrap_or_default().to_string_lossy();
                let message =
                    format!("Duplicate theme name \"{}\", already used in {earlier}; choose another name", theme.name);
                errors.push(ConfigError { file: file.clone(), line: Some(theme.name_line), message });
            } else {
                set.users.push(theme);
                places.push(file);
            }
        }
        for (at, place) in places.into_iter().enumerate() {
            if let Some(message) = set.wrong_base(&set.users[at]) {
                errors.push(ConfigError { file: place.to_owned(), line: Some(set.users[at].base_line), message });
                set.users[at].base = None;
            }
        }
        (set, errors)
    }

    /// The names of all themes: built-in ones, then additional ones of the user.
    pub fn names(&self) -> Vec<&str> {
        let standard = self.standard.iter().map(|theme| theme.name.as_str());
        let is_further = |theme: &&Written| !self.standard.iter().any(|known| known.name == theme.name);
        standard.chain(self.users.iter().filter(is_further).map(|theme| theme.name.as_str())).collect()
    }

    /// The brightness that a theme is made for.
    pub fn brightness(&self, name: &str) -> Option<Brightness> {
        self.named(name).map(|theme| theme.brightness)
    }

    /// The description of a theme; may be empty.
    pub fn about(&self, name: &str) -> Option<&str> {
        self.named(name).map(|theme| theme.about.as_str())
    }

    /// The theme with this name at a colour depth.
    pub fn resolve(&self, name: &str, depth: Depth) -> Option<Theme> {
        let written = self.named(name)?;
        let mut theme = Theme::plain();
        name.clone_into(&mut theme.name);
        for role in Role::ALL {
            let style = self.style(written, role);
            theme.styles[role as usize] = style.style(depth, theme.styles[role as usize]);
        }
        // The selected row must be visible in every theme.
        if theme.style(Role::Selection) == theme.style(Role::Text) {
            let selection: &mut Style = &mut theme.styles[Role::Selection as usize];
            *selection = selection.add_modifier(Modifier::REVERSED);
        }
        Some(theme)
    }

    /// The selected theme, given the terminal's brightness if it is known; without colours if the theme is unknown.
    pub fn chosen(&self, choice: &ThemeChoice, terminal: Option<Brightness>, depth: Depth) -> Theme {
        self.resolve(choice.name(terminal), depth).unwrap_or_else(Theme::plain)
    }

    fn named(&self, name: &str) -> Option<&Written> {
        self.users.iter().find(|theme| theme.name == name).or_else(|| self.built_in(name))
    }

    fn built_in(&self, name: &str) -> Option<&Written> {
        self.standard.iter().find(|theme| theme.name == name)
    }

    /// The base of a theme, if any. A theme that replaces its own base inherits from the built-in one.
    fn base_of(&self, theme: &Written) -> Option<&Written> {
        let is_users = self.users.iter().any(|known| std::ptr::eq(known, theme));
        match &theme.base {
            Some(base) if *base == theme.name => self.built_in(base).filter(|_| is_users),
            Some(base) if is_users => self.named(base),
            Some(base) => self.built_in(base),
            None => self.built_in(theme.brightness.name()).filter(|base| !std::ptr::eq(*base, theme)),
        }
    }

    /// The error in a theme's base, if any.
    fn wrong_base(&self, theme: &Written) -> Option<String> {
        let base = theme.base.as_deref()?;
        if self.base_of(theme).is_none() && base != theme.name {
            return Some(unknown("theme", base, &self.names()));
        }
        let most = self.users.len() + self.standard.len();
        let is_cyclic = self.base_of(theme).is_none()
            || std::iter::successors(Some(theme), |theme| self.base_of(theme)).nth(most).is_some();
        is_cyclic.then(|| format!("Cycle of base themes: \"{base}\" leads back to \"{}\"", theme.name))
    }

    fn style(&self, theme: &Written, role: Role) -> StyleSpec {
        let mut below = std::iter::successors(Some(theme), |theme| self.base_of(theme));
        below.find_map(|theme| theme.style(role)).unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ratatui::style::Color;

    fn with(files: &[(&str, &str)]) -> (ThemeSet, Vec<String>) {
        let files: Vec<_> = files.iter().map(|(file, text)| (PathBuf::from(file), (*text).to_owned())).collect();
        let (set, errors) = ThemeSet::with_users(&files);
        (set, errors.iter().map(ConfigError::to_string).collect())
    }

    fn right(files: &[(&str, &str)]) -> ThemeSet {
        let (set, errors) = with(files);
        assert_eq!(errors, [] as [&str; 0]);
        set
    }

    fn fg(set: &ThemeSet, theme: &str, role: Role) -> Option<Color> {
        set.resolve(theme, Depth::Ansi).unwrap().style(role).fg
    }

    #[test]
    fn a_missing_role_is_inherited_from_the_base() {
        let set = right(&[
            ("a.yaml", "brightness: light\nroles: {id: {fg: red}}\n"),
            ("b.yaml", "base: a\nroles: {link: {fg: green}}\n"),
        ]);
        assert_eq!(fg(&set, "a", Role::Relation), fg(&set, "light", Role::Relation));
        assert_eq!(fg(&set, "b", Role::Id), Some(Color::Red));
        assert_eq!(fg(&set, "b", Role::Link), Some(Color::Green));
        assert_eq!(fg(&set, "b", Role::Relation), fg(&set, "light", Role::Relation));
    }

    #[test]
    fn a_users_theme_replaces_a_built_in_one() {
        let set = right(&[("mine.yaml", "name: dark\nroles: {id: {fg: red}}\n"), ("other.yaml", "base: dark\n")]);
        assert_eq!(set.names(), ["dark", "light", "high-contrast", "16-colour", "other"]);
        assert_eq!(fg(&set, "dark", Role::Id), Some(Color::Red));
        assert_eq!(fg(&set, "dark", Role::Relation), fg(&ThemeSet::standard(), "dark", Role::Relation));
        assert_eq!(fg(&set, "other", Role::Id), Some(Color::Red));
    }

    #[test]
    fn a_theme_may_be_based_on_the_one_it_replaces() {
        let set = right(&[("light.yaml", "base: light\nbrightness: light\nroles: {id: {fg: red}}\n")]);
        assert_eq!(fg(&set, "light", Role::Relation), fg(&ThemeSet::standard(), "light", Role::Relation));
    }

    #[test]
    fn unknown_and_cyclic_bases_are_reported() {
        let (set, errors) = with(&[
            ("a.yaml", "name: a\nbase: b\n"),
            ("b.yaml", "base: a\n"),
            ("c.yaml", "about: x\nbase: drak\n"),
            ("d.yaml", "base: d\n"),
        ]);
        let expected = [
            "a.yaml:2: Cycle of base themes: \"b\" leads back to \"a\"",
            "c.yaml:2: Unknown theme \"drak\"; did you mean \"dark\"? Valid: dark, light, high-contrast, 16-colour, a, b, c, d",
            "d.yaml:1: Cycle of base themes: \"d\" leads back to \"d\"",
        ];
        assert_eq!(errors, expected);
        for name in ["a", "b", "c", "d"] {
            assert_eq!(fg(&set, name, Role::Id), fg(&set, "dark", Role::Id));
        }
    }

    #[test]
    fn two_files_with_the_same_name_are_reported() {
        let (set, errors) = with(&[("a.yaml", "roles: {id: {fg: red}}\n"), ("b.yaml", "about: x\nname: a\n")]);
        assert_eq!(errors, ["b.yaml:2: Duplicate theme name \"a\", already used in a.yaml; choose another name"]);
        assert_eq!(fg(&set, "a", Role::Id), Some(Color::Red));
    }

    #[test]
    fn the_selected_row_is_visible_in_every_theme() {
        let set = right(&[("a.yaml", "roles: {selection: , text: {}}\n")]);
        for depth in Depth::ALL {
            let theme = set.resolve("a", depth).unwrap();
            assert_ne!(theme.style(Role::Selection), theme.style(Role::Text));
        }
    }

    #[test]
    fn auto_follows_the_terminal_and_defaults_to_dark() {
        let set = ThemeSet::standard();
        let name = |choice: &ThemeChoice, terminal| set.chosen(choice, terminal, Depth::Ansi).name().to_owned();
        assert_eq!(name(&ThemeChoice::Auto, None), "dark");
        assert_eq!(name(&ThemeChoice::Auto, Some(Brightness::Light)), "light");
        assert_eq!(name(&ThemeChoice::from_name("16-colour"), Some(Brightness::Light)), "16-colour");
        assert_eq!(name(&ThemeChoice::from_name("nowhere"), None), "plain");
    }

    #[test]
    fn themes_have_a_brightness_and_a_description() {
        let set = ThemeSet::standard();
        assert_eq!(set.brightness("light"), Some(Brightness::Light));
        assert!(set.about("dark").is_some_and(|about| !about.is_empty()));
        assert_eq!(set.brightness("nowhere"), None);
        assert_eq!(set.resolve("nowhere", Depth::Ansi), None);
    }
}
