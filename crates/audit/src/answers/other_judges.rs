//! May another judge replace people, judge beside them, or fill in what they did not judge?

use rejudge_pools::inspect::FEWEST_TOPICS;
use rejudge_pools::{JudgmentSet, LEAVE_ONE_TEAM_OUT};
use rejudge_stats::mean;

use super::super::cards::{Card, Finding, Question, pictures};
use super::super::inspection::Inspection;
use super::super::other_judge::{JudgeKind, SeenJudge};
use super::ground::Ground;
use super::{AGREE, Answer, listed, yardstick};
use rejudge_eval::plural::counted;

const QUESTION: Question = Question::Judges;

/// So large a share of the pairs that people do not tell apart may be told apart by the judge: the level of
/// the tests.
const NEW: f64 = 0.05;

/// A ranking is kept where it is so in this share of the resamples.
const SURE: f64 = 0.95;

/// What is asked of a ranking that is kept, in words.
fn asked() -> String {
    format!("tau-b above {AGREE}, the best 10, at most {:.0}% new pairs", 100.0 * NEW)
}

/// The share of the resamples of topics (and orders, over the draws) in which the ranking is kept under the
/// judgment sets that `of` takes; `None` where there are no such sets.
fn kept(ground: &Ground<'_>, of: impl Fn(&JudgmentSet) -> bool) -> Option<f64> {
    let found = ground.numbers.of("kept", "kept", 0).into_iter();
    mean(&found.filter(|number| of(number.judgments)).map(|number| number.value).collect::<Vec<_>>())
}

pub(super) fn answer(ground: &Ground<'_>, files: &Inspection) -> Answer {
    let judges = files.judges();
    let shown =
        &["judges", "judge-labels", "shares-1", "filled-1", "shares-2", "filled-2", "shares-3", "filled-3"];
    if let Some(why) = ground.without_ranking(0) {
        return Answer::cannot(QUESTION, &why, &["judge-labels"]);
    }
    let sentences = judges.iter().filter(|judge| judge.is == JudgeKind::StandIn);
    let told: Vec<OfJudge> = sentences.map(|judge| of_judge(ground, judge)).collect();
    let sentences: Vec<&str> = told.iter().map(|judge| judge.said.as_str()).collect();
    let compared: Vec<&Compared> = told.iter().filter_map(|judge| judge.compared.as_ref()).collect();
    let finding = finding(ground, &compared);
    let rows = compared.iter().map(|judge| (judge.name.clone(), judge.tau)).collect();
    let picture = (!compared.is_empty()).then(|| pictures::correlations(rows, "judges"));
    let is_thin = ground.is_thin() || compared.iter().any(|judge| ground.is_thin_on(judge.topics));
    Answer {
        question: QUESTION,
        card: Some(Card::new(finding, is_thin, picture)),
        short: format!("{} {}", sentences.join(" "), yardstick::sentences(ground, judges)),
        figures: judges.iter().map(|judge| format!("{}: {}", judge.counts.name, judge.counts)).collect(),
        table: None,
        shown,
    }
}

/// What a judge keeps of people's ranking.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Keeps {
    /// The ranking, its top and its decisions.
    All,
    /// The ranking as a whole.
    Whole,
    /// Not even that.
    Nothing,
}

/// What is said of a judge.
struct OfJudge {
    said: String,
    /// `None` if its labels give no verdict.
    compared: Option<Compared>,
}

/// A judge whose ranking is compared with people's.
struct Compared {
    name: String,
    keeps: Keeps,
    tau: f64,
    /// The topics that it is compared on.
    topics: usize,
}

/// The verdict on all judges, which are compared by what they keep.
fn finding(ground: &Ground<'_>, judges: &[&Compared]) -> Finding {
    let Some(best) = judges.iter().max_by(|a, b| a.tau.total_cmp(&b.tau)) else {
        return Finding::CannotSay { why: "no other judge gives a ranking of its own".to_owned() };
    };
    let of_topics = (best.topics < ground.topics).then(|| of_topics(ground, best.topics));
    let (best, tau, several) = (best.name.clone(), format!("{:.3}", best.tau), judges.len() > 1);
    let count = |keeps: Keeps| judges.iter().filter(|judge| judge.keeps == keeps).count();
    let (kept, nothing, judges) = (count(Keeps::All), count(Keeps::Nothing), judges.len());
    if kept == judges {
        Finding::StandsIn { judges, several, best, tau, of_topics }
    } else if nothing == judges {
        Finding::StandsNotIn { judges, several, best, tau, of_topics }
    } else {
        Finding::StandsInPartly { judges, several, whole: judges - nothing, kept, best, tau, of_topics }
    }
}

/// How many of the topics a judge labelled: `9 of the 43 topics`.
pub(super) fn of_topics(ground: &Ground<'_>, topics: usize) -> String {
    format!("{topics} of the {}", counted(ground.topics, "topic"))
}

