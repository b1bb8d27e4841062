"""Fuzzing: every reader gets random bytes for ten minutes."""

import re

from laboratory import REPOSITORY, called, demand

# Seconds. On a new machine, the targets with instrumentation are built from scratch.
PATIENCE = 4 * 3600
SECONDS = 600


def ten_minutes_each(laboratory):
    """fuzz/run builds the targets and runs each of them: none may panic, hang, or use far more memory than its input
    needs."""
    targets = sorted(path.stem for path in (REPOSITORY / "fuzz" / "fuzz_targets").glob("*.rs"))
    # If fuzz/run fails, the last lines of its output name the failed targets.
    said = called([REPOSITORY / "fuzz" / "run", "--seconds", SECONDS], PATIENCE)
    found = dict(re.findall(r"^ok (\S+): (\d+) executions", said, re.MULTILINE))
    demand(sorted(found) == targets, f"{', '.join(targets)} should have run, {', '.join(found)} did")
    # Each seed is read once. A target that reads nothing else was not fuzzed.
    for name, count in found.items():
        seeds = len(list((REPOSITORY / "fuzz" / "corpus" / name).iterdir()))
        demand(int(count) > 2 * seeds, f"{name}: only {count} executions with {seeds} seeds")
    return f"{len(found)} targets, {sum(map(int, found.values()))} executions"
