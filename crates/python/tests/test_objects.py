"""Judgments, runs, collections and tables as objects: inspected, selected, saved, pickled and copied."""

import copy
import pickle

import pandas
import polars
import pytest
import rejudge
from test_collection import QRELS, RUNS, TEAMS
from worlds import rows, run_lines, world

SMALL = {"1": {"a": 1, "b": 0}, "2": {"c": 2, "d": -1}}
PAIR = {"x": {"1": {"a": 2.0, "b": 1.0}}, "y": {"1": {"b": 0.5}, "2": {"c": 0.25, "e": 1e-9}}}
BY_INTENT = {"1": {"car": {"a": 1, "b": 0}, "cat": {"b": 2}}, "2": {"car": {"c": 1}}}


@pytest.fixture(scope="module")
def collection():
    model = {topic: {document: (level + 1) % 3 for document, level in documents.items()} for topic, documents in QRELS.items()}
    return rejudge.Collection(QRELS, RUNS, TEAMS, judges={"model": model}, min_rel=2)


def test_a_table_refuses_to_become_an_array():
    table = rejudge.evaluate(SMALL, PAIR, "AP")
    for make in (pandas.DataFrame, pandas.Series):
        with pytest.raises(TypeError, match="to_pandas"):
            make(table)
    assert table.to_pandas().to_dict("list") == pandas.DataFrame(table.to_dict()).to_dict("list") == table.to_dict()
    assert polars.DataFrame(table).to_dict(as_series=False) == table.to_dict()


def test_tables_of_topics_keep_their_order_in_markdown():
    lines = rejudge.evaluate(SMALL, PAIR, "AP", per_topic=True).to_markdown().splitlines()
    cells = [[cell.strip() for cell in line.strip("|").split("|")] for line in lines if line.startswith("|")]
    assert cells[0] == ["run", "topic", "AP"] and [row[:2] for row in cells[2:]] == [["x", "1"], ["x", "2"], ["y", "1"], ["y", "2"]]
    assert [float(row[2]) for row in cells[2:]] == [1.0, 0.0, 0.0, 1.0]
    latex = rejudge.Qrels({"1": {"a_b": 1}}).to_table().to_latex()
    assert r"1 & a\_b & 1 \\" in " ".join(latex.split()) and latex.count("\\begin{tabular}") == 1


def test_judgments_runs_and_tables_convert_to_frames():
    for tabular in (rejudge.Qrels(SMALL), rejudge.Runs(PAIR), rejudge.evaluate(SMALL, PAIR, "AP")):
        columns = tabular.to_table().to_dict()
        assert tabular.to_polars().to_dict(as_series=False) == tabular.to_arrow().to_pydict() == tabular.to_pandas().to_dict("list") == columns


def test_tables_are_drawn(tmp_path):
    table, topics = rejudge.evaluate(SMALL, PAIR, "AP RR"), rejudge.evaluate(SMALL, PAIR, "AP", per_topic=True)
    figure = table.plot()
    assert figure.svg == figure._repr_svg_() == table.plot("run", ["AP", "RR"]).svg and figure.svg.startswith("<svg ")
    # Bars have patterns, curves do not.
    assert all(f">{name}<" in figure.svg for name in ("AP", "RR", "x", "y")) and "<pattern" in figure.svg
    assert "<pattern" not in rejudge.evaluate(SMALL, PAIR["x"], "AP RR").plot("AP", "RR").svg
    assert all(f">{name}<" in topics.plot("topic", by="run").svg for name in ("x", "y", "1", "2"))
    figure.save(tmp_path / "figure.svg")
    assert (tmp_path / "figure.svg").read_text() == figure.svg
    wrong = [
        (lambda: topics.plot("topic"), "several values at one `topic`"),
        (lambda: figure.save(tmp_path / "figure.png"), "a figure is an SVG: name it .*figure.svg"),
        (lambda: table.plot("runs"), "no column `runs` .did you mean `run`"),
        (lambda: table.plot(y="run"), "column `run` is text"),
        (lambda: topics.plot("topic", by="AP"), "by: expected a column of text"),
    ]
    for call, message in wrong:
        with pytest.raises(ValueError, match=message):
            call()


