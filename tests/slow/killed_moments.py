"""A run that is killed at any moment, many times over, leaves files with which the same command can finish."""

import random
import shutil
import subprocess
import time

from laboratory import demand, differing
from small_world import World

KILLS = 60
RUN = ["run", "small", "--cache", "c", "--results", "r", "--quiet"]


def finish_to_the_same_bytes(laboratory):
    """Sixty runs are killed (SIGKILL) at random moments from their start to their end, over results of another run, with an
    empty cache or what earlier kills left in it; each is run again and leaves the bytes of an unbroken run in every file."""
    world = World(laboratory, samples=20000, draws=6)
    world.succeed(*RUN, "-s", "draws=1")
    (world.folder / "r").rename(world.folder / "old")
    seconds = []
    for _ in range(3):
        shutil.rmtree(world.folder / "c")
        started = time.monotonic()
        world.succeed(*RUN)
        seconds.append(time.monotonic() - started)
    (world.folder / "r").rename(world.folder / "new")
    expected, moments = world.content("new"), random.Random(20071)
    kills = tries = kept = 0
    while kills < KILLS:
        tries += 1
        demand(tries <= 4 * KILLS, f"only {kills} of {tries} runs were still running when they were to be killed")
        shutil.rmtree(world.folder / "r", ignore_errors=True)
        shutil.copytree(world.folder / "old", world.folder / "r")
        if tries % 3 == 0:
            shutil.rmtree(world.folder / "c", ignore_errors=True)
        moment = moments.uniform(0, 1.1 * min(seconds))
        is_cold, started = not any(world.folder.glob("c/*.cells")), time.monotonic()
        run = subprocess.Popen(
            world.command(*RUN), cwd=world.folder, env=laboratory.environment(""), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        try:
            run.wait(moment)
            # The first ones may have been slower, beside other work. Of a full cache there is little to kill.
            if is_cold:
                seconds.append(time.monotonic() - started)
            shutil.rmtree(world.folder / "c")
            continue
        except subprocess.TimeoutExpired:
            run.kill()
            run.wait()
        kills += 1
        kept += any(world.folder.glob("c/*.cells"))
        world.succeed(*RUN)
        names, when = differing(expected, world.content("r")), f"killed after {moment:.3f} s and run again"
        demand(not names, f"{when}, these files differ: {', '.join(names)}")
    return f"{kills} kills from 0 to {1.1 * min(seconds):.2f} s, {kept} of them with cells kept"
