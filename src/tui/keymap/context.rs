//! Keymap contexts: the part of the screen in which a key is looked up.

use crate::tui::view::{self, PaneRef};
use std::cmp::Ordering;
use std::ops::Deref;

/// The part of the screen that has the focus. The same key may trigger different actions in different contexts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Context {
    /// Any pane.
    Everywhere,
    /// A pane of a view.
    Pane(PaneRef),
    /// Any pane, while in the past.
    Past,
    /// Help and pickers without a text field.
    Overlay,
    /// A list with check boxes.
    Checklist,
    /// The log view.
    Log,
    Page,
    /// Any text field.
    Prompt,
    /// The edge editor, and the form that closes a signal.
    Editor,
}

/// The contexts in which a key is looked up, innermost first.
#[derive(Debug, Clone, Copy)]
pub struct Contexts {
    all: [Context; 3],
    len: usize,
}

impl Context {
    /// All contexts, in the order in which they are documented.
    pub fn all() -> impl Iterator<Item = Self> {
        let rest = [Self::Past, Self::Overlay, Self::Checklist, Self::Log, Self::Page, Self::Prompt, Self::Editor];
        std::iter::once(Self::Everywhere).chain(view::panes().map(Self::Pane)).chain(rest)
    }

    /// Its name in keymaps.
    pub fn name(self) -> &'static str {
        match self {
            Self::Everywhere => "everywhere",
            Self::Pane(pane) => pane.name(),
            Self::Past => "past",
            Self::Overlay => "overlay",
            Self::Checklist => "checklist",
            Self::Log => "log",
            Self::Page => "page",
            Self::Prompt => "prompt",
            Self::Editor => "editor",
        }
    }

    pub fn from_name(name: &str) -> Option<Self> {
        Self::all().find(|context| context.name() == name)
    }

    /// Like [`Self::chain`] while in the past: keys that step through time come before those of the pane.
    pub fn chain_in_the_past(self) -> Contexts {
        match self {
            Self::Pane(_) => Contexts::of(&[Self::Past, self, Self::Everywhere]),
            other => other.chain(),
        }
    }

    /// The contexts in which a key is looked up, innermost first. Overlays do not use the keys of panes: a digit in a
    /// picker must not change the view behind it, and a letter in a prompt is typed.
    pub fn chain(self) -> Contexts {
        match self {
            Self::Everywhere | Self::Overlay | Self::Prompt => Contexts::of(&[self]),
            Self::Pane(_) | Self::Past => Contexts::of(&[self, Self::Everywhere]),
            Self::Checklist | Self::Log | Self::Page => Contexts::of(&[self, Self::Overlay]),
            Self::Editor => Contexts::of(&[self, Self::Prompt]),
        }
    }

    /// Its position among all contexts.
    fn rank(self) -> (u8, usize) {
        let rank = match self {
            Self::Everywhere => 0,
            Self::Pane(pane) => return (1, pane.position()),
            Self::Past => 2,
            Self::Overlay => 3,
            Self::Checklist => 4,
            Self::Log => 5,
            Self::Page => 6,
            Self::Prompt => 7,
            Self::Editor => 8,
        };
        (rank, 0)
    }
}

impl PartialOrd for Context {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Context {
    fn cmp(&self, other: &Self) -> Ordering {
        self.rank().cmp(&other.rank())
    }
}

impl Contexts {
    fn of(contexts: &[Context]) -> Self {
        let mut all = [Context::Everywhere; 3];
        all[..contexts.len()].copy_from_slice(contexts);
        Self { all, len: contexts.len() }
    }
}

impl Deref for Contexts {
    type Target = [Context];

    fn deref(&self) -> &Self::Target {
        &self.all[..self.len]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn contexts_are_found_by_name() {
        for context in Context::all() {
            assert_eq!(Context::from_name(context.name()), Some(context));
        }
    }

    #[test]
    fn every_chain_starts_with_its_own_context() {
        for context in Context::all() {
            assert_eq!(context.chain().first(), Some(&context));
        }
    }
}
