//! What a line of a status or of a list of links says: a verb and the records it refers to.
//!
//! `Superseded by [ADR-7](0007-use-s3.md)`, `superseded by ADR-0007`, `- Relates to [X](x.md)`. The three known verbs are
//! found anywhere in a line, and their forms and misspellings are one. Any other verb counts only if the line consists
//! of it and its links: everything else is prose, and its links are mentions.

use super::markdown::{self, Link};
use super::name;

/// A relation between two records, as written on a line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Verb {
    /// A verb of the vocabulary. Written in the passive, the edge starts at the other record.
    Known { relation: &'static str, is_passive: bool },
    /// Any other verb, in lower case.
    Other(String),
    /// No verb.
    Mention,
}

/// The other end of a relation, as written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Target {
    /// The target of a link.
    Link(String),
    /// A number or a name without a link.
    Name(String),
}

pub(super) const SUPERSEDES: &str = "supersedes";
pub(super) const AMENDS: &str = "amends";
pub(super) const CLARIFIES: &str = "clarifies";
pub(super) const MENTIONS: &str = "mentions";

/// The status of a superseded record.
pub(super) const SUPERSEDED: &str = "superseded";

/// The status of a record that is in force.
pub(super) const ACCEPTED: &str = "accepted";

/// Words that are statuses, not verbs.
const STATUSES: [&str; 6] = [ACCEPTED, SUPERSEDED, "proposed", "rejected", "deprecated", "draft"];

/// Maximum number of words of a verb.
const MOST_WORDS: usize = 4;

/// Maximum length of a status, in characters.
const LONGEST_STATUS: usize = 60;

/// The relations that a line states.
pub(super) fn relations(line: &str) -> Vec<(Verb, Target)> {
    let line = markdown::item(line).unwrap_or_else(|| line.trim());
    let links = markdown::links(line);
    if links.is_empty() { by_name(line) } else { by_link(line, &links) }
}

/// The links of a line of prose.
pub(super) fn mentions(line: &str) -> impl Iterator<Item = (Verb, Target)> {
    markdown::links(line).into_iter().map(|link| (Verb::Mention, Target::Link(link.target.to_owned())))
}

