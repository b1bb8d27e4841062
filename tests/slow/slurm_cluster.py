"""A Slurm of this machine alone, for one test: no systemd, no database, nothing written outside its folder.

Several slurmd on one machine are several nodes to Slurm. Debian's packages are installed when they are not there, which
takes root and a network."""

import os
import pwd
import re
import secrets
import shutil
import signal
import socket
import subprocess
import time

import debian
from laboratory import Broken, Skipped

PACKAGES = ["slurmctld", "slurmd", "slurm-client", "munge"]
DAEMONS = ["munged", "slurmctld", "slurmd"]

# JobAcctGather and accounting: none, as on many small clusters; rejudge must not need them.
CONFIGURATION = """\
ClusterName=rejudge
SlurmctldHost={host}(127.0.0.1)
SlurmctldPort={port}
SlurmUser={user}
SlurmdUser={user}
AuthType=auth/munge
AuthInfo=socket={folder}/munge.socket
CredType=cred/munge
StateSaveLocation={folder}/state
SlurmdSpoolDir={folder}/spool-%n
SlurmctldPidFile={folder}/slurmctld.pid
SlurmdPidFile={folder}/slurmd-%n.pid
SlurmctldLogFile={folder}/slurmctld.log
SlurmdLogFile={folder}/slurmd-%n.log
MpiDefault=none
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
JobAcctGatherType=jobacct_gather/none
AccountingStorageType=accounting_storage/none
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
SchedulerType=sched/builtin
SchedulerParameters=batch_sched_delay=0,sched_min_interval=1000
ReturnToService=0
MaxArraySize=1001
KillWait=5
SlurmctldTimeout=30
SlurmdTimeout=60
SlurmdParameters=config_overrides
"""


def installed():
    return all(shutil.which(daemon, path=f"{os.environ['PATH']}:/usr/sbin") for daemon in DAEMONS)


def install():
    """Debian's packages; skips the test if they are not available."""
    if installed():
        return
    try:
        debian.install(PACKAGES)
    except debian.CannotInstall as why:
        raise Skipped(f"Slurm is not installed: {why}") from why
    if not installed():
        raise Skipped(f"the packages {' '.join(PACKAGES)} hold no {', '.join(DAEMONS)}")


def free_ports(count):
    """Free ports; another cluster on this machine keeps its own."""
    sockets = [socket.socket() for _ in range(count)]
    for each in sockets:
        each.bind(("127.0.0.1", 0))
    ports = [each.getsockname()[1] for each in sockets]
    for each in sockets:
        each.close()
    return ports


class Cluster:
    """Runs as long as it is entered. `environment` is what its commands need."""

    def __init__(self, folder, nodes):
        self.folder, self.nodes = folder, [f"n{number}" for number in range(1, nodes + 1)]
        self.environment = {
            **os.environ,
            "PATH": f"{os.environ['PATH']}:/usr/sbin",
            "SLURM_CONF": str(folder / "slurm.conf"),
        }

    def __enter__(self):
        install()
        self.folder.mkdir()
        (self.folder / "state").mkdir()
        (self.folder / "munge.key").write_bytes(secrets.token_bytes(1024))
        (self.folder / "munge.key").chmod(0o400)
        self.configure()
        try:
            self.start()
        except BaseException:
            self.stop()
            raise
        return self

    def __exit__(self, *_):
        self.stop()

    def configure(self):
        host = socket.gethostname().split(".")[0]
        controller, *ports = free_ports(1 + len(self.nodes))
        user = pwd.getpwuid(os.geteuid()).pw_name
        text = CONFIGURATION.format(host=host, port=controller, user=user, folder=self.folder)
        for node, port in zip(self.nodes, ports):
            text += f"NodeName={node} NodeHostname={host} NodeAddr=127.0.0.1 Port={port} CPUs=1 State=UNKNOWN\n"
        text += f"PartitionName=test Nodes={','.join(self.nodes)} Default=YES MaxTime=INFINITE State=UP\n"
        (self.folder / "slurm.conf").write_text(text)
        (self.folder / "cgroup.conf").write_text("CgroupPlugin=cgroup/v1\n")

    def start(self):
        at = self.folder
        munged = ["munged", "--force", "--socket", at / "munge.socket", "--key-file", at / "munge.key"]
        munged += ["--pid-file", at / "munged.pid", "--log-file", at / "munged.log", "--seed-file", at / "munged.seed"]
        self.call(*munged)
        self.call("slurmctld", "-c")
        for node in self.nodes:
            (at / f"spool-{node}").mkdir()
            self.call("slurmd", "-c", "-N", node)
        self.wait(lambda: self.states() == {"idle"}, 60, "the nodes are not idle")

    def states(self):
        """The states that nodes are in."""
        done = self.run("sinfo", "--noheader", "--Node", "--format=%T")
        return set(done.stdout.split()) if done.returncode == 0 else set()

    def run(self, *command):
        command = [str(word) for word in command]
        return subprocess.run(command, env=self.environment, capture_output=True, text=True, timeout=60)

    def call(self, *command):
        """Runs a command that must succeed, and returns its output."""
        done = self.run(*command)
        if done.returncode != 0:
            raise Broken(f"`{' '.join(map(str, command))}` exits with {done.returncode}: {done.stderr.strip()}")
        return done.stdout

    def take_down(self, node):
        """Takes a node down for good; its jobs are lost."""
        self.call("scontrol", "update", f"NodeName={node}", "State=DOWN", "Reason=test")
        file = self.folder / f"slurmd-{node}.pid"
        os.kill(int(file.read_text()), signal.SIGKILL)
        file.unlink()

    def wait(self, holds, seconds, sentence):
        latest = time.monotonic() + seconds
        while not holds():
            if time.monotonic() > latest:
                log = (self.folder / "slurmctld.log").read_text() if (self.folder / "slurmctld.log").exists() else ""
                raise Broken(f"{sentence} after {seconds} s; the controller says: {' / '.join(log.splitlines()[-3:])}")
            time.sleep(0.1)

    def queue(self):
        """The queue: job, task, state and place of each entry."""
        lines = self.call("squeue", "--noheader", "--array", "--format=%F %K %T %R").splitlines()
        return [line.split(maxsplit=3) for line in lines]

    def stop(self):
        """Ends its own daemons and jobs, by their numbers."""
        self.run("scancel", "--user", pwd.getpwuid(os.geteuid()).pw_name)
        latest = time.monotonic() + 10
        while time.monotonic() < latest and self.run("squeue", "--noheader").stdout.strip():
            time.sleep(0.1)
        for file in [*self.folder.glob("slurm*.pid"), self.folder / "munged.pid"]:
            if file.exists() and re.fullmatch(r"\d+\s*", file.read_text()):
                try:
                    os.kill(int(file.read_text()), signal.SIGTERM)
                except ProcessLookupError:
                    pass
        time.sleep(1)
