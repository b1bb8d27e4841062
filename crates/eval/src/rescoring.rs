//! Takes judgments away, scores the runs again, and compares their ranking with the ranking by all judgments.

use std::collections::BTreeMap;

use rayon::prelude::*;
use rejudge_names::plural::{counted, few};
use rejudge_pools::{Contributions, JudgmentRequest, JudgmentSet, RunIx, Scoring, TestCollection, View};
use rejudge_stats::{Ranking, kendall_tau_b, mean, standard_deviation, tau_ap_b};
use rejudge_tables::frame::{Frame, Table, Value, Values, plot};

use super::rank_correlation::{check_rankings, check_two_runs, ranking};
use super::scores::MAX_NAMED;
use super::{EvalError, Input, PresetRules, RequestedMeasures, Scores};

/// The command, for messages.
const COMMAND: &str = "rescore";

/// Runs with their scores by all judgments, and the settings of manipulations.
#[derive(Clone, Copy, Debug)]
pub struct Rescoring<'a> {
    /// The runs, with teams ([`Input::load_with_teams`]).
    pub input: &'a Input,
    /// The scores by all judgments of `input`.
    pub scores: &'a Scores,
    pub measures: &'a RequestedMeasures,
    pub rules: &'a PresetRules,
    /// The depth to which each run contributed documents; `None` if it contributed all that it retrieved.
    pub pool_depth: Option<u32>,
    /// The seed of random manipulations.
    pub seed: u64,
    /// The number of draws of each random manipulation.
    pub draws: u32,
}

/// The table of a rescoring.
#[derive(Clone, Debug)]
pub struct Rescored {
    pub table: Table,
    /// Notes on topics that lost their last relevant document, and on draws without a tau.
    pub notes: Vec<String>,
}

/// The runs scored by one draw of a judgment set.
struct Draw {
    /// The share of the judgments that are kept. If teams have their own judgments, this is the mean over the runs.
    kept: f64,
    /// The number of topics that lost their last relevant document. If teams have their own judgments, this
    /// is the number of topics that lost it for at least one team.
    emptied: usize,
    by_measure: Vec<Comparison>,
}

/// For one measure, the runs' scores and ranking under a draw, compared with those under all judgments.
struct Comparison {
    tau: Option<f64>,
    tau_ap: Option<f64>,
    /// The mean relative change of the scores.
    change: Option<f64>,
    /// The mean relative change of the scores of the named teams' runs.
    team_change: Option<f64>,
    /// The mean rise of these runs, in ranks.
    team_rise: Option<f64>,
}

/// The scores of all runs by a measure, and their ranking.
struct Ranked {
    scores: Vec<f64>,
    ranking: Ranking,
}

