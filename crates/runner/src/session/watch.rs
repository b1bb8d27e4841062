//! Observers of a computation, which may stop it.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use rejudge_experiment::exec::Event;
use rejudge_store::lock::Lock;

use crate::session::SessionError;

/// Receives events during a computation, from several threads. The default methods do nothing.
pub trait Watch: Sync {
    /// Returns the flag that stops the computation when it is set: work in progress is finished and cached. Called
    /// once, when the computation begins.
    ///
    /// # Errors
    /// If nothing could set it.
    fn stop(&self) -> Result<Arc<AtomicBool>, SessionError> {
        Ok(Arc::default())
    }

    /// Called at the beginning, with the numbers of cells to compute and of cached cells.
    fn begins(&self, _to_compute: usize, _cached: usize) {}

    /// Called for each event of a group or a cell.
    fn happens(&self, _event: Event) {}

    /// Called when everything is computed, or the computation was stopped.
    fn ends(&self) {}

    /// Called if another run writes to the folder and has to be waited for.
    fn waits(&self, _folder: &Path) {}

    /// A cache that machines share does not have everything yet, and is listed again.
    fn waits_for_cells(&self, _folder: &Path) {}
}

/// Ignores all events and never stops anything.
#[derive(Clone, Copy, Debug)]
pub struct Unwatched;

impl Watch for Unwatched {}

/// Locks an output folder, and waits if another process holds the lock.
///
/// # Errors
/// If it cannot be locked.
pub fn lock(folder: &Path, watch: &dyn Watch) -> anyhow::Result<Lock> {
    Lock::acquire(folder, || watch.waits(folder))
}
