//! Work that may take long and is done by tasks: requests, which own everything they need, and their results.

mod counts;
mod examine;
mod follow;
mod light;
mod page;
mod recall;
mod share;
mod suggest;
mod tally;

pub use counts::Counts;
pub use examine::{ExamineRequest, Examined};
pub use follow::{FollowRequest, Followed};
pub use light::Light;
pub(in crate::tui) use page::MOST_SUGGESTIONS;
pub use page::{Page, PageBlock, PageRequest, PageRow, Section, Topic};
pub use recall::{Difference, Recollection};
pub(in crate::tui) use share::save;
pub use share::{ShareRequest, ShareWay, Shared, SharedPart};
pub use suggest::{Missing, TargetRequest};
pub use tally::{Tally, tally};
