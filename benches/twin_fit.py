"""Shows how well simulated collections ("twins") fit the printed cells: benches/twin_fit.py RESULTS [RESULTS_AFTER]

Reads <paper>/tables/paper/*.csv of one folder of results, or of two folders to compare, and prints a Markdown table by
collection, part and quantity. *Inside* is the number of numeric printed cells that are in the 95% prediction interval of
the twin's draws, where half a step of the printed digits is allowed. The interval score is the mean of width plus 40 times
the miss (Gneiting and Raftery, JASA 2007, Eq. 43, alpha .05). z is (mean of the draws - printed value) / sd of the draws;
the table has its mean and standard deviation over the cells whose draws differ. The part says how a number was used,
`fitted` or `held out`, according to the key `fitted` of expected.yaml. Numbers that were `given` to a twin (topics, runs,
teams) are left out. *By chance* is the number of cells inside if the printed values of a table and quantity are shuffled
among its cells, as a mean of 50 shuffles.
"""

import csv
import random
import statistics
import sys
from pathlib import Path

PAPERS = ("sakai-bias", "sakai-ncu", "sakai-late-arrival", "bompada-incomplete")


def quantity(paper, table, row):
    """Returns the quantity of a cell, under a name that tables share."""
    words = {"estimated diff.": "difference", "sensitivity": "power"}
    if table == "table-1" or (paper, table) == ("sakai-ncu", "table-3"):
        return "counts"
    if row["column"] in words:
        return words[row["column"]]
    if paper == "sakai-bias" and row["column"].startswith("|U_t"):
        return row["column"]
    if paper == "bompada-incomplete":
        return {"table-3": "knee of tau", "table-5": "knee of accuracy"}.get(table, "confusion matrix")
    return row["quantity"] or "tau"


def cells(folder):
    """Returns {(twin, part, quantity): rows}. A row has value, mean, low, high, sd, half of a step, and the group within
    which values are shuffled."""
    found = {}
    for paper in PAPERS:
        for path in sorted((folder / paper / "tables" / "paper").glob("*.csv")):
            with path.open(newline="") as file:
                rows = list(csv.DictReader(file))
            for row in rows:
                if row["used"] not in ("fitted", "held out"):
                    continue
                numbers = [float(row[key]) for key in ("meant", "twin", "lo", "hi", "sd", "half_step")]
                name = f"{paper} {path.stem}" if "--tables" in sys.argv else paper
                what = quantity(paper, path.stem, row)
                key = (row["simulated_by"], row["used"], f"{name} {what}")
                found.setdefault(key, []).append((*numbers, (paper, path.stem, what)))
    return found


def miss(value, low, high, half):
    """Returns the distance of a number from the interval, or 0 if it is inside. Half a step is a decimal number, which is
    not exact in binary, so a tiny distance counts as 0."""
    beyond = max(low - half - value, value - half - high)
    return beyond if beyond > 1e-9 * half else 0.0


def summary(rows):
    misses = [miss(value, low, high, half) for value, _, low, high, _, half, _ in rows]
    score = statistics.fmean(high - low + 40 * of for (_, _, low, high, *_), of in zip(rows, misses))
    z = [(mean - value) / sd for value, mean, _, _, sd, *_ in rows if sd > 0]
    spread = f"{statistics.fmean(z):+.1f} | {statistics.stdev(z) if len(z) > 1 else 0:.1f}" if z else "- | -"
    inside = misses.count(0.0)
    return inside, f"{inside} of {len(rows)} | {by_chance(rows):.0f} | {score:.3g} | {spread}"


def by_chance(rows, deals=50):
    """Returns the mean number of cells inside if the printed values of a table and quantity are shuffled."""
    tables = {}
    for row in rows:
        tables.setdefault(row[-1], []).append(row)
    inside = 0
    for seed in range(deals):
        draw = random.Random(seed)
        for of_table in tables.values():
            dealt = draw.sample(of_table, len(of_table))
            inside += sum(miss(new[0], old[2], old[3], new[5]) == 0 for new, old in zip(dealt, of_table))
    return inside / deals


def main():
    folders = [cells(Path(name)) for name in sys.argv[1:] if not name.startswith("--")]
    if "--twins" not in sys.argv:
        folders = [merged(found) for found in folders]
    head = " | ".join(["inside | by chance | interval score | mean z | sd z"] * len(folders))
    print(f"| twin | part | quantity | {head} |\n|---|---|---|{'---|' * 5 * len(folders)}")
    for key in sorted(set().union(*folders)):
        texts = [summary(found[key])[1] if key in found else " | | | | " for found in folders]
        print(f"| {' | '.join(key)} | {' | '.join(texts)} |")
    for part in ("fitted", "held out"):
        texts = []
        for found in folders:
            rows = [row for key, rows in found.items() if key[1] == part for row in rows]
            counted = f"{summary(rows)[0]} of {len(rows)} | {by_chance(rows):.0f} | | | "
            texts.append(counted if rows else " | | | | ")
        print(f"| all | {part} | all | {' | '.join(texts)} |")


def merged(found):
    of_all = {}
    for (_, part, what), rows in found.items():
        of_all.setdefault(("all", part, what), []).extend(rows)
    return of_all


if __name__ == "__main__":
    main()
