"""Times small calls, as in a program that trains or serves a model: creating evaluators, and scoring topics one by one.

python calls.py rejudge|pytrec_eval beir|all|one|ten CALLS [REPETITIONS]     prints a line of JSON, with the seconds of a call
"""

import json
import sys
import time

REPETITIONS = 5
# The measures of BEIR's evaluation: four, each at six ranks.
RANKS = "1,3,5,10,100,1000"
BEIR = {f"{name}.{RANKS}" for name in ("ndcg_cut", "map_cut", "recall", "P")}
FEW = {"map", "ndcg_cut_10", "recip_rank"}
QRELS = {"1": {f"d{number}": number % 3 for number in range(10)}}


def task(library, name):
    """Returns the call that is timed, as a function without arguments."""
    if name in ("beir", "all"):
        measures = BEIR if name == "beir" else set(library.supported_measures)
        return lambda: library.RelevanceEvaluator(QRELS, measures)
    evaluator = library.RelevanceEvaluator(QRELS, FEW)
    run = {"1": {f"d{number}": float(number) for number in range(1 if name == "one" else 10)}}
    return lambda: evaluator.evaluate(run)


def main(library, name, calls, repetitions=REPETITIONS):
    if library == "rejudge":
        import rejudge.pytrec_eval as module
    else:
        import pytrec_eval as module
    call, seconds = task(module, name), []
    result = call()
    for _ in range(int(repetitions)):
        started = time.perf_counter()
        for _ in range(int(calls)):
            call()
        seconds.append((time.perf_counter() - started) / int(calls))
    print(json.dumps({"seconds": seconds, "figures": result["1"] if isinstance(result, dict) else {}}))


if __name__ == "__main__":
    main(*sys.argv[1:])
