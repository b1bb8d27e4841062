"""With less memory than the work needs, the program ends with a message, and damages none of its files."""

import functools
import resource
import shutil

from laboratory import demand
from small_world import World

MEGABYTE = 1 << 20
# Megabytes of address space, which includes all memory: from less than the program needs to start its threads, to
# enough.
LIMITS = range(60, 120)
ABORT = -6


def room(megabytes):
    resource.setrlimit(resource.RLIMIT_AS, (megabytes * MEGABYTE, megabytes * MEGABYTE))


def runs_out(laboratory):
    """An error leaves the results as they were. A failed allocation ends the program as a kill does. The next run with
    enough memory writes the same bytes as a run without interruption."""
    world = World(laboratory, samples=500)
    run = "run small --quiet --jobs 4 --cache c2 --results r".split()
    world.succeed("run", "small", "--quiet", "--cache", "c", "--results", "new")
    world.succeed("run", "small", "--quiet", "--cache", "c1", "--results", "old", "-s", "draws=1")
    old, new = world.content("old"), world.content("new")
    ends = {"errors": 0, "aborts": 0}
    for limit in LIMITS:
        for name in ("r", "c2"):
            shutil.rmtree(world.folder / name, ignore_errors=True)
        shutil.copytree(world.folder / "old", world.folder / "r")
        done = world.run(*run, preexec_fn=functools.partial(room, limit))
        said = done.stderr.decode(errors="replace")
        what = f"with {limit} MB: exit {done.returncode}: {said[:300]}"
        demand(done.returncode in (0, 2, 3, ABORT) and "defect of rejudge" not in said, what)
        if done.returncode == 0:
            demand(world.content("r") == new, f"{what}: the results differ from those with enough memory")
            continue
        ends["aborts" if done.returncode == ABORT else "errors"] += 1
        demand("memory" in said or "threads cannot be started" in said, f"{what}: the message does not name the reason")
        demand(done.returncode == ABORT or world.content("r") == old, f"{what}: the old results changed")
        world.succeed(*run)
        demand(world.content("r") == new, f"{what}: the next run with enough memory has other results")
    short = sum(ends.values())
    demand(0 < short < len(LIMITS), f"{short} of {len(LIMITS)} limits were too low")
    return f"{len(LIMITS)} limits of address space, {ends['errors']} errors, {ends['aborts']} aborts, {len(LIMITS) - short} were enough"
