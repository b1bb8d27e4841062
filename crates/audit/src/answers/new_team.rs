//! Would a new team be treated fairly? By leaving each team out that pooled (Zobel, SIGIR 1998; Sakai, IPSJ
//! 2009, section 5), and looking at its own pooled runs: one team among many hardly moves a correlation
//! over all runs.

use rejudge_figures::SketchForm;
use rejudge_stats::mean;

use super::super::cards::pictures::Share;
use super::super::cards::{Card, Finding, Question, pictures};
use super::super::inspection::{Inspection, Origin, Standing};
use super::super::left_out::{TeamLeftOut, size};
use super::fairness::{FAIR, Fairness, NEARLY, limit};
use super::ground::{ENOUGH_RUNS, Ground};
use super::pool_depth::unfilled;
use super::team_effect::{Effect, correlations};
use super::team_table::table;
use super::unpooled_runs::{as_if_new, as_new_runs, unpooled};
use super::{AGREE, Answer, listed};
use rejudge_eval::plural::counted;
use rejudge_pools::TAKE_ONE_TEAM;

/// Of so many teams one counts little in what is said of all.
const MANY_TEAMS: usize = 5;

/// Why nobody can tell what a team brought, in short.
const NO_POOL: &str = "nobody can tell for which team a document was judged";

const NOT_TOLD: &str = "Cannot be said: the judgments are no pool of these runs to one depth, so nobody can tell for which team a \
                        document was judged.";

const QUESTION: Question = Question::Fair;

pub(super) fn answer(ground: &Ground<'_>, files: &Inspection) -> Answer {
    if let Some(without) = without_teams(ground, files) {
        return without;
    }
    let shown = &["unique", "teams", "rankings", "left-out"];
    let measures = ground.numbers.measures();
    let effects: Vec<(usize, Effect)> =
        ground.told().into_iter().filter_map(|at| Some((at, Effect::new(ground, files, at)?))).collect();
    let Some((_, main)) = effects.first().filter(|(at, _)| *at == 0) else {
        return Answer::cannot(QUESTION, "the scores without a team could not be computed", shown);
    };
    let short = with_reserves(ground, files, main);
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
            effect.moves(pooled_run(files)),
            unpooled(effect, files)
        )
    };
    let figures = effects.iter().map(line).collect();
    let mut card = Card::new(finding(main, files, measures[0], ground.runs), ground.is_thin(), picture(main));
    if files.origin() != Origin::Unknown {
        card.note(&main.falls());
    }
    Answer {
        question: QUESTION,
        card: Some(card),
        short,
        figures,
        table: Some(table(&main.teams, files, measures[0], ground.runs)),
        shown,
    }
}

