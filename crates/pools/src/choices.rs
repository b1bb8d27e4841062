//! Rules that choose which runs of a collection are compared. Each rule is an entry of `RULES`. The chosen
//! runs are in the stored order, in the order of the teams if the rule chooses by team, or in the order of
//! the file that names them.

use std::error::Error;

use rejudge_metrics::Metric;
use rejudge_names::Mistyped;
use rejudge_stats::Draw;

use crate::{
    Arguments, Domain, Parameter, Rate, Rounding, Rule, RuleEntry, RunIx, Team, TeamIx, TestCollection,
    TopicIx, WithArguments,
};

/// The reason why no runs could be chosen, for example an error in computing scores or in reading a file.
pub type ChoiceError = Box<dyn Error + Send + Sync>;

/// The measure by which runs are ranked.
const BY: Parameter = Parameter::required("by", "Name of the measure that ranks the runs.", Domain::Measure);

/// The number of runs that are taken.
const RUNS: Parameter = Parameter::required("runs", "Number of runs.", Domain::Positive);

/// The number of draws.
const DRAWS: Parameter = Parameter::optional(
    "draws",
    "Number of draws for a collection of files; by default the experiment's.",
    Domain::Positive,
);

/// A rule that chooses runs: an entry of the registry.
#[derive(Debug)]
pub struct RunRule {
    /// The name.
    pub name: &'static str,
    /// A summary of the runs that it chooses.
    pub summary: &'static str,
    /// The parameters, in the order in which sweeps change them, the last one fastest. A parameter for the
    /// number of runs must be called `runs`, because [`RunChoice::count`] reads it.
    pub parameters: &'static [Parameter],
    /// True if the choice is random, unless a file names the runs.
    pub is_drawn: bool,
    /// True if the chosen runs of a team count as one system. Its score on a topic is the mean of their
    /// scores.
    pub is_averaged: bool,
    /// The information that the rule needs beyond the names, groups and scores of runs.
    pub needs: Needs,
    /// Returns the chosen runs.
    pub choose: fn(&Arguments, &dyn Candidates) -> Result<Vec<RunIx>, ChoiceError>,
}

/// The information about runs that a choice needs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Needs {
    /// Only the runs' names, groups and scores.
    Nothing,
    /// The teams that submitted the runs.
    Teams,
    /// The documents that the runs retrieved.
    Rankings,
}

/// A choice of runs with its arguments: `top(by=AP,runs=30)`.
pub type RunChoice = WithArguments<RunRule>;

/// The runs from which a rule chooses.
pub trait Candidates {
    /// Returns the collection to choose from.
    fn collection(&self) -> &TestCollection;

    /// Returns the topics on which all runs would be compared.
    fn topics(&self) -> Vec<TopicIx>;

    /// Returns the rank below which documents are ignored.
    fn max_rank(&self) -> usize;

    /// Ranks the runs by a measure with all judgments, and returns the rank of each run, 1 for the best.
    ///
    /// # Errors
    /// If the runs cannot be scored by this measure.
    fn ranks(&self, by: &Metric) -> Result<Vec<usize>, ChoiceError>;

    /// Returns the seed and key of the draws.
    fn draw(&self) -> (u64, [&str; 2]);

    /// Returns the runs that a file names.
    ///
    /// # Errors
    /// If the file cannot be read, or names runs that the collection does not have.
    fn named_in(&self, file: &str) -> Result<Vec<RunIx>, ChoiceError>;
}

/// All runs of the collection.
const ALL: RunRule = RunRule {
    name: "all",
    summary: "Every run.",
    parameters: &[],
    is_drawn: false,
    is_averaged: false,
    needs: Needs::Nothing,
    choose: |_, candidates| Ok((0..candidates.collection().runs().len()).collect()),
};

