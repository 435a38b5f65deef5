//! `config.yaml`.

use crate::edge_log::check_field;
use crate::text::quoted;
use crate::tui::config_error::{ConfigError, Document, KeyPath, unknown};
use crate::tui::theme::{Depth, ThemeChoice};
use crate::workspace::watch::WatchSetting;
use serde_json::Value;
use std::path::{Path, PathBuf};

/// How the user wants the screen.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Config {
    /// The theme.
    pub theme: ThemeChoice,
    /// How many colours to use; none if the environment is to say.
    pub colours: Option<Depth>,
    /// Whether only ASCII signs are drawn.
    pub ascii: bool,
    /// Whether the mouse clicks and scrolls.
    pub mouse: bool,
    /// How changes in the workspace are noticed.
    pub watch: WatchSetting,
    /// Who adds edges: the actor of their rows.
    pub actor: String,
    /// Folders outside a workspace that may be read and written for it, as they are written: absolute, or below `~`.
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

/// The ways to notice changes, as they are written.
const WATCH: [(&str, WatchSetting); 3] =
    [(AUTO, WatchSetting::Auto), ("poll", WatchSetting::Poll), ("off", WatchSetting::Off)];

/// Who adds edges if nobody says otherwise.
const ACTOR: &str = "tui";

const AUTO: &str = "auto";

impl Config {
    /// Reads the file, with the names of the themes there are, and everything that is wrong with it.
    pub fn read(file: &Path, text: &str, themes: &[&str]) -> (Self, Vec<ConfigError>) {
        let mut config = Self::default();
        let document = match Document::read(file, text) {
            Ok(document) => document,
            Err(mistake) => return (config, vec![mistake]),
        };
        let mut mistakes = Vec::new();
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
            mistakes.extend(result.err().map(|message| document.mistake(&[KeyPath::Key(key)], message)));
        }
        (config, mistakes)
    }

    /// How many colours to use: what the config says, or else the environment. The config is stronger than `NO_COLOR`,
    /// since somebody wrote it for this program alone.
    pub fn depth(&self, variable: impl Fn(&str) -> Option<String>) -> Depth {
        self.colours.unwrap_or_else(|| Depth::from_environment(variable))
    }
}

/// A name, however YAML read it: `16` is a number there.
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
        None => Err(unknown("number of colours", &name, &[&[AUTO][..], &Depth::ALL.map(Depth::name)].concat())),
        depth => Ok(depth),
    }
}

fn truth(key: &str, value: &Value) -> Result<bool, String> {
    value.as_bool().ok_or_else(|| format!("{key} is {}, but must be true or false", quoted(&name(value))))
}

/// YAML reads a bare `off` as false.
fn watch(value: &Value) -> Result<WatchSetting, String> {
    let name = if *value == Value::Bool(false) { "off".to_owned() } else { name(value) };
    let found = WATCH.iter().find(|(word, _)| *word == name);
    found.map(|(_, wanted)| *wanted).ok_or_else(|| unknown("way to watch", &name, &WATCH.map(|(word, _)| word)))
}

/// A name that can stand in a row.
fn actor(value: &Value) -> Result<String, String> {
    let actor = name(value);
    check_field("actor", &actor).map_err(|error| error.to_string())?;
    Ok(actor)
}

/// A list of folders. A relative one would mean another folder wherever refscope is started.
fn trusted(value: &Value) -> Result<Vec<PathBuf>, String> {
    let folder = |value: &Value| {
        let folder = PathBuf::from(name(value));
        let is_clear = value.is_string() && (folder.is_absolute() || folder.starts_with("~"));
        let unclear = || format!("trusted has {}, but a folder must start with / or ~/", quoted(&name(value)));
        is_clear.then_some(folder).ok_or_else(unclear)
    };
    let Value::Array(folders) = value else {
        return Err(format!("trusted is {}, but must be a list of folders", quoted(&name(value))));
    };
    folders.iter().map(folder).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const THEMES: [&str; 2] = ["dark", "light"];

    fn read(text: &str) -> (Config, Vec<(Option<u32>, String)>) {
        let (config, mistakes) = Config::read(Path::new("config.yaml"), text, &THEMES);
        (config, mistakes.into_iter().map(|mistake| (mistake.line, mistake.message)).collect())
    }

    #[test]
    fn everything_can_be_set_and_nothing_must() {
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
        let text = "theme: light\ncolours: 256\nascii: true\nmouse: false\nwatch: off\nactor: alice\n\
            trusted: [/srv/logs, ~/notes]\n";
        assert_eq!(read(text), (expected, Vec::new()));
        assert_eq!(read("watch: poll\n").0.watch, WatchSetting::Poll);
        assert_eq!(read("theme: auto\ncolours: auto\n"), (Config::default(), Vec::new()));
    }

    #[test]
    fn every_number_of_colours_can_be_written() {
        for depth in Depth::ALL {
            assert_eq!(read(&format!("colours: {}\n", depth.name())).0.colours, Some(depth));
        }
    }

    #[test]
    fn every_mistake_is_told_with_its_line_and_the_rest_counts() {
        let (config, mistakes) =
            read("theme: drak\ncolours: 12\nascii: maybe\nmuose: false\nactor: \" me\"\nmouse: false\n");
        let expected = [
            (Some(1), "\"drak\" is no theme: did you mean dark? Allowed are auto, dark, light"),
            (Some(2), "\"12\" is no number of colours: did you mean 16? Allowed are auto, truecolor, 256, 16, none"),
            (Some(3), "ascii is \"maybe\", but must be true or false"),
            (
                Some(4),
                "\"muose\" is no setting: did you mean mouse? Allowed are theme, colours, ascii, mouse, watch, actor, \
                 trusted",
            ),
            (Some(5), "actor \" me\" has blanks around it"),
        ];
        assert_eq!(mistakes, expected.map(|(line, message)| (line, message.to_owned())));
        assert_eq!(config, Config { mouse: false, ..Config::default() });
    }

    #[test]
    fn a_trusted_folder_that_is_not_absolute_is_refused() {
        for (text, said) in [
            ("trusted: /srv", "trusted is \"/srv\", but must be a list of folders"),
            ("trusted: [/srv, shared]", "trusted has \"shared\", but a folder must start with / or ~/"),
            ("trusted: [1]", "trusted has \"1\", but a folder must start with / or ~/"),
        ] {
            let (config, mistakes) = read(text);
            assert_eq!((config.trusted.len(), mistakes), (0, vec![(Some(1), said.to_owned())]));
        }
    }

    #[test]
    fn the_config_is_stronger_than_the_environment() {
        let no_color = |name: &str| (name == "NO_COLOR").then(|| "1".to_owned());
        assert_eq!(read("colours: 16\n").0.depth(no_color), Depth::Ansi);
        assert_eq!(read("").0.depth(no_color), Depth::None);
    }
}
