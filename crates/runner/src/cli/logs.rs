//! Logs on stderr: as text, or as JSON, a record a line.

use std::collections::BTreeSet;
use std::io::Write;
use std::path::Path;
use std::sync::{Mutex, OnceLock};

use tracing_subscriber::layer::{Context as LayerContext, SubscriberExt};
use tracing_subscriber::util::SubscriberInitExt;
use tracing_subscriber::{EnvFilter, Layer};

use super::args::{Global, LogForm};
use super::output::colour;

/// Whether logs are JSON, a record a line: then nothing else goes to stderr.
pub fn is_json() -> bool {
    FORM.get() == Some(&LogForm::Json)
}

/// The form of logs, once it is known.
static FORM: OnceLock<LogForm> = OnceLock::new();

/// Sends tracing events to stderr.
pub fn begin(global: &Global) {
    let level = if global.quiet { "error" } else { "warn" };
    let level = if global.log == LogForm::Json && !global.quiet { "info" } else { level };
    let filter = EnvFilter::try_from_env("REJUDGE_LOG").unwrap_or_else(|_| EnvFilter::new(level));
    let builder =
        tracing_subscriber::fmt().with_env_filter(filter).with_writer(|| LenientStderr(std::io::stderr()));
    let _ = FORM.set(global.log);
    match global.log {
        LogForm::Json => builder.json().finish().with(RepeatedWarnings::default()).init(),
        LogForm::Text => {
            let text = builder.without_time().with_target(false).with_ansi(colour(&std::io::stderr()));
            text.finish().with(RepeatedWarnings::default()).init();
        }
    }
}

/// Stderr, where nobody may be left to hear: the library would panic over it.
struct LenientStderr(std::io::Stderr);

impl Write for LenientStderr {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        let _ = self.0.write_all(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        let _ = self.0.flush();
        Ok(())
    }
}

/// Lets a warning through once: some files are read several times, and say each time what is odd about them.
#[derive(Debug, Default)]
struct RepeatedWarnings {
    said: Mutex<BTreeSet<String>>,
}

impl<S: tracing::Subscriber> Layer<S> for RepeatedWarnings {
    fn event_enabled(&self, event: &tracing::Event<'_>, _: LayerContext<'_, S>) -> bool {
        if *event.metadata().level() != tracing::Level::WARN {
            return true;
        }
        let mut text = String::new();
        event.record(&mut |field: &tracing::field::Field, value: &dyn std::fmt::Debug| {
            let value = format!("{value:?}");
            // One file may be read by two paths: an audit describes where it lies.
            let real = Path::new(&value).canonicalize();
            text += &format!("{field}={} ", real.map_or(value, |real| real.to_string_lossy().into_owned()));
        });
        self.said.lock().map_or(true, |mut said| said.insert(text))
    }
}
