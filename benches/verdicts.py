"""Counts how often verdicts on claims are right, on simulated collections whose truth is known: `make verdicts`.

One simulated collection of 10,000 topics is cut into 200 collections of 50 topics. All topics together show whether a
claim is true, and `rejudge check` gives a verdict on each of the 200 collections, as it does for real runs. Prints
docs/dev/verdicts.md.

Usage: verdicts.py REJUDGE
"""

import gzip
import json
import os
import pathlib
import subprocess
import sys
import tempfile

TOPICS, SIZE = 10_000, 50
SEED = 20261129
# Constants of the twin of TREC 2003's robust track.
TWIN = """\
schema: collection/v1
id: population
title: Simulated population of topics
kind: simulated
pool-depth: 20
counts: {{topics: {topics}}}
twin:
  topics: {topics}
  relevant: {{mean: 33.2, range: [4, 115]}}
  grades: {{S: 8.1, A: 0.0, B: 25.0}}
  quality: 0.824
  separation: 4.363
  technology: 0.757
  relevant-factor: 1.088
  grade-factors: {{S: 1.146, A: 1.0, B: 0.971}}
  effects: {{difficulty: 1.849, quality-by-easiness: -0.557, team-topic: 0.653, interaction-by-easiness: 0.573, tilt: 0.407, team-slope: 0.276}}
  ranking-length: 60
  teams:
{teams}
"""
TEAMS = [1.055, 0.44, 0.965, 0.71, 0.539, 0.913, 0.604, 0.842]
PART = """\
schema: collection/v1
id: {name}
title: Topics of the population
kind: open
files: {{folder: {name}, qrels: qrels.txt, runs: runs/*, teams: teams.tsv}}
pool-depth: 20
base: as-judged
licence: none
obtain: make verdicts
"""
MEASURES = ["AP", "AP'", "nDCG", "nDCG'", "RBP(p=0.95)", "Bpref"]
TRADITIONAL = ["AP", "nDCG", "RBP(p=0.95)"]
OUT, ONE = "leave-one-team-out(*)", "take-one-team(*)"


def claims():
    """Returns claims as in the papers, some true, some false, some near a limit, each with its kind, text and condition."""
    for measure in MEASURES:
        change = {"of": "change.relative", "judgments": OUT, "measure": measure}
        yield "a score rises without the own team", f"{measure} rises without the own team", {"positive": change}
        median = {"negative": change | {"take": "median"}}
        yield "a score falls without the own team, in the median", f"{measure} falls without the own team, in the median", median
        rise = {"of": "change.rank-rise", "judgments": ONE, "measure": measure}
        yield "ranks go up with the own team only", f"ranks by {measure} go up with the own team only", {"positive": rise}
        for least in (0.6, 0.7, 0.8, 0.9):
            tau = {"of": "tau", "judgments": ONE, "measure": measure}
            text = f"tau of {measure} with one team is at least {least}"
            yield "tau with one team is at least .6, .7, .8 or .9", text, {"between": {"of": tau, "low": least}}
    for condensed, other in (("AP'", "AP"), ("nDCG'", "nDCG"), ("Bpref", "AP")):
        for judgments, name in ((OUT, "without the own team"), (ONE, "with the own team only")):
            sides = [
                {"of": "change.relative", "take": "mean-abs", "judgments": judgments, "measure": measure}
                for measure in (condensed, other)
            ]
            holds = {"greater": dict(zip(("left", "right"), sides))}
            yield "one measure changes more than another", f"{condensed} changes more than {other} {name}", holds
            sides = [{"of": "tau", "judgments": judgments, "measure": measure} for measure in (condensed, other)]
            holds = {"greater": dict(zip(("left", "right"), sides))}
            yield "tau of one measure is above that of another", f"tau of {condensed} is above tau of {other} {name}", holds
    depths = [{"of": "tau", "judgments": f"pool-depth(depth={depth})"} for depth in (10, 5, 1)]
    for measure in MEASURES:
        falling = [depth | {"measure": measure} for depth in depths]
        yield "tau falls with the pool depth", f"tau of {measure} falls with the pool depth", {"falling": falling}


def experiment(names):
    """Returns the experiment, which is written as JSON, because JSON is also YAML."""
    conditions = {f"c{number}": {"claim": text, "holds": holds} for number, (_, text, holds) in enumerate(claims())}
    each = {"team": {"each": "all"}}
    return {
        "schema": "experiment/v1",
        "id": "verdicts",
        "seed": SEED,
        "draws": {"open": 1},
        "axes": {
            "collection": names,
            "runs": ["all"],
            "judgments": ["full", {"leave-one-team-out": each}, {"take-one-team": each}, {"pool-depth": {"depth": {"each": [10, 5, 1]}}}],
            "measure": MEASURES,
        },
        "statistics": {
            "tau": {"kendall-tau": {"versus": "full", "ties": "a"}},
            "change": {"score-change": {"versus": "full", "of": "judgments.team"}},
        },
        "claims": conditions,
    }


def grouped(path):
    """Returns the lines of a file by topic."""
    lines = {}
    opened = gzip.open if path.suffix == ".gz" else open
    with opened(path, "rt") as file:
        text = file.read()
    for line in text.splitlines():
        lines.setdefault(line.split(None, 1)[0], []).append(line)
    return lines


