//! Checks that mapped files exist and contain the anchors of the model.

use super::{CHECK, about};
use crate::finding::{Finding, Rule, Severity, Subject};
use crate::system::check::CheckInput;
use crate::system::kit::file;
use crate::system::yggdrasil::{Model, ModelNode, mapped_files};
use crate::text::quoted;
use memchr::memmem::Finder;

const PATH_MISSING: Rule = Rule { code: "W012", severity: Severity::Warning, check: CHECK };
const ANCHOR_MISSING: Rule = Rule { code: "W014", severity: Severity::Warning, check: CHECK };

pub(super) fn check(patient: &CheckInput<'_>, model: &Model, node: &ModelNode) -> Vec<Finding> {
    let mut findings = Vec::new();
    for mapped in &node.mapping {
        let path = model.path_of(mapped);
        if !patient.root.join(&path).exists() {
            let message = format!("Mapped path {} does not exist", quoted(&mapped.path));
            findings.push(about(&PATH_MISSING, node, Some(mapped.line), message).naming(Subject::file(path)));
        }
    }
    let anchors: Vec<_> =
        node.aspects.iter().flat_map(|entry| entry.anchors.iter().map(move |anchor| (entry, anchor))).collect();
    if anchors.is_empty() {
        return findings;
    }
    let files = mapped_files(patient.root, patient.boundary, model, node);
    // Without source files, no anchor can be missing.
    if files.is_empty() {
        return findings;
    }
    let mut unseen: Vec<_> = anchors.iter().map(|(_, anchor)| Some(Finder::new(anchor.as_bytes()))).collect();
    for path in files {
        // An unreadable file contains no anchor.
        let bytes = file::read_bytes(&path).unwrap_or_default();
        for finder in &mut unseen {
            if finder.as_ref().is_some_and(|finder| finder.find(&bytes).is_some()) {
                *finder = None;
            }
        }
    }
    for ((entry, anchor), _) in anchors.iter().zip(&unseen).filter(|(_, finder)| finder.is_some()) {
        let (shown, aspect) = (quoted(anchor), quoted(&entry.aspect));
        let message = format!("Anchor {shown} of the aspect {aspect} is in none of the node's mapped files");
        let finding = about(&ANCHOR_MISSING, node, Some(entry.line), message);
        findings.push(finding.naming(Subject::new("anchor", "text", &**anchor)));
    }
    findings
}
