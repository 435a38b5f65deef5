//! Makes the final batches of the raw ones: links become edges between notes.
//!
//! Indexing is sequential and cheap; the links of each raw batch are then resolved in parallel. What concerns several
//! files (notes with the same id, ambiguous names, nodes for URLs) is in a last batch.

use super::read::Raw;
use super::resolve::{Index, Meant, NoteIx};
use super::vault::Vault;
use super::{CHILD_OF, SYSTEM, rules};
use crate::finding::{Finding, Subject};
use crate::graph::{Batch, EXTERNAL, EdgeRecord, NodeRecord, Sym};
use crate::text::{count, quoted};
use hashbrown::{HashMap, HashSet};
use rayon::prelude::*;
use std::collections::BTreeMap;

/// Maximum number of notes that a message names.
const MOST_NAMED: usize = 5;

/// Resolves the links of raw batches, which must be in the order in which their files were found. `files` are the files
/// of each vault that are not notes.
pub(super) fn resolved(vaults: &[Vault], files: &[HashSet<String>], raw: &[&Batch]) -> Vec<Batch> {
    let mut last = Batch::new(SYSTEM, 1 + raw.iter().map(|batch| batch.part()).max().unwrap_or_default());
    let notes = Notes::of(vaults, files, raw, &mut last);
    let parts: Vec<Part> = raw.par_iter().map(|batch| Part::of(&notes, batch)).collect();
    let mut batches = Vec::with_capacity(raw.len() + 1);
    let (mut external, mut ambiguous) = (BTreeMap::new(), BTreeMap::new());
    for part in parts {
        for (url, place) in part.external {
            external.entry(url).or_insert(place);
        }
        for (name, one) in part.ambiguous {
            ambiguous.entry(name).and_modify(|known: &mut Ambiguous| known.links += one.links).or_insert(one);
        }
        batches.push(part.batch);
    }
    let kind = last.word(EXTERNAL);
    for (url, (file, line)) in external {
        let (id, file) = (last.word(&url), last.word(&file));
        last.node(NodeRecord::new(id, kind, id, file, line));
    }
    for index in &notes.indexes {
        shared_aliases(index, &mut last);
    }
    for ((vault, name), one) in ambiguous {
        last.finding(one.finding(&notes.indexes[vault], &name));
    }
    batches.push(last);
    batches
}

/// All notes.
struct Notes<'b> {
    indexes: Vec<Index<'b>>,
    /// The vault and index of the note in each file.
    by_file: HashMap<&'b str, (usize, NoteIx)>,
}

impl<'b> Notes<'b> {
    /// Indexes the notes. Reports those whose ids are taken.
    fn of(vaults: &'b [Vault], files: &'b [HashSet<String>], raw: &[&'b Batch], last: &mut Batch) -> Self {
        let mut indexes: Vec<_> = vaults.iter().zip(files).map(|(vault, files)| Index::new(vault, files)).collect();
        let mut by_file = HashMap::new();
        let mut by_id: HashMap<&str, &str> = HashMap::new();
        for batch in raw {
            for node in batch.nodes() {
                let (id, file) = (batch.text(node.id), batch.text(node.file));
                let Some(vault) = vault_of(vaults, file) else { continue };
                if let Some(kept) = by_id.get(id) {
                    last.finding(duplicate(id, file, kept));
                    continue;
                }
                by_id.insert(id, file);
                by_file.insert(file, (vault, indexes[vault].add(id, file)));
            }
            for edge in batch.edges().iter() {
                let Some(raw @ (Raw::Alias | Raw::Title)) = raw_of(batch, &edge) else { continue };
                if let Some((vault, note)) = by_file.get(batch.text(edge.file)) {
                    indexes[*vault].name(*note, raw, batch.text(edge.to));
                }
            }
        }
        Self { indexes, by_file }
    }
}

/// The vault that contains a file: the innermost one.
fn vault_of(vaults: &[Vault], file: &str) -> Option<usize> {
    let containing = vaults.iter().enumerate().filter(|(_, vault)| file.starts_with(&*vault.prefix));
    containing.max_by_key(|(_, vault)| vault.prefix.len()).map(|(at, _)| at)
}

fn raw_of(batch: &Batch, edge: &EdgeRecord) -> Option<Raw> {
    Raw::named(batch.text(edge.actor?))
}

fn duplicate(id: &str, file: &str, kept: &str) -> Finding {
    let message = format!("Id {} is already defined in {kept}, which is used; this note is left out", quoted(id));
    let finding = Finding::new(&rules::ID_DUPLICATE, SYSTEM.name(), message).about(id).in_file(file).at_line(1);
    finding.naming(Subject::file(kept)).suggest("rename one of the two")
}

/// An ambiguous name, where it was first used.
struct Ambiguous {
    from: String,
    file: String,
    line: u32,
    candidates: Vec<NoteIx>,
    links: usize,
}

impl Ambiguous {
    fn finding(&self, index: &Index<'_>, name: &str) -> Finding {
        let ids = ids(index, &self.candidates);
        let links =
            if self.links > 1 { format!(" and {}", count(self.links - 1, "other link")) } else { String::new() };
        let message = format!("{} names several notes in this link{links}: {ids}", quoted(name));
        let finding = Finding::new(&rules::AMBIGUOUS, SYSTEM.name(), message).about(&*self.from);
        let finding = named(index, &self.candidates, finding.in_file(&*self.file).at_line(self.line));
        finding.suggest("write the path of the note")
    }
}

fn ids(index: &Index<'_>, notes: &[NoteIx]) -> String {
    let ids: Vec<_> = notes.iter().take(MOST_NAMED).map(|note| quoted(index.notes[*note as usize].id)).collect();
    let more = notes.len().saturating_sub(MOST_NAMED);
    if more == 0 { ids.join(", ") } else { format!("{} and {more} more", ids.join(", ")) }
}

fn named(index: &Index<'_>, notes: &[NoteIx], finding: Finding) -> Finding {
    let first = notes.iter().take(MOST_NAMED);
    first.fold(finding, |finding, note| finding.naming(Subject::node(index.notes[*note as usize].id)))
}

fn shared_aliases(index: &Index<'_>, last: &mut Batch) {
    for (alias, notes) in index.shared_aliases() {
        let message = format!("{} is an alias of several notes: {}", quoted(alias), ids(index, notes));
        let first = &index.notes[notes[0] as usize];
        let finding =
            Finding::new(&rules::ALIAS, SYSTEM.name(), message).about(first.id).in_file(first.file).at_line(1);
        last.finding(named(index, &notes[1..], finding).suggest("give each note its own alias"));
    }
}

/// The final form of one raw batch.
struct Part {
    batch: Batch,
    /// URLs, with the place of the first link to each.
    external: Vec<(String, (String, u32))>,
    /// Ambiguous names by vault and name.
    ambiguous: Vec<((usize, String), Ambiguous)>,
}

impl Part {
    fn of(notes: &Notes<'_>, raw: &Batch) -> Self {
        let mut batch = Batch::new(SYSTEM, raw.part());
        batch.copy_findings(raw);
        let mut part = Self { batch, external: Vec::new(), ambiguous: Vec::new() };
        for node in raw.nodes() {
            let file = raw.text(node.file);
            // A note whose id another one has is left out.
            if let Some((vault, note)) = notes.by_file.get(file) {
                part.node(raw, node);
                part.parent(&notes.indexes[*vault], *note);
            }
        }
        for edge in raw.edges().iter() {
            let Some(form) = raw_of(raw, &edge) else { continue };
            if let Some((vault, note)) = notes.by_file.get(raw.text(edge.file)) {
                part.link(&notes.indexes[*vault], (*vault, *note), form, raw, &edge);
            }
        }
        part.batch.seal();
        part
    }

