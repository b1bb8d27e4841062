//! Test collections judged again: without a team, from a shallower pool, from a sample, as a simulated collection.
//!
//! The file is long because Python documents a class in one place.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};
use rayon::prelude::*;
use rejudge_collections::descriptor::LabelKind;
use rejudge_collections::{Reading, TeamChoice, TeamFiles, load_numbered, number_rows};
use rejudge_eval::{Input, Preset, PresetRules, Wanted, notes_on_runs};
use rejudge_experiment::spec::yaml::to_compact;
use rejudge_names::visible::one_line;
use rejudge_pools::{JudgmentRequest, JudgmentSet, View};
use rejudge_stats::{Alternative, Draw, Matrix, Ranking, discriminative_power, kendall_tau_b, pairs};

use crate::change::Change;
use crate::evaluate::{check_topics, table};
use crate::exceptions::{Wrong, value_error};
use crate::grid::check_shape;
use crate::in_range::in_range;
use crate::judges;
use crate::judgments::{self, Qrels, save};
use crate::rules::{self, by_document, by_rank, test_and_correction};
use crate::runs::{self, AllRuns, Run, Runs};
use crate::table::{Table, tabled};
use crate::teams::{teams_of, with_teams};
use crate::warnings::warn;
use crate::whole::{Given, RunTeams, Whole};
use crate::work::without_gil;

/// A test collection: judgments, runs, teams, and a selection of the judgments.
///
/// Args:
///     qrels: judgments, as ``rejudge.Qrels`` takes them.
///     runs: runs, as ``rejudge.Runs`` takes them.
///     teams: a dict from run to team, a frame with columns ``run`` and ``team``, or the path of a file (``run``
///         tab ``team``). Without one, each run is a team of its own.
///     judges: other judges in addition to people, a dict from name to labels: ``rejudge.Judge``, or its
///         ``labels``.
///     preset, topics, ties, score_type, max_rank, ..: as for ``evaluate``. The topics are all of the
///         judgments unless ``topics`` says otherwise.
///
/// Methods that remove judgments return another collection with the judgments that are left; this one does not
/// change. A topic that lost its last relevant document still counts, with a score of 0.
///
/// >>> import rejudge
/// >>> qrels = {"1": {"a": 1, "b": 0, "c": 1}, "2": {"a": 1, "d": 1}}
/// >>> runs = {"x1": {"1": {"a": 2.0, "b": 1.0}, "2": {"a": 1.0}},
/// ...         "y1": {"1": {"b": 3.0, "c": 2.0}, "2": {"d": 1.0, "a": 0.5}}}
/// >>> collection = rejudge.Collection(qrels, runs, {"x1": "x", "y1": "y"})
/// >>> collection
/// <rejudge.Collection: 2 topics, 2 runs, 2 teams, 5 judgments>
/// >>> collection.leave_one_team_out()["y"].scores("R@10").to_dict()["R@10"]
/// [1.0, 0.5]
#[pyclass(frozen, module = "rejudge")]
pub struct Collection {
    whole: Arc<Whole>,
    view: Arc<View>,
    /// The changes to the judgments, which unpickling repeats.
    changes: Vec<Change>,
}

