//! How far people agree with people, and a judge beside that.

use super::super::other_judge::{JudgeKind, SeenJudge};
use super::ground::{ENOUGH_TOPICS, Ground};
use super::listed;
use super::other_judges::of_topics;
use rejudge_eval::plural::of_number;

/// How far one agrees with the judgments.
#[derive(Clone, Copy, Debug)]
struct Agrees {
    /// Of labels: kappa, where labels are levels, and the pairs with both labels.
    kappa: Option<(f64, usize)>,
    /// Of the rankings of the runs, and the topics that both judged.
    tau: Option<(f64, usize)>,
}

impl Agrees {
    fn of(ground: &Ground<'_>, judge: &SeenJudge) -> Self {
        let set = format!("full(judge={})", judge.counts.name);
        let of = |statistic: &str, component: &str| {
            let found = ground.numbers.of(statistic, component, 0).into_iter();
            found.filter(|f| f.judgments.to_string() == set).map(|f| (f.value, f.topics)).next()
        };
        let pairs = of("labels", "pairs").map(|(pairs, _)| pairs as usize);
        let kappa = of("labels", "kappa").map(|(kappa, _)| kappa).zip(pairs);
        Self { kappa, tau: of("tau", "tau") }
    }

    /// `a kappa of 0.412 over 300 pairs and a tau-b of 0.915`.
    fn words(&self, ground: &Ground<'_>) -> String {
        let kappa = self.kappa.map(|(kappa, pairs)| format!("a kappa of {kappa:.3} over {pairs} pairs"));
        let tau = self.tau.map(|(tau, topics)| {
            let on_these = match topics < ground.topics {
                true => format!(" on {}", of_topics(ground, topics)),
                false => String::new(),
            };
            // Where all topics are few, every answer begins with that.
            let few = if topics < ENOUGH_TOPICS && ground.topics >= ENOUGH_TOPICS {
                format!(" (fewer than {ENOUGH_TOPICS}, so that it says little)")
            } else {
                String::new()
            };
            format!("a tau-b of {tau:.3}{on_these}{few}")
        });
        let words: Vec<String> = kappa.into_iter().chain(tau).collect();
        if words.is_empty() { "nothing that could be counted".to_owned() } else { words.join(" and ") }
    }

    /// Whether it agrees less than `people`, of what is known of both.
    fn beside(&self, people: &Self) -> &'static str {
        let kappa = self.kappa.zip(people.kappa).map(|((judge, _), (people, _))| judge < people);
        let tau = self.tau.zip(people.tau).map(|((judge, _), (people, _))| judge < people);
        match (kappa, tau) {
            (Some(true), Some(true)) => "less than these people in both",
            (Some(false), Some(false)) => "no less than these people in either",
            (Some(true), Some(false)) => "less than these people in labels, no less in the ranking",
            (Some(false), Some(true)) => "less than these people in the ranking, no less in labels",
            (Some(true), None) | (None, Some(true)) => "less than these people",
            (Some(false), None) | (None, Some(false)) => "no less than these people",
            (None, None) => "which cannot be compared",
        }
    }
}

/// How far other people agree with the judgments, and each judge beside them; or that nobody is known who
/// could say so.
pub(super) fn sentences(ground: &Ground<'_>, judges: &[SeenJudge]) -> String {
    let (people, judges): (Vec<&SeenJudge>, Vec<&SeenJudge>) =
        judges.iter().partition(|judge| judge.is == JudgeKind::People);
    let (same, others): (Vec<&SeenJudge>, Vec<&SeenJudge>) =
        people.into_iter().partition(|people| people.counts.is_the_same);
    let mut said: Vec<String> = Vec::new();
    if !same.is_empty() {
        let names: Vec<String> = same.iter().map(|people| format!("`{}`", people.counts.name)).collect();
        said.push(format!(
            "{} {} the judgments themselves, label by label: people who agree with themselves are no yardstick.",
            listed(&names),
            of_number(names.len(), "is", "are")
        ));
    }
    for people in &others {
        let (name, agrees) = (&people.counts.name, Agrees::of(ground, people));
        let mut text =
            format!("`{name}`, other people, agree with the judgments by {}", agrees.words(ground));
        match people.counts.missing {
            0 => {}
            missing => {
                text += &format!(
                    "; they lack {missing} of the judged pairs, so that their ranking rests on fewer documents"
                );
            }
        }
        for judge in judges.iter().filter(|judge| !judge.counts.is_the_same) {
            let of_judge = Agrees::of(ground, judge);
            // Those who label fewer pairs agree by other documents.
            let beside = match people.counts.missing + judge.counts.missing {
                0 => of_judge.beside(&agrees),
                _ => "which cannot be compared, as they label different pairs",
            };
            text += &format!("; `{}` by {}, {beside}", judge.counts.name, of_judge.words(ground));
        }
        said.push(text + ".");
    }
    if others.is_empty() {
        said.push(
            "How far people would agree with other people is not known here, so that no judge can be held against that."
                .to_owned(),
        );
    }
    said.join(" ")
}
