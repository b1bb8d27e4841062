"""Prints rows of values.tsv: the families that only NTCIREVAL and its Python port have.

    pip install pyNTCIREVAL==0.0.3
    sed 's/%\\.4f/%.17g/g' ntcir_eval.c > full.c && gcc -o ntcir_eval full.c -lm       (NTCIREVAL 190111)
    python ntcireval.py ./ntcir_eval
"""
import subprocess
import sys
import tempfile

from pyNTCIREVAL import Labeler
from pyNTCIREVAL.metrics import (
    AP, ERR, NCUguBR, NCUguP, NCUrbBR, NCUrbP, OMeasure, PMeasure, PPlusMeasure, QMeasure, nERR)

CASES = [
    (".203p0.10...0.0103302.02p.2.01..03p0.01200..102..00..000.02p", "0310101200031111000011010"),
    ("3020..2..01p323.0..p113pp....2p1.30p..10", "10122111211101111310"),
    (".p0.2", "31"),
    ("102030", "3000"),
    ("1", "320"),
    ("0.1201", "3330"),
]
GAINS = [[1.0, 2.0, 3.0], [1.0, 5.0, 10.0]]
STOPS = [3.0, 1.0, 2.0]


def judged(ranking, missed):
    documents = [f"r{i}" for i in range(len(ranking))]
    qrels = {d: int(c) for d, c in zip(documents, ranking) if c in "0123"}
    qrels.update({f"m{i}": int(c) for i, c in enumerate(missed)})
    return documents, qrels


def of_python(labelled, counts, gains, prime):
    metrics = [
        ("O-measure{}", OMeasure(counts, gains, 1.0)),
        ("O-measure{}(beta=10)", OMeasure(counts, gains, 10.0)),
        ("P-measure{}", PMeasure(counts, gains, 1.0)),
        ("P+{}", PPlusMeasure(counts, gains, 1.0)),
        ("P+{}(beta=0.5)", PPlusMeasure(counts, gains, 0.5)),
        ("AP{}(norm='min')@5", AP(counts, gains, 5)),
        ("Q{}@5", QMeasure(counts, gains, 1.0, 5)),
        ("Q{}(beta=10)@20", QMeasure(counts, gains, 10.0, 20)),
        ("NCU{}(stop='gu',beta=0)", NCUguP(counts, gains, gains)),
        ("NCU{}(stop='gu')", NCUguBR(counts, gains, gains, 1.0)),
        ("NCU{}(stop='gu',weights={{1:3,2:1,3:2}})", NCUguBR(counts, gains, STOPS, 1.0)),
        ("NCU{}(stop='rb',gamma=0.95,beta=0)", NCUrbP(counts, gains, 0.95)),
        ("NCU{}(stop='rb',gamma=0.7,beta=10)", NCUrbBR(counts, gains, 0.7, 10.0)),
        ("ERR{}(stop='gain')", ERR(counts, gains)),
        ("nERR{}(stop='gain')@10", nERR(counts, gains, 10)),
        ("nERR{}(stop='gain')@2", nERR(counts, gains, 2)),
    ]
    return [f"{name.format(prime)}={float(metric.compute(labelled))!r}" for name, metric in metrics]


def of_c(program, labelled, qrels, gains, prime):
    with tempfile.NamedTemporaryFile("w", suffix=".rel") as rel:
        rel.writelines(f"{d} L{level}\n" for d, level in qrels.items())
        rel.flush()
        lines = "".join(f"{d} L{qrels[d]}\n" if d in qrels else f"{d}\n" for d, _ in labelled)
        command = [program, "compute", "-r", rel.name, "-g", ":".join(f"{g:g}" for g in gains), "-gap"]
        output = subprocess.run(command + ["-j"] * bool(prime), input=lines, capture_output=True, text=True).stdout
    values = [line.split("=") for line in output.splitlines() if "=" in line and "#" not in line]
    values = {name.strip(): value.strip() for name, value in values}
    # NTCIREVAL's GAP has the levels as thresholds only if the gains are linear.
    names = [("GAP" + prime, "GAP")] if gains == GAINS[0] else []
    if prime:
        names += [(name, name) for name in ("bpref_relative", "rpref_N", "rpref_relative", "rpref_relative2")]
    return [f"{ours}={values[theirs]}" for ours, theirs in names]


for ranking, missed in CASES:
    for gains in GAINS:
        documents, qrels = judged(ranking, missed)
        pairs = []
        for prime in ("", "'"):
            labeler = Labeler(qrels, is_condensed=bool(prime))
            labelled = [(d, level) for d, level in labeler.label(documents) if not prime or d in qrels]
            pairs += of_python(labelled, labeler.compute_per_level_doc_num(4), gains, prime)
            pairs += of_c(sys.argv[1], labelled, qrels, gains, prime)
        print("pyNTCIREVAL", ranking, missed, ",".join(f"{g:g}" for g in gains), 1, 17, " ".join(pairs), sep="\t")
