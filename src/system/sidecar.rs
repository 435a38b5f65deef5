//! Reader for records with sidecars. The links between records are in sidecars: `X.meta.json` or `X.json.meta.json`
//! beside `X.json`, `meta.json` or `.meta.json` in a bundle's folder.
//!
//! A sidecar becomes a node for its subject and an edge for each of its links. A record without a sidecar becomes a
//! node too. Links anywhere else are reported and not read.

mod checks;
mod group;
mod id;
mod links;
mod read;
mod rules;
mod vocabulary;

pub use id::is_id;

use super::check::{CheckInput, Summary};
use super::kit::json::{Json, JsonFile};
use super::kit::named::{Finder, is_json};
use super::kit::read_request::Seen;
use super::kit::wanted_fields::{WantedFields, as_json, file_of, read_fields};
use super::kit::{Batches, Progress, ReadRequest, Suspects, file, walk};
use super::{Facts, Found, FurtherFiles, Loaded, Marker, Reach, System, Watched};
use crate::finding::Finding;
use crate::graph::relation::Relation;
use crate::graph::{Batch, Dangling, Graph, Node, SystemId, SystemSpec};
use group::{Group, Role, groups, record_beside};
use rayon::prelude::*;
use read::Record;
use serde_json::{Map, Value};
use std::collections::HashSet;
use std::io;
use std::path::{Path, PathBuf};

pub const SYSTEM: SystemId = SystemId::new(50, "sidecar");

/// Records with sidecar links.
#[derive(Debug)]
pub struct SidecarRecords;

impl System for SidecarRecords {
    fn spec(&self) -> SystemSpec {
        SystemSpec {
            is_specified: true,
            neutral: Some("related_to"),
            dangling: Dangling::OwnCheck,
            tree_path: |node| node.id().split('.').map(Into::into).collect(),
            prose: &["name", "title", "label", "summary", "description", "content", "text", "note", "notes", "reason"],
            ..SystemSpec::new(SYSTEM)
        }
    }

    fn vocabulary(&self) -> Vec<Relation> {
        vocabulary::vocabulary()
    }

    fn markers(&self) -> Vec<Marker> {
        let has_folder = |folder: &Path| folder.join(FOLDER).is_dir();
        vec![Marker { name: "records/", is_there: has_folder, is_sure: is_in }]
    }

    fn watch(&self, watched: &mut Watched<'_>) {
        watched.area_with_hidden(watched.root.join(FOLDER), Reach::Below, &HIDDEN);
        for place in watched.further {
            watched.area_with_hidden(place.clone(), Reach::FileOrFolder, &HIDDEN);
        }
    }

    fn load(&self, request: &ReadRequest<'_>) -> Box<dyn Loaded> {
        Box::new(load_first(request))
    }

    fn fields(&self, root: &Path, nodes: &[Node<'_>]) -> io::Result<Vec<Map<String, Value>>> {
        let file = file_of(nodes);
        let path = Path::new(file.unwrap_or_default());
        read_fields(root, file, nodes, |text, wanted| fields(path, text, wanted))
    }

    fn summaries(&self) -> Vec<Summary> {
        vec![checks::summary()]
    }

    fn check(&self, input: &CheckInput<'_>) -> Vec<Finding> {
        checks::check(input.graph, input.cancelled).collect()
    }

    /// The folders of records: a sidecar may belong to files of any kind beside it.
    fn further_files(&self, graph: &Graph, _: &Facts) -> FurtherFiles {
        let records = graph.nodes().filter(|node| node.system() == SYSTEM).filter_map(|node| node.file());
        let folders: HashSet<_> = records.filter_map(|file| Some(file.rsplit_once('/')?.0.to_owned())).collect();
        FurtherFiles { folders: folders.into_iter().collect(), ..FurtherFiles::default() }
    }

    fn cycle_codes(&self) -> &'static [&'static str] {
        &[checks::CYCLE_CODE]
    }
}

/// The folder of the records.
const FOLDER: &str = "records";

/// Number of file groups per batch: enough to make merging cheap, few enough to distribute the work evenly.
const GROUPS_A_BATCH: usize = 256;

