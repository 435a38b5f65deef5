//! Checks the fields of a unit.

use super::{LONGEST_UNIT_WORD, is_namespaced, is_too_long, is_unit_id, named, non_empty};
use crate::system::kit::json::{Fields, Json};
use crate::system::kit::length::cut;
use crate::text::{either, grouped};
use crate::time;

const TYPES: [&str; 5] = ["assertion", "question", "inference", "challenge", "constraint"];
const LIMITED: &str = "limited";
const VISIBILITIES: [&str; 3] = ["public", "network", LIMITED];

/// A field that breaks its rule.
pub(super) struct Breach<'a> {
    /// The field's name; inside an object, preceded by the object's name and a dot.
    pub(super) name: String,
    /// The field's value; `None` if it is missing.
    pub(super) value: Option<Json<'a>>,
    pub(super) message: String,
}

struct Field {
    name: &'static str,
    required: bool,
    fits: fn(Json<'_>) -> bool,
    /// What it must be, as in "is not …".
    wanted: fn() -> String,
}

/// The fields that can be checked on their own.
const FIELDS: &[Field] = &[
    Field { name: "id", required: true, fits: is_id, wanted: || "a UUIDv7 in lower case".to_owned() },
    Field { name: "type", required: true, fits: |json| is_one_of(json, &TYPES), wanted: || either(&TYPES) },
    Field { name: "content", required: true, fits: is_non_empty, wanted: || NON_EMPTY.to_owned() },
    Field { name: "created_at", required: true, fits: is_time, wanted: || TIME.to_owned() },
    Field { name: "author", required: true, fits: is_name, wanted: || at_most("a name") },
    Field { name: "confidence", required: false, fits: is_share, wanted: || "a number from 0 to 1".to_owned() },
    Field { name: "assumptions", required: false, fits: is_list_of_texts, wanted: || LIST_OF_TEXTS.to_owned() },
    Field {
        name: "source",
        required: false,
        fits: is_source,
        wanted: || "a non-empty string, or an object with a label and an optional uri".to_owned(),
    },
    Field {
        name: "visibility",
        required: false,
        fits: |json| is_one_of(json, &VISIBILITIES),
        wanted: || either(&VISIBILITIES),
    },
];

/// The fields of a proof.
const PROOF: &[Field] = &[
    Field { name: "method", required: true, fits: is_non_empty, wanted: || NON_EMPTY.to_owned() },
    Field {
        name: "value",
        required: true,
        fits: is_multibase,
        wanted: || "a multibase string, which starts with \"z\"".to_owned(),
    },
    Field { name: "created", required: true, fits: is_time, wanted: || TIME.to_owned() },
];

/// The other fields that a unit can have, besides extensions.
const FURTHER: [&str; 3] = ["references", "audience", "proof"];

const NON_EMPTY: &str = "a non-empty string";
const TIME: &str = "an RFC 3339 time with seconds and zone, such as 2026-01-31T12:00:00Z";
const LIST_OF_TEXTS: &str = "a list of one or more non-empty strings";

/// What an identifier or a name must be.
pub(super) fn at_most(what: &str) -> String {
    format!("{what} of at most {} characters", grouped(LONGEST_UNIT_WORD))
}

/// Every field of a unit that breaks its rule.
pub(super) fn breaches<'a>(fields: &Fields<'a>) -> Vec<Breach<'a>> {
    let mut found: Vec<_> = FIELDS.iter().filter_map(|field| breach(field, fields, "")).collect();
    found.extend(audience(fields));
    found.extend(proof(fields));
    found.extend(unknown_fields(fields));
    found
}

/// How a field breaks its rule. `within` precedes its name: empty, or the object that contains it and a dot.
fn breach<'a>(field: &Field, fields: &Fields<'a>, within: &str) -> Option<Breach<'a>> {
    let name = format!("{within}{}", field.name);
    let Some(value) = fields.given(field.name) else {
        let message = format!("The unit has no \"{name}\"");
        return field.required.then_some(Breach { name, value: None, message });
    };
    if (field.fits)(value) {
        return None;
    }
    let quote = value.filled_text().map(|text| format!(": {}", named(&text))).unwrap_or_default();
    let message = format!("\"{name}\" is not {}{quote}", (field.wanted)());
    Some(Breach { name, value: Some(value), message })
}

