"""Runs the cases on other evaluators, and prints others.md: each value that differs.

    python3 -m pip install pytrec_eval-terrier 'ir_measures[cwl_eval]' ranx 'pandas<3'
    python3 vectors/run.py --trec-eval PATH/trec_eval > vectors/others.md

A tool that is not installed, and trec_eval if it is neither named nor in PATH, has no column. A case is left out for a tool that
lacks the measure, or cannot be told the case's rules.
"""

import argparse
import math
import multiprocessing
import re
import shutil
import subprocess
import sys
import tempfile
import warnings
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from exact import Measure, cases, variants

# Digits of a tool's output, if it has fewer than a double: trec_eval prints four, gdeval (ERR, and nDCG with exponential gains, of ir_measures) five.
PRINTED = {"trec_eval": 4}
# ir_measures has measures of these names with the same parameters.
OF_IR_MEASURES = """AP P RR Rprec R Success nDCG Bpref infAP IPrec SetP SetRelP SetR SetF SetAP NumRet NumRel NumRelRet Judged Accuracy
    RBP ERR""".split()
# `@`: with a cutoff, which is `{k}` in trec_eval's name.
OF_TREC_EVAL = {
    "AP": "map", "AP@": "map_cut.{k}", "P@": "P.{k}", "R@": "recall.{k}", "RR": "recip_rank", "Rprec": "Rprec", "Bpref": "bpref",
    "nDCG": "ndcg", "nDCG@": "ndcg_cut.{k}", "infAP": "infAP", "GMAP": "gm_map", "GMBpref": "gm_bpref", "IPrec@": "iprec_at_recall.{k}",
    "IAP": "11pt_avg", "Success@": "success.{k}", "SetP": "set_P", "SetRelP": "set_relative_P", "SetR": "set_recall", "SetAP": "set_map",
    "SetF": "set_F", "Utility": "utility", "NumRet": "num_ret", "NumRel": "num_rel", "NumRelRet": "num_rel_ret", "RelP@": "relative_P.{k}",
    "NumNonrelRet": "num_nonrel_judged_ret", "RprecMult": "Rprec_mult", "binG": "binG", "G": "G", "Unjudged@": "unj.{k}",
    "TopicRBP": "rbp", "RBPresidual": "rbp_resid",
}  # fmt: skip
OF_RANX = {
    "AP": "map", "P": "precision", "R": "recall", "RR": "mrr", "Rprec": "r-precision", "nDCG": "ndcg", "DCG": "dcg", "Success": "hit_rate",
    "Bpref": "bpref", "SetP": "precision", "SetR": "recall", "SetF": "f1", "RBP": "rbp",
}  # fmt: skip


class Inexpressible(Exception):
    """The tool does not have the measure, or cannot be told the rules."""


class Question:
    """A case as it is put to other tools: a measure, a level, and rules that are not the default."""

    def __init__(self, case):
        self.case, self.measure = case, Measure(case["measure"])
        # A rule may be spelled out although it is the default.
        usual = {"ties": "docno-descending", "score-type": "f64", "topics": "qrels", "max-rank": "all", "gains": "linear", "min-rel": 1, "judged-only": False}
        rules = {key: value for key, value in case.get("parameters", {}).items() if usual.get(key) != value}
        self.words = dict(self.measure.words)
        self.level = int(self.words.pop("rel", rules.pop("min-rel", 1)))
        self.gains = self.words.pop("gains", rules.pop("gains", "linear"))
        self.judged_only = bool(rules.pop("judged-only", False)) or self.measure.condensed
        self.rules = rules

    def only(self, *allowed):
        """Ends unless the rules that are left are among those allowed, each `key` or `key=value`."""
        for key, value in self.rules.items():
            if not {key, f"{key}={value}"} & set(allowed):
                raise Inexpressible
        return self

    def words_of_trec_eval(self):
        """The argument of trec_eval's `-m`."""
        measure = self.measure
        name = OF_TREC_EVAL.get(measure.name + ("@" if measure.at else ""))
        words = self.words
        if name is None or self.gains != "linear" and name not in ("ndcg", "G"):
            raise Inexpressible
        if self.gains == "exponential":
            return name + "." + ",".join(f"{level}={2**level - 1}" for level in range(1, 11))
        if self.gains != "linear":
            return f"{name}.{self.gains}"
        if name in ("rbp", "rbp_resid", "utility"):
            pairs = [f"p={words['p']}"] if "p" in words else [words[key] for key in ("a", "b", "c", "d") if key in words]
            return ".".join([name, *([",".join(pairs)] if pairs else [])])
        # Conventions of other versions and tools, as `rounding` and `form`.
        if set(words) - {"beta", "mult", "points"}:
            raise Inexpressible
        return ".".join([name.format(k=measure.at), *words.values()])


