//! Changes to the judgments of a collection: data, which a pickle contains.

use std::fmt;

use rejudge_pools::{
    Contributions, FULL, JudgmentSet, SampleRule, View, leave_teams_out, pool_depth, sample,
};
use serde::{Deserialize, Serialize};

use crate::exceptions::Wrong;
use crate::whole::Whole;

/// A method of a collection that removes or replaces judgments, with its arguments.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub enum Change {
    Without {
        team: String,
        depth: Option<usize>,
    },
    PoolDepth(usize),
    /// The rate as text, from which the same number is read again.
    Sample {
        rate: String,
        seed: u64,
        min_relevant: usize,
        min_nonrelevant: usize,
    },
    JudgedBy(Judging),
    FilledBy(Judging),
}

/// Judges in place of people: one name, or several with `+` between them, and the rule that combines them.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Judging {
    pub judge: String,
    pub by: Option<String>,
}

impl Judging {
    /// The judgment set of these judges, whose role is that of `parameter`.
    fn set(&self, parameter: &str) -> Result<JudgmentSet, Wrong> {
        let by = self.by.as_deref().map(|by| ("by", by));
        let arguments: Vec<_> = [(parameter, self.judge.as_str())].into_iter().chain(by).collect();
        JudgmentSet::with(&FULL, &arguments).map_err(Wrong::value)
    }
}

impl Change {
    /// Returns the judgments that the change leaves of `view`.
    pub fn applied(&self, whole: &Whole, view: &View) -> Result<View, Wrong> {
        let collection = whole.collection();
        match self {
            Self::Without { team, depth } => {
                let at = collection.teams().iter().position(|known| known.name == *team);
                let at = at.ok_or_else(|| Wrong::value(format!("team: there is no `{team}`")))?;
                let contributions = Contributions::new(collection, view, depth.unwrap_or(usize::MAX));
                Ok(leave_teams_out(collection, view, &contributions, &[at]))
            }
            Self::PoolDepth(0) => Err(Wrong::value("depth: 0, expected a rank of 1 or more")),
            Self::PoolDepth(depth) => Ok(pool_depth(collection, view, *depth)),
            Self::Sample { rate, seed, min_relevant, min_nonrelevant } => {
                // A computed rate may have more digits than a written one.
                let number = rate.parse::<f64>().ok().filter(|rate| (0.0..=1.0).contains(rate));
                let rounded = number.map_or_else(|| rate.clone(), |rate| format!("{rate:.15}"));
                let rate = rounded.parse().map_err(|error| Wrong::value(format!("rate: {error}")))?;
                let rule = SampleRule::new(rate, *min_relevant, *min_nonrelevant);
                Ok(sample(collection, view, rule, *seed, &["python"]))
            }
            Self::JudgedBy(judging) => {
                let set = judging.set("judge")?;
                whole.judged(view, |material| set.view(material))
            }
            Self::FilledBy(judging) => {
                let set = judging.set("fill")?;
                whole.judged(&whole.input.view, |material| set.filling(view, material))
            }
        }
    }
}

impl fmt::Display for Change {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Without { team, .. } => write!(f, "without {team}"),
            Self::PoolDepth(depth) => write!(f, "pool depth {depth}"),
            Self::Sample { rate, .. } => write!(f, "sample of {rate}"),
            Self::JudgedBy(judging) => write!(f, "by {}", judging.judge),
            Self::FilledBy(judging) => write!(f, "filled by {}", judging.judge),
        }
    }
}
