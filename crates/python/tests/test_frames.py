"""Frames of any library, and files of any form, have the same scores as dicts."""

import gzip
import json
import pathlib
import random
import statistics

import duckdb
import numpy
import pandas
import polars
import pyarrow
import pyarrow.parquet
import pytest
import rejudge
from worlds import rows, run_lines, world

MEASURES = ["AP", "nDCG@10", "Bpref", "RR"]
QRELS, RUN = world(1, 60)
QRELS_ROWS = rows(QRELS, ["query_id", "doc_id", "relevance"])
RUN_ROWS = rows(RUN, ["qid", "docno", "score"])
EXPECTED = rejudge.evaluate(QRELS, RUN, MEASURES, per_topic=True).to_dict()


def arrow(columns, text):
    numbers = {"relevance": pyarrow.int16(), "score": pyarrow.float64()}
    return pyarrow.table(
        {
            name: (
                pyarrow.array(values).dictionary_encode()
                if text is None and name not in numbers
                else pyarrow.array(values, numbers.get(name, text))
            )
            for name, values in columns.items()
        }
    )


FORMS = {
    "polars": polars.DataFrame,
    "polars-categories": lambda columns: polars.DataFrame(columns).with_columns(polars.col(polars.String).cast(polars.Categorical)),
    "polars-two-chunks": lambda columns: polars.concat([polars.DataFrame(columns).head(7), polars.DataFrame(columns)[7:]], rechunk=False),
    "pandas": pandas.DataFrame,
    "pandas-objects": lambda columns: pandas.DataFrame(columns).astype({name: object for name in list(columns)[:2]}),
    "pandas-categories": lambda columns: pandas.DataFrame(columns).astype({name: "category" for name in list(columns)[:2]}),
    "arrow-string": lambda columns: arrow(columns, pyarrow.string()),
    "arrow-large-string": lambda columns: arrow(columns, pyarrow.large_string()),
    "arrow-string-view": lambda columns: arrow(columns, pyarrow.string_view()),
    "arrow-dictionary": lambda columns: arrow(columns, None),
}


@pytest.mark.parametrize("form", FORMS)
def test_any_frame(form):
    scores = rejudge.evaluate(FORMS[form](QRELS_ROWS), FORMS[form](RUN_ROWS), MEASURES, per_topic=True)
    assert scores.to_dict() == EXPECTED


def test_duckdb():
    qrels, run = pyarrow.table(QRELS_ROWS), pyarrow.table(RUN_ROWS)
    relations = duckdb.sql("select * from qrels"), duckdb.sql("select * from run")
    assert rejudge.evaluate(*relations, MEASURES, per_topic=True).to_dict() == EXPECTED


def test_rows_in_any_order():
    run = polars.DataFrame(RUN_ROWS).sample(fraction=1, shuffle=True, seed=3)
    assert rejudge.evaluate(QRELS, run, MEASURES, per_topic=True).to_dict() == EXPECTED


def test_files_of_any_compression(tmp_path: pathlib.Path):
    lines = zip(*QRELS_ROWS.values())
    qrels = tmp_path / "qrels.gz"
    qrels.write_bytes(gzip.compress("".join(f"{t} 0 {d} {level}\n" for t, d, level in lines).encode()))
    run = tmp_path / "run"
    run.write_text(run_lines(RUN))
    for source in (run, str(run), [run], {"run": run}):
        assert rejudge.evaluate(qrels, source, MEASURES, per_topic=True).to_dict() == EXPECTED


FILES = {
    "csv": lambda columns, path: polars.DataFrame(columns).write_csv(path),
    "tsv": lambda columns, path: polars.DataFrame(columns).write_csv(path, separator="\t"),
    "jsonl": lambda columns, path: polars.DataFrame(columns).write_ndjson(path),
    "records": lambda columns, path: path.write_text(json.dumps(polars.DataFrame(columns).to_dicts())),
    "parquet": lambda columns, path: polars.DataFrame(columns).write_parquet(path),
    "pytrec_eval": lambda columns, path: path.write_text(json.dumps(QRELS if "relevance" in columns else RUN)),
}