def test_judgments_can_be_inspected():
    qrels = rejudge.Qrels(SMALL)
    assert (len(qrels), qrels.topics, qrels.by_intent, qrels.to_dict()) == (4, ["1", "2"], False, SMALL)
    frame = qrels.to_polars()
    assert frame.columns == ["query_id", "doc_id", "relevance"] and frame.rows()[2:] == [("2", "c", 2), ("2", "d", -1)]
    assert frame.equals(polars.DataFrame(qrels)) and qrels.to_pandas().shape == (4, 3)
    assert rejudge.Qrels(frame).to_dict() == rejudge.Qrels(qrels).to_dict() == SMALL
    assert qrels.select(["2"]).to_dict() == qrels.select("2").to_dict() == {"2": SMALL["2"]}
    with pytest.raises(ValueError, match="topics: there is no `3`"):
        qrels.select(["1", "3"])
    with pytest.raises(TypeError, match="expected names"):
        qrels.select(3)


def test_judgments_by_intent_can_be_inspected(tmp_path):
    qrels = rejudge.Qrels(BY_INTENT, by_intent=True, probabilities={"1": {"car": 0.9, "cat": 0.1}, "2": {"car": 1.0}})
    assert (len(qrels), qrels.topics, qrels.by_intent, qrels.to_dict()) == (4, ["1", "2"], True, BY_INTENT)
    assert qrels.to_polars().columns == ["query_id", "intent", "doc_id", "relevance"]
    assert qrels.select("1").to_dict() == {"1": BY_INTENT["1"]}
    qrels.save(tmp_path / "by-intent")
    assert rejudge.Qrels(tmp_path / "by-intent", by_intent=True).to_dict() == BY_INTENT
    measures, run = "I-rec@1 D-nDCG@2", {"1": {"b": 2.0, "a": 1.0}}
    again = pickle.loads(pickle.dumps(qrels))
    assert rejudge.evaluate(again, run, measures).to_dict() == rejudge.evaluate(qrels, run, measures).to_dict()
    assert again.to_dict() == BY_INTENT


def test_runs_can_be_inspected(tmp_path):
    runs = rejudge.Runs(PAIR)
    assert (len(runs), runs.names, runs.topics, runs.to_dict()) == (2, ["x", "y"], ["1", "2"], PAIR)
    frame = runs.to_polars()
    assert frame.columns == ["run", "query_id", "doc_id", "score"] and frame.height == 5
    assert frame.equals(polars.DataFrame(runs)) and rejudge.Runs(frame).to_dict() == PAIR
    assert runs.select("y").to_dict() == {"y": PAIR["y"]}
    assert runs.select(topics=["2"]).to_dict() == {"x": {}, "y": {"2": PAIR["y"]["2"]}}
    assert rejudge.Runs(frame).select(["y"], ["1"]).to_dict() == {"y": {"1": {"b": 0.5}}}
    for wrong, message in (({"runs": ["z"]}, "runs: there is no `z`"), ({"topics": "7"}, "topics: there is no `7`")):
        with pytest.raises(ValueError, match=message):
            runs.select(**wrong)


def test_what_is_saved_is_read_again(tmp_path):
    qrels, runs = world(3, 40)
    rejudge.Qrels(qrels).save(tmp_path / "qrels.txt")
    other = {topic: {document: -score for document, score in documents.items()} for topic, documents in runs.items()}
    both = {"a/b": runs, "other": other}
    rejudge.Runs(both).save(tmp_path / "runs")
    assert sorted(path.name for path in (tmp_path / "runs").iterdir()) == ["a%2Fb", "other"]
    expected = rejudge.evaluate(qrels, both, "AP nDCG@10 infAP", per_topic=True).to_dict()
    assert rejudge.evaluate(tmp_path / "qrels.txt", tmp_path / "runs", "AP nDCG@10 infAP", per_topic=True).to_dict() == expected
    files = rejudge.Runs(tmp_path / "runs")
    assert files.names == ["a/b", "other"] and files.to_dict() == both
    assert files.select("other").to_dict() == {"other": other} and len(files) == 2
    first = (tmp_path / "runs" / "other").read_text().splitlines()[0].split()
    assert first[3] == "1" and float(first[4]) == max(other[first[0]].values())
    with pytest.raises(ValueError, match="is not empty"):
        rejudge.Runs(both).save(tmp_path / "runs")
    with pytest.raises(ValueError, match="contains a blank"):
        rejudge.Runs({"a b": runs}).save(tmp_path / "blank")
    with pytest.raises(ValueError, match="the score inf cannot be in a file"):
        rejudge.Runs({"a": {"1": {"d": float("inf")}}}).save(tmp_path / "infinite")


