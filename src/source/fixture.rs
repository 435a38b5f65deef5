//! Hand-made folders and other help for tests.

use crate::finding::{Finding, Subject};
use std::fs;
use tempfile::TempDir;

/// A folder with these files, each as its path and its text.
pub(crate) fn folder(files: &[(&str, &str)]) -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    for (name, text) in files {
        let path = folder.path().join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }
    folder
}

/// What a finding names, in order: each as its kind, its fields and its line.
pub(crate) fn subjects(finding: &Finding) -> Vec<String> {
    let subject = |subject: &Subject| {
        let fields: String = subject.fields().map(|(name, value)| format!(" {name}={value}")).collect();
        let line = subject.line().map(|line| format!(" line={line}")).unwrap_or_default();
        format!("{}{fields}{line}", subject.kind())
    };
    finding.subjects().iter().map(|one| subject(one)).collect()
}
