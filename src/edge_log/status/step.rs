//! Checks a status transition against the state machine of a kind, without reading the file.

use super::StatusError;
use crate::system::Statuses;

/// Returns the current status if the kind allows the transition to `status`. `written` is the status in the file; an
/// artifact without one has the initial status of its kind.
pub fn check_step(
    id: &str,
    statuses: Statuses<'_>,
    written: Option<&str>,
    status: &str,
) -> Result<String, StatusError> {
    let machine = statuses.machine.ok_or_else(|| StatusError::NoMachine { kind: statuses.kind.to_owned() })?;
    let previous = written.unwrap_or(&machine.initial).to_owned();
    if !machine.states().contains(&&*previous) {
        return Err(StatusError::Stray {
            id: id.to_owned(),
            status: previous,
            kind: statuses.kind.to_owned(),
            states: machine.states().into_iter().map(str::to_owned).collect(),
        });
    }
    let after = machine.after(&previous);
    if !after.iter().any(|one| one == status) {
        let (id, from, to) = (id.to_owned(), previous, status.to_owned());
        return Err(StatusError::Illegal { id, from, to, after: after.to_vec() });
    }
    Ok(previous)
}
