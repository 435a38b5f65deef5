//! Names of nodes in code maps of several repositories.
//!
//! A code map belongs to a repository, and its ids are unique only there. If several repositories use the same id, each
//! of these nodes has the qualified name `repository/id`; otherwise the bare id is the name. Names depend only on the
//! set of files, not on their order (decision 0035). A file without a repository has no namespace: its ids stay bare,
//! and its edges refer to nodes as log rows do.

#[cfg(test)]
mod tests;

use super::batch::Batch;
use super::builder::Globals;
use super::intern::{Interner, Sym};
use super::registry::Registry;
use super::system::SystemIx;
use hashbrown::{HashMap, HashSet};
use std::borrow::Borrow;
use std::sync::Arc;

/// An id with its repository; `None` for files without one.
type Pair = (Option<Sym>, Sym);

/// Maps the ids of one repository to their names, where these are not the bare ids.
pub(super) type Names = HashMap<Sym, Sym>;

/// A missing node with a qualified name.
pub(super) struct MissingName {
    pub(super) name: Sym,
    pub(super) repo: Sym,
    pub(super) id: Sym,
    pub(super) system: SystemIx,
}

/// The name of a missing node, its repository and its id there.
type NameOfMissing = (Sym, Sym, Sym);

/// The repositories that use an id.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Users {
    One(Option<Sym>),
    Several,
}

fn add_user(users: &mut HashMap<Sym, Users>, id: Sym, repo: Option<Sym>) {
    let known = users.entry(id).or_insert(Users::One(repo));
    if *known != Users::One(repo) {
        *known = Users::Several;
    }
}

/// Assigns to every batch of a code map its repository and the names of its ids. Returns the missing nodes with
/// qualified names.
pub(super) fn name<B: Borrow<Batch>>(
    registry: &Registry,
    merged: &mut [(B, Globals)],
    words: &mut Interner,
) -> Vec<MissingName> {
    for (batch, global) in merged.iter_mut() {
        global.repo = (*batch).borrow().repo.map(|repo| global.of(repo));
    }
    let systems = registry.systems().filter_map(|id| Some((registry.ix(id)?, registry.spec(id)?)));
    let with_repos: Vec<_> = systems.filter(|(_, spec)| spec.has_repositories).map(|(system, _)| system).collect();
    with_repos.into_iter().flat_map(|system| name_system(registry, system, merged, words)).collect()
}

/// Assigns the names of the ids of one system.
fn name_system<B: Borrow<Batch>>(
    registry: &Registry,
    system: SystemIx,
    merged: &mut [(B, Globals)],
    words: &mut Interner,
) -> Vec<MissingName> {
    let maps = || merged.iter().map(|(batch, global)| (batch.borrow(), global));
    let maps = || maps().filter(|(_, global)| global.system == system);
    let filled = maps().filter(|(batch, _)| batch.nodes.len() + batch.edges.len() > 0);
    if filled.map(|(_, global)| global.repo).collect::<HashSet<_>>().len() < 2 {
        return Vec::new();
    }
    words.unseal();
    let mut naming = Naming::default();
    maps().for_each(|(batch, global)| naming.define(batch, global));
    naming.find_aliases(words);
    maps().for_each(|(batch, global)| naming.collect_missing(registry, batch, global, words));
    let (names, missing) = naming.finish(words);
    let names: HashMap<Sym, Arc<Names>> = names.into_iter().map(|(repo, names)| (repo, Arc::new(names))).collect();
    for (_, global) in merged.iter_mut().filter(|(_, global)| global.system == system) {
        let own = global.repo.and_then(|repo| names.get(&repo));
        global.names = own.cloned().unwrap_or_default();
    }
    missing.into_iter().map(|(name, repo, id)| MissingName { name, repo, id, system }).collect()
}

/// All ids of the code maps, collected before names are assigned.
#[derive(Default)]
struct Naming {
    defined: HashSet<Pair>,
    definers: HashMap<Sym, Users>,
    /// Texts of the graph that equal `repository/id` of a defined node, with that node; `None` if of several nodes.
    aliases: HashMap<Sym, Option<(Sym, Sym)>>,
    /// Ids that files of a repository refer to without the repository defining them.
    missing: HashSet<(Sym, Sym)>,
    missing_users: HashMap<Sym, Users>,
    /// Resolved ends written as `causal:id` or `repository/id`, by the repository of the file and the end.
    addressed: HashMap<(Sym, Sym), (Sym, Sym)>,
}

impl Naming {
    fn define(&mut self, batch: &Batch, global: &Globals) {
        for id in batch.nodes.iter().map(|node| global.of(node.id)) {
            if self.defined.insert((global.repo, id)) {
                add_user(&mut self.definers, id, global.repo);
            }
        }
    }

