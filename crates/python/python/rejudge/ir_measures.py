"""A provider for ir_measures (``pip install ir_measures``), and so for PyTerrier's experiments.

After ``rejudge.ir_measures.register()``, ir_measures computes its measures with rejudge: in
``ir_measures.calc_aggregate``, ``ir_measures.iter_calc`` and ``pyterrier.Experiment``. Measures that rejudge does not
have stay with their providers. The values equal those of ir_measures' own providers, under trec_eval 9's rules.

ir_measures also gets measures that it lacks: ``Q``, ``NCU``, ``GAP``, ``nCG@10``, ... You can write ``ir_measures.Q`` or
``ir_measures.parse_measure("Q")``. Measures that it has get the parameter ``judged_only=True`` (the condensed list) if
they lack it: ``Bpref(judged_only=True)``.

Measures by intent are ``DSharp_nDCG@10``, ``I_rec@10``, ``D_nDCG@10``, ... Because these must be names of Python, ``#`` is
written as ``Sharp``, ``+`` as ``Plus`` and ``-`` as ``_``. The intent of a judgment is its ``iteration``.

>>> import ir_measures, rejudge.ir_measures
>>> provider = rejudge.ir_measures.register()
>>> qrels = {"1": {"a": 2, "b": 0}, "2": {"c": 1}}
>>> run = {"1": {"b": 3.0, "a": 1.0}, "2": {"c": 1.0}}
>>> measures = [ir_measures.parse_measure(name) for name in ("AP", "nDCG@10", "Q")]
>>> means = ir_measures.calc_aggregate(measures, qrels, run)
>>> [round(means[measure], 4) for measure in measures]
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

# Measures that have the same values here as with ir_measures' own providers. The others are left to these providers, because
# they order equal scores differently (RBP, Judged, Compat), or need judgments by intent.
_SAME = set(
    """AP Bpref IPrec NumQ NumRel NumRet P R RR Rprec SetAP SetF SetP SetR Success infAP nDCG""".split()
)
_HIGHEST_LEVEL = 127

# The measures that we add to ir_measures, and the descriptions of their families, by their names in ir_measures.
_added: dict[str, Any] = {}
_families: dict[str, dict[str, Any]] = {}


def _name(measure: Any) -> str:
    """The name of a measure in rejudge. Raises ValueError if rejudge does not have the measure."""
    if measure.NAME == "NumQ":
        return "NumQ"
    parameters = {key: value for key, value in measure.params.items() if value is not _NOT_PROVIDED}
    family, cutoff = measure.NAME, parameters.pop(measure.AT_PARAM, None)
    if family in _families:
        family = _families[family]["name"]
    if family == "NumRet" and "rel" in parameters:
        family = "NumRelRet"
    if family == "nDCG" and isinstance(parameters.get("gains"), dict):
        gains = parameters["gains"]
        if gains.get(0, 0) != 0:
            raise ValueError("a gain of level 0")
        # In ir_measures a level without a gain gains its own number. We list these gains up to the highest level, unless they
        # would be lower than the gain before, which rejudge refuses.
        highest = max(gains, default=1)
        last = highest if gains.get(highest, highest) > highest + 1 else _HIGHEST_LEVEL
        parameters["gains"] = {level: gains.get(level, level) for level in range(1, last + 1)}
    arguments = ", ".join(f"{key}={value!r}" for key, value in parameters.items())
    name = family + (f"({arguments})" if arguments else "") + (f"@{cutoff}" if cutoff is not None else "")
    return _native.measure_name(name)


def _order(measure: Any) -> tuple[str, str]:
    """The order of equal scores, and the precision in which scores are compared.

    Both are as in ir_measures' own provider for the measure: trec_eval, except for RR with a cutoff (msmarco) and for
    exponential gains with a cutoff (gdeval)."""
    if measure.params.get("cutoff", _NOT_PROVIDED) is not _NOT_PROVIDED:
        if measure.NAME == "RR":
            return "docno-ascending", "f64"
        if measure.NAME == "nDCG" and measure.params.get("dcg") == "exp-log2":
            return "docno-descending", "f64"
    return "docno-descending", "f32"


def _rows(rows: Any, fields: list[str]) -> Any:
    """Judgments or runs as ir_measures takes them, or None if there are no rows."""
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
    """Scores runs with judgments that are read once."""

    def __init__(self, measures: Any, qrels: Any, by_intent: bool = False) -> None:
        # A set is sorted, because its order differs from process to process.
        measures = sorted(measures, key=str) if isinstance(measures, (set, frozenset)) else list(measures)
        if by_intent:
            qrels = _rows(qrels, ["query_id", "iteration", "doc_id", "relevance"])
            qrels = None if qrels is None else _native.Qrels(qrels, by_intent=True)
        else:
            qrels = _rows(qrels, ["query_id", "doc_id", "relevance"])
        names = {measure: (_order(measure), _name(measure)) for measure in measures}
        ordered_names = sorted({name for name in names.values() if name[1] != "NumQ"})
        self._columns = {
            measure: ordered_names.index(name) for measure, name in names.items() if name in ordered_names
        }
        self._scorers: list[Any] = []
        topics: set[str] = set()
        if qrels is not None:
            qrels = qrels if by_intent else _native.Qrels(qrels)
            topics = set(qrels.topics)
            # A scorer needs a measure even if only the topics are counted (NumQ).
            ordered_names = ordered_names or [(("docno-descending", "f32"), "NumRet")]
            for order, group in itertools.groupby(ordered_names, key=lambda ordered_name: ordered_name[0]):
                group_measures = _native.TopicMeasures([(name, name) for _, name in group])
                self._scorers.append(_native.TopicScorer(qrels, group_measures, 1, False, *order))
        super().__init__(measures, topics)
        self._topics = len(topics)

    def _score(self, run: Any, method: str) -> Any:
        """The result of a scorer's method ``columns`` or ``sums``, for all measures. None if there is nothing to score."""
        run = _rows(run, ["query_id", "doc_id", "score"])
        if run is None or not self._scorers:
            return None
        # With several scorers, the run is read once for all of them.
        run = run if len(self._scorers) == 1 else _native.Runs(run)
        results = [getattr(scorer, method)(run) for scorer in self._scorers]
        topics = results[0][0]
        return topics, [values for _, columns in results for values in columns]

    def _iter_calc(self, run: Any) -> Any:
        result = self._score(run, "columns")
        if result is None:
            return
        topics, columns = result
        for measure in self.measures:
            column = columns[self._columns[measure]] if measure in self._columns else [1.0] * len(topics)
            for topic, value in zip(topics, column):
                yield Metric(query_id=topic, measure=measure, value=value)

    def calc_aggregate(self, run: Any) -> Any:
        topics, sums = self._score(run, "sums") or (0, None)
        values = {}
        for measure in self.measures:
            column = self._columns.get(measure)
            total = float(topics) if column is None else (sums[column] if sums else 0.0)
            # For a topic that the run lacks, ir_measures counts the measure's default, which is 0 for most measures.
            total += (self._topics - topics) * measure.DEFAULT
            aggregator = measure.aggregator()
            if isinstance(aggregator, SumAgg):
                values[measure] = total
            elif self._topics:
                values[measure] = total / self._topics
            else:
                values[measure] = aggregator.result()
        return values

    def calc(self, run: Any) -> Any:
        run = run if isinstance(run, Mapping) or hasattr(run, "columns") else list(run)
        return CalcResults(self.calc_aggregate(run), list(self.iter_calc(run)))


