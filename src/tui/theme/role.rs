//! What a piece of the screen is; how it looks follows from that.

/// What a piece of the screen is. Colour never carries a role's meaning alone: a word, a sign or a place says it too.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Role {
    /// Ordinary words.
    Text,
    /// What matters less: times, places, hints, implicit edges.
    Dim,
    /// What is meant to be seen first, such as a node's title.
    Strong,
    /// A node's id.
    Id,
    /// A relation's verb.
    Relation,
    /// What a node is.
    Kind,
    /// Letters a search matched.
    Match,
    /// The selected row of the pane that has the keys.
    Selection,
    /// The selected row of a pane that has not.
    SelectionIdle,
    /// The frame of a pane.
    Border,
    /// The frame of the pane that has the keys.
    BorderFocus,
    /// The name of a pane.
    Heading,
    /// A view that could be chosen.
    Tab,
    /// The view that is chosen.
    TabCurrent,
    /// A key in a hint.
    Key,
    /// A finding that is an error, or a message of failure.
    Error,
    /// A finding that is a warning.
    Warning,
    /// A finding that is a note.
    Note,
    /// What is as it should be.
    Good,
    /// A node that nothing defines.
    Missing,
    /// An edge that is hardly trusted.
    Uncertain,
    /// An edge that was taken back.
    Retracted,
    /// The way from the selected node to the root.
    Path,
    /// What a change reaches, and what goes round in a circle.
    Lit,
    /// The node everything else is seen from.
    Root,
    /// A node that was marked by hand.
    Mark,
    /// A reference inside a text.
    Link,
    /// Code inside a text.
    Code,
    /// A short message that goes away by itself.
    Toast,
    /// What is being typed.
    Prompt,
    /// What says that this is the past.
    Past,
}

impl Role {
    /// All of them.
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

    /// Its name in theme files.
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

    /// The role with this name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|role| role.name() == name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_role_has_its_place_and_a_name_that_finds_it() {
        for (at, role) in Role::ALL.into_iter().enumerate() {
            assert_eq!(role as usize, at);
            assert_eq!(Role::from_name(role.name()), Some(role));
        }
    }
}
