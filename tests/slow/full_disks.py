"""Disks that are full or read-only: the command ends with an error, and existing files stay."""

import shlex
import subprocess
import time

from laboratory import Skipped, demand
from small_world import World

RUN = "run small --cache {c} --results {r} --quiet"


def namespace():
    """Returns the start of a command line that gives a shell the right to mount. Other processes do not see its mounts,
    which end with the shell."""
    for words in (["unshare", "--mount"], ["unshare", "--mount", "--user", "--map-root-user"]):
        try:
            if subprocess.run([*words, "mount", "-t", "tmpfs", "none", "/mnt"], capture_output=True).returncode == 0:
                return words
        except FileNotFoundError:
            break
    raise Skipped("nothing can be mounted here (unshare, mount)")


class Disks:
    """A world in which the binary meets full and read-only disks."""

    def __init__(self, laboratory, samples=50):
        self.words, self.world = namespace(), World(laboratory, samples=samples)
        self.disk = self.world.folder / "disk"
        self.disk.mkdir()

    def shell(self, script):
        """Runs a script that may mount and in which `rejudge` is the binary. Returns the exit code, stdout and
        stderr."""
        words = " ".join(shlex.quote(str(word)) for word in self.world.laboratory.command())
        script = f'rejudge() {{ {words} "$@" --collections collections; }}\n{script}'
        done = subprocess.run([*self.words, "bash", "-c", script], cwd=self.world.folder, capture_output=True, text=True)
        return done.returncode, done.stdout, done.stderr


def full(laboratory):
    """Results, cache, or both are on a disk with little room left, from none to enough for all files. The command exits
    with 3 and a message, and the earlier results stay as they were. With enough room, the same command succeeds."""
    disks = Disks(laboratory)
    world = disks.world
    world.succeed(*RUN.format(c="c", r="new").split())
    world.succeed(*RUN.format(c="c1", r="old").split(), "-s", "draws=1")
    old, new = world.content("old"), world.content("new")
    errors = ends = 0
    for on_disk in ("results", "cache", "both"):
        places = {"c": "disk/c" if on_disk != "results" else "c2", "r": "disk/r" if on_disk != "cache" else "r2"}
        run = RUN.format(**places)
        for room in (0, 4, 8, 16, 24, 32, 48, 64, 96, 128, 192, 256):
            script = f"""
                rm -rf c2 r2 copied && mount -t tmpfs -o size=4m none disk && mkdir -p {places['c']}
                cp -a old {places['r']} && cp c1/*.cells {places['c']}
                dd if=/dev/zero of=disk/filler bs=4096 2> /dev/null; truncate -s -{room * 1024} disk/filler
                rejudge {run}; code=$?
                cp -a {places['r']} copied
                rm disk/filler && rejudge {run} || exit 99
                rm -rf again && cp -a {places['r']} again
                ls -A {places['r']} {places['c']} | grep -q part$ && exit 98
                exit $code"""
            code, _, said = disks.shell(script)
            what = f"{on_disk} on a disk with {room} KiB left: exit {code}: {said}"
            demand(code in (0, 3), what)
            demand(world.content("copied") == (old if code else new), f"{what}: the results are neither the old nor the new ones")
            demand(not code or ("No space left on device" in said and "error: cannot write" in said), what)
            demand(world.content("again") == new, f"{what}: with enough room, the results differ")
            errors, ends = errors + (code == 3), ends + (code == 0)
    demand(errors > 8 and ends > 3, f"{errors} errors and {ends} good ends: the disks are not of the right sizes")
    return f"{errors} full disks, {ends} that took all"


def read_only(laboratory):
    """With read-only results or a read-only cache a run ends before it computes anything. Commands that write files
    from results report the error; commands that only read succeed."""
    disks = Disks(laboratory, samples=1000000)
    world = disks.world
    # The existing results have fewer samples, so that a run would take seconds.
    world.succeed(*RUN.format(c="c", r="r").split(), "-s", "statistics.dp.discriminative-power.test.paired-bootstrap.samples=50")
    cases = [
        ("r", f"rejudge {RUN.format(c='c2', r='r')}", 3, "cannot lock r: "),
        ("c", f"rejudge {RUN.format(c='c', r='r2')}", 3, "cannot write to the cache c: "),
        ("r", "rejudge report small --results r", 3, "cannot write r/report"),
        ("r", "rejudge diff r r", 0, ""),
        ("c", "rejudge plan small --cache c", 0, ""),
        ("r", "rejudge simulate tiny-twin -o r/twin", 3, "Read-only file system"),
    ]
    before = world.content("r"), world.content("c")
    for folder, command, expected, says in cases:
        script = f"mount --bind {folder} {folder} && mount -o remount,ro,bind {folder} && {command}"
        started = time.monotonic()
        code, _, said = disks.shell(script)
        demand(time.monotonic() - started < 10, f"`{command}` with {folder} read-only: it computes before it finds that")
        demand(code == expected and says in said, f"`{command}` with {folder} read-only: exit {code}: {said}")
        demand((world.content("r"), world.content("c")) == before, f"`{command}` changed what is read-only")
    return f"{len(cases)} cases"