/// The answer where no team can be left out, or it tells nothing to leave one out.
fn without_teams(ground: &Ground<'_>, files: &Inspection) -> Option<Answer> {
    if files.origin() == Origin::Complete {
        let short = format!(
            "Does not arise: all documents of a set were judged, it seems, whoever retrieved them. A new run is judged as far as it \
             retrieves within that set.{}",
            files.judged_at_ten(Standing::Pooled).map_or_else(String::new, |found| format!(
                " The top 10 of the stored runs are judged to {}.",
                shares(found)
            ))
        );
        let card = Card::new(Finding::NobodysPool {}, false, None);
        return Some(Answer { question: QUESTION, card: Some(card), short, ..Answer::default() });
    }
    let is_unfilled = files.origin() == Origin::Unknown && !files.pool_is_filled();
    if is_unfilled && !files.pooled_teams().is_empty() && ground.too_few().is_none() {
        let untried = unfilled(files)
            .map_or_else(String::new, |why| format!(" No verdict is drawn from leaving teams out: {why}."));
        let short = format!("{NOT_TOLD}{}{untried}", as_if_new(files));
        return Some(Answer { short, ..Answer::cannot(QUESTION, NO_POOL, &[]) });
    }
    if files.origin() == Origin::Unknown && files.is_by_budget() {
        let untried = " No verdict is drawn from leaving teams out: with so many documents a topic others would have been judged in their place.";
        let short = format!("{NOT_TOLD}{untried}");
        return Some(Answer { short, ..Answer::cannot(QUESTION, NO_POOL, &[]) });
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
    why.map(|why| Answer::cannot(QUESTION, &why, if pooled.len() > 1 { &["unique", "teams"] } else { &[] }))
}

/// The answer with every reserve.
fn with_reserves(ground: &Ground<'_>, files: &Inspection, main: &Effect) -> String {
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
    let said = format!(
        "{opening} {}{would_be}: {}{}{}{} {}{}{}{}",
        ground.main(),
        ground.tentatively(),
        in_words(main, files, ground.runs),
        lost(files),
        correlation(main),
        shared(files),
        covering(files),
        as_new_runs(files),
        one_team(ground, files)
    );
    said.trim_end().to_owned()
}

/// The verdict with its numbers: as `in_words` gives it.
fn finding(effect: &Effect, files: &Inspection, measure: &str, runs: usize) -> Finding {
    let measure = measure.to_owned();
    let percent = |share: f64| format!("{:.1}%", 100.0 * share);
    let size = size(effect.runs()).map_or_else(|| "-".to_owned(), percent);
    if files.origin() == Origin::Unknown {
        return Finding::ForWhomUnknown { size, measure };
    }
    let teams = effect.teams.len();
    let unfair = effect.treated.iter().filter(|t| **t == Fairness::Unfairly).count();
    let change = format!("{:.0}%", 100.0 * NEARLY.0);
    let places = counted(limit(NEARLY.1, runs), "place");
    let worst = effect.most_changed().map_or_else(String::new, |(team, _)| team.name.clone());
    match effect.treated.iter().max() {
        Some(Fairness::Unfairly) if 2 * unfair <= teams => {
            Finding::UnfairToSome { unfair, teams, change, places, size, worst, measure }
        }
        Some(Fairness::Unfairly) => Finding::Unfair { unfair, teams, change, places, size, worst, measure },
        Some(Fairness::Nearly) => Finding::NearlyFair { size, measure },
        Some(Fairness::Fairly) | None => Finding::Fair { size, measure },
    }
}

/// The teams by the change of their runs; `None` where all scored 0.
fn picture(effect: &Effect) -> Option<SketchForm> {
    let change = |team: &TeamLeftOut| {
        let mark = match team.deepest_fall() {
            0.0 => String::new(),
            ranks => format!(", \u{2193}{ranks}"),
        };
        Some(Share { name: team.name.clone(), share: team.size()?, mark })
    };
    let teams: Vec<_> = effect.teams.iter().filter_map(change).collect();
    // In few words: a sketch has room for some 50 letters.
    let falls =
        if teams.iter().any(|team| !team.mark.is_empty()) { "; \u{2193}: deepest fall in rank" } else { "" };
    let limit = (NEARLY.0, format!("dashed: the limit of {:.0}%{falls}", 100.0 * NEARLY.0));
    (!teams.is_empty()).then(|| pictures::shares(teams, vec![limit], "teams"))
}

/// What a run is called whose documents are taken to be its team's.
fn pooled_run(files: &Inspection) -> &'static str {
    if files.origin() == Origin::Unknown { "run" } else { "pooled run" }
}

/// A mean share and the least one.
pub(super) fn shares((mean, least): (f64, f64)) -> String {
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
        effect.moves(pooled)
    );
    out += &effect.falls();
    if let Some((team, size)) = effect.most_changed().filter(|_| fair < teams) {
        out += &format!(" Scores change most for {}: by {:.2}% on average.", team.name, 100.0 * size);
    }
    out
}

/// What is counted as lost with a team where nobody knows for whom a document was judged, as a sentence with
/// a blank before it.
fn lost(files: &Inspection) -> String {
    let is_guess = files.origin() == Origin::Unknown && !files.is_marked();
    files.depth().filter(|_| is_guess).map_or_else(String::new, |depth| {
        format!(
            " A document that other teams' runs hold only below rank {depth} counts as lost. Where such documents were judged for \
             another reason, less would be lost."
        )
    })
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
