"""Compares the numbers of the hand-checked case with those worked out by hand.

    compare.py worked.tsv TABLES eval.tsv

worked.tsv holds an exact expression for every line of every table (fractions; `l` is 1/log2 3), eval.tsv is what
`rejudge eval --per-topic` prints. A line that is on one side only is an error: nothing goes unchecked.
"""

import csv
import math
import re
import sys
from pathlib import Path

# Sums of a handful of terms: anything beyond is another number, not rounding.
TOLERANCE = 1e-13
LABELS = {"nDCG(dcg='jk', log=2)@1000": "nDCG"}


def value(expression):
    if not re.fullmatch(r"[0-9l+*/() -]+", expression):
        raise ValueError(f"`{expression}` is no expression of numbers and l")
    return float(eval(expression, {"__builtins__": {}}, {"l": 1 / math.log2(3)}))


def read_worked(path):
    with open(path, newline="") as file:
        lines = csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE)
        return {(w["table"], w["row"], w["column"], w["quantity"]): w["value"] for w in lines}


def read_computed(tables, scores):
    computed = {}
    for path in sorted(Path(tables).glob("*.csv")):
        with open(path, newline="") as file:
            for line in csv.DictReader(file):
                computed[path.stem, line["row"], line["column"], line["quantity"]] = line["mean"]
    with open(scores) as file:
        for line in file:
            run, topic, measure, score = line.rstrip("\n").split("\t")
            computed["eval", run, topic, LABELS.get(measure, measure)] = score
    return computed


def differences(worked, computed):
    for key in sorted(worked.keys() | computed.keys()):
        name = "{0}[{1}]".format(key[0], ", ".join(part for part in key[1:] if part))
        if key not in computed:
            yield f"{name}: worked out as {worked[key]}, not computed"
        elif key not in worked:
            yield f"{name}: computed as {computed[key] or 'nothing'}, not worked out"
        else:
            exact, got = value(worked[key]), float(computed[key] or "nan")
            if not math.isclose(exact, got, rel_tol=TOLERANCE, abs_tol=TOLERANCE):
                yield f"{name}: worked out as {worked[key]} = {exact!r}, computed as {computed[key] or 'nothing'}"


def main(worked_path, tables, scores):
    worked, computed = read_worked(worked_path), read_computed(tables, scores)
    wrong = list(differences(worked, computed))
    for line in wrong:
        print(f"toy: {line}", file=sys.stderr)
    if not worked or wrong:
        return 1
    print(f"toy: {len(worked)} numbers as worked out by hand")
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
