"""The provider for ir_measures: the same values as with its own providers, added measures, and PyTerrier."""

import math
import os
import shutil
import subprocess
import sys

import ir_measures
import pandas
import pytest
import rejudge
import rejudge.ir_measures
from ir_measures import Qrel, ScoredDoc
from worlds import rows, tied, world

NAMES = """AP AP@10 AP(rel=2) nDCG nDCG@10 P@5 P(rel=2)@5 P(judged_only=True)@5 RR RR(rel=2) Rprec Bpref Bpref(rel=2) R@10
    Success@3 IPrec@0.2 IPrec@0.9 SetP SetP(relative=True) SetR SetF SetF(beta=2.) SetAP NumQ NumRel NumRet NumRet(rel=2)
    infAP RR@10 nDCG(judged_only=True)@10 nDCG(gains={1:2,2:5,3:9})@10"""
QRELS, RUN = world(5, 120)


@pytest.fixture
def provider():
    yield rejudge.ir_measures.register()
    rejudge.ir_measures.unregister()


def measures():
    return [ir_measures.parse_measure(name) for name in NAMES.split()]


def test_values_equal_the_own_providers(provider):
    ours = {(metric.query_id, metric.measure): metric.value for metric in provider.iter_calc(measures(), QRELS, RUN)}
    ours_all = provider.calc_aggregate(measures(), QRELS, RUN)
    rejudge.ir_measures.unregister()
    # One call for each measure, because with several, ir_measures gives some measures the levels or gains of others.
    single = [list(ir_measures.iter_calc([measure], QRELS, RUN)) for measure in measures()]
    theirs = {(metric.query_id, metric.measure): metric.value for values in single for metric in values}
    theirs_all = {measure: ir_measures.calc_aggregate([measure], QRELS, RUN)[measure] for measure in measures()}
    assert ours.keys() == theirs.keys()
    assert all(ours[key] == pytest.approx(value, abs=1e-12) for key, value in theirs.items())
    for measure in measures():
        assert ours_all[measure] == pytest.approx(theirs_all[measure], abs=1e-12), measure


def test_columns_keep_the_order_of_the_caller(provider):
    # Judged is a measure of another provider.
    code = """
import ir_measures, rejudge.ir_measures
names, qrels, run = {names!r}, {{"1": {{"a": 2, "b": 0}}}}, {{"1": {{"b": 3.0, "a": 1.0}}}}
rejudge.ir_measures.register()
measures = [ir_measures.parse_measure(name) for name in names]
print(list(map(str, ir_measures.calc_aggregate(measures, qrels, run))) == names)
print(list(dict.fromkeys(str(each.measure) for each in ir_measures.iter_calc(measures[:-1], qrels, run))) == names[:-1])
"""
    for names in (["nDCG@10", "AP", "RR", "P@10", "R@100", "Bpref", "Judged@10"], ["Q", "AP", "nCG@10", "P@5", "nDCG", "RR"]):
        for seed in ("1", "2", "3"):
            environment = os.environ | {"PYTHONHASHSEED": seed}
            process = subprocess.run([sys.executable, "-c", code.format(names=names)], env=environment, capture_output=True, text=True, check=True)
            assert process.stdout == "True\nTrue\n", (names, seed, process.stdout)


def by_topic(calc, measure, qrels, run):
    return {metric.query_id: metric.value for metric in calc([measure], qrels, run)}


@pytest.mark.parametrize("name", NAMES.split() + ["RR(rel=2)@3", "P@1", "RR@1"])
def test_ties_are_ordered_as_by_the_replaced_provider(provider, name):
    measure = ir_measures.parse_measure(name)
    assert provider.supports(measure)
    rejudge.ir_measures.unregister()
    for seed in range(300):
        qrels, run = tied(seed)
        ours, theirs = by_topic(provider.iter_calc, measure, qrels, run), by_topic(ir_measures.iter_calc, measure, qrels, run)
        assert ours == pytest.approx(theirs, abs=1e-12), (seed, qrels, run)


