//! Keys and their written form: `q`, `G`, `ctrl-p`, `alt-left`, `shift-tab`, `enter`, `+`.
//!
//! Terminals report some keys in several ways; [`Key`] normalises them, so that equal keys compare equal.

use crate::system::kit::config_error;
use crate::text::{is_unsafe, quoted};
use crossterm::event::{KeyCode, KeyEvent, KeyEventKind, KeyModifiers};
use std::fmt;

/// A key with its modifiers, in normalised form.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Key {
    code: KeyCode,
    held: KeyModifiers,
}

/// An invalid key.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct KeyError(String);

const NAMED: [(&str, KeyCode); 15] = [
    ("enter", KeyCode::Enter),
    ("esc", KeyCode::Esc),
    ("tab", KeyCode::Tab),
    ("space", KeyCode::Char(' ')),
    ("backspace", KeyCode::Backspace),
    ("delete", KeyCode::Delete),
    ("insert", KeyCode::Insert),
    ("up", KeyCode::Up),
    ("down", KeyCode::Down),
    ("left", KeyCode::Left),
    ("right", KeyCode::Right),
    ("home", KeyCode::Home),
    ("end", KeyCode::End),
    ("pageup", KeyCode::PageUp),
    ("pagedown", KeyCode::PageDown),
];

/// Modifiers in the order they are written.
const HELD: [(&str, KeyModifiers); 3] =
    [("ctrl-", KeyModifiers::CONTROL), ("alt-", KeyModifiers::ALT), ("shift-", KeyModifiers::SHIFT)];

/// Highest function key.
const MOST_FUNCTION_KEYS: u8 = 24;

impl Key {
    /// A key without modifiers.
    pub const fn plain(code: KeyCode) -> Self {
        Self { code, held: KeyModifiers::NONE }
    }

    /// The key of an event; `None` for releases and for modifiers that belong to the desktop, such as Super.
    pub fn from_event(event: KeyEvent) -> Option<Self> {
        let held = event.modifiers;
        let ours = KeyModifiers::CONTROL | KeyModifiers::ALT | KeyModifiers::SHIFT;
        let is_key = !matches!(
            event.code,
            KeyCode::Null
                | KeyCode::CapsLock
                | KeyCode::ScrollLock
                | KeyCode::NumLock
                | KeyCode::Modifier(_)
                | KeyCode::Media(_)
        );
        (is_key && event.kind != KeyEventKind::Release && ours.contains(held)).then(|| Self::normal(event.code, held))
    }

    /// Normalises a key that terminals report in several ways.
    fn normal(code: KeyCode, held: KeyModifiers) -> Self {
        match code {
            KeyCode::BackTab => Self { code: KeyCode::Tab, held: held | KeyModifiers::SHIFT },
            // Terminals send the same byte for ctrl with a letter and with its capital.
            KeyCode::Char(c) if held.contains(KeyModifiers::CONTROL) => {
                Self { code: KeyCode::Char(c.to_ascii_lowercase()), held: held - KeyModifiers::SHIFT }
            }
            KeyCode::Char(c) if held.contains(KeyModifiers::SHIFT) => {
                let mut capital = c.to_uppercase();
                let only = capital.next().filter(|_| capital.next().is_none());
                Self { code: KeyCode::Char(only.unwrap_or(c)), held: held - KeyModifiers::SHIFT }
            }
            code => Self { code, held },
        }
    }

    /// Parses the written form.
    pub fn parse(text: &str) -> Result<Self, KeyError> {
        let mut rest = text;
        let mut held = KeyModifiers::NONE;
        while let Some((after, modifier)) = HELD.iter().find_map(|(name, modifier)| {
            let after = rest.strip_prefix(name).filter(|after| !after.is_empty());
            after.filter(|_| !held.contains(*modifier)).map(|after| (after, *modifier))
        }) {
            held |= modifier;
            rest = after;
        }
        let code = code(rest).ok_or_else(|| unknown(text))?;
        let key = Self::normal(code, held);
        if let KeyCode::Char(c) = code {
            if held.contains(KeyModifiers::SHIFT) && !c.is_alphabetic() {
                let message = format!("Terminals send {} as another character; use that character", quoted(text));
                return Err(KeyError(message));
            }
            let same = [('i', "tab"), ('m', "enter"), ('[', "esc")].into_iter().find(|(same, _)| *same == c);
            if let Some((_, name)) = same.filter(|_| held == KeyModifiers::CONTROL) {
                return Err(KeyError(format!("Terminals send {} as {name}; use {name}", quoted(text))));
            }
        }
        Ok(key)
    }

