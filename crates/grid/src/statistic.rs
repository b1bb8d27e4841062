//! What is asked of the scores, with references resolved.

use super::consolidation::Consolidation;
use super::pair_tests::{Level, PairTests, confusion};
use super::points::{NONE, Point};
use super::power::{Power, PowerTest};
use super::{Measure, Versus};
use rejudge_spec::yaml::{Spanned, YamlError};
use rejudge_spec::{StatisticWire, TauApForm, TauTies};

/// A named statistic.
#[derive(Clone, Debug)]
pub struct Statistic {
    /// Its name in addresses and tables.
    pub name: String,
    /// What it is.
    pub kind: StatisticKind,
}

/// The kinds of statistic. Judgment sets that others are compared with are named by their text.
#[derive(Clone, Debug, PartialEq)]
pub enum StatisticKind {
    /// Topics, R, N, levels, runs, teams.
    CollectionFacts,
    /// Runs and unique contributions of each team.
    TeamFacts,
    /// Runs that are compared, and their teams.
    ComparedRuns,
    /// Mean score over topics and runs.
    MeanScore,
    /// Score of each run.
    RunScores,
    /// Who stops at each relevant document, and with what.
    UtilityByRank,
    /// Consolidated labels.
    ConsolidatedLabels(Consolidation),
    /// Kendall's tau.
    KendallTau {
        /// The other ranking.
        versus: Versus,
        /// Whether tau-b.
        corrected: bool,
    },
    /// tau-AP.
    TauAp {
        /// The other ranking.
        versus: Versus,
        /// Which of them is gold.
        form: TauApForm,
    },
    /// Change of a team's score and rank.
    ScoreChange {
        /// The judgments before.
        versus: Versus,
    },
    /// Changes of the scores and ranks of a team's runs.
    RunChanges {
        /// The judgments before.
        versus: Versus,
    },
    /// Discriminative power.
    DiscriminativePower(Power),
    /// Achieved significance levels in order.
    AslCurve {
        /// Index of the discriminative power.
        of: usize,
    },
    /// Misses and false alarms.
    MissesAndFalseAlarms {
        /// Index of the discriminative power.
        of: usize,
        /// The judgments taken as truth.
        versus: Versus,
    },
    /// Tests of random pairs of runs.
    PairTests(PairTests),
    /// Their confusion matrix.
    ConfusionMatrix {
        /// Index of the pair tests.
        of: usize,
        /// The judgments taken as truth.
        versus: Versus,
        /// When a pair is significant.
        level: Level,
    },
}

impl StatisticKind {
    /// The point of a cell: without the axes that its statistic does not have.
    pub fn own_point(&self, point: &Point) -> Point {
        Point {
            measure: if self.has_measure() { point.measure } else { NONE },
            judgments: if self.has_judgments() { point.judgments } else { NONE },
            ..*point
        }
    }

    /// Whether it is one number a measure, or the same for all measures.
    pub fn has_measure(&self) -> bool {
        !matches!(
            self,
            Self::CollectionFacts | Self::TeamFacts | Self::ComparedRuns | Self::ConsolidatedLabels(_)
        )
    }

    /// Whether it is of the compared runs; facts are over all.
    pub fn is_of_compared_runs(&self) -> bool {
        self.has_measure() || *self == Self::ComparedRuns
    }

    /// Whether it is of certain judgments.
    pub fn has_judgments(&self) -> bool {
        !matches!(self, Self::TeamFacts | Self::ComparedRuns | Self::ConsolidatedLabels(_))
    }

    /// Whether it looks at the collection itself, not only at scores.
    pub fn needs_collection(&self) -> bool {
        match self {
            Self::CollectionFacts | Self::TeamFacts | Self::UtilityByRank => true,
            Self::PairTests(tests) => tests.of_the_pair(),
            _ => false,
        }
    }