@pytest.mark.parametrize("form", FILES)
def test_files_of_any_form(form, tmp_path: pathlib.Path):
    qrels, run = tmp_path / "qrels", tmp_path / "run"
    FILES[form](QRELS_ROWS, qrels)
    FILES[form](RUN_ROWS, run)
    for source in (run, str(run), [run], {"run": run}):
        assert rejudge.evaluate(qrels, source, MEASURES, per_topic=True).to_dict() == EXPECTED


def test_a_dictionary_of_parquet_may_have_no_names(tmp_path: pathlib.Path):
    tags = pyarrow.DictionaryArray.from_arrays(pyarrow.array([None], pyarrow.int32()), pyarrow.array([], pyarrow.string()))
    table = pyarrow.table({"qid": ["1"], "docno": ["a"], "score": [1.0], "run": tags})
    pyarrow.parquet.write_table(table, tmp_path / "mine")
    scores = rejudge.evaluate({"1": {"a": 1}}, tmp_path / "mine", "AP")
    assert (scores["run"], scores["AP"]) == (["mine"], [1.0])
    pyarrow.parquet.write_table(table.slice(0, 0), tmp_path / "empty")
    with pytest.raises(ValueError, match="empty"):
        rejudge.evaluate({"1": {"a": 1}}, tmp_path / "empty", "AP")


def test_judgments_and_runs_can_be_used_twice():
    qrels, runs = rejudge.Qrels(QRELS), rejudge.Runs(polars.DataFrame(RUN_ROWS))
    for _ in range(2):
        assert rejudge.evaluate(qrels, runs, MEASURES, per_topic=True).to_dict() == EXPECTED


@pytest.mark.parametrize("topic", ["query_id", "qid", "query-id", "topic"])
@pytest.mark.parametrize("document", ["doc_id", "docno", "corpus-id", "docid"])
@pytest.mark.parametrize("level", ["relevance", "label", "score", "grade"])
def test_columns_may_have_any_usual_name(topic, document, level):
    qrels = polars.DataFrame(rows(QRELS, [topic, document, level]))
    run = polars.DataFrame(rows(RUN, [topic, document, "score"]))
    assert rejudge.evaluate(qrels, run, MEASURES, per_topic=True).to_dict() == EXPECTED


def test_several_runs():
    other = {topic: dict(random.Random(topic).sample(sorted(documents.items()), len(documents))) for topic, documents in RUN.items()}
    frame = polars.concat(
        [
            polars.DataFrame(rows(run, ["qid", "docno", "score"])).with_columns(run=polars.lit(name))
            for name, run in (("a", RUN), ("b", other))
        ]
    )
    expected = rejudge.evaluate(QRELS, {"a": RUN, "b": other}, "AP").to_dict()
    assert expected["run"] == ["a", "b"]
    assert rejudge.evaluate(QRELS, frame.sample(fraction=1, shuffle=True, seed=1).sort("run"), "AP").to_dict() == expected
    assert rejudge.evaluate(QRELS, [("a", RUN), ("b", other)], "AP").to_dict() == expected


def test_ranks_instead_of_scores():
    qrels = {"1": {"a": 1}}
    run = polars.DataFrame({"qid": ["1", "1"], "docno": ["a", "b"], "rank": [1, 0], "score": [9.0, 1.0]})
    assert rejudge.evaluate(qrels, run, "RR", ties="rank")["RR"] == [0.5]
    assert rejudge.evaluate(qrels, run, "RR")["RR"] == [1.0]


