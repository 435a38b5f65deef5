//! `relations`: the vocabulary in force, with how each relation reads, its properties and how often it is used.

use super::Outcome;
use super::args::RelationsArgs;
use super::context::{Context, say};
use crate::document::{Line, Role};
use crate::format::json::Each;
use crate::graph::SystemId;
use crate::graph::relation::{Argues, Relation};
use crate::query::vocabulary::{Extent, VocabularyEntry, vocabulary, writer};
use crate::text::{self, count, grouped};
use crate::workspace::SETTINGS_FILE;
use serde::Serialize;

pub(super) fn run(args: &RelationsArgs, context: &mut Context) -> anyhow::Result<Outcome> {
    let workspace = context.load()?;
    let extent = if args.all { Extent::Everything } else { Extent::InUse };
    let entries = vocabulary(&workspace.graph, extent);
    if !context.out.is_human() {
        context.out.json(&Each(|| entries.iter().map(RelationWire::new)))?;
        return Ok(Outcome::Yes);
    }
    let shown = &entries[..entries.len().min(context.limit(usize::MAX))];
    for group in shown.chunk_by(|one, other| system(one) == system(other)) {
        let heading = system(&group[0]).map_or("no meaning where they are used", SystemId::name);
        context.out.line(&Line::of(Role::Strong, heading))?;
        for entry in group {
            print(entry, context)?;
        }
        context.out.blank()?;
    }
    context.out.flush()?;
    let unknown = entries.iter().filter(|entry| entry.relation.is_none()).count();
    say("total", &context.part(entries.len() - unknown, "relation"));
    if unknown > 0 {
        let verbs = count(unknown, "verb");
        say("hint", &format!("{verbs} without a meaning: declare them as relations in {SETTINGS_FILE}"));
    }
    Ok(Outcome::Yes)
}

fn system(entry: &VocabularyEntry<'_>) -> Option<SystemId> {
    entry.relation.map(|relation| relation.system)
}

fn print(entry: &VocabularyEntry<'_>, context: &mut Context) -> anyhow::Result<()> {
    let verb = text::plain(entry.verb);
    let line = Line::new().plain("  ").with(Role::Relation, &verb);
    let line = match entry.relation {
        Some(relation) if relation.symmetric => {
            line.plain(&format!("  {} (both ways)", text::plain(&relation.outgoing)))
        }
        Some(relation) => {
            line.plain(&format!("  {} / {}", text::plain(&relation.outgoing), text::plain(&relation.incoming)))
        }
        None => line,
    };
    let edges = match entry.total() {
        0 => "  unused".to_owned(),
        total => format!("  {}", count(total, "edge")),
    };
    context.out.line(&line.with(Role::Dim, &edges))?;
    let mut details = vec![entry.properties().join("; ")];
    let synonyms = entry.synonyms().join(", ");
    details.push(if synonyms.is_empty() { synonyms } else { format!("synonyms: {synonyms}") });
    let declared = entry.relation.and_then(|relation| relation.declared_at);
    details.extend(declared.map(|line| format!("declared at {SETTINGS_FILE}:{}", grouped(line as usize))));
    for detail in details.iter().filter(|detail| !detail.is_empty()) {
        context.out.paragraph(Role::Dim, "    ", &text::plain(detail))?;
    }
    Ok(())
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
