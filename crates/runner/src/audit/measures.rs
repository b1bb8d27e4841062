//! Computes numbers for the verdicts about measures and new runs: compares measures over random draws, and
//! estimates how much a new run's score grows when its unjudged documents are judged.

use std::collections::BTreeMap;

use rejudge_stats::{Ranking, mean};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::audit::tables::Tables;

/// A criterion that ranks measures by a column of a table with a row for each measure. verdicts.yaml writes it as a list:
/// `[table, column]`, or `[table, column, true]` if a smaller number is better.
#[derive(Clone, Debug, Deserialize)]
pub struct Criterion(String, String, #[serde(default)] bool);

/// Returns the mean of each column of a table over some of its rows. Returns `None` if no cell in these rows
/// has a number.
pub fn column_means(tables: Tables<'_>, table: &str, rows: &[String]) -> Option<BTreeMap<String, f64>> {
    let mut values: BTreeMap<String, Vec<f64>> = BTreeMap::new();
    for cell in tables.named(table).into_iter().flat_map(|table| &table.cells) {
        if rows.contains(&cell.row) {
            values.entry(cell.column.clone()).or_default().extend(cell.mean());
        }
    }
    let means = values.into_iter().filter_map(|(column, values)| Some((column, mean(&values)?)));
    Some(means.collect()).filter(|means: &BTreeMap<_, _>| !means.is_empty())
}

/// Returns the measures by which no score of these runs changed by more than the share `limit` when the run's
/// team was left out. A measure by which none of these runs has a score is not returned.
pub fn steady_measures(tables: Tables<'_>, measures: &[String], runs: &[String], limit: f64) -> Vec<String> {
    measures.iter().filter(|measure| is_steady(tables, measure, runs, limit)).cloned().collect()
}

fn is_steady(tables: Tables<'_>, measure: &str, runs: &[String], limit: f64) -> bool {
    let mut cells =
        tables.column("left-out-change", measure).filter(|cell| runs.contains(&cell.row)).peekable();
    cells.peek().is_some() && cells.all(|cell| cell.mean().is_some_and(|change| change.abs() <= limit))
}

/// A run is used only if at least this share of its top ranks becomes unjudged without its team. With a smaller share, the
/// rate would be a ratio of two tiny numbers.
const MIN_LOST_SHARE: f64 = 0.02;

/// The share of new teams whose scores should grow no faster than at the estimated rate.
const COVERAGE: f64 = 0.9;

/// The growth of scores when the documents of a left-out team are judged again.
#[derive(Debug, Serialize)]
pub struct Growth {
    /// The number of teams that the rate is estimated from.
    teams: usize,
    /// The growth, relative to the score without the team, if all documents in the top ranks were unjudged
    /// and became judged.
    rate: f64,
    /// The smallest share of the top ranks that is judged without the run's team, over the runs that the rate is estimated
    /// from.
    least_judged: f64,
}

/// Estimates how much the score of a new run grows when its unjudged documents are judged. The estimate uses the runs of
/// teams that are left out; `teams` maps each run to its team. Returns `None` if no run loses at least the share
/// `MIN_LOST_SHARE` and still has a score above 0.
///
/// If a team is left out, a share `lost` of a run's top ranks becomes unjudged. If the score grows by the
/// share `growth` when these documents are judged again, the rate is `growth / lost`. We do not use `growth`
/// itself, because it depends on the pool: if the pool is shallower than the top ranks, many documents there
/// are unjudged even with the team, so both `lost` and `growth` are small.
///
/// Each team counts with its largest rate. Of the n rates, we return the k-th smallest, where k is .9 (n + 1) rounded up,
/// and the largest if k exceeds n. With at least 9 teams, the rate of a new team is at most the returned rate in at least 9
/// of 10 cases.
pub fn growth(tables: Tables<'_>, measure: &str, teams: &BTreeMap<String, String>) -> Option<Growth> {
    let by_run = |table: &str, column: &str| -> BTreeMap<String, f64> {
        let cells = tables.column(table, column);
        cells.filter_map(|cell| Some((cell.row.clone(), cell.mean()?))).collect()
    };
    let judged = by_run("new-runs", "judged");
    let judged_without_team = by_run("left-out-judged", "judged");
    let changes = by_run("left-out-change", measure);
    let mut rates: BTreeMap<&str, f64> = BTreeMap::new();
    let mut least_judged = f64::INFINITY;
    for (run, team) in teams {
        let (Some(judged), Some(without_team), Some(change)) =
            (judged.get(run), judged_without_team.get(run), changes.get(run))
        else {
            continue;
        };
        let (lost, remaining) = (judged - without_team, 1.0 + change);
        if lost >= MIN_LOST_SHARE && remaining > 0.0 {
            let rate = rates.entry(team).or_insert(f64::NEG_INFINITY);
            *rate = rate.max((1.0 / remaining - 1.0) / lost);
            least_judged = least_judged.min(*without_team);
        }
    }
    let mut sorted: Vec<f64> = rates.into_values().collect();
    sorted.sort_by(f64::total_cmp);
    // Subtract a little, because a floating-point error above a whole number would otherwise be rounded up.
    let place = (COVERAGE * (sorted.len() + 1) as f64 - 1e-9).ceil() as usize;
    let rate = *sorted.get(place.min(sorted.len()).checked_sub(1)?)?;
    Some(Growth { teams: sorted.len(), rate, least_judged })
}

/// Orders the measures by a column, from the highest mean to the lowest. Returns as JSON the numbers of draws
/// and measures; the best measures (those that the first one does not beat in every draw); the worst measure; the
/// highest and the lowest mean; and true if the first measure beats the worst one in every draw. Returns
/// `None` if the column has no number.
///
/// If there are fewer draws than `fewest_draws`, no measure counts as better than another.
pub fn order_measures(tables: Tables<'_>, table: &str, column: &str, fewest_draws: usize) -> Option<Value> {
    let mut measures: Vec<(String, Vec<f64>)> =
        tables.column(table, column).map(|cell| (cell.row.clone(), cell.values())).collect();
    let average = |draws: &[f64]| mean(draws).unwrap_or(0.0);
    // The sort is stable, so measures with equal means stay in the order of the table.
    measures.sort_by(|(_, a), (_, b)| average(b).total_cmp(&average(a)));
    let ((_, first), (last, worst)) = (measures.first()?, measures.last()?);
    let is_beaten = |draws: &[f64]| {
        first.len() >= fewest_draws && first.iter().zip(draws).all(|(first, draw)| first > draw)
    };
    let best = measures.iter().filter(|(_, draws)| !is_beaten(draws)).map(|(name, _)| name);
    Some(json!({
        "draws": first.len(),
        "measures": measures.len(),
        "best": best.collect::<Vec<_>>(),
        "worst": last,
        "highest": average(first),
        "lowest": average(worst),
        "is_separated": is_beaten(worst),
    }))
}

/// Returns as JSON the measures that lead by their mean rank over the criteria. A measure leads if it is
/// first, or tied for first, in at least the share `least_share` of the draws. If there are fewer than
/// `fewest_draws` draws, none leads. Also returns the numbers of draws, criteria and measures, and one measure
/// with its mean rank: the measure whose mean rank is best if each criterion ranks the measures by their means
/// over draws. A criterion counts only if it distinguishes the measures. Returns `None` if there are fewer than two
/// measures, or if no criterion counts.
pub fn leading_measures(
    tables: Tables<'_>,
    measures: &[String],
    criteria: &[Criterion],
    least_share: f64,
    fewest_draws: usize,
) -> Option<Value> {
    let ranking = |values: Vec<Option<f64>>| {
        Ranking::new(&values.into_iter().map(|value| value.unwrap_or(f64::NEG_INFINITY)).collect::<Vec<_>>())
    };
    let by_means = |draws: &[Vec<f64>]| ranking(draws.iter().map(|draws| mean(draws)).collect());
    let mut values: Vec<Vec<Vec<f64>>> =
        criteria.iter().map(|criterion| draws_by_measure(tables, measures, criterion)).collect();
    values.retain(|draws| !by_means(draws).is_all_tied());
    let draws = values.iter().flatten().map(Vec::len).max().filter(|_| measures.len() > 1)?;
    let mean_ranks = |rank: &dyn Fn(&[Vec<f64>]) -> Ranking| -> Vec<f64> {
        let rankings: Vec<Ranking> = values.iter().map(|draws| rank(draws)).collect();
        let sum = |measure| rankings.iter().map(|ranking| ranking.mean_rank(measure)).sum::<f64>();
        (0..measures.len()).map(|measure| sum(measure) / values.len() as f64).collect()
    };
    let mut firsts = vec![0; measures.len()];
    for draw in 0..draws {
        let ranks = mean_ranks(&|draws| match draws.iter().map(Vec::len).max() {
            // A criterion that is not random has one number for each measure, which counts in every draw.
            Some(1) => by_means(draws),
            _ => ranking(draws.iter().map(|draws| draws.get(draw).copied()).collect()),
        });
        let best = ranks.iter().copied().fold(f64::INFINITY, f64::min);
        firsts.iter_mut().zip(&ranks).for_each(|(count, rank)| *count += usize::from(*rank == best));
    }
    let needed = (least_share * draws as f64).ceil() as usize;
    let leaders =
        measures.iter().zip(&firsts).filter(|(_, firsts)| draws >= fewest_draws && **firsts >= needed);
    let ranks = mean_ranks(&by_means);
    let best = (0..measures.len()).min_by(|a, b| ranks[*a].total_cmp(&ranks[*b]))?;
    Some(json!({
        "draws": draws,
        "criteria": values.len(),
        "measures": measures.len(),
        "leaders": leaders.map(|(name, _)| name).collect::<Vec<_>>(),
        "best": measures[best],
        "mean_rank": ranks[best],
    }))
}

/// Returns the draws of each measure by a criterion. If a smaller number is better, the numbers are negated.
fn draws_by_measure(tables: Tables<'_>, measures: &[String], criterion: &Criterion) -> Vec<Vec<f64>> {
    let Criterion(table, column, lower_is_better) = criterion;
    let sign = if *lower_is_better { -1.0 } else { 1.0 };
    let draws = measures.iter().map(|name| tables.draws(table, name, column));
    draws.map(|draws| draws.into_iter().map(|value| sign * value).collect()).collect()
}

#[cfg(test)]
mod tests {
    use rejudge_report::table::{FilledCell, FilledTable};

    use super::*;

    fn table(rows: &[(&str, &[f64])]) -> FilledTable {
        let cell = |(name, draws): &(&str, &[f64])| FilledCell {
            row: (*name).to_owned(),
            column: "power".to_owned(),
            draws: (1..).zip(draws.iter().copied()).collect(),
            ..FilledCell::default()
        };
        let cells = rows.iter().map(cell).collect();
        FilledTable { name: "separation".to_owned(), caption: String::new(), show: None, plot: None, cells }
    }

    #[test]
    fn measures_are_separated_if_every_draw_separates_them() {
        let ordered = |rows: &[(&str, &[f64])]| {
            order_measures(Tables(&[table(rows)]), "separation", "power", 5).expect("rows")
        };
        let five_draws = ordered(&[
            ("RR", &[0.1; 5]),
            ("AP", &[0.6, 0.5, 0.6, 0.5, 0.6]),
            ("Q", &[0.5, 0.6, 0.4, 0.4, 0.4]),
        ]);
        let [best, worst, is_separated] =
            ["best", "worst", "is_separated"].map(|name| five_draws[name].clone());
        assert_eq!((best, worst, is_separated), (json!(["AP", "Q"]), "RR".into(), true.into()));
        let four_draws = ordered(&[("AP", &[0.6; 4]), ("RR", &[0.1; 4])]);
        assert_eq!(four_draws["is_separated"], false, "four draws are too few");
    }

    #[test]
    fn a_measure_that_comes_first_in_nine_of_ten_draws_leads() {
        let criterion = [Criterion("separation".to_owned(), "power".to_owned(), false)];
        let leaders = |ahead: usize, draws: usize| {
            let draws: Vec<f64> = (0..draws).map(|draw| if draw < ahead { 0.9 } else { 0.1 }).collect();
            let rows = [table(&[("AP", &draws), ("RR", &vec![0.5; draws.len()])])];
            leading_measures(Tables(&rows), &["AP".to_owned(), "RR".to_owned()], &criterion, 0.9, 5)
                .expect("a criterion")["leaders"]
                .clone()
        };
        assert_eq!([leaders(9, 10), leaders(8, 10), leaders(4, 4)], [json!(["AP"]), json!([]), json!([])]);
    }
}
