//! What is wrong with the name of a measure, where, and what was probably meant.

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
    /// Where in the name, in bytes from 0; 0 where a whole name is a synonym.
    pub offset: usize,
    /// What is wrong.
    pub kind: NameErrorKind,
}

/// Where in a name, unless that is where it begins.
fn behind(offset: usize) -> String {
    if offset == 0 { String::new() } else { format!(", byte {offset}") }
}

/// What is wrong with a name.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NameErrorKind {
    /// The name breaks the grammar.
    #[error("found {}, expected {expected}", one_line(found))]
    Syntax {
        /// The character there, or the end.
        found: String,
        /// What could stand there.
        expected: &'static str,
    },
    /// No family of that name.
    #[error("unknown measure `{found}`{}", meant(.nearest.as_deref()))]
    UnknownFamily {
        /// The name given.
        found: String,
        /// The nearest name, with what follows where that is a name.
        nearest: Option<String>,
    },
    /// A name in papers that stands for no single measure here.
    #[error("`{found}` {answer}")]
    Answered {
        /// The name given.
        found: String,
        /// What it is, and what to ask for.
        answer: &'static str,
    },
    /// A name of another tool that has its cutoff in it, with a second one behind it.
    #[error("`{found}` is {ours} here, and a second cutoff follows: write `{ours}` or `{meant}`")]
    TwoCutoffs {
        /// The name given, without what follows.
        found: String,
        /// The measure that it stands for.
        ours: String,
        /// The same measure with the second cutoff.
        meant: String,
    },
    /// A name of another tool, which is known as a whole only, with more behind it.
    #[error("`{found}` is {ours} here{}: write `{meant}`", if meant.contains('@') { ", whose cutoff follows an @" } else { "" })]
    NameElsewhere {
        /// The name given, without what follows.
        found: String,
        /// The family that it stands for.
        ours: &'static str,
        /// What was probably meant.
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
    /// A recall level that is none.
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

/// The name here of `found`, which another tool has for a measure, alone or with a cutoff: without its
/// cutoff.
pub(crate) fn elsewhere(found: &str) -> Option<&'static str> {
    let same = |name: &str| {
        let found = found.trim_end_matches('_');
        let before_number = name.strip_suffix("{k}").or_else(|| name.strip_suffix("{x}"));
        name == found || before_number.is_some_and(|before| before.trim_end_matches(['_', '@']) == found)
    };
    let (_, ours) = SYNONYMS.iter().find(|(name, _)| same(name))?;
    Some(ours.split_once('@').map_or(*ours, |(family, _)| family))
}

/// The family or synonym that `found` was probably meant to be; a synonym that ends in a number has that of
/// `found`.
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
