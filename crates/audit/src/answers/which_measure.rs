//! Which measure to report? The sum of ranks over what the other answers rest on, with the reasons.

use rejudge_figures::SketchForm;
use rejudge_stats::mean;

use super::super::cards::{Card, Finding, Question, pictures};
use super::super::inspection::Inspection;
use super::super::left_out::size;
use super::super::numbers::Numbers;
use super::criterion::{Criterion, ranking};
use super::ground::{ENOUGH_RUNS, Ground};
use super::leaders::Leaders;
use super::ranked_measures::RankedMeasures;
use super::team_table::teams;
use super::{Answer, listed};
use rejudge_eval::plural::{counted, of_number};
use rejudge_pools::{JudgmentSet, POOL_DEPTH, TAKE_ONE_TEAM};

const QUESTION: Question = Question::Report;

/// What the measures that are `told` of are ranked by, in their order.
fn criteria(ground: &Ground<'_>, told: &[usize]) -> Vec<Criterion> {
    let numbers = &ground.numbers;
    let tells_of_pool = ground.files.is_none_or(Inspection::tells_of_pool);
    let each = |of: &dyn Fn(usize) -> Option<f64>| told.iter().map(|&at| of(at)).collect::<Vec<_>>();
    let left_out = |at: usize| {
        let teams = teams(numbers, ground.files?, at);
        size(teams.iter().flat_map(|team| &team.runs)).map(|size| -size)
    };
    let average = |statistic: &str, at: usize, of: fn(&JudgmentSet) -> bool| {
        let found = numbers.of(statistic, "tau", at).into_iter().filter(|f| of(f.judgments));
        mean(&found.map(|f| f.value).collect::<Vec<_>>())
    };
    let power: Vec<Vec<f64>> = told.iter().map(|&at| numbers.by_draw("power", "power", at)).collect();
    let sampled: Vec<Vec<f64>> = told.iter().map(|&at| of_samples(numbers, at)).collect();
    let all = [
        Criterion::random("pairs told apart", "pairs", "tells most pairs of runs apart", &power),
        Criterion::fixed(
            "pairs told apart after Holm's correction",
            "Holm",
            "tells most pairs apart after Holm's correction",
            each(&|at| numbers.full("corrected", "power", at)),
        ),
        Criterion::fixed(
            "small change for a team that is left out",
            "new team",
            "changes least for a team that is left out",
            each(&left_out),
        )
        .of_pool(),
        Criterion::fixed(
            "ranking kept on one team's documents",
            "one team",
            "keeps its ranking best on one team's documents",
            each(&|at| average("tau", at, |set| set.is(&TAKE_ONE_TEAM))),
        )
        .of_pool(),
        Criterion::fixed(
            "ranking kept on shallow pools",
            "shallow",
            "keeps its ranking best on shallow pools",
            each(&|at| average("tau", at, |set| set.is(&POOL_DEPTH))),
        )
        .of_pool(),
        Criterion::random(
            "ranking kept on samples of the judgments",
            "samples",
            "keeps its ranking best on samples of the judgments",
            &sampled,
        ),
    ];
    let is_told = |criterion: &Criterion| tells_of_pool || !criterion.rests_on_pool;
    let tells = |criterion: &Criterion| !criterion.values.is_empty() && criterion.tells();
    all.into_iter().filter(|criterion| is_told(criterion) && tells(criterion)).collect()
}

/// Mean correlation over the sampling rates, by draw.
fn of_samples(numbers: &Numbers<'_>, measure: usize) -> Vec<f64> {
    let found = numbers.of("tau", "tau", measure);
    let of = |draw: u32| {
        let sampled = found.iter().filter(|f| f.draw == draw && f.judgments.is_drawn());
        mean(&sampled.map(|f| f.value).collect::<Vec<_>>())
    };
    (1..=numbers.draws()).filter_map(of).collect()
}

