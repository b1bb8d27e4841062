//! Rules with arguments, such as `pool-depth(depth=10)`, which can be read from text and printed.
//! Manipulations of judgments, choices of runs and sets of topics have this form on the command line, in the
//! names of cells and in cache keys, and may have it in YAML.

use std::fmt;
use std::str::FromStr;

use rejudge_names::{Mistyped, quoted, read_call};

use crate::{Absent, Domain, Parameter, joined};

/// A rule's entry in the registry, for lists and schemas.
#[derive(Clone, Copy, Debug)]
pub struct RuleEntry {
    /// The name.
    pub name: &'static str,
    /// A summary in one sentence.
    pub summary: &'static str,
    /// The parameters, in the order in which sweeps change them, the last one fastest.
    pub parameters: &'static [Parameter],
}

/// A named rule of some kind: an entry of a registry.
pub trait Rule: fmt::Debug + 'static {
    /// The kind's name in schemas.
    const KIND: &'static str;

    /// Returns every rule of the kind.
    fn all() -> &'static [&'static Self];

    /// Returns the rule's entry in the registry.
    fn entry(&self) -> RuleEntry;

    /// Returns the name of the rule.
    fn name(&self) -> &'static str {
        self.entry().name
    }

    /// Returns the summary in one sentence.
    fn summary(&self) -> &'static str {
        self.entry().summary
    }

    /// Returns the parameters, in the order in which sweeps change them, the last one fastest.
    fn parameters(&self) -> &'static [Parameter] {
        self.entry().parameters
    }

    /// Checks that `arguments`, which include the defaults, are compatible with each other.
    ///
    /// # Errors
    /// If two arguments are incompatible.
    fn check(&self, _arguments: &Arguments) -> Result<(), Mistyped> {
        Ok(())
    }

    /// Returns the rule called `name`.
    ///
    /// # Errors
    /// If there is no such rule.
    fn find(name: &str) -> Result<&'static Self, Mistyped> {
        let all = Self::all();
        all.iter().find(|rule| rule.name() == name).copied().ok_or_else(|| {
            let names: Vec<&str> = all.iter().map(|rule| rule.name()).collect();
            Mistyped::unknown("name", name, &names)
        })
    }

    /// Returns the names of all rules' parameters, each once, in the order of the registry.
    fn parameter_names() -> Vec<&'static str> {
        let mut names = Vec::new();
        for parameter in Self::all().iter().flat_map(|rule| rule.parameters()) {
            if !names.contains(&parameter.name) {
                names.push(parameter.name);
            }
        }
        names
    }

    /// Returns the parameter called `name`.
    ///
    /// # Errors
    /// If the rule has no such parameter.
    fn parameter(&self, name: &str) -> Result<&'static Parameter, Mistyped> {
        let parameters = self.parameters();
        parameters.iter().find(|parameter| parameter.name == name).ok_or_else(|| {
            let names: Vec<&str> = parameters.iter().map(|parameter| parameter.name).collect();
            Mistyped::unknown("key", name, &names)
        })
    }
}

/// The values of parameters, sorted by the parameters' names. Each value is in the form that [`Parameter::read`]
/// returns.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Arguments(Vec<(&'static str, String)>);

impl Arguments {
    /// Sets a parameter to a value that [`Parameter::read`] returned. An earlier value is replaced.
    pub fn add(&mut self, parameter: &'static Parameter, value: String) {
        match self.0.binary_search_by_key(&parameter.name, |(name, _)| name) {
            Ok(place) => self.0[place].1 = value,
            Err(place) => self.0.insert(place, (parameter.name, value)),
        }
    }

    /// Returns the value of a parameter, or `None` if the parameter has no value.
    pub fn get(&self, name: &str) -> Option<&str> {
        self.0.iter().find(|(parameter, _)| *parameter == name).map(|(_, value)| value.as_str())
    }

    /// Returns the value of a parameter that always has one.
    pub(crate) fn text(&self, name: &str) -> &str {
        self.get(name).unwrap_or_else(|| unreachable!("the registry declares `{name}`"))
    }

    /// Returns the value of a parameter that always has one, as the type of its domain.
    pub(crate) fn parsed<T: FromStr>(&self, name: &str) -> T {
        let value = self.text(name).parse();
        value.unwrap_or_else(|_| unreachable!("the registry declares the domain of `{name}`"))
    }

