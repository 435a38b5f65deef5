//! The keymap: which keys trigger which action in which context.
//!
//! The standard keymap is `assets/keymap.yaml`; the user's file overrides it action by action. Help, palette, hints and
//! `docs/keys.md` are generated from it.

mod context;
#[cfg(test)]
mod docs;
mod read;
mod users;

pub use context::{Context, Contexts, Inside, OwnKeys};

use super::action::Action;
use super::key::{self, Key};
use std::collections::HashMap;

/// Bindings of keys to actions, and the description of each action.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Keymap {
    /// Sorted by context, then in file order.
    bound: Vec<Bound>,
    does: HashMap<Action, String>,
}

/// The keys of one action in one context. An action without keys is still in the palette.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Bound {
    context: Context,
    action: Action,
    chords: Vec<Vec<Key>>,
}

/// Result of looking up the keys pressed so far.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Found {
    /// They trigger this action.
    Action(Action),
    /// They start a chord.
    Prefix,
    /// They are not bound.
    Nothing,
}

/// An action in a context, for help and palette.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entry<'k> {
    pub context: Context,
    pub action: Action,
    /// Its keys in written form; the first is the one shown in hints.
    pub keys: Vec<String>,
    /// Description, a sentence without a full stop.
    pub does: &'k str,
}

/// A possible continuation of a chord.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Continuation<'k> {
    /// The remaining keys in written form.
    pub keys: String,
    /// The action they trigger.
    pub action: Action,
    /// Description of the action.
    pub does: &'k str,
}

impl Keymap {
    /// Looks up the keys pressed so far in these contexts, innermost first ([`Context::chain`]).
    pub fn find(&self, contexts: &[Context], pressed: &[Key]) -> Found {
        if pressed.is_empty() {
            return Found::Nothing;
        }
        for context in contexts {
            let chords = || self.chords_in(*context).filter(|(_, chord)| chord.starts_with(pressed));
            if let Some((action, _)) = chords().find(|(_, chord)| chord.len() == pressed.len()) {
                return Found::Action(action);
            }
            if chords().next().is_some() {
                return Found::Prefix;
            }
        }
        Found::Nothing
    }

    /// The keys of an action in these contexts, in written form; the first is the one shown in hints. Keys that an
    /// inner context binds to something else are left out.
    pub fn keys_of(&self, contexts: &[Context], action: Action) -> Vec<String> {
        let mut keys: Vec<String> = Vec::new();
        for context in contexts {
            let own =
                self.chords_in(*context).filter(|(of, chord)| *of == action && self.reaches(contexts, chord, *of));
            for written in own.map(|(_, chord)| key::written(chord)) {
                if !keys.contains(&written) {
                    keys.push(written);
                }
            }
        }
        keys
    }

    /// Every action in every context where it is bound, by context. Each action occurs at least once.
    pub fn entries(&self) -> impl Iterator<Item = Entry<'_>> {
        self.bound.iter().map(|bound| Entry {
            context: bound.context,
            action: bound.action,
            keys: bound.chords.iter().map(|chord| key::written(chord)).collect(),
            does: self.does(bound.action),
        })
    }

    /// The possible continuations of these keys, in the order of the contexts.
    pub fn continuations(&self, contexts: &[Context], prefix: &[Key]) -> Vec<Continuation<'_>> {
        let mut found: Vec<Continuation<'_>> = Vec::new();
        for context in contexts {
            for (action, chord) in self.chords_in(*context) {
                let Some(rest) = chord.strip_prefix(prefix).filter(|rest| !rest.is_empty()) else { continue };
                let keys = key::written(rest);
                if self.reaches(contexts, chord, action) && !found.iter().any(|known| known.keys == keys) {
                    found.push(Continuation { keys, action, does: self.does(action) });
                }
            }
        }
        found
    }

    /// Description of an action, a sentence without a full stop.
    pub fn does(&self, action: Action) -> &str {
        self.does.get(&action).map_or("", String::as_str)
    }

    fn chords_in(&self, context: Context) -> impl Iterator<Item = (Action, &Vec<Key>)> {
        let bound = self.bound.iter().filter(move |bound| bound.context == context);
        bound.flat_map(|bound| bound.chords.iter().map(|chord| (bound.action, chord)))
    }

    /// Whether pressing these keys one by one triggers this action.
    fn reaches(&self, contexts: &[Context], chord: &[Key], action: Action) -> bool {
        let mut starts = (1..chord.len()).map(|length| &chord[..length]);
        starts.all(|start| self.find(contexts, start) == Found::Prefix)
            && self.find(contexts, chord) == Found::Action(action)
    }
}

