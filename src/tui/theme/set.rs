//! All themes there are: those in the program, and the user's own.

use super::read::{AUTO, StyleSpec, Written};
use super::{Brightness, Depth, Role, Theme};
use crate::tui::config_error::{ConfigError, unknown};
use ratatui::style::{Modifier, Style};
use std::path::{Path, PathBuf};

/// The themes in the program: the file of each, and what it says.
pub(super) const STANDARD: [(&str, &str); 4] = [
    ("dark.yaml", include_str!("../../../themes/dark.yaml")),
    ("light.yaml", include_str!("../../../themes/light.yaml")),
    ("high-contrast.yaml", include_str!("../../../themes/high-contrast.yaml")),
    ("16-colour.yaml", include_str!("../../../themes/16-colour.yaml")),
];

/// All themes there are.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ThemeSet {
    standard: Vec<Written>,
    users: Vec<Written>,
}

/// The theme somebody wishes for.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub enum ThemeChoice {
    /// Dark or light, as the terminal is.
    #[default]
    Auto,
    /// This one.
    Named(String),
}

impl ThemeChoice {
    /// The choice with this name: `auto`, or a theme's.
    pub fn from_name(name: &str) -> Self {
        if name == AUTO { Self::Auto } else { Self::Named(name.to_owned()) }
    }

    /// The name of the theme, with what is known about the terminal so far.
    pub fn name(&self, terminal: Option<Brightness>) -> &str {
        match self {
            Self::Auto => terminal.unwrap_or_default().name(),
            Self::Named(name) => name,
        }
    }
}

impl ThemeSet {
    /// The themes in the program.
    pub fn standard() -> Self {
        // The files are part of the program; a test sees that nothing is wrong with them.
        let read = |(file, text)| Written::read(Path::new(file), text, &mut Vec::new());
        Self { standard: STANDARD.into_iter().filter_map(read).collect(), users: Vec::new() }
    }

    /// Those, and the user's files on top, with everything that is wrong with these. A theme of the same name as one in
    /// the program takes its place.
    pub fn with_users(files: &[(PathBuf, String)]) -> (Self, Vec<ConfigError>) {
        let mut set = Self::standard();
        let mut mistakes = Vec::new();
        let mut places: Vec<&Path> = Vec::new();
        for (file, text) in files {
            let Some(theme) = Written::read(file, text, &mut mistakes) else { continue };
            if let Some(at) = set.users.iter().position(|known| known.name == theme.name) {
                let earlier = places[at].file_name().unwrap_or_default().to_string_lossy();
                let message = format!("{earlier} is called \"{}\" too, and stays; take another name", theme.name);
                mistakes.push(ConfigError { file: file.clone(), line: Some(theme.name_line), message });
            } else {
                set.users.push(theme);
                places.push(file);
            }
        }
        for (at, place) in places.into_iter().enumerate() {
            if let Some(message) = set.wrong_base(&set.users[at]) {
                mistakes.push(ConfigError { file: place.to_owned(), line: Some(set.users[at].base_line), message });
                set.users[at].base = None;
            }
        }
        (set, mistakes)
    }

    /// The names of all themes: those in the program, then the user's further ones.
    pub fn names(&self) -> Vec<&str> {
        let standard = self.standard.iter().map(|theme| theme.name.as_str());
        let is_further = |theme: &&Written| !self.standard.iter().any(|known| known.name == theme.name);
        standard.chain(self.users.iter().filter(is_further).map(|theme| theme.name.as_str())).collect()
    }

    /// What a theme is made for.
    pub fn brightness(&self, name: &str) -> Option<Brightness> {
        self.named(name).map(|theme| theme.brightness)
    }

    /// What a theme says about itself, in a sentence; empty if it says nothing.
    pub fn about(&self, name: &str) -> Option<&str> {
        self.named(name).map(|theme| theme.about.as_str())
    }

    /// The theme with this name, in so many colours.
    pub fn resolve(&self, name: &str, depth: Depth) -> Option<Theme> {
        let written = self.named(name)?;
        let mut theme = Theme::plain();
        name.clone_into(&mut theme.name);
        for role in Role::ALL {
            let look = self.look(written, role);
            theme.styles[role as usize] = look.style(depth, theme.styles[role as usize]);
        }
        // Whatever a theme says, the selected row must be seen.
        if theme.style(Role::Selection) == theme.style(Role::Text) {
            let selection: &mut Style = &mut theme.styles[Role::Selection as usize];
            *selection = selection.add_modifier(Modifier::REVERSED);
        }
        Some(theme)
    }

    /// The theme that was chosen, with what is known about the terminal so far; without colours if there is no such.
    pub fn chosen(&self, choice: &ThemeChoice, terminal: Option<Brightness>, depth: Depth) -> Theme {
        self.resolve(choice.name(terminal), depth).unwrap_or_else(Theme::plain)
    }

    fn named(&self, name: &str) -> Option<&Written> {
        self.users.iter().find(|theme| theme.name == name).or_else(|| self.in_program(name))
    }

    fn in_program(&self, name: &str) -> Option<&Written> {
        self.standard.iter().find(|theme| theme.name == name)
    }

    /// The theme that one stands on; none below the last. One that takes the place of its base stands on the original.
    fn base_of(&self, theme: &Written) -> Option<&Written> {
        let is_users = self.users.iter().any(|known| std::ptr::eq(known, theme));
        match &theme.base {
            Some(base) if *base == theme.name => self.in_program(base).filter(|_| is_users),
            Some(base) if is_users => self.named(base),
            Some(base) => self.in_program(base),
            None => self.in_program(theme.brightness.name()).filter(|base| !std::ptr::eq(*base, theme)),
        }
    }

