"""The environment of a slow test: the binary, a folder of its own, and the repository, which it must not change."""

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
# Far above the time of any of these runs; a hang must not take the whole hour.
LIMIT = 600
# A file for each experiment whose results are made. Tests run in processes of their own, which are forked and share it.
MADE = Path(tempfile.mkdtemp(prefix="rejudge-made-"))


class Broken(Exception):
    """The failure that a test found, in a sentence."""


class Skipped(Exception):
    """A missing requirement of a test, in a sentence."""


def demand(holds, sentence):
    """Ends the test with `sentence` unless `holds`."""
    if not holds:
        raise Broken(sentence)


def called(command, timeout=LIMIT, **settings):
    """The output of a program that must end well."""
    command = [*map(str, command)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=timeout, **settings)
    said = (done.stdout + done.stderr).strip()[-1500:]
    demand(done.returncode == 0, f"`{' '.join(command[:6])}` exits with {done.returncode}: {said}")
    return done.stdout


class Laboratory:
    """The binary, and a temporary folder that goes when the test ends."""

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
        """The environment, with the collections' files in `data` (None: as it is; "": nowhere)."""
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
        """The folder of the collections' files, without which there is nothing to test."""
        if not os.environ.get("REJUDGE_DATA"):
            raise Skipped("REJUDGE_DATA names no folder")
        return Path(os.environ["REJUDGE_DATA"])

    def results(self, experiment="sakai-bias"):
        """The results, report and verdict of an experiment, as this binary makes them, for tests that only read; made once
        for all of them."""
        made = MADE / experiment
        with open(MADE / f"{experiment}.lock", "w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            if not made.exists():
                self.succeed("run", experiment, "--quiet")
                self.succeed("report", experiment, "--quiet")
                made.write_text(self.run("check", experiment)[1])
        return REPOSITORY / "results" / experiment


def lines(path):
    """The lines of a file, compressed or not."""
    opened = {".gz": gzip.open, ".xz": lzma.open}.get(path.suffix, open)
    with opened(path, "rt") as stream:
        return stream.read().splitlines()


def judgments(path):
    """{topic: {document: grade}} of a file of TREC."""
    found = defaultdict(dict)
    for line in lines(path):
        topic, _, document, grade = line.split()
        found[topic][document] = int(grade)
    return found


def rankings(path):
    """The tag of a run, and {topic: [(document, rank, score)]} in the order of its lines."""
    found, tag = defaultdict(list), None
    for line in lines(path):
        topic, _, document, rank, score, tag = line.split()
        found[topic].append((document, float(rank), float(score)))
    return tag, found


def bytes_of(folder):
    """Checksum of every parquet and csv file under `folder`, by path."""
    found = sorted(path for form in ("*.parquet", "*.csv") for path in Path(folder).rglob(form))
    return {str(path.relative_to(folder)): hashlib.sha256(path.read_bytes()).hexdigest() for path in found}


def differing(one, other):
    """Names of the files that are not the same in both."""
    return sorted(name for name in one.keys() | other.keys() if one.get(name) != other.get(name))