def trec_eval(case, folder, program):
    question = Question(case).only("topics=run", "max-rank")
    options = ["-l", str(question.level)] if question.level != 1 else []
    options += ["-c"] if question.rules.get("topics") != "run" else []
    options += ["-J"] if question.judged_only else []
    options += ["-M", str(question.rules["max-rank"])] if "max-rank" in question.rules else []
    command = [program, *options, "-m", question.words_of_trec_eval(), folder / "qrels", folder / "run"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60)
    rows = [line.split("\t") for line in done.stdout.splitlines()]
    values = [value for name, topic, value in rows if topic == "all"]
    if done.returncode < 0:
        return "crash"
    if done.returncode or not values:
        raise ValueError(f"exit code {done.returncode}")
    return float(values[-1])


def pytrec_eval(case, folder, _):
    import pytrec_eval as tool

    question = Question(case).only("topics=run", "score-type=f32")
    words = question.words_of_trec_eval()
    if re.match(r"rbp|unj|Rprec_mult|11pt_avg\.|utility\.|set_F\.", words) or question.gains != "linear":
        raise Inexpressible
    with open(folder / "qrels") as qrels, open(folder / "run") as run:
        evaluator = tool.RelevanceEvaluator(tool.parse_qrel(qrels), {words}, question.level, question.judged_only)
        scores = evaluator.evaluate(tool.parse_run(run))
    (name,) = next(iter(scores.values())).keys()
    return tool.compute_aggregated_measure(name, [score[name] for score in scores.values()])


def ir_measures(case, folder, _):
    import ir_measures as tool

    question = Question(case).only()
    measure = question.measure
    if measure.name not in OF_IR_MEASURES:
        raise Inexpressible
    family = getattr(tool, measure.name)
    values = {key: measure.get(key) for key in question.words}
    values = {key: value if isinstance(value, str) else float(value) for key, value in values.items()}
    if measure.name in ("RBP", "Accuracy") or question.level != 1:
        values["rel"] = question.level
    if question.judged_only:
        values["judged_only"] = True
    if question.gains == "exponential":
        values["dcg"] = "exp-log2"
    elif question.gains != "linear":
        pairs = [pair.split("=") for pair in question.gains.split(",")]
        if not all(gain.isdigit() for _, gain in pairs):
            raise Inexpressible
        values["gains"] = {int(level): int(gain) for level, gain in pairs}
    if set(values) - set(family.SUPPORTED_PARAMS) or measure.name == "ERR" and not measure.at:
        raise Inexpressible
    asked = family(**values) if values else family
    if measure.at:
        asked = asked @ (float(measure.at) if measure.name == "IPrec" else int(measure.at))
    qrels, run = list(tool.read_trec_qrels(str(folder / "qrels"))), list(tool.read_trec_run(str(folder / "run")))
    try:
        return tool.calc_aggregate([asked], qrels, run)[asked]
    except ValueError as error:
        if "unsupported measures" in str(error).lower():
            raise Inexpressible from None
        raise


def ranx(case, folder, _):
    from ranx import Qrels, Run, evaluate

    question = Question(case).only()
    measure = question.measure
    name = OF_RANX.get(measure.name)
    if name is None or question.judged_only or measure.name == "R" and not measure.at:
        raise Inexpressible
    if question.gains == "exponential" and name in ("ndcg", "dcg"):
        name += "_burges"
    elif question.gains != "linear":
        raise Inexpressible
    if measure.name == "RBP":
        if measure.at or "p" not in question.words:
            raise Inexpressible
        name += "." + f"{float(question.words.pop('p')):.2f}"[2:]
    if question.words:
        raise Inexpressible
    name += f"@{measure.at}" if measure.at else ""
    name += f"-l{question.level}" if question.level != 1 and name.split("@")[0] not in ("ndcg", "dcg") else ""
    return float(evaluate(Qrels.from_file(str(folder / "qrels"), kind="trec"), Run.from_file(str(folder / "run"), kind="trec"), name))


TOOLS = {"trec_eval": trec_eval, "pytrec_eval": pytrec_eval, "ir_measures": ir_measures, "ranx": ranx}
# These get a process for each case, because pytrec_eval keeps parts of the topic before.
REMEMBERS = {"pytrec_eval", "ir_measures"}
PACKAGES = {"pytrec_eval": "pytrec_eval-terrier", "ir_measures": "ir_measures", "ranx": "ranx"}


