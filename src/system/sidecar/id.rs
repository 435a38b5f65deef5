//! The syntax of record ids, and the kinds that their prefixes denote.

/// The syntax of an id, for messages.
pub(super) const SPELLING: &str =
    "such as sn.meditation.rank1: one of sn sf eq cl rc pc loc tag ev sys, then parts of a-z 0-9 _";

/// The prefixes and the kinds they denote.
const KINDS: [(&str, &str); 10] = [
    ("sn", "skill"),
    ("sf", "skill family"),
    ("eq", "equipment"),
    ("cl", "class"),
    ("rc", "race"),
    ("pc", "character"),
    ("loc", "location"),
    ("tag", "tag"),
    ("ev", "event"),
    ("sys", "system"),
];

/// Maximum length of an id or a type in characters: every finding about it would repeat it.
const LONGEST: usize = 1000;

/// Whether a text is a valid record id: a known prefix, then words of lower-case letters, digits and `_`, joined by
/// dots.
pub fn is_id(text: &str) -> bool {
    prefix_kind(text).is_some()
}

/// The kind of the record with this id.
pub(super) fn kind_of(id: &str) -> &'static str {
    prefix_kind(id).unwrap_or("record")
}

/// Whether a text is short enough to be an id or a type.
pub(super) fn is_short(text: &str) -> bool {
    text.chars().nth(LONGEST).is_none()
}

fn prefix_kind(id: &str) -> Option<&'static str> {
    let (prefix, rest) = id.split_once('.')?;
    let (_, kind) = KINDS.iter().find(|(known, _)| *known == prefix)?;
    let fits = |c: u8| c.is_ascii_lowercase() || c.is_ascii_digit() || c == b'_';
    rest.split('.').all(|word| !word.is_empty() && word.bytes().all(fits)).then_some(kind)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_prefix_determines_the_kind() {
        let kinds = [
            ("sn.meditation.rank1", "skill"),
            ("sf.focus", "skill family"),
            ("eq.bow", "equipment"),
            ("cl.archer", "class"),
            ("rc.elf", "race"),
            ("pc.jake", "character"),
            ("loc.forest_2", "location"),
            ("tag.x", "tag"),
            ("ev.jake.01.02.01.skill_acquired", "event"),
            ("sys.1", "system"),
        ];
        for (id, kind) in kinds {
            assert!(is_id(id), "{id}");
            assert_eq!(kind_of(id), kind);
        }
    }

    #[test]
    fn anything_else_is_not_an_id() {
        for text in [
            "", "sn", "sn.", ".a", "sn..a", "sn.a.", "sn.A", "SN.a", "sn.a-b", "sn.a b", "sn.é", "xx.a", "sn.a\n",
            " sn.a",
        ] {
            assert!(!is_id(text), "{text:?}");
            assert_eq!(kind_of(text), "record");
        }
    }
}
