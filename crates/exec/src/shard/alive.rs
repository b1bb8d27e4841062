//! A sign of life: a file that a shard writes again and again while it computes.
//!
//! A scheduler may call a task running long after it was killed, and knows nothing of shards that it did
//! not start.

use std::path::Path;
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::thread::JoinHandle;
use std::time::Duration;

use rejudge_store::atomic::write_whole;
use rejudge_store::{host, ordinary_file};

/// Its name in the shard's folder.
const FILE: &str = "alive";

/// How often it is written.
const BEAT: Duration = Duration::from_secs(20);

/// After how long without it a shard is taken for dead. File systems that machines share may show a file
/// late.
pub const SILENT: Duration = Duration::from_secs(300);

/// Writes the file until it is dropped, which removes it.
#[derive(Debug)]
pub struct Alive {
    stop: Option<Sender<()>>,
    writer: Option<JoinHandle<()>>,
}

impl Alive {
    /// Begins, in a folder that is there.
    pub fn in_folder(folder: &Path) -> Self {
        let path = folder.join(FILE);
        let text = format!("process {} on {}\n", std::process::id(), machine());
        let (stop, stopped) = channel();
        let beat = move || {
            loop {
                // That it cannot be written is no reason to stop computing.
                let _ = write_whole(&path, text.as_bytes());
                if stopped.recv_timeout(BEAT) != Err(RecvTimeoutError::Timeout) {
                    let _ = std::fs::remove_file(&path);
                    return;
                }
            }
        };
        Self { stop: Some(stop), writer: Some(std::thread::spawn(beat)) }
    }
}

impl Drop for Alive {
    fn drop(&mut self) {
        drop(self.stop.take());
        let _ = self.writer.take().map(JoinHandle::join);
    }
}

fn machine() -> String {
    host().unwrap_or_else(|| "an unknown machine".to_owned())
}

/// The last sign of life in a shard's folder.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SignOfLife {
    /// How long ago it was.
    pub since: Duration,
    /// Whose: `process 17 on n1`.
    pub whose: String,
}

impl SignOfLife {
    /// Removes what a shard that was lost has left: the one that is started in its place would be taken for
    /// it.
    pub fn remove(folder: &Path) {
        let _ = std::fs::remove_file(folder.join(FILE));
    }

    /// That of the shard in `folder`; `None` where there is none.
    pub fn of(folder: &Path) -> Option<Self> {
        let path = folder.join(FILE);
        let since = path.metadata().ok()?.modified().ok()?.elapsed().unwrap_or_default();
        Some(Self { since, whose: ordinary_file::read_to_string(&path).ok()?.trim().to_owned() })
    }

    /// Whether it may still live: not silent for long, and of this machine only as long as there is such a
    /// process.
    pub fn is_of_the_living(&self) -> bool {
        let here = self.whose.strip_suffix(&format!(" on {}", machine()));
        let process = here.and_then(|text| text.strip_prefix("process "));
        let gone = process.is_some_and(|number| !Path::new("/proc").join(number).exists());
        self.since < SILENT && !gone
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_lives_as_long_as_it_is_held() {
        let folder = tempfile::tempdir().unwrap();
        let alive = Alive::in_folder(folder.path());
        let heard = (0..500).find_map(|_| {
            std::thread::sleep(Duration::from_millis(10));
            SignOfLife::of(folder.path()).filter(|sign| !sign.whose.is_empty())
        });
        let sign = heard.expect("it writes at once");
        assert_eq!(sign.whose, format!("process {} on {}", std::process::id(), machine()));
        assert!(sign.is_of_the_living());
        drop(alive);
        assert_eq!(SignOfLife::of(folder.path()), None);
    }

    #[test]
    fn the_silent_and_the_gone_are_dead() {
        let now = |whose: &str| SignOfLife { since: Duration::ZERO, whose: whose.to_owned() };
        assert!(now("process 4194305 on another machine").is_of_the_living());
        // Greater than the number of any process.
        assert!(!now(&format!("process 4194305 on {}", machine())).is_of_the_living());
        assert!(!SignOfLife { since: SILENT, ..now("process 1 on another machine") }.is_of_the_living());
    }
}
