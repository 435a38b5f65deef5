//! Semantic roles of screen elements, from which a theme derives their styles.

use crate::finding::Severity;

/// The role of a screen element. Colour is never the only carrier of meaning: a word, symbol or position shows it too.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Role {
    /// Ordinary text.
    Text,
    /// Less important text: times, places, hints, implicit edges.
    Dim,
    /// Important text, such as a node's title.
    Strong,
    Id,
    Relation,
    /// A node's kind.
    Kind,
    /// Characters matched by a search.
    Match,
    /// The selected row of the focused pane.
    Selection,
    /// The selected row of any other pane.
    SelectionIdle,
    /// The frame of a pane.
    Border,
    /// The frame of the focused pane.
    BorderFocus,
    /// The title of a pane.
    Heading,
    /// The name of a view.
    Tab,
    /// The name of the current view.
    TabCurrent,
    /// A key in a hint.
    Key,
    /// A finding of severity error, or an error message.
    Error,
    /// A finding of severity warning.
    Warning,
    /// A finding of severity note.
    Note,
    /// Success, and new items.
    Good,
    /// A missing node.
    Missing,
    /// An edge with low confidence.
    Uncertain,
    /// A retracted edge.
    Retracted,
    /// The path from the selected node to the root.
    Path,
    /// Nodes and edges affected by a change, or on a cycle.
    Lit,
    /// The root of a lineage or map.
    Root,
    /// A marked node.
    Mark,
    /// A link in a text.
    Link,
    /// Code in a text.
    Code,
    /// A short message that disappears by itself.
    Toast,
    /// Text being typed.
    Prompt,
    /// The notice that a past state is shown.
    Past,
}

impl Role {
    /// All roles, in the order of their discriminants.
    pub const ALL: [Self; 31] = [
        Self::Text,
        Self::Dim,
        Self::Strong,
        Self::Id,
        Self::Relation,
        Self::Kind,
        Self::Match,
        Self::Selection,
        Self::SelectionIdle,
        Self::Border,
        Self::BorderFocus,
        Self::Heading,
        Self::Tab,
        Self::TabCurrent,
        Self::Key,
        Self::Error,
        Self::Warning,
        Self::Note,
        Self::Good,
        Self::Missing,
        Self::Uncertain,
        Self::Retracted,
        Self::Path,
        Self::Lit,
        Self::Root,
        Self::Mark,
        Self::Link,
        Self::Code,
        Self::Toast,
        Self::Prompt,
        Self::Past,
    ];

    /// The name in theme files.
    pub fn name(self) -> &'static str {
        match self {
            Self::Text => "text",
            Self::Dim => "dim",
            Self::Strong => "strong",
            Self::Id => "id",
            Self::Relation => "relation",
            Self::Kind => "kind",
            Self::Match => "match",
            Self::Selection => "selection",
            Self::SelectionIdle => "selection-idle",
            Self::Border => "border",
            Self::BorderFocus => "border-focus",
            Self::Heading => "heading",
            Self::Tab => "tab",
            Self::TabCurrent => "tab-current",
            Self::Key => "key",
            Self::Error => "error",
            Self::Warning => "warning",
            Self::Note => "note",
            Self::Good => "good",
            Self::Missing => "missing",
            Self::Uncertain => "uncertain",
            Self::Retracted => "retracted",
            Self::Path => "path",
            Self::Lit => "lit",
            Self::Root => "root",
            Self::Mark => "mark",
            Self::Link => "link",
            Self::Code => "code",
            Self::Toast => "toast",
            Self::Prompt => "prompt",
            Self::Past => "past",
        }
    }

    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|role| role.name() == name)
    }
}

impl From<Severity> for Role {
    fn from(severity: Severity) -> Self {
        match severity {
            Severity::Error => Self::Error,
            Severity::Warning => Self::Warning,
            Severity::Note => Self::Note,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_role_has_its_index_and_a_unique_name() {
        for (at, role) in Role::ALL.into_iter().enumerate() {
            assert_eq!(role as usize, at);
            assert_eq!(Role::from_name(role.name()), Some(role));
        }
    }
}
