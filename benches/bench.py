"""Measures every case five times and says whether the median meets its target (see `run`)."""

import json
import os
import platform
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from cases import REPOSITORY, cases, clear

REPETITIONS = 5


def run_once(command):
    """Wall seconds and peak memory in MiB of one run; a failure ends the benchmark."""
    environment = {key: value for key, value in os.environ.items() if key != "REJUDGE_DATA"}
    started = time.perf_counter()
    child = subprocess.Popen(
        command, cwd=REPOSITORY, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True
    )
    said = child.stderr.read()
    _, status, usage = os.wait4(child.pid, 0)
    seconds = time.perf_counter() - started
    # The child has been waited for here.
    child.returncode = os.waitstatus_to_exitcode(status)
    if child.returncode != 0:
        sys.exit(f"bench: `{' '.join(command)}` exits with {child.returncode}: {said.strip()[:500]}")
    return seconds, usage.ru_maxrss / 1024


def measure(binary, case):
    """The case as a dictionary: figures, targets, verdict."""
    if case.prepare:
        run_once([binary, *case.prepare])
    figures, loads = [], []
    for _ in range(REPETITIONS):
        clear(case)
        loads.append(os.getloadavg()[0])
        each = [run_once([binary, *command]) for command in case.commands]
        figures.append((sum(figure[0] for figure in each), max(figure[1] for figure in each)))
    clear(case)
    seconds = [figure[0] for figure in figures]
    median, peak = statistics.median(seconds), max(figure[1] for figure in figures)
    demands = [(median, case.seconds), (peak, case.mebibytes)]
    met = [figure < target for figure, target in demands if target is not None]
    return {
        "case": case.name,
        "about": case.about,
        "seconds": {"median": median, "each": seconds, "target": case.seconds},
        "peak-mebibytes": {"greatest": peak, "target": case.mebibytes},
        "load-before-each": loads,
        "verdict": "no target" if not met else "met" if all(met) else "missed",
    }


def machine():
    """What the figures were measured on, without its name."""
    model = "unknown processor"
    cpuinfo = Path("/proc/cpuinfo")
    if cpuinfo.exists():
        lines = [line for line in cpuinfo.read_text().splitlines() if line.startswith("model name")]
        model = lines[0].split(":", 1)[1].strip() if lines else model
    return {"processor": model, "cores": len(os.sched_getaffinity(0)), "system": f"{platform.system()} {platform.machine()}"}


def markdown(measured, on, load):
    """The table for people."""
    lines = [
        "# Times and memory against the targets",
        "",
        f"Made by `make bench`: {on['cores']} cores ({on['processor']}), {on['system']}. Median of {REPETITIONS} wall times, "
        "greatest peak memory.",
        "",
        f"The load of the machine was {load:.1f} before the first run and between "
        f"{min(min(m['load-before-each']) for m in measured):.1f} and {max(max(m['load-before-each']) for m in measured):.1f} "
        "while measuring, these runs included.",
    ]
    if load > 0.5:
        lines.append("**Other work was running: the times are too long.**")
    lines += ["", "| case | target | measured | from .. to | peak memory | |", "|---|--:|--:|--:|--:|---|"]
    for m in measured:
        seconds, peak = m["seconds"], m["peak-mebibytes"]
        targets = [f"{seconds['target']:g} s"] if seconds["target"] else []
        targets += [f"{peak['target']:,} MiB"] if peak["target"] else []
        span = f"{min(seconds['each']):.2f} .. {max(seconds['each']):.2f} s"
        lines.append(
            f"| {m['case']} | {', '.join(targets) or '-'} | {seconds['median']:.2f} s | {span} | {peak['greatest']:,.0f} MiB | {m['verdict']} |"
        )
    lines += [""] + [f"- {m['case']}: {m['about']}." for m in measured]
    return "\n".join(lines) + "\n"


def main(binary):
    load = os.getloadavg()[0]
    with tempfile.TemporaryDirectory(prefix="rejudge-bench-") as folder:
        measured = [measure(binary, case) for case in cases(Path(folder))]
    on = machine()
    text = markdown(measured, on, load)
    results = REPOSITORY / "results"
    results.mkdir(exist_ok=True)
    (results / "bench.md").write_text(text)
    record = {"machine": on, "load-before": load, "repetitions": REPETITIONS, "cases": measured}
    (results / "bench.json").write_text(json.dumps(record, indent=2) + "\n")
    print(text, end="")


if __name__ == "__main__":
    main(sys.argv[1])
