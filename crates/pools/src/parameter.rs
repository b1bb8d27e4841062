//! The parameters of rules (manipulations of judgments, choices of runs and sets of topics), with the domains
//! of their values.

use rejudge_metrics::{Metric, NameError};
use rejudge_names::Mistyped;

use crate::Rate;

/// A parameter of a rule, such as a manipulation of judgments or a choice of runs.
#[derive(Debug)]
pub struct Parameter {
    /// The name, as in `depth=10`.
    pub name: &'static str,
    /// The meaning of the parameter.
    pub meaning: &'static str,
    /// The values that the parameter may have.
    pub domain: Domain,
    /// The rule for a missing argument.
    pub absent: Absent,
}

/// The rule for a missing argument.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Absent {
    /// The argument is required.
    Refused,
    /// The argument is optional, and there is no default.
    None,
    /// The default is this value, which printed names leave out.
    Default(&'static str),
    /// The default, and the name of another parameter. Printed names leave out the default only if the other
    /// parameter also has its default. For example, a reader who sees one of the two minima of a sample
    /// expects to see the other.
    DefaultBeside(&'static str, &'static str),
}

impl Absent {
    /// Returns the default value, or `None` if there is no default.
    pub fn default(self) -> Option<&'static str> {
        match self {
            Self::Default(value) | Self::DefaultBeside(value, _) => Some(value),
            Self::Refused | Self::None => None,
        }
    }
}

/// The values that a parameter may have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Domain {
    /// A team; `all` in a sweep means each team.
    Team,
    /// Several teams: `a+b`, or a list.
    Teams,
    /// Several topics: `401+402`, or a list.
    Topics,
    /// Another judge, or several combined: `a+b`, or a list; `all` in a sweep means each judge separately.
    Judges,
    /// A whole number from 1.
    Positive,
    /// A whole number from 0.
    Count,
    /// A decimal fraction from 0 to 1, which is kept as it is typed.
    Rate,
    /// One of some words, each with its meaning.
    Words(&'static [(&'static str, &'static str)]),
    /// The number of the draw, from 1, which is always printed. YAML gives the number of draws: `draws: 5`.
    Draw,
    /// A measure of documents.
    Measure,
    /// A file.
    File,
    /// A name in a table, such as a kind of groups.
    Name,
}

impl Domain {
    /// Returns true if values name teams, so that the teams must be known.
    pub fn names_teams(self) -> bool {
        matches!(self, Self::Team | Self::Teams)
    }

    /// Returns true if one value may contain several names.
    pub fn takes_list(self) -> bool {
        matches!(self, Self::Teams | Self::Topics | Self::Judges)
    }

    /// Returns true if values are numbers that may be on the axis of a figure. The number of a draw may not.
    pub fn is_number(self) -> bool {
        matches!(self, Self::Positive | Self::Count | Self::Rate)
    }

    /// Describes the values, for messages.
    fn expected(self) -> &'static str {
        match self {
            Self::Team => "a team",
            Self::Teams => "teams, with + between them",
            Self::Topics => "topics, with + between them",
            Self::Judges => "a judge, or several with + between them, each once",
            Self::Positive | Self::Draw => "a whole number from 1",
            Self::Count => "a whole number from 0",
            Self::Rate => "a decimal fraction from 0 to 1 with at most 15 decimal places",
            Self::Words(_) | Self::Measure | Self::Name => "a name",
            Self::File => "a file",
        }
    }
}

impl Parameter {
    pub(crate) const fn required(name: &'static str, meaning: &'static str, domain: Domain) -> Self {
        Self { name, meaning, domain, absent: Absent::Refused }
    }

    pub(crate) const fn optional(name: &'static str, meaning: &'static str, domain: Domain) -> Self {
        Self { name, meaning, domain, absent: Absent::None }
    }

    pub(crate) const fn with_default(
        name: &'static str,
        meaning: &'static str,
        domain: Domain,
        default: &'static str,
    ) -> Self {
        Self { name, meaning, domain, absent: Absent::Default(default) }
    }

    /// Returns the parameter's key in a YAML map. For a draw the key is `draws`, because YAML gives the number of
    /// draws. In text, the argument is the number of one draw.
    pub fn key(&self) -> &'static str {
        if self.domain == Domain::Draw { "draws" } else { self.name }
    }

    /// Reads a value from `text`. Returns a whole number without leading zeros, a measure by its printed
    /// name, and any other value unchanged. This does not check that a team, a topic, a judge or a file
    /// exists.
    ///
    /// # Errors
    /// If `text` is not a value of the domain.
    pub fn read(&self, text: &str) -> Result<String, Mistyped> {
        let error = || Mistyped::new(format!("found `{text}`, expected {}", self.domain.expected()));
        let integer = |from: u32| match text.parse::<u32>() {
            Ok(number) if number >= from => Ok(number.to_string()),
            _ => Err(error()),
        };
        match self.domain {
            Domain::Team | Domain::Teams | Domain::Topics | Domain::Judges | Domain::File | Domain::Name
                if text.is_empty() =>
            {
                Err(error())
            }
            Domain::Judges if has_duplicates(text) => Err(error()),
            Domain::Team | Domain::Teams | Domain::Topics | Domain::Judges | Domain::File | Domain::Name => {
                Ok(text.to_owned())
            }
            Domain::Positive | Domain::Draw => integer(1),
            Domain::Count => integer(0),
            Domain::Rate => match text.parse::<Rate>() {
                Ok(_) => Ok(text.to_owned()),
                Err(_) => Err(Mistyped { meant: percentage_as_share(text), ..error() }),
            },
            Domain::Words(words) => {
                let words: Vec<&str> = words.iter().map(|(word, _)| *word).collect();
                if words.contains(&text) {
                    Ok(text.to_owned())
                } else {
                    Err(Mistyped::unknown("name", text, &words))
                }
            }
            Domain::Measure => {
                let metric: Metric =
                    text.parse().map_err(|error: NameError| Mistyped::new(error.to_string()))?;
                if metric.family().is_by_intent() {
                    let message =
                        format!("`{metric}` scores by intent: runs are chosen by a measure of documents");
                    return Err(Mistyped::new(message));
                }
                Ok(metric.to_string())
            }
        }
    }
}

/// Returns several names as one value, `a+b`: sorted, each once. Returns `None` if there are no names.
pub fn joined(mut names: Vec<String>) -> Option<String> {
    names.sort_unstable();
    names.dedup();
    (!names.is_empty()).then(|| names.join("+"))
}

/// Returns a percentage from 0% to 100% as a share, or `None` if `text` is not such a percentage.
fn percentage_as_share(text: &str) -> Option<String> {
    let percent: f64 = text.strip_suffix('%')?.trim_end().parse().ok()?;
    let share = (percent / 100.0).to_string();
    share.parse::<Rate>().is_ok().then_some(share)
}

/// Returns true if a judge is named twice among several.
fn has_duplicates(judges: &str) -> bool {
    let mut names: Vec<&str> = judges.split('+').collect();
    names.sort_unstable();
    names.array_windows().any(|[name, next]| name == next)
}
