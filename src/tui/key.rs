//! Keys, and how they are written: `q`, `G`, `ctrl-p`, `alt-left`, `shift-tab`, `enter`, `+`.

use super::config_error;
use crate::text::{is_unsafe, quoted};
use crossterm::event::{KeyCode, KeyEvent, KeyEventKind, KeyModifiers};
use std::fmt;

/// One key with what is held with it, in the one form in which equal keys are equal.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Key {
    code: KeyCode,
    held: KeyModifiers,
}

/// Why a text is no key.
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

/// In the order in which they are written.
const HELD: [(&str, KeyModifiers); 3] =
    [("ctrl-", KeyModifiers::CONTROL), ("alt-", KeyModifiers::ALT), ("shift-", KeyModifiers::SHIFT)];

/// Function keys go from 1 to this.
const MOST_FUNCTION_KEYS: u8 = 24;

impl Key {
    /// A plain key.
    pub const fn plain(code: KeyCode) -> Self {
        Self { code, held: KeyModifiers::NONE }
    }

    /// The key of an event; none if it was let go, or held with a key that belongs to the desktop.
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

    /// The one form of a key that terminals report in several ways.
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

    /// Reads a key's written form.
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
                let message = format!("{} is sent as another character; write that character", quoted(text));
                return Err(KeyError(message));
            }
            let same = [('i', "tab"), ('m', "enter"), ('[', "esc")].into_iter().find(|(same, _)| *same == c);
            if let Some((_, name)) = same.filter(|_| held == KeyModifiers::CONTROL) {
                return Err(KeyError(format!("terminals send {} as {name}; write {name}", quoted(text))));
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
            // Keys few keyboards have; they cannot be bound.
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
        "{} is no key{hint} A key is one character, {} or f1 to f{MOST_FUNCTION_KEYS}, with ctrl-, alt- or shift- in front",
        quoted(text),
        names.join(", ")
    ))
}

/// Reads keys that are pressed one after the other, written with spaces between: `g g`.
pub fn chord(text: &str) -> Result<Vec<Key>, KeyError> {
    let keys: Vec<_> = text.split_whitespace().map(Key::parse).collect::<Result<_, _>>()?;
    if keys.is_empty() {
        return Err(KeyError("a key is missing".to_owned()));
    }
    Ok(keys)
}

/// How keys that are pressed one after the other are written.
pub fn written(keys: &[Key]) -> String {
    keys.iter().map(Key::to_string).collect::<Vec<_>>().join(" ")
}

/// Reads keys as somebody would type them: every character is a key, `<enter>` or `<ctrl-p>` a named one, `<lt>` is `<`.
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

    fn complaint(text: &str) -> String {
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
    fn equal_keys_written_differently_are_equal() {
        for (one, other) in
            [("shift-g", "G"), ("ctrl-P", "ctrl-p"), ("alt-ctrl-x", "ctrl-alt-x"), ("alt-shift-m", "alt-M")]
        {
            assert_eq!(Key::parse(one), Key::parse(other), "{one}");
        }
    }

    #[test]
    fn a_shifted_letter_is_its_capital_however_the_terminal_says_it() {
        assert_eq!(event(KeyCode::Char('g'), KeyModifiers::SHIFT).as_deref(), Some("G"));
        assert_eq!(event(KeyCode::Char('G'), KeyModifiers::SHIFT).as_deref(), Some("G"));
        assert_eq!(event(KeyCode::Char('G'), KeyModifiers::NONE).as_deref(), Some("G"));
        assert_eq!(event(KeyCode::Char('ß'), KeyModifiers::SHIFT).as_deref(), Some("ß"));
        assert_eq!(event(KeyCode::Char('?'), KeyModifiers::SHIFT).as_deref(), Some("?"));
        assert_eq!(event(KeyCode::Char('P'), KeyModifiers::CONTROL | KeyModifiers::SHIFT).as_deref(), Some("ctrl-p"));
    }

    #[test]
    fn the_tab_back_is_shift_tab() {
        assert_eq!(event(KeyCode::BackTab, KeyModifiers::SHIFT).as_deref(), Some("shift-tab"));
        assert_eq!(event(KeyCode::BackTab, KeyModifiers::NONE).as_deref(), Some("shift-tab"));
    }

    #[test]
    fn what_is_let_go_or_belongs_to_the_desktop_is_no_key() {
        let release = KeyEvent::new_with_kind(KeyCode::Char('q'), KeyModifiers::NONE, KeyEventKind::Release);
        assert_eq!(Key::from_event(release), None);
        assert_eq!(event(KeyCode::Char('q'), KeyModifiers::SUPER), None);
        assert_eq!(event(KeyCode::CapsLock, KeyModifiers::NONE), None);
    }

    #[test]
    fn a_held_key_that_repeats_is_pressed_again() {
        let repeat = KeyEvent::new_with_kind(KeyCode::Char('j'), KeyModifiers::NONE, KeyEventKind::Repeat);
        assert_eq!(Key::from_event(repeat), Key::parse("j").ok());
    }

    #[test]
    fn what_is_no_key_is_told_with_what_is() {
        assert!(
            complaint("entr").starts_with("\"entr\" is no key: did you mean enter? A key is one character, enter, esc")
        );
        assert!(complaint("ctrl-entr").contains("did you mean enter?"));
        for text in ["", "ctrl-", "f0", "f25", "f+1", "f01", "ctrl-ctrl-x", "Enter", "\u{1b}", "\t", "super-x"] {
            assert!(complaint(text).contains("is no key"), "{text:?}");
        }
    }

    #[test]
    fn a_key_no_terminal_sends_names_the_one_it_sends() {
        assert_eq!(complaint("ctrl-i"), "terminals send \"ctrl-i\" as tab; write tab");
        assert_eq!(complaint("shift-1"), "\"shift-1\" is sent as another character; write that character");
    }

    #[test]
    fn chords_are_written_with_spaces() {
        assert_eq!(chord("g g").map(|keys| written(&keys)).as_deref(), Ok("g g"));
        assert_eq!(chord(" ctrl-x   space ").map(|keys| written(&keys)).as_deref(), Ok("ctrl-x space"));
        assert!(chord("").is_err());
        assert!(chord("g nope").is_err());
    }

    #[test]
    fn a_sequence_is_what_somebody_types() {
        let keys = sequence("jj<enter><ctrl-p>a <lt>>ö").unwrap();
        assert_eq!(written(&keys), "j j enter ctrl-p a space < > ö");
        assert_eq!(sequence(""), Ok(Vec::new()));
    }

    #[test]
    fn a_wrong_sequence_says_what_and_where() {
        let wrong = |text: &str| sequence(text).unwrap_err().to_string();
        assert!(wrong("öj<entr>").starts_with("at character 3: \"entr\" is no key"));
        assert!(wrong("j<enter").starts_with("at character 2: \"<\" has no \">\""));
        assert!(wrong("j\n").starts_with("at character 2: no key types this character"));
    }

    #[test]
    fn only_plain_characters_are_typed() {
        let typed = |text: &str| Key::parse(text).unwrap().typed();
        assert_eq!([typed("a"), typed("space"), typed("ctrl-a"), typed("enter")], [Some('a'), Some(' '), None, None]);
    }
}
