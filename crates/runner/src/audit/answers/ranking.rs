//! Which measure to report? The sum of ranks over what the other answers rest on, with the reasons.

use rejudge_stats::mean;

use super::super::numbers::Numbers;
use super::{Answer, listed};
use crate::grid::Judgments;

/// What measures are ranked by.
struct Criterion {
    /// What a measure that comes first by it does.
    says: &'static str,
    /// The value of each measure; `None` where it is undefined.
    values: Vec<Option<f64>>,
}

impl Criterion {
    /// The rank of a measure, the mean of tied ranks; one that is undefined comes last.
    fn rank(&self, at: usize) -> f64 {
        let key = |at: usize| self.values[at].unwrap_or(f64::NEG_INFINITY);
        let own = key(at);
        let before = (0..self.values.len()).filter(|&other| key(other) > own).count();
        let tied = (0..self.values.len()).filter(|&other| key(other) == own).count();
        before as f64 + (tied as f64 + 1.0) / 2.0
    }
}

fn criteria(numbers: &Numbers<'_>) -> Vec<Criterion> {
    let measures = numbers.measures().len();
    let each = |of: &dyn Fn(usize) -> Option<f64>| (0..measures).map(of).collect::<Vec<_>>();
    let average =
        |statistic: &str, component: &str, at: usize, of: fn(&Judgments) -> bool, value: fn(f64) -> f64| {
            let found = numbers.of(statistic, component, at).into_iter().filter(|f| of(f.judgments));
            mean(&found.map(|f| value(f.value)).collect::<Vec<_>>())
        };
    let left_out = |set: &Judgments| matches!(set, Judgments::LeaveOneTeamOut { .. });
    let alone = |set: &Judgments| matches!(set, Judgments::TakeOneTeam { .. });
    let shallow = |set: &Judgments| matches!(set, Judgments::PoolDepth { .. });
    let sampled = |set: &Judgments| matches!(set, Judgments::Sample(_));
    let all = [
        ("separates most pairs of runs", each(&|at| numbers.full("power", "power", at))),
        ("still does after Holm's correction", each(&|at| numbers.full("corrected", "power", at))),
        (
            "changes least for a team that is left out",
            each(&|at| average("change", "relative", at, left_out, |v| -v.abs())),
        ),
        ("agrees best with itself on one team's pool", each(&|at| average("tau", "tau", at, alone, |v| v))),
        ("agrees best with itself on shallow pools", each(&|at| average("tau", "tau", at, shallow, |v| v))),
        ("agrees best with itself on few judgments", each(&|at| average("tau", "tau", at, sampled, |v| v))),
    ];
    // What no measure has says nothing of any.
    let told = all.into_iter().filter(|(_, values)| values.iter().any(Option::is_some));
    told.map(|(says, values)| Criterion { says, values }).collect()
}

pub(super) fn answer(numbers: &Numbers<'_>) -> Answer {
    let question = "Which measure to report?";
    let (measures, criteria) = (numbers.measures(), criteria(numbers));
    if criteria.is_empty() {
        let short = "Cannot be said: nothing could be computed that tells measures apart.".to_owned();
        return Answer { question, short, figures: Vec::new(), shown: &[] };
    }
    let ranks: Vec<Vec<f64>> =
        (0..measures.len()).map(|at| criteria.iter().map(|criterion| criterion.rank(at)).collect()).collect();
    let average = |at: usize| ranks[at].iter().sum::<f64>() / criteria.len() as f64;
    let mut order: Vec<usize> = (0..measures.len()).collect();
    order.sort_by(|&a, &b| average(a).total_cmp(&average(b)));
    let reasons = |at: usize| {
        let first: Vec<String> = criteria
            .iter()
            .filter(|criterion| criterion.rank(at) < 2.0)
            .map(|criterion| criterion.says.to_owned())
            .collect();
        first
    };
    let best = order[0];
    let why = reasons(best);
    let why = if why.is_empty() {
        "first in nothing, but far behind in nothing either".to_owned()
    } else {
        format!("it {}", listed(&why))
    };
    let short = if measures.len() == 1 {
        format!("Only {} was computed.", measures[0])
    } else {
        format!(
            "By the mean rank over {} criteria, {} ({:.1}): {why}. Whoever weighs the criteria otherwise gets another \
             order; a measure must also be of what users of the systems want.",
            criteria.len(),
            measures[best],
            average(best)
        )
    };
    let line = |&at: &usize| {
        let by = criteria.iter().zip(&ranks[at]).map(|(criterion, rank)| match criterion.values[at] {
            Some(_) => format!("{rank}"),
            None => "undefined".to_owned(),
        });
        let by: Vec<String> = by.collect();
        let first = reasons(at);
        let first = if first.is_empty() { String::new() } else { format!(": {}", first.join("; ")) };
        format!("{} (mean rank {:.1}; ranks {}){first}", measures[at], average(at), by.join(", "))
    };
    let mut figures = vec![format!(
        "The criteria, in the order of the ranks: {}",
        criteria.iter().map(|criterion| criterion.says).collect::<Vec<_>>().join("; ")
    )];
    figures.extend(order.iter().map(line));
    Answer { question, short, figures, shown: &[] }
}
