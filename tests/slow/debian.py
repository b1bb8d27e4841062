"""Installs Debian's packages with the tools that tests need and a machine may lack."""

import fcntl
import os
import shutil
import subprocess
import tempfile
from pathlib import Path


class CannotInstall(Exception):
    """The reason why packages cannot be installed."""


def install(packages):
    """Installs packages. Only root can do that."""
    if os.geteuid() != 0 or not shutil.which("apt-get"):
        raise CannotInstall("only root can install it, by apt-get")
    environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    apt = ["apt-get", "--quiet"]
    # Two tests may want to install at once, and `update` does not wait for apt's own lock.
    lock = open(Path(tempfile.gettempdir()) / "rejudge-slow-apt.lock", "w")
    fcntl.flock(lock, fcntl.LOCK_EX)
    for arguments in (["update"], ["install", "--yes", "--no-install-recommends", *packages]):
        done = subprocess.run([*apt, *arguments], env=environment, capture_output=True, text=True)
        if done.returncode != 0:
            said = (done.stderr or done.stdout).strip().splitlines()[-1:]
            raise CannotInstall(f"apt-get cannot install {' '.join(packages)}: {' '.join(said)}")