    /// Returns the value of a whole-number parameter that always has one.
    pub(crate) fn count(&self, name: &str) -> usize {
        self.parsed::<u32>(name) as usize
    }
}

/// A rule with its arguments, such as a judgment set or a choice of runs. The printed form parses back to an
/// equal value. It has the arguments in the order of their names, without defaults. But the number of a draw
/// is always printed, and a minimum of `sample` is printed if the other minimum is not the default
/// ([`Absent::DefaultBeside`]).
///
/// ```
/// use rejudge_pools::JudgmentSet;
///
/// let set: JudgmentSet = "sample( rate=0.10, min-relevant=1, rounding=ceil )".parse()?;
/// assert_eq!(set.to_string(), "sample(draw=1,rate=0.10,rounding=ceil)");
/// assert_eq!((set.name(), set.argument("rate"), set.argument("team")), ("sample", Some("0.10"), None));
/// let named: JudgmentSet = "take-one-team(team='A, B')".parse()?;
/// assert_eq!(named.argument("team"), Some("A, B"));
/// assert_eq!(named.to_string().parse::<JudgmentSet>(), Ok(named));
/// let panel: JudgmentSet = "full(judge=[b, a], by=majority)".parse()?;
/// assert_eq!(panel.argument("judge"), Some("a+b"));
/// let error = "pool-depth(deph=10)".parse::<JudgmentSet>().unwrap_err();
/// assert_eq!(error.message, "unknown key `deph`, expected one of `depth`, `formed-by`, `size`, `judge`, `fill`, `by`");
/// assert_eq!(error.meant.as_deref(), Some("depth"));
/// # Ok::<(), rejudge_names::Mistyped>(())
/// ```
#[derive(Debug)]
pub struct WithArguments<R: Rule + ?Sized> {
    rule: &'static R,
    arguments: Arguments,
}

impl<R: Rule> WithArguments<R> {
    /// Creates a rule with arguments, which are pairs of a parameter's name and value.
    ///
    /// # Errors
    /// If the rule does not take one of these arguments or values, if an argument is missing, or if two
    /// arguments are incompatible.
    pub fn with(rule: &'static R, pairs: &[(&str, &str)]) -> Result<Self, Mistyped> {
        Self::new(rule, Self::read_arguments(rule, pairs)?)
    }

    /// Reads arguments, which are pairs of a parameter's name and value. Does not fill in defaults.
    fn read_arguments(rule: &'static R, pairs: &[(&str, &str)]) -> Result<Arguments, Mistyped> {
        let mut arguments = Arguments::default();
        for (name, value) in pairs {
            let parameter = rule.parameter(name)?;
            let value = parameter
                .read(value)
                .map_err(|error| Mistyped { message: format!("`{name}`: {}", error.message), ..error })?;
            arguments.add(parameter, value);
        }
        Ok(arguments)
    }

    /// Creates the rule called `name` with arguments, which are pairs of a parameter's name and value.
    ///
    /// # Errors
    /// If there is no such rule, or for the same reasons as [`with`](Self::with).
    pub fn named(name: &str, arguments: &[(&str, &str)]) -> Result<Self, Mistyped> {
        Self::with(R::find(name)?, arguments)
    }

    /// Creates a rule with these arguments and fills in defaults.
    ///
    /// # Errors
    /// If an argument is missing, or two arguments are incompatible.
    pub fn new(rule: &'static R, arguments: Arguments) -> Result<Self, Mistyped> {
        Self::new_lacking(rule, arguments, None)
    }

    /// Creates a rule as [`new`](Self::new) does, but the parameter called `lacking` may be missing.
    fn new_lacking(
        rule: &'static R,
        mut arguments: Arguments,
        lacking: Option<&str>,
    ) -> Result<Self, Mistyped> {
        for parameter in rule.parameters().iter().filter(|parameter| lacking != Some(parameter.name)) {
            if arguments.get(parameter.name).is_none() {
                match parameter.absent.default() {
                    Some(value) => arguments.add(parameter, value.to_owned()),
                    None if parameter.absent == Absent::Refused => {
                        return Err(Mistyped::missing(parameter.name));
                    }
                    None => {}
                }
            }
        }
        rule.check(&arguments)?;
        Ok(Self { rule, arguments })
    }

    /// Returns `rule` with the arguments of `self` and one more. `rule` must take all of these arguments.
    pub(crate) fn with_argument(
        &self,
        rule: &'static R,
        parameter: &'static Parameter,
        value: String,
    ) -> Self {
        let mut arguments = self.arguments.clone();
        arguments.add(parameter, value);
        Self { rule, arguments }
    }

