"""Wrong inputs: each is an exception that says where, and never ends the process."""

import inspect
import math
import os
import pickle
import signal
import subprocess
import sys
import threading
import time

import hypothesis.strategies as st
import pandas
import polars
import pyarrow
import pytest
import rejudge
import rejudge.pytrec_eval
from hypothesis import given, settings

QRELS = {"1": {"a": 1, "b": 0}}
RUN = {"1": {"a": 2.0, "b": 1.0}}


def frame(**columns):
    all_columns = {"query_id": ["1", "1"], "doc_id": ["a", "b"], "score": [2.0, 1.0]} | columns
    return {name: values for name, values in all_columns.items() if values is not None}


WRONG_RUNS = {
    "NaN": (polars.DataFrame(frame(score=[1.0, math.nan])), ValueError, r"runs: column `score`, row 1 .*`1`.*`b`.*NaN"),
    "null": (polars.DataFrame(frame(score=[1.0, None])), ValueError, "runs: column `score`, row 1: null"),
    "null name": (polars.DataFrame(frame(doc_id=["a", None])), ValueError, "runs: column `doc_id`, row 1: null"),
    "bytes": (polars.DataFrame(frame(doc_id=[b"a", b"b"])), TypeError, "column `doc_id`: bytes, expected text"),
    "numbers as names": (polars.DataFrame(frame(query_id=[1, 1])), TypeError, "column `query_id`: Int64, expected text"),
    "text as scores": (polars.DataFrame(frame(score=["2", "1"])), TypeError, "column `score`: .*, expected numbers"),
    "twice": (polars.DataFrame(frame(doc_id=["a", "a"])), ValueError, "duplicate document `a` in topic `1`: rows 0 and 1"),
    "empty": (polars.DataFrame(frame()).head(0), ValueError, "runs: no rows"),
    "no topics": (polars.DataFrame(frame(query_id=None)), ValueError, r"no column for the topic \(qid, query_id, .*the columns are: doc_id, score"),
    "runs of pandas": (
        pandas.DataFrame(frame(run_id=["x", 5]), dtype=object),
        TypeError,
        "runs: column `run_id`, row 1: 5 is int, expected text",
    ),
    "name of a run": ({"\ud800": {"1": {"a": 1.0}}}, ValueError, "runs: the name of a run: .* contains surrogates"),
    "objects of pandas": (pandas.DataFrame(frame(doc_id=["a", 3]), dtype=object), TypeError, "column `doc_id`, row 1: 3 is int, expected text"),
    "None of pandas": (pandas.DataFrame(frame(score=[1.0, None]), dtype=object), (TypeError, ValueError), "column `score`, row 1"),
    "dict: NaN": ({"1": {"a": math.nan}}, ValueError, "runs: topic `1`, document `a`: NaN"),
    "dict: None": ({"1": {"a": None}}, TypeError, "runs: topic `1`, document `a`: None is NoneType, expected a number"),
    "dict: text": ({"1": {"a": "2"}}, TypeError, "document `a`: '2' is str"),
    "dict: bytes": ({"1": {b"a": 2.0}}, TypeError, "topic `1`, a document: b'a' is bytes, expected text"),
    "dict: topic": ({1: {"a": 2.0}}, TypeError, "1"),
    "dict: list": ({"1": ["a"]}, TypeError, "topic `1`: list, expected a dict"),
    "dict: surrogate": ({"1": {"\ud800": 1.0}}, ValueError, "runs: topic `1`, a document: .* contains surrogates"),
    "nothing": (None, TypeError, "missing argument: 'runs'"),
    "a number": (3, TypeError, "runs: int, expected a data frame, a dict of dicts or a path"),
    "number": (3, TypeError, "runs: int"),
    "series of pandas": (pandas.Series([1.0]), TypeError, "runs: Series is one column, expected a data frame"),
    "series of polars": (polars.Series("score", [1.0]), TypeError, "runs: Series is one column, expected a data frame"),
    "array of pyarrow": (pyarrow.chunked_array([[1.0]]), TypeError, "runs: ChunkedArray is one column, expected"),
    "no runs": ([], ValueError, "runs: expected at least one run"),
    "lazy": (polars.LazyFrame(frame()), TypeError, r"collect\(\) it first"),
    "no file": ("no such file", FileNotFoundError, "no such file"),
    "other topics": ({"9": {"a": 1.0}}, ValueError, "run `run` has no topic in common with qrels"),
    "too large": ({"1": {"a": 10**400}}, ValueError, "topic `1`, document `a`: 10+ is too large for double precision"),
    "two columns of documents": (polars.DataFrame(frame(docno=["b", "a"])), ValueError, "runs: two columns for the document, `doc_id` and `docno`"),
    "a column twice": (
        pandas.DataFrame([["1", "a", "b", 1.0]], columns=["qid", "docno", "docno", "score"]),
        ValueError,
        "runs: two columns for the document, `docno` and `docno`",
    ),
    "one name": ([("x", RUN), ("x", RUN)], ValueError, "two runs are named `x`"),
}
WRONG_QRELS = {
    "half a level": (polars.DataFrame({"qid": ["1"], "docno": ["a"], "label": [0.5]}), ValueError, r"column `label`, row 0 .*0.5, expected a whole number"),
    "high level": (polars.DataFrame({"qid": ["1"], "docno": ["a"], "label": [128]}), ValueError, "128 is above 127"),
    "two columns of levels": (polars.DataFrame({"qid": ["1"], "docno": ["a"], "label": [1], "relevance": [0]}), ValueError, "two columns for the grade, `label` and `relevance`"),
    "none": ({}, ValueError, "qrels: no judgments"),
    "none of a topic": ({"1": {}}, ValueError, "qrels: no judgments"),
    "dict: half a level": ({"1": {"a": 1.5}}, ValueError, "topic `1`, document `a`: 1.5"),
    "twice": (pyarrow.table({"qid": ["1"] * 3, "docno": ["a", "b", "a"], "label": [1, 1, 1]}), ValueError, "duplicate document `a` in topic `1`: rows 0 and 2"),
    "a file of runs": (__file__, ValueError, "test_wrong.py:1:"),
}