def cut(whole, data):
    """Cuts the files of `whole` into collections of SIZE topics. Returns their names."""
    qrels = grouped(whole / "qrels.txt")
    topics = sorted(qrels, key=lambda topic: int("".join(c for c in topic if c.isdigit())))
    runs = {path.name.removesuffix(".gz"): grouped(path) for path in (whole / "runs").iterdir()}
    names = []
    for start in range(0, len(topics), SIZE):
        name = f"part-{start // SIZE + 1:03}"
        names.append(name)
        (data / name / "runs").mkdir(parents=True)
        (data / name / "teams.tsv").write_text((whole / "teams.tsv").read_text())
        for file, lines in [("qrels.txt", qrels)] + [(f"runs/{run}", lines) for run, lines in runs.items()]:
            chosen = (line for topic in topics[start : start + SIZE] for line in lines.get(topic, []))
            (data / name / file).write_text("".join(line + "\n" for line in chosen))
    return names


def main(rejudge):
    with tempfile.TemporaryDirectory() as made:
        folder = pathlib.Path(made)
        data, described, experiments = (folder / name for name in ("data", "collections", "experiments"))
        for path in (data, described, experiments / "verdicts"):
            path.mkdir(parents=True)
        teams = "\n".join(f"    - {{name: team{number}, runs: 1, oddness: {odd}}}" for number, odd in enumerate(TEAMS, 1))
        (described / "population.yaml").write_text(TWIN.format(topics=TOPICS, teams=teams))

        def run(*arguments, codes=(0,)):
            command = [rejudge, *arguments, "--collections", described, "--experiments", experiments]
            done = subprocess.run(command, cwd=folder, env=os.environ | {"REJUDGE_DATA": str(data)}, capture_output=True, text=True)
            if done.returncode not in codes:
                sys.exit(f"{command}: {done.returncode}\n{done.stderr[-3000:]}")

        run("simulate", "population", "-o", data / "whole")
        names = cut(data / "whole", data)
        for name in [*names, "whole"]:
            (described / f"{name}.yaml").write_text(PART.format(name=name))

        def outcomes(names, *changes):
            (experiments / "verdicts/experiment.yaml").write_text(json.dumps(experiment(names)))
            run("run", "verdicts", "--results", folder / "r", "--cache", folder / "c", "--quiet", *changes)
            # Without expected values `check` evaluates the claims only.
            run("check", "verdicts", "--results", folder / "r", codes=(0, 1, 3, 4))
            return json.loads((folder / "r/check.json").read_text())["claims"]

        truth = {on["claim"]: on["margin"] for on in outcomes(["whole"], "-s", "draws.verdicts=1")}
        table(truth, outcomes(names))


def table(truth, outcomes):
    rows = []
    for number, (kind, text, _) in enumerate(claims()):
        verdicts = [on["verdict"] for on in outcomes if on["claim"] == f"c{number}"]
        count = {word: verdicts.count(word) for word in ("holds", "undecided", "fails")}
        margin = truth[f"c{number}"]
        # With a margin of 0 the value is on the limit, and the claim counts as false.
        count["wrong"] = count["fails"] if margin > 0 else count["holds"]
        rows.append((kind, text, margin, count))
    print(page(rows), end="")


def total(rows):
    """Returns the sum of the verdicts on several claims."""
    return {word: sum(count[word] for *_, count in rows) for word in ("holds", "undecided", "fails", "wrong")}


def page(rows):
    """Returns the text of the page. A row has a claim's kind, text, margin and counts."""
    whole = total(rows)
    decided = whole["holds"] + whole["fails"]
    share = lambda row: row[3]["wrong"] / max(row[3]["holds"] + row[3]["fails"], 1)
    often_wrong = sorted((row for row in rows if share(row) > 0.1), key=share, reverse=True)
    counts = lambda count: " | ".join(str(count[word]) for word in ("holds", "undecided", "fails", "wrong"))
    kinds = dict.fromkeys(kind for kind, *_ in rows)
    lines = [
        "# How often verdicts are right",
        "",
        f"Of {decided + whole['undecided']:,} verdicts on claims {decided:,} ({100 * decided / (decided + whole['undecided']):.1f}%) are decided, and {whole['wrong']:,} of these ({100 * whole['wrong'] / decided:.1f}%) are wrong: *holds* though the claim is false, or",
        "*fails* though it is true. **This does not bound the errors of a single claim**, because most claims are far from their limit. "
        f"{len(often_wrong)} of the {len(rows)} claims are wrong",
        "in more than a tenth of their decided verdicts. Most of them say that tau is at least a value a little below the truth: a bootstrap sample",
        "repeats topics, which lowers tau. Read *fails* on a margin that is small beside its interval as undecided.",
        "",
        f"`make verdicts` (benches/verdicts.py) writes this page. It cuts a simulated collection of {TOPICS:,} topics and {len(TEAMS)} runs into {TOPICS // SIZE} collections of",
        f"{SIZE} topics. All topics decide whether a claim is true; `rejudge check` gives the verdict on each small collection, from bootstrap samples of its topics.",
        "",
        "| kind of claim | claims | holds | undecided | fails | wrong |",
        "|---|--:|--:|--:|--:|--:|",
        *(f"| {kind} | {len(of_kind)} | {counts(total(of_kind))} |" for kind in kinds if (of_kind := [row for row in rows if row[0] == kind])),
        "",
        "Often wrong:",
        "",
        "| claim | margin on all topics | holds | undecided | fails | wrong |",
        "|---|--:|--:|--:|--:|--:|",
        *(f"| {text} | {margin:+.4f} | {counts(count)} |" for _, text, margin, count in often_wrong),
    ]
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    main(pathlib.Path(sys.argv[1]).resolve())
