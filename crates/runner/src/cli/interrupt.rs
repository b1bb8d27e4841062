//! Ctrl-C and SIGTERM: after the first, computations in progress finish and are cached; the second ends the program at
//! once. A shard treats SIGUSR1 in the same way, because schedulers send it before the time limit. A file that becomes
//! too large is a disk error and not a signal.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use signal_hook::consts::{SIGINT, SIGTERM, SIGUSR1, SIGXFSZ};
use signal_hook::flag::{register, register_conditional_shutdown};

use super::output::Failure;

use super::{INTERRUPTED, RESUMABLE};

/// The target of a signal.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Interruptible {
    /// A command that a person started.
    #[default]
    Whole,
    Shard,
}

impl Interruptible {
    /// The exit code.
    pub fn code(self) -> u8 {
        match self {
            Self::Whole => INTERRUPTED,
            Self::Shard => RESUMABLE,
        }
    }

    fn signals(self) -> &'static [i32] {
        match self {
            Self::Whole => &[SIGINT, SIGTERM],
            Self::Shard => &[SIGINT, SIGTERM, SIGUSR1],
        }
    }
}

/// Turns a file that exceeds the size limit (`ulimit -f`) into a write error, instead of a signal that kills the
/// process.
pub fn outgrown_files_are_errors() {
    // If the signal cannot be handled, it kills the process as before.
    let _ = register(SIGXFSZ, Arc::default());
}

/// A flag that the first signal sets.
pub fn stop_on_signals(what: Interruptible) -> Result<Arc<AtomicBool>, Failure> {
    let stop = Arc::new(AtomicBool::new(false));
    for &signal in what.signals() {
        // In this order: only the second signal finds the flag set.
        register_conditional_shutdown(signal, what.code().into(), Arc::clone(&stop))
            .and_then(|_| register(signal, Arc::clone(&stop)))
            .map_err(|error| Failure::data(format!("signals cannot be handled: {error}")))?;
    }
    Ok(stop)
}
