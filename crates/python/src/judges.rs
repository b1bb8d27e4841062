//! Other judges of a collection, such as a model: their labels, and the treatment of invalid labels.

use std::path::PathBuf;
use std::sync::Arc;

use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyString};
use rejudge_collections::descriptor::{JudgeFile, LabelKind};
use rejudge_collections::forms::FileKind;
use rejudge_collections::{JudgeBytes, Labelled, LoadError, Qrels, read_lines};
use rejudge_metrics::Verdict;
use rejudge_names::visible::one_line;
use rejudge_pools::joined;

use crate::change::Change;
use crate::exceptions::{Exception, type_error, value_error};
use crate::in_range::in_range;
use crate::judgments::{Judgments, PyQrels};
use crate::one_value::{as_dict, for_each_item, names, required_dict};
use crate::rows::TopicRows;
use crate::rules::parse_choice;
use crate::run_rows::is_not_one_word;
use crate::source::{LABELS, Source};
use crate::work::without_gil;

/// Names of judges with their labels, sorted by name.
pub type Judges = Vec<(String, Arc<JudgeLabels>)>;

/// The labels of a judge.
pub struct JudgeLabels {
    /// The file, and the treatment of its labels.
    file: JudgeFile,
    /// The lines of the file: topic, iteration, document, label.
    bytes: Vec<u8>,
    /// True if we made the lines from rows. Then messages must not mention a line number, because the caller has no
    /// lines.
    is_made_from_rows: bool,
}

impl JudgeLabels {
    /// Creates labels from the bytes of a file that a description names.
    pub fn from_file(file: JudgeFile, bytes: Vec<u8>) -> Self {
        Self { file, bytes, is_made_from_rows: false }
    }
}

/// The labels of another judge, such as a model or other people, and the treatment of invalid labels.
///
/// Args:
///     labels: a ``rejudge.Qrels``, or another input that it takes: a data frame with columns of topics, documents and
///         labels, a dict ``{topic: {document: label}}``, the path of a file (``topic iteration document label``), ..
///     gains: labels are gains instead of levels, and may be fractions.
///     repeated: treatment of a pair of topic and document with several different labels: ``"refuse"``, ``"first"``,
///         ``"last"``, ``"mean"``, or ``"each"``. With ``"each"`` the labels are passes of the judge, and each pass is a
///         draw of the judgments.
///     outside: treatment of a label that is not on the scale: ``"refuse"``, ``"clamp"``, ``"drop"``.
///     levels: a dict from label to level, for a judge with another scale. Labels are numbers; turn words
///         such as ``"yes"`` into numbers first.
///     highest: the highest label, if labels are levels and ``levels`` is not given. If ``None``, it is the highest level of
///         the judgments.
///
/// >>> import rejudge
/// >>> people, run = {"1": {"a": 2, "b": 0}}, {"1": {"b": 2.0, "a": 1.0}}
/// >>> model = rejudge.Judge({"1": {"a": 7, "b": 1}}, outside="clamp")
/// >>> collection = rejudge.Collection(people, {"x": run}, judges={"model": model})
/// >>> collection.judges
/// {'model': '2 pairs in 2 lines; 1 label outside the scale'}
#[pyclass(frozen, module = "rejudge", name = "Judge")]
pub struct PyJudge(pub Arc<JudgeLabels>);

#[pymethods]
impl PyJudge {
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
            repeated: parse_choice("repeated", repeated, &[])?,
            outside: parse_choice("outside", outside, &[])?,
            highest,
            ..JudgeFile::new(PathBuf::from(LABELS.argument))
        };
        if let Some(levels) = levels {
            for_each_item(&required_dict("levels", levels)?, "levels", |label, level| {
                file.levels.insert(label_text(&label)?, level.extract()?);
                Ok(())
            })?;
        }
        if let Some(contradiction) = file.contradiction() {
            return Err(value_error(contradiction));
        }
        if let Ok(qrels) = labels.cast::<PyQrels>() {
            let bytes = qrels.get().0.label_lines()?.into_bytes();
            return Ok(Self(Arc::new(JudgeLabels { file, bytes, is_made_from_rows: true })));
        }
        let source = Source::new(labels, LABELS)?;
        let is_made_from_rows = !matches!(source, Source::File(_));
        let iteration = |_| Ok("0".to_owned());
        let (name, bytes) =
            without_gil(py, move || trec_lines(source, (FileKind::Labels, LABELS.argument), iteration))?;
        file.file = name;
        Ok(Self(Arc::new(JudgeLabels { file, bytes, is_made_from_rows })))
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, JudgeParts<'py>)> {
        let JudgeLabels { file, bytes, is_made_from_rows } = &*self.0;
        let options = serde_json::Value::from(file.options()).to_string();
        let parts = (file.file.clone(), options, PyBytes::new(py, bytes), *is_made_from_rows);
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

