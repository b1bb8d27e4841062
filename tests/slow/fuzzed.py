"""Fuzzing: every reader meets random bytes for ten minutes."""

import re
import subprocess

from laboratory import REPOSITORY, demand

# The targets are built with instrumentation, from nothing on a fresh machine.
PATIENCE = 4 * 3600
SECONDS = 600


def ten_minutes_each(laboratory):
    """fuzz/run builds the targets and runs each of them: none may panic, hang, or take memory out of proportion."""
    targets = sorted(path.stem for path in (REPOSITORY / "fuzz" / "fuzz_targets").glob("*.rs"))
    command = [REPOSITORY / "fuzz" / "run", "--seconds", str(SECONDS)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE)
    failed = [line for line in done.stdout.splitlines() if line.startswith("FAILED")]
    demand(not failed, "; ".join(failed))
    demand(done.returncode == 0, f"fuzz/run exits with {done.returncode}: {done.stderr.strip()[-500:]}")
    found = dict(re.findall(r"^ok (\S+): (\d+) executions", done.stdout, re.MULTILINE))
    demand(sorted(found) == targets, f"{', '.join(targets)} should have run, {', '.join(found)} did")
    # Each seed is read once; a target that reads nothing else has not been fuzzed.
    for name, count in found.items():
        seeds = len(list((REPOSITORY / "fuzz" / "corpus" / name).iterdir()))
        demand(int(count) > 2 * seeds, f"{name}: {count} executions with {seeds} seeds")
    return f"{len(found)} targets, {sum(map(int, found.values()))} executions"
