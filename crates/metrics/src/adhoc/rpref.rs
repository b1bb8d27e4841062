//! Graded relevance preference: bpref in which a document is penalised for each worse document above it.
//!
//! We always use r', the rank on the condensed list. The penalty of a relevant document is
//! π(r') = Σ (g(r') - g(j)) / g(r'), summed over the ranks j above r' at which a document gains less:
//!
//! rpref = Σ g(r') (1 - π(r') / D) / Σ_{r ≤ R} g_I(r)
//!
//! D depends on the form. For form N it is R + N - Σ_{r ≤ R} g_I(r) / gain(H), where gain(H) is the highest
//! gain in the table of gains. It is r' - 1 for form relative, and r' for form relative2.
//!
//! Documents with a gain above 0 are relevant. N counts the judged documents without a gain. Unjudged
//! documents are ignored, so the raw and the condensed list score the same. A document without a penalty
//! adds its gain, even if D = 0. The exception is rpref_relative, where a document at r' = 1 adds nothing, so
//! the ideal list scores below 1 (as in NTCIREVAL); rpref_relative2 repairs this. `None` if no judged
//! document has a gain.
//!
//! De Beer and Moens, SIGIR 2006; Sakai, SIGIR 2007; NTCIREVAL, `rpref_N`, `rpref_relative` and
//! `rpref_relative2`.
//!
//! ```
//! let list: rejudge_metrics::JudgedRanking = "03.2|2".parse()?;
//! assert_eq!(list.score("Rpref(form='relative')")?, Some((3.0 * (1.0 - 1.0 / 1.0) + 2.0 * (1.0 - 1.0 / 2.0)) / 7.0));
//! assert_eq!(list.score("Rpref(form='relative2')")?, Some((3.0 * (1.0 - 1.0 / 2.0) + 2.0 * (1.0 - 1.0 / 3.0)) / 7.0));
//! let divisor = 3.0 + 1.0 - 7.0 / 3.0;
//! assert_eq!(list.score("Rpref(form='N')")?, Some((3.0 * (1.0 - 1.0 / divisor) + 2.0 * (1.0 - 1.0 / divisor)) / 7.0));
//! // The highest gain in the table counts, whether or not a document of the topic has it.
//! let divisor = 3.0 + 1.0 - 7.0 / 4.0;
//! let expected = (3.0 * (1.0 - 1.0 / divisor) + 2.0 * (1.0 - 1.0 / divisor)) / 7.0;
//! assert_eq!(list.score("Rpref(form='N', gains={1: 1, 2: 2, 3: 3, 4: 4})")?, Some(expected));
//! assert_eq!("0".parse::<rejudge_metrics::JudgedRanking>()?.score("Rpref(form='N')")?, None);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use crate::adhoc::measure::*;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum RprefForm {
    N,
    Relative,
    Relative2,
}

pub(crate) const RPREF: Entry = Entry {
    name: "Rpref",
    title: "graded relevance preference",
    formula: "Σ g(r') (1 - π(r') / D) / Σ g_I(r); D = R + N - Σ g_I(r)/gain(H), or r' - 1, or r'",
    parameters: &[Parameter::new(
        "form",
        "the divisor of the penalty: its largest possible value, the number of judged documents above, or the rank",
        Domain::Words(&["N", "relative", "relative2"]),
        None,
    )],
    source: "De Beer and Moens, SIGIR 2006; Sakai, SIGIR 2007; NTCIREVAL, rpref_N, rpref_relative and rpref_relative2",
    kernel: Resolved(|metric, _| {
        let form = match metric.word("form") {
            "relative" => RprefForm::Relative,
            "relative2" => RprefForm::Relative2,
            _ => RprefForm::N,
        };
        kernel(move |seen| rpref(seen, form))
    }),
    ..Entry::GRADED
};

fn rpref(seen: &Seen<'_>, form: RprefForm) -> Option<f64> {
    let list = seen.list;
    let ideal_gain: f64 = list.ideal.iter().map(|&level| seen.gain(level)).sum();
    let top_level = *list.ideal.first()?;
    if ideal_gain <= 0.0 {
        return None;
    }
    let judged = f64::from(list.relevant(1) + list.judged_nonrelevant);
    let highest_penalty = judged - ideal_gain / seen.gains.highest();
    let (mut above, mut sum) = ([0_u32; 256], 0.0);
    for (hits_above, hit) in (0..).zip(seen.hits) {
        above[0] = hit.judged_above - hits_above;
        let gain = seen.gain(hit.level);
        if gain > 0.0 {
            let mut penalty = 0.0;
            for level in 0..hit.level.min(top_level) {
                let lost_share = (gain - seen.gain(level)) / gain;
                penalty += f64::from(above[usize::from(level)]) * lost_share;
            }
            let divisor = match form {
                RprefForm::N => highest_penalty,
                RprefForm::Relative => f64::from(hit.judged_above),
                RprefForm::Relative2 => f64::from(hit.judged_above) + 1.0,
            };
            let share = if form == RprefForm::Relative && hit.judged_above == 0 {
                0.0
            } else if penalty == 0.0 {
                1.0
            } else {
                1.0 - penalty / divisor
            };
            sum += gain * share;
        }
        above[usize::from(hit.level)] += 1;
    }
    Some(sum / ideal_gain)
}
