//! Looks: a style for every role.
//!
//! A theme file says how each role looks at each colour depth; a [`ThemeSet`] holds all there are and makes a [`Theme`] of
//! one. Without colours every role still has a look: weight, underlines and reversed rows.

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
    /// Without any colour: what matters is told by weight, underlines and reversed rows.
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

    /// What it is called.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// How a role looks.
    pub fn style(&self, role: Role) -> Style {
        self.styles[role as usize]
    }
}
