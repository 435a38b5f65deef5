//! Renders a package as text and counts its tokens.

use super::measure::{trimmed, units};
use super::{DEPENDENCY, Package, Section, TARGET};
use crate::system::yggdrasil::NODE_FILE;
use std::fmt::{self, Write};

/// Number of UTF-16 code units per token, as the public tool estimates it.
const UNITS_A_TOKEN: usize = 4;

/// Separator between the files of a part, and between the contents of parts for counting tokens.
const BETWEEN: &str = "\n\n";

impl Package {
    pub fn text(&self) -> String {
        let mut text = String::new();
        // Writing to a String cannot fail.
        let _ = self.write(&mut text);
        text
    }

    /// Number of tokens in the contents of all parts, joined by blank lines. Tags and attributes do not count.
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
    /// Number of tokens in its content.
    pub fn tokens(&self) -> usize {
        units(&self.content()).div_ceil(UNITS_A_TOKEN)
    }

    /// Whether it is a tag with attributes and without content.
    fn is_empty_tag(&self) -> bool {
        self.tag == TARGET
    }

    /// The text between its tags, of which tokens are counted.
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

/// Escapes a value for use as an attribute.
fn escaped(value: &str) -> String {
    let value = value.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
    value.replace('"', "&quot;").replace(['\n', '\r'], " ")
}