impl Rescoring<'_> {
    /// Scores the runs by each of `sets`, and compares the rankings with the rankings by all judgments. `figure`
    /// says whether the table gets a figure.
    ///
    /// # Errors
    /// If there are fewer than two runs, the runs differ in their topics, a run has no judged document down to a
    /// measure's cutoff, a set does not fit the judgments or names a team without a pooled run, or the figure cannot
    /// be drawn.
    pub fn table(&self, sets: &[JudgmentSet], figure: bool) -> Result<Rescored, EvalError> {
        check_two_runs(self.scores, COMMAND)?;
        check_rankings(self.input, self.scores, COMMAND)?;
        let full = self.by_all_judgments();
        let contributions = self.contributions(sets);
        // We collect the results before we look for an error, so that any number of threads gives the same error.
        let draws: Vec<Result<Vec<Draw>, EvalError>> =
            sets.par_iter().map(|set| self.score_draws(set, &contributions, &full)).collect();
        let draws: Vec<Vec<Draw>> = draws.into_iter().collect::<Result<_, _>>()?;
        let by_set: Vec<(&JudgmentSet, &[Draw])> = sets.iter().zip(draws.iter().map(Vec::as_slice)).collect();
        let rows = self.rows(&by_set);
        let figure = figure.then(|| figure_of_tau(&rows, sets)).transpose()?;
        let drawn = sets.iter().any(JudgmentSet::is_drawn);
        let seed = if drawn { format!("; seed {}", self.seed) } else { String::new() };
        let depth = self.pool_depth.map_or_else(String::new, |depth| format!("; pool-depth {depth}"));
        let table = Table { figure, ..self.rules.table("rescored", rows, &(seed + &depth)) };
        Ok(Rescored { table, notes: self.notes(&by_set) })
    }

    /// Returns the request for a judgment set, without a draw.
    fn request(&self, set: &JudgmentSet) -> JudgmentRequest {
        let pool_depth = self.pool_depth.filter(|_| set.rule().depends_on_teams());
        JudgmentRequest { pool_depth, ..set.clone().into() }
    }

    /// Returns the request for each draw of a judgment set.
    fn requests(&self, set: &JudgmentSet) -> Vec<JudgmentRequest> {
        let request = self.request(set);
        if !set.is_drawn() {
            return vec![request];
        }
        let draw = |draw| JudgmentRequest { seed: Some(self.seed), draw: Some(draw), ..request.clone() };
        (1..=self.draws).map(draw).collect()
    }

    /// Returns the contributions of the teams to pools of each depth that a set needs.
    fn contributions(&self, sets: &[JudgmentSet]) -> BTreeMap<usize, Contributions> {
        let mut by_depth = BTreeMap::new();
        for set in sets {
            let request = self.request(set);
            let contributions = || request.contributions(self.collection(), &self.input.view);
            by_depth.entry(request.contribution_depth()).or_insert_with(contributions);
        }
        by_depth
    }

    fn collection(&self) -> &TestCollection {
        &self.input.judgments
    }

    /// Returns the topics over which the scores are averaged. Taking judgments away does not change them.
    fn topics(&self) -> &[usize] {
        self.scores.counted(0)
    }

    /// Ranks the runs by each measure with all judgments.
    fn by_all_judgments(&self) -> Vec<Ranked> {
        let measures = 0..self.measures.metrics.len();
        let runs = 0..self.input.runs.len();
        let scores = |measure| runs.clone().map(|run| self.scores.summary(run, measure)).collect();
        measures.map(|measure| self.ranked(measure, scores(measure))).collect()
    }

    fn ranked(&self, measure: usize, scores: Vec<f64>) -> Ranked {
        let ranking = ranking(&self.measures.metrics[measure], scores.iter().copied());
        Ranked { scores, ranking }
    }

    /// Scores all runs by each draw of a judgment set, and compares them with `full`.
    fn score_draws(
        &self,
        set: &JudgmentSet,
        contributions: &BTreeMap<usize, Contributions>,
        full: &[Ranked],
    ) -> Result<Vec<Draw>, EvalError> {
        let requests = self.requests(set);
        // Any number of threads gives the same error, as in `table`.
        let draws: Vec<Result<Draw, EvalError>> =
            requests.par_iter().map(|request| self.score_draw(request, contributions, full)).collect();
        draws.into_iter().collect()
    }

    /// Scores all runs by one draw of a judgment set, and compares them with `full`.
    fn score_draw(
        &self,
        request: &JudgmentRequest,
        contributions: &BTreeMap<usize, Contributions>,
        full: &[Ranked],
    ) -> Result<Draw, EvalError> {
        let contributions = &contributions[&request.contribution_depth()];
        let (collection, base) = (self.collection(), &self.input.view);
        let wrong = |error| EvalError::Usage(format!("{}: {error}", name(&request.set)));
        let view =
            |request: &JudgmentRequest| request.view(collection, [base, base], contributions).map_err(wrong);
        if let Some(team) = request.team_without_pool(collection).map_err(wrong)? {
            return Err(EvalError::Usage(format!("{}: team `{team}` has no pooled run", name(&request.set))));
        }
        let runs = 0..self.input.runs.len();
        let views: Vec<(View, Vec<RunIx>)> = match request.set.rule().for_each_team {
            None => vec![(view(request)?, runs.collect())],
            Some(_) => {
                let mut views = Vec::new();
                for (number, team) in collection.teams().iter().enumerate() {
                    let set = request.set.for_team(&team.name).expect("each team has its own judgments");
                    let is_of_team = |run: &RunIx| collection.runs()[*run].team == number;
                    let view = view(&JudgmentRequest { set, ..request.clone() })?;
                    views.push((view, runs.clone().filter(is_of_team).collect()));
                }
                views
            }
        };
        let mut scores = vec![vec![0.0; self.input.runs.len()]; full.len()];
        for (view, runs) in &views {
            self.score(view, runs, &mut scores)?;
        }
        let team_runs = self.runs_of_teams(&request.set).map_err(wrong)?;
        let by_measure = full.iter().zip(scores).enumerate().map(|(measure, (before, scores))| {
            Comparison::new(before, &self.ranked(measure, scores), &team_runs)
        });
        let by_measure = by_measure.collect();
        let judged =
            |view: &View| (0..view.topics()).map(|topic| f64::from(view.mask(topic).count())).sum::<f64>();
        let judged_by_run = views.iter().map(|(view, runs)| judged(view) * runs.len() as f64);
        let kept = judged_by_run.sum::<f64>() / (judged(base) * self.input.runs.len() as f64);
        let min_rel = self.rules.rules.min_rel.get();
        let is_emptied = |topic: &usize| {
            base.relevant(*topic, min_rel) > 0
                && views.iter().any(|(view, _)| view.relevant(*topic, min_rel) == 0)
        };
        let emptied = self.topics().iter().filter(|topic| is_emptied(topic)).count();
        Ok(Draw { kept, emptied, by_measure })
    }

    /// Scores `runs` by the judgments of `view`. `scores` has a list for each measure, with a score for each run of
    /// the input; the scores of `runs` are set.
    fn score(&self, view: &View, runs: &[RunIx], scores: &mut [Vec<f64>]) -> Result<(), EvalError> {
        let scorers = self.input.scorers(self.measures, &self.rules.rules)?;
        let scoring = Scoring::new(&scorers, self.collection(), view, None);
        let scoring = scoring.map_err(|error| EvalError::Usage(error.to_string()))?;
        let joined: Vec<_> = runs.iter().map(|&run| &self.input.runs[run].kept).collect();
        let matrices = scoring.scores(joined, self.topics());
        for ((metric, matrix), scores) in self.measures.metrics.iter().zip(matrices).zip(scores) {
            for (row, &run) in runs.iter().enumerate() {
                scores[run] = metric.summary().summarise(matrix.of_run(row).iter().copied());
            }
        }
        Ok(())
    }

    /// Returns the runs of the teams that a set names.
    fn runs_of_teams(&self, set: &JudgmentSet) -> Result<Vec<RunIx>, rejudge_pools::ManipulationError> {
        let teams = set.teams(self.collection())?;
        let runs = self.collection().runs().iter().enumerate();
        Ok(runs.filter(|(_, run)| teams.contains(&run.team)).map(|(index, _)| index).collect())
    }

    /// Returns a row for each judgment set and measure.
    fn rows(&self, by_set: &[(&JudgmentSet, &[Draw])]) -> Frame {
        let has_draws = by_set.iter().any(|(set, _)| set.is_drawn());
        let names_teams = |(_, draws): &(&JudgmentSet, &[Draw])| {
            draws.iter().flat_map(|draw| &draw.by_measure).any(|comparison| comparison.team_rise.is_some())
        };
        let has_teams = by_set.iter().any(names_teams);
        let mut rows = Frame::default();
        for (set, draws) in by_set {
            let set_name = name(set);
            let kept: Vec<f64> = draws.iter().map(|draw| draw.kept).collect();
            for (index, metric) in self.measures.metrics.iter().enumerate() {
                let measure = metric.to_string();
                let values = |value: &dyn Fn(&Comparison) -> Option<f64>| -> Vec<f64> {
                    draws.iter().filter_map(|draw| value(&draw.by_measure[index])).collect()
                };
                let tau = values(&|comparison| comparison.tau);
                let tau_ap = values(&|comparison| comparison.tau_ap);
                let mut row: Vec<(&str, &str, Value<'_>)> = vec![
                    (
                        "judgments",
                        "the judgments that are kept, written as for `rejudge pool`",
                        (&set_name).into(),
                    ),
                    ("measure", "name of the measure", (&measure).into()),
                    ("kept", "share of the judgments that are kept", mean(&kept).into()),
                    ("runs", "number of ranked runs", self.input.runs.len().into()),
                    (
                        "topics",
                        "number of topics over which the scores are averaged",
                        self.topics().len().into(),
                    ),
                    ("draws", "number of draws; 1 if nothing is random", draws.len().into()),
                    (
                        "tau-b",
                        "Kendall's tau-b with the ranking by all judgments, the mean over the draws in which neither ranking ties all runs; empty if there is none",
                        mean(&tau).into(),
                    ),
                    (
                        "tau-ap-b",
                        "tau-AP,b, the symmetric AP correlation corrected for ties",
                        mean(&tau_ap).into(),
                    ),
                ];
                if has_draws {
                    let of_draws = [
                        ("tau-b-sd", "standard deviation of tau-b over draws", standard_deviation(&tau)),
                        (
                            "tau-ap-b-sd",
                            "standard deviation of tau-AP,b over draws",
                            standard_deviation(&tau_ap),
                        ),
                    ];
                    for (place, (name, about, deviation)) in [7, 9].into_iter().zip(of_draws) {
                        row.insert(place, (name, about, deviation.into()));
                    }
                }
                let change = mean(&values(&|comparison| comparison.change));
                row.push((
                    "change",
                    "mean over runs of (score - score by all judgments) / score by all judgments",
                    change.into(),
                ));
                if has_teams {
                    let change = values(&|comparison| comparison.team_change);
                    let rise = values(&|comparison| comparison.team_rise);
                    row.push((
                        "team-change",
                        "the same over the runs of the teams that the judgments name",
                        mean(&change).into(),
                    ));
                    row.push((
                        "team-rise",
                        "mean rise of the runs of these teams, in ranks; below 0 if they fall",
                        mean(&rise).into(),
                    ));
                }
                rows.add(row);
            }
        }
        rows
    }

    fn notes(&self, by_set: &[(&JudgmentSet, &[Draw])]) -> Vec<String> {
        let mut notes = Vec::new();
        if self.input.runs.len() == 2 {
            notes.push(
                "with two runs tau is 1 if they keep their order and -1 if they swap; more runs are needed to see smaller changes"
                    .to_owned(),
            );
        }
        // The user may have meant 1%. A curve over several rates may well end at 1.
        if let [(set, draws)] = by_set
            && set.number("rate").is_some_and(|rate| rate >= 1.0)
            && draws.iter().all(|draw| draw.kept >= 1.0)
        {
            notes.push(format!("{} keeps all judgments; a rate of 1% is written 0.01", name(set)));
        }
        let emptied = by_set.iter().filter_map(|(set, draws)| {
            let most = draws.iter().map(|draw| draw.emptied).max().filter(|&most| most > 0)?;
            let up_to = if draws.len() > 1 { "up to " } else { "" };
            Some(format!("{up_to}{} under {}", counted(most, "topic"), name(set)))
        });
        let emptied: Vec<String> = emptied.collect();
        if !emptied.is_empty() {
            notes.push(format!(
                "a topic that loses its last relevant document still counts, and scores 0 by measures that need one: {}",
                few(&emptied, MAX_NAMED, ", ")
            ));
        }
        for (set, draws) in by_set {
            for (index, metric) in self.measures.metrics.iter().enumerate() {
                let undefined = draws.iter().filter(|draw| draw.by_measure[index].tau.is_none()).count();
                if undefined > 0 {
                    let (in_draws, remark) = match draws.len() {
                        1 => (String::new(), ""),
                        all => (
                            format!(" in {undefined} of {all} draws"),
                            "; such draws are left out of the means",
                        ),
                    };
                    notes.push(format!(
                        "{}: a ranking ties all runs, so tau by {metric} is undefined{in_draws}{remark}",
                        name(set)
                    ));
                }
            }
        }
        notes
    }
}

