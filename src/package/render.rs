//! A package as text, and how large it is.

use super::{Package, Part};
use std::fmt::{self, Write};

/// So many characters are counted as one token.
const CHARACTERS_A_TOKEN: usize = 4;

impl Package {
    /// The whole package.
    pub fn text(&self) -> String {
        let mut text = String::new();
        // Writing to a String cannot fail.
        let _ = self.write(&mut text);
        text
    }

    /// How many tokens its parts have.
    pub fn tokens(&self) -> usize {
        let mut counter = Counter::default();
        for part in &self.parts {
            let _ = part.write(&mut counter);
        }
        counter.tokens()
    }

    fn write(&self, out: &mut impl Write) -> fmt::Result {
        let (path, name) = (escaped(&self.node), escaped(&self.name));
        let tokens = self.tokens();
        writeln!(out, "<context-package node-path=\"{path}\" node-name=\"{name}\" token-count=\"{tokens}\">")?;
        for part in &self.parts {
            part.write(out)?;
        }
        writeln!(out, "</context-package>")
    }
}

impl Part {
    /// How many tokens it has.
    pub fn tokens(&self) -> usize {
        let mut counter = Counter::default();
        let _ = self.write(&mut counter);
        counter.tokens()
    }

    fn write(&self, out: &mut impl Write) -> fmt::Result {
        write!(out, "<{}", self.tag)?;
        for (name, value) in &self.attributes {
            write!(out, " {name}=\"{}\"", escaped(value))?;
        }
        writeln!(out, ">")?;
        if let Some(text) = &self.text {
            writeln!(out, "{}", text.trim_end())?;
        }
        for file in &self.files {
            writeln!(out, "### {}", file.name)?;
            writeln!(out, "{}", file.text.trim_end())?;
        }
        writeln!(out, "</{}>", self.tag)
    }
}

/// A value that can stand between the quotes of an attribute.
fn escaped(value: &str) -> String {
    let value = value.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
    value.replace('"', "&quot;").replace(['\n', '\r'], " ")
}

/// Counts characters instead of keeping them.
#[derive(Default)]
struct Counter {
    characters: usize,
}

impl Counter {
    fn tokens(&self) -> usize {
        self.characters.div_ceil(CHARACTERS_A_TOKEN)
    }
}

impl Write for Counter {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.characters += text.chars().count();
        Ok(())
    }
}
