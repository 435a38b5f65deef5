//! Explore: the list of nodes, the neighbourhood of the current node, and its detail.

mod list;
mod neighbourhood;

use super::detail::DETAIL;
use super::{About, Explorer, Garbage, Listed, PaneRef, View, ViewRef};
use crate::graph::{EdgeIx, NodeIx};
use crate::query::{self, Directions, NeighbourhoodItem, NodeQuery, Retracted, Sort, Step, Subgraph};
use crate::tui::action::Action;
use crate::tui::effect::Effect;
use crate::tui::parts::Parts;
use crate::tui::remembered::RememberedFilters;
use crate::tui::shared::{Command, Part, SharedPart, filter_words};
use crate::tui::state::{ListCursor, Prompt, State};
use crate::tui::task::Key;
use crate::tui::update::translate::Translation;
use crate::tui::update::{ask, go, load, moves};
use list::{LIST, ListPane};
use neighbourhood::{NEIGHBOURHOOD, NeighbourhoodPane};

/// The view.
pub(super) struct Explore;

/// What the panes share.
#[derive(Debug, Default)]
struct OwnPart {
    /// Whether the detail shows the selected neighbour instead of the current node, because the focus came from there.
    of_neighbour: bool,
}

const EXPLORE: ViewRef = ViewRef::new(&Explore);

/// Number of list rows before and after the visible part that are kept until the new list is there. Translating a
/// million rows would block the keyboard.
const KEPT_AROUND: usize = 1_000;

impl View for Explore {
    fn about(&self) -> &'static About {
        &About {
            name: "explore",
            title: "Explore",
            action: "view-explore",
            panes: &[LIST, NEIGHBOURHOOD, DETAIL],
            tasks: &[Key::FIND, Key::WALK],
        }
    }

    fn add_parts(&self, parts: &mut Parts) {
        parts.add(OwnPart::default());
        parts.add(ListPane::default());
        parts.add(NeighbourhoodPane::default());
    }

    /// The current node, unless a neighbour is selected.
    fn selected(&self, state: &State) -> Option<NodeIx> {
        let focused = state.focused();
        if focused == NEIGHBOURHOOD || (focused == DETAIL && own(state).of_neighbour) {
            return neighbour(state).or(state.session.current);
        }
        state.session.current
    }

    fn selected_edge(&self, state: &State) -> Option<EdgeIx> {
        match neighbourhood::selected_row(state).filter(|_| state.focused() == NEIGHBOURHOOD)?.item {
            NeighbourhoodItem::Edge { edge, .. } => Some(edge),
            _ => None,
        }
    }

    fn own_action(&self, state: &mut State, action: Action) -> Option<Vec<Effect>> {
        (action == Action::Sort).then(|| list::sort(state))
    }

    fn shows(&self, state: &mut State, current: NodeIx) -> Vec<Effect> {
        if neighbourhood::pane(state).root == Some(current) {
            return Vec::new();
        }
        neighbourhood::ask(state).into_iter().collect()
    }

    fn missing(&self, state: &mut State, current: NodeIx) -> Vec<Effect> {
        if state.tasks.is_waiting(Key::WALK) && neighbourhood::pane(state).asked == Some(current) {
            return Vec::new();
        }
        self.shows(state, current)
    }

    fn row(&self, state: &State, node: NodeIx) -> Vec<Step> {
        let around = neighbourhood::pane(state);
        if around.root == Some(node) { around.list.steps_to(around.rows.cursor) } else { Vec::new() }
    }

    fn restore_row(&self, state: &mut State, node: NodeIx, row: &[Step]) {
        if neighbourhood::pane(state).root == Some(node) {
            neighbourhood::go_to(state, row);
            self.rested(state);
        } else {
            neighbourhood::pane_mut(state).wanted = Some((node, row.to_vec()));
        }
    }

    fn node_selected(&self, state: &mut State, node: NodeIx) {
        let pane = list::pane_mut(state);
        if let Some(at) = pane.listing.nodes.iter().position(|listed| *listed == node) {
            pane.rows.cursor = at;
        }
    }

    fn current_changed(&self, state: &mut State) {
        own_mut(state).of_neighbour = false;
    }

    fn rested(&self, state: &mut State) {
        let pane = neighbourhood::pane_mut(state);
        pane.described = pane.rows.cursor;
    }

    /// Moving from a neighbour to its detail keeps showing that neighbour.
    fn focus_moves(&self, state: &mut State, to: PaneRef) {
        let focused = state.focused();
        let had_neighbour = focused == NEIGHBOURHOOD || (focused == DETAIL && own(state).of_neighbour);
        own_mut(state).of_neighbour = to == DETAIL && had_neighbour;
    }

    fn filters_changed(&self, state: &mut State) -> Vec<Effect> {
        neighbourhood::ask(state).into_iter().collect()
    }

    fn examined(&self, state: &mut State) -> Vec<Effect> {
        if list::pane(state).query.depends_on_checks() { vec![list::ask(state)] } else { Vec::new() }
    }

    fn graph_replaced(&self, state: &mut State, translation: Translation<'_>) -> Option<Garbage> {
        let is_some = state.session.current.is_some();
        own_mut(state).of_neighbour &= is_some;
        let pane = list::pane_mut(state);
        let from = pane.rows.offset.saturating_sub(KEPT_AROUND);
        let near = pane.listing.nodes.iter().copied().skip(from).take(2 * KEPT_AROUND);
        pane.listing.nodes = near.filter_map(|node| translation.node(node)).collect();
        let rows = pane.rows;
        pane.rows = ListCursor { cursor: rows.cursor.saturating_sub(from), offset: rows.offset - from };
        let pane = neighbourhood::pane_mut(state);
        *pane = pane.translated(translation);
        None
    }

    fn reload(&self, state: &mut State) -> Vec<Effect> {
        std::iter::once(list::ask(state)).chain(neighbourhood::ask(state)).collect()
    }

    fn grown(&self, state: &mut State, _: usize, _: bool) -> Vec<Effect> {
        [Key::FIND, Key::WALK].into_iter().flat_map(|key| load::catch_up(state, key)).collect()
    }

    fn catch_up(&self, state: &mut State, key: Key) -> Vec<Effect> {
        match key {
            Key::FIND => vec![list::ask(state)],
            Key::WALK => neighbourhood::ask(state).into_iter().collect(),
            _ => Vec::new(),
        }
    }

    /// Search words are not kept.
    fn keep(&self, state: &State, kept: &mut RememberedFilters) {
        let filters = list::pane(state).prompt.text().split_whitespace().filter(|word| {
            let query = NodeQuery::parse(state.session.graph.registry(), word);
            !query.terms.is_empty()
        });
        kept.list = filters.collect::<Vec<_>>().join(" ");
        kept.sort = Some(list::pane(state).sort.name().to_owned());
    }

    fn remember(&self, state: &mut State, kept: &RememberedFilters) {
        let registry = state.session.graph.registry();
        let pane = state.parts.get_mut::<ListPane>();
        pane.prompt = Prompt::new(&kept.list);
        pane.query = NodeQuery::parse(registry, &kept.list);
        pane.sort = kept.sort.as_deref().and_then(Sort::from_name).unwrap_or_default();
    }

    fn shared(&self, state: &State) -> Option<Part> {
        if state.focused() == LIST {
            let part = SharedPart::nodes(list::pane(state).listing.nodes.clone())?;
            let is_filtered = !list::pane(state).prompt.text().trim().is_empty();
            // The list has missing nodes too.
            let command = if is_filtered { Err("the list is filtered") } else { Ok(vec!["export".to_owned()]) };
            return Some(Part { part, title: "Nodes".to_owned(), command });
        }
        let root = state.session.current?;
        let request = ask::neighbourhood_request(state, root);
        let title = format!("Edges of {}", state.session.graph.node(root).address());
        let part = SharedPart::of(move |graph| {
            Subgraph::new(graph, [root], query::neighbourhood(graph, root, &request)).with_roots([root])
        });
        Some(Part { part, title, command: refs_command(state, root) })
    }

    fn query_for(&self, listed: Listed<'_>) -> Option<String> {
        if let Listed::System(name) = listed { Some(format!("system:{name} ")) } else { None }
    }

    fn explorer(&self) -> Option<&dyn Explorer> {
        Some(self)
    }
}

