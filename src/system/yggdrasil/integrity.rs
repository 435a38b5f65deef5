//! Referential integrity of the models of a workspace: undefined aspects, unknown nodes and overlapping mappings.

use super::mapping::above;
use super::subject::{self, About};
use super::{Aspect, Condition, Facts, Flow, Model, ModelNode, Required, SYSTEM, rules};
use crate::finding::{Finding, Rule, Subject};
use crate::graph::Batch;
use crate::text::{plain, quoted};
use std::collections::{HashMap, HashSet};

/// Checks all references between the files.
pub(super) fn check(facts: &Facts, batch: &mut Batch) {
    let models = &facts.models;
    let mut check = Check {
        facts,
        aspects: models.iter().flat_map(|model| &model.aspects).map(|aspect| &*aspect.id).collect(),
        batch,
    };
    for model in models {
        check.config(model);
        for node in &model.nodes {
            check.node(model, node);
        }
        for aspect in &model.aspects {
            check.implied(aspect);
        }
        for flow in &model.flows {
            check.flow(flow);
        }
    }
    check.aspects_defined_twice(facts);
    check.mappings(facts);
}

struct Check<'a> {
    facts: &'a Facts,
    aspects: HashSet<&'a str>,
    batch: &'a mut Batch,
}

impl Facts {
    /// Whether a relation or a flow may refer to this id: a node of a model, or one of another system. Whether the
    /// latter exists is known only once all systems are merged.
    pub fn may_relate_to(&self, id: &str) -> bool {
        let is_address = |(system, bare): (&str, &str)| self.systems.contains(&system) && !bare.is_empty();
        self.node(id).is_some() || id.split_once(':').is_some_and(is_address)
    }
}

