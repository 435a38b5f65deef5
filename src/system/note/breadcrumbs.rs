//! The fields that the Breadcrumbs plugin of a vault declares, as relations: their names and inverses.
//!
//! The plugin also derives edges from its rules; these are not made here.

use super::properties::verb;
use super::vocabulary::vocabulary;
use super::{SYSTEM, vault};
use crate::graph::relation::Relation;
use serde_json::Value;
use std::collections::BTreeMap;
use std::path::Path;

const SETTINGS: &str = ".obsidian/plugins/breadcrumbs/data.json";

/// Maximum number of fields.
const MOST_FIELDS: usize = 500;

/// Maximum length of the name of a field in bytes.
const LONGEST_NAME: usize = 100;

/// The relations of the vault in a folder, without those of the default vocabulary.
pub(super) fn relations(root: &Path) -> Vec<Relation> {
    vault::json(&root.join(SETTINGS)).map(|settings| relations_of(&settings)).unwrap_or_default()
}

fn relations_of(settings: &Value) -> Vec<Relation> {
    let known = vocabulary();
    let fields = fields(settings);
    let is_new = |name: &str| known.iter().all(|relation| relation.name != *name);
    let relation = |(name, inverse): (&String, &Option<String>)| {
        let inverse = inverse.as_ref().filter(|inverse| fields.contains_key(*inverse) || !is_new(inverse));
        let incoming = inverse.unwrap_or(name).clone();
        Relation {
            incoming: incoming.into(),
            symmetric: inverse == Some(name),
            inverse: inverse.filter(|inverse| *inverse != name).map(|inverse| inverse.clone().into()),
            ..Relation::new(SYSTEM, name.clone())
        }
    };
    fields.iter().filter(|(name, _)| is_new(name)).map(relation).collect()
}

/// The directions of a hierarchy in older settings, each with its inverse.
const DIRECTIONS: [(&str, &str); 5] =
    [("up", "down"), ("down", "up"), ("same", "same"), ("next", "prev"), ("prev", "next")];

/// The fields, each with its inverse.
fn fields(settings: &Value) -> BTreeMap<String, Option<String>> {
    let mut fields: BTreeMap<String, Option<String>> = BTreeMap::new();
    let mut add = |name: &str, inverse: Option<&str>| {
        let name = verb(name).filter(|name| name.len() <= LONGEST_NAME);
        if let Some(name) = name.filter(|name| fields.len() < MOST_FIELDS || fields.contains_key(name)) {
            let inverse = inverse.and_then(verb);
            let known = fields.entry(name).or_default();
            *known = known.take().or(inverse);
        }
    };
    for field in list(settings.get("edge_fields")) {
        add(field.get("label").and_then(Value::as_str).unwrap_or_default(), None);
    }
    for rule in list(settings.pointer("/implied_relations/transitive")) {
        let [step] = list(rule.get("chain")) else { continue };
        let is_reversed = rule.get("close_reversed").and_then(Value::as_bool) == Some(true);
        let ends = step.get("field").zip(rule.get("close_field"));
        if let Some((Value::String(field), Value::String(inverse))) = ends.filter(|_| is_reversed) {
            add(field, Some(inverse));
            add(inverse, Some(field));
        }
    }
    // Older versions: hierarchies with lists of fields by direction.
    for hierarchy in list(settings.get("userHiers")) {
        let names = |direction: &str| list(hierarchy.get(direction)).iter().filter_map(Value::as_str);
        for (direction, other) in DIRECTIONS {
            for (nth, name) in names(direction).enumerate() {
                let inverse = if direction == other { Some(name) } else { names(other).nth(nth) };
                add(name, inverse);
            }
        }
    }
    fields
}

fn list(value: Option<&Value>) -> &[Value] {
    value.and_then(Value::as_array).map(Vec::as_slice).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn shown(settings: &Value) -> Vec<String> {
        let one = |relation: Relation| {
            let mark = if relation.symmetric { "=" } else { relation.inverse.as_deref().unwrap_or("-") };
            format!("{} {mark} {}", relation.name, relation.incoming)
        };
        relations_of(settings).into_iter().map(one).collect()
    }

    #[test]
    fn fields_and_their_inverses_are_relations() {
        let rule = |field: &str, close: &str, reversed: bool| json!({"chain": [{"field": field}], "close_field": close, "close_reversed": reversed});
        let settings = json!({
            "edge_fields": [{"label": "up"}, {"label": "Author of"}, {"label": "written-by"}, {"label": "peer"},
                {"label": "plain"}, {"label": ""}, 1],
            "implied_relations": {"transitive": [rule("Author of", "written-by", true), rule("written-by", "author of", true),
                rule("peer", "peer", true), rule("plain", "peer", false), {"chain": []}]},
        });
        let expected =
            ["author-of written-by written-by", "peer = peer", "plain - plain", "written-by author-of author-of"];
        assert_eq!(shown(&settings), expected);
    }

    #[test]
    fn one_rule_names_the_inverse_of_both_fields() {
        let rule = json!({"chain": [{"field": "rests on"}], "close_field": "carries", "close_reversed": true});
        let settings = json!({
            "edge_fields": [{"label": "rests on"}, {"label": "carries"}],
            "implied_relations": {"transitive": [rule]},
        });
        assert_eq!(shown(&settings), ["carries rests-on rests-on", "rests-on carries carries"]);
    }

    #[test]
    fn older_hierarchies_are_read() {
        let settings =
            json!({"userHiers": [{"up": ["Boss"], "down": ["staff"], "same": ["peer"], "next": [], "prev": ["up"]}]});
        assert_eq!(shown(&settings), ["boss staff staff", "peer = peer", "staff boss boss"]);
    }

    #[test]
    fn anything_else_has_no_fields() {
        for settings in [json!(null), json!([]), json!({"edge_fields": {}, "userHiers": [1, {"up": 2}]})] {
            assert_eq!(shown(&settings), [] as [&str; 0]);
        }
    }
}