def test_folders_and_patterns(tmp_path):
    for name, run in PAIR.items():
        (tmp_path / f"{name}.txt").write_text(run_lines(run, name))
    polars.DataFrame(rows(PAIR["x"], ["qid", "docno", "score"])).write_parquet(tmp_path / "p.parquet")
    (tmp_path / ".hidden").write_text("nothing")
    expected = rejudge.evaluate(SMALL, PAIR, "AP RR").to_dict()
    for source in (tmp_path / "*.txt", str(tmp_path / "*.txt"), [tmp_path / "x.txt", tmp_path / "y*"]):
        assert rejudge.evaluate(SMALL, source, "AP RR").to_dict() == expected
    scores = rejudge.evaluate(SMALL, tmp_path, "AP")
    assert scores["run"] == ["p", "x", "y"] and scores["AP"] == [expected["AP"][0], *expected["AP"]]
    with pytest.raises(ValueError, match="no run file matches"):
        rejudge.evaluate(SMALL, tmp_path / "*.gz", "AP")


def test_a_collection_is_evaluated(collection):
    expected = collection.scores("AP nDCG@10").to_dict()
    for call in (lambda: rejudge.evaluate(collection, "AP nDCG@10"), lambda: rejudge.evaluate(collection, measures=["AP", "nDCG@10"])):
        assert call().to_dict() == expected
    shallow = collection.pool_depth(3)
    assert rejudge.evaluate(shallow, "AP", per_topic=True).to_dict() == shallow.scores("AP", per_topic=True).to_dict()
    # Rules of the call override the collection's rules.
    assert rejudge.evaluate(collection, "AP", min_rel=1)["AP"] == rejudge.evaluate(QRELS, RUNS, "AP")["AP"] != expected["AP"]
    assert rejudge.evaluate(collection, {"a1": RUNS["a1"]}, "AP")["run"] == ["a1"]
    assert rejudge.evaluate(QRELS, collection, "AP").to_dict() == rejudge.evaluate(QRELS, RUNS, "AP").to_dict()
    assert rejudge.compare(collection, "AP", baseline="a1").to_dict() == rejudge.compare(QRELS, RUNS, "AP", baseline="a1", min_rel=2).to_dict()
    assert rejudge.intervals(collection, "AP").to_dict() == rejudge.intervals(QRELS, RUNS, "AP", min_rel=2).to_dict()
    for call, missing in ((lambda: rejudge.evaluate(collection), "measures"), (lambda: rejudge.evaluate(QRELS), "runs"), (lambda: rejudge.evaluate(QRELS, RUNS), "measures")):
        with pytest.raises(TypeError, match=f"missing argument: '{missing}'"):
            call()


def made_collections(collection):
    """A collection by each method that removes, replaces or simulates judgments."""
    return {
        "whole": collection,
        "shallow": collection.pool_depth(2),
        "sampled": collection.sample(0.5, 3, min_nonrelevant=0),
        "without": collection.leave_one_team_out(5)["b"],
        "judged": collection.judged_by("model"),
        "filled": collection.leave_one_team_out()["a"].filled_by(["model"]),
        "twin": collection.twin(1),
        "sampled twin": collection.twin(2, draw=2).sample(0.3),
    }


def test_judgments_and_runs_of_a_collection_are_saved(collection, tmp_path):
    for name, changed in made_collections(collection).items():
        qrels, runs = changed.to_qrels(), changed.to_runs()
        assert runs.names == changed.runs, name
        expected = changed.scores("AP nDCG@10", per_topic=True).to_dict()
        assert rejudge.evaluate(qrels, runs, "AP nDCG@10", per_topic=True, min_rel=2).to_dict() == expected, name
        changed.save(tmp_path / name)
        read = rejudge.Collection(tmp_path / name / "qrels.txt", tmp_path / name / "runs", tmp_path / name / "teams.tsv", min_rel=2)
        assert read.scores("AP nDCG@10", per_topic=True).to_dict() == expected, name
        assert read.leave_one_team_out().keys() == changed.leave_one_team_out().keys()
    shallow = collection.pool_depth(2).to_qrels()
    assert len(shallow) == len(collection.pool_depth(2)) and shallow.to_dict()["0"].items() <= QRELS["0"].items()
    # For infAP, documents that a sample leaves out stay in the pool.
    assert -1 in collection.sample(0.5, 3).to_qrels().to_dict()["0"].values()
    gains = rejudge.Judge({topic: dict.fromkeys(documents, 0.5) for topic, documents in QRELS.items()}, gains=True)
    by_judge = rejudge.Collection(QRELS, RUNS, judges={"g": gains}).judged_by("g").to_qrels()
    assert set(by_judge.to_dict()["0"].values()) == {0.5}


