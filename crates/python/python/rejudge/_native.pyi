"""The part of the package that is written in Rust."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from os import PathLike
from typing import Any, Literal, NoReturn, Protocol, TypeAlias, final, overload

from rejudge.command import Report
from typing_extensions import Self

class _ArrowStream(Protocol):
    """A frame that speaks Arrow's PyCapsule interface."""

    def __arrow_c_stream__(self, requested_schema: object | None = None) -> object: ...

class _Columns(Protocol):
    """A frame of pandas, also if its version does not speak Arrow: columns by name, and rows."""

    @property
    def columns(self) -> Any: ...
    def itertuples(self) -> Iterable[Any]: ...

class _Array(Protocol):
    """An array of numpy or torch, topics by documents."""

    @property
    def ndim(self) -> int: ...
    @property
    def shape(self) -> Any: ...

class _Row(Protocol):
    """A tuple of ir_measures."""

    @property
    def query_id(self) -> str: ...
    @property
    def doc_id(self) -> str: ...

_Frame: TypeAlias = _ArrowStream | _Columns
_Path: TypeAlias = str | PathLike[str]
# The forms of judgments and of one run.
_Source: TypeAlias = Mapping[str, Mapping[str, Any]] | _Path | _Frame | _Array | Iterable[_Row]
_QrelsLike: TypeAlias = "Qrels | Collection | _Source"
_RunsLike: TypeAlias = "Runs | Collection | Mapping[str, Any] | _Source | list[Any] | tuple[Any, ...]"
_Measures: TypeAlias = str | Iterable[Any]
_Gains: TypeAlias = str | Mapping[int, Any]
# The test tests/suite writes these choices, and the keywords of rules and of `run`, from the registries.
_Preset: TypeAlias = Literal["trec10", "trec9", "ntcir"]
_Ties: TypeAlias = Literal["docno-descending", "docno-ascending", "file-order", "rank", "score-then-file"]
_ScoreType: TypeAlias = Literal["f64", "f32"]
_Topics: TypeAlias = Literal["qrels", "intersection", "run"]
_NoRelevant: TypeAlias = Literal["zero", "drop"]
_Test: TypeAlias = Literal["paired-t", "paired-bootstrap", "wilcoxon", "sign", "randomisation"]
_Alternative: TypeAlias = Literal["two-sided", "greater", "less"]
_Correction: TypeAlias = Literal["none", "holm", "bonferroni", "bh", "tukey", "randomised-tukey"]
_Interval: TypeAlias = Literal["t", "bootstrap"]
_Estimator: TypeAlias = Literal["tuned", "ppi"]
_Repeated: TypeAlias = Literal["refuse", "first", "last", "mean", "each"]
_Outside: TypeAlias = Literal["refuse", "clamp", "drop"]
_By: TypeAlias = Literal["majority", "mean", "max"]
# End of the choices.

__all__ = [
    "Collection",
    "InternalError",
    "Judge",
    "Plot",
    "Qrels",
    "Runs",
    "Table",
    "TopicMeasures",
    "TopicScorer",
    "_Tabular",
    "__version__",
    "_collection",
    "_judge",
    "_loaded",
    "_panic",
    "_qrels_by_intent",
    "_report",
    "_runs",
    "_sleep",
    "_table",
    "agreement",
    "compare",
    "estimates",
    "evaluate",
    "families",
    "gate",
    "intervals",
    "load",
    "measure_name",
    "measures",
    "rule_keywords",
    "run",
    "set_threads",
    "trec_measures",
]

__version__: str

class InternalError(RuntimeError): ...

class _Tabular:
    """The base class of everything that has a method ``to_table``."""

    def to_polars(self) -> Any: ...
    def to_pandas(self) -> Any: ...
    def to_arrow(self) -> Any: ...
    def __arrow_c_stream__(self, requested_schema: object | None = None) -> object: ...
    def __copy__(self) -> Self: ...
    def __deepcopy__(self, _memo: object, /) -> Self: ...

