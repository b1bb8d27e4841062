//! A parameter of a family of measures, and the values that it may have.

use crate::levels::ByLevel;
use crate::levels::Decimal;
use crate::metric::Value;

/// A parameter of a family.
#[derive(Clone, Copy, Debug)]
pub struct Parameter {
    /// The name: `p` in `p=0.95`.
    pub name: &'static str,
    /// The meaning of the parameter.
    pub meaning: &'static str,
    /// The values that the parameter may have.
    pub domain: Domain,
    /// The default, as it is printed. If it is `None`, a name must give the parameter, unless the parameter
    /// is shared, such as `rel`, or does not apply.
    pub default: Option<&'static str>,
    /// If set, an earlier parameter and one of its words. This parameter may be given only if the earlier one
    /// has this word.
    pub only_with: Option<(&'static str, &'static str)>,
}

impl Parameter {
    /// Creates a parameter that every variant of the family has.
    pub(crate) const fn new(
        name: &'static str,
        meaning: &'static str,
        domain: Domain,
        default: Option<&'static str>,
    ) -> Self {
        Self { name, meaning, domain, default, only_with: None }
    }
}

// The parameters that families share; see [`Entry::shared`](crate::registry::Entry::shared).
pub(crate) const REL: Parameter =
    Parameter::new("rel", "level from which a document is relevant", Domain::Level, None);
pub(crate) const GAINS: Parameter =
    Parameter::new("gains", "gain of each level", Domain::ByLevelOr(&["linear", "exponential"]), None);
pub(crate) const JUDGED_ONLY: Parameter = Parameter::new(
    "judged_only",
    "whether the measure is computed on the condensed list, without unjudged documents",
    Domain::Words(&["True", "False"]),
    None,
);

/// The values a parameter may have.
#[derive(Clone, Copy, Debug)]
pub enum Domain {
    /// A number above 0 and below 1.
    Proportion,
    /// A number from 0 to 1.
    Share,
    /// A number above 0, not `inf`.
    Positive,
    /// Any number, including negative numbers, but not `inf`.
    Number,
    /// A relevance level, from 1 to 255.
    Level,
    /// A number of at least 0 for each level from 1 up, in braces: `{1: 1, 2: 3}`.
    ByLevel,
    /// A number of at least 0 for each level from 1 up, in braces, or one of these words.
    ByLevelOr(&'static [&'static str]),
    /// A number of at least 0, or `inf`.
    Weight,
    /// A number above 1, not `inf`.
    LogBase,
    /// One of these words.
    Words(&'static [&'static str]),
    /// Numbers from 0 to 1 with commas between them, in quotes: `'0.2,0.5,0.8'`.
    Shares,
    /// A relevance level, from 1 to 255, or the word `highest`.
    LevelOrHighest,
    /// A rank, from 1, or this word.
    RankOr(&'static str),
}

/// The word of [`Domain::LevelOrHighest`].
pub(crate) const HIGHEST: &str = "highest";

impl Domain {
    /// Returns the value denoted by `text` (without quotes), or `None` if it is not in the domain.
    pub fn read(&self, text: &str) -> Option<Value> {
        let number = |accepted: fn(f64) -> bool| {
            Decimal::parse(text).filter(|decimal| accepted(decimal.value())).map(Value::Decimal)
        };
        match self {
            Self::Proportion => number(|p| 0.0 < p && p < 1.0),
            Self::Share => number(|share| (0.0..=1.0).contains(&share)),
            Self::Positive => number(|x| 0.0 < x && x.is_finite()),
            Self::Number => number(f64::is_finite),
            Self::Level => number(|level| level.fract() == 0.0 && (1.0..=255.0).contains(&level)),
            Self::ByLevel => ByLevel::read(text).map(Value::ByLevel),
            Self::ByLevelOr(words) => {
                Self::Words(words).read(text).or_else(|| ByLevel::read(text).map(Value::ByLevel))
            }
            Self::Weight => number(|weight| weight >= 0.0),
            Self::LogBase => number(|base| 1.0 < base && base.is_finite()),
            Self::Words(words) => words.iter().find(|&&word| word == text).map(|&word| Value::Word(word)),
            Self::Shares => {
                let share = |text| match Self::Share.read(text) {
                    Some(Value::Decimal(decimal)) => Some(decimal),
                    _ => None,
                };
                text.split(',').map(share).collect::<Option<_>>().map(Value::Decimals)
            }
            Self::LevelOrHighest if text == HIGHEST => Some(Value::Word(HIGHEST)),
            Self::LevelOrHighest => Self::Level.read(text),
            Self::RankOr(word) if text == *word => Some(Value::Word(word)),
            Self::RankOr(_) => {
                number(|rank| rank.fract() == 0.0 && (1.0..=f64::from(u32::MAX)).contains(&rank))
            }
        }
    }

    /// Returns the domain in words, for messages.
    pub fn expected(&self) -> String {
        match self {
            Self::Proportion => "a decimal above 0 and below 1".to_owned(),
            Self::Share => "a decimal from 0 to 1".to_owned(),
            Self::Positive => "a decimal above 0".to_owned(),
            Self::Number => "a decimal".to_owned(),
            Self::Level => "a level from 1 to 255".to_owned(),
            Self::ByLevel => "a number for each level, as in {1: 1, 2: 3}".to_owned(),
            Self::ByLevelOr(words) => {
                format!("{} or {}", Self::Words(words).expected(), Self::ByLevel.expected())
            }
            Self::Weight => "a decimal of at least 0, or inf".to_owned(),
            Self::LogBase => "a decimal above 1".to_owned(),
            Self::Words(words) => {
                words.iter().map(|word| format!("'{word}'")).collect::<Vec<_>>().join(" or ")
            }
            Self::Shares => "decimals from 0 to 1, as in '0.2,0.5,0.8'".to_owned(),
            Self::LevelOrHighest => format!("a level from 1 to 255, or '{HIGHEST}'"),
            Self::RankOr(word) => format!("a rank from 1, or '{word}'"),
        }
    }
}