def test_collections_are_pickled(collection):
    for name, changed in made_collections(collection).items():
        again = pickle.loads(pickle.dumps(changed))
        assert repr(again) == repr(changed), name
        assert (again.teams, again.runs, again.topics, again.judges) == (changed.teams, changed.runs, changed.topics, changed.judges), name
        assert again.scores("AP nDCG@10 Q", per_topic=True).to_dict() == changed.scores("AP nDCG@10 Q", per_topic=True).to_dict(), name
        assert again.tau("AP") == changed.tau("AP"), name
    plain = rejudge.Collection(QRELS, dict(reversed(RUNS.items())), preset="trec9", gains={1: 1, 2: 5})
    again = pickle.loads(pickle.dumps(plain))
    assert again.runs == plain.runs and again.scores("nDCG").to_dict() == plain.scores("nDCG").to_dict()
    ranked = rejudge.Collection(QRELS, polars.DataFrame({"qid": ["1", "1"], "docno": ["d1", "d2"], "rank": [2, 1], "run": "r"}), ties="rank")
    assert pickle.loads(pickle.dumps(ranked)).scores("AP").to_dict() == ranked.scores("AP").to_dict()


def test_tables_judgments_runs_and_judges_are_pickled_and_copied(collection, tmp_path):
    table = rejudge.compare(QRELS, RUNS, "AP nDCG@10", baseline="a1")
    path = tmp_path / "run"
    path.write_text("1 Q0 d1 1 2.5 me\n")
    empty = rejudge.Runs({"1": {"a": 1.0}, "2": {}})
    things = [table, rejudge.Qrels(SMALL), rejudge.Runs(PAIR), empty, rejudge.Runs(path), rejudge.Runs({"named": path})]
    for original in things:
        again = pickle.loads(pickle.dumps(original))
        assert again.to_dict() == original.to_dict() and repr(again) == repr(original)
        assert copy.copy(original) is original and copy.deepcopy([original])[0] is original
    assert pickle.loads(pickle.dumps(table)).about == table.about
    assert rejudge.evaluate({"1": {"a": 1}, "2": {"b": 1}}, pickle.loads(pickle.dumps(empty)), "AP", preset="trec9")["topics"] == [2]
    labels = {"1": {"a": 7, "b": 1}}
    for judge in (rejudge.Judge(labels, outside="clamp", highest=2), rejudge.Judge(labels, outside="drop", levels={7: 2}), rejudge.Judge(labels, gains=True)):
        again = pickle.loads(pickle.dumps(judge))
        judged = [rejudge.Collection(SMALL, PAIR, judges={"m": original}) for original in (judge, again)]
        assert repr(again) == repr(judge) and copy.copy(judge) is judge and judged[0].judges == judged[1].judges
        scores = [collection.judged_by("m").scores("nDCG").to_dict() for collection in judged]
        assert scores[0] == scores[1]
    assert copy.deepcopy(collection) is collection


def test_a_changed_file_is_an_error(tmp_path):
    path = tmp_path / "run"
    path.write_text("1 Q0 a 1 2.5 me\n")
    runs = rejudge.Runs({"named": path})
    pickled = pickle.dumps(runs)
    assert pickle.loads(pickled).to_dict() == {"named": {"1": {"a": 2.5}}}
    assert rejudge.evaluate(SMALL, runs, "AP")["AP"] == [0.5]
    path.write_text("1 Q0 b 1 2.5 me\n1 Q0 a 2 1.5 me\n")
    for changed in (runs, pickle.loads(pickled)):
        for use in (changed.to_dict, lambda: rejudge.evaluate(SMALL, changed, "AP"), lambda: rejudge.Collection(SMALL, changed)):
            with pytest.raises(ValueError, match="has changed since"):
                use()
    path.unlink()
    with pytest.raises(ValueError, match="has changed since"):
        pickle.loads(pickled).to_dict()