/// See [`one_run_per_team`].
pub static ONE_PER_TEAM: RunRule = RunRule {
    name: "one-per-team",
    summary: "One random run of each analysed team, or the runs that a file names (columns run and team).",
    parameters: &[Parameter::optional("file", "A file that names the chosen runs.", Domain::File), DRAWS],
    is_drawn: true,
    needs: Needs::Teams,
    choose: |arguments, candidates| match arguments.get("file") {
        Some(file) => candidates.named_in(file),
        None => {
            let (seed, key) = candidates.draw();
            Ok(one_run_per_team(candidates.collection(), seed, &key))
        }
    },
    ..ALL
};

/// Random runs, drawn without replacement, so that every set of the requested size is equally likely. If the
/// collection has no more runs than requested, all are chosen.
pub static RANDOM: RunRule = RunRule {
    name: "random",
    summary: "Random runs.",
    parameters: &[RUNS, DRAWS],
    is_drawn: true,
    choose: |arguments, candidates| {
        let (seed, [first, second]) = candidates.draw();
        let mut runs: Vec<RunIx> = (0..candidates.collection().runs().len()).collect();
        Draw::new(seed, &["random-runs", first, second]).shuffle(&mut runs);
        runs.truncate(arguments.count(RUNS.name));
        runs.sort_unstable();
        Ok(runs)
    },
    ..ALL
};

/// Every rule that chooses runs.
static RULES: &[&RunRule] = &[
    &ALL,
    &ONE_PER_TEAM,
    // See [`complete_runs`].
    &RunRule {
        name: "complete",
        summary: "The runs that retrieved enough documents.",
        parameters: &[Parameter::required(
            "share",
            "Share of the largest number of documents that any run retrieved.",
            Domain::Rate,
        )],
        needs: Needs::Rankings,
        choose: |arguments, candidates| {
            let share = arguments.parsed("share");
            Ok(complete_runs(candidates.collection(), &candidates.topics(), candidates.max_rank(), share))
        },
        ..ALL
    },
    // See [`top_runs`].
    &RunRule {
        name: "top",
        summary: "The best runs.",
        parameters: &[RUNS, BY],
        choose: |arguments, candidates| {
            let ranks = candidates.ranks(&arguments.parsed(BY.name))?;
            Ok(top_runs(candidates.collection(), &ranks, arguments.count(RUNS.name)))
        },
        ..ALL
    },
    // See [`best_run_per_team`].
    &RunRule {
        name: "best-of-each-team",
        summary: "The best run of each analysed team.",
        parameters: &[BY],
        needs: Needs::Teams,
        choose: |arguments, candidates| {
            let ranks = candidates.ranks(&arguments.parsed(BY.name))?;
            Ok(best_run_per_team(candidates.collection(), &ranks))
        },
        ..ALL
    },
    // All candidate runs of every analysed team, in the order of the teams. Use this if a team's runs are one
    // system with several random seeds or folds: the mean of their scores on a topic is then the system's
    // score.
    &RunRule {
        name: "mean-of-each-team",
        summary: "Every analysed team as one system: on each topic the mean score of its runs.",
        is_averaged: true,
        needs: Needs::Teams,
        choose: |_, candidates| {
            let collection = candidates.collection();
            Ok((0..collection.teams().len()).flat_map(|team| candidate_runs(collection, team)).collect())
        },
        ..ALL
    },
    &RANDOM,
    // See [`runs_of_group`].
    &RunRule {
        name: "of-group",
        summary: "The runs of a group, such as automatic ones.",
        parameters: &[
            Parameter::required(
                "kind",
                "Column of the collection's table of run groups (`files: {run-groups: ..}`), such as `type`.",
                Domain::Name,
            ),
            Parameter::required("group", "Group in this column, such as `automatic`.", Domain::Name),
        ],
        choose: |arguments, candidates| {
            let argument = |name| arguments.get(name).expect("it is required");
            Ok(runs_of_group(candidates.collection(), argument("kind"), argument("group"))?)
        },
        ..ALL
    },
    // Voorhees and Buckley (SIGIR 2002) leave out the worst quarter. If runs are tied, the last ones by name
    // are left out first. The number of runs that are left out is rounded down: a quarter of 129 runs is 32.
    &RunRule {
        name: "without-worst",
        summary: "All but the worst runs.",
        parameters: &[
            Parameter::required(
                "share",
                "Share of the runs that is left out, rounded down to whole runs.",
                Domain::Rate,
            ),
            BY,
        ],
        choose: |arguments, candidates| {
            let ranks = candidates.ranks(&arguments.parsed(BY.name))?;
            let worst = arguments.parsed::<Rate>("share").count(ranks.len(), Rounding::Floor);
            Ok(top_runs(candidates.collection(), &ranks, ranks.len() - worst))
        },
        ..ALL
    },
];