class RejudgeProvider(providers.Provider):
    """Measures of rejudge."""

    NAME = "rejudge"

    def __init__(self) -> None:
        super().__init__()
        # Like other providers, we list the names without parameters. `supports` checks the parameters of a measure.
        measures = {
            measure.NAME: measure for measure in ir_measures.measures.registry.values() if self._has(measure.NAME)
        }
        self.SUPPORTED_MEASURES = [measures[name] for name in sorted(measures)]

    def supports(self, measure: Any) -> bool:
        measure.validate_params()
        if not self._has(measure.NAME):
            return False
        try:
            _name(measure)
        except ValueError:
            return False
        return True

    def _has(self, name: str) -> bool:
        return name in _SAME or name in _added and not _families[name]["by_intent"]

    def _evaluator(self, measures: Any, qrels: Any) -> RejudgeEvaluator:
        return RejudgeEvaluator(measures, qrels)


class RejudgeIntentProvider(RejudgeProvider):
    """Measures by intent of rejudge. The intent of a judgment is its ``iteration``."""

    NAME = "rejudge-by-intent"

    def _has(self, name: str) -> bool:
        return name in _added and bool(_families[name]["by_intent"])

    def _evaluator(self, measures: Any, qrels: Any) -> RejudgeEvaluator:
        return RejudgeEvaluator(measures, qrels, by_intent=True)