pub(super) fn answer(ground: &Ground<'_>) -> Answer {
    let ((told, against), names) = (ground.recommendable(), ground.numbers.measures());
    if let [only] = ground.told()[..] {
        let answer = Answer::cannot(QUESTION, &format!("{} alone was asked for", names[only]), &[]);
        return Answer { short: format!("{}{against}{}", answer.short, ground.untold()), ..answer };
    }
    if ground.files.is_some_and(Inspection::holds_relevant_alone) {
        let why = "no judged document is nonrelevant, so that measures which look for such ones cannot be held against the others";
        return Answer::cannot(QUESTION, why, &[]);
    }
    let untold = format!("{against}{}", ground.untold());
    let too_few = match told[..] {
        [] => Some("no measure that was asked for passes over the unjudged documents".to_owned()),
        [only] => Some(format!("{} alone is left", names[only])),
        _ => None,
    };
    if let Some(why) = too_few {
        let answer = Answer::cannot(QUESTION, &why, &[]);
        return Answer { short: answer.short + &untold, ..answer };
    }
    let few = || {
        let why = format!(
            "{} are too few to compare measures by (it takes {ENOUGH_RUNS})",
            counted(ground.runs, "run")
        );
        (ground.runs < ENOUGH_RUNS).then_some(why)
    };
    let why = if ground.runs < 2 { ground.without_ranking(0) } else { ground.too_few().or_else(few) };
    if let Some(why) = why {
        return Answer::cannot(QUESTION, &why, &[]);
    }
    let criteria = criteria(ground, &told);
    if criteria.is_empty() {
        return Answer::cannot(QUESTION, "by every criterion the measures are alike", &[]);
    }
    let names = told.iter().map(|&at| names[at]).collect();
    let by = RankedMeasures { criteria, names, some_left_out: !against.is_empty() };
    let leaders = by.leaders();
    let draws = by.draws();
    let mut order: Vec<usize> = (0..by.names.len()).collect();
    order.sort_by(|&a, &b| by.mean_rank(a, None).total_cmp(&by.mean_rank(b, None)));
    let count = counted_criteria(by.criteria.len());
    let seeds = if draws > 0 { " With other seeds another measure may lead." } else { "" };
    let short = match by.leading(&leaders) {
        Some((these, of_draws)) => format!(
            "{} the mean rank over {count}: {}{of_draws}{}{}{}{seeds} Other weights of the criteria give another order, and other topics may: all draws \
             are of these. A measure must also be of what users of the systems want.",
            ground.opening("By"),
            by.with_rank(&these),
            by.why(&these),
            below_min_rel(ground, &these.iter().map(|&at| by.names[at]).collect::<Vec<_>>()),
            untold,
        ),
        None => format!(
            "Cannot be said: {}. By the mean rank over {count} come first, draw by draw: {}.{}",
            leaders.why_none(),
            leaders.in_words(&by.names),
            untold,
        ),
    };
    let line = |&at: &usize| {
        let ranks = by.criteria.iter().map(|criterion| match criterion.values[at] {
            Some(_) => format!("{}", ranking(&criterion.values).mean_rank(at)),
            None => "undefined".to_owned(),
        });
        let ranks: Vec<String> = ranks.collect();
        let first = by.reasons(at);
        let first = if first.is_empty() { String::new() } else { format!(": {}", first.join("; ")) };
        let of_draws = if draws == 0 { String::new() } else { format!("; {}", leaders.of_measure(at)) };
        let (name, mean) = (by.names[at], by.mean_rank(at, None));
        format!("{name} (mean rank {mean:.1}; ranks {}{of_draws}){first}", ranks.join(", "))
    };
    let mut figures = vec![format!(
        "The criteria, in the order of the ranks: {}",
        by.criteria.iter().map(|criterion| criterion.name).collect::<Vec<_>>().join("; ")
    )];
    figures.extend(order.iter().map(line));
    let card = Card::new(finding(&by, &leaders, &order), ground.is_thin(), Some(picture(&by, &order)));
    Answer { question: QUESTION, card: Some(card), short, figures, ..Answer::default() }
}

/// The verdict with its numbers, of the measures in the order of their mean rank.
fn finding(by: &RankedMeasures<'_>, leaders: &Leaders, order: &[usize]) -> Finding {
    let rank = |at: usize| format!("{:.1}", by.mean_rank(at, None));
    let (criteria, of) = (by.criteria.len(), by.names.len());
    match by.leading(leaders) {
        Some((these, _)) => match these[..] {
            [one] => Finding::Leads { measure: by.names[one].to_owned(), rank: rank(one), criteria, of },
            _ => {
                let names: Vec<String> = these.iter().map(|&at| by.names[at].to_owned()).collect();
                Finding::LeadTogether { measures: listed(&names), rank: rank(these[0]), criteria, of }
            }
        },
        None => {
            let first = order[0];
            Finding::NoneLeads { measure: by.names[first].to_owned(), rank: rank(first), criteria }
        }
    }
}

/// The rank of each measure by each criterion.
fn picture(by: &RankedMeasures<'_>, order: &[usize]) -> SketchForm {
    let columns = by.criteria.iter().map(|criterion| criterion.in_short.to_owned()).collect();
    let rank = |at: usize, criterion: &Criterion| {
        criterion.values[at].map(|_| ranking(&criterion.values).mean_rank(at))
    };
    let row = |&at: &usize| {
        (by.names[at].to_owned(), by.criteria.iter().map(|criterion| rank(at, criterion)).collect())
    };
    pictures::ranks(columns, order.iter().map(row).collect())
}

/// That measures, of those that lead, count what is below the level that was asked for, as a sentence with
/// a blank before it.
fn below_min_rel(ground: &Ground<'_>, names: &[&str]) -> String {
    let min_rel = ground.numbers.min_rel();
    let mut graded = ground.numbers.graded();
    graded.retain(|name| names.contains(&name.as_str()));
    if min_rel < 2 || graded.is_empty() {
        return String::new();
    }
    format!(
        " {} {} documents below level {min_rel} too, by their gains.",
        listed(&graded),
        of_number(graded.len(), "counts", "count")
    )
}

/// Which measures come first by all criteria, and which by those that do not rest on who formed the pool;
/// `None` where these are the same criteria, or none are.
pub fn first_with_and_without_pool(ground: &Ground<'_>) -> Option<[String; 2]> {
    let ((told, _), names) = (ground.recommendable(), ground.numbers.measures());
    if ground.runs < ENOUGH_RUNS || ground.too_few().is_some() {
        return None;
    }
    let all = criteria(ground, &told);
    let (with, without): (Vec<bool>, usize) = (
        all.iter().map(|criterion| criterion.rests_on_pool).collect(),
        all.iter().filter(|criterion| !criterion.rests_on_pool).count(),
    );
    if told.len() < 2 || without == 0 || !with.contains(&true) {
        return None;
    }
    let first = |criteria: Vec<Criterion>| {
        let names = told.iter().map(|&at| names[at]).collect();
        let by = RankedMeasures { criteria, names, some_left_out: false };
        let (first, _) = by.leading(&by.leaders())?;
        Some(listed(&first.iter().map(|&at| by.names[at].to_owned()).collect::<Vec<_>>()))
    };
    let without = criteria(ground, &told).into_iter().filter(|criterion| !criterion.rests_on_pool).collect();
    Some([first(all)?, first(without)?])
}

fn counted_criteria(count: usize) -> String {
    if count == 1 { "one criterion".to_owned() } else { format!("{count} criteria") }
}
