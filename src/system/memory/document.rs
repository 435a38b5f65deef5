//! Adds the entities and relations of one file to a batch.

use super::row::{Entity, Relation, Row, rows};
use super::{SYSTEM, rules};
use crate::finding::{Finding, Rule, Subject};
use crate::graph::{Batch, EdgeRecord, NodeRecord, Registry};
use crate::system::kit::length::{LONGEST_TITLE, LONGEST_WORD, cut};
use crate::text::{plain, quoted};
use crate::time::Millis;
use hashbrown::HashMap;
use std::borrow::Cow;
use std::collections::HashSet;

/// Maximum length of a name in a message.
const LONGEST_QUOTE: usize = 80;

/// An entity with its first row.
struct Known {
    line: u32,
    kind: String,
    latest: Option<Millis>,
}

pub(super) struct Document<'a> {
    shown: &'a str,
    registry: &'a Registry,
    batch: &'a mut Batch,
    /// Names in the order of their first rows.
    names: Vec<String>,
    entities: HashMap<String, Known>,
}

impl<'a> Document<'a> {
    pub(super) fn new(shown: &'a str, registry: &'a Registry, batch: &'a mut Batch) -> Self {
        Self { shown, registry, batch, names: Vec::new(), entities: HashMap::new() }
    }

    /// Reads the rows of a text. Relations come after all entities: whether an end is an entity depends on all rows.
    pub(super) fn read(mut self, text: &str) {
        let mut relations = Vec::new();
        let mut is_empty = true;
        for (line, row) in rows(text) {
            is_empty = false;
            match row {
                Ok(Row::Entity(entity)) if is_too_long(&entity.name) => self.too_long("name", line),
                Ok(Row::Entity(entity)) => self.entity(&entity, line),
                Ok(Row::Relation(relation)) => relations.push((line, relation)),
                Ok(Row::Incomplete(field)) => {
                    let message = format!("The row has no {field}, or it is not a text; the row is not read");
                    self.finding(&rules::INVALID, line, message, Some(Subject::field(field)));
                }
                Ok(Row::Other) => {
                    self.finding(&rules::TYPE, line, "The row is neither an entity nor a relation".to_owned(), None);
                }
                Err(error) => {
                    let message = format!("The line is not JSON: {}", error.message);
                    self.finding(&rules::FILES.not_json, line, message, None);
                }
            }
        }
        if is_empty {
            self.finding(&rules::NONE, 1, "The memory is empty".to_owned(), None);
        }
        self.nodes();
        self.edges(&relations);
    }

    fn entity(&mut self, entity: &Entity<'_>, line: u32) {
        if entity.is_faulty() {
            let message = format!("The observations of {} are not a list and are not read", called(&entity.name));
            self.finding(&rules::OBSERVATIONS, line, message, Some(Subject::node(&*entity.name)));
        }
        let latest = entity.latest();
        if let Some(known) = self.entities.get_mut(&*entity.name) {
            known.latest = known.latest.max(latest);
            let message = format!(
                "{} is already defined on line {}; the observations are joined",
                called(&entity.name),
                known.line
            );
            self.finding(&rules::ENTITY_REPEATED, line, message, Some(Subject::node(&*entity.name)));
            return;
        }
        self.names.push(entity.name.to_string());
        let kind = cut(&entity.kind, LONGEST_TITLE).into_owned();
        self.entities.insert(entity.name.to_string(), Known { line, kind, latest });
    }

    fn nodes(&mut self) {
        let file = self.batch.word(self.shown);
        for name in &self.names {
            let known = &self.entities[name];
            let (id, kind) = (self.batch.word(name), self.batch.word(&known.kind));
            let title = self.batch.word(&cut(name, LONGEST_TITLE));
            let node = NodeRecord::new(id, kind, title, file, known.line);
            self.batch.node(NodeRecord { created: known.latest, ..node });
        }
    }

    fn edges(&mut self, relations: &[(u32, Relation<'_>)]) {
        let file = self.batch.word(self.shown);
        let mut met = HashSet::new();
        for (line, Relation { from, to, verb }) in relations {
            let too_long =
                [("from", from), ("to", to), ("relationType", verb)].into_iter().find(|(_, it)| is_too_long(it));
            if let Some((field, _)) = too_long {
                self.too_long(field, *line);
                continue;
            }
            if !met.insert((from, to, verb)) {
                let message = format!("{} {} {} is stated twice", called(from), plain(verb), called(to));
                let edge = Subject::edge(&**from, &**verb, &**to).at_line(*line);
                self.finding(&rules::RELATION_REPEATED, *line, message, Some(edge));
            }
            let ends = [self.end(from), self.end(to)];
            let [from, to] = ends.map(|id| self.batch.word(&id));
            let verb = self.batch.word(verb);
            self.batch.edge(EdgeRecord::new(from, to, verb, file, *line));
        }
    }

    /// An end as an edge names it. The name of an entity may look like the address of a node of another system.
    fn end<'n>(&self, name: &'n str) -> Cow<'n, str> {
        let is_own = self.registry.split(name).is_some() && self.entities.contains_key(name);
        if is_own { format!("{}:{name}", SYSTEM.name()).into() } else { name.into() }
    }

    fn too_long(&mut self, field: &'static str, line: u32) {
        let message = format!("The {field} is longer than {LONGEST_WORD} bytes; the row is not read");
        self.finding(&rules::INVALID, line, message, Some(Subject::field(field)));
    }

    fn finding(&mut self, rule: &'static Rule, line: u32, message: String, subject: Option<Subject>) {
        let finding = Finding::new(rule, SYSTEM.name(), message).in_file(self.shown).at_line(line);
        self.batch.finding(match subject {
            Some(subject) => finding.naming(subject),
            None => finding,
        });
    }
}

fn is_too_long(word: &str) -> bool {
    word.len() > LONGEST_WORD
}

/// A name in a message.
fn called(name: &str) -> String {
    quoted(&cut(name, LONGEST_QUOTE))
}
