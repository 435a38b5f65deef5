//! Routing of connectors between columns: the links of a node are bundled into one trunk, and each trunk gets a track
//! (a vertical line) in the gap between two columns.
//!
//! A fan of 50,000 links is one interval of rows. Trunks are sorted by first row with a running maximum of last rows,
//! so that the visible ones are found by binary search.

use super::table::{Table, sorted};
use crate::graph::{EdgeIx, Graph, Sym};
use std::ops::Range;

/// Number of adjacent trunks compared when a trunk is assigned its track.
const NEAR_TRUNKS: usize = 64;

/// Which ends of a link its edges point at.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Heads {
    Inner,
    Outer,
    Both,
}

impl Heads {
    fn and(self, other: Self) -> Self {
        if self == other { self } else { Self::Both }
    }

    /// Whether an edge points at the inner end, the one nearer to the root.
    pub(crate) fn inner(self) -> bool {
        self != Self::Outer
    }

    /// Whether an edge points at the outer end.
    pub(crate) fn outer(self) -> bool {
        self != Self::Inner
    }
}

/// Two nodes of adjacent columns with at least one edge between them.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Link {
    /// The place of the node nearer to the root.
    pub(crate) inner: u32,
    /// The place of the node further from the root.
    pub(crate) outer: u32,
    pub(crate) heads: Heads,
    trunk: u32,
    first_edge: u32,
    end_edge: u32,
}

/// All links of a node to the next column away from the root.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Trunk {
    pub(crate) inner: u32,
    /// Its first row: that of the node or of one of the linked nodes.
    pub(crate) top: i32,
    pub(crate) bottom: i32,
    /// Its vertical line in the gap, counted from the node.
    pub(crate) track: u32,
    /// The relation of its edges, if all have the same.
    pub(crate) verb: Option<Sym>,
    /// The ends at which any of its edges point.
    pub(crate) heads: Heads,
    first_link: u32,
    end_link: u32,
}

impl Trunk {
    /// Whether it links to a single node in its own row.
    pub(crate) fn is_straight(&self) -> bool {
        self.top == self.bottom
    }
}

/// The space between two adjacent columns.
#[derive(Debug, Clone, Default)]
pub(crate) struct Gap {
    trunks: Range<usize>,
    /// Number of tracks.
    pub(crate) tracks: u32,
    /// Whether most of its trunks have a single relation.
    pub(crate) is_plain: bool,
}

/// A trunk's first row, and the maximum last row of all trunks up to it in sorted order.
#[derive(Debug, Clone, Copy)]
struct Span {
    top: i32,
    reach: i32,
    trunk: u32,
}

/// An edge between adjacent columns, with the places of its ends.
#[derive(Debug, Clone, Copy)]
pub(super) struct Joined {
    pub(super) gap: u32,
    pub(super) inner: u32,
    pub(super) outer: u32,
    pub(super) edge: EdgeIx,
    pub(super) heads: Heads,
}

/// All connectors of a layout.
#[derive(Debug, Clone)]
pub(super) struct Wiring {
    links: Vec<Link>,
    trunks: Vec<Trunk>,
    spans: Vec<Span>,
    gaps: Vec<Gap>,
    edges: Vec<EdgeIx>,
    /// For each node, its links towards the root.
    inward: Table<u32>,
}

