"""The system fails at one call after the other: strace lets the n-th call of a kind fail, or kills the process at this
call."""

import shutil
import subprocess
import time

from laboratory import Skipped, demand, differing
from small_world import World

# The system calls that write files.
WRITING = {
    "write": "write",
    "fsync": "fsync",
    "rename": "rename,renameat,renameat2",
    "unlink": "unlink,unlinkat",
    "mkdir": "mkdir,mkdirat",
}
# More calls of a kind than any of these commands makes.
MOST = 400


def strace():
    """Returns the name of the program, which is installed from Debian if it is missing and apt-get can do it."""
    if not shutil.which("strace") and shutil.which("apt-get"):
        subprocess.run(["apt-get", "install", "-y", "-qq", "strace"], capture_output=True)
    if not shutil.which("strace"):
        raise Skipped("strace is not there, and apt-get cannot install it")
    tried = subprocess.run(["strace", "-f", "-o", "/dev/null", "true"], capture_output=True)
    if tried.returncode:
        raise Skipped("strace may not trace here")
    return "strace"


class Faults:
    """A world in which system calls of the commands fail."""

    def __init__(self, laboratory, **how):
        self.program = strace()
        self.world = World(laboratory, **how)
        self.log = laboratory.folder / "trace"

    def run(self, call, fault, *words, only=()):
        """Runs the binary with a fault. Returns the finished process, and whether the fault occurred."""
        calls = WRITING.get(call, call)
        paths = [word for path in only for word in ("-P", path)]
        tracing = [self.program, "-f", "-o", self.log, *paths, "-e", f"trace={calls}", "-e", f"inject={calls}:{fault}"]
        done = self.world.run(*words, before=tracing)
        return done, "(INJECTED)" in self.log.read_text() or done.returncode in (-9, 137)

    def met_stderr(self):
        """Returns true if a write to stderr failed."""
        return any("write(2, " in line and "(INJECTED)" in line for line in self.log.read_text().splitlines())

    def each(self, call, fault, *words, before=lambda: None, step=1):
        """Runs the binary with a fault at its first call, then at the call `step` later, and so on, until the command
        ends before that call."""
        for at in range(1, MOST, step):
            before()
            done, met = self.run(call, f"{fault}:when={at}", *words)
            if not met:
                return
            yield at, done
        demand(False, f"more than {MOST} calls of {call}")


def replaced(folder, by):
    """Puts a copy in place of a folder."""
    shutil.rmtree(folder, ignore_errors=True)
    if by is not None:
        shutil.copytree(by, folder)


RUN = ["run", "small", "--cache", "c", "--results", "r", "--quiet", "--jobs", 1]


def prepared(laboratory):
    """Returns a world with the results of one draw and an additional table in `old`, the results of two draws that RUN
    makes from them in `new`, and the caches before and after it."""
    faults = Faults(laboratory)
    world = faults.world
    more = "tables.gone={caption: G, rows: judgments, columns: measure, cell: dp.power}"
    world.succeed("run", "small", "--cache", "cache-old", "--results", "r", "-s", "draws=1", "-s", more, "--quiet")
    (world.folder / "r").rename(world.folder / "old")
    shutil.copytree(world.folder / "cache-old", world.folder / "c")
    world.succeed(*RUN)
    (world.folder / "r").rename(world.folder / "new")
    (world.folder / "c").rename(world.folder / "cache-new")
    return faults


def seen(world):
    """Returns which results a reader sees in `r`: "old", "new", or "none" if they are not valid."""
    for name in ("old", "new"):
        if world.run("diff", "r", name, "--tolerance", 0).returncode == 0:
            return name
    done = world.run("report", "small", "--results", "r")
    said = done.stderr.decode()
    demand(done.returncode == 3 and "run again" in said, f"a reader sees a mixture with the message {said}")
    return "none"


