//! Mentions: texts that name a node by its id, or by its title if the title is unique.
//!
//! An id that could be an ordinary word counts only in backticks or brackets; a title counts only if it has at least
//! two words. Ids are looked up token by token. Titles are matched by word n-gram hashing: the hashes of all windows of
//! up to [`MOST_WORDS`] words of the text are put in a table, and the hash of each title is looked up in it. Both take
//! time linear in the size of the text and of the names in the graph. Reading files does not belong here.

use super::is_target;
use super::words::{Word, combined_hash, is_distinctive, tokens, words};
use crate::graph::{Graph, Node, NodeIx};
use hashbrown::HashMap;
use rayon::prelude::*;
use std::cmp::Reverse;

/// Part of a node's text.
#[derive(Debug, Clone, Copy)]
pub struct Passage<'t> {
    /// Line of the file at which it starts.
    pub line: u32,
    pub text: &'t str,
}

/// A text that mentions a node.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mention {
    /// The node that the text belongs to.
    pub from: NodeIx,
    /// The node it mentions.
    pub to: NodeIx,
    /// The line in the file of `from`.
    pub line: u32,
    /// The mention as written.
    pub words: String,
    pub named: Named,
}

/// How a text mentions a node.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Named {
    Id,
    Title,
}

impl Named {
    /// The name shown to users.
    pub fn name(self) -> &'static str {
        match self {
            Self::Id => "id",
            Self::Title => "title",
        }
    }

    /// Score of the mention as evidence.
    pub(super) fn score(self) -> f64 {
        match self {
            Self::Id => 0.8,
            Self::Title => 0.6,
        }
    }
}

// Shorter titles occur everywhere; longer ones are never written out in full.
const FEWEST_WORDS: usize = 2;
const MOST_WORDS: usize = 12;

/// Returns the nodes mentioned in a node's own text, each once, in order of appearance.
pub fn mentioned_in(graph: &Graph, node: NodeIx, passages: &[Passage<'_>]) -> Vec<Mention> {
    let mut found: Vec<(usize, usize, Mention)> = Vec::new();
    for (at, passage) in passages.iter().enumerate() {
        let mention = |place: usize, to: NodeIx, words: &str, named: Named| {
            let line = passage.line + line_of(passage.text, place);
            (at, place, Mention { from: node, to, line, words: words.to_owned(), named })
        };
        let ids = tokens(passage.text).filter(|(_, token, set_off)| *set_off || is_distinctive(token));
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

/// The titles that occur in a text, with the byte range of the first occurrence. Skips ambiguous titles and titles that
/// occur only inside a longer one. The node's own title is skipped without hiding shorter titles inside it, because a
/// short text may consist of nothing but its title.
fn titles_in(graph: &Graph, node: NodeIx, text: &str) -> Vec<(NodeIx, usize, usize)> {
    let text_words: Vec<Word> = words(text).collect();
    let mut windows: HashMap<(usize, u64), usize> = HashMap::new();
    for first in 0..text_words.len() {
        let mut hash = 0;
        for (at, word) in text_words[first..].iter().take(MOST_WORDS).enumerate() {
            hash = combined_hash(hash, word.hash);
            windows.entry((at + 1, hash)).or_insert(first);
        }
    }
    if windows.is_empty() {
        return Vec::new();
    }
    let nodes: Vec<_> = graph.nodes().filter(|node| is_target(*node)).map(Node::ix).collect();
    let is_in_text = |node: &NodeIx| {
        let (length, hash) = title_of(graph.node(*node))?;
        let first = *windows.get(&(length, hash))?;
        Some((first, first + length, *node))
    };
    let mut found: Vec<_> = nodes.par_iter().with_min_len(1024).filter_map(is_in_text).collect();
    // Of matches with the same start the longest comes first, so a match inside an earlier one ends no later than it.
    found.sort_unstable_by_key(|(first, end, node)| (*first, Reverse(*end), *node));
    let mut reached = 0;
    let mut alone = Vec::new();
    for same in found.chunk_by(|one, other| (one.0, one.1) == (other.0, other.1)) {
        let (first, end, named) = same[0];
        if same.len() == 1 && named == node {
            continue;
        }
        if same.len() == 1 && end > reached {
            alone.push((named, text_words[first].start, text_words[end - 1].end));
        }
        reached = reached.max(end);
    }
    alone
}

/// Number of words in a node's title and their combined hash, if the title is distinctive enough to search for.
fn title_of(node: Node<'_>) -> Option<(usize, u64)> {
    if node.title() == node.id() {
        return None;
    }
    let (mut length, mut hash) = (0, 0);
    for word in words(node.title()) {
        length += 1;
        hash = combined_hash(hash, word.hash);
        if length > MOST_WORDS {
            return None;
        }
    }
    (length >= FEWEST_WORDS).then_some((length, hash))
}

/// Zero-based line number of a byte offset.
fn line_of(text: &str, place: usize) -> u32 {
    memchr::memchr_iter(b'\n', &text.as_bytes()[..place]).count() as u32
}

/// The first line of a file, starting at line `first`, that contains these words verbatim.
pub(super) fn line_in(file: &str, first: u32, words: &str) -> Option<u32> {
    let mut lines = (1..).zip(file.lines()).skip_while(|(line, _)| *line < first);
    lines.find(|(_, text)| text.contains(words)).map(|(line, _)| line)
}

/// Searches texts for mentions of one node.
pub struct Lookout<'g> {
    graph: &'g Graph,
    node: Node<'g>,
    /// The hashes of the words of its title, if the title is distinctive and unique.
    title: Option<Vec<u64>>,
}

impl<'g> Lookout<'g> {
    pub fn new(graph: &'g Graph, node: NodeIx) -> Self {
        let node = graph.node(node);
        let title = title_of(node).filter(|title| {
            let same = |other: &Node<'_>| is_target(*other) && title_of(*other) == Some(*title);
            graph.nodes().filter(same).nth(1).is_none()
        });
        let title = title.map(|_| words(node.title()).map(|word| word.hash).collect());
        Self { graph, node, title }
    }

    /// Mentions of the node in titles of other nodes.
    pub fn in_titles(&self) -> Vec<Mention> {
        let others: Vec<_> = self.graph.nodes().filter(|other| is_target(*other)).map(Node::ix).collect();
        let named = |other: &NodeIx| {
            let other = self.graph.node(*other);
            self.in_text(other.ix(), &[Passage { line: other.line().unwrap_or(1), text: other.title() }])
        };
        others.par_iter().with_min_len(1024).filter_map(named).collect()
    }

    /// The first mention of the node in another node's text.
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
        // Most texts do not contain the id: a substring search avoids tokenising them.
        if memchr::memmem::find(text.as_bytes(), id.as_bytes()).is_some() {
            let names = |(_, token, set_off): &(usize, &str, bool)| {
                (*set_off || is_distinctive(token)) && self.graph.find(token).map(Node::ix) == Some(self.node.ix())
            };
            if let Some((start, token, _)) = tokens(text).find(names) {
                return Some((start, start + token.len(), Named::Id));
            }
        }
        let title = self.title.as_deref()?;
        let text_words: Vec<Word> = words(text).collect();
        let is_title = |window: &&[Word]| window.iter().map(|word| word.hash).eq(title.iter().copied());
        let window = text_words.windows(title.len()).find(is_title)?;
        // If the text is nothing but the title, the two nodes merely share a name.
        (text_words.len() > title.len()).then(|| (window[0].start, window[window.len() - 1].end, Named::Title))
    }
}
