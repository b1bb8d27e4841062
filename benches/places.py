"""Knows the paths of the binaries, the workload, and the peers' Python and programs, and describes the machine."""

import os
import platform
import re
import subprocess
from dataclasses import dataclass
from pathlib import Path

from measuring import REPOSITORY

PEERS = REPOSITORY / "benches" / "peers"


@dataclass(frozen=True)
class Places:
    """The paths that every contest uses."""

    rejudge: Path
    kernels: Path
    work: Path
    workload: Path
    python: Path
    scale: float

    @property
    def runs(self):
        return sorted((self.workload / "runs").glob("*.txt"))

    @property
    def compressed(self):
        return sorted((self.workload / "runs-gzip").glob("*.gz"))

    @property
    def qrels(self):
        return self.workload / "qrels.txt"

    @property
    def elinor(self):
        return self.work / "elinor" / "release" / "elinor-peer"

    @property
    def scan(self):
        return self.work / "elinor" / "release" / "scan"

    def peer(self, script, *arguments):
        """Returns the command that runs a script of a Python peer."""
        return (self.python, PEERS / script, *arguments)

    def kernel(self, case, *options, files=True):
        """Returns the command that times a kernel of rejudge."""
        return (self.kernels, case, *(("--files", self.workload) if files else ()), *options)

    def scratch(self, name):
        """Returns a path for the temporary output of a measured command."""
        return self.work / "scratch" / name


def pinned():
    """Returns {peer: version}, as benches/requirements.txt and the Rust peer's lock file pin them."""
    text = (REPOSITORY / "benches" / "requirements.txt").read_text()
    versions = dict(line.split("==") for line in text.splitlines() if "==" in line)
    lock = (PEERS / "elinor" / "Cargo.lock").read_text()
    versions["elinor"] = re.search(r'name = "elinor"\nversion = "([^"]+)"', lock)[1]
    return versions


def machine():
    """Returns a description of this machine, without its name."""
    model = "unknown processor"
    cpuinfo = Path("/proc/cpuinfo")
    if cpuinfo.exists():
        lines = [line for line in cpuinfo.read_text().splitlines() if line.startswith("model name")]
        model = lines[0].split(":", 1)[1].strip() if lines else model
    revision = subprocess.run(["git", "rev-parse", "--short", "HEAD"], cwd=REPOSITORY, capture_output=True, text=True)
    return {
        "processor": model,
        "cores": len(os.sched_getaffinity(0)),
        "system": f"{platform.system()} {platform.machine()}",
        "revision": revision.stdout.strip() or "unknown",
    }
