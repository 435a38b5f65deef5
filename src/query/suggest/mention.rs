//! Texts that name a node: by its id, or by its title if no other node has the same.
//!
//! An id that could be a plain word only counts where it is set off by backticks or brackets, a title only if it has two words
//! or more. Both are looked for in time linear in the text and in the names of the graph.

use super::is_target;
use super::words::{Word, followed_by, is_telling, tokens, words};
use crate::graph::{Graph, Node, NodeIx};
use hashbrown::HashMap;
use rayon::prelude::*;
use std::cmp::Reverse;

/// A piece of a node's text, and the line on which it starts.
#[derive(Debug, Clone, Copy)]
pub struct Passage<'t> {
    /// The line of its file.
    pub line: u32,
    /// What it says.
    pub text: &'t str,
}

/// A text that names a node.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mention {
    /// Whose text it is.
    pub from: NodeIx,
    /// The node it names.
    pub to: NodeIx,
    /// The line of the file of the first one.
    pub line: u32,
    /// The words that name it.
    pub words: String,
    /// What they name it by.
    pub named: Named,
}

/// What a text names a node by.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Named {
    /// Its id.
    Id,
    /// Its title.
    Title,
}

impl Named {
    /// The word people see.
    pub fn name(self) -> &'static str {
        match self {
            Self::Id => "id",
            Self::Title => "title",
        }
    }

    /// How much it speaks for a link.
    pub(super) fn score(self) -> f64 {
        match self {
            Self::Id => 0.8,
            Self::Title => 0.6,
        }
    }
}

/// Titles of fewer words are found everywhere, those of more are nowhere written out.
const FEWEST_WORDS: usize = 2;
const MOST_WORDS: usize = 12;

/// The nodes that a node's own text names, each once, in the order of the text.
pub fn mentioned_in(graph: &Graph, node: NodeIx, passages: &[Passage<'_>]) -> Vec<Mention> {
    let mut found: Vec<(usize, usize, Mention)> = Vec::new();
    for (at, passage) in passages.iter().enumerate() {
        let mention = |place: usize, to: NodeIx, words: &str, named: Named| {
            let line = passage.line + line_of(passage.text, place);
            (at, place, Mention { from: node, to, line, words: words.to_owned(), named })
        };
        let ids = tokens(passage.text).filter(|(_, token, set_off)| *set_off || is_telling(token));
        for (place, token, _) in ids {
            if let Some(named) = graph.find(token).filter(|named| is_target(*named)) {
                found.push(mention(place, named.ix(), token, Named::Id));
            }
        }
        for (to, start, end) in titles_in(graph, node, passage.text) {
            found.push(mention(start, to, &passage.text[start..end], Named::Title));
        }
    }
    found.sort_by_key(|(passage, place, mention)| (mention.to, mention.named == Named::Title, *passage, *place));
    found.dedup_by_key(|(.., mention)| mention.to);
    found.retain(|(.., mention)| mention.to != node);
    found.sort_by_key(|(passage, place, _)| (*passage, *place));
    found.into_iter().map(|(.., mention)| mention).collect()
}

/// The titles of nodes that a text holds as a whole, with the first place of each. One that several nodes have, and one that
/// is only found within a longer one, is left out. The title of the node whose text it is names nobody else, and hides no
/// shorter one: a short text is all title.
fn titles_in(graph: &Graph, node: NodeIx, text: &str) -> Vec<(NodeIx, usize, usize)> {
    let told: Vec<Word> = words(text).collect();
    let mut windows: HashMap<(usize, u64), usize> = HashMap::new();
    for first in 0..told.len() {
        let mut sum = 0;
        for (at, word) in told[first..].iter().take(MOST_WORDS).enumerate() {
            sum = followed_by(sum, word.sum);
            windows.entry((at + 1, sum)).or_insert(first);
        }
    }
    if windows.is_empty() {
        return Vec::new();
    }
    let nodes: Vec<_> = graph.nodes().filter(|node| is_target(*node)).map(Node::ix).collect();
    let is_in_text = |node: &NodeIx| {
        let (length, sum) = title_of(graph.node(*node))?;
        let first = *windows.get(&(length, sum))?;
        Some((first, first + length, *node))
    };
    let mut found: Vec<_> = nodes.par_iter().with_min_len(1024).filter_map(is_in_text).collect();
    // Of those that start at one word the longest comes first, so that what lies within one that came before ends earlier.
    found.sort_unstable_by_key(|(first, end, node)| (*first, Reverse(*end), *node));
    let mut reached = 0;
    let mut alone = Vec::new();
    for same in found.chunk_by(|one, other| (one.0, one.1) == (other.0, other.1)) {
        let (first, end, named) = same[0];
        if same.len() == 1 && named == node {
            continue;
        }
        if same.len() == 1 && end > reached {
            alone.push((named, told[first].start, told[end - 1].end));
        }
        reached = reached.max(end);
    }
    alone
}

/// How many words the title of a node has, and the sum over them, if it is one to look for.
fn title_of(node: Node<'_>) -> Option<(usize, u64)> {
    if node.title() == node.id() {
        return None;
    }
    let (mut length, mut sum) = (0, 0);
    for word in words(node.title()) {
        length += 1;
        sum = followed_by(sum, word.sum);
        if length > MOST_WORDS {
            return None;
        }
    }
    (length >= FEWEST_WORDS).then_some((length, sum))
}

/// The line of a place, from 0.
fn line_of(text: &str, place: usize) -> u32 {
    memchr::memchr_iter(b'\n', &text.as_bytes()[..place]).count() as u32
}

/// The first line of a file, from some line on, that holds these words as they are.
pub(super) fn line_in(file: &str, first: u32, words: &str) -> Option<u32> {
    let mut lines = (1..).zip(file.lines()).skip_while(|(line, _)| *line < first);
    lines.find(|(_, text)| text.contains(words)).map(|(line, _)| line)
}

/// Looks out for texts that name one node.
pub struct Lookout<'g> {
    graph: &'g Graph,
    node: Node<'g>,
    /// The sums over the words of its title, if that is one to look for.
    title: Option<Vec<u64>>,
}