def test_a_table_converts_to_any_frame():
    table = rejudge.evaluate(QRELS, RUN, ["map", "nDCG@10", "num_ret"])
    assert table.columns == ["run", "topics", "map", "nDCG@10", "num_ret"]
    assert table.about["map"] == "AP"
    assert polars.DataFrame(table).to_dict(as_series=False) == table.to_dict()
    assert table.to_polars().equals(polars.from_arrow(table.to_arrow()))
    assert table.to_pandas()["map"].tolist() == table["map"]
    assert "<table>" in table._repr_html_() and "map" in repr(table)
    with pytest.raises(KeyError, match="the columns are run, topics"):
        table["AP"]


def test_intervals():
    other = {topic: {document: -score for document, score in documents.items()} for topic, documents in RUN.items()}
    for interval in ("t", "bootstrap"):
        intervals = rejudge.intervals(QRELS, {"a": RUN, "b": other}, "AP nDCG@10", interval=interval, samples=500)
        assert intervals["measure"] == ["AP", "AP", "nDCG@10", "nDCG@10"] and intervals["run"] == ["a", "b"] * 2
        assert intervals["mean"] == [mean for name in ("AP", "nDCG@10") for mean in rejudge.evaluate(QRELS, {"a": RUN, "b": other}, name, topics="qrels")[name]]
        assert all(low <= mean <= high for low, mean, high in zip(intervals["low"], intervals["mean"], intervals["high"]))
        assert all(best <= rank <= worst for best, rank, worst in zip(intervals["best-rank"], intervals["rank"], intervals["worst-rank"]))
        assert "yes" in intervals["may-be-best"]
    wide = rejudge.intervals(QRELS, RUN, "AP", confidence=0.99)
    narrow = rejudge.intervals(QRELS, RUN, "AP", confidence=0.5)
    assert wide["low"][0] < narrow["low"][0] and wide["high"][0] > narrow["high"][0]
    with pytest.raises(ValueError, match="confidence: 95"):
        rejudge.intervals(QRELS, RUN, "AP", confidence=95)
    with pytest.raises(ValueError, match="interval: unknown name `tt`"):
        rejudge.intervals(QRELS, RUN, "AP", interval="tt")


