//! The kernels. Each module has functions that prepare the inputs and return the function to time.

pub mod bounds;
pub mod join;
pub mod load;
pub mod loto;
pub mod power;
pub mod rank_intervals;
pub mod read;
pub mod scores;
pub mod tau;

use crate::result::ResultSummary;

/// The function to time. Repeated calls must return the same result.
pub type Kernel = Box<dyn Fn() -> ResultSummary>;
