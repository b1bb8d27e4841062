"""The command from Python: what it writes as values, and what is said where it is not there."""

import gc
import os
import shutil

import pytest
import rejudge
import rejudge.command
from test_collection import QRELS, RUNS, TEAMS

here = pytest.mark.skipif(shutil.which("rejudge") is None, reason="rejudge-cli is not installed")


def test_without_the_command(monkeypatch):
    monkeypatch.setattr(rejudge.command.sysconfig, "get_path", lambda name: "/nowhere")
    monkeypatch.setenv("PATH", "/nowhere")
    for ask in (lambda: rejudge.Collection(QRELS, RUNS).audit(), lambda: rejudge.run("sakai-bias")):
        with pytest.raises(ImportError, match="pip install rejudge-cli"):
            ask()


def test_each_table_is_named_once(tmp_path):
    """An audit writes some tables beside the report and among the tables; ``table`` reads the latter."""
    (tmp_path / "tables").mkdir()
    for name in ("cells", "runs", "tables/runs", "tables/means"):
        (tmp_path / f"{name}.parquet").touch()
    assert rejudge.command.Report(tmp_path, "").tables == ["cells", "means", "runs"]


@here
def test_an_audit(tmp_path):
    collection = rejudge.Collection(QRELS, RUNS, TEAMS)
    report = collection.audit(draws=2, measures="AP nDCG@10")
    assert "fair to a new team" in report.text.lower() or "new team" in report.said
    assert report.manifest and "cells" in report.tables
    assert report.table("cells").height > 0
    assert "<iframe" in report._repr_html_() and repr(report) == report.said.rstrip()
    assert collection.audit(tmp_path / "audit", draws=2, measures="AP").folder == tmp_path / "audit"
    assert os.path.isfile(tmp_path / "audit" / "report.md")
    with pytest.raises(KeyError, match="there are"):
        report.table("nothing")


@here
def test_an_audit_has_the_rules_of_the_collection():
    levels = {topic: {document: 2 * level for document, level in of.items()} for topic, of in QRELS.items()}
    rules = {"min_rel": 2, "ties": "docno-ascending", "max_rank": 50, "gains": {1: 1.0, 2: 2.0, 3: 3.0, 4: 9.0}, "score_type": "f64"}
    text = rejudge.Collection(levels, RUNS, TEAMS, **rules).audit(draws=2, measures="AP").text
    for rule in ("min-rel 2", "ties docno-ascending", "max-rank 50", "gains 1=1,2=2,3=3,4=9", "score-type f64"):
        assert rule in text, rule
    assert "score-type f32" in rejudge.Collection(QRELS, RUNS, TEAMS, score_type="f32").audit(draws=2, measures="AP").text
    with pytest.raises(ValueError, match="topics: `intersection`"):
        rejudge.Collection(QRELS, RUNS, TEAMS, topics="intersection").audit()


@here
@pytest.mark.filterwarnings("error::ResourceWarning", "error::pytest.PytestUnraisableExceptionWarning")
def test_the_folder_of_a_report_goes_with_it():
    report = rejudge.Collection(QRELS, RUNS, TEAMS).audit(draws=2, measures="AP")
    folder = report.folder
    assert folder.is_dir()
    del report
    gc.collect()
    assert not folder.parent.exists()


@here
def test_what_the_command_refuses():
    with pytest.raises(rejudge.command.CommandError, match="nDGC") as refused:
        rejudge.Collection(QRELS, RUNS).audit(measures="nDGC")
    assert refused.value.code == 2
