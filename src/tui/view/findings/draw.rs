//! Draws the findings: the list, and below it the selected one in full with its remedy.

use super::FINDINGS;
use super::state::{finding, pane};
use crate::answer::proof_shows;
use crate::finding::Finding;
use crate::text::grouped;
use crate::tui::action::Action;
use crate::tui::draw::pen::Pen;
use crate::tui::pane_layout;
use crate::tui::theme::Role;
use crate::tui::words;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};

pub(super) fn draw(pen: &mut Pen<'_>, area: Rect) {
    let state = pen.state;
    let pane = pane(state);
    let rows = pane_layout::rows_of(FINDINGS, area);
    let Some(report) = state.session.checks.report.as_ref().filter(|_| !pane.is_of_another_time) else {
        let checking = format!("{} checking{}", pen.symbols.dot, pen.symbols.ellipsis);
        pen.frame(area, FINDINGS, "Findings", &checking);
        let words = if state.session.past.is_some() { "Checking the past state" } else { "Checking" };
        pen.empty(rows, words);
        return;
    };
    let (shown, total) = (grouped(pane.sifted.shown.len()), grouped(report.findings.len()));
    let counts = format!("{} {}", pen.symbols.dot, pane.sifted.counts);
    pen.frame(area, FINDINGS, &format!("Findings {shown}/{total}"), &counts);
    pen.query_error(area, &pane.query.errors);
    let typing = state.typing && state.overlay.is_none();
    if let Some(line) = pane_layout::prompt_of(FINDINGS, area) {
        pen.prompt(line, "/", &pane.prompt, typing, "search  severity:error system:unit code:dangling");
    }
    let Some(findings) = &pane.sifted.report else { return };
    if pane.sifted.shown.is_empty() {
        let words = match pane.query.errors.first() {
            Some(error) => error.clone(),
            None if report.findings.is_empty() => "No findings".to_owned(),
            None => "No matches".to_owned(),
        };
        pen.empty(rows, &words);
        return;
    }
    let seen = pane.sifted.shown.iter().skip(pane.rows.offset).take(usize::from(rows.height));
    let seen: Vec<&Finding> = seen.filter_map(|at| findings.findings.get(*at)).collect();
    let codes = seen.iter().map(|finding| finding.rule.code.len()).max().unwrap_or(0).min(24);
    for (row, finding) in seen.into_iter().enumerate() {
        let is_selected = pane.rows.offset + row == pane.rows.cursor;
        let line = line(pen, finding, is_selected, codes, usize::from(rows.width));
        pen.line(rows, row as u16, &line);
        if is_selected {
            let role = pen.selection(FINDINGS);
            pen.highlight(rows, row as u16, role);
        }
    }
    summary(pen, pane_layout::summary_of(FINDINGS, area));
}

fn line(pen: &Pen<'_>, finding: &Finding, is_selected: bool, codes: usize, width: usize) -> Line<'static> {
    let cursor = if is_selected { pen.symbols.cursor } else { " " };
    let severity = finding.rule.severity;
    let mut spans = vec![
        Span::raw(cursor),
        Span::raw(" "),
        Span::styled(words::padded(severity.name(), 8, pen.symbols), pen.style(severity.into())),
    ];
    if width >= 60 {
        spans.push(Span::styled(words::padded(finding.rule.code, codes + 1, pen.symbols), pen.style(Role::Dim)));
    }
    let taken: usize = spans.iter().map(|span| words::width(&span.content)).sum();
    let left = width.saturating_sub(taken);
    let node = finding.node.as_deref().unwrap_or_default();
    let node_room = if node.is_empty() || left < 50 { 0 } else { words::width(node).min(28).min(left / 3) };
    if node_room > 0 {
        spans.push(pen.span(Role::Id, node, node_room));
        spans.push(Span::raw("  "));
    }
    let taken: usize = spans.iter().map(|span| words::width(&span.content)).sum();
    spans.push(pen.span(Role::Text, &finding.message, width.saturating_sub(taken)));
    Line::from(spans)
}

/// The selected finding in full: message, place and remedy.
fn summary(pen: &mut Pen<'_>, area: Rect) {
    let state = pen.state;
    let Some(finding) = finding(state).filter(|_| area.height > 0) else { return };
    let width = usize::from(area.width);
    let rule = pen.symbols.border.horizontal_top.repeat(width);
    let mut lines = vec![Line::from(Span::styled(rule, pen.style(Role::Border)))];
    let severity = finding.rule.severity;
    let dot = format!(" {} ", pen.symbols.dot);
    let head = [finding.rule.code, finding.system].join(&dot);
    lines.push(Line::from(vec![
        Span::styled(severity.name(), pen.style(severity.into())),
        pen.span(Role::Dim, &format!("{dot}{head}"), width.saturating_sub(8)),
    ]));
    lines.extend(pen.wrapped(&[(Role::Text, finding.message.clone())], "", width));
    let place = match (&finding.file, finding.line) {
        (Some(file), Some(line)) => Some(format!("{file}:{line}")),
        (Some(file), None) => Some(file.clone()),
        (None, _) => None,
    };
    if let Some(place) = place {
        let key = state.setup.keymap.keys_of(&state.contexts(), Action::Edit);
        let hint = key.first().map(|key| format!("  ({key} opens it)")).unwrap_or_default();
        let room = width.saturating_sub(words::width(&hint));
        lines.push(Line::from(vec![
            Span::styled(words::fitted_end(&place, room, pen.symbols), pen.style(Role::Dim)),
            pen.span(Role::Dim, &hint, width),
        ]));
    }
    if let Some(shows) = proof_shows(&state.session.systems(), finding)
        && let Some(key) = state.setup.keymap.keys_of(&state.contexts(), Action::Argument).first()
    {
        lines.push(Line::from(vec![pen.whole(Role::Key, key), pen.span(Role::Dim, &format!(" {shows}"), width)]));
    }
    if let Some(fix) = &finding.suggestion {
        lines.extend(pen.wrapped(&[(Role::Good, "fix: ".to_owned()), (Role::Text, fix.clone())], "     ", width));
    }
    for (row, line) in lines.iter().take(usize::from(area.height)).enumerate() {
        pen.line(area, row as u16, line);
    }
}
