"""How well twins fit the printed cells: benches/twin_fit.py RESULTS [RESULTS_AFTER]

Reads <paper>/tables/paper/*.csv of one folder of results, or of two to compare, and prints a Markdown table by collection, part and
quantity: of the numeric printed cells how many lie in the 95% interval of the twin's draws, the mean interval score (width
plus 40 times the miss: Gneiting and Raftery, JASA 2007, Eq. 43, alpha .05), mean and standard deviation of
z = (print - mean) / sd, where sd is the interval's width over 2 x 1.96, with the rounding of the print. A cell that every draw of a twin
has alike (topics, runs, teams) is given, not fitted, and is left out. The part says whether
benches/fit_twins.py has looked at the cell (`fitted`) or not (`held out`).
"""

import csv
import math
import statistics
import sys
from pathlib import Path

import fit_twins



def quantity(paper, table, row):
    """What a cell is, in words that tables share."""
    words = {"estimated diff.": "difference", "sensitivity": "power"}
    if row["column"] in words:
        return words[row["column"]]
    if paper == "sakai-bias" and row["column"].startswith("|U_t"):
        return row["column"]
    if paper == "bompada-incomplete":
        return {"table-3": "knee of tau", "table-5": "knee of accuracy"}.get(table, "confusion matrix")
    return row["quantity"] or "tau"


def is_fitted(paper, table, row):
    """Whether the cell is a target of the fit, or prints one of them again."""
    if table == "table-1" or (paper, table) == ("sakai-ncu", "table-3"):
        return row["row"] in ("average R", "average N", "avg rels")
    if paper == "sakai-bias":
        return table in ("table-6", "table-7", "table-9", "table-10") and row["row"] == "full"
    if paper == "sakai-ncu":
        # EVIA 2008 prints AP and Q of IPSJ 2009 again.
        return table == "table-6" and row["row"] in ("rb, beta=0, 1:2:3", "rb, beta=1, 1:2:3") and row["column"] == "gamma=1 (u)"
    return paper == "sakai-late-arrival" and table in ("table-2a", "table-3a")


def cells(folder):
    """(twin, part, quantity) -> rows of value, mean, low, high."""
    found = {}
    for paper in ("sakai-bias", "sakai-ncu", "sakai-late-arrival", "bompada-incomplete"):
        for path in sorted((folder / paper / "tables" / "paper").glob("*.csv")):
            with path.open(newline="") as file:
                rows = list(csv.DictReader(file))
            for row in rows:
                if not row["simulated_by"] or not row["lo"] or not row["value"]:
                    continue
                (value, rounding), (mean, low, high) = fit_twins.number(row), (float(row[key]) for key in ("twin", "lo", "hi"))
                if low == high and (paper, path.stem) in {("sakai-bias", "table-1"), ("sakai-ncu", "table-3"), ("sakai-late-arrival", "table-1"),
                                                          ("bompada-incomplete", "table-1")} or row["column"] == "#runs":
                    continue
                part = "fitted" if is_fitted(paper, path.stem, row) else "held out"
                what = "counts" if path.stem == "table-1" or (paper, path.stem) == ("sakai-ncu", "table-3") else quantity(paper, path.stem, row)
                what = f"{paper} {path.stem} {what}" if "--tables" in sys.argv else f"{paper} {what}"
                found.setdefault((row["simulated_by"], part, what), []).append((value, mean, low, high, rounding))
    return found


def summary(rows):
    inside = sum(low <= value <= high for value, _, low, high, _ in rows)
    score = statistics.fmean(high - low + 40 * max(low - value, value - high, 0.0) for value, _, low, high, _ in rows)
    z = [(value - mean) / math.hypot((high - low) / 3.92, rounding) for value, mean, low, high, rounding in rows]
    spread = f"{statistics.fmean(z):+.1f} | {statistics.pstdev(z):.1f}" 
    return inside, f"{inside} of {len(rows)} | {score:.3g} | {spread}"


def main():
    folders = [cells(Path(name)) for name in sys.argv[1:] if not name.startswith("--")]
    if "--twins" not in sys.argv:
        folders = [merged(found) for found in folders]
    head = " | ".join(["inside | interval score | mean z | sd z"] * len(folders))
    print(f"| twin | part | quantity | {head} |\n|---|---|---|{'---|' * 4 * len(folders)}")
    for key in sorted(set().union(*folders)):
        texts = [summary(found[key])[1] if key in found else " | | | " for found in folders]
        print(f"| {' | '.join(key)} | {' | '.join(texts)} |")
    for part in ("fitted", "held out"):
        texts = []
        for found in folders:
            rows = [row for key, rows in found.items() if key[1] == part for row in rows]
            texts.append(f"{summary(rows)[0]} of {len(rows)} | | | " if rows else " | | | ")
        print(f"| all | {part} | all | {' | '.join(texts)} |")


def merged(found):
    of_all = {}
    for (_, part, what), rows in found.items():
        of_all.setdefault(("all", part, what), []).extend(rows)
    return of_all


if __name__ == "__main__":
    main()
