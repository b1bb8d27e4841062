//! The class `Collection`: a test collection that can be judged again, for example without a team or from a
//! shallower pool.
//!
//! The file is long because pyo3 requires all Python methods of a class in one block.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};
use rayon::prelude::*;
use rejudge_collections::descriptor::LabelKind;
use rejudge_collections::{Reading, TeamChoice, TeamFiles, collection_from_rows, load_numbered};
use rejudge_eval::{Input, Preset, PresetRules, RequestedMeasures, notes_on_runs};
use rejudge_experiment::spec::yaml::to_compact;
use rejudge_names::plural::counted;
use rejudge_names::visible::one_line;
use rejudge_pools::{JudgmentRequest, JudgmentSet, View};
use rejudge_stats::{Alternative, Draw, Matrix, Ranking, discriminative_power, kendall_tau_b, pairs};

use crate::change::Change;
use crate::evaluate::{check_topics, scores_table};
use crate::exceptions::{Exception, value_error};
use crate::full_collection::{FullCollection, Origin, RunTeams};
use crate::grid::check_shape;
use crate::in_range::in_range;
use crate::judges;
use crate::judgments::{self, PyQrels, write_file};
use crate::rules::{self, orders_by_rank, parse_document_measures, test_and_correction};
use crate::runs::{self, PyRuns, RunInput, Runs};
use crate::table::{PyTable, compute_table};
use crate::teams::{self, with_teams};
use crate::warnings::warn;
use crate::work::without_gil;

