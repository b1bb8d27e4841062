"""A paper as an array job of a real Slurm, with a task killed and a node taken down in between."""

import hashlib
import os
import re
import shutil
import signal
import subprocess
import time
from pathlib import Path

from laboratory import LIMIT, REPOSITORY, Broken, demand, differing
from slurm_cluster import Cluster

PAPER = "sakai-bias"
NODES = 4
CONFIGURATION = """\
schema: slurm/v1
shards: 8
time: 15
cpus: 1
results: {time: 15, cpus: 1}
"""
# The verdict and the lock of a folder are no results of the run.
NOT_RESULTS = {"manifest.json", "checks.parquet", "check.json", ".lock"}


def results_in(folder):
    """Checksum of every file of results, by path."""
    files = [path for path in folder.rglob("*") if path.is_file() and path.name not in NOT_RESULTS]
    return {str(path.relative_to(folder)): hashlib.sha256(path.read_bytes()).hexdigest() for path in files}


class Site:
    """A folder that all nodes share, as users of a cluster have one, and the cluster."""

    def __init__(self, laboratory, cluster):
        self.laboratory, self.cluster = laboratory, cluster
        self.folder = laboratory.folder / "site"
        self.folder.mkdir()
        (self.folder / "configs").symlink_to(REPOSITORY / "configs")
        shutil.copytree(REPOSITORY / "experiments", self.folder / "experiments")
        # All draws would take minutes without testing more. Accepted numbers are of all draws, so that the check would
        # report them as changed.
        folder = self.folder / "experiments" / PAPER
        experiment = folder / "experiment.yaml"
        experiment.write_text(re.sub(r"^  simulated: \d+", "  simulated: 6", experiment.read_text(), flags=re.M))
        shutil.rmtree(folder / "golden")
        expected = folder / "expected.yaml"
        expected.write_text(re.sub(r"^(recorded|gate):\n(?:[ #].*\n|\n)*", "", expected.read_text(), flags=re.M))
        self.configuration = laboratory.folder / "slurm.yaml"
        self.configuration.write_text(CONFIGURATION)

    def run(self, *command):
        """Runs a command that must succeed, in an environment in which jobs can be submitted; its stdout and stderr."""
        done = subprocess.run(
            list(map(str, command)), cwd=self.folder, env=self.cluster.environment, capture_output=True, text=True, timeout=LIMIT
        )
        demand(done.returncode == 0, f"`{' '.join(map(str, command))}` exits with {done.returncode}: {done.stderr.strip()}")
        return done.stdout + done.stderr

    def submitted(self, *command):
        """The array job and the job of the results."""
        said = self.run(*command)
        found = re.search(r"job (\d+) computes 8 shards, job (\d+) writes the results", said)
        demand(found, f"`{said.strip()}` names no jobs")
        return found.groups()

    def computing(self):
        """Shards that compute at this moment: number, process, node."""
        found = []
        for process in Path("/proc").glob("[0-9]*"):
            try:
                words = (process / "cmdline").read_bytes().split(b"\0")
                environment = (process / "environ").read_bytes().split(b"\0")
                is_here = (process / "cwd").resolve() == self.folder.resolve()
            except OSError:
                continue
            if is_here and b"--shard" in words and words[0].endswith(b"rejudge"):
                shard = words[words.index(b"--shard") + 1].decode().split("/")[0]
                node = next(word for word in environment if word.startswith(b"SLURMD_NODENAME="))
                found.append((shard, int(process.name), node.decode().split("=")[1]))
        return found

    def wait(self):
        """Until nothing is in the queue."""
        self.cluster.wait(lambda: not self.cluster.queue(), LIMIT, "the queue is not empty")

    def log(self, name):
        return (self.folder / ".rejudge/slurm" / PAPER / name).read_text()


def kill_a_shard(site, but=None):
    """Kills a shard while it computes, on a node other than `but`; its number and its node."""
    latest = time.monotonic() + 60
    while time.monotonic() < latest:
        for shard, process, node in site.computing():
            if node == but:
                continue
            try:
                os.kill(process, signal.SIGKILL)
            except ProcessLookupError:
                continue
            return shard, node
        time.sleep(0.02)
    raise Broken("no shard was seen computing")


def paper(laboratory):
    """An array job of eight tasks; one killed (SIGKILL), and a node taken down and kept down with another. The job of the results
    refuses and names what is missing; the script, run again, computes that alone, and the results are those of a run on this
    machine, byte for byte."""
    with Cluster(laboratory.folder / "cluster", NODES) as cluster:
        site = Site(laboratory, cluster)
        alone = laboratory.folder / "alone"
        site.run(laboratory.binary, "run", PAPER, "--quiet", "--cache", laboratory.folder / "cache", "--results", alone)
        expected = results_in(alone)
        command = laboratory.command("run", PAPER, "--executor", "slurm", "--slurm-config", site.configuration)
        _, results = site.submitted(*command)
        _, node = kill_a_shard(site)
        # The power of a node goes at once; Slurm would be kinder.
        _, down = kill_a_shard(site, but=node)
        cluster.take_down(down)
        site.wait()
        log = site.log(f"results-{results}.log")
        demand("are not in the cache" in log and " draw " in log, f"the job of the results does not say what is missing: {log}")
        written = list((site.folder / "results" / PAPER).glob("*.parquet"))
        demand(not written, "results were written all the same")

        array, results = site.submitted("bash", f".rejudge/slurm/{PAPER}/submit.sh")
        site.wait()
        logs = [site.log(f"shard-{number}-{array}.log") for number in range(1, 9)]
        computed = [re.search(r": (\d+) computed, ", log) for log in logs]
        demand(all(computed), f"not all shards ended: {logs}")
        again = sum(match[1] != "0" for match in computed)
        demand(0 < again < 8, f"{again} of 8 shards computed something again")
        found = results_in(site.folder / "results" / PAPER)
        names = differing(expected, found)
        demand(found and not names, f"these files differ: {', '.join(names)}; {site.log(f'results-{results}.log')}")
        demand(any(state.startswith("down") for state in cluster.states()), f"the node {down} is up again")
    return f"8 tasks on {NODES} nodes, {again} of them with something to compute again, {len(expected)} files"
