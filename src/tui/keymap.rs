//! Which keys ask for which action.
//!
//! The standard keymap is `assets/keymap.yaml`; the user's file changes it action by action. Help, palette, hints and
//! `docs/keys.md` are all made from here.

mod context;
#[cfg(test)]
mod docs;
mod read;
mod users;

pub use context::Context;

use super::action::Action;
use super::key::{self, Key};

/// Which keys ask for which action, and what each action does.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Keymap {
    /// By context, in the order of the file.
    bound: Vec<Bound>,
    does: Vec<String>,
}

/// The keys of one action in one context. One without keys can still be chosen from the palette.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Bound {
    context: Context,
    action: Action,
    chords: Vec<Vec<Key>>,
}

/// What the keys pressed so far mean.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Found {
    /// They ask for this.
    Action(Action),
    /// More keys must follow.
    Prefix,
    /// Nobody bound them.
    Nothing,
}

/// An action in a context, for help and palette.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entry<'k> {
    /// Where.
    pub context: Context,
    /// What.
    pub action: Action,
    /// Its keys as they are written, the one for hints first.
    pub keys: Vec<String>,
    /// What it does, in a sentence without a full stop.
    pub does: &'k str,
}

/// What may follow the start of a chord.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Continuation<'k> {
    /// The keys that are still to be pressed, as they are written.
    pub keys: String,
    /// What they ask for.
    pub action: Action,
    /// What that does.
    pub does: &'k str,
}

impl Keymap {
    /// What the keys pressed so far mean, with the contexts to ask, innermost first ([`Context::chain`]).
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

    /// The keys that ask for an action there, as they are written; the first is the one for hints. Keys that ask for
    /// something else in a context further in are left out.
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

    /// Every action in every context it is bound in, by context. Each action is there at least once.
    pub fn entries(&self) -> impl Iterator<Item = Entry<'_>> {
        self.bound.iter().map(|bound| Entry {
            context: bound.context,
            action: bound.action,
            keys: bound.chords.iter().map(|chord| key::written(chord)).collect(),
            does: self.does(bound.action),
        })
    }

    /// What may follow these keys, in the order of the contexts.
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

    /// What an action does, in a sentence without a full stop.
    pub fn does(&self, action: Action) -> &str {
        self.does.get(action as usize).map_or("", String::as_str)
    }

    fn chords_in(&self, context: Context) -> impl Iterator<Item = (Action, &Vec<Key>)> {
        let bound = self.bound.iter().filter(move |bound| bound.context == context);
        bound.flat_map(|bound| bound.chords.iter().map(|chord| (bound.action, chord)))
    }

    /// Whether pressing these keys one by one ends at this action.
    fn reaches(&self, contexts: &[Context], chord: &[Key], action: Action) -> bool {
        let mut starts = (1..chord.len()).map(|length| &chord[..length]);
        starts.all(|start| self.find(contexts, start) == Found::Prefix)
            && self.find(contexts, chord) == Found::Action(action)
    }
}