@final
class Qrels(_Tabular):
    def __new__(
        cls,
        qrels: _QrelsLike,
        *,
        gains: bool = False,
        by_intent: bool = False,
        probabilities: Mapping[str, Mapping[str, Any]] | _Path | None = None,
    ) -> Qrels: ...
    @property
    def topics(self) -> list[str]: ...
    @property
    def by_intent(self) -> bool: ...
    def __len__(self) -> int: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def select(self, topics: str | Iterable[str]) -> Qrels: ...
    def to_dict(self) -> dict[str, dict[str, Any]]: ...
    def to_table(self) -> Table: ...
    def save(self, path: _Path) -> None: ...
    def __reduce__(self) -> tuple[Any, ...]: ...

@final
class Judge:
    def __new__(
        cls,
        labels: _QrelsLike,
        *,
        gains: bool = False,
        repeated: _Repeated = "refuse",
        outside: _Outside = "refuse",
        levels: Mapping[str, int] | Mapping[int, int] | Mapping[float, int] | None = None,
        highest: int | None = None,
    ) -> Judge: ...
    def __copy__(self) -> Judge: ...
    def __deepcopy__(self, _memo: object, /) -> Judge: ...
    def __reduce__(self) -> tuple[Any, ...]: ...

@final
class Runs(_Tabular):
    def __new__(cls, runs: _RunsLike, *, extra_columns: bool = False) -> Runs: ...
    @property
    def names(self) -> list[str]: ...
    @property
    def topics(self) -> list[str]: ...
    def __len__(self) -> int: ...
    def select(self, runs: str | Iterable[str] | None = None, topics: str | Iterable[str] | None = None) -> Runs: ...
    def to_dict(self) -> dict[str, dict[str, dict[str, float]]]: ...
    def to_table(self) -> Table: ...
    def save(self, folder: _Path) -> None: ...
    def __reduce__(self) -> tuple[Any, ...]: ...

@final
class Table(_Tabular):
    @property
    def columns(self) -> list[str]: ...
    @property
    def about(self) -> dict[str, str]: ...
    def __len__(self) -> int: ...
    def __iter__(self) -> Iterator[str]: ...
    def __contains__(self, column: str, /) -> bool: ...
    def __getitem__(self, column: str, /) -> list[Any]: ...
    def to_table(self) -> Table: ...
    def to_dict(self) -> dict[str, list[Any]]: ...
    def to_dicts(self) -> list[dict[str, Any]]: ...
    def plot(
        self, x: str | None = None, y: str | Iterable[str] | None = None, *, by: _By | None = None
    ) -> Plot: ...
    def to_markdown(self) -> str: ...
    def to_latex(self) -> str: ...
    def __arrow_c_stream__(self, requested_schema: object | None = None) -> object: ...
    def __array__(self, *_arguments: object, **_keywords: object) -> NoReturn: ...
    def __reduce__(self) -> tuple[Any, ...]: ...
    def _repr_html_(self) -> str: ...

@final
class Plot:
    @property
    def svg(self) -> str: ...
    def save(self, path: _Path) -> None: ...
    def _repr_svg_(self) -> str: ...