impl Rule for RunRule {
    const KIND: &'static str = "RunChoice";

    fn all() -> &'static [&'static Self] {
        RULES
    }

    fn entry(&self) -> RuleEntry {
        RuleEntry { name: self.name, summary: self.summary, parameters: self.parameters }
    }
}

impl RunChoice {
    /// Returns the choice of every run.
    pub fn every_run() -> Self {
        Self::without_arguments(&ALL)
    }

    /// Returns the chosen runs.
    ///
    /// # Errors
    /// If the runs cannot be scored, the file that names them cannot be used, or no run of the collection is
    /// known to belong to the group.
    pub fn choose(&self, candidates: &dyn Candidates) -> Result<Vec<RunIx>, ChoiceError> {
        (self.rule().choose)(self.arguments(), candidates)
    }

    /// Returns the file that names the runs, if it is an argument.
    pub fn file(&self) -> Option<&str> {
        self.argument("file")
    }

    /// Returns the name of the measure by which runs are chosen, if it is an argument.
    pub fn by(&self) -> Option<&str> {
        self.argument(BY.name)
    }

    /// Returns the number of runs, if it is an argument.
    pub fn count(&self) -> Option<u32> {
        self.argument("runs")?.parse().ok()
    }

    /// Returns the number of draws for a collection of files, if it is an argument.
    pub fn draws(&self) -> Option<u32> {
        self.argument("draws")?.parse().ok()
    }

    /// Returns true if each draw chooses its own runs.
    pub fn is_drawn(&self) -> bool {
        self.rule().is_drawn && self.file().is_none()
    }

    /// Returns true if all runs of the collection are scored, not only the chosen ones. This is the case if
    /// every run is chosen, or if a file names the runs. It is also the case if the choice is drawn and the
    /// collection has files (`of_files`), because each draw chooses different runs.
    pub fn scores_all(&self, of_files: bool) -> bool {
        self.is(&ALL) || self.file().is_some() || (of_files && self.is_drawn())
    }

    /// Returns the same choice without the number of draws, because one draw does not depend on how many
    /// others there are.
    #[must_use]
    pub fn without_draws(&self) -> Self {
        self.without("draws")
    }
}

/// Returns the runs that belong to a group according to the collection's table of groups.
///
/// # Errors
/// If there is no such table, kind or group, or if no run belongs to the group.
fn runs_of_group(collection: &TestCollection, kind: &str, group: &str) -> Result<Vec<RunIx>, Mistyped> {
    let groups =
        collection.file_facts().and_then(|file_facts| file_facts.groups.as_ref()).ok_or_else(|| {
            Mistyped::new("the collection has no table of run groups (`files: {run-groups: ..}`)")
        })?;
    let kinds: Vec<&str> = groups.kinds().iter().map(String::as_str).collect();
    let kind_index = groups.kind(kind).ok_or_else(|| Mistyped::unknown("kind of groups", kind, &kinds))?;
    let belongs_to_group =
        |run: &RunIx| groups.group(&collection.runs()[*run].name, kind_index) == Some(group);
    let runs: Vec<RunIx> = (0..collection.runs().len()).filter(belongs_to_group).collect();
    if runs.is_empty() {
        let names: Vec<&str> = groups.names(kind_index).into_iter().filter(|name| *name != group).collect();
        return Err(Mistyped::unknown(&format!("group of the kind `{kind}`"), group, &names));
    }
    Ok(runs)
}