/// Whether a folder contains records with sidecars: many projects have a folder called `records`.
fn is_in(folder: &Path) -> bool {
    let top = folder.join(FOLDER);
    let is_sidecar = |folder: &Path| {
        let names = file::names_in(folder).unwrap_or_default();
        names.iter().any(|name| Role::of(Path::new(name)) == Role::Sidecar)
    };
    // Bundles are a few folders down; searching deeper would cost more than this heuristic is worth.
    let below = |folders: Vec<PathBuf>| folders.iter().flat_map(|folder| file::folders_in(folder)).collect::<Vec<_>>();
    let first = below(vec![top.clone()]);
    let second = below(first.iter().take(MOST_FOLDERS).cloned().collect());
    std::iter::once(&top).chain(&first).chain(&second).take(MOST_FOLDERS).any(|folder| is_sidecar(folder))
}

/// Maximum number of folders searched for a sidecar to identify `records/`.
const MOST_FOLDERS: usize = 100;

/// Hidden files that belong to a record: sidecar names without a stem.
const HIDDEN: [&str; 3] = [".meta.json", ".review.json", ".provenance.json"];

/// Whether a file can belong to a record.
fn is_record_file(path: &Path) -> bool {
    let is_shown = || path.file_name().is_some_and(|name| HIDDEN.iter().any(|hidden| name == *hidden));
    is_json(path) || is_shown()
}

/// The records of a workspace. Which of them are nodes depends on all sidecars, so they are read as a whole.
#[derive(Debug)]
struct Records {
    batches: Vec<Batch>,
    seen: Seen,
}

impl Loaded for Records {
    fn refresh(&mut self, request: &ReadRequest<'_>) -> Found {
        Found::changed(refresh(self, request))
    }

    fn batches(&self) -> Batches<'_> {
        Batches::here(&self.batches)
    }

    fn into_batches(self: Box<Self>) -> Vec<Batch> {
        self.batches
    }
}

/// Reads all records: those below `records/` and those in `further`.
pub fn load(root: &Path, further: &[PathBuf], progress: &Progress) -> Vec<Batch> {
    load_first(&ReadRequest::once(root, further, progress)).batches
}

fn load_first(request: &ReadRequest<'_>) -> Records {
    let mut search_batch = Batch::new(SYSTEM, 0);
    let groups = find(request, &mut search_batch);
    let seen = if request.stays { seen(&groups) } else { Seen::default() };
    Records { batches: read_groups(request, &groups, search_batch), seen }
}

/// Reads the records again if a file changed. Returns whether anything changed.
fn refresh(records: &mut Records, request: &ReadRequest<'_>) -> bool {
    let is_beside = |path: &PathBuf| request.further.iter().any(|named| record_beside(named).as_ref() == Some(path));
    let is_named = matches!(request.suspects, Suspects::Only(paths) if paths.iter().any(is_beside));
    if !records.seen.has_links() && !is_named && !request.concerns(&[FOLDER]) {
        return false;
    }
    let mut search_batch = Batch::new(SYSTEM, 0);
    let groups = find(request, &mut search_batch);
    let now = seen(&groups);
    let before = records.batches.last().map(Batch::findings).unwrap_or_default();
    if records.seen.still_holds(&now) && before == search_batch.findings() {
        return false;
    }
    let read = Records { batches: read_groups(request, &groups, search_batch), seen: now };
    let is_same = read.batches.len() == records.batches.len()
        && read.batches.iter().zip(&records.batches).all(|(now, before)| now.has_same_content(before));
    *records = read;
    !is_same
}

fn seen(groups: &[Group]) -> Seen {
    Seen::of(groups.iter().flatten().map(|(_, path)| path.clone()))
}

/// Reads groups of files. The batch with the findings of the search comes last.
fn read_groups(request: &ReadRequest<'_>, groups: &[Group], search_batch: Batch) -> Vec<Batch> {
    let read = |(part, groups): (usize, &[Group])| {
        let mut part = SidecarEntry::new(1 + part as u64);
        for group in groups.iter().take_while(|_| !request.progress.is_cancelled()) {
            part.group(request.root, group);
            request.progress.add_files(group.len());
        }
        part
    };
    let parts: Vec<SidecarEntry> = groups.par_chunks(GROUPS_A_BATCH).enumerate().map(read).collect();
    let mut batches = finish(parts);
    batches.push(search_batch);
    batches
}

/// Parses the text of a single file, whose role depends on its name.
pub fn parse(shown: &str, text: &str) -> Batch {
    let mut part = SidecarEntry::new(0);
    let file = JsonFile { shown: shown.to_owned(), text: text.to_owned(), modified: 0 };
    let record = part.file(Path::new(shown), &file, None);
    part.records.extend(record);
    finish(vec![part]).remove(0)
}