    /// Whether it is computed from score matrices.
    pub fn needs_scores(&self) -> bool {
        match self {
            Self::PairTests(tests) => !tests.of_the_pair(),
            Self::ConfusionMatrix { .. } => false,
            _ => self.has_measure(),
        }
    }

    /// Whether it is of judgments that are about a team.
    pub fn is_of_a_team(&self) -> bool {
        matches!(self, Self::ScoreChange { .. } | Self::RunChanges { .. })
    }

    /// Whether it draws something of its own.
    pub fn draws_itself(&self) -> bool {
        match self {
            Self::DiscriminativePower(power) => power.test != PowerTest::StudentT,
            Self::PairTests(_) => true,
            _ => false,
        }
    }

    /// The quantities it yields, the main one first.
    pub fn components(&self) -> &'static [&'static str] {
        match self {
            Self::CollectionFacts => &[
                "topics",
                "dropped-topics",
                "emptied-topics",
                "pool-depth",
                "coverage",
                "judged",
                "nonrelevant",
                "nonrelevant-min",
                "nonrelevant-max",
                "relevant",
                "relevant-min",
                "relevant-max",
                "level-3",
                "level-2",
                "level-1",
                "runs",
                "teams",
                "all-teams",
            ],
            Self::ComparedRuns => &["runs", "teams"],
            Self::TeamFacts => &["runs", "unique", "unique-relevant", "relevant-for", "fewest-unique-3"],
            Self::MeanScore => &["mean"],
            Self::RunScores => &["score"],
            Self::UtilityByRank => &[
                "stop",
                "stop-numerator",
                "stop-denominator",
                "utility",
                "utility-numerator",
                "utility-denominator",
            ],
            Self::ConsolidatedLabels(_) => &["gain", "level", "levels", "items"],
            Self::KendallTau { .. } | Self::TauAp { .. } => &["tau"],
            Self::ScoreChange { .. } | Self::RunChanges { .. } => {
                &["relative", "before", "after", "rank-before", "rank-after", "rank-rise"]
            }
            Self::DiscriminativePower(_) => &["power", "significant", "pairs", "difference"],
            Self::AslCurve { .. } => &["asl"],
            Self::MissesAndFalseAlarms { .. } => &["misses", "false-alarms", "disagreements"],
            Self::PairTests(_) => &["significant", "pairs"],
            Self::ConfusionMatrix { .. } => &[
                "accuracy",
                "c11",
                "c12",
                "c21",
                "c22",
                "true-positive-rate",
                "predicted-positive-rate",
                "g-mean",
                "lost-significance",
            ],
        }
    }

    /// The rank correlation coefficient that it is, by the name that stands wherever its numbers do.
    pub fn coefficient(&self) -> Option<&'static str> {
        match self {
            Self::KendallTau { corrected, .. } => Some(if *corrected { "tau-b" } else { "tau-a" }),
            Self::TauAp { form: TauApForm::Agreement, .. } => Some("tau-AP,b"),
            Self::TauAp { form: TauApForm::Symmetric, .. } => Some("symmetric tau-AP"),
            Self::TauAp { form: TauApForm::VersusIsGold | TauApForm::CellIsGold, .. } => Some("tau-AP"),
            _ => None,
        }
    }

    /// What it compares with.
    pub fn versus(&self) -> Option<&Versus> {
        match self {
            Self::KendallTau { versus, .. }
            | Self::TauAp { versus, .. }
            | Self::ScoreChange { versus }
            | Self::RunChanges { versus }
            | Self::MissesAndFalseAlarms { versus, .. }
            | Self::ConfusionMatrix { versus, .. } => Some(versus),
            _ => None,
        }
    }

    /// The statistic whose run pairs it looks at; it is computed first.
    pub fn of(&self) -> Option<usize> {
        match self {
            Self::AslCurve { of }
            | Self::MissesAndFalseAlarms { of, .. }
            | Self::ConfusionMatrix { of, .. } => Some(*of),
            _ => None,
        }
    }
}

