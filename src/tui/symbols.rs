//! The symbols drawn on screen, in two sets: common Unicode characters that need no special font, and plain ASCII.

use ratatui::symbols::border;

/// A set of symbols, each one column wide.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Symbols {
    /// Whether all other text is reduced to ASCII too.
    pub is_ascii: bool,
    /// Where text was truncated.
    pub ellipsis: &'static str,
    /// An outgoing edge.
    pub out: &'static str,
    /// An incoming edge.
    pub into: &'static str,
    /// A symmetric edge.
    pub both: &'static str,
    /// In front of an expanded row.
    pub open: &'static str,
    /// In front of a collapsed row.
    pub closed: &'static str,
    /// In front of the selected row.
    pub cursor: &'static str,
    /// Between facts on one line.
    pub dot: &'static str,
    /// A node that is already an ancestor on the same branch.
    pub cycle: &'static str,
    /// A node that a change affects.
    pub reached: &'static str,
    /// A node that changed since its last sync.
    pub drifted: &'static str,
    pub mark: &'static str,
    /// The root of a lineage or map.
    pub root: &'static str,
    pub node: &'static str,
    /// File changes are reported by the operating system.
    pub live: &'static str,
    /// File changes are found by polling.
    pub polling: &'static str,
    pub gone: &'static str,
    pub ticked: &'static str,
    pub unticked: &'static str,
    /// More above.
    pub up: &'static str,
    /// More below.
    pub down: &'static str,
    pub border: border::Set<'static>,
}

pub const UNICODE: Symbols = Symbols {
    is_ascii: false,
    ellipsis: "…",
    out: "→",
    into: "←",
    both: "↔",
    open: "▾",
    closed: "▸",
    cursor: ">",
    dot: "·",
    cycle: "↺",
    reached: "◆",
    drifted: "≠",
    mark: "*",
    root: "■",
    node: "●",
    live: "●",
    polling: "○",
    gone: "×",
    ticked: "×",
    unticked: " ",
    up: "↑",
    down: "↓",
    border: border::PLAIN,
};

pub const ASCII: Symbols = Symbols {
    is_ascii: true,
    ellipsis: "~",
    out: ">",
    into: "<",
    both: "=",
    open: "-",
    closed: "+",
    cursor: ">",
    dot: "|",
    cycle: "@",
    reached: "!",
    drifted: "%",
    mark: "*",
    root: "#",
    node: "o",
    live: "*",
    polling: "o",
    gone: "x",
    ticked: "x",
    unticked: " ",
    up: "^",
    down: "v",
    border: border::Set {
        top_left: "+",
        top_right: "+",
        bottom_left: "+",
        bottom_right: "+",
        vertical_left: "|",
        vertical_right: "|",
        horizontal_top: "-",
        horizontal_bottom: "-",
    },
};
