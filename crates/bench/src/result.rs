//! The result of a kernel, in a form in which two results can be compared.

/// A checksum of numbers from the result, and a few figures that summarise the result for people and other tools.
#[derive(Clone, Debug, PartialEq)]
pub struct ResultSummary {
    checksum: u64,
    figures: Vec<(&'static str, f64)>,
}

impl ResultSummary {
    pub fn new() -> Self {
        // The checksum is FNV-1a over words, with a rotation after each word so that high bits reach low ones. It need
        // not resist attackers.
        Self { checksum: 0xcbf2_9ce4_8422_2325, figures: Vec::new() }
    }

    /// Adds a word to the checksum.
    pub fn add_word(&mut self, word: u64) {
        self.checksum = (self.checksum ^ word).wrapping_mul(0x0000_0100_0000_01b3).rotate_left(23);
    }

    /// Adds numbers to the checksum, bit by bit.
    pub fn add_numbers(&mut self, numbers: &[f64]) {
        numbers.iter().for_each(|number| self.add_word(number.to_bits()));
    }

    /// Adds a figure with a name.
    pub fn with_figure(mut self, name: &'static str, value: f64) -> Self {
        self.figures.push((name, value));
        self
    }

    /// Returns the line to print.
    pub fn line(&self, case: &str, threads: usize, seconds: &[f64]) -> String {
        let seconds: Vec<String> = seconds.iter().map(|second| format!("{second:.9}")).collect();
        let figures: Vec<String> =
            self.figures.iter().map(|(name, value)| format!("\"{name}\": {value}")).collect();
        format!(
            "{{\"case\": \"{case}\", \"threads\": {threads}, \"seconds\": [{}], \"checksum\": \"{:016x}\", \"figures\": {{{}}}}}",
            seconds.join(", "),
            self.checksum,
            figures.join(", ")
        )
    }
}