/// Whether one chord equals or starts with the other, so that they cannot both be bound.
fn collide(one: &[Key], other: &[Key]) -> bool {
    one.starts_with(other) || other.starts_with(one)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn context(name: &str) -> Context {
        Context::from_name(name).unwrap()
    }

    fn keys(text: &str) -> Vec<Key> {
        key::chord(text).unwrap()
    }

    fn found(contexts: &[Context], text: &str) -> Found {
        Keymap::standard().find(contexts, &keys(text))
    }

    #[test]
    fn a_key_triggers_its_action() {
        assert_eq!(found(&context("list").chain(), "j"), Found::Action(Action::Down));
        assert_eq!(found(&context("list").chain(), "s"), Found::Action(Action::Sort));
        assert_eq!(found(&context("list").chain(), "f9"), Found::Nothing);
        assert_eq!(Keymap::standard().find(&context("list").chain(), &[]), Found::Nothing);
    }

    #[test]
    fn the_start_of_a_chord_waits_for_the_rest() {
        assert_eq!(found(&context("list").chain(), "g"), Found::Prefix);
        assert_eq!(found(&context("list").chain(), "g g"), Found::Action(Action::Top));
        assert_eq!(found(&context("list").chain(), "g j"), Found::Nothing);
    }

    #[test]
    fn the_innermost_context_wins() {
        assert_eq!(found(&context("detail").chain(), "o"), Found::Action(Action::OpenOther));
        assert_eq!(found(&[context("checklist"), Context::Everywhere], "o"), Found::Action(Action::OnlyThis));
    }

    #[test]
    fn overlays_do_not_use_the_keys_of_panes() {
        assert_eq!(found(&Context::Overlay.chain(), "2"), Found::Nothing);
        assert_eq!(found(&Context::Prompt.chain(), "q"), Found::Nothing);
        assert_eq!(found(&Context::Prompt.chain(), "ctrl-c"), Found::Action(Action::Quit));
        assert_eq!(found(&context("checklist").chain(), "j"), Found::Action(Action::Down));
    }

    #[test]
    fn keys_overridden_by_an_inner_context_are_left_out() {
        let keymap = Keymap::standard();
        assert_eq!(keymap.keys_of(&context("list").chain(), Action::Top), ["g g", "home"]);
        assert_eq!(keymap.keys_of(&context("list").chain(), Action::OpenOther), ["o"]);
        let contexts = [context("checklist"), Context::Everywhere];
        assert_eq!(keymap.keys_of(&contexts, Action::OpenOther), [] as [&str; 0]);
        let contexts = [Context::Overlay, Context::Everywhere];
        assert_eq!(keymap.keys_of(&contexts, Action::Quit), ["ctrl-c"]);
    }

    #[test]
    fn continuations_of_a_chord_are_listed() {
        let keymap = Keymap::standard();
        let expected = Continuation { keys: "g".to_owned(), action: Action::Top, does: "Go to the first row" };
        assert_eq!(keymap.continuations(&context("list").chain(), &keys("g")), [expected]);
        assert_eq!(keymap.continuations(&context("list").chain(), &keys("j")), []);
    }

    #[test]
    fn every_action_is_in_the_standard_keymap_with_a_sentence() {
        let keymap = Keymap::standard();
        for action in Action::all() {
            assert!(keymap.entries().any(|entry| entry.action == action), "{}", action.name());
            let does = keymap.does(action);
            assert!(does.starts_with(char::is_uppercase) && !does.ends_with('.'), "{}: {does:?}", action.name());
        }
    }

    #[test]
    fn only_rarely_needed_actions_have_no_key() {
        let keymap = Keymap::standard();
        let bare: Vec<_> = keymap.entries().filter(|entry| entry.keys.is_empty()).map(|entry| entry.action).collect();
        assert_eq!(bare, [Action::ConfigErrors, Action::Messages]);
    }

    #[test]
    fn no_chord_hides_another_in_its_context() {
        let keymap = Keymap::standard();
        for context in Context::all() {
            let chords: Vec<_> = keymap.chords_in(context).map(|(_, chord)| chord).collect();
            for (at, one) in chords.iter().enumerate() {
                for other in &chords[at + 1..] {
                    assert!(!collide(one, other), "{}: {}", context.name(), key::written(one));
                }
            }
        }
    }

    #[test]
    fn the_log_opens_and_closes_with_the_same_key_in_every_pane() {
        let panes = Context::all().filter(|context| context.chain().contains(&Context::Everywhere));
        for context in panes.chain([context("log")]) {
            assert_eq!(found(&context.chain(), "F"), Found::Action(Action::Follow), "{}", context.name());
        }
    }

    #[test]
    fn printable_characters_are_not_bound_in_prompts() {
        let keymap = Keymap::standard();
        for context in [Context::Prompt, context("editor")] {
            let mut first = keymap.chords_in(context).filter_map(|(_, chord)| chord.first());
            assert!(first.all(|key| key.typed().is_none()), "{}", context.name());
        }
    }
}
