//! The C/W/L families, as ir_measures names them.
//!
//! `max_rel=m` is ir_measures' way to give the gains: level / m, levels above m counting as m. Without it the
//! gains are those of the evaluation, divided by the highest.

use super::{Reading, User};
use crate::adhoc::measure::*;
use crate::adhoc::rbp::persistence;

const MAX_REL: Parameter = Parameter::new(
    "max_rel",
    "level with gain 1, the others in proportion; without it gains are divided by the highest",
    Domain::LevelOrHighest,
    Some(HIGHEST),
);

const T: Parameter = Parameter::new(
    "T",
    "the gain that the user wants, 1 being that of one best document",
    Domain::Positive,
    Some("1"),
);

const P: Parameter = persistence("0.9");

/// Returns the kernel of `metric` with a user.
fn reading(metric: &Metric, setting: &Setting<'_>, user: User) -> Result<Reading, ScorerError> {
    let gains = match (metric.value("max_rel"), metric.gains()) {
        (Some(Value::Decimal(_)), Some(_)) => {
            let cause = "`gains` and `max_rel` both give the gains".to_owned();
            return Err(ScorerError::Gains { metric: metric.to_string(), cause });
        }
        (Some(Value::Decimal(max_rel)), None) => Gains::linear(max_rel.value() as u8),
        _ => setting.gains(metric)?,
    };
    Ok(Reading::new(user, gains, setting.max_rank.unwrap_or(LAST_RANK)))
}

/// A family is its entry and its user.
macro_rules! families {
    ($($kernel:ident: $name:literal, $title:literal, $formula:literal, $parameters:expr, $cutoff:ident, $source:literal,
       |$metric:ident| $user:expr;)+) => { $(
        #[derive(Clone, Debug)]
        pub(crate) struct $kernel(Reading);

        impl Measure for $kernel {
            const ENTRY: Entry = Entry {
                name: $name,
                title: $title,
                formula: concat!("Σ w(r) g(r) / Σ w(r); w(r) = C(1) .. C(r-1), ", $formula),
                parameters: $parameters,
                cutoff: Cutoff::$cutoff,
                relevance: Relevance::Graded,
                summary: Summary::Mean,
                higher_is_better: true,
                source: $source,
            };

            fn resolve($metric: &Metric, setting: &Setting<'_>) -> Result<Self, ScorerError> {
                reading($metric, setting, $user).map(Self)
            }

            #[inline]
            fn score(&self, list: &JudgedList<'_>, hits: impl Iterator<Item = Hit> + Clone) -> Option<f64> {
                self.0.score(list, hits)
            }
        }
    )+ };
}

families! {
    Insq: "INSQ", "INSQ", "C(r) = ((r + 2T - 1) / (r + 2T))²", &[T, MAX_REL], Never,
        "Moffat, Scholer and Thomas, ADCS 2012; cwl_eval, INSQ",
        |metric| User::Insq { t: metric.number("T") };
    Inst: "INST", "INST", "C(r) = ((r + 2T - G(r) - 1) / (r + 2T - G(r)))²; G(r) gained", &[T, MAX_REL], Never,
        "Moffat, Bailey, Scholer and Thomas, ADCS 2015; cwl_eval, INST",
        |metric| User::Inst { t: metric.number("T") };
    Bpm: "BPM", "Bejeweled player model", "C(r) = 1 until G(r) ≥ T or r = k, then 0; G(r) gained", &[T, MAX_REL],
        Required, "Zhang et al., SIGIR 2017; cwl_eval, BPM",
        |metric| User::Bpm { t: metric.number("T"), k: metric.required_cutoff() };
    Sdcg: "SDCG", "scaled discounted cumulative gain", "C(r) = log2(r + 1) / log2(r + 2), 0 at k", &[MAX_REL],
        Required, "cwl_eval, SDCG, after Järvelin and Kekäläinen, TOIS 2002",
        |metric| User::Sdcg { k: metric.required_cutoff() };
    Nerr8: "NERR8", "nearly expected reciprocal rank, Eq. 8", "C(r) = 1 - g(r), 0 at k", &[MAX_REL], Required,
        "Azzopardi, Mackenzie and Moffat, ICTIR 2021, Eq. 8; cwl_eval",
        |metric| User::Nerr8 { k: metric.required_cutoff() };
    Nerr9: "NERR9", "nearly expected reciprocal rank, Eq. 9", "C(r) = r (1 - g(r)) / (r + 1), 0 at k", &[MAX_REL],
        Required, "Azzopardi, Mackenzie and Moffat, ICTIR 2021, Eq. 9; cwl_eval",
        |metric| User::Nerr9 { k: metric.required_cutoff() };
    Nerr10: "NERR10", "nearly expected reciprocal rank, Eq. 10", "C(r) = p (1 - g(r))", &[P, MAX_REL], Never,
        "Azzopardi, Mackenzie and Moffat, ICTIR 2021, Eq. 10; cwl_eval",
        |metric| User::Nerr10 { p: metric.number("p") };
    Nerr11: "NERR11", "nearly expected reciprocal rank, Eq. 11",
        "C(r) = ((r + 2T - 1) / (r + 2T))² (1 - g(r))", &[T, MAX_REL], Never,
        "Azzopardi, Mackenzie and Moffat, ICTIR 2021, Eq. 11; cwl_eval",
        |metric| User::Nerr11 { t: metric.number("T") };
}
