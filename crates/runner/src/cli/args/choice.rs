//! Values of arguments that have a name and parameters: `paired-bootstrap(samples=1000)`.

use std::ffi::OsStr;
use std::marker::PhantomData;

use clap::builder::{PossibleValue, TypedValueParser};
use clap::{Arg, Command, Error};
use rejudge_spec::yaml::{choices, from_compact};
use schemars::JsonSchema;
use serde::de::DeserializeOwned;

/// Sentences in help have no full stop.
pub fn without_stop(mut text: String) -> String {
    text.truncate(text.trim_end_matches('.').len());
    text
}

/// Reads a `T`, and knows the names of all of its kind for help and completion.
#[derive(Debug)]
pub struct Choice<T> {
    other_names: &'static [(&'static str, &'static str)],
    kind: PhantomData<fn() -> T>,
}

impl<T> Choice<T> {
    /// Also reads `other_names`, pairs of another name and the name that it means.
    pub fn new(other_names: &'static [(&'static str, &'static str)]) -> Self {
        Self { other_names, kind: PhantomData }
    }
}

impl<T> Clone for Choice<T> {
    fn clone(&self) -> Self {
        Self::new(self.other_names)
    }
}

impl<T: DeserializeOwned + JsonSchema + Clone + Send + Sync + 'static> TypedValueParser for Choice<T> {
    type Value = T;

    fn parse_ref(&self, command: &Command, arg: Option<&Arg>, value: &OsStr) -> Result<T, Error> {
        let read = |text: &str| from_compact(text, self.other_names);
        read.parse_ref(command, arg, value)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        let values = choices::<T>().into_iter();
        Some(Box::new(values.map(|(name, summary)| PossibleValue::new(name).help(without_stop(summary)))))
    }
}
