//! Reads the key `relations:` of the settings: a map from verbs to their properties.
//!
//! Each property is a field of [`Relation`], so a declared relation counts wherever a built-in one does. A verb that
//! could never take effect is an error, because the user would wonder why nothing changed.

use crate::graph::relation::{Argues, Dependent, Meaning, Relation, Spelling, Synonym, Text, Time};
use crate::graph::{Registry, SystemId};
use crate::system::kit::config_error::{Entry, Parsed, unknown};
use crate::text::{is_unsafe, quoted};
use std::collections::{BTreeSet, HashMap};

/// The properties of a relation.
const KEYS: [&str; 13] = [
    "reads",
    "inverse",
    "ends",
    "earlier",
    "lineage",
    "acyclic",
    "dependent",
    "argues",
    "takes_sides",
    "symmetric",
    "opposes",
    "synonyms",
    "words",
];

/// Maximum number of relations in one declaration: more than any vocabulary needs, few enough to check quickly.
const MOST_RELATIONS: usize = 1000;

/// Maximum number of verbs in one list of a declaration.
const MOST_VERBS: usize = 100;

/// The relations that an entry declares for `owner`: [`SystemId::USER`], or a system that the user declares. `known` are
/// the relations of all other systems, `user` those that the user declares for all systems.
pub(crate) fn relations(
    entry: &Entry<'_>,
    owner: SystemId,
    known: &Registry,
    user: &[Relation],
) -> Parsed<Vec<Relation>> {
    let entries = entry.entries()?;
    if entries.len() > MOST_RELATIONS {
        return Err(entry.error(&format!("at most {MOST_RELATIONS} relations can be declared")));
    }
    let mut relations = Vec::new();
    let mut names: HashMap<&str, &str> = HashMap::new();
    for (name, entry) in &entries {
        check_verb(entry, name, UseAs::Name, owner, known)?;
        names.insert(name, name);
        relations.push(relation(entry, name, owner)?);
    }
    let every = relations.iter().chain(user).chain(known.relations()).map(|relation| &*relation.name);
    let all: BTreeSet<_> = every.collect();
    for ((name, entry), relation) in entries.iter().zip(&relations) {
        let inside = entry.entries()?;
        let part = |key: &str| inside.iter().find(|(known, _)| *known == key).map_or(entry, |(_, entry)| entry);
        for synonym in &relation.synonyms {
            let part = part("synonyms");
            check_verb(part, &synonym.name, UseAs::Synonym, owner, known)?;
            if let Some(other) = names.insert(&synonym.name, name) {
                return Err(part.error(&format!("{} already means {other}", quoted(&synonym.name))));
            }
        }
        for opposite in &relation.opposes {
            if *opposite == relation.name {
                return Err(part("opposes").error("a relation cannot oppose itself"));
            }
            if !all.contains(&**opposite) {
                let valid: Vec<_> = all.iter().copied().collect();
                return Err(part("opposes").error(&unknown("relation", opposite, &valid)));
            }
        }
    }
    Ok(relations)
}

/// Refuses a verb that has a meaning between all nodes already, so that a declaration would never apply. A declaration
/// may redefine a synonym, because names take precedence over synonyms.
fn check_verb(entry: &Entry<'_>, verb: &str, use_as: UseAs, owner: SystemId, known: &Registry) -> Parsed<()> {
    if verb.trim() != verb || verb.is_empty() || verb.contains(is_unsafe) {
        return Err(entry.error(&format!(
            "{} is not a verb: it is empty, or has spaces at an end or control characters",
            quoted(verb)
        )));
    }
    let log = known.log_system();
    let taken = if owner == SystemId::USER { known.meaning(&[log], verb) } else { None };
    let what = match taken {
        Some(Meaning { spelling: Spelling::Own, .. }) => format!("a relation of {}", log.name()),
        Some(meaning) if use_as == UseAs::Synonym => {
            format!("a synonym of {} in {}", meaning.relation.name, log.name())
        }
        _ => return Ok(()),
    };
    let message = format!("{} is {what}, which applies between all nodes; choose another verb", quoted(verb));
    Err(entry.error(&message))
}

