"""Measures nDCG@10, AP and RR from arrays of scores and labels, topics by documents, with one library per call.

python arrays.py rejudge|numpy TOPICS DOCUMENTS [REPETITIONS]     prints a line of JSON
"""

import json
import sys
import time

import numpy

REPETITIONS = 7


def arrays(topics, documents):
    """Returns labels, a twentieth of them above 0, and scores without ties, in single precision as a model returns them."""
    draw = numpy.random.default_rng(1)
    labels = numpy.where(draw.random((topics, documents)) < 0.05, draw.integers(1, 4, (topics, documents)), 0)
    scores = numpy.argsort(draw.random((topics, documents)), axis=1).astype(numpy.float32)
    return labels, scores


def rejudge(labels, scores):
    import rejudge as library

    means = library.evaluate(labels, scores, ["nDCG@10", "AP", "RR"]).to_dict()
    return {name: means[name][0] for name in ("nDCG@10", "AP", "RR")}


def by_numpy(labels, scores):
    """Computes the measures with the lines that a user of numpy would write."""
    order = numpy.argsort(-scores, axis=1)
    ranked = numpy.take_along_axis(labels, order, axis=1)
    ideal = -numpy.sort(-labels, axis=1)
    discount = 1 / numpy.log2(numpy.arange(2, 12))
    best = ideal[:, :10] @ discount
    ndcg = numpy.divide(ranked[:, :10] @ discount, best, out=numpy.zeros(len(best)), where=best > 0)
    hits = ranked > 0
    ranks = numpy.arange(1, labels.shape[1] + 1)
    precision = numpy.cumsum(hits, axis=1) / ranks
    ap = (precision * hits).sum(axis=1) / numpy.maximum(hits.sum(axis=1), 1)
    rr = hits.any(axis=1) / (hits.argmax(axis=1) + 1)
    return {"nDCG@10": float(ndcg.mean()), "AP": float(ap.mean()), "RR": float(rr.mean())}


def main(library, topics, documents, repetitions=REPETITIONS):
    given, work = arrays(int(topics), int(documents)), {"rejudge": rejudge, "numpy": by_numpy}[library]
    figures, seconds = work(*given), []
    for _ in range(int(repetitions)):
        started = time.perf_counter()
        work(*given)
        seconds.append(time.perf_counter() - started)
    print(json.dumps({"seconds": seconds, "figures": figures}))


if __name__ == "__main__":
    main(*sys.argv[1:])
