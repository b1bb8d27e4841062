"""The kernels need no more instructions than the recorded numbers. A busy machine does not change that."""

import shutil
from pathlib import Path

from laboratory import REPOSITORY, Skipped, called


def as_kept(laboratory):
    """Runs benches/instructions on the program that times kernels, which is next to the binary."""
    kernels = Path(laboratory.binary).with_name("rejudge-bench")
    if not shutil.which("valgrind"):
        raise Skipped("valgrind is not here")
    if not kernels.exists():
        raise Skipped("rejudge-bench is not beside the binary (make kernels)")
    kept = called([REPOSITORY / "benches" / "instructions", kernels])
    return f"{len(kept.splitlines())} kernels"
