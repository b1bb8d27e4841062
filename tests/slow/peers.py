"""Compares `rejudge eval` with pyNTCIREVAL on random topics. For the other peers, see the suite `trec_eval` and the
tests of the Python package."""

import re
import sys

from laboratory import REPOSITORY, demand

sys.path.append(str(REPOSITORY / "crates" / "python" / "tests"))
from worlds import world


def ours(laboratory, judgments, run, measures, *rules):
    """Returns {(topic, measure): score} of a run whose documents are in the order of the file."""
    lines = (f"{topic} 0 {document} {grade}\n" for topic, of in judgments.items() for document, grade in of.items())
    (laboratory.folder / "qrels").write_text("".join(lines))
    lines = (f"{topic} Q0 {document} {at} {score!r} me\n" for topic, of in run.items() for at, (document, score) in enumerate(of.items(), 1))
    (laboratory.folder / "run").write_text("".join(lines))
    files = [laboratory.folder / "qrels", laboratory.folder / "run"]
    out = laboratory.succeed("eval", *files, "-q", "--quiet", *rules, *(x for m in measures for x in ("-m", m)))
    rows = (line.split("\t") for line in out.splitlines())
    return {(topic, measure): float(value) for _, topic, measure, value in rows}


def pyntcireval(laboratory):
    """Scores equal those of pyNTCIREVAL on 500 random topics, for raw and condensed lists in the order of the file."""
    from pyNTCIREVAL import Labeler, metrics as m

    judgments, run = world(2)
    gains, cutoff, levels = [1, 2, 3], 10, 4
    of = {
        "RR": lambda x: m.RR(),
        "O-measure": lambda x: m.OMeasure(x, gains, 1.0),
        "P-measure": lambda x: m.PMeasure(x, gains, 1.0),
        "P+": lambda x: m.PPlusMeasure(x, gains, 1.0),
        "AP": lambda x: m.AP(x, gains),
        "AP(norm='min')@10": lambda x: m.AP(x, gains, cutoff),
        "Q": lambda x: m.QMeasure(x, gains, 1.0),
        "Q(beta=0.1)": lambda x: m.QMeasure(x, gains, 0.1),
        "Q@10": lambda x: m.QMeasure(x, gains, 1.0, cutoff),
        "NCU(stop='gu', beta=0)": lambda x: m.NCUguP(x, gains, gains),
        "NCU(stop='gu')": lambda x: m.NCUguBR(x, gains, gains, 1.0),
        "NCU(stop='rb', gamma=0.95, beta=0)": lambda x: m.NCUrbP(x, gains, 0.95),
        "NCU(stop='rb', gamma=0.95)": lambda x: m.NCUrbBR(x, gains, 0.95, 1.0),
        "gRBP": lambda x: m.RBP(x, gains, 0.95),
        "ERR(stop='gain')": lambda x: m.ERR(x, gains),
        "nERR(stop='gain')@10": lambda x: m.nERR(x, gains, cutoff),
        "nDCG(dcg='jk', log=2)@10": lambda x: m.nDCG(x, gains, 2, cutoff),
        "nDCG@10": lambda x: m.MSnDCG(x, gains, cutoff),
        "P@10": lambda x: m.Precision(cutoff),
        "Success@10": lambda x: m.Hit(cutoff),
    }
    primed = {name: re.sub(r"^([A-Za-z+-]+)", r"\1'", name) for name in of}
    mine = ours(laboratory, judgments, run, [*of, *primed.values()], "--preset", "ntcir", "--gains", "1=1,2=2,3=3")
    differences = {}
    for topic, grades in judgments.items():
        # Documents with negative grades count as unjudged. NTCIREVAL has no such grades.
        labels = {document: grade for document, grade in grades.items() if grade >= 0}
        if not any(labels.values()) or topic not in run:
            continue
        for condensed in (False, True):
            labeler = Labeler(labels, is_condensed=condensed)
            counts = labeler.compute_per_level_doc_num(levels)
            ranked = labeler.label(list(run[topic]))
            for name, metric in of.items():
                theirs = metric(counts).compute(ranked) if ranked else 0.0
                name = primed[name] if condensed else name
                differences[f"{name} of {topic}"] = abs(mine[topic, name] - theirs)
    demand(len(differences) >= 10000, f"only {len(differences)} values were compared")
    where, largest = max(differences.items(), key=lambda found: found[1])
    demand(all(difference <= 1e-12 for difference in differences.values()), f"{where} differs by {largest:.3g}")
    return f"pyNTCIREVAL: {len(of)} measures on both lists, {len(differences)} values, largest difference {largest:.3g}"
