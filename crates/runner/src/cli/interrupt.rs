//! Ctrl-C and SIGTERM: the first lets what is being computed finish and be kept, the second ends at once. A
//! shard takes SIGUSR1 alike, which a scheduler sends before time is up. A file that becomes too large is
//! an error of the disk, no signal.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use signal_hook::consts::{SIGINT, SIGTERM, SIGUSR1, SIGXFSZ};
use signal_hook::flag::{register, register_conditional_shutdown};

use rejudge_session::SessionError;

use super::{INTERRUPTED, RESUMABLE};

/// What is stopped.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Interruptible {
    /// What a person started.
    #[default]
    Whole,
    /// A shard.
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

/// Where files are limited in size (`ulimit -f`), the one that becomes too large is an error of who writes
/// it, and no longer a signal that kills.
pub fn outgrown_files_are_errors() {
    // Where it cannot be handled it kills, as before.
    let _ = register(SIGXFSZ, Arc::default());
}

/// A flag that the first signal sets.
pub fn stop_on_signals(what: Interruptible) -> Result<Arc<AtomicBool>, SessionError> {
    let stop = Arc::new(AtomicBool::new(false));
    for &signal in what.signals() {
        // In this order: only the second signal finds the flag set.
        register_conditional_shutdown(signal, what.code().into(), Arc::clone(&stop))
            .and_then(|_| register(signal, Arc::clone(&stop)))
            .map_err(|error| SessionError::Data(format!("signals cannot be handled: {error}")))?;
    }
    Ok(stop)
}
