//! Measures as pure functions.
mod list;
pub use list::{Judged, JudgedList, Verdict};
