//! The settings in `config.yaml`.

use crate::edge_log::check_field;
use crate::system::kit::config_error::{ConfigError, Document, KeyPath, unknown};
use crate::text::quoted;
use crate::tui::theme::{Depth, ThemeChoice};
use crate::workspace::watch::WatchSetting;
use serde_json::Value;
use std::path::{Path, PathBuf};

/// The user's settings.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Config {
    pub theme: ThemeChoice,
    /// Colour depth; `None` to detect it from the environment.
    pub colours: Option<Depth>,
    /// Whether only ASCII symbols are drawn.
    pub ascii: bool,
    /// Whether mouse capture is on.
    pub mouse: bool,
    /// How to watch for file changes.
    pub watch: WatchSetting,
    /// Actor of new rows.
    pub actor: String,
    /// Folders outside a workspace that may be read and written, as written in the file: absolute, or below `~`.
    pub trusted: Vec<PathBuf>,
}

impl Default for Config {
    fn default() -> Self {
        Self {
            theme: ThemeChoice::Auto,
            colours: None,
            ascii: false,
            mouse: true,
            watch: WatchSetting::Auto,
            actor: ACTOR.to_owned(),
            trusted: Vec::new(),
        }
    }
}

const KEYS: [&str; 7] = ["theme", "color_depth", "ascii", "mouse", "watch", "actor", "trusted"];

/// Watch modes and their names.
const WATCH: [(&str, WatchSetting); 3] =
    [(AUTO, WatchSetting::Auto), ("poll", WatchSetting::Poll), ("off", WatchSetting::Off)];

/// Default actor.
const ACTOR: &str = "tui";

const AUTO: &str = "auto";

impl Config {
    /// Parses the file; `themes` are the available names. Returns the settings and the errors.
    pub fn read(file: &Path, text: &str, themes: &[&str]) -> (Self, Vec<ConfigError>) {
        let mut config = Self::default();
        let document = match Document::read(file, text) {
            Ok(document) => document,
            Err(error) => return (config, vec![error]),
        };
        let mut errors = Vec::new();
        for (key, value) in document.entries() {
            let result = match key.as_str() {
                "theme" => theme(value, themes).map(|theme| config.theme = theme),
                "color_depth" => colours(value).map(|colours| config.colours = colours),
                "ascii" => truth(key, value).map(|ascii| config.ascii = ascii),
                "mouse" => truth(key, value).map(|mouse| config.mouse = mouse),
                "watch" => watch(value).map(|watch| config.watch = watch),
                "trusted" => trusted(value).map(|trusted| config.trusted = trusted),
                "actor" => actor(value).map(|actor| config.actor = actor),
                _ => Err(unknown("setting", key, &KEYS)),
            };
            errors.extend(result.err().map(|message| document.error(&[KeyPath::Key(key)], message)));
        }
        (config, errors)
    }

    /// The colour depth: from the config, or else from the environment. The config overrides `NO_COLOR`, since it
    /// applies to this program alone.
    pub fn depth(&self, variable: impl Fn(&str) -> Option<String>) -> Depth {
        self.colours.unwrap_or_else(|| Depth::from_environment(variable))
    }
}

/// A value as text: YAML reads `16` as a number.
fn name(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}

fn theme(value: &Value, themes: &[&str]) -> Result<ThemeChoice, String> {
    let name = name(value);
    if name == AUTO || themes.contains(&name.as_str()) {
        return Ok(ThemeChoice::from_name(&name));
    }
    Err(unknown("theme", &name, &[&[AUTO], themes].concat()))
}

fn colours(value: &Value) -> Result<Option<Depth>, String> {
    let name = name(value);
    match Depth::from_name(&name) {
        None if name == AUTO => Ok(None),
        None => Err(unknown("colour depth", &name, &[&[AUTO][..], &Depth::ALL.map(Depth::name)].concat())),
        depth => Ok(depth),
    }
}

fn truth(key: &str, value: &Value) -> Result<bool, String> {
    value.as_bool().ok_or_else(|| format!("{key} must be true or false, not {}", quoted(&name(value))))
}

/// YAML reads a bare `off` as false.
fn watch(value: &Value) -> Result<WatchSetting, String> {
    let name = if *value == Value::Bool(false) { "off".to_owned() } else { name(value) };
    let found = WATCH.iter().find(|(word, _)| *word == name);
    found.map(|(_, wanted)| *wanted).ok_or_else(|| unknown("watch mode", &name, &WATCH.map(|(word, _)| word)))
}

