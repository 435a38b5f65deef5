//! The user's own keymap: the standard one, changed action by action.

use super::read::{actions, chords};
use super::{Bound, Context, Keymap, collide};
use crate::text::quoted;
use crate::tui::action::Action;
use crate::tui::config_error::{ConfigError, Document, KeyPath};
use crate::tui::key::{self, Key};
use std::path::Path;

/// What leaves the program when nothing else does.
const LAST_WAY_OUT: &str = "ctrl-c";

/// Keys the user gave one action in one context.
struct Given {
    bound: Bound,
    lines: Vec<u32>,
}

impl Keymap {
    /// The standard keys with those of the user's file on top, and everything that is wrong with it.
    pub fn with_users(file: &Path, text: &str) -> (Self, Vec<ConfigError>) {
        let mut keymap = Self::standard();
        let document = match Document::read(file, text) {
            Ok(document) => document,
            Err(mistake) => return (keymap, vec![mistake]),
        };
        let mut mistakes = Vec::new();
        for given in given(&document, &mut mistakes) {
            keymap.take_over(given.bound);
        }
        keymap.bound.sort_by_key(|bound| bound.context);
        for context in Context::ALL {
            if keymap.keys_of(context.chain(), Action::Quit).is_empty() {
                keymap.keep_way_out(context);
                let message = format!(
                    "no key is left that quits in {}, so {LAST_WAY_OUT} stays; give quit a key",
                    context.name()
                );
                mistakes.push(
                    document.mistake(&[KeyPath::Key(context.name()), KeyPath::Key(Action::Quit.name())], message),
                );
            }
        }
        mistakes.sort_by_key(|mistake| mistake.line);
        (keymap, mistakes)
    }

    /// Puts the user's keys of an action in the place of the standard ones; other standard keys give way. Two of the
    /// user's own never collide, so what gives way here is standard.
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

