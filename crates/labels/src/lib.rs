//! Several assessors' labels of an item to one relevance level: no file, no YAML, no floating point
//! before the gains.
//!
//! A [`Scheme`] is a pipeline of named steps. An assessor's label becomes a score ([`Scoring`]: a map,
//! or a table of rules over several criteria); the scores of an item become one ([`Combination`]);
//! that becomes a level, by thresholds or by its place among the scores that the scheme can give. The
//! schemes are those of T. Sakai, Graded relevance assessments and graded relevance measures of NTCIR:
//! a survey of the first twenty years, sections 3 and 4.
//!
//! | file | concept |
//! |---|---|
//! | `ratio` | exact numbers: (1 + 2/3 + 1/3) / 3 is 2/3 |
//! | `answers`, `rules` | what an assessor may say, and its score |
//! | `combination`, `patterns` | the scores of an item to one |
//! | `attainable` | all that a scheme can give |
//! | `levels` | score to level, level to gain |
//! | `scheme` | the pipeline, checked, and [`Scheme::consolidate`] |
//! | `error` | what is wrong with a scheme or a label |

#![forbid(unsafe_code)]

mod answers;
mod attainable;
mod combination;
mod error;
mod levels;
mod patterns;
mod ratio;
mod rules;
mod scheme;

pub use answers::{Answer, Column, Scoring, UnknownLabel};
pub use combination::{Asker, Combination, Otherwise};
pub use error::{Fault, SchemeError};
pub use levels::{HIGHEST_LEVEL, Threshold};
pub use ratio::{Ratio, RatioError, exact_number, to_f64};
pub use rules::{Condition, Criterion, Rule};
pub use scheme::{Assessors, Definition, Scheme, Vote, WrongCount};
