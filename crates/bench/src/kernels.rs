//! The kernels: each makes its inputs and returns what is timed.

pub mod bounds;
pub mod join;
pub mod load;
pub mod loto;
pub mod power;
pub mod rank_intervals;
pub mod read;
pub mod scores;
pub mod tau;

use crate::result::Computed;

/// What is timed. It may be called again and must give the same.
pub type Kernel = Box<dyn Fn() -> Computed>;
