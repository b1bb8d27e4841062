"""An audit of hundreds of runs with tens of thousands of pairs does not hold all their values in memory."""

import random
import sys

from laboratory import called, demand

RUNS, TOPICS, DOCUMENTS, RETRIEVED = 400, 10, 60, 20
# Starts a command, and prints its peak memory in MiB. A child process inherits the peak of its parent, which is small
# here.
MEASURE = """
import os, subprocess, sys
process = subprocess.Popen(sys.argv[1:], stdout=subprocess.DEVNULL)
_, status, usage = os.wait4(process.pid, 0)
process.returncode = os.waitstatus_to_exitcode(status)
print(usage.ru_maxrss // 1024)
sys.exit(process.returncode)
"""
# MiB. It took 580 when each cell held its pairs, and takes 450 now.
MOST = 520


def files(folder):
    """Writes runs, four per team, and judgments of the five top documents of every 40th run."""
    draw = random.Random(1)
    (folder / "runs").mkdir(parents=True)
    judged = set()
    for run in range(RUNS):
        name, lines = f"t{run // 4:02}__{run % 4}", []
        for topic in range(1, TOPICS + 1):
            documents = draw.sample(range(DOCUMENTS), RETRIEVED)
            # Documents with small numbers are relevant. The later the run, the more of them are at its top.
            documents.sort(key=lambda document: document * run + draw.random() * DOCUMENTS * RUNS)
            judged |= {(topic, document) for document in documents[:5] if run % 40 == 0}
            lines += [f"{topic} Q0 d{d:02} {rank} {RETRIEVED - rank} {name}\n" for rank, d in enumerate(documents, 1)]
        (folder / "runs" / name).write_text("".join(lines))
    lines = [f"{topic} 0 d{document:02} {int(document < 15)}\n" for topic, document in sorted(judged)]
    (folder / "qrels.txt").write_text("".join(lines))


def audited(laboratory):
    """An audit of 400 runs (79,800 pairs) has a low peak of memory."""
    folder = laboratory.folder / "many-runs"
    files(folder)
    # The bootstrap tests all pairs once per draw.
    words = ["audit", "qrels.txt", "runs", "--quiet", "-m", "AP", "--draws", "120", "--jobs", "2", "-o", "out"]
    peak = int(called([sys.executable, "-c", MEASURE, *laboratory.command(*words)], timeout=None, cwd=folder))
    demand(peak < MOST, f"an audit of {RUNS} runs takes {peak} MiB, more than {MOST}")
    return f"{RUNS} runs, {RUNS * (RUNS - 1) // 2} pairs: {peak} MiB"