    fn find_aliases(&mut self, words: &Interner) {
        for (repo, id) in self.defined.iter().filter_map(|(repo, id)| Some(((*repo)?, *id))) {
            if let Some(text) = words.lookup(&qualified(words, repo, id)) {
                self.aliases.entry(text).and_modify(|node| *node = None).or_insert(Some((repo, id)));
            }
        }
    }

    /// Collects the ends of edges that are undefined in the file's repository.
    fn collect_missing(&mut self, registry: &Registry, batch: &Batch, global: &Globals, words: &Interner) {
        let ends = batch.edges.from.iter().chain(&batch.edges.to).map(|end| global.of(*end));
        for end in ends.filter(|end| !self.defined.contains(&(global.repo, *end))) {
            let Some(repo) = global.repo else {
                if !matches!(self.definers.get(&end), Some(Users::One(_))) {
                    add_user(&mut self.missing_users, end, None);
                }
                continue;
            };
            let id = match registry.split(words.text(end)) {
                None => Some(end),
                Some((system, bare)) if registry.ix(system) == Some(global.system) => words.lookup(bare),
                Some(_) => None,
            };
            let Some(id) = id else { continue };
            if id != end {
                self.addressed.insert((repo, end), (repo, id));
            }
            if self.defined.contains(&(global.repo, id)) {
                continue;
            }
            if let Some(node) = self.aliases.get(&id).copied().flatten() {
                self.addressed.insert((repo, end), node);
            } else if self.missing.insert((repo, id)) {
                add_user(&mut self.missing_users, id, Some(repo));
            }
        }
    }

    /// The names that differ from the bare ids, by repository, and the missing nodes among them: name, repository and id.
    fn finish(self, words: &mut Interner) -> (HashMap<Sym, Names>, Vec<NameOfMissing>) {
        let clashes = |id: &Sym| self.definers.contains_key(id) || self.missing_users.get(id) == Some(&Users::Several);
        let mut missing: Vec<_> = self.missing.iter().filter(|(_, id)| clashes(id)).copied().collect();
        // A bare id that equals the address of another node would hide that node.
        let mut hiding: HashSet<_> = self.aliases.keys().copied().collect();
        hiding.extend(missing.iter().filter_map(|(repo, id)| words.lookup(&qualified(words, *repo, *id))));
        let is_bare = |id: &Sym| self.definers.get(id) != Some(&Users::Several) && !hiding.contains(id);
        let defined = self.defined.iter().filter_map(|(repo, id)| Some(((*repo)?, *id)));
        let defined: Vec<_> = defined.filter(|(_, id)| !is_bare(id)).collect();

        let mut qualifying: Vec<_> = defined.iter().chain(&missing).copied().collect();
        // Sort by text: symbols depend on the order of the files.
        let by_text =
            |(repo, id): &(Sym, Sym), words: &Interner| (words.text(*repo).to_owned(), words.text(*id).to_owned());
        missing.sort_by_cached_key(|pair| by_text(pair, words));
        qualifying.sort_by_cached_key(|pair| by_text(pair, words));
        let texts: Vec<_> = qualifying.iter().map(|(repo, id)| words.intern(&qualified(words, *repo, *id))).collect();
        let mut uses: HashMap<Sym, usize> = HashMap::new();
        for text in &texts {
            *uses.entry(*text).or_default() += 1;
        }
        let is_bare_name =
            |name: Sym| self.defined.contains(&(None, name)) || (self.definers.contains_key(&name) && is_bare(&name));
        let mut further = HashSet::new();
        let mut names: HashMap<Sym, Names> = HashMap::new();
        for ((repo, id), text) in qualifying.iter().zip(texts) {
            let mut name = text;
            if uses[&text] > 1 || is_bare_name(text) {
                // `a/b` + `c` and `a` + `b/c` have the same address, and a file without a repository may have an id
                // `a/b`.
                let mut slashes = "/".to_owned();
                while uses.contains_key(&name) || is_bare_name(name) || further.contains(&name) {
                    slashes.push('/');
                    name = words.intern(&format!("{}{slashes}{}", words.text(*repo), words.text(*id)));
                }
                further.insert(name);
            }
            names.entry(*repo).or_default().insert(*id, name);
        }
        for ((repo, end), (of, id)) in self.addressed {
            let name = names.get(&of).and_then(|names| names.get(&id)).copied().unwrap_or(id);
            names.entry(repo).or_default().insert(end, name);
        }
        let missing = missing.iter().map(|(repo, id)| (names[repo][id], *repo, *id)).collect();
        (names, missing)
    }
}

fn qualified(words: &Interner, repo: Sym, id: Sym) -> String {
    format!("{}/{}", words.text(repo), words.text(id))
}