def number_by(tool, case, program):
    """A tool's number; None if the tool cannot be asked for it; `error` if it gives none."""
    with tempfile.TemporaryDirectory() as folder:
        folder = Path(folder)
        for name in ("qrels", "run"):
            (folder / name).write_text("".join(f"{line}\n" for line in case[name]), encoding="utf-8")
        try:
            return TOOLS[tool](case, folder, program)
        except Inexpressible:
            return None
        except Exception:
            return "error"


def numbers_by(tool, cases, program):
    """The numbers of all cases, from other processes, because some cases end the tool's."""
    pool = None
    for case in cases:
        pool = pool or ProcessPoolExecutor(1, mp_context=multiprocessing.get_context("fork"))
        try:
            yield pool.submit(number_by, tool, case, program).result()
        except BrokenProcessPool:
            yield "crash"
            pool = None
        if pool and tool in REMEMBERS:
            pool.shutdown()
            pool = None
    if pool:
        pool.shutdown()


def agrees(tool, number, case):
    """Returns true if a tool's number is the value of a case, at the digits that the tool prints."""
    if case.get("refused") or isinstance(number, str):
        return bool(case.get("refused")) and number == "error"
    of_gdeval = tool == "ir_measures" and (case["measure"].startswith("ERR") or "exponential" in case.get("parameters", {}).values())
    digits = 5 if of_gdeval else PRINTED.get(tool)
    near = 0.500001 * 10**-digits if digits else 1e-6 if case["measure"].startswith("GM") else 1e-9
    return not math.isnan(number) and abs(number - case["value"]) <= near * max(1, abs(case["value"]) if not digits else 1)


def shown(number):
    return number if isinstance(number, str) else f"{number:.4f}".rstrip("0").rstrip(".")


def cell(tool, number, case):
    """A tool's number in the table, with the convention that it follows if the case lists that."""
    if number is None:
        return ""
    if agrees(tool, number, case):
        return "="
    rules = [other["rule"] for other in list(variants(case))[1:] if not isinstance(number, str) and agrees(tool, number, other)]
    return shown(number) + (f" ({', or '.join(rules)})" if rules else "")


def installed(program):
    """{tool: version} of the tools that are installed."""
    versions = {}
    if program:
        done = subprocess.run([program, "--version"], capture_output=True, text=True)
        versions["trec_eval"] = (done.stderr + done.stdout).split()[-1]
    for tool, package in PACKAGES.items():
        try:
            versions[tool] = version(package)
            # Imported once, before processes are forked.
            __import__(tool)
        except (PackageNotFoundError, ImportError):
            pass
    return versions


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--trec-eval", default=shutil.which("trec_eval"), help="the program")
    program = parser.parse_args().trec_eval
    warnings.simplefilter("ignore")
    tools, every = installed(program), list(cases())
    numbers = {tool: list(numbers_by(tool, every, program)) for tool in tools}
    cells = {tool: [cell(tool, number, case) for number, case in zip(numbers[tool], every)] for tool in tools}
    counts = {tool: Counter({"=": "equal", "": "left out"}.get(text, "differ") for text in cells[tool]) for tool in tools}
    print("# What other evaluators do otherwise\n\n<!-- generated by vectors/run.py -->\n")
    print(f"The {len(every)} cases of [this folder](README.md), each tool as installed, called as its documentation does. A case is left out if the")
    print("tool lacks the measure or cannot be told the rules.\n")
    print("| | " + " | ".join(f"{tool} {number}" for tool, number in tools.items()) + " |\n|---|" + "--:|" * len(tools))
    for word in ("equal", "differ", "left out"):
        print(f"| {word} | " + " | ".join(str(counts[tool][word]) for tool in tools) + " |")
    print("\n`=`: equal; empty: left out; `error`: the tool refuses the files or gives no number; in brackets: the convention that gives this number.\n")
    print("| case | measure | rule | value | " + " | ".join(tools) + " |\n|---|---|---|--:|" + "---|" * len(tools))
    for case, *row in zip(every, *cells.values()):
        if set(row) - {"=", ""}:
            value = "refused" if case.get("refused") else case["exact"] if "/" in case["exact"] else shown(case["value"])
            print("| " + " | ".join([f"`{case['id']}`", f"`{case['measure']}`", case["rule"], value, *row]) + " |")
    return 0


if __name__ == "__main__":
    sys.exit(main())
