//! Workspaces to try the program on: the demo, which is embedded in the binary, and generated ones of any size.

mod demo;
mod generate;

pub use demo::unpack_demo;
pub use generate::{Size, generate, generated_names};
