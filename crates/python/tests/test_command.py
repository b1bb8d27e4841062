"""Audits and experiments: their results, Ctrl-C, and the message if the command is missing."""

import gc
import os
import pickle
import random
import shutil
import signal
import subprocess
import threading
import time
import warnings
from pathlib import Path

import pytest
import rejudge
import rejudge.command
from test_collection import QRELS, RUNS, TEAMS

MINE = """\
schema: experiment/v1
id: my-experiment
title: Mine
seed: 1
axes:
  collection: [graded-3, graded-4]
  measure: [AP]
statistics:
  facts: {collection-facts: {}}
tables:
  sizes:
    caption: Sizes
    columns: collection
    rows: [{label: topics, cell: facts.topics}]
"""
needs_command = pytest.mark.skipif(shutil.which("rejudge") is None, reason="rejudge-cli is not installed")


def test_without_the_command(monkeypatch):
    monkeypatch.setattr(rejudge.command.sysconfig, "get_path", lambda name: "/nowhere")
    monkeypatch.setenv("PATH", "/nowhere")
    with pytest.raises(ImportError, match="pip install rejudge-cli"):
        rejudge.Collection(QRELS, RUNS).audit()


def test_without_parquet(monkeypatch):
    def missing(name):
        raise ImportError(name)

    monkeypatch.setattr(rejudge.command.importlib, "import_module", missing)
    with pytest.raises(ImportError, match="pip install polars"):
        rejudge.run("sakai-bias")


def test_each_table_is_named_once(tmp_path):
    """An audit writes some tables twice: beside the report and in the folder ``tables``, from which ``table`` reads."""
    (tmp_path / "tables").mkdir()
    for name in ("cells", "runs", "tables/runs", "tables/means"):
        (tmp_path / f"{name}.parquet").touch()
    assert rejudge.command.Report(tmp_path, "").tables == ["cells", "means", "runs"]


@needs_command
def test_passes_of_a_judge(tmp_path):
    """Each draw has the same labels as in the command, also a draw that deals labels."""
    draw = random.Random(11)
    (tmp_path / "runs").mkdir()
    rejudge.Qrels(QRELS).save(tmp_path / "qrels.txt")
    lines = [f"{topic} 0 {document} {draw.randrange(2)}\n" for _ in range(3) for topic, documents in QRELS.items() for document in documents]
    (tmp_path / "labels.txt").write_text("".join(lines))
    judge = rejudge.Judge(tmp_path / "labels.txt", repeated="each")
    collection = rejudge.Collection(QRELS, RUNS, TEAMS, judges={"m": judge})
    for number in range(1, 6):
        words = ["pool", "qrels.txt", "--also", "m=labels.txt,repeated=each", "full(judge=m)", "--draw", str(number), "-o", "out.txt"]
        subprocess.run(["rejudge", *words], cwd=tmp_path, check=True, capture_output=True)
        judged = collection.judgments("full(judge=m)", draw=number)
        assert judged.to_qrels() == rejudge.Qrels(tmp_path / "out.txt")
        assert judged.scores("AP")["AP"] == rejudge.evaluate(tmp_path / "out.txt", RUNS, "AP", topics="qrels")["AP"]


@needs_command
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


def judged_documents(qrels):
    """The documents with a judgment, for each topic."""
    return {topic: {doc for doc, level in documents.items() if level >= 0} for topic, documents in qrels.items()}


