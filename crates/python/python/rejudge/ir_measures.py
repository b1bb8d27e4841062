"""A provider for ir_measures (``pip install ir_measures``), and so for PyTerrier's experiments.

After ``rejudge.ir_measures.register()`` whatever asks ir_measures for a measure that is here gets it from here:
``ir_measures.calc_aggregate``, ``ir_measures.iter_calc``, ``pyterrier.Experiment``. Measures of other providers stay
where they are. Values are those of ir_measures' own providers, under trec_eval 9's rules.

Measures that ir_measures lacks are there by their names afterwards, ``ir_measures.Q`` and
``ir_measures.parse_measure("Q")`` alike: ``Q``, ``NCU``, ``GAP``, ``nCG@10``, ..., and ``judged_only=True`` (the condensed list) of those that it knows without: ``Bpref(judged_only=True)``. So are measures
by intent: ``DSharp_nDCG@10``, ``I_rec@10``, ``D_nDCG@10``, ...; where a name is no name of Python, ``#`` is ``Sharp``,
``+`` is ``Plus`` and ``-`` is ``_``. The intents of judgments are their ``iteration``.

>>> import ir_measures, rejudge.ir_measures
>>> provider = rejudge.ir_measures.register()
>>> qrels = {"1": {"a": 2, "b": 0}, "2": {"c": 1}}
>>> run = {"1": {"b": 3.0, "a": 1.0}, "2": {"c": 1.0}}
>>> measures = [ir_measures.parse_measure(name) for name in ("AP", "nDCG@10", "Q")]
>>> found = ir_measures.calc_aggregate(measures, qrels, run)
>>> [round(found[measure], 4) for measure in measures]
[0.75, 0.8155, 0.875]
>>> ir_measures.Q.calc_aggregate(qrels, run), ir_measures.rejudge is provider
(0.875, True)
>>> rejudge.ir_measures.unregister()
"""

import itertools
from collections.abc import Mapping
from typing import Any

import ir_measures
from ir_measures import CalcResults, Metric, providers
from ir_measures.measures.base import _NOT_PROVIDED, Measure, ParamInfo, SumAgg

from rejudge import _native

__all__ = ["RejudgeEvaluator", "RejudgeIntentProvider", "RejudgeProvider", "register", "unregister"]

# Measures whose values are those of ir_measures' own providers. The values of others differ here where scores are
# equal (RBP, Judged, Compat), or need judgments by intent.
_SAME = set(
    """AP Bpref IPrec NumQ NumRel NumRet P R RR Rprec SetAP SetF SetP SetR Success infAP nDCG""".split()
)
_HIGHEST_LEVEL = 127

# Added measures, by their name in ir_measures, with their properties.
_added: dict[str, Any] = {}
_families: dict[str, dict[str, Any]] = {}


def _name(measure: Any) -> str:
    """The name of a measure as rejudge reads it; ValueError where it has none by that."""
    if measure.NAME == "NumQ":
        return "NumQ"
    given = {key: value for key, value in measure.params.items() if value is not _NOT_PROVIDED}
    family, cutoff = measure.NAME, given.pop(measure.AT_PARAM, None)
    if family in _families:
        family = _families[family]["name"]
    if family == "NumRet" and "rel" in given:
        family = "NumRelRet"
    if family == "nDCG" and isinstance(given.get("gains"), dict):
        gains = given["gains"]
        if gains.get(0, 0) != 0:
            raise ValueError("a gain of level 0")
        # A level without a gain gains itself there; here gains end where they would fall.
        highest = max(gains, default=1)
        last = highest if gains.get(highest, highest) > highest + 1 else _HIGHEST_LEVEL
        given["gains"] = {level: gains.get(level, level) for level in range(1, last + 1)}
    arguments = ", ".join(f"{key}={value!r}" for key, value in given.items())
    name = family + (f"({arguments})" if arguments else "") + (f"@{cutoff}" if cutoff is not None else "")
    return _native.measure_name(name)


def _order(measure: Any) -> tuple[str, str]:
    """How the provider that ir_measures has for the measure orders equal scores, and in which precision it compares
    scores: trec_eval, except for RR with a cutoff (msmarco) and for exponential gains with a cutoff (gdeval)."""
    if measure.params.get("cutoff", _NOT_PROVIDED) is not _NOT_PROVIDED:
        if measure.NAME == "RR":
            return "docno-ascending", "f64"
        if measure.NAME == "nDCG" and measure.params.get("dcg") == "exp-log2":
            return "docno-descending", "f64"
    return "docno-descending", "f32"