    /// The character it types, if it types one.
    pub fn typed(self) -> Option<char> {
        match self.code {
            KeyCode::Char(c) if self.held.is_empty() => Some(c),
            _ => None,
        }
    }
}

impl fmt::Display for Key {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (name, modifier) in HELD {
            if self.held.contains(modifier) {
                formatter.write_str(name)?;
            }
        }
        match (NAMED.iter().find(|(_, code)| *code == self.code), self.code) {
            (Some((name, _)), _) => formatter.write_str(name),
            (None, KeyCode::Char(c)) => write!(formatter, "{c}"),
            (None, KeyCode::F(number)) => write!(formatter, "f{number}"),
            // Rare keys, which cannot be bound.
            (None, other) => write!(formatter, "{}", other.to_string().to_lowercase().replace(' ', "")),
        }
    }
}

fn code(name: &str) -> Option<KeyCode> {
    let mut characters = name.chars();
    if let (Some(c), None) = (characters.next(), characters.next()) {
        return (!is_unsafe(c) && !c.is_whitespace()).then_some(KeyCode::Char(c));
    }
    let named = NAMED.iter().find(|(known, _)| *known == name).map(|(_, code)| *code);
    named.or_else(|| {
        let digits = name.strip_prefix('f').filter(|digits| !digits.starts_with(['0', '+']))?;
        digits.parse().ok().filter(|number| (1..=MOST_FUNCTION_KEYS).contains(number)).map(KeyCode::F)
    })
}

fn unknown(text: &str) -> KeyError {
    let held = HELD.iter().fold(text, |rest, (name, _)| rest.strip_prefix(name).unwrap_or(rest));
    let names = NAMED.map(|(name, _)| name);
    let hint = config_error::did_you_mean(held, &names).unwrap_or_else(|| ".".to_owned());
    KeyError(format!(
        "Unknown key {}{hint} A key is one character, {} or f1 to f{MOST_FUNCTION_KEYS}, with ctrl-, alt- or shift- in front",
        quoted(text),
        names.join(", ")
    ))
}

/// Parses a chord: keys separated by spaces, such as `g g`.
pub fn chord(text: &str) -> Result<Vec<Key>, KeyError> {
    let keys: Vec<_> = text.split_whitespace().map(Key::parse).collect::<Result<_, _>>()?;
    if keys.is_empty() {
        return Err(KeyError("Missing key".to_owned()));
    }
    Ok(keys)
}

/// The written form of a chord.
pub fn written(keys: &[Key]) -> String {
    keys.iter().map(Key::to_string).collect::<Vec<_>>().join(" ")
}

