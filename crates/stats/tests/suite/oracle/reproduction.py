"""The measures of repro_eval 0.5.0 (SciPy 1.17.1, NumPy 2.4.6) on 200 random experiments.

    python crates/stats/tests/suite/oracle/reproduction.py

It writes reproduction.json beside this file. An experiment has a baseline and an advanced run, each in the original and
reproduced: their scores by topic, the scores of a replication with other topics, and lists of documents. `null` is a
value that is not defined.
"""

import json
import math
import warnings
from pathlib import Path

import numpy as np
from repro_eval.measure.document_order import _KTU, _RBO
from repro_eval.measure.effectiveness import RMSE
from repro_eval.measure.overall_effects import DRI, ER
from repro_eval.measure.statistics import ttest

P, DEPTH = 0.95, 1000


def scores(values):
    return {f"t{topic}": {"AP": value} for topic, value in enumerate(values)}


def one(named):
    (value,) = named.values()
    return None if math.isnan(value) or math.isinf(value) else float(value)


def drawn(rng, mean, topics):
    return [round(float(value), 4) for value in rng.beta(4 * mean, 4 - 4 * mean, topics)]


def near(rng, values, spread):
    return [round(float(value), 4) for value in np.clip(values + rng.normal(0, spread, len(values)), 0, 1)]


def lists(rng):
    """Two lists of equal length, since repro_eval's KTU takes no others."""
    length, domain = int(rng.integers(2, 30)), int(rng.integers(30, 50))
    spread = float(rng.choice([0.1, 1, 5, 20]))
    ids = rng.permutation(domain)  # so that the order of the ids means nothing
    order = np.arange(domain)
    original, reproduced = (np.argsort(order + rng.normal(0, of, domain))[:length] for of in (1, spread))
    return [[f"d{ids[place]}" for place in list] for list in (original, reproduced)]


def experiment(rng):
    topics, others = int(rng.integers(2, 30)), int(rng.integers(2, 30))
    baseline, spread = drawn(rng, 0.3, topics), float(rng.choice([0.0, 0.01, 0.1]))
    original = [baseline, near(rng, np.array(baseline) + 0.05, 0.1)]
    reproduced = [near(rng, run, spread) for run in original]
    replicated = [drawn(rng, mean, others) for mean in (0.3, 0.35)]
    documents = lists(rng)
    orig, rep = ({"t": {document: -rank for rank, document in enumerate(list)}} for list in documents)
    effects = lambda other: [one(of(scores(original[1]), scores(original[0]), scores(other[1]), scores(other[0]))) for of in (ER, DRI)]
    tests = lambda other, paired: [one(ttest(scores(x), scores(y), rpd=paired)) for x, y in zip(original, other)]
    return {
        "documents": documents,
        "ktu": dict(_KTU(orig, rep))["t"],
        "rbo": float(dict(_RBO(orig, rep, P, DEPTH))["t"]),
        "original": original,
        "reproduced": reproduced,
        "rmse": [one(RMSE(scores(x), scores(y))) for x, y in zip(original, reproduced)],
        "effects": effects(reproduced),
        "p": tests(reproduced, True),
        "replicated": replicated,
        "replicated_effects": effects(replicated),
        "replicated_p": tests(replicated, False),
    }


warnings.simplefilter("ignore")
rng = np.random.default_rng(2020)
rows = [json.dumps(experiment(rng)) for _ in range(200)]
(Path(__file__).parent / "reproduction.json").write_text("[\n" + ",\n".join(rows) + "\n]\n")
