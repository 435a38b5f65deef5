//! Parses a kind file: its frontmatter, the `## Frontmatter` section and the `## Status machine` section.

use super::Kind;
use super::field::{Field, FieldType, scalar_text};
use crate::system::StatusMachine;
use crate::system::kit::frontmatter::Document;
use crate::system::kit::yaml;
use crate::text::{either, quoted};
use serde_json::{Map, Value};

#[derive(Debug, PartialEq, Eq)]
pub(super) struct ConfigError {
    pub(super) message: String,
    pub(super) line: Option<u32>,
}

/// Parses a kind file. An error in a section discards that section; an error that hides the kind's name discards the
/// kind.
pub(super) fn parse(text: &str, file: &str) -> (Option<Kind>, Vec<ConfigError>) {
    let document = Document::split(text);
    let mut errors = Vec::new();
    let fields = match document.fields() {
        Ok(fields) => fields,
        Err(error) => {
            let message = format!("The frontmatter is not YAML: {}", error.message);
            return (None, vec![ConfigError { message, line: error.line }]);
        }
    };
    let mut text_field = |name: &str| match fields.get(name) {
        None | Some(Value::Null) => None,
        Some(Value::String(text)) if text.trim().is_empty() => None,
        Some(Value::String(text)) => Some(text.clone()),
        Some(_) => {
            let line = Some(document.field_line_number(name));
            errors.push(ConfigError { message: format!("{} is not a string", quoted(name)), line });
            None
        }
    };
    let (name, dir_name, id_prefix) = (text_field("kind"), text_field("dirName"), text_field("idPrefix"));
    let Some(name) = name else {
        if errors.is_empty() {
            errors.push(ConfigError { message: "The frontmatter does not name the kind".to_owned(), line: Some(1) });
        }
        return (None, errors);
    };
    let mut section = |heading: &str| {
        let block = fenced_yaml(document.body(), heading)?;
        let line = document.body_line() + block.line;
        match yaml::parse(&block.text) {
            Ok(value) => Some((value, line)),
            Err(error) => {
                let message = format!("The YAML of {} does not parse: {}", quoted(heading), error.message);
                errors.push(ConfigError { message, line: Some(line + error.line.unwrap_or(1) - 1) });
                None
            }
        }
    };
    let (specs, machine) = (section("Frontmatter"), section("Status machine"));
    let fields = specs.map_or_else(Vec::new, |(specs, line)| read_fields(&specs, line, &mut errors));
    let status_machine = machine.and_then(|(machine, line)| match read_machine(&machine) {
        Ok(machine) => Some(machine),
        Err(message) => {
            errors.push(ConfigError { message: format!("The status machine {message}"), line: Some(line) });
            None
        }
    });
    let dir_name = dir_name.unwrap_or_else(|| format!("{name}s"));
    (Some(Kind { name, dir_name, id_prefix, status_machine, fields, file: file.to_owned() }), errors)
}

struct FencedYaml {
    text: String,
    /// The line of the body on which the block's content starts, from 0.
    line: u32,
}

/// The first fenced yaml block of the `## heading` section. A `##` inside a fence is a comment, not a heading.
fn fenced_yaml(body: &str, heading: &str) -> Option<FencedYaml> {
    let mut lines = (0..).zip(body.lines());
    lines.find(|(_, line)| line.strip_prefix("## ").is_some_and(|title| title.trim().eq_ignore_ascii_case(heading)))?;
    while let Some((number, line)) = lines.next() {
        if line.starts_with("## ") {
            return None;
        }
        let Some(language) = line.trim_start().strip_prefix("```") else { continue };
        let inside: Vec<&str> = lines.by_ref().map(|(_, line)| line).take_while(|line| line.trim() != "```").collect();
        if matches!(language.trim(), "yaml" | "yml") {
            return Some(FencedYaml { text: inside.join("\n"), line: number + 1 });
        }
    }
    None
}