/// Checks the form of a proof; the proof itself is not verified.
fn proof<'a>(fields: &Fields<'a>) -> Vec<Breach<'a>> {
    let Some(value) = fields.given("proof") else { return Vec::new() };
    let Some(proof) = value.fields() else {
        let message = "\"proof\" is not an object with method, value and created".to_owned();
        return vec![Breach { name: "proof".to_owned(), value: Some(value), message }];
    };
    // A missing field is reported at the line of the proof.
    let placed = |breach: Breach<'a>| Breach { value: breach.value.or(Some(value)), ..breach };
    PROOF.iter().filter_map(|field| breach(field, &proof, "proof.")).map(placed).collect()
}

/// `audience` is required if the unit is limited, and invalid otherwise.
fn audience<'a>(fields: &Fields<'a>) -> Option<Breach<'a>> {
    let given = fields.given("audience");
    let visibility = fields.given("visibility").map(|json| json.text().unwrap_or_default());
    let message = match (given, visibility.as_deref()) {
        (None, Some(LIMITED)) => "The unit is limited but has no \"audience\"".to_owned(),
        (Some(list), Some(LIMITED)) => {
            (!is_list_of_texts(list)).then(|| format!("\"audience\" is not {LIST_OF_TEXTS}"))?
        }
        (Some(_), other) if other.is_none_or(|other| VISIBILITIES.contains(&other)) => {
            "The unit has an \"audience\" although its \"visibility\" is not limited".to_owned()
        }
        // An unknown visibility has a finding of its own.
        _ => return None,
    };
    Some(Breach { name: "audience".to_owned(), value: given, message })
}

fn unknown_fields<'a>(fields: &Fields<'a>) -> Vec<Breach<'a>> {
    let is_known = |name: &str| FIELDS.iter().any(|field| field.name == name) || FURTHER.contains(&name);
    let unknown = fields.iter().filter(|(name, _)| !is_known(name) && !is_namespaced(name));
    let breach = |(name, value): (&str, Json<'a>)| Breach {
        name: cut(name, LONGEST_UNIT_WORD).into_owned(),
        value: Some(value),
        message: format!("Unknown field {}; extensions have names such as x-org.example.name", named(name)),
    };
    unknown.map(breach).collect()
}

fn is_id(json: Json<'_>) -> bool {
    json.text().is_some_and(|text| is_unit_id(&text))
}

fn is_one_of(json: Json<'_>, words: &[&str]) -> bool {
    json.text().is_some_and(|text| words.contains(&&*text))
}

fn is_non_empty(json: Json<'_>) -> bool {
    non_empty(json).is_some()
}

fn is_name(json: Json<'_>) -> bool {
    non_empty(json).is_some_and(|text| !is_too_long(&text))
}

fn is_time(json: Json<'_>) -> bool {
    json.text().is_some_and(|text| !is_too_long(&text) && time::is_rfc3339(&text))
}

fn is_multibase(json: Json<'_>) -> bool {
    json.text().is_some_and(|text| text.starts_with('z'))
}

fn is_share(json: Json<'_>) -> bool {
    json.number().is_some_and(|number| (0.0..=1.0).contains(&number))
}

fn is_list_of_texts(json: Json<'_>) -> bool {
    let (mut count, mut all) = (0_usize, true);
    let visit = |item: Json<'_>| {
        count += 1;
        all = all && is_non_empty(item);
    };
    json.each_item(visit) && all && count > 0
}

fn is_source(json: Json<'_>) -> bool {
    let is_labelled = |fields: Fields<'_>| {
        fields.given("label").is_some_and(is_non_empty) && fields.given("uri").is_none_or(|uri| uri.text().is_some())
    };
    is_non_empty(json) || json.fields().is_some_and(is_labelled)
}
