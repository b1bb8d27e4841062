//! The constants of one twin, as they are in its description.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::effects::Effects;
use super::model;

/// A twin: the constants and the other inputs of a draw.
#[derive(Clone, Copy, Debug)]
pub struct Twin<'a> {
    /// The id, which is part of the seed.
    pub id: &'a str,
    /// The depth of the pool.
    pub pool_depth: u32,
    /// The constants of the model.
    pub parameters: &'a TwinParameters,
}

/// The error for a constant with which no collection can be drawn, or for another field of a description.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{field}: {reason}")]
pub struct FieldError {
    /// The path of the constant or field, such as `relevant.range`.
    pub field: String,
    /// The reason, with the expected values.
    pub reason: String,
}

impl FieldError {
    /// Returns an error that says why `field` is wrong.
    pub fn new(field: impl Into<String>, reason: impl Into<String>) -> Self {
        Self { field: field.into(), reason: reason.into() }
    }
}

/// The printed and the fitted constants of a collection.
#[derive(Clone, Debug, PartialEq, Deserialize, JsonSchema, Serialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct TwinParameters {
    /// Number of topics.
    pub topics: usize,
    /// Number of judged relevant documents of a topic, as printed.
    pub relevant: Relevant,
    /// Mean number of relevant documents of a topic by grade, as printed: level 3 (S), 2 (A), 1 (B).
    pub grades: ByGrade,
    /// Rsd: standard deviation of ln R. The default is `model::RELEVANT_SPREAD`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub relevant_spread: Option<f64>,
    /// Length of the rankings, at most `model::RUN_LENGTH` (1000). This is also the default, and the length in the
    /// papers' collections.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ranking_length: Option<u32>,
    /// sig_q: spread of the teams' quality; fitted, for example to the printed discriminative power.
    pub quality: f64,
    /// mu: how much higher relevant documents score than nonrelevant ones.
    pub separation: f64,
    /// sig_c: effect of the retrieval technology on nonrelevant documents; fitted to the pool's size.
    pub technology: f64,
    /// Rmul: ratio of all relevant documents to the judged ones; fitted, because the pool does not find all of them.
    pub relevant_factor: f64,
    /// gmul: factors on the shares of the grades; fitted, because the pool finds documents of some grades better than
    /// others.
    pub grade_factors: ByGrade,
    /// Effects that differ from the constants that all twins share.
    #[serde(default, skip_serializing_if = "Effects::is_shared")]
    pub effects: Effects,
    /// True if the second half of each team's runs is cross-lingual.
    #[serde(default, skip_serializing_if = "is_false")]
    pub cross_lingual: bool,
    /// Names of teams from best to worst by AP, if the paper prints such an order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub quality_order: Vec<String>,
    /// The teams.
    pub teams: Vec<TwinTeam>,
}

/// Number of relevant documents of a topic.
#[derive(Clone, Copy, Debug, PartialEq, Deserialize, JsonSchema, Serialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Relevant {
    /// Mean over topics.
    pub mean: f64,
    /// Smallest and largest.
    pub range: [u32; 2],
}

/// The range of positive numbers.
const POSITIVE: [f64; 2] = [f64::MIN_POSITIVE, f64::MAX];
/// The largest number of topics of a twin.
const MAX_TOPICS: usize = 100_000;
/// The largest number of rankings, which is runs times topics. A million rankings of 1000 documents take 4 GB.
const MAX_RANKINGS: usize = 1_000_000;

/// A number for each relevant grade.
#[derive(Clone, Copy, Debug, PartialEq, Deserialize, JsonSchema, Serialize)]
#[serde(deny_unknown_fields)]
pub struct ByGrade {
    /// Highly relevant, level 3.
    #[serde(rename = "S")]
    pub s: f64,
    /// Relevant, level 2; the TREC collections have no such grade.
    #[serde(rename = "A")]
    pub a: f64,
    /// Partially relevant, level 1.
    #[serde(rename = "B")]
    pub b: f64,
}

impl ByGrade {
    /// Returns the numbers by level, from level 1.
    pub(super) fn by_level(self) -> [f64; 3] {
        [self.b, self.a, self.s]
    }
}