def _rows(rows: Any, fields: list[str]) -> Any:
    """Judgments or runs as ir_measures takes them; None if there is no row."""
    if isinstance(rows, Mapping):
        return rows if rows else None
    if hasattr(rows, "itertuples"):
        if len(rows) == 0:
            return None
        missing = [field for field in fields if field not in rows.columns]
        if missing:
            raise ValueError(f"DataFrame missing columns: {missing} (found {list(rows.columns)})")
        return rows[fields]
    if hasattr(rows, "__arrow_c_stream__"):
        return rows
    rows = list(rows)
    return rows if rows else None


class RejudgeEvaluator(providers.Evaluator):
    """Scores runs with judgments that were read once."""

    def __init__(self, measures: Any, qrels: Any, by_intent: bool = False) -> None:
        # A set has another order in every process.
        measures = sorted(measures, key=str) if isinstance(measures, (set, frozenset)) else list(measures)
        if by_intent:
            qrels = _rows(qrels, ["query_id", "iteration", "doc_id", "relevance"])
            qrels = None if qrels is None else _native.Qrels(qrels, by_intent=True)
        else:
            qrels = _rows(qrels, ["query_id", "doc_id", "relevance"])
        names = {measure: (_order(measure), _name(measure)) for measure in measures}
        asked = sorted({name for name in names.values() if name[1] != "NumQ"})
        self._columns = {measure: asked.index(name) for measure, name in names.items() if name in asked}
        self._scorers: list[Any] = []
        topics: set[str] = set()
        if qrels is not None:
            qrels = qrels if by_intent else _native.Qrels(qrels)
            topics = set(qrels.topics)
            # A measure must be asked for even where only topics are counted.
            for order, own in itertools.groupby(asked or [(("docno-descending", "f32"), "NumRet")], key=lambda each: each[0]):
                own_measures = _native.TopicMeasures([(name, name) for _, name in own])
                self._scorers.append(_native.TopicScorer(qrels, own_measures, 1, False, *order))
        super().__init__(measures, topics)
        self._topics = len(topics)

    def _scored(self, run: Any, how: str) -> Any:
        """Topics (or how many there are) and the values of all measures; None where there is nothing to score."""
        run = _rows(run, ["query_id", "doc_id", "score"])
        if run is None or not self._scorers:
            return None
        # The rows are looked through once, however many scorers there are.
        run = run if len(self._scorers) == 1 else _native.Runs(run)
        found = [getattr(scorer, how)(run) for scorer in self._scorers]
        return found[0][0], [values for _, columns in found for values in columns]

    def _iter_calc(self, run: Any) -> Any:
        found = self._scored(run, "columns")
        if found is None:
            return
        topics, columns = found
        for measure in self.measures:
            column = columns[self._columns[measure]] if measure in self._columns else [1.0] * len(topics)
            for topic, value in zip(topics, column):
                yield Metric(query_id=topic, measure=measure, value=value)

    def calc_aggregate(self, run: Any) -> Any:
        found = self._scored(run, "sums")
        topics, sums = (0, None) if found is None else found
        result = {}
        for measure in self.measures:
            column = self._columns.get(measure)
            total = float(topics) if column is None else (sums[column] if sums else 0.0)
            # A topic that the run lacks counts with 0, as in iter_calc.
            lacking = (self._topics - topics) * measure.DEFAULT
            aggregator = measure.aggregator()
            if isinstance(aggregator, SumAgg):
                result[measure] = total + lacking
            elif self._topics:
                result[measure] = (total + lacking) / self._topics
            else:
                result[measure] = aggregator.result()
        return result

    def calc(self, run: Any) -> Any:
        run = run if isinstance(run, Mapping) or hasattr(run, "columns") else list(run)
        return CalcResults(self.calc_aggregate(run), list(self.iter_calc(run)))


class RejudgeProvider(providers.Provider):
    """Measures of rejudge."""

    NAME = "rejudge"

    def __init__(self) -> None:
        super().__init__()
        # Other providers list them in the same way; `supports` checks the parameters of each measure.
        own = {measure.NAME: measure for measure in ir_measures.measures.registry.values() if self._is_own(measure.NAME)}
        self.SUPPORTED_MEASURES = [own[name] for name in sorted(own)]

    def supports(self, measure: Any) -> bool:
        measure.validate_params()
        if not self._is_own(measure.NAME):
            return False
        try:
            _name(measure)
        except ValueError:
            return False
        return True

    def _is_own(self, name: str) -> bool:
        return name in _SAME or name in _added and not _families[name]["by_intent"]

    def _evaluator(self, measures: Any, qrels: Any) -> RejudgeEvaluator:
        return RejudgeEvaluator(measures, qrels)