fn read_fields(specs: &Value, line: u32, errors: &mut Vec<ConfigError>) -> Vec<Field> {
    let mut report = |message: String| errors.push(ConfigError { message, line: Some(line) });
    let specs = match specs {
        Value::Null => return Vec::new(),
        Value::Object(specs) => specs,
        _ => {
            report("The field specs are not a map".to_owned());
            return Vec::new();
        }
    };
    let mut fields = Vec::new();
    for (name, spec) in specs {
        match spec.as_object().ok_or_else(|| "has a spec that is not a map".to_owned()).and_then(read_type) {
            Ok(kind) => {
                let defaulted = spec.get("default").is_some_and(|default| !default.is_null());
                let required = spec.get("required") == Some(&Value::Bool(true)) && !defaulted;
                fields.push(Field { name: name.clone(), kind, required });
            }
            Err(message) => report(format!("The field {} {message}", quoted(name))),
        }
    }
    fields
}

fn read_type(spec: &Map<String, Value>) -> Result<FieldType, String> {
    const TYPES: [&str; 6] = ["string", "enum", "date", "bool", "string[]", "number"];
    match spec.get("type").and_then(Value::as_str) {
        Some("string") => Ok(FieldType::Text),
        Some("date") => Ok(FieldType::Date),
        Some("bool") => Ok(FieldType::Bool),
        Some("string[]") => Ok(FieldType::Texts),
        Some("number") => Ok(FieldType::Number),
        Some("enum") => {
            let values = spec.get("values").and_then(Value::as_array).map(Vec::as_slice).unwrap_or_default();
            let values: Option<Vec<_>> = values.iter().map(scalar_text).collect();
            let values = values.filter(|values| !values.is_empty());
            values.map(FieldType::Enum).ok_or_else(|| "is an enum without a list of values".to_owned())
        }
        Some(other) => Err(format!("has the unknown type {}; expected {}", quoted(other), either(&TYPES))),
        None => Err(format!("has no type; expected {}", either(&TYPES))),
    }
}

