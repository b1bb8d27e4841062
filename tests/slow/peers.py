"""`rejudge eval` beside the tools people use now: pytrec_eval (trec_eval 9) and pyNTCIREVAL, on random topics."""

import math
import random
import re

from laboratory import demand

TOPICS = 500
GRADES = [-2, -1, 0, 0, 0, 0, 1, 1, 2, 3]


def world(folder, seed):
    """Judgments {topic: {document: grade}} and one run {topic: [(document, score)]}, written as files: ties, topics
    that one side lacks, graded and negative grades, documents that nobody judged."""
    draw = random.Random(seed)
    judgments, run = {}, {}
    for number in range(TOPICS):
        topic = f"t{number}"
        documents = [f"d{at}" for at in range(draw.choice([3, 10, 40, 120]))]
        draw.shuffle(documents)
        if draw.random() > 0.05:
            judged = documents[: draw.randint(1, len(documents))]
            judgments[topic] = {document: draw.choice(GRADES) for document in judged}
            # A topic of negative grades only ends pytrec_eval's process.
            judgments[topic][documents[0]] = draw.choice([0, 1])
        if draw.random() > 0.05:
            draw.shuffle(documents)
            # Few distinct scores, so that many tie; some differ in double precision only.
            scores = [draw.randint(0, 20) + draw.choice([0, 1e-9]) for _ in documents]
            retrieved = list(zip(documents, scores))[: draw.randint(1, len(documents))]
            run[topic] = retrieved
    qrels = "".join(f"{t} 0 {d} {g}\n" for t, of in judgments.items() for d, g in of.items())
    lines = "".join(f"{t} Q0 {d} {at} {s!r} me\n" for t, of in run.items() for at, (d, s) in enumerate(of, 1))
    (folder / "qrels").write_text(qrels)
    (folder / "run").write_text(lines)
    return judgments, run


def ours(laboratory, measures, *rules):
    """{(topic, measure): score} of the files in the laboratory's folder."""
    files = [laboratory.folder / "qrels", laboratory.folder / "run"]
    out = laboratory.succeed("eval", *files, "-q", "--quiet", *rules, *(x for m in measures for x in ("-m", m)))
    rows = (line.split("\t") for line in out.splitlines())
    return {(topic, measure): float(value) for _, topic, measure, value in rows}


class Largest:
    """The largest difference seen, and where."""

    def __init__(self):
        self.difference, self.where, self.compared = 0.0, None, 0

    def see(self, mine, theirs, where):
        difference = abs(mine - theirs)
        demand(not math.isnan(difference), f"{where}: {mine} and {theirs}")
        self.compared += 1
        if difference > self.difference:
            self.difference, self.where = difference, where

    def check(self, limit, least):
        demand(self.compared >= least, f"only {self.compared} values compared")
        demand(self.difference <= limit, f"{self.where}: off by {self.difference:.3g}")
        return f"{self.compared} values, largest difference {self.difference:.3g}"


# Measures of pytrec_eval; `rejudge` understands the same names. Interpolated precision is left out: trec_eval 10, which
# `rejudge` follows, rounds a recall level to a number of documents in another way than trec_eval 9.
PER_TOPIC = """map Rprec bpref recip_rank infAP binG G ndcg ndcg_rel Rndcg set_P set_relative_P set_recall
    set_map set_F num_ret num_rel num_rel_ret num_nonrel_judged_ret utility""".split()
FAMILIES = ["P", "recall", "ndcg_cut", "map_cut", "relative_P", "success", "Rprec_mult"]


def pytrec_eval(laboratory):
    """Every measure of pytrec_eval, on 500 random topics with ties, missing topics, graded and negative grades."""
    import pytrec_eval

    judgments, run = world(laboratory.folder, 1)
    evaluator = pytrec_eval.RelevanceEvaluator(judgments, set(PER_TOPIC) | set(FAMILIES))
    theirs = evaluator.evaluate({topic: dict(ranking) for topic, ranking in run.items()})
    names = sorted({name for scores in theirs.values() for name in scores if name not in ("runid", "num_q")})
    # A measure is printed by our name for it; the order is that of the names.
    by_topic = {}
    for (topic, _), value in ours(laboratory, names, "--preset", "trec9").items():
        by_topic.setdefault(topic, []).append(value)
    topics = by_topic.keys() - {"all"}
    demand(topics == theirs.keys(), f"topics differ: {sorted(topics ^ theirs.keys())[:5]}")
    largest = Largest()
    for topic, scores in theirs.items():
        demand(len(by_topic[topic]) == len(names), f"{len(by_topic[topic])} measures for {len(names)} names")
        for name, value in zip(names, by_topic[topic]):
            largest.see(value, scores[name], f"{name} of {topic}")
    return f"pytrec_eval: {len(names)} measures, {len(theirs)} topics, {largest.check(1e-9, 20000)}"


def pyntcireval(laboratory):
    """pyNTCIREVAL on 500 random topics: raw and condensed lists in the order of the file."""
    from pyNTCIREVAL import Labeler, metrics as m

    judgments, run = world(laboratory.folder, 2)
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
    mine = ours(laboratory, [*of, *primed.values()], "--preset", "ntcir", "--gains", "1=1,2=2,3=3")
    largest = Largest()
    for topic, grades in judgments.items():
        # NTCIREVAL has no negative grades, which stand for unjudged documents.
        labels = {document: grade for document, grade in grades.items() if grade >= 0}
        if not any(labels.values()) or topic not in run:
            continue
        ranking = [document for document, _ in run[topic]]
        for condensed in (False, True):
            labeler = Labeler(labels, is_condensed=condensed)
            counts = labeler.compute_per_level_doc_num(levels)
            ranked = labeler.label(ranking)
            for name, metric in of.items():
                theirs = metric(counts).compute(ranked) if ranked else 0.0
                name = primed[name] if condensed else name
                largest.see(mine[topic, name], theirs, f"{name} of {topic}")
    return f"pyNTCIREVAL: {len(of)} measures on both lists, {largest.check(1e-12, 10000)}"
