//! Lines: styled text with control characters escaped.
//!
//! All text of a document goes through [`Line`], which escapes control characters when text is added. File contents can
//! therefore never control the terminal, whatever a presentation does with them.

use crate::text::plain;

/// The meaning of a word. Determines its colour, which never carries the meaning alone.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Role {
    Plain,
    Strong,
    Id,
    Relation,
    Dim,
    Good,
    Warn,
    Bad,
    Matched,
    /// A retracted edge.
    Struck,
    /// The id of a missing node.
    Missing,
}

/// How a table cell yields space on a narrow terminal.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Give {
    /// Never truncated.
    #[default]
    Nothing,
    /// Its column is omitted.
    All,
    /// Truncated at the end, to at least this width; its column is never omitted.
    Rest(usize),
    /// Truncated at the end, to at least this width; if that is not enough, its column is omitted before others are
    /// truncated.
    End(usize),
    /// Truncated at the start, to at least this width, before names are.
    Tail(usize),
    /// Truncated at the start, to at least this width, once no other column can shrink; if that is not enough, its
    /// column is omitted.
    Start(usize),
}

/// A line or table cell: a sequence of words, each with a role.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Line {
    words: Vec<(Role, String)>,
    pub give: Give,
}

impl Line {
    pub fn new() -> Self {
        Self::default()
    }

    pub fn of(role: Role, text: &str) -> Self {
        Self::new().with(role, text)
    }

    /// Appends a line of a file. Tabs are kept: they are harmless on a terminal and significant in code.
    #[must_use]
    pub fn with_tabs(mut self, text: &str) -> Self {
        let parts: Vec<_> = text.split('\t').map(plain).collect();
        self.words.push((Role::Plain, parts.join("\t")));
        self
    }

    #[must_use]
    pub fn with(mut self, role: Role, text: &str) -> Self {
        if !text.is_empty() {
            self.words.push((role, plain(text).into_owned()));
        }
        self
    }

    /// Appends the words of another line.
    #[must_use]
    pub fn and_line(mut self, other: Self) -> Self {
        self.words.extend(other.words);
        self
    }

    #[must_use]
    pub fn plain(self, text: &str) -> Self {
        self.with(Role::Plain, text)
    }

    /// Appends a copy of the words of another line.
    #[must_use]
    pub fn line(mut self, other: &Self) -> Self {
        self.words.extend_from_slice(&other.words);
        self
    }

    /// Sets how the cell yields space on a narrow terminal.
    #[must_use]
    pub fn giving(mut self, give: Give) -> Self {
        self.give = give;
        self
    }

    #[must_use]
    pub fn dimmed(self) -> Self {
        self.in_role(Role::Dim)
    }

    #[must_use]
    pub fn struck(self) -> Self {
        self.in_role(Role::Struck)
    }

    /// The line with all words in one role.
    #[must_use]
    pub fn in_role(mut self, role: Role) -> Self {
        for word in &mut self.words {
            word.0 = role;
        }
        self
    }

    /// Text with the characters at `positions` highlighted as matched.
    pub fn matched(role: Role, text: &str, positions: &[usize]) -> Self {
        let role_of = |at: usize| if positions.binary_search(&at).is_ok() { Role::Matched } else { role };
        let chars = text.chars().enumerate();
        chars.fold(Self::new(), |line, (at, c)| {
            plain(c.encode_utf8(&mut [0; 4])).chars().fold(line, |line, c| line.and(role_of(at), c))
        })
    }

    /// Its words, each with a role.
    pub fn words(&self) -> &[(Role, String)] {
        &self.words
    }

    pub fn is_empty(&self) -> bool {
        self.words.is_empty()
    }

    /// Appends a character that is already escaped.
    #[must_use]
    pub fn and(mut self, role: Role, c: char) -> Self {
        match self.words.last_mut() {
            Some((last, text)) if *last == role => text.push(c),
            _ => self.words.push((role, c.to_string())),
        }
        self
    }
}