fn read_machine(machine: &Value) -> Result<StatusMachine, String> {
    let initial = machine.get("initial").and_then(scalar_text).ok_or("has no initial status")?;
    let transitions = match machine.get("transitions") {
        None | Some(Value::Null) => Vec::new(),
        Some(Value::Object(map)) => {
            let state = |(from, to): (&String, &Value)| {
                let to: Option<Vec<_>> = match to {
                    Value::Null => Some(Vec::new()),
                    Value::Array(to) => to.iter().map(scalar_text).collect(),
                    _ => None,
                };
                let to = to.ok_or_else(|| format!("has no list of transitions from {}", quoted(from)))?;
                Ok((from.clone(), to))
            };
            map.iter().map(state).collect::<Result<_, String>>()?
        }
        Some(_) => return Err("has transitions that are not a map".to_owned()),
    };
    Ok(StatusMachine { initial, transitions })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::system::kit::yaml::Fields;
    use serde_json::json;

    const SIGNAL: &str = "---\nkind: signal\nidPrefix: sig-\n---\n# signal\n\n## Frontmatter\n\n```yaml\n\
        ## what it is called\ntitle: { type: string, required: true }\nurl: { type: string }\n\
        status: { type: enum, values: [open, addressed], default: open }\nseen: { type: date }\n\
        loud: { type: bool }\nmentions: { type: 'string[]' }\nweight: { type: number }\n```\n\n\
        ## Status machine\n\n```yaml\ninitial: open\ntransitions:\n  open: [addressed]\n  addressed: [open]\n```\n";

    fn signal() -> Kind {
        let (kind, errors) = parse(SIGNAL, "kinds/signal.md");
        assert_eq!(errors, []);
        kind.unwrap()
    }

    fn breaches(frontmatter: &Value) -> Vec<String> {
        signal()
            .breaches(&Fields::Parsed(frontmatter.as_object().unwrap().clone()))
            .into_iter()
            .map(|breach| breach.field)
            .collect()
    }

    #[test]
    fn a_kind_file_gives_name_folder_prefix_and_machine() {
        let kind = signal();
        assert_eq!((&*kind.name, &*kind.dir_name, kind.id_prefix.as_deref()), ("signal", "signals", Some("sig-")));
        let machine = kind.status_machine.unwrap();
        assert_eq!(machine.initial, "open");
        assert_eq!(machine.after("open"), ["addressed"]);
        assert_eq!(machine.after("nowhere"), [] as [&str; 0]);
    }

    #[test]
    fn values_that_match_their_fields_are_valid() {
        let good = json!({"title": "x", "url": null, "status": "addressed", "seen": "2026-05-01", "loud": true,
            "mentions": ["a"], "weight": 1.5, "extra": [1]});
        assert_eq!(breaches(&good), [] as [&str; 0]);
        assert_eq!(breaches(&json!({"title": "x"})), [] as [&str; 0]);
    }

    #[test]
    fn each_type_rejects_other_values() {
        assert_eq!(breaches(&json!({})), ["title"]);
        assert_eq!(breaches(&json!({"title": null})), ["title"]);
        let wrong = [
            ("title", json!(5)),
            ("status", json!("shut")),
            ("seen", json!("soon")),
            ("loud", json!("yes")),
            ("mentions", json!("a")),
            ("mentions", json!(["a", 1])),
            ("weight", json!("heavy")),
        ];
        for (field, value) in wrong {
            let mut frontmatter = json!({"title": "x"});
            frontmatter[field] = value.clone();
            assert_eq!(breaches(&frontmatter), [field], "{value}");
        }
    }

    #[test]
    fn a_kind_without_sections_accepts_everything() {
        let (kind, errors) = parse("---\nkind: note\ndirName: notebook\n---\n## Status machine\n\n(none)\n", "f");
        let kind = kind.unwrap();
        assert_eq!(errors, []);
        assert_eq!(kind.dir_name, "notebook");
        assert!(kind.status_machine.is_none());
        assert!(kind.breaches(&Fields::Parsed(json!({"a": 1}).as_object().unwrap().clone())).is_empty());
    }

    #[test]
    fn a_file_without_a_kind_name_is_an_error() {
        for text in ["", "# note\n", "---\nidPrefix: x-\n---\n", "---\nkind: [a]\n---\n", "---\nkind: {\n---\n"] {
            let (kind, errors) = parse(text, "f");
            assert!(kind.is_none(), "{text}");
            assert_eq!(errors.len(), 1, "{text}: {errors:?}");
        }
    }

    #[test]
    fn an_invalid_section_discards_only_itself() {
        let broken = [
            ("## Frontmatter\n```yaml\na: [\n```\n", "does not parse"),
            ("## Frontmatter\n```yaml\n- a\n```\n", "not a map"),
            ("## Frontmatter\n```yaml\na: string\n```\n", "a spec that is not a map"),
            ("## Frontmatter\n```yaml\na: {type: text}\n```\n", "unknown type"),
            ("## Frontmatter\n```yaml\na: {required: true}\n```\n", "has no type"),
            ("## Frontmatter\n```yaml\na: {type: enum}\n```\n", "without a list of values"),
            ("## Status machine\n```yaml\ntransitions: {}\n```\n", "no initial"),
            ("## Status machine\n```yaml\ninitial: a\ntransitions: {a: b}\n```\n", "no list"),
        ];
        for (body, message) in broken {
            let (kind, errors) = parse(&format!("---\nkind: x\n---\n{body}"), "f");
            assert!(kind.is_some(), "{body}");
            assert_eq!(errors.len(), 1, "{body}");
            assert!(errors[0].message.contains(message), "{:?}", errors[0]);
        }
    }

    #[test]
    fn errors_in_a_section_name_their_line() {
        let (_, errors) = parse("---\nkind: x\n---\n\n## Frontmatter\n\n```yaml\na: {type: date}\nb: [\n```\n", "f");
        assert!(errors[0].line.is_some_and(|line| line >= 9), "{errors:?}");
    }
}
