//! Time limits and numbers of attempts.

use std::time::Duration;

/// The time to wait for a host, and the number of attempts.
#[derive(Clone, Copy, Debug)]
pub struct RetryPolicy {
    /// For a connection, an answer, and for each piece of a file.
    pub silence: Duration,
    /// Bytes that must come in each `window` of an attempt, and in an attempt that is to count as one that came
    /// further. A host that sends a byte now and then is never silent.
    pub least: u64,
    /// The time for them.
    pub window: Duration,
    /// Attempts in a row that may come no further.
    pub attempts: u32,
    /// The pause before the second of them; each further one is twice as long.
    pub pause: Duration,
    /// The longest pause, even if the host requests a longer one.
    pub longest: Duration,
}

impl Default for RetryPolicy {
    fn default() -> Self {
        let seconds = Duration::from_secs;
        Self {
            silence: seconds(30),
            least: 60_000,
            window: seconds(60),
            attempts: 6,
            pause: seconds(1),
            longest: seconds(60),
        }
    }
}

impl RetryPolicy {
    /// Returns the pause after `fruitless` attempts in a row. `spread` (0 to 255) makes it up to half as long
    /// again, so that several files do not all come back at once. A host may ask for longer.
    pub(crate) fn pause(&self, fruitless: u32, spread: u8, asked: Option<Duration>) -> Duration {
        let doubled = self.pause.saturating_mul(1_u32 << fruitless.saturating_sub(1).min(16));
        let spread = doubled / 2 * u32::from(spread) / 256;
        doubled.saturating_add(spread).max(asked.unwrap_or_default()).min(self.longest)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pauses_grow_to_the_longest() {
        let retries = RetryPolicy::default();
        let pause = |fruitless| retries.pause(fruitless, 0, None).as_secs();
        assert_eq!([1, 2, 3, 4].map(pause), [1, 2, 4, 8]);
        assert_eq!([0, 40, u32::MAX].map(pause), [1, 60, 60]);
        assert_eq!(retries.pause(2, 128, None), Duration::from_millis(2500));
        let asked = |seconds| retries.pause(1, 0, Some(Duration::from_secs(seconds))).as_secs();
        assert_eq!([0, 7, 3600].map(asked), [1, 7, 60]);
    }
}