impl Comparison {
    /// Compares the scores and the ranking by some judgments (`after`) with those by all judgments (`before`).
    /// `team_runs` are the runs of the teams that the judgment set names.
    fn new(before: &Ranked, after: &Ranked, team_runs: &[RunIx]) -> Self {
        let rise = |&run: &RunIx| before.ranking.ranks()[run] as f64 - after.ranking.ranks()[run] as f64;
        let runs: Vec<RunIx> = (0..before.scores.len()).collect();
        let mean_change = |runs: &[RunIx]| {
            let changes = runs.iter().filter_map(|&run| relative_change(before, after, run));
            mean(&changes.collect::<Vec<f64>>())
        };
        Self {
            tau: kendall_tau_b(&before.ranking, &after.ranking),
            tau_ap: tau_ap_b(&before.ranking, &after.ranking),
            change: mean_change(&runs),
            team_change: mean_change(team_runs),
            team_rise: mean(&team_runs.iter().map(rise).collect::<Vec<f64>>()),
        }
    }
}

/// Returns the relative change of a run's score. As in experiments, a run that scores 0 by all judgments (`before`) has
/// none.
fn relative_change(before: &Ranked, after: &Ranked, run: RunIx) -> Option<f64> {
    let [before, after] = [before, after].map(|ranked| ranked.scores[run]);
    (before != 0.0).then(|| (after - before) / before)
}