@needs_command
@pytest.mark.parametrize("seed", [1, 7])
@pytest.mark.parametrize(
    "set",
    [
        "sample(rate=0.5)",
        "sample(rate=0.3, min-relevant=2, min-nonrelevant=0, strata=level)",
        "budget(share=0.4)",
        "take-one-team(team=a)",
        "take-teams(random=2, draw=1)",
        "leave-one-team-out(team=b)",
        "leave-teams-out(random=2, draw=1)",
        "pool-depth(depth=3)",
        "full",
    ],
)
def test_the_command_and_python_make_the_same_judgments(tmp_path, set, seed):
    rejudge.Collection(QRELS, RUNS, TEAMS).save(tmp_path / "mine")
    is_drawn = any(word in set for word in ("sample", "budget", "random"))
    depth = 5 if "team" in set else None
    options = [*(["--seed", str(seed)] if is_drawn else []), *(["--pool-depth", str(depth)] if depth else [])]
    files = ["mine/qrels.txt", set, "--runs", "mine/runs", "--teams", "mine/teams.tsv", "-o", "made.txt", "--quiet"]
    subprocess.run(["rejudge", "pool", *files, *options], cwd=tmp_path, check=True)
    expected = judged_documents(rejudge.Qrels(tmp_path / "made.txt").to_dict())
    # Rows and files, and rows in another order, make the same judgments.
    of_rows = rejudge.Collection({topic: dict(reversed(documents.items())) for topic, documents in QRELS.items()}, RUNS, TEAMS)
    of_files = rejudge.Collection(tmp_path / "mine/qrels.txt", tmp_path / "mine/runs", tmp_path / "mine/teams.tsv")
    for collection in (of_rows, of_files):
        made = collection.judgments(set, seed=seed if is_drawn else None, pool_depth=depth)
        assert judged_documents(made.to_qrels().to_dict()) == expected
        assert pickle.loads(pickle.dumps(made)).scores("AP").to_dict() == made.scores("AP").to_dict()
    if set == "sample(rate=0.5)":
        assert judged_documents(of_rows.sample(0.5, seed=seed).to_qrels().to_dict()) == expected
    if set.startswith("leave-one"):
        assert judged_documents(of_rows.leave_one_team_out(depth)["b"].to_qrels().to_dict()) == expected


@needs_command
def test_the_same_audit_writes_the_same_bytes(tmp_path):
    collection = rejudge.Collection(QRELS, RUNS, TEAMS).pool_depth(5)
    for name in ("one", "two"):
        for _ in range(2):
            collection.audit(tmp_path / name / "audit", draws=2, measures="AP")
    files = sorted(path.relative_to(tmp_path / "one") for path in (tmp_path / "one").rglob("*") if path.is_file())
    # The manifest contains the time, and the folder of the results.
    different = [name for name in files if (tmp_path / "one" / name).read_bytes() != (tmp_path / "two" / name).read_bytes()]
    assert [str(name) for name in different] == ["audit/manifest.json"]
    (tmp_path / "one" / "audit-collection" / "mine").touch()
    with pytest.raises(ValueError, match="files that an audit did not write"):
        collection.audit(tmp_path / "one" / "audit")


@needs_command
def test_an_audit_follows_the_rules_of_the_collection():
    levels = {topic: {document: 2 * level for document, level in documents.items()} for topic, documents in QRELS.items()}
    rules = {"min_rel": 2, "ties": "docno-ascending", "max_rank": 50, "gains": {1: 1.0, 2: 2.0, 3: 3.0, 4: 9.0}, "score_type": "f64"}
    text = rejudge.Collection(levels, RUNS, TEAMS, **rules).audit(draws=2, measures="AP").text
    for rule in ("min-rel 2", "ties docno-ascending", "max-rank 50", "gains 1=1,2=2,3=3,4=9", "score-type f64"):
        assert rule in text, rule
    assert "score-type f32" in rejudge.Collection(QRELS, RUNS, TEAMS, score_type="f32").audit(draws=2, measures="AP").text
    with pytest.raises(ValueError, match="topics: `intersection`"):
        rejudge.Collection(QRELS, RUNS, TEAMS, topics="intersection").audit()


@needs_command
@pytest.mark.filterwarnings("error::ResourceWarning", "error::pytest.PytestUnraisableExceptionWarning")
def test_a_temporary_folder_is_deleted_with_its_report():
    report = rejudge.Collection(QRELS, RUNS, TEAMS).audit(draws=2, measures="AP")
    folder = report.folder
    assert folder.is_dir()
    del report
    gc.collect()
    assert not folder.parent.exists()


@needs_command
def test_an_error_of_the_command_is_an_exception():
    with pytest.raises(rejudge.command.CommandError, match="nDGC") as refused:
        rejudge.Collection(QRELS, RUNS).audit(measures="nDGC")
    assert refused.value.code == 2