impl Check<'_> {
    fn report(
        &mut self,
        rule: &'static Rule,
        about: &About,
        (file, line): (&str, Option<u32>),
        message: String,
        named: impl IntoIterator<Item = Subject>,
    ) {
        let mut finding = about.of(Finding::new(rule, SYSTEM.name(), message).in_file(file));
        finding.named.extend(named);
        self.batch.finding(Finding { line, ..finding });
    }

    fn config(&mut self, model: &Model) {
        let config = &model.config;
        let about = About::Config(config.file.clone());
        for kind in &config.node_types {
            for (aspect, line) in &kind.required_aspects {
                if !self.aspects.contains(&**aspect) {
                    let message =
                        format!("The type {} requires the undefined aspect {}", quoted(&kind.name), quoted(aspect));
                    let place = (&*config.file, Some(*line));
                    self.report(&rules::ASPECT_UNKNOWN, &about, place, message, [subject::aspect(aspect)]);
                }
            }
        }
        for artifact in &config.artifacts {
            if let Required::When(Condition::HasAspect(aspect)) = &artifact.required
                && !self.aspects.contains(&**aspect)
            {
                let (file, aspect) = (quoted(&artifact.file), quoted(aspect));
                let message = format!("The artifact {file} is required with the undefined aspect {aspect}");
                let named = [subject::artifact(&artifact.file)];
                self.report(&rules::CONDITION_UNKNOWN, &about, (&config.file, None), message, named);
            }
        }
    }

    fn node(&mut self, model: &Model, node: &ModelNode) {
        let about = About::Node(node.id.clone());
        if let Some(kind) = &node.kind
            && !model.config.node_types.iter().any(|known| known.name == kind.0)
        {
            let known: Vec<_> = model.config.node_types.iter().map(|known| &*known.name).collect();
            let message = format!("Unknown type {}; not in node_types ({})", quoted(&kind.0), plain(&known.join(", ")));
            let named = [Subject::new("type", "name", &*kind.0)];
            self.report(&rules::TYPE_UNKNOWN, &about, (&node.file, Some(kind.1)), message, named);
        }
        for entry in &node.aspects {
            self.aspect(&rules::ASPECT_UNKNOWN, &entry.aspect, &about, (&node.file, Some(entry.line)));
        }
        for relation in &node.relations {
            if !self.facts.may_relate_to(&relation.target) {
                let message =
                    format!("The target of {} {} is not a node of the model", relation.kind, quoted(&relation.target));
                let place = (&*node.file, Some(relation.line));
                self.report(&rules::TARGET_BROKEN, &about, place, message, [Subject::node(&*relation.target)]);
            }
        }
    }

    fn aspect(&mut self, rule: &'static Rule, aspect: &str, about: &About, place: (&str, Option<u32>)) {
        if !self.aspects.contains(aspect) {
            let message = format!("Undefined aspect {}", quoted(aspect));
            self.report(rule, about, place, message, [subject::aspect(aspect)]);
        }
    }

    fn implied(&mut self, aspect: &Aspect) {
        for (implied, line) in
            aspect.implies.iter().filter(|(implied, _)| !self.aspects.contains(&**implied)).collect::<Vec<_>>()
        {
            let message = format!("Implies the undefined aspect {}", quoted(implied));
            let (about, place) = (About::Aspect(aspect.id.clone()), (&*aspect.file, Some(*line)));
            self.report(&rules::IMPLIED_MISSING, &about, place, message, [subject::aspect(implied)]);
        }
    }

    fn flow(&mut self, flow: &Flow) {
        let about = About::Flow(flow.id.clone());
        for (node, line) in &flow.nodes {
            if !self.facts.may_relate_to(node) {
                let message = format!("The participant {} is not a node of the model", quoted(node));
                let place = (&*flow.file, Some(*line));
                self.report(&rules::PARTICIPANT_BROKEN, &about, place, message, [Subject::node(&**node)]);
            }
        }
        for (aspect, line) in &flow.aspects {
            self.aspect(&rules::FLOW_ASPECT_UNKNOWN, aspect, &about, (&flow.file, Some(*line)));
        }
    }

    /// Reports aspects with the same id: in two models, or because a file declares the id of another.
    fn aspects_defined_twice(&mut self, facts: &Facts) {
        let mut defined: HashMap<&str, &Aspect> = HashMap::new();
        let all = || facts.models.iter().flat_map(|model| &model.aspects);
        let mut twice = Vec::new();
        for aspect in all() {
            if let Some(first) = defined.get(&*aspect.id) {
                twice.push((aspect, &aspect.id, None, *first));
            } else {
                defined.insert(&aspect.id, aspect);
            }
        }
        for aspect in all() {
            let Some((declared, line)) = &aspect.declared_id else { continue };
            match defined.get(&**declared) {
                Some(first) if first.file != aspect.file => twice.push((aspect, declared, Some(*line), *first)),
                Some(_) => {}
                None => {
                    defined.insert(declared, aspect);
                }
            }
        }
        for (aspect, id, line, first) in twice {
            let message = format!("The aspect {} is already defined by {}", quoted(id), first.file);
            let named = [Subject::file(&*first.file)];
            self.report(&rules::ASPECT_TWICE, &About::Aspect(id.clone()), (&aspect.file, line), message, named);
        }
    }

    /// Reports files that belong to two nodes. A folder of an ancestor may contain a path of its descendant.
    fn mappings(&mut self, facts: &Facts) {
        // The nodes that map a path, each once.
        let mut owners: HashMap<String, Vec<(&Model, &ModelNode)>> = HashMap::new();
        let mapped = facts.models.iter().flat_map(|model| model.nodes.iter().map(move |node| (model, node)));
        for (model, node) in mapped.clone() {
            let mut own = HashSet::new();
            for mapped in &node.mapping {
                let path = model.path_of(mapped);
                let known = owners.entry(path.clone()).or_default();
                let is_repeated = !own.insert(path.clone());
                let other = known.first().map(|(_, other)| *other).filter(|_| !is_repeated);
                if !is_repeated {
                    known.push((model, node));
                }
                let message = match other {
                    Some(other) => format!("{} is also mapped by {}", quoted(&path), quoted(&other.id)),
                    None if is_repeated => format!("{} is in the mapping twice", quoted(&path)),
                    None => continue,
                };
                self.overlap(node, mapped.line, other, path, message);
            }
        }
        for (model, node) in mapped {
            for mapped in &node.mapping {
                let path = model.path_of(mapped);
                let is_foreign = |(its_model, other): &&(&Model, &ModelNode)| {
                    let is_ancestor = std::ptr::eq(*its_model, model)
                        && node.id.strip_prefix(&*other.id).is_some_and(|rest| rest.starts_with('/'));
                    !is_ancestor && !std::ptr::eq(*other, node)
                };
                // The nearest folder is enough: with deep mappings a path can be in thousands of folders. Of its owners
                // only ancestors and the node itself are skipped, at most one per level.
                let foreign =
                    above(&path).find_map(|folder| Some((folder, owners.get(folder)?.iter().find(is_foreign)?.1)));
                let Some((folder, other)) = foreign else { continue };
                let message =
                    format!("{} is in {}, which is mapped by {}", quoted(&path), quoted(folder), quoted(&other.id));
                self.overlap(node, mapped.line, Some(other), path, message);
            }
        }
    }

    fn overlap(&mut self, node: &ModelNode, line: u32, other: Option<&ModelNode>, path: String, message: String) {
        let named = other.map(|other| Subject::node(&*other.id)).into_iter().chain([Subject::file(path)]);
        self.report(&rules::MAPPING_OVERLAP, &About::Node(node.id.clone()), (&node.file, Some(line)), message, named);
    }
}
