"""The Python package in a fresh environment: the Python of its pages, its tests and its notebook; and the wheel that users
download, which is optimised as a whole."""

import os
import re
import sys
from pathlib import Path

from laboratory import REPOSITORY, called, demand

CRATE = REPOSITORY / "crates" / "python"
TESTS = CRATE / "tests"
# Seconds; compiling and downloading take minutes.
PATIENCE = 1200
# The limits: bytes of the wheel, which an added dependency would exceed, and seconds of the import. The wheel has 7.04 MB; until
# the commands `rescore`, `agreement`, `convert` and `cache` came, it had less than 7.
LARGEST_WHEEL, LONGEST_IMPORT = 7_250_000, 0.05


def done(laboratory, command, venv=None, cwd=None):
    """Runs a command, which must succeed, and returns its output. The binary is in PATH, because the package's own
    command starts it."""
    paths = [str(Path(laboratory.binary).parent), os.environ["PATH"]]
    if venv:
        paths.insert(0, str(venv / "bin"))
    environment = {**os.environ, "PATH": os.pathsep.join(paths), "CARGO_TARGET_DIR": str(REPOSITORY / "target")}
    return called(command, PATIENCE, cwd=cwd or laboratory.folder, env=environment)


def fresh(laboratory, profile):
    """Builds a wheel by a profile of Cargo. Returns an environment with the pinned packages and the wheel, and the path of
    the wheel."""
    venv = laboratory.folder / "venv"
    done(laboratory, [sys.executable, "-m", "venv", venv])
    pip = [venv / "bin" / "python", "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    done(laboratory, [*pip, "-r", TESTS / "requirements.txt"])
    wheels = laboratory.folder / "wheels"
    build = ["maturin", "build", "--quiet", "--locked", "--compression-level", "9", "--out", wheels]
    build += ["--profile", profile, "--manifest-path", CRATE / "Cargo.toml"]
    done(laboratory, [venv / "bin" / build[0], *build[1:]], venv)
    (wheel,) = wheels.glob("*.whl")
    done(laboratory, [*pip, "--no-deps", wheel])
    return venv, wheel


def snippets(page):
    """Returns the blocks of Python in a page."""
    return re.findall(r"^```py\n(.*?)^```", page.read_text(), re.MULTILINE | re.DOTALL)


def import_time(laboratory, python):
    """Returns the seconds that the import takes, without the start of the interpreter. Of several times the shortest is
    taken, which other load of the machine affects least."""
    code = "import time; t = time.perf_counter(); import rejudge; print(time.perf_counter() - t)"
    return min(float(done(laboratory, [python, "-c", code])) for _ in range(7))


def as_downloaded(laboratory):
    venv, wheel = fresh(laboratory, "wheel")
    python, size = venv / "bin" / "python", wheel.stat().st_size
    demand(size <= LARGEST_WHEEL, f"{wheel.name} has {size} bytes, more than {LARGEST_WHEEL}")
    seconds = import_time(laboratory, python)
    demand(seconds <= LONGEST_IMPORT, f"the import takes {seconds * 1000:.0f} ms, more than {LONGEST_IMPORT * 1000:.0f}")
    tests = tested(laboratory, venv)
    return f"wheel of {size / 1e6:.2f} MB, import {seconds * 1000:.1f} ms, {tests}"


def tested(laboratory, venv):
    """Runs the package's tests. Returns their last line."""
    tests = [venv / "bin" / "python", "-m", "pytest", "-q", "-p", "no:cacheprovider", "--tb=short", TESTS]
    return done(laboratory, tests, venv).strip().splitlines()[-1]


def package(laboratory):
    # The profile of the other tests, whose dependencies are compiled already.
    venv, _ = fresh(laboratory, "dev")
    python, count = venv / "bin" / "python", 0
    for page in (REPOSITORY / "README.md", CRATE / "README.md", REPOSITORY / "docs" / "python.md"):
        for code in snippets(page):
            said = done(laboratory, [python, "-c", code], venv, REPOSITORY)
            demand(said.strip(), f"{page.name} prints nothing: {code}")
            count += 1
    demand(count >= 3, f"only {count} snippets in the pages")
    examples = done(laboratory, [python, TESTS / "check_docs.py"], venv).strip()
    done(laboratory, [python, "-m", "mypy.stubtest", "rejudge._native"], venv)
    done(laboratory, [python, "-m", "mypy", "--config-file", TESTS / "mypy.ini", "-p", "rejudge"], venv)
    done(laboratory, [python, "-m", "mypy", "--config-file", TESTS / "mypy.ini", TESTS / "typed_use.py"], venv)
    tests = tested(laboratory, venv)
    notebook = done(laboratory, [python, TESTS / "notebook.py"], venv).strip()
    return f"{count} snippets, {examples}, {tests}, {notebook}"
