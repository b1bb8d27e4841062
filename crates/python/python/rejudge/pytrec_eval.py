"""A replacement for pytrec_eval, with the same names and the same values.

To use it, change only the import: ``import rejudge.pytrec_eval as pytrec_eval``. As in trec_eval 9, scores are compared
in single precision, the greater document id comes first among equal scores, and a topic counts if both the run and the
judgments have it.

There are two differences. A score that is NaN is a ValueError; pytrec_eval gives it a rank that changes from call to
call. If a ranking is empty, interpolated precision is 0; in pytrec_eval it is NaN (0/0).

>>> import rejudge.pytrec_eval as pytrec_eval
>>> evaluator = pytrec_eval.RelevanceEvaluator({"q1": {"d1": 1, "d2": 0}}, {"map", "P_5"})
>>> results = evaluator.evaluate({"q1": {"d2": 2.0, "d1": 1.0}})
>>> results["q1"]["map"], results["q1"]["P_5"]
(0.5, 0.2)
"""

import collections
import functools
import math
import re
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from rejudge._native import TopicMeasures as _TopicMeasures
from rejudge._native import TopicScorer as _TopicScorer
from rejudge._native import trec_measures as _trec_measures

__all__ = [
    "RelevanceEvaluator",
    "compute_aggregated_measure",
    "parse_qrel",
    "parse_run",
    "supported_measures",
    "supported_nicknames",
]

# trec_eval prints these, although they are not measures. pytrec_eval gives them these values.
_CONSTANTS = {"runid": 0.0, "num_q": 1.0, "relstring": 0.0}

supported_measures: set[str] = set(_CONSTANTS) | set(
    """11pt_avg G P Rndcg Rprec Rprec_mult binG bpref gm_bpref gm_map infAP iprec_at_recall map map_cut ndcg ndcg_cut
    ndcg_rel num_nonrel_judged_ret num_rel num_rel_ret num_ret recall recip_rank relative_P set_F set_P set_map
    set_recall set_relative_P success utility""".split()
)

supported_nicknames: dict[str, set[str]] = {
    "official": set(
        """P Rprec bpref gm_map iprec_at_recall map num_q num_rel num_rel_ret num_ret recip_rank runid""".split()
    ),
    "set": set(
        """num_q num_rel num_rel_ret num_ret runid set_F set_P set_map set_recall set_relative_P utility""".split()
    ),
    "all_trec": set(supported_measures),
}

# Other measures have no arguments. pytrec_eval ignores arguments after their names, so we do too.
_WITH_ARGUMENTS = set(
    "11pt_avg P Rprec_mult iprec_at_recall map_cut ndcg_cut recall relative_P set_F success utility".split()
)

_ARGUMENTS = re.compile(r"[._]([0-9]+(?:\.[0-9]+)?(?:,[0-9]+(?:\.[0-9]+)?)*)")


def _parsed(lines: Iterable[str], columns: int, document: int, value: int, read: Callable[[str], Any]) -> Any:
    """``{topic: {document: value}}`` from lines of ``columns`` columns; ``document`` and ``value`` are indices of columns."""
    parsed: dict[str, dict[str, Any]] = collections.defaultdict(dict)
    for number, line in enumerate(lines, 1):
        cells = line.strip().split()
        if len(cells) != columns:
            raise ValueError(f"line {number}: {len(cells)} columns, expected {columns}")
        topic, name = cells[0], cells[document]
        # An assertion, because pytrec_eval raises an AssertionError here.
        assert name not in parsed[topic], f"line {number}: topic {topic} has document {name} twice"
        parsed[topic][name] = read(cells[value])
    return parsed


def parse_run(f_run: Iterable[str]) -> dict[str, dict[str, float]]:
    """A run from the lines of a TREC file (topic, Q0, document, rank, score, tag).

    Returns:
        ``{topic: {document: score}}``

    >>> dict(parse_run(["q1 Q0 d1 0 2.5 me"]))
    {'q1': {'d1': 2.5}}
    """
    return _parsed(f_run, 6, 2, 4, float)


