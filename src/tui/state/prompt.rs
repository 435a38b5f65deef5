//! A single-line text field, edited by grapheme cluster.

use unicode_segmentation::UnicodeSegmentation as _;

/// A text and a cursor.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Prompt {
    text: String,
    /// Byte offset, always at a grapheme boundary.
    cursor: usize,
}

/// Maximum length in characters; longer pastes are cut.
const LONGEST: usize = 1_000;

impl Prompt {
    /// A field with a text, with the cursor at its end.
    pub fn new(text: &str) -> Self {
        let mut prompt = Self::default();
        prompt.insert(text);
        prompt
    }

    pub fn text(&self) -> &str {
        &self.text
    }

    /// The text before and after the cursor.
    pub fn parts(&self) -> (&str, &str) {
        self.text.split_at(self.cursor)
    }

    pub fn is_empty(&self) -> bool {
        self.text.is_empty()
    }

    /// Inserts a text at the cursor. Line ends and other control characters become spaces.
    pub fn insert(&mut self, text: &str) {
        let room = LONGEST.saturating_sub(self.text.chars().count());
        let text: String = text.chars().take(room).map(|c| if c.is_control() { ' ' } else { c }).collect();
        self.text.insert_str(self.cursor, &text);
        self.cursor += text.len();
    }

    pub fn clear(&mut self) {
        self.text.clear();
        self.cursor = 0;
    }

    /// Moves one character left.
    pub fn left(&mut self) {
        self.cursor = self.before();
    }

    /// Moves one character right.
    pub fn right(&mut self) {
        self.cursor = self.after();
    }

    /// Moves to the start.
    pub fn start(&mut self) {
        self.cursor = 0;
    }

    /// Moves to the end.
    pub fn end(&mut self) {
        self.cursor = self.text.len();
    }

    /// Deletes the character before the cursor.
    pub fn delete_back(&mut self) {
        let from = self.before();
        self.remove(from, self.cursor);
    }

    /// Deletes the character after the cursor.
    pub fn delete_forward(&mut self) {
        let to = self.after();
        self.remove(self.cursor, to);
    }

    /// Deletes the word before the cursor, with trailing spaces.
    pub fn delete_word(&mut self) {
        let before = self.text[..self.cursor].trim_end();
        let from = before.rfind(char::is_whitespace).map_or(0, |at| {
            let blank = before[at..].chars().next().map_or(1, char::len_utf8);
            at + blank
        });
        self.remove(from, self.cursor);
    }

    /// Deletes everything before the cursor.
    pub fn delete_to_start(&mut self) {
        self.remove(0, self.cursor);
    }

    /// Deletes everything after the cursor.
    pub fn delete_to_end(&mut self) {
        self.text.truncate(self.cursor);
    }

    fn remove(&mut self, from: usize, to: usize) {
        self.text.replace_range(from..to, "");
        self.cursor = from;
    }

    fn before(&self) -> usize {
        self.text[..self.cursor].grapheme_indices(true).next_back().map_or(0, |(at, _)| at)
    }

    fn after(&self) -> usize {
        let rest = &self.text[self.cursor..];
        self.cursor + rest.graphemes(true).next().map_or(0, str::len)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_is_inserted_at_the_cursor() {
        let mut prompt = Prompt::new("cahe");
        prompt.left();
        prompt.left();
        prompt.insert("c");
        assert_eq!(prompt.parts(), ("cac", "he"));
        prompt.delete_back();
        prompt.delete_forward();
        assert_eq!(prompt.text(), "cae");
        prompt.end();
        prompt.right();
        prompt.insert("\n");
        assert_eq!(prompt.text(), "cae ");
    }

    #[test]
    fn deleting_removes_a_whole_grapheme_cluster() {
        let mut prompt = Prompt::new("e\u{301}👩\u{200d}💻");
        prompt.delete_back();
        assert_eq!(prompt.text(), "e\u{301}");
        prompt.left();
        prompt.delete_forward();
        assert!(prompt.is_empty());
    }

    #[test]
    fn words_and_line_parts_are_deleted() {
        let mut prompt = Prompt::new("kind:task größe ");
        prompt.delete_word();
        assert_eq!(prompt.text(), "kind:task ");
        prompt.delete_word();
        assert!(prompt.is_empty());
        prompt.insert("ab");
        prompt.left();
        prompt.delete_to_end();
        assert_eq!(prompt.text(), "a");
        prompt.delete_to_start();
        assert!(prompt.is_empty());
    }

    #[test]
    fn a_paste_of_megabytes_is_cut() {
        assert_eq!(Prompt::new(&"x".repeat(1 << 20)).text().len(), LONGEST);
    }
}
