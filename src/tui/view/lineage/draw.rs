//! Draws the lineage of a node, as columns or as a list.

use super::LINEAGE;
use super::state::pane;
use crate::graph::{EdgeIx, NodeIx};
use crate::query::{Implicit, Orient};
use crate::text::{count, grouped};
use crate::tui::action::Action;
use crate::tui::draw::names::names;
use crate::tui::draw::pen::{Pen, selection};
use crate::tui::layout::highlight;
use crate::tui::pane_layout;
use crate::tui::state::{Came, State};
use crate::tui::theme::Role;
use crate::tui::view::lineage::drawing::LineageDrawing;
use crate::tui::view::lineage::layout::LineageLayout;
use crate::tui::widget::Glow;
use ratatui::layout::Rect;
use ratatui::text::Line;
use ratatui::widgets::Widget as _;

pub(super) fn draw(pen: &mut Pen<'_>, area: Rect) {
    let state = pen.state;
    let pane = pane(state);
    let name = pane
        .root
        .map_or("Lineage".to_owned(), |root| format!("Lineage of {}", names(state.session.graph.node(root)).0));
    pen.frame(area, LINEAGE, &name, &filters(pen));
    let rows = pane_layout::rows_of(LINEAGE, area);
    let (Some((found, layout)), Some(look)) = (&pane.found, &pane.look) else {
        pen.empty(rows, if pane.root.is_some() { "Loading" } else { "No node selected" });
        return;
    };
    if pane.has_columns(rows) {
        with_drawing(state, layout, look, |columns| columns.render(rows, pen.buf));
    } else if let Some(look) = &pane.list_look {
        with_drawing(state, layout, look, |list| list.render(rows, pen.buf));
    }
    let summary = pane_layout::summary_of(LINEAGE, area);
    let selected = state.session.graph.node(look.selected);
    let distance = layout.distance(look.selected).unwrap_or(0);
    let others = layout.other_edges(look.selected).len();
    let distance = match distance {
        1.. => format!("+{distance}"),
        _ => distance.to_string(),
    };
    let mut facts = vec![names(selected).0.to_owned(), format!("distance {distance}")];
    if let Some(step) = layout.step(look.selected) {
        facts.push(joined(pen, layout, look.selected, step.next));
    }
    if found.nodes.len() < 2 {
        let keys = state.setup.keymap.keys_of(&state.contexts(), Action::Relations);
        facts.push(format!("no lineage edges; {} changes relations", keys.first().map_or("", String::as_str)));
    }
    facts.extend(highlight::facts(state, look.selected));
    if others > 0 {
        facts.push(format!("{} elsewhere", count(others, "edge")));
    }
    facts.push(format!("{} total", grouped(found.nodes.len())));
    let words = facts.join(&format!(" {} ", pen.symbols.dot));
    let line = Line::from(pen.span(Role::Dim, &words, usize::from(summary.width)));
    pen.line(summary, 0, &line);
}

/// The edges between a node and the next one on its path to the root: each relation with its direction.
fn joined(pen: &Pen<'_>, layout: &LineageLayout, node: NodeIx, next: NodeIx) -> String {
    let graph = &pen.state.session.graph;
    let verb = |ix: &EdgeIx| {
        let edge = graph.edge(*ix);
        let arrow = match () {
            () if edge.is_symmetric() => pen.symbols.both,
            () if edge.from().ix() == node => pen.symbols.out,
            () => pen.symbols.into,
        };
        format!("{arrow} {}", edge.relation())
    };
    let verbs: Vec<_> = layout.edges_between(node, next).iter().map(verb).collect();
    format!("{} {}", verbs.join(", "), names(graph.node(next)).0)
}

fn filters(pen: &Pen<'_>) -> String {
    let state = pen.state;
    let pane = pane(state);
    let orient = match pane.orient {
        Orient::Stored => "as stored",
        Orient::Meaning => "by meaning",
    };
    let mut parts = vec![pane.direction.name().to_owned(), orient.to_owned()];
    parts.extend(highlight::summary(state));
    parts.extend(pane.max_depth.map(|depth| format!("depth {depth}")));
    parts.extend(pane.relations.as_ref().map(|_| "chosen relations".to_owned()));
    if state.session.filters.implicit == Implicit::LeftOut {
        parts.push("no implicit".to_owned());
    }
    parts.extend(state.session.filters.confidence.map(|least| format!("confidence >= {least:.1}")));
    parts.join(&format!(" {} ", pen.symbols.dot))
}

fn with_drawing<Look, T>(
    state: &State,
    layout: &LineageLayout,
    look: Look,
    work: impl FnOnce(LineageDrawing<'_, Look>) -> T,
) -> T {
    let (selection, graph, symbols) = (selection(state, LINEAGE), &*state.session.graph, state.setup.symbols);
    let trust = state.session.trust();
    let marked = |node: NodeIx| state.session.marks.nodes.contains(&node);
    let came = |node: NodeIx| state.came(node).map(Came::sign);
    let dimmed = |edge: EdgeIx| trust.dims(graph.edge(edge));
    let (node, edge) = (|node| highlight::of_node(state, symbols, node), |edge| highlight::of_edge(state, edge));
    let glow = Glow { node: &node, edge: &edge, is_on: highlight::is_on(state) };
    work(LineageDrawing {
        graph,
        layout,
        look,
        theme: &state.theme,
        symbols,
        selection,
        marked: &marked,
        came: &came,
        dimmed: &dimmed,
        glow,
    })
}
