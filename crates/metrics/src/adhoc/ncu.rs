//! Normalised cumulative utility: the expected utility over users who stop at different ranks. It generalises
//! average precision and Q-measure.
//!
//! p(r) is the probability that a user stops at rank r
//! ([`stopping_probabilities`](crate::stopping_probabilities)), and BR(r) is the utility of stopping there
//! ([`blended_ratios`](crate::blended_ratios)):
//!
//! NCU = Σ p(r) BR(r)
//!
//! Documents with a gain above 0 are relevant. With uniform stopping this is Q-measure, or with β = 0 average
//! precision. Unjudged documents count as nonrelevant. `None` if no judged document has a gain, or all judged relevant
//! documents have the stopping weight 0.
//!
//! Sakai and Robertson, EVIA 2008, Eqs. 7 to 11; Sakai, survey of NTCIR, Eq. 5.
//!
//! ```
//! let list: rejudge_metrics::JudgedRanking = ".3..1|1".parse()?;
//! assert_eq!(list.score("NCU(beta=0)")?, list.score("AP")?);
//! assert_eq!(list.score("NCU(stop='rb', gamma=0.5, beta=0)")?, Some((1.0 / 2.0 + 0.5 * 2.0 / 5.0) / 1.75));
//! assert_eq!(list.score("NCU(stop='gu', beta=0)")?, Some((3.0 * 1.0 / 2.0 + 1.0 * 2.0 / 5.0) / 5.0));
//! assert_eq!(list.score("NCU(stop='gu', weights={1: 0, 2: 1, 3: 0})")?, None);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use super::blended::{BETA, Blend};
use super::stopping::{Shares, Stopping};
use crate::adhoc::measure::*;

pub(crate) const NCU: Entry = Entry {
    name: "NCU",
    title: "normalised cumulative utility",
    formula: "Σ p(r) (C(r) + β cg(r)) / (r + β cg_I(r)); u: p(r) = 1/R; rb: p(r) ~ γ^(C(r)-1); gu: p(r) ~ weight of the level",
    parameters: &[
        Parameter::new(
            "stop",
            "where users stop: uniform over the relevant documents, rank-biased, or graded-uniform",
            Domain::Words(&["u", "rb", "gu"]),
            Some("u"),
        ),
        Parameter {
            name: "gamma",
            meaning: "share of users who go on after a relevant document",
            domain: Domain::Share,
            default: None,
            only_with: Some(("stop", "rb")),
        },
        Parameter {
            name: "weights",
            meaning: "stopping weight of each level",
            domain: Domain::ByLevelOr(&["gains"]),
            default: Some("gains"),
            only_with: Some(("stop", "gu")),
        },
        BETA,
    ],
    source: "Sakai and Robertson, EVIA 2008, Eqs. 7 to 11; Sakai, survey of NTCIR, Eq. 5",
    kernel: Resolved(|metric, setting| {
        let gains = setting.gains(metric)?;
        let stopping = match metric.word("stop") {
            "rb" => Stopping::RankBiased { gamma: metric.number("gamma") },
            "gu" => Stopping::GradedUniform {
                weights: setting.table(metric, "weights", |_| LevelTable::from(&gains))?,
            },
            _ => Stopping::Uniform,
        };
        let (shares, blend) = (Shares::new(stopping), Blend::new(metric.number("beta")));
        kernel(move |seen| {
            let total = shares.total(seen.list, seen.gains);
            if total <= 0.0 {
                return None;
            }
            Some(blend.walk(seen).fold(0.0, |sum, hit| sum + shares.share(&hit) * hit.ratio) / total)
        })
    }),
    ..Entry::GRADED
};