/// Returns the name of a judgment set in the table. `draw=1` is left out, because it would look as if the row was
/// about one draw. Any other `draw` stays, because it selects other random draws.
fn name(set: &JudgmentSet) -> String {
    if set.argument("draw") == Some("1") { set.without("draw").to_string() } else { set.to_string() }
}

/// Draws tau-b with a curve for each measure, over the only number in which the sets differ, such as their depth or
/// rate. If there is only one set, or if they differ in something else, draws a bar for each set and measure.
fn figure_of_tau(rows: &Frame, sets: &[JudgmentSet]) -> Result<String, EvalError> {
    const TAU: &str = "tau-b";
    let frame = Frame::default();
    let column = |name: &str| rows.column(name).expect("the table has this column").clone();
    let mut parameters = sets[0].rule().parameters.iter().map(|parameter| parameter.name);
    let is_axis = |name: &&str| {
        sets.len() > 1
            && sets.iter().all(|set| set.number(name).is_some() && set.without(name) == sets[0].without(name))
    };
    let (x, values) = match parameters.find(is_axis) {
        None => ("judgments", column("judgments")),
        Some(parameter) => {
            let measures = rows.rows() / sets.len();
            let numbers = sets.iter().flat_map(|set| std::iter::repeat_n(set.number(parameter), measures));
            (parameter, Values::Number(numbers.collect()))
        }
    };
    let frame = frame.with(x, "", values).with("measure", "", column("measure")).with(TAU, "", column(TAU));
    let figure = plot(
        "tau-b with the ranking by all judgments",
        &frame,
        Some(x),
        Some(&[TAU.to_owned()]),
        Some("measure"),
    );
    figure.map_err(|error| EvalError::Usage(format!("{error:#}")))
}
