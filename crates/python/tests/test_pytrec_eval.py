"""The same keys and values as pytrec_eval's."""

import math
import pickle

import pytest
import pytrec_eval as theirs
import rejudge
import rejudge.pytrec_eval as ours
from worlds import world

# The values can differ in the last bits, because terms are added in another order.
CLOSE = 1e-13


def assert_same(theirs, ours):
    assert theirs.keys() == ours.keys()
    for topic in theirs:
        assert theirs[topic].keys() == ours[topic].keys()
        for measure, value in theirs[topic].items():
            # On an empty ranking pytrec_eval computes 0/0.
            value = 0.0 if math.isnan(value) and measure.startswith(("iprec_at_recall", "11pt_avg")) else value
            assert ours[topic][measure] == pytest.approx(value, rel=0, abs=CLOSE), (topic, measure)
    return sum(map(len, theirs.values()))


@pytest.mark.parametrize("level", [1, 2])
@pytest.mark.parametrize("judged_only", [False, True])
def test_every_measure_on_random_topics(level, judged_only):
    qrels, run = world(3)
    results = [package.RelevanceEvaluator(qrels, package.supported_measures, level, judged_only).evaluate(run) for package in (theirs, ours)]
    assert assert_same(*results) > 40_000


def test_a_run_in_a_file_loses_its_unjudged_documents_too(tmp_path):
    qrels, run = world(3)
    file = tmp_path / "run.txt"
    # The scores are written with all digits, so that the order stays.
    lines = [f"{topic} Q0 {document} 1 {score!r} tag\n" for topic, documents in run.items() for document, score in documents.items()]
    file.write_text("".join(lines))
    evaluator = ours.RelevanceEvaluator(qrels, {"map", "P_5", "num_ret"}, 1, True)
    in_memory = {topic: values for topic, values in evaluator.evaluate(run).items() if run[topic]}
    assert evaluator.evaluate(rejudge.Runs({"tag": str(file)})) == in_memory
    assert in_memory != ours.RelevanceEvaluator(qrels, {"map", "P_5", "num_ret"}).evaluate(run)


@pytest.mark.parametrize(
    "measures",
    [
        ["official"],
        ["set"],
        ["all_trec"],
        ["ndcg_cut.3,5", "ndcg_cut_10"],
        ["P_5,10"],
        ["iprec_at_recall_0.25"],
        ["set_F.2"],
        ["set_F_0.5"],
        ["utility.1,2,3,4"],
        ["11pt_avg.0.25,0.5"],
        ["Rprec_mult.0.5"],
        ["success_3"],
        ["recall_5.5"],
        ["recip_rank_10"],
        ["map", "num_q", "runid"],
    ],
)
def test_names_with_arguments(measures):
    qrels, run = {"q1": {"d1": 1, "d3": 2}, "q2": {"d1": 1}}, {"q1": {"d1": 1.0, "d2": 2.0}, "q9": {"d": 1.0}}
    assert_same(*(package.RelevanceEvaluator(qrels, measures).evaluate(run) for package in (theirs, ours)))


def test_the_preset_trec9_equals_pytrec_eval():
    qrels, run = world(3)
    names = "map P recall ndcg ndcg_cut Rprec bpref recip_rank iprec_at_recall 11pt_avg set_F success utility"
    expected = theirs.RelevanceEvaluator(qrels, set(names.split())).evaluate(run)
    # `recall` without cutoffs is also a name of another tool.
    table = rejudge.evaluate(qrels, run, names.replace(" recall ", " recall.5,10,15,20,30,100,200,500,1000 "), per_topic=True, preset="trec9")
    count = 0
    for row in table.to_dicts():
        for measure, value in expected[row["topic"]].items():
            value = 0.0 if math.isnan(value) else value
            assert row[measure] == pytest.approx(value, rel=0, abs=CLOSE), (row["topic"], measure)
            count += 1
    assert count > 20_000
    explicit = rejudge.evaluate(qrels, run, "IPrec(rounding='nearest')@0.1", preset="trec9").to_dicts()[0]
    assert explicit["IPrec(rounding='nearest')@0.1"] == rejudge.evaluate(qrels, run, "IPrec@0.1", score_type="f32", topics="run")["IPrec@0.1"][0]


