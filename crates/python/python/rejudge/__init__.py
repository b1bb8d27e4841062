"""Scores of runs, their comparison, and test collections judged again.

Judgments and runs can be data frames (of any library that speaks Arrow's PyCapsule interface), dicts as for pytrec_eval,
arrays, or paths of TREC files. Results are tables, which become data frames of any library that you use.

>>> import rejudge
>>> qrels = {"1": {"a": 1, "b": 0}, "2": {"c": 2}}
>>> run = {"1": {"a": 2.0, "b": 1.0}, "2": {"d": 2.0, "c": 1.0}}
>>> rejudge.evaluate(qrels, run, ["AP", "nDCG@10"])
run  topics      AP  nDCG@10
run       2  0.7500   0.8155

``rejudge.Collection`` judges a collection again: without a team, from a shallower pool, from a sample. ``rejudge.load``
loads a collection by its name.
``rejudge.pytrec_eval`` replaces pytrec_eval. ``rejudge.ir_measures.register()`` makes ir_measures, and with it PyTerrier,
take its numbers from rejudge.
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
    """Opens an experiment, and changes its values if you like.

    ``rejudge.experiment("sakai-bias", changes={"draws.open": 20}).run().table("table-5")`` is a frame of polars.

    Args:
        name: name of the experiment, or path of its YAML.
        changes: new values by their paths in the YAML, ``{"axes.min-rel": [1, 2]}``. A path that ends with ``+`` adds
            the value to a list. With changes, results are written to a temporary folder, so that they do not replace
            the results of the unchanged experiment.

    Returns:
        A ``rejudge.command.Experiment``.
    """
    from rejudge import command

    return command.Experiment(name, changes)


def __getattr__(name: str) -> Any:
    # These modules are imported at first use, because ir_measures may not be installed.
    if name in {"command", "ir_measures", "pytrec_eval"}:
        return import_module(f"rejudge.{name}")
    raise AttributeError(f"module 'rejudge' has no attribute {name!r}")
