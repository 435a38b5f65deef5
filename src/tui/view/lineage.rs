//! Lineage: causes and effects of a node.

use super::detail::DETAIL;
use super::{Garbage, Pane, PaneRef, View, ViewRef, picture};
use crate::graph::{NodeIx, SystemId};
use crate::query::{Lineage as Trace, LineageDirection, Orient};
use crate::tui::action::Action;
use crate::tui::draw;
use crate::tui::draw::pen::Pen;
use crate::tui::effect::Effect;
use crate::tui::job::SharedPart;
use crate::tui::layout::lineage::{LineageLayout, LineageListLook, LineageLook};
use crate::tui::layout::picture as cells;
use crate::tui::layout::way::Way;
use crate::tui::pane_layout::PaneLayout;
use crate::tui::remembered::RememberedFilters;
use crate::tui::state::{LineageShape, RelationChoice, State};
use crate::tui::summary;
use crate::tui::task::Key;
use crate::tui::update::moves::{self, Motion};
use crate::tui::update::share::{self, Command, Part};
use crate::tui::update::translate::Translation;
use crate::tui::update::{act, ask, go};
use ratatui::layout::Rect;
use serde_json::Value;

/// The view and its main pane.
pub struct Lineage;

pub const LINEAGE: PaneRef = PaneRef::new(&Lineage);
const VIEW: ViewRef = ViewRef::new(&Lineage);

/// Minimum width for columns.
const COLUMNS: u16 = 64;

impl View for Lineage {
    fn name(&self) -> &'static str {
        "lineage"
    }

    fn title(&self) -> &'static str {
        "Lineage"
    }

    fn action(&self) -> Action {
        Action::ViewLineage
    }

    fn panes(&self) -> &'static [PaneRef] {
        const PANES: [PaneRef; 2] = [LINEAGE, DETAIL];
        &PANES
    }

    fn tasks(&self) -> &'static [Key] {
        &[Key::TRACE]
    }

    fn act(&self, state: &mut State, action: Action) -> Option<Vec<Effect>> {
        Some(match action {
            Action::Direction => act::filter(state, |state| {
                state.lineage.direction = match state.lineage.direction {
                    LineageDirection::Both => LineageDirection::Backward,
                    LineageDirection::Backward => LineageDirection::Forward,
                    LineageDirection::Forward => LineageDirection::Both,
                };
            }),
            Action::Deeper => deeper(state, 1),
            Action::Shallower => deeper(state, -1),
            Action::Arrange => arrange(state),
            _ => return None,
        })
    }

    fn own_action(&self, state: &mut State, action: Action) -> Option<Vec<Effect>> {
        let turn = |orient: Orient| match orient {
            Orient::Stored => Orient::Meaning,
            Orient::Meaning => Orient::Stored,
        };
        (action == Action::Orient)
            .then(|| act::filter(state, |state| state.lineage.orient = turn(state.lineage.orient)))
    }

    fn shows(&self, state: &mut State, current: NodeIx) -> Vec<Effect> {
        if shows(state, current) { Vec::new() } else { vec![ask::lineage(state, current)] }
    }

    fn missing(&self, state: &mut State, current: NodeIx) -> Vec<Effect> {
        if state.tasks.is_waiting(Key::TRACE) { Vec::new() } else { self.shows(state, current) }
    }

    fn is_picture(&self) -> bool {
        true
    }

    fn root(&self, state: &State) -> Option<NodeIx> {
        state.lineage.root
    }

    fn restore_root(&self, state: &mut State, root: NodeIx) -> Option<Effect> {
        (state.lineage.root != Some(root)).then(|| ask::lineage(state, root))
    }

    fn node_selected(&self, state: &mut State, node: NodeIx) {
        if let (Some((_, layout)), Some(look)) = (&state.lineage.found, &mut state.lineage.look)
            && layout.position(node).is_some()
        {
            look.selected = node;
        }
    }

    /// By default the relations of lineages.
    fn relations(&self, state: &State) -> Option<RelationChoice> {
        let chosen = state.lineage.relations.clone().unwrap_or_else(|| {
            let systems = state.session.graph.systems();
            let is_in_use = |system: SystemId| system == SystemId::USER || systems.contains(&system);
            let relations = state.session.graph.registry().relations().iter();
            let followed = relations.filter(|one| one.lineage && is_in_use(one.system));
            RelationChoice::Only(followed.map(|one| one.name.to_string()).collect())
        });
        Some(chosen)
    }

    fn choose_relations(&self, state: &mut State, choice: &RelationChoice) -> bool {
        state.lineage.relations = Some(choice.clone());
        true
    }

    fn reset_filters(&self, state: &mut State) {
        let pane = &mut state.lineage;
        pane.relations = None;
        pane.max_depth = None;
        pane.direction = LineageDirection::Both;
        pane.orient = Orient::Meaning;
    }

    fn filters_changed(&self, state: &mut State) -> Vec<Effect> {
        picture::again(state, VIEW, &PICTURE)
    }

    fn graph_replaced(&self, state: &mut State, translation: Translation<'_>) -> Option<Garbage> {
        let pane = &mut state.lineage;
        pane.look = None;
        pane.list_look = None;
        pane.root = pane.root.and_then(|root| translation.node(root));
        pane.found.take().map(|found| Box::new(found) as Garbage)
    }

    fn reload(&self, state: &mut State) -> Vec<Effect> {
        picture::reload(state, VIEW, &PICTURE)
    }

    fn grown(&self, state: &mut State, first: usize, is_less: bool) -> Vec<Effect> {
        picture::grown(state, VIEW, &PICTURE, first, is_less)
    }

    fn catch_up(&self, state: &mut State, key: Key) -> Vec<Effect> {
        if key == Key::TRACE { picture::again(state, VIEW, &PICTURE) } else { Vec::new() }
    }

    fn keep(&self, state: &State, kept: &mut RememberedFilters) {
        let pane = &state.lineage;
        kept.lineage_relations.clone_from(&pane.relations);
        kept.orient = Some(pane.orient.name().to_owned());
        kept.lineage_direction = Some(pane.direction.name().to_owned());
        kept.lineage_depth = pane.max_depth;
    }

    fn remember(&self, state: &mut State, kept: &RememberedFilters) {
        let pane = &mut state.lineage;
        pane.relations.clone_from(&kept.lineage_relations);
        pane.orient = if kept.orient.as_deref() == Some("stored") { Orient::Stored } else { Orient::Meaning };
        pane.direction = match kept.lineage_direction.as_deref() {
            Some("forward") => LineageDirection::Forward,
            Some("backward") => LineageDirection::Backward,
            _ => LineageDirection::Both,
        };
        pane.max_depth = kept.lineage_depth;
    }

    fn shared(&self, state: &State) -> Option<Part> {
        let (found, _) = state.lineage.found.as_ref()?;
        let title = format!("Lineage of {}", state.session.graph.node(found.root).address());
        let command = command(state, found.root);
        Some(Part { part: SharedPart::Lineage(found.clone()), title, command })
    }

    fn lineage_of(&self, state: &mut State, node: NodeIx) -> Option<Vec<Effect>> {
        go::leave(state);
        state.view = VIEW;
        state.typing = false;
        state.focus_on(LINEAGE);
        state.set_current(Some(node));
        Some(std::iter::once(ask::lineage(state, node)).chain(ask::detail(state)).collect())
    }
}

