//! Where the systems of a workspace were found: the files and folders that their nodes and edges were read from, as
//! users name them (`.beads/issues.jsonl`, `docs/adr`).
//!
//! Follows from the graph and from what each system watches, so that no system declares its places twice.

use super::Workspace;
use crate::graph::SystemId;
use crate::system::{Reach, System, Watched, file};
use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;

impl Workspace {
    /// The places of each system that was found: a file, or a folder with several files. Relative to the workspace, in
    /// alphabetical order. A system without nodes and edges has the place of its marker.
    pub fn places(&self) -> BTreeMap<SystemId, Vec<String>> {
        let systems = self.settings.systems.iter();
        let mut places: BTreeMap<SystemId, Places> = systems.map(|(id, _)| (id, Places::default())).collect();
        for (system, origins) in self.origins() {
            let Some(known) = places.get_mut(&system) else { continue };
            let further = self.settings.places(&self.root, system);
            let mut watched = Watched::new(&self.root, &self.settings.log, &further);
            if let Some(system) = self.settings.systems.get(system) {
                system.watch(&mut watched);
            }
            for origin in origins {
                known.add(&watched, origin);
            }
        }
        let names = |(system, places): (SystemId, Places)| {
            let mut names = places.names(&self.root);
            names.extend(self.sources_with(system));
            (system, names)
        };
        let mut places: BTreeMap<_, _> = places.into_iter().map(names).filter(|(_, names)| !names.is_empty()).collect();
        for (system, place) in self.empty_systems() {
            places.entry(system).or_insert_with(|| vec![place]);
        }
        places
    }

    /// The systems of which the workspace has a marker and neither nodes nor edges, such as an empty export, with the
    /// place of the marker. Systems of the specification are left out: their answers do not name them.
    pub fn empty_systems(&self) -> Vec<(SystemId, String)> {
        let is_empty =
            |system: SystemId| !self.graph.spec(system).is_specified && !self.graph.systems().contains(&system);
        let empty = self.settings.systems.iter().filter(|(id, _)| self.graph.as_of_time().is_none() && is_empty(*id));
        let place = |(id, system): (SystemId, &Arc<dyn System>)| {
            let marker = system.markers().into_iter().find(|marker| (marker.is_sure)(&self.root))?;
            Some((id, marker.place(&self.root).to_owned()))
        };
        empty.filter_map(place).collect()
    }

    /// The folders of the named sources in which a system was found.
    fn sources_with(&self, system: SystemId) -> impl Iterator<Item = String> {
        let nodes = (!self.settings.named.is_empty()).then(|| self.graph.nodes()).into_iter().flatten();
        let found = nodes.filter(|node| node.system() == system && !node.is_missing());
        let names: HashSet<_> = found.filter_map(|node| node.namespace()).collect();
        let sources = self.settings.named.iter().filter(move |source| names.contains(&*source.name));
        sources.map(|source| source.path.display().to_string())
    }

    /// The files that nodes and edges say they are in, by system.
    fn origins(&self) -> BTreeMap<SystemId, HashSet<[Option<&str>; 2]>> {
        let mut origins: BTreeMap<SystemId, HashSet<_>> = BTreeMap::new();
        let mut add = |system: SystemId, origin| origins.entry(system).or_default().insert(origin);
        for node in self.graph.nodes().filter(|node| !node.is_missing()) {
            add(node.system(), [node.file(), node.repo()]);
        }
        let mut last = None;
        for edge in self.graph.edges() {
            let origin = (edge.system(), edge.file());
            // The rows of a log come one after another.
            if last != Some(origin) {
                last = Some(origin);
                add(edge.system(), [Some(edge.file()), None]);
            }
        }
        origins
    }
}

/// The places of one system, with the files that were read there.
#[derive(Debug, Default)]
struct Places(BTreeMap<PathBuf, BTreeSet<PathBuf>>);

impl Places {
    /// Adds the file of a node or edge. A node can be located elsewhere, such as in a code base; its repository is then
    /// the file it was read from.
    fn add(&mut self, watched: &Watched<'_>, origin: [Option<&str>; 2]) {
        let mut paths = origin.into_iter().flatten().map(|path| watched.root.join(path));
        let found = paths.find_map(|path| Some((place_of(watched, &path)?, path)));
        if let Some((place, path)) = found {
            self.0.entry(place).or_default().insert(path);
        }
    }

    /// The places as displayed.
    fn names(self, root: &Path) -> Vec<String> {
        let name = |(place, files): (PathBuf, BTreeSet<PathBuf>)| {
            let path = files.first().filter(|_| files.len() == 1).unwrap_or(&place);
            let name = file::relative(root, path);
            if name.is_empty() { ".".to_owned() } else { name }
        };
        let names: BTreeSet<_> = self.0.into_iter().map(name).collect();
        names.into_iter().collect()
    }
}

/// The place that a file belongs to; `None` if the system does not read it.
fn place_of(watched: &Watched<'_>, path: &Path) -> Option<PathBuf> {
    if watched.files.contains(path) {
        return Some(path.to_owned());
    }
    let areas = watched.areas.iter().filter(|area| path.starts_with(&area.top));
    let places = areas.filter_map(|area| match &area.reach {
        Reach::Files => None,
        Reach::Search(search) => (search.is_wanted)(path).then(|| path.parent().unwrap_or(path)),
        Reach::Below | Reach::FileOrFolder | Reach::Around(_) | Reach::Sources => Some(&*area.top),
    });
    places.max_by_key(|place| place.components().count()).map(Path::to_owned)
}
