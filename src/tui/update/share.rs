//! Sharing: what is shown, and what becomes of it.

use super::{ask, say};
use crate::graph::{Edge, Graph, NodeIx};
use crate::query::{Directions, Implicit, ProposedEdge, Retracted, reading};
use crate::text::for_shell;
use crate::time;
use crate::tui::effect::Effect;
use crate::tui::job::{MOST_SUGGESTIONS, Page, ShareRequest, ShareWay, Shared, SharedPart, Topic};
use crate::tui::overlay::{LOG, OverlayRef, PAGE, SHARE};
use crate::tui::state::{ListCursor, RelationChoice, ShareItem, SharePane, State};
use crate::tui::theme::Role;
use std::sync::Arc;

/// Opens the dialog for what is shown.
pub(in crate::tui) fn open(state: &mut State) -> Vec<Effect> {
    let under = state.overlay.take();
    let Some(shown) = shown(state, under) else {
        state.overlay = under;
        return vec![say(state, Role::Note, "Nothing to share here")];
    };
    let Shown { graph, part, title, command, sentence } = shown;
    let (items, rows) = (ShareItem::of(&part), ListCursor::default());
    state.share = Some(Box::new(SharePane { graph, part, title, command, sentence, items, rows, under }));
    state.overlay = Some(SHARE);
    Vec::new()
}

/// Closes the dialog; what was open before is open again.
pub(in crate::tui) fn close(state: &mut State) -> Option<Box<SharePane>> {
    let mut pane = state.share.take()?;
    state.overlay = pane.under.take();
    Some(pane)
}

/// Does what the selected row says.
pub(in crate::tui) fn accept(state: &mut State) -> Vec<Effect> {
    let Some(pane) = close(state) else { return Vec::new() };
    let SharePane { graph, part, title, command, sentence, items, rows, .. } = *pane;
    let way = match items.get(rows.cursor) {
        None => return Vec::new(),
        Some(ShareItem::CopySentence) => {
            return match sentence {
                Some(sentence) => vec![Effect::Copy(sentence, "sentence")],
                None => vec![say(state, Role::Note, "No edge or node is selected")],
            };
        }
        Some(ShareItem::CopyCommand) => {
            return match command {
                Ok(command) => vec![Effect::Copy(command, "command")],
                Err(why) => vec![say(state, Role::Note, format!("No command gives exactly this: {why}"))],
            };
        }
        Some(ShareItem::CopyIds) => ShareWay::CopyIds,
        Some(ShareItem::Copy(format)) => ShareWay::Copy(*format),
        Some(ShareItem::Save(format)) => ShareWay::Save(*format),
    };
    let request = ShareRequest { graph, part, title, command: command.ok(), way, folder: state.setup.folder.clone() };
    vec![ask::sharing(state, request)]
}

/// Handles what was written.
pub(in crate::tui) fn shared(state: &mut State, shared: Shared) -> Vec<Effect> {
    match shared {
        Shared::Text { text, what, file, notices } => {
            vec![Effect::CopyLines { text, what, file, also: appended(&notices) }]
        }
        Shared::Saved { paths, notices } => {
            let paths: Vec<_> = paths.iter().map(|path| path.display().to_string()).collect();
            vec![say(state, Role::Good, format!("Saved {}{}", paths.join(", "), appended(&notices)))]
        }
        Shared::Failed(why) => vec![say(state, Role::Error, why)],
    }
}

/// Notices at the end of a message.
fn appended(notices: &[String]) -> String {
    notices.iter().map(|notice| format!("; {notice}")).collect()
}

/// What is shown.
struct Shown {
    graph: Arc<Graph>,
    part: SharedPart,
    title: String,
    command: Result<String, &'static str>,
    sentence: Option<String>,
}

fn shown(state: &State, under: Option<OverlayRef>) -> Option<Shown> {
    match under {
        Some(under) if under == PAGE => of_page(state),
        Some(under) if under == LOG => of_log(state),
        _ => of_view(state),
    }
}

