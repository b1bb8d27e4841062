//! Would a new team be treated fairly? By leaving each team out that pooled (Zobel, SIGIR 1998; Sakai, IPSJ 2009, section 5),
//! and looking at its own pooled runs: one team among many hardly moves a correlation over all runs.

use rejudge_stats::mean;

use super::super::inspection::Inspection;
use super::super::numbers::Numbers;
use super::ground::Ground;
use super::team::{Moved, TeamLeftOut, size, teams};
use super::treated::{FAIR, NEARLY, Treated, limit};
use super::{Answer, Table, listed};
use rejudge_eval::counted::counted;
use rejudge_grid::Judgments;

const QUESTION: &str = "Would a new team be treated fairly?";

/// What leaving teams out does by one measure.
struct Effect {
    teams: Vec<TeamLeftOut>,
    treated: Vec<Treated>,
    /// Smallest and mean tau between the rankings of all runs with and without a team.
    tau: Option<(f64, f64)>,
}

impl Effect {
    fn new(ground: &Ground<'_>, files: &Inspection, measure: usize) -> Option<Self> {
        let teams = teams(&ground.numbers, files, measure);
        let treated: Vec<Treated> = teams.iter().map(|team| Treated::of(team, ground.runs)).collect();
        let taus =
            correlations(&ground.numbers, measure, |set| matches!(set, Judgments::LeaveOneTeamOut { .. }));
        let tau = taus.iter().copied().reduce(f64::min).zip(mean(&taus));
        (!teams.is_empty()).then_some(Self { teams, treated, tau })
    }

    fn verdict(&self) -> Treated {
        self.treated.iter().copied().max().unwrap_or(Treated::Fairly)
    }

    /// The pooled runs of all teams.
    fn runs(&self) -> impl Iterator<Item = &Moved> {
        self.teams.iter().flat_map(|team| &team.runs)
    }

    /// The team that is treated worst: of those of the worst verdict the one whose scores change most.
    fn worst(&self) -> Option<(&TeamLeftOut, Treated)> {
        let all = self.teams.iter().zip(self.treated.iter().copied());
        all.max_by(|(a, x), (b, y)| {
            let size = |team: &TeamLeftOut| team.size().unwrap_or(0.0);
            x.cmp(y).then(size(a).total_cmp(&size(b))).then(a.moves().total_cmp(&b.moves()))
        })
    }

    /// By how much scores change: in size, and with the sign.
    fn changes(&self) -> String {
        let signed: Vec<f64> = self.runs().filter_map(|run| run.change).collect();
        match size(self.runs()).zip(mean(&signed)) {
            Some((size, signed)) => {
                format!("by {:.2}% on average ({:+.2}% with the sign)", 100.0 * size, 100.0 * signed)
            }
            None => "from 0, so that no share can be given".to_owned(),
        }
    }

    /// The runs that move most.
    fn moves(&self) -> String {
        let fall = self.runs().min_by(|a, b| a.rise.total_cmp(&b.rise)).filter(|run| run.rise < 0.0);
        let rise = self.runs().max_by(|a, b| a.rise.total_cmp(&b.rise)).filter(|run| run.rise > 0.0);
        let ranks = |run: &Moved| format!("{} ({})", counted(run.rise.abs() as usize, "rank"), run.run);
        let fall = fall.map_or_else(
            || "none falls in rank".to_owned(),
            |run| format!("the deepest fall is by {}", ranks(run)),
        );
        let rise =
            rise.map_or_else(|| "none rises".to_owned(), |run| format!("the highest rise by {}", ranks(run)));
        format!("{fall}, {rise}")
    }
}

/// Correlations with the ranking by all judgments.
fn correlations(numbers: &Numbers<'_>, measure: usize, of: fn(&Judgments) -> bool) -> Vec<f64> {
    let found = numbers.of("tau", "tau", measure).into_iter();
    found.filter(|f| of(f.judgments) && f.draw == 1).map(|f| f.value).collect()
}