impl Explorer for Explore {
    fn show(&self, state: &mut State, node: NodeIx) -> Vec<Effect> {
        go::leave(state);
        let focus = state.focus[EXPLORE.position()];
        let mut effects = go::show(state, EXPLORE, Some(node));
        state.focus_on(if focus == LIST { NEIGHBOURHOOD } else { focus });
        moves::follow_all(state);
        effects.extend(ask::detail(state));
        effects
    }

    fn list(&self, state: &mut State, node: NodeIx) -> Vec<Effect> {
        go::leave(state);
        let effects = go::show(state, EXPLORE, Some(node));
        state.focus_on(LIST);
        moves::follow_all(state);
        effects
    }

    fn edge(&self, state: &mut State, node: NodeIx, edge: EdgeIx) -> Vec<Effect> {
        go::leave(state);
        neighbourhood::want_edge(state, node, edge);
        let mut effects = go::show(state, EXPLORE, Some(node));
        state.focus_on(NEIGHBOURHOOD);
        moves::follow_all(state);
        // Even if the node is shown already: the edge may be in a group that is closed or truncated.
        effects.extend(neighbourhood::ask(state));
        effects.extend(ask::detail(state));
        effects
    }

    fn want_edge(&self, state: &mut State, node: NodeIx, edge: EdgeIx) {
        neighbourhood::want_edge(state, node, edge);
    }
}

fn own(state: &State) -> &OwnPart {
    state.parts.get()
}

fn own_mut(state: &mut State) -> &mut OwnPart {
    state.parts.get_mut()
}

/// The node of the selected row of the neighbourhood.
fn neighbour(state: &State) -> Option<NodeIx> {
    match neighbourhood::selected_row(state)?.item {
        NeighbourhoodItem::Edge { node, .. } => Some(node),
        _ => None,
    }
}

/// The command that gives the edges around a node.
fn refs_command(state: &State, root: NodeIx) -> Command {
    let filters = &state.session.filters;
    let mut words = vec!["refs".to_owned(), state.session.graph.node(root).address().into_owned()];
    if filters.direction != Directions::Out {
        words.extend(["--direction".to_owned(), filters.direction.name().to_owned()]);
    }
    if filters.depth != 1 {
        words.extend(["--depth".to_owned(), filters.depth.to_string()]);
    }
    if filters.retracted == Retracted::Shown {
        words.push("--retracted".to_owned());
    }
    if filters.lens {
        words.extend(["--lens", "layer"].map(str::to_owned));
    }
    words.extend(filter_words(state, Some(&filters.relations))?);
    Ok(words)
}
