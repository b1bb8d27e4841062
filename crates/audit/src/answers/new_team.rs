//! Would a new team be treated fairly? By leaving each team out that pooled (Zobel, SIGIR 1998; Sakai, IPSJ
//! 2009, section 5), and looking at its own pooled runs: one team among many hardly moves a correlation
//! over all runs.

use rejudge_stats::mean;

use super::super::inspection::{Inspection, Origin, Standing};
use super::super::left_out::size;
use super::fairness::{FAIR, Fairness, NEARLY, limit};
use super::ground::{ENOUGH_RUNS, Ground};
use super::pool_depth::unfilled;
use super::team_effect::{Effect, correlations};
use super::team_table::table;
use super::{AGREE, Answer, listed};
use rejudge_eval::plural::{counted, of_number};
use rejudge_pools::TAKE_ONE_TEAM;

/// Of so many teams one counts little in what is said of all.
const MANY_TEAMS: usize = 5;

const NOT_TOLD: &str = "Cannot be said: the judgments are no pool of these runs to one depth, so nobody can tell for which team a \
                        document was judged.";

const QUESTION: &str = "Would a new team be treated fairly?";

pub(super) fn answer(ground: &Ground<'_>, files: &Inspection) -> Answer {
    let shown = &["unique", "teams", "rankings", "left-out"];
    if files.origin() == Origin::Complete {
        let short = format!(
            "Does not arise: all documents of a set were judged, it seems, whoever retrieved them. A new run is judged as far as it \
             retrieves within that set.{}",
            files.judged_at_ten(Standing::Pooled).map_or_else(String::new, |found| format!(
                " The top 10 of the stored runs are judged to {}.",
                shares(found)
            ))
        );
        return Answer { question: QUESTION, short, ..Answer::default() };
    }
    let is_unfilled = files.origin() == Origin::Unknown && !files.pool_is_filled();
    if is_unfilled && !files.pooled_teams().is_empty() && ground.too_few().is_none() {
        let untried = unfilled(files)
            .map_or_else(String::new, |why| format!(" Leaving teams out was not tried: {why}."));
        let short = format!("{NOT_TOLD}{}{untried}", as_if_new(files));
        return Answer { question: QUESTION, short, ..Answer::default() };
    }
    if files.origin() == Origin::Unknown && files.is_by_budget() {
        let untried = " Leaving teams out was not tried: with so many documents a topic others would have been judged in their place.";
        return Answer { question: QUESTION, short: format!("{NOT_TOLD}{untried}"), ..Answer::default() };
    }
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
    let opening = match files.origin() {
        Origin::Unknown => {
            format!(
                "{NOT_TOLD}{} {} a team brought the judged documents {}, then the answer by",
                as_if_new(files),
                if as_if_new(files).is_empty() { "If" } else { "If instead" },
                files.tops()
            )
        }
        _ => "By".to_owned(),
    };
    let would_be = if files.origin() == Origin::Unknown { " would be" } else { "" };
    let short = format!(
        "{opening} {}{would_be}: {}{}{} {}{}{}{}",
        measures[0],
        ground.tentatively(),
        in_words(main, files, ground.runs),
        correlation(main),
        shared(files),
        covering(files),
        as_new_runs(files),
        one_team(ground, files)
    );
    let short = short.trim_end().to_owned();
    let were_it_so = if files.origin() == Origin::Unknown { "were it so, " } else { "" };
    let line = |(at, effect): &(usize, Effect)| {
        if let Some(why) = ground.without_ranking(*at) {
            return format!("{}: cannot be said, {why}", measures[*at]);
        }
        let tau = effect.tau.map_or_else(String::new, |(least, mean)| {
            format!(" tau-b of all runs is {least:.3} at least, {mean:.3} on average.")
        });
        format!(
            "{}: {were_it_so}{}. Scores change {}. {}.{}{tau}",
            measures[*at],
            effect.verdict(),
            effect.changes(),
            effect.moves(),
            unpooled(effect, files)
        )
    };
    let figures = effects.iter().map(line).collect();
    Answer {
        question: QUESTION,
        short,
        figures,
        table: Some(table(&main.teams, files, measures[0], ground.runs)),
        shown,
    }
}

/// What a run is called whose documents are taken to be its team's.
fn pooled_run(files: &Inspection) -> &'static str {
    if files.origin() == Origin::Unknown { "run" } else { "pooled run" }
}

/// A mean share and the least one.
fn shares((mean, least): (f64, f64)) -> String {
    format!("{:.1}% on average, {:.1}% at least", 100.0 * mean, 100.0 * least)
}

/// The verdict on all teams, with the worst.
fn in_words(effect: &Effect, files: &Inspection, runs: usize) -> String {
    let pooled = pooled_run(files);
    let of = |treated: Fairness| effect.treated.iter().filter(|t| **t == treated).count();
    let teams = effect.teams.len();
    let (fair, nearly, unfair) = (of(Fairness::Fairly), of(Fairness::Nearly), of(Fairness::Unfairly));
    let mut out = format!(
        "{}. Of {teams} teams, each left out in turn, {fair} would have been treated fairly, {nearly} nearly so, {unfair} not. \
         (Fairly, by this report's limits: its {pooled}s change by at most {:.0}% on average and {} in rank; nearly: {:.0}% and {}.) Without its team the \
         score of a {pooled} changes {}. {}.",
        effect.verdict(),
        100.0 * FAIR.0,
        counted(limit(FAIR.1, runs), "place"),
        100.0 * NEARLY.0,
        counted(limit(NEARLY.1, runs), "place"),
        effect.changes(),
        effect.moves()
    );
    if let Some((worst, _)) = effect.worst().filter(|(_, treated)| *treated != Fairness::Fairly) {
        let size = worst.size().map_or_else(
            || "its scores change from 0".to_owned(),
            |size| format!("its scores change by {:.2}% on average", 100.0 * size),
        );
        let ranks = match worst.moves() {
            0.0 => "and no rank changes".to_owned(),
            moves => format!("and ranks by up to {moves}"),
        };
        out += &format!(" Worst off is {}: {size}, {ranks}.", worst.name);
    }
    out
}

