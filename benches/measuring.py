"""Runs commands and measures them: CPU seconds, wall seconds, peak memory, and the time that a kernel reports."""

import json
import os
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass, field
from pathlib import Path
from shutil import rmtree
from statistics import median

REPOSITORY = Path(__file__).resolve().parents[1]

# We measure without the data, which readers may not have, unless a contestant needs them.
WITHOUT_DATA = {"REJUDGE_DATA": None}


@dataclass(frozen=True)
class Contestant:
    """A program at one task. `commands` run one after another and are measured together; the folders in `fresh` are removed
    before each repetition; `prepare` runs once at the start and is not measured; `few` is the reason for fewer than five
    repetitions."""

    name: str
    commands: tuple
    repetitions: int = 5
    threads: int = 1
    is_kernel: bool = False
    environment: dict = field(default_factory=lambda: dict(WITHOUT_DATA))
    fresh: tuple = ()
    prepare: tuple = ()
    few: str = ""
    version: str = ""


@dataclass
class Sample:
    """The figures and the output of one repetition."""

    cpu: float
    wall: float
    peak: float
    output: str
    kernel: float | None = None
    load: float = 0.0


class Measured:
    """All repetitions of a contestant."""

    def __init__(self, contestant):
        self.contestant = contestant
        self.samples = []

    def values_of(self, metric):
        return [getattr(sample, metric) for sample in self.samples]

    def figure(self, metric):
        """Returns the median seconds, or the greatest peak memory in MB."""
        return max(self.values_of("peak")) if metric == "peak" else median(self.values_of(metric))

    def output(self):
        """Returns the output of the last repetition."""
        return self.samples[-1].output

    def figures(self):
        """Returns the figures that a kernel prints about its result."""
        line = json.loads(self.output())
        return line["figures"] | ({"checksum": line["checksum"]} if "checksum" in line else {})


def threads_of(count):
    """Returns environment variables that make every library start `count` threads."""
    names = ("RAYON_NUM_THREADS", "OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "NUMBA_NUM_THREADS")
    return {name: str(count) for name in names}


def run_once(command, changes, threads):
    """Runs a command to its end. A failure ends the benchmark."""
    environment = dict(os.environ) | threads_of(threads)
    for name, value in changes.items():
        environment.pop(name, None) if value is None else environment.update({name: value})
    with tempfile.TemporaryFile("w+") as out, tempfile.TemporaryFile("w+") as err:
        started = time.perf_counter()
        child = subprocess.Popen(list(map(str, command)), cwd=REPOSITORY, env=environment, stdout=out, stderr=err)
        _, status, usage = os.wait4(child.pid, 0)
        wall = time.perf_counter() - started
        # Popen must know that wait4 has already waited for the child.
        child.returncode = os.waitstatus_to_exitcode(status)
        out.seek(0), err.seek(0)
        if child.returncode != 0:
            sys.exit(f"bench: `{shown(command)}` exits with {child.returncode}: {err.read().strip()[:500]}")
        # Only the beginning is kept: scores and JSON are short, and the text of decompressed runs is not needed.
        output = out.read(1 << 22)
    return Sample(usage.ru_utime + usage.ru_stime, wall, usage.ru_maxrss * 1024 / 1e6, output)


def measure_once(contestant):
    """Runs all commands of a contestant once."""
    for folder in contestant.fresh:
        rmtree(folder, ignore_errors=True)
    load = os.getloadavg()[0]
    samples = [run_once(command, contestant.environment, contestant.threads) for command in contestant.commands]
    whole = Sample(
        sum(sample.cpu for sample in samples),
        sum(sample.wall for sample in samples),
        max(sample.peak for sample in samples),
        samples[-1].output,
        load=load,
    )
    if contestant.is_kernel:
        whole.kernel = median(json.loads(whole.output)["seconds"])
    return whole


def contest(contestants, max_repetitions=None):
    """Measures the contestants in turns, so that other load on the machine affects all equally. Returns {name:
    Measured}."""
    measured = {contestant.name: Measured(contestant) for contestant in contestants}
    for contestant in contestants:
        for command in contestant.prepare:
            run_once(command, contestant.environment, 2)
    rounds = max(contestant.repetitions for contestant in contestants)
    for turn in range(min(rounds, max_repetitions or rounds)):
        for contestant in contestants:
            if turn < contestant.repetitions:
                measured[contestant.name].samples.append(measure_once(contestant))
    for contestant in contestants:
        for folder in contestant.fresh:
            rmtree(folder, ignore_errors=True)
    return measured


def shown(command):
    """Returns the command as a reader would type it: without the folders of this machine, and with long lists of files
    shortened."""
    words = []
    for word in map(str, command):
        word = word.replace(str(REPOSITORY) + "/", "")
        if "/" in word and not word.startswith("-") and " " not in word:
            word = "/".join(word.split("/")[-2:]) if word.count("/") > 2 else word
        words.append(f"'{word}'" if " " in word else word)
    files = [at for at, word in enumerate(words) if word.endswith((".txt", ".gz")) and word.startswith("runs")]
    if len(files) > 3:
        first = words[files[0]]
        words[files[0] : files[-1] + 1] = [f"{first.split('/')[0]}/*.{first.rsplit('.', 1)[1]}({len(files)})"]
    return " ".join(words)
