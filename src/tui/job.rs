//! Work that may take long and is done by tasks: requests, which own everything they need, and their results.

mod advise;
mod close;
mod complete;
mod counts;
mod examine;
mod fit;
mod light;
mod preview_retraction;
mod recall;
mod suggest;
mod tally;
mod write;

pub use advise::Preview;
pub use close::{CloseRequest, Closed, Outlook, StatusStep};
pub use complete::{CompleteRequest, Completion};
pub use counts::Counts;
pub use examine::{ExamineRequest, Examined};
pub use fit::{FitRequest, Fitting};
pub use light::Light;
pub use preview_retraction::{RetractionPreview, RetractionRequest};
pub use recall::{Difference, Recollection};
pub use suggest::{Missing, TargetRequest};
pub use tally::{Tally, tally};
pub use write::{Added, Change, IfNoLog, Retracted, Unwritten, WriteRequest, Wrote};
