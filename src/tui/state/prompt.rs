//! A line that is being typed.

use unicode_segmentation::UnicodeSegmentation as _;

/// A text and where in it the next letter goes.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Prompt {
    text: String,
    /// In bytes, always between two letters.
    cursor: usize,
}

/// Nobody types more into one line; a paste of megabytes is cut.
const LONGEST: usize = 1_000;

impl Prompt {
    /// A line with a text, ready to go on at its end.
    pub fn new(text: &str) -> Self {
        let mut prompt = Self::default();
        prompt.insert(text);
        prompt
    }

    /// What was typed.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// What was typed, on both sides of the cursor.
    pub fn parts(&self) -> (&str, &str) {
        self.text.split_at(self.cursor)
    }

    /// Whether nothing was typed.
    pub fn is_empty(&self) -> bool {
        self.text.is_empty()
    }

    /// Puts a text where the cursor is. Line ends and other controls become blanks.
    pub fn insert(&mut self, text: &str) {
        let room = LONGEST.saturating_sub(self.text.chars().count());
        let text: String = text.chars().take(room).map(|c| if c.is_control() { ' ' } else { c }).collect();
        self.text.insert_str(self.cursor, &text);
        self.cursor += text.len();
    }

    /// Removes everything.
    pub fn clear(&mut self) {
        self.text.clear();
        self.cursor = 0;
    }

    /// One letter to the left.
    pub fn left(&mut self) {
        self.cursor = self.before();
    }

    /// One letter to the right.
    pub fn right(&mut self) {
        self.cursor = self.behind();
    }

    /// To the start.
    pub fn start(&mut self) {
        self.cursor = 0;
    }

    /// To the end.
    pub fn end(&mut self) {
        self.cursor = self.text.len();
    }

    /// Removes the letter before the cursor.
    pub fn delete_back(&mut self) {
        let from = self.before();
        self.remove(from, self.cursor);
    }

    /// Removes the letter behind the cursor.
    pub fn delete_forward(&mut self) {
        let to = self.behind();
        self.remove(self.cursor, to);
    }

    /// Removes the word before the cursor, and blanks behind it.
    pub fn delete_word(&mut self) {
        let before = self.text[..self.cursor].trim_end();
        let from = before.rfind(char::is_whitespace).map_or(0, |at| {
            let blank = before[at..].chars().next().map_or(1, char::len_utf8);
            at + blank
        });
        self.remove(from, self.cursor);
    }

    /// Removes everything before the cursor.
    pub fn delete_to_start(&mut self) {
        self.remove(0, self.cursor);
    }

    /// Removes everything behind the cursor.
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

    fn behind(&self) -> usize {
        let rest = &self.text[self.cursor..];
        self.cursor + rest.graphemes(true).next().map_or(0, str::len)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_go_where_the_cursor_is() {
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
    fn a_letter_is_what_people_see_as_one() {
        let mut prompt = Prompt::new("e\u{301}👩\u{200d}💻");
        prompt.delete_back();
        assert_eq!(prompt.text(), "e\u{301}");
        prompt.left();
        prompt.delete_forward();
        assert!(prompt.is_empty());
    }

    #[test]
    fn words_and_rests_are_removed() {
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