@pytest.mark.parametrize("case", WRONG_RUNS)
def test_runs(case):
    run, error, message = WRONG_RUNS[case]
    with pytest.raises(error, match=message):
        rejudge.evaluate(QRELS, run, "AP")


@pytest.mark.parametrize("case", WRONG_QRELS)
def test_qrels(case):
    qrels, error, message = WRONG_QRELS[case]
    with pytest.raises(error, match=message):
        rejudge.evaluate(qrels, RUN, "AP")


@pytest.mark.parametrize("rank", [-1, 0.5, math.nan])
def test_ranks(rank):
    run = polars.DataFrame(frame(rank=[1.0, rank]))
    with pytest.raises(ValueError, match="column `rank`, row 1"):
        rejudge.evaluate(QRELS, run, "AP", ties="rank")
    with pytest.raises(ValueError, match="column of ranks"):
        rejudge.evaluate(QRELS, RUN, "AP", ties="rank")


@pytest.mark.parametrize(
    ("keywords", "message"),
    [
        ({"measures": "nDGC"}, "did you mean `nDCG`"),
        ({"measures": ["alpha_nDCG@10"]}, "judgments by intent"),
        ({"measures": []}, "no measure"),
        ({"preset": "trec8"}, "preset: unknown name `trec8`"),
        ({"topics": "all"}, "topics: unknown name `all`"),
        ({"min_rel": 0}, "min_rel: found `0`"),
        ({"min_rel": 3}, "no document has level 3"),
        ({"max_rank": 0}, "max_rank: found `0`"),
        ({"gains": {1: 2, 2: 1}}, "gains: the gain of level 2"),
        ({"gains": "square"}, "gains: found `square`"),
    ],
)
def test_keywords(keywords, message):
    with pytest.raises(ValueError, match=message):
        rejudge.evaluate(QRELS, RUN, **({"measures": "AP"} | keywords))


def test_measures():
    for measures, error, message in [
        (None, TypeError, "missing argument: 'measures'"),
        (3, TypeError, "measures: 3, expected names"),
        ([], ValueError, "no measure is named"),
        (["num_q", "AP"], ValueError, "`num_q` is not a score; the column `topics` has it"),
        ("NumQ", ValueError, "`NumQ` is not a score"),
        ("ndgc", ValueError, "unknown measure `ndgc` .did you mean `nDCG"),
    ]:
        with pytest.raises(error, match=message):
            rejudge.evaluate({"1": {"a": 1}}, {"1": {"a": 1.0}}, measures)


