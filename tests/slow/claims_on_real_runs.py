"""Claims of sakai-bias on real runs, worked out again from the files: AP and bpref by pytrec_eval, the others with numpy."""

import functools
import json
import os
from collections import defaultdict
from pathlib import Path

from laboratory import Skipped, demand
from left_out import lines, table

FOLDERS = {"trec-dl-2019": "trec_dl_2019_passage", "trec-dl-2020": "trec_dl_2020_passage"}
# All runs were pooled to depth 10; the paper's other parameters.
DEPTH, PERSISTENCE, LAST = 10, 0.95, 1000
TRADITIONAL = ["AP", "Q", "nDCG", "RBP"]
CONDENSED = ["AP'", "Q'", "nDCG'", "RBP'", "bpref"]


def collection(folder):
    """Judgments by topic, rankings by run and topic, and the team of each run."""
    judged, runs = defaultdict(dict), {}
    for line in lines(folder / "qrels.txt"):
        topic, _, doc, level = line.split()
        judged[topic][doc] = int(level)
    teams = dict(row[:2] for row in table(folder / "teams.tsv"))
    for path in sorted((folder / "runs").iterdir()):
        listed = defaultdict(list)
        for line in lines(path):
            topic, _, doc, _, score, run = line.split()
            listed[topic].append((float(score), doc))
        runs[run] = {topic: [doc for _, doc in sorted(docs, reverse=True)[:LAST]] for topic, docs in listed.items()}
    return judged, runs, teams


def by_numpy(levels, ideal):
    """Q, nDCG (Järvelin and Kekäläinen, b = 2) and graded RBP of one list of levels."""
    import numpy as np

    ranks = np.arange(1, len(levels) + 1)
    gains, relevant = np.array(levels, float), np.array(levels) > 0
    best = np.zeros(len(levels))
    best[: len(ideal)] = ideal[: len(levels)]
    blended = (np.cumsum(relevant) + np.cumsum(gains)) / (ranks + np.cumsum(best))
    discount = lambda count: np.maximum(1, np.log2(np.arange(1, count + 1)))
    dcg = (gains / discount(len(gains))).sum() / (ideal[:LAST] / discount(len(ideal[:LAST]))).sum()
    rbp = (1 - PERSISTENCE) * (gains * PERSISTENCE ** (ranks - 1)).sum() / 3
    return {"Q": (relevant * blended).sum() / len(ideal), "nDCG": dcg, "RBP": rbp}


def scores(judgments, run):
    """Mean over the topics of the nine measures."""
    import numpy as np
    import pytrec_eval

    kept = {topic: [doc for doc in run.get(topic, []) if doc in judgments[topic]] for topic in judgments}
    sums = defaultdict(float)
    for mark, lists in (("", {topic: run.get(topic, []) for topic in judgments}), ("'", kept)):
        # Ranks as scores: an order that no precision changes.
        ranked = {topic: {doc: float(-at) for at, doc in enumerate(docs)} for topic, docs in lists.items()}
        found = pytrec_eval.RelevanceEvaluator(judgments, {"map", "bpref"}).evaluate(ranked)
        for topic, docs in lists.items():
            ideal = np.sort([level for level in judgments[topic].values() if level > 0])[::-1].astype(float)
            if not len(ideal) or not docs:
                continue
            sums["AP" + mark] += found[topic]["map"]
            if not mark:
                sums["bpref"] += found[topic]["bpref"]
            for name, value in by_numpy([judgments[topic].get(doc, 0) for doc in docs], ideal).items():
                sums[name + mark] += value
    return {name: sums[name] / len(judgments) for name in TRADITIONAL + CONDENSED}


def scorer(judged, runs, teams):
    """A function of a run and the team that is left out (or None): its scores."""
    brought = defaultdict(lambda: defaultdict(set))
    for name, run in runs.items():
        for topic, docs in run.items():
            for doc in docs[:DEPTH]:
                brought[topic][doc].add(teams[name])

    @functools.cache
    def without(team):
        alone = lambda topic, doc: brought[topic].get(doc) == {team}
        return {topic: {doc: level for doc, level in docs.items() if not alone(topic, doc)} for topic, docs in judged.items()}

    return functools.cache(lambda run, team: scores(without(team), runs[run]))


def claims(score, teams, chosen):
    """Returns for each claim if it holds in one draw."""
    import numpy as np

    full = {run: score(run, None) for run in chosen}
    change, rise = defaultdict(list), defaultdict(list)
    place = lambda means, run, name: 1 + sum(means[other][name] > means[run][name] for other in chosen)
    for run in chosen:
        means = {other: score(other, teams[run]) for other in chosen}
        for name in TRADITIONAL + CONDENSED:
            change[name].append(means[run][name] / full[run][name] - 1)
            rise[name].append(place(full, run, name) - place(means, run, name))
    size = lambda name: np.mean(np.abs(change[name]))
    return {
        "new-team-overestimated": all(np.mean(change[name]) > 0 for name in CONDENSED),
        "new-team-underestimated": all(np.mean(change[name]) < 0 for name in TRADITIONAL),
        "overestimate-larger": all(size(name + "'") > size(name) for name in TRADITIONAL),
        "new-team-rank-condensed": np.mean([rise[name] for name in CONDENSED]) > 0,
        "new-team-rank-traditional": np.mean([rise[name] for name in TRADITIONAL]) < 0,
    }


def of_new_teams(laboratory):
    """Five claims on two collections hold in the number of draws that check.json reports."""
    import polars

    if not os.environ.get("REJUDGE_DATA"):
        raise Skipped("REJUDGE_DATA is not set")
    results = laboratory.results()
    found = {(of["claim"], of["collection"]): of["holds"] for of in json.loads((results / "check.json").read_text())["claims"]}
    choices = polars.read_parquet(results / "choices.parquet")
    compared = []
    for name, folder in FOLDERS.items():
        judged, runs, teams = collection(Path(os.environ["REJUDGE_DATA"]) / folder)
        score = scorer(judged, runs, teams)
        drawn = choices.filter(polars.col("collection") == name)
        draws = drawn["draw"].unique().sort().to_list()
        held = defaultdict(int)
        for draw in draws:
            for claim, holds in claims(score, teams, drawn.filter(polars.col("draw") == draw)["run"].to_list()).items():
                held[claim] += bool(holds)
        for claim, count in held.items():
            compared.append(f"{claim} on {name}: {found[claim, name]}")
            demand(found[claim, name] == f"{count}/{len(draws)}", f"{compared[-1]} in check.json, {count} by other means")
    demand(len(compared) == 10, f"ten of them are compared: {compared}")
    return "; ".join(compared)
