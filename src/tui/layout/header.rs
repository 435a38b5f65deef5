//! The header: workspace name, tabs, systems, counts, watch state and number of findings. Tries variants from long to
//! short and takes the first that fits the width.

use crate::finding::Severity;
use crate::graph::SystemId;
use crate::text::{count, grouped};
use crate::tui::action::Action;
use crate::tui::keymap::Context;
use crate::tui::state::{Loading, State, minute};
use crate::tui::theme::Role;
use crate::tui::view::{self, ViewRef};
use crate::tui::words::{self, TextLine, line_width};
use crate::workspace::watch::Watching;

/// The view whose tab is at a column.
pub fn tab_at(state: &State, x: u16) -> Option<ViewRef> {
    let tabs = line(state).1;
    let found = tabs.iter().find(|(_, from, to)| (*from..*to).contains(&usize::from(x)));
    found.map(|(view, ..)| *view)
}

/// How verbose each part is.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Say {
    All,
    Most,
    /// Abbreviated names of views.
    Brief,
    Short,
    /// Symbols instead of words.
    Symbols,
    Least,
}

/// What the right end says about the graph.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Content {
    Counts,
    /// At most this many systems, and the number of further ones.
    Systems(usize),
    /// All systems, and the counts.
    Both,
}

impl Content {
    /// Maximum number of systems.
    fn most_systems(self) -> usize {
        match self {
            Self::Counts => 0,
            Self::Systems(most) => most,
            Self::Both => usize::MAX,
        }
    }
}

/// Variants of the header: the tabs, the right end, the least width of the name.
type Variant = (Say, Content, Say, usize);

/// Variants for a workspace whose systems are named. They come before the others: users of a repository do not know
/// what was found in it. The number of nodes is also in the title of the list.
const WITH_SYSTEMS: [Variant; 7] = [
    (Say::All, Content::Both, Say::All, 24),
    (Say::All, Content::Both, Say::All, 8),
    (Say::Most, Content::Both, Say::Most, 8),
    (Say::Brief, Content::Both, Say::Most, 8),
    (Say::Brief, Content::Systems(usize::MAX), Say::Most, 4),
    (Say::Brief, Content::Systems(2), Say::Most, 4),
    (Say::Short, Content::Systems(2), Say::Most, 4),
];

// View names are shortened first: their digits stay, and the state of the workspace is shown nowhere else.
const WITHOUT_SYSTEMS: [Variant; 9] = [
    (Say::All, Content::Counts, Say::All, 24),
    (Say::All, Content::Counts, Say::All, 8),
    (Say::Most, Content::Counts, Say::Most, 8),
    (Say::Brief, Content::Counts, Say::Most, 8),
    (Say::Short, Content::Counts, Say::Most, 8),
    (Say::Short, Content::Counts, Say::Short, 4),
    (Say::Short, Content::Counts, Say::Symbols, 0),
    (Say::Short, Content::Counts, Say::Least, 0),
    (Say::Least, Content::Counts, Say::Least, 0),
];

/// Length of an abbreviated view name; enough to be unique.
const LETTERS: usize = 3;

type Tabs = Vec<(ViewRef, usize, usize)>;