/// Chooses one random run of every analysed team (Sakai, IPSJ 2009, section 4: "we randomly selected one
/// monolingual run per team"), in the order of the teams. Only runs that are eligible and pooled are
/// candidates, because the runs that the papers compare formed the pools. A team without a candidate is left
/// out.
///
/// Each team has its own draw, keyed by `seed`, `key` and the team's name, so that a team's choice does not
/// depend on the other teams.
///
/// ```
/// use rejudge_pools::{Run, Team, TestCollection, one_run_per_team};
///
/// let run = |name: &str, team, pooled, eligible| Run { name: name.into(), team, pooled, eligible };
/// let team = |name: &str, analysed| Team { name: name.into(), analysed };
/// let runs = vec![
///     run("a1", 0, true, true),
///     run("a2", 0, false, true), // not pooled
///     run("a3", 0, true, false), // not eligible
///     run("b1", 1, true, true),  // its team is not analysed
///     run("c1", 2, true, false),
///     run("d1", 3, true, true),
/// ];
/// let teams = vec![team("a", true), team("b", false), team("c", true), team("d", true)];
/// let collection = TestCollection::new(vec![], runs, teams, vec![vec![]; 6]);
/// assert_eq!(one_run_per_team(&collection, 1, &["draw 1"]), [0, 5]);
/// ```
#[must_use]
pub fn one_run_per_team(collection: &TestCollection, seed: u64, key: &[&str]) -> Vec<RunIx> {
    (0..collection.teams().len()).filter_map(|team| random_run(collection, team, seed, key)).collect()
}

/// Draws one of the candidate runs of a team. Returns `None` if the team has none.
fn random_run(collection: &TestCollection, team: TeamIx, seed: u64, key: &[&str]) -> Option<RunIx> {
    let runs = candidate_runs(collection, team);
    if runs.is_empty() {
        return None;
    }
    let mut parts = vec!["one-per-team"];
    parts.extend(key);
    parts.push(&collection.teams()[team].name);
    Some(runs[Draw::new(seed, &parts).below(runs.len() as u32) as usize])
}

/// Returns the candidate runs of a team. A team that is not analysed has none.
fn candidate_runs(collection: &TestCollection, team: TeamIx) -> Vec<RunIx> {
    let Team { analysed, .. } = collection.teams()[team];
    let runs = collection.runs().iter().enumerate();
    let candidates = runs.filter(|(_, run)| analysed && run.team == team && run.eligible && run.pooled);
    candidates.map(|(run_ix, _)| run_ix).collect()
}

/// Returns the best run of every analysed team by `ranks` (one per run of the collection, as in
/// [`top_runs`](crate::top_runs)), in the order of the teams. If runs are tied, the first by name is chosen.
/// Each team has the same candidates as for [`one_run_per_team`](crate::one_run_per_team), and a team without
/// a candidate is left out.
///
/// ```
/// use rejudge_pools::{Run, Team, TestCollection, best_run_per_team};
///
/// let run = |name: &str, team, eligible| Run { name: name.into(), team, pooled: true, eligible };
/// let team = |name: &str| Team { name: name.into(), analysed: true };
/// let runs = vec![run("a2", 0, true), run("b1", 1, true), run("a1", 0, true), run("b2", 1, false)];
/// let collection = TestCollection::new(vec![], runs, vec![team("a"), team("b")], vec![vec![]; 4]);
/// assert_eq!(best_run_per_team(&collection, &[2, 4, 2, 1]), [2, 1]);
/// ```
///
/// # Panics
/// If the number of ranks is not the number of runs.
#[must_use]
pub fn best_run_per_team(collection: &TestCollection, ranks: &[usize]) -> Vec<RunIx> {
    let best = best_first(collection, ranks);
    let best_runs = (0..collection.teams().len()).filter_map(|team| {
        let runs = candidate_runs(collection, team);
        best.iter().copied().find(|run| runs.contains(run))
    });
    best_runs.collect()
}

