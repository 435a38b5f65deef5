//! Names of record files: which files are records, and the number or date at the head of a name.

use crate::system::kit::file;
use crate::time::{self, Millis};
use std::path::Path;

/// Names of Markdown files that are not records, in lower case and without their ending.
const NOT_RECORDS: [&str; 2] = ["index", "readme"];

/// Starts of the names of templates, in lower case.
const TEMPLATES: [&str; 2] = ["template", "adr-template"];

/// The name of a folder with templates, in lower case.
const TEMPLATE_FOLDER: &str = "templates";

/// Maximum number of digits of a record's number. Eight digits are a date.
const MOST_DIGITS: usize = 7;

/// Whether the name of a file is that of a record.
pub(super) fn is_record(path: &Path) -> bool {
    let name = stem(path).to_lowercase();
    file::is_markdown(path)
        && !NOT_RECORDS.contains(&name.as_str())
        && !TEMPLATES.iter().any(|start| name.starts_with(start))
}

/// Whether a path relative to a folder of records is in a folder of templates.
pub(super) fn is_template(below: &Path) -> bool {
    let mut folders = below.parent().into_iter().flat_map(Path::components);
    folders.any(|folder| folder.as_os_str().eq_ignore_ascii_case(TEMPLATE_FOLDER))
}

/// The name of a file without its last ending.
pub(super) fn stem(path: &Path) -> String {
    path.file_stem().unwrap_or_default().to_string_lossy().into_owned()
}

/// Whether a file name is that of a numbered or dated record, such as `0007-use-s3.md` or `ADR-0007 Use S3.md`: the
/// sign by which a folder is recognised.
pub(super) fn is_numbered(name: &str) -> bool {
    let Some(stem) = name.strip_suffix(".md") else { return false };
    let number = without_prefix(stem);
    let digits = digits(number);
    (3..=8).contains(&digits) && number[digits..].starts_with(['-', '_', ' '])
}

/// The number of a record with this name; `None` for a date or a name without a number.
pub(super) fn number(stem: &str) -> Option<u32> {
    let number = without_prefix(stem);
    let digits = digits(number);
    let ends = number[digits..].chars().next().is_none_or(|c| ['-', '_', ' ', '.'].contains(&c));
    let is_number = (1..=MOST_DIGITS).contains(&digits) && ends && date(stem).is_none();
    is_number.then(|| number[..digits].parse().ok()).flatten()
}

/// The number that an alias such as `7`, `0007`, `ADR-7` or `adr0007` stands for.
pub(super) fn alias(text: &str) -> Option<u32> {
    let number = without_prefix(text);
    let is_number = !number.is_empty() && digits(number) == number.len() && number.len() <= MOST_DIGITS;
    is_number.then(|| number.parse().ok()).flatten()
}

/// Whether an alias has the prefix `ADR`, so that it cannot be any other number.
pub(super) fn is_prefixed(text: &str) -> bool {
    without_prefix(text).len() < text.len()
}

/// Whether a text is an alias of the record with this id.
pub(super) fn is_alias(id: &str, text: &str) -> bool {
    alias(text).is_some_and(|wanted| number_of_id(id) == Some(wanted))
}

/// The number of the record with this id, which may start with a package.
pub(super) fn number_of_id(id: &str) -> Option<u32> {
    number(id.rsplit('/').next().unwrap_or(id))
}

/// The date at the head of a name: `20200131-title` or `2020-01-31-title`.
pub(super) fn date(stem: &str) -> Option<Millis> {
    let is_end = |at: usize| stem[at..].chars().next().is_none_or(|c| ['-', '_', ' ', '.'].contains(&c));
    if digits(stem) == 8 && is_end(8) {
        return time::parse(&format!("{}-{}-{}", &stem[..4], &stem[4..6], &stem[6..8]));
    }
    let head = stem.get(..10).filter(|_| is_end(10))?;
    let is_date = head.bytes().enumerate().all(|(at, byte)| match at {
        4 | 7 => byte == b'-',
        _ => byte.is_ascii_digit(),
    });
    is_date.then(|| time::parse(head)).flatten()
}

fn without_prefix(text: &str) -> &str {
    let rest = text.get(..3).filter(|start| start.eq_ignore_ascii_case("adr")).map(|_| &text[3..]);
    rest.map_or(text, |rest| rest.strip_prefix('-').unwrap_or(rest))
}

fn digits(text: &str) -> usize {
    text.bytes().take_while(u8::is_ascii_digit).count()
}

#[cfg(test)]
mod tests {
    use super::*;
    use rstest::rstest;

    #[rstest]
    #[case("0007-use-s3.md", true)]
    #[case("ADR-0012_x.md", true)]
    #[case("adr001 x.md", true)]
    #[case("20200101-first.md", true)]
    #[case("2020-01-01-first.md", true)]
    #[case("0001-x.html.md.erb", false)]
    #[case("01-x.md", false)]
    #[case("123456789-x.md", false)]
    #[case("template.md", false)]
    #[case("0007.md", false)]
    fn a_folder_is_recognised_by_a_numbered_file(#[case] name: &str, #[case] expected: bool) {
        assert_eq!(is_numbered(name), expected);
    }

    #[rstest]
    #[case("0007-use-s3", Some(7))]
    #[case("ADR-0012_x", Some(12))]
    #[case("7. Use S3", Some(7))]
    #[case("7", Some(7))]
    #[case("20200101-first", None)]
    #[case("2020-01-01-first", None)]
    #[case("2020-ideas", Some(2020))]
    #[case("7th-decision", None)]
    #[case("use-s3", None)]
    fn a_name_has_a_number_unless_it_starts_with_a_date(#[case] stem: &str, #[case] expected: Option<u32>) {
        assert_eq!(number(stem), expected);
    }

    #[test]
    fn a_number_has_four_aliases() {
        for text in ["7", "0007", "ADR-7", "ADR-0007", "adr-7", "adr7"] {
            assert!(is_alias("0007-use-s3", text) && is_alias("web/0007-use-s3", text), "{text}");
        }
        for text in ["8", "ADR", "ADR-", "7x", "", "00000007", "20200101"] {
            assert!(!is_alias("0007-use-s3", text) && !is_alias("20200101-first", text), "{text}");
        }
    }

    #[test]
    fn dates_at_the_head_of_a_name_are_times() {
        assert_eq!(date("20200131-x"), time::parse("2020-01-31"));
        assert_eq!(date("2020-01-31"), time::parse("2020-01-31"));
        for stem in ["20201331-x", "2020-01-311", "202001310-x", "2020-01", "é020-01-31", "x"] {
            assert_eq!(date(stem), None, "{stem}");
        }
    }

    #[rstest]
    #[case("0001-x.md", true)]
    #[case("weird_Name.md", true)]
    #[case("index.md", false)]
    #[case("README.md", false)]
    #[case("template-short.md", false)]
    #[case("adr-template.md", false)]
    #[case("0001-x.html.md.erb", false)]
    #[case(".hidden.md", false)]
    fn every_other_markdown_file_is_a_record(#[case] name: &str, #[case] expected: bool) {
        assert_eq!(is_record(Path::new(name)), expected);
    }
}
