"""The environment of a slow test: the binary, a temporary folder of its own, and the repository."""

import fcntl
import gzip
import hashlib
import lzma
import os
import shutil
import subprocess
import tempfile
from collections import defaultdict
from pathlib import Path

REPOSITORY = Path(__file__).resolve().parents[2]
# Seconds, far more than any of these runs takes. A command that hangs must not take the whole hour.
LIMIT = 600
# The folder with a file for each experiment whose results exist. Each test runs in its own process, which is forked and
# shares the folder.
MADE = Path(tempfile.mkdtemp(prefix="rejudge-made-"))


class Broken(Exception):
    """A failure that a test found, described in a sentence."""


class Skipped(Exception):
    """A missing requirement of a test, described in a sentence."""


def demand(holds, sentence):
    """Ends the test with `sentence` unless `holds`."""
    if not holds:
        raise Broken(sentence)


def called(command, timeout=LIMIT, **settings):
    """Runs a program, which must succeed, and returns its output."""
    command = [*map(str, command)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=timeout, **settings)
    said = (done.stdout + done.stderr).strip()[-1500:]
    demand(done.returncode == 0, f"`{' '.join(command[:6])}` exits with {done.returncode}: {said}")
    return done.stdout


# Experiments whose reports show draws of real runs, which open-scores computes.
WITH_DRAWS = ["sakai-bias", "sakai-ncu"]


class Laboratory:
    """The binary, and a temporary folder that is removed when the test ends."""

    def __init__(self, binary):
        self.binary = binary

    def __enter__(self):
        self.folder = Path(tempfile.mkdtemp(prefix="rejudge-slow-"))
        return self

    def __exit__(self, *_):
        shutil.rmtree(self.folder, ignore_errors=True)

    def command(self, *arguments):
        return [self.binary, *map(str, arguments)]

    def environment(self, data=None):
        """Returns environment variables in which REJUDGE_DATA is `data` (None: as in this process; "": not set)."""
        environment = dict(os.environ)
        if data is not None:
            environment.pop("REJUDGE_DATA", None)
            if data:
                environment["REJUDGE_DATA"] = str(data)
        return environment

    def run(self, *arguments, data=None):
        """Runs the binary; returns its exit code, stdout, stderr."""
        done = subprocess.run(
            self.command(*arguments),
            cwd=REPOSITORY,
            env=self.environment(data),
            capture_output=True,
            text=True,
            timeout=LIMIT,
        )
        return done.returncode, done.stdout, done.stderr

    def succeed(self, *arguments, data=None):
        """Runs the binary, which must exit with 0."""
        code, stdout, stderr = self.run(*arguments, data=data)
        said = " / ".join((stderr or stdout).strip().splitlines()[:3])
        demand(code == 0, f"`rejudge {' '.join(map(str, arguments))}` exits with {code}: {said}")
        return stdout

    def data(self):
        """Returns the folder of the collections' files. Without it, the test is skipped."""
        if not os.environ.get("REJUDGE_DATA"):
            raise Skipped("REJUDGE_DATA names no folder")
        return Path(os.environ["REJUDGE_DATA"])

    def results(self, experiment="sakai-bias"):
        """Returns the folder with results and report of an experiment, for tests that only read them. The binary makes
        and checks them once for all tests."""
        made = MADE / experiment
        with open(MADE / f"{experiment}.lock", "w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            if not made.exists():
                if experiment in WITH_DRAWS:
                    self.draw_real_runs()
                self.succeed("run", experiment, "--quiet")
                self.succeed("report", experiment, "--quiet")
                made.write_text(self.run("check", experiment)[1])
        return REPOSITORY / "results" / experiment

    def draw_real_runs(self):
        """Computes the draws of real runs that reports show, if the data are available."""
        with open(MADE / "open-scores.lock", "w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            self.succeed("run", "open-scores", "--if-available", "--quiet")


def lines(path):
    """Returns the lines of a file, which may be compressed."""
    opened = {".gz": gzip.open, ".xz": lzma.open}.get(path.suffix, open)
    with opened(path, "rt") as stream:
        return stream.read().splitlines()


def judgments(path):
    """Returns {topic: {document: grade}} of judgments in TREC's format."""
    found = defaultdict(dict)
    for line in lines(path):
        topic, _, document, grade = line.split()
        found[topic][document] = int(grade)
    return found


def rankings(path):
    """Returns the tag of a run, and {topic: [(document, rank, score)]} in the order of its lines."""
    found, tag = defaultdict(list), None
    for line in lines(path):
        topic, _, document, rank, score, tag = line.split()
        found[topic].append((document, float(rank), float(score)))
    return tag, found


def bytes_of(folder):
    """Returns {path: checksum} of every parquet and csv file under `folder`."""
    found = sorted(path for form in ("*.parquet", "*.csv") for path in Path(folder).rglob(form))
    return {str(path.relative_to(folder)): hashlib.sha256(path.read_bytes()).hexdigest() for path in found}


def differing(one, other):
    """Returns the names of the files that differ, or that only one of the two has."""
    return sorted(name for name in one.keys() | other.keys() if one.get(name) != other.get(name))
