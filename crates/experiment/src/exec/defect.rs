//! Panics. A panic is a defect of rejudge; it is caught as close as possible to the unit of work that fails, and
//! reported in one line.

use std::any::Any;
use std::collections::BTreeSet;
use std::io::Write;
use std::panic::{AssertUnwindSafe, PanicHookInfo, catch_unwind, set_hook, take_hook};
use std::sync::Mutex;

use rejudge_names::visible::visible;

/// The name of a panic in messages to users.
const DEFECT: &str = "an internal error of rejudge, please report it with the command";

/// Returns the result of `work`, or the message of its panic.
pub fn caught<T>(work: impl FnOnce() -> T) -> Result<T, String> {
    catch_unwind(AssertUnwindSafe(work)).map_err(|panic| message(panic.as_ref()))
}

/// Returns the result of `work`; a panic becomes an error of the cells that needed it.
pub(super) fn guarded<T>(work: impl FnOnce() -> anyhow::Result<T>) -> Result<T, String> {
    let reason = "the computation broke off (an internal error of rejudge, please report it)";
    caught(work).map_err(|message| format!("{reason}: {message}"))?.map_err(|error| format!("{error:#}"))
}

fn message(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().copied().or(panic.downcast_ref::<String>().map(String::as_str));
    text.unwrap_or("no reason given").to_owned()
}

/// From now on, prints a panic as one line on stderr, and each distinct line once, because thousands of cells may fail
/// in the same way. If a backtrace is requested, Rust's own message is printed. Panics for which `is_expected` returns
/// true are not printed: other crates panic on damaged input.
pub fn announce(is_expected: fn() -> bool) {
    let default = take_hook();
    let said = Mutex::new(BTreeSet::new());
    set_hook(Box::new(move |info| {
        if is_expected() {
            return;
        }
        if std::env::var_os("RUST_BACKTRACE").is_some_and(|value| value != "0") {
            return default(info);
        }
        let line = line(info);
        if said.lock().is_ok_and(|mut said| said.insert(line.clone())) {
            // Stderr may be closed.
            let _ = writeln!(std::io::stderr().lock(), "{line}");
        }
    }));
}

fn line(info: &PanicHookInfo<'_>) -> String {
    let at = info.location().map_or_else(String::new, |at| format!(" ({}:{})", at.file(), at.line()));
    let message = message(info.payload()).replace('\n', " ");
    visible(&format!("error: {DEFECT}: {message}{at}")).into_owned()
}

/// Panics at the place that `REJUDGE_DEFECT` names, to test how panics are handled. Release builds ignore it.
pub fn on_demand(place: impl FnOnce() -> String) {
    if cfg!(debug_assertions)
        && let Ok(wanted) = std::env::var("REJUDGE_DEFECT")
    {
        let place = place();
        assert!(place != wanted, "REJUDGE_DEFECT names {place}");
    }
}