impl Wiring {
    /// Bundles edges into links and trunks. Places are ordered by column and row; `rows` contains the row of each
    /// place.
    pub(super) fn new(graph: &Graph, joined: &[Joined], gaps: usize, rows: &[i32]) -> Self {
        // This sorts by gap too, because places are ordered by column. Edges of one link keep their order.
        let joined = sorted(rows.len(), joined, |one| one.outer);
        let joined = sorted(rows.len(), &joined, |one| one.inner);
        let edges: Vec<_> = joined.iter().map(|one| one.edge).collect();
        let mut wiring = Self {
            links: Vec::new(),
            trunks: Vec::new(),
            spans: Vec::new(),
            gaps: vec![Gap::default(); gaps],
            edges,
            inward: Table::new(0, &[], |link: &Link| link.outer, |_| 0),
        };
        let mut from = 0;
        for trunk in joined.chunk_by(|a, b| (a.gap, a.inner) == (b.gap, b.inner)) {
            let added = wiring.add_trunk(graph, trunk, from, rows);
            from += trunk.len();
            if let Some(gap) = trunk.first().and_then(|one| wiring.gaps.get_mut(one.gap as usize)) {
                if gap.trunks.is_empty() {
                    gap.trunks.start = added;
                }
                gap.trunks.end = added + 1;
            }
        }
        wiring.add_spans();
        for at in 0..wiring.gaps.len() {
            wiring.assign_tracks(at, rows);
        }
        let numbers: Vec<u32> = (0..wiring.links.len() as u32).collect();
        let outer = |number: &u32| wiring.links[*number as usize].outer;
        wiring.inward = Table::new(rows.len(), &numbers, outer, |number| *number);
        wiring
    }

    fn add_trunk(&mut self, graph: &Graph, joined: &[Joined], from: usize, rows: &[i32]) -> usize {
        let (trunk, first_link) = (self.trunks.len(), self.links.len() as u32);
        let mut first_edge = from as u32;
        for link in joined.chunk_by(|a, b| a.outer == b.outer) {
            let end_edge = first_edge + link.len() as u32;
            let heads = gathered(link.iter().map(|one| one.heads));
            let (inner, outer) = (link[0].inner, link[0].outer);
            self.links.push(Link { inner, outer, heads, trunk: trunk as u32, first_edge, end_edge });
            first_edge = end_edge;
        }
        let inner = joined[0].inner;
        let row = |place: u32| rows[place as usize];
        // Within a column places are ordered by row, so the first and last link have the extreme rows.
        let (first, last) = (row(joined[0].outer), row(joined[joined.len() - 1].outer));
        let verb = graph.edge(joined[0].edge).relation_sym();
        let same = joined.iter().all(|one| graph.edge(one.edge).relation_sym() == verb);
        self.trunks.push(Trunk {
            inner,
            top: row(inner).min(first),
            bottom: row(inner).max(last),
            track: 0,
            verb: same.then_some(verb),
            heads: gathered(joined.iter().map(|one| one.heads)),
            first_link,
            end_link: self.links.len() as u32,
        });
        trunk
    }

    /// Sorts the trunks of each gap by first row.
    fn add_spans(&mut self) {
        for gap in &self.gaps {
            let from = self.spans.len();
            let trunks = (gap.trunks.start as u32..).zip(&self.trunks[gap.trunks.clone()]);
            self.spans.extend(trunks.map(|(trunk, of)| Span { top: of.top, reach: of.bottom, trunk }));
            self.spans[from..].sort_by_key(|span| (span.top, span.trunk));
            let mut reach = i32::MIN;
            for span in &mut self.spans[from..] {
                reach = reach.max(span.reach);
                span.reach = reach;
            }
        }
    }

