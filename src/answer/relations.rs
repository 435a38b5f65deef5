//! The relations in force: how each reads, its properties, and how often it is used.

use super::Input;
use crate::document::{Answer, Document, Line, Notice, Role, Row, Section, part};
use crate::format::json::{Each, Sink};
use crate::graph::SystemId;
use crate::graph::relation::{Argues, Relation};
use crate::query::vocabulary::{Extent, VocabularyEntry, vocabulary, writer};
use crate::text::{count, grouped};
use crate::workspace::SETTINGS_FILE;
use serde::Serialize;

/// The vocabulary of a graph.
pub struct RelationsAnswer<'a> {
    entries: Vec<VocabularyEntry<'a>>,
}

impl<'a> RelationsAnswer<'a> {
    pub fn new(input: Input<'a>, extent: Extent) -> Self {
        Self { entries: vocabulary(input.graph, extent, input.cancelled).unwrap_or_default() }
    }
}

fn system(entry: &VocabularyEntry<'_>) -> Option<SystemId> {
    entry.relation.map(|relation| relation.system)
}

/// A relation with its readings, followed by its properties and synonyms.
fn rows(entry: &VocabularyEntry<'_>) -> Vec<Row> {
    let reads = match entry.relation {
        Some(relation) if relation.symmetric => format!("{} (both ways)", relation.outgoing),
        Some(relation) => format!("{} / {}", relation.outgoing, relation.incoming),
        None => String::new(),
    };
    let used = if entry.total() == 0 { "unused".to_owned() } else { count(entry.total(), "edge") };
    let row = Row::of(Line::of(Role::Relation, entry.verb)).phrase(Line::new().plain(&reads));
    let row = row.phrase(Line::of(Role::Dim, &used));
    let declared = entry.relation.and_then(|relation| relation.declared_at);
    let row = match declared {
        Some(line) => row.at(SETTINGS_FILE, line),
        None => row,
    };
    let mut remarks = vec![entry.properties().join("; ")];
    let synonyms = entry.synonyms().join(", ");
    remarks.push(if synonyms.is_empty() { synonyms } else { format!("synonyms: {synonyms}") });
    remarks.extend(declared.map(|line| format!("declared at {SETTINGS_FILE}:{}", grouped(line as usize))));
    let remarks = remarks.iter().filter(|remark| !remark.is_empty()).map(|remark| Row::remark(remark).indented(1));
    std::iter::once(row).chain(remarks).collect()
}

impl Answer for RelationsAnswer<'_> {
    fn title(&self) -> String {
        "Relations".to_owned()
    }

    fn document(&self, most: usize) -> Document<'_> {
        let shown = &self.entries[..self.entries.len().min(most)];
        let section = |group: &'_ [VocabularyEntry<'_>]| {
            let heading = system(&group[0]).map_or("no meaning where they are used", SystemId::name);
            Section { total: Some(group.len()), shown: group.len(), ..Section::titled(heading, rows_of(group)) }
        };
        let groups = shown.chunk_by(|one, other| system(one) == system(other));
        let unknown = self.entries.iter().filter(|entry| entry.relation.is_none()).count();
        let verbs = count(unknown, "verb");
        let hint = format!("{verbs} without a meaning: declare them as relations in {SETTINGS_FILE}");
        Document::new(groups.map(section).collect())
            .with_total(part(most, self.entries.len() - unknown, "relation"))
            .with_notices((unknown > 0).then(|| Notice::hint(hint)))
    }

    fn json(&self, sink: &mut Sink<'_>) -> serde_json::Result<()> {
        sink.put(&Each(|| self.entries.iter().map(RelationWire::new)))
    }
}

fn rows_of(group: &[VocabularyEntry<'_>]) -> Vec<Row> {
    group.iter().flat_map(rows).collect()
}

#[derive(Serialize)]
struct RelationWire<'g> {
    verb: &'g str,
    system: Option<&'static str>,
    reads: &'g str,
    inverse: &'g str,
    earlier: Option<&'static str>,
    lineage: bool,
    acyclic: Option<&'g str>,
    dependent: Option<&'static str>,
    argues: Option<&'static str>,
    takes_sides: bool,
    symmetric: bool,
    opposes: Vec<&'g str>,
    synonyms: Vec<SynonymWire<'g>>,
    writer: &'static str,
    used: usize,
    declared: Option<PlaceWire>,
}

#[derive(Serialize)]
struct SynonymWire<'g> {
    name: &'g str,
    inverted: bool,
    used: usize,
}

#[derive(Serialize)]
struct PlaceWire {
    file: &'static str,
    line: u32,
}

impl<'g> RelationWire<'g> {
    fn new(entry: &'g VocabularyEntry<'_>) -> Self {
        let relation = entry.relation;
        let synonyms = relation.map(|it| &it.synonyms[..]).unwrap_or_default().iter().zip(&entry.synonyms_used);
        Self {
            verb: entry.verb,
            system: relation.map(|it| it.system.name()),
            reads: relation.map_or(entry.verb, |it| &it.outgoing),
            inverse: relation.map_or(entry.verb, |it| &it.incoming),
            earlier: relation.and_then(Relation::earlier_end),
            lineage: relation.is_some_and(|it| it.lineage),
            acyclic: relation.and_then(|it| it.acyclic.as_deref()),
            dependent: relation.and_then(Relation::dependent_end),
            argues: relation.and_then(|it| it.argues).map(Argues::name),
            takes_sides: relation.is_some_and(|it| it.takes_sides),
            symmetric: relation.is_some_and(|it| it.symmetric),
            opposes: relation.map(|it| it.opposes.iter().map(|one| &**one).collect()).unwrap_or_default(),
            synonyms: synonyms
                .map(|(one, used)| SynonymWire { name: &one.name, inverted: one.inverted, used: *used })
                .collect(),
            writer: relation.and_then(writer).unwrap_or("anyone"),
            used: entry.used,
            declared: relation.and_then(|it| it.declared_at).map(|line| PlaceWire { file: SETTINGS_FILE, line }),
        }
    }
}
