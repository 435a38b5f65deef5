//! The user's keymap: overrides the standard one action by action.

use super::read::{actions, chords};
use super::{Bound, Context, Keymap, collide};
use crate::system::kit::config_error::{ConfigError, Document, KeyPath};
use crate::text::quoted;
use crate::tui::action::Action;
use crate::tui::key::{self, Key};
use std::path::Path;

/// The key that quits when no other does.
const FALLBACK_QUIT: &str = "ctrl-c";

/// The user's keys of one action in one context.
struct Given {
    bound: Bound,
    lines: Vec<u32>,
}

impl Keymap {
    /// The standard keymap overridden by the user's file, and the errors in that file.
    pub fn with_users(file: &Path, text: &str) -> (Self, Vec<ConfigError>) {
        let mut keymap = Self::standard();
        let document = match Document::read(file, text) {
            Ok(document) => document,
            Err(error) => return (keymap, vec![error]),
        };
        let mut errors = Vec::new();
        for given in given(&document, &mut errors) {
            keymap.take_over(given.bound);
        }
        keymap.bound.sort_by_key(|bound| bound.context);
        for context in Context::all() {
            if keymap.keys_of(&context.chain(), Action::Quit).is_empty() {
                keymap.keep_quit_key(context);
                let message =
                    format!("No key left to quit in {}, so {FALLBACK_QUIT} stays; bind a key to quit", context.name());
                errors
                    .push(document.error(&[KeyPath::Key(context.name()), KeyPath::Key(Action::Quit.name())], message));
            }
        }
        errors.sort_by_key(|error| error.line);
        (keymap, errors)
    }

    /// Replaces the standard keys of an action with the user's, and removes standard keys that collide with them. The
    /// user's own keys never collide, so only standard ones are removed.
    fn take_over(&mut self, users: Bound) {
        for bound in self.bound.iter_mut().filter(|bound| bound.context == users.context) {
            bound.chords.retain(|chord| !users.chords.iter().any(|taken| collide(taken, chord)));
        }
        let same = |bound: &&mut Bound| bound.context == users.context && bound.action == users.action;
        match self.bound.iter_mut().find(same) {
            Some(bound) => bound.chords = users.chords,
            None => self.bound.push(users),
        }
    }

    fn keep_quit_key(&mut self, context: Context) {
        let chord = key::chord(FALLBACK_QUIT).unwrap_or_default();
        let chain = context.chain();
        let Some((outermost, inner)) = chain.split_last() else { return };
        for bound in self.bound.iter_mut().filter(|bound| inner.contains(&bound.context)) {
            bound.chords.retain(|known| !collide(known, &chord));
        }
        let known = self.bound.iter().find(|bound| bound.context == *outermost && bound.action == Action::Quit);
        let mut chords = known.map(|bound| bound.chords.clone()).unwrap_or_default();
        chords.retain(|known| !collide(known, &chord));
        chords.push(chord);
        self.take_over(Bound { context: *outermost, action: Action::Quit, chords });
    }
}

/// The valid bindings in the user's file.
fn given(document: &Document<'_>, errors: &mut Vec<ConfigError>) -> Vec<Given> {
    let mut all: Vec<Given> = Vec::new();
    for written in actions(document, errors) {
        let (context, action) = (written.context, written.action);
        let before = errors.len();
        let mut own = Given { bound: Bound { context, action, chords: Vec::new() }, lines: Vec::new() };
        for (chord, line) in chords(document, &written.path, written.value, errors) {
            let wrong = typed_instead(context, &chord).or_else(|| {
                let mut earlier = all.iter().filter(|given| given.bound.context == context).chain([&own]);
                earlier.find_map(|given| collision(given, &chord, action))
            });
            match wrong {
                Some(message) => errors.push(ConfigError { line: Some(line), ..document.error(&[], message) }),
                None if own.bound.chords.contains(&chord) => {}
                None => {
                    own.bound.chords.push(chord);
                    own.lines.push(line);
                }
            }
        }
        // If all keys are invalid, keep the standard ones.
        if !own.bound.chords.is_empty() || errors.len() == before {
            all.push(own);
        }
    }
    all
}

/// Error if the chord starts with a character that is typed in a prompt.
fn typed_instead(context: Context, chord: &[Key]) -> Option<String> {
    let first = chord.first().filter(|key| context.chain().contains(&Context::Prompt) && key.typed().is_some())?;
    let name = quoted(&first.to_string());
    Some(format!("{name} is typed in a prompt; use a key with ctrl or alt, or a named key"))
}