def kills(laboratory):
    """A run that replaces the results of another run is killed (SIGKILL) at each call that writes. Readers then see the
    old results, the new ones or none, and the repeated command writes the same bytes as an uninterrupted run."""
    faults = prepared(laboratory)
    world = faults.world
    expected, count, saw = world.content("new"), 0, set()
    # With an empty cache the run writes its cells too. With a full one it writes only the results, in the main thread.
    for cache in (None, "cache-new"):
        for call in WRITING:
            def before():
                replaced(world.folder / "r", world.folder / "old")
                replaced(world.folder / "c", cache and world.folder / cache)

            for at, done in faults.each(call, "signal=SIGKILL", *RUN, before=before):
                count += 1
                what = f"killed at {call} {at}"
                demand(done.returncode in (-9, 137), f"{what}: exit {done.returncode}")
                saw.add(seen(world))
                world.succeed(*RUN)
                (world.folder / "r" / "report.md").unlink(missing_ok=True)
                (world.folder / "r" / "report.html").unlink(missing_ok=True)
                names = differing(expected, world.content("r"))
                demand(not names, f"{what}: after another run, these files differ: {', '.join(names)}")
    demand(saw >= {"old", "new"}, f"readers saw only {saw}")
    return f"{count} kills; readers then saw {', '.join(sorted(saw))}"


FAILING = [("write", "ENOSPC"), ("write", "EIO"), ("fsync", "EIO"), ("rename", "EACCES"), ("rename", "EIO"), ("unlink", "EIO"), ("mkdir", "ENOSPC")]


def errors(laboratory):
    """Each call with which a run writes fails once, as on a full or broken disk. If the run ends with an error, the old
    results are still there, or a reader refuses what is there. Otherwise the new results are there. The repeated
    command then makes the new results."""
    faults = prepared(laboratory)
    world = faults.world
    old, new, count, refused = world.content("old"), world.content("new"), 0, 0
    for cache in (None, "cache-new"):
        for call, error in FAILING:
            def before():
                replaced(world.folder / "r", world.folder / "old")
                replaced(world.folder / "c", cache and world.folder / cache)

            for at, done in faults.each(call, f"error={error}", *RUN, before=before):
                count += 1
                said = done.stderr.decode()
                what = f"{error} at {call} {at}"
                now = world.content("r")
                if done.returncode:
                    refused += 1
                    # The failed call may be the one that writes the message.
                    is_told = said.startswith("error: ") or faults.met_stderr()
                    demand(done.returncode == 3 and is_told, f"{what}: exit {done.returncode}: {said}")
                    # If syncing the folder failed, all files are renamed already. If renaming or removing a file
                    # failed, some of them are.
                    is_half = call in ("rename", "unlink") and seen(world) == "none"
                    whole = now == old or (call == "fsync" and now == new) or is_half
                else:
                    whole = now == new
                demand(whole, f"{what}: exit {done.returncode}, and the results are neither the old nor the new ones: {said}")
                left = [name for name in world.remains() if call != "unlink"]
                demand(not left, f"{what}: these temporary files are left: {', '.join(left)}")
                world.succeed(*RUN)
                demand(world.content("r") == new, f"{what}: another run has other results")
    demand(refused > 30, f"only {refused} of {count} faults were errors")
    return f"{count} faults, {refused} of them errors"


def without_locks(laboratory):
    """A file system without locks gives the same results. If a lock cannot be taken, the results stay as they were."""
    faults = prepared(laboratory)
    world = faults.world
    expected = {name: content for name, content in world.content("new").items()}
    replaced(world.folder / "r", None)
    replaced(world.folder / "c", None)
    done, met = faults.run("flock", "error=EOPNOTSUPP", *[word for word in RUN if word != "--quiet"])
    said = done.stderr.decode()
    demand(met and done.returncode == 0 and "has no locks" in said, f"without locks: exit {done.returncode}: {said}")
    demand(world.content("r") == expected, "without locks, the results differ")
    replaced(world.folder / "r", world.folder / "old")
    done, _ = faults.run("flock", "error=ENOLCK", *RUN)
    said = done.stderr.decode()
    demand(done.returncode == 3 and "cannot lock r" in said, f"if no lock can be taken: exit {done.returncode}: {said}")
    demand(world.content("r") == world.content("old"), "if no lock can be taken, the results differ")
    return "2 cases"


# Commands that write, with their outputs.
VERBS = {
    "report": (["report", "small", "--results", "kept"], "kept"),
    "audit": (["audit", "--qrels", "data/qrels.txt", "--runs", "data/runs", "--draws", 1, "-m", "AP", "-o", "made"], "made"),
    "new": (["new", "made", "--qrels", "data/qrels.txt", "--runs", "data/runs", "--extends", "small"], "made"),
    "simulate": (["simulate", "tiny-twin", "-o", "made"], "made"),
    "eval": (["eval", "data/qrels.txt", *(f"data/runs/{team}-0{run}.gz" for team in ("one", "two") for run in (1, 2)), "-q", "-o", "made/scores.tsv"], "made"),
    "pool build": (["pool", "build", "--runs", "data/runs", "--depth", 3, "-o", "made/pool.txt"], "made"),
    "pool depth": (["pool", "data/qrels.txt", "--runs", "data/runs", "-o", "made/qrels.txt", "pool-depth(depth=2)"], "made"),
}


