//! Errors in the name of a measure: the kind, the position, and a suggestion.

use crate::registry::{Cutoff, Family};
use crate::synonyms::{FAMILIES, SYNONYMS, translate};
use rejudge_names::visible::one_line;
use rejudge_names::{meant, nearest};

/// A name that is not the name of a measure.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("measure `{}`{}: {kind}", one_line(name), behind(*offset))]
pub struct NameError {
    /// The name as given.
    pub name: String,
    /// The position in the name, in bytes from 0; 0 if a whole name is a synonym.
    pub offset: usize,
    /// The kind of the error.
    pub kind: NameErrorKind,
}

/// Returns the position in a name, or nothing if it is the beginning.
fn behind(offset: usize) -> String {
    if offset == 0 { String::new() } else { format!(", byte {offset}") }
}

/// The kind of error in a name.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NameErrorKind {
    /// The name breaks the grammar.
    #[error("found {}, expected {expected}", one_line(found))]
    Syntax {
        /// The character there, or the end.
        found: String,
        /// The tokens that are valid at this position.
        expected: &'static str,
    },
    /// No family of that name.
    #[error("unknown measure `{found}`{}", meant(.nearest.as_deref()))]
    UnknownFamily {
        /// The name given.
        found: String,
        /// The nearest name, with the rest of the text if that makes a name.
        nearest: Option<String>,
    },
    /// A name from papers that does not denote a single measure here.
    #[error("`{found}` {answer}")]
    Answered {
        /// The name given.
        found: String,
        /// An explanation of the name, with the measure to use instead.
        answer: &'static str,
    },
    /// A name of another tool that includes its cutoff, followed by a second cutoff.
    #[error("`{found}` is {ours} here, and a second cutoff follows: write `{ours}` or `{meant}`")]
    TwoCutoffs {
        /// The given name, without the second cutoff.
        found: String,
        /// Our name of the measure.
        ours: String,
        /// The same measure with the second cutoff.
        meant: String,
    },
    /// A name of another tool that is known only as a whole, followed by more text.
    #[error("`{found}` is {ours} here{}: write `{meant}`", if meant.contains('@') { ", whose cutoff follows an @" } else { "" })]
    NameElsewhere {
        /// The given name, without the text after it.
        found: String,
        /// Our name of the family.
        ours: &'static str,
        /// The probable meaning.
        meant: String,
    },
    /// The family has no such parameter.
    #[error("{family} has no parameter `{found}`{}; it takes {takes}", meant(*.nearest))]
    UnknownParameter {
        /// The family.
        family: &'static str,
        /// The parameter given.
        found: String,
        /// The nearest one that the family has.
        nearest: Option<&'static str>,
        /// All that the family has.
        takes: String,
    },
    /// A parameter is given twice; the prime counts as `judged_only`.
    #[error("duplicate parameter `{parameter}`")]
    Repeated {
        /// The parameter.
        parameter: &'static str,
    },
    /// A value outside the parameter's domain.
    #[error("`{parameter}` is `{}`, expected {expected}", one_line(found))]
    Value {
        /// The parameter.
        parameter: &'static str,
        /// The value given.
        found: String,
        /// The domain.
        expected: String,
    },
    /// A parameter without a default is not given.
    #[error("{family} needs `{parameter}`, {expected}")]
    MissingParameter {
        /// The family, with the word that calls for the parameter.
        family: String,
        /// The parameter.
        parameter: &'static str,
        /// Its domain.
        expected: String,
    },
    /// A parameter that belongs to another variant of the family.
    #[error("`{parameter}` belongs to {needed}")]
    NotApplicable {
        /// The parameter.
        parameter: &'static str,
        /// The variant it belongs to.
        needed: String,
    },
    /// A family that is defined at a cutoff only.
    #[error("{family} needs a cutoff, as in `{family}@10`")]
    MissingCutoff {
        /// The family.
        family: &'static str,
    },
    /// A family that is defined at a recall level only.
    #[error("{family} needs a recall level, as in `{family}@0.1`")]
    MissingRecall {
        /// The family.
        family: &'static str,
    },
    /// An invalid recall level.
    #[error("the recall level is `{}`, expected a decimal from 0 to 1", one_line(found))]
    Recall {
        /// The level given.
        found: String,
    },
    /// A family that takes no cutoff.
    #[error("{family} takes no cutoff")]
    NoCutoff {
        /// The family.
        family: &'static str,
    },
    /// A cutoff that is no rank.
    #[error("the cutoff is `{}`, expected a rank from 1 to 4294967295", one_line(found))]
    Cutoff {
        /// The cutoff given.
        found: String,
    },
}

/// Returns the name here of `found`, which another tool has for a measure, alone or with a cutoff: without
/// its cutoff.
pub(crate) fn elsewhere(found: &str) -> Option<&'static str> {
    let same = |name: &str| {
        let found = found.trim_end_matches('_');
        let before_number = name.strip_suffix("{k}").or_else(|| name.strip_suffix("{x}"));
        name == found || before_number.is_some_and(|before| before.trim_end_matches(['_', '@']) == found)
    };
    let (_, ours) = SYNONYMS.iter().find(|(name, _)| same(name))?;
    Some(ours.split_once('@').map_or(*ours, |(family, _)| family))
}

/// Returns the family or synonym that `found` was probably meant to be; a synonym that ends in a number has
/// that of `found`.
pub(crate) fn nearest_family(found: &str) -> Option<String> {
    let families = Family::ALL.iter().map(|family| family.entry().name);
    let elsewhere = SYNONYMS.iter().chain(FAMILIES).map(|(name, _)| *name).filter(|name| !name.contains('{'));
    let (word, number) = found.split_at(found.trim_end_matches(|c: char| c.is_ascii_digit()).len());
    // `P10`: the family with a cutoff.
    let takes_one = |family: &&Family| {
        let entry = family.entry();
        entry.name.eq_ignore_ascii_case(word) && matches!(entry.cutoff, Cutoff::Required | Cutoff::Optional)
    };
    if let Some(family) =
        Family::ALL.iter().find(takes_one).filter(|_| number.parse().is_ok_and(|k: u32| k > 0))
    {
        return Some(format!("{}@{number}", family.entry().name));
    }
    let with_number = SYNONYMS.iter().filter(|_| !number.is_empty()).filter_map(|(name, _)| {
        let before = name.strip_suffix("{k}").filter(|before| !before.contains('@'))?;
        // 0 is no cutoff.
        Some(format!("{before}{number}")).filter(|name| translate(name) != *name)
    });
    let with_number: Vec<String> = with_number.collect();
    nearest(found, families.chain(elsewhere).chain(with_number.iter().map(String::as_str))).map(str::to_owned)
}