/// Error if the chord collides with one of these keys. The same key twice for one action is allowed.
fn collision(given: &Given, chord: &[Key], action: Action) -> Option<String> {
    let collides = |known: &[Key]| collide(known, chord) && (given.bound.action != action || known != chord);
    let (known, line) = given.bound.chords.iter().zip(&given.lines).find(|(known, _)| collides(known))?;
    let (new, known_name) = (quoted(&key::written(chord)), given.bound.action.name());
    Some(if known == chord {
        format!("{new} is already bound to {known_name} in line {line}; choose another key for {}", action.name())
    } else {
        let known = quoted(&key::written(known));
        format!("{new} conflicts with {known} of {known_name} in line {line}; choose another key")
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tui::keymap::Found;

    fn read(text: &str) -> (Keymap, Vec<(u32, String)>) {
        let (keymap, errors) = Keymap::with_users(Path::new("keymap.yaml"), text);
        let errors = errors.into_iter().map(|error| (error.line.unwrap(), error.message));
        (keymap, errors.collect())
    }

    fn valid(text: &str) -> Keymap {
        let (keymap, errors) = read(text);
        assert_eq!(errors, []);
        keymap
    }

    fn context(name: &str) -> Context {
        Context::from_name(name).unwrap()
    }

    fn found(keymap: &Keymap, context: Context, keys: &str) -> Found {
        keymap.find(&context.chain(), &key::chord(keys).unwrap())
    }

    #[test]
    fn an_empty_file_changes_nothing() {
        for text in ["", "# mine\n", "list:\n"] {
            assert_eq!(valid(text), Keymap::standard());
        }
    }

    #[test]
    fn a_key_or_a_list_replaces_the_standard_keys() {
        let keymap = valid("everywhere:\n  down: n\n  up: [p, ctrl-x u]\n  view-explore: 7\n");
        let keys = |action| keymap.keys_of(&[Context::Everywhere], action);
        assert_eq!(keys(Action::Down), ["n"]);
        assert_eq!(keys(Action::Up), ["p", "ctrl-x u"]);
        assert_eq!(keys(Action::from_name("view-explore").unwrap()), ["7"]);
        assert_eq!(found(&keymap, context("list"), "j"), Found::Nothing);
    }

    #[test]
    fn an_empty_list_unbinds() {
        let keymap = valid("everywhere: {edit: []}\n");
        assert_eq!(found(&keymap, context("list"), "e"), Found::Nothing);
        assert!(keymap.entries().any(|entry| entry.action == Action::Edit));
    }

    #[test]
    fn a_key_is_removed_from_its_standard_action() {
        let keymap = valid("everywhere: {edit: j}\n");
        assert_eq!(found(&keymap, context("list"), "j"), Found::Action(Action::Edit));
        assert_eq!(keymap.keys_of(&[Context::Everywhere], Action::Down), ["down"]);
    }

    #[test]
    fn a_key_that_starts_a_standard_chord_removes_the_chord() {
        let keymap = valid("everywhere: {mark: g}\n");
        assert_eq!(found(&keymap, context("list"), "g"), Found::Action(Action::Mark));
        assert_eq!(keymap.keys_of(&[Context::Everywhere], Action::Top), ["home"]);
    }

    #[test]
    fn keys_can_be_swapped_in_any_order() {
        let keymap = valid("everywhere: {copy-id: Y, copy-path: y}\n");
        assert_eq!(found(&keymap, context("list"), "y"), Found::Action(Action::CopyPath));
        assert_eq!(found(&keymap, context("list"), "Y"), Found::Action(Action::CopyId));
    }

    #[test]
    fn an_action_can_be_bound_in_another_context() {
        let keymap = valid("tree: {sort: s, edit: ctrl-e}\n");
        assert_eq!(found(&keymap, context("tree"), "s"), Found::Action(Action::Sort));
        assert_eq!(keymap.keys_of(&context("tree").chain(), Action::Edit), ["ctrl-e", "e"]);
        let contexts: Vec<_> = keymap.entries().map(|entry| entry.context).collect();
        assert!(contexts.is_sorted());
    }

    #[test]
    fn every_error_has_its_line_and_the_rest_of_the_file_applies() {
        let text = "everywhere:\n  edti: e\n  back:\n    - B\n    - bakspace\n  help: {}\n  forward: ~\nlsit:\n  up: u\ntree: 3\nmap:\n  fit: z\n";
        let (keymap, errors) = read(text);
        let lines: Vec<_> = errors.iter().map(|(line, _)| *line).collect();
        assert_eq!(lines, [2, 5, 6, 7, 8, 10]);
        assert!(errors[0].1.starts_with("Unknown action \"edti\"; did you mean \"edit\"? Valid: up, down"));
        assert!(errors[1].1.starts_with("Unknown key \"bakspace\"; did you mean \"backspace\"?"));
        assert_eq!(errors[2].1, "Expected a key, a list of keys, or [] for none");
        assert!(errors[4].1.starts_with("Unknown context \"lsit\"; did you mean \"list\"? Valid: everywhere, "));
        assert_eq!(errors[5].1, "tree must be a map of actions to keys");
        assert_eq!(keymap.keys_of(&[Context::Everywhere], Action::Back), ["B"]);
        assert_eq!(found(&keymap, context("map"), "z"), Found::Action(Action::Fit));
    }

    #[test]
    fn an_action_with_only_invalid_keys_keeps_the_standard_ones() {
        let (keymap, errors) = read("everywhere: {edit: [nope]}\n");
        assert_eq!(errors.len(), 1);
        assert_eq!(keymap.keys_of(&[Context::Everywhere], Action::Edit), ["e"]);
    }

    #[test]
    fn two_of_the_users_own_keys_must_not_collide() {
        let (keymap, errors) = read("everywhere:\n  edit: [z]\n  mark:\n  - z\n  - z m\n  - w\n");
        let expected = [
            (4, "\"z\" is already bound to edit in line 2; choose another key for mark".to_owned()),
            (5, "\"z m\" conflicts with \"z\" of edit in line 2; choose another key".to_owned()),
        ];
        assert_eq!(errors, expected);
        assert_eq!(found(&keymap, context("list"), "z"), Found::Action(Action::Edit));
        assert_eq!(found(&keymap, context("list"), "w"), Found::Action(Action::Mark));
    }

    #[test]
    fn the_same_key_in_two_contexts_does_not_collide() {
        valid("list: {edit: z}\nmap: {mark: z}\n");
    }

    #[test]
    fn the_same_key_twice_for_one_action_is_allowed() {
        let keymap = valid("list: {edit: [z, z]}\n");
        assert_eq!(keymap.keys_of(&[context("list")], Action::Edit), ["z"]);
    }

    #[test]
    fn a_character_cannot_be_bound_where_it_is_typed() {
        let (keymap, errors) = read("prompt: {accept: [x, ctrl-y]}\n");
        assert_eq!(errors, [(1, "\"x\" is typed in a prompt; use a key with ctrl or alt, or a named key".to_owned())]);
        assert_eq!(keymap.keys_of(&[Context::Prompt], Action::Accept), ["ctrl-y"]);
        // The edge editor has text fields as well.
        let (_, errors) = read("editor: {swap-ends: x}\n");
        assert_eq!(errors.len(), 1);
    }

    #[test]
    fn quit_may_move_to_another_key() {
        let keymap = valid("everywhere: {quit: Q}\n");
        assert_eq!(keymap.keys_of(&context("list").chain(), Action::Quit), ["Q"]);
        assert_eq!(found(&keymap, context("list"), "ctrl-c"), Found::Nothing);
    }

    #[test]
    fn ctrl_c_quits_when_no_other_key_does() {
        for text in
            ["everywhere:\n  quit: []\n", "everywhere:\n  mark: [q, ctrl-c]\n", "everywhere:\n  edit: [q, ctrl-c x]\n"]
        {
            let (keymap, errors) = read(text);
            let first = "No key left to quit in everywhere, so ctrl-c stays; bind a key to quit";
            assert_eq!(errors.first().map(|(_, message)| message.as_str()), Some(first), "{text}");
            assert_eq!(errors.len(), 1, "{errors:?}");
            for context in Context::all() {
                assert_eq!(found(&keymap, context, "ctrl-c"), Found::Action(Action::Quit), "{text}");
            }
        }
    }

    #[test]
    fn ctrl_c_quits_in_overlays_too_when_no_other_key_does() {
        let (keymap, errors) = read("list:\n  mark: [q]\n  edit: ctrl-c\nprompt:\n  quit: []\n");
        assert_eq!(errors.iter().map(|(line, _)| *line).collect::<Vec<_>>(), [1, 5]);
        assert_eq!(found(&keymap, context("list"), "ctrl-c"), Found::Action(Action::Quit));
        assert_eq!(found(&keymap, context("list"), "q"), Found::Action(Action::Mark));
        assert_eq!(found(&keymap, Context::Prompt, "ctrl-c"), Found::Action(Action::Quit));
    }

    #[test]
    fn invalid_yaml_leaves_the_standard_keys() {
        let (keymap, errors) = read("everywhere: {\nlist: ]\n");
        assert_eq!(errors.len(), 1);
        assert_eq!(keymap, Keymap::standard());
    }
}
