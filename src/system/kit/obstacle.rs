//! Findings about files and folders that a search did not read, and why.

use super::file;
use crate::finding::{Finding, Rule, Severity, Subject};
use crate::graph::SystemId;
use crate::text;
use std::path::{Path, PathBuf};

/// Maximum nesting of folders below the searched folder. Real trees have a few dozen levels.
pub const DEEPEST: usize = 256;

/// The rules for unread paths, grouped under one check of the doctor's report.
#[derive(Debug)]
pub(in crate::system) struct ObstacleRules {
    pub(in crate::system) unreadable: Rule,
    pub(in crate::system) too_deep: Rule,
    pub(in crate::system) outside: Rule,
    pub(in crate::system) left_out: Rule,
}

impl ObstacleRules {
    pub(in crate::system) const fn of(check: &'static str) -> Self {
        Self {
            unreadable: Rule { code: "file-unreadable", severity: Severity::Error, check },
            too_deep: Rule { code: "folder-too-deep", severity: Severity::Warning, check },
            outside: Rule { code: "outside-workspace", severity: Severity::Warning, check },
            left_out: Rule { code: "source-too-large", severity: Severity::Warning, check },
        }
    }
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::system) enum Obstacle {
    /// The folder could not be listed, for this reason.
    Unlisted(PathBuf, String),
    /// `count` folders below `top` are nested too deeply; `first` is the first of them.
    TooDeep { top: PathBuf, first: PathBuf, count: usize },
    /// The path leads to a target outside the workspace that the user does not trust.
    Outside { path: PathBuf, target: PathBuf },
    /// `count` further paths below `top` lead outside the workspace.
    MoreOutside { top: PathBuf, count: usize },
    /// A source outside the workspace exceeds the limits: the size of what was read, and the first path that was not.
    LeftOut { top: PathBuf, files: usize, bytes: u64, first: PathBuf },
}

impl Obstacle {
    /// The finding for this obstacle. Paths are displayed relative to `root`.
    pub(in crate::system) fn finding(&self, rules: &'static ObstacleRules, system: SystemId, root: &Path) -> Finding {
        let shown = |path: &Path| file::relative(root, path);
        let finding = |rule, message: String| Finding::new(rule, system.name(), message);
        match self {
            Self::Unlisted(path, reason) => {
                let message = format!("The folder could not be listed: {reason}");
                finding(&rules.unreadable, message).in_file(shown(path)).naming(Subject::file(shown(path)))
            }
            Self::TooDeep { top, first, count } => {
                let folders = text::count(*count, "folder");
                let is = if *count == 1 { "is" } else { "are" };
                let message = format!("{folders} nested more than {DEEPEST} levels deep {is} not read");
                let finding = finding(&rules.too_deep, message).in_file(shown(top));
                finding.naming(Subject::file(shown(first))).suggest("move the contents to a folder higher up")
            }
            Self::Outside { path, target } => {
                let message = format!("Leads outside the workspace, to {}, and is not read", target.display());
                let finding = finding(&rules.outside, message).in_file(shown(path));
                let named = finding.naming(Subject::file(shown(path)));
                named.naming(Subject::file(target.display().to_string())).suggest(HOW_TO_ALLOW)
            }
            Self::MoreOutside { top, count } => {
                let links = text::count(*count, "further link");
                let message = format!("{links} below this folder to targets outside the workspace: not read");
                finding(&rules.outside, message).in_file(shown(top)).suggest(HOW_TO_ALLOW)
            }
            Self::LeftOut { top, files, bytes, first } => {
                let message = format!(
                    "Source too large: only {} with {} are read; everything from {} on, in path order, is left out",
                    text::count(*files, "file"),
                    text::count(usize::try_from(*bytes).unwrap_or(usize::MAX), "byte"),
                    shown(first),
                );
                let finding = finding(&rules.left_out, message).in_file(shown(top));
                finding.naming(Subject::file(shown(first))).suggest("name a subfolder as the source")
            }
        }
    }
}

/// How the user allows a path outside the workspace. Messages append it, so it starts in lower case.
pub const HOW_TO_ALLOW: &str = "to allow it, pass --allow-outside or list a folder that contains it under \
    trusted: in ~/.config/refscope/config.yaml";
