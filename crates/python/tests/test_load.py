"""Collections that are loaded by name."""

import os
import pickle
from pathlib import Path

import pytest
import rejudge

DATA = Path(os.environ.get("REJUDGE_DATA", "/nowhere"))
DESCRIPTION = """\
schema: collection/v1
id: mine
title: Mine
kind: own
files:
  folder: .
  qrels: qrels.txt
  runs: runs/*
  teams: teams.tsv
  judges:
    model: {file: model.txt, iteration: "2", levels: {"yes": 1, "no": 0}}
"""


@pytest.fixture
def mine(tmp_path):
    """The path of a description, beside its files."""
    (tmp_path / "runs").mkdir()
    for name in ("a1", "b1"):
        (tmp_path / "runs" / name).write_text(f"1 Q0 d1 1 2.0 {name}\n1 Q0 d2 2 1.0 {name}\n")
    (tmp_path / "qrels.txt").write_text("1 0 d1 1\n1 0 d2 0\n")
    (tmp_path / "teams.tsv").write_text("run\tteam\na1\ta\nb1\tb\n")
    (tmp_path / "model.txt").write_text("1 1 d1 maybe\n1 2 d1 no\n1 2 d2 yes\n")
    (tmp_path / "mine.yaml").write_text(DESCRIPTION)
    return tmp_path / "mine.yaml"


def test_a_description_of_my_own_files(mine):
    collection = rejudge.load(mine, judges=["model"])
    assert (collection.runs, collection.teams, collection.topics) == (["a1", "b1"], ["a", "b"], ["1"])
    again = pickle.loads(pickle.dumps(collection))
    for loaded in (collection, again):
        assert loaded.scores("RR")["RR"] == [1.0, 1.0] and loaded.judged_by("model").scores("RR")["RR"] == [0.5, 0.5]
    assert rejudge.load(str(mine), preset="trec9").judges == {}
    assert list(rejudge.load(mine, judges="all").judges) == ["model"]
    with pytest.raises(ValueError, match="there is no `modle` .did you mean `model`"):
        rejudge.load(mine, judges=["modle"])


def test_files_may_be_renamed(mine):
    runs = {"first": mine.parent / "runs" / "b1", "second": mine.parent / "runs" / "a1"}
    collection = rejudge.Collection(mine.parent / "qrels.txt", runs, {"first": "x", "second": "x"})
    assert (sorted(collection.runs), collection.teams) == (["first", "second"], ["x"])
    assert sorted(rejudge.Collection(mine.parent / "qrels.txt", runs).teams) == ["first", "second"]


def test_missing_files_and_wrong_names_are_errors(tmp_path, monkeypatch):
    monkeypatch.setenv("REJUDGE_DATA", str(tmp_path))
    with pytest.raises(FileNotFoundError, match="trec_dl_2019_passage.*`rejudge data get trec-dl-2019`"):
        rejudge.load("trec-dl-2019")
    for name, message in (("trec-dl-2091", "did you mean `trec-dl-2019`"), ("robust2003-scores", "files of both judgments and runs"), ("/", "unknown collection")):
        with pytest.raises(ValueError, match=message):
            rejudge.load(name)
    with pytest.raises(TypeError, match="presets"):
        rejudge.load("trec-dl-2019", presets="trec9")


@pytest.mark.parametrize("name", ["trec-dl-2019", "trec-covid-round1", "ntcir13-www-english", "llmjudge-2024"])
def test_collections_of_the_data_folder(name):
    try:
        collection = rejudge.load(name)
    except FileNotFoundError:
        pytest.skip(f"the files of {name} are not available (REJUDGE_DATA)")
    except ValueError as error:
        # This collection has judgments, but no runs.
        assert name == "llmjudge-2024" and "does not have files of both judgments and runs" in str(error)
        return
    assert len(collection.teams) < len(collection.runs) and len(collection.topics) >= 30
    if name == "trec-dl-2019":
        assert (len(collection.topics), len(collection.runs), len(collection.teams), len(collection)) == (43, 37, 12, 9260)
        labelled = rejudge.load(name, judges=["umbrela_gpt4o"])
        assert labelled.judged_by("umbrela_gpt4o").tau("nDCG@10") > 0.9


def test_the_description_has_the_depth_of_contributions():
    """Without CUNI's unique documents, `rejudge run sakai-bias` computes an AP of .1879 for CUNI_EN_Run.2."""
    try:
        collection = rejudge.load("clef-ehealth-2015")
    except FileNotFoundError:
        pytest.skip("the files of clef-ehealth-2015 are not available (REJUDGE_DATA)")

    def rounded_score(collection):
        scores = {row["run"]: row["AP"] for row in collection.scores("AP").to_dicts()}
        return round(scores["CUNI_EN_Run.2"], 4)

    without = collection.leave_one_team_out()["CUNI"]
    assert rounded_score(without) == 0.1879
    assert rounded_score(collection.judgments("leave-one-team-out(team=CUNI)")) == 0.1879
    assert rounded_score(collection.leave_one_team_out(10)["CUNI"]) == 0.1879
    assert rounded_score(pickle.loads(pickle.dumps(without))) == 0.1879
