"""Debian's packages, for the tools that tests need and a machine may not have."""

import os
import shutil
import subprocess


class CannotInstall(Exception):
    """Why packages cannot be had."""


def install(packages):
    """Installs packages, which only root can."""
    if os.geteuid() != 0 or not shutil.which("apt-get"):
        raise CannotInstall("only root can install it, by apt-get")
    environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    for arguments in (["update"], ["install", "--yes", "--no-install-recommends", *packages]):
        done = subprocess.run(["apt-get", "--quiet", *arguments], env=environment, capture_output=True, text=True)
        if done.returncode != 0:
            said = (done.stderr or done.stdout).strip().splitlines()[-1:]
            raise CannotInstall(f"apt-get cannot install {' '.join(packages)}: {' '.join(said)}")
