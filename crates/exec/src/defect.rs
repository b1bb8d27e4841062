//! Panics: a defect of ours, which is caught as near as what it breaks can be told apart, and said in one
//! line.

use std::any::Any;
use std::collections::BTreeSet;
use std::io::Write;
use std::panic::{AssertUnwindSafe, PanicHookInfo, catch_unwind, set_hook, take_hook};
use std::sync::Mutex;

use rejudge_names::visible::visible;

/// What one is called to those who can do nothing about it.
const DEFECT: &str = "an internal error of rejudge, please report it with the command";

/// What `work` gives, or what it said when it panicked.
pub fn caught<T>(work: impl FnOnce() -> T) -> Result<T, String> {
    catch_unwind(AssertUnwindSafe(work)).map_err(|panic| message(panic.as_ref()))
}

fn message(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().copied().or(panic.downcast_ref::<String>().map(String::as_str));
    text.unwrap_or("no reason given").to_owned()
}

/// From now on a panic is one line on stderr, each line once: thousands of cells may meet the same. Who
/// asks for a backtrace gets what Rust prints. Those are left out that `is_expected`, of code of others that
/// panics on damaged input.
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
            // Nobody may be there to read it.
            let _ = writeln!(std::io::stderr().lock(), "{line}");
        }
    }));
}

fn line(info: &PanicHookInfo<'_>) -> String {
    let at = info.location().map_or_else(String::new, |at| format!(" ({}:{})", at.file(), at.line()));
    let message = message(info.payload()).replace('\n', " ");
    visible(&format!("error: {DEFECT}: {message}{at}")).into_owned()
}

/// Panics at the place that `REJUDGE_DEFECT` names, for tests of what comes of it; a release build looks at
/// nothing.
pub fn on_demand(place: impl FnOnce() -> String) {
    if cfg!(debug_assertions)
        && let Ok(wanted) = std::env::var("REJUDGE_DEFECT")
    {
        let place = place();
        assert!(place != wanted, "REJUDGE_DEFECT names {place}");
    }
}
