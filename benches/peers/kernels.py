"""Times the statistics as users of numpy and SciPy write them, without the start of Python and the reading of files.

    python kernels.py power_gather|power_products SCORES SAMPLES REPETITIONS
    python kernels.py tau_scipy|tau_signs RANKINGS REPETITIONS
    python kernels.py loto_ids QRELS TEAMS DEPTH REPETITIONS RUN..          only AP, with numbers for documents

Each prints a line of JSON with the seconds of each repetition, and figures to compare.
"""

import json
import sys
import time

import leave_out
import numpy


def table(path, dtype=float):
    return numpy.loadtxt(path, dtype=dtype, delimiter="\t", ndmin=2)


def timed(kernel, repetitions, prepared):
    seconds = []
    for _ in range(int(repetitions)):
        started = time.perf_counter()
        figures = kernel(*prepared)
        seconds.append(time.perf_counter() - started)
    print(json.dumps({"seconds": seconds, "figures": figures}))


def centred(scores):
    """Returns the differences of all pairs minus their means, topics by pairs, and |t| of each pair."""
    first, second = numpy.triu_indices(len(scores), 1)
    z = (scores[first] - scores[second]).T
    n = len(z)
    w = z - z.mean(axis=0)
    return w, numpy.abs(z.mean(axis=0)) / (z.std(axis=0, ddof=1) / numpy.sqrt(n))


def asl_figures(asl):
    return {"sum of ASL": float(asl.sum()), "significant pairs": int((asl < 0.05).sum())}


def power_gather(scores, samples):
    """Gathers the topics of each sample, and computes mean and deviation for all pairs at once."""
    w, t = centred(scores)
    n, count = len(w), numpy.zeros(w.shape[1])
    for sample in samples:
        drawn = w[sample]
        mean = drawn.mean(axis=0)
        drawn -= mean
        deviation = numpy.sqrt(numpy.einsum("ij,ij->j", drawn, drawn) / (n - 1))
        count += numpy.abs(mean) / (deviation / numpy.sqrt(n)) >= t
    return asl_figures(count / len(samples))


def power_products(scores, samples):
    """Computes two matrix products with the counts of topics in the samples. Comparing the results needs no division."""
    w, t = centred(scores)
    n = len(w)
    counts = numpy.stack([numpy.bincount(sample, minlength=n) for sample in samples]).astype(float)
    first, second = counts @ w, counts @ (w * w)
    square = t * t
    reached = first * first * (n - 1 + square) >= square * n * second
    return asl_figures(reached.sum(axis=0) / len(samples))


def tau_scipy(rankings):
    from scipy.stats import kendalltau

    pairs = ((first, second) for number, first in enumerate(rankings) for second in rankings[number + 1 :])
    return {"sum of tau": float(sum(kendalltau(first, second).statistic for first, second in pairs))}


def tau_signs(rankings):
    """Multiplies the matrix of signs of the differences of all pairs of items by its transpose."""
    first, second = numpy.triu_indices(rankings.shape[1], 1)
    signs = numpy.sign(rankings[:, first] - rankings[:, second]).astype(numpy.float32)
    balance = (signs @ signs.T).astype(float)
    untied = numpy.sqrt(balance.diagonal())
    taus = balance / untied / untied[:, None]
    return {"sum of tau": float(taus[numpy.triu_indices(len(rankings), 1)].sum())}


def loto_ids(judged, rankings, sets):
    """Computes AP of all runs under each judgment set by a look-up, a running sum and a division, for all runs at once."""
    ranks = numpy.arange(1, rankings[0].shape[1] + 1)
    total = 0.0
    for relevant in sets:
        for topic, ids in enumerate(rankings):
            found = relevant[topic][ids]
            precision = numpy.cumsum(found, axis=1) / ranks
            total += float(((precision * found).sum(axis=1) / max(relevant[topic].sum(), 1)).sum())
    return {"mean AP": total / len(sets) / len(rankings) / len(rankings[0])}


def numbered(qrels, teams, depth, paths):
    """Returns judgments and rankings with numbers for documents. A topic's judged documents are numbered, and all other
    documents share the next number."""
    judged, ranked = {}, {}
    with open(qrels) as lines:
        for topic, _, document, level in map(str.split, lines):
            judged.setdefault(topic, {})[document] = int(level)
    for path in paths:
        run = ranked.setdefault(path.rsplit("/", 1)[-1][: -len(".txt")], {})
        with open(path) as lines:
            for topic, _, document, _, score, _ in map(str.split, lines):
                run.setdefault(topic, []).append((float(score), document))
        for documents in run.values():
            documents.sort(reverse=True)
    tops = {
        run: {topic: [doc for _, doc in docs[: int(depth)]] for topic, docs in topics.items()}
        for run, topics in ranked.items()
    }
    rankings, sets = [], [[] for _ in range(1 + len(leave_out.unique(judged, tops, teams)))]
    numbers_of = {topic: {document: number for number, document in enumerate(docs)} for topic, docs in judged.items()}
    for topic, numbers in numbers_of.items():
        other_number = len(numbers)
        rankings.append(numpy.array([[numbers.get(doc, other_number) for _, doc in run[topic]] for run in ranked.values()]))
    for kept, vectors in zip(leave_out.judgment_sets(judged, tops, teams), sets):
        for topic, numbers in numbers_of.items():
            vectors.append(numpy.array([kept[topic].get(doc, 0) > 0 for doc in numbers] + [False]))
    return judged, rankings, sets


def main(kernel, *arguments):
    if kernel.startswith("power"):
        scores, samples, repetitions = arguments
        return timed(globals()[kernel], repetitions, (table(scores), table(samples, int)))
    if kernel.startswith("tau"):
        rankings, repetitions = arguments
        return timed(globals()[kernel], repetitions, (table(rankings),))
    qrels, teams, depth, repetitions, *runs = arguments
    return timed(loto_ids, repetitions, numbered(qrels, teams, depth, runs))


if __name__ == "__main__":
    main(*sys.argv[1:])