/// Parses keys as typed: every character is a key, `<enter>` or `<ctrl-p>` is a named key, `<lt>` is `<`.
pub fn sequence(text: &str) -> Result<Vec<Key>, KeyError> {
    let mut keys = Vec::new();
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        let at = text[..text.len() - rest.len()].chars().count() + 1;
        let wrong = |message: &str| KeyError(format!("at character {at}: {message}"));
        if c == '<' {
            let (name, after) =
                rest[1..].split_once('>').ok_or_else(|| wrong("\"<\" has no \">\"; write <lt> for the character"))?;
            let key = if name == "lt" { Ok(Key::plain(KeyCode::Char('<'))) } else { Key::parse(name) };
            keys.push(key.map_err(|error| wrong(&error.0))?);
            rest = after;
        } else {
            if is_unsafe(c) {
                return Err(wrong("no key types this character; write a name such as <enter> or <tab>"));
            }
            keys.push(Key::plain(KeyCode::Char(c)));
            rest = &rest[c.len_utf8()..];
        }
    }
    Ok(keys)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn event(code: KeyCode, held: KeyModifiers) -> Option<String> {
        Key::from_event(KeyEvent::new(code, held)).map(|key| key.to_string())
    }

    fn error(text: &str) -> String {
        Key::parse(text).unwrap_err().to_string()
    }

    #[test]
    fn a_written_key_reads_back_as_itself() {
        let many = [
            "q",
            "G",
            "ö",
            "+",
            "-",
            "/",
            "?",
            ":",
            "'",
            "<",
            "space",
            "enter",
            "esc",
            "tab",
            "shift-tab",
            "backspace",
            "delete",
            "insert",
            "pageup",
            "pagedown",
            "home",
            "end",
            "f1",
            "f12",
            "f24",
            "ctrl-p",
            "alt-left",
            "alt-m",
            "alt-M",
            "ctrl--",
            "alt-+",
            "shift-up",
            "ctrl-alt-delete",
            "ctrl-alt-shift-f5",
            "alt-space",
            "ctrl-space",
        ];
        for text in many {
            assert_eq!(Key::parse(text).map(|key| key.to_string()).as_deref(), Ok(text));
        }
    }

    #[test]
    fn equal_keys_written_differently_compare_equal() {
        for (one, other) in
            [("shift-g", "G"), ("ctrl-P", "ctrl-p"), ("alt-ctrl-x", "ctrl-alt-x"), ("alt-shift-m", "alt-M")]
        {
            assert_eq!(Key::parse(one), Key::parse(other), "{one}");
        }
    }

    #[test]
    fn a_shifted_letter_is_its_capital_however_the_terminal_reports_it() {
        assert_eq!(event(KeyCode::Char('g'), KeyModifiers::SHIFT).as_deref(), Some("G"));
        assert_eq!(event(KeyCode::Char('G'), KeyModifiers::SHIFT).as_deref(), Some("G"));
        assert_eq!(event(KeyCode::Char('G'), KeyModifiers::NONE).as_deref(), Some("G"));
        assert_eq!(event(KeyCode::Char('ß'), KeyModifiers::SHIFT).as_deref(), Some("ß"));
        assert_eq!(event(KeyCode::Char('?'), KeyModifiers::SHIFT).as_deref(), Some("?"));
        assert_eq!(event(KeyCode::Char('P'), KeyModifiers::CONTROL | KeyModifiers::SHIFT).as_deref(), Some("ctrl-p"));
    }

    #[test]
    fn backtab_is_shift_tab() {
        assert_eq!(event(KeyCode::BackTab, KeyModifiers::SHIFT).as_deref(), Some("shift-tab"));
        assert_eq!(event(KeyCode::BackTab, KeyModifiers::NONE).as_deref(), Some("shift-tab"));
    }

    #[test]
    fn releases_and_desktop_keys_are_ignored() {
        let release = KeyEvent::new_with_kind(KeyCode::Char('q'), KeyModifiers::NONE, KeyEventKind::Release);
        assert_eq!(Key::from_event(release), None);
        assert_eq!(event(KeyCode::Char('q'), KeyModifiers::SUPER), None);
        assert_eq!(event(KeyCode::CapsLock, KeyModifiers::NONE), None);
    }

    #[test]
    fn a_repeated_key_is_pressed_again() {
        let repeat = KeyEvent::new_with_kind(KeyCode::Char('j'), KeyModifiers::NONE, KeyEventKind::Repeat);
        assert_eq!(Key::from_event(repeat), Key::parse("j").ok());
    }

    #[test]
    fn an_unknown_key_lists_the_valid_ones() {
        assert!(
            error("entr")
                .starts_with("Unknown key \"entr\"; did you mean \"enter\"? A key is one character, enter, esc")
        );
        assert!(error("ctrl-entr").contains("did you mean \"enter\"?"));
        for text in ["", "ctrl-", "f0", "f25", "f+1", "f01", "ctrl-ctrl-x", "Enter", "\u{1b}", "\t", "super-x"] {
            assert!(error(text).contains("Unknown key"), "{text:?}");
        }
    }

    #[test]
    fn a_key_terminals_cannot_send_names_the_one_they_send() {
        assert_eq!(error("ctrl-i"), "Terminals send \"ctrl-i\" as tab; use tab");
        assert_eq!(error("shift-1"), "Terminals send \"shift-1\" as another character; use that character");
    }

    #[test]
    fn chords_are_written_with_spaces() {
        assert_eq!(chord("g g").map(|keys| written(&keys)).as_deref(), Ok("g g"));
        assert_eq!(chord(" ctrl-x   space ").map(|keys| written(&keys)).as_deref(), Ok("ctrl-x space"));
        assert!(chord("").is_err());
        assert!(chord("g nope").is_err());
    }

    #[test]
    fn a_sequence_is_parsed_key_by_key() {
        let keys = sequence("jj<enter><ctrl-p>a <lt>>ö").unwrap();
        assert_eq!(written(&keys), "j j enter ctrl-p a space < > ö");
        assert_eq!(sequence(""), Ok(Vec::new()));
    }

    #[test]
    fn an_invalid_sequence_reports_the_position() {
        let wrong = |text: &str| sequence(text).unwrap_err().to_string();
        assert!(wrong("öj<entr>").starts_with("at character 3: Unknown key \"entr\""));
        assert!(wrong("j<enter").starts_with("at character 2: \"<\" has no \">\""));
        assert!(wrong("j\n").starts_with("at character 2: no key types this character"));
    }

    #[test]
    fn only_characters_without_modifiers_are_typed() {
        let typed = |text: &str| Key::parse(text).unwrap().typed();
        assert_eq!([typed("a"), typed("space"), typed("ctrl-a"), typed("enter")], [Some('a'), Some(' '), None, None]);
    }
}