impl<'g> Lookout<'g> {
    /// Looks out for a node.
    pub fn new(graph: &'g Graph, node: NodeIx) -> Self {
        let node = graph.node(node);
        let title = title_of(node).filter(|title| {
            let same = |other: &Node<'_>| is_target(*other) && title_of(*other) == Some(*title);
            graph.nodes().filter(same).nth(1).is_none()
        });
        let title = title.map(|_| words(node.title()).map(|word| word.sum).collect());
        Self { graph, node, title }
    }

    /// The nodes whose titles name it.
    pub fn in_titles(&self) -> Vec<Mention> {
        let others: Vec<_> = self.graph.nodes().filter(|other| is_target(*other)).map(Node::ix).collect();
        let named = |other: &NodeIx| {
            let other = self.graph.node(*other);
            self.in_text(other.ix(), &[Passage { line: other.line().unwrap_or(1), text: other.title() }])
        };
        others.par_iter().with_min_len(1024).filter_map(named).collect()
    }

    /// The first place where another node's text names it.
    pub fn in_text(&self, other: NodeIx, passages: &[Passage<'_>]) -> Option<Mention> {
        if other == self.node.ix() || !is_target(self.node) {
            return None;
        }
        passages.iter().find_map(|passage| {
            let (start, end, named) = self.find(passage.text)?;
            let line = passage.line + line_of(passage.text, start);
            Some(Mention { from: other, to: self.node.ix(), line, words: passage.text[start..end].to_owned(), named })
        })
    }

    fn find(&self, text: &str) -> Option<(usize, usize, Named)> {
        let id = self.node.id();
        // Most texts do not hold it at all, which is seen without cutting them into pieces.
        if memchr::memmem::find(text.as_bytes(), id.as_bytes()).is_some() {
            let names = |(_, token, set_off): &(usize, &str, bool)| {
                (*set_off || is_telling(token)) && self.graph.find(token).map(Node::ix) == Some(self.node.ix())
            };
            if let Some((start, token, _)) = tokens(text).find(names) {
                return Some((start, start + token.len(), Named::Id));
            }
        }
        let title = self.title.as_deref()?;
        let told: Vec<Word> = words(text).collect();
        let is_title = |window: &&[Word]| window.iter().map(|word| word.sum).eq(title.iter().copied());
        let window = told.windows(title.len()).find(is_title)?;
        // A title that is all of another title is a name they share, which says nothing.
        (told.len() > title.len()).then(|| (window[0].start, window[window.len() - 1].end, Named::Title))
    }
}