pub(super) fn answer(ground: &Ground<'_>, files: &Inspection) -> Answer {
    let shown = &["unique", "teams", "rankings", "left-out"];
    let pooled = files.pooled_teams();
    let why = match pooled.as_slice() {
        [] => Some(format!("{}, so that no team brought anything", files.without_pooled())),
        [one] if ground.runs == 1 => {
            Some(format!("one run has a topic of the judgments, so that its team ({one}) cannot be left out"))
        }
        [one] => Some(format!("all runs that pooled are of one team ({one}), so that none can be left out")),
        _ => ground.without_ranking(0),
    };
    if let Some(why) = why {
        return Answer::cannot(QUESTION, &why, if pooled.len() > 1 { &["unique", "teams"] } else { &[] });
    }
    let measures = ground.numbers.measures();
    let effects: Vec<(usize, Effect)> =
        ground.told().into_iter().filter_map(|at| Some((at, Effect::new(ground, files, at)?))).collect();
    let Some((_, main)) = effects.first().filter(|(at, _)| *at == 0) else {
        return Answer::cannot(QUESTION, "the scores without a team could not be computed", shown);
    };
    let short = format!(
        "{} {}, {}{}. {}{}{}",
        ground.opening("For"),
        measures[0],
        in_words(main, ground.runs),
        correlation(main),
        shared(files),
        as_new_runs(files),
        one_team(ground)
    );
    let line = |(at, effect): &(usize, Effect)| {
        if let Some(why) = ground.without_ranking(*at) {
            return format!("{}: cannot be said, {why}", measures[*at]);
        }
        let tau = effect.tau.map_or_else(String::new, |(least, mean)| {
            format!("; tau-b of all runs {least:.3} at least, {mean:.3} on average")
        });
        format!(
            "{}: {}; scores change {}, {}{}{tau}",
            measures[*at],
            effect.verdict().verdict(),
            effect.changes(),
            effect.moves(),
            unpooled(effect)
        )
    };
    let figures = effects.iter().map(line).collect();
    Answer { question: QUESTION, short, figures, table: Some(table(main, measures[0])), shown }
}

/// The verdict on all teams, with the worst.
fn in_words(effect: &Effect, runs: usize) -> String {
    let of = |treated: Treated| effect.treated.iter().filter(|t| **t == treated).count();
    let teams = effect.teams.len();
    let (fair, nearly, unfair) = (of(Treated::Fairly), of(Treated::Nearly), of(Treated::Unfairly));
    let mut out = format!(
        "{}: of {teams} teams, each left out in turn, {fair} would have been treated fairly, {nearly} nearly so, {unfair} not \
         (scores of its pooled runs within {:.0}% on average and ranks within {}, nearly: {:.0}% and {}). A pooled run without \
         its team changes {}; {}.",
        effect.verdict().verdict(),
        100.0 * FAIR.0,
        limit(FAIR.1, runs),
        100.0 * NEARLY.0,
        limit(NEARLY.1, runs),
        effect.changes(),
        effect.moves()
    );
    if let Some((worst, _)) = effect.worst().filter(|(_, treated)| *treated != Treated::Fairly) {
        let size = worst.size().map_or_else(
            || "scores from 0".to_owned(),
            |size| format!("scores by {:.2}% on average", 100.0 * size),
        );
        out += &format!(" Worst for {}: {size}, ranks by up to {}.", worst.name, worst.moves());
    }
    out
}

/// What the ranking of all runs says, which one team among many hardly moves.
fn correlation(effect: &Effect) -> String {
    let tau = effect.tau.map(|(least, _)| {
        format!(
            " The ranking of all runs keeps a tau-b of {least:.3} at least, in which one team of {} counts little",
            effect.teams.len()
        )
    });
    tau.unwrap_or_default()
}