@final
class Collection:
    def __new__(
        cls,
        qrels: _QrelsLike,
        runs: _RunsLike,
        teams: Mapping[str, str] | _Path | _Frame | None = None,
        *,
        judges: Mapping[str, Any] | None = None,
        preset: _Preset | None = None,
        ties: _Ties | None = None,
        score_type: _ScoreType | None = None,
        topics: _Topics = "qrels",
        no_relevant: _NoRelevant | None = None,
        max_rank: int | Literal["all"] | None = None,
        min_rel: int | None = None,
        gains: _Gains | None = None,
    ) -> Collection: ...
    @property
    def topics(self) -> list[str]: ...
    @property
    def runs(self) -> list[str]: ...
    @property
    def teams(self) -> list[str]: ...
    @property
    def judges(self) -> dict[str, str]: ...
    def __len__(self) -> int: ...
    def judgments(
        self, set: str, *, seed: int | None = None, draw: int | None = None, pool_depth: int | None = None
    ) -> Collection: ...
    def judged_by(self, judge: str | Iterable[str], *, by: _By | None = None) -> Collection: ...
    def filled_by(self, judge: str | Iterable[str], *, by: _By | None = None) -> Collection: ...
    def leave_one_team_out(self, depth: int | None = None) -> dict[str, Collection]: ...
    def pool_depth(self, depth: int) -> Collection: ...
    def sample(
        self, rate: float, seed: int = 1, *, min_relevant: int | None = None, min_nonrelevant: int | None = None
    ) -> Collection: ...
    def scores(self, measures: _Measures, per_topic: bool = False) -> Table: ...
    def bounds(self, measures: _Measures, per_topic: bool = False) -> Table: ...
    def tau(self, measure: _Measures, other: Collection | None = None) -> float | None: ...
    def discriminative_power(
        self,
        measure: _Measures,
        *,
        test: _Test = "paired-bootstrap",
        alpha: float = 0.05,
        correction: _Correction = "none",
        samples: int | None = None,
        seed: int = 1,
    ) -> float | None: ...
    def twin(self, seed: int, *, depth: int | None = None, draw: int = 1) -> Collection: ...
    def to_qrels(self) -> Qrels: ...
    def to_runs(self) -> Runs: ...
    def save(self, folder: _Path) -> None: ...
    def audit(self, output: _Path | None = None, **options: Any) -> Any: ...
    def __copy__(self) -> Collection: ...
    def __deepcopy__(self, _memo: object, /) -> Collection: ...
    def __reduce__(self) -> tuple[Any, ...]: ...
    def _rules(self) -> list[tuple[str, str]]: ...
    def _write(self, folder: _Path) -> None: ...

@final
class TopicMeasures:
    def __new__(cls, names: list[tuple[str, str]]) -> TopicMeasures: ...
    def __reduce__(self) -> tuple[Any, ...]: ...

@final
class TopicScorer:
    def __new__(
        cls,
        qrels: _QrelsLike,
        measures: TopicMeasures,
        relevance_level: int,
        judged_only: bool,
        ties: _Ties | None = None,
        score_type: _ScoreType | None = None,
    ) -> TopicScorer: ...
    @property
    def topics(self) -> list[str]: ...
    def by_topic(self, run: _RunsLike) -> dict[str, dict[str, float]]: ...
    def columns(self, run: _RunsLike) -> tuple[list[str], list[list[float]]]: ...
    def sums(self, run: _RunsLike) -> tuple[int, list[float]]: ...
    def __reduce__(self) -> tuple[Any, ...]: ...