/// A test collection: judgments, runs and teams. Its methods judge it again, for example without a team.
///
/// Args:
///     qrels: judgments, as ``rejudge.Qrels`` takes them.
///     runs: runs, as ``rejudge.Runs`` takes them.
///     teams: a dict from run to team, a frame with columns ``run`` and ``team``, or the path of such a table (tsv or
///         csv). If ``None``, each run is a team.
///     judges: other judges of the documents: a dict from name to labels. The labels are a ``rejudge.Judge``, or
///         whatever it takes as ``labels``.
///     preset, topics, ties, score_type, max_rank, ..: as for ``evaluate``. By default all topics of the judgments
///         count, whatever the preset.
///
/// A method that removes judgments returns another collection; the collection itself does not change. If a topic
/// loses its last relevant document, it still counts, with a score of 0.
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
    full: Arc<FullCollection>,
    /// The judgments after the changes.
    view: Arc<View>,
    /// The changes that led to these judgments. Unpickling repeats them.
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
        let teams = teams.map(teams::from_python).transpose()?;
        let runs = runs::from_python(py, runs, orders_by_rank(&rules))?;
        let judgments = judgments::from_python(py, qrels, "qrels")?;
        let judges = judges.map(|judges| judges::from_python(py, judges)).transpose()?.unwrap_or_default();
        let (collection, warnings) = without_gil(py, move || {
            let origin =
                Origin { judgments, runs, judges, teams, described: None, simulated: None, pool_depth: None };
            let collection = Self::assemble(origin, rules)?;
            let warnings = notes_on_runs(&collection.full.input, &collection.full.rules.rules);
            Ok((collection, warnings))
        })?;
        warn(py, &warnings)?;
        Ok(collection)
    }

    /// Names of the topics, sorted.
    #[getter]
    fn topics(&self) -> Vec<String> {
        self.full.collection().topics().map(|topic| topic.name.to_owned()).collect()
    }

    /// Names of the runs.
    #[getter]
    fn runs(&self) -> Vec<String> {
        self.full.collection().runs().iter().map(|run| run.name.clone()).collect()
    }

    /// Names of the teams.
    #[getter]
    fn teams(&self) -> Vec<String> {
        self.full.collection().teams().iter().map(|team| team.name.clone()).collect()
    }

    /// The other judges: a dict from the name of each to a text that counts its labels.
    #[getter]
    fn judges<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let counts_by_name = PyDict::new(py);
        self.full
            .label_counts
            .iter()
            .try_for_each(|counts| counts_by_name.set_item(&counts.name, counts.to_string()))?;
        Ok(counts_by_name)
    }

    /// The number of judgments that are left.
    fn __len__(&self) -> usize {
        (0..self.view.topics()).map(|topic| self.view.mask(topic).count() as usize).sum()
    }

    fn __repr__(&self) -> String {
        let collection = self.full.collection();
        let changes = self.changes.iter().map(Change::to_string);
        let history: Vec<String> = self.full.origin.simulated.iter().cloned().chain(changes).collect();
        let history =
            if history.is_empty() { String::new() } else { format!(" ({})", one_line(&history.join(", "))) };
        format!(
            "<rejudge.Collection: {}, {}, {}, {}{history}>",
            counted(collection.topics().len(), "topic"),
            counted(collection.runs().len(), "run"),
            counted(collection.teams().len(), "team"),
            counted(self.__len__(), "judgment"),
        )
    }

    /// Leaves out each team in turn: for each team, a collection without the judgments of the documents that only this
    /// team contributed, as if the team were new (Zobel, SIGIR 1998; Sakai, IPSJ 2009).
    ///
    /// Args:
    ///     depth: the rank to which the runs contributed documents. If ``None``, it is the depth in the description of a
    ///         collection that was loaded by name, else all ranks.
    ///
    /// Returns:
    ///     ``{team: Collection}``
    #[pyo3(signature = (depth = None))]
    fn leave_one_team_out<'py>(
        &self,
        py: Python<'py>,
        #[pyo3(from_py_with = in_range)] depth: Option<usize>,
    ) -> PyResult<Bound<'py, PyDict>> {
        let pool_depth = self.full.pool_depth(depth)?;
        let mut changes = Vec::new();
        for team in &self.teams() {
            let Change(request) = Change::new("leave-one-team-out", &[("team", team)])?;
            changes.push(Change(JudgmentRequest { pool_depth, ..request }));
        }
        let (full, view, team_changes) = (Arc::clone(&self.full), Arc::clone(&self.view), changes.clone());
        let views = without_gil(py, move || {
            let Some(first) = team_changes.first() else { return Ok(Vec::new()) };
            // Every request needs the same contributions of the teams, so we compute them once.
            let contributions = first.0.contributions(full.collection(), &view);
            let views = [&full.input.view, &view];
            team_changes
                .par_iter()
                .map(|Change(request)| {
                    request.view(full.collection(), views, &contributions).map_err(Exception::value)
                })
                .collect::<Result<Vec<View>, Exception>>()
        })?;
        let collections = PyDict::new(py);
        for ((team, view), change) in self.teams().into_iter().zip(views).zip(changes) {
            collections.set_item(&team, self.with_change(view, change))?;
        }
        Ok(collections)
    }

    /// The collection after a manipulation of its judgments. Write the manipulation as for ``rejudge pool``.
    ///
    /// The manipulations are ``full``, ``leave-one-team-out``, ``leave-teams-out``, ``take-one-team``, ``take-teams``,
    /// ``pool-depth``, ``sample`` and ``budget``. ``rejudge pool --help`` describes their parameters.
    /// ``leave-own-team-out`` is refused, because it makes different judgments for each team.
    ///
    /// The same seed draws the same judgments here, in ``rejudge pool --seed`` and in an experiment.
    ///
    /// Args:
    ///     set: a manipulation, for example ``"take-one-team(team=a)"``, ``"budget(share=0.5, order=pool)"`` or
    ///         ``"full(judge=gpt)"``.
    ///     seed: seed of a random manipulation; ``None``: 1.
    ///     draw: number of the draw with this seed; ``None``: the first.
    ///     pool_depth: for manipulations of teams, the rank to which the runs contributed documents. If ``None``, it is the
    ///         depth in the description of a collection that was loaded by name, else all ranks.
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
        let set: JudgmentSet = set.parse().map_err(|error| Exception::value(format!("set: {error}")))?;
        let is_of_teams = set.rule().depends_on_teams();
        let request = JudgmentRequest { set, pool_depth, seed, draw };
        if let Some((option, reason)) = request.ignored_option() {
            let keyword = option.replace('-', "_");
            return Err(value_error(format!("{keyword}: would have no effect: {reason}")));
        }
        if draw == Some(0) {
            return Err(value_error("draw: 0, expected 1 or more"));
        }
        if let Some(team) = request.team_without_pool(self.full.collection()).map_err(Exception::value)? {
            let team = team.escape_debug();
            return Err(value_error(format!("set: no run of team `{team}` formed the pool")));
        }
        let depth =
            if is_of_teams { self.full.pool_depth(pool_depth.map(|depth| depth as usize))? } else { None };
        self.apply(py, Change(JudgmentRequest { pool_depth: depth, ..request }))
    }

    /// The collection with the judgments of each run's top ``depth`` documents.
    fn pool_depth(&self, py: Python<'_>, #[pyo3(from_py_with = in_range)] depth: usize) -> PyResult<Self> {
        self.apply(py, Change::new("pool-depth", &[("depth", &depth.to_string())])?)
    }

    /// The collection with a random sample of the judgments. Relevant and nonrelevant documents of a topic are sampled
    /// separately (Buckley and Voorhees, SIGIR 2004; Bompada et al., SIGIR 2007).
    ///
    /// With the same seed, a smaller sample is part of a larger one, and ``rejudge pool 'sample(rate=..)' --seed`` draws
    /// the same sample.
    ///
    /// Args:
    ///     rate: share of the judgments that is kept, from 0 to 1; rounded to 15 digits.
    ///     seed: seed of the sample.
    ///     min_relevant, min_nonrelevant: minimum numbers of documents to keep for each topic; ``None``: 1 and 10.
    #[pyo3(signature = (rate, seed = 1, *, min_relevant = None, min_nonrelevant = None))]
    fn sample(
        &self,
        py: Python<'_>,
        #[pyo3(from_py_with = in_range)] rate: f64,
        #[pyo3(from_py_with = in_range)] seed: u64,
        #[pyo3(from_py_with = in_range)] min_relevant: Option<usize>,
        #[pyo3(from_py_with = in_range)] min_nonrelevant: Option<usize>,
    ) -> PyResult<Self> {
        // Rounding makes a computed rate, such as 0.1 + 0.2, draw the same sample as the rate that a user
        // writes, 0.3.
        let rate = format!("{rate:.15}");
        let rate = if rate.contains('.') { rate.trim_end_matches('0').trim_end_matches('.') } else { &rate };
        let [min_relevant, min_nonrelevant] =
            [min_relevant, min_nonrelevant].map(|minimum| minimum.map(|minimum| minimum.to_string()));
        let mut arguments = vec![("rate", rate)];
        arguments.extend(min_relevant.as_deref().map(|minimum| ("min-relevant", minimum)));
        arguments.extend(min_nonrelevant.as_deref().map(|minimum| ("min-nonrelevant", minimum)));
        let Change(request) = Change::new("sample", &arguments)?;
        self.apply(py, Change(JudgmentRequest { seed: Some(seed), ..request }))
    }

    /// The collection with the labels of another judge instead of people's judgments. Documents that were left out
    /// before stay left out.
    ///
    /// Args:
    ///     judge: the judge's name in ``judges``, or a list of names, whose labels are combined.
    ///     by: the rule that combines the labels of several judges: ``"majority"`` (the default), ``"mean"``,
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
        self.apply(py, judges::judge_change("judge", judge, by)?)
    }

    /// The collection with its judgments, and the labels of another judge for all other documents.
    ///
    /// Args:
    ///     judge, by: as for ``judged_by``.
    #[pyo3(signature = (judge, *, by = None))]
    fn filled_by(&self, py: Python<'_>, judge: &Bound<'_, PyAny>, by: Option<&str>) -> PyResult<Self> {
        self.apply(py, judges::judge_change("fill", judge, by)?)
    }

    /// The judgments that are left, to inspect, save and use without the collection. A topic without judgments is not
    /// included.
    ///
    /// >>> import rejudge
    /// >>> qrels = {"1": {"a": 1, "b": 0, "c": 1}}
    /// >>> runs = {"x": {"1": {"a": 2.0, "b": 1.0}}, "y": {"1": {"b": 3.0, "c": 2.0}}}
    /// >>> rejudge.Collection(qrels, runs).pool_depth(1).to_qrels().to_dict()
    /// {'1': {'a': 1, 'b': 0}}
    pub fn to_qrels(&self, py: Python<'_>) -> PyResult<PyQrels> {
        let (full, view) = (Arc::clone(&self.full), Arc::clone(&self.view));
        Ok(PyQrels(Arc::new(without_gil(py, move || full.judgments(&view))?)))
    }

    /// The runs. A twin's runs rank documents with invented names.
    pub fn to_runs(&self) -> PyRuns {
        PyRuns(Arc::clone(&self.full.origin.runs))
    }

    /// Writes the judgments that are left, the runs and their teams into a new or empty folder, as ``qrels.txt``,
    /// ``runs`` and ``teams.tsv``.
    ///
    /// ``rejudge.Collection(folder / "qrels.txt", folder / "runs", folder / "teams.tsv")`` reads them again.
    fn save(&self, py: Python<'_>, folder: PathBuf) -> PyResult<()> {
        self.write_files(py, folder, Runs::save)
    }

    /// Writes the files that ``save`` writes, for the command. But it keeps the lines of runs in their original order,
    /// because the rules may order documents by lines or by ranks.
    fn _write(&self, py: Python<'_>, folder: PathBuf) -> PyResult<()> {
        self.write_files(py, folder, Runs::write)
    }

    /// A collection is pickled as its name if it was loaded by name, else as its judgments, runs, teams, judges and rules.
    /// The changes to its judgments are pickled too, and unpickling repeats them.
    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyTuple>)> {
        let (origin, native) = (&self.full.origin, py.import("rejudge._native")?);
        let changes = serde_json::to_string(&self.changes).expect("changes are texts and whole numbers");
        if let Some((name, judges)) = &origin.described {
            let parts = (name, judges.clone(), self.full.rules.fields(), changes);
            return Ok((native.getattr("_loaded")?, parts.into_pyobject(py)?));
        }
        let judges = PyDict::new(py);
        for (name, labels) in &origin.judges {
            judges.set_item(name, judges::PyJudge(Arc::clone(labels)))?;
        }
        let parts = (
            PyQrels(Arc::clone(&origin.judgments)),
            PyRuns(Arc::clone(&origin.runs)),
            origin.teams.clone(),
            judges,
            self.full.rules.fields(),
            origin.simulated.as_deref(),
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

    /// Scores the runs by the judgments that are left. Returns a table like that of ``evaluate``.
    #[pyo3(signature = (measures, per_topic = false))]
    fn scores(&self, py: Python<'_>, measures: &Bound<'_, PyAny>, per_topic: bool) -> PyResult<PyTable> {
        let measures = parse_document_measures(measures, self.full.rules.preset)?;
        let (full, view) = (Arc::clone(&self.full), Arc::clone(&self.view));
        compute_table(py, move || {
            let scores = full.scores(&view, &measures)?;
            let table = scores_table(&scores, &measures, &full.rules, per_topic)?;
            Ok((table, full.warnings(&view, &measures)))
        })
    }

    /// The lowest and highest scores that are possible, over all levels that the unjudged documents of the runs could
    /// have.
    ///
    /// Returns:
    ///     A table with a row for each run and measure, and also for each topic if ``per_topic``: ``run``, ``topic``
    ///     (``all`` is the summary), ``measure``, ``value``, ``lower``, ``upper``, ``bounds`` (``exact`` if some levels
    ///     reach the bounds, ``outer`` if perhaps none do), ``condensed`` (the score without unjudged documents).
    #[pyo3(signature = (measures, per_topic = false))]
    fn bounds(&self, py: Python<'_>, measures: &Bound<'_, PyAny>, per_topic: bool) -> PyResult<PyTable> {
        let measures = parse_document_measures(measures, self.full.rules.preset)?;
        let (full, view) = (Arc::clone(&self.full), Arc::clone(&self.view));
        compute_table(py, move || {
            Ok((full.bounds(&view, &measures, per_topic)?, full.warnings(&view, &measures)))
        })
    }

    /// Kendall's tau-b between two orders of the runs. A measure gives the first order with the judgments that are
    /// left, and the second with all judgments, or with the judgments of ``other``. ``None`` if all runs are tied in
    /// one of the orders.
    ///
    /// Kendall, Biometrika 33, 1945.
    #[pyo3(signature = (measure, other = None))]
    fn tau(&self, py: Python<'_>, measure: &Bound<'_, PyAny>, other: Option<&Self>) -> PyResult<Option<f64>> {
        let measure = single_measure(measure, self.full.rules.preset)?;
        if other.is_some_and(|other| other.runs() != self.runs()) {
            return Err(value_error("other: its runs differ from the runs of this collection"));
        }
        let (full, view) = (Arc::clone(&self.full), Arc::clone(&self.view));
        let (other_full, other_view) = match other {
            Some(other) => (Arc::clone(&other.full), Arc::clone(&other.view)),
            None => (Arc::clone(&full), Arc::new(full.input.view.clone())),
        };
        without_gil(py, move || {
            let ranking = |full: &FullCollection, view: &View| {
                let scores = full.scores(view, &measure)?;
                let means: Vec<f64> = (0..scores.runs.len()).map(|run| scores.summary(run, 0)).collect();
                Ok::<_, Exception>(Ranking::new(&means))
            };
            Ok(kendall_tau_b(&ranking(&full, &view)?, &ranking(&other_full, &other_view)?))
        })
    }

    /// Discriminative power of a measure: the share of all pairs of runs whose difference a test calls significant
    /// (Sakai, SIGIR 2006, with the paired bootstrap). ``None`` if there is only one run.
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
        correction.check(test).map_err(|fault| value_error(format!("correction: {fault}")))?;
        if !(alpha > 0.0 && alpha < 1.0) {
            return Err(value_error(format!("alpha: {alpha}, expected a number between 0 and 1")));
        }
        let measure = single_measure(measure, self.full.rules.preset)?;
        let (full, view) = (Arc::clone(&self.full), Arc::clone(&self.view));
        without_gil(py, move || {
            let scores = full.scores(&view, &measure)?;
            let (runs, topics) = (scores.runs.len(), scores.counted(0));
            check_topics(&scores, "expected")?;
            let cells = (0..runs).flat_map(|run| topics.iter().map(move |&topic| (run, topic)));
            let values = cells.map(|(run, topic)| scores.value(run, topic, 0)).collect();
            let matrix = Matrix::new(runs, topics.len(), values).map_err(Exception::value)?;
            test.check_room(topics.len()).map_err(Exception::value)?;
            let draw = |part| Draw::new(seed, &["eval", part]);
            let all_pairs: Vec<(usize, usize)> = pairs(runs).collect();
            full.check_pairs(&view, &scores, &all_pairs)?;
            let results = test
                .prepared(topics.len(), draw)
                .results(&matrix, &all_pairs, Alternative::TwoSided)
                .map_err(Exception::value)?;
            let adjusted =
                correction.adjusted(&matrix, &all_pairs, &results, draw).map_err(Exception::value)?;
            Ok(discriminative_power(&adjusted.p, alpha).share())
        })
    }

    /// A simulated collection ("twin"). Its topics, runs and judgments are drawn from a model, which is fitted to counts and
    /// scores of this collection. It contains no text and no name of a document.
    ///
    /// The model is fitted to all judgments within the pool, also to judgments that were removed before.
    ///
    /// Args:
    ///     seed: seed of the fit and of the draw.
    ///     depth: depth of the pool. If ``None``, it is the depth that the judgments imply, else 100.
    ///     draw: number of the draw, from 1.
    #[pyo3(signature = (seed, *, depth = None, draw = 1))]
    fn twin(
        &self,
        py: Python<'_>,
        #[pyo3(from_py_with = in_range)] seed: u64,
        #[pyo3(from_py_with = in_range)] depth: Option<u32>,
        #[pyo3(from_py_with = in_range)] draw: u32,
    ) -> PyResult<Self> {
        for (keyword, number) in [("depth", depth), ("draw", Some(draw))] {
            if number == Some(0) {
                return Err(value_error(format!("{keyword}: 0, expected 1 or more")));
            }
        }
        let full = Arc::clone(&self.full);
        without_gil(py, move || Self::assemble(full.twin(seed, depth, draw)?, full.rules.clone()))
    }

    /// Audits the collection with the command ``rejudge`` (``pip install rejudge-cli``): how deep and how fair its pool is,
    /// and how good the measures are on it.
    ///
    /// Args:
    ///     output: folder to write. If ``None``, it is a temporary folder, which is deleted with the report.
    ///     options: options of ``rejudge audit`` by their names.
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

    /// The rules, and whether grades are gains, as options of ``rejudge audit``.
    fn _rules(&self) -> PyResult<Vec<(String, String)>> {
        let mut options = self.full.audit_options()?;
        if self.view.gains().is_some() {
            options.push(("labels".to_owned(), to_compact(&LabelKind::Gains)));
        }
        Ok(options)
    }
}

