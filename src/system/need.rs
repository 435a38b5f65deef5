//! Needs of sphinx-needs, from its export `needs.json`: a [`Preset`] of declared records.

use super::Marker;
use super::declared::Preset;

pub static NEEDS: Preset = Preset::new(
    "need",
    include_str!("need/preset.yaml"),
    Marker { name: "needs.json", is_there: |folder| NEEDS.is_in(folder), is_sure: |folder| NEEDS.is_top(folder) },
);