def parse_qrel(f_qrel: Iterable[str]) -> dict[str, dict[str, int]]:
    """Judgments from the lines of a TREC file (topic, iteration, document, level).

    Returns:
        ``{topic: {document: level}}``

    >>> dict(parse_qrel(["q1 0 d1 2"]))
    {'q1': {'d1': 2}}
    """
    return _parsed(f_qrel, 4, 2, 3, int)


def compute_aggregated_measure(measure: str, values: Sequence[float]) -> float:
    """Aggregates the values of a run's topics: the sum for counts (``num_``), the geometric mean for ``gm_``, whose
    values are logarithms, and the mean for all other measures.

    >>> compute_aggregated_measure("map", [0.5, 0.25]), compute_aggregated_measure("num_ret", [3, 4])
    (0.375, 7.0)
    """
    total = math.fsum(values)
    if measure.startswith("num_"):
        return total
    mean = total / len(values) if len(values) else math.nan
    return math.exp(mean) if measure.startswith("gm_") else mean


def _combined(measures: Iterable[str]) -> dict[str, set[str]]:
    """The arguments of each measure. Nicknames are expanded, and the arguments of one measure are combined."""
    expanded: set[str] = set()
    for measure in measures:
        expanded |= supported_nicknames.get(measure, {measure})
    arguments: dict[str, set[str]] = collections.defaultdict(set)
    for measure in expanded:
        if measure in supported_measures:
            arguments[measure] |= set()
            continue
        parsed = None
        for name in supported_measures:
            if measure.startswith(name) and (match := _ARGUMENTS.match(measure[len(name) :])):
                parsed = name, match.group(1).split(",")
        if parsed is None:
            raise ValueError(f"unsupported measure {measure}")
        arguments[parsed[0]].update(parsed[1])
    return arguments


@functools.lru_cache(maxsize=256)
def _resolved(measures: frozenset[str]) -> tuple[_TopicMeasures, dict[str, float]]:
    """The measures, and the constants among them. They are cached, because resolving names takes far longer than scoring a
    topic."""
    arguments = _combined(measures)
    names: list[tuple[str, str]] = []
    for name in sorted(arguments.keys() - _CONSTANTS.keys()):
        numbers = sorted(arguments[name], key=float) if name in _WITH_ARGUMENTS else []
        trec_name = f"{name}.{','.join(numbers)}" if numbers else name
        pairs = _trec_measures(trec_name)
        if pairs is None:
            raise ValueError(f"unsupported measure {trec_name}")
        names += pairs
    return _TopicMeasures(names), {name: value for name, value in _CONSTANTS.items() if name in arguments}


class RelevanceEvaluator:
    """Scores runs, topic by topic.

    Args:
        query_relevance: ``{topic: {document: level}}``, or judgments as ``rejudge.Qrels`` takes them.
        measures: names of measures, or of trec_eval's sets of measures (``"official"``). Arguments follow the name, as
            in ``"P.5,10"`` or ``"P_5"``.
        relevance_level: level from which a document is relevant.
        judged_docs_only_flag: if true, documents without a judgment are removed from the runs.
    """

    def __init__(
        self,
        query_relevance: Any,
        measures: Iterable[str],
        relevance_level: int = 1,
        judged_docs_only_flag: bool = False,
    ) -> None:
        resolved, self._constants = _resolved(frozenset(measures))
        self._scorer = _TopicScorer(query_relevance, resolved, relevance_level, bool(judged_docs_only_flag))

    def evaluate(self, scores: Any) -> dict[str, dict[str, float]]:
        """Scores a run, ``{topic: {document: score}}`` or any form that ``rejudge.Runs`` takes.

        Returns:
            ``{topic: {measure: value}}`` for the topics that both the run and the judgments have.
        """
        by_topic = self._scorer.by_topic(scores)
        if self._constants:
            for values in by_topic.values():
                values.update(self._constants)
        return by_topic
