//! Other judges of a collection: labels in addition to people's judgments, and how they are treated.

use std::path::PathBuf;
use std::sync::Arc;

use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyString};
use rejudge_collections::descriptor::{JudgeFile, LabelKind};
use rejudge_collections::forms::Kind;
use rejudge_collections::{JudgeBytes, Labelled, LoadError, Qrels as QrelsOf, read_lines};
use rejudge_metrics::Verdict;
use rejudge_names::visible::one_line;
use rejudge_pools::joined;

use crate::change::Change;
use crate::exceptions::{Wrong, type_error, value_error};
use crate::given::{Given, LABELS};
use crate::in_range::in_range;
use crate::judgments::{Judgments, Qrels};
use crate::one_value::{as_dict, each_item, mapping, names};
use crate::rows::TopicRows;
use crate::rules::typed;
use crate::run_rows::is_split;
use crate::work::without_gil;

/// Judges by name.
pub type Judges = Vec<(String, Arc<Labels>)>;

/// The labels of a judge.
pub struct Labels {
    /// The treatment of the labels.
    file: JudgeFile,
    /// Lines of topics, documents and labels.
    bytes: Vec<u8>,
    /// True if the lines were made from rows, so that their numbers mean nothing to the caller.
    is_of_rows: bool,
}

impl Labels {
    /// The lines of a file that a description names.
    pub fn of_file(file: JudgeFile, bytes: Vec<u8>) -> Self {
        Self { file, bytes, is_of_rows: false }
    }
}

/// The labels of another judge, a model or other people, and the treatment of invalid ones.
///
/// Args:
///     labels: a data frame with columns of topics, documents and labels, a dict
///         ``{topic: {document: label}}``, ``rejudge.Qrels``, or the path of a file (``topic iteration
///         document label``).
///     gains: labels are the gains of documents instead of levels, and may be fractions.
///     repeated: treatment of a pair that has several different labels: ``"refuse"``, ``"first"``, ``"last"``,
///         ``"mean"``, or ``"each"``: the labels are passes of the judge, which are draws of a judgment set.
///     outside: treatment of a label off the scale: ``"refuse"``, ``"clamp"``, ``"drop"``.
///     levels: a dict from label to level, for a judge with another scale. Labels are numbers; turn words
///         such as ``"yes"`` into numbers first.
///     highest: the highest label; ``None``: the highest level of the judgments.
///
/// >>> import rejudge
/// >>> people, run = {"1": {"a": 2, "b": 0}}, {"1": {"b": 2.0, "a": 1.0}}
/// >>> model = rejudge.Judge({"1": {"a": 7, "b": 1}}, outside="clamp")
/// >>> collection = rejudge.Collection(people, {"x": run}, judges={"model": model})
/// >>> collection.judges
/// {'model': '2 pairs of 2 lines; 1 label outside the scale'}
#[pyclass(frozen, module = "rejudge")]
pub struct Judge(pub Arc<Labels>);