/// Returns the runs that retrieved at least `share` of the largest number of documents that any run
/// retrieved, over `topics` and down to `max_rank` (Bompada et al., SIGIR 2007, section 3: "we discarded runs
/// that retrieved less than 95% of the maximum number of documents that could be retrieved"). If no run
/// retrieved anything, all are complete.
///
/// ```
/// use rejudge_pools::{Run, Team, TestCollection, Topic, complete_runs};
///
/// let topic = |name: &str| Topic { name: name.into(), verdicts: vec![], documents: 4 };
/// let run = |name: &str| Run { name: name.into(), team: 0, pooled: true, eligible: true };
/// let runs = vec![run("long"), run("short"), run("one topic")];
/// let rankings = vec![
///     vec![vec![0, 1, 2, 3], vec![0, 1, 2, 3]],
///     vec![vec![0, 1, 2], vec![0, 1, 2]],
///     vec![vec![0, 1, 2, 3], vec![]],
/// ];
/// let teams = vec![Team { name: "a".into(), analysed: true }];
/// let collection = TestCollection::new(vec![topic("1"), topic("2")], runs, teams, rankings);
/// assert_eq!(complete_runs(&collection, &[0, 1], 1000, "0.75".parse()?), [0, 1]);
/// assert_eq!(complete_runs(&collection, &[0, 1], 1000, "0.76".parse()?), [0]);
/// assert_eq!(complete_runs(&collection, &[0, 1], 3, "1".parse()?), [0, 1]);
/// assert_eq!(complete_runs(&collection, &[0], 1000, "1".parse()?), [0, 2]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Panics
/// If a topic is out of range.
#[must_use]
pub fn complete_runs(
    collection: &TestCollection,
    topics: &[TopicIx],
    max_rank: usize,
    share: Rate,
) -> Vec<RunIx> {
    let retrieved = |run: RunIx| -> usize {
        topics.iter().map(|&topic| collection.ranking(run, topic).len().min(max_rank)).sum()
    };
    let retrieved: Vec<usize> = (0..collection.runs().len()).map(retrieved).collect();
    let longest = retrieved.iter().copied().max().unwrap_or(0);
    (0..retrieved.len()).filter(|&run| share.is_reached_by(retrieved[run], longest)).collect()
}

/// Returns the `count` best runs by `ranks` (one per run of the collection, 1 for the best; runs of equal
/// score share a rank), or all runs if there are fewer, in the stored order. If runs are tied, the first by
/// name are chosen.
///
/// ```
/// use rejudge_pools::{Run, Team, TestCollection, top_runs};
///
/// let run = |name: &str| Run { name: name.into(), team: 0, pooled: true, eligible: true };
/// let teams = vec![Team { name: "a".into(), analysed: true }];
/// let runs = vec![run("d"), run("c"), run("b"), run("a")];
/// let collection = TestCollection::new(vec![], runs, teams, vec![vec![]; 4]);
/// assert_eq!(top_runs(&collection, &[2, 4, 1, 2], 2), [2, 3]);
/// ```
///
/// # Panics
/// If the number of ranks is not the number of runs.
#[must_use]
pub fn top_runs(collection: &TestCollection, ranks: &[usize], count: usize) -> Vec<RunIx> {
    let mut runs = best_first(collection, ranks);
    runs.truncate(count);
    runs.sort_unstable();
    runs
}

/// Returns all runs, the best first. Tied runs are sorted by name.
fn best_first(collection: &TestCollection, ranks: &[usize]) -> Vec<RunIx> {
    let runs = collection.runs();
    assert_eq!(ranks.len(), runs.len(), "there must be a rank for each run");
    let mut order: Vec<RunIx> = (0..runs.len()).collect();
    order.sort_by(|&a, &b| ranks[a].cmp(&ranks[b]).then_with(|| runs[a].name.cmp(&runs[b].name)));
    order
}
