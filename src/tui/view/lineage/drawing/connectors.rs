//! Draws the connectors of one gap onto a grid: the trunks and links of the visible rows.

use super::LineageColumns;
use super::grid::{Grid, Tone};
use crate::graph::{EdgeIx, Sym};
use crate::tui::view::lineage::layout::{Gap, Geometry, Link, Trunk};
use crate::tui::words;
use hashbrown::HashSet;

/// Number of edges checked to decide whether a trunk is dim; checking all of 50,000 would take longer than drawing the
/// screen.
const CHECKED_EDGES: usize = 64;
/// Maximum number of vertical lines side by side; more are no clearer and leave no room for relations.
const MOST_TRACKS: u16 = 6;
/// Columns of a gap that are not tracks: the first one leads to the node on the left, the last two to the arrow head on
/// the right.
const BESIDE_TRACKS: u16 = 3;

/// The side of a gap that is nearer to the root, where trunks start.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Inner {
    Left,
    Right,
}

/// A gap being drawn.
pub(super) struct Connectors<'a> {
    columns: &'a LineageColumns<'a>,
    geometry: &'a Geometry,
    gap: usize,
    inner: Inner,
    of: &'a Gap,
    /// For each line, the offset at which a connector of the left column begins.
    starts: &'a [u16],
    /// The link on the path from the selected node to the root, as the places of its ends.
    lit: Option<(u32, u32)>,
    grid: Grid,
    /// The vertical lines already drawn: where thousands of trunks share the same rows, only one is drawn.
    verticals: HashSet<(u16, i32, i32, Tone)>,
    /// The same for the branches of trunks.
    branches: HashSet<(u16, u16, Tone, bool)>,
}

impl<'a> Connectors<'a> {
    /// The connectors between a column and the next.
    pub(super) fn grid(
        columns: &'a LineageColumns<'a>,
        geometry: &'a Geometry,
        gap: usize,
        starts: &'a [u16],
        lit: Option<(u32, u32)>,
    ) -> Option<Grid> {
        let layout = columns.layout;
        let measure = geometry.measure;
        let mut connectors = Self {
            columns,
            geometry,
            gap,
            inner: if gap < layout.root_column() { Inner::Right } else { Inner::Left },
            of: layout.gap(gap)?,
            starts,
            lit,
            grid: Grid::new(measure.column.saturating_add(measure.gap), geometry.body_height()),
            verticals: HashSet::new(),
            branches: HashSet::new(),
        };
        for trunk in layout.trunks_in(gap, geometry.rows.clone()) {
            connectors.draw_vertical(trunk);
        }
        let outer = connectors.outer_column();
        let inner = if outer == gap { gap + 1 } else { gap };
        let visible = |column| {
            let nodes = layout.nodes_in(column, geometry.rows.clone()).iter();
            nodes.filter_map(|(node, row)| Some((layout.place(node)?, geometry.line_of(row)?)))
        };
        for (place, y) in visible(inner) {
            connectors.draw_inner(place, y);
        }
        for (place, y) in visible(outer) {
            connectors.draw_outer(place, y);
        }
        // Relations are placed last, when all lines are known.
        for (place, y) in visible(inner) {
            connectors.draw_trunk_verb(place, y);
        }
        connectors.draw_selected_verbs();
        Some(connectors.grid)
    }

    fn draw_vertical(&mut self, trunk: &Trunk) {
        let layout = self.columns.layout;
        let x = self.x_of(trunk);
        // Rows outside the grid are clamped, so that equal visible parts are equal.
        let (top, bottom) = (self.geometry.rows.start, i32::from(self.geometry.body_height()));
        let y_of = |row: i32| row.saturating_sub(top).clamp(-1, bottom);
        let (from, to) = (y_of(trunk.top), y_of(trunk.bottom));
        if !self.verticals.contains(&(x, from, to, self.brightest())) {
            let tone = self.tone(layout.first_edges(trunk, CHECKED_EDGES));
            if self.verticals.insert((x, from, to, tone)) {
                self.grid.vertical(x, from, to, tone);
            }
        }
        if let Some((inner, outer)) = self.lit.filter(|(inner, _)| *inner == trunk.inner) {
            let (one, other) = (layout.row(inner), layout.row(outer));
            self.grid.vertical(x, y_of(one.min(other)), y_of(one.max(other)), Tone::Path);
        }
    }

    fn draw_inner(&mut self, place: u32, y: u16) {
        let Some(trunk) = self.columns.layout.trunk(self.gap, place) else { return };
        let (x, tone, has_head) = (self.x_of(trunk), self.trunk_tone(trunk), trunk.heads.inner());
        match self.inner {
            Inner::Left => self.draw_left(y, x, tone, has_head),
            Inner::Right => self.draw_right(y, x, tone, has_head),
        }
    }

    fn draw_outer(&mut self, place: u32, y: u16) {
        let layout = self.columns.layout;
        for (link, trunk) in layout.inward_links(place) {
            let (x, has_head) = (self.x_of(trunk), link.heads.outer());
            let is_lit = self.lit == Some((link.inner, link.outer));
            if !is_lit && self.branches.contains(&(x, y, self.brightest(), has_head)) {
                continue;
            }
            let tone = self.link_tone(link);
            if self.branches.insert((x, y, tone, has_head)) {
                match self.inner {
                    Inner::Left => self.draw_right(y, x, tone, has_head),
                    Inner::Right => self.draw_left(y, x, tone, has_head),
                }
            }
        }
    }

    fn draw_left(&mut self, y: u16, x: u16, tone: Tone, has_head: bool) {
        let start = self.start(y);
        self.grid.join_left(y, start, x, tone);
        if has_head {
            self.grid.head_left(start, y, tone);
        }
    }

