//! The number of threads.

use super::output::Failure;

/// The variable with which users of rayon set the number of threads for any program.
const VARIABLE: &str = "RAYON_NUM_THREADS";

/// The maximum of `--jobs`. Tens of thousands of threads would stall any machine.
const MOST: usize = 1024;

/// Refuses an environment that asks for more threads than `--jobs` may.
pub fn check() -> Result<(), Failure> {
    let asked = std::env::var(VARIABLE).unwrap_or_default();
    // An empty value, and 0, mean one thread per core; rayon treats a word as empty.
    match asked.trim().parse::<usize>() {
        Ok(0..=MOST) => Ok(()),
        Err(_) if asked.is_empty() => Ok(()),
        _ => Err(Failure::usage(format!(
            "{VARIABLE} is `{}`, expected 1 to {MOST} threads",
            asked.escape_debug()
        ))),
    }
}

/// Uses this number of threads, or one per core. The pool is made here, so that a failure to start threads is reported.
pub fn use_threads(jobs: Option<u16>) -> Result<(), Failure> {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(jobs.map_or(0, usize::from)).build_global();
    let asked = jobs.map_or("a thread for each core".to_owned(), |jobs| format!("--jobs {jobs}"));
    pool.map_err(|e| Failure::usage(format!("{asked}: threads cannot be started: {}", e)))
}
