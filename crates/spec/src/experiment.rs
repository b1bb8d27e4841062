//! `experiments/<id>/experiment.yaml` as written.

use std::fmt;

use schemars::JsonSchema;
use serde::Deserialize;
use serde::de::{MapAccess, Visitor};

use super::axes::{AxesWire, IncludeWire, LinkedWire};
use super::draws::DrawsWire;
use super::evaluation::EvaluationWire;
use super::figure::FigureWire;
use super::pair_tests::{ConfusionMatrixWire, PairTestsWire};
use super::power::PowerWire;
use super::schema;
use super::shape::{TableWire, Where};
use super::versus::VersusWire;
use crate::yaml::Spanned;

/// A whole experiment.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct ExperimentWire {
    /// Always `experiment/v1`.
    #[schemars(extend("const" = "experiment/v1"))]
    pub schema: Spanned<String>,
    /// Its name.
    pub id: Spanned<String>,
    /// What it is about.
    #[serde(default)]
    pub title: String,
    /// The paper it reproduces.
    pub paper: Option<PaperWire>,
    /// The file of expected values, beside this one.
    pub expected: Option<Spanned<String>>,
    /// Root of every draw.
    pub seed: u64,
    /// How many draws of each twin and of each random choice.
    #[serde(default)]
    pub draws: DrawsWire,
    /// The rules that move numbers.
    #[serde(default)]
    pub evaluation: EvaluationWire,
    /// What is swept.
    pub axes: AxesWire,
    /// Collections of files whose judgments are cut down to those within a pool of the stored runs that
    /// pooled, made again. Without it they are taken as judged.
    #[serde(default)]
    pub repooled: Named<RepooledWire>,
    /// Axes that move together.
    #[serde(default)]
    pub linked: Vec<LinkedWire>,
    /// Points to leave out; a `reason` may be said of each.
    #[serde(default)]
    #[schemars(with = "Vec<schema::Excluded>")]
    pub exclude: Vec<Spanned<Where>>,
    /// Points to add.
    #[serde(default)]
    pub include: Vec<Spanned<IncludeWire>>,
    /// What is asked of the scores.
    #[serde(default)]
    pub statistics: Named<Spanned<StatisticWire>>,
    /// What is shown.
    #[serde(default)]
    pub tables: Named<Spanned<TableWire>>,
    /// What is drawn.
    #[serde(default)]
    pub figures: Named<Spanned<FigureWire>>,
    /// Named lists of overrides.
    #[serde(default)]
    pub profiles: Named<Vec<String>>,
    /// How it is run.
    #[serde(default)]
    pub run: RunWire,
}

/// A map that keeps its order.
#[derive(Clone, Debug)]
pub struct Named<T>(pub Vec<(Spanned<String>, T)>);

impl<T> Default for Named<T> {
    fn default() -> Self {
        Self(Vec::new())
    }
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Named<T> {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Shape<T>(std::marker::PhantomData<T>);
        impl<'de, T: Deserialize<'de>> Visitor<'de> for Shape<T> {
            type Value = Named<T>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a map")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Named<T>, A::Error> {
                let mut entries = Vec::new();
                while let Some(entry) = map.next_entry()? {
                    entries.push(entry);
                }
                Ok(Named(entries))
            }
        }
        deserializer.deserialize_map(Shape(std::marker::PhantomData))
    }
}

/// A pool that is made again.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct RepooledWire {
    /// Its depth.
    #[schemars(range(min = 1))]
    pub depth: Spanned<u32>,
}

/// Where an experiment comes from.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct PaperWire {
    /// Who wrote it.
    pub authors: Vec<String>,
    /// Its title.
    #[serde(default)]
    pub title: String,
    /// Where it appeared.
    pub venue: String,
}