impl Collection {
    /// Reads the runs, and joins them with the judgments.
    pub fn assemble(origin: Origin, rules: PresetRules) -> Result<Self, Exception> {
        let runs = &origin.runs;
        let reading = runs.reading(rules.rules.reading(Reading::default()));
        runs.check_ties(&reading)?;
        let files: Vec<PathBuf> = runs.runs.iter().filter_map(RunInput::file).collect();
        for run in &runs.runs {
            if let (Some(labels), RunInput::Rows(name, rows)) = (origin.judgments.array(), run) {
                check_shape(labels, rows, &format!("run `{name}`"))?;
            }
        }
        let (collection, label_counts) =
            judges::with_judge_labels(&origin.judgments, &origin.judges, |qrels, labelled| {
                let collection = if files.is_empty() {
                    let rows: Vec<_> = runs.runs.iter().filter_map(RunInput::rows).collect();
                    let numbered = collection_from_rows(qrels, &rows, &reading);
                    numbered.map_err(|(run, repeated)| {
                        rows[run].1.duplicate_error(&repeated, &format!("run `{}`", rows[run].0))
                    })?
                } else if files.len() == runs.runs.len() {
                    let teams = TeamFiles { teams: TeamChoice::OneEach, ..TeamFiles::default() };
                    let loaded = load_numbered(qrels, origin.judgments.name(), &files, &teams, &reading)?;
                    runs.with_given_names(loaded)?
                } else {
                    return Err(Exception::value(
                        "runs: some are files and some are not, expected only files or no files",
                    ));
                };
                let collection = with_teams(collection, origin.teams.as_deref())?;
                runs.check_files()?;
                Ok(match labelled {
                    Some(labelled) => labelled.add_to(collection),
                    None => (collection, Vec::new()),
                })
            })?;
        Ok(Self::from_full(FullCollection::new(collection, origin, rules, label_counts)))
    }