/// A team of a twin.
#[derive(Clone, Debug, PartialEq, Deserialize, JsonSchema, Serialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct TwinTeam {
    /// The name in the paper.
    pub name: String,
    /// The number of runs that the team submitted.
    pub runs: usize,
    /// w: how much the team differs from the others on nonrelevant documents; fitted to its printed |U_t|.
    pub oddness: f64,
    /// wr: how much the team differs from the others on relevant documents. If no description of
    /// a team gives wr, wr is lamR (w / geometric mean of w)^(1 - psi).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub relevant_oddness: Option<f64>,
    /// The number of the team's runs that formed the pool, which are its first runs. The default is all.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pooled: Option<usize>,
    /// True if the team's runs formed the pool, but the paper does not list the team. All its runs are cross-lingual.
    #[serde(default, skip_serializing_if = "is_false")]
    pub unlisted: bool,
}

impl TwinTeam {
    /// Returns the number of the team's runs that contribute to the pool.
    pub(super) fn pooled_runs(&self) -> usize {
        self.pooled.unwrap_or(self.runs)
    }
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes a field by reference")]
fn is_false(value: &bool) -> bool {
    !value
}

impl Default for TwinTeam {
    fn default() -> Self {
        let (relevant_oddness, pooled) = (None, None);
        Self { name: String::new(), runs: 1, oddness: 0.7, relevant_oddness, pooled, unlisted: false }
    }
}

impl Default for TwinParameters {
    /// Returns the constants of an unfitted twin with 50 topics, 50 relevant documents of one grade and no teams.
    fn default() -> Self {
        Self {
            topics: 50,
            relevant: Relevant { mean: 50.0, range: [2, 300] },
            grades: ByGrade { s: 0.0, a: 0.0, b: 50.0 },
            relevant_spread: None,
            ranking_length: None,
            quality: 0.7,
            separation: 3.6,
            technology: 0.55,
            relevant_factor: 1.1,
            grade_factors: ByGrade { s: 1.0, a: 1.0, b: 1.0 },
            effects: Effects::default(),
            cross_lingual: false,
            quality_order: Vec::new(),
            teams: Vec::new(),
        }
    }
}

impl<'a> Twin<'a> {
    /// Returns the names of the teams that are analysed: a team must have a pooled run, and the paper must list it.
    pub fn analysed_teams(&self) -> impl Iterator<Item = &'a str> {
        let is_analysed = |team: &&TwinTeam| !team.unlisted && team.pooled_runs() > 0;
        self.parameters.teams.iter().filter(is_analysed).map(|team| team.name.as_str())
    }

    /// Returns a text for cache keys. It changes if a draw with the same seed may change.
    pub fn canonical(&self) -> String {
        let Self { id, pool_depth, parameters } = self;
        format!("twin model {} {id} {pool_depth} {parameters:?}", model::VERSION)
    }
}

