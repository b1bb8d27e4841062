//! How many threads work.

use super::output::Failure;

/// Where rayon's users say how many threads there are to be, whatever program they start.
const VARIABLE: &str = "RAYON_NUM_THREADS";

/// The most that `--jobs` takes. Tens of thousands would bring any machine to a stop.
const MOST: usize = 1024;

/// Refuses an environment that asks for more threads than `--jobs` may.
pub fn check() -> Result<(), Failure> {
    let asked = std::env::var(VARIABLE).unwrap_or_default();
    // Nothing, and 0, are one a core; rayon takes a word for nothing.
    match asked.trim().parse::<usize>() {
        Ok(0..=MOST) => Ok(()),
        Err(_) if asked.is_empty() => Ok(()),
        _ => Err(Failure::usage(format!(
            "{VARIABLE} is `{}`, expected 1 to {MOST} threads",
            asked.escape_debug()
        ))),
    }
}

/// Uses so many threads, or one a core. Made here, where it can be said that there are no more to be had.
pub fn use_threads(jobs: Option<u16>) -> Result<(), Failure> {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(jobs.map_or(0, usize::from)).build_global();
    let asked = jobs.map_or("a thread for each core".to_owned(), |jobs| format!("--jobs {jobs}"));
    pool.map_err(|e| Failure::usage(format!("{asked}: threads cannot be started: {}", e)))
}