@pytest.mark.parametrize("measures", [["foo"], ["map", "bar_10"], "map", ["map_cut_x"]])
def test_unknown_names(measures):
    for package in (theirs, ours):
        with pytest.raises(ValueError, match="unsupported measure"):
            package.RelevanceEvaluator({"q1": {"d1": 1}}, measures)


@pytest.mark.parametrize(
    "run",
    [{}, {"q1": {}}, {"q1": {"d1": 1.0}, "q2": {}}, {"q9": {"d1": 1.0}}, {"q1": {"d1": 1, "d2": float("inf")}}, {"q1": {"d1": 1e39, "d2": 1e38}}],
)
def test_odd_runs(run):
    qrels = {"q1": {"d1": 1, "d2": 0, "d4": -1}, "q2": {"d1": 2}, "q3": {}}
    assert_same(*(package.RelevanceEvaluator(qrels, {"map", "ndcg", "num_ret", "num_rel"}).evaluate(run) for package in (theirs, ours)))


def test_lines():
    qrels, run = ["q1 0 d1 1\n", "q1 0 d2 -1\n"], ["q1 Q0 d1 1 2.5 me\n", "q2 Q0 d1 1 0.5 me\n"]
    assert ours.parse_qrel(qrels) == theirs.parse_qrel(qrels)
    assert ours.parse_run(run) == theirs.parse_run(run)
    for package in (theirs, ours):
        with pytest.raises(AssertionError):
            package.parse_qrel(qrels * 2)
        with pytest.raises(ValueError):
            package.parse_run(["q1 Q0 d1\n"])


@pytest.mark.parametrize("measure", ["map", "num_ret", "gm_map"])
def test_summaries(measure):
    values = [0.5, 0.25, 0.125, 3.0]
    assert ours.compute_aggregated_measure(measure, values) == pytest.approx(theirs.compute_aggregated_measure(measure, values))


def test_interface():
    assert ours.supported_measures == set(theirs.supported_measures)
    assert set(theirs.__all__) <= set(ours.__all__)
    for name, measures in ours.supported_nicknames.items():
        assert measures == set(theirs.supported_nicknames[name])


def test_nan_is_refused():
    with pytest.raises(ValueError, match="NaN"):
        ours.RelevanceEvaluator({"q": {"d": 1}}, {"map"}).evaluate({"q": {"d": float("nan")}})


def test_a_topic_without_documents_counts_as_in_pytrec_eval():
    qrels, run = {"1": {"a": 1, "b": 0}, "2": {"c": 2}}, {"1": {}, "2": {"c": 1.0}}
    expected = theirs.RelevanceEvaluator(qrels, {"map"}).evaluate(run)
    scores = rejudge.evaluate(qrels, run, "map", per_topic=True, preset="trec9")
    assert dict(zip(scores["topic"], scores["map"])) == {topic: values["map"] for topic, values in expected.items()}
    assert rejudge.evaluate(qrels, run, "map", preset="trec9").to_dict() == {"run": ["run"], "topics": [2], "map": [0.5]}
    # A topic that the run does not have at all does not count.
    with pytest.warns(UserWarning, match="lacks 1 topic"):
        assert rejudge.evaluate(qrels, {"2": {"c": 1.0}}, "map", preset="trec9")["topics"] == [1]


def test_evaluators_pickle():
    qrels, run = world(3)
    for measures in (ours.supported_measures, {"map", "num_q"}, {"ndcg_cut.3,5"}):
        evaluator = ours.RelevanceEvaluator(qrels, measures, 2, True)
        assert pickle.loads(pickle.dumps(evaluator)).evaluate(run) == evaluator.evaluate(run)


def test_single_topics_have_the_same_values():
    """A single topic is scored on the caller's thread, the whole run on others."""
    qrels, run = world(3)
    evaluator = ours.RelevanceEvaluator(qrels, ours.supported_measures)
    whole = evaluator.evaluate(run)
    assert {topic: values for name in run for topic, values in evaluator.evaluate({name: run[name]}).items()} == whole
