"""Writes diversity.txt: random topics with the values of ndeval and of the equations of the papers.

    python diversity.py 10 > diversity.txt        (needs pyndeval 0.0.8; the argument is the number of topics)

The values of ndeval's measures come from ndeval. It ignores given probabilities, so the values with
`weights='ndeval'` are its own. With unequal probabilities, measures that are sums over intents are computed from
its values for one intent at a time. This script computes the D-measures, DIN, P+Q and nDCG-IA by Eqs. 1 to 9 of
the survey, and the greedy ideal list for unequal probabilities by its definition.
"""

import math
import random
import sys

import pyndeval

CUTOFFS = (5, 10, 20)
SUMS = ["ERR-IA", "alpha-DCG", "P-IA"]


def ndeval(judged, ranking, rel, alpha=0.5, beta=0.5):
    """Returns ndeval's values. `judged` has each document's levels by intent, `ranking` the documents by rank."""
    intents = len(next(iter(judged.values())))
    qrels = [("1", str(i), doc, judged[doc][i]) for doc in judged for i in range(intents)]
    run = [("1", doc, float(-rank)) for rank, doc in enumerate(ranking)]
    names = [f"{name}@{k}" for name in SUMS + ["nERR-IA", "alpha-nDCG", "strec"] for k in CUTOFFS]
    names += ["NRBP", "nNRBP", "MAP-IA"]
    evaluator = pyndeval.RelevanceEvaluator(qrels, names, relevance_level=rel, alpha=alpha, beta=beta)
    return evaluator.evaluate(run)["1"]


def ours(name):
    return name.replace("MAP-IA", "AP_IA").replace("strec", "StRecall").replace("-", "_")


def with_ndeval_weights(name):
    """Returns our name for a measure of ndeval, with the weights of ndeval, which ignores given probabilities."""
    family, _, cutoff = ours(name).partition("@")
    return f"{family}(weights='ndeval')" + ("@" + cutoff if cutoff else "")


def discount(rank):
    return 1 / math.log2(1 + rank)


def dcg(gains):
    return sum(gain * discount(rank) for rank, gain in enumerate(gains, 1))


def blended_ratios(gains, ideal):
    """Returns I(r) BR(r) by rank, with beta = 1."""
    ratios = []
    for rank in range(1, len(gains) + 1):
        found = sum(gain > 0 for gain in gains[:rank])
        blend = (found + sum(gains[:rank])) / (rank + sum(ideal[:rank]))
        ratios.append(blend if gains[rank - 1] > 0 else 0)
    return ratios


def q(gains, ideal, cutoff=None):
    return sum(blended_ratios(gains[:cutoff], ideal)) / min(cutoff or len(ideal), len(ideal))


def p_plus(gains, ideal, cutoff):
    gains = gains[:cutoff]
    if not any(gains):
        return 0
    preferred = gains.index(max(gains)) + 1
    return sum(blended_ratios(gains, ideal)[:preferred]) / sum(gain > 0 for gain in gains[:preferred])


def survey(judged, ranking, probabilities, navigational):
    """Returns the values of the measures of the survey. The gain of a level is the level."""
    intents = range(len(probabilities))
    nothing = (0,) * len(probabilities)
    rows = [judged.get(doc, nothing) for doc in ranking]
    global_gain = lambda row: sum(p * g for p, g in zip(probabilities, row))
    gains = [global_gain(row) for row in rows]
    ideal = sorted((g for g in map(global_gain, judged.values()) if g > 0), reverse=True)
    of_intent = lambda i: [row[i] for row in rows]
    ideal_of = lambda i: sorted((row[i] for row in judged.values() if row[i] > 0), reverse=True)
    found = [i for i in intents if ideal_of(i)]
    din, served = [], set()
    for row in rows:
        counts = [i for i in intents if not (navigational[i] and i in served)]
        din.append(sum(probabilities[i] * row[i] for i in counts))
        served |= {i for i in intents if row[i] > 0}
    values = {"D-Q": q(gains, ideal)}
    for k in (5, 10):
        recall = sum(any(of_intent(i)[:k]) for i in intents) / len(probabilities)
        best = dcg(ideal[:k])
        values[f"I-rec@{k}"] = recall
        values[f"D-nDCG@{k}"] = dcg(gains[:k]) / best
        values[f"D-Q@{k}"] = q(gains, ideal, k)
        values[f"D#-nDCG@{k}"] = 0.5 * recall + 0.5 * dcg(gains[:k]) / best
        values[f"D#-Q(gamma=0.3)@{k}"] = 0.3 * recall + 0.7 * q(gains, ideal, k)
        values[f"DIN-nDCG@{k}"] = dcg(din[:k]) / best
        values[f"DIN#-nDCG@{k}"] = 0.5 * recall + 0.5 * dcg(din[:k]) / best
        values[f"P+Q@{k}"] = sum(
            probabilities[i]
            * (p_plus(of_intent(i), ideal_of(i), k) if navigational[i] else q(of_intent(i), ideal_of(i), k))
            for i in found
        )
        values[f"nDCG_IA@{k}"] = sum(
            probabilities[i] * dcg(of_intent(i)[:k]) / dcg(ideal_of(i)[:k]) for i in found
        )
    return values