    /// What is wrong with the base a theme names.
    fn wrong_base(&self, theme: &Written) -> Option<String> {
        let base = theme.base.as_deref()?;
        if self.base_of(theme).is_none() && base != theme.name {
            return Some(unknown("theme", base, &self.names()));
        }
        let most = self.users.len() + self.standard.len();
        let goes_round = self.base_of(theme).is_none()
            || std::iter::successors(Some(theme), |theme| self.base_of(theme)).nth(most).is_some();
        goes_round.then(|| format!("the base \"{base}\" leads back to \"{}\"", theme.name))
    }

    fn look(&self, theme: &Written, role: Role) -> StyleSpec {
        let mut below = std::iter::successors(Some(theme), |theme| self.base_of(theme));
        below.find_map(|theme| theme.look(role)).unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ratatui::style::Color;

    fn with(files: &[(&str, &str)]) -> (ThemeSet, Vec<String>) {
        let files: Vec<_> = files.iter().map(|(file, text)| (PathBuf::from(file), (*text).to_owned())).collect();
        let (set, mistakes) = ThemeSet::with_users(&files);
        (set, mistakes.iter().map(ConfigError::to_string).collect())
    }

    fn right(files: &[(&str, &str)]) -> ThemeSet {
        let (set, mistakes) = with(files);
        assert_eq!(mistakes, [] as [&str; 0]);
        set
    }

    fn fg(set: &ThemeSet, theme: &str, role: Role) -> Option<Color> {
        set.resolve(theme, Depth::Ansi).unwrap().style(role).fg
    }

    #[test]
    fn a_role_that_is_absent_looks_as_in_the_base() {
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
    fn a_users_theme_takes_the_place_of_one_in_the_program() {
        let set = right(&[("mine.yaml", "name: dark\nroles: {id: {fg: red}}\n"), ("other.yaml", "base: dark\n")]);
        assert_eq!(set.names(), ["dark", "light", "high-contrast", "16-colour", "other"]);
        assert_eq!(fg(&set, "dark", Role::Id), Some(Color::Red));
        assert_eq!(fg(&set, "dark", Role::Relation), fg(&ThemeSet::standard(), "dark", Role::Relation));
        assert_eq!(fg(&set, "other", Role::Id), Some(Color::Red));
    }

    #[test]
    fn a_theme_may_stand_on_the_one_whose_place_it_takes() {
        let set = right(&[("light.yaml", "base: light\nbrightness: light\nroles: {id: {fg: red}}\n")]);
        assert_eq!(fg(&set, "light", Role::Relation), fg(&ThemeSet::standard(), "light", Role::Relation));
    }

    #[test]
    fn bases_that_are_not_there_or_go_round_are_told() {
        let (set, mistakes) = with(&[
            ("a.yaml", "name: a\nbase: b\n"),
            ("b.yaml", "base: a\n"),
            ("c.yaml", "about: x\nbase: drak\n"),
            ("d.yaml", "base: d\n"),
        ]);
        let expected = [
            "a.yaml:2: the base \"b\" leads back to \"a\"",
            "c.yaml:2: \"drak\" is no theme: did you mean dark? Allowed are dark, light, high-contrast, 16-colour, a, b, c, d",
            "d.yaml:1: the base \"d\" leads back to \"d\"",
        ];
        assert_eq!(mistakes, expected);
        for name in ["a", "b", "c", "d"] {
            assert_eq!(fg(&set, name, Role::Id), fg(&set, "dark", Role::Id));
        }
    }

    #[test]
    fn two_files_with_one_name_are_told() {
        let (set, mistakes) = with(&[("a.yaml", "roles: {id: {fg: red}}\n"), ("b.yaml", "about: x\nname: a\n")]);
        assert_eq!(mistakes, ["b.yaml:2: a.yaml is called \"a\" too, and stays; take another name"]);
        assert_eq!(fg(&set, "a", Role::Id), Some(Color::Red));
    }

    #[test]
    fn the_selected_row_is_seen_whatever_a_theme_says() {
        let set = right(&[("a.yaml", "roles: {selection: , text: {}}\n")]);
        for depth in Depth::ALL {
            let theme = set.resolve("a", depth).unwrap();
            assert_ne!(theme.style(Role::Selection), theme.style(Role::Text));
        }
    }

    #[test]
    fn auto_follows_the_terminal_and_is_dark_at_first() {
        let set = ThemeSet::standard();
        let name = |choice: &ThemeChoice, terminal| set.chosen(choice, terminal, Depth::Ansi).name().to_owned();
        assert_eq!(name(&ThemeChoice::Auto, None), "dark");
        assert_eq!(name(&ThemeChoice::Auto, Some(Brightness::Light)), "light");
        assert_eq!(name(&ThemeChoice::from_name("16-colour"), Some(Brightness::Light)), "16-colour");
        assert_eq!(name(&ThemeChoice::from_name("nowhere"), None), "plain");
    }

    #[test]
    fn a_theme_is_known_by_what_it_says_of_itself() {
        let set = ThemeSet::standard();
        assert_eq!(set.brightness("light"), Some(Brightness::Light));
        assert!(set.about("dark").is_some_and(|about| !about.is_empty()));
        assert_eq!(set.brightness("nowhere"), None);
        assert_eq!(set.resolve("nowhere", Depth::Ansi), None);
    }
}
