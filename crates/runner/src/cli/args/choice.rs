//! Parses the values of options, such as `paired-bootstrap(samples=1000)`, and lists their names for help
//! pages and completion.

use std::ffi::OsStr;
use std::sync::Arc;

use clap::builder::{PossibleValue, TypedValueParser};
use clap::{Arg, Command, Error};
use rejudge_eval::TypedChoice;
use rejudge_experiment::spec::yaml::{choices, from_compact};
use rejudge_experiment::spec::{RuleDescription, Rules};
use schemars::JsonSchema;
use serde::de::DeserializeOwned;

/// Removes the full stop from a sentence, because sentences on help pages have none.
pub fn without_full_stop(mut text: String) -> String {
    text.truncate(text.trim_end_matches('.').len());
    text
}

type Reader<T> = Arc<dyn Fn(&str) -> Result<T, String> + Send + Sync>;

/// A parser of values. Help pages and completion show the names of the values.
#[derive(Clone)]
pub struct Choice<T> {
    read: Reader<T>,
    /// The names with their meanings. Empty if values have no names.
    names: Vec<(String, String)>,
}

impl<T: DeserializeOwned + JsonSchema> Choice<T> {
    /// Makes a parser that also accepts `other_names`, which are pairs: the other name, and the name that it
    /// means.
    pub fn new(other_names: &'static [(&'static str, &'static str)]) -> Self {
        Self { read: Arc::new(move |text| from_compact(text, other_names)), names: choices::<T>() }
    }
}

impl<T: DeserializeOwned + JsonSchema + 'static> Choice<TypedChoice<T>> {
    /// Makes a parser that also says whether the number of samples was typed.
    pub fn typed() -> Self {
        Self { read: Arc::new(TypedChoice::read), names: choices::<T>() }
    }
}

impl Choice<String> {
    /// Makes a parser that checks the value of a rule and returns the text that was typed.
    pub fn of_rule(rule: &RuleDescription) -> Self {
        let name = rule.name.clone();
        let read = move |text: &str| Rules::default().with(&name, text).map(|_| text.to_owned());
        Self { read: Arc::new(read), names: rule.values.clone() }
    }
}

impl<T: Clone + Send + Sync + 'static> TypedValueParser for Choice<T> {
    type Value = T;

    fn parse_ref(&self, command: &Command, arg: Option<&Arg>, value: &OsStr) -> Result<T, Error> {
        let read = Arc::clone(&self.read);
        (move |text: &str| read(text)).parse_ref(command, arg, value)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        let values = self.names.iter().cloned();
        let values = values.map(|(name, about)| PossibleValue::new(name).help(without_full_stop(about)));
        (!self.names.is_empty()).then(|| Box::new(values) as Box<_>)
    }
}
