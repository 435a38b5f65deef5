//! `cache`: lists or clears the snapshots that make the next start fast.

use super::Outcome;
use super::args::CacheArgs;
use super::context::Context;
use crate::document::{Line, Role};
use crate::text::{count, grouped};
use crate::workspace::{Cache, Cached};
use serde::Serialize;
use std::fs;
use std::io;

pub(super) fn run(args: &CacheArgs, context: &mut Context) -> anyhow::Result<Outcome> {
    let cache = Cache::of_user();
    let Some(folder) = cache.folder() else {
        anyhow::bail!("no cache folder: neither XDG_CACHE_HOME nor HOME is set to an absolute path");
    };
    let snapshots = if args.all { cache.all()? } else { cache.all_of(&context.locate()?)? };
    if args.clear {
        for cached in &snapshots {
            match fs::remove_file(&cached.path) {
                Err(error) if error.kind() != io::ErrorKind::NotFound => {
                    return Err(anyhow::Error::new(error).context(format!("cannot remove {}", cached.path.display())));
                }
                _ => {}
            }
        }
    }
    if !context.out.is_human() {
        let folder = folder.display().to_string();
        let snapshots = snapshots.iter().map(SnapshotWire::new).collect();
        context.out.json(&CacheWire { folder, cleared: args.clear, snapshots })?;
        return Ok(Outcome::Yes);
    }
    for cached in &snapshots {
        let line = format!("{}  {} bytes", cached.path.display(), grouped(usize::try_from(cached.bytes)?));
        context.out.line(&Line::of(Role::Strong, &line))?;
    }
    let number = count(snapshots.len(), "snapshot");
    let last = match (args.clear, snapshots.is_empty()) {
        (_, true) => format!("no snapshot in {}", folder.display()),
        (true, false) => format!("{number} cleared from {}", folder.display()),
        (false, false) => format!("{number} in {}", folder.display()),
    };
    context.out.line(&Line::of(Role::Dim, &last))?;
    Ok(Outcome::Yes)
}

#[derive(Serialize)]
struct CacheWire {
    folder: String,
    cleared: bool,
    snapshots: Vec<SnapshotWire>,
}

#[derive(Serialize)]
struct SnapshotWire {
    path: String,
    bytes: u64,
}

impl SnapshotWire {
    fn new(cached: &Cached) -> Self {
        Self { path: cached.path.display().to_string(), bytes: cached.bytes }
    }
}