def test_an_experiment_with_changes(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    worked = rejudge.experiment("sakai-ncu", {"axes.collection": ["sakai-ncu-topic"], "draws.simulated": 1})
    assert repr(worked) == "<rejudge.command.Experiment: sakai-ncu, {'axes.collection': ['sakai-ncu-topic'], 'draws.simulated': 1}>"
    report = worked.run(cache=tmp_path / "cache")
    table = report.table("table-1")
    uniform = table.filter((table["column"] == "p_u(n)") & (table["quantity"] == "value"))
    # A user stops at each of the ten relevant documents with the same probability.
    assert uniform["mean"].to_list() == [0.1] * uniform.height and uniform.height > 1
    # The results of the changed experiment do not replace the results of the experiment itself.
    assert not (tmp_path / "results").exists() and report.folder.is_dir()
    added = rejudge.experiment("sakai-ncu", worked.changes | {"axes.collection+": "sakai-ncu-figure-1"}).run(tmp_path / "two", cache=tmp_path / "cache")
    assert added.folder == tmp_path / "two" and set(added.table("cells")["collection"]) == {"sakai-ncu-topic", "sakai-ncu-figure-1"}
    with pytest.raises(ValueError, match="did you mean `draws`"):
        rejudge.experiment("sakai-ncu", {"drawn": 2}).run()


@pytest.mark.parametrize(
    ("options", "error", "message"),
    [
        ({"drawz": 2}, TypeError, r"run\(\) got an unexpected keyword argument 'drawz' .did you mean `draws`"),
        ({"draws": 0}, ValueError, "draws: 0, expected a whole number from 1"),
        ({"draws": 1 << 40}, ValueError, "1099511627776"),
        ({"seed": -1}, ValueError, "seed: -1 is below 0"),
        ({"seed": "one"}, TypeError, "seed: 'one', expected a whole number"),
        ({"fail_fast": 1}, TypeError, "fail_fast: 1, expected True or False"),
        ({"jobs": True}, TypeError, "True, expected a number"),
        ({"draws": True}, TypeError, "draws: True, expected a number"),
        ({"only": 3}, TypeError, "only: 3, expected names"),
        ({"cache": 3}, TypeError, "cache: 3, expected a text or a path"),
        ({"jobs": 0}, ValueError, "jobs: 0, expected 1 or more"),
        ({"only": "axis=x"}, ValueError, "axis"),
        ({"draws": 2, "set": "draws=3"}, ValueError, "give one of them"),
        ({"cached": True}, RuntimeError, "are not in the cache"),
    ],
)
def test_wrong_options_are_refused(tmp_path, monkeypatch, options, error, message):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "mine.yaml").write_text(MINE)
    with pytest.raises(error, match=message):
        rejudge.run("mine.yaml", **({"cache": tmp_path / "cache"} | options))
    assert not (tmp_path / "results").exists()


def test_an_unknown_experiment_is_refused(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(ValueError, match="sakai-bias"):
        rejudge.run("sakai-bios")


def test_an_experiment_by_its_path(tmp_path, monkeypatch):
    """The folder of the results is named after the experiment's id, not after its file."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "mine.yaml").write_text(MINE)
    report = rejudge.run("mine.yaml", cache=tmp_path / "cache")
    assert report.folder.resolve() == tmp_path / "results" / "my-experiment" and "my-experiment: Mine" in report.text
    changed = rejudge.experiment("mine.yaml", {"title": "caf\u00e9 \U0001f50d"})
    report = changed.run(set=["axes.collection=[graded-3]"], cache=tmp_path / "cache")
    assert "caf\u00e9 \U0001f50d" in report.text and "<iframe" in report._repr_html_()
    assert set(report.table("cells")["collection"]) == {"graded-3"}
    assert changed.run(set="axes.collection=[graded-3]", cache=tmp_path / "cache").text == report.text


@needs_command
@pytest.mark.parametrize("experiment", ["mine.yaml", "sakai-ncu"])
def test_the_command_and_python_write_the_same_bytes(tmp_path, monkeypatch, experiment):
    """Only files of parquet differ in bytes, and have the same rows. Each opens and replaces the other's results."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("REJUDGE_DATA", raising=False)
    (tmp_path / "mine.yaml").write_text(MINE)
    options = {"set": ["axes.collection=[sakai-ncu-topic]", "draws.simulated=1"]} if experiment == "sakai-ncu" else {}
    changes = [word for change in options.get("set", []) for word in ("-s", change)]
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)
        report = rejudge.run(experiment, "python", cache="cache", **options)
    assert report.text and "computed" in repr(report)

    def by_command(folder, verb, *words):
        words = ["rejudge", verb, experiment, "--results", folder, "--quiet", *words]
        subprocess.run(words, check=True, env=os.environ | {"REJUDGE_CACHE": "other"})

    by_command("command", "run", *changes)
    by_command("command", "report")
    files = sorted(path.relative_to("command") for path in Path("command").rglob("*") if path.is_file())
    assert files == sorted(path.relative_to("python") for path in Path("python").rglob("*") if path.is_file())
    assert {"report.md", "report.html", "cells.parquet", "manifest.json"} <= {str(path) for path in files}
    for path in files:
        if path.suffix == ".parquet":
            rows = [rejudge.command.read_parquet(Path(folder) / path) for folder in ("python", "command")]
            assert rows[0].equals(rows[1]), path
        elif path.name != "manifest.json":
            assert (Path("python") / path).read_bytes() == (Path("command") / path).read_bytes(), path
    subprocess.run(["rejudge", "diff", "python", "command"], check=True)
    command_bytes = {path: (Path("command") / path).read_bytes() for path in files}
    by_command("python", "run", *changes)
    by_command("python", "report")
    assert [path for path in files if (Path("python") / path).read_bytes() != command_bytes[path]] == [Path("manifest.json")]