const PICTURE: picture::Picture = picture::Picture {
    key: Key::TRACE,
    root: |state| state.lineage.root,
    ask: ask::lineage,
    shows,
    forget: |state| state.lineage.found = None,
};

impl Pane for Lineage {
    fn name(&self) -> &'static str {
        "lineage"
    }

    fn hints(&self) -> &'static [(Action, &'static str)] {
        &[
            (Action::Activate, "re-root"),
            (Action::OpenOther, "open"),
            (Action::Back, "back"),
            (Action::Arrange, "columns/list"),
            (Action::Direction, "direction"),
            (Action::Relations, "relations"),
            (Action::Orient, "orientation"),
            (Action::Deeper, "depth"),
        ]
    }

    fn summary_lines(&self, inner: Rect) -> u16 {
        u16::from(inner.height >= 6)
    }

    fn move_cursor(&self, state: &mut State, motion: Motion, seen: usize) -> Vec<Effect> {
        let Some(area) = PaneLayout::of(state).rows(LINEAGE) else { return Vec::new() };
        let columns = has_columns(state, area);
        let (Some((_, layout)), Some(look)) = (&state.lineage.found, &state.lineage.look) else { return Vec::new() };
        let by = motion.rows(seen);
        let next = if columns { layout.moved(look.selected, by) } else { layout.list_moved(look.selected, by) };
        go_to(state, next)
    }

    fn sideways(&self, state: &mut State, right: bool) -> Vec<Effect> {
        let Some(area) = PaneLayout::of(state).rows(LINEAGE) else { return Vec::new() };
        if !has_columns(state, area) {
            return Vec::new();
        }
        let way = if right { Way::Right } else { Way::Left };
        let next = match (&state.lineage.found, &state.lineage.look) {
            (Some((_, layout)), Some(look)) => layout.neighbour(look.selected, way),
            _ => None,
        };
        go_to(state, next)
    }

    fn activate(&self, state: &mut State) -> Vec<Effect> {
        act::with_node(state, go::lineage_of)
    }

    fn click(&self, state: &mut State, (x, y): (u16, u16), _: usize, again: bool) -> Vec<Effect> {
        let node = cells::lineage_node_at(state, x, y);
        let is_selected = node.is_some() && node == state.session.current;
        if is_selected && again { act::act(state, Action::Activate) } else { go_to(state, node) }
    }

    fn scroll(&self, state: &mut State, by: isize, _: usize) -> Vec<Effect> {
        if state.focused() == LINEAGE { moves::move_cursor(state, Motion::By(by)) } else { Vec::new() }
    }

    fn follow(&self, state: &mut State, area: Rect) {
        let (Some((_, layout)), Some(look)) = (&state.lineage.found, &mut state.lineage.look) else { return };
        look.follow(layout, area);
        match &mut state.lineage.list_look {
            Some(list) => {
                list.selected = look.selected;
                list.follow(layout, area);
            }
            list => *list = Some(LineageListLook::at(look.selected, layout, area)),
        }
    }

    fn draw(&self, pen: &mut Pen<'_>, area: Rect) {
        draw::lineage::draw(pen, area);
    }

    fn summary(&self, state: &State) -> Value {
        summary::lineage::summary(state)
    }
}