/// How a declaration uses a verb.
#[derive(Clone, Copy, PartialEq, Eq)]
enum UseAs {
    Name,
    Synonym,
}

fn relation(entry: &Entry<'_>, name: &str, owner: SystemId) -> Parsed<Relation> {
    let mut relation = Relation {
        outgoing: name.replace(['-', '_'], " ").into(),
        incoming: format!("is reached by {name} from").into(),
        declared_at: Some(entry.line()),
        ..Relation::new(owner, name.to_owned())
    };
    let mut inverse = None;
    let (mut ordered, mut sides) = (None, None);
    for (key, entry) in entry.map(&KEYS)?.into_iter().filter(|(_, entry)| !entry.is_null()) {
        match key {
            "reads" => relation.outgoing = owned(&entry)?,
            "inverse" => inverse = Some((owned(&entry)?, entry)),
            "ends" => relation.ends = Some(ends(&entry)?),
            "earlier" => {
                relation.time = entry.one_of(&Time::NAMED)?;
                ordered = (relation.time != Time::Timeless).then_some(entry).or(ordered);
            }
            "lineage" => relation.lineage = entry.truth()?,
            "acyclic" => {
                relation.acyclic = class(&entry, name)?;
                ordered = relation.acyclic.is_some().then_some(entry).or(ordered);
            }
            "dependent" => {
                relation.dependent = entry.one_of(&Dependent::NAMED)?;
                ordered = relation.dependent.is_some().then_some(entry).or(ordered);
            }
            "argues" => relation.argues = Some(entry.one_of(&Argues::NAMED)?),
            "takes_sides" => {
                relation.takes_sides = entry.truth()?;
                sides = relation.takes_sides.then_some(entry);
            }
            "symmetric" => relation.symmetric = entry.truth()?,
            "opposes" => relation.opposes = texts(&entry)?,
            "synonyms" => relation.synonyms = short_list(&entry)?.iter().map(synonym).collect::<Parsed<_>>()?,
            _ => relation.words = texts(&entry)?,
        }
    }
    if let Some(entry) = sides.filter(|_| relation.argues.is_none()) {
        return Err(entry.error("needs argues: the role in an argument that puts a node on a side"));
    }
    match (relation.symmetric, inverse, ordered) {
        (true, Some((_, entry)), _) | (true, None, Some(entry)) => {
            Err(entry.error("a symmetric relation reads the same from both ends; remove this key or symmetric"))
        }
        (true, None, None) => {
            relation.incoming.clone_from(&relation.outgoing);
            Ok(relation)
        }
        (false, inverse, _) => {
            if let Some((inverse, _)) = inverse {
                relation.incoming = inverse;
            }
            Ok(relation)
        }
    }
}

fn owned(entry: &Entry<'_>) -> Parsed<Text> {
    Ok(entry.text()?.to_owned().into())
}

/// A list of texts, or a single one.
fn texts(entry: &Entry<'_>) -> Parsed<Vec<Text>> {
    if entry.is_list() { short_list(entry)?.iter().map(owned).collect() } else { Ok(vec![owned(entry)?]) }
}

fn short_list<'d>(entry: &Entry<'d>) -> Parsed<Vec<Entry<'d>>> {
    let items = entry.list()?;
    if items.len() > MOST_VERBS {
        return Err(entry.error(&format!("at most {MOST_VERBS} verbs can be listed")));
    }
    Ok(items)
}

/// Two texts: the roles of source and target.
fn ends(entry: &Entry<'_>) -> Parsed<(Text, Text)> {
    let roles = if entry.is_list() { texts(entry)? } else { Vec::new() };
    let [source, target] = roles.try_into().map_err(|_| entry.wrong("a list of two roles, such as [cause, effect]"))?;
    Ok((source, target))
}