def test_duplicate_names_and_empty_selections_are_refused(tmp_path):
    run = {"1": {"a": 1.0}}
    path = tmp_path / "run"
    path.write_text("1 Q0 a 1 2.5 x\n")
    for twice in ([("x", run), ("x", run)], [("x", path), ("x", run)]):
        with pytest.raises(ValueError, match="runs: two runs are named `x`"):
            rejudge.Runs(twice)
    # The tag is known when the file is read. It is the name of another run, so the path is the file's name.
    runs = rejudge.Runs([("x", run), path])
    assert runs.names == ["x", str(path)]
    for select, message in ((lambda: rejudge.Runs(PAIR).select([]), "runs: expected at least one name"), (lambda: rejudge.Qrels(SMALL).select([]), "topics: expected at least one name")):
        with pytest.raises(ValueError, match=message):
            select()


def test_probabilities_need_intents():
    probabilities = {"1": {"car": 1.0}}
    for source in (SMALL, rejudge.Qrels(SMALL), rejudge.Qrels(BY_INTENT, by_intent=True), rejudge.Collection(SMALL, PAIR)):
        with pytest.raises(ValueError, match="probabilities need judgments by intent: pass by_intent=True"):
            rejudge.Qrels(source, probabilities=probabilities)


def test_infap_refuses_complete_judgments_as_the_command_does():
    for call in (lambda: rejudge.evaluate(QRELS, RUNS, "infAP"), lambda: rejudge.Collection(QRELS, RUNS).scores("infAP"), lambda: rejudge.intervals(QRELS, RUNS, "infAP")):
        with pytest.raises(ValueError, match="infAP needs documents that are pooled but unjudged"):
            call()
    # But it is computed as part of trec_eval's set of measures, and by the replacement for pytrec_eval.
    assert "infAP" in rejudge.evaluate(QRELS, RUNS, "all_trec").columns
    assert rejudge.pytrec_eval.RelevanceEvaluator({"1": {"a": 1}}, {"infAP"}).evaluate({"1": {"a": 1.0}})["1"]["infAP"] > 0.9
    # A sample leaves documents in the pool without a judgment. A shallower pool does not.
    assert rejudge.Collection(QRELS, RUNS).sample(0.5, min_nonrelevant=0).scores("infAP")["infAP"][0] > 0
    with pytest.raises(ValueError, match="infAP needs"):
        rejudge.Collection(QRELS, RUNS).pool_depth(2).scores("infAP")


def test_a_level_without_documents_causes_a_warning():
    qrels = {"1": {"a": 1, "b": 0}}
    for call in (
        lambda: rejudge.evaluate(qrels, {"1": {"a": 1.0}}, ["P(rel=2)@5", "R(rel=2)@5", "AP"]),
        lambda: rejudge.Collection(qrels, {"1": {"a": 1.0}}).scores(["P(rel=2)@5", "R(rel=2)@5", "AP"]),
    ):
        with pytest.warns(UserWarning, match=r"no document has level 2 or above, which P\(rel=2\)@5 requires"):
            scores = call()
        assert [scores[name] for name in scores.columns[2:]] == [[0.0], [0.0], [1.0]]
    with pytest.raises(ValueError, match="which min-rel requires"):
        rejudge.evaluate(qrels, {"1": {"a": 1.0}}, "AP", min_rel=2)


def test_names_of_other_tools_are_understood():
    qrels, run = {"1": {"a": 3, "b": 1, "c": 0}}, {"1": {"c": 3.0, "b": 2.0, "a": 1.0}}
    names = {"nDCG(dcg='exp-log2')@10": "nDCG(gains='exponential')@10", "f1": "SetF", "hit_rate@2": "Success@2", "mrr": "RR"}
    for theirs, ours in names.items():
        assert rejudge.evaluate(qrels, run, theirs)[theirs] == rejudge.evaluate(qrels, run, ours)[ours]
    # No measure is equal to ranx' hits@10, a mean of counts, or to its f1@10, which always divides by 10.
    with pytest.raises(ValueError, match="`P@10` is a tenth of `hits@10`"):
        rejudge.evaluate(qrels, run, "hits@10")
    with pytest.raises(ValueError, match="f1"):
        rejudge.evaluate(qrels, run, "f1@10")