/// How the runs fare that did not pool: what a new team's runs are.
fn as_new_runs(files: &Inspection) -> String {
    let share = |(mean, least): (f64, f64)| {
        format!("{:.1}% on average, {:.1}% at least", 100.0 * mean, 100.0 * least)
    };
    if files.is_all_judged() {
        return "Most runs are judged to their ends, pooled or not. ".to_owned();
    }
    match (files.is_their_pool(), files.judged_at_ten(true), files.judged_at_ten(false)) {
        (_, Some(pooled), Some(others)) => format!(
            "Runs that did not pool are new runs already: of their top 10 are judged {}; of those that pooled {}. ",
            share(others),
            share(pooled)
        ),
        (false, Some(all), None) => format!(
            "No run looks pooled to this depth, so that what a team is said to have brought is what it alone retrieved of the judged \
             documents, and these may be new runs already: of their top 10 are judged {}. ",
            share(all)
        ),
        _ => String::new(),
    }
}

/// Teams that cannot be told apart by what they brought.
fn shared(files: &Inspection) -> String {
    let groups: Vec<String> = files.shared().into_iter().map(listed).collect();
    if groups.is_empty() {
        return String::new();
    }
    format!(
        "Identical runs of several teams bring nothing alone, so that these teams seem fairly treated whatever they brought: {}. ",
        groups.join("; ")
    )
}

/// What happens to the runs of a team that is left out which had not pooled.
fn unpooled(effect: &Effect) -> String {
    let others = || effect.teams.iter().flat_map(|team| &team.others);
    let size = size(others());
    size.map_or_else(String::new, |size| {
        format!("; their {} that did not pool by {:.2}%", counted(others().count(), "run"), 100.0 * size)
    })
}

/// What one team's pool would have told.
fn one_team(ground: &Ground<'_>) -> String {
    let measures = ground.numbers.measures();
    let alone = |at: usize| {
        mean(&correlations(&ground.numbers, at, |set| matches!(set, Judgments::TakeOneTeam { .. })))
    };
    let mut all: Vec<(usize, f64)> =
        ground.told().into_iter().filter_map(|at| Some((at, alone(at)?))).collect();
    all.sort_by(|a, b| b.1.total_cmp(&a.1));
    match all.as_slice() {
        [] => String::new(),
        [(only, tau)] => {
            format!(
                "Judgments of a single team's pool rank the runs by {} at a mean tau-b of {tau:.3}.",
                measures[*only]
            )
        }
        [(best, tau), ..] => format!(
            "Judgments of a single team's pool rank the runs best by {} (mean tau-b {tau:.3}).",
            measures[*best]
        ),
    }
}

/// The teams, the worst first.
fn table(effect: &Effect, measure: &str) -> Table {
    let mut order: Vec<usize> = (0..effect.teams.len()).collect();
    let size = |at: usize| effect.teams[at].size().unwrap_or(0.0);
    order.sort_by(|&a, &b| effect.treated[b].cmp(&effect.treated[a]).then(size(b).total_cmp(&size(a))));
    let percent = |share: Option<f64>| share.map_or_else(|| "-".to_owned(), |s| format!("{:.2}%", 100.0 * s));
    let row = |at: usize| {
        let team = &effect.teams[at];
        let extreme = |of: fn(f64, f64) -> f64| team.runs.iter().map(|run| run.rise).fold(0.0, of);
        vec![
            team.name.clone(),
            effect.treated[at].verdict().to_owned(),
            team.runs.len().to_string(),
            percent(team.size()),
            format!("{}", -extreme(f64::min)).replace("-0", "0"),
            format!("{}", extreme(f64::max)),
            team.others.len().to_string(),
            percent(self::size(team.others.iter())),
        ]
    };
    Table {
        caption: format!("How each team would have been treated had it come late, by {measure}"),
        header: vec![
            "team",
            "fairly",
            "pooled runs",
            "mean size of the change",
            "deepest fall",
            "highest rise",
            "other runs",
            "mean size of their change",
        ],
        rows: order.into_iter().map(row).collect(),
    }
}
