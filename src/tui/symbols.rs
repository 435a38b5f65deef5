//! The few signs the screen is made of, in two sets: common ones that need no special font, and plain ASCII.

use ratatui::symbols::border;

/// A set of signs. Each is one column wide, unless it says otherwise.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Symbols {
    /// Whether only ASCII may be drawn.
    pub is_ascii: bool,
    /// Stands where something was cut.
    pub ellipsis: &'static str,
    /// An edge that leaves.
    pub out: &'static str,
    /// An edge that reaches.
    pub into: &'static str,
    /// An edge that says the same from both ends.
    pub both: &'static str,
    /// In front of what is open.
    pub open: &'static str,
    /// In front of what is closed.
    pub closed: &'static str,
    /// In front of the selected row.
    pub cursor: &'static str,
    /// Between facts on one line.
    pub dot: &'static str,
    /// A node that stands further up on the same branch.
    pub cycle: &'static str,
    /// A node that a change reaches.
    pub reached: &'static str,
    /// A node that changed since its last sync.
    pub drifted: &'static str,
    /// A marked node.
    pub mark: &'static str,
    /// The root of a lineage or map.
    pub root: &'static str,
    /// A node on a map.
    pub node: &'static str,
    /// The system tells of changes.
    pub live: &'static str,
    /// Changes are looked for.
    pub polling: &'static str,
    /// The workspace is gone.
    pub gone: &'static str,
    /// A box of a checklist that is ticked.
    pub ticked: &'static str,
    /// One that is not.
    pub unticked: &'static str,
    /// More above.
    pub up: &'static str,
    /// More below.
    pub down: &'static str,
    /// The frame of a pane.
    pub border: border::Set<'static>,
}

/// Common signs.
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

/// ASCII only.
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