/// What is asked of the scores.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum StatisticWire {
    /// Topics, R, N, levels, runs, teams of the judgments.
    CollectionFacts {},
    /// Runs and unique contributions of each team.
    TeamFacts {},
    /// How many runs are compared, and of how many teams.
    ComparedRuns {},
    /// Mean score over topics, averaged over the runs.
    MeanScore {},
    /// Score of each run: its topics together, as the measure says (mostly their mean).
    RunScores {},
    /// Who stops at each retrieved relevant document, and what it was worth to them: the two halves of
    /// normalised cumulative utility, for the only run and topic of a collection.
    UtilityByRank {},
    /// Items that several assessors labelled, consolidated by a scheme.
    ConsolidatedLabels {
        /// The scheme: a YAML file.
        scheme: Spanned<String>,
        /// The labels: a table of one topic; without one the scheme alone is looked at.
        labels: Option<Spanned<String>>,
    },
    /// Kendall's tau between two rankings of the runs.
    KendallTau {
        /// The judgments, or the measure, to compare with.
        versus: VersusWire,
        /// How ties count; corrected for (tau-b) where nothing is said.
        #[serde(default)]
        ties: TauTies,
    },
    /// tau-AP between two rankings of the runs, which weighs the top more.
    TauAp {
        /// The judgments, or the measure, to compare with.
        versus: VersusWire,
        /// Which of the two rankings is taken as gold.
        #[serde(default)]
        form: TauApForm,
    },
    /// Change of a team's score and rank.
    ScoreChange {
        /// The judgments to compare with.
        versus: Spanned<String>,
        /// Whose: `judgments.team`.
        of: Spanned<String>,
    },
    /// Change of the score and rank of each run of a team.
    RunChanges {
        /// The judgments to compare with.
        versus: Spanned<String>,
        /// Whose: `judgments.team`.
        of: Spanned<String>,
    },
    /// Share of the run pairs that differ significantly.
    DiscriminativePower(PowerWire),
    /// The achieved significance levels of the run pairs, from the smallest.
    AslCurve {
        /// The discriminative power that they belong to.
        of: Spanned<String>,
    },
    /// Pairs that lose or gain significance.
    MissesAndFalseAlarms {
        /// The statistic with the significant pairs.
        of: Spanned<String>,
        /// The judgments taken as truth.
        versus: Spanned<String>,
    },
    /// Significance tests of random pairs of runs.
    PairTests(PairTestsWire),
    /// How their decisions agree with those at other judgments.
    ConfusionMatrix(ConfusionMatrixWire),
}

/// How tied pairs count in tau.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum TauTies {
    /// Tied pairs count neither way, so that a ranking with ties does not agree with itself (tau-a).
    A,
    /// Corrected for ties (tau-b).
    #[default]
    B,
}

/// Which ranking tau-AP takes as gold.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum TauApForm {
    /// What is compared with.
    VersusIsGold,
    /// The cell's own ranking.
    CellIsGold,
    /// The mean of both.
    Symmetric,
    /// The mean of both, corrected for ties (tau-AP,b): equal rankings agree fully however many scores are
    /// equal.
    #[default]
    Agreement,
}

/// How an experiment is run.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
pub struct RunWire {
    /// What happens after a cell failed.
    pub on_cell_error: OnCellError,
    /// A grid with more points is refused.
    #[serde(deserialize_with = "few_enough")]
    pub max_cells: u64,
}

/// Most points that an experiment may ask for: they are all in memory.
const MOST_CELLS: u64 = 10_000_000;

fn few_enough<'de, D: serde::Deserializer<'de>>(deserializer: D) -> Result<u64, D::Error> {
    let cells = u64::deserialize(deserializer)?;
    if cells <= MOST_CELLS {
        Ok(cells)
    } else {
        Err(serde::de::Error::custom(format!("found {cells}, expected at most {MOST_CELLS}")))
    }
}

impl Default for RunWire {
    fn default() -> Self {
        Self { on_cell_error: OnCellError::Continue, max_cells: 50_000 }
    }
}

/// What happens after a cell failed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum OnCellError {
    /// The other cells are computed.
    Continue,
    /// The run ends.
    Stop,
}
