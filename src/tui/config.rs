//! The user's own files for the screen: `config.yaml`, `keymap.yaml` and `themes/*.yaml` in the config folder.
//!
//! The one place that reads them. A file that is not there changes nothing; what is wrong in one is a mistake, and
//! everything else still counts.

mod consent;
mod settings;

pub use consent::Consent;
pub use settings::Config;

use super::config_error::ConfigError;
use super::keymap::Keymap;
use super::theme::ThemeSet;
use crate::source::file;
use std::io;
use std::path::{Path, PathBuf};

/// The file with settings.
pub const CONFIG_FILE: &str = "config.yaml";
/// The file with keys.
pub const KEYMAP_FILE: &str = "keymap.yaml";
/// The folder with themes, each in a file that ends in `.yaml`.
pub const THEMES_FOLDER: &str = "themes";

/// Everything the user's files say, and everything that is wrong with them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Loaded {
    /// The settings.
    pub config: Config,
    /// The keys.
    pub keymap: Keymap,
    /// The themes.
    pub themes: ThemeSet,
    /// What is wrong, by file and line.
    pub mistakes: Vec<ConfigError>,
}

/// Reads the user's files; without a folder, everything is as it is in the program.
pub fn load(folder: Option<&Path>) -> Loaded {
    let mut mistakes = Vec::new();
    let mut read = |file: PathBuf| match file::read_text(&file) {
        Ok(text) => Some((file, text)),
        Err(error) if is_absent(&error, &file) => None,
        Err(error) => {
            mistakes.push(ConfigError { file, line: None, message: format!("it could not be read: {error}") });
            None
        }
    };
    let config = folder.and_then(|folder| read(folder.join(CONFIG_FILE)));
    let keymap = folder.and_then(|folder| read(folder.join(KEYMAP_FILE)));
    let (names, unlisted) = folder.map_or((Vec::new(), None), theme_files);
    let themes: Vec<_> = names.into_iter().filter_map(read).collect();
    mistakes.extend(unlisted);

    let (themes, wrong_themes) = ThemeSet::with_users(&themes);
    let (keymap, wrong_keys) =
        keymap.map_or_else(|| (Keymap::standard(), Vec::new()), |(file, text)| Keymap::with_users(&file, &text));
    let (config, wrong_config) = config
        .map_or_else(|| (Config::default(), Vec::new()), |(file, text)| Config::read(&file, &text, &themes.names()));
    mistakes.extend([wrong_config, wrong_keys, wrong_themes].into_iter().flatten());
    mistakes.sort_by(|one, other| (&one.file, one.line).cmp(&(&other.file, other.line)));
    Loaded { config, keymap, themes, mistakes }
}

/// The files of the user's themes, by name.
fn theme_files(folder: &Path) -> (Vec<PathBuf>, Option<ConfigError>) {
    let folder = folder.join(THEMES_FOLDER);
    match file::names_in(&folder) {
        Ok(names) => {
            let themes = names.into_iter().map(|name| folder.join(name));
            (themes.filter(|path| path.extension().is_some_and(|end| end == "yaml")).collect(), None)
        }
        Err(error) if is_absent(&error, &folder) => (Vec::new(), None),
        Err(error) => {
            let message = format!("it could not be listed: {error}");
            (Vec::new(), Some(ConfigError { file: folder, line: None, message }))
        }
    }
}

/// Whether nobody wrote it. A link that leads nowhere was meant to be something.
fn is_absent(error: &io::Error, path: &Path) -> bool {
    error.kind() == io::ErrorKind::NotFound && !path.is_symlink()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::fixture::folder;
    use crate::tui::action::Action;
    use crate::tui::keymap::Context;
    use crate::tui::theme::ThemeChoice;

    /// The mistakes, with files relative to the folder.
    fn mistakes(folder: &Path) -> Vec<(String, Option<u32>)> {
        let short = |file: &Path| file.strip_prefix(folder).unwrap().display().to_string();
        load(Some(folder)).mistakes.iter().map(|mistake| (short(&mistake.file), mistake.line)).collect()
    }

    #[test]
    fn without_files_everything_is_as_in_the_program() {
        let nothing = Loaded {
            config: Config::default(),
            keymap: Keymap::standard(),
            themes: ThemeSet::standard(),
            mistakes: Vec::new(),
        };
        assert_eq!(load(None), nothing);
        assert_eq!(load(Some(folder(&[]).path())), nothing);
        assert_eq!(load(Some(&folder(&[]).path().join("nowhere"))), nothing);
    }

    #[test]
    fn every_file_counts() {
        let folder = folder(&[
            ("config.yaml", "theme: dusk\n"),
            ("keymap.yaml", "list: {edit: z}\n"),
            ("themes/dusk.yaml", "about: Soft\n"),
            ("themes/notes.txt", "no: theme\n"),
        ]);
        let loaded = load(Some(folder.path()));
        assert_eq!(loaded.mistakes, []);
        assert_eq!(loaded.config.theme, ThemeChoice::Named("dusk".to_owned()));
        assert_eq!(loaded.keymap.keys_of(&[Context::List], Action::Edit), ["z"]);
        assert_eq!(loaded.themes.about("dusk"), Some("Soft"));
        assert!(!loaded.themes.names().contains(&"notes"));
    }

    #[test]
    fn the_mistakes_of_all_files_are_told_at_once() {
        let folder = folder(&[
            ("config.yaml", "mouse: true\ncolors: 16\nthem: dark\n"),
            ("keymap.yaml", "list:\n  edti: z\n"),
            ("themes/a.yaml", "roles:\n\n  idd: {}\n"),
            ("themes/b.yaml", "roles: [\n"),
        ]);
        let expected =
            [("config.yaml", Some(2)), ("config.yaml", Some(3)), ("keymap.yaml", Some(2)), ("themes/a.yaml", Some(3))];
        let found = mistakes(folder.path());
        let expected = expected.map(|(file, line)| (file.to_owned(), line));
        assert_eq!(found[..4], expected);
        assert_eq!(found.len(), 5);
    }

    #[test]
    fn what_cannot_be_read_is_a_mistake() {
        let folder = folder(&[("config.yaml/inside", ""), ("themes", "no folder")]);
        assert_eq!(mistakes(folder.path()), [("config.yaml".to_owned(), None), ("themes".to_owned(), None)]);
    }

    #[cfg(unix)]
    #[test]
    fn a_link_that_leads_nowhere_is_a_mistake() {
        let folder = folder(&[]);
        std::os::unix::fs::symlink("nowhere", folder.path().join("keymap.yaml")).unwrap();
        assert_eq!(mistakes(folder.path()), [("keymap.yaml".to_owned(), None)]);
    }
}
