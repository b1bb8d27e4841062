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
from report import Measurements, document, record
from rows import experiments, long_runs, open_data, python, statistics, tables, text

SCRIPTS = REPOSITORY / "benches"
WORK = SCRIPTS / ".work"


def arguments():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("rejudge", type=Path)
    parser.add_argument("kernels", type=Path)
    parser.add_argument("--scale", type=float, default=1.0, help="size of the workload; the targets are for 1")
    parser.add_argument("--only", nargs="+", default=[], metavar="CONTEST", help="run only contests whose names begin with one of these")
    parser.add_argument("--most", type=int, default=None, metavar="N", help="run at most N repetitions")
    parser.add_argument("--output", type=Path, default=REPOSITORY / "results", help="folder of bench.md and bench.json")
    return parser.parse_args()


def places(options):
    folder = WORK / f"workload-{options.scale:g}"
    # We make the workload in a new process, because child processes inherit the peak memory of this one, which has to stay
    # small.
    subprocess.run([sys.executable, SCRIPTS / "workload.py", folder, "--scale", str(options.scale)], check=True)
    (WORK / "scratch").mkdir(exist_ok=True)
    return Places(options.rejudge, options.kernels, WORK, folder, Path(sys.executable), options.scale)


def main():
    options = arguments()
    paths = places(options)
    started = time.monotonic()
    contests = [entry for subject in (text, tables, open_data, long_runs, python, statistics, experiments) for entry in subject.contests(paths)]
    if options.only:
        names = [entry.name for entry in contests]
        contests = [entry for entry in contests if entry.name.startswith(tuple(options.only))]
        if not contests:
            sys.exit(f"bench: no contest begins with {' or '.join(options.only)}; there are {', '.join(names)}")
    measurements = Measurements(machine(), os.getloadavg()[0], options.scale, bool(options.only or options.most))
    for entry in contests:
        began = time.monotonic()
        measured = contest(entry.contestants, options.most)
        print(f"bench: {entry.name}: {time.monotonic() - began:.0f} s", file=sys.stderr, flush=True)
        measurements.add(entry, measured)
    measurements.minutes = (time.monotonic() - started) / 60
    report_text = document(measurements)
    options.output.mkdir(parents=True, exist_ok=True)
    (options.output / "bench.md").write_text(report_text)
    (options.output / "bench.html").write_text(page(measurements))
    (options.output / "bench.json").write_text(json.dumps(record(measurements), indent=1) + "\n")
    print(report_text, end="")
    return 0 if all(entry.holds for entry in measurements.agreements) else 1


if __name__ == "__main__":
    sys.exit(main())
