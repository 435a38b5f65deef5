//! What a search for files did not read, and why: a finding for each.

use super::file;
use crate::finding::{Finding, Rule, Severity, Subject};
use crate::graph::System;
use crate::text;
use std::path::{Path, PathBuf};

/// Folders nested deeper than this below the folder that is searched are not read. Real trees have a few dozen levels.
pub const DEEPEST: usize = 256;

/// The rules for what is not read, as they are listed in one check of the doctor's report.
#[derive(Debug)]
pub(super) struct ObstacleRules {
    pub(super) unreadable: Rule,
    pub(super) too_deep: Rule,
    pub(super) outside: Rule,
    pub(super) left_out: Rule,
}

impl ObstacleRules {
    pub(super) const fn of(check: &'static str) -> Self {
        Self {
            unreadable: Rule { code: "file-unreadable", severity: Severity::Error, check },
            too_deep: Rule { code: "folder-too-deep", severity: Severity::Warning, check },
            outside: Rule { code: "outside-workspace", severity: Severity::Warning, check },
            left_out: Rule { code: "source-too-large", severity: Severity::Warning, check },
        }
    }
}

/// Something that is not read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Obstacle {
    /// A folder cannot be listed, for this reason.
    Unlisted(PathBuf, String),
    /// Folders below `top` are nested too deep; the first of them and their number.
    TooDeep { top: PathBuf, first: PathBuf, count: usize },
    /// A path leads to a target outside the workspace that the user does not trust.
    Outside { path: PathBuf, target: PathBuf },
    /// Further paths below `top` do so; their number.
    MoreOutside { top: PathBuf, count: usize },
    /// A source outside the workspace is larger than what is read of one; what was read, and the first path that was not.
    LeftOut { top: PathBuf, files: usize, bytes: u64, first: PathBuf },
}

impl Obstacle {
    /// The finding that says so. Paths are written relative to `root`.
    pub(super) fn finding(&self, rules: &'static ObstacleRules, system: System, root: &Path) -> Finding {
        let shown = |path: &Path| file::relative(root, path);
        let finding = |rule, message: String| Finding::new(rule, system.name(), message);
        match self {
            Self::Unlisted(path, reason) => {
                let message = format!("the folder could not be listed: {reason}");
                finding(&rules.unreadable, message).in_file(shown(path)).naming(Subject::file(shown(path)))
            }
            Self::TooDeep { top, first, count } => {
                let folders = text::count(*count, "folder");
                let is = if *count == 1 { "is" } else { "are" };
                let message = format!("{folders} nested more than {DEEPEST} levels deep {is} not read");
                let finding = finding(&rules.too_deep, message).in_file(shown(top));
                finding.naming(Subject::file(shown(first))).suggest("move what is in there to a folder further up")
            }
            Self::Outside { path, target } => {
                let message = format!("it leads outside the workspace, to {}, and is not read", target.display());
                let finding = finding(&rules.outside, message).in_file(shown(path));
                let named = finding.naming(Subject::file(shown(path)));
                named.naming(Subject::file(target.display().to_string())).suggest(HOW_TO_ALLOW)
            }
            Self::MoreOutside { top, count } => {
                let links = text::count(*count, "further link");
                let message = format!("{links} outside the workspace below this folder: not read");
                finding(&rules.outside, message).in_file(shown(top)).suggest(HOW_TO_ALLOW)
            }
            Self::LeftOut { top, files, bytes, first } => {
                let message = format!(
                    "only {} with {} of this source are read; everything from {} on, in the order of paths, is left out",
                    text::count(*files, "file"),
                    text::count(usize::try_from(*bytes).unwrap_or(usize::MAX), "byte"),
                    shown(first),
                );
                let finding = finding(&rules.left_out, message).in_file(shown(top));
                finding.naming(Subject::file(shown(first))).suggest("name a folder further down as the source")
            }
        }
    }
}

/// How the user allows refscope to use something outside the workspace.
pub const HOW_TO_ALLOW: &str = "if you want that, allow it with --allow-outside, or list a folder that contains it under \
    trusted: in ~/.config/refscope/config.yaml";
