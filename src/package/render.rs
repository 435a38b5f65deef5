//! A package as text, and its size in tokens.

use super::measure::{trimmed, units};
use super::{DEPENDENCY, Package, Section, TARGET};
use crate::source::yggdrasil::NODE_FILE;
use std::fmt::{self, Write};

/// The number of UTF-16 code units that count as one token.
const UNITS_A_TOKEN: usize = 4;

/// What stands between two files of a part, and between the contents of two parts where tokens are counted.
const BETWEEN: &str = "\n\n";

impl Package {
    /// The whole package.
    pub fn text(&self) -> String {
        let mut text = String::new();
        // Writing to a String cannot fail.
        let _ = self.write(&mut text);
        text
    }

    /// The tokens of the contents of all parts, joined by blank lines. Tags and attributes do not count.
    pub fn tokens(&self) -> usize {
        let counted = self.parts.iter().filter(|part| !part.is_empty_tag());
        let units: Vec<_> = counted.map(|part| units(&part.content())).collect();
        let between = units.len().saturating_sub(1) * BETWEEN.len();
        (units.iter().sum::<usize>() + between).div_ceil(UNITS_A_TOKEN)
    }

    fn write(&self, out: &mut impl Write) -> fmt::Result {
        let (path, name) = (escaped(&self.node), escaped(&self.name));
        let tokens = self.tokens();
        write!(out, "<context-package node-path=\"{path}\" node-name=\"{name}\" token-count=\"{tokens}\">{BETWEEN}")?;
        for part in &self.parts {
            part.write(out)?;
            out.write_str(BETWEEN)?;
        }
        writeln!(out, "</context-package>")
    }
}

impl Section {
    /// The tokens of its content.
    pub fn tokens(&self) -> usize {
        units(&self.content()).div_ceil(UNITS_A_TOKEN)
    }

    /// Whether it is a tag with attributes and nothing else.
    fn is_empty_tag(&self) -> bool {
        self.tag == TARGET
    }

    /// What stands between its tags, which is what tokens are counted of.
    fn content(&self) -> String {
        let mut pieces: Vec<String> = self.before.iter().cloned().collect();
        pieces.extend(self.files.iter().map(|file| {
            let text = if file.name == NODE_FILE { trimmed(&file.text) } else { &file.text };
            format!("### {}\n{text}", file.name)
        }));
        let mut content = pieces.join(BETWEEN);
        content.push_str(self.after.as_deref().unwrap_or_default());
        if self.tag == DEPENDENCY { trimmed(&content).to_owned() } else { content }
    }

    fn write(&self, out: &mut impl Write) -> fmt::Result {
        write!(out, "<{}", self.tag)?;
        for (name, value) in &self.attributes {
            write!(out, " {name}=\"{}\"", escaped(value))?;
        }
        if self.is_empty_tag() {
            return out.write_str(" />");
        }
        write!(out, ">\n{}\n</{}>", self.content(), self.tag)
    }
}

/// A value that can stand between the quotes of an attribute.
fn escaped(value: &str) -> String {
    let value = value.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
    value.replace('"', "&quot;").replace(['\n', '\r'], " ")
}
