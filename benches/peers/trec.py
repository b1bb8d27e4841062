"""Runs one of the Python peers on run files, as its documentation shows it.

python trec.py pytrec_eval|pytrec_eval_all|ir_measures|ranx QRELS RUN..      prints run, measure and mean
python trec.py loto QRELS TEAMS DEPTH SETS RUN..                             prints a line of JSON
"""

import json
import sys
import time
from pathlib import Path
from statistics import fmean

FOUR = ("map", "ndcg", "bpref", "infAP")


def tag(path):
    """Returns the name of a run, which is its file's name without the extension."""
    return Path(path).stem


def pytrec_eval(qrels, runs, measures=None):
    import pytrec_eval as peer

    with open(qrels) as file:
        evaluator = peer.RelevanceEvaluator(peer.parse_qrel(file), measures or set(FOUR))
    for path in runs:
        with open(path) as file:
            scores = evaluator.evaluate(peer.parse_run(file))
        for measure in next(iter(scores.values())):
            yield tag(path), measure, fmean(topic[measure] for topic in scores.values())


def pytrec_eval_all(qrels, runs):
    import pytrec_eval as peer

    return pytrec_eval(qrels, runs, peer.supported_measures)


def ir_measures(qrels, runs):
    import ir_measures as peer

    measures = [peer.AP, peer.nDCG, peer.Bpref, peer.infAP]
    evaluator = peer.evaluator(measures, list(peer.read_trec_qrels(str(qrels))))
    for path in runs:
        for measure, mean in evaluator.calc_aggregate(peer.read_trec_run(str(path))).items():
            yield tag(path), dict(zip(measures, FOUR))[measure], mean


def ranx(qrels, runs):
    from ranx import Qrels, Run, evaluate

    judged = Qrels.from_file(str(qrels), kind="trec")
    for path in runs:
        means = evaluate(judged, Run.from_file(str(path), kind="trec"), ["map", "ndcg", "bpref"])
        for measure, mean in means.items():
            yield tag(path), measure, mean


def loto(qrels, teams, depth, sets, *runs):
    """Computes the four measures under each judgment set, and prints the seconds of each set. Runs are parsed before the
    clock starts."""
    import pytrec_eval as peer
    from leave_out import judgment_sets

    with open(qrels) as file:
        judged = peer.parse_qrel(file)
    parsed = {}
    for path in runs:
        with open(path) as file:
            parsed[tag(path)] = peer.parse_run(file)
    # Equal scores are in trec_eval's order, because the documents of the pool depend on it.
    rankings = {
        run: {
            topic: sorted(docs, key=lambda doc: (docs[doc], doc), reverse=True)[: int(depth)]
            for topic, docs in topics.items()
        }
        for run, topics in parsed.items()
    }
    seconds, total = [], 0.0
    kept_sets = judgment_sets(judged, rankings, teams)[: int(sets)]
    for kept in kept_sets:
        started = time.perf_counter()
        evaluator = peer.RelevanceEvaluator(kept, set(FOUR))
        for run in parsed.values():
            total += fmean(topic["map"] for topic in evaluator.evaluate(run).values())
        seconds.append(time.perf_counter() - started)
    mean = total / len(kept_sets) / len(parsed)
    print(json.dumps({"seconds": [sum(seconds)], "each-set": seconds, "figures": {"mean AP": mean}}))


def main(peer, *arguments):
    if peer == "loto":
        return loto(*arguments)
    qrels, *runs = arguments
    for run, measure, mean in globals()[peer](qrels, runs):
        print(f"{run}\t{measure}\t{mean:.6f}")


if __name__ == "__main__":
    main(*sys.argv[1:])
