"""Several processes run, report, check and compare in one folder; some are killed, and the files that they read change
meanwhile. At the end the results are those of an undisturbed run, and memory has not grown."""

import os
import random
import shutil
import signal
import subprocess
import sys
import threading
import time
from collections import Counter
from pathlib import Path

from laboratory import Broken, Laboratory, called, demand, differing
from small_world import World

COLLECTION = """\
schema: collection/v1
id: tiny
title: A few lines
kind: open
files: {folder: tiny, qrels: qrels.txt, runs: "runs/*", teams: teams.tsv}
licence: none
obtain: the test writes it
pool-depth: 20
"""

# The exit codes of a disturbed command: success, differences, bad or changing data, nothing to check yet, a shard that
# a signal stopped.
EXPECTED = {0, 1, 3, 4, 85}
PROCESSES = 4
KILLED = 0.3


def peak_of_this_process():
    """Returns the peak memory of this process in MiB, without that of its parent."""
    lines = Path("/proc/self/status").read_text().splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith("VmHWM:")) // 1024


class Soak:
    def __init__(self, laboratory, seconds):
        self.world, self.until = World(laboratory, samples=2000, draws=3), time.monotonic() + seconds
        self.laboratory, self.counts, self.memory, self.broken = laboratory, Counter(), [], []
        self.lock, self.files = threading.Lock(), {}
        world = self.world
        world.succeed("simulate", "tiny-twin", "-o", "twin", "--quiet")
        data = world.folder / "data" / "tiny"
        shutil.copytree(next(path.parent for path in (world.folder / "twin").rglob("qrels.txt")), data)
        world.write("collections/tiny.yaml", COLLECTION)
        text = (world.folder / "experiments/small/experiment.yaml").read_text()
        text = text.replace("[tiny-twin]", "[tiny-twin, tiny]").replace("rows:", "panels: collection, rows:")
        world.write("experiments/small/experiment.yaml", text)
        self.files = {path: path.read_bytes() for path in sorted(data.rglob("*")) if path.is_file()}
        self.environment = laboratory.environment(world.folder / "data")

    def start(self, *words):
        command = self.world.command(*words)
        pipes = {"stdout": subprocess.DEVNULL, "stderr": subprocess.PIPE}
        return subprocess.Popen(command, cwd=self.world.folder, env=self.environment, **pipes)

    def ended(self, process, words):
        """Waits for the process, and records its peak memory. Returns the exit code."""
        said = process.stderr.read().decode(errors="replace")
        # The process is reaped under the lock. Its id cannot be reused before, so that `kill` cannot end another process.
        os.waitid(os.P_PID, process.pid, os.WEXITED | os.WNOWAIT)
        with self.lock:
            _, status, usage = os.wait4(process.pid, 0)
            process.returncode = code = os.waitstatus_to_exitcode(status)
            self.counts[words[0]] += 1
            if code == 0 and words[0] == "run":
                self.memory.append(usage.ru_maxrss)
            if code >= 0 and code not in EXPECTED:
                self.broken.append(f"`rejudge {' '.join(words)}` exits with {code}: {said[-300:]}")
            if "defect of rejudge" in said or code < 0 and code != -signal.SIGKILL:
                self.broken.append(f"`rejudge {' '.join(words)}`: {code}: {said[-300:]}")
        return code

    def choices(self, draw):
        number = draw.randrange(1, 4)
        return draw.choice(
            [
                ["run", "small", "--quiet"],
                ["run", "small", "--quiet", "-s", f"draws={number}"],
                ["run", "small", "--quiet", "--jobs", str(number)],
                ["run", "small", "--quiet", "--shard", f"{number}/3"],
                ["run", "small", "--quiet", "--cached"],
                ["report", "small", "--quiet"],
                ["check", "small"],
                ["diff", "results/small", "results/small"],
                ["plan", "small"],
            ]
        )

    def guarded(self, work, *arguments):
        """Runs `work`; an exception in a thread fails the test."""
        try:
            work(*arguments)
        except Exception as error:
            self.broken.append(f"{type(error).__name__}: {error}")

    def work(self, number):
        draw = random.Random(number)
        while time.monotonic() < self.until and not self.broken:
            words = self.choices(draw)
            process = self.start(*words)
            if draw.random() < KILLED:
                threading.Timer(draw.uniform(0, 0.3), self.kill, [process]).start()
            self.ended(process, words)

    def kill(self, process):
        with self.lock:
            if process.returncode is None:
                self.counts["kills"] += 1
                # Popen.kill could reap the process, and its memory usage would be lost.
                os.kill(process.pid, signal.SIGKILL)

    def edit(self):
        """Files that processes may be reading grow, shrink, vanish or get a new time, and are then restored."""
        draw = random.Random(0)
        while time.monotonic() < self.until and not self.broken:
            path, content = draw.choice(list(self.files.items()))
            how = draw.randrange(4)
            if how == 0:
                path.write_bytes(content + b"1 Q0 another 9999 -9999 x\n" if path.name != "qrels.txt" else content + b"1 0 another 1\n")
            elif how == 1:
                path.write_bytes(content[: len(content) // 2])
            elif how == 2:
                path.unlink()
            else:
                os.utime(path)
            self.counts["edits"] += 1
            time.sleep(draw.uniform(0, 0.2))
            path.write_bytes(content)
            time.sleep(draw.uniform(0, 0.5))

    def run(self):
        threads = [threading.Thread(target=self.guarded, args=[self.work, number]) for number in range(1, PROCESSES + 1)]
        threads.append(threading.Thread(target=self.guarded, args=[self.edit]))
        [thread.start() for thread in threads]
        [thread.join() for thread in threads]
        demand(not self.broken, "; ".join(self.broken[:3]))
        for path, content in self.files.items():
            demand(path.read_bytes() == content, f"{path} was not restored")
        for words in (["run", "small", "--quiet"], ["run", "small", "--quiet", "--cache", "fresh", "--results", "undisturbed"]):
            demand(self.ended(self.start(*words), words) == 0, f"`rejudge {' '.join(words)}` fails when nothing disturbs it")
        # The folder also has the reports of other processes. The files that a run writes must exist and be equal.
        expected, found = self.world.content("undisturbed"), self.world.content("results/small")
        names = differing(expected, {name: found[name] for name in found if name in expected})
        demand(not names, f"these files differ from an undisturbed run's: {', '.join(names)}")
        quarter = max(1, len(self.memory) // 4)
        first, last = (max(of) // 1024 for of in (self.memory[:quarter], self.memory[-quarter:]))
        # A child process inherits the peak memory of this process, so that the peak of a smaller run could not be seen.
        # `getrusage` would include the peak of the parent of this process.
        own = peak_of_this_process()
        demand(first > own, f"no run took more memory than this process, {own} MiB")
        demand(last < 1.5 * first + 32, f"a run took {first} MiB at first and {last} MiB at last")
        commands = sum(count for name, count in self.counts.items() if name not in ("kills", "edits"))
        told = f"{commands} commands, {self.counts['kills']} kills, {self.counts['edits']} edits; a run took {first} MiB at first, {last} MiB at last"
        return f"{told}; every file as an undisturbed run's"


def main():
    binary, seconds = sys.argv[1], float(sys.argv[2])
    with Laboratory(binary) as laboratory:
        try:
            print(f"ok soak: {Soak(laboratory, seconds).run()}")
        except Broken as broken:
            sys.exit(f"FAILED soak: {broken}")


def half_an_hour(laboratory):
    """Runs the soak of `make soak` in a new process. A child process inherits the peak memory of its parent, and
    earlier tests took more memory than any run does."""
    said = called([sys.executable, __file__, laboratory.binary, "1800"], timeout=None)
    return said.strip().removeprefix("ok soak: ")


if __name__ == "__main__":
    main()