/// Whether the lineage contains a node.
fn shows(state: &State, node: NodeIx) -> bool {
    state.lineage.found.as_ref().is_some_and(|(_, layout)| layout.position(node).is_some())
}

/// Whether it is drawn as columns in this area.
pub fn has_columns(state: &State, area: Rect) -> bool {
    match state.lineage.shape {
        LineageShape::Columns => true,
        LineageShape::List => false,
        LineageShape::Fitting => area.width >= COLUMNS && area.height >= 8,
    }
}

/// Selects a node.
fn go_to(state: &mut State, node: Option<NodeIx>) -> Vec<Effect> {
    let Some(node) = node else { return Vec::new() };
    if let Some(look) = &mut state.lineage.look {
        look.selected = node;
    }
    moves::follow_pane(state, LINEAGE);
    moves::select(state, Some(node))
}

fn deeper(state: &mut State, by: i32) -> Vec<Effect> {
    // Until the lineage is computed, its depth is unknown.
    let Some((found, _)) = &state.lineage.found else { return Vec::new() };
    let deepest = found.nodes.iter().map(|node| node.distance.unsigned_abs()).max().unwrap_or(0);
    let depth = match (state.lineage.max_depth, by) {
        (None, 1) => None,
        (None, _) => Some(deepest.saturating_sub(1).max(1)),
        // The full depth is the same as no limit.
        (Some(depth), 1) if depth > deepest => None,
        (Some(depth), by) => Some(depth.saturating_add_signed(by).max(1)),
    };
    act::filter(state, |state| state.lineage.max_depth = depth)
}

/// Switches between columns and list.
fn arrange(state: &mut State) -> Vec<Effect> {
    let Some(area) = PaneLayout::of(state).rows(LINEAGE) else { return Vec::new() };
    let columns = has_columns(state, area);
    state.lineage.shape = if columns { LineageShape::List } else { LineageShape::Columns };
    moves::follow_pane(state, LINEAGE);
    Vec::new()
}

/// Handles a lineage and its layout.
pub fn traced(state: &mut State, (lineage, layout): (Box<Trace>, Box<LineageLayout>)) -> Vec<Effect> {
    let area = PaneLayout::of(state).rows(LINEAGE).unwrap_or(picture::NOWHERE);
    let root = lineage.root;
    let kept = state.session.current.filter(|node| layout.position(*node).is_some()).unwrap_or(root);
    let same = state.lineage.found.as_ref().is_some_and(|(shown, _)| shown.root == root);
    match &mut state.lineage.look {
        Some(look) if same => look.selected = kept,
        look => {
            *look = Some(LineageLook::at(kept, &layout, area));
            state.lineage.list_look = Some(LineageListLook::at(kept, &layout, area));
        }
    }
    let before = state.lineage.found.replace((lineage, layout));
    moves::follow_pane(state, LINEAGE);
    let mut effects: Vec<_> = before.map(|before| Effect::Forget(Box::new(before))).into_iter().collect();
    if state.view == VIEW {
        effects.extend(picture::make_current(state, kept));
    }
    effects
}

/// The command that gives this lineage.
fn command(state: &State, root: NodeIx) -> Command {
    let pane = &state.lineage;
    let mut words = vec!["trace".to_owned(), state.session.graph.node(root).address().into_owned()];
    match pane.direction {
        LineageDirection::Both => {}
        LineageDirection::Forward => words.extend(["--direction", "forward"].map(str::to_owned)),
        LineageDirection::Backward => words.extend(["--direction", "backward"].map(str::to_owned)),
    }
    if pane.orient == Orient::Meaning {
        words.extend(["--orient", "meaning"].map(str::to_owned));
    }
    if let Some(most) = pane.max_depth {
        words.extend(["--max-depth".to_owned(), most.to_string()]);
    }
    words.extend(share::filter_words(state, pane.relations.as_ref())?);
    Ok(words)
}
