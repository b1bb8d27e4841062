"""Draws the sets of topics of voorhees-buckley again from the seed, and counts their error rates with numpy."""

import csv
import math
import random
import re

from laboratory import demand

MASK = 2**64 - 1
CELLS, BINS, LEVEL = 20, 21, 0.05
# Unequal means differ by far more than this, since scores have four digits or are simple fractions.
SAME = 1e-12


class Draw:
    """The random numbers of the project by their definition: a seed from BLAKE3 of the root seed and the parts, the
    generator PCG XSL-RR 128/64 (MCG), Lemire's bounded integers, and shuffling by Fisher and Yates from the end."""

    def __init__(self, root, *parts):
        from blake3 import blake3

        hashed = blake3(root.to_bytes(8, "little"))
        for part in parts:
            hashed.update(len(part.encode()).to_bytes(8, "little") + part.encode())
        state, words = int.from_bytes(hashed.digest()[:8], "little"), b""
        for _ in range(4):
            state = (state * 6364136223846793005 + 11634580027462260723) & MASK
            turned, by = ((state >> 18 ^ state) >> 27) & 0xFFFFFFFF, state >> 59
            words += ((turned >> by | turned << (32 - by)) & 0xFFFFFFFF).to_bytes(4, "little")
        self.state = int.from_bytes(words, "little") | 1

    def bits(self):
        self.state = self.state * 0x2360ED051FC65DA44385DF649FCCF645 & (2**128 - 1)
        mixed, by = (self.state >> 64 ^ self.state) & MASK, self.state >> 122
        return (mixed >> by | mixed << (64 - by)) & MASK

    def below(self, bound):
        while True:
            product = (self.bits() >> 32) * bound
            if product & 0xFFFFFFFF >= -bound % 2**32 % bound:
                return product >> 32

    def shuffled(self, count):
        items = list(range(count))
        for last in range(count - 1, 0, -1):
            at = self.below(last + 1)
            items[last], items[at] = items[at], items[last]
        return items


def pairs_of_sets(rule, size, pairs, topics, seed, collection, draw):
    """Yields the pairs of sets of topics that a cell compares."""
    drawn = Draw(seed, "topic-sets", rule, str(size), collection, str(draw))
    for _ in range(pairs):
        if rule == "disjoint-pairs":
            order = drawn.shuffled(topics)
            yield order[:size], order[size : 2 * size]
        else:
            yield tuple([drawn.below(topics) for _ in range(size)] for _ in range(2))


def rates(scores, sets):
    """Returns the numbers of comparisons and swaps by bin. A tie is half a swap. `scores` has a row for each run and a
    column for each topic."""
    import numpy

    first, second = numpy.triu_indices(len(scores), 1)
    compared, swaps = numpy.zeros(BINS), numpy.zeros(BINS)
    for one, other in sets:
        means = [scores[:, chosen].mean(axis=1) for chosen in (one, other)]
        here, there = (mean[first] - mean[second] for mean in means)
        tied = (numpy.abs(here) < SAME) | (numpy.abs(there) < SAME)
        bins = numpy.minimum(numpy.floor(numpy.abs(here) * 100 + 1e-9), BINS - 1).astype(int)
        compared += numpy.bincount(bins, minlength=BINS)
        swaps += numpy.bincount(bins, numpy.where(tied, 0.5, here * there < 0), minlength=BINS)
    return compared, swaps


def matrix(data, name):
    """Returns the scores of a published file, with a row for each run and a column for each topic. Topics are ordered
    by name, and numbers within names by value."""
    import numpy

    with open(data / "scores" / name, newline="") as file:
        _, *rows = csv.reader(file)
    rows.sort(key=lambda row: [int(part) if part.isdigit() else part for part in re.split(r"(\d+)", row[0])])
    return numpy.array([[float(score) for score in row[1:]] for row in rows]).T


FILES = {
    ("trec8-adhoc-scores", "AP"): "adhoc8_ap.csv",
    ("trec8-adhoc-scores", "P@10"): "adhoc8_p10.csv",
    ("trec8-adhoc-scores", "RR"): "adhoc8_rr.csv",
    ("robust2003-scores", "AP"): "robust2003_eff.csv",
    ("clef-ehealth-2015-scores", "AP"): "clefehealth2015_ap.csv",
    ("clef-ehealth-2015-scores", "P@10"): "clefehealth2015_p10.csv",
    ("clef-ehealth-2015-scores", "RR"): "clefehealth2015_rr.csv",
}


def compared_scores(data, collection, measure, runs):
    """Returns the scores that a cell uses: those of all runs, or without the worst quarter of the runs by mean AP."""
    import numpy

    of = {name: matrix(data, FILES[collection, name]) for name in {measure, "AP"}}
    if collection == "robust2003-scores":
        of = {name: scores[:, 50:] for name, scores in of.items()}
    if runs == "all":
        return of[measure]
    means = numpy.array([math.fsum(row) for row in of["AP"]])
    kept = len(means) - int(0.25 * len(means))
    worst_kept = numpy.sort(means)[::-1][kept - 1 : kept + 1]
    demand(worst_kept[0] - worst_kept[1] > SAME, f"{collection}: the runs at the cut are tied")
    return of[measure][means >= worst_kept[0]]


def cells_by_lot(laboratory):
    """Compares 20 random cells: every rate and count, the difference required and the share decided, to 1e-12."""
    import numpy
    import polars

    data, folder = laboratory.data(), laboratory.results("voorhees-buckley")
    cells = polars.read_parquet(folder / "cells.parquet").filter(polars.col("statistic") == "swaps")
    cells = cells.filter(polars.col("kind") == "open")
    seed = 20020811
    by_address = cells.partition_by("address", as_dict=True)
    chosen = random.Random(2002).sample(sorted(by_address), CELLS)
    values = 0
    for address in chosen:
        cell = by_address[address].to_dicts()
        about, found = cell[0], {row["component"]: row["value"] for row in cell}
        rule, _, rest = about["topic_sets"].partition("(")
        given = dict(part.split("=") for part in rest.rstrip(")").split(","))
        scores = compared_scores(data, about["collection"], about["measure"], about["runs"])
        size, pairs = int(given["size"]), int(given.get("pairs", 1000))
        sets = pairs_of_sets(rule, size, pairs, scores.shape[1], seed, about["collection"], about["draw"])
        compared, swaps = rates(scores, sets)
        with numpy.errstate(invalid="ignore"):
            error = swaps / compared
        expected = {"error": swaps.sum() / compared.sum(), "decided": 0.0}
        low = [at for at in range(BINS) if not (error[at:] > LEVEL).any() and compared[at] > 0]
        if low:
            expected |= {"required": low[0] / 100, "decided": compared[low[0] :].sum() / compared.sum()}
        expected |= {f"error-{at:02}": error[at] for at in range(BINS) if compared[at] > 0}
        expected |= {f"pairs-{at:02}": compared[at] for at in range(BINS)}
        name = f"{address[0]} draw {about['draw']}"
        demand(found.keys() == expected.keys(), f"{name}: components that only one side has: {sorted(found.keys() ^ expected.keys())}")
        for component, value in expected.items():
            off = abs(found[component] - value)
            demand(off <= 1e-12, f"{name}: {component} is {found[component]}, but numpy computes {value}")
        values += len(expected)
    return f"{values} numbers of {CELLS} of {len(by_address)} cells are numpy's"