#[pymethods]
impl Collection {
    #[new]
    #[pyo3(
    signature = (qrels, runs, teams = None, *, judges = None, **rules),
    text_signature = "(qrels, runs, teams=None, *, judges=None, preset=None, ties=None, score_type=None, topics=\"qrels\", no_relevant=None, max_rank=None, min_rel=None, gains=None)"
)]
    fn new(
        py: Python<'_>,
        qrels: &Bound<'_, PyAny>,
        runs: &Bound<'_, PyAny>,
        teams: Option<&Bound<'_, PyAny>>,
        judges: Option<&Bound<'_, PyAny>>,
        rules: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Self> {
        let rules = rules::rules("Collection", rules, Some("qrels"))?;
        let teams = teams.map(teams_of).transpose()?;
        let runs = runs::from_python(py, runs, by_rank(&rules))?;
        let judgments = judgments::from_python(py, qrels, "qrels")?;
        let judges = judges.map(|judges| judges::from_python(py, judges)).transpose()?.unwrap_or_default();
        let (collection, warnings) = without_gil(py, move || {
            let given =
                Given { judgments, runs, judges, teams, described: None, simulated: None, pool_depth: None };
            let collection = Self::assembled(given, rules)?;
            let warnings = notes_on_runs(&collection.whole.input, &collection.whole.rules.rules);
            Ok((collection, warnings))
        })?;
        warn(py, &warnings)?;
        Ok(collection)
    }

    /// Names of the topics, in their order.
    #[getter]
    fn topics(&self) -> Vec<String> {
        self.whole.collection().topics().map(|topic| topic.name.to_owned()).collect()
    }

    /// Names of the runs.
    #[getter]
    fn runs(&self) -> Vec<String> {
        self.whole.collection().runs().iter().map(|run| run.name.clone()).collect()
    }

    /// Names of the teams.
    #[getter]
    fn teams(&self) -> Vec<String> {
        self.whole.collection().teams().iter().map(|team| team.name.clone()).collect()
    }

    /// The other judges and the counts of their labels: a dict from name to a text.
    #[getter]
    fn judges<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let counts_by_name = PyDict::new(py);
        self.whole
            .labels
            .iter()
            .try_for_each(|counts| counts_by_name.set_item(&counts.name, counts.to_string()))?;
        Ok(counts_by_name)
    }

    /// The number of judgments that are left.
    fn __len__(&self) -> usize {
        (0..self.view.topics()).map(|topic| self.view.mask(topic).count() as usize).sum()
    }

    fn __repr__(&self) -> String {
        let counted = rejudge_names::plural::counted;
        let collection = self.whole.collection();
        let changes = self.changes.iter().map(Change::to_string);
        let origins: Vec<String> = self.whole.given.simulated.iter().cloned().chain(changes).collect();
        let origins =
            if origins.is_empty() { String::new() } else { format!(" ({})", one_line(&origins.join(", "))) };
        format!(
            "<rejudge.Collection: {}, {}, {}, {}{origins}>",
            counted(collection.topics().len(), "topic"),
            counted(collection.runs().len(), "run"),
            counted(collection.teams().len(), "team"),
            counted(self.__len__(), "judgment"),
        )
    }

    /// For each team, the collection without the documents that this team alone contributed: the judgments that a
    /// new team would find (Zobel, SIGIR 1998; Sakai, IPSJ 2009).
    ///
    /// Args:
    ///     depth: the rank to which the runs contributed documents; ``None``: the depth in the description of a collection
    ///         that was loaded by name, else all ranks.
    ///
    /// Returns:
    ///     ``{team: Collection}``
    #[pyo3(signature = (depth = None))]
    fn leave_one_team_out<'py>(
        &self,
        py: Python<'py>,
        #[pyo3(from_py_with = in_range)] depth: Option<usize>,
    ) -> PyResult<Bound<'py, PyDict>> {
        let pool_depth = self.whole.pool_depth(depth)?;
        let change = |team: &String| {
            let Change(request) = Change::new("leave-one-team-out", &[("team", team)])?;
            Ok(Change(JudgmentRequest { pool_depth, ..request }))
        };
        let changes = self.teams().iter().map(change).collect::<Result<Vec<Change>, Wrong>>()?;
        let (whole, view, team_changes) = (Arc::clone(&self.whole), Arc::clone(&self.view), changes.clone());
        let views = without_gil(py, move || {
            let Some(first) = team_changes.first() else { return Ok(Vec::new()) };
            let contributions = first.0.contributions(whole.collection(), &view);
            let without_team = |Change(request): &Change| {
                let views = [&whole.input.view, &view];
                request.view(whole.collection(), views, &contributions).map_err(Wrong::value)
            };
            team_changes.par_iter().map(without_team).collect::<Result<Vec<View>, Wrong>>()
        })?;
        let without_team = PyDict::new(py);
        for ((team, view), change) in self.teams().into_iter().zip(views).zip(changes) {
            without_team.set_item(&team, self.with(view, change))?;
        }
        Ok(without_team)
    }

    /// The collection with another set of its judgments: any manipulation of ``rejudge pool``, by its
    /// name with arguments. The manipulations are ``full``, ``leave-one-team-out``, ``leave-teams-out``,
    /// ``take-one-team``, ``take-teams``, ``pool-depth``, ``sample`` and ``budget``; ``rejudge pool --help`` has their
    /// parameters. ``leave-own-team-out`` is refused, because it has a set of judgments for each team.
    ///
    /// A seed draws what ``rejudge pool --seed`` and an experiment with this seed draw.
    ///
    /// Args:
    ///     set: such as ``"take-one-team(team=a)"``, ``"budget(share=0.5, order=pool)"``, ``"full(judge=gpt)"``.
    ///     seed: of a set that is drawn; ``None``: 1.
    ///     draw: number of the draw with this seed; ``None``: the first.
    ///     pool_depth: the rank to which the runs contributed documents, for manipulations of teams; ``None``: the depth in
    ///         the description of a collection that was loaded by name, else all ranks.
    ///
    /// >>> import rejudge
    /// >>> qrels = {"1": {"a": 1, "b": 0, "c": 1}}
    /// >>> runs = {"x": {"1": {"a": 2.0, "b": 1.0}}, "y": {"1": {"b": 3.0, "c": 2.0}}}
    /// >>> rejudge.Collection(qrels, runs).judgments("take-one-team(team=y)")
    /// <rejudge.Collection: 1 topic, 2 runs, 2 teams, 2 judgments (take-one-team(team=y))>
    #[pyo3(signature = (set, *, seed = None, draw = None, pool_depth = None))]
    fn judgments(
        &self,
        py: Python<'_>,
        set: &str,
        #[pyo3(from_py_with = in_range)] seed: Option<u64>,
        #[pyo3(from_py_with = in_range)] draw: Option<u32>,
        #[pyo3(from_py_with = in_range)] pool_depth: Option<u32>,
    ) -> PyResult<Self> {
        let set: JudgmentSet = set.parse().map_err(|error| Wrong::value(format!("set: {error}")))?;
        let is_of_teams = set.rule().is_of_teams();
        let request = JudgmentRequest { set, pool_depth, seed, draw };
        if let Some((option, why)) = request.ignored() {
            let option = option.replace('-', "_");
            return Err(value_error(format!("{option}: would have no effect: {why}")));
        }
        if draw == Some(0) {
            return Err(value_error("draw: 0, expected 1 or more"));
        }
        let without = request.team_without_pool(self.whole.collection()).map_err(Wrong::value)?;
        if let Some(team) = without {
            let team = team.escape_debug();
            return Err(value_error(format!("set: no run of team `{team}` formed the pool")));
        }
        let depth =
            if is_of_teams { self.whole.pool_depth(pool_depth.map(|depth| depth as usize))? } else { None };
        self.changed(py, Change(JudgmentRequest { pool_depth: depth, ..request }))
    }

    /// The collection with the judgments of the top ``depth`` documents of the runs.
    fn pool_depth(&self, py: Python<'_>, #[pyo3(from_py_with = in_range)] depth: usize) -> PyResult<Self> {
        self.changed(py, Change::new("pool-depth", &[("depth", &depth.to_string())])?)
    }

    /// The collection with a random part of the judgments of each topic, the relevant and the nonrelevant
    /// ones by themselves (Buckley and Voorhees, SIGIR 2004; Bompada et al., SIGIR 2007). Under one seed
    /// samples are nested. A seed draws what ``rejudge pool 'sample(rate=..)' --seed`` draws.
    ///
    /// Args:
    ///     rate: share that is kept, from 0 to 1; rounded to 15 digits.
    ///     seed: of the draw.
    ///     min_relevant, min_nonrelevant: least number that is kept of a topic; ``None``: 1 and 10.
    #[pyo3(signature = (rate, seed = 1, *, min_relevant = None, min_nonrelevant = None))]
    fn sample(
        &self,
        py: Python<'_>,
        #[pyo3(from_py_with = in_range)] rate: f64,
        #[pyo3(from_py_with = in_range)] seed: u64,
        #[pyo3(from_py_with = in_range)] min_relevant: Option<usize>,
        #[pyo3(from_py_with = in_range)] min_nonrelevant: Option<usize>,
    ) -> PyResult<Self> {
        // A computed rate may have more digits than a written one.
        let rate = format!("{rate:.15}");
        let rate = if rate.contains('.') { rate.trim_end_matches('0').trim_end_matches('.') } else { &rate };
        let least = [("min-relevant", min_relevant), ("min-nonrelevant", min_nonrelevant)];
        let least = least.map(|(name, least)| (name, least.map(|least| least.to_string())));
        let least = least.iter().filter_map(|(name, least)| Some((*name, least.as_deref()?)));
        let arguments: Vec<(&str, &str)> = [("rate", rate)].into_iter().chain(least).collect();
        let Change(request) = Change::new("sample", &arguments)?;
        self.changed(py, Change(JudgmentRequest { seed: Some(seed), ..request }))
    }

    /// The collection with the judgments of another judge instead of people's. Documents that are left out
    /// here stay left out.
    ///
    /// Args:
    ///     judge: its name among ``judges``, or a list of names: several judges as one.
    ///     by: the rule that combines the labels of several: ``"majority"`` (the default), ``"mean"``,
    ///         ``"max"``.
    ///
    /// >>> import rejudge
    /// >>> people, model = {"1": {"a": 1, "b": 0}}, {"1": {"a": 0, "b": 1}}
    /// >>> runs = {"x": {"1": {"a": 2.0, "b": 1.0}}, "y": {"1": {"b": 2.0, "a": 1.0}}}
    /// >>> collection = rejudge.Collection(people, runs, judges={"model": model})
    /// >>> collection.judged_by("model")
    /// <rejudge.Collection: 1 topic, 2 runs, 2 teams, 2 judgments (full(judge=model))>
    /// >>> collection.judged_by("model").scores("RR").to_dict()["RR"], collection.scores("RR").to_dict()["RR"]
    /// ([0.5, 1.0], [1.0, 0.5])
    #[pyo3(signature = (judge, *, by = None))]
    fn judged_by(&self, py: Python<'_>, judge: &Bound<'_, PyAny>, by: Option<&str>) -> PyResult<Self> {
        self.changed(py, judges::judging("judge", judge, by)?)
    }

    /// The collection with the labels of another judge for the documents that are not judged here.
    ///
    /// Args:
    ///     judge, by: as for ``judged_by``.
    #[pyo3(signature = (judge, *, by = None))]
    fn filled_by(&self, py: Python<'_>, judge: &Bound<'_, PyAny>, by: Option<&str>) -> PyResult<Self> {
        self.changed(py, judges::judging("fill", judge, by)?)
    }

    /// The judgments that are left here, to inspect, save and use without the collection. A topic without judgments
    /// is not included.
    ///
    /// >>> import rejudge
    /// >>> qrels = {"1": {"a": 1, "b": 0, "c": 1}}
    /// >>> runs = {"x": {"1": {"a": 2.0, "b": 1.0}}, "y": {"1": {"b": 3.0, "c": 2.0}}}
    /// >>> rejudge.Collection(qrels, runs).pool_depth(1).to_qrels().to_dict()
    /// {'1': {'a': 1, 'b': 0}}
    pub fn to_qrels(&self, py: Python<'_>) -> PyResult<Qrels> {
        let (whole, view) = (Arc::clone(&self.whole), Arc::clone(&self.view));
        Ok(Qrels(Arc::new(without_gil(py, move || whole.judgments(&view))?)))
    }

    /// The runs. Those of a twin rank documents with names of their own.
    pub fn to_runs(&self) -> Runs {
        Runs(Arc::clone(&self.whole.given.runs))
    }

    /// Writes the judgments that are left, the runs and their teams into a folder, which is made and must be empty:
    /// ``qrels.txt``, ``runs`` and ``teams.tsv``.
    ///
    /// ``rejudge.Collection(folder / "qrels.txt", folder / "runs", folder / "teams.tsv")`` reads them.
    fn save(&self, py: Python<'_>, folder: PathBuf) -> PyResult<()> {
        self.saved(py, folder, AllRuns::save)
    }

    /// Writes the same files for the command, whose rules may go by the order or the ranks of lines: runs as they were
    /// given.
    fn _write(&self, py: Python<'_>, folder: PathBuf) -> PyResult<()> {
        self.saved(py, folder, AllRuns::write)
    }

    /// A collection is pickled by its name or by its judgments, runs, teams, judges and rules, and by the changes to the
    /// judgments, which unpickling repeats.
    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyTuple>)> {
        let (given, native) = (&self.whole.given, py.import("rejudge._native")?);
        let changes = serde_json::to_string(&self.changes).expect("changes are texts and whole numbers");
        if let Some((name, judges)) = &given.described {
            let parts = (name, judges.clone(), self.whole.rules.fields(), changes);
            return Ok((native.getattr("_loaded")?, parts.into_pyobject(py)?));
        }
        let judges = PyDict::new(py);
        for (name, labels) in &given.judges {
            judges.set_item(name, judges::Judge(Arc::clone(labels)))?;
        }
        let parts = (
            Qrels(Arc::clone(&given.judgments)),
            Runs(Arc::clone(&given.runs)),
            given.teams.clone(),
            judges,
            self.whole.rules.fields(),
            given.simulated.as_deref(),
            changes,
        );
        Ok((native.getattr("_collection")?, parts.into_pyobject(py)?))
    }

    fn __copy__(this: Py<Self>) -> Py<Self> {
        this
    }

    fn __deepcopy__(this: Py<Self>, _memo: &Bound<'_, PyAny>) -> Py<Self> {
        this
    }

    /// The scores of the runs by the judgments that are left: a table as ``evaluate`` gives it.
    #[pyo3(signature = (measures, per_topic = false))]
    fn scores(&self, py: Python<'_>, measures: &Bound<'_, PyAny>, per_topic: bool) -> PyResult<Table> {
        let wanted = by_document(measures, self.whole.rules.preset)?;
        let (whole, view) = (Arc::clone(&self.whole), Arc::clone(&self.view));
        tabled(py, move || {
            let scores = whole.scores(&view, &wanted)?;
            let table = table(&scores, &wanted, &whole.rules, per_topic)?;
            Ok((table, whole.notes(&view, &wanted)))
        })
    }

    /// The lowest and highest scores that the judgments which are left allow: over all levels of the
    /// documents that a run of the collection retrieved and that are unjudged. A row per run and measure, and per
    /// topic if requested: run, topic (``all``: the summary), measure, value, lower, upper, bounds
    /// (``exact``: some levels score that, ``outer``: none need), condensed (the score without unjudged
    /// documents).
    #[pyo3(signature = (measures, per_topic = false))]
    fn bounds(&self, py: Python<'_>, measures: &Bound<'_, PyAny>, per_topic: bool) -> PyResult<Table> {
        let wanted = by_document(measures, self.whole.rules.preset)?;
        let (whole, view) = (Arc::clone(&self.whole), Arc::clone(&self.view));
        tabled(py, move || Ok((whole.bounds(&view, &wanted, per_topic)?, whole.notes(&view, &wanted))))
    }

    /// Kendall's tau-b of the runs by a measure: by the judgments that are left, and by all of them (or by those of
    /// ``other``). ``None`` if all runs are tied.
    ///
    /// Kendall, Biometrika 33, 1945.
    #[pyo3(signature = (measure, other = None))]
    fn tau(&self, py: Python<'_>, measure: &Bound<'_, PyAny>, other: Option<&Self>) -> PyResult<Option<f64>> {
        let wanted = one(measure, self.whole.rules.preset)?;
        let (whole, view) = (Arc::clone(&self.whole), Arc::clone(&self.view));
        let other = other.map(|other| (Arc::clone(&other.whole), Arc::clone(&other.view)));
        let names =
            |whole: &Whole| whole.collection().runs().iter().map(|run| run.name.clone()).collect::<Vec<_>>();
        if other.as_ref().is_some_and(|(other, _)| names(other) != names(&whole)) {
            return Err(value_error("other: a collection of other runs"));
        }
        without_gil(py, move || {
            let ranking = |whole: &Whole, view: &View| {
                let scores = whole.scores(view, &wanted)?;
                let means: Vec<f64> = (0..scores.runs.len()).map(|run| scores.summary(run, 0)).collect();
                Ok::<_, Wrong>(Ranking::new(&means))
            };
            let left = ranking(&whole, &view)?;
            let all = match &other {
                Some((other, view)) => ranking(other, view)?,
                None => ranking(&whole, &whole.input.view)?,
            };
            Ok(kendall_tau_b(&left, &all))
        })
    }

    /// Discriminative power of a measure: the share of the pairs of runs that a test calls different (Sakai, SIGIR
    /// 2006, by the paired bootstrap). ``None`` with a single run.
    ///
    /// Args:
    ///     measure: name of the measure.
    ///     test, correction, samples, seed: as for ``compare``.
    ///     alpha: level of significance.
    #[expect(clippy::too_many_arguments, reason = "they are keywords")]
    #[pyo3(signature = (measure, *, test = "paired-bootstrap", alpha = 0.05, correction = "none", samples = None, seed = 1))]
    fn discriminative_power(
        &self,
        py: Python<'_>,
        measure: &Bound<'_, PyAny>,
        test: &str,
        #[pyo3(from_py_with = in_range)] alpha: f64,
        correction: &str,
        #[pyo3(from_py_with = in_range)] samples: Option<u32>,
        #[pyo3(from_py_with = in_range)] seed: u64,
    ) -> PyResult<Option<f64>> {
        let (test, correction) = test_and_correction(test, correction, samples)?;
        correction.check(test).map_err(|why| value_error(format!("correction: {why}")))?;
        if !(alpha > 0.0 && alpha < 1.0) {
            return Err(value_error(format!("alpha: {alpha}, expected a number between 0 and 1")));
        }
        let wanted = one(measure, self.whole.rules.preset)?;
        let (whole, view) = (Arc::clone(&self.whole), Arc::clone(&self.view));
        without_gil(py, move || {
            let scores = whole.scores(&view, &wanted)?;
            let (runs, topics) = (scores.runs.len(), scores.counted(0));
            check_topics(&scores, "expected")?;
            let rows = (0..runs).flat_map(|run| topics.iter().map(move |&topic| (run, topic)));
            let data = rows.map(|(run, topic)| scores.value(run, topic, 0)).collect();
            let matrix = Matrix::new(runs, topics.len(), data).map_err(Wrong::value)?;
            test.check_room(topics.len()).map_err(Wrong::value)?;
            let draw = |part| Draw::new(seed, &["eval", part]);
            let all: Vec<(usize, usize)> = pairs(runs).collect();
            whole.check_pairs(&view, &scores, &all)?;
            let results = test
                .prepared(topics.len(), draw)
                .results(&matrix, &all, Alternative::TwoSided)
                .map_err(Wrong::value)?;
            let adjusted = correction.adjusted(&matrix, &all, &results, draw).map_err(Wrong::value)?;
            Ok(discriminative_power(&adjusted.p, alpha).share())
        })
    }

    /// A simulation ("twin") of the whole collection, with all judgments, including those that were removed here:
    /// topics, runs and judgments drawn from a model that is fitted to counts and scores of this one. It contains
    /// no text or name of a document.
    ///
    /// Args:
    ///     seed: seed of the fit and of the draw.
    ///     depth: depth of the pool; ``None``: the depth that the judgments imply, else 100.
    ///     draw: number of the draw, from 1.
    #[pyo3(signature = (seed, *, depth = None, draw = 1))]
    fn twin(
        &self,
        py: Python<'_>,
        #[pyo3(from_py_with = in_range)] seed: u64,
        #[pyo3(from_py_with = in_range)] depth: Option<u32>,
        #[pyo3(from_py_with = in_range)] draw: u32,
    ) -> PyResult<Self> {
        if depth == Some(0) || draw == 0 {
            return Err(value_error("depth and draw: 0, expected 1 or more"));
        }
        let whole = Arc::clone(&self.whole);
        without_gil(py, move || Self::assembled(whole.twin(seed, depth, draw)?, whole.rules.clone()))
    }

    /// An audit of the collection by the command ``rejudge`` (``pip install rejudge-cli``): the depth and the
    /// fairness of its pool, and the quality of measures on it.
    ///
    /// Args:
    ///     output: folder to write; ``None``: a temporary one, deleted with the report.
    ///     options: those of ``rejudge audit``, by their names.
    ///
    /// Returns:
    ///     A ``rejudge.command.Report``.
    ///
    /// Raises:
    ///     ImportError: the command is not installed.
    #[pyo3(signature = (output = None, **options))]
    fn audit<'py>(
        this: &Bound<'py, Self>,
        output: Option<Bound<'py, PyAny>>,
        options: Option<&Bound<'py, PyDict>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let command = this.py().import("rejudge.command")?;
        command.getattr("audit")?.call((this, output), options)
    }

    /// The rules and the scale of the grades, as options of the command ``rejudge audit``.
    fn _rules(&self) -> PyResult<Vec<(String, String)>> {
        let mut options = self.whole.options()?;
        if self.view.gains().is_some() {
            options.push(("labels".to_owned(), to_compact(&LabelKind::Gains)));
        }
        Ok(options)
    }
}