    /// Creates a rule without any arguments, not even defaults.
    pub(crate) fn without_arguments(rule: &'static R) -> Self {
        Self { rule, arguments: Arguments::default() }
    }

    /// Reads a rule with its arguments. The parameter called `lacking` may be missing, even if the rule needs it.
    pub(crate) fn read(text: &str, lacking: Option<&str>) -> Result<Self, Mistyped> {
        let (name, arguments) = read_call(text).map_err(Mistyped::new)?;
        let rule = R::find(name)?;
        let mut pairs = Vec::new();
        for argument in arguments.iter().flatten() {
            // A list is one value of a parameter that takes several names, as in YAML.
            let items = argument.items().filter(|_| {
                rule.parameter(argument.key).is_ok_and(|parameter| parameter.domain.takes_list())
            });
            let value = match items {
                None => argument.text().to_owned(),
                Some(items) => joined(items).ok_or_else(|| {
                    let key = argument.key;
                    Mistyped::new(format!("`{key}`: found an empty list, expected one name or more"))
                })?,
            };
            pairs.push((argument.key, value));
        }
        let pairs: Vec<(&str, &str)> = pairs.iter().map(|(key, value)| (*key, value.as_str())).collect();
        Self::new_lacking(rule, Self::read_arguments(rule, &pairs)?, lacking)
    }

    /// Returns the rule, without its arguments.
    pub fn rule(&self) -> &'static R {
        self.rule
    }

    /// Returns true if this is the rule `rule`, with any arguments.
    pub fn is(&self, rule: &R) -> bool {
        self.name() == rule.name()
    }

    /// Returns the rule's name.
    pub fn name(&self) -> &'static str {
        self.rule.name()
    }

    /// Returns the arguments, including the defaults that were filled in.
    pub fn arguments(&self) -> &Arguments {
        &self.arguments
    }

    /// Returns a parameter's value in the form that [`Parameter::read`] returns, without quotes. Returns
    /// `None` if the parameter has no value.
    pub fn argument(&self, name: &str) -> Option<&str> {
        self.arguments.get(name)
    }

    /// Returns the value of a parameter that is a number, for example a sampling rate or a pool depth.
    /// Returns `None` for any other parameter, such as the number of a draw, and if there is no value.
    pub fn number(&self, name: &str) -> Option<f64> {
        let parameter = self.rule.parameters().iter().find(|parameter| parameter.name == name)?;
        if parameter.domain.is_number() { self.argument(name)?.parse().ok() } else { None }
    }

    /// Returns this rule without the argument `name`. If the parameter has a default, it is not filled in
    /// again.
    #[must_use]
    pub fn without(&self, name: &str) -> Self {
        let mut rest = self.clone();
        rest.arguments.0.retain(|(parameter, _)| *parameter != name);
        rest
    }
}

impl<R: Rule> Clone for WithArguments<R> {
    fn clone(&self) -> Self {
        Self { rule: self.rule, arguments: self.arguments.clone() }
    }
}

impl<R: Rule> PartialEq for WithArguments<R> {
    fn eq(&self, other: &Self) -> bool {
        self.name() == other.name() && self.arguments == other.arguments
    }
}

impl<R: Rule> Eq for WithArguments<R> {}

impl<R: Rule> fmt::Display for WithArguments<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())?;
        let at_default = |name: &str| {
            let parameter = self.rule.parameters().iter().find(|parameter| parameter.name == name);
            parameter.filter(|parameter| parameter.absent.default() == self.argument(name))
        };
        let is_left_out = |name: &str| match at_default(name) {
            None => false,
            // The number of the draw is always printed.
            Some(parameter) if parameter.domain == Domain::Draw => false,
            Some(Parameter { absent: Absent::DefaultBeside(_, beside), .. }) => at_default(beside).is_some(),
            Some(_) => true,
        };
        let mut separator = '(';
        for (name, value) in self.arguments.0.iter().filter(|(name, _)| !is_left_out(name)) {
            write!(f, "{separator}{name}={}", quoted(value))?;
            separator = ',';
        }
        if separator == ',' { f.write_str(")") } else { Ok(()) }
    }
}

impl<R: Rule> FromStr for WithArguments<R> {
    type Err = Mistyped;

    fn from_str(text: &str) -> Result<Self, Mistyped> {
        Self::read(text, None)
    }
}
