//! Ctrl-C and SIGTERM: after the first, computations in progress finish and are cached; the second ends the program at
//! once. A shard treats SIGUSR1 in the same way, because schedulers send it before the time limit. A file that becomes
//! too large is a disk error and not a signal.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use signal_hook::consts::{SIGINT, SIGTERM, SIGUSR1, SIGXFSZ};
use signal_hook::flag::{register, register_conditional_shutdown};

use super::output::Failure;

use super::{INTERRUPTED, RESUMABLE};

/// An exit code after a signal, and the signals.
pub type Interruptible = (u8, &'static [i32]);
/// A command that a person started.
pub const WHOLE: Interruptible = (INTERRUPTED, &[SIGINT, SIGTERM]);
pub const SHARD: Interruptible = (RESUMABLE, &[SIGINT, SIGTERM, SIGUSR1]);

/// Turns a file that exceeds the size limit (`ulimit -f`) into a write error, instead of a signal that kills the
/// process.
pub fn outgrown_files_are_errors() {
    // If the signal cannot be handled, it kills the process as before.
    let _ = register(SIGXFSZ, Arc::default());
}

/// A flag that the first signal sets.
pub fn stop_on_signals((code, signals): Interruptible) -> Result<Arc<AtomicBool>, Failure> {
    let stop = Arc::new(AtomicBool::new(false));
    for &signal in signals {
        // In this order: only the second signal finds the flag set.
        register_conditional_shutdown(signal, code.into(), Arc::clone(&stop))
            .and_then(|_| register(signal, Arc::clone(&stop)))
            .map_err(|error| Failure::data(format!("signals cannot be handled: {error}")))?;
    }
    Ok(stop)
}