/// Whether two chords cannot both be typed: one is the other, or its start.
fn collide(one: &[Key], other: &[Key]) -> bool {
    one.starts_with(other) || other.starts_with(one)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn keys(text: &str) -> Vec<Key> {
        key::chord(text).unwrap()
    }

    fn found(contexts: &[Context], text: &str) -> Found {
        Keymap::standard().find(contexts, &keys(text))
    }

    #[test]
    fn a_key_asks_for_its_action() {
        assert_eq!(found(Context::List.chain(), "j"), Found::Action(Action::Down));
        assert_eq!(found(Context::List.chain(), "s"), Found::Action(Action::Sort));
        assert_eq!(found(Context::List.chain(), "f9"), Found::Nothing);
        assert_eq!(Keymap::standard().find(Context::List.chain(), &[]), Found::Nothing);
    }

    #[test]
    fn the_start_of_a_chord_waits_for_the_rest() {
        assert_eq!(found(Context::List.chain(), "g"), Found::Prefix);
        assert_eq!(found(Context::List.chain(), "g g"), Found::Action(Action::Top));
        assert_eq!(found(Context::List.chain(), "g j"), Found::Nothing);
    }

    #[test]
    fn the_innermost_context_is_asked_first() {
        assert_eq!(found(Context::Detail.chain(), "o"), Found::Action(Action::OpenOther));
        assert_eq!(found(&[Context::Checklist, Context::Everywhere], "o"), Found::Action(Action::OnlyThis));
    }

    #[test]
    fn what_lies_on_top_does_not_ask_the_panes_below() {
        assert_eq!(found(Context::Overlay.chain(), "2"), Found::Nothing);
        assert_eq!(found(Context::Prompt.chain(), "q"), Found::Nothing);
        assert_eq!(found(Context::Prompt.chain(), "ctrl-c"), Found::Action(Action::Quit));
        assert_eq!(found(Context::Checklist.chain(), "j"), Found::Action(Action::Down));
    }

    #[test]
    fn keys_are_told_without_those_that_do_something_else_here() {
        let keymap = Keymap::standard();
        assert_eq!(keymap.keys_of(Context::List.chain(), Action::Top), ["g g", "home"]);
        assert_eq!(keymap.keys_of(Context::List.chain(), Action::OpenOther), ["o"]);
        let contexts = [Context::Checklist, Context::Everywhere];
        assert_eq!(keymap.keys_of(&contexts, Action::OpenOther), [] as [&str; 0]);
        let contexts = [Context::Overlay, Context::Everywhere];
        assert_eq!(keymap.keys_of(&contexts, Action::Quit), ["ctrl-c"]);
    }

    #[test]
    fn what_may_follow_is_told() {
        let keymap = Keymap::standard();
        let expected = Continuation { keys: "g".to_owned(), action: Action::Top, does: "Go to the first row" };
        assert_eq!(keymap.continuations(Context::List.chain(), &keys("g")), [expected]);
        assert_eq!(keymap.continuations(Context::List.chain(), &keys("j")), []);
    }

    #[test]
    fn every_action_is_in_the_standard_keymap_with_a_sentence() {
        let keymap = Keymap::standard();
        for action in Action::ALL {
            assert!(keymap.entries().any(|entry| entry.action == action), "{}", action.name());
            let does = keymap.does(action);
            assert!(does.starts_with(char::is_uppercase) && !does.ends_with('.'), "{}: {does:?}", action.name());
        }
    }

    #[test]
    fn only_what_is_rarely_needed_has_no_key() {
        let keymap = Keymap::standard();
        let bare: Vec<_> = keymap.entries().filter(|entry| entry.keys.is_empty()).map(|entry| entry.action).collect();
        assert_eq!(bare, [Action::ConfigErrors]);
    }

    #[test]
    fn no_chord_hides_another_in_its_context() {
        let keymap = Keymap::standard();
        for context in Context::ALL {
            let chords: Vec<_> = keymap.chords_in(context).map(|(_, chord)| chord).collect();
            for (at, one) in chords.iter().enumerate() {
                for other in &chords[at + 1..] {
                    assert!(!collide(one, other), "{}: {}", context.name(), key::written(one));
                }
            }
        }
    }

    #[test]
    fn the_log_is_followed_from_every_pane_and_left_with_the_same_key() {
        let panes = Context::ALL.into_iter().filter(|context| context.chain().contains(&Context::Everywhere));
        for context in panes.chain([Context::Log]) {
            assert_eq!(found(context.chain(), "F"), Found::Action(Action::Follow), "{}", context.name());
        }
    }

    #[test]
    fn nothing_that_is_typed_is_bound_in_prompts() {
        let keymap = Keymap::standard();
        for context in [Context::Prompt, Context::Editor] {
            let mut first = keymap.chords_in(context).filter_map(|(_, chord)| chord.first());
            assert!(first.all(|key| key.typed().is_none()), "{}", context.name());
        }
    }
}