impl Collection {
    /// Reads the runs and joins them with the judgments.
    pub fn assembled(given: Given, rules: PresetRules) -> Result<Self, Wrong> {
        let runs = &given.runs;
        let reading = runs.reading(rules.rules.reading(Reading::default()));
        runs.check_ties(&reading)?;
        let files: Vec<PathBuf> = runs.runs.iter().filter_map(Run::file).collect();
        for run in &runs.runs {
            if let (Some(labels), Run::Rows(name, rows)) = (given.judgments.grid(), run) {
                check_shape(labels, rows, &format!("run `{name}`"))?;
            }
        }
        let (collection, labels) =
            judges::with_labels(&given.judgments, &given.judges, |qrels, labelled| {
                let collection = if files.is_empty() {
                    let rows: Vec<_> = runs.runs.iter().filter_map(Run::rows).collect();
                    let numbered = number_rows(qrels, &rows, &reading);
                    numbered.map_err(|(run, repeated)| {
                        rows[run].1.repeated(&repeated, &format!("run `{}`", rows[run].0))
                    })?
                } else if files.len() == runs.runs.len() {
                    let each = TeamFiles { teams: TeamChoice::OneEach, ..TeamFiles::default() };
                    let loaded = load_numbered(qrels, given.judgments.name(), &files, &each, &reading)?;
                    runs.with_given_names(loaded)?
                } else {
                    return Err(Wrong::value("runs: files and others, expected all of one kind"));
                };
                let collection = with_teams(collection, given.teams.as_deref())?;
                runs.check_files()?;
                Ok(match labelled {
                    Some(labelled) => labelled.for_collection(collection),
                    None => (collection, Vec::new()),
                })
            })?;
        Ok(Self::of(Whole::new(collection, given, rules, labels)))
    }

