//! Where a key is pressed.

/// Where a key is pressed: the same key may ask for different things in different places.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Context {
    /// Any pane.
    Everywhere,
    /// The list of nodes.
    List,
    /// The neighbourhood of a node.
    Neighbourhood,
    /// What is known about a node.
    Detail,
    /// The view Lineage.
    Lineage,
    /// The view Tree.
    Tree,
    /// The view Map.
    Map,
    /// The view Problems.
    Findings,
    /// Any pane, in the past.
    Past,
    /// Help, and whatever is chosen from without typing.
    Overlay,
    /// A list with boxes to tick.
    Checklist,
    /// The log that is followed.
    Log,
    /// A page.
    Page,
    /// Anything that is typed into.
    Prompt,
    /// The editor of edges.
    Editor,
}

impl Context {
    /// All of them.
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

    /// The context with this name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|context| context.name() == name)
    }

    /// The contexts to ask for a key pressed in this pane, in the past: the keys that step through time come before those of
    /// the pane.
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

    /// The contexts to ask for a key pressed here, innermost first. What lies on top of the panes asks none of theirs:
    /// a digit in a picker must not change the view behind it, and a letter in a prompt is typed.
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
    fn every_context_has_a_name_that_finds_it() {
        for context in Context::ALL {
            assert_eq!(Context::from_name(context.name()), Some(context));
        }
    }

    #[test]
    fn every_context_is_asked_first_in_its_own_place() {
        for context in Context::ALL {
            assert_eq!(context.chain().first(), Some(&context));
        }
    }
}
