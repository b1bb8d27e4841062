//! May another judge replace people, judge beside them, or fill in what they did not judge?

use rejudge_pools::{JudgmentSet, LEAVE_ONE_TEAM_OUT};
use rejudge_stats::mean;

use super::super::inspection::Inspection;
use super::super::other_judge::SeenJudge;
use super::ground::Ground;
use super::{AGREE, Answer};
use rejudge_eval::plural::counted;

const QUESTION: &str = "May another judge stand in for people?";

/// So large a share of the pairs that people do not tell apart may be told apart by the judge: the level of
/// the tests.
const NEW: f64 = 0.05;

/// What the ranking under a judgment set keeps of that by all judgments, in each draw.
#[derive(Debug, Default)]
struct Kept {
    tau: Vec<f64>,
    best: Vec<f64>,
    new: Vec<f64>,
}

impl Kept {
    /// By the judgment sets that `of` takes.
    fn of(ground: &Ground<'_>, of: impl Fn(&JudgmentSet) -> bool) -> Self {
        let values = |statistic: &str, component: &str| -> Vec<f64> {
            let found = ground.numbers.of(statistic, component, 0).into_iter();
            found.filter(|number| of(number.judgments)).map(|number| number.value).collect()
        };
        Self { tau: values("tau", "tau"), best: values("top", "kept"), new: values("decisions", "new-share") }
    }

    /// Whether rankings agree, the best runs stay, and few pairs are new, in every draw.
    fn is_enough(&self) -> bool {
        !self.tau.is_empty()
            && self.tau.iter().all(|&tau| tau > AGREE)
            && self.best.iter().all(|&share| share == 1.0)
            && self.new.iter().all(|&share| share <= NEW)
    }
}

pub(super) fn answer(ground: &Ground<'_>, files: &Inspection) -> Answer {
    let judges = files.judges();
    let shown =
        &["judges", "judge-labels", "shares-1", "filled-1", "shares-2", "filled-2", "shares-3", "filled-3"];
    if let Some(why) = ground.without_ranking(0) {
        return Answer::cannot(QUESTION, &why, &["judge-labels"]);
    }
    let sentences: Vec<String> = judges.iter().map(|judge| of_judge(ground, judge)).collect();
    let lack = "How far people would agree with other people is not known here, so that no judge can be held against that.";
    Answer {
        question: QUESTION,
        short: format!("{} {lack}", sentences.join(" ")),
        figures: judges.iter().map(|judge| format!("{}: {}", judge.counts.name, judge.counts)).collect(),
        table: None,
        shown,
    }
}

/// The sentences about a judge.
fn of_judge(ground: &Ground<'_>, judge: &SeenJudge) -> String {
    let name = &judge.counts.name;
    if judge.counts.is_the_same {
        return format!("`{name}` is the judgments themselves, label by label: it tells nothing.");
    }
    let all = format!("full(judge={name})");
    let kept = Kept::of(ground, |set| set.to_string() == all);
    let (Some(&tau), Some(&best)) = (kept.tau.first(), kept.best.first()) else {
        return format!("`{name}`: cannot be said, its labels give no ranking.");
    };
    let measure = ground.numbers.measures()[0];
    let count = |component: &str| {
        let found = ground.numbers.of("decisions", component, 0).into_iter();
        found.filter(|f| f.judgments.to_string() == all).map(|f| f.value as usize).next().unwrap_or_default()
    };
    let [agreed, reversed, lost, new] = ["agreed", "reversed", "lost", "new"].map(count);
    let undecided = new + count("undecided");
    let verdict = if kept.is_enough() && reversed == 0 {
        "it seems so, to rank these runs"
    } else if tau > AGREE {
        "for the ranking as a whole, not in all of it"
    } else {
        "no"
    };
    let mut text = format!(
        "By {measure}, `{name}` in place of people: {}{verdict}. Its ranking has a tau-b of {tau:.3} with that by all \
         judgments; {:.0}% of the best 10 runs stay among the best 10. Of {} that people's judgments tell apart it loses {lost} \
         and reverses {reversed}; of {undecided} that they do not it tells {new} apart.",
        ground.tentatively(),
        100.0 * best,
        counted(agreed + reversed + lost, "pair"),
    );
    if judge.has_levels {
        text += &rest(ground, name);
        text += &filled(ground, name);
    }
    text
}

/// From which share of people's judgments on the ranking is theirs, as a sentence with a blank before it.
fn rest(ground: &Ground<'_>, name: &str) -> String {
    let by_order = |order: &str| {
        let of_order =
            |set: &JudgmentSet| set.argument("order") == Some(order) && set.argument("fill") == Some(name);
        let mut shares: Vec<f64> = ground
            .numbers
            .of("tau", "tau", 0)
            .iter()
            .filter(|f| of_order(f.judgments))
            .filter_map(|f| f.judgments.number("share"))
            .collect();
        shares.sort_by(f64::total_cmp);
        shares.dedup();
        let is_enough = |share: f64| {
            Kept::of(ground, |set| of_order(set) && set.number("share") == Some(share)).is_enough()
        };
        let from = shares.iter().rev().take_while(|&&share| is_enough(share)).last();
        from.map_or_else(|| "from no share tried".to_owned(), |share| format!("from a share of {share} on"))
    };
    format!(
        " People for a share and `{name}` for the rest keep the ranking (tau-b above {AGREE}, the best 10, at most {:.0}% new pairs, in \
         every draw) {} where people judge the documents that runs rank highest, {} where they judge drawn ones.",
        100.0 * NEW,
        by_order("pool"),
        by_order("random")
    )
}

/// What filling in does for a team that is left out, as a sentence with a blank before it.
fn filled(ground: &Ground<'_>, name: &str) -> String {
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
    format!(
        " The runs of a team that is left out change by {:.1}% on average; where `{name}` labels what is missing, by {:.1}% ({}).",
        100.0 * before,
        100.0 * after,
        if net > 0.0 { "up on the whole" } else { "down on the whole" }
    )
}
