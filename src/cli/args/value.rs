//! Value parsers for single arguments, and `ValueEnum` implementations for enums of lower layers, which do not depend
//! on clap.

use super::Size;
use crate::edge_log::check_field;
use crate::query::{Directions, LineageDirection, Orient};
use crate::time::{self, Millis};
use clap::ValueEnum;
use clap::builder::PossibleValue;

pub(super) fn steps(typed: &str) -> Result<u32, String> {
    let number = typed.parse().ok().filter(|number| *number > 0);
    number.ok_or_else(|| format!("must be a whole number from 1 to {}", u32::MAX))
}

/// A screen size such as `80x24`.
pub(super) fn size(typed: &str) -> Result<Size, String> {
    let parse = || {
        let (width, height) = typed.split_once('x')?;
        let size = Size { width: width.parse().ok()?, height: height.parse().ok()? };
        (size.width <= 1000 && size.height <= 500).then_some(size)
    };
    parse().ok_or_else(|| "must be columns and rows, such as 80x24, at most 1000x500".to_owned())
}

/// A confidence, from 0 to 1.
pub(super) fn share(typed: &str) -> Result<f64, String> {
    let share = typed.parse().ok().filter(|share| (0.0..=1.0).contains(share));
    share.ok_or_else(|| "must be a number from 0 to 1".to_owned())
}

/// An absolute time or a relative one such as `-7d`. Options of this type must allow values that start with `-`.
pub(super) fn moment(typed: &str) -> Result<Millis, String> {
    let moment = time::parse_when(typed, time::now());
    moment.ok_or_else(|| {
        "must be a date, a time or a relative time, such as 2026-05-16, 2026-05-16T08:00:00Z or -7d".to_owned()
    })
}

/// A time that may be relative to `--now`; resolved only after all arguments are parsed.
pub(super) fn when(typed: &str) -> Result<String, String> {
    moment(typed).map(|_| typed.to_owned())
}

/// An id to look up: any text, because files can contain any.
pub(super) fn wanted_id(typed: &str) -> Result<String, String> {
    if typed.is_empty() { Err("the id is empty".to_owned()) } else { Ok(typed.to_owned()) }
}

/// An id to write to the log.
pub(super) fn id(typed: &str) -> Result<String, String> {
    checked("the id", typed)
}

pub(super) fn relation(typed: &str) -> Result<String, String> {
    checked("the relation", typed.trim())
}

/// The entries of a comma-separated list, trimmed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::cli) struct Words(Vec<String>);

impl Words {
    /// Splits a list and checks each entry. Skips blank entries, such as one after a trailing comma, but rejects a list
    /// that contains no other: an empty shell variable must not mean "all".
    fn parse(typed: &str, check: fn(&str) -> Result<String, String>) -> Result<Self, String> {
        let filled = typed.split(',').map(str::trim).filter(|entry| !entry.is_empty());
        let entries: Vec<_> = filled.map(check).collect::<Result<_, _>>()?;
        if entries.is_empty() { check("").map(|_| Self(Vec::new())) } else { Ok(Self(entries)) }
    }

    /// The entries of all lists given for one option.
    pub(in crate::cli) fn all(lists: &[Self]) -> Vec<String> {
        lists.iter().flat_map(|list| list.0.iter().cloned()).collect()
    }
}

pub(super) fn relations(typed: &str) -> Result<Words, String> {
    Words::parse(typed, relation)
}

pub(super) fn fields(typed: &str) -> Result<Words, String> {
    Words::parse(typed, |name| if name.is_empty() { Err("the name is empty".to_owned()) } else { Ok(name.to_owned()) })
}

pub(super) fn wanted_ids(typed: &str) -> Result<Words, String> {
    Words::parse(typed, wanted_id)
}

pub(super) fn actor(typed: &str) -> Result<String, String> {
    checked("the actor", typed)
}

pub(super) fn status(typed: &str) -> Result<String, String> {
    checked("the status", typed)
}

pub(super) fn query_word(typed: &str) -> Result<String, String> {
    if typed.trim().is_empty() { Err("the query is empty".to_owned()) } else { Ok(typed.to_owned()) }
}

fn checked(what: &'static str, typed: &str) -> Result<String, String> {
    check_field(what, typed).map_err(|error| error.to_string())?;
    Ok(typed.to_owned())
}

/// Implements `ValueEnum` for an enum whose variants have a `name`.
macro_rules! words {
    ($kind:ty: $($variant:ident),+) => {
        impl ValueEnum for $kind {
            fn value_variants<'a>() -> &'a [Self] {
                &[$(Self::$variant),+]
            }

            fn to_possible_value(&self) -> Option<PossibleValue> {
                Some(PossibleValue::new(self.name()))
            }
        }
    };
}

words!(Directions: In, Out, Both);
words!(LineageDirection: Forward, Backward, Both);
words!(Orient: Stored, Meaning);
