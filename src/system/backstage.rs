//! Backstage's software catalogue: a [`Preset`] of declared records.

use super::Marker;
use super::declared::Preset;

pub static CATALOGUE: Preset = Preset::new(
    "backstage",
    include_str!("backstage/preset.yaml"),
    Marker {
        name: "catalog-info.yaml",
        is_there: |folder| CATALOGUE.is_in(folder),
        is_sure: |folder| CATALOGUE.is_top(folder),
    },
);
