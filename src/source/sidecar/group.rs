//! Which files belong together: a record and the sidecars that lie beside it.

use std::path::{Path, PathBuf};

/// What a file is, by its name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Role {
    /// It may define a node.
    Record,
    /// It belongs to a record, but not with its links: a time line, a review, where it comes from.
    Other,
    /// It describes a record and holds its links.
    Sidecar,
}

impl Role {
    /// The role of a file.
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

/// The files about one record, the record first.
pub(super) type Group = Vec<(Role, PathBuf)>;

/// Puts the files of one place into groups, by path.
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

/// Where the record of a sidecar would be: `X.json` beside `X.meta.json` and `X.json.meta.json`, `record.json` beside
/// `meta.json` and `.meta.json`.
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

/// The name a sidecar bears: `X` of `X.meta.json` and `X.json.meta.json`, the folder's of `meta.json` and `.meta.json`.
pub(super) fn name_borne(sidecar: &Path) -> Option<&str> {
    match stem(sidecar.file_name()?.to_str()?) {
        Some(stem) => Some(stem),
        None => sidecar.parent()?.file_name()?.to_str(),
    }
}

/// The name of the record in that of its sidecar, if there is one.
fn stem(name: &str) -> Option<&str> {
    let stem = name.strip_suffix(".meta.json").filter(|stem| !stem.is_empty())?;
    Some(stem.strip_suffix(".json").filter(|stem| !stem.is_empty()).unwrap_or(stem))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sidecars_stand_behind_the_record_they_lie_beside() {
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
            assert_eq!(name_borne(Path::new(sidecar)), name, "{sidecar}");
        }
    }

    #[test]
    fn a_name_says_what_a_file_is() {
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
