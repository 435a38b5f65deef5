//! Themes: a style for every role.
//!
//! A theme file gives the style of each role at each colour depth. A [`ThemeSet`] contains all known themes and
//! resolves one of them to a [`Theme`]. Without colours, roles differ in bold, dim, underline and reverse video.

mod brightness;
mod colour;
mod depth;
mod read;
mod role;
mod set;
#[cfg(test)]
mod standard;

pub use brightness::Brightness;
pub use depth::Depth;
pub use role::Role;
pub use set::{ThemeChoice, ThemeSet};

use ratatui::style::{Modifier, Style};

/// A style for every role.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Theme {
    name: String,
    styles: [Style; Role::ALL.len()],
}

impl Theme {
    /// A theme without colours: roles differ in bold, dim, underline and reverse video.
    pub fn plain() -> Self {
        let mut styles = [Style::new(); Role::ALL.len()];
        for role in Role::ALL {
            styles[role as usize] = match role {
                Role::Strong
                | Role::Heading
                | Role::Root
                | Role::Path
                | Role::Error
                | Role::Lit
                | Role::Mark
                | Role::Key
                | Role::BorderFocus => Style::new().add_modifier(Modifier::BOLD),
                Role::Dim | Role::Border | Role::Uncertain => Style::new().add_modifier(Modifier::DIM),
                Role::Retracted => Style::new().add_modifier(Modifier::CROSSED_OUT),
                Role::Match | Role::Link | Role::SelectionIdle => Style::new().add_modifier(Modifier::UNDERLINED),
                Role::Selection | Role::TabCurrent | Role::Toast => Style::new().add_modifier(Modifier::REVERSED),
                _ => Style::new(),
            };
        }
        Self { name: "plain".to_owned(), styles }
    }

    pub fn name(&self) -> &str {
        &self.name
    }

    pub fn style(&self, role: Role) -> Style {
        self.styles[role as usize]
    }
}
