"""Papers as array jobs of a real Slurm, with a task killed and a node taken down in between."""

import hashlib
import os
import re
import shutil
import signal
import subprocess
import time

from laboratory import LIMIT, REPOSITORY, Broken, demand, differing
from slurm_cluster import Cluster

# Two array jobs in the queue at once; a third would find nothing more.
PAPERS = ["sakai-bias", "sakai-ncu"]
# Of this paper a task is killed; its tasks take longest.
KILLED = "sakai-bias"
NODES = 4
CONFIGURATION = """\
schema: slurm/v1
shards: 8
time: 15
cpus: 1
merge: {time: 15, cpus: 1}
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
        # All draws take minutes, and show no more. What is accepted is of all draws: merging would find it changed.
        for paper in PAPERS:
            folder = self.folder / "experiments" / paper
            experiment = folder / "experiment.yaml"
            experiment.write_text(re.sub(r"^  simulated: \d+", "  simulated: 6", experiment.read_text(), flags=re.M))
            shutil.rmtree(folder / "golden")
            expected = folder / "expected.yaml"
            expected.write_text(re.sub(r"^(recorded|gate):\n(?:[ #].*\n|\n)*", "", expected.read_text(), flags=re.M))
        self.configuration = laboratory.folder / "slurm.yaml"
        self.configuration.write_text(CONFIGURATION)

    def rejudge(self, *arguments):
        """Exit code, stdout and stderr."""
        command = self.laboratory.command(*arguments)
        done = subprocess.run(
            command, cwd=self.folder, env=self.cluster.environment, capture_output=True, text=True, timeout=LIMIT
        )
        return done.returncode, done.stdout, done.stderr

    def alone(self, paper):
        """The folder of the results of a run on this machine, with a cache of its own."""
        results = self.laboratory.folder / "alone" / paper
        cache = self.laboratory.folder / "cache-alone"
        code, _, stderr = self.rejudge("run", paper, "--quiet", "--cache", cache, "--results", results)
        demand(code == 0, f"{paper} alone exits with {code}: {stderr}")
        return results

    def submit(self, paper, *how):
        return self.rejudge("run", paper, "--executor", "slurm", "--slurm-config", self.configuration, *how)

    def submitted(self, paper, *how):
        code, _, stderr = self.submit(paper, "--detach", *how)
        demand(code == 0, f"{paper} is not submitted: {stderr.strip()}")
        found = re.search(r": (\d+) computes \d+ shards, (\d+) merges them", stderr)
        demand(found, f"`{stderr.strip()}` names no jobs")
        return found.groups()

    def computing(self, paper):
        """Shards of a paper that compute at this moment: folder, process, node."""
        found = []
        for file in self.folder.glob(f".rejudge/shards/{paper}/*/alive"):
            try:
                sign = re.fullmatch(r"process (\d+) on (\S+)", file.read_text().strip())
            except FileNotFoundError:
                continue
            if sign:
                found.append((file.parent, int(sign[1]), sign[2]))
        return found

    def lost(self, paper):
        """Shards of a paper that have to be computed again, and the whole status."""
        code, stdout, stderr = self.rejudge("status", paper)
        lines = [line.split("\t") for line in stdout.splitlines() if line.startswith("slice:")]
        lost = [line[0] for line in lines if line[1] in ("missing", "stopped", "failed", "silent")]
        demand(code == (3 if lost else 0), f"`rejudge status {paper}` exits with {code}: {stdout}{stderr}")
        return lost, stdout

    def wait(self):
        """Until nothing is in the queue."""
        self.cluster.wait(lambda: not self.cluster.queue(), LIMIT, "the queue is not empty")


def kill_a_task(site):
    """Kills a shard while it computes; its number and its node."""
    latest = time.monotonic() + 60
    while time.monotonic() < latest:
        for folder, process, node in site.computing(KILLED):
            try:
                os.kill(process, signal.SIGKILL)
            except ProcessLookupError:
                continue
            return re.search(r"slice-(\d+)-of-", folder.name)[1], node
        time.sleep(0.02)
    raise Broken(f"no shard of {KILLED} was seen computing")


def take_a_node_down(site, but):
    """Takes a node down that computes, other than `but`, and with it what computes there: node, paper and shard."""
    latest = time.monotonic() + 60
    while time.monotonic() < latest:
        for paper in PAPERS:
            for folder, process, node in site.computing(paper):
                if node == but:
                    continue
                # The power of a node goes at once; Slurm would be kinder.
                try:
                    os.kill(process, signal.SIGKILL)
                except ProcessLookupError:
                    continue
                site.cluster.take_down(node)
                return node, paper, re.search(r"slice-(\d+)-of-", folder.name)[1]
        time.sleep(0.02)
    raise Broken("no node was seen computing")


def papers(laboratory):
    """Two array jobs of eight tasks; one task killed (SIGKILL), one node taken down and kept down; what was lost is submitted
    again, and the results are those of runs on this machine, byte for byte."""
    with Cluster(laboratory.folder / "cluster", NODES) as cluster:
        site = Site(laboratory, cluster)
        expected = {paper: results_in(site.alone(paper)) for paper in PAPERS}
        jobs = {paper: site.submitted(paper) for paper in PAPERS}
        killed, node = kill_a_task(site)
        down, paper, shard = take_a_node_down(site, node)
        site.wait()

        for at, number in ((KILLED, killed), (paper, shard)):
            lost, status = site.lost(at)
            demand(f"slice:{number}/8" in lost, f"the shard {number} of {at} was killed and is not missing: {status}")
        lost, _ = site.lost(KILLED)
        merge = (site.folder / f".rejudge/slurm/{KILLED}/merge-{jobs[KILLED][1]}.log").read_text()
        for shard in lost:
            demand(f"shard {shard} " in merge, f"merging does not name {shard}: {merge.strip()}")
        demand(not (site.folder / "results" / KILLED).exists(), "merging wrote results all the same")

        again = 0
        for paper in PAPERS:
            lost, status = site.lost(paper)
            again += len(lost)
            if lost:
                # The last one is waited for by rejudge itself.
                code, _, stderr = site.submit(paper, "--resubmit-failed")
                demand(code == 0, f"{paper}, submitted again, ends with {code}: {stderr.strip()}")
                number = re.search(r": \d+ computes (\d+) shards", stderr)
                demand(number and int(number[1]) == len(lost), f"{len(lost)} were lost, but: {stderr.strip()}")
            lost, status = site.lost(paper)
            demand(not lost and re.search("^merge\tdone\t", status, re.M), f"{paper} is not done: {status}")
            found = results_in(site.folder / "results" / paper)
            names = differing(expected[paper], found)
            demand(found and not names, f"of {paper} these files differ: {', '.join(names)}")
        demand(any(state.startswith("down") for state in cluster.states()), f"the node {down} is up again")
    files = sum(map(len, expected.values()))
    return f"{len(PAPERS)} array jobs on {NODES} nodes, {again} tasks submitted again, {files} files"


def cancelled(laboratory):
    """A run that waits is interrupted: its jobs go on, and a person ends them as it says."""
    with Cluster(laboratory.folder / "cluster", 1) as cluster:
        site = Site(laboratory, cluster)
        arguments = ["run", KILLED, "--executor", "slurm", "--slurm-config", site.configuration]
        run = subprocess.Popen(
            laboratory.command(*arguments), cwd=site.folder, env=cluster.environment, stderr=subprocess.PIPE, text=True
        )
        cluster.wait(lambda: len(cluster.queue()) == 9, 60, "eight tasks and the merging are not in the queue")
        # It says which jobs there are before it begins to wait.
        said = [run.stderr.readline(), run.stderr.readline()]
        run.send_signal(signal.SIGINT)
        code = run.wait(LIMIT)
        last = run.stderr.read().strip()
        demand(code == 130, f"interrupted, it exits with {code}: {''.join(said)}{last}")
        demand(cluster.queue(), "the jobs are gone")
        command = re.search(r"`(scancel [\d ]+)`", last)
        demand(command, f"it does not say how to end the jobs: {last}")
        cluster.call(*command[1].split())
        site.wait()
        lost, _ = site.lost(KILLED)
        demand(lost, "all shards were done before they were cancelled")
    return f"{len(lost)} shards left"
