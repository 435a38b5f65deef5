//! The notes of a form: the sentence that a new edge states, errors and warnings, and the exact row that will be appended.

use super::layout::key_of;
use crate::query::Sentence;
use crate::query::advice::{Advice, Fix};
use crate::system::log::Row;
use crate::tui::action::Action;
use crate::tui::state::State;
use crate::tui::symbols::Symbols;
use crate::tui::theme::Role;
use crate::tui::words::{self, TextLine, wrapped};

/// That the rows are being written.
pub(in crate::tui) fn writing(symbols: &Symbols) -> TextLine {
    vec![(Some(Role::Note), format!("Writing{}", symbols.ellipsis))]
}

/// An error, wrapped but never truncated.
pub(in crate::tui) fn in_full(problem: &str, width: usize, symbols: &Symbols) -> Vec<TextLine> {
    wrapped(&[(Role::Error, format!("! {problem}"))], "  ", width, symbols)
}

/// The sentence that the new edge states, and the number of further edges.
pub(in crate::tui) fn said(sentence: &Sentence, others: usize, width: usize, symbols: &Symbols) -> TextLine {
    let Sentence { subject, verb, object, roles } = sentence;
    let roles = roles.as_ref().map(|(one, other)| format!("  {one} {} {other}", symbols.out)).unwrap_or_default();
    let others = if others == 0 { String::new() } else { format!(", and {others} more") };
    let fixed = words::width(verb) + words::width(&others) + 2;
    // The ids share the room that the verb leaves; the roles of the ends are shown only if they fit.
    let ids = words::width(subject) + words::width(object);
    let room = width.saturating_sub(fixed);
    let each = if ids <= room { room } else { room / 2 };
    let mut line = vec![
        (Some(Role::Id), words::fitted_middle(subject, each, symbols)),
        (None, " ".to_owned()),
        words::part(Role::Relation, verb, width, symbols),
        (None, " ".to_owned()),
        (Some(Role::Id), words::fitted_middle(object, each, symbols)),
        (None, others),
    ];
    if words::line_width(&line) + words::width(&roles) <= width {
        line.push((Some(Role::Dim), words::shown(&roles, symbols)));
    }
    line
}

/// One piece of advice; the key that applies it comes first so that it is never truncated.
pub(in crate::tui) fn spoken(state: &State, advice: &Advice, fix: Option<&Fix>) -> Vec<(Role, String)> {
    let (role, prefix) = if advice.refuses { (Role::Error, "! refused: ") } else { (Role::Warning, "! ") };
    let takes = fix.map(|fix| match fix {
        Fix::Relation(name) | Fix::Source(name) | Fix::Target(name) => {
            format!("uses {}", words::fitted_middle(name, 32, state.setup.symbols))
        }
        Fix::Turn(verb) => format!("swaps and uses {verb}"),
    });
    let offer = takes.map(|takes| (Role::Key, format!("{} {takes}: ", key_of(state, Action::ApplyFix))));
    let prefix = (role, prefix.to_owned());
    [Some(prefix), offer, Some((role, advice.message.clone()))].into_iter().flatten().collect()
}

/// A row exactly as it will be written to the file, in at most `most` lines.
pub(in crate::tui) fn exact(row: &Row<'_>, width: usize, most: usize, symbols: &Symbols) -> Vec<TextLine> {
    let json = words::shown(&serde_json::to_string(row).unwrap_or_default(), symbols);
    let mut lines = Vec::new();
    let mut rest = &json[..];
    while !rest.is_empty() && lines.len() < most {
        let is_last = lines.len() + 1 == most;
        let part = if is_last { words::fitted(rest, width, symbols) } else { words::start(rest, width).to_owned() };
        if part.is_empty() {
            break;
        }
        rest = rest.get(part.len()..).filter(|_| !is_last).unwrap_or_default();
        lines.push(vec![(Some(Role::Code), part)]);
    }
    lines
}