class RejudgeIntentProvider(RejudgeProvider):
    """Measures by intent of rejudge, which see the ``iteration`` of judgments."""

    NAME = "rejudge-by-intent"

    def _is_own(self, name: str) -> bool:
        return name in _added and bool(_families[name]["by_intent"])

    def _evaluator(self, measures: Any, qrels: Any) -> RejudgeEvaluator:
        return RejudgeEvaluator(measures, qrels, by_intent=True)


def _class_of(name: str, family: dict[str, Any]) -> Any:
    """The class of a measure that ir_measures lacks."""
    parameters = {"judged_only": ParamInfo(dtype=bool, default=False, desc="the condensed list")}
    parameters |= {name: ParamInfo() for name in family["parameters"]}
    if family["cutoff"] is not None:
        parameters["cutoff"] = ParamInfo(dtype=int, required=family["cutoff"], desc="ranking cutoff threshold")
    if family["binary"]:
        parameters["rel"] = ParamInfo(dtype=int, desc="minimum relevance score to be considered relevant")
    about = {
        "__name__": name,
        "NAME": name,
        "__doc__": f"{family['title']}: {family['formula']} ({family['source']})",
        "PRETTY_NAME": family["title"],
        "SHORT_DESC": family["formula"],
        "SUPPORTED_PARAMS": parameters,
    }
    if family["sum"]:
        about["aggregator"] = lambda self: SumAgg()
    return type("_" + name, (Measure,), about)


def _add_measures() -> None:
    """Makes known what ir_measures lacks."""
    known = {measure.NAME for measure in ir_measures.measures.registry.values()}
    for family in _native.families():
        name = family["name"].replace("#", "Sharp").replace("+", "Plus").replace("-", "_")
        if name not in known and name not in ir_measures.measures.registry:
            _families[name] = family
            _added[name] = _class_of(name, family)()
            ir_measures.measures.register(_added[name], name=name)
            for module in (ir_measures, ir_measures.measures):
                if not hasattr(module, name):
                    setattr(module, name, _added[name])
    for name in sorted(_SAME & known - {"NumQ", "NumRel", "NumRet"}):
        of = type(ir_measures.measures.registry[name])
        if "judged_only" not in of.SUPPORTED_PARAMS:
            of.SUPPORTED_PARAMS["judged_only"] = ParamInfo(dtype=bool, default=False, desc="the condensed list")


def _in_order(measures: Any, qrels: Any) -> Any:
    """The evaluator of ir_measures' pipeline, with the measures as they are asked for: it puts them into a set, whose order
    differs from process to process, so that columns would move."""
    measures = list(dict.fromkeys(measures))
    pipeline = ir_measures.DefaultPipeline
    evaluator = type(pipeline)._evaluator(pipeline, measures, qrels)
    evaluator.measures = measures
    return evaluator


def register() -> Any:
    """Has ir_measures ask rejudge first, and keep the order of the measures. Twice does no more than once.

    Returns:
        The provider, which can be asked by itself: ``provider.calc_aggregate(measures, qrels, run)``.
    """
    pipeline = ir_measures.DefaultPipeline.providers
    for provider in pipeline:
        if type(provider) is RejudgeProvider:
            return provider
    if not _added:
        _add_measures()
    added = [RejudgeProvider(), RejudgeIntentProvider()]
    pipeline[:0] = added
    setattr(ir_measures.DefaultPipeline, "_evaluator", _in_order)
    for provider in added:
        providers.register(provider)
    # Like ir_measures.pytrec_eval and its other providers.
    setattr(ir_measures, RejudgeProvider.NAME, added[0])
    return added[0]


def unregister() -> None:
    """Has ir_measures ask its own providers again. What was made of its measures stays known by name."""
    pipeline = ir_measures.DefaultPipeline.providers
    pipeline[:] = [provider for provider in pipeline if not isinstance(provider, RejudgeProvider)]
    vars(ir_measures.DefaultPipeline).pop("_evaluator", None)
    for provider in (RejudgeProvider, RejudgeIntentProvider):
        providers.registry.pop(provider.NAME, None)
    if hasattr(ir_measures, RejudgeProvider.NAME):
        delattr(ir_measures, RejudgeProvider.NAME)
