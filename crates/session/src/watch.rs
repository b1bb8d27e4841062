//! Who is told what happens while something is computed, and who may stop it.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use rejudge_exec::Event;
use rejudge_store::lock::Lock;

use crate::SessionError;

/// Is told what happens while something is computed, from several threads. Each method does nothing unless
/// it is written.
pub trait Watch: Sync {
    /// The flag that stops what is being computed once somebody sets it: what has begun is finished and
    /// kept. Asked for once, when computing begins.
    ///
    /// # Errors
    /// When nothing could set it.
    fn stop(&self) -> Result<Arc<AtomicBool>, SessionError> {
        Ok(Arc::default())
    }

    /// So many cells are computed now, and so many are there already.
    fn begins(&self, _to_compute: usize, _cached: usize) {}

    /// Something happened to a group or a cell.
    fn happens(&self, _event: Event) {}

    /// All is computed, or was stopped.
    fn ends(&self) {}

    /// Another run writes to the folder, and is waited for.
    fn waits(&self, _folder: &Path) {}

    /// A cache that machines share does not have everything yet, and is listed again.
    fn waits_for_cells(&self, _folder: &Path) {}
}

/// Nobody is told, and nobody stops anything.
#[derive(Clone, Copy, Debug)]
pub struct Unwatched;

impl Watch for Unwatched {}

/// Locks a folder that is written to, and waits for whoever holds it.
///
/// # Errors
/// When it cannot be locked.
pub fn lock(folder: &Path, watch: &dyn Watch) -> anyhow::Result<Lock> {
    Lock::of(folder, || watch.waits(folder))
}
