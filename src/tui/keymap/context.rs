//! Keymap contexts: the part of the screen in which a key is looked up.

/// The part of the screen that has the focus. The same key may trigger different actions in different contexts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Context {
    /// Any pane.
    Everywhere,
    List,
    Neighbourhood,
    Detail,
    Lineage,
    Tree,
    Map,
    Findings,
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

impl Context {
    pub const ALL: [Self; 15] = [
        Self::Everywhere,
        Self::List,
        Self::Neighbourhood,
        Self::Detail,
        Self::Lineage,
        Self::Tree,
        Self::Map,
        Self::Findings,
        Self::Past,
        Self::Overlay,
        Self::Checklist,
        Self::Log,
        Self::Page,
        Self::Prompt,
        Self::Editor,
    ];

    /// Its name in keymaps.
    pub fn name(self) -> &'static str {
        match self {
            Self::Everywhere => "everywhere",
            Self::List => "list",
            Self::Neighbourhood => "neighbourhood",
            Self::Detail => "detail",
            Self::Lineage => "lineage",
            Self::Tree => "tree",
            Self::Map => "map",
            Self::Findings => "findings",
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
        Self::ALL.into_iter().find(|context| context.name() == name)
    }

    /// Like [`Self::chain`] while in the past: keys that step through time come before those of the pane.
    pub fn chain_in_the_past(self) -> &'static [Self] {
        match self {
            Self::List => &[Self::Past, Self::List, Self::Everywhere],
            Self::Neighbourhood => &[Self::Past, Self::Neighbourhood, Self::Everywhere],
            Self::Detail => &[Self::Past, Self::Detail, Self::Everywhere],
            Self::Lineage => &[Self::Past, Self::Lineage, Self::Everywhere],
            Self::Tree => &[Self::Past, Self::Tree, Self::Everywhere],
            Self::Map => &[Self::Past, Self::Map, Self::Everywhere],
            Self::Findings => &[Self::Past, Self::Findings, Self::Everywhere],
            other => other.chain(),
        }
    }

    /// The contexts in which a key is looked up, innermost first. Overlays do not use the keys of panes: a digit in a
    /// picker must not change the view behind it, and a letter in a prompt is typed.
    pub fn chain(self) -> &'static [Self] {
        match self {
            Self::Everywhere => &[Self::Everywhere],
            Self::List => &[Self::List, Self::Everywhere],
            Self::Neighbourhood => &[Self::Neighbourhood, Self::Everywhere],
            Self::Detail => &[Self::Detail, Self::Everywhere],
            Self::Lineage => &[Self::Lineage, Self::Everywhere],
            Self::Tree => &[Self::Tree, Self::Everywhere],
            Self::Map => &[Self::Map, Self::Everywhere],
            Self::Findings => &[Self::Findings, Self::Everywhere],
            Self::Past => &[Self::Past, Self::Everywhere],
            Self::Overlay => &[Self::Overlay],
            Self::Checklist => &[Self::Checklist, Self::Overlay],
            Self::Log => &[Self::Log, Self::Overlay],
            Self::Page => &[Self::Page, Self::Overlay],
            Self::Prompt => &[Self::Prompt],
            Self::Editor => &[Self::Editor, Self::Prompt],
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn contexts_are_found_by_name() {
        for context in Context::ALL {
            assert_eq!(Context::from_name(context.name()), Some(context));
        }
    }

    #[test]
    fn every_chain_starts_with_its_own_context() {
        for context in Context::ALL {
            assert_eq!(context.chain().first(), Some(&context));
        }
    }
}