/// An actor that is valid in a row.
fn actor(value: &Value) -> Result<String, String> {
    let actor = name(value);
    check_field("actor", &actor).map_err(|error| error.to_string())?;
    Ok(actor)
}

/// A list of folders. Relative paths are refused: they would depend on the current directory.
fn trusted(value: &Value) -> Result<Vec<PathBuf>, String> {
    let folder = |value: &Value| {
        let folder = PathBuf::from(name(value));
        let is_clear = value.is_string() && (folder.is_absolute() || folder.starts_with("~"));
        let unclear = || format!("Invalid folder {} in trusted; it must start with / or ~/", quoted(&name(value)));
        is_clear.then_some(folder).ok_or_else(unclear)
    };
    let Value::Array(folders) = value else {
        return Err(format!("trusted must be a list of folders, not {}", quoted(&name(value))));
    };
    folders.iter().map(folder).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const THEMES: [&str; 2] = ["dark", "light"];

    fn read(text: &str) -> (Config, Vec<(Option<u32>, String)>) {
        let (config, errors) = Config::read(Path::new("config.yaml"), text, &THEMES);
        (config, errors.into_iter().map(|error| (error.line, error.message)).collect())
    }

    #[test]
    fn every_setting_is_optional() {
        assert_eq!(read(""), (Config::default(), Vec::new()));
        let expected = Config {
            theme: ThemeChoice::Named("light".to_owned()),
            colours: Some(Depth::Indexed),
            ascii: true,
            mouse: false,
            watch: WatchSetting::Off,
            actor: "alice".to_owned(),
            trusted: vec![PathBuf::from("/srv/logs"), PathBuf::from("~/notes")],
        };
        let text = "theme: light\ncolor_depth: 256\nascii: true\nmouse: false\nwatch: off\nactor: alice\n\
            trusted: [/srv/logs, ~/notes]\n";
        assert_eq!(read(text), (expected, Vec::new()));
        assert_eq!(read("watch: poll\n").0.watch, WatchSetting::Poll);
        assert_eq!(read("theme: auto\ncolor_depth: auto\n"), (Config::default(), Vec::new()));
    }

    #[test]
    fn every_colour_depth_can_be_set() {
        for depth in Depth::ALL {
            assert_eq!(read(&format!("color_depth: {}\n", depth.name())).0.colours, Some(depth));
        }
    }

    #[test]
    fn every_error_has_its_line_and_the_rest_of_the_file_applies() {
        let (config, errors) =
            read("theme: drak\ncolor_depth: 12\nascii: maybe\nmuose: false\nactor: \" me\"\nmouse: false\n");
        let expected = [
            (Some(1), "Unknown theme \"drak\"; did you mean \"dark\"? Valid: auto, dark, light"),
            (Some(2), "Unknown colour depth \"12\"; did you mean \"16\"? Valid: auto, truecolor, 256, 16, none"),
            (Some(3), "ascii must be true or false, not \"maybe\""),
            (
                Some(4),
                "Unknown setting \"muose\"; did you mean \"mouse\"? Valid: theme, color_depth, ascii, mouse, watch, \
                 actor, trusted",
            ),
            (Some(5), "actor \" me\" has leading or trailing spaces"),
        ];
        assert_eq!(errors, expected.map(|(line, message)| (line, message.to_owned())));
        assert_eq!(config, Config { mouse: false, ..Config::default() });
    }

    #[test]
    fn a_trusted_folder_that_is_not_absolute_is_refused() {
        for (text, message) in [
            ("trusted: /srv", "trusted must be a list of folders, not \"/srv\""),
            ("trusted: [/srv, shared]", "Invalid folder \"shared\" in trusted; it must start with / or ~/"),
            ("trusted: [1]", "Invalid folder \"1\" in trusted; it must start with / or ~/"),
        ] {
            let (config, errors) = read(text);
            assert_eq!((config.trusted.len(), errors), (0, vec![(Some(1), message.to_owned())]));
        }
    }

    #[test]
    fn the_config_overrides_the_environment() {
        let no_color = |name: &str| (name == "NO_COLOR").then(|| "1".to_owned());
        assert_eq!(read("color_depth: 16\n").0.depth(no_color), Depth::Ansi);
        assert_eq!(read("").0.depth(no_color), Depth::None);
    }
}