@pytest.mark.skipif(shutil.which("perl") is None, reason="gdeval is a script of Perl")
def test_exponential_gains_equal_gdeval(provider):
    """gdeval prints five digits."""
    measure = ir_measures.parse_measure("nDCG(dcg='exp-log2')@10")
    for seed in range(20):
        qrels, run = tied(seed)
        ours, theirs = by_topic(provider.iter_calc, measure, qrels, run), by_topic(ir_measures.gdeval.iter_calc, measure, qrels, run)
        assert ours == pytest.approx(theirs, abs=1e-5), (seed, qrels, run)


def test_a_measure_with_another_order_of_ties_stays_with_its_provider(provider):
    """RBP stays with cwl_eval, which leaves equal scores in the order of the rows."""
    assert not provider.supports(ir_measures.RBP(rel=1, p=0.5))
    assert not provider.supports(ir_measures.RBP(rel=1, p=0.5) @ 10)
    assert "RBP" not in {measure.NAME for measure in provider.SUPPORTED_MEASURES}


def test_rows_in_any_form(provider):
    requested = measures()
    expected = provider.calc_aggregate(requested, QRELS, RUN)
    flat_qrels, flat_run = rows(QRELS, ["query_id", "doc_id", "relevance"]), rows(RUN, ["query_id", "doc_id", "score"])
    assert ir_measures.calc_aggregate(requested, pandas.DataFrame(flat_qrels), pandas.DataFrame(flat_run)) == expected
    named = [Qrel(*row) for row in zip(*flat_qrels.values())], (ScoredDoc(*row) for row in zip(*flat_run.values()))
    aggregated, by_topic = ir_measures.calc(requested, *named)
    assert aggregated == expected and len(by_topic) == len(requested) * len(QRELS)
    assert ir_measures.calc_aggregate([ir_measures.AP], QRELS, []) == {ir_measures.AP: 0.0}


def test_the_pipeline_uses_rejudge_first(provider):
    assert rejudge.ir_measures.register() is provider
    assert ir_measures.DefaultPipeline.providers.count(provider) == 1
    assert isinstance(ir_measures.evaluator([ir_measures.AP], QRELS), rejudge.ir_measures.RejudgeEvaluator)
    # Other measures stay with their providers.
    assert not provider.supports(ir_measures.Judged @ 10)
    assert not provider.supports(ir_measures.alpha_nDCG @ 10)
    assert not provider.supports(ir_measures.parse_measure("nDCG(gains={0:1,1:2})@10"))
    assert not provider.supports(ir_measures.parse_measure("nDCG(gains={1:5,2:1})@10"))


def test_added_measures_have_the_values_of_evaluate(provider):
    names = ["Q", "NCU", "NCU(stop='gu',beta=0)", "GAP", "nCG@10", "Bpref(judged_only=True)", "Q(judged_only=True)", "infAP(judged_only=True)"]
    requested = [ir_measures.parse_measure(name) for name in names]
    values = ir_measures.calc_aggregate(requested, QRELS, RUN)
    expected = rejudge.evaluate(QRELS, RUN, [str(measure) for measure in requested], preset="trec9", topics="qrels")
    for name, measure in zip(expected.columns[2:], requested):
        assert values[measure] == pytest.approx(expected[name][0], abs=1e-12)


def test_added_measures_are_attributes_like_others(provider):
    """``ir_measures.Q @ 10`` and ``ir_measures.rejudge`` exist, like ``ir_measures.nDCG @ 10`` and ``ir_measures.pytrec_eval``."""
    assert ir_measures.nCG @ 10 == ir_measures.parse_measure("nCG@10")
    assert ir_measures.Q(judged_only=True) == ir_measures.parse_measure("Q(judged_only=True)")
    assert ir_measures.measures.DSharp_nDCG is ir_measures.DSharp_nDCG
    assert ir_measures.Q.calc_aggregate(QRELS, RUN) == provider.calc_aggregate([ir_measures.Q], QRELS, RUN)[ir_measures.Q]
    assert ir_measures.rejudge is provider is ir_measures.providers.registry["rejudge"]
    named = {measure.NAME for measure in provider.SUPPORTED_MEASURES}
    assert {"AP", "nDCG", "Q", "NCU"} <= named and "I_rec" not in named and "Judged" not in named
    # Existing measures are unchanged.
    assert ir_measures.AP is ir_measures.measures.registry["AP"] and ir_measures.runtime.NAME == "runtime"
    rejudge.ir_measures.unregister()
    assert not hasattr(ir_measures, "rejudge")