/// The sentences about a judge.
fn of_judge(ground: &Ground<'_>, judge: &SeenJudge) -> OfJudge {
    let name = &judge.counts.name;
    let unsaid = |said: String| OfJudge { said, compared: None };
    if judge.counts.is_the_same {
        return unsaid(format!("`{name}` is the judgments themselves, label by label: it tells nothing."));
    }
    let all = format!("full(judge={name})");
    let found = |statistic: &str, component: &str| {
        let found = ground.numbers.of(statistic, component, 0).into_iter();
        found.filter(|f| f.judgments.to_string() == all).map(|f| (f.value, f.topics)).next()
    };
    let of_all = |statistic: &str, component: &str| found(statistic, component).map(|(value, _)| value);
    let (Some((tau, topics)), Some(best)) = (found("tau", "tau"), of_all("top", "kept")) else {
        return unsaid(format!("`{name}`: cannot be said, its labels give no ranking."));
    };
    let is_of_some = topics < ground.topics;
    if topics < FEWEST_TOPICS {
        return unsaid(format!(
            "`{name}`: cannot be said, because it labelled documents of {} (no verdict is given on fewer than {FEWEST_TOPICS}).",
            of_topics(ground, topics)
        ));
    }
    let measure = ground.numbers.measures()[0];
    let count = |component: &str| of_all("decisions", component).unwrap_or_default() as usize;
    let [agreed, reversed, lost, new] = ["agreed", "reversed", "lost", "new"].map(count);
    let undecided = new + count("undecided");
    let share = kept(ground, |set| set.to_string() == all).unwrap_or_default();
    let is_enough = tau > AGREE && best == 1.0 && new as f64 <= NEW * undecided as f64 && share >= SURE;
    let keeps = if is_enough && reversed == 0 {
        Keeps::All
    } else if tau > AGREE {
        Keeps::Whole
    } else {
        Keeps::Nothing
    };
    let verdict = match keeps {
        Keeps::All => "it seems so, to rank these runs",
        Keeps::Whole => "for the ranking as a whole, not in all of it",
        Keeps::Nothing => "no",
    };
    let on_these = match is_of_some {
        true => format!(
            " It labelled documents of {}, and is compared with people on these topics alone.",
            of_topics(ground, topics)
        ),
        false => String::new(),
    };
    let mut text = format!(
        "By {measure}, `{name}` in place of people: {}{verdict}.{on_these} Its ranking has a tau-b of {tau:.3} with that by all \
         judgments; {:.0}% of the best 10 runs stay among the best 10. Of {} that people's judgments tell apart it loses {lost} \
         and reverses {reversed}; of {undecided} that they do not it tells {new} apart. In {:.0}% of resamples of the topics \
         the ranking is kept ({}).",
        ground.tentatively_on(topics),
        100.0 * best,
        counted(agreed + reversed + lost, "pair"),
        100.0 * share,
        asked()
    );
    if judge.has_levels {
        text += &rest(ground, name);
        text += &filled(ground, name, is_of_some);
    }
    OfJudge { said: text, compared: Some(Compared { name: name.clone(), keeps, tau, topics }) }
}

/// From which share of people's judgments on the ranking is theirs, as a sentence with a blank before it.
fn rest(ground: &Ground<'_>, name: &str) -> String {
    let is_filled = |set: &JudgmentSet| set.argument("share").is_some() && set.argument("fill") == Some(name);
    let mut shares: Vec<f64> = ground
        .numbers
        .of("kept", "kept", 0)
        .iter()
        .filter(|f| is_filled(f.judgments))
        .filter_map(|f| f.judgments.number("share"))
        .collect();
    shares.sort_by(f64::total_cmp);
    shares.dedup();
    let by_order = |order: &str| {
        let of_share = |share: f64| {
            kept(ground, |set| {
                is_filled(set) && set.argument("order") == Some(order) && set.number("share") == Some(share)
            })
        };
        let is_sure = |share: &&f64| of_share(**share).is_some_and(|kept| kept >= SURE);
        match (shares.iter().rev().take_while(is_sure).last(), shares.last()) {
            (Some(share), _) => format!("from a share of {share} on"),
            (None, Some(&most)) => {
                let kept = of_share(most).unwrap_or_default();
                format!("at no share tried (at {most} in {:.0}%)", 100.0 * kept)
            }
            (None, None) => "at no share tried".to_owned(),
        }
    };
    format!(
        " Where people judge a share and `{name}` the rest, the ranking is kept in at least {:.0}% of resamples of topics and \
         orders {} if people judge the documents that runs rank highest, {} if they judge drawn ones (tried: {}).",
        100.0 * SURE,
        by_order("pool"),
        by_order("random"),
        listed(&shares.iter().map(f64::to_string).collect::<Vec<_>>())
    )
}

/// What filling in does for a team that is left out, as a sentence with a blank before it. The change without
/// filling in is on all topics, so that it is left out beside a judge who labelled some of them.
fn filled(ground: &Ground<'_>, name: &str, is_of_some: bool) -> String {
    let changes = |fill: Option<&str>| -> Vec<f64> {
        let found = ground.numbers.of("change", "relative", 0).into_iter();
        let of = |set: &JudgmentSet| set.is(&LEAVE_ONE_TEAM_OUT) && set.argument("fill") == fill;
        found.filter(|f| of(f.judgments) && f.draw == 1).map(|f| f.value).collect()
    };
    let (without, with) = (changes(None), changes(Some(name)));
    let size = |changes: &[f64]| mean(&changes.iter().map(|change| change.abs()).collect::<Vec<_>>());
    let (Some(before), Some(after), Some(net)) = (size(&without), size(&with), mean(&with)) else {
        return String::new();
    };
    let way = if net > 0.0 { "up on the whole" } else { "down on the whole" };
    if is_of_some {
        return format!(
            " If a team is left out and `{name}` labels what is missing, its runs change by {:.1}% on average ({way}).",
            100.0 * after
        );
    }
    format!(
        " The runs of a team that is left out change by {:.1}% on average; where `{name}` labels what is missing, by {:.1}% ({way}).",
        100.0 * before,
        100.0 * after,
    )
}
