//! Looks: a style for every role.

mod role;

pub use role::Role;

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
                | Role::Mark
                | Role::Key
                | Role::BorderFocus => Style::new().add_modifier(Modifier::BOLD),
                Role::Dim | Role::Border | Role::Uncertain => Style::new().add_modifier(Modifier::DIM),
                Role::Match | Role::Link => Style::new().add_modifier(Modifier::UNDERLINED),
                Role::Selection | Role::TabCurrent | Role::Toast => Style::new().add_modifier(Modifier::REVERSED),
                Role::SelectionIdle => Style::new().add_modifier(Modifier::UNDERLINED),
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
