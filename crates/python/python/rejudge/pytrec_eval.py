"""pytrec_eval's interface: the same names, the same values.

``import rejudge.pytrec_eval as pytrec_eval`` is all that a program changes. Scores are compared in single precision,
ties go to the greater document id, and a topic counts that is in run and judgments, as in trec_eval 9.

NaN among the scores is a ValueError here; pytrec_eval gives it a rank that changes from call to call. Where nothing is
left of a ranking pytrec_eval has NaN (0/0) as interpolated precision, and here it is 0.

>>> import rejudge.pytrec_eval as pytrec_eval
>>> evaluator = pytrec_eval.RelevanceEvaluator({"q1": {"d1": 1, "d2": 0}}, {"map", "P_5"})
>>> found = evaluator.evaluate({"q1": {"d2": 2.0, "d1": 1.0}})
>>> found["q1"]["map"], found["q1"]["P_5"]
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

# trec_eval prints these, and they are no measures: the value that pytrec_eval gives them.
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

# Other measures take none, and pytrec_eval does not look at them.
_WITH_ARGUMENTS = set(
    "11pt_avg P Rprec_mult iprec_at_recall map_cut ndcg_cut recall relative_P set_F success utility".split()
)

_ARGUMENTS = re.compile(r"[._]([0-9]+(?:\.[0-9]+)?(?:,[0-9]+(?:\.[0-9]+)?)*)")


def _parsed(lines: Iterable[str], columns: int, document: int, value: int, read: Callable[[str], Any]) -> Any:
    """{topic: {document: value}} of lines of so many columns."""
    parsed: dict[str, dict[str, Any]] = collections.defaultdict(dict)
    for number, line in enumerate(lines, 1):
        cells = line.strip().split()
        if len(cells) != columns:
            raise ValueError(f"line {number}: {len(cells)} columns, expected {columns}")
        topic, name = cells[0], cells[document]
        # pytrec_eval asserts it.
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
    """The value of a run from those of its topics: the sum of counts (``num_``), the geometric mean of ``gm_``, whose
    values are logarithms, else the mean.

    >>> compute_aggregated_measure("map", [0.5, 0.25]), compute_aggregated_measure("num_ret", [3, 4])
    (0.375, 7.0)
    """
    total = math.fsum(values)
    if measure.startswith("num_"):
        return total
    mean = total / len(values) if len(values) else math.nan
    return math.exp(mean) if measure.startswith("gm_") else mean


def _combined(measures: Iterable[str]) -> dict[str, set[str]]:
    """Measures as trec_eval's ``-m`` takes them, with all arguments of one together, and the constants."""
    expanded: set[str] = set()
    for measure in measures:
        expanded |= supported_nicknames.get(measure, {measure})
    arguments: dict[str, set[str]] = collections.defaultdict(set)
    for measure in expanded:
        if measure in supported_measures:
            arguments[measure] |= set()
            continue
        found = None
        for name in supported_measures:
            if measure.startswith(name) and (match := _ARGUMENTS.match(measure[len(name) :])):
                found = name, match.group(1).split(",")
        if found is None:
            raise ValueError(f"unsupported measure {measure}")
        arguments[found[0]].update(found[1])
    return arguments


@functools.lru_cache(maxsize=256)
def _resolved(measures: frozenset[str]) -> tuple[_TopicMeasures, dict[str, float]]:
    """The measures, and the constants among them. Names are resolved once: to do it takes far longer than to score a topic."""
    arguments = _combined(measures)
    named: list[tuple[str, str]] = []
    for name in sorted(arguments.keys() - _CONSTANTS.keys()):
        numbers = sorted(arguments[name], key=float) if name in _WITH_ARGUMENTS else []
        trec_name = f"{name}.{','.join(numbers)}" if numbers else name
        pairs = _trec_measures(trec_name)
        if pairs is None:
            raise ValueError(f"unsupported measure {trec_name}")
        named += pairs
    return _TopicMeasures(named), {name: value for name, value in _CONSTANTS.items() if name in arguments}


class RelevanceEvaluator:
    """Scores runs, topic by topic.

    Args:
        query_relevance: ``{topic: {document: level}}``, or judgments as ``rejudge.Qrels`` takes them.
        measures: names of measures or of trec_eval's sets (``"official"``), with arguments as in ``"P.5,10"``,
            ``"P_5"``.
        relevance_level: level from which a document is relevant.
        judged_docs_only_flag: whether documents without a judgment are taken out of the runs.
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
        """Scores a run, ``{topic: {document: score}}`` (or as ``rejudge.Runs`` takes one).

        Returns:
            ``{topic: {measure: value}}`` of the topics that are in run and judgments.
        """
        by_topic = self._scorer.by_topic(scores)
        if self._constants:
            for values in by_topic.values():
                values.update(self._constants)
        return by_topic