def test_numbers_out_of_range():
    def refused(message, name, call):
        with pytest.raises(ValueError, match=message) as error:
            call()
        assert type(error.value) is ValueError
        if sys.version_info >= (3, 11):
            assert f"'{name}'" in error.value.__notes__[0]

    for rule in ("min_rel", "max_rank"):
        with pytest.raises(ValueError, match=f"{rule}: -1 is below 0"):
            rejudge.evaluate(QRELS, RUN, "AP", **{rule: -1})
    many = {"x": RUN, "y": RUN}
    refused("1000000000000 is too large", "samples", lambda: rejudge.intervals(QRELS, many, "AP", samples=10**12))
    with pytest.raises(ValueError, match="-1 is below 0"):
        rejudge.evaluate(QRELS, RUN, "AP", gains={-1: 2})
    with pytest.raises(ValueError, match="gains: level 1: 10+ is too large"):
        rejudge.evaluate(QRELS, RUN, "AP", gains={1: 10**400})


def test_arguments_that_are_not_numbers():
    collection = rejudge.Collection(QRELS, {"x": RUN})
    with pytest.raises(TypeError, match="'x', expected a whole number"):
        collection.leave_one_team_out("x")
    with pytest.raises(TypeError, match="'half', expected a number"):
        collection.sample("half")
    with pytest.raises(TypeError, match="max_rank: 1.5, expected a text or a whole number"):
        rejudge.evaluate(QRELS, RUN, "AP", max_rank=1.5)
    with pytest.raises(TypeError, match=r"evaluate\(\) got an unexpected keyword argument 'tie'.*`ties`"):
        rejudge.evaluate(QRELS, RUN, "AP", tie="rank")


def test_baselines():
    with pytest.raises(ValueError, match="no run is named `bm52` .did you mean `bm25`"):
        rejudge.compare(QRELS, {"bm25": RUN, "x": RUN}, "AP", baseline="bm52")
    with pytest.raises(ValueError, match="expected another run to compare with the baseline"):
        rejudge.compare(QRELS, {"bm25": RUN}, "AP", baseline="bm25")


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ({"allow": {"nDGC": 0.1}}, "nDGC.*did you mean"),
        ({"allow": {"AP": -0.1}}, "`-0.1` is not a budget, expected a number of at least 0"),
        ({"allow": {"AP": "low"}}, "allow: measure `AP`: 'low' is str, expected a number"),
        ({"allow": {"NumRet": 1}}, "NumRet"),
        ({"allow": {"AP": 0.1}, "baseline": "y"}, "no run is named `y`"),
        ({"allow": {"AP": 0.1}, "slices": {"language": "de"}}, "slices: 'de', expected a path or a dict"),
        ({"allow": {"AP": 0.1}, "slices": {"language": {"7": "de"}}}, "slices: none of the topics in this file is scored"),
        ({"allow": {"AP": 0.1}, "slices": "absent.tsv"}, "absent.tsv"),
    ],
)
def test_wrong_gates_are_refused(wrong, message):
    with pytest.raises((TypeError, ValueError, OSError), match=message):
        rejudge.gate(QRELS, {"bm25": RUN, "x": RUN}, **{"baseline": "bm25", **wrong})


def test_a_panic_is_an_exception():
    with pytest.raises(rejudge.InternalError, match="on purpose.*report this text"):
        rejudge._native._panic()
    assert issubclass(rejudge.InternalError, Exception)


def test_other_threads_run_meanwhile():
    counted = []
    thread = threading.Thread(target=lambda: [counted.append(time.sleep(0.01)) for _ in range(20)])
    thread.start()
    rejudge._native._sleep(0.5)
    assert len(counted) == 20
    thread.join()


def test_an_interrupt_ends_the_work():
    # A shell's job in the background ignores SIGINT, and so would Python.
    code = "import rejudge, signal\nsignal.signal(signal.SIGINT, signal.default_int_handler)\n"
    code += "try:\n rejudge._native._sleep(60)\nexcept KeyboardInterrupt:\n print('heard')"
    process = subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True)
    time.sleep(1.5)
    process.send_signal(signal.SIGINT)
    assert process.communicate(timeout=20)[0] == "heard\n"


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork here")
def test_a_forked_child_works():
    expected = rejudge.evaluate(QRELS, RUN, "AP")["AP"]
    child = os.fork()
    if child == 0:
        os._exit(0 if rejudge.evaluate(QRELS, RUN, "AP")["AP"] == expected else 1)
    assert os.waitpid(child, 0)[1] == 0


def test_threads():
    with pytest.raises(ValueError, match="threads: 0"):
        rejudge.set_threads(0)
    rejudge.set_threads(1)
    assert rejudge.evaluate(QRELS, RUN, "AP")["AP"] == [1.0]
    rejudge.set_threads()


