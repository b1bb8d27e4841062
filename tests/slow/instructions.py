"""The kernels need no more instructions than kept, which holds on a busy machine too."""

import shutil
import subprocess
from pathlib import Path

from laboratory import LIMIT, REPOSITORY, Skipped, demand


def as_kept(laboratory):
    """benches/instructions on the program that times kernels, which is next to the binary."""
    kernels = Path(laboratory.binary).with_name("rejudge-bench")
    if not shutil.which("valgrind"):
        raise Skipped("valgrind is not here")
    if not kernels.exists():
        raise Skipped("rejudge-bench is not beside the binary (make kernels)")
    script = REPOSITORY / "benches" / "instructions"
    done = subprocess.run([script, kernels], capture_output=True, text=True, timeout=LIMIT)
    demand(done.returncode == 0, (done.stderr or done.stdout).strip())
    return f"{len(done.stdout.splitlines())} kernels"
