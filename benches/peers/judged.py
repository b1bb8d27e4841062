"""Compares judges, and bounds the scores of runs that have unjudged documents, as a user of Python would.

python judged.py kappa QRELS JUDGE..     prints each judge, and Cohen's kappa over the pairs that both label
python judged.py bounds QRELS RUN..      prints each run, and the least and greatest mean of RBP with p = .8
"""

import sys
from pathlib import Path


def qrels(path):
    """Returns {topic: {document: level}}."""
    judged = {}
    with open(path) as lines:
        for topic, _, document, level in map(str.split, lines):
            judged.setdefault(topic, {})[document] = int(level)
    return judged


def kappa(people, *judges):
    from sklearn.metrics import cohen_kappa_score

    levels = {(topic, document): level for topic, judged in qrels(people).items() for document, level in judged.items()}
    for path in judges:
        given = {(topic, document): level for topic, judged in qrels(path).items() for document, level in judged.items()}
        both = levels.keys() & given.keys()
        value = cohen_kappa_score([levels[pair] for pair in both], [given[pair] for pair in both])
        print(f"{Path(path).stem}\t{value:.6f}")


def bounds(judgments, *runs, persistence=0.8):
    """Prints the extremes of RBP: unjudged documents count as nonrelevant, or as relevant (Moffat and Zobel 2008)."""
    import numpy

    judged = qrels(judgments)
    for path in runs:
        ranked = {}
        with open(path) as lines:
            for topic, _, document, _, score, _ in map(str.split, lines):
                if topic in judged:
                    ranked.setdefault(topic, []).append((float(score), document))
        least = greatest = 0.0
        for topic, documents in ranked.items():
            documents.sort(reverse=True)
            levels = numpy.array([judged[topic].get(document, -1) for _, document in documents])
            weights = (1 - persistence) * persistence ** numpy.arange(len(levels))
            least += weights[levels >= 1].sum()
            greatest += weights[levels != 0].sum()
        print(f"{Path(path).stem}\t{least / len(judged):.6f}\t{greatest / len(judged):.6f}")


if __name__ == "__main__":
    globals()[sys.argv[1]](*sys.argv[2:])