ANYTHING = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=3) | st.binary(max_size=3),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=2) | st.integers(), inner, max_size=3),
    max_leaves=8,
)


@settings(max_examples=400, deadline=None)
@given(qrels=ANYTHING, runs=ANYTHING)
def test_anything_is_scored_or_refused(qrels, runs):
    for judgments, ranking in ((qrels, runs), (QRELS, runs), (qrels, RUN)):
        try:
            rejudge.evaluate(judgments, ranking, "AP nDCG@10 Bpref")
        except (TypeError, ValueError, OSError):
            pass
        try:
            rejudge.pytrec_eval.RelevanceEvaluator(judgments, {"map"}).evaluate(ranking)
        except (TypeError, ValueError, OSError):
            pass


NAMES = st.sampled_from(["a", "b", "c", "d", ""])
SCORES = st.floats(allow_nan=False) | st.integers(-5, 5)


@settings(max_examples=300, deadline=None)
@given(
    qrels=st.dictionaries(NAMES, st.dictionaries(NAMES, st.integers(-1, 3), min_size=1), min_size=1),
    run=st.dictionaries(NAMES, st.dictionaries(NAMES, SCORES, min_size=1), min_size=1),
)
def test_frames_and_dicts_agree(qrels, run):
    flat = [(topic, document, float(score)) for topic, documents in run.items() for document, score in documents.items()]
    as_frame = polars.DataFrame(flat, schema=["qid", "docno", "score"], orient="row")
    if not qrels.keys() & run.keys():
        return
    of_dict = rejudge.evaluate(qrels, run, "AP nDCG RR Bpref", per_topic=True).to_dict()
    assert rejudge.evaluate(qrels, as_frame, "AP nDCG RR Bpref", per_topic=True).to_dict() == of_dict
    for measure in ("AP", "nDCG", "RR", "Bpref"):
        assert all(0 <= value <= 1 for value in of_dict[measure])


def test_missing_topics_cause_a_warning():
    qrels = {"1": {"a": 1}, "2": {"b": 1}, "3": {"c": 1}}
    lacking = {"1": {"a": 1.0}}
    with pytest.warns(UserWarning, match=r"run run lacks 2 topics of the qrels \(2, 3\): scored 0"):
        rejudge.evaluate(qrels, lacking, "AP")
    with pytest.warns(UserWarning, match=r"run run lacks 2 topics of the qrels \(2, 3\): not counted for it"):
        rejudge.evaluate(qrels, lacking, "AP", preset="trec9")
    with pytest.warns(UserWarning, match=r"run x lacks 2 topics of the qrels \(2, 3\): scored 0"):
        rejudge.Collection(qrels, {"x": lacking, "y": {topic: {"a": 1.0} for topic in qrels}})
    foreign = {topic: {f"other-{document}": 1.0 for document in "abc"} for topic in qrels}
    unknown = "none of the documents that bm25 retrieved is in the judgments: their ids may belong to another collection"
    good = {topic: {document: 1.0 for document in judged} for topic, judged in qrels.items()}
    for ask in (
        lambda: rejudge.evaluate(qrels, {"bm25": foreign}, "AP"),
        lambda: rejudge.estimates(qrels, {"bm25": foreign}, "AP", judge=qrels | {"4": {"d": 1}, "5": {"e": 1}}),
        lambda: rejudge.Collection(qrels, {"bm25": foreign, "good": good}),
    ):
        with pytest.warns(UserWarning, match=unknown):
            ask()
    # A test would call the run's score of 0 significant, although nothing was measured.
    both = {"bm25": foreign, "good": good}
    for ask in (
        lambda: rejudge.compare(qrels, both, "AP", baseline="good"),
        lambda: rejudge.intervals(qrels, both, "AP"),
    ):
        with pytest.raises(ValueError, match="none of the documents that `bm25` retrieved is judged"):
            ask()


def test_messages_name_the_wrong_argument():
    with pytest.raises(TypeError, match="^other: int, expected"):
        rejudge.agreement(QRELS, 5)
    with pytest.raises(TypeError, match="^judge: int, expected"):
        rejudge.estimates(QRELS, RUN, "AP", judge=5)


