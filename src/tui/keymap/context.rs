//! Keymap contexts: the part of the screen in which a key is looked up.

use crate::tui::overlay;
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
    /// Any text field.
    Prompt,
    /// An overlay with keys of its own.
    Own(OwnKeys),
}

/// Keys that an overlay has in addition to those of all overlays or of all text fields.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct OwnKeys {
    /// The name of its context in keymaps.
    pub name: &'static str,
    pub inside: Inside,
}

/// The context of keys that an overlay shares with others.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Inside {
    Overlay,
    Prompt,
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
        let own = |inside| overlay::own_keys(inside).map(Self::Own);
        let panes = std::iter::once(Self::Everywhere).chain(view::panes().map(Self::Pane)).chain([Self::Past]);
        let overlays = std::iter::once(Self::Overlay).chain(own(Inside::Overlay));
        panes.chain(overlays).chain([Self::Prompt]).chain(own(Inside::Prompt))
    }

    /// Its name in keymaps.
    pub fn name(self) -> &'static str {
        match self {
            Self::Everywhere => "everywhere",
            Self::Pane(pane) => pane.name(),
            Self::Past => "past",
            Self::Overlay => "overlay",
            Self::Prompt => "prompt",
            Self::Own(keys) => keys.name,
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
            Self::Own(keys) if keys.inside == Inside::Prompt => Contexts::of(&[self, Self::Prompt]),
            Self::Own(_) => Contexts::of(&[self, Self::Overlay]),
        }
    }

    /// Its position among all contexts.
    fn rank(self) -> usize {
        Self::all().position(|context| context == self).unwrap_or(usize::MAX)
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