    fn node(&mut self, raw: &Batch, node: &NodeRecord) {
        let mut copy = |sym: Sym| self.batch.word(raw.text(sym));
        let record = NodeRecord {
            status: node.status.map(&mut copy),
            created: node.created,
            alias: node.alias.map(&mut copy),
            ..NodeRecord::new(copy(node.id), copy(node.kind), copy(node.title), copy(node.file), node.line)
        };
        self.batch.node(record);
    }

    /// Adds the edge to the note whose name this one's continues.
    fn parent(&mut self, index: &Index<'_>, note: NoteIx) {
        let Some(parent) = index.parent(note) else { return };
        let (note, parent) = (&index.notes[note as usize], &index.notes[parent as usize]);
        let batch = &mut self.batch;
        let (from, to, file) = (batch.word(note.id), batch.word(parent.id), batch.word(note.file));
        let relation = batch.word(CHILD_OF);
        batch.edge(EdgeRecord { implicit: true, ..EdgeRecord::new(from, to, relation, file, 1) });
    }

    fn link(&mut self, index: &Index<'_>, (vault, note): (usize, NoteIx), form: Raw, raw: &Batch, edge: &EdgeRecord) {
        let text = raw.text(edge.to);
        let id_of = |note: NoteIx| index.notes[note as usize].id;
        let (from, file) = (raw.text(edge.from), raw.text(edge.file));
        let to = match index.meant(form, text, note) {
            Meant::Nothing => return,
            Meant::One(note) => id_of(note).to_owned(),
            Meant::Missing(id) => id,
            Meant::External => {
                self.external.push((text.to_owned(), (file.to_owned(), edge.line)));
                text.to_owned()
            }
            Meant::First(first, candidates) => {
                let (from, file) = (from.to_owned(), file.to_owned());
                let one = Ambiguous { from, file, line: edge.line, candidates, links: 1 };
                self.ambiguous.push(((vault, text.to_owned()), one));
                id_of(first).to_owned()
            }
            Meant::ByNumber(note) => {
                let message = format!("{} is not an id; {} has the same number", quoted(text), quoted(id_of(note)));
                let finding = Finding::new(&rules::NUMBER, SYSTEM.name(), message).about(from);
                let finding = finding.in_file(file).at_line(edge.line).naming(Subject::node(id_of(note)));
                self.batch.finding(finding.suggest(format!("write {}", id_of(note))));
                id_of(note).to_owned()
            }
        };
        let batch = &mut self.batch;
        let (from, to, file) = (batch.word(from), batch.word(&to), batch.word(file));
        let (relation, note) = (batch.word(raw.text(edge.relation)), edge.note.map(|note| batch.word(raw.text(note))));
        let record = EdgeRecord::new(from, to, relation, file, edge.line);
        batch.edge(EdgeRecord { implicit: edge.implicit, note, ..record });
    }
}
