"""The rules of docs/clusters.md under Snakemake: three shards into one cache make the results of an undivided run, also if one
of them is killed at first."""

import os
import re
import subprocess
import sys
from pathlib import Path

from laboratory import REPOSITORY, bytes_of, demand, differing

VERSION = "9.27.1"
# Fetching it takes a minute.
PATIENCE = 600
KILLING = """\
#!/bin/bash
if [[ "$*" == *"--shard 2/3"* && ! -e {killed} ]]; then
    touch {killed}
    timeout -s KILL 0.3 {binary} "$@"
    exit 137
fi
exec {binary} "$@"
"""
# The verdict of a check is no result of the run.
VERDICT = "checks.parquet"


def rules():
    (text,) = re.findall(r"^```snakemake\n(.*?)^```", (REPOSITORY / "docs/clusters.md").read_text(), re.MULTILINE | re.DOTALL)
    return text


def results_in(folder):
    return {name: value for name, value in bytes_of(folder).items() if Path(name).name != VERDICT}


def three_shards(laboratory):
    venv = laboratory.folder / "venv"
    fetch = [[sys.executable, "-m", "venv", venv], [venv / "bin/python", "-m", "pip", "install", "-q", f"snakemake=={VERSION}"]]
    for command in fetch:
        ran = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE)
        demand(ran.returncode == 0, f"{ran.stderr.strip()[-800:]}")
    (laboratory.folder / "Snakefile").write_text(rules())
    # The second shard is killed the first time.
    program = laboratory.folder / "bin/rejudge"
    program.parent.mkdir()
    killed = laboratory.folder / "killed"
    program.write_text(KILLING.format(binary=laboratory.binary, killed=killed))
    program.chmod(0o755)
    path = os.pathsep.join([str(program.parent), str(venv / "bin"), os.environ["PATH"]])
    ran = subprocess.run(
        [venv / "bin/snakemake", "--cores", "2", "--retries", "1"],
        cwd=laboratory.folder,
        env={**os.environ, "PATH": path, "HOME": str(laboratory.folder)},
        capture_output=True,
        text=True,
        timeout=PATIENCE,
    )
    demand(ran.returncode == 0, f"snakemake: {ran.stderr.strip()[-1500:]}")
    done = ran.stderr.count("Finished jobid")
    demand(done == 4, f"{done} jobs, expected three shards and the results: {ran.stderr.strip()[-800:]}")
    demand(killed.exists(), "no shard was killed")
    undivided = laboratory.folder / "whole"
    places = ["--results", undivided, "--cache", laboratory.folder / "another"]
    laboratory.succeed("run", "sakai-ncu", "-s", "draws=3", *places, "--quiet")
    divided, whole = results_in(laboratory.folder / "results/sakai-ncu"), results_in(undivided)
    different = differing(divided, whole)
    demand(whole and not different, f"differ: {different}")
    return f"{len(whole)} files of results are equal"
