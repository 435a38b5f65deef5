//! Line numbers of the keys and items in a YAML text.
//!
//! The YAML parser reports no positions, so a recursive-descent scanner reads the text a second time. It supports block
//! and flow collections, quotes, comments, block scalars, anchors and tags. At anything else it stops, and everything
//! beyond gets the line of its nearest ancestor. Only texts that the parser accepted are scanned, so nesting is bounded
//! by its limit.

use super::parse;
use serde_json::Value;
use std::collections::HashMap;

/// Line numbers of everything in a text.
#[derive(Debug)]
pub(in crate::system) struct Lines {
    root: Vec<Found>,
}

/// The position of a value in a text. What was not found has the position of its nearest ancestor.
#[derive(Debug, Clone, Copy)]
pub(in crate::system) struct LinePosition<'l> {
    line: u32,
    inside: &'l [Found],
}

/// A key or item with its line and its children.
#[derive(Debug)]
struct Found {
    /// The key of a map entry; `None` for a list item.
    key: Option<String>,
    line: u32,
    inside: Vec<Found>,
}

impl Lines {
    pub(in crate::system) fn of(text: &str) -> Self {
        let mut walk = LineScan { text: text.strip_prefix('\u{feff}').unwrap_or(text), at: 0, line: 1, line_start: 0 };
        walk.skip_preface();
        Self { root: walk.block(0) }
    }

    /// The position of the whole value: that of its first key or item.
    pub(in crate::system) fn top(&self) -> LinePosition<'_> {
        LinePosition { line: self.root.first().map_or(1, |found| found.line), inside: &self.root }
    }
}

impl<'l> LinePosition<'l> {
    pub(in crate::system) fn line(self) -> u32 {
        self.line
    }

    /// The position of an entry of a map. Takes time proportional to the number of entries.
    pub(in crate::system) fn key(self, key: &str) -> Self {
        self.at(self.inside.iter().find(|found| found.key.as_deref() == Some(key)))
    }

    /// The position of an item of a list.
    pub(in crate::system) fn item(self, nth: usize) -> Self {
        self.at(self.inside.get(nth).filter(|found| found.key.is_none()))
    }

    /// The position of a value inside that was not found.
    pub(in crate::system) fn unknown(self) -> Self {
        Self { inside: &[], ..self }
    }

    /// The positions of the entries of a map, to look up many of them.
    pub(in crate::system) fn entries(self) -> HashMap<&'l str, Self> {
        self.inside.iter().filter_map(|found| Some((found.key.as_deref()?, self.at(Some(found))))).collect()
    }

    fn at(self, found: Option<&'l Found>) -> Self {
        found.map_or_else(|| self.unknown(), |found| Self { line: found.line, inside: &found.inside })
    }
}

struct LineScan<'t> {
    text: &'t str,
    at: usize,
    line: u32,
    line_start: usize,
}

