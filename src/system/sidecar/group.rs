//! Groups files that belong together: a record and the sidecars beside it.

use std::path::{Path, PathBuf};

/// The role of a file, determined by its name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Role {
    /// May define a node.
    Record,
    /// Belongs to a record but holds no links: a timeline, a review, provenance.
    Other,
    /// Describes a record and holds its links.
    Sidecar,
}

impl Role {
    pub(super) fn of(path: &Path) -> Self {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        let ends = |endings: &[&str]| endings.iter().any(|ending| name.ends_with(ending));
        if name == "meta.json" || ends(&[".meta.json"]) {
            Self::Sidecar
        } else if name == "timeline.json" || ends(&[".review.json", ".provenance.json"]) || !ends(&[".json"]) {
            Self::Other
        } else {
            Self::Record
        }
    }
}

/// The files of one record, the record first.
pub(super) type Group = Vec<(Role, PathBuf)>;

/// Groups the files of one place, by path.
pub(super) fn groups(files: Vec<PathBuf>) -> Vec<Group> {
    let keyed = |path: PathBuf| {
        let role = Role::of(&path);
        (record_beside(&path).unwrap_or_else(|| path.clone()), role, path)
    };
    let mut keyed: Vec<_> = files.into_iter().map(keyed).collect();
    keyed.sort();
    let group =
        |files: &[(PathBuf, Role, PathBuf)]| files.iter().map(|(_, role, path)| (*role, path.clone())).collect();
    keyed.chunk_by(|one, other| one.0 == other.0).map(group).collect()
}

/// The path of a sidecar's record: `X.json` for `X.meta.json` and `X.json.meta.json`, `record.json` for `meta.json` and
/// `.meta.json`.
pub(super) fn record_beside(sidecar: &Path) -> Option<PathBuf> {
    let name = sidecar.file_name()?.to_str()?;
    let record = match stem(name) {
        Some(stem) => format!("{stem}.json"),
        None if Role::of(sidecar) == Role::Sidecar => "record.json".to_owned(),
        None => return None,
    };
    let path = sidecar.with_file_name(record);
    (Role::of(&path) == Role::Record).then_some(path)
}

/// The name in a sidecar's path: `X` for `X.meta.json` and `X.json.meta.json`, the folder's name for `meta.json` and
/// `.meta.json`.
pub(super) fn name_in_path(sidecar: &Path) -> Option<&str> {
    match stem(sidecar.file_name()?.to_str()?) {
        Some(stem) => Some(stem),
        None => sidecar.parent()?.file_name()?.to_str(),
    }
}

/// The record's name in the file name of its sidecar, if there is one.
fn stem(name: &str) -> Option<&str> {
    let stem = name.strip_suffix(".meta.json").filter(|stem| !stem.is_empty())?;
    Some(stem.strip_suffix(".json").filter(|stem| !stem.is_empty()).unwrap_or(stem))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sidecars_follow_the_record_beside_them() {
        let files = ["a.meta.json", "b/meta.json", "b/record.json", "b/timeline.json", "b/record.meta.json", "a.json"];
        let groups = groups(files.map(PathBuf::from).to_vec());
        let names: Vec<Vec<_>> =
            groups.iter().map(|group| group.iter().map(|(_, path)| path.to_str().unwrap()).collect()).collect();
        let bundle = vec!["b/record.json", "b/meta.json", "b/record.meta.json"];
        assert_eq!(names, [vec!["a.json", "a.meta.json"], bundle, vec!["b/timeline.json"]]);
    }

    #[test]
    fn a_sidecar_belongs_to_the_record_in_its_name() {
        for (sidecar, record, name) in [
            ("x/sn.a.meta.json", Some("x/sn.a.json"), Some("sn.a")),
            ("x/sn.a.json.meta.json", Some("x/sn.a.json"), Some("sn.a")),
            ("x/meta.json", Some("x/record.json"), Some("x")),
            ("x/.meta.json", Some("x/record.json"), Some("x")),
            ("x/timeline.json.meta.json", None, Some("timeline")),
            ("x/sn.a.json", None, Some("x")),
        ] {
            assert_eq!(record_beside(Path::new(sidecar)), record.map(PathBuf::from), "{sidecar}");
            assert_eq!(name_in_path(Path::new(sidecar)), name, "{sidecar}");
        }
    }

    #[test]
    fn the_name_determines_the_role_of_a_file() {
        for (name, role) in [
            ("x/meta.json", Role::Sidecar),
            ("sn.a.meta.json", Role::Sidecar),
            ("sn.a.json.meta.json", Role::Sidecar),
            (".meta.json", Role::Sidecar),
            (".review.json", Role::Other),
            (".provenance.json", Role::Other),
            ("record.json", Role::Record),
            ("sn.a.json", Role::Record),
            ("metameta.json", Role::Record),
            ("timeline.json", Role::Other),
            ("x.review.json", Role::Other),
            ("x.provenance.json", Role::Other),
            ("notes.txt", Role::Other),
        ] {
            assert_eq!(Role::of(Path::new(name)), role, "{name}");
        }
    }
}