    /// Assigns trunks with common rows to different tracks. A trunk that passes a node's row is further away from that
    /// node than the node's own trunk, so that they do not cross. Trunks whose only link leads to the same node share a
    /// track: a fan into a node is drawn like a fan out of one.
    fn assign_tracks(&mut self, gap: usize, rows: &[i32]) {
        let Some(range) = self.gaps.get(gap).map(|gap| gap.trunks.clone()) else { return };
        let trunks = &mut self.trunks[range];
        let links = &self.links;
        let row = |trunk: &Trunk| rows[trunk.inner as usize];
        let only =
            |trunk: &Trunk| (trunk.end_link - trunk.first_link == 1).then(|| links[trunk.first_link as usize].outer);
        let beyond = |trunk: &Trunk, other: &Trunk| {
            let is_shared = only(trunk).is_some() && only(trunk) == only(other);
            other.track + u32::from(!is_shared)
        };
        for at in (0..trunks.len()).rev() {
            let trunk = trunks[at];
            let after = trunks[at + 1..].iter().take(NEAR_TRUNKS).take_while(|other| row(other) <= trunk.bottom);
            trunks[at].track = after.map(|other| beyond(&trunk, other)).max().unwrap_or(0);
        }
        for at in 0..trunks.len() {
            let trunk = trunks[at];
            let before = trunks[..at].iter().rev().take(NEAR_TRUNKS).take_while(|other| row(other) >= trunk.top);
            let passed = before.map(|other| beyond(&trunk, other)).max().unwrap_or(0);
            trunks[at].track = trunk.track.max(passed);
        }
        let tracks = trunks.iter().map(|trunk| trunk.track + 1).max().unwrap_or(0);
        let plain = trunks.iter().filter(|trunk| trunk.verb.is_some()).count();
        let is_plain = plain * 2 > trunks.len();
        let gap = &mut self.gaps[gap];
        (gap.tracks, gap.is_plain) = (tracks, is_plain);
    }

    pub(super) fn gap(&self, gap: usize) -> Option<&Gap> {
        self.gaps.get(gap)
    }

    /// The trunks of a gap that intersect these rows, ordered by first row.
    pub(super) fn trunks_in(&self, gap: usize, top: i32, bottom: i32) -> impl Iterator<Item = &Trunk> {
        // Trunks and spans of a gap have the same index range.
        let spans = self.gaps.get(gap).and_then(|gap| self.spans.get(gap.trunks.clone())).unwrap_or_default();
        let from = spans.partition_point(|span| span.reach < top);
        let to = spans.partition_point(|span| span.top <= bottom);
        let near = spans.get(from..to).unwrap_or_default();
        near.iter().map(|span| &self.trunks[span.trunk as usize]).filter(move |trunk| trunk.bottom >= top)
    }

    /// The trunk of a node in a gap.
    pub(super) fn trunk(&self, gap: usize, inner: u32) -> Option<&Trunk> {
        let trunks = self.trunks.get(self.gaps.get(gap)?.trunks.clone())?;
        let at = trunks.binary_search_by_key(&inner, |trunk| trunk.inner).ok()?;
        trunks.get(at)
    }

    /// The trunk a link is part of.
    pub(super) fn trunk_of(&self, link: &Link) -> Option<&Trunk> {
        self.trunks.get(link.trunk as usize)
    }

    /// The links of a trunk, ordered by row.
    pub(super) fn links(&self, trunk: &Trunk) -> &[Link] {
        self.links.get(trunk.first_link as usize..trunk.end_link as usize).unwrap_or_default()
    }

    /// The edges of a link, in traversal order.
    pub(super) fn edges(&self, link: &Link) -> &[EdgeIx] {
        self.edges.get(link.first_edge as usize..link.end_edge as usize).unwrap_or_default()
    }

    /// The first edges of a trunk, at most `most`.
    pub(super) fn first_edges(&self, trunk: &Trunk, most: usize) -> &[EdgeIx] {
        let bounds = (self.links(trunk).first(), self.links(trunk).last());
        let (Some(first), Some(last)) = bounds else { return &[] };
        let end = (last.end_edge as usize).min((first.first_edge as usize).saturating_add(most));
        self.edges.get(first.first_edge as usize..end).unwrap_or_default()
    }

    /// The links of a node towards the root, ordered by row.
    pub(super) fn inward(&self, outer: u32) -> impl Iterator<Item = &Link> {
        self.inward.row(outer).iter().filter_map(|link| self.links.get(*link as usize))
    }
}

fn gathered(heads: impl Iterator<Item = Heads>) -> Heads {
    heads.reduce(Heads::and).unwrap_or(Heads::Both)
}
