//! Statistics of scores, rankings and labels. This crate reads no files and knows no documents or judgments,
//! only the numbers and lists that you pass. It draws random numbers only from the [`Draw`] that you pass.
//! Only [`bootstrap_asl`], and [`Correction::adjusted`] for [`Correction::Tukey`], use several cores.
//!
//! | file | concept |
//! |---|---|
//! | `draw` | seeded random numbers and orders, and the normal distribution |
//! | `matrix` | scores, a row for each run and a column for each topic |
//! | `pairs` | all pairs of rows and their order |
//! | `ranking`, `tau`, `concordance` | Kendall's tau for two rankings or many |
//! | `tau_ap` | AP rank correlation |
//! | `rho` | Spearman's rank correlation |
//! | `rbo` | rank-biased overlap of two rankings, with ties |
//! | `reproduction` | similarity of a reproduced experiment to the original |
//! | `top` | how many of the best items of a ranking are among the best of another |
//! | `resamples` | bootstrap samples of topics, which all pairs share |
//! | `bootstrap`, `tile`, `kernel` | the paired bootstrap test of all pairs |
//! | `required_difference` | the difference of means that the bootstrap test calls significant |
//! | `vectors` | kernels for each width of vector registers |
//! | `t_test`, `incomplete_beta` | the t test, paired or not |
//! | `noncentral_f` | F, central and noncentral: the power of a test for a given effect |
//! | `wilcoxon`, `sign_test` | the signed-rank test, the sign test |
//! | `sign_flips`, `randomisation` | random signs of topics, which all pairs share; the randomisation test |
//! | `paired_difference` | the mean difference of two runs against a limit, one-sided |
//! | `paired_test`, `differences` | the choice of a paired test, and the differences that most tests use |
//! | `alternative` | two-sided and one-sided tests |
//! | `sample_room` | the number of samples that fit into memory |
//! | `correction` | p values adjusted for the number of tests |
//! | `tukey`, `randomised_tukey` | all pairs of runs at once, with topics as blocks |
//! | `studentized_range` | the distribution of the range of several means, for Tukey's HSD |
//! | `reject`, `power` | significant pairs, discriminative power |
//! | `confusion` | significance decisions with all judgments and with fewer: misses and false alarms |
//! | `decisions` | significant pairs of runs under two judgment sets: agreed, reversed, lost, new |
//! | `agreement` | kappa of two judges who gave levels to the same items |
//! | `krippendorff` | alpha of several judges, who need not label all items |
//! | `error_correlation` | the correlation between judges' errors, and how many independent judges would be as good |
//! | `group_change`, `scores_above` | do other judgments raise one group of runs more than another? |
//! | `binomial_interval` | confidence intervals for a share of draws |
//! | `prediction` | the interval that contains one more draw with a given probability |
//! | `certainty` | how uncertain means, ranks and winners are if the topics are a sample |
//! | `swap_rates` | how often two sets of topics order a pair of runs differently |
//! | `exponential_decay` | an exponential curve fitted to points, to extrapolate them |
//! | `knee` | the least sampling rate or pool depth at which a curve is above a threshold |
//! | `bisection` | the number at which a condition turns false |
//! | `error` | the error of this crate |
//! | `summary` | mean, standard deviation, median, quantiles, percentile rank |

#![warn(missing_docs)]

mod agreement;
mod alternative;
mod binomial_interval;
mod bisection;
mod bootstrap;
mod certainty;
mod concordance;
mod confusion;
mod correction;
mod decisions;
mod differences;
mod draw;
mod error;
mod error_correlation;
mod exponential_decay;
mod group_change;
mod incomplete_beta;
mod kernel;
mod knee;
mod krippendorff;
mod matrix;
mod noncentral_f;
mod paired_difference;
mod paired_test;
mod pairs;
mod power;
mod prediction;
mod randomisation;
mod randomised_tukey;
mod ranking;
mod rbo;
mod reject;
mod reproduction;
mod required_difference;
mod resamples;
mod rho;
mod sample_room;
mod scores_above;
mod sign_flips;
mod sign_test;
mod studentized_range;
mod summary;
mod swap_rates;
mod t_test;
mod tau;
mod tau_ap;
mod tile;
mod top;
mod tukey;
pub mod vectors;
mod wilcoxon;

pub use agreement::{Agreement, Weights};
pub use alternative::Alternative;
pub use binomial_interval::clopper_pearson;
pub use bootstrap::PairedBootstrap;
pub use certainty::{
    Estimate, JudgedTwice, MAX_TOPICS, PredictionPowered, Requirement, ScoreVariance, Standings, Weight,
    bootstrap_asl, bootstrap_t_interval, expected_width, percentile_interval, topics_by_interval,
};
pub use concordance::RankOrder;
pub use confusion::{ConfusionMatrix, confusion_matrix};
pub use correction::{Adjusted, Correction};
pub use decisions::{Decided, Decisions};
pub use draw::{Draw, normal_cdf, normal_quantile};
pub use error::StatsError;
pub use error_correlation::{ErrorCorrelation, ErrorOf};
pub use exponential_decay::ExponentialDecay;
pub use group_change::{GroupChange, Rise, RunClasses};
pub use knee::{Dips, knee};
pub use krippendorff::{Coincidences, Distance};
pub use matrix::Matrix;
pub use noncentral_f::{f_critical, noncentral_f_cdf};
pub use paired_difference::PairedDifference;
pub use paired_test::{ALPHA, CONFIDENCE, MAX_SAMPLES, PairedTest, SAMPLES, Test, TestResult, percent};
pub use pairs::{pair_count, pairs};
pub use power::{DiscriminativePower, discriminative_power};
pub use prediction::prediction_interval;
pub use randomisation::randomisation_test;
pub use randomised_tukey::RandomisedTukey;
pub use ranking::{Ranking, wins_ties_losses};
pub use rbo::{RboTies, rbo};
pub use reject::{Reject, significant};
pub use reproduction::{
    Improvement, delta_relative_improvement, effect_ratio, kendall_tau_union, rmse, truncated_rbo,
};
pub use resamples::Resamples;
pub use rho::spearman_rho;
pub use sample_room::{Samples, check_room};
pub use sign_flips::SignFlips;
pub use sign_test::sign_test;
pub use studentized_range::{studentized_range_critical, studentized_range_p};
pub use summary::{mean, median, percentile_rank, quantile, standard_deviation, within_central};
pub use swap_rates::{SWAP_BINS, SwapRates, TiedPairs};
pub use t_test::{student_t_critical, student_t_p, t_test, unpaired_t_test};
pub use tau::{kendall_tau_a, kendall_tau_b};
pub use tau_ap::{tau_ap, tau_ap_b, tau_ap_symmetric};
pub use top::{TopKept, best_kept, top_kept, top_tau_b};
pub use tukey::TukeyHsd;
pub use wilcoxon::{NullDistribution, wilcoxon};
