"""What is linked in has the licences, sources and versions of deny.toml, and no known advisory where the database is at hand."""

import os
import subprocess
from pathlib import Path

from laboratory import REPOSITORY, demand

VERSION = "0.18.9"
# Compiling it takes minutes on two cores.
PATIENCE = 1200
TOOLS = REPOSITORY / "target" / "tools"


def cargo_deny():
    """cargo-deny, fetched and compiled into target/tools when it is not there."""
    binary = TOOLS / "bin" / "cargo-deny"
    if binary.exists():
        said = subprocess.run([binary, "--version"], capture_output=True, text=True).stdout
        if VERSION in said:
            return binary
    install = ["cargo", "install", "--quiet", "--locked", "--root", TOOLS, "cargo-deny", "--version", VERSION]
    # It runs for seconds and is compiled for minutes.
    quick = {"CARGO_PROFILE_RELEASE_OPT_LEVEL": "0", "CARGO_PROFILE_RELEASE_LTO": "off"}
    environment = {**os.environ, **quick, "CARGO_TARGET_DIR": str(TOOLS / "target")}
    done = subprocess.run(install, env=environment, capture_output=True, text=True, timeout=PATIENCE)
    demand(done.returncode == 0, f"cargo install cargo-deny: {done.stderr.strip()[-500:]}")
    return binary


def database():
    """Whether advisories were fetched before (`cargo deny fetch`), since a test asks no network but the registries."""
    home = Path(os.environ.get("CARGO_HOME", Path.home() / ".cargo"))
    return any((home / "advisory-dbs").glob("*")) if (home / "advisory-dbs").is_dir() else False


def as_allowed(_laboratory):
    checks = ["licenses", "bans", "sources"] + (["advisories"] if database() else [])
    # The crates of every target are looked at, of which a build fetches only its own.
    fetched = subprocess.run(["cargo", "fetch", "--locked"], cwd=REPOSITORY, capture_output=True, text=True)
    demand(fetched.returncode == 0, fetched.stderr.strip()[-500:])
    done = subprocess.run(
        [cargo_deny(), "--offline", "check", "--hide-inclusion-graph", *checks],
        cwd=REPOSITORY,
        capture_output=True,
        text=True,
    )
    demand(done.returncode == 0, (done.stderr or done.stdout).strip()[-3000:])
    return ", ".join(checks) + ("" if database() else "; advisories not asked: no database here (cargo deny fetch)")