/// The parts of a pickled judge, as in [`JudgeLabels`]: path, options, lines, and whether the lines were made from rows.
type JudgeParts<'py> = (PathBuf, String, Bound<'py, PyBytes>, bool);

/// Unpickles a judge.
#[pyfunction]
pub fn _judge(
    path: PathBuf,
    options: &str,
    lines: &Bound<'_, PyBytes>,
    is_made_from_rows: bool,
) -> PyResult<PyJudge> {
    let json_error = |error: serde_json::Error| value_error(error.to_string());
    let mut keys: serde_json::Map<_, _> = serde_json::from_str(options).map_err(json_error)?;
    keys.insert("file".to_owned(), LABELS.argument.into());
    let file: JudgeFile = serde_json::from_value(keys.into()).map_err(json_error)?;
    let file = JudgeFile { file: path, ..file };
    Ok(PyJudge(Arc::new(JudgeLabels { file, bytes: lines.as_bytes().to_vec(), is_made_from_rows })))
}

/// Returns a label as it is written in a line.
fn label_text(label: &Bound<'_, PyAny>) -> PyResult<String> {
    match label.cast::<PyString>() {
        Ok(text) => Ok(text.to_str()?.to_owned()),
        Err(_) => Ok(label.extract::<f64>()?.to_string()),
    }
}

/// Returns the lines of a source, and their name in messages. For rows, `second_column` returns the text of each
/// line's second column, which is an intent or an iteration.
pub fn trec_lines(
    source: Source,
    (kind, argument): (FileKind, &str),
    second_column: impl Fn(Option<String>) -> Result<String, Exception>,
) -> Result<(PathBuf, Vec<u8>), Exception> {
    let rows = match source {
        Source::File(path) => {
            let lines = read_lines(kind, &path)?;
            return Ok((path, lines));
        }
        Source::Rows(rows) => rows,
    };
    let mut lines = String::new();
    for (intent, rows) in rows.split()? {
        push_label_rows(&mut lines, argument, &second_column(intent)?, &rows)?;
    }
    Ok((PathBuf::from(argument), lines.into_bytes()))
}

/// Adds a line for each row. All lines have the same second column, an intent or an iteration.
pub fn push_label_rows(
    lines: &mut String,
    argument: &str,
    second_column: &str,
    rows: &TopicRows,
) -> Result<(), Exception> {
    rows.iter().try_for_each(|(topic, document, number)| {
        push_label_line(lines, argument, [topic, second_column, document], number)
    })
}

/// Adds a line with the ids `[topic, intent or iteration, document]`.
///
/// # Errors
/// If an id would change how the line is read. An id that is empty, or contains a blank or a control
/// character, can change the number of columns. A topic that begins with `#` makes the line a comment, and a
/// byte order mark at the start of a file would be removed.
pub fn push_label_line(
    lines: &mut String,
    argument: &str,
    ids: [&str; 3],
    number: f64,
) -> Result<(), Exception> {
    if let Some(id) = ids.iter().find(|id| is_not_one_word(id)) {
        let id = id.escape_debug();
        return Err(Exception::value(format!(
            "{argument}: `{id}` is not an id: it is empty, or contains a blank or a control character"
        )));
    }
    let [topic, second_column, document] = ids;
    let fault = match topic.chars().next() {
        Some('#') => Some("its lines would be comments"),
        Some('\u{feff}') => Some("a byte order mark at the start of a file is removed"),
        _ => None,
    };
    if let Some(fault) = fault {
        let topic = topic.escape_debug();
        return Err(Exception::value(format!(
            "{argument}: topic `{topic}` cannot be in a file, because {fault}"
        )));
    }
    *lines += &format!("{topic} {second_column} {document} {number}\n");
    Ok(())
}