/// The line of the header, and the columns of its tabs.
pub fn line(state: &State) -> (TextLine, Tabs) {
    let (width, symbols) = (usize::from(state.size.0), state.setup.symbols);
    let (names, keys) = (systems(state), keys(state));
    let with_systems = WITH_SYSTEMS.iter().filter(|_| !names.is_empty());
    for &(tabs, content, end, least_name) in with_systems.chain(&WITHOUT_SYSTEMS) {
        // A short workspace name reserves only its own width, and none if there are notices.
        let notices = notices(state, end);
        let least_name = if notices.is_empty() { least_name.min(words::width(&state.name) + 1) } else { 0 };
        let (tabs, places) = self::tabs(state, &keys, tabs);
        let end = right(state, end, &names, content);
        let rest = width.checked_sub(line_width(&tabs) + line_width(&end) + line_width(&notices) + 2);
        let Some(rest) = rest.filter(|rest| *rest >= least_name) else { continue };
        let name_room = rest.saturating_sub(1).min(60);
        let brand = if rest >= 40 { " refscope " } else { "" };
        let name_room = name_room.saturating_sub(brand.len());
        let is_left_out = !notices.is_empty() && words::width(&state.name) > name_room;
        let name = words::fitted_end(&state.name, if is_left_out { 0 } else { name_room }, symbols);
        let rest = rest + line_width(&notices);
        let mut line = notices;
        line.extend([(Some(Role::Strong), brand.to_owned()), (Some(Role::Dim), format!(" {name}"))]);
        let used = line_width(&line);
        let gap = (rest + 2).saturating_sub(used);
        let left_gap = gap / 2;
        line.push((None, " ".repeat(left_gap)));
        let start = used + left_gap;
        line.extend(tabs);
        line.push((None, " ".repeat(gap - left_gap)));
        line.extend(end);
        let places = places.into_iter().map(|(view, from, to)| (view, start + from, start + to)).collect();
        return (line, places);
    }
    let (tabs, places) = tabs(state, &keys, Say::Least);
    let notices = notices(state, Say::Least);
    if notices.is_empty() { (tabs, places) } else { (notices, Tabs::new()) }
}

/// The time of the past state on screen, and the time since which changes are marked.
fn notices(state: &State, say: Say) -> TextLine {
    let (mut line, symbols) = (TextLine::new(), state.setup.symbols);
    if let Some(past) = &state.session.past {
        let at = past.at.map(minute);
        // While it is loading, another state is still shown.
        let waits =
            if past.at.is_some() && state.session.graph.as_of_time() == past.at { "" } else { symbols.ellipsis };
        let words = match (at, say) {
            (Some(at), Say::Least) => format!(" PAST {} ", &at[5..10]),
            (Some(at), _) => format!(" PAST {at}{waits} "),
            (None, _) => format!(" PAST{waits} "),
        };
        line.push((Some(Role::Past), words::shown(&words, symbols)));
    }
    if let Some(since) = &state.session.since {
        let words = match say {
            Say::All | Say::Most => format!(" +new since {} ", minute(since.from)),
            Say::Brief | Say::Short | Say::Symbols => format!(" +since {} ", &minute(since.from)[5..10]),
            Say::Least => " + ".to_owned(),
        };
        line.push((Some(Role::Good), words::shown(&words, symbols)));
    }
    line
}

/// The first key of each view, which its tab shows.
fn keys(state: &State) -> Vec<String> {
    let key = |at| state.setup.keymap.keys_of(&Context::Everywhere.chain(), Action::Show(at)).into_iter().next();
    (0..view::ALL.len()).map(|at| key(at).unwrap_or_default()).collect()
}

fn tabs(state: &State, keys: &[String], say: Say) -> (TextLine, Tabs) {
    let (mut line, mut places, mut at) = (TextLine::new(), Vec::new(), 0);
    for (key, view) in keys.iter().zip(view::ALL) {
        let is_current = view == state.view;
        let named = |title: &str| format!("{key} {title}").trim_start().to_owned();
        let words = match say {
            Say::All => format!(" {} ", named(view.about().title)),
            _ if is_current => named(view.about().title),
            Say::Most => named(view.about().title),
            Say::Brief => named(words::start(view.about().title, LETTERS)),
            Say::Short | Say::Symbols => key.clone(),
            Say::Least => continue,
        };
        if say != Say::All && at > 0 {
            at += 1;
            line.push((None, " ".to_owned()));
        }
        let end = at + words::width(&words);
        places.push((view, at, end));
        at = end;
        line.push((Some(if is_current { Role::TabCurrent } else { Role::Tab }), words));
    }
    (line, places)
}

