"""Scores of runs, their comparison, and test collections judged again.

Judgments and runs come as data frames (whatever speaks Arrow's PyCapsule interface), dicts as pytrec_eval takes
them, or paths of TREC files; results are tables that data frames are made of without a copy.

>>> import rejudge
>>> qrels = {"1": {"a": 1, "b": 0}, "2": {"c": 2}}
>>> run = {"1": {"a": 2.0, "b": 1.0}, "2": {"d": 2.0, "c": 1.0}}
>>> rejudge.evaluate(qrels, run, ["AP", "nDCG@10"])
run  topics      AP  nDCG@10
run       2  0.7500   0.8155

``rejudge.Collection`` judges again: without a team, from a shallower pool, from a sample. ``rejudge.load`` reads one by
its name.
``rejudge.pytrec_eval`` stands in for pytrec_eval; ``rejudge.ir_measures.register()`` makes ir_measures, and with it
PyTerrier, take its numbers from here.
"""

from importlib import import_module
from typing import Any

from rejudge._native import (
    Collection,
    InternalError,
    Judge,
    Plot,
    Qrels,
    Runs,
    Table,
    __version__,
    agreement,
    compare,
    estimates,
    evaluate,
    gate,
    intervals,
    load,
    measures,
    run,
    set_threads,
)

__all__ = [
    "Collection",
    "InternalError",
    "Judge",
    "Plot",
    "Qrels",
    "Runs",
    "Table",
    "__version__",
    "agreement",
    "compare",
    "estimates",
    "evaluate",
    "experiment",
    "gate",
    "intervals",
    "load",
    "measures",
    "run",
    "set_threads",
]


def experiment(name: Any, changes: dict[str, Any] | None = None) -> Any:
    """An experiment, with changes of its values.

    ``rejudge.experiment("sakai-bias", changes={"draws.open": 20}).run().table("table-5")`` is a frame of polars.

    Args:
        name: name of the experiment, or path of its YAML.
        changes: new values by their paths in the YAML, ``{"axes.min-rel": [1, 2]}``; one that ends with ``+`` adds a
            value to a list. The results then go with the report, so that those of the unchanged experiment stay.

    Returns:
        A ``rejudge.command.Experiment``.
    """
    from rejudge import command

    return command.Experiment(name, changes)


def __getattr__(name: str) -> Any:
    # Each is loaded when it is asked for: ir_measures and the command may not be installed.
    if name in {"command", "ir_measures", "pytrec_eval"}:
        return import_module(f"rejudge.{name}")
    raise AttributeError(f"module 'rejudge' has no attribute {name!r}")