    /// Writes the judgments that are left, the runs by `runs`, and their teams into a folder, which is empty.
    fn saved(
        &self,
        py: Python<'_>,
        folder: PathBuf,
        runs: fn(&AllRuns, &Path) -> Result<(), Wrong>,
    ) -> PyResult<()> {
        let (qrels, all, whole) = (self.to_qrels(py)?.0, self.to_runs().0, Arc::clone(&self.whole));
        without_gil(py, move || {
            if std::fs::read_dir(&folder).is_ok_and(|mut entries| entries.next().is_some()) {
                let folder = folder.display();
                return Err(Wrong::value(format!("{folder} is not empty: name a new folder")));
            }
            let lines = qrels.lines()?;
            runs(&all, &folder.join("runs"))?;
            save(&folder.join("qrels.txt"), &lines)?;
            save(&folder.join("teams.tsv"), &whole.team_lines())
        })
    }

    /// The collection with all judgments.
    pub fn of(whole: Whole) -> Self {
        let view = Arc::new(whole.input.view.clone());
        Self { whole: Arc::new(whole), view, changes: Vec::new() }
    }

    /// The rules.
    pub fn rules(&self) -> &PresetRules {
        &self.whole.rules
    }

    /// The judgments and runs, with a number for each document.
    pub fn input(&self) -> &Input {
        &self.whole.input
    }

