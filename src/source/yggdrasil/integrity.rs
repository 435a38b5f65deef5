//! Whether everything a model refers to is there, over all models of a workspace.

use super::mapping::above;
use super::{Aspect, Condition, Facts, Flow, Model, ModelNode, Required, SYSTEM, rules};
use crate::finding::{Finding, Rule};
use crate::graph::{Batch, System};
use crate::text::{plain, quoted};
use std::collections::{HashMap, HashSet};

/// Looks at all references between the files.
pub(super) fn check(facts: &Facts, batch: &mut Batch) {
    let models = &facts.models;
    let mut check = Check {
        nodes: models.iter().flat_map(|model| &model.nodes).map(|node| &*node.id).collect(),
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
    nodes: HashSet<&'a str>,
    aspects: HashSet<&'a str>,
    batch: &'a mut Batch,
}

/// Whether an id names a node of another system; whether that is there shows when all systems are merged.
fn is_foreign(id: &str) -> bool {
    System::split(id).is_some()
}

impl Check<'_> {
    fn report(&mut self, rule: &'static Rule, about: Option<&str>, file: &str, line: Option<u32>, message: String) {
        let finding = Finding::new(rule, SYSTEM.name(), message).in_file(file);
        self.batch.finding(Finding { line, node: about.map(str::to_owned), ..finding });
    }

    fn config(&mut self, model: &Model) {
        let config = &model.config;
        for kind in &config.node_types {
            for (aspect, line) in &kind.required_aspects {
                if !self.aspects.contains(&**aspect) {
                    let message = format!(
                        "the type {} requires the aspect {}, which nothing defines",
                        quoted(&kind.name),
                        quoted(aspect)
                    );
                    self.report(&rules::ASPECT_UNKNOWN, None, &config.file, Some(*line), message);
                }
            }
        }
        for artifact in &config.artifacts {
            if let Required::When(Condition::HasAspect(aspect)) = &artifact.required
                && !self.aspects.contains(&**aspect)
            {
                let (file, aspect) = (quoted(&artifact.file), quoted(aspect));
                let message =
                    format!("the artifact {file} is required with the aspect {aspect}, which nothing defines");
                self.report(&rules::CONDITION_UNKNOWN, None, &config.file, None, message);
            }
        }
    }

    fn node(&mut self, model: &Model, node: &ModelNode) {
        if let Some(kind) = &node.kind
            && !model.config.node_types.iter().any(|known| known.name == kind.0)
        {
            let known: Vec<_> = model.config.node_types.iter().map(|known| &*known.name).collect();
            let message =
                format!("the type {} is not among node_types ({})", quoted(&kind.0), plain(&known.join(", ")));
            self.report(&rules::TYPE_UNKNOWN, Some(&node.id), &node.file, Some(kind.1), message);
        }
        for entry in &node.aspects {
            self.aspect(&entry.aspect, &node.id, &node.file, entry.line);
        }
        for relation in &node.relations {
            if !self.nodes.contains(&*relation.target) && !is_foreign(&relation.target) {
                let message = format!("{} {}, which is no node of the model", relation.kind, quoted(&relation.target));
                self.report(&rules::TARGET_BROKEN, Some(&node.id), &node.file, Some(relation.line), message);
            }
        }
    }

    fn aspect(&mut self, aspect: &str, about: &str, file: &str, line: u32) {
        if !self.aspects.contains(aspect) {
            let message = format!("the aspect {} is not defined", quoted(aspect));
            self.report(&rules::ASPECT_UNKNOWN, Some(about), file, Some(line), message);
        }
    }

    fn implied(&mut self, aspect: &Aspect) {
        for (implied, line) in
            aspect.implies.iter().filter(|(implied, _)| !self.aspects.contains(&**implied)).collect::<Vec<_>>()
        {
            let message = format!("it implies the aspect {}, which nothing defines", quoted(implied));
            let about = Aspect::node_id(&aspect.id);
            self.report(&rules::IMPLIED_MISSING, Some(&about), &aspect.file, Some(*line), message);
        }
    }

    fn flow(&mut self, flow: &Flow) {
        let about = Flow::node_id(&flow.id);
        for (node, line) in &flow.nodes {
            if !self.nodes.contains(&**node) && !is_foreign(node) {
                let message = format!("the participant {} is no node of the model", quoted(node));
                self.report(&rules::PARTICIPANT_BROKEN, Some(&about), &flow.file, Some(*line), message);
            }
        }
        for (aspect, line) in &flow.aspects {
            self.aspect(aspect, &about, &flow.file, *line);
        }
    }

    /// Two aspects with one id: of two models, or because a file claims the id of another.
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
            let message = format!("the aspect {} is already defined by {}", quoted(id), first.file);
            self.report(&rules::ASPECT_TWICE, Some(&Aspect::node_id(id)), &aspect.file, line, message);
        }
    }

    /// Files that belong to two nodes. A folder of an ancestor may hold a path of its descendant.
    fn mappings(&mut self, facts: &Facts) {
        let mut owners: HashMap<String, (&Model, &ModelNode)> = HashMap::new();
        let mapped = facts.models.iter().flat_map(|model| model.nodes.iter().map(move |node| (model, node)));
        for (model, node) in mapped.clone() {
            for mapped in &node.mapping {
                let path = model.path_of(mapped);
                if let Some((_, other)) = owners.get(&path) {
                    let message = if std::ptr::eq(node, *other) {
                        format!("{} stands in the mapping twice", quoted(&path))
                    } else {
                        format!("{} is also mapped by {}", quoted(&path), quoted(&other.id))
                    };
                    self.report(&rules::MAPPING_OVERLAP, Some(&node.id), &node.file, Some(mapped.line), message);
                } else {
                    owners.insert(path, (model, node));
                }
            }
        }
        for (model, node) in mapped {
            for mapped in &node.mapping {
                let path = model.path_of(mapped);
                // The nearest folder is enough: a deep path in a deep tree of mappings lies in thousands.
                let foreign = above(&path).find_map(|folder| {
                    let (its_model, other) = owners.get(folder)?;
                    let is_ancestor = std::ptr::eq(*its_model, model)
                        && node.id.strip_prefix(&*other.id).is_some_and(|rest| rest.starts_with('/'));
                    (!is_ancestor && !std::ptr::eq(*other, node)).then_some((folder, *other))
                });
                let Some((folder, other)) = foreign else { continue };
                let message =
                    format!("{} lies in {}, which is mapped by {}", quoted(&path), quoted(folder), quoted(&other.id));
                self.report(&rules::MAPPING_OVERLAP, Some(&node.id), &node.file, Some(mapped.line), message);
            }
        }
    }
}
