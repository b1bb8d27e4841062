"""Rank-biased overlap with ties by the program of Corsi and Urbano (NumPy 2.4.6).

    python crates/stats/tests/suite/oracle/rbo.py RBO.PY

RBO.PY is rbo/Python/rbo.py of github.com/julian-urbano/sigir2024-rbo, commit 0338fd9dee6d51b5c51a40cb72c9fc73837c3a4a
(MIT). It writes rbo.tsv beside this file: two rankings of the same items, from the top, with `=` between tied items and a
blank between groups; the persistence; and the value of w, a and b.
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
    yield "x", "y", "p", *"wab"
    rng = np.random.default_rng(2024)
    for _ in range(200):
        items = int(rng.integers(1, 50))
        # Rankings that have something in common near the top.
        order = lambda: [f"i{item}" for item in np.argsort(np.arange(items) + rng.normal(0, 8, items))]
        x, y = (groups(rng, order()) for _ in range(2))
        p = float(rng.choice([0.5, 0.8, 0.9, 0.95, 0.98]))
        theirs_of = lambda list: [group[0] if len(group) == 1 else set(group) for group in list]
        found = [repr(float(theirs.rbo(theirs_of(x), theirs_of(y), p, ties=ties, score="ext")["ext"])) for ties in "wab"]
        yield *(" ".join("=".join(group) for group in list) for list in (x, y)), repr(p), *found


def main(path):
    spec = importlib.util.spec_from_file_location("corsi_urbano", path)
    theirs = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(theirs)
    lines = ["\t".join(row) + "\n" for row in rows(theirs)]
    (Path(__file__).parent / "rbo.tsv").write_text("".join(lines))


if __name__ == "__main__":
    main(sys.argv[1])