/// Resolves the statistics of an experiment.
pub(super) fn resolve(
    wires: &[(Spanned<String>, Spanned<StatisticWire>)],
    measures: &[Measure],
    errors: &mut Vec<YamlError>,
) -> Vec<Statistic> {
    let mut out = Vec::new();
    for (name, wire) in wires {
        let kind = match &wire.value {
            StatisticWire::CollectionFacts {} => StatisticKind::CollectionFacts,
            StatisticWire::TeamFacts {} => StatisticKind::TeamFacts,
            StatisticWire::ComparedRuns {} => StatisticKind::ComparedRuns,
            StatisticWire::MeanScore {} => StatisticKind::MeanScore,
            StatisticWire::RunScores {} => StatisticKind::RunScores,
            StatisticWire::UtilityByRank {} => StatisticKind::UtilityByRank,
            StatisticWire::ConsolidatedLabels { scheme, labels } => {
                match Consolidation::new(scheme, labels.as_ref()) {
                    Ok(consolidation) => StatisticKind::ConsolidatedLabels(consolidation),
                    Err(error) => {
                        errors.push(error);
                        continue;
                    }
                }
            }
            StatisticWire::KendallTau { versus, ties } => match Versus::new(versus, measures) {
                Ok(versus) => StatisticKind::KendallTau { versus, corrected: *ties == TauTies::B },
                Err(error) => {
                    errors.push(error);
                    continue;
                }
            },
            StatisticWire::TauAp { versus, form } => match Versus::new(versus, measures) {
                Ok(versus) => StatisticKind::TauAp { versus, form: *form },
                Err(error) => {
                    errors.push(error);
                    continue;
                }
            },
            StatisticWire::ScoreChange { versus, of } | StatisticWire::RunChanges { versus, of } => {
                if of.value != "judgments.team" {
                    errors.push(of.error(format!("found `{}`, expected `judgments.team`", of.value)));
                }
                let versus = Versus::Judgments(versus.value.clone());
                match wire.value {
                    StatisticWire::RunChanges { .. } => StatisticKind::RunChanges { versus },
                    _ => StatisticKind::ScoreChange { versus },
                }
            }
            StatisticWire::DiscriminativePower(wire) => {
                StatisticKind::DiscriminativePower(Power::new(wire, errors))
            }
            StatisticWire::AslCurve { of } => match power_named(of, wires) {
                Ok(of) => StatisticKind::AslCurve { of },
                Err(error) => {
                    errors.push(error);
                    continue;
                }
            },
            StatisticWire::MissesAndFalseAlarms { of, versus } => match power_named(of, wires) {
                Ok(of) => {
                    let versus = Versus::Judgments(versus.value.clone());
                    StatisticKind::MissesAndFalseAlarms { of, versus }
                }
                Err(error) => {
                    errors.push(error);
                    continue;
                }
            },
            StatisticWire::PairTests(wire) => StatisticKind::PairTests(PairTests::new(wire, errors)),
            StatisticWire::ConfusionMatrix(wire) => {
                let Some((of, level)) = confusion(wire, wires, errors) else { continue };
                let versus = Versus::Judgments(wire.versus.value.clone());
                StatisticKind::ConfusionMatrix { of, versus, level }
            }
        };
        out.push(Statistic { name: name.value.clone(), kind });
    }
    out
}

/// Index of the discriminative power called `of`.
fn power_named(
    of: &Spanned<String>,
    wires: &[(Spanned<String>, Spanned<StatisticWire>)],
) -> Result<usize, YamlError> {
    match wires.iter().position(|(name, _)| name.value == of.value) {
        Some(at) if matches!(wires[at].1.value, StatisticWire::DiscriminativePower(_)) => Ok(at),
        Some(_) => Err(of.error(format!("`{}` is no discriminative power, so it has no pairs", of.value))),
        None => {
            let names = wires.iter().map(|(name, _)| name.value.as_str());
            let error = of.error(format!("there is no statistic `{}`", of.value));
            Err(error.suggesting(&of.value, names))
        }
    }
}
