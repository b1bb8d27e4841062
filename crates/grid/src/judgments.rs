//! Judgment sets as values of an axis: `pool-depth(depth=10)`.

use std::fmt;

use rejudge_pools::{Rounding, SampleRule, SampledPool, Strata};

use super::Dimension;
use super::resolve::MOST_ERRORS;
use rejudge_spec::yaml::{Spanned, YamlError};
use rejudge_spec::{JudgmentsWire, Sweep};

/// One judgment set, every parameter fixed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Judgments {
    /// All judgments of the base.
    Full,
    /// Without the unique contributions of a team.
    LeaveOneTeamOut {
        /// The team.
        team: String,
    },
    /// What a team contributed.
    TakeOneTeam {
        /// The team.
        team: String,
    },
    /// What these teams contributed.
    TakeTeams {
        /// The teams, sorted.
        teams: Vec<String>,
    },
    /// What the so many teams with the fewest unique contributions contributed.
    TakeFewestUnique {
        /// How many teams.
        count: u32,
    },
    /// The top documents of every run.
    PoolDepth {
        /// How many.
        depth: u32,
    },
    /// A random sample.
    Sample(SampleParameters),
}

/// Parameters of a random sample.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SampleParameters {
    /// The share, as typed.
    pub rate_text: String,
    /// What it keeps.
    pub rule: SampleRule,
    /// Which draw, from 1.
    pub draw: u32,
}

impl Judgments {
    /// The team that it is about, for `judgments.team`.
    pub fn team(&self) -> Option<&str> {
        match self {
            Self::LeaveOneTeamOut { team } | Self::TakeOneTeam { team } => Some(team),
            _ => None,
        }
    }

    /// Whether they are drawn at random.
    pub fn is_drawn(&self) -> bool {
        matches!(self, Self::Sample(_))
    }

    /// The value of a parameter as text: `team`, `depth`, `rate`, `draw`.
    pub fn parameter(&self, name: &str) -> Option<String> {
        match (self, name) {
            (_, "team") => self.team().map(str::to_owned),
            (Self::PoolDepth { depth }, "depth") => Some(depth.to_string()),
            (Self::Sample(sample), "rate") => Some(sample.rate_text.clone()),
            (Self::Sample(sample), "draw") => Some(sample.draw.to_string()),
            _ => None,
        }
    }

    /// The sampling rate or the pool depth, as a place on a curve over `dimension`.
    pub fn place(&self, dimension: &Dimension) -> Option<f64> {
        let Dimension::Parameter(name @ ("rate" | "depth")) = dimension else { return None };
        self.parameter(name).and_then(|place| place.parse().ok())
    }

    /// Names of the parameters that a table may run over.
    pub const PARAMETERS: [&'static str; 4] = ["team", "depth", "rate", "draw"];

    /// How the names begin of sets that there are for known teams alone.
    pub const OF_TEAMS: [&'static str; 3] = ["leave-one-team-out", "take-one-team", "take-teams"];
}

impl fmt::Display for Judgments {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Full => f.write_str("full"),
            Self::LeaveOneTeamOut { team } => write!(f, "leave-one-team-out(team={team})"),
            Self::TakeOneTeam { team } => write!(f, "take-one-team(team={team})"),
            Self::TakeTeams { teams } => write!(f, "take-teams(teams={})", teams.join("+")),
            Self::TakeFewestUnique { count } => write!(f, "take-teams(fewest-unique={count})"),
            Self::PoolDepth { depth } => write!(f, "pool-depth(depth={depth})"),
            Self::Sample(s) => {
                let SampleRule { rounding, min_relevant, min_nonrelevant, pool, .. } = s.rule;
                write!(f, "sample(draw={}", s.draw)?;
                if (min_relevant, min_nonrelevant) != (1, 10) {
                    write!(f, ",min-nonrelevant={min_nonrelevant},min-relevant={min_relevant}")?;
                }
                if pool == SampledPool::Dropped {
                    f.write_str(",pool=dropped")?;
                }
                write!(f, ",rate={}", s.rate_text)?;
                f.write_str(match rounding {
                    Rounding::Floor => ")",
                    Rounding::Ceil => ",rounding=ceil)",
                    Rounding::HalfUp => ",rounding=half-up)",
                    Rounding::HalfEven => ",rounding=half-even)",
                })
            }
        }
    }
}

