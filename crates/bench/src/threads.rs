//! The same work on one thread or on several.

use rayon::prelude::*;
use rayon::{ThreadPoolBuildError, ThreadPoolBuilder};

use crate::arguments::Arguments;

/// `of(0)`, `of(1)`, .. in order. One thread means this one: no pool, whose waiting would be counted among the instructions.
pub fn map<T: Send>(threads: usize, count: usize, of: impl Fn(usize) -> T + Sync + Send) -> Vec<T> {
    if threads == 1 {
        return (0..count).map(of).collect();
    }
    (0..count).into_par_iter().map(of).collect()
}

/// Makes the pool of so many threads, before anything uses one. Nothing that is drawn on one thread does.
pub fn start(arguments: &Arguments) -> Result<(), ThreadPoolBuildError> {
    if arguments.threads == 1 && arguments.files.is_none() {
        return Ok(());
    }
    ThreadPoolBuilder::new().num_threads(arguments.threads).build_global()
}
