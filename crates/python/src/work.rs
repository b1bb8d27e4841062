//! Runs work on our own threads while the interpreter is released. Other Python threads go on, Ctrl-C is noticed, and
//! a panic becomes an exception.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind, set_hook};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuilder};

use crate::exceptions::{Exception, value_error};
use crate::in_range::in_range;

pyo3::create_exception!(
    rejudge,
    InternalError,
    PyRuntimeError,
    "A defect of rejudge. The message says how to report it."
);

/// The time between two checks for signals while the caller waits.
const POLL_INTERVAL: Duration = Duration::from_millis(50);

/// The threads of one process. A forked child needs new ones, because threads do not survive a fork.
struct Workers {
    process: u32,
    pool: Arc<ThreadPool>,
}

static WORKERS: Mutex<Option<Workers>> = Mutex::new(None);
/// The last panic's message, which includes its place in the source.
static PANIC_MESSAGE: Mutex<String> = Mutex::new(String::new());

/// Keeps a panic's message for the exception, instead of printing it.
pub fn keep_panic_messages() {
    set_hook(Box::new(|panic| {
        let message = panic.to_string().replace('\n', " ");
        *PANIC_MESSAGE.lock().unwrap_or_else(PoisonError::into_inner) = message;
    }));
}

/// Sets the number of threads; `None`: the value of RAYON_NUM_THREADS, or one per core if it is not set.
#[pyfunction]
#[pyo3(signature = (count = None))]
pub fn set_threads(#[pyo3(from_py_with = in_range)] count: Option<usize>) -> PyResult<()> {
    if count == Some(0) {
        return Err(value_error("threads: 0, expected 1 or more, or None for one per core"));
    }
    let mut workers = WORKERS.lock().unwrap_or_else(PoisonError::into_inner);
    *workers = Some(start_workers(count)?);
    Ok(())
}

/// The maximum number of threads, as in the command. Tens of thousands of threads would stall any machine.
const MAX_THREADS: usize = 1024;

fn start_workers(count: Option<usize>) -> PyResult<Workers> {
    // The second variable is deprecated, but rayon still reads it.
    let variables = ["RAYON_NUM_THREADS", "RAYON_RS_NUM_CPUS"].into_iter();
    let mut requested_counts =
        variables.filter_map(|name| std::env::var(name).ok()?.trim().parse().ok()).chain(count);
    if let Some(too_many) = requested_counts.find(|&requested: &usize| requested > MAX_THREADS) {
        return Err(value_error(format!("threads: {too_many}, expected at most {MAX_THREADS}")));
    }
    let pool = ThreadPoolBuilder::new().num_threads(count.unwrap_or(0)).build();
    let pool = pool.map_err(|error| PyRuntimeError::new_err(format!("cannot start threads: {error}")))?;
    Ok(Workers { process: std::process::id(), pool: Arc::new(pool) })
}

fn worker_pool() -> PyResult<Arc<ThreadPool>> {
    let mut workers = WORKERS.lock().unwrap_or_else(PoisonError::into_inner);
    match &*workers {
        Some(running) if running.process == std::process::id() => Ok(Arc::clone(&running.pool)),
        _ => {
            let new_workers = start_workers(None)?;
            let pool = Arc::clone(&new_workers.pool);
            // Dropping the parent's pool would signal its threads, which do not exist in this process. It could wait
            // for ever for a lock that one of them held at the fork.
            std::mem::forget(workers.replace(new_workers));
            Ok(pool)
        }
    }
}

/// Returns the worker threads, or `count` new threads if a call asks for its own number.
pub fn pool_of_jobs(count: Option<usize>) -> PyResult<Arc<ThreadPool>> {
    match count {
        None => worker_pool(),
        Some(0) => Err(value_error("jobs: 0, expected 1 or more, or None")),
        count => Ok(start_workers(count)?.pool),
    }
}

