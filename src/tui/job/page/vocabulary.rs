//! The vocabulary page: the relations in force, by system, with their properties and how often they are used.

use super::{Page, PageBlock, PageRow, Section};
use crate::graph::{Graph, SystemId};
use crate::query::vocabulary::{Extent, VocabularyEntry, vocabulary};
use crate::text::{capitalised, count, grouped};
use crate::tui::theme::Role;
use crate::workspace::SETTINGS_FILE;

pub(super) fn page(graph: &Graph) -> Page {
    let entries = vocabulary(graph, Extent::InUse);
    let system = |entry: &VocabularyEntry<'_>| entry.relation.map(|relation| relation.system);
    let section = |group: &[VocabularyEntry<'_>]| {
        let heading = system(&group[0]).map_or("no meaning where they are used", SystemId::name);
        Section::new(capitalised(heading), group.iter().map(row).collect(), "")
    };
    let sections = entries.chunk_by(|one, other| system(one) == system(other)).map(section).collect();
    let known = entries.iter().filter(|entry| entry.relation.is_some()).count();
    Page { title: count(known, "relation"), parts: vec![PageBlock::Whole(sections)] }
}

/// A relation with its readings; its properties are below the page.
fn row(entry: &VocabularyEntry<'_>) -> PageRow {
    let row = PageRow::saying(Role::Relation, entry.verb);
    let row = match entry.relation {
        Some(relation) if relation.symmetric => row.and(Role::Text, format!("  {} (both ways)", relation.outgoing)),
        Some(relation) => row.and(Role::Text, format!("  {} / {}", relation.outgoing, relation.incoming)),
        None => row,
    };
    let used = if entry.total() == 0 { "unused".to_owned() } else { grouped(entry.total()) };
    let synonyms = entry.synonyms();
    let words = if synonyms.is_empty() { String::new() } else { format!("synonyms: {}", synonyms.join(", ")) };
    let row = row.aside(used).described(entry.properties(), words);
    match entry.relation.and_then(|relation| relation.declared_at) {
        Some(line) => row.at(SETTINGS_FILE, line),
        None => row,
    }
}