fn of_page(state: &State) -> Option<Shown> {
    let pane = state.page.as_ref()?;
    let (document, graph) = pane.shown.as_ref()?;
    let sentence = pane.selected().and_then(|(row, graph)| {
        let words = row.text().trim().to_owned();
        let of_row =
            row.edge.map(|edge| of_edge(graph.edge(edge))).or_else(|| row.node.map(|node| of_node(graph, node)));
        of_row.or((!words.is_empty()).then_some(words))
    });
    let command = topic_command(state, &pane.topic).map(|words| with_time(state, words));
    // While a page is computed again, the shown rows belong to an earlier graph than its topic.
    let is_current = Arc::ptr_eq(graph, &state.session.graph);
    let rows = rows_of(document, if is_current { topic_nodes(&pane.topic) } else { Vec::new() });
    let part = match rows {
        Some(rows) if is_current && has_graph(&pane.topic) => {
            SharedPart::Answer(Box::new(ask::page_request(state, pane.topic.clone())), Box::new(rows))
        }
        Some(rows) if has_graph(&pane.topic) => rows,
        _ => SharedPart::Page(Box::new(document.clone())),
    };
    Some(Shown { graph: Arc::clone(graph), part, title: document.title.clone(), command, sentence })
}

/// Whether a page is about nodes and edges: what drift and relations say is in their rows.
fn has_graph(topic: &Topic) -> bool {
    !matches!(topic, Topic::Drift | Topic::Vocabulary)
}

/// The nodes that a page is about.
fn topic_nodes(topic: &Topic) -> Vec<NodeIx> {
    match topic {
        Topic::History(node)
        | Topic::Argument(node)
        | Topic::Impact(node)
        | Topic::Related(node)
        | Topic::Suggestions(node) => vec![*node],
        Topic::Path { from, to } => vec![*from, *to],
        Topic::Proof(_) | Topic::Drift | Topic::Vocabulary => Vec::new(),
    }
}

/// The nodes and edges of the rows of a page; `None` if there are none.
fn rows_of(page: &Page, roots: Vec<NodeIx>) -> Option<SharedPart> {
    let edges: Vec<_> = page.rows().filter_map(|row| row.edge).collect();
    let proposed = page.rows().filter_map(|row| row.proposed.as_ref()).map(|one| ProposedEdge {
        from: one.from,
        to: one.to,
        relation: one.relation.clone(),
        score: None,
    });
    let proposed: Vec<_> = proposed.collect();
    let nodes: Vec<_> = roots.into_iter().chain(page.rows().filter_map(|row| row.node)).collect();
    let is_empty = nodes.is_empty() && edges.is_empty() && proposed.is_empty();
    (!is_empty).then_some(SharedPart::Rows { nodes, edges, proposed })
}

fn of_log(state: &State) -> Option<Shown> {
    let shown = state.log.shown.as_ref().filter(|shown| !shown.edges.is_empty())?;
    let graph = Arc::clone(&shown.graph);
    let selected = shown.edges.get(state.log.rows.cursor);
    let sentence = selected.map(|edge| of_edge(graph.edge(*edge)));
    let part = SharedPart::Rows { nodes: Vec::new(), edges: shown.edges.clone(), proposed: Vec::new() };
    let is_filtered = !state.log.prompt.text().trim().is_empty();
    let command = if is_filtered { Err("the log is filtered") } else { Ok(with_time(state, vec!["log".to_owned()])) };
    Some(Shown { graph, part, title: "Log".to_owned(), command, sentence })
}

fn of_view(state: &State) -> Option<Shown> {
    let graph = Arc::clone(&state.session.graph);
    let sentence = state.view.selected_edge(state).map(|edge| of_edge(graph.edge(edge)));
    let sentence = sentence.or_else(|| state.selected().map(|node| of_node(&graph, node)));
    let Part { part, title, command } = state.view.shared(state)?;
    Some(Shown { graph, part, title, command: command.map(|words| with_time(state, words)), sentence })
}

