//! The user's configuration: `config.yaml`, `keymap.yaml` and `themes/*.yaml` in the config folder.
//!
//! The only code that reads these files. A missing file is the same as an empty one. Errors are collected, never fatal:
//! everything else in a file still applies.

mod consent;
mod settings;

pub use consent::Consent;
pub use settings::Config;

use super::keymap::Keymap;
use super::theme::ThemeSet;
use crate::system::kit::config_error::ConfigError;
use crate::system::kit::file;
use std::io;
use std::path::{Path, PathBuf};

pub const CONFIG_FILE: &str = "config.yaml";
pub const KEYMAP_FILE: &str = "keymap.yaml";
/// The folder with themes, each in a file that ends in `.yaml`.
pub const THEMES_FOLDER: &str = "themes";

/// The content of the user's files, and their errors.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Loaded {
    pub config: Config,
    pub keymap: Keymap,
    pub themes: ThemeSet,
    /// Configuration errors, by file and line.
    pub config_errors: Vec<ConfigError>,
}

/// Reads the user's files; without a folder, returns the defaults.
pub fn load(folder: Option<&Path>) -> Loaded {
    let mut config_errors = Vec::new();
    let mut read = |file: PathBuf| match file::read_text(&file) {
        Ok(text) => Some((file, text)),
        Err(error) if is_absent(&error, &file) => None,
        Err(error) => {
            config_errors.push(ConfigError { file, line: None, message: format!("Cannot read the file: {error}") });
            None
        }
    };
    let config = folder.and_then(|folder| read(folder.join(CONFIG_FILE)));
    let keymap = folder.and_then(|folder| read(folder.join(KEYMAP_FILE)));
    let (names, unlisted) = folder.map_or((Vec::new(), None), theme_files);
    let themes: Vec<_> = names.into_iter().filter_map(read).collect();
    config_errors.extend(unlisted);

    let (themes, wrong_themes) = ThemeSet::with_users(&themes);
    let (keymap, wrong_keys) =
        keymap.map_or_else(|| (Keymap::standard(), Vec::new()), |(file, text)| Keymap::with_users(&file, &text));
    let (config, wrong_config) = config
        .map_or_else(|| (Config::default(), Vec::new()), |(file, text)| Config::read(&file, &text, &themes.names()));
    config_errors.extend([wrong_config, wrong_keys, wrong_themes].into_iter().flatten());
    config_errors.sort_by(|one, other| (&one.file, one.line).cmp(&(&other.file, other.line)));
    Loaded { config, keymap, themes, config_errors }
}

/// The user's theme files, sorted by name.
fn theme_files(folder: &Path) -> (Vec<PathBuf>, Option<ConfigError>) {
    let folder = folder.join(THEMES_FOLDER);
    match file::names_in(&folder) {
        Ok(names) => {
            let themes = names.into_iter().map(|name| folder.join(name));
            (themes.filter(|path| path.extension().is_some_and(|end| end == "yaml")).collect(), None)
        }
        Err(error) if is_absent(&error, &folder) => (Vec::new(), None),
        Err(error) => {
            let message = format!("Cannot list the folder: {error}");
            (Vec::new(), Some(ConfigError { file: folder, line: None, message }))
        }
    }
}

/// Whether a file does not exist. A broken symbolic link counts as existing, since it was meant to be a file.
fn is_absent(error: &io::Error, path: &Path) -> bool {
    error.kind() == io::ErrorKind::NotFound && !path.is_symlink()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::system::kit::fixture::folder;
    use crate::tui::action::Action;
    use crate::tui::keymap::Context;
    use crate::tui::theme::ThemeChoice;

    /// The errors, with files relative to the folder.
    fn errors(folder: &Path) -> Vec<(String, Option<u32>)> {
        let short = |file: &Path| file.strip_prefix(folder).unwrap().display().to_string();
        load(Some(folder)).config_errors.iter().map(|error| (short(&error.file), error.line)).collect()
    }

    #[test]
    fn without_files_everything_has_its_default() {
        let nothing = Loaded {
            config: Config::default(),
            keymap: Keymap::standard(),
            themes: ThemeSet::standard(),
            config_errors: Vec::new(),
        };
        assert_eq!(load(None), nothing);
        assert_eq!(load(Some(folder(&[]).path())), nothing);
        assert_eq!(load(Some(&folder(&[]).path().join("nowhere"))), nothing);
    }

    #[test]
    fn every_file_is_read() {
        let folder = folder(&[
            ("config.yaml", "theme: dusk\n"),
            ("keymap.yaml", "list: {edit: z}\n"),
            ("themes/dusk.yaml", "about: Soft\n"),
            ("themes/notes.txt", "no: theme\n"),
        ]);
        let loaded = load(Some(folder.path()));
        assert_eq!(loaded.config_errors, []);
        assert_eq!(loaded.config.theme, ThemeChoice::Named("dusk".to_owned()));
        assert_eq!(loaded.keymap.keys_of(&[Context::from_name("list").unwrap()], Action::Edit), ["z"]);
        assert_eq!(loaded.themes.about("dusk"), Some("Soft"));
        assert!(!loaded.themes.names().contains(&"notes"));
    }

    #[test]
    fn errors_of_all_files_are_reported_together() {
        let folder = folder(&[
            ("config.yaml", "mouse: true\ncolors: 16\nthem: dark\n"),
            ("keymap.yaml", "list:\n  edti: z\n"),
            ("themes/a.yaml", "roles:\n\n  idd: {}\n"),
            ("themes/b.yaml", "roles: [\n"),
        ]);
        let expected =
            [("config.yaml", Some(2)), ("config.yaml", Some(3)), ("keymap.yaml", Some(2)), ("themes/a.yaml", Some(3))];
        let found = errors(folder.path());
        let expected = expected.map(|(file, line)| (file.to_owned(), line));
        assert_eq!(found[..4], expected);
        assert_eq!(found.len(), 5);
    }

    #[test]
    fn an_unreadable_file_is_an_error() {
        let folder = folder(&[("config.yaml/inside", ""), ("themes", "no folder")]);
        assert_eq!(errors(folder.path()), [("config.yaml".to_owned(), None), ("themes".to_owned(), None)]);
    }

    #[cfg(unix)]
    #[test]
    fn a_broken_symbolic_link_is_an_error() {
        let folder = folder(&[]);
        std::os::unix::fs::symlink("nowhere", folder.path().join("keymap.yaml")).unwrap();
        assert_eq!(errors(folder.path()), [("keymap.yaml".to_owned(), None)]);
    }
}