/// `true` for a class of its own, or the name of a class.
fn class(entry: &Entry<'_>, name: &str) -> Parsed<Option<Text>> {
    match entry.value().as_bool() {
        Some(true) => Ok(Some(name.to_owned().into())),
        Some(false) => Ok(None),
        None if entry.value().is_string() => Ok(Some(owned(entry)?)),
        None => Err(entry.wrong("true, false or the name of a class")),
    }
}

/// A name, or a map with `name` and `inverted`.
fn synonym(entry: &Entry<'_>) -> Parsed<Synonym> {
    if !entry.is_map() {
        return Ok(Synonym { name: owned(entry)?, inverted: false });
    }
    let (mut name, mut inverted) = (None, false);
    for (key, entry) in entry.map(&["name", "inverted"])? {
        match key {
            "name" => name = Some(owned(&entry)?),
            _ => inverted = entry.truth()?,
        }
    }
    let name = name.ok_or_else(|| entry.error("missing name"))?;
    Ok(Synonym { name, inverted })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::system::kit::config_error::Document;
    use crate::system::registry;
    use rstest::rstest;
    use std::path::Path;

    fn read(text: &str) -> Parsed<Vec<Relation>> {
        let document = Document::read(Path::new("x.yaml"), text)?;
        let entries = Entry::all(&document, &["relations"])?;
        relations(&entries[0].1, SystemId::USER, &registry(), &[])
    }

    #[test]
    fn every_key_sets_its_property() {
        let text = "
relations:
  blocks:
    reads: blocks
    inverse: is blocked by
    ends: [obstacle, work]
    earlier: from
    lineage: true
    acyclic: true
    dependent: to
    synonyms: [stops, {name: blocked-by, inverted: true}]
    words: [hinders]
  contradicts: {symmetric: true, argues: rebuts, opposes: [supports, backs]}
  backs: {argues: supports, takes_sides: true, acyclic: grounds, earlier: neither, dependent: neither}
  is_near_to: {earlier: }
";
        let found = read(text).unwrap();
        let blocks = Relation {
            outgoing: "blocks".into(),
            incoming: "is blocked by".into(),
            ends: Some(("obstacle".into(), "work".into())),
            time: Time::Forward,
            lineage: true,
            acyclic: Some("blocks".into()),
            dependent: Some(Dependent::To),
            synonyms: vec![Synonym::new("stops"), Synonym::inverted("blocked-by")],
            words: vec!["hinders".into()],
            declared_at: Some(3),
            ..Relation::new(SystemId::USER, "blocks")
        };
        let contradicts = Relation {
            symmetric: true,
            argues: Some(Argues::Against),
            opposes: vec!["supports".into(), "backs".into()],
            declared_at: Some(13),
            ..Relation::new(SystemId::USER, "contradicts")
        };
        let backs = Relation {
            incoming: "is reached by backs from".into(),
            argues: Some(Argues::For),
            takes_sides: true,
            acyclic: Some("grounds".into()),
            declared_at: Some(14),
            ..Relation::new(SystemId::USER, "backs")
        };
        let near = Relation {
            outgoing: "is near to".into(),
            incoming: "is reached by is_near_to from".into(),
            declared_at: Some(15),
            ..Relation::new(SystemId::USER, "is_near_to")
        };
        assert_eq!(found, [blocks, contradicts, backs, near]);
    }

    #[rstest]
    #[case("relations: [a]\n", 1, "relations: must be a map, not a list")]
    #[case("relations:\n  blocks: x\n", 2, "relations.blocks: must be a map, not \"x\"")]
    #[case(
        "relations:\n  blocks:\n    earlyer: from\n",
        3,
        "relations.blocks: Unknown key \"earlyer\"; did you mean \"earlier\"? Valid: reads, inverse, ends, earlier, lineage, acyclic, dependent, argues, takes_sides, symmetric, opposes, synonyms, words"
    )]
    #[case(
        "relations:\n  blocks:\n    earlier: first\n",
        3,
        "relations.blocks.earlier: Unknown value \"first\". Valid: from, to, neither"
    )]
    #[case(
        "relations:\n  blocks: {dependent: both}\n",
        2,
        "relations.blocks.dependent: Unknown value \"both\". Valid: from, to, neither"
    )]
    #[case(
        "relations:\n  blocks: {argues: suports}\n",
        2,
        "relations.blocks.argues: Unknown value \"suports\"; did you mean \"supports\"? Valid: supports, rebuts, questions, refines, derives-from"
    )]
    #[case(
        "relations:\n  blocks:\n    lineage: si\n",
        3,
        "relations.blocks.lineage: must be true or false, not \"si\""
    )]
    #[case(
        "relations:\n  blocks: {acyclic: [a]}\n",
        2,
        "relations.blocks.acyclic: must be true, false or the name of a class, not a list"
    )]
    #[case("relations:\n  blocks: {reads: ''}\n", 2, "relations.blocks.reads: must not be empty")]
    #[case(
        "relations:\n  blocks: {ends: [a]}\n",
        2,
        "relations.blocks.ends: must be a list of two roles, such as [cause, effect], not a list"
    )]
    #[case(
        "relations:\n  blocks:\n    synonyms:\n      - {nam: x}\n",
        4,
        "relations.blocks.synonyms[0]: Unknown key \"nam\"; did you mean \"name\"? Valid: name, inverted"
    )]
    #[case(
        "relations:\n  blocks:\n    synonyms: [{inverted: true}]\n",
        3,
        "relations.blocks.synonyms[0]: missing name"
    )]
    #[case(
        "relations:\n  blocks:\n    synonyms: [stops]\n  ends:\n    synonyms: [stops]\n",
        5,
        "relations.ends.synonyms: \"stops\" already means blocks"
    )]
    #[case(
        "relations:\n  blocks:\n    synonyms: [ends]\n  ends: {}\n",
        3,
        "relations.blocks.synonyms: \"ends\" already means ends"
    )]
    #[case(
        "relations:\n  led-to: {}\n",
        2,
        "relations.led-to: \"led-to\" is a relation of reference, which applies between all nodes; choose another verb"
    )]
    #[case(
        "relations:\n  blocks: {synonyms: [cites]}\n",
        2,
        "relations.blocks.synonyms: \"cites\" is a relation of reference, which applies between all nodes; choose another verb"
    )]
    #[case(
        "relations:\n  blocks: {synonyms: [replaces]}\n",
        2,
        "relations.blocks.synonyms: \"replaces\" is a synonym of supersedes in reference, which applies between all nodes; choose another verb"
    )]
    #[case(
        "relations:\n  blocks: {opposes: [blocks]}\n",
        2,
        "relations.blocks.opposes: a relation cannot oppose itself"
    )]
    #[case(
        "relations:\n  near:\n    symmetric: true\n    inverse: x\n",
        4,
        "relations.near.inverse: a symmetric relation reads the same from both ends; remove this key or symmetric"
    )]
    #[case(
        "relations:\n  near:\n    symmetric: true\n    earlier: from\n",
        4,
        "relations.near.earlier: a symmetric relation reads the same from both ends; remove this key or symmetric"
    )]
    fn errors_name_their_line_and_what_is_allowed(#[case] text: &str, #[case] line: u32, #[case] message: &str) {
        let error = read(text).unwrap_err();
        assert_eq!((error.line, &*error.message), (Some(line), message));
    }

    #[test]
    fn an_unknown_opposite_is_refused_with_a_similar_one() {
        let error = read("relations:\n  blocks:\n    opposes: [suports]\n").unwrap_err();
        assert_eq!(error.line, Some(3));
        assert!(
            error
                .message
                .starts_with("relations.blocks.opposes: Unknown relation \"suports\"; did you mean \"supports\"")
        );
    }

    #[test]
    fn a_name_may_redefine_a_synonym() {
        let found = read("relations:\n  triggered: {lineage: true}\n").unwrap();
        assert!(found[0].name == "triggered" && found[0].lineage);
    }
}
