//! Work that may take long and is done by tasks: requests, which own everything they need, and their results.

mod counts;
mod examine;
mod light;
mod recall;
mod suggest;
mod tally;

pub use counts::Counts;
pub use examine::{ExamineRequest, Examined};
pub use light::Light;
pub use recall::{Difference, Recollection};
pub use suggest::{Missing, TargetRequest};
pub use tally::{Tally, tally};
