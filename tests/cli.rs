//! The commands, through the real binary.

mod add;
mod demo;
mod docs;
mod doctor;
mod input;
mod layouts;
mod migrate;
mod nodes;
mod packaging;
mod place;
mod refs;
mod status;
mod terminal;
mod trace;
mod words;
