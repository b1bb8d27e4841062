//! The parts of a page that say how numbers were drawn and averaged.

use rejudge_collections::descriptor::Kind;
use rejudge_names::plural::counted;
use rejudge_pools::{JudgmentSet, ONE_PER_TEAM, RANDOM};

use rejudge_experiment::grid::{Grid, Runs};

/// Returns the numbers of draws on collections of `kind`, for the section on the method. Returns `None` if
/// nothing about these collections is random.
pub(super) fn draw_counts(grid: &Grid, kind: Kind) -> Option<String> {
    match kind {
        Kind::Simulated => Some(format!("{} of each twin", counted(grid.draws.simulated as usize, "draw"))),
        Kind::WorkedExample | Kind::MadeUp => None,
        Kind::Open => choices(grid, kind, grid.draws.open),
        Kind::Licensed => choices(grid, kind, grid.draws.licensed),
        Kind::Own => choices(grid, kind, grid.draws.own),
    }
}

/// Returns, for example, `8 draws of one run per team, 1000 of random(runs=16)`. Choices of runs that set their own number
/// of draws come last.
fn choices(grid: &Grid, kind: Kind, draws: u32) -> Option<String> {
    let with_own_number =
        grid.runs.iter().filter_map(|runs| Some(format!("{} of {}", runs.draws()?, runs.without_draws())));
    let general = |runs: &&Runs| runs.draws().is_none();
    let general = random_parts(grid, kind, &grid.runs.iter().filter(general).collect::<Vec<_>>())
        .map(|what| format!("{} of {what}", counted(draws as usize, "draw")));
    let choices: Vec<String> = general.into_iter().chain(with_own_number).collect();
    (!choices.is_empty()).then(|| choices.join(", "))
}

/// Returns a list of the random parts of a draw for collections of `kind`, apart from the draw of a twin. Returns
/// `None` if nothing is random.
fn random_parts(grid: &Grid, kind: Kind, runs: &[&Runs]) -> Option<String> {
    let collections = grid.collections.iter().filter(|c| c.entry.descriptor.kind == kind);
    let sets: Vec<&JudgmentSet> = collections.clone().flat_map(|collection| &collection.judgments).collect();
    let has_passes = collections
        .flat_map(|collection| {
            collection.judgments.iter().map(move |set| collection.is_drawn(set) && !set.is_drawn())
        })
        .any(|is_drawn_by_judges| is_drawn_by_judges);
    let is_any = |is: fn(&JudgmentSet) -> bool| sets.iter().any(|set| is(set));
    let mut words = vec![
        (runs.iter().any(|runs| runs.is(&ONE_PER_TEAM) && runs.is_drawn()), "one run per team"),
        (runs.iter().any(|runs| runs.is(&RANDOM)), "random runs"),
        (is_any(|set| set.is_drawn() && set.argument("formed-by").is_some()), "the teams that form a pool"),
        (is_any(|set| draws_itself(set) && !set.rule().depends_on_teams()), "samples of the judgments"),
        (has_passes, "passes of judges or labels dealt from them"),
        (is_any(|set| draws_itself(set) && set.rule().depends_on_teams()), "the teams of a judgment set"),
        (grid.topic_sets.iter().any(|sets| sets.is_one() && sets.is_drawn()), "the topics of a set"),
    ];
    for drawn in grid.statistics.iter().filter_map(|statistic| statistic.kind.draws()) {
        if words.iter().all(|(_, word)| *word != drawn) {
            words.push((true, drawn));
        }
    }
    let words: Vec<&str> =
        words.into_iter().filter(|(is_drawn, _)| *is_drawn).map(|(_, word)| word).collect();
    let (last, others) = words.split_last()?;
    Some(if others.is_empty() { (*last).to_owned() } else { format!("{} and {last}", others.join(", ")) })
}

/// Returns true if the judgment set itself is drawn at random, and not only the pool from which the set is taken.
fn draws_itself(set: &JudgmentSet) -> bool {
    set.is_drawn() && set.argument("formed-by").is_none()
}

/// Returns a sentence about the draws over which the numbers are averaged.
pub(super) fn means(grid: &Grid, kind: Kind) -> String {
    let is_of_kind = |index: &usize| grid.collections[*index].entry.descriptor.kind == kind;
    let draws = (0..grid.collections.len()).filter(is_of_kind).map(|index| grid.draws_of(index)).max();
    match random_parts(grid, kind, &grid.runs.iter().collect::<Vec<_>>()) {
        None => "Nothing is drawn".to_owned(),
        Some(what) if draws == Some(1) => format!("One draw of {what}"),
        Some(what) => {
            format!("Means over the draws of {what} ± their standard deviation (none if all draws are equal)")
        }
    }
}
