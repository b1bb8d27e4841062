"""Times experiments, plans, twins and audits as whole commands that a user types."""

import os
import re
from pathlib import Path

from measuring import REPOSITORY, Contestant
from row import Contest, Growth, Row

SWEEP = """schema: experiment/v1
id: sweep
title: One hundred thousand points
seed: 1
axes:
  collection: [trec03-twin, trec04-twin, ntcir6-j-twin, ntcir6-c-twin]
  runs: [all]
  judgments:
    - full
    - pool-depth: {depth: {range: {from: 1, to: 124}}}
  measure: [MEASURES]
statistics:
  tau: {kendall-tau: {versus: full}}
tables:
  taus:
    caption: tau of everything
    panels: collection
    rows: judgments
    columns: measure
    cell: tau
run: {max-cells: 200000}
"""

TWIN = """schema: experiment/v1
id: one-twin
title: A twin, drawn and counted
seed: 20090107
axes:
  collection: [trec04-twin]
  runs: [all]
  judgments: [full]
  measure: [AP]
statistics:
  facts: {collection-facts: {}}
tables:
  facts:
    caption: What it holds
    rows: collection
    columns:
      - {label: topics, cell: facts.topics}
      - {label: runs, cell: facts.runs}
      - {label: judged, cell: facts.judged}
"""

TWINS = "[trec03-twin, trec04-twin, ntcir6-j-twin, ntcir6-c-twin]"
# The target was 240 s when a twin was drawn 8 times. It is drawn 100 times now.
PAPERS_SECONDS, PAPERS_MB = 600, 4900