def novelty_sum(rows, weights, alpha, worth_of_rank):
    worth, total = list(weights), 0
    for rank, row in enumerate(rows, 1):
        for i, level in enumerate(row):
            if level:
                total += worth[i] * worth_of_rank(rank)
                worth[i] *= 1 - alpha
    return total


def greedy(judged, weights, alpha):
    worth, rest, order = list(weights), dict(judged), []
    while rest:
        value = lambda doc: sum(w for w, level in zip(worth, rest[doc]) if level)
        best = max(rest, key=lambda doc: (value(doc), doc))
        order.append(rest.pop(best))
        worth = [w * (1 - alpha) if level else w for w, level in zip(worth, order[-1])]
    return order


def weighted(judged, ranking, probabilities, alpha=0.5):
    """Returns the values of ndeval's measures with the given probabilities. An intent without documents adds 0."""
    intents = range(len(probabilities))
    found = [i for i in intents if any(row[i] for row in judged.values())]
    values = {}
    for i in found:
        alone = ndeval({doc: (row[i],) for doc, row in judged.items()}, ranking, 1, alpha)
        for name in [f"{name}@{k}" for name in SUMS for k in CUTOFFS] + ["NRBP", "MAP-IA"]:
            values[ours(name)] = values.get(ours(name), 0) + probabilities[i] * alone[name]
    nothing = (0,) * len(probabilities)
    rows = [judged.get(doc, nothing) for doc in ranking]
    # Documents may differ only by rounding errors. The crate computes novelty with these weights, so it rounds alike.
    best = greedy(judged, [p / max(probabilities) for p in probabilities], alpha)
    of_rank = {"alpha_nDCG": discount, "nERR_IA": lambda rank: 1 / rank}
    for name, worth in of_rank.items():
        for k in CUTOFFS:
            values[f"{name}@{k}"] = novelty_sum(rows[:k], probabilities, alpha, worth) / novelty_sum(
                best[:k], probabilities, alpha, worth
            )
    return values


def topic(rng):
    intents = rng.randint(1, 5)
    ids = [f"{a}{b}" for a in "dmz" for b in "abcdefgh"]
    rng.shuffle(ids)
    level = lambda: rng.choice([0, 0, 0, 1, 1, 2])
    judged = {doc: tuple(level() for _ in range(intents)) for doc in ids[: rng.randint(2, 24)]}
    if rng.random() < 0.3:  # an intent without relevant documents
        judged = {doc: (0,) + row[1:] for doc, row in judged.items()}
    ranking = rng.sample(sorted(judged), rng.randint(1, len(judged)))
    for _ in range(rng.randint(0, 6)):
        ranking.insert(rng.randint(0, len(ranking)), f"x{len(ranking)}")
    return judged, ranking


def write(judged, ranking, probabilities, navigational, values):
    print("probabilities", *map(repr, probabilities))
    print("kinds", *("nav" if flag else "inf" for flag in navigational))
    print("judged", *(doc + ":" + "".join(map(str, row)) for doc, row in judged.items()))
    print("ranking", *(doc if doc in judged else "." for doc in ranking))
    print("expected", *(f"{name.replace(' ', '')}={value!r}" for name, value in values.items()))
    print()


def main():
    rng = random.Random(20260)
    wanted = int(sys.argv[1])
    while wanted:
        judged, ranking = topic(rng)
        intents = len(next(iter(judged.values())))
        if not any(level > 1 for row in judged.values() for level in row):
            continue
        wanted -= 1
        uniform, kinds = [1 / intents] * intents, [rng.random() < 0.5 for _ in range(intents)]
        by_default = {ours(name): value for name, value in ndeval(judged, ranking, 1).items()}
        others = ndeval(judged, ranking, 2, 0.3, 0.8)
        for name in ["alpha-nDCG@10", "nERR-IA@5"]:
            by_default[ours(name).replace("@", "(alpha=0.3, rel=2)@")] = others[name]
        by_default["NRBP(alpha=0.3, beta=0.8, rel=2)"] = others["NRBP"]
        write(judged, ranking, uniform, [False] * intents, by_default)
        shares = [rng.randint(1, 9) for _ in range(intents)]
        unequal = [share / sum(shares) for share in shares]
        values = survey(judged, ranking, unequal, kinds) | weighted(judged, ranking, unequal)
        known = ndeval(judged, ranking, 1)
        values |= {with_ndeval_weights(name): value for name, value in known.items() if not name.startswith("strec")}
        write(judged, ranking, unequal, kinds, values)


main()