    /// Writes the judgments that are left, the runs and their teams into a new or empty folder. `write_runs`
    /// writes the runs.
    fn write_files(
        &self,
        py: Python<'_>,
        folder: PathBuf,
        write_runs: fn(&Runs, &Path) -> Result<(), Exception>,
    ) -> PyResult<()> {
        let (qrels, runs, full) = (self.to_qrels(py)?.0, self.to_runs().0, Arc::clone(&self.full));
        without_gil(py, move || {
            if std::fs::read_dir(&folder).is_ok_and(|mut entries| entries.next().is_some()) {
                let folder = folder.display();
                return Err(Exception::value(format!("{folder} is not empty: name a new folder")));
            }
            let lines = qrels.lines()?;
            write_runs(&runs, &folder.join("runs"))?;
            write_file(&folder.join("qrels.txt"), &lines)?;
            write_file(&folder.join("teams.tsv"), &full.team_lines())
        })
    }

    /// Returns the collection with all judgments.
    pub fn from_full(full: FullCollection) -> Self {
        let view = Arc::new(full.input.view.clone());
        Self { full: Arc::new(full), view, changes: Vec::new() }
    }

    /// Returns the rules for scoring.
    pub fn rules(&self) -> &PresetRules {
        &self.full.rules
    }

    /// Returns all judgments and runs as an input in which each document has a number.
    pub fn input(&self) -> &Input {
        &self.full.input
    }

