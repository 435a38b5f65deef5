//! YAML, as the same values JSON has.
//!
//! The only module that names `serde_yaml`, which is no longer maintained: replacing it is a change of this file.

use serde_json::{Map, Number, Value};
use serde_yaml::Value as Yaml;

/// Why a text is not YAML.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct YamlError {
    /// What is wrong.
    pub message: String,
    /// The line of the text, from 1, where that is known.
    pub line: Option<u32>,
}

/// Reads one YAML document. Nothing at all is `Null`. Keys become text, merge keys (`<<`) are merged, tags are dropped.
pub fn parse(text: &str) -> Result<Value, YamlError> {
    let mut yaml: Yaml = serde_yaml::from_str(text).map_err(|error| describe(&error))?;
    yaml.apply_merge().map_err(|error| describe(&error))?;
    Ok(value(yaml))
}

fn describe(error: &serde_yaml::Error) -> YamlError {
    let line = error.location().map(|place| place.line() as u32);
    // The parser repeats the place at the end of its sentence; it is said once, by whoever knows the file.
    let message = error.to_string();
    let message = message.split(" at line ").next().unwrap_or(&message).to_owned();
    YamlError { message, line }
}

fn value(yaml: Yaml) -> Value {
    match yaml {
        Yaml::Null => Value::Null,
        Yaml::Bool(truth) => Value::Bool(truth),
        Yaml::Number(number) => json_number(&number),
        Yaml::String(text) => Value::String(text),
        Yaml::Sequence(items) => Value::Array(items.into_iter().map(value).collect()),
        Yaml::Mapping(entries) => {
            let entries = entries.into_iter().map(|(key, entry)| (key_text(value(key)), value(entry)));
            Value::Object(entries.collect::<Map<_, _>>())
        }
        Yaml::Tagged(tagged) => value(tagged.value),
    }
}

fn json_number(number: &serde_yaml::Number) -> Value {
    let whole = number.as_i64().map(Number::from).or_else(|| number.as_u64().map(Number::from));
    let exact = whole.or_else(|| number.as_f64().and_then(Number::from_f64));
    // JSON has no infinity and no NaN: they stay readable as text.
    exact.map_or_else(|| Value::String(number.to_string()), Value::Number)
}

fn key_text(key: Value) -> String {
    match key {
        Value::String(text) => text,
        other => other.to_string(),
    }
}

/// `text` as a YAML scalar on one line that reads back as exactly this text.
pub fn scalar(text: &str) -> String {
    let reads_back = |written: &str| parse(written).ok().as_ref().and_then(Value::as_str) == Some(text);
    let inside_a_map = |written: &str| {
        parse(&format!("k: {written}")).ok().and_then(|map| map["k"].as_str().map(str::to_owned)).as_deref()
            == Some(text)
    };
    if reads_back(text) && inside_a_map(text) {
        return text.to_owned();
    }
    // A JSON string is a YAML double-quoted scalar.
    Value::String(text.to_owned()).to_string()
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn any_yaml_becomes_plain_values() {
        let text = "a: 1\nb: [x, 'y', 2.5]\nc: {d: null}\n1: one\ntrue: yes\ne: !tag t\nf: .inf\ng: 2026-01-02\n";
        let expected = json!({
            "a": 1, "b": ["x", "y", 2.5], "c": {"d": null}, "1": "one", "true": "yes", "e": "t", "f": ".inf",
            "g": "2026-01-02"
        });
        assert_eq!(parse(text).unwrap(), expected);
        assert_eq!(parse("").unwrap(), Value::Null);
    }

    #[test]
    fn anchors_and_merge_keys_are_followed() {
        let text = "base: &base {a: 1}\nuse:\n  <<: *base\n  b: 2\n";
        assert_eq!(parse(text).unwrap()["use"], json!({"a": 1, "b": 2}));
    }

    #[test]
    fn a_mistake_names_its_line() {
        let error = parse("a: 1\nb: [\n").unwrap_err();
        assert!(error.line.is_some(), "{error:?}");
        assert!(!error.message.contains(" at line "), "{error:?}");
    }

    #[test]
    fn the_same_key_twice_is_a_mistake() {
        assert!(parse("a: 1\na: 2\n").is_err());
    }

    #[test]
    fn a_text_that_would_read_as_something_else_is_quoted() {
        assert_eq!(scalar("in_review"), "in_review");
        for text in ["null", "12", "true", "a: b", "# x", "", "- x", " x"] {
            assert_ne!(scalar(text), text);
            assert_eq!(parse(&scalar(text)).unwrap(), json!(text));
        }
    }

    #[test]
    fn aliases_cannot_blow_up() {
        let level = |(from, to): (char, char)| format!("{to}: &{to} [{}]\n", vec![format!("*{from}"); 8].join(", "));
        let levels: String = ('a'..'k').zip('b'..='k').map(level).collect();
        let text = format!("a: &a [x, x, x, x, x, x, x, x]\n{levels}");
        assert!(parse(&text).is_err());
    }
}