def test_estimates():
    """A judge that agrees with people makes no errors, so the estimate is the mean over the topics that only it judged."""
    people = {topic: QRELS[topic] for topic in sorted(QRELS)[: len(QRELS) // 3]}
    estimates = rejudge.estimates(people, RUN, "AP nDCG@10", judge=QRELS, estimator="ppi")
    assert estimates["topics"] == [len(people)] * 2 and estimates["judge-alone"] == [len(QRELS) - len(people)] * 2
    per_topic = rejudge.evaluate(QRELS, RUN, "AP nDCG@10", topics="qrels", per_topic=True)
    for row, name in enumerate(("AP", "nDCG@10")):
        scores = dict(zip(per_topic["topic"], per_topic[name]))
        judge_only_scores = [score for topic, score in scores.items() if topic not in people]
        assert estimates["estimate"][row] == pytest.approx(statistics.mean(judge_only_scores))
        assert estimates["people-differ"][row] == pytest.approx(0)
        assert estimates["low"][row] < estimates["estimate"][row] < estimates["high"][row]
    other = {topic: {document: -score for document, score in documents.items()} for topic, documents in RUN.items()}
    differences = rejudge.estimates(people, {"a": RUN, "b": other}, "AP", judge=QRELS, baseline="b")
    assert differences["run"] == ["a"] and 0 <= differences["weight"][0] <= 1
    higher = {topic: {document: 9 for document in documents} for topic, documents in QRELS.items()}
    with pytest.warns(UserWarning, match="the judge's highest level is 9 and people's is 3"):
        rejudge.estimates(people, RUN, "AP", judge=higher)
    with pytest.raises(ValueError, match="estimator: unknown name `pp`.*did you mean `ppi`"):
        rejudge.estimates(people, RUN, "AP", judge=QRELS, estimator="pp")
    with pytest.raises(ValueError, match="judged by people but not by the judge"):
        rejudge.estimates(QRELS, RUN, "AP", judge=people)


def test_judgments_by_intent():
    columns = {
        "qid": ["1", "1", "2"],
        "subtopic": ["a", "b", "a"],
        "docno": ["x", "y", "x"],
        "label": [1, 1, 2],
    }
    nested = {"1": {"a": {"x": 1}, "b": {"y": 1}}, "2": {"a": {"x": 2}}}
    run = {"1": {"x": 2.0, "z": 1.0}, "2": {"z": 2.0, "x": 1.0}}
    tables = [polars.DataFrame(columns), pandas.DataFrame(columns), nested]
    scores = [rejudge.evaluate(rejudge.Qrels(judgments, by_intent=True), run, "I-rec@1 D#-nDCG@2 AP") for judgments in tables]
    assert scores[0].to_dict() == scores[1].to_dict() == scores[2].to_dict()
    assert scores[0]["I-rec@1"] == [0.25] and scores[0]["AP"] == [(0.5 + 0.5) / 2]
    weighted = rejudge.Qrels(nested, by_intent=True, probabilities={"1": {"a": 0.9, "b": 0.1}, "2": {"a": 1.0}})
    equal, by_weights = (rejudge.evaluate(judgments, run, "D-nDCG@2")["D-nDCG@2"][0] for judgments in (rejudge.Qrels(nested, by_intent=True), weighted))
    assert by_weights > equal
    with pytest.raises(ValueError, match="sum to 0.5, not to 1"):
        rejudge.Qrels(nested, by_intent=True, probabilities={"1": {"a": 0.5}})
    with pytest.raises(ValueError, match="needs judgments by intent: rejudge.Qrels"):
        rejudge.evaluate(QRELS, RUN, "D#-nDCG@10")
    with pytest.raises(ValueError, match="the column with intents is missing"):
        rejudge.Qrels(polars.DataFrame(columns).drop("subtopic"), by_intent=True)
    with pytest.raises(ValueError, match="contains a blank"):
        rejudge.Qrels({"1": {"a car": {"x": 1}}}, by_intent=True)
    with pytest.raises(ValueError, match="a collection does not have"):
        rejudge.Collection(rejudge.Qrels(nested, by_intent=True), {"r": run}).scores("I-rec@1")


def test_comparison():
    other = {topic: {document: -score for document, score in documents.items()} for topic, documents in RUN.items()}
    for test in ("paired-t", "wilcoxon", "paired-bootstrap(samples=500)", "randomisation(samples=500)"):
        comparison = rejudge.compare(QRELS, {"a": RUN, "b": other}, "AP nDCG@10", baseline="b", test=test)
        assert comparison["measure"] == ["AP", "nDCG@10"] and comparison["run"] == ["a", "a"]
        assert comparison["difference"][0] == pytest.approx(comparison["mean"][0] - comparison["baseline-mean"][0])
        assert all(0 <= p <= 1 for p in comparison["p-adjusted"])


def test_rules():
    qrels = {"1": {"a": 1, "b": 2}, "2": {"c": 1}}
    run = {"1": {"a": 2.0, "b": 1.0}}
    assert rejudge.evaluate(qrels, run, "RR", topics="qrels")["RR"] == [0.5]
    assert rejudge.evaluate(qrels, run, "RR", topics="run")["RR"] == [1.0]
    assert rejudge.evaluate(qrels, run, "RR", min_rel=2)["RR"] == [0.25]
    assert rejudge.evaluate(qrels, run, "nDCG", gains={1: 1, 2: 1})["nDCG"] == [0.5]
    assert rejudge.evaluate(qrels, run, "RR", max_rank=1, min_rel=2)["RR"] == [0.0]


def test_the_default_preset_is_trec10():
    """trec10 counts all topics of the judgments, and distinguishes scores that are equal in single precision."""
    qrels = {"1": {"a": 1, "b": 0}, "2": {"c": 1}}
    run = {"1": {"a": 1.000000001, "b": 1.0}}
    by_preset = {preset: rejudge.evaluate(qrels, run, "RR", preset=preset)["RR"] for preset in ("trec10", "trec9")}
    assert by_preset == {"trec10": [0.5], "trec9": [0.5]}
    assert rejudge.evaluate(qrels, run, "RR")["RR"] == rejudge.evaluate(qrels, run, "RR", preset=None)["RR"] == by_preset["trec10"]
    assert rejudge.evaluate(qrels, run, "RR", per_topic=True).to_dict() == {"run": ["run"] * 2, "topic": ["1", "2"], "RR": [1.0, 0.0]}
    by_pytrec_eval = rejudge.evaluate(qrels, run, "RR", per_topic=True, preset="trec9").to_dict()
    assert by_pytrec_eval == {"run": ["run"], "topic": ["1"], "RR": [0.5]}
    more = {topic: {"d": 1} for topic in "3456"}
    assert rejudge.intervals(qrels | more, run, "RR")["mean"] == [1.0 / 6.0]
    with pytest.raises(ValueError, match="2 topics are too few: no verdict is given on fewer than 5"):
        rejudge.intervals(qrels, run, "RR")


def test_the_docid_of_pyterrier_is_not_a_document():
    run = polars.DataFrame(RUN_ROWS).with_columns(docid=polars.lit("0"))
    qrels = polars.DataFrame(QRELS_ROWS).with_columns(score=polars.lit(1.0))
    assert rejudge.evaluate(qrels, run, MEASURES, per_topic=True).to_dict() == EXPECTED


@pytest.mark.parametrize("form", ["pandas", "arrow"])
def test_later_changes_of_a_frame_have_no_effect(form):
    scores = numpy.array(RUN_ROWS["score"])
    if form == "arrow":
        frame = pyarrow.table(RUN_ROWS | {"score": pyarrow.array(scores)})
    else:
        frame = pandas.DataFrame(RUN_ROWS | {"score": pandas.Series(scores, copy=False)}, copy=False)
    runs = rejudge.Runs(frame)
    scores[:] = -scores
    if form == "pandas":
        frame["score"] = 0.0
    assert rejudge.evaluate(QRELS, runs, MEASURES, per_topic=True).to_dict() == EXPECTED


def test_a_measure_by_two_names_has_two_columns():
    scores = rejudge.evaluate(QRELS, RUN, ["AP", "map", "AP", "RR"])
    assert list(scores.to_dict()) == ["run", "topics", "AP", "map", "RR"]
    assert scores["AP"] == scores["map"]


def test_a_table_iterates_over_columns_like_a_frame():
    table = rejudge.evaluate({"1": {"a": 1}}, {"1": {"a": 1.0}}, ["AP", "RR"])
    assert list(table) == table.columns == ["run", "topics", "AP", "RR"]
    assert "AP" in table and "nDCG" not in table
    assert pandas.DataFrame(dict(table.to_dict())).columns.tolist() == list(table)


def test_a_long_table_has_several_batches():
    """A batch has a limit of rows, because the offsets of its texts have 32 bits."""
    rows = 2**20 + 1
    columns = [("run", "", "text", ["a"] * (rows - 1) + ["b"]), ("topics", "", "whole", list(range(rows)))]
    table = rejudge._native._table("long", columns, "null")
    assert pyarrow.table(table)["run"].num_chunks == 2
    assert polars.DataFrame(table).row(rows - 1) == ("b", rows - 1) and polars.DataFrame(table).height == rows
    assert polars.DataFrame(rejudge._native._table("empty", [(*column[:3], []) for column in columns], "null")).shape == (0, 2)


def test_measures_are_listed():
    names = rejudge.measures()["name"]
    assert {"AP", "nDCG", "Q", "infAP", "D#-nDCG"} <= set(names) and len(names) == len(set(names))


def test_modules_are_imported_at_first_use():
    assert rejudge.pytrec_eval.RelevanceEvaluator is not None and callable(rejudge.ir_measures.register)
    with pytest.raises(AttributeError, match="no attribute 'nothing'"):
        rejudge.nothing
