//! Handling of panics. A panic is a defect of rejudge. It is caught as close as possible to the work that panicked, and
//! reported in one line.

use std::any::Any;
use std::collections::BTreeSet;
use std::io::Write;
use std::panic::{AssertUnwindSafe, PanicHookInfo, catch_unwind, set_hook, take_hook};
use std::sync::Mutex;

use rejudge_names::visible::visible;

/// The words for a panic in the line on stderr.
const DEFECT: &str = "an internal error of rejudge, please report it with the command";

/// Returns the result of `work`, or the message of its panic.
pub fn catch_panic<T>(work: impl FnOnce() -> T) -> Result<T, String> {
    catch_unwind(AssertUnwindSafe(work)).map_err(|panic| message(panic.as_ref()))
}

/// Returns the result of `work`. A panic becomes an error, so that only the cells that needed the result fail.
pub(super) fn run_guarded<T>(work: impl FnOnce() -> anyhow::Result<T>) -> Result<T, String> {
    let reason = "the computation broke off (an internal error of rejudge, please report it)";
    catch_panic(work).map_err(|message| format!("{reason}: {message}"))?.map_err(|error| format!("{error:#}"))
}

fn message(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().copied().or(panic.downcast_ref::<String>().map(String::as_str));
    text.unwrap_or("no reason given").to_owned()
}

/// Installs a panic hook that prints a panic as one line on stderr. The same line is printed only once, because
/// thousands of cells may fail in the same way. If you request a backtrace with `RUST_BACKTRACE`, Rust's own
/// message is printed instead. A panic is not printed if `is_expected` returns true, because other crates panic on
/// damaged input.
pub fn install_panic_hook(is_expected: fn() -> bool) {
    let default = take_hook();
    let printed = Mutex::new(BTreeSet::new());
    set_hook(Box::new(move |info| {
        if is_expected() {
            return;
        }
        if std::env::var_os("RUST_BACKTRACE").is_some_and(|value| value != "0") {
            return default(info);
        }
        let line = line(info);
        if printed.lock().is_ok_and(|mut printed| printed.insert(line.clone())) {
            // Stderr may be closed.
            let _ = writeln!(std::io::stderr().lock(), "{line}");
        }
    }));
}

fn line(info: &PanicHookInfo<'_>) -> String {
    let position = info
        .location()
        .map_or_else(String::new, |location| format!(" ({}:{})", location.file(), location.line()));
    let message = message(info.payload()).replace('\n', " ");
    visible(&format!("error: {DEFECT}: {message}{position}")).into_owned()
}

/// Panics if the environment variable `REJUDGE_DEFECT` names this place. Tests use it to check how panics are handled.
/// Release builds ignore it.
pub fn panic_on_demand(place: impl FnOnce() -> String) {
    if cfg!(debug_assertions)
        && let Ok(place_to_panic) = std::env::var("REJUDGE_DEFECT")
    {
        let place = place();
        assert!(place != place_to_panic, "REJUDGE_DEFECT names {place}");
    }
}
