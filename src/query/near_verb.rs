//! The relation that a misspelt verb probably means, by edit distance (optimal string alignment).
//!
//! A verb is compared with the names of the relations that people may write between two systems, with their synonyms,
//! and with other words for them. So `triggerd` is close to `triggered` and means `led-to`, and `caused-bye` means
//! `led-to` with the ends swapped. Case is ignored; underscores and spaces are equivalent to dashes.

use super::fit::relations;
use super::nearest::distance_within;
use crate::graph::relation::{Relation, Spelling};
use crate::graph::{Registry, SystemId};

/// Shorter verbs match exactly only.
const SHORTEST: usize = 4;

/// A relation that a typed verb probably means.
#[derive(Debug, Clone, Copy)]
pub struct NearVerb<'r> {
    pub relation: &'r Relation,
    /// The name, synonym or other word that the typed verb is close to.
    pub word: &'r str,
    /// How that word relates to the relation.
    pub spelling: Spelling,
    /// The edit distance between the typed verb and the word.
    pub distance: usize,
}

impl NearVerb<'_> {
    /// Whether the verb is exactly the relation's own name.
    pub fn is_exact(&self, typed: &str) -> bool {
        self.relation.name == typed
    }
}

/// The relations that a verb probably means in a row of the log between these systems, closest first, each once. The
/// vocabularies of the systems and of the user come before that of the log's own system.
pub fn near_verbs<'r>(registry: &'r Registry, homes: &[SystemId], typed: &str) -> Vec<NearVerb<'r>> {
    let mut near: Vec<_> = relations(registry, homes).filter_map(|relation| nearest(relation, typed)).collect();
    let is_own = |system: SystemId| system == SystemId::USER || homes.contains(&system);
    near.sort_by_key(|one| (!one.is_exact(typed), !is_own(one.relation.system), one.distance));
    near
}

/// The edit distance between two verbs, if they are close.
pub(super) fn verb_distance(typed: &str, verb: &str) -> Option<usize> {
    let (typed, verb) = (folded(typed), folded(verb));
    let most = most_apart(&typed);
    if most == 0 { (typed == verb).then_some(0) } else { distance_within(&typed, &verb, most) }
}

/// The word of a relation that is closest to a verb, if any is close.
fn nearest<'r>(relation: &'r Relation, typed: &str) -> Option<NearVerb<'r>> {
    let own = std::iter::once((&*relation.name, Spelling::Own, usize::MAX));
    let synonyms = relation.synonyms.iter().map(|synonym| (&*synonym.name, synonym.spelling(), usize::MAX));
    // There are many everyday words, so a verb must be very close to one.
    let words = relation.words.iter().map(|word| (&**word, Spelling::Own, 1));
    let near = own.chain(synonyms).chain(words).filter_map(|(word, spelling, most)| {
        let distance = verb_distance(typed, word).filter(|distance| *distance <= most)?;
        Some(NearVerb { relation, word, spelling, distance })
    });
    near.min_by_key(|one| one.distance)
}

/// Maximum distance at which verbs are close.
fn most_apart(typed: &str) -> usize {
    match typed.chars().count() {
        ..SHORTEST => 0,
        SHORTEST..6 => 1,
        _ => 2,
    }
}

fn folded(verb: &str) -> String {
    verb.to_lowercase().replace(['_', ' '], "-")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph::fixture::{CAUSAL, REFERENCE, UNIT};
    use crate::system::registry;
    use rstest::rstest;

    fn meant(homes: &[SystemId], typed: &str) -> Vec<(String, Spelling)> {
        let registry = registry();
        let near = near_verbs(&registry, homes, typed);
        near.iter().map(|one| (one.relation.name.to_string(), one.spelling)).collect()
    }

    #[rstest]
    #[case("triggerd", "led-to", Spelling::Synonym)]
    #[case("led-too", "led-to", Spelling::Own)]
    #[case("leads-to", "led-to", Spelling::Own)]
    #[case("causes", "led-to", Spelling::Own)]
    #[case("caused", "led-to", Spelling::Own)]
    #[case("caused-by", "led-to", Spelling::Inverse)]
    #[case("Caused_bye", "led-to", Spelling::Inverse)]
    #[case("resolved", "addresses", Spelling::Synonym)]
    #[case("referenced", "mentions", Spelling::Synonym)]
    #[case("replacs", "supersedes", Spelling::Synonym)]
    #[case("cited", "cites", Spelling::Own)]
    fn misspelt_verb_means_the_closest_relation(
        #[case] typed: &str,
        #[case] name: &'static str,
        #[case] spelling: Spelling,
    ) {
        assert_eq!(meant(&[REFERENCE], typed), [(name.to_owned(), spelling)]);
    }

    #[test]
    fn unique_verb_is_close_to_nothing() {
        for typed in ["own-verb", "blocks", "depends-on", "likes", "led", "", "a-verb-of-our-own"] {
            assert_eq!(meant(&[REFERENCE], typed), [], "{typed:?}");
        }
    }

    #[test]
    fn vocabulary_of_the_ends_comes_before_that_of_the_reference_graph() {
        let names: Vec<_> = meant(&[CAUSAL], "causes").into_iter().map(|(name, _)| name).collect();
        assert_eq!((&*names[0], &*names[names.len() - 1]), ("caused", "led-to"));
        assert_eq!(meant(&[UNIT], "suports")[0], ("supports".to_owned(), Spelling::Own));
        assert_eq!(meant(&[UNIT], "triggerd"), [("led-to".to_owned(), Spelling::Synonym)]);
    }

    #[test]
    fn relation_is_closest_to_its_own_name() {
        let registry = registry();
        for system in registry.systems() {
            for name in registry.names(system) {
                assert_eq!(near_verbs(&registry, &[system], name)[0].relation.name, name, "{}", system.name());
            }
        }
    }
}
