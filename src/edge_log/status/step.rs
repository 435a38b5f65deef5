//! Which status may follow which: the rules of a kind, asked without looking at a file.

use super::StatusError;
use crate::source::reference::Kind;

/// The status that `status` would follow, if the kind allows the step. `written` is the present one; an artifact without any
/// has the one its kind starts with.
pub fn check_step(id: &str, kind: &Kind, written: Option<&str>, status: &str) -> Result<String, StatusError> {
    let machine = kind.status_machine.as_ref().ok_or_else(|| StatusError::NoMachine { kind: kind.name.clone() })?;
    let previous = written.unwrap_or(&machine.initial).to_owned();
    if !machine.states().contains(&&*previous) {
        return Err(StatusError::Stray {
            id: id.to_owned(),
            status: previous,
            kind: kind.name.clone(),
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