impl<'t> LineScan<'t> {
    fn rest(&self) -> &'t str {
        &self.text[self.at..]
    }

    fn next(&self) -> Option<char> {
        self.rest().chars().next()
    }

    /// Byte offset in the line. Only compared with indentation, which is spaces.
    fn column(&self) -> usize {
        self.at - self.line_start
    }

    fn advance(&mut self, bytes: usize) {
        for (at, _) in self.rest()[..bytes].match_indices('\n') {
            self.line += 1;
            self.line_start = self.at + at + 1;
        }
        self.at += bytes;
    }

    fn give_up(&mut self) {
        self.at = self.text.len();
    }

    fn end_of_line(&self) -> usize {
        self.rest().find('\n').unwrap_or(self.rest().len())
    }

    /// Skips spaces on this line.
    fn skip_spaces(&mut self) {
        let rest = self.rest();
        self.advance(rest.len() - rest.trim_start_matches([' ', '\t', '\r']).len());
    }

    /// Skips spaces, comments and line ends.
    fn skip_blanks(&mut self) {
        loop {
            self.skip_spaces();
            match self.next() {
                Some('\n') => self.advance(1),
                Some('#') => self.advance(self.end_of_line()),
                _ => return,
            }
        }
    }

    /// Skips directives and the document start marker.
    fn skip_preface(&mut self) {
        self.skip_blanks();
        while self.column() == 0 && self.rest().starts_with('%') {
            self.advance(self.end_of_line());
            self.skip_blanks();
        }
        if self.column() == 0 && self.rest().starts_with("---") {
            self.advance(3);
        }
    }

    /// Skips anchors and tags in front of a value.
    fn skip_properties(&mut self) {
        while let Some('&' | '!') = self.next() {
            let rest = self.rest();
            self.advance(rest.find([' ', '\t', '\r', '\n']).unwrap_or(rest.len()));
            self.skip_blanks();
        }
    }

    fn is_at_end(&self) -> bool {
        let marks_the_end = self.column() == 0 && (self.rest().starts_with("---") || self.rest().starts_with("..."));
        self.rest().is_empty() || marks_the_end
    }

    fn is_at_dash(&self) -> bool {
        self.rest().strip_prefix('-').is_some_and(ends_a_word)
    }

    /// Scans the next value, if it is indented by at least `least_column`.
    fn block(&mut self, least_column: usize) -> Vec<Found> {
        self.skip_blanks();
        if self.is_at_end() || self.column() < least_column {
            return Vec::new();
        }
        self.skip_properties();
        if self.is_at_end() || self.column() < least_column {
            return Vec::new();
        }
        if self.is_at_dash() {
            return self.list(self.column());
        }
        match self.next() {
            Some('{' | '[') => self.flow(),
            Some('|' | '>') => {
                self.skip_long_text(least_column);
                Vec::new()
            }
            _ if self.key_ahead().is_some() => self.map(self.column()),
            Some('"' | '\'') => {
                self.quoted();
                Vec::new()
            }
            _ => {
                self.skip_plain_text(least_column);
                Vec::new()
            }
        }
    }

    fn list(&mut self, column: usize) -> Vec<Found> {
        let mut items = Vec::new();
        while self.column() == column && self.is_at_dash() && !self.is_at_end() {
            let line = self.line;
            self.advance(1);
            let inside = self.block(column + 1);
            items.push(Found { key: None, line, inside });
            self.skip_blanks();
        }
        items
    }

    fn map(&mut self, column: usize) -> Vec<Found> {
        let mut entries = Vec::new();
        while self.column() == column && !self.is_at_end() {
            let Some((key, length)) = self.key_ahead() else {
                self.give_up();
                break;
            };
            let line = self.line;
            self.advance(length);
            self.skip_blanks();
            // A list below its key need not be indented.
            let is_list = self.line > line && self.column() == column && self.is_at_dash();
            let inside = if is_list { self.list(column) } else { self.block(column + 1) };
            entries.push(Found { key: Some(key), line, inside });
            self.skip_blanks();
        }
        entries
    }

    /// The key at the current position, and its length including the colon.
    fn key_ahead(&self) -> Option<(String, usize)> {
        let line = &self.rest()[..self.end_of_line()];
        if line.starts_with(['"', '\'']) {
            let length = quoted_length(line)?;
            let after = line[length..].trim_start_matches([' ', '\t']);
            let after_colon = after.strip_prefix(':').filter(|after| ends_a_word(after))?;
            return Some((key_text(&line[..length]), line.len() - after_colon.len()));
        }
        let colon = line.match_indices(':').map(|(at, _)| at).find(|at| ends_a_word(&line[at + 1..]))?;
        let is_comment = line[..colon].contains(" #") || line.starts_with(['?', '#']);
        (!is_comment).then(|| (key_text(line[..colon].trim_end()), colon + 1))
    }

    fn quoted(&mut self) {
        match quoted_length(self.rest()) {
            Some(length) => self.advance(length),
            None => self.give_up(),
        }
    }

    /// Skips a block scalar: `|` or `>` and its indented lines.
    fn skip_long_text(&mut self, least_column: usize) {
        self.advance(self.end_of_line());
        self.skip_lines_from(least_column, |_| true);
    }

    /// Skips a plain scalar, which continues while lines are indented.
    fn skip_plain_text(&mut self, least_column: usize) {
        self.advance(self.end_of_line());
        self.skip_lines_from(least_column, |line| !line.starts_with('#'));
    }

    fn skip_lines_from(&mut self, least_column: usize, belongs: impl Fn(&str) -> bool) {
        while let Some(below) = self.rest().strip_prefix('\n') {
            let line = &below[..below.find('\n').unwrap_or(below.len())];
            let indent = line.len() - line.trim_start_matches(' ').len();
            if !line.trim().is_empty() && (indent < least_column || !belongs(line.trim_start())) {
                return;
            }
            self.advance(1 + line.len());
        }
    }

    /// Scans a flow map or list (in brackets).
    fn flow(&mut self) -> Vec<Found> {
        let is_map = self.next() == Some('{');
        self.advance(1);
        let mut found = Vec::new();
        loop {
            self.skip_blanks();
            match self.next() {
                Some(']' | '}') => {
                    self.advance(1);
                    return found;
                }
                Some(',') => {
                    self.advance(1);
                    continue;
                }
                None => return found,
                Some(_) => {}
            }
            let (line, start) = (self.line, self.at);
            let mut inside = self.flow_value();
            let written = self.text[start..self.at].trim_end();
            self.skip_blanks();
            if self.next() == Some(':') {
                self.advance(1);
                self.skip_blanks();
                if !matches!(self.next(), Some(',' | ']' | '}')) {
                    inside = self.flow_value();
                }
            }
            if self.at == start {
                self.give_up();
            }
            found.push(Found { key: is_map.then(|| key_text(written)), line, inside });
        }
    }

    fn flow_value(&mut self) -> Vec<Found> {
        self.skip_properties();
        match self.next() {
            Some('{' | '[') => return self.flow(),
            Some('"' | '\'') => self.quoted(),
            _ => {
                let rest = self.rest();
                let is_end = |at: usize, c: char| match c {
                    ',' | '[' | ']' | '{' | '}' => true,
                    ':' => ends_a_word(&rest[at + 1..]) || rest[at + 1..].starts_with([',', '[', ']', '{', '}']),
                    '#' => rest[..at].ends_with([' ', '\t', '\n']),
                    _ => false,
                };
                let end = rest.char_indices().find(|(at, c)| is_end(*at, *c)).map(|(at, _)| at);
                self.advance(end.unwrap_or(rest.len()));
            }
        }
        Vec::new()
    }
}

/// Whether a colon or dash before `rest` is an indicator, not part of a word.
fn ends_a_word(rest: &str) -> bool {
    rest.is_empty() || rest.starts_with([' ', '\t', '\r', '\n'])
}

/// Length of the quoted text at the start, including its quotes.
fn quoted_length(text: &str) -> Option<usize> {
    let quote = text.chars().next()?;
    let mut characters = text.char_indices().skip(1).peekable();
    while let Some((at, c)) = characters.next() {
        if c == '\\' && quote == '"' {
            characters.next();
        } else if c == quote {
            let is_doubled = quote == '\'' && characters.peek().is_some_and(|(_, next)| *next == quote);
            if !is_doubled {
                return Some(at + 1);
            }
            characters.next();
        }
    }
    None
}

/// A key as the parser would read it.
fn key_text(written: &str) -> String {
    if written.starts_with(char::is_alphabetic) {
        return written.to_owned();
    }
    match parse(written) {
        Ok(Value::String(text)) => text,
        Ok(other) => other.to_string(),
        Err(_) => written.to_owned(),
    }
}

#[cfg(test)]
mod tests;