def test_measures_by_intent(provider):
    """The expected values are computed by hand for two topics with two intents each (Sakai and Song, SIGIR 2011)."""
    judged = [("1", "a", "x", 1), ("1", "b", "y", 1), ("1", "b", "x", 0), ("2", "a", "x", 2), ("2", "b", "z", 1)]
    qrels = [Qrel(topic, document, level, intent) for topic, intent, document, level in judged]
    run = {"1": {"x": 3.0, "w": 2.0, "y": 1.0}, "2": {"z": 2.0, "w": 1.0}}
    requested = [ir_measures.parse_measure(name) for name in ("I_rec@2", "D_nDCG@2", "DSharp_nDCG@2", "I_rec@3")]
    expected = {}
    # Topic 1: gains 1/2, 0, 1/2 by rank and ideally 1/2, 1/2; topic 2: 1/2, 0 and ideally 1, 1/2.
    discount = 1 / math.log2(3)
    expected["I_rec@2"] = [0.5, 0.5]
    expected["D_nDCG@2"] = [0.5 / (0.5 + 0.5 * discount), 0.5 / (1 + 0.5 * discount)]
    expected["DSharp_nDCG@2"] = [(0.5 + value) / 2 for value in expected["D_nDCG@2"]]
    expected["I_rec@3"] = [1.0, 0.5]
    for form in (qrels, pandas.DataFrame(qrels)):
        values = {(metric.query_id, str(metric.measure)): metric.value for metric in ir_measures.iter_calc(requested, form, run)}
        for name, expected_values in expected.items():
            assert [values["1", name], values["2", name]] == pytest.approx(expected_values), name
    means = rejudge.evaluate(rejudge.Qrels(pandas.DataFrame(qrels), by_intent=True), run, ["I-rec@2", "D-nDCG@2", "D#-nDCG@2"])
    for theirs, ours in zip(requested, means.columns[2:]):
        assert means[ours][0] == pytest.approx(sum(expected[str(theirs)]) / 2)
    with pytest.raises(TypeError, match=r"intent `.+`: int, expected a dict \{document: level\}"):
        ir_measures.calc_aggregate([requested[0]], QRELS, RUN)
    # A measure by document is refused, because a document has several levels.
    with pytest.raises(ValueError, match="duplicate document `x` in topic `1`"):
        ir_measures.calc_aggregate([ir_measures.AP], qrels, run)


def test_an_experiment_of_pyterrier(provider, monkeypatch):
    pyterrier = pytest.importorskip("pyterrier")
    scored = []
    score = rejudge.ir_measures.RejudgeEvaluator._score
    monkeypatch.setattr(
        rejudge.ir_measures.RejudgeEvaluator, "_score", lambda self, run, method: scored.append(method) or score(self, run, method)
    )
    topics = pandas.DataFrame({"qid": sorted(QRELS), "query": "words"})
    qrels = pandas.DataFrame(rows(QRELS, ["qid", "docno", "label"]))
    systems = [pandas.DataFrame(rows(run, ["qid", "docno", "score"])) for run in (RUN, world(6, 120)[1])]
    asked = ["map", "ndcg_cut_10", ir_measures.parse_measure("Q")]
    table = pyterrier.Experiment(systems, topics, qrels, asked, names=["one", "two"], baseline=0)
    assert scored
    expected = rejudge.evaluate(QRELS, {"one": RUN}, ["map", "ndcg_cut_10", "Q"], preset="trec9", topics="qrels")
    for name in ("map", "Q"):
        assert table[name][0] == pytest.approx(expected[name][0], abs=1e-12)