    /// Returns the collection with other judgments, which `change` left.
    fn with(&self, view: View, change: Change) -> Self {
        let changes = self.changes.iter().cloned().chain([change]).collect();
        Self { whole: Arc::clone(&self.whole), view: Arc::new(view), changes }
    }

    fn changed(&self, py: Python<'_>, change: Change) -> PyResult<Self> {
        let (whole, view, next) = (Arc::clone(&self.whole), Arc::clone(&self.view), change.clone());
        Ok(self.with(without_gil(py, move || next.applied(&whole, &view))?, change))
    }

    /// Repeats the changes of a pickle.
    pub fn repeated(self, py: Python<'_>, changes: &str) -> PyResult<Self> {
        let changes: Vec<Change> =
            serde_json::from_str(changes).map_err(|error| value_error(error.to_string()))?;
        changes.into_iter().try_fold(self, |collection, change| collection.changed(py, change))
    }
}

/// Unpickles a collection: judgments, runs, teams, judges, rules, a description of its simulation, and the changes
/// to the judgments.
#[pyfunction]
#[expect(clippy::too_many_arguments, reason = "they are what it is made of")]
pub fn _collection(
    py: Python<'_>,
    qrels: &Bound<'_, Qrels>,
    runs: &Bound<'_, Runs>,
    teams: Option<RunTeams>,
    judges: &Bound<'_, PyDict>,
    rules: Vec<(String, String)>,
    simulated: Option<String>,
    changes: &str,
) -> PyResult<Collection> {
    let rules = rules::of_fields(py, rules)?;
    let judges = judges::from_python(py, judges)?;
    let (judgments, runs) = (Arc::clone(&qrels.get().0), Arc::clone(&runs.get().0));
    let given = Given { judgments, runs, judges, teams, described: None, simulated, pool_depth: None };
    without_gil(py, move || Collection::assembled(given, rules))?.repeated(py, changes)
}

/// The only measure that is named.
fn one(measure: &Bound<'_, PyAny>, preset: Preset) -> PyResult<Wanted> {
    let wanted = by_document(measure, preset)?;
    match wanted.metrics.len() {
        1 => Ok(wanted),
        several => Err(value_error(format!("measure: {several} of them, expected one"))),
    }
}