impl Judgments {
    /// Returns the judgments as the labels of a judge. Documents that were pooled without a judgment have no label.
    fn label_lines(&self) -> Result<String, Exception> {
        let mut lines = String::new();
        for topic in self.qrels().topics() {
            for (document, verdict) in topic.judgments() {
                if verdict != Verdict::Pooled {
                    let ids = [topic.name(), "0", document];
                    push_label_line(&mut lines, "labels", ids, self.grade(verdict))?;
                }
            }
        }
        Ok(lines)
    }
}

/// Reads a dict that maps judges' names to their labels.
pub fn from_python(py: Python<'_>, judges: &Bound<'_, PyAny>) -> PyResult<Judges> {
    let Some(judges) = as_dict(judges)? else {
        let kind = judges.get_type().name()?;
        return Err(type_error(format!("judges: {kind}, expected a dict of names and labels")));
    };
    let mut judges_by_name = Judges::new();
    for_each_item(&judges, "judges", |name, labels| {
        let name: String = name.extract()?;
        if !JudgeFile::is_name(&name) {
            return Err(value_error(format!(
                "judges: `{}` is not a valid name of a judge: expected letters, digits, `.`, `_` and `-`, and not `all`",
                name.escape_debug()
            )));
        }
        let judge = match labels.cast::<PyJudge>() {
            Ok(judge) => Arc::clone(&judge.get().0),
            Err(_) => PyJudge::new(py, &labels, false, "refuse", "refuse", None, None)?.0,
        };
        judges_by_name.push((name, judge));
        Ok(())
    })?;
    judges_by_name.sort_by(|(a, _), (b, _)| a.cmp(b));
    Ok(judges_by_name)
}

/// Returns the change `full(judge=..)` or `full(fill=..)`. `parameter` is `judge` or `fill`. Several judges are
/// combined by the rule `by`.
pub fn judge_change(parameter: &str, judges: &Bound<'_, PyAny>, by: Option<&str>) -> PyResult<Change> {
    let names = joined(names("judge", judges)?).unwrap_or_default();
    let arguments: Vec<_> =
        [(parameter, names.as_str())].into_iter().chain(by.map(|by| ("by", by))).collect();
    Ok(Change::new("full", &arguments)?)
}

/// Calls `work` with the judgments and the labels of `judges`. Documents that only judges label are added to
/// the judgments, after the judged documents of their topic.
pub fn with_judge_labels<T>(
    judgments: &Judgments,
    judges: &Judges,
    work: impl FnOnce(&Qrels, Option<Labelled>) -> Result<T, Exception>,
) -> Result<T, Exception> {
    if judges.is_empty() {
        return work(judgments.qrels(), None);
    }
    let label_bytes: Vec<JudgeBytes<'_>> = judges
        .iter()
        .map(|(name, labels)| JudgeBytes::from_bytes(name, &labels.file, &labels.bytes))
        .collect();
    let mut qrels = judgments.qrels().clone();
    let labelled = Labelled::new(&label_bytes, &mut qrels).map_err(|error| label_error(error, judges))?;
    work(&qrels, Some(labelled))
}

/// Converts an error in labels. If we made the lines from rows, the message locates the label by its topic and document
/// instead of by a line.
fn label_error(error: LoadError, judges: &Judges) -> Exception {
    let LoadError::Judge { name, error } = error else { return error.into() };
    let from_rows = judges.iter().find(|(judge, labels)| *judge == name && labels.is_made_from_rows);
    let (Some((_, labels)), LoadError::Format(located)) = (from_rows, &*error) else {
        return (*error).into();
    };
    let line_index = located.line.saturating_sub(1);
    let line = labels.bytes.split(|&byte| byte == b'\n').nth(line_index).unwrap_or_default();
    let line = String::from_utf8_lossy(line);
    let columns: Vec<&str> = line.split(' ').collect();
    let message = &located.message;
    match columns[..] {
        [topic, _, document, _] => {
            Exception::value(format!("judges: `{name}`: topic `{topic}`, document `{document}`: {message}"))
        }
        _ => Exception::value(format!("judges: `{name}`: {message}")),
    }
}