#[pymethods]
impl Judge {
    #[new]
    #[pyo3(signature = (
        labels, *, gains = false, repeated = "refuse", outside = "refuse", levels = None, highest = None
    ))]
    fn new(
        py: Python<'_>,
        labels: &Bound<'_, PyAny>,
        gains: bool,
        repeated: &str,
        outside: &str,
        levels: Option<&Bound<'_, PyAny>>,
        #[pyo3(from_py_with = in_range)] highest: Option<u8>,
    ) -> PyResult<Self> {
        let mut file = JudgeFile {
            labels: if gains { LabelKind::Gains } else { LabelKind::Levels },
            repeated: typed("repeated", repeated, &[])?,
            outside: typed("outside", outside, &[])?,
            highest,
            ..JudgeFile::new(PathBuf::from(LABELS.argument))
        };
        if let Some(levels) = levels {
            each_item(&mapping("levels", levels)?, "levels", |label, level| {
                file.levels.insert(written(&label)?, level.extract()?);
                Ok(())
            })?;
        }
        if let Some(fault) = file.fault() {
            return Err(value_error(fault));
        }
        if let Ok(qrels) = labels.cast::<Qrels>() {
            let bytes = qrels.get().0.label_lines()?.into_bytes();
            return Ok(Self(Arc::new(Labels { file, bytes, is_of_rows: true })));
        }
        let given = Given::new(labels, LABELS)?;
        let is_of_rows = !matches!(given, Given::File(_));
        let iteration = |_| Ok("0".to_owned());
        let (name, bytes) =
            without_gil(py, move || lines_of(given, (Kind::Labels, LABELS.argument), iteration))?;
        file.file = name;
        Ok(Self(Arc::new(Labels { file, bytes, is_of_rows })))
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, JudgeParts<'py>)> {
        let Labels { file, bytes, is_of_rows } = &*self.0;
        let options = serde_json::Value::from(file.options()).to_string();
        let parts = (file.file.clone(), options, PyBytes::new(py, bytes), *is_of_rows);
        Ok((py.import("rejudge._native")?.getattr("_judge")?, parts))
    }

    fn __copy__(this: Py<Self>) -> Py<Self> {
        this
    }

    fn __deepcopy__(this: Py<Self>, _memo: &Bound<'_, PyAny>) -> Py<Self> {
        this
    }

    fn __repr__(&self) -> String {
        let options = self.0.file.options().into_iter().map(|(key, value)| format!(", {key}={value}"));
        one_line(&format!("<rejudge.Judge: {}{}>", self.0.file.file.display(), options.collect::<String>()))
    }
}

/// The parts of a pickled judge: the origin of its labels, their treatment, and their lines.
type JudgeParts<'py> = (PathBuf, String, Bound<'py, PyBytes>, bool);

/// A judge that was pickled.
#[pyfunction]
pub fn _judge(path: PathBuf, options: &str, lines: &Bound<'_, PyBytes>, is_of_rows: bool) -> PyResult<Judge> {
    let wrong = |error: serde_json::Error| value_error(error.to_string());
    let mut keys: serde_json::Map<_, _> = serde_json::from_str(options).map_err(wrong)?;
    keys.insert("file".to_owned(), LABELS.argument.into());
    let file: JudgeFile = serde_json::from_value(keys.into()).map_err(wrong)?;
    let file = JudgeFile { file: path, ..file };
    Ok(Judge(Arc::new(Labels { file, bytes: lines.as_bytes().to_vec(), is_of_rows })))
}

/// A label as lines hold it.
fn written(label: &Bound<'_, PyAny>) -> PyResult<String> {
    match label.cast::<PyString>() {
        Ok(text) => Ok(text.to_str()?.to_owned()),
        Err(_) => Ok(label.extract::<f64>()?.to_string()),
    }
}

/// Returns the name in messages and the lines of a file, or of rows, whose intents (or iterations) `column` names.
pub fn lines_of(
    given: Given,
    (kind, argument): (Kind, &str),
    column: impl Fn(Option<String>) -> Result<String, Wrong>,
) -> Result<(PathBuf, Vec<u8>), Wrong> {
    let rows = match given {
        Given::File(path) => {
            let lines = read_lines(kind, &path)?;
            return Ok((path, lines));
        }
        Given::Rows(rows) => rows,
    };
    let mut lines = String::new();
    for (apart, rows) in rows.apart()? {
        push_rows(&mut lines, argument, &column(apart)?, &rows)?;
    }
    Ok((PathBuf::from(argument), lines.into_bytes()))
}

/// Adds a line for each row, with an intent or iteration.
pub fn push_rows(lines: &mut String, argument: &str, column: &str, rows: &TopicRows) -> Result<(), Wrong> {
    rows.all().try_for_each(|(topic, document, number)| {
        push_line(lines, argument, [topic, column, document], number)
    })
}

/// Adds a line, which ids (topic, intent or iteration, document) must leave in four columns.
pub fn push_line(lines: &mut String, argument: &str, ids: [&str; 3], number: f64) -> Result<(), Wrong> {
    if let Some(id) = ids.iter().find(|id| is_split(id)) {
        let id = id.escape_debug();
        return Err(Wrong::value(format!(
            "{argument}: `{id}` is not an id: it is empty or contains a blank"
        )));
    }
    let [topic, column, document] = ids;
    if topic.starts_with(['#', '\u{feff}']) {
        let topic = topic.escape_debug();
        return Err(Wrong::value(format!(
            "{argument}: topic `{topic}` would begin a line as a comment does"
        )));
    }
    *lines += &format!("{topic} {column} {document} {number}\n");
    Ok(())
}