/// The systems to name.
fn systems(state: &State) -> Vec<&'static str> {
    let counted = state.session.counted.stats.iter();
    counted.flat_map(|stats| stats.named_systems(&state.session.graph)).map(SystemId::name).collect()
}

/// Systems or counts, watch state and findings.
fn right(state: &State, say: Say, systems: &[&str], content: Content) -> TextLine {
    let (mut line, symbols) = (TextLine::new(), state.setup.symbols);
    let shown = content.most_systems();
    if shown > 0 {
        let more = systems.len().saturating_sub(shown);
        let first = systems.iter().take(shown).map(|name| (*name).to_owned());
        let names: Vec<_> = first.chain((more > 0).then(|| format!("+{more}"))).collect();
        line.push((Some(Role::Strong), names.join(" ")));
    }
    if content == Content::Both {
        line.push((None, "  ".to_owned()));
    }
    if let Some(stats) = state.session.counted.stats.as_ref().filter(|_| !matches!(content, Content::Systems(_))) {
        // The list contains missing nodes too, so both count the same.
        let nodes = stats.nodes + stats.missing;
        let missing = match (stats.missing, say) {
            (1.., Say::All) => format!(" ({} missing)", grouped(stats.missing)),
            _ => String::new(),
        };
        let counts = match say {
            Say::All | Say::Most | Say::Brief => {
                format!("{}{missing} {}", count(nodes, "node"), count(stats.edges, "edge"))
            }
            Say::Short | Say::Symbols => format!("{}n {}e", grouped(nodes), grouped(stats.edges)),
            Say::Least => String::new(),
        };
        line.push((Some(Role::Text), counts));
    }
    let (symbol, word, role) = match &state.session.loading {
        Loading::Reading { .. } => (None, "reading", Role::Note),
        Loading::Failed(_) => (None, "failed", Role::Error),
        Loading::Done => match state.watching {
            Some(how @ Watching::Live) => (Some(symbols.live), how.word(), Role::Good),
            Some(how @ Watching::Polling) => (Some(symbols.polling), how.word(), Role::Note),
            Some(how @ Watching::Gone) => (Some(symbols.gone), how.word(), Role::Error),
            None => (None, "loaded", Role::Good),
        },
    };
    let status = symbol.map_or_else(|| word.to_owned(), |symbol| format!("{symbol} {word}"));
    let words = match say {
        Say::All => format!("  {status}  "),
        Say::Most | Say::Brief | Say::Short => format!(" {status} "),
        Say::Symbols | Say::Least if state.session.loading != Loading::Done || role == Role::Error => {
            format!(" {word} ")
        }
        // "Loaded" needs no word.
        Say::Symbols => symbol.map_or_else(|| " ".to_owned(), |symbol| format!(" {symbol} ")),
        Say::Least => symbol.map(|symbol| format!(" {symbol} ")).unwrap_or_default(),
    };
    line.push((Some(role), words));
    if state.session.checks.report.is_none() && state.session.loading == Loading::Done {
        let word = if matches!(say, Say::Symbols | Say::Least) { "" } else { "checking" };
        line.push((Some(Role::Note), format!("{word}{}", symbols.ellipsis)));
    }
    if let Some(report) = &state.session.checks.report {
        let number = report.findings.len();
        // Findings are sorted worst first. There may be 100,000, and this runs on every key, so none is scanned.
        let worst = report.findings.first().map(|finding| finding.rule.severity);
        let role = worst.map_or(Role::Good, Role::from);
        let words = match (number, say) {
            (0, Say::All) => "no findings".to_owned(),
            (0, _) => String::new(),
            (_, Say::Symbols | Say::Least) => {
                format!("{}{}", grouped(number), if worst == Some(Severity::Error) { "!" } else { "?" })
            }
            (_, _) => count(number, "finding"),
        };
        line.push((Some(role), words));
    }
    line
}
