//! One field of a form.

use crate::tui::state::Prompt;
use serde_json::{Value, json};

/// The content of a field: typed text, or values taken from the list. Typing replaces taken values.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(in crate::tui) struct Entry {
    pub(in crate::tui) prompt: Prompt,
    /// Taken values, exactly as written in the row; several when all marked nodes are linked at once.
    pub(in crate::tui) taken: Vec<String>,
    /// Whether the next character replaces the whole text, as in a text field with selected content.
    pub(in crate::tui) is_selected: bool,
}

impl Entry {
    /// An entry with taken values.
    pub(in crate::tui) fn of(taken: Vec<String>) -> Self {
        Self { taken, ..Self::default() }
    }

    /// Selects the typed text, so that the next character replaces it.
    pub(in crate::tui) fn select_typed(&mut self) {
        self.is_selected = !self.prompt.is_empty();
    }

    /// The typed text, trimmed.
    pub(in crate::tui) fn typed(&self) -> &str {
        self.prompt.text().trim()
    }

    /// Replaces the content with taken values.
    pub(in crate::tui) fn take(&mut self, taken: Vec<String>) {
        *self = Self::of(taken);
    }

    /// Edits the text; whether the content changed. A single taken value becomes editable text; a new character, or
    /// several values, start an empty text.
    pub(in crate::tui) fn edit(&mut self, how: Edit, change: impl FnOnce(&mut Prompt)) -> bool {
        let before = (self.taken.clone(), self.prompt.text().to_owned());
        match (how, &self.taken[..]) {
            (Edit::Within, [one]) => self.prompt = Prompt::new(one),
            (Edit::Replace, _) if self.is_selected => self.prompt = Prompt::default(),
            _ => {}
        }
        self.is_selected = false;
        self.taken.clear();
        change(&mut self.prompt);
        before != (Vec::new(), self.prompt.text().to_owned())
    }

    /// Describes it as data.
    pub(in crate::tui) fn summary(&self) -> Value {
        json!({ "taken": self.taken, "typed": self.prompt.text(), "is_selected": self.is_selected })
    }
}

/// The kind of edit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::tui) enum Edit {
    /// Typing new text.
    Replace,
    /// Moving the cursor or deleting.
    Within,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn typing_replaces_a_taken_value_and_deleting_edits_it() {
        let mut entry = Entry::of(vec!["cache".to_owned()]);
        entry.edit(Edit::Within, Prompt::delete_back);
        assert_eq!((entry.typed(), entry.taken.len()), ("cach", 0));
        let mut entry = Entry::of(vec!["cache".to_owned()]);
        entry.edit(Edit::Replace, |prompt| prompt.insert("x"));
        assert_eq!((entry.typed(), entry.taken.len()), ("x", 0));
        let mut many = Entry::of(vec!["a".to_owned(), "b".to_owned()]);
        many.edit(Edit::Within, Prompt::delete_back);
        assert_eq!(many, Entry::default());
    }

    #[test]
    fn typing_replaces_selected_text_and_deleting_edits_it() {
        let mut entry = Entry { prompt: Prompt::new("sel"), ..Entry::default() };
        entry.select_typed();
        let mut changed = entry.clone();
        changed.edit(Edit::Within, Prompt::delete_back);
        assert_eq!(changed.typed(), "se");
        entry.edit(Edit::Replace, |prompt| prompt.insert("x"));
        entry.edit(Edit::Replace, |prompt| prompt.insert("y"));
        assert_eq!(entry.typed(), "xy");
    }
}