def _measure_class(name: str, family: dict[str, Any]) -> Any:
    """A class for a family of measures that ir_measures lacks."""
    parameters = {"judged_only": ParamInfo(dtype=bool, default=False, desc="the condensed list")}
    parameters |= {name: ParamInfo() for name in family["parameters"]}
    if family["cutoff"] is not None:
        parameters["cutoff"] = ParamInfo(dtype=int, required=family["cutoff"], desc="ranking cutoff threshold")
    if family["binary"]:
        parameters["rel"] = ParamInfo(dtype=int, desc="minimum relevance score to be considered relevant")
    attributes = {
        "__name__": name,
        "NAME": name,
        "__doc__": f"{family['title']}: {family['formula']} ({family['source']})",
        "PRETTY_NAME": family["title"],
        "SHORT_DESC": family["formula"],
        "SUPPORTED_PARAMS": parameters,
    }
    if family["sum"]:
        attributes["aggregator"] = lambda self: SumAgg()
    return type("_" + name, (Measure,), attributes)


def _add_measures() -> None:
    """Adds the measures that ir_measures lacks to its registry."""
    existing = {measure.NAME for measure in ir_measures.measures.registry.values()}
    for family in _native.families():
        name = family["name"].replace("#", "Sharp").replace("+", "Plus").replace("-", "_")
        if name not in existing and name not in ir_measures.measures.registry:
            _families[name] = family
            _added[name] = _measure_class(name, family)()
            ir_measures.measures.register(_added[name], name=name)
            for module in (ir_measures, ir_measures.measures):
                if not hasattr(module, name):
                    setattr(module, name, _added[name])
    for name in sorted(_SAME & existing - {"NumQ", "NumRel", "NumRet"}):
        parameters = type(ir_measures.measures.registry[name]).SUPPORTED_PARAMS
        if "judged_only" not in parameters:
            parameters["judged_only"] = ParamInfo(dtype=bool, default=False, desc="the condensed list")


def _evaluator_in_order(measures: Any, qrels: Any) -> Any:
    """The evaluator of ir_measures' pipeline, with the measures in the caller's order.

    Without this, the pipeline puts the measures into a set. Its order differs from process to process, so columns would move."""
    measures = list(dict.fromkeys(measures))
    pipeline = ir_measures.DefaultPipeline
    evaluator = type(pipeline)._evaluator(pipeline, measures, qrels)
    evaluator.measures = measures
    return evaluator


def register() -> Any:
    """Makes ir_measures use rejudge, and keep the order of measures. A second call has no effect.

    Returns:
        The provider, which can also be used directly: ``provider.calc_aggregate(measures, qrels, run)``.
    """
    pipeline = ir_measures.DefaultPipeline.providers
    for provider in pipeline:
        if type(provider) is RejudgeProvider:
            return provider
    if not _added:
        _add_measures()
    added = [RejudgeProvider(), RejudgeIntentProvider()]
    pipeline[:0] = added
    setattr(ir_measures.DefaultPipeline, "_evaluator", _evaluator_in_order)
    for provider in added:
        providers.register(provider)
    # ir_measures' own providers are attributes too, for example ir_measures.pytrec_eval.
    setattr(ir_measures, RejudgeProvider.NAME, added[0])
    return added[0]


def unregister() -> None:
    """Makes ir_measures use its own providers again. The added measures keep their names, but no provider computes them."""
    pipeline = ir_measures.DefaultPipeline.providers
    pipeline[:] = [provider for provider in pipeline if not isinstance(provider, RejudgeProvider)]
    vars(ir_measures.DefaultPipeline).pop("_evaluator", None)
    for provider in (RejudgeProvider, RejudgeIntentProvider):
        providers.registry.pop(provider.NAME, None)
    if hasattr(ir_measures, RejudgeProvider.NAME):
        delattr(ir_measures, RejudgeProvider.NAME)
