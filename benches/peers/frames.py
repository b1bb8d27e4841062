"""Measures AP, nDCG@10, bpref and RR from rows in memory, with one library per call. Making the rows is not timed.

python frames.py rejudge|pytrec_eval|ir_measures|ranx frame|dict TOPICS DOCUMENTS [REPETITIONS]     prints a line of JSON
"""

import gc
import json
import resource
import sys
import threading
import time

NAMES = ("AP", "nDCG@10", "Bpref", "RR")
TREC = dict(zip(NAMES, ("map", "ndcg_cut_10", "bpref", "recip_rank")))
REPETITIONS = 5


def frames(topics, documents):
    """Returns judgments of a tenth of a run's documents, and the run. They are the same at each call."""
    import numpy
    import polars

    draw = numpy.random.default_rng(1)
    ids = polars.Series("doc_id", numpy.arange(2_000_000)).cast(polars.String).str.zfill(10)
    rows = topics * documents
    place = numpy.arange(rows)
    qid = (polars.Series("query_id", place // documents).cast(polars.String)).alias("query_id")
    doc = ids.gather((place * 7919) % len(ids)).alias("doc_id")
    run = polars.DataFrame([qid, doc, polars.Series("score", draw.random(rows) * 100)])
    judged = (place % documents < documents // 5) & (place % 2 == 0)
    levels = polars.Series("relevance", draw.integers(0, 4, rows))
    return run.filter(judged).select("query_id", "doc_id").with_columns(levels.filter(judged)), run


def dicts(frame):
    """Returns a frame as a dict of dicts, as in the documentation of pytrec_eval."""
    found = {}
    for topic, document, number in frame.iter_rows():
        found.setdefault(topic, {})[document] = number
    return found


def rejudge(qrels, run):
    import rejudge as library

    means = library.evaluate(qrels, run, NAMES, topics="qrels").to_dict()
    return {name: means[name][0] for name in NAMES}


def pytrec_eval(qrels, run):
    import pytrec_eval as library

    qrels, run = (of if isinstance(of, dict) else dicts(of) for of in (qrels, run))
    scores = library.RelevanceEvaluator(qrels, set(TREC.values())).evaluate(run)
    return {name: sum(of[there] for of in scores.values()) / len(qrels) for name, there in TREC.items()}


def ir_measures(qrels, run):
    import ir_measures as library

    if not isinstance(run, dict):
        qrels, run = qrels.to_pandas(), run.to_pandas()
    measures = {name: library.parse_measure(name) for name in NAMES}
    found = library.calc_aggregate(measures.values(), qrels, run)
    return {name: found[measure] for name, measure in measures.items()}


def ranx(qrels, run):
    from ranx import Qrels, Run, evaluate

    if isinstance(run, dict):
        qrels, run = Qrels.from_dict(qrels), Run.from_dict(run)
    else:
        # ranx needs columns of objects.
        columns = {"q_id_col": "query_id", "doc_id_col": "doc_id"}
        text = {"query_id": object, "doc_id": object}
        qrels = Qrels.from_df(qrels.to_pandas().astype(text), score_col="relevance", **columns)
        run = Run.from_df(run.to_pandas().astype(text), score_col="score", **columns)
    found = evaluate(qrels, run, ["map", "ndcg@10", "bpref", "mrr"])
    return dict(zip(NAMES, found.values()))


class Resident:
    """Measures the additional memory that a call takes. The memory is read every few milliseconds, or less often if the
    library holds the interpreter's lock."""

    def __enter__(self):
        self.before = self.peak = self.now()
        self.ended = threading.Event()
        self.thread = threading.Thread(target=self.watch)
        self.thread.start()
        return self

    def __exit__(self, *_):
        self.ended.set()
        self.thread.join()

    def watch(self):
        while not self.ended.wait(0.003):
            self.peak = max(self.peak, self.now())

    @staticmethod
    def now():
        """Returns the memory of this process in megabytes."""
        with open("/proc/self/statm") as file:
            return int(file.read().split()[1]) * resource.getpagesize() / 1e6

    def additional(self):
        return max(self.peak, self.now()) - self.before


def main(library, form, topics, documents, repetitions=REPETITIONS):
    qrels, run = frames(int(topics), int(documents))
    if form == "dict":
        qrels, run = dicts(qrels), dicts(run)
    few = frames(3, 10)
    # The first call of a library is not timed, since it may compile or import.
    globals()[library](*(few if form == "frame" else map(dicts, few)))
    gc.collect()
    seconds, additional = [], []
    for _ in range(int(repetitions)):
        with Resident() as resident:
            started = time.perf_counter()
            figures = globals()[library](qrels, run)
            seconds.append(time.perf_counter() - started)
        additional.append(resident.additional())
    print(json.dumps({"seconds": seconds, "figures": figures | {"MB beside the rows": max(additional)}}))


if __name__ == "__main__":
    main(*sys.argv[1:])
