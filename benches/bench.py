"""Measures rejudge, its peers and the machine's limits, and writes results/bench.md, bench.html and bench.json. benches/run
starts it."""

import argparse
import json
import os
import subprocess
import sys
import time
from pathlib import Path

from measuring import REPOSITORY, contest
from places import Places, machine
from page import page
from report import Found, document, record
from rows import experiments, long_runs, open_data, python, statistics, tables, text

SCRIPTS = REPOSITORY / "benches"
WORK = SCRIPTS / ".work"


def arguments():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("rejudge", type=Path)
    parser.add_argument("kernels", type=Path)
    parser.add_argument("--scale", type=float, default=1.0, help="of the workload; targets are those of 1")
    parser.add_argument("--only", nargs="+", default=[], metavar="CONTEST", help="contests whose names begin so")
    parser.add_argument("--most", type=int, default=None, metavar="N", help="at most so many repetitions")
    parser.add_argument("--output", type=Path, default=REPOSITORY / "results", help="folder of bench.md and bench.json")
    return parser.parse_args()


def places(asked):
    folder = WORK / f"workload-{asked.scale:g}"
    # We make the workload in a new process, because child processes inherit the peak memory of this one, which has to stay
    # small.
    subprocess.run([sys.executable, SCRIPTS / "workload.py", folder, "--scale", str(asked.scale)], check=True)
    (WORK / "scratch").mkdir(exist_ok=True)
    return Places(asked.rejudge, asked.kernels, WORK, folder, Path(sys.executable), asked.scale)


def main():
    asked = arguments()
    at = places(asked)
    started = time.monotonic()
    contests = [each for about in (text, tables, open_data, long_runs, python, statistics, experiments) for each in about.contests(at)]
    if asked.only:
        names = [each.name for each in contests]
        contests = [each for each in contests if each.name.startswith(tuple(asked.only))]
        if not contests:
            sys.exit(f"bench: no contest begins with {' or '.join(asked.only)}; there are {', '.join(names)}")
    found = Found(machine(), os.getloadavg()[0], asked.scale, bool(asked.only or asked.most))
    for each in contests:
        began = time.monotonic()
        here = contest(each.contestants, asked.most)
        print(f"bench: {each.name}: {time.monotonic() - began:.0f} s", file=sys.stderr, flush=True)
        found.add(each, here)
    found.minutes = (time.monotonic() - started) / 60
    text_of_it = document(found)
    asked.output.mkdir(parents=True, exist_ok=True)
    (asked.output / "bench.md").write_text(text_of_it)
    (asked.output / "bench.html").write_text(page(found))
    (asked.output / "bench.json").write_text(json.dumps(record(found), indent=1) + "\n")
    print(text_of_it, end="")
    return 0 if all(each.holds for each in found.agreements) else 1


if __name__ == "__main__":
    sys.exit(main())
