//! Work without the interpreter: on threads of our own, so that other Python threads go on, Ctrl-C is heard, and a
//! panic becomes an exception.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind, set_hook};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuilder};

use crate::exceptions::{Wrong, value_error};
use crate::in_range::in_range;

pyo3::create_exception!(
    rejudge,
    InternalError,
    PyRuntimeError,
    "A defect of rejudge, which its message says how to report."
);

/// The interval between two glances at the work.
const GLANCE: Duration = Duration::from_millis(50);

/// The threads of one process. A forked child has none of its parent's threads.
struct Workers {
    process: u32,
    pool: Arc<ThreadPool>,
}

static WORKERS: Mutex<Option<Workers>> = Mutex::new(None);
/// The place and message of the last panic.
static PANIC: Mutex<String> = Mutex::new(String::new());

/// Keeps the message of a panic for the exception that it becomes.
pub fn keep_panics() {
    set_hook(Box::new(|panic| {
        let message = panic.to_string().replace('\n', " ");
        *PANIC.lock().unwrap_or_else(PoisonError::into_inner) = message;
    }));
}

/// Sets the number of threads; `None`: one per core, or the value of RAYON_NUM_THREADS.
#[pyfunction]
#[pyo3(signature = (count = None))]
pub fn set_threads(#[pyo3(from_py_with = in_range)] count: Option<usize>) -> PyResult<()> {
    if count == Some(0) {
        return Err(value_error("threads: 0, expected 1 or more, or None for all"));
    }
    let mut workers = WORKERS.lock().unwrap_or_else(PoisonError::into_inner);
    *workers = Some(started(count)?);
    Ok(())
}

/// The maximum, as in the command: tens of thousands of threads would stall any machine.
const MOST: usize = 1024;

fn started(count: Option<usize>) -> PyResult<Workers> {
    // The second variable is deprecated, but rayon reads it.
    let variables = ["RAYON_NUM_THREADS", "RAYON_RS_NUM_CPUS"].into_iter();
    let mut count_asked =
        variables.filter_map(|name| std::env::var(name).ok()?.trim().parse().ok()).chain(count);
    if let Some(count_asked) = count_asked.find(|&count_asked: &usize| count_asked > MOST) {
        return Err(value_error(format!("threads: {count_asked}, expected at most {MOST}")));
    }
    let pool = ThreadPoolBuilder::new().num_threads(count.unwrap_or(0)).build();
    let pool = pool.map_err(|error| PyRuntimeError::new_err(format!("no threads: {error}")))?;
    Ok(Workers { process: std::process::id(), pool: Arc::new(pool) })
}

fn pool() -> PyResult<Arc<ThreadPool>> {
    let mut workers = WORKERS.lock().unwrap_or_else(PoisonError::into_inner);
    match &*workers {
        Some(running) if running.process == std::process::id() => Ok(Arc::clone(&running.pool)),
        _ => {
            let new = started(None)?;
            let pool = Arc::clone(&new.pool);
            // To drop the parent's pool would wait for threads that are not there.
            std::mem::forget(workers.replace(new));
            Ok(pool)
        }
    }
}

/// Returns the worker threads, or so many threads of their own.
pub fn threads(count: Option<usize>) -> PyResult<Arc<ThreadPool>> {
    match count {
        None => pool(),
        Some(0) => Err(value_error("jobs: 0, expected 1 or more, or None")),
        count => Ok(started(count)?.pool),
    }
}

/// Runs `work` on the worker threads, for callers that wait with the interpreter held: it must not need the interpreter.
pub fn on_workers<T: Send>(work: impl FnOnce() -> T + Send) -> PyResult<T> {
    Ok(pool()?.install(work))
}

/// So many rows are worked on with the interpreter held: that takes less time than to wake a thread several times over.
pub const FEW_ROWS: usize = 1000;

/// Runs `work` on so many rows and returns its result: on this thread if they are few, else [`without_gil`]. It must not use
/// rayon, whose own threads would start here.
pub fn without_gil_if_many<T: Send + 'static>(
    py: Python<'_>,
    rows: usize,
    work: impl FnOnce() -> Result<T, Wrong> + Send + 'static,
) -> PyResult<T> {
    if rows > FEW_ROWS {
        return without_gil(py, work);
    }
    match catch_unwind(AssertUnwindSafe(work)) {
        Ok(result) => Ok(result?),
        Err(panic) => Err(defect(&*panic)),
    }
}

/// Runs `work` on the worker threads and returns its result. If a signal ends the waiting, the work goes on and its
/// result is dropped.
pub fn without_gil<T: Send + 'static>(
    py: Python<'_>,
    work: impl FnOnce() -> Result<T, Wrong> + Send + 'static,
) -> PyResult<T> {
    watched(py, &*pool()?, work, || py.check_signals())
}

/// Like [`without_gil`], on the threads of `pool`. Meanwhile `glance` is called again and again; its error ends the waiting.
pub fn watched<T: Send + 'static>(
    py: Python<'_>,
    pool: &ThreadPool,
    work: impl FnOnce() -> Result<T, Wrong> + Send + 'static,
    mut glance: impl FnMut() -> PyResult<()>,
) -> PyResult<T> {
    let (send, mut receive) = channel();
    pool.spawn(move || {
        // If the waiting has ended, the receiver is gone.
        let _ = send.send(catch_unwind(AssertUnwindSafe(work)));
    });
    loop {
        let (done, back) = py.detach(move || (receive.recv_timeout(GLANCE), receive));
        receive = back;
        match done {
            Ok(Ok(result)) => return Ok(result?),
            Ok(Err(panic)) => return Err(defect(&*panic)),
            Err(RecvTimeoutError::Timeout) => glance()?,
            Err(RecvTimeoutError::Disconnected) => return Err(defect(&"the work ended without a result")),
        }
    }
}

/// The exception that a panic becomes.
fn defect(panic: &(dyn Any + Send)) -> PyErr {
    let kept_message = std::mem::take(&mut *PANIC.lock().unwrap_or_else(PoisonError::into_inner));
    let message = if kept_message.is_empty() {
        panic.downcast_ref::<&str>().map_or("a panic", |message| *message).to_owned()
    } else {
        kept_message
    };
    InternalError::new_err(format!(
        "an internal error of rejudge {}: {message}. Please report this text, with the call and the data that cause it, where \
         rejudge's other issues are",
        env!("CARGO_PKG_VERSION")
    ))
}

/// Panics, to test the handling of a panic.
#[pyfunction]
pub fn _panic(py: Python<'_>) -> PyResult<()> {
    #[expect(clippy::panic, reason = "this is what it is for")]
    without_gil::<()>(py, || panic!("on purpose"))
}

/// Works for that many seconds, so that tests may interrupt it.
#[pyfunction]
pub fn _sleep(py: Python<'_>, seconds: f64) -> PyResult<()> {
    without_gil(py, move || {
        std::thread::sleep(Duration::from_secs_f64(seconds));
        Ok(())
    })
}
