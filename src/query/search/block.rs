//! Names side by side, as searching wants them: without case, one after the other in memory.
//!
//! The graph's own texts lie where they were read, each behind two look-ups, and have to be folded before they can be
//! compared. A key would pay for that a million times; a block pays once.

use super::characters::Letters;
use super::tier::{fold, head};
use crate::graph::{Graph, NodeIx};

/// No text has this byte, so no word is found across it.
const BREAK: u8 = 0xff;

/// Some names. What is done to one block is done at once by one thread; in between it is asked whether to go on.
pub(super) struct Block {
    /// The node of each name.
    nodes: Box<[NodeIx]>,
    /// Id and title of each name: folded, and cut as titles are.
    text: Box<[u8]>,
    /// Where each ends in that.
    ends: Box<[Ends]>,
    /// The letters of each.
    letters: Box<[Letters]>,
}

#[derive(Clone, Copy)]
struct Ends {
    id: u32,
    title: u32,
}

/// One name of a block.
#[derive(Clone, Copy)]
pub(super) struct Name<'b> {
    /// Id and title, with something between them that no word has.
    pub(super) both: &'b [u8],
    id_length: usize,
}

impl<'b> Name<'b> {
    /// The id.
    pub(super) fn id(self) -> &'b [u8] {
        &self.both[..self.id_length]
    }

    /// The title; empty if it only repeats the id.
    pub(super) fn title(self) -> &'b [u8] {
        &self.both[self.title_start()..]
    }

    /// Where the title starts.
    pub(super) fn title_start(self) -> usize {
        self.id_length + 1
    }
}

impl Block {
    /// So many names at most: positions take two bytes, and the texts of a block stay in the processor's cache.
    pub(super) const MOST: usize = 2048;

    /// The names of these nodes, in this order.
    pub(super) fn new(graph: &Graph, nodes: Box<[NodeIx]>) -> Self {
        let mut text = Vec::new();
        let mut ends = Vec::with_capacity(nodes.len());
        let mut all_letters = Vec::with_capacity(nodes.len());
        for node in nodes.iter().map(|ix| graph.node(*ix)) {
            let start = text.len();
            push_folded(&mut text, node.id());
            let id = text.len() as u32;
            text.push(BREAK);
            if node.title() != node.id() {
                push_folded(&mut text, node.title());
            }
            ends.push(Ends { id, title: text.len() as u32 });
            all_letters.push(Letters::new(&text[start..id as usize], &text[id as usize + 1..]));
        }
        Self { nodes, text: text.into(), ends: ends.into(), letters: all_letters.into() }
    }

    /// How many names it has.
    pub(super) fn len(&self) -> usize {
        self.nodes.len()
    }

    /// The node of a name.
    pub(super) fn node(&self, at: u16) -> NodeIx {
        self.nodes[usize::from(at)]
    }

    /// The letters of a name.
    pub(super) fn letters(&self, at: u16) -> Letters {
        self.letters[usize::from(at)]
    }

    /// A name.
    pub(super) fn name(&self, at: u16) -> Name<'_> {
        let at = usize::from(at);
        let start = if at == 0 { 0 } else { self.ends[at - 1].title as usize };
        let ends = self.ends[at];
        Name { both: &self.text[start..ends.title as usize], id_length: ends.id as usize - start }
    }
}

fn push_folded(into: &mut Vec<u8>, text: &str) {
    let text = head(text);
    let start = into.len();
    if text.is_ascii() {
        into.extend_from_slice(text.as_bytes());
        into[start..].make_ascii_lowercase();
    } else {
        let mut buffer = [0; 4];
        text.chars().for_each(|c| into.extend_from_slice(fold(c).encode_utf8(&mut buffer).as_bytes()));
    }
}