    fn draw_right(&mut self, y: u16, x: u16, tone: Tone, has_head: bool) {
        self.grid.join_right(y, x, tone);
        if has_head {
            self.grid.head_right(y, tone);
        }
    }

    /// Writes the common relation of a trunk beside its node.
    fn draw_trunk_verb(&mut self, place: u32, y: u16) {
        let Some(trunk) = self.columns.layout.trunk(self.gap, place) else { return };
        let Some(verb) = trunk.verb else { return };
        let x = self.x_of(trunk);
        let within = match self.inner {
            _ if trunk.is_straight() => self.start(y)..self.width(),
            Inner::Left => self.start(y)..x,
            Inner::Right => x.saturating_add(1)..self.width(),
        };
        self.write(y, within, &self.words(verb), self.trunk_tone(trunk));
    }

    /// Writes the relations of the selected node's links beside their other ends, unless the trunk has a single
    /// relation, which is already beside its node.
    fn draw_selected_verbs(&mut self) {
        let layout = self.columns.layout;
        let Some(selected) = layout.place(self.columns.look.selected) else { return };
        if let Some(trunk) = layout.trunk(self.gap, selected).filter(|trunk| trunk.verb.is_none()) {
            for link in layout.links_in(trunk, &self.geometry.rows) {
                self.draw_link_verb(link, trunk);
            }
        }
        if layout.position(self.columns.look.selected).map(|position| position.column) == Some(self.outer_column()) {
            for (link, trunk) in layout.inward_links(selected) {
                if trunk.verb.is_none() || !trunk.is_straight() {
                    self.draw_link_verb(link, trunk);
                }
            }
        }
    }

    /// The column of this gap that is further from the root.
    fn outer_column(&self) -> usize {
        match self.inner {
            Inner::Left => self.gap + 1,
            Inner::Right => self.gap,
        }
    }

    fn draw_link_verb(&mut self, link: &Link, trunk: &Trunk) {
        let Some(y) = self.geometry.line_of(self.columns.layout.row(link.outer)) else { return };
        let x = self.x_of(trunk);
        let edges = self.columns.layout.edges_of(link);
        let mut verbs: Vec<Sym> = Vec::new();
        for edge in edges {
            let verb = self.columns.graph.edge(*edge).relation_sym();
            if !verbs.contains(&verb) {
                verbs.push(verb);
            }
        }
        let Some(first) = verbs.first() else { return };
        let more = verbs.len() - 1;
        let text = if more == 0 { self.words(*first) } else { format!("{} +{more}", self.words(*first)) };
        let within = match self.inner {
            _ if trunk.is_straight() => self.start(y)..self.width(),
            Inner::Left => x.saturating_add(1)..self.width(),
            Inner::Right => self.start(y)..x,
        };
        self.write(y, within, &text, self.link_tone(link));
    }

    fn write(&mut self, y: u16, within: std::ops::Range<u16>, text: &str, tone: Tone) {
        self.grid.verb(y, within, text.to_owned(), words::width(text), tone);
    }

    fn words(&self, verb: Sym) -> String {
        words::shown(self.columns.graph.text(verb), self.columns.symbols)
    }

    fn trunk_tone(&self, trunk: &Trunk) -> Tone {
        let is_lit = self.lit.is_some_and(|(inner, _)| inner == trunk.inner);
        if is_lit { Tone::Path } else { self.tone(self.columns.layout.first_edges(trunk, CHECKED_EDGES)) }
    }

    fn link_tone(&self, link: &Link) -> Tone {
        let is_lit = self.lit == Some((link.inner, link.outer));
        if is_lit { Tone::Path } else { self.tone(self.columns.layout.edges_of(link)) }
    }

    /// The brightest tone except for the path: once a line has it, others in the same place need not be drawn.
    fn brightest(&self) -> Tone {
        if self.columns.glow.is_on { Tone::Lit } else { Tone::Relation }
    }

    /// The tone of a line for these edges.
    fn tone(&self, edges: &[EdgeIx]) -> Tone {
        let is_dim = |edge: &EdgeIx| self.columns.graph.edge(*edge).is_implicit() || (self.columns.dimmed)(*edge);
        let glow = self.columns.glow;
        if glow.is_on && edges.iter().take(CHECKED_EDGES).any(|edge| (glow.edge)(*edge)) {
            Tone::Lit
        } else if edges.iter().all(is_dim) {
            Tone::Dim
        } else {
            Tone::Relation
        }
    }

    fn start(&self, y: u16) -> u16 {
        self.starts.get(usize::from(y)).copied().unwrap_or(self.geometry.measure.column)
    }

    fn width(&self) -> u16 {
        self.geometry.measure.column.saturating_add(self.geometry.measure.gap)
    }

    /// The grid column of a trunk. If most trunks have a single relation, the room beside their nodes is left for it;
    /// otherwise the room beside the linked nodes.
    fn x_of(&self, trunk: &Trunk) -> u16 {
        let measure = self.geometry.measure;
        let room = measure.gap.saturating_sub(BESIDE_TRACKS).max(1);
        let tracks = room.min(MOST_TRACKS);
        let used = u16::try_from(self.of.tracks).unwrap_or(u16::MAX).min(tracks);
        let track = u16::try_from(trunk.track % u32::from(tracks)).unwrap_or(0);
        let from_inner = if self.of.is_plain { room - used + track } else { track };
        let lane = match self.inner {
            Inner::Left => from_inner,
            Inner::Right => room - 1 - from_inner.min(room - 1),
        };
        measure.column.saturating_add(1).saturating_add(lane)
    }
}