def test_complete_runs_cause_no_warning_and_many_runs_few(recwarn):
    qrels = {"1": {"a": 1}, "2": {"b": 1}}
    whole = {"1": {"a": 1.0}, "2": {"c": 1.0}}
    rejudge.evaluate(qrels, whole, "AP")
    # A drop-in replacement does not warn, because the original does not.
    rejudge.pytrec_eval.RelevanceEvaluator(qrels, {"map"}).evaluate({"1": {"z": 1.0}})
    assert not recwarn
    rejudge.evaluate(qrels, {f"r{number}": {"1": {"a": 1.0}} for number in range(9)}, "AP")
    assert [str(warning.message) for warning in recwarn][5:] == ["and 4 more warnings"]


FUNCTIONS = [rejudge.evaluate, rejudge.compare, rejudge.gate, rejudge.intervals, rejudge.estimates, rejudge.Collection]


@pytest.mark.parametrize("function", FUNCTIONS, ids=lambda function: function.__name__)
def test_every_rule_is_a_keyword_of_every_function(function):
    parameters = inspect.signature(function).parameters
    for keyword in rejudge._native.rule_keywords():
        assert parameters[keyword].kind is inspect.Parameter.KEYWORD_ONLY, keyword


def test_an_audit_gets_every_rule():
    """Every rule that differs from the default becomes an option of the command, except ``topics``: an audit counts all."""
    run = {"1": {"a": 1.0, "b": 0.5}}
    usual = dict(rejudge.Collection({"1": {"a": 2, "b": 1}}, run)._rules())
    changed = dict(
        rejudge.Collection(
            {"1": {"a": 2, "b": 1}}, run, ties="file-order", score_type="f32", no_relevant="drop", max_rank=7, min_rel=2,
            gains={1: 3, 2: 9},
        )._rules()
    )
    assert {"preset", "topics", *changed} == set(rejudge._native.rule_keywords())
    assert all(usual.get(name) != value for name, value in changed.items()), (usual, changed)
    assert changed["gains"] == "1=3,2=9" and changed["max_rank"] == "7"


def test_swapped_judgments_and_runs_are_noticed():
    with pytest.raises(ValueError, match="0.5, expected a whole number .are judgments and runs swapped"):
        rejudge.evaluate({"1": {"a": 0.5}}, {"1": {"a": 1}}, "AP")
    ranked = {"1": {"a": -1.0, "b": -2.0}}
    with pytest.warns(UserWarning, match="no document is relevant, so every effectiveness score is 0: .*swapped"):
        assert rejudge.evaluate(ranked, {"1": {"a": 1, "b": 0}}, "AP")["AP"] == [0.0]


def test_messages_name_an_unreadable_frame():
    nulls = polars.DataFrame({"qid": ["1"], "docno": ["a"], "score": [1.0], "run": [None]})
    with pytest.raises(ValueError, match="^runs: "):
        rejudge.evaluate(QRELS, nulls, "AP")
    many = {"x": RUN, "y": RUN}
    with pytest.raises(TypeError, match="teams: Series, expected a dict or a frame"):
        rejudge.Collection(QRELS, many, polars.Series("team", ["x", "y"]))
    numbers = polars.DataFrame({"qid": [1], "docno": ["a"], "label": [1]})
    with pytest.raises(TypeError, match="column `qid`: Int64, expected text: read ids as text"):
        rejudge.evaluate(numbers, RUN, "AP")


def test_ids_in_the_index_of_pandas():
    indexed = pandas.DataFrame({"qid": ["1"], "docno": ["a"], "label": [1]}).set_index("qid")
    with pytest.raises(TypeError, match="qrels: `qid` is in the index, expected a column: reset_index"):
        rejudge.evaluate(indexed, RUN, "AP")


def unsound():
    """Columns of text with unsound memory: offsets that go backwards, are negative, or cut a letter; an index outside of its
    dictionary."""
    texts = lambda offsets, data: pyarrow.Array.from_buffers(
        pyarrow.string(), 2, [None, pyarrow.array(offsets, pyarrow.int32()).buffers()[1], pyarrow.py_buffer(data)]
    )
    coded = lambda keys: pyarrow.DictionaryArray.from_arrays(pyarrow.array(keys, pyarrow.int32()), pyarrow.array(["a", "b"]), safe=False)
    yield "backwards", texts([0, 100, 2], b"ab")
    yield "negative", texts([0, -5, 2], b"ab")
    yield "no letters", texts([0, 1, 2], "é".encode())
    yield "beyond its dictionary", coded([0, 7])
    yield "before its dictionary", coded([0, -1])