impl Judgments {
    /// The grades, a line each.
    fn label_lines(&self) -> Result<String, Wrong> {
        let mut lines = String::new();
        for topic in self.qrels().topics() {
            for (document, verdict) in topic.judgments() {
                if verdict != Verdict::Pooled {
                    push_line(&mut lines, "labels", [topic.name(), "0", document], self.grade(verdict))?;
                }
            }
        }
        Ok(lines)
    }
}

/// The judges that a dict names.
pub fn from_python(py: Python<'_>, judges: &Bound<'_, PyAny>) -> PyResult<Judges> {
    let Some(judges) = as_dict(judges)? else {
        let kind = judges.get_type().name()?;
        return Err(type_error(format!("judges: {kind}, expected a dict of names and labels")));
    };
    let mut named = Judges::new();
    each_item(&judges, "judges", |name, labels| {
        let name: String = name.extract()?;
        if !JudgeFile::is_name(&name) {
            return Err(value_error(format!(
                "judges: `{}` is not a valid name of a judge: expected letters, digits, `.`, `_` and `-`, and not `all`",
                name.escape_debug()
            )));
        }
        let judge = match labels.cast::<Judge>() {
            Ok(judge) => Arc::clone(&judge.get().0),
            Err(_) => Judge::new(py, &labels, false, "refuse", "refuse", None, None)?.0,
        };
        named.push((name, judge));
        Ok(())
    })?;
    named.sort_by(|(one, _), (other, _)| one.cmp(other));
    Ok(named)
}

/// Returns all judgments with judges in the role of `parameter`: one, or several combined `by` a rule.
pub fn judging(parameter: &str, judges: &Bound<'_, PyAny>, by: Option<&str>) -> PyResult<Change> {
    let names = joined(names("judge", judges)?).unwrap_or_default();
    let arguments: Vec<_> =
        [(parameter, names.as_str())].into_iter().chain(by.map(|by| ("by", by))).collect();
    Ok(Change::new("full", &arguments)?)
}

/// Calls `work` with the judgments, after whose documents come those that only judges label, and with the labels.
pub fn with_labels<T>(
    judgments: &Judgments,
    judges: &Judges,
    work: impl FnOnce(&QrelsOf, Option<Labelled>) -> Result<T, Wrong>,
) -> Result<T, Wrong> {
    if judges.is_empty() {
        return work(judgments.qrels(), None);
    }
    let held = judges.iter().map(|(name, labels)| JudgeBytes::held(name, &labels.file, &labels.bytes));
    let held: Vec<JudgeBytes<'_>> = held.collect();
    let mut qrels = judgments.qrels().clone();
    let labelled = Labelled::new(&held, &mut qrels).map_err(|error| of_labels(error, judges))?;
    work(&qrels, Some(labelled))
}

/// Converts an error in labels: those from rows are located by topic and document, in the words of Python.
fn of_labels(error: LoadError, judges: &Judges) -> Wrong {
    let LoadError::Judge { name, error } = error else { return error.into() };
    let rows = judges.iter().find(|(judge, labels)| *judge == name && labels.is_of_rows);
    let (Some((_, labels)), LoadError::Format(wrong)) = (rows, &*error) else { return (*error).into() };
    let line =
        labels.bytes.split(|&byte| byte == b'\n').nth(wrong.line.saturating_sub(1)).unwrap_or_default();
    let words = String::from_utf8_lossy(line);
    let words: Vec<&str> = words.split(' ').collect();
    let message = &wrong.message;
    match words[..] {
        [topic, _, document, _] => {
            Wrong::value(format!("judges: `{name}`: topic `{topic}`, document `{document}`: {message}"))
        }
        _ => Wrong::value(format!("judges: `{name}`: {message}")),
    }
}
