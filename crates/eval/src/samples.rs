//! Tests and corrections as people type them, and the number of samples that they draw.

use rejudge_experiment::spec::yaml::{choices, from_compact, to_compact};
use rejudge_names::read_call;
use rejudge_stats::{Correction, MAX_SAMPLES, Test};
use schemars::JsonSchema;
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::EvalError;

/// The parameter of a test or a correction that says how many samples it draws.
const SAMPLES: &str = "samples";

/// A test or a correction as it was typed.
#[derive(Clone, Copy, Debug)]
pub struct TypedChoice<T> {
    /// The test or the correction.
    pub choice: T,
    /// True if the number of samples was typed with it, as in `randomisation(samples=1000)`.
    has_samples: bool,
}

impl<T: DeserializeOwned> TypedChoice<T> {
    /// Reads a test or a correction with its parameters.
    ///
    /// # Errors
    /// If the text is not a test or a correction, for example because its name is unknown. The message
    /// suggests a similar name, if there is one.
    pub fn read(text: &str) -> Result<Self, String> {
        let choice = from_compact(text, &[])?;
        let arguments = read_call(text).ok().and_then(|(_, arguments)| arguments).unwrap_or_default();
        Ok(Self { choice, has_samples: arguments.iter().any(|argument| argument.key == SAMPLES) })
    }
}

impl<T> From<T> for TypedChoice<T> {
    /// Takes a choice that was not typed, such as a default.
    fn from(choice: T) -> Self {
        Self { choice, has_samples: false }
    }
}

/// Returns the test and the correction. If `samples` is given, both get this number of samples; one that
/// draws no samples stays unchanged.
///
/// ```
/// use rejudge_eval::{TypedChoice, with_samples};
/// use rejudge_stats::{Correction, Test};
/// let test = |text| TypedChoice::<Test>::read(text).expect("a test");
/// let drawn = |text, samples| with_samples(test(text), Correction::Holm.into(), samples);
/// assert_eq!(drawn("bootstrap", Some(500))?, (Test::PairedBootstrap { samples: 500 }, Correction::Holm));
/// assert_eq!(drawn("sign", None)?, (Test::Sign, Correction::Holm));
/// assert!(drawn("sign", Some(500)).is_err() && drawn("bootstrap(samples=500)", Some(500)).is_err());
/// # Ok::<(), rejudge_eval::EvalError>(())
/// ```
///
/// # Errors
/// If `samples` is given, but it is not from 1 to [`MAX_SAMPLES`], the test or the correction was typed with
/// its own number of samples, or neither of them draws samples.
pub fn with_samples(
    test: TypedChoice<Test>,
    correction: TypedChoice<Correction>,
    samples: Option<u32>,
) -> Result<(Test, Correction), EvalError> {
    let Some(samples) = samples else { return Ok((test.choice, correction.choice)) };
    let wrong = |message: String| EvalError::argument("--samples", &samples.to_string(), message);
    if !(1..=MAX_SAMPLES).contains(&samples) {
        return Err(wrong(format!("expected 1 to {MAX_SAMPLES}")));
    }
    let own_number = test.own_number().or_else(|| correction.own_number());
    if let Some(own_number) = own_number {
        return Err(wrong(format!(
            "`{own_number}` already has a number of samples: leave one of the two out"
        )));
    }
    if test.choice.samples().or(correction.choice.samples()).is_none() {
        let [test, correction] = [to_compact(&test.choice), to_compact(&correction.choice)];
        return Err(wrong(format!(
            "would have no effect: {test} and {correction} draw no samples; the random tests are {}, and the random \
             correction is {}",
            random_names(Test::samples).join(" and "),
            random_names(Correction::samples).join(" and "),
        )));
    }
    Ok((test.choice.with_samples(samples), correction.choice.with_samples(samples)))
}

impl<T: Serialize> TypedChoice<T> {
    /// Returns the test or the correction as people type it, or `None` if no number of samples was typed with
    /// it.
    fn own_number(&self) -> Option<String> {
        self.has_samples.then(|| to_compact(&self.choice))
    }
}

/// Returns the names of the tests or corrections that draw samples.
fn random_names<T: DeserializeOwned + JsonSchema>(samples: fn(T) -> Option<u32>) -> Vec<String> {
    let names = choices::<T>().into_iter().map(|(name, _)| name);
    names.filter(|name| from_compact(name, &[]).is_ok_and(|choice| samples(choice).is_some())).collect()
}