/// Runs `work` on the worker threads while the caller keeps the interpreter. `work` must not need the interpreter, or it would
/// wait for the caller for ever.
pub fn on_workers<T: Send>(work: impl FnOnce() -> T + Send) -> PyResult<T> {
    Ok(worker_pool()?.install(work))
}

/// Up to this many rows are processed on the caller's thread, because that takes less time than waking another thread.
pub const FEW_ROWS: usize = 1000;

/// Runs `work` on this thread if it processes few rows, else like [`without_gil`]. For few rows `work` must not use
/// rayon: on this thread, rayon would start its own pool, which a forked child would lack.
pub fn without_gil_if_many<T: Send + 'static>(
    py: Python<'_>,
    rows: usize,
    work: impl FnOnce() -> Result<T, Exception> + Send + 'static,
) -> PyResult<T> {
    if rows > FEW_ROWS {
        return without_gil(py, work);
    }
    match catch_unwind(AssertUnwindSafe(work)) {
        Ok(result) => Ok(result?),
        Err(panic) => Err(internal_error(&*panic)),
    }
}

/// Runs `work` on the worker threads and returns its result. If a signal interrupts the caller, the work goes on and its
/// result is dropped.
pub fn without_gil<T: Send + 'static>(
    py: Python<'_>,
    work: impl FnOnce() -> Result<T, Exception> + Send + 'static,
) -> PyResult<T> {
    run_polling(py, &*worker_pool()?, work, || py.check_signals())
}

/// Like [`without_gil`], on the threads of `pool`. Until `work` is finished, the caller's thread calls `poll` every 50
/// ms. If `poll` returns an error, we stop waiting.
pub fn run_polling<T: Send + 'static>(
    py: Python<'_>,
    pool: &ThreadPool,
    work: impl FnOnce() -> Result<T, Exception> + Send + 'static,
    mut poll: impl FnMut() -> PyResult<()>,
) -> PyResult<T> {
    let (sender, mut receiver) = channel();
    pool.spawn(move || {
        // Sending fails if the caller no longer waits.
        let _ = sender.send(catch_unwind(AssertUnwindSafe(work)));
    });
    loop {
        // The receiver moves into the closure and back, because a borrowed one is not `Send`.
        let (received, returned) = py.detach(move || (receiver.recv_timeout(POLL_INTERVAL), receiver));
        receiver = returned;
        match received {
            Ok(Ok(result)) => return Ok(result?),
            Ok(Err(panic)) => return Err(internal_error(&*panic)),
            Err(RecvTimeoutError::Timeout) => poll()?,
            Err(RecvTimeoutError::Disconnected) => {
                return Err(internal_error(&"the work ended without a result"));
            }
        }
    }
}

/// Returns the exception for a panic.
fn internal_error(panic: &(dyn Any + Send)) -> PyErr {
    let kept_message = std::mem::take(&mut *PANIC_MESSAGE.lock().unwrap_or_else(PoisonError::into_inner));
    let message = if kept_message.is_empty() {
        panic.downcast_ref::<&str>().map_or("a panic", |message| *message).to_owned()
    } else {
        kept_message
    };
    InternalError::new_err(format!(
        "an internal error of rejudge {}: {message}. Please report this text, with the call and the data that cause it, as an \
         issue of rejudge",
        env!("CARGO_PKG_VERSION")
    ))
}

/// Panics, so that a test sees the exception.
#[pyfunction]
pub fn _panic(py: Python<'_>) -> PyResult<()> {
    #[expect(clippy::panic, reason = "this is what it is for")]
    without_gil::<()>(py, || panic!("on purpose"))
}

/// Sleeps for this number of seconds, so that a test can interrupt it.
#[pyfunction]
pub fn _sleep(py: Python<'_>, seconds: f64) -> PyResult<()> {
    without_gil(py, move || {
        std::thread::sleep(Duration::from_secs_f64(seconds));
        Ok(())
    })
}