/// Collects the fields of nodes, except their links, for display.
fn fields(file: &Path, text: &str, wanted: &mut WantedFields<'_>) -> io::Result<()> {
    let Some(all) = as_json(text)?.fields() else { return Ok(()) };
    let is_shown = |name: &str| name != "links";
    let entries = if Role::of(file) == Role::Sidecar { read::entries_of(&all) } else { Vec::new() };
    for (key, _, fields) in &entries {
        wanted.add(key, || fields.as_ref().map(|fields| fields.to_map(is_shown)).unwrap_or_default());
    }
    if entries.is_empty() {
        let own = all.given("id").and_then(Json::text);
        for id in wanted.ids().to_vec() {
            if own.as_ref().is_none_or(|own| own == id) {
                wanted.add(id, || all.to_map(is_shown));
            }
        }
    }
    Ok(())
}

/// The files of this system in groups: those of `records/`, then those of each further place.
fn find(request: &ReadRequest<'_>, batch: &mut Batch) -> Vec<Group> {
    let mut finder = Finder {
        hidden: &HIDDEN,
        distinct_names: true,
        ..Finder::new(request, SYSTEM, &rules::FILES, is_record_file, batch)
    };
    let mut places = vec![finder.below(&request.root.join(FOLDER))];
    for path in &request.further {
        let mut files = finder.named(path);
        // Naming a sidecar includes the record it describes.
        if files.first() == Some(path) {
            files.extend(record_beside(path).filter(|record| record.is_file() && finder.may_read(record)));
        }
        places.push(files);
    }
    for files in &mut places {
        files.retain(|path| !request.is_claimed(path));
    }
    if places.len() > 1 {
        let mut seen = HashSet::new();
        for files in &mut places {
            walk::without_repeated_names(files, &mut seen);
        }
    }
    places.into_iter().flat_map(groups).collect()
}

/// The contents of a set of groups, before it is known which records have sidecars elsewhere.
struct SidecarEntry {
    batch: Batch,
    /// The ids of the sidecars' subjects.
    subjects: Vec<String>,
    /// The records that become nodes unless a sidecar describes them.
    records: Vec<Record>,
}

impl SidecarEntry {
    fn new(part: u64) -> Self {
        Self { batch: Batch::new(SYSTEM, part), subjects: Vec::new(), records: Vec::new() }
    }

    fn group(&mut self, root: &Path, group: &Group) {
        let mut record = None;
        for (_, path) in group {
            let Some(file) = JsonFile::read(root, path, SYSTEM, &rules::FILES, &mut self.batch) else { continue };
            let beside = self.file(path, &file, record.as_ref());
            record = record.or(beside);
        }
        self.records.extend(record);
    }

    fn file(&mut self, path: &Path, file: &JsonFile, record: Option<&Record>) -> Option<Record> {
        read::read(path, file, record, &mut self.batch, &mut self.subjects)
    }
}