/// The judgment sets that an entry of the axis stands for in a collection with these `teams`; never
/// many more than `most`, which the caller refuses.
pub(super) fn expand(
    wire: &Spanned<JudgmentsWire>,
    teams: &[String],
    collection: &str,
    most: u64,
    errors: &mut Vec<YamlError>,
) -> Vec<Judgments> {
    match &wire.value {
        JudgmentsWire::Full => vec![Judgments::Full],
        JudgmentsWire::LeaveOneTeamOut { team } => team_values(wire, team, teams, collection, errors)
            .into_iter()
            .map(|team| Judgments::LeaveOneTeamOut { team })
            .collect(),
        JudgmentsWire::TakeOneTeam { team } => team_values(wire, team, teams, collection, errors)
            .into_iter()
            .map(|team| Judgments::TakeOneTeam { team })
            .collect(),
        JudgmentsWire::TakeTeams { teams: named, fewest_unique } => match (named.as_slice(), fewest_unique) {
            ([], Some(count)) if *count > 0 => vec![Judgments::TakeFewestUnique { count: *count }],
            ([_, ..], None) => {
                let mut teams = team_values(wire, &Sweep::of(named.clone()), teams, collection, errors);
                teams.sort();
                teams.dedup();
                vec![Judgments::TakeTeams { teams }]
            }
            _ => {
                let message = "expected either `teams: [..]` or `fewest-unique: N` with N from 1".to_owned();
                errors.push(wire.error(message));
                Vec::new()
            }
        },
        JudgmentsWire::PoolDepth { depth } => {
            let mut out = Vec::new();
            let limit = usize::try_from(most).unwrap_or(usize::MAX).saturating_add(1);
            for value in depth.values().take(limit) {
                match value.value.parse() {
                    Ok(depth) if depth > 0 => out.push(Judgments::PoolDepth { depth }),
                    _ => {
                        let message = format!("found `{}`, expected a pool depth from 1", value.value);
                        errors.push(error_at(wire, &value, message));
                    }
                }
                if errors.len() >= MOST_ERRORS {
                    break;
                }
            }
            out
        }
        JudgmentsWire::Sample { rate, draws, min_relevant, min_nonrelevant, rounding, pool } => {
            let (rounding, pool) = ((*rounding).into(), (*pool).into());
            let (min_relevant, min_nonrelevant) = (*min_relevant, *min_nonrelevant);
            let mut out = Vec::new();
            let limit = usize::try_from(most).unwrap_or(usize::MAX).saturating_add(1);
            for value in rate.values() {
                if out.len() as u64 > most || errors.len() >= MOST_ERRORS {
                    break;
                }
                match value.value.parse() {
                    Ok(rate) => out.extend((1..=draws.get()).take(limit).map(|draw| {
                        Judgments::Sample(SampleParameters {
                            rate_text: value.value.clone(),
                            rule: SampleRule {
                                rate,
                                rounding,
                                strata: Strata::Relevance,
                                min_relevant,
                                min_nonrelevant,
                                pool,
                            },
                            draw,
                        })
                    })),
                    Err(error) => errors.push(error_at(wire, &value, format!("sampling rate {error}"))),
                }
            }
            out
        }
    }
}

/// An error at `value`, or where the judgments stand when the value has no place of its own.
fn error_at(wire: &Spanned<JudgmentsWire>, value: &Spanned<String>, message: String) -> YamlError {
    YamlError { at: value.at.clone().or_else(|| wire.at.clone()), message, help: None }
}

fn team_values(
    wire: &Spanned<JudgmentsWire>,
    sweep: &Sweep,
    teams: &[String],
    collection: &str,
    errors: &mut Vec<YamlError>,
) -> Vec<String> {
    let mut out = Vec::new();
    for value in sweep.values() {
        if errors.len() >= MOST_ERRORS {
            break;
        }
        match value.value.as_str() {
            "all" if sweep.swept => out.extend(teams.iter().cloned()),
            "has-relevant-for-every-topic" if sweep.swept => {
                let message = "which teams brought a relevant document for every topic depends on the draw";
                let error = error_at(wire, &value, message.to_owned());
                errors.push(error.with_help(
                    "write `each: all` here, and `only: {relevant-for: 1.0}` in the rows that average over teams",
                ));
            }
            // Without its data a licensed collection may not know all its teams.
            team if teams.is_empty() || teams.iter().any(|t| t == team) => out.push(team.to_owned()),
            team => {
                let error = error_at(wire, &value, format!("`{collection}` has no analysed team `{team}`"));
                errors.push(error.suggesting(team, teams.iter().map(String::as_str)));
            }
        }
    }
    out
}
