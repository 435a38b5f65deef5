//! Blocks of case-folded names, contiguous in memory (struct of arrays).
//!
//! The graph's own texts are scattered, each behind two lookups, and would have to be folded for every comparison. A
//! block pays for that once instead of once per keystroke and name.

use super::characters::CharacterSets;
use super::tier::{fold, head};
use crate::graph::{Graph, NodeIx};

/// Separator. This byte never occurs in UTF-8, so no word matches across it.
const BREAK: u8 = 0xff;

/// A block of names: the unit of work of a thread. Cancellation is checked between blocks.
pub(super) struct Block {
    nodes: Box<[NodeIx]>,
    /// Id and title of each name, folded and truncated.
    text: Box<[u8]>,
    /// End offsets of each id and title in `text`.
    ends: Box<[Ends]>,
    /// The character sets of each name.
    characters: Box<[CharacterSets]>,
}

#[derive(Clone, Copy)]
struct Ends {
    id: u32,
    title: u32,
}

#[derive(Clone, Copy)]
pub(super) struct Name<'b> {
    /// Id and title with the separator between them.
    pub(super) both: &'b [u8],
    id_length: usize,
}

impl<'b> Name<'b> {
    pub(super) fn id(self) -> &'b [u8] {
        &self.both[..self.id_length]
    }

    /// The title; empty if it equals the id.
    pub(super) fn title(self) -> &'b [u8] {
        &self.both[self.title_start()..]
    }

    pub(super) fn title_start(self) -> usize {
        self.id_length + 1
    }
}

impl Block {
    /// Maximum number of names: positions fit in two bytes, and the texts of a block fit in the CPU cache.
    pub(super) const MOST: usize = 2048;

    pub(super) fn new(graph: &Graph, nodes: Box<[NodeIx]>) -> Self {
        let mut text = Vec::new();
        let mut ends = Vec::with_capacity(nodes.len());
        let mut all_characters = Vec::with_capacity(nodes.len());
        for node in nodes.iter().map(|ix| graph.node(*ix)) {
            let start = text.len();
            push_folded(&mut text, node.id());
            let id = text.len() as u32;
            text.push(BREAK);
            if node.title() != node.id() {
                push_folded(&mut text, node.title());
            }
            ends.push(Ends { id, title: text.len() as u32 });
            all_characters.push(CharacterSets::new(&text[start..id as usize], &text[id as usize + 1..]));
        }
        Self { nodes, text: text.into(), ends: ends.into(), characters: all_characters.into() }
    }

    pub(super) fn len(&self) -> usize {
        self.nodes.len()
    }

    pub(super) fn node(&self, at: u16) -> NodeIx {
        self.nodes[usize::from(at)]
    }

    pub(super) fn characters(&self, at: u16) -> CharacterSets {
        self.characters[usize::from(at)]
    }

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
