//! Temporary folders and other helpers for tests.

use crate::finding::{Finding, Subject};
use std::fs;
use tempfile::TempDir;

/// Creates a folder with these files, each given as path and text.
pub(crate) fn folder(files: &[(&str, &str)]) -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    for (name, text) in files {
        let path = folder.path().join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }
    folder
}

/// The subjects of a finding, in order: kind, fields and line of each.
pub(crate) fn subjects(finding: &Finding) -> Vec<String> {
    let subject = |subject: &Subject| {
        let fields: String = subject.fields().map(|(name, value)| format!(" {name}={value}")).collect();
        let line = subject.line().map(|line| format!(" line={line}")).unwrap_or_default();
        format!("{}{fields}{line}", subject.kind())
    };
    finding.subjects().iter().map(|one| subject(one)).collect()
}