impl TwinParameters {
    /// Returns an error for each constant with which no twin can be drawn.
    pub fn check(&self) -> Vec<FieldError> {
        let mut errors = Vec::new();
        let mut fail = |field: &str, reason: String| {
            errors.push(FieldError::new(field, reason));
        };
        let constants = [
            ("topics", self.topics as f64, [1.0, MAX_TOPICS as f64]),
            ("relevant.mean", self.relevant.mean, POSITIVE),
            ("quality", self.quality, POSITIVE),
            ("technology", self.technology, POSITIVE),
            ("relevant-factor", self.relevant_factor, POSITIVE),
            ("separation", self.separation, [f64::MIN, f64::MAX]),
            (
                "relevant-spread",
                self.relevant_spread.unwrap_or(1.0),
                [POSITIVE[0], model::MAX_RELEVANT_SPREAD],
            ),
            ("ranking-length", f64::from(self.ranking_length.unwrap_or(1)), [1.0, model::RUN_LENGTH as f64]),
        ];
        let constants = constants.map(|(field, value, range)| (field.to_owned(), value, range));
        let effects =
            self.effects.all().map(|(field, value, range)| (format!("effects.{field}"), value, range));
        for (field, value, [low, high]) in constants.into_iter().chain(effects) {
            if !(low..=high).contains(&value) {
                let expected = match [low, high] {
                    POSITIVE => "a positive number".to_owned(),
                    [f64::MIN, f64::MAX] => "a finite number".to_owned(),
                    _ => format!("from {low} to {high}"),
                };
                fail(&field, format!("{value}, expected {expected}"));
            }
        }
        let runs = self.teams.iter().try_fold(0_usize, |sum, team| sum.checked_add(team.runs));
        if runs.and_then(|runs| runs.checked_mul(self.topics)).is_none_or(|rankings| rankings > MAX_RANKINGS)
        {
            fail("teams", format!("their runs make more than {MAX_RANKINGS} rankings (runs times topics)"));
        }
        let [low, high] = self.relevant.range;
        // Clipping and scaling to the mean can move the largest R above the range. R still has to be below
        // the number of candidates, so the upper end times `relevant-factor` must be at most a quarter of the
        // candidates.
        let max_relevant = model::CANDIDATES as f64 / 4.0;
        if low > high || self.relevant.mean < f64::from(low) || self.relevant.mean > f64::from(high) {
            fail(
                "relevant.range",
                format!("[{low}, {high}] does not contain the mean {}", self.relevant.mean),
            );
        } else if f64::from(high) * self.relevant_factor > max_relevant {
            fail("relevant.range", format!("{high} times `relevant-factor` is more than {max_relevant}"));
        }
        for (field, grades) in [("grades", self.grades), ("grade-factors", self.grade_factors)] {
            let values = grades.by_level();
            if values.iter().any(|value| !value.is_finite() || *value < 0.0)
                || values.iter().sum::<f64>() <= 0.0
            {
                fail(field, "expected numbers of at least 0, not all of them 0".into());
            }
        }
        let weighted = self.grades.by_level().into_iter().zip(self.grade_factors.by_level());
        if weighted.map(|(share, factor)| share * factor).sum::<f64>() <= 0.0 {
            fail("grade-factors", "the factors make all grades 0".into());
        }
        self.check_teams(&mut fail);
        errors
    }

    fn check_teams(&self, fail: &mut impl FnMut(&str, String)) {
        if self.teams.len() < 2 {
            fail("teams", format!("{}, expected at least 2", self.teams.len()));
        }
        let explicit = self.teams.iter().filter(|team| team.relevant_oddness.is_some()).count();
        if explicit != 0 && explicit != self.teams.len() {
            fail("teams", "`relevant-oddness` is given for some teams and not for others".into());
        }
        if self.teams.iter().all(|team| team.pooled_runs() == 0) && !self.teams.is_empty() {
            fail("teams", "no run is pooled".into());
        }
        for (number, team) in self.teams.iter().enumerate() {
            let name = team.name.as_str();
            let field = format!("teams[{number}]");
            let oddness = [Some(team.oddness), team.relevant_oddness];
            let pooled = team.pooled_runs();
            for (is_wrong, fault) in [
                (
                    name.is_empty() || name.contains(char::is_whitespace) || name.starts_with('#'),
                    "cannot name runs".to_owned(),
                ),
                (self.teams[..number].iter().any(|other| other.name == name), "is a duplicate".to_owned()),
                (team.runs == 0, "has no runs".to_owned()),
                (pooled > team.runs, format!("pools {pooled} runs, but has {}", team.runs)),
                (
                    oddness.iter().flatten().any(|value| !value.is_finite() || *value <= 0.0),
                    "needs a positive oddness".to_owned(),
                ),
                (
                    team.unlisted && !self.cross_lingual,
                    "is unlisted, but there are no cross-lingual runs".to_owned(),
                ),
            ] {
                if is_wrong {
                    fail(&field, format!("`{}` {fault}", name.escape_debug()));
                }
            }
        }
        let unknown = |name: &&String| self.teams.iter().all(|team| team.name != **name);
        if let Some(name) = self.quality_order.iter().find(unknown) {
            fail("quality-order", format!("`{name}` is not a team"));
        }
    }
}
