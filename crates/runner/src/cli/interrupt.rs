//! Ctrl-C and SIGTERM: the first lets what is being computed finish and be kept, the second ends at once.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use signal_hook::consts::{SIGINT, SIGTERM};
use signal_hook::flag::{register, register_conditional_shutdown};

use super::INTERRUPTED;
use super::output::Failure;

/// A flag that the first signal sets.
pub fn stop_on_signals() -> Result<Arc<AtomicBool>, Failure> {
    let stop = Arc::new(AtomicBool::new(false));
    for signal in [SIGINT, SIGTERM] {
        // In this order: only the second signal finds the flag set.
        register_conditional_shutdown(signal, INTERRUPTED.into(), Arc::clone(&stop))
            .and_then(|_| register(signal, Arc::clone(&stop)))
            .map_err(|error| Failure::data(format!("signals cannot be handled: {error}")))?;
    }
    Ok(stop)
}