/// Adds the records that no sidecar describes.
fn finish(parts: Vec<SidecarEntry>) -> Vec<Batch> {
    let mut described: HashSet<String> = HashSet::new();
    let mut batches = Vec::with_capacity(parts.len());
    let mut records = Vec::with_capacity(parts.len());
    for part in parts {
        described.extend(part.subjects);
        batches.push(part.batch);
        records.push(part.records);
    }
    for (batch, records) in batches.iter_mut().zip(records) {
        let is_node = |id: &String| is_id(id) && !described.contains(id);
        records.iter().filter(|record| record.id.as_ref().is_some_and(is_node)).for_each(|record| record.add_to(batch));
    }
    batches
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph::fixture::CAUSAL;
    use crate::graph::fixture::build;
    use crate::system::kit::fixture::{folder, subjects};
    use crate::system::kit::wanted_fields::fields_of_one;
    use proptest::prelude::*;
    use rstest::rstest;
    use std::fs;

    const CLEAN: &str = r#"{
        "id": "sn.meditation.rank1",
        "title": "Meditation",
        "source_ref": [{"type": "scene"}],
        "links": [
            {"type": "derived_from", "target": "sf.meditation"},
            {"type": "granted_by", "target": "ev.tutorial", "reason": "Tutorial award"},
            {"type": "related_to", "target": "sf.focus"},
            {"type": "upgrades_to", "target": "sn.meditation.rank2"}
        ]
    }"#;

    /// The defined nodes, each as `id kind title file`, and the codes of the findings.
    fn nodes(root: &Path, further: &[PathBuf]) -> (Vec<String>, Vec<&'static str>) {
        let (graph, findings) = build(load(root, further, &Progress::default()));
        let defined = graph.nodes().filter(|node| !node.is_missing());
        let shown = |node: crate::graph::Node<'_>| {
            format!("{} {} {} {}", node.id(), node.kind().unwrap(), node.title(), node.file().unwrap())
        };
        (defined.map(shown).collect(), findings.iter().map(|finding| finding.rule.code).collect())
    }

    #[test]
    fn a_clean_sidecar_becomes_a_node_and_its_links() {
        let (graph, findings) = build(vec![parse("records/a/meta.json", CLEAN)]);
        assert!(findings.is_empty(), "{findings:?}");
        let node = graph.find("sn.meditation.rank1").unwrap();
        assert_eq!((node.title(), node.kind(), node.line()), ("Meditation", Some("skill"), Some(1)));
        let edges: Vec<_> =
            graph.edges().map(|edge| (edge.relation(), edge.to().id(), edge.note(), edge.line())).collect();
        assert_eq!(
            edges,
            [
                ("derived_from", "sf.meditation", None, 6),
                ("granted_by", "ev.tutorial", Some("Tutorial award"), 7),
                ("related_to", "sf.focus", None, 8),
                ("upgrades_to", "sn.meditation.rank2", None, 9),
            ]
        );
        assert!(graph.edges().all(|edge| edge.ts().is_none() && edge.actor().is_none() && !edge.is_implicit()));
    }

    #[rstest]
    #[case::own_id(&[("records/x.meta.json", r#"{"id": "sn.a"}"#)], &["sn.a skill sn.a records/x.meta.json"])]
    #[case::own_id_before_the_name(
        &[("records/sn.b.meta.json", r#"{"id": "sn.a", "name": "A"}"#)], &["sn.a skill A records/sn.b.meta.json"])]
    #[case::map(
        &[("records/x.meta.json", r#"{"$schema": 1, "sn.a": {"links": []}, "pc.b": {"id": "pc.b", "title": "B"}}"#)],
        &["sn.a skill sn.a records/x.meta.json", "pc.b character B records/x.meta.json"])]
    #[case::file_name(&[("records/eq.bow.meta.json", "{}")], &["eq.bow equipment eq.bow records/eq.bow.meta.json"])]
    #[case::folder_name(&[("records/loc.x/meta.json", "{}")], &["loc.x location loc.x records/loc.x/meta.json"])]
    #[case::no_map_with_links(
        &[("records/ev.x.meta.json", r#"{"links": [], "sn.a": {}}"#)], &["ev.x event ev.x records/ev.x.meta.json"])]
    #[case::no_map_of_texts(
        &[("records/ev.x.meta.json", r#"{"sn.b": "", "version": {}}"#)], &["ev.x event ev.x records/ev.x.meta.json"])]
    #[case::record_beside(
        &[("records/x.meta.json", "{}"), ("records/x.json", r#"{"id": "tag.t", "title": "T"}"#)],
        &["tag.t tag T records/x.meta.json"])]
    #[case::record_with_its_ending(
        &[("records/x.json.meta.json", r#"{"links": []}"#), ("records/x.json", r#"{"id": "tag.t", "title": "T"}"#)],
        &["tag.t tag T records/x.json.meta.json"])]
    #[case::file_name_with_its_ending(
        &[("records/eq.bow.json.meta.json", "{}"), ("records/eq.bow.json", r#"{"name": "Bow"}"#)],
        &["eq.bow equipment Bow records/eq.bow.json.meta.json"])]
    #[case::nothing_but_the_ending(
        &[("records/loc.x/.meta.json", "{}"), ("records/loc.x/record.json", r#"{"name": "X"}"#)],
        &["loc.x location X records/loc.x/.meta.json"])]
    #[case::other_hidden_files(&[("records/loc.x/.other.json", r#"{"id": "sn.a"}"#), ("records/.d/.meta.json", "{")], &[])]
    #[case::record_in_the_bundle(
        &[("records/x/meta.json", r#"{"links": []}"#), ("records/x/record.json", r#"{"id": "cl.c", "name": "C"}"#)],
        &["cl.c class C records/x/meta.json"])]
    #[case::record_without_an_id(
        &[("records/rc.r/meta.json", "{}"), ("records/rc.r/record.json", r#"{"name": "R"}"#)],
        &["rc.r race R records/rc.r/meta.json"])]
    #[case::another_records_title(
        &[("records/x/meta.json", r#"{"id": "sn.a"}"#), ("records/x/record.json", r#"{"id": "sn.b", "name": "B"}"#)],
        &["sn.a skill sn.a records/x/meta.json", "sn.b skill B records/x/record.json"])]
    #[case::record_alone(
        &[("records/x.json", r#"{"id": "sys.s", "title": "S"}"#), ("records/timeline.json", r#"{"id": "sn.a"}"#)],
        &["sys.s system S records/x.json"])]
    #[case::sidecar_elsewhere(
        &[("records/a.json", r#"{"id": "sn.a"}"#), ("records/z/all.meta.json", r#"{"sn.a": {"name": "A"}}"#)],
        &["sn.a skill A records/z/all.meta.json"])]
    #[case::no_record(&[("records/x.json", r#"{"id": "sn.A"}"#), ("records/y.json", "[1]")], &[])]
    fn a_subject_is_named_in_many_ways(#[case] files: &[(&str, &str)], #[case] expected: &[&str]) {
        let folder = folder(files);
        let (nodes, codes) = nodes(folder.path(), &[]);
        assert_eq!(nodes, expected);
        assert_eq!(codes, [] as [&str; 0]);
    }

    #[rstest]
    #[case::json("json-invalid", "x.json", "{")]
    #[case::no_subject("sidecar-subject", "x.meta.json", r#"{"links": []}"#)]
    #[case::no_subject_in_a_folder("sidecar-subject", "meta.json", r#"{"links": []}"#)]
    #[case::id("sidecar-subject", "sn.a.meta.json", r#"{"id": 1}"#)]
    #[case::blank_id("sidecar-subject", "sn.a.meta.json", r#"{"id": ""}"#)]
    #[case::misspelt("sidecar-subject", "sn.a.meta.json", r#"{"id": "Sn.a"}"#)]
    #[case::other_id("sidecar-subject", "x.meta.json", r#"{"sn.a": {"id": "sn.b"}}"#)]
    #[case::no_object("sidecar-invalid", "sn.a.meta.json", "[]")]
    #[case::links("sidecar-invalid", "sn.a.meta.json", r#"{"links": {}}"#)]
    #[case::link("sidecar-invalid", "sn.a.meta.json", r#"{"links": ["sn.b"]}"#)]
    #[case::no_type("sidecar-invalid", "sn.a.meta.json", r#"{"links": [{"target": "sn.b"}]}"#)]
    #[case::no_target("sidecar-invalid", "sn.a.meta.json", r#"{"links": [{"type": "related_to", "target": 1}]}"#)]
    #[case::entry("sidecar-invalid", "x.meta.json", r#"{"sn.a": {}, "sn.b": null, "version": 1}"#)]
    #[case::misspelt_entry("sidecar-subject", "x.meta.json", r#"{"sn.a": {}, "Bad.Id": {"links": []}}"#)]
    #[case::record("sidecar-misplaced", "record.json", r#"{"links": []}"#)]
    #[case::list_of_records("sidecar-misplaced", "x.json", r#"[{"id": 1, "links": [{"type": "a", "target": "b"}]}]"#)]
    #[case::events("sidecar-misplaced", "timeline.json", r#"{"events": [{"links": [{"type": 1, "target": 2}]}]}"#)]
    #[case::time_line("sidecar-misplaced", "timeline.json", r#"{"links": null}"#)]
    #[case::review("sidecar-misplaced", "x.review.json", r#"{"links": [{}]}"#)]
    #[case::hidden_review("sidecar-misplaced", ".review.json", r#"{"links": []}"#)]
    #[case::hidden_provenance("sidecar-misplaced", ".provenance.json", r#"{"links": []}"#)]
    #[case::source_ref(
        "sidecar-field",
        "sn.a.meta.json",
        r#"{"links": [{"type": "related_to", "target": "sn.b", "source_ref": []}]}"#
    )]
    #[case::unknown_field(
        "sidecar-field",
        "sn.a.meta.json",
        r#"{"links": [{"type": "related_to", "target": "sn.b", "since": 1}]}"#
    )]
    #[case::target_of_another_system(
        "sidecar-target",
        "sn.a.meta.json",
        r#"{"links": [{"type": "related_to", "target": "causal:ev1"}]}"#
    )]
    #[case::provenance("sidecar-misplaced", "x.provenance.json", r#"{"links": 1}"#)]
    #[case::kind("sidecar-type", "sn.a.meta.json", r#"{"links": [{"type": "replaces", "target": "sn.b"}]}"#)]
    #[case::target("sidecar-target", "sn.a.meta.json", r#"{"links": [{"type": "related_to", "target": "Jake"}]}"#)]
    #[case::own_target(
        "sidecar-target",
        "sn.a.meta.json",
        r#"{"links": [{"type": "related_to", "target": "sidecar:sn.b"}]}"#
    )]
    #[case::repeated(
        "sidecar-repeated",
        "sn.a.meta.json",
        r#"{"links": [{"type": "related_to", "target": "sn.b"},
        {"type": "related_to", "target": "sn.b", "reason": "again"}]}"#
    )]
    #[case::reason(
        "sidecar-reason",
        "sn.a.meta.json",
        r#"{"links": [{"type": "related_to", "target": "sn.b", "reason": 1}]}"#
    )]
    #[case::unsorted(
        "sidecar-unsorted",
        "sn.a.meta.json",
        r#"{"links": [{"type": "related_to", "target": "sn.b"},
        {"type": "derived_from", "target": "sn.b"}, {"type": "derived_from", "target": "sn.a"}]}"#
    )]
    fn each_broken_rule_gives_just_its_finding(#[case] code: &str, #[case] name: &str, #[case] text: &str) {
        let batch = parse(&format!("records/{name}"), text);
        let codes: Vec<_> = batch.findings().iter().map(|finding| finding.rule.code).collect();
        assert_eq!(codes, [code]);
    }

    #[rstest]
    #[case::collection(&[("records/skills.json.meta.json", COLLECTION), ("records/skills.json", r#"{"Identify": {}}"#)])]
    #[case::scene(&[("records/Book 01/01.01.01.json.meta.json", COLLECTION)])]
    #[case::record_with_another_id(&[("records/x.json.meta.json", COLLECTION), ("records/x.json", r#"{"id": "Jake"}"#)])]
    fn a_sidecar_without_links_that_names_no_subject_is_legal(#[case] files: &[(&str, &str)]) {
        let folder = folder(files);
        assert_eq!(nodes(folder.path(), &[]), (vec![], vec![]));
    }

    /// As the public system writes it for a collection or a scene.
    const COLLECTION: &str = r#"{"entered_by": "assistant", "source": {"scene_id": "01.01.01"}, "records": true}"#;

    #[test]
    fn a_hidden_review_in_a_bundle_is_read_for_misplaced_links() {
        let folder = folder(&[("records/sn.a/.meta.json", "{}"), ("records/sn.a/.review.json", r#"{"links": []}"#)]);
        assert_eq!(nodes(folder.path(), &[]).1, ["sidecar-misplaced"]);
    }

    #[test]
    fn a_link_to_another_system_or_with_unknown_fields_is_still_an_edge() {
        let text = r#"{"links": [{"type": "related_to", "target": "causal:ev1", "source_ref": 1}]}"#;
        let (graph, findings) = build(vec![parse("records/sn.a.meta.json", text)]);
        assert_eq!(findings.len(), 2);
        let target = graph.edges().next().unwrap().to();
        assert_eq!((target.id(), target.system()), ("ev1", CAUSAL));
    }

    #[rstest]
    #[case::json("x.json", "{", &["file path=records/x.json line=1"])]
    #[case::no_subject("x.meta.json", r#"{"links": []}"#, &["file path=records/x.meta.json", "field name=id"])]
    #[case::id("x.meta.json", r#"{"id": 1}"#, &["field name=id"])]
    #[case::misspelt("x.meta.json", r#"{"id": "Jake"}"#, &["node id=Jake"])]
    #[case::other_id("x.meta.json", r#"{"sn.a": {"id": "sn.b"}}"#, &["node id=sn.a", "field name=id"])]
    #[case::no_object("sn.a.meta.json", "[]", &["file path=records/sn.a.meta.json line=1"])]
    #[case::entry("x.meta.json", r#"{"sn.a": {}, "sn.b": null}"#, &["node id=sn.b"])]
    #[case::links("sn.a.meta.json", r#"{"links": {}}"#, &["node id=sn.a", "field name=links"])]
    #[case::link("sn.a.meta.json", r#"{"links": [1]}"#, &["node id=sn.a"])]
    #[case::no_target("sn.a.meta.json", r#"{"links": [{"type": "x"}]}"#, &["node id=sn.a", "field name=target"])]
    #[case::misplaced("x.json", r#"{"links": []}"#, &["field name=links", "file path=records/x.json"])]
    #[case::kind("sn.a.meta.json", &link("x", "sn.b", ""), &["node id=sn.a", "relation name=x"])]
    #[case::target("sn.a.meta.json", &link("related_to", "B", ""), &["node id=sn.a", "node id=B"])]
    #[case::field("sn.a.meta.json", &link("related_to", "sn.b", r#", "source_ref": 1"#), &["node id=sn.a", EDGE, "field name=source_ref"])]
    #[case::reason("sn.a.meta.json", &link("related_to", "sn.b", r#", "reason": 1"#), &["node id=sn.a", "field name=reason", EDGE])]
    #[case::repeated(
        "sn.a.meta.json",
        r#"{"links": [{"type": "related_to", "target": "sn.b"}, {"type": "related_to", "target": "sn.b"}]}"#,
        &["node id=sn.a", EDGE])]
    #[case::unsorted(
        "sn.a.meta.json",
        r#"{"links": [{"type": "upgrades_to", "target": "sn.b"}, {"type": "related_to", "target": "sn.b"}]}"#,
        &["node id=sn.a", EDGE])]
    fn findings_name_their_subjects(#[case] name: &str, #[case] text: &str, #[case] expected: &[&str]) {
        let batch = parse(&format!("records/{name}"), text);
        assert_eq!(subjects(&batch.findings()[0]), expected);
    }

    const EDGE: &str = "edge from=sn.a relation=related_to to=sn.b line=1";

    fn link(kind: &str, target: &str, more: &str) -> String {
        format!(r#"{{"links": [{{"type": "{kind}", "target": "{target}"{more}}}]}}"#)
    }

    #[test]
    fn a_reason_has_at_most_two_hundred_characters() {
        for (length, expected) in [(200, &[][..]), (201, &["sidecar-reason-long"])] {
            let reason = "é".repeat(length);
            let text = format!(r#"{{"links": [{{"type": "related_to", "target": "sn.b", "reason": "{reason}"}}]}}"#);
            let (graph, findings) = build(vec![parse("records/sn.a.meta.json", &text)]);
            assert_eq!(findings.iter().map(|finding| finding.rule.code).collect::<Vec<_>>(), expected);
            assert_eq!(graph.edges().next().unwrap().note(), Some(&*reason));
        }
    }

    #[test]
    fn an_invalid_link_is_still_an_edge_and_its_finding_has_a_line() {
        let text = "{\"links\": [\n{\"type\": \"replaces\", \"target\": \"Jake\"},\n{\"type\": \"\"}]}";
        let (graph, findings) = build(vec![parse("records/sn.a.meta.json", text)]);
        let places: Vec<_> = findings.iter().map(|one| (one.rule.code, one.line, one.node.as_deref())).collect();
        let about = Some("sn.a");
        assert_eq!(
            places,
            [("sidecar-type", Some(2), about), ("sidecar-target", Some(2), about), ("sidecar-invalid", Some(3), about)]
        );
        assert_eq!(graph.edge_count(), 1);
    }

    #[test]
    fn a_misspelt_subject_is_a_node_and_an_overlong_one_is_not() {
        let (graph, _) = build(vec![parse("records/x.meta.json", r#"{"id": "Jake"}"#)]);
        assert_eq!(graph.find("Jake").unwrap().kind(), Some("record"));
        let long = format!("sn.{}", "a".repeat(1000));
        for text in [
            format!(r#"{{"id": "{long}"}}"#),
            format!(r#"{{"{long}": {{}}}}"#),
            format!(r#"{{"id": "sn.a", "links": [{{"type": "related_to", "target": "{long}"}}]}}"#),
            format!(r#"{{"id": "sn.a", "links": [{{"type": "{long}", "target": "sn.b"}}]}}"#),
        ] {
            let (graph, findings) = build(vec![parse("records/x.meta.json", &text)]);
            assert_eq!((graph.edge_count(), findings.len()), (0, 1));
            assert!(findings[0].message.len() < 200 && graph.find(&long).is_none());
        }
    }

    #[test]
    fn further_places_are_read_after_the_records_and_no_file_twice() {
        let root = folder(&[("records/a.meta.json", r#"{"id": "sn.a"}"#), ("other/b.json", r#"{"id": "sn.b"}"#)]);
        let lone = folder(&[("c.meta.json", "{}"), ("c.json", r#"{"id": "sn.c"}"#), ("d.json", r#"{"id": "sn.d"}"#)]);
        let named = [lone.path().join("c.meta.json"), root.path().join("other"), root.path().join("records")];
        let (nodes, codes) = nodes(root.path(), &named);
        let ids: Vec<_> = nodes.iter().map(|node| node.split(' ').next().unwrap()).collect();
        assert_eq!((ids, codes), (vec!["sn.a", "sn.c", "sn.b"], vec![]));
    }

    #[test]
    fn unreadable_and_missing_files_are_findings_and_the_rest_still_loads() {
        let folder = folder(&[("records/sn.a.meta.json", "{}"), ("records/sn.c.meta.json", "")]);
        let root = folder.path();
        fs::write(root.join("records/sn.c.meta.json"), b"{\"title\": \"\xff\"}").unwrap();
        std::os::unix::fs::symlink("nowhere", root.join("records/b.json")).unwrap();
        let (nodes, mut codes) = nodes(root, &[root.join("gone")]);
        codes.sort_unstable();
        assert_eq!(codes, ["file-not-utf8", "file-unreadable", "source-missing"]);
        assert_eq!(nodes.len(), 2);
    }

    #[test]
    fn a_nodes_own_fields_can_be_read_again_without_its_links() {
        let folder = folder(&[
            ("records/x.meta.json", CLEAN),
            ("records/map.meta.json", r#"{"sn.a": {"rank": 1, "links": []}, "sn.b": {"rank": 2}}"#),
            ("records/sn.c.meta.json", r#"{"rank": 3}"#),
        ]);
        let fields = |file: &str, id: &str| {
            fields_of_one(&folder.path().join(file), id, |text, wanted| fields(Path::new(file), text, wanted))
        };
        let keys: Vec<_> = fields("records/x.meta.json", "sn.meditation.rank1").unwrap().keys().cloned().collect();
        assert_eq!(keys, ["id", "title", "source_ref"]);
        assert_eq!(serde_json::to_string(&fields("records/map.meta.json", "sn.a").unwrap()).unwrap(), r#"{"rank":1}"#);
        assert_eq!(fields("records/sn.c.meta.json", "sn.c").unwrap()["rank"], 3);
        assert!(fields("records/x.meta.json", "sn.gone").unwrap().is_empty());
        assert!(fields("records/map.meta.json", "sn.gone").unwrap().is_empty());
        assert!(fields("records/gone.json", "sn.a").is_err());
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(2_000))]

        #[test]
        fn no_text_makes_it_panic(
            name in prop_oneof![Just("meta.json"), Just("sn.a.meta.json"), Just("x.json"), Just(".."), Just("")],
            words in proptest::collection::vec(prop_oneof![
                Just("{".to_owned()), Just("}".to_owned()), Just("[".to_owned()), Just("]".to_owned()),
                Just(",".to_owned()), Just(":".to_owned()), Just("\"links\"".to_owned()), Just("\"sn.a\"".to_owned()),
                Just("\"id\"".to_owned()), Just("null".to_owned()), "\\PC{0,6}",
            ], 0..40),
        ) {
            build(vec![parse(name, &words.concat())]);
        }

        #[test]
        fn no_value_makes_it_panic(values in proptest::collection::vec(prop_oneof![
            Just("null"), Just("true"), Just("1e400"), Just("\"\""), Just("\"\\ud800\""), Just("[]"), Just("{}"),
            Just("\"sn.a\""), Just("[[1]]"), Just("\"related_to\""), Just("\"sidecar:\""), Just("{\"sn.a\": {}}"),
        ], 6)) {
            let [id, title, entry, kind, target, reason] = values[..] else { unreachable!() };
            let link = format!(r#"{{"type": {kind}, "target": {target}, "reason": {reason}}}"#);
            for text in [
                format!(r#"{{"id": {id}, "title": {title}, "sn.b": {entry}, "links": [{link}, {link}]}}"#),
                format!(r#"{{"sn.b": {entry}, "sn.a": {{"id": {id}, "links": [{link}]}}}}"#),
                format!(r#"{{"id": {id}, "links": {entry}}}"#),
            ] {
                let batch = parse("records/x.meta.json", &text);
                prop_assert!(batch.node_count() <= 2 && batch.edges().len() <= 2);
            }
        }
    }
}
