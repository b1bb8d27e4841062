"""The same scores from whatever holds the rows."""

import gzip
import pathlib
import random

import duckdb
import pandas
import polars
import pyarrow
import pytest
import rejudge
from worlds import rows, world

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
    "polars-categories": lambda of: polars.DataFrame(of).with_columns(polars.col(polars.String).cast(polars.Categorical)),
    "polars-two-chunks": lambda of: polars.concat([polars.DataFrame(of).head(7), polars.DataFrame(of)[7:]], rechunk=False),
    "pandas": pandas.DataFrame,
    "pandas-objects": lambda of: pandas.DataFrame(of).astype({name: object for name in list(of)[:2]}),
    "pandas-categories": lambda of: pandas.DataFrame(of).astype({name: "category" for name in list(of)[:2]}),
    "arrow-string": lambda of: arrow(of, pyarrow.string()),
    "arrow-large-string": lambda of: arrow(of, pyarrow.large_string()),
    "arrow-string-view": lambda of: arrow(of, pyarrow.string_view()),
    "arrow-dictionary": lambda of: arrow(of, None),
}


@pytest.mark.parametrize("form", FORMS)
def test_any_frame(form):
    found = rejudge.evaluate(FORMS[form](QRELS_ROWS), FORMS[form](RUN_ROWS), MEASURES, per_topic=True)
    assert found.to_dict() == EXPECTED


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
    run.write_text("".join(f"{t} Q0 {d} 0 {score!r} run\n" for t, d, score in zip(*RUN_ROWS.values())))
    for given in (run, str(run), [run], {"run": run}):
        assert rejudge.evaluate(qrels, given, MEASURES, per_topic=True).to_dict() == EXPECTED


def test_judgments_and_runs_are_kept():
    qrels, runs = rejudge.Qrels(QRELS), rejudge.Runs(polars.DataFrame(RUN_ROWS))
    for _ in range(2):
        assert rejudge.evaluate(qrels, runs, MEASURES, per_topic=True).to_dict() == EXPECTED


@pytest.mark.parametrize("topic", ["query_id", "qid", "query-id", "topic"])
@pytest.mark.parametrize("document", ["doc_id", "docno", "corpus-id", "docid"])
@pytest.mark.parametrize("level", ["relevance", "label", "score", "grade"])
def test_columns_as_people_name_them(topic, document, level):
    qrels = polars.DataFrame(rows(QRELS, [topic, document, level]))
    run = polars.DataFrame(rows(RUN, [topic, document, "score"]))
    assert rejudge.evaluate(qrels, run, MEASURES, per_topic=True).to_dict() == EXPECTED


def test_several_runs():
    other = {topic: dict(random.Random(topic).sample(sorted(of.items()), len(of))) for topic, of in RUN.items()}
    frame = polars.concat(
        [
            polars.DataFrame(rows(of, ["qid", "docno", "score"])).with_columns(run=polars.lit(name))
            for name, of in (("a", RUN), ("b", other))
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


def test_what_comes_out():
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
    other = {topic: {document: -score for document, score in of.items()} for topic, of in RUN.items()}
    for interval in ("t", "bootstrap"):
        found = rejudge.intervals(QRELS, {"a": RUN, "b": other}, "AP nDCG@10", interval=interval, samples=500)
        assert found["measure"] == ["AP", "AP", "nDCG@10", "nDCG@10"] and found["run"] == ["a", "b"] * 2
        assert found["mean"] == [mean for name in ("AP", "nDCG@10") for mean in rejudge.evaluate(QRELS, {"a": RUN, "b": other}, name, topics="qrels")[name]]
        assert all(low <= mean <= high for low, mean, high in zip(found["low"], found["mean"], found["high"]))
        assert all(best <= rank <= worst for best, rank, worst in zip(found["best-rank"], found["rank"], found["worst-rank"]))
        assert "yes" in found["may-be-best"]
    wide = rejudge.intervals(QRELS, RUN, "AP", confidence=0.99)
    narrow = rejudge.intervals(QRELS, RUN, "AP", confidence=0.5)
    assert wide["low"][0] < narrow["low"][0] and wide["high"][0] > narrow["high"][0]
    with pytest.raises(ValueError, match="confidence: 95"):
        rejudge.intervals(QRELS, RUN, "AP", confidence=95)
    with pytest.raises(ValueError, match="interval: `tt`"):
        rejudge.intervals(QRELS, RUN, "AP", interval="tt")


def test_comparison():
    other = {topic: {document: -score for document, score in of.items()} for topic, of in RUN.items()}
    for test in ("t", "wilcoxon", "bootstrap", "randomisation"):
        found = rejudge.compare(QRELS, {"a": RUN, "b": other}, "AP nDCG@10", baseline="b", test=test, samples=500)
        assert found["measure"] == ["AP", "nDCG@10"] and found["run"] == ["a", "a"]
        assert found["difference"][0] == pytest.approx(found["mean"][0] - found["baseline-mean"][0])
        assert all(0 <= p <= 1 for p in found["p-adjusted"])


def test_rules():
    qrels = {"1": {"a": 1, "b": 2}, "2": {"c": 1}}
    run = {"1": {"a": 2.0, "b": 1.0}}
    assert rejudge.evaluate(qrels, run, "RR", topics="qrels")["RR"] == [0.5]
    assert rejudge.evaluate(qrels, run, "RR", min_rel=2)["RR"] == [0.5]
    assert rejudge.evaluate(qrels, run, "nDCG", gains={1: 1, 2: 1})["nDCG"] == [1.0]
    assert rejudge.evaluate(qrels, run, "RR", max_rank=1, min_rel=2)["RR"] == [0.0]