def test_progress_counts_the_cells(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "mine.yaml").write_text(MINE)
    counts = []
    report = rejudge.run("mine.yaml", cache="cache", progress=lambda done, total: counts.append((done, total)), jobs=1)
    cells = report.table("cells").height
    assert counts[-1] == (2, 2) and counts == sorted(counts)
    counts.clear()
    assert rejudge.run("mine.yaml", cache="cache", progress=lambda *cells: counts.append(cells)).table("cells").height == cells
    assert counts == []


def test_missing_data_are_named(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("REJUDGE_DATA", str(tmp_path))
    (tmp_path / "mine.yaml").write_text(MINE.replace("[graded-3, graded-4]", "[trec-dl-2019, graded-3]"))
    with pytest.warns(UserWarning, match="rejudge data get trec-dl-2019"):
        assert set(rejudge.run("mine.yaml", "one", cache="cache").table("cells")["collection"]) == {"graded-3"}
    (tmp_path / "mine.yaml").write_text(MINE.replace("[graded-3, graded-4]", "[trec-dl-2019]"))
    with pytest.raises(RuntimeError, match="nothing can be computed(.|\n)*rejudge data get trec-dl-2019"):
        rejudge.run("mine.yaml", "two", cache="cache")
    with pytest.warns(UserWarning, match="rejudge data get trec-dl-2019"):
        rejudge.run("mine.yaml", "two", cache="cache", if_available=True)
    assert not (tmp_path / "two").exists()


class Interrupter(threading.Thread):
    """Sends Ctrl-C as soon as a folder has something, such as the cache a cell. It sleeps between two looks, because each look
    holds the interpreter."""

    def __init__(self, folder, is_it=Path.is_file):
        super().__init__()
        self.folder, self.is_it = folder, is_it

    def run(self):
        while not any(map(self.is_it, self.folder.rglob("*"))):
            time.sleep(0.01)
        os.kill(os.getpid(), signal.SIGINT)


def failing_progress(done, total):
    if done:
        raise KeyError("of the caller")


@pytest.mark.filterwarnings("ignore::UserWarning")
@pytest.mark.parametrize("error", [KeyboardInterrupt, KeyError])
def test_an_interrupted_run_keeps_finished_cells(tmp_path, monkeypatch, request, error):
    """After Ctrl-C or an error in `progress`, finished cells are kept, and no results are written."""
    monkeypatch.delenv("REJUDGE_DATA", raising=False)
    cache, results = tmp_path / "cache", tmp_path / "results"
    # A process that a shell starts in the background ignores Ctrl-C.
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    request.addfinalizer(lambda: signal.signal(signal.SIGINT, before))
    if error is KeyboardInterrupt:
        Interrupter(cache).start()
    with pytest.raises(error):
        rejudge.run("sakai-bias", results, cache=cache, progress=failing_progress if error is KeyError else None)
    assert [path.name for path in results.iterdir()] == [".lock"]
    assert any(path.is_file() for path in cache.rglob("*"))


def test_a_temporary_folder_ends_with_its_report_or_error(tmp_path, monkeypatch, request):
    """Also if a warning is an error, and after Ctrl-C before the first cell, when the work goes on for a moment."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("REJUDGE_DATA", str(tmp_path))
    folders = tmp_path / "folders"
    folders.mkdir()
    monkeypatch.setenv("TMPDIR", str(folders))
    (tmp_path / "mine.yaml").write_text(MINE.replace("[graded-3, graded-4]", "[trec-dl-2019, graded-3]"))
    with warnings.catch_warnings():
        warnings.simplefilter("error", UserWarning)
        with pytest.raises(UserWarning, match="rejudge data get"):
            rejudge.run("mine.yaml", cache="cache", set="title=x")
    assert not any(folders.iterdir())
    with pytest.warns(UserWarning, match="rejudge data get"):
        report = rejudge.run("mine.yaml", cache="cache", set="title=x")
    assert report.table("cells").height and any(folders.iterdir())
    del report
    gc.collect()
    assert not any(folders.iterdir())
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    request.addfinalizer(lambda: signal.signal(signal.SIGINT, before))
    Interrupter(folders, Path.is_dir).start()
    with pytest.raises(KeyboardInterrupt):
        rejudge.run("sakai-bias", cache="other", draws=1)
    # The work has ended if nothing appears any more.
    for _ in range(20):
        time.sleep(0.1)
    assert not any(folders.iterdir())


@needs_command
@pytest.mark.parametrize("form", ["markdown", "latex"])
def test_the_command_and_python_print_the_same_tables(tmp_path, form):
    """``rejudge eval`` and the package print the same text."""
    folder = tmp_path / "files"
    rejudge.Collection(QRELS, RUNS, TEAMS).save(folder)
    tables = [
        (rejudge.evaluate(QRELS, RUNS, "AP nDCG@10 NumRet"), ["-m", "AP nDCG@10 NumRet"]),
        (rejudge.Collection(QRELS, RUNS).scores("AP nDCG@10"), ["-m", "AP nDCG@10"]),
        (rejudge.compare(QRELS, RUNS, "AP nDCG@10", baseline="a1"), ["-m", "AP nDCG@10", "--compare", "a1"]),
        (rejudge.intervals(QRELS, RUNS, "AP nDCG@10"), ["-m", "AP nDCG@10", "--intervals"]),
    ]
    for table, options in tables:
        command = ["rejudge", "eval", "--qrels", folder / "qrels.txt", "--runs", folder / "runs", "--format", form, *options]
        ran = subprocess.run(command, capture_output=True, text=True, check=True)
        for copy in (table, pickle.loads(pickle.dumps(table))):
            assert getattr(copy, f"to_{form}")() == ran.stdout


@needs_command
def test_the_command_and_python_have_the_same_gate(tmp_path):
    """All topics and slices have the same verdicts, also with unjudged documents, whose bounds decide some of them."""
    base = {str(topic): {f"d{at}": 9.0 - at for at in range(9)} for topic in range(60)}
    qrels = {topic: {"d0": 1} | {f"d{at}": 0 for at in range(1, 9)} for topic in base}
    runs = {
        "base": base,
        "worse": {topic: documents | ({"d0": 7.5} if int(topic) % 2 else {}) for topic, documents in base.items()},
        "unjudged": {topic: ({"new": 9.5} | documents if int(topic) % 2 else documents) for topic, documents in base.items()},
    }
    # The command reads the files of a folder in the order of their names.
    runs = dict(sorted(runs.items()))
    slices = {"language": {topic: "de" if int(topic) % 3 else "en" for topic in base}}
    rejudge.Collection(qrels, runs).save(tmp_path / "files")
    table = tmp_path / "slices.tsv"
    table.write_text("topic\tlanguage\n" + "".join(f"{topic}\t{group}\n" for topic, group in slices["language"].items()))
    command = ["rejudge", "eval", "--qrels", tmp_path / "files" / "qrels.txt", "--runs", tmp_path / "files" / "runs", "--compare", "base"]
    command += ["--allow", "RR:0.05 P@5:0.02", "--slices", table, "--format", "markdown"]
    ran = subprocess.run(command, capture_output=True, text=True)
    for groups in (slices, table):
        gate = rejudge.gate(qrels, runs, allow={"RR": 0.05, "P@5": 0.02}, baseline="base", slices=groups)
        assert (gate.to_markdown(), ran.returncode) == (ran.stdout, 1)
    verdicts = dict(zip(zip(gate["run"], gate["measure"], gate["slice"]), gate["verdict"]))
    assert verdicts["worse", "RR", "all"] == verdicts["worse", "RR", "language=de"] == "worse"
    assert verdicts["unjudged", "RR", "all"] == "cannot tell"
    assert any("could make up for the loss" in reason for reason in gate["reason"])
