"""Scores of runs, their comparison, and test collections judged again.

Judgments and runs come as data frames (whatever speaks Arrow's PyCapsule interface), dicts as pytrec_eval takes
them, or paths of TREC files; results are tables that data frames are made of without a copy.

>>> import rejudge
>>> qrels = {"1": {"a": 1, "b": 0}, "2": {"c": 2}}
>>> run = {"1": {"a": 2.0, "b": 1.0}, "2": {"d": 2.0, "c": 1.0}}
>>> rejudge.evaluate(qrels, run, ["AP", "nDCG@10"])
run  topics      AP  nDCG@10
run       2  0.7500   0.8155

``rejudge.pytrec_eval`` stands in for pytrec_eval; ``rejudge.ir_measures.register()`` makes ir_measures, and with it
PyTerrier, take its numbers from here.
"""

from rejudge._native import (
    InternalError,
    Qrels,
    Runs,
    Table,
    __version__,
    compare,
    evaluate,
    set_threads,
)

__all__ = [
    "InternalError",
    "Qrels",
    "Runs",
    "Table",
    "__version__",
    "compare",
    "evaluate",
    "set_threads",
]