/// What the ranking of all runs says, which one team among many hardly moves.
fn correlation(effect: &Effect) -> String {
    let teams = effect.teams.len();
    let little = |least: f64| match teams {
        ..MANY_TEAMS => String::new(),
        // Where one team moves it, it counts.
        _ if least <= AGREE => String::new(),
        _ => format!("; one team of {teams} counts little in it"),
    };
    let tau = effect
        .tau
        .map(|(least, _)| format!(" Whichever team is left out, the ranking of all runs has a tau-b of at least {least:.3} with that by all judgments{}.", little(least)));
    tau.unwrap_or_default()
}

/// How the runs fare that did not pool: those of teams that did not are what a new team's runs are. Who pooled
/// is known where somebody marked it; else it is how runs look.
fn as_new_runs(files: &Inspection) -> String {
    let Some(pooled) = files.judged_at_ten(Standing::Pooled) else { return String::new() };
    let (of_new, of_pooled) = (files.number_of(Standing::NewTeam), files.number_of(Standing::PooledTeam));
    if of_new + of_pooled == 0 {
        return String::new();
    }
    if files.origin() == Origin::ToTheEnds {
        return "Most runs are judged to their ends, pooled or not. ".to_owned();
    }
    let all = of_new + of_pooled;
    let mut out = format!("{} {}.", counted(all, "stored run"), did_not_pool(files, all));
    let pooled_run = if files.is_marked() { "a pooled run" } else { "a run that looks pooled" };
    for (runs, standing, team) in [
        (of_new, Standing::NewTeam, format!("without {pooled_run}")),
        (of_pooled, Standing::PooledTeam, format!("with {pooled_run}, so no new team's")),
    ] {
        if let Some(found) = files.judged_at_ten(standing).filter(|_| runs > 0) {
            let subject = match runs {
                runs if runs == all && all > 1 => "All are".to_owned(),
                runs => format!("{runs} {}", of_number(runs, "is", "are")),
            };
            let [of, its] = if runs == 1 { ["of a team", "its"] } else { ["of teams", "their"] };
            out += &format!(" {subject} {of} {team}: {its} top 10 are judged to {}.", shares(found));
        }
    }
    format!("{out} Those of the pooled runs are judged to {}. ", shares(pooled))
}

/// That runs, so many, did not pool, or look so.
fn did_not_pool(files: &Inspection, runs: usize) -> &'static str {
    if files.is_marked() { "did not pool" } else { of_number(runs, "looks unpooled", "look unpooled") }
}

/// Where none of the runs looks pooled they may be new themselves, as a sentence with a blank before it.
fn as_if_new(files: &Inspection) -> String {
    let found = files.judged_at_ten(Standing::Pooled).filter(|_| files.none_looks_pooled());
    found.map_or_else(String::new, |found| {
        format!(
            " No stored run looks pooled. If none pooled, they are what a new team's runs would be, and their top 10 are judged to {}.",
            shares(found)
        )
    })
}

/// Teams that cannot be told apart by what they brought.
fn shared(files: &Inspection) -> String {
    let groups: Vec<String> = files.shared().into_iter().map(listed).collect();
    if groups.is_empty() {
        return String::new();
    }
    format!(
        "Some teams have identical runs. Leaving one of them out takes nothing away, so they seem fairly treated whatever they \
         brought: {}. ",
        groups.join("; ")
    )
}

/// Teams that cover for one another.
fn covering(files: &Inspection) -> String {
    match files.covering() {
        pairs if pairs.is_empty() => String::new(),
        pairs => format!(
            "Nearly the same runs of different teams may cover for one another when one is left out: {}. ",
            pairs.join("; ")
        ),
    }
}

/// What happens to the runs of a team that is left out which had not pooled.
fn unpooled(effect: &Effect, files: &Inspection) -> String {
    let others = || effect.teams.iter().flat_map(|team| &team.others);
    let size = size(others());
    size.map_or_else(String::new, |size| {
        format!(
            " Their {} that {} {} by {:.2}%.",
            counted(others().count(), "run"),
            did_not_pool(files, others().count()),
            of_number(others().count(), "changes", "change"),
            100.0 * size
        )
    })
}

/// What one team's documents would have told; nothing of a few runs or teams, of which a correlation says
/// little.
fn one_team(ground: &Ground<'_>, files: &Inspection) -> String {
    if files.origin() != Origin::Pool || ground.runs < ENOUGH_RUNS || files.pooled_teams().len() < MANY_TEAMS
    {
        return String::new();
    }
    let measures = ground.numbers.measures();
    let alone = |at: usize| mean(&correlations(&ground.numbers, at, |set| set.is(&TAKE_ONE_TEAM)));
    let told = ground.told().into_iter().filter_map(|at| Some((at, alone(at)?)));
    let Some((best, tau)) = told.max_by(|a, b| a.1.total_cmp(&b.1)) else { return String::new() };
    format!(
        "Ranked by the documents of one team's pooled runs alone, the runs have a tau-b of {tau:.3} on average{}.",
        if measures.len() > 1 {
            format!(" by {}, and less by the other measures", measures[best])
        } else {
            String::new()
        }
    )
}