def written(path, text):
    """Writes a file with this text, and returns its path."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
    return path


def sweep(places, measures):
    """Writes an experiment of 4 twins x 125 judgment sets x `measures` measures, and returns its path."""
    names = ", ".join(f'"nDCG@{cutoff}"' for cutoff in range(1, measures + 1))
    return written(places.scratch(f"sweep-{measures}.yaml"), SWEEP.replace("MEASURES", names))


def papers(places):
    """Does the work of `make papers`: each paper is run, reported and checked, with results and a cache for this measurement
    only."""
    names = re.search(r"^PAPERS = (.+)$", (REPOSITORY / "Makefile").read_text(), re.MULTILINE)[1].split()
    results, cache = places.scratch("papers"), places.scratch("papers-cache")
    commands = []
    for name in names:
        to = ("--quiet", "--results", results / name)
        commands.append((places.rejudge, "run", name, *to, "--cache", cache))
        commands += [(places.rejudge, "report", name, *to), (places.rejudge, "check", name, *to)]
    return Contestant("make papers", tuple(commands), repetitions=3, few="a minute each", fresh=(results, cache))


def plans(places):
    """Times plans, and runs that find every cell in the cache."""
    empty, full, results = places.scratch("empty-cache"), places.scratch("sweep-cache"), places.scratch("sweep-results")

    def plan(points, measures, cache=empty, prepare=(), words=""):
        command = (places.rejudge, "plan", sweep(places, measures), "--quiet", "--cache", cache)
        return Contestant(f"rejudge plan, {points:,} points{words}", (command,), prepare=prepare, threads=2)

    run = (places.rejudge, "run", sweep(places, 200), "--quiet", "--cache", full, "--results", results)
    # The full cache is kept for the next `make bench`: only the first one computes the cells.
    cached = Contestant(
        "rejudge run, 100,000 cells cached", (run,), repetitions=3, few="some seconds each", prepare=(run,), threads=2
    )
    written_anew = Contestant(
        "rejudge run, 100,000 cells cached, no results",
        ((*run[:-1], places.scratch("sweep-anew")),),
        repetitions=3,
        few="some seconds each",
        fresh=(places.scratch("sweep-anew"),),
        threads=2,
    )
    return Contest(
        "plans",
        (
            plan(6_500, 13),
            plan(25_000, 50),
            plan(100_000, 200),
            plan(100_000, 200, full, (run,), ", all cached"),
            cached,
            written_anew,
        ),
        rows=(
            Row(
                "plan of 100,000 cells",
                "wall",
                "rejudge plan, 100,000 points",
                1.0,
                remark="4 twins x 125 judgment sets x 200 measures; DVC and Snakemake were not run",
            ),
            Row("plan of 100,000 cells, all cached", "wall", "rejudge plan, 100,000 points, all cached", 2.0),
            Row(
                "run of 100,000 cells, all cached",
                "wall",
                "rejudge run, 100,000 cells cached",
                2.0,
                remark="the results of the run before are there, and are proved to be made of the same cells",
            ),
            Row(
                "run of 100,000 cells, all cached, results written anew",
                "wall",
                "rejudge run, 100,000 cells cached, no results",
                remark="ten million rows of scores and a table of 100,000 cells",
            ),
            Row("memory: run of 100,000 cells, all cached", "peak", "rejudge run, 100,000 cells cached"),
        ),
        growth=(
            Growth(
                "cells (plan)",
                "cpu",
                (
                    (6_500, "rejudge plan, 6,500 points"),
                    (25_000, "rejudge plan, 25,000 points"),
                    (100_000, "rejudge plan, 100,000 points"),
                ),
            ),
        ),
    )


def experiments(places):
    cache, results, twin = places.scratch("cache"), places.scratch("results"), places.scratch("twin")
    run = (places.rejudge, "run", "sakai-bias", "--quiet", "-s", f"axes.collection={TWINS}", "-s", "draws=8")
    to = ("--cache", cache, "--results", results)
    kept = ("--cache", places.scratch("kept-cache"), "--results", places.scratch("kept-results"))
    one = (places.rejudge, "run", written(places.scratch("twin.yaml"), TWIN), "--quiet", *to)
    files = (places.rejudge, "simulate", "trec04-twin", "--quiet", "-o", twin)
    return Contest(
        "experiments",
        (
            Contestant(
                "sakai-bias", ((*run, *to),), repetitions=3, few="15 s and more each", threads=2, fresh=(cache, results)
            ),
            Contestant(
                "sakai-bias, cached",
                ((*run, *kept),),
                prepare=((*run, *kept),),
                threads=2,
                fresh=(places.scratch("kept-results"),),
            ),
            Contestant("one twin", (one,), threads=2, fresh=(cache, results)),
            Contestant("one twin as files", (files,), repetitions=3, few="it has no target", threads=2, fresh=(twin,)),
            papers(places),
        ),
        rows=(
            Row("sakai-bias: four twins x 8 draws, B = 1000, nothing cached", "wall", "sakai-bias", 40),
            Row("memory: sakai-bias", "peak", "sakai-bias", 1611),
            Row("sakai-bias, cached: every cell read, every file written", "wall", "sakai-bias, cached", 1.5),
            Row(
                "one twin of 110 runs x 49 topics, drawn and counted",
                "wall",
                "one twin",
                0.7,
                remark="trec04-twin, 1,000 deep, with planning and a small table",
            ),
            Row("one twin as 5.4 million lines, compressed", "wall", "one twin as files"),
            Row(
                "make papers, nothing cached",
                "wall",
                "make papers",
                PAPERS_SECONDS,
                remark="without REJUDGE_DATA; the build is not counted",
            ),
            Row("memory: make papers", "peak", "make papers", PAPERS_MB, remark="of the largest process"),
        ),
    )


def audits(places, data):
    """Times audits of two open collections, with nothing cached."""
    contestants, rows = [], []
    for name, folder in (("clef-ehealth-2015", "clef_ehealth_2015"), ("trec8", "trec8_robust_runs")):
        files, to, cache = Path(data) / folder, places.scratch(f"audit-{name}"), places.scratch(f"audit-{name}-cache")
        command = (
            places.rejudge,
            "audit",
            "--qrels",
            files / "qrels.txt",
            "--runs",
            files / "runs",
            "--quiet",
            "-o",
            to,
            "--cache",
            cache,
        )
        contestants.append(
            Contestant(
                f"rejudge audit, {name}",
                (command,),
                repetitions=3,
                few="they have no target",
                threads=2,
                fresh=(to, cache),
                environment={},
            )
        )
        rows.append(Row(f"audit of {name}", "wall", f"rejudge audit, {name}"))
    return Contest("audits", tuple(contestants), rows=tuple(rows))


def runs(places):
    """Measures how time grows with the number of runs, for four measures."""

    def of(count):
        measured = (
            places.rejudge,
            "eval",
            places.qrels,
            *places.runs[:count],
            "-m",
            "map ndcg bpref infAP",
            "--format",
            "trec_eval",
        )
        return Contestant(f"rejudge eval, {count} runs", (measured,))

    counts = (6, 25, 100)
    points = tuple((count, f"rejudge eval, {count} runs") for count in counts)
    return Contest("runs", tuple(map(of, counts)), growth=(Growth("runs (text to scores)", "cpu", points),))


def contests(places):
    data = os.environ.get("REJUDGE_DATA")
    return [runs(places), plans(places), experiments(places), *([audits(places, data)] if data else [])]
