//! One field of the edge editor or of the form that closes a signal.

use super::prompt::Prompt;

/// What stands in a field: what is typed, or what was taken. Typing replaces what was taken.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Entry {
    /// What is typed.
    pub prompt: Prompt,
    /// What was taken, exactly as it will stand in the row; several for all marked nodes at once.
    pub taken: Vec<String>,
    /// Whether the next letter replaces all that is typed, as in a text field whose content is selected.
    pub is_selected: bool,
}

impl Entry {
    /// An entry in which something was taken already.
    pub fn of(taken: Vec<String>) -> Self {
        Self { taken, ..Self::default() }
    }

    /// Selects what is typed, so that the next letter replaces it.
    pub fn select_typed(&mut self) {
        self.is_selected = !self.prompt.is_empty();
    }

    /// What is typed, without blanks around it.
    pub fn typed(&self) -> &str {
        self.prompt.text().trim()
    }

    /// Takes this instead of what is typed.
    pub fn take(&mut self, taken: Vec<String>) {
        *self = Self::of(taken);
    }

    /// Changes what is typed. One thing that was taken is changed letter by letter; a new letter, or more than one thing,
    /// starts anew.
    pub fn edit(&mut self, how: Edit, change: impl FnOnce(&mut Prompt)) {
        match (how, &self.taken[..]) {
            (Edit::Within, [one]) => self.prompt = Prompt::new(one),
            (Edit::Anew, _) if self.is_selected => self.prompt = Prompt::default(),
            _ => {}
        }
        self.is_selected = false;
        self.taken.clear();
        change(&mut self.prompt);
    }
}

/// How a field is changed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Edit {
    /// By a new text.
    Anew,
    /// By moving about in it or deleting from it.
    Within,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_letter_replaces_what_was_taken_and_deleting_changes_it() {
        let mut entry = Entry::of(vec!["cache".to_owned()]);
        entry.edit(Edit::Within, Prompt::delete_back);
        assert_eq!((entry.typed(), entry.taken.len()), ("cach", 0));
        let mut entry = Entry::of(vec!["cache".to_owned()]);
        entry.edit(Edit::Anew, |prompt| prompt.insert("x"));
        assert_eq!((entry.typed(), entry.taken.len()), ("x", 0));
        let mut many = Entry::of(vec!["a".to_owned(), "b".to_owned()]);
        many.edit(Edit::Within, Prompt::delete_back);
        assert_eq!(many, Entry::default());
    }

    #[test]
    fn a_letter_replaces_selected_text_and_deleting_changes_it() {
        let mut entry = Entry { prompt: Prompt::new("sel"), ..Entry::default() };
        entry.select_typed();
        let mut changed = entry.clone();
        changed.edit(Edit::Within, Prompt::delete_back);
        assert_eq!(changed.typed(), "se");
        entry.edit(Edit::Anew, |prompt| prompt.insert("x"));
        entry.edit(Edit::Anew, |prompt| prompt.insert("y"));
        assert_eq!(entry.typed(), "xy");
    }
}