def other_verbs(laboratory):
    """The other commands that write are killed at each call that does so (an audit at some of them). The repeated
    command then leaves the same files as an uninterrupted one."""
    faults = Faults(laboratory)
    world = faults.world.with_files()
    world.succeed("run", "small", "--cache", "c", "--results", "kept", "--quiet")
    count = 0
    for name, (words, made) in VERBS.items():
        words = [*words, "--quiet"]
        if name == "audit":
            words += ["--cache", "c", "--jobs", 1]
            # This audit fills the cache, so that only the main thread writes in the next one.
            world.succeed(*words)
            replaced(world.folder / made, None)
        plain = world.folder / "plain"
        replaced(plain, world.folder / made if made == "kept" else None)
        world.succeed(*words)
        expected = world.content(made)
        demand(expected, f"{name} writes nothing")
        for call in ("write", "fsync", "rename", "unlink"):
            before = lambda: replaced(world.folder / made, plain if made == "kept" else None)
            # An audit writes dozens of tables.
            step = 7 if name == "audit" else 1
            for at, done in faults.each(call, "signal=SIGKILL", *words, before=before, step=step):
                count += 1
                what = f"{name} killed at {call} {at}"
                if name in ("new", "simulate") and (world.folder / made).exists():
                    # The folder has its final name already, and these commands never overwrite one.
                    demand(world.content(made) == expected, f"{what}: the folder is incomplete")
                    replaced(world.folder / made, None)
                world.succeed(*words)
                demand(world.content(made) == expected, f"{what}: another run leaves other files than an uninterrupted one")
        replaced(world.folder / made, plain if made == "kept" else None)
        replaced(plain, None)
    return f"{count} kills of {len(VERBS)} verbs"


def torn_reads(laboratory):
    """It is an error if a run, compressed or not, is changed, extended or cut short while it is read, or if a read
    fails. Nothing is printed then."""
    faults = Faults(laboratory)
    world = faults.world.with_files()
    lines = "".join(f"{topic:04} Q0 d{rank} {rank} {9999 - rank} me\n" for topic in range(1, 7) for rank in range(1, 9000))
    gzip = subprocess.run(["gzip", "-c"], input=lines.encode(), capture_output=True, check=True).stdout
    count = seen_to_change = 0
    for name, content in (("plain", lines.encode()), ("packed.gz", gzip)):
        path = world.folder / name
        changes = {
            "written to": lambda: path.open("r+b").write(b"#"),
            "appended to": lambda: path.open("ab").write(b"0007 Q0 d1 1 1 me\n"),
            "cut short": lambda: path.open("r+b").truncate(len(content) // 2),
        }
        for what, change in changes.items():
            path.write_bytes(content)
            faults.log.unlink(missing_ok=True)
            tracing = [faults.program, "-f", "-o", faults.log, "-P", path, "-e", "trace=read", "-e", "inject=read:delay_enter=700000:when=3"]
            command = [*map(str, tracing), *world.command("eval", "data/qrels.txt", path, "-m", "AP")]
            child = subprocess.Popen(command, cwd=world.folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
            # The third read is delayed; the command has then read the beginning of the file.
            while child.poll() is None and not (faults.log.exists() and faults.log.read_text().count("read(") > 2):
                time.sleep(0.005)
            change()
            stdout, stderr = child.communicate(timeout=60)
            said = stderr.decode()
            # The message may also be about the changed content, since the rest is read after the change.
            demand(
                child.returncode == 3 and f"{name}:" in said and not stdout,
                f"{name} {what} while it was being read: exit {child.returncode}: {said}",
            )
            seen_to_change += f"{name}: changed while it was being read" in said
            count += 1
        path.write_bytes(content)
        for at in (1, 2):
            done, met = faults.run("read", f"error=EIO:when={at}+", "eval", "data/qrels.txt", path, "-m", "AP", only=[path])
            said = done.stderr.decode()
            demand(met and done.returncode == 3 and f"{name}: cannot be read: " in said, f"EIO at read {at} of {name}: exit {done.returncode}: {said}")
            count += 1
    demand(seen_to_change >= 4, f"only {seen_to_change} of 6 changes were noticed")
    return f"{count} cases"
