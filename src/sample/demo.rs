//! The demo workspace, embedded in the binary.

use crate::time;
use std::fs::{self, File};
use std::io;
use std::path::Path;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

macro_rules! demo_files {
    ($($path:literal),* $(,)?) => {
        &[$(($path, include_str!(concat!("../../assets/demo/", $path)))),*]
    };
}

/// Paths and contents of the demo's files.
pub(super) const DEMO_FILES: &[(&str, &str)] = demo_files![
    ".causalist/read-path.json",
    ".refscope.yaml",
    ".yggdrasil/.drift-state/read-path/api.json",
    ".yggdrasil/.drift-state/read-path/cache.json",
    ".yggdrasil/aspects/bounded-waits/content.md",
    ".yggdrasil/aspects/bounded-waits/yg-aspect.yaml",
    ".yggdrasil/aspects/named-metrics/content.md",
    ".yggdrasil/aspects/named-metrics/yg-aspect.yaml",
    ".yggdrasil/aspects/observable/content.md",
    ".yggdrasil/aspects/observable/yg-aspect.yaml",
    ".yggdrasil/aspects/spread-expiry/content.md",
    ".yggdrasil/aspects/spread-expiry/yg-aspect.yaml",
    ".yggdrasil/flows/serve-read/description.md",
    ".yggdrasil/flows/serve-read/yg-flow.yaml",
    ".yggdrasil/model/metrics/interface.md",
    ".yggdrasil/model/metrics/responsibility.md",
    ".yggdrasil/model/metrics/yg-node.yaml",
    ".yggdrasil/model/read-path/api/responsibility.md",
    ".yggdrasil/model/read-path/api/yg-node.yaml",
    ".yggdrasil/model/read-path/cache/interface.md",
    ".yggdrasil/model/read-path/cache/responsibility.md",
    ".yggdrasil/model/read-path/cache/yg-node.yaml",
    ".yggdrasil/model/read-path/responsibility.md",
    ".yggdrasil/model/read-path/yg-node.yaml",
    ".yggdrasil/schemas/yg-aspect.yaml",
    ".yggdrasil/schemas/yg-flow.yaml",
    ".yggdrasil/schemas/yg-node.yaml",
    ".yggdrasil/yg-config.yaml",
    "artifacts/briefs/2026/weekly-2026-w20.md",
    "artifacts/learnings/longer-ttl-helps.md",
    "artifacts/learnings/synchronised-expiry.md",
    "artifacts/missions/reliable-cache.md",
    "artifacts/notes/cache-architecture.md",
    "artifacts/notes/hit-rate-dashboard.md",
    "artifacts/people/alice-chen.md",
    "artifacts/people/self.md",
    "artifacts/signals/evictions-at-nine.md",
    "artifacts/signals/p99-doubled.md",
    "artifacts/signals/stale-avatars.md",
    "artifacts/tasks/fix-stampede.md",
    "artifacts/tasks/jitter-ttl.md",
    "artifacts/tasks/measure-hit-rate.md",
    "config.yaml",
    "kinds/brief.md",
    "kinds/learning.md",
    "kinds/mission.md",
    "kinds/note.md",
    "kinds/person.md",
    "kinds/signal.md",
    "kinds/task.md",
    "records/events/ev.stampede.tuesday.meta.json",
    "records/people/on-call.meta.json",
    "records/skills/sn.drill.rank1/meta.json",
    "records/skills/sn.drill.rank1/record.json",
    "records/skills/sn.drill.rank2/record.json",
    "references.jsonl",
    "src/api/handler.ts",
    "src/cache/store.ts",
    "src/cache/ttl.ts",
    "units/expiry.json",
];

/// The time of the demo's last event. Files without a time of their own get it as modification time, instead of the
/// time of unpacking, so that `--as-of` shows them.
const STORY_ENDS: &str = "2026-05-15T18:30:00.000Z";

/// Writes the demo to a folder, which must be empty or absent.
pub fn unpack_demo(into: &Path) -> io::Result<()> {
    make_empty(into)?;
    for (path, content) in DEMO_FILES {
        let path = into.join(path);
        if let Some(folder) = path.parent() {
            fs::create_dir_all(folder)?;
        }
        fs::write(&path, content)?;
        if let Some(written) = written(content) {
            // On a file system without times, the modification time stays the current one.
            let _ = File::options().append(true).open(&path).and_then(|file| file.set_modified(written));
        }
    }
    Ok(())
}

/// The modification time of a demo file: the later time in its frontmatter.
fn written(content: &str) -> Option<SystemTime> {
    let named = |field: &str| content.lines().find_map(|line| line.strip_prefix(field)).map(str::trim);
    let written = named("updatedAt:").or_else(|| named("createdAt:")).unwrap_or(STORY_ENDS);
    Some(UNIX_EPOCH + Duration::from_millis(time::parse(written)?.try_into().ok()?))
}

/// Creates a folder; fails if it exists and is not empty.
pub(super) fn make_empty(folder: &Path) -> io::Result<()> {
    fs::create_dir_all(folder)?;
    if fs::read_dir(folder)?.next().is_some() {
        return Err(io::Error::new(io::ErrorKind::AlreadyExists, "the folder is not empty"));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_file_of_the_demo_is_embedded() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("assets/demo");
        let walk = ignore::WalkBuilder::new(&folder).standard_filters(false).build();
        let mut on_disk: Vec<String> = walk
            .map(Result::unwrap)
            .filter(|entry| entry.file_type().is_some_and(|kind| kind.is_file()))
            .map(|entry| entry.path().strip_prefix(&folder).unwrap().to_str().unwrap().to_owned())
            .collect();
        on_disk.sort();
        let embedded: Vec<_> = DEMO_FILES.iter().map(|(path, _)| (*path).to_owned()).collect();
        assert_eq!(embedded, on_disk);
    }

    #[test]
    fn files_have_the_times_in_their_frontmatter() {
        let folder = tempfile::tempdir().unwrap();
        unpack_demo(folder.path()).unwrap();
        let written = |path: &str| {
            let modified = fs::metadata(folder.path().join(path)).unwrap().modified().unwrap();
            time::format(time::from_system(modified))
        };
        assert_eq!(written("artifacts/tasks/fix-stampede.md"), "2026-05-14T16:20:00.000Z");
        assert_eq!(written("artifacts/tasks/jitter-ttl.md"), "2026-05-12T08:03:00.000Z");
        assert_eq!(written("references.jsonl"), STORY_ENDS);
    }

    #[test]
    fn folder_that_is_not_empty_is_left_alone() {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("mine"), "").unwrap();
        assert!(unpack_demo(folder.path()).is_err());
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    }
}
