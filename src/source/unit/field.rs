//! What each field of a unit must hold.

use super::{LONGEST_UNIT_WORD, is_too_long, is_unit_id, named};
use crate::graph::relation;
use crate::source::json::{Fields, Json};
use crate::text::{either, grouped};
use crate::time;

const TYPES: [&str; 5] = ["assertion", "question", "inference", "challenge", "constraint"];
const LIMITED: &str = "limited";
const VISIBILITIES: [&str; 3] = ["public", "network", LIMITED];

/// A field that breaks its rule.
pub(super) struct Breach<'a> {
    /// The field's value; none for one that is not there.
    pub(super) value: Option<Json<'a>>,
    pub(super) message: String,
}

struct Field {
    name: &'static str,
    required: bool,
    fits: fn(Json<'_>) -> bool,
    /// What it must be, to follow "is not".
    wanted: fn() -> String,
}

/// The fields that can be judged by themselves.
const FIELDS: &[Field] = &[
    Field { name: "id", required: true, fits: is_id, wanted: || "a UUIDv7 in lower case".to_owned() },
    Field { name: "type", required: true, fits: |json| is_one_of(json, &TYPES), wanted: || either(&TYPES) },
    Field { name: "content", required: true, fits: is_filled, wanted: || "a text with anything in it".to_owned() },
    Field { name: "created_at", required: true, fits: is_time, wanted: || "an ISO 8601 date or time".to_owned() },
    Field { name: "author", required: true, fits: is_name, wanted: || at_most("a name") },
    Field { name: "confidence", required: false, fits: is_share, wanted: || "a number from 0 to 1".to_owned() },
    Field { name: "assumptions", required: false, fits: is_list_of_texts, wanted: || LIST_OF_TEXTS.to_owned() },
    Field { name: "source", required: false, fits: is_source, wanted: || "a text or {label, uri}".to_owned() },
    Field {
        name: "visibility",
        required: false,
        fits: |json| is_one_of(json, &VISIBILITIES),
        wanted: || either(&VISIBILITIES),
    },
];

/// The other fields that a unit can have besides its own extensions.
const FURTHER: [&str; 3] = ["references", "audience", "proof"];

const LIST_OF_TEXTS: &str = "a list of texts with anything in them";

/// What an identifier or a name must be.
pub(super) fn at_most(what: &str) -> String {
    format!("{what} of at most {} characters", grouped(LONGEST_UNIT_WORD))
}

/// Every field of a unit that breaks its rule.
pub(super) fn breaches<'a>(fields: &Fields<'a>) -> Vec<Breach<'a>> {
    let mut found: Vec<_> = FIELDS.iter().filter_map(|field| breach(field, fields)).collect();
    found.extend(audience(fields));
    found.extend(strangers(fields));
    found
}

fn breach<'a>(field: &Field, fields: &Fields<'a>) -> Option<Breach<'a>> {
    let Field { name, wanted, .. } = field;
    let Some(value) = fields.given(name) else {
        return field.required.then(|| Breach { value: None, message: format!("the unit has no \"{name}\"") });
    };
    if (field.fits)(value) {
        return None;
    }
    let said = value.filled_text().map(|text| format!(": {}", named(&text))).unwrap_or_default();
    Some(Breach { value: Some(value), message: format!("\"{name}\" is not {}{said}", wanted()) })
}

/// Whom a unit is limited to is asked for if it is limited, and means nothing otherwise.
fn audience<'a>(fields: &Fields<'a>) -> Option<Breach<'a>> {
    let given = fields.given("audience");
    let visibility = fields.given("visibility").map(|json| json.text().unwrap_or_default());
    let message = match (given, visibility.as_deref()) {
        (None, Some(LIMITED)) => "the unit is limited but has no \"audience\"".to_owned(),
        (Some(list), Some(LIMITED)) => {
            let fits = is_list_of_texts(list) && !is_empty(list);
            (!fits).then(|| format!("\"audience\" is empty, or not {LIST_OF_TEXTS}"))?
        }
        (Some(_), other) if other.is_none_or(|other| VISIBILITIES.contains(&other)) => {
            "the unit has an \"audience\" although its \"visibility\" is not limited".to_owned()
        }
        // A visibility that is none of the three has its own finding.
        _ => return None,
    };
    Some(Breach { value: given, message })
}

fn strangers<'a>(fields: &Fields<'a>) -> Vec<Breach<'a>> {
    let is_known = |name: &str| FIELDS.iter().any(|field| field.name == name) || FURTHER.contains(&name);
    let strange = fields.iter().filter(|(name, _)| !is_known(name) && !relation::is_namespaced(name));
    let breach = |(name, value)| Breach {
        value: Some(value),
        message: format!("{} is no field of a unit; one of your own is called x-org.example.name", named(name)),
    };
    strange.map(breach).collect()
}

fn is_id(json: Json<'_>) -> bool {
    json.text().is_some_and(|text| is_unit_id(&text))
}

fn is_one_of(json: Json<'_>, words: &[&str]) -> bool {
    json.text().is_some_and(|text| words.contains(&&*text))
}

fn is_filled(json: Json<'_>) -> bool {
    json.filled_text().is_some()
}

fn is_name(json: Json<'_>) -> bool {
    json.filled_text().is_some_and(|text| !is_too_long(&text))
}

fn is_time(json: Json<'_>) -> bool {
    json.text().is_some_and(|text| !is_too_long(&text) && time::parse(&text).is_some())
}

fn is_share(json: Json<'_>) -> bool {
    json.number().is_some_and(|number| (0.0..=1.0).contains(&number))
}

fn is_list_of_texts(json: Json<'_>) -> bool {
    let mut all = true;
    json.each_item(|item| all = all && is_filled(item)) && all
}

fn is_empty(list: Json<'_>) -> bool {
    let mut empty = true;
    list.each_item(|_| empty = false);
    empty
}

fn is_source(json: Json<'_>) -> bool {
    let is_text = |fields: &Fields<'_>, name| fields.get(name).is_some_and(|json| json.text().is_some());
    is_filled(json) || json.fields().is_some_and(|fields| is_text(&fields, "label") && is_text(&fields, "uri"))
}
