"""Judgments and runs from other libraries, and mappings that are not dicts."""

import pickle
from collections import UserDict
from types import MappingProxyType

import ir_measures
import pytest
import rejudge
import rejudge.pytrec_eval

QRELS = {"1": {"a": 1, "b": 0}, "2": {"c": 2}}
RUN = {"1": {"a": 1.0, "b": 2.0}, "2": {"d": 2.0, "c": 1.0}}
EXPECTED = rejudge.evaluate(QRELS, {"x": RUN, "y": RUN}, "AP nDCG@10", per_topic=True).to_dict()


def tuples(make, rows):
    return [make(topic, document, value) for topic, documents in rows.items() for document, value in documents.items()]


def frozen(rows):
    return MappingProxyType({topic: UserDict(documents) for topic, documents in rows.items()})


JUDGED, SCORED = tuples(ir_measures.Qrel, QRELS), tuples(ir_measures.ScoredDoc, RUN)


@pytest.mark.parametrize(
    "qrels, runs",
    [
        (frozen(QRELS), MappingProxyType({"x": frozen(RUN), "y": frozen(RUN)})),
        (JUDGED, {"x": SCORED, "y": tuple(SCORED)}),
        (iter(JUDGED), {"x": iter(SCORED), "y": (scored for scored in SCORED)}),
        (tuple(JUDGED), [("x", SCORED), ("y", RUN)]),
    ],
)
def test_mappings_and_tuples_score_like_dicts(qrels, runs):
    assert rejudge.evaluate(qrels, runs, "AP nDCG@10", per_topic=True).to_dict() == EXPECTED


def test_a_single_run_needs_no_name():
    for run in (SCORED, iter(SCORED), frozen(RUN)):
        assert rejudge.Runs(run).to_dict() == {"run": RUN}
    assert rejudge.Runs([SCORED, RUN]).names == ["run1", "run2"]


def test_tuples_have_intents():
    judged = [ir_measures.Qrel("1", "a", 1, "car"), ir_measures.Qrel("1", "b", 2, "cat")]
    by_intent = rejudge.Qrels(judged, by_intent=True)
    assert by_intent.to_dict() == {"1": {"car": {"a": 1}, "cat": {"b": 2}}}
    assert by_intent == rejudge.Qrels(MappingProxyType(by_intent.to_dict()), by_intent=True)


def test_ranx():
    ranx = pytest.importorskip("ranx")
    qrels = ranx.Qrels(QRELS)
    runs = [ranx.Run(RUN, name="x"), ranx.Run(RUN, name="y")]
    assert rejudge.evaluate(qrels, runs, "AP nDCG@10", per_topic=True).to_dict() == EXPECTED
    assert rejudge.Runs(runs[0]).names == ["x"] and rejudge.Runs(ranx.Run(RUN)).names == ["run"]
    assert rejudge.evaluate(qrels, {"x": runs[0], "y": runs[1]}, "AP nDCG@10", per_topic=True).to_dict() == EXPECTED


def test_other_arguments_take_mappings():
    runs = MappingProxyType({"x1": RUN, "y1": RUN})
    collection = rejudge.Collection(QRELS, runs, MappingProxyType({"x1": "x", "y1": "y"}), judges=MappingProxyType({"m": QRELS}))
    assert collection.teams == ["x", "y"] and list(collection.judges) == ["m"]
    assert rejudge.evaluate(QRELS, RUN, "DCG", gains=MappingProxyType({1: 1, 2: 5}))["DCG"] == rejudge.evaluate(QRELS, RUN, "DCG", gains={1: 1, 2: 5})["DCG"]
    model = rejudge.Judge(QRELS, levels=MappingProxyType({2: 1, 1: 0, 0: 0}))
    assert rejudge.Collection(QRELS, runs, judges={"m": model}).judges == {"m": "3 pairs in 3 lines"}
    with pytest.raises(TypeError, match="levels.*expected a dict"):
        rejudge.Judge(QRELS, levels=[1])


def test_judgments_are_equal_if_their_contents_are():
    qrels, reordered = rejudge.Qrels(QRELS), rejudge.Qrels({"2": {"c": 2}, "1": {"b": 0, "a": 1}})
    assert qrels == reordered and hash(qrels) == hash(reordered) and pickle.loads(pickle.dumps(qrels)) == qrels
    for different in (
        {"1": {"a": 1, "b": 0}},
        {"1": {"a": 1, "b": 1}, "2": {"c": 2}},
        {"1": {"a": 1, "b": 0, "d": 0}, "2": {"c": 2}},
        {"1": {"a": 1, "d": 0}, "2": {"c": 2}},
        {"1": {"a": 1, "b": 0}, "3": {"c": 2}},
    ):
        assert qrels != rejudge.Qrels(different)
    by_intent = {"1": {"car": {"a": 1}, "cat": {"a": 0, "b": 1}}}
    intents = rejudge.Qrels(by_intent, by_intent=True)
    assert intents == rejudge.Qrels({"1": {"cat": {"b": 1, "a": 0}, "car": {"a": 1}}}, by_intent=True)
    assert intents != rejudge.Qrels(by_intent, by_intent=True, probabilities={"1": {"car": 0.3, "cat": 0.7}})
    assert intents != rejudge.Qrels({"1": {"a": 1, "b": 1}}) and qrels != QRELS


def test_samples_is_short_for_the_parameter_of_a_test():
    runs = {name: {str(topic): {"a": score + topic % 3, "b": 2.0} for topic in range(9)} for name, score in (("x", 0), ("y", 1), ("z", 2))}
    qrels = {str(topic): {"a": 1, "b": 0} for topic in range(9)}

    def p(**options):
        return rejudge.compare(qrels, runs, "RR", baseline="x", **options).to_dict()

    for test in ("paired-bootstrap", "randomisation"):
        assert p(test=test, samples=70) == p(test=f"{test}(samples=70)")
    several = p(correction="randomised-tukey", samples=70)
    assert several == p(correction="randomised-tukey(samples=70)")
    with pytest.raises(ValueError, match="samples: would have no effect"):
        p(samples=70)