@overload
def evaluate(
    qrels: _QrelsLike,
    runs: _RunsLike,
    measures: _Measures,
    per_topic: bool = False,
    *,
    preset: _Preset | None = None,
    ties: _Ties | None = None,
    score_type: _ScoreType | None = None,
    topics: _Topics | None = None,
    no_relevant: _NoRelevant | None = None,
    max_rank: int | Literal["all"] | None = None,
    min_rel: int | None = None,
    gains: _Gains | None = None,
) -> Table: ...
@overload
def evaluate(
    qrels: Collection,
    runs: _Measures,
    measures: None = None,
    per_topic: bool = False,
    *,
    preset: _Preset | None = None,
    ties: _Ties | None = None,
    score_type: _ScoreType | None = None,
    topics: _Topics | None = None,
    no_relevant: _NoRelevant | None = None,
    max_rank: int | Literal["all"] | None = None,
    min_rel: int | None = None,
    gains: _Gains | None = None,
) -> Table: ...
@overload
def evaluate(
    qrels: Collection,
    runs: None = None,
    *,
    measures: _Measures,
    per_topic: bool = False,
    preset: _Preset | None = None,
    ties: _Ties | None = None,
    score_type: _ScoreType | None = None,
    topics: _Topics | None = None,
    no_relevant: _NoRelevant | None = None,
    max_rank: int | Literal["all"] | None = None,
    min_rel: int | None = None,
    gains: _Gains | None = None,
) -> Table: ...
def agreement(qrels: _QrelsLike, other: _QrelsLike, cut: int | None = None) -> dict[str, int | float | None]: ...
@overload
def compare(
    qrels: _QrelsLike,
    runs: _RunsLike,
    measures: _Measures,
    *,
    baseline: str,
    test: _Test = "paired-t",
    correction: _Correction = "holm",
    samples: int | None = None,
    seed: int = 1,
    alternative: _Alternative = "two-sided",
    preset: _Preset | None = None,
    ties: _Ties | None = None,
    score_type: _ScoreType | None = None,
    topics: _Topics = "qrels",
    no_relevant: _NoRelevant | None = None,
    max_rank: int | Literal["all"] | None = None,
    min_rel: int | None = None,
    gains: _Gains | None = None,
) -> Table: ...
@overload
def compare(
    qrels: Collection,
    runs: _Measures,
    measures: None = None,
    *,
    baseline: str,
    test: _Test = "paired-t",
    correction: _Correction = "holm",
    samples: int | None = None,
    seed: int = 1,
    alternative: _Alternative = "two-sided",
    preset: _Preset | None = None,
    ties: _Ties | None = None,
    score_type: _ScoreType | None = None,
    topics: _Topics = "qrels",
    no_relevant: _NoRelevant | None = None,
    max_rank: int | Literal["all"] | None = None,
    min_rel: int | None = None,
    gains: _Gains | None = None,
) -> Table: ...
@overload
def compare(
    qrels: Collection,
    runs: None = None,
    *,
    measures: _Measures,
    baseline: str,
    test: _Test = "paired-t",
    correction: _Correction = "holm",
    samples: int | None = None,
    seed: int = 1,
    alternative: _Alternative = "two-sided",
    preset: _Preset | None = None,
    ties: _Ties | None = None,
    score_type: _ScoreType | None = None,
    topics: _Topics = "qrels",
    no_relevant: _NoRelevant | None = None,
    max_rank: int | Literal["all"] | None = None,
    min_rel: int | None = None,
    gains: _Gains | None = None,
) -> Table: ...
@overload
def gate(
    qrels: _QrelsLike,
    runs: _RunsLike,
    *,
    allow: Mapping[Any, float],
    baseline: str,
    slices: Mapping[str, Mapping[str, str]] | _Path | None = None,
    preset: _Preset | None = None,
    ties: _Ties | None = None,
    score_type: _ScoreType | None = None,
    topics: _Topics = "qrels",
    no_relevant: _NoRelevant | None = None,
    max_rank: int | Literal["all"] | None = None,
    min_rel: int | None = None,
    gains: _Gains | None = None,
) -> Table: ...
@overload
def gate(
    qrels: Collection,
    runs: None = None,
    *,
    allow: Mapping[Any, float],
    baseline: str,
    slices: Mapping[str, Mapping[str, str]] | _Path | None = None,
    preset: _Preset | None = None,
    ties: _Ties | None = None,
    score_type: _ScoreType | None = None,
    topics: _Topics = "qrels",
    no_relevant: _NoRelevant | None = None,
    max_rank: int | Literal["all"] | None = None,
    min_rel: int | None = None,
    gains: _Gains | None = None,
) -> Table: ...
@overload
def intervals(
    qrels: _QrelsLike,
    runs: _RunsLike,
    measures: _Measures,
    *,
    interval: _Interval = "t",
    confidence: float = 0.95,
    samples: int = 10_000,
    seed: int = 1,
    preset: _Preset | None = None,
    ties: _Ties | None = None,
    score_type: _ScoreType | None = None,
    topics: _Topics = "qrels",
    no_relevant: _NoRelevant | None = None,
    max_rank: int | Literal["all"] | None = None,
    min_rel: int | None = None,
    gains: _Gains | None = None,
) -> Table: ...
@overload
def intervals(
    qrels: Collection,
    runs: _Measures,
    measures: None = None,
    *,
    interval: _Interval = "t",
    confidence: float = 0.95,
    samples: int = 10_000,
    seed: int = 1,
    preset: _Preset | None = None,
    ties: _Ties | None = None,
    score_type: _ScoreType | None = None,
    topics: _Topics = "qrels",
    no_relevant: _NoRelevant | None = None,
    max_rank: int | Literal["all"] | None = None,
    min_rel: int | None = None,
    gains: _Gains | None = None,
) -> Table: ...
@overload
def intervals(
    qrels: Collection,
    runs: None = None,
    *,
    measures: _Measures,
    interval: _Interval = "t",
    confidence: float = 0.95,
    samples: int = 10_000,
    seed: int = 1,
    preset: _Preset | None = None,
    ties: _Ties | None = None,
    score_type: _ScoreType | None = None,
    topics: _Topics = "qrels",
    no_relevant: _NoRelevant | None = None,
    max_rank: int | Literal["all"] | None = None,
    min_rel: int | None = None,
    gains: _Gains | None = None,
) -> Table: ...
def estimates(
    qrels: _QrelsLike,
    runs: _RunsLike,
    measures: _Measures,
    *,
    judge: _QrelsLike,
    estimator: _Estimator = "tuned",
    baseline: str | None = None,
    confidence: float = 0.95,
    preset: _Preset | None = None,
    ties: _Ties | None = None,
    score_type: _ScoreType | None = None,
    topics: _Topics = "qrels",
    no_relevant: _NoRelevant | None = None,
    max_rank: int | Literal["all"] | None = None,
    min_rel: int | None = None,
    gains: _Gains | None = None,
) -> Table: ...
def load(
    name: _Path,
    *,
    judges: str | Iterable[str] | None = None,
    preset: _Preset | None = None,
    ties: _Ties | None = None,
    score_type: _ScoreType | None = None,
    topics: _Topics = "qrels",
    no_relevant: _NoRelevant | None = None,
    max_rank: int | Literal["all"] | None = None,
    min_rel: int | None = None,
    gains: _Gains | None = None,
) -> Collection: ...
def run(
    experiment: _Path,
    results: _Path | None = None,
    *,
    jobs: int | None = None,
    if_available: bool = False,
    progress: Callable[[int, int], object] | None = None,
    cache: _Path | None = None,
    cached: bool = False,
    collections: _Path | None = None,
    draws: int | None = None,
    experiments: _Path | None = None,
    fail_fast: bool = False,
    keep_scores: bool = False,
    only: str | Iterable[str] | None = None,
    profile: str | None = None,
    seed: int | None = None,
    set: str | Iterable[str] | None = None,
) -> Report: ...
def set_threads(count: int | None = None) -> None: ...
def trec_measures(name: str) -> list[tuple[str, str]] | None: ...
def measure_name(name: str) -> str: ...
def measures() -> Table: ...
def rule_keywords() -> list[str]: ...
def families() -> list[dict[str, Any]]: ...
def _collection(
    qrels: Qrels,
    runs: Runs,
    teams: list[tuple[str, str]] | None,
    judges: dict[str, Judge],
    rules: list[tuple[str, str]],
    simulated: str | None,
    changes: str,
) -> Collection: ...
def _judge(
    path: _Path, options: list[tuple[str, str]], lines: bytes, is_made_from_rows: bool
) -> Judge: ...
def _loaded(
    name: str,
    judges: list[str],
    rules: list[tuple[str, str]],
    changes: str,
) -> Collection: ...
def _qrels_by_intent(lines: bytes, probabilities: bytes | None) -> Qrels: ...
def _runs(
    runs: Any, by_rank: bool, stamps: list[tuple[_Path, str | None]], extra_columns: bool
) -> Runs: ...
def _table(name: str, columns: list[tuple[str, str, str, list[Any]]], sheets: str) -> Table: ...
def _panic() -> None: ...
def _report(experiment: str, results: _Path, experiments: _Path, collections: _Path) -> None: ...
def _sleep(seconds: float) -> None: ...
