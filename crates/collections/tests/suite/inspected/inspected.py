"""What the inspection of the open collections must find, counted without any of its code (Python 3.11, no packages).

    REJUDGE_DATA=... python crates/collections/tests/suite/inspected/inspected.py

writes runs.tsv and alike.tsv beside this file.
"""

import gzip
import os
from collections import defaultdict
from itertools import combinations, groupby
from pathlib import Path

HERE = Path(__file__).parent
COLLECTIONS = ["clef_ehealth_2015", "trec8_robust_runs", "clef_tar_2017"]
DEPTH = 10


def qrels(folder):
    levels = defaultdict(dict)
    for line in open(folder / "qrels.txt"):
        topic, _, document, level = line.split()
        levels[topic][document] = int(level)
    return levels


def run(path):
    lines = defaultdict(list)
    for line in gzip.open(path, "rt"):
        topic, _, document, rank, score, name = line.split()
        lines[topic].append((float(score), document, int(rank)))
    return name, lines


def by_score(entries):
    return sorted(entries, key=lambda entry: (entry[0], entry[1].encode()), reverse=True)


def by_rank(entries):
    return sorted(entries, key=lambda entry: entry[2])


def completeness(levels, rankings):
    """Topics whose top is judged completely, and those without any judged document in it."""
    tops = [[entry[1] in levels[topic] for entry in ranking[:DEPTH]] for topic, ranking in rankings.items()]
    whole, blank = sum(all(top) for top in tops), sum(not any(top) for top in tops)
    lost = blank if blank <= len(tops) / 4 else 0
    return whole / (len(tops) - lost), whole, lost


def overlap(a, b):
    """Rank-biased overlap to rank 100, by sets of documents."""
    total = of = 0.0
    first, second = set(), set()
    for depth in range(1, min(100, max(len(a), len(b))) + 1):
        first.update(a[depth - 1 : depth])
        second.update(b[depth - 1 : depth])
        total += 0.9 ** (depth - 1) * len(first & second) / depth
        of += 0.9 ** (depth - 1)
    return total / of


def average_precision(levels, documents):
    relevant = total = 0
    for rank, document in enumerate(documents, 1):
        if levels.get(document, 0) > 0:
            relevant += 1
            total += relevant / rank
    return total / sum(level > 0 for level in levels.values())


def main():
    rows, pairs = [], []
    for collection in COLLECTIONS:
        folder = Path(os.environ["REJUDGE_DATA"]) / collection
        levels, orders = qrels(folder), {}
        for path in sorted((folder / "runs").iterdir()):
            name, lines = run(path)
            lines = {topic: entries for topic, entries in lines.items() if topic in levels}
            score_order = {topic: by_score(entries) for topic, entries in lines.items()}
            rank_order = {topic: by_rank(entries) for topic, entries in lines.items()}
            judged = [
                sum(entry[1] in levels[topic] for entry in ranking[:DEPTH]) / len(ranking[:DEPTH])
                for topic, ranking in score_order.items()
            ]
            choices = [completeness(levels, score_order), completeness(levels, rank_order)]
            order = 1 if choices[1][0] > choices[0][0] else 0
            tied = groups = mattering = 0
            bounds = [0.0, 0.0]
            scored = [topic for topic in levels if any(level > 0 for level in levels[topic].values())]
            for topic, ranking in score_order.items():
                for _, group in groupby(ranking, key=lambda entry: entry[0]):
                    verdicts = [levels[topic].get(entry[1]) for entry in group]
                    if len(verdicts) > 1:
                        tied += len(verdicts)
                        groups += 1
                        mattering += len(set(verdicts)) > 1
                for at, sign in enumerate([-1, 1]):
                    if topic in scored:
                        worth = lambda entry: (-entry[0], sign * levels[topic].get(entry[1], 0))
                        bounds[at] += average_precision(levels[topic], [e[1] for e in sorted(ranking, key=worth)])
            rows.append([
                collection, name, len(lines), sum(judged) / len(judged), order, *choices[order][1:],
                sum(len(ranking) for ranking in score_order.values()), tied, groups, mattering,
                *(bound / len(scored) for bound in bounds),
            ])
            orders[name] = {topic: [entry[1] for entry in ranking] for topic, ranking in score_order.items()}
        for a, b in combinations(orders, 2):
            topics = set(orders[a]) | set(orders[b])
            both = [(orders[a].get(topic, []), orders[b].get(topic, [])) for topic in topics]
            # Half of the top ten, or the overlap is not computed: it would be below 0.9 by far.
            if sum(len(set(x[:10]) & set(y[:10])) for x, y in both) < 5 * len(topics):
                continue
            mean = sum(overlap(x, y) for x, y in both) / len(topics)
            if mean >= 0.9:
                pairs.append([collection, *sorted([a, b]), mean, sum(x == y for x, y in both), len(topics)])
    heading = "collection run answered judged order complete lost documents tied groups mattering best worst"
    write("runs.tsv", heading, rows)
    write("alike.tsv", "collection a b overlap same topics", pairs)


def write(name, heading, rows):
    lines = ["\t".join(heading.split())] + ["\t".join(map(str, row)) for row in rows]
    (HERE / name).write_text("\n".join(lines) + "\n")


main()