    /// Returns the collection with the judgments of `view`, which is the result of `change`.
    fn with_change(&self, view: View, change: Change) -> Self {
        let changes = self.changes.iter().cloned().chain([change]).collect();
        Self { full: Arc::clone(&self.full), view: Arc::new(view), changes }
    }

    /// Returns the collection after another change.
    fn apply(&self, py: Python<'_>, change: Change) -> PyResult<Self> {
        let (full, view, next_change) = (Arc::clone(&self.full), Arc::clone(&self.view), change.clone());
        Ok(self.with_change(without_gil(py, move || next_change.apply(&full, &view))?, change))
    }

    /// Applies the changes of a pickle.
    pub fn repeat_changes(self, py: Python<'_>, changes: &str) -> PyResult<Self> {
        let changes: Vec<Change> =
            serde_json::from_str(changes).map_err(|error| value_error(error.to_string()))?;
        changes.into_iter().try_fold(self, |collection, change| collection.apply(py, change))
    }
}

/// Unpickles a collection from its parts: judgments, runs, teams, judges, rules, a description of its simulation, and
/// the changes to the judgments.
#[pyfunction]
#[expect(clippy::too_many_arguments, reason = "they are the parts of a pickle")]
pub fn _collection(
    py: Python<'_>,
    qrels: &Bound<'_, PyQrels>,
    runs: &Bound<'_, PyRuns>,
    teams: Option<RunTeams>,
    judges: &Bound<'_, PyDict>,
    rules: Vec<(String, String)>,
    simulated: Option<String>,
    changes: &str,
) -> PyResult<Collection> {
    let rules = rules::from_fields(py, rules)?;
    let judges = judges::from_python(py, judges)?;
    let (judgments, runs) = (Arc::clone(&qrels.get().0), Arc::clone(&runs.get().0));
    let origin = Origin { judgments, runs, judges, teams, described: None, simulated, pool_depth: None };
    without_gil(py, move || Collection::assemble(origin, rules))?.repeat_changes(py, changes)
}

/// Parses the name of one measure. Several measures are an error.
fn single_measure(measure: &Bound<'_, PyAny>, preset: Preset) -> PyResult<RequestedMeasures> {
    let measures = parse_document_measures(measure, preset)?;
    match measures.metrics.len() {
        1 => Ok(measures),
        count => Err(value_error(format!("measure: {count} measures, expected one"))),
    }
}
