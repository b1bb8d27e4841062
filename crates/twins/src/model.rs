//! Constants of the model that all twins share (version 3).
//!
//! Fourteen constants, for relevant documents, qualities and interactions, were fitted so that twins behave
//! like the real runs of `trec8-robust`, repooled to depth 100 (docs/twins.md). The fit compared tau,
//! power, how much scores vary (between runs, between topics and within a team), and the lost differences and
//! the false alarms under sampled and shallow judgments. The other constants were set by hand so that twins
//! agree with printed tables. Some constants are only defaults: a description may give its own values, most
//! of them in `effects`.
//!
//! The symbols before the colons, such as `s_R`, are those of the formulas in `topic.rs` and `collection_draws.rs`. In
//! subscripts, t is a topic, d a document, and r a run of team g.

/// The version of the model, which is part of the cache keys of twins. Increase it if you change a constant or a
/// formula.
pub const VERSION: u32 = 3;

/// M: the number of candidate documents of a topic.
pub const CANDIDATES: usize = 6000;
/// The length of a ranking, unless a description gives a shorter length.
pub(crate) const RUN_LENGTH: usize = 1000;

/// s_R: standard deviation of the effect of easiness on the score of a relevant document.
pub(crate) const EASINESS: f64 = 2.14;
/// The least easiness of a topic's first relevant document, so that nearly every run finds a relevant
/// document.
pub(crate) const MIN_FIRST_EASINESS: f64 = 1.5;
/// sig_D: standard deviation of the difficulty of topics.
pub(crate) const DIFFICULTY: f64 = 2.18;
/// rDR: correlation of difficulty with the logarithm of the number of relevant documents, negated.
pub(crate) const DIFFICULTY_BY_RELEVANT: f64 = 0.4;
/// sig_k: standard deviation of ln kappa, where kappa is how much systems disagree about a topic.
pub(crate) const DISAGREEMENT: f64 = 0.32;
/// Rsd: standard deviation of ln R.
pub(crate) const RELEVANT_SPREAD: f64 = 0.9;
/// The largest Rsd that a description may have. With this value or a smaller one, R stays below [`CANDIDATES`] even
/// after all R are scaled to the collection's mean.
pub(crate) const MAX_RELEVANT_SPREAD: f64 = 1.5;

/// K: number of retrieval technologies.
pub(crate) const TECHNOLOGIES: usize = 4;
/// sig_cR: effect of the technology on relevant documents.
pub(crate) const TECHNOLOGY_RELEVANT: f64 = 0.86;
/// v: effect of the run on nonrelevant documents.
pub(crate) const RUN_NOISE: f64 = 0.25;
/// vR: effect of the run on relevant documents.
pub(crate) const RUN_NOISE_RELEVANT: f64 = 0.79;
/// phi: share of the variance of a team's effect on nonrelevant documents that is between the team's runs.
pub(crate) const RUN_SHARE: f64 = 0.5;
/// phiR: share of the variance of a team's effect on relevant documents that is between the team's runs.
pub(crate) const RUN_SHARE_RELEVANT: f64 = 0.31;
/// e: weight of the exponential part of a team's effect on relevant documents. This part exists because each team ranks
/// a few relevant documents far higher than other teams do.
pub(crate) const EXPONENTIAL_WEIGHT: f64 = 0.57;

/// k: weight of the left tail in the quality of teams. With a tail there are a few bad teams, and many good teams that
/// are close together.
pub(crate) const LEFT_TAIL: f64 = 0.41;
/// rho: correlation of a team's oddness with its quality, negated: odd teams tend to be bad.
pub(crate) const ODDNESS_BY_QUALITY: f64 = 0.8;
/// The quality, as a standard normal number, of a team that is missing from the paper's order of teams
/// (`quality_order`).
pub(crate) const UNLISTED_QUALITY: f64 = -0.8;
/// sig_qr: standard deviation of quality between runs of a team.
pub(crate) const RUN_QUALITY: f64 = 0.16;
/// q_x: the number that is added to the quality of a cross-lingual run; negative, because translation makes a run worse.
pub(crate) const CROSS_LINGUAL_QUALITY: f64 = -0.8;
/// sig_p: standard deviation of a team's trade-off between precision and recall.
pub(crate) const TILT: f64 = 0.33;
/// sig_int: standard deviation of team x topic interaction.
pub(crate) const TEAM_TOPIC: f64 = 0.58;
/// sig_intr: standard deviation of run x topic interaction.
pub(crate) const RUN_TOPIC: f64 = 0.48;
/// b_q: how much more strongly quality counts on easy relevant documents; negative, because it counts more on hard
/// ones.
pub(crate) const QUALITY_BY_EASINESS: f64 = -0.64;
/// b_i: how much more interaction counts on easy relevant documents.
pub(crate) const INTERACTION_BY_EASINESS: f64 = 0.8;
/// b_n: how much less runs disagree on easy relevant documents.
pub(crate) const AGREEMENT_BY_EASINESS: f64 = 0.27;

/// c_g: concentration of the grades' shares in a topic around their shares in the collection.
pub(crate) const GRADE_CONCENTRATION: f64 = 1.5;
/// The amount that a grade adds to the score of a relevant document, for B, A and S, before the amounts are
/// centred.
pub(crate) const GRADE_OFFSETS: [f64; 3] = [0.0, 0.3, 0.6];

/// om: the factor on the team's effect on nonrelevant documents in a monolingual run. This factor and omR apply only if
/// the collection also has cross-lingual runs.
pub(crate) const MONOLINGUAL: f64 = 0.35;
/// omR: the factor on the team's effect on relevant documents in a monolingual run.
pub(crate) const MONOLINGUAL_RELEVANT: f64 = 0.7;
/// The number of translation resources that the teams share.
pub(crate) const TRANSLATIONS: usize = 4;
/// sig_x: effect of the translation resource.
pub(crate) const TRANSLATION: f64 = 1.6;

/// lamR: geometric mean of wr, the teams' oddness on relevant documents. If a description does not give a team's wr, it
/// is computed from lamR. A fit scales all wr so that the geometric mean of the pooled teams' wr is lamR.
pub(crate) const RELEVANT_ODDNESS: f64 = 1.25;
/// psi: damping of wr. A wr that is not given is proportional to the team's oddness to the power of 1 - psi.
pub(crate) const RELEVANT_ODDNESS_DAMPING: f64 = 0.25;
