"""What is measured: the commands, and what has to be there before each of them."""

import re
import shutil
from dataclasses import dataclass
from pathlib import Path

REPOSITORY = Path(__file__).resolve().parents[1]


@dataclass(frozen=True)
class Case:
    """A command, or several one after the other, with its targets (None: nothing is demanded). `fresh` lists folders that
    are removed before each repetition."""

    name: str
    about: str
    commands: tuple
    seconds: float | None = None
    mebibytes: float | None = None
    fresh: tuple = ()
    prepare: tuple | None = None


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


def written(path, text):
    """The path of a file with this text."""
    path.write_text(text)
    return str(path)


def papers(folder):
    """What `make papers` does: each paper is run, reported and checked, here with results and a cache in `folder`."""
    names = re.search(r"^PAPERS = (.+)$", (REPOSITORY / "Makefile").read_text(), re.MULTILINE)[1].split()
    commands = []
    for name in names:
        results = ("--results", str(folder / "papers" / name))
        commands.append(("run", name, "--quiet", *results, "--cache", str(folder / "papers-cache")))
        commands += [("report", name, "--quiet", *results), ("check", name, "--quiet", *results)]
    return tuple(commands)


def cases(folder):
    """The measured commands, in order, working in `folder`."""
    twins = "[trec03-twin, trec04-twin, ntcir6-j-twin, ntcir6-c-twin]"
    cache, results, twin = folder / "cache", folder / "results", folder / "twin"
    measures = ", ".join(f'"nDCG@{cutoff}"' for cutoff in range(1, 201))
    sweep = written(folder / "sweep.yaml", SWEEP.replace("MEASURES", measures))
    run = ("run", "sakai-bias", "--quiet", "-s", f"axes.collection={twins}", "-s", "draws=8")
    places = ("--cache", str(cache), "--results", str(results))
    return [
        Case(
            "sakai-bias",
            "four twins x 8 draws, 1,000 bootstrap samples, nothing cached",
            ((*run, *places),),
            seconds=40,
            mebibytes=1536,
            fresh=(cache, results),
        ),
        Case(
            "sakai-bias, cached",
            "the same again: every cell is read, every table and file written anew",
            ((*run, *places),),
            seconds=1.5,
            fresh=(results,),
            prepare=(*run, *places),
        ),
        Case(
            "one twin",
            "trec04-twin (110 runs, 49 topics, 1,000 deep) drawn by a run that counts its documents and scores nothing; "
            "with starting, planning and writing a small table",
            (("run", written(folder / "twin.yaml", TWIN), "--quiet", *places),),
            seconds=0.7,
            fresh=(cache, results),
        ),
        Case(
            "one twin as files",
            "`rejudge simulate trec04-twin`: the same drawn, written out as 5.4 million lines and compressed",
            (("simulate", "trec04-twin", "--quiet", "-o", str(twin)),),
            fresh=(twin,),
        ),
        Case(
            "plan of 100,000 points",
            "four twins x 125 judgment sets x 200 measures, nothing cached",
            (("plan", sweep, "--quiet", "--cache", str(folder / "empty")),),
            seconds=1.0,
        ),
        Case(
            "make papers",
            "every paper run, reported and checked, one after the other, without REJUDGE_DATA and with nothing cached; the "
            "build not counted, the memory of the largest process",
            papers(folder),
            seconds=90,
            mebibytes=2048,
            fresh=(folder / "papers", folder / "papers-cache"),
        ),
    ]


def clear(case):
    """Makes room for a repetition."""
    for folder in case.fresh:
        shutil.rmtree(folder, ignore_errors=True)
