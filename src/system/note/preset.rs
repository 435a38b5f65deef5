//! The tools whose notes are read, as data: how a folder is recognised, and what differs between them.

use super::links::Bar;

/// What differs between tools.
#[derive(Debug, PartialEq)]
#[expect(clippy::struct_excessive_bools, reason = "independent properties, each with a name")]
pub(super) struct Preset {
    pub(super) name: &'static str,
    /// How the folder of a workspace is recognised; any one of them is enough.
    pub(super) signs: &'static [Sign],
    /// The name of the sign in messages.
    pub(super) shown: &'static str,
    /// Recognised by the notes of a folder that the settings name.
    pub(super) habit: Option<Habit>,
    /// The folder with the notes, below the folder that the sign is in.
    pub(super) folder: &'static str,
    pub(super) ids: Ids,
    /// Folders that contain no notes.
    pub(super) skipped: &'static [&'static str],
    /// Names of files that are not notes, without `.md`.
    pub(super) not_notes: &'static [&'static str],
    /// The kind of notes without a `type`, by their folder. The longest folder counts.
    pub(super) kinds: &'static [(&'static str, &'static str)],
    /// Folders whose notes give way to others with the same id.
    pub(super) yields: &'static [&'static str],
    /// Lines `key:: [[x]]`.
    pub(super) has_line_fields: bool,
    /// `[key:: [[x]]]` and `(key:: [[x]])` inside a line.
    pub(super) has_bracket_fields: bool,
    /// List items `- verb [[x]] (context)`.
    pub(super) has_verb_items: bool,
    /// `#tag` and `#[[a b]]` are links to notes.
    pub(super) tags_are_links: bool,
    pub(super) bar: Bar,
    /// Whether the last parts of a path, such as the file name, name a note.
    pub(super) matches_last_parts: bool,
    /// Whether a title or `permalink` names a note.
    pub(super) matches_titles: bool,
    /// Whether `[text](x)` names a note without `.md`.
    pub(super) matches_bare_paths: bool,
    /// A note whose name continues another one's name behind this character is its child.
    pub(super) hierarchy: Option<char>,
    /// The verb of a link without one.
    pub(super) untyped: &'static str,
    /// Properties that name notes without brackets.
    pub(super) references: &'static [Reference],
    /// Whether a note without `type` is reported.
    pub(super) needs_type: bool,
}

#[derive(Debug, PartialEq)]
pub(super) enum Sign {
    File(&'static str),
    Folder(&'static str),
    /// A file whose frontmatter has this key.
    FileWithKey(&'static str, &'static str),
}

/// Notes of a named folder that mostly have a property.
#[derive(Debug, PartialEq)]
pub(super) struct Habit {
    pub(super) key: &'static str,
    /// A file that must exist as well.
    pub(super) file: Option<&'static str>,
}

/// Where the id of a note comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Ids {
    /// The path below the folder of the notes.
    Path,
    /// The name of the page: the path below `pages/` or `journals/`, decoded.
    Page,
    /// The property `id`. A file without one is not a note.
    Property,
}

/// A property that names notes without brackets.
#[derive(Debug, PartialEq)]
pub(super) struct Reference {
    /// The path of the property: `sources[].resource` for the entry `resource` of the items of `sources`.
    pub(super) property: &'static str,
    pub(super) verb: &'static str,
    pub(super) names: Names,
}

/// How a [`Reference`] names a note.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Names {
    /// By id, or by number if the prefix was renamed.
    Id,
    /// By id or path; other texts are ignored.
    IdIfKnown,
    /// A path from the folder of the notes, or a URL; other texts are ignored.
    PathOrUrl,
}

/// Markdown with wiki links and properties: what all tools have in common.
pub(super) const PLAIN: Preset = Preset {
    name: "markdown",
    signs: &[],
    shown: "",
    habit: None,
    folder: "",
    ids: Ids::Path,
    skipped: &[],
    not_notes: &[],
    kinds: &[],
    yields: &[],
    has_line_fields: false,
    has_bracket_fields: false,
    has_verb_items: false,
    tags_are_links: false,
    bar: Bar::TargetFirst,
    matches_last_parts: true,
    matches_titles: false,
    matches_bare_paths: false,
    hierarchy: None,
    untyped: super::MENTIONS,
    references: &[],
    needs_type: false,
};

const BACKLOG: Preset = Preset {
    name: "backlog",
    signs: &[Sign::File("backlog/config.yml")],
    shown: "backlog/config.yml",
    folder: "backlog",
    ids: Ids::Property,
    kinds: &[
        ("tasks", "task"),
        ("completed", "task"),
        ("drafts", "draft"),
        ("archive", "task"),
        ("archive/drafts", "draft"),
        ("archive/milestones", "milestone"),
        ("milestones", "milestone"),
        ("docs", "doc"),
        ("decisions", "decision"),
    ],
    yields: &["archive"],
    references: &[
        Reference { property: "dependencies", verb: "depends-on", names: Names::Id },
        Reference { property: "parent_task_id", verb: "child-of", names: Names::Id },
        Reference { property: "milestone", verb: "milestone", names: Names::Id },
        Reference { property: "references", verb: "references", names: Names::IdIfKnown },
        Reference { property: "documentation", verb: "documentation", names: Names::IdIfKnown },
    ],
    ..PLAIN
};

/// The presets, in the order in which they are looked for. The first one that fits a folder counts.
pub(super) static PRESETS: [Preset; 9] = [
    Preset {
        name: "logseq",
        signs: &[Sign::File("logseq/config.edn")],
        shown: "logseq/config.edn",
        ids: Ids::Page,
        skipped: &["logseq"],
        kinds: &[("journals", "journal")],
        has_line_fields: true,
        tags_are_links: true,
        matches_last_parts: false,
        hierarchy: Some('/'),
        ..PLAIN
    },
    Preset {
        name: "dendron",
        signs: &[Sign::File("dendron.yml")],
        shown: "dendron.yml",
        bar: Bar::TargetLast,
        hierarchy: Some('.'),
        ..PLAIN
    },
    Preset {
        name: "basic-memory",
        habit: Some(Habit { key: "permalink", file: None }),
        has_line_fields: true,
        has_bracket_fields: true,
        has_verb_items: true,
        matches_titles: true,
        untyped: "links_to",
        ..PLAIN
    },
    Preset {
        name: "obsidian",
        signs: &[Sign::Folder(".obsidian")],
        shown: ".obsidian/",
        has_line_fields: true,
        has_bracket_fields: true,
        ..PLAIN
    },
    Preset { name: "foam", signs: &[Sign::Folder(".foam")], shown: ".foam/", ..PLAIN },
    Preset { name: "zk", signs: &[Sign::Folder(".zk")], shown: ".zk/", matches_bare_paths: true, ..PLAIN },
    Preset {
        name: "okf",
        signs: &[Sign::FileWithKey("index.md", "okf_version")],
        shown: "index.md with okf_version",
        habit: Some(Habit { key: "type", file: Some("index.md") }),
        not_notes: &["index", "log"],
        references: &[
            Reference { property: "sources[].resource", verb: "derived-from", names: Names::PathOrUrl },
            Reference { property: "executor.resource", verb: "executor", names: Names::PathOrUrl },
            Reference { property: "attester.resource", verb: "attester", names: Names::PathOrUrl },
        ],
        needs_type: true,
        ..PLAIN
    },
    BACKLOG,
    Preset { signs: &[Sign::File(".backlog/config.yml")], shown: ".backlog/config.yml", folder: ".backlog", ..BACKLOG },
];
