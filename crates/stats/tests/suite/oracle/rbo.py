"""Rank-biased overlap with ties by the program of Corsi and Urbano (NumPy 2.4.6).

    python crates/stats/tests/suite/oracle/rbo.py RBO.PY

RBO.PY is rbo/Python/rbo.py of github.com/julian-urbano/sigir2024-rbo, commit 0338fd9dee6d51b5c51a40cb72c9fc73837c3a4a
(MIT). It writes rbo.tsv beside this file: two lists, from the top, with `=` between tied items and a blank between
groups; the persistence; and for each of w, a, b the extrapolated value, the lower bound and the upper bound.
"""

import importlib.util
import sys
from pathlib import Path

import numpy as np

np.in1d = np.isin  # NumPy 2.4 has no in1d


def groups(rng, items):
    """Groups of 1 to 5 tied items, most of them of 1."""
    ends, end = [], 0
    while end < len(items):
        end += int(rng.choice([1, 1, 1, 2, 3, 5]))
        ends.append(min(end, len(items)))
    return [items[begin:end] for begin, end in zip([0, *ends], ends)]


def rows(theirs):
    values = [f"{ties}_{value}" for ties in "wab" for value in ("ext", "min", "max")]
    yield "x", "y", "p", *values
    rng = np.random.default_rng(2024)
    for _ in range(200):
        lengths = rng.integers(1, 50, 2)
        domain = int(max(lengths) + rng.integers(0, 20))
        # Lists that have something in common near the top.
        order = lambda length: [f"i{item}" for item in np.argsort(np.arange(domain) + rng.normal(0, 8, domain))[:length]]
        x, y = (groups(rng, order(length)) for length in lengths)
        p = float(rng.choice([0.5, 0.8, 0.9, 0.95, 0.98]))
        theirs_of = lambda list: [group[0] if len(group) == 1 else set(group) for group in list]
        found = []
        for ties in "wab":
            rbo = theirs.rbo(theirs_of(x), theirs_of(y), p, ties=ties, score=("ext", "min", "max"))
            found += [repr(float(rbo[value])) for value in ("ext", "min", "max")]
        yield *(" ".join("=".join(group) for group in list) for list in (x, y)), repr(p), *found


def main(path):
    spec = importlib.util.spec_from_file_location("corsi_urbano", path)
    theirs = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(theirs)
    lines = ["\t".join(row) + "\n" for row in rows(theirs)]
    (Path(__file__).parent / "rbo.tsv").write_text("".join(lines))


if __name__ == "__main__":
    main(sys.argv[1])