@pytest.mark.parametrize("name, column", list(unsound()))
def test_unsound_memory_is_refused(name, column):
    sound = pyarrow.array(["1", "1"])
    for columns in ({"qid": column, "docno": sound}, {"qid": sound, "docno": column}):
        frame = pyarrow.table(columns | {"score": [2.0, 1.0]})
        with pytest.raises(ValueError, match="runs: .*memory is not a valid Arrow column|contradict each other"):
            rejudge.evaluate(QRELS, frame, "AP")
    levels = pyarrow.table({"qid": sound, "docno": column, "label": [1, 0]})
    with pytest.raises(ValueError, match="qrels: .*memory|contradict"):
        rejudge.Qrels(levels)


def test_a_dict_that_changes_while_it_is_read_is_an_error():
    class Number:
        def __init__(self, change):
            self.change = change

        def __float__(self):
            self.change()
            return 1.0

    documents = {"b": 1.0}
    documents["a"] = Number(lambda: documents.update(z=1.0))
    topics = {"2": {"c": 1.0}}
    topics["1"] = {"a": Number(lambda: topics.update({"3": {}}))}
    gains = {1: 1.0}
    gains[2] = Number(lambda: gains.update({3: 5.0}))
    for call in (
        lambda: rejudge.evaluate(QRELS, {"1": documents}, "AP"),
        lambda: rejudge.evaluate(QRELS, topics, "AP"),
        lambda: rejudge.evaluate(QRELS, RUN, "nDCG", gains=gains),
    ):
        with pytest.raises(RuntimeError, match="changed size while it was being read"):
            call()


def test_names_do_not_control_a_terminal():
    escape = "\x1b[31m"
    qrels, runs = {"1": {"a": 1}, f"{escape}X": {"a": 1}}, [(f"{escape}red", {"1": {"a": 1.0}})]
    with pytest.warns(UserWarning) as warned:
        table = rejudge.evaluate(qrels, runs, "AP")
    collection = rejudge.Collection({"1": {"a": 1}}, {f"{escape}r": {"1": {"a": 1.0}}}, {f"{escape}r": f"{escape}t"})
    texts = [str(warning.message) for warning in warned]
    texts += [repr(table), str(table), table._repr_html_(), repr(rejudge.Runs(runs))]
    texts += [repr(changed) for changed in (collection, *collection.leave_one_team_out().values())]
    for call in (
        lambda: rejudge.evaluate({"1": {"a": 1}}, {f"{escape}2": {"a": 1.0}}, "AP"),
        lambda: rejudge.evaluate(QRELS, {"1": {f"{escape}a": math.nan}}, "AP"),
        lambda: rejudge.compare(QRELS, {"x": RUN, "y": RUN}, "AP", baseline=f"{escape}z"),
        lambda: collection.judgments(f"take-one-team(team='{escape}u')"),
        lambda: rejudge.evaluate(QRELS, f"no{escape}file", "AP"),
        lambda: rejudge.evaluate(QRELS, RUN, f"{escape}AP"),
        lambda: rejudge.load(f"{escape}name"),
    ):
        with pytest.raises((ValueError, OSError)) as error:
            call()
        texts.append(str(error.value))
    assert len(texts) > 12 and not any("\x1b" in text for text in texts), [text for text in texts if "\x1b" in text]
    assert "\\u{1b}[31mred" in repr(table)
    # Only messages are escaped, not data.
    assert table["run"] == [f"{escape}red"]


def test_columns_after_the_tag(tmp_path):
    file = tmp_path / "run"
    file.write_text("1 Q0 a 1 2 me more\n1 Q0 b 2 1 me more\n")
    with pytest.raises(ValueError, match=r"7 columns.*\(rejudge\.Runs\(\.\., extra_columns=True\) ignores text after the tag"):
        rejudge.evaluate(QRELS, file, "RR")
    runs = rejudge.Runs(file, extra_columns=True)
    for same in (runs, pickle.loads(pickle.dumps(runs)), runs.select(["me"])):
        assert rejudge.evaluate(QRELS, same, "RR")["RR"] == [1.0]
    assert rejudge.evaluate(rejudge.Collection(QRELS, runs), "RR")["RR"] == [1.0]
    # A hint at an option that Python does not have is left out.
    file.write_text("1 Q0 a 1 2 me\n1 Q0 a 2 1 me\n")
    with pytest.raises(ValueError, match="already in topic `1` of this run") as error:
        rejudge.evaluate(QRELS, file, "RR")
    assert "--" not in str(error.value)
