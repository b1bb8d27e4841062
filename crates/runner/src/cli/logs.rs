//! Writes log messages to stderr as sentences.

use std::collections::BTreeSet;
use std::fmt;
use std::path::Path;
use std::sync::Mutex;

use rejudge_names::visible::brief;
use tracing::field::Field;
use tracing::{Event, Level, Subscriber};
use tracing_subscriber::filter::LevelFilter;
use tracing_subscriber::fmt::format::Writer;
use tracing_subscriber::fmt::{FmtContext, FormatEvent, FormatFields};
use tracing_subscriber::layer::{Context as LayerContext, SubscriberExt};
use tracing_subscriber::registry::LookupSpan;
use tracing_subscriber::util::SubscriberInitExt;
use tracing_subscriber::{EnvFilter, Layer};

use super::args::Global;
use super::output::colour;

/// Makes tracing events appear on stderr.
pub fn begin(global: &Global) {
    let level = if global.quiet { "error" } else { "warn" };
    let variable = std::env::var("REJUDGE_LOG").unwrap_or_default();
    let requested = if variable.trim().is_empty() { level } else { variable.trim() };
    let filter = parse_filter(requested);
    let is_wrong = filter.is_none();
    let filter = filter.unwrap_or_else(|| EnvFilter::new(level));
    tracing_subscriber::fmt()
        // Without this, the library would panic if stderr is closed.
        .log_internal_errors(false)
        .with_env_filter(filter)
        .with_writer(std::io::stderr)
        .with_ansi(colour(&std::io::stderr()))
        .event_format(Sentence)
        .finish()
        .with(RepeatedWarnings::default())
        .init();
    if is_wrong {
        tracing::warn!("REJUDGE_LOG is `{requested}`, expected a level such as info or debug; using {level}");
    }
}

/// Parses a filter of levels, which may be set for single modules (`rejudge_experiment::exec=debug`). A word
/// without `=` that is not a level, such as a mistyped level, is refused: the library would take it for a
/// module, and silence all other modules.
fn parse_filter(text: &str) -> Option<EnvFilter> {
    let is_directive = |part: &str| part.contains('=') || part.trim().parse::<LevelFilter>().is_ok();
    text.split(',').all(is_directive).then(|| EnvFilter::try_new(text).ok())?
}

/// Writes an event as a sentence with the event's fields in parentheses, for example
/// `warning: several files have this run tag (tag "me", path r)`.
struct Sentence;

impl<S, N> FormatEvent<S, N> for Sentence
where
    S: Subscriber + for<'a> LookupSpan<'a>,
    N: for<'a> FormatFields<'a> + 'static,
{
    fn format_event(&self, _: &FmtContext<'_, S, N>, mut to: Writer<'_>, event: &Event<'_>) -> fmt::Result {
        let (level, colour) = match *event.metadata().level() {
            Level::ERROR => ("error", 31),
            Level::WARN => ("warning", 33),
            Level::INFO => ("info", 32),
            Level::DEBUG => ("debug", 34),
            Level::TRACE => ("trace", 35),
        };
        let (mut sentence, mut fields) = (String::new(), Vec::new());
        event.record(&mut |field: &Field, value: &dyn fmt::Debug| match field.name() {
            "message" => sentence = format!("{value:?}"),
            name => fields.push(format!("{name} {value:?}")),
        });
        if to.has_ansi_escapes() {
            write!(to, "\x1b[{colour}m{level}\x1b[0m: ")?;
        } else {
            write!(to, "{level}: ")?;
        }
        if !fields.is_empty() {
            sentence += &format!(" ({})", fields.join(", "));
        }
        writeln!(to, "{}", brief(&sentence))
    }
}

/// Shows a warning only once. Some files are read several times, and would cause the same warning each time.
#[derive(Debug, Default)]
struct RepeatedWarnings {
    /// The warnings that were shown before.
    shown: Mutex<BTreeSet<String>>,
}

impl<S: Subscriber> Layer<S> for RepeatedWarnings {
    fn event_enabled(&self, event: &Event<'_>, _: LayerContext<'_, S>) -> bool {
        if *event.metadata().level() != Level::WARN {
            return true;
        }
        let mut text = String::new();
        event.record(&mut |field: &Field, value: &dyn fmt::Debug| {
            let value = format!("{value:?}");
            // A file may have two paths: the one that you typed, and the one in the description that an audit writes.
            let real = Path::new(&value).canonicalize();
            text += &format!("{field}={} ", real.map_or(value, |real| real.to_string_lossy().into_owned()));
        });
        self.shown.lock().map_or(true, |mut shown| shown.insert(text))
    }
}