fn by_link(line: &str, links: &[Link<'_>]) -> Vec<(Verb, Target)> {
    let last = links.last().map_or(0, |link| link.end);
    // A verb of any other kind is the only text besides the links.
    let is_list = |text: &str| text.chars().all(|c| c.is_whitespace() || c.is_ascii_punctuation());
    let is_pure = is_list(&line[last..]) && links.windows(2).all(|pair| joins(&line[pair[0].end..pair[1].start]));
    let (mut found, mut end, mut verb) = (Vec::new(), 0, Verb::Mention);
    for link in links {
        let before = &line[end..link.start];
        if end == 0 || !joins(before) {
            let other = || other_verb(before).filter(|_| is_pure).map_or(Verb::Mention, Verb::Other);
            verb = known_at_end(before).unwrap_or_else(other);
        }
        end = link.end;
        found.push((verb.clone(), Target::Link(link.target.to_owned())));
    }
    found
}

/// Whether a text only separates the items of a list.
fn joins(text: &str) -> bool {
    matches!(text.trim().to_lowercase().trim_start_matches(',').trim(), "" | "and" | "&" | "/" | "or")
}

/// The known verb at the end of the text before a link.
fn known_at_end(before: &str) -> Option<Verb> {
    let words: Vec<_> = before.split_whitespace().map(bare).filter(|word| !word.is_empty()).collect();
    let last_two = words.len().saturating_sub(2);
    known(&words[last_two..]).or_else(|| known(words.get(words.len().checked_sub(1)?..)?))
}

/// A verb outside the vocabulary: a few words and nothing else.
fn other_verb(before: &str) -> Option<String> {
    let text = before.trim().to_lowercase();
    let words: Vec<_> = text.split_whitespace().collect();
    let is_word = |word: &&str| word.chars().all(|c| c.is_alphabetic() || ['-', '_', '\''].contains(&c));
    let is_verb = (1..=MOST_WORDS).contains(&words.len()) && words.iter().all(is_word);
    (is_verb && !STATUSES.contains(&words[0])).then(|| words.join(" "))
}

/// The relations of a line without links: a known verb at the start of a clause, followed by numbers or names.
fn by_name(line: &str) -> Vec<(Verb, Target)> {
    let words: Vec<_> = line.split_whitespace().collect();
    let (mut found, mut at) = (Vec::new(), 0);
    while at < words.len() {
        let starts = at == 0 || words[at - 1].ends_with([',', ';', '.', ':', '(']) || words[at - 1] == "and";
        let verb =
            |length: usize| known(&words.get(at..at + length)?.iter().map(|word| bare(word)).collect::<Vec<_>>());
        let verb = starts.then(|| verb(2).map(|verb| (verb, 2)).or_else(|| Some((verb(1)?, 1)))).flatten();
        let Some((verb, length)) = verb else {
            at += 1;
            continue;
        };
        at += length;
        while let Some(word) = words.get(at) {
            let word = trimmed(word);
            let is_alias = name::alias(word).is_some() && (name::is_prefixed(word) || at + 1 == words.len());
            if is_alias || (name::number(word).is_some() && word.contains('-')) {
                found.push((verb.clone(), Target::Name(word.to_owned())));
            } else if !["and", "&", ""].contains(&word) {
                break;
            }
            at += 1;
        }
    }
    found
}

/// A word in lower case, without emphasis and punctuation around it.
fn bare(word: &str) -> String {
    trimmed(word).to_lowercase()
}

fn trimmed(word: &str) -> &str {
    word.trim_matches(|c: char| c.is_ascii_punctuation() && c != '&')
}

/// The known verb that consists of these words.
fn known(words: &[impl AsRef<str>]) -> Option<Verb> {
    let relation = |word: &str, is_passive: bool| {
        let forms: &[(&'static str, &[&str])] = if is_passive {
            &[(AMENDS, &["amended"]), (CLARIFIES, &["clarified"])]
        } else {
            &[(AMENDS, &["amends", "amend"]), (CLARIFIES, &["clarifies", "clarify"])]
        };
        let known = forms.iter().find(|(_, forms)| forms.contains(&word)).map(|(relation, _)| *relation);
        known.or_else(|| (supersede(word)?.ends_with('d') == is_passive).then_some(SUPERSEDES))
    };
    let (relation, is_passive) = match words {
        // `superseded-by`, as a key or a status.
        [word] if passive(word.as_ref()).is_some() => (relation(passive(word.as_ref())?, true)?, true),
        [word] => (relation(word.as_ref(), false)?, false),
        [word, by] if by.as_ref() == "by" => (relation(word.as_ref(), true)?, true),
        _ => return None,
    };
    Some(Verb::Known { relation, is_passive })
}

/// The verb of a passive in one word, such as `superseded-by`.
fn passive(word: &str) -> Option<&str> {
    word.strip_suffix("-by").or_else(|| word.strip_suffix("_by"))
}

/// A form of `supersede` in any spelling, as its correct form.
fn supersede(word: &str) -> Option<&'static str> {
    let rest = word.strip_prefix("super")?;
    let ending = ["seede", "ceede", "sede", "cede", "seed", "ceed"].iter().find_map(|stem| rest.strip_prefix(stem))?;
    match ending {
        "" => Some("supersede"),
        "s" | "es" => Some("supersedes"),
        "d" | "ed" => Some(SUPERSEDED),
        _ => None,
    }
}

/// The status in a text: the words before a link or a name, in lower case and without a full stop.
pub(super) fn status(text: &str) -> Option<String> {
    let text = markdown::item(text).unwrap_or_else(|| text.trim());
    if is_unfilled(text) || text.starts_with("![") {
        return None;
    }
    let first_link = markdown::links(text).first().map(|link| link.start);
    let has_relation = first_link.is_some() || !by_name(text).is_empty();
    let words = &text[..first_link.unwrap_or(text.len())];
    // With a relation on the same line, the status is its first clause.
    let clause = if has_relation { words.split([',', ';', '.', '(']).next().unwrap_or(words) } else { words };
    let words: Vec<_> =
        clause.split_whitespace().map(|word| word.trim_matches(['*', '_', '~']).to_lowercase()).collect();
    let mut words: Vec<&str> = words.iter().map(|word| word.trim_end_matches(['.', ':'])).collect();
    words.retain(|word| !word.is_empty());
    if words.first().is_some_and(|word| supersede(passive(word).unwrap_or(word)) == Some(SUPERSEDED)) {
        return Some(SUPERSEDED.to_owned());
    }
    if has_relation && words.last() == Some(&"by") {
        words.pop();
    }
    let status = words.join(" ");
    (!status.is_empty()).then(|| status.chars().take(LONGEST_STATUS).collect())
}

/// Whether a value is still the text of a template: `{…}`, or `[…]` that is not a link.
pub(super) fn is_unfilled(text: &str) -> bool {
    let text = text.trim();
    (text.starts_with('{') && text.ends_with('}')) || (text.starts_with('[') && text.ends_with(']'))
}

#[cfg(test)]
mod tests {
    use super::*;
    use rstest::rstest;

    const BY: Verb = Verb::Known { relation: SUPERSEDES, is_passive: true };

    fn said(line: &str) -> Vec<String> {
        let verb = |verb: &Verb| match verb {
            Verb::Known { relation, is_passive: false } => (*relation).to_owned(),
            Verb::Known { relation, is_passive: true } => format!("{relation} (passive)"),
            Verb::Other(verb) => format!("other {verb}"),
            Verb::Mention => "mention".to_owned(),
        };
        let target = |target: &Target| match target {
            Target::Link(target) => target.clone(),
            Target::Name(name) => format!("name {name}"),
        };
        relations(line).iter().map(|(one, to)| format!("{}: {}", verb(one), target(to))).collect()
    }

    #[rstest]
    #[case::adr_tools("Amends [5. Help comments](0005-help-comments.md)", &["amends: 0005-help-comments.md"])]
    #[case::passive("Amended by [9. Help](9.md).", &["amends (passive): 9.md"])]
    #[case::clarifies("* Clarifies [a](a.md)", &["clarifies: a.md"])]
    #[case::clarified("- clarified by: [a](a.md)", &["clarifies (passive): a.md"])]
    #[case::open_verb("- Relates to [a](a.md)", &["other relates to: a.md"])]
    #[case::open_passive("Refined by [ADR-5](5.md)", &["other refined by: 5.md"])]
    #[case::several("Supersedes [a](a.md), [b](b.md) and [c](c.md)",
        &["supersedes: a.md", "supersedes: b.md", "supersedes: c.md"])]
    #[case::two_verbs("Supersedes [a](a.md) and amends [b](b.md)", &["supersedes: a.md", "amends: b.md"])]
    #[case::with_a_reason("superseded by [a](a.md) because of costs", &["supersedes (passive): a.md"])]
    #[case::after_a_status("Accepted, supersedes [a](a.md)", &["supersedes: a.md"])]
    #[case::prose("See [a](a.md) for more.", &["mention: a.md"])]
    #[case::link_first("[a](a.md) reasons on it", &["mention: a.md"])]
    #[case::status_word("Accepted [a](a.md)", &["mention: a.md"])]
    #[case::label("Test link: [a](a.md)", &["mention: a.md"])]
    #[case::alias("superseded by ADR-0123", &["supersedes (passive): name ADR-0123"])]
    #[case::aliases("Superseded by ADR-5, ADR-6 and ADR-7.",
        &["supersedes (passive): name ADR-5", "supersedes (passive): name ADR-6", "supersedes (passive): name ADR-7"])]
    #[case::hyphen("superseded-by ADR-0123", &["supersedes (passive): name ADR-0123"])]
    #[case::hyphen_and_link("Amended-By: [a](a.md)", &["amends (passive): a.md"])]
    #[case::underscore("- clarified_by [a](a.md)", &["clarifies (passive): a.md"])]
    #[case::hyphen_without_a_verb("stand-by [a](a.md)", &["other stand-by: a.md"])]
    #[case::bare_number("Superseded by 0007.", &["supersedes (passive): name 0007"])]
    #[case::whole_name("superseded by 0007-use-s3", &["supersedes (passive): name 0007-use-s3"])]
    #[case::after_accepted("Accepted. Amends ADR-3", &["amends: name ADR-3"])]
    #[case::number_sign("superseded by ADR #12", &[])]
    #[case::number_in_prose("superseded by 2021 rules", &[])]
    #[case::prose_with_a_verb("this was superseded by ADR-0123", &[])]
    #[case::status("Accepted", &[])]
    fn a_line_states_relations(#[case] line: &str, #[case] expected: &[&str]) {
        assert_eq!(said(line), expected);
    }

    #[test]
    fn every_spelling_of_supersede_is_one_verb() {
        for word in ["Superseded", "superceded", "superceeded", "superseeded", "SUPERCEED", "superseedes", "supersede"]
        {
            let word = word.to_lowercase();
            let is_passive = supersede(&word).unwrap().ends_with('d');
            let by = if is_passive { " by" } else { "" };
            let expected = if is_passive { BY } else { Verb::Known { relation: SUPERSEDES, is_passive } };
            assert_eq!(relations(&format!("{word}{by} [a](a.md)"))[0].0, expected, "{word}");
        }
        for word in ["super", "supersedings", "superb", "supersedesx"] {
            assert_eq!(supersede(word), None, "{word}");
        }
    }

    #[rstest]
    #[case("Accepted", Some("accepted"))]
    #[case("Accepted.", Some("accepted"))]
    #[case("**Accepted**", Some("accepted"))]
    #[case("no longer relevant", Some("no longer relevant"))]
    #[case("On hold", Some("on hold"))]
    #[case("Superseded by [ADR-0007](./0007-x.md).", Some("superseded"))]
    #[case("Superceded by ADR-0007", Some("superseded"))]
    #[case("superseded", Some("superseded"))]
    #[case("Superseded-by ADR-0007", Some("superseded"))]
    #[case("Deprecated by [a](a.md)", Some("deprecated"))]
    #[case("Accepted, supersedes [a](a.md)", Some("accepted"))]
    #[case("{proposed | accepted | superseded by [ADR-5](5.md)}", None)]
    #[case("[proposed | accepted | … | superseded by [ADR-5](5.md)]", None)]
    #[case("", None)]
    #[case("![badge](x.png)", None)]
    fn a_status_is_the_words_before_a_link(#[case] text: &str, #[case] expected: Option<&str>) {
        assert_eq!(status(text).as_deref(), expected);
    }
}