/// Nodes with the edges between them, if there are any nodes.
pub(in crate::tui) fn some(nodes: Vec<NodeIx>) -> Option<SharedPart> {
    (!nodes.is_empty()).then_some(SharedPart::Nodes(nodes))
}

/// An edge as a sentence with its place: `a led to b (references.jsonl:3)`.
fn of_edge(edge: Edge<'_>) -> String {
    let (from, to) = (edge.from().address(), edge.to().address());
    format!("{from} {} {to} ({}:{})", reading(edge, edge.from().ix()), edge.file(), edge.line())
}

/// A node with its place: `fix-cache: Fix the cache (artifacts/tasks/fix-cache.md:1)`.
fn of_node(graph: &Graph, node: NodeIx) -> String {
    let node = graph.node(node);
    let title = if node.title() == node.id() { String::new() } else { format!(": {}", node.title()) };
    let line = node.line().map(|line| format!(":{line}")).unwrap_or_default();
    let place = node.file().map(|file| format!(" ({file}{line})")).unwrap_or_default();
    format!("{}{title}{place}", node.address())
}

/// The words of a command, or why there is none.
pub(in crate::tui) type Command = Result<Vec<String>, &'static str>;

/// What a view shares.
pub struct Part {
    pub part: SharedPart,
    pub title: String,
    /// The command that gives the same.
    pub command: Command,
}

/// The command with the time shown.
fn with_time(state: &State, mut words: Vec<String>) -> String {
    let options = [("--as-of", state.session.graph.as_of_time()), ("--now", state.session.clock.asked)];
    for (option, time) in options {
        words.extend(time.into_iter().flat_map(|time| [option.to_owned(), time::format(time)]));
    }
    let words = words.iter().map(|word| for_shell(word));
    std::iter::once("refscope".to_owned()).chain(words).collect::<Vec<_>>().join(" ")
}

/// The options for relations and confidence that the filters stand for.
pub(in crate::tui) fn filter_words(state: &State, relations: Option<&RelationChoice>) -> Command {
    let mut words = Vec::new();
    match relations {
        Some(RelationChoice::AllBut(_)) => return Err("relations are excluded"),
        Some(RelationChoice::Only(names)) => {
            words.extend(["--relation".to_owned(), names.iter().cloned().collect::<Vec<_>>().join(",")]);
        }
        Some(RelationChoice::All) | None => {}
    }
    if state.session.filters.implicit == Implicit::LeftOut {
        return Err("implicit edges are hidden");
    }
    words.extend(confidence_words(state));
    Ok(words)
}

/// The option for the confidence threshold.
fn confidence_words(state: &State) -> Vec<String> {
    let least = state.session.filters.confidence.map(|least| ["--min-confidence".to_owned(), least.to_string()]);
    least.into_iter().flatten().collect()
}

pub(in crate::tui) fn refs_command(state: &State, root: NodeIx) -> Command {
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

/// The command that gives the answer of a page.
fn topic_command(state: &State, topic: &Topic) -> Command {
    let id = |node: &NodeIx| state.session.graph.node(*node).address().into_owned();
    let (words, filters) = match topic {
        Topic::Argument(node) => (vec!["argument".to_owned(), id(node)], confidence_words(state)),
        Topic::Impact(node) => (vec!["impact".to_owned(), id(node)], confidence_words(state)),
        Topic::Suggestions(node) => {
            let most = MOST_SUGGESTIONS.to_string();
            (vec!["suggest".to_owned(), id(node), "--limit".to_owned(), most], filter_words(state, None)?)
        }
        Topic::Path { from, to } => {
            let words = vec!["path".to_owned(), id(from), id(to), "--all-shortest".to_owned()];
            (words, filter_words(state, Some(&state.session.filters.relations))?)
        }
        Topic::Drift => (vec!["drift".to_owned()], Vec::new()),
        Topic::Vocabulary => (vec!["relations".to_owned()], Vec::new()),
        Topic::History(_) => return Err("the history has edges of all files"),
        Topic::Related(_) => return Err("it is a selection"),
        Topic::Proof(_) => return Err("it is the proof of one finding"),
    };
    Ok([words, filters].concat())
}
