//! Does the same work on one or several threads.

use rayon::prelude::*;
use rayon::{ThreadPoolBuildError, ThreadPoolBuilder};

use crate::arguments::Arguments;

/// Returns `work(0)`, `work(1)`, .. in order. With one thread, the current thread does all work, without a thread pool.
pub fn map<T: Send>(threads: usize, count: usize, work: impl Fn(usize) -> T + Sync + Send) -> Vec<T> {
    if threads == 1 {
        return (0..count).map(work).collect();
    }
    (0..count).into_par_iter().map(work).collect()
}

/// Starts the thread pool with the requested number of threads. Call this before anything uses the pool. The pool
/// includes the current thread. Otherwise, with one thread, an instruction counter would also count what the
/// current thread executes while it waits for the pool.
pub fn start(arguments: &Arguments) -> Result<(), ThreadPoolBuildError> {
    ThreadPoolBuilder::new().num_threads(arguments.threads).use_current_thread().build_global()
}
