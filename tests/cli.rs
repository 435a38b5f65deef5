//! The commands, through the real binary.

mod add;
mod cache;
mod demo;
mod docs;
mod doctor;
mod follow;
mod hostile;
mod input;
mod layouts;
mod migrate;
mod model_answers;
mod nodes;
mod packaging;
mod place;
mod places;
mod refs;
mod retract;
mod status;
mod systems;
mod terminal;
mod trace;
mod trust;
mod words;
mod yggdrasil;