    fn keep_way_out(&mut self, context: Context) {
        let chord = key::chord(LAST_WAY_OUT).unwrap_or_default();
        let Some((outermost, inner)) = context.chain().split_last() else { return };
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

/// What the user's file says, without what is wrong in it.
fn given(document: &Document<'_>, mistakes: &mut Vec<ConfigError>) -> Vec<Given> {
    let mut all: Vec<Given> = Vec::new();
    for written in actions(document, mistakes) {
        let (context, action) = (written.context, written.action);
        let before = mistakes.len();
        let mut own = Given { bound: Bound { context, action, chords: Vec::new() }, lines: Vec::new() };
        for (chord, line) in chords(document, &written.path, written.value, mistakes) {
            let wrong = typed_instead(context, &chord).or_else(|| {
                let mut earlier = all.iter().filter(|given| given.bound.context == context).chain([&own]);
                earlier.find_map(|given| collision(given, &chord, action))
            });
            match wrong {
                Some(message) => mistakes.push(ConfigError { line: Some(line), ..document.mistake(&[], message) }),
                None if own.bound.chords.contains(&chord) => {}
                None => {
                    own.bound.chords.push(chord);
                    own.lines.push(line);
                }
            }
        }
        // Where all that was written is wrong, the standard keys are better than none.
        if !own.bound.chords.is_empty() || mistakes.len() == before {
            all.push(own);
        }
    }
    all
}

/// A letter that a prompt should type cannot be bound there.
fn typed_instead(context: Context, chord: &[Key]) -> Option<String> {
    let first = chord.first().filter(|key| context.chain().contains(&Context::Prompt) && key.typed().is_some())?;
    let name = quoted(&first.to_string());
    Some(format!("{name} is typed in a prompt; take a key with ctrl or alt, or one with a name"))
}

/// What speaks against a chord, if one of these keys collides with it. The same key twice for one action is no harm.
fn collision(given: &Given, chord: &[Key], action: Action) -> Option<String> {
    let harm = |known: &[Key]| collide(known, chord) && (given.bound.action != action || known != chord);
    let (known, line) = given.bound.chords.iter().zip(&given.lines).find(|(known, _)| harm(known))?;
    let (new, known_name) = (quoted(&key::written(chord)), given.bound.action.name());
    Some(if known == chord {
        format!("{new} is bound to {known_name} in line {line}, which stays; take another key for {}", action.name())
    } else {
        let known = quoted(&key::written(known));
        format!("{new} cannot be told from {known} of {known_name} in line {line}, which stays; take another key")
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tui::keymap::Found;

    fn read(text: &str) -> (Keymap, Vec<(u32, String)>) {
        let (keymap, mistakes) = Keymap::with_users(Path::new("keymap.yaml"), text);
        let mistakes = mistakes.into_iter().map(|mistake| (mistake.line.unwrap(), mistake.message));
        (keymap, mistakes.collect())
    }

    fn right(text: &str) -> Keymap {
        let (keymap, mistakes) = read(text);
        assert_eq!(mistakes, []);
        keymap
    }

    fn found(keymap: &Keymap, context: Context, keys: &str) -> Found {
        keymap.find(context.chain(), &key::chord(keys).unwrap())
    }

    #[test]
    fn an_empty_file_changes_nothing() {
        for text in ["", "# mine\n", "list:\n"] {
            assert_eq!(right(text), Keymap::standard());
        }
    }

    #[test]
    fn a_key_or_a_list_takes_the_place_of_the_standard_keys() {
        let keymap = right("everywhere:\n  down: n\n  up: [p, ctrl-x u]\n  view-explore: 7\n");
        let keys = |action| keymap.keys_of(&[Context::Everywhere], action);
        assert_eq!(keys(Action::Down), ["n"]);
        assert_eq!(keys(Action::Up), ["p", "ctrl-x u"]);
        assert_eq!(keys(Action::ViewExplore), ["7"]);
        assert_eq!(found(&keymap, Context::List, "j"), Found::Nothing);
    }

    #[test]
    fn an_empty_list_unbinds() {
        let keymap = right("everywhere: {edit: []}\n");
        assert_eq!(found(&keymap, Context::List, "e"), Found::Nothing);
        assert!(keymap.entries().any(|entry| entry.action == Action::Edit));
    }

    #[test]
    fn a_key_is_taken_over_from_a_standard_binding() {
        let keymap = right("everywhere: {edit: j}\n");
        assert_eq!(found(&keymap, Context::List, "j"), Found::Action(Action::Edit));
        assert_eq!(keymap.keys_of(&[Context::Everywhere], Action::Down), ["down"]);
    }

    #[test]
    fn the_start_of_a_standard_chord_is_taken_over_too() {
        let keymap = right("everywhere: {mark: g}\n");
        assert_eq!(found(&keymap, Context::List, "g"), Found::Action(Action::Mark));
        assert_eq!(keymap.keys_of(&[Context::Everywhere], Action::Top), ["home"]);
    }

    #[test]
    fn keys_can_be_swapped_in_any_order() {
        let keymap = right("everywhere: {copy-id: Y, copy-path: y}\n");
        assert_eq!(found(&keymap, Context::List, "y"), Found::Action(Action::CopyPath));
        assert_eq!(found(&keymap, Context::List, "Y"), Found::Action(Action::CopyId));
    }

    #[test]
    fn an_action_can_be_bound_where_it_was_not() {
        let keymap = right("tree: {sort: s, edit: ctrl-e}\n");
        assert_eq!(found(&keymap, Context::Tree, "s"), Found::Action(Action::Sort));
        assert_eq!(keymap.keys_of(Context::Tree.chain(), Action::Edit), ["ctrl-e", "e"]);
        let contexts: Vec<_> = keymap.entries().map(|entry| entry.context).collect();
        assert!(contexts.is_sorted());
    }

    #[test]
    fn every_mistake_is_told_with_its_line_and_the_rest_counts() {
        let text = "everywhere:\n  edti: e\n  back:\n    - B\n    - bakspace\n  help: {}\n  forward: ~\nlsit:\n  up: u\ntree: 3\nmap:\n  fit: z\n";
        let (keymap, mistakes) = read(text);
        let lines: Vec<_> = mistakes.iter().map(|(line, _)| *line).collect();
        assert_eq!(lines, [2, 5, 6, 7, 8, 10]);
        assert!(mistakes[0].1.starts_with("\"edti\" is no action: did you mean edit? Allowed are up, down"));
        assert!(mistakes[1].1.starts_with("\"bakspace\" is no key: did you mean backspace?"));
        assert_eq!(mistakes[2].1, "write a key, a list of keys, or [] for none");
        assert!(mistakes[4].1.starts_with("\"lsit\" is no context: did you mean list? Allowed are everywhere, list"));
        assert_eq!(mistakes[5].1, "tree is no map of actions and their keys");
        assert_eq!(keymap.keys_of(&[Context::Everywhere], Action::Back), ["B"]);
        assert_eq!(found(&keymap, Context::Map, "z"), Found::Action(Action::Fit));
    }

    #[test]
    fn an_action_whose_keys_are_all_wrong_keeps_the_standard_ones() {
        let (keymap, mistakes) = read("everywhere: {edit: [nope]}\n");
        assert_eq!(mistakes.len(), 1);
        assert_eq!(keymap.keys_of(&[Context::Everywhere], Action::Edit), ["e"]);
    }

    #[test]
    fn two_of_the_users_own_keys_must_not_collide() {
        let (keymap, mistakes) = read("everywhere:\n  edit: [z]\n  mark:\n  - z\n  - z m\n  - w\n");
        let expected = [
            (4, "\"z\" is bound to edit in line 2, which stays; take another key for mark".to_owned()),
            (5, "\"z m\" cannot be told from \"z\" of edit in line 2, which stays; take another key".to_owned()),
        ];
        assert_eq!(mistakes, expected);
        assert_eq!(found(&keymap, Context::List, "z"), Found::Action(Action::Edit));
        assert_eq!(found(&keymap, Context::List, "w"), Found::Action(Action::Mark));
    }

    #[test]
    fn the_same_key_in_two_contexts_is_no_collision() {
        right("list: {edit: z}\nmap: {mark: z}\n");
    }

    #[test]
    fn the_same_key_twice_for_one_action_is_no_harm() {
        let keymap = right("list: {edit: [z, z]}\n");
        assert_eq!(keymap.keys_of(&[Context::List], Action::Edit), ["z"]);
    }

    #[test]
    fn a_letter_cannot_be_bound_where_it_is_typed() {
        let (keymap, mistakes) = read("prompt: {accept: [x, ctrl-y]}\n");
        assert_eq!(
            mistakes,
            [(1, "\"x\" is typed in a prompt; take a key with ctrl or alt, or one with a name".to_owned())]
        );
        assert_eq!(keymap.keys_of(&[Context::Prompt], Action::Accept), ["ctrl-y"]);
        // The editor is typed into as well.
        let (_, mistakes) = read("editor: {swap-ends: x}\n");
        assert_eq!(mistakes.len(), 1);
    }

    #[test]
    fn quit_may_move_to_another_key() {
        let keymap = right("everywhere: {quit: Q}\n");
        assert_eq!(keymap.keys_of(Context::List.chain(), Action::Quit), ["Q"]);
        assert_eq!(found(&keymap, Context::List, "ctrl-c"), Found::Nothing);
    }

    #[test]
    fn the_last_way_out_stays() {
        for text in
            ["everywhere:\n  quit: []\n", "everywhere:\n  mark: [q, ctrl-c]\n", "everywhere:\n  edit: [q, ctrl-c x]\n"]
        {
            let (keymap, mistakes) = read(text);
            let first = "no key is left that quits in everywhere, so ctrl-c stays; give quit a key";
            assert_eq!(mistakes.first().map(|(_, message)| message.as_str()), Some(first), "{text}");
            assert_eq!(mistakes.len(), 1, "{mistakes:?}");
            for context in Context::ALL {
                assert_eq!(found(&keymap, context, "ctrl-c"), Found::Action(Action::Quit), "{text}");
            }
        }
    }

    #[test]
    fn the_last_way_out_stays_on_top_of_the_panes_too() {
        let (keymap, mistakes) = read("list:\n  mark: [q]\n  edit: ctrl-c\nprompt:\n  quit: []\n");
        assert_eq!(mistakes.iter().map(|(line, _)| *line).collect::<Vec<_>>(), [1, 5]);
        assert_eq!(found(&keymap, Context::List, "ctrl-c"), Found::Action(Action::Quit));
        assert_eq!(found(&keymap, Context::List, "q"), Found::Action(Action::Mark));
        assert_eq!(found(&keymap, Context::Prompt, "ctrl-c"), Found::Action(Action::Quit));
    }

    #[test]
    fn what_is_no_yaml_leaves_the_standard_keys() {
        let (keymap, mistakes) = read("everywhere: {\nlist: ]\n");
        assert_eq!(mistakes.len(), 1);
        assert_eq!(keymap, Keymap::standard());
    }
}
