//! Reads `config.yaml`, which lists the enabled domains.

use super::{ReadLocation, SYSTEM, rules};
use crate::finding::Finding;
use crate::graph::Batch;
use crate::system::kit::obstacle::Obstacle;
use crate::system::{file, yaml};
use crate::text::quoted;
use serde_json::Value;
use std::io;

/// The file's name in the workspace.
pub const CONFIG_FILE: &str = "config.yaml";
const ENABLED_DOMAINS: &str = "enabled_domains";

/// The settings of a reference-graph workspace.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Config {
    /// The domains whose packs are loaded and whose artifacts are expected.
    pub enabled_domains: Vec<String>,
}

impl Config {
    /// Reads the settings; the file is optional, and an invalid setting is a finding.
    pub(super) fn load(place: &ReadLocation<'_>, batch: &mut Batch) -> Self {
        let path = place.folder.join(CONFIG_FILE);
        if let Some(target) = place.boundary.target_outside(&path) {
            let obstacle = Obstacle::Outside { path, target };
            batch.finding(obstacle.finding(&rules::SOURCE_OBSTACLES, SYSTEM, place.root));
            return Self::default();
        }
        let shown = place.shown(&path);
        let mut invalid = |message: String, line: Option<u32>| {
            let finding = Finding::new(&rules::CONFIG_INVALID, SYSTEM.name(), message).in_file(&*shown);
            batch.finding(Finding { line, ..finding });
        };
        let text = match file::read(&path) {
            Ok(read) => read.text,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Self::default(),
            Err(error) => {
                invalid(format!("The settings could not be read: {}", file::reason(&error)), None);
                return Self::default();
            }
        };
        let settings = match yaml::parse(&text) {
            Ok(Value::Null) => return Self::default(),
            Ok(Value::Object(settings)) => settings,
            Ok(_) => {
                invalid("The settings are not a map".to_owned(), Some(1));
                return Self::default();
            }
            Err(error) => {
                invalid(format!("The settings are not YAML: {}", error.message), error.line);
                return Self::default();
            }
        };
        let misspelt = |key: &&String| *key != ENABLED_DOMAINS && strsim::osa_distance(key, ENABLED_DOMAINS) <= 3;
        if let Some(key) = settings.keys().find(misspelt) {
            invalid(format!("Unknown setting {}; did you mean {ENABLED_DOMAINS}?", quoted(key)), None);
        }
        let mut enabled_domains = Vec::new();
        match settings.get(ENABLED_DOMAINS) {
            None | Some(Value::Null) => {}
            Some(Value::Array(domains)) => {
                for domain in domains {
                    match domain.as_str() {
                        Some(name) if is_folder_name(name) => enabled_domains.push(name.to_owned()),
                        _ => invalid(format!("{domain} in enabled_domains is not a domain name"), None),
                    }
                }
            }
            Some(other) => {
                invalid(format!("enabled_domains is {other}, not a list of names"), None);
            }
        }
        Self { enabled_domains }
    }
}

/// Whether a name denotes a single folder: a domain called `../..` must not lead out of the workspace.
fn is_folder_name(name: &str) -> bool {
    !name.is_empty() && name != "." && name != ".." && !name.contains(['/', '\\', '\0'])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::system::Boundary;
    use std::fs;

    fn load(text: &str) -> (Vec<String>, Vec<&'static str>) {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join(CONFIG_FILE), text).unwrap();
        let mut batch = Batch::new(SYSTEM, 0);
        let (root, boundary) = (folder.path(), Boundary::around(folder.path()));
        let config = Config::load(&ReadLocation { root, folder: root.to_owned(), boundary: &boundary }, &mut batch);
        (config.enabled_domains, batch.findings().iter().map(|finding| finding.rule.code).collect())
    }

    #[test]
    fn enabled_domains_are_read() {
        assert_eq!(load("enabled_domains:\n  - infra\n  - ads\n"), (vec!["infra".into(), "ads".into()], vec![]));
        assert_eq!(load(""), (vec![], vec![]));
        assert_eq!(load("other: 1\n"), (vec![], vec![]));
    }

    #[test]
    fn invalid_settings_are_findings_and_the_rest_is_used() {
        assert_eq!(load("enabled_domains: [a, 1, '../b']\n"), (vec!["a".into()], vec!["config-invalid"; 2]));
        for text in ["enabled_domains: infra\n", "- a\n", "a: [\n", "enabled_domain: [a]\n"] {
            assert_eq!(load(text), (vec![], vec!["config-invalid"]), "{text}");
        }
    }
}
