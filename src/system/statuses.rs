//! Statuses of nodes that can be changed in their files, and the transitions between them.

/// The statuses that nodes of one kind can have.
#[derive(Debug, Clone, Copy)]
pub struct Statuses<'f> {
    pub kind: &'f str,
    /// `None` if nodes of this kind have no status.
    pub machine: Option<&'f StatusMachine>,
}

/// The statuses of a kind and the transitions between them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StatusMachine {
    /// The status of a new node.
    pub initial: String,
    /// For each status, those that may follow.
    pub transitions: Vec<(String, Vec<String>)>,
}

impl StatusMachine {
    /// All statuses, in the order of their first occurrence.
    pub fn states(&self) -> Vec<&str> {
        let ways = self.transitions.iter().flat_map(|(from, to)| std::iter::once(from).chain(to));
        let mut states = Vec::new();
        for state in std::iter::once(&self.initial).chain(ways) {
            if !states.contains(&state.as_str()) {
                states.push(state.as_str());
            }
        }
        states
    }

    /// The statuses that may follow `status`.
    pub fn after(&self, status: &str) -> &[String] {
        self.transitions.iter().find(|(from, _)| from == status).map_or(&[], |(_, to)| to)
    }
}
