"""The commands of docs/tutorial.md, run one after the other in one folder, and their output compared with the page's.

    python3 tests/slow/tutorial.py BINARY     writes the output into the page (after a look at the difference, commit it)
"""

import difflib
import os
import re
import subprocess
import sys
from pathlib import Path

from laboratory import LIMIT, REPOSITORY, Laboratory, Skipped, demand

PAGE = REPOSITORY / "docs" / "tutorial.md"
BLOCK = re.compile(r"^```console\n(.*?)^```$", re.MULTILINE | re.DOTALL)
# What differs between equal runs.
SECONDS = re.compile(r"\d+\.\d s\)")


def commands(block):
    """The commands of a block: lines after `$ `, with those after `> ` behind them."""
    found = []
    for line in block.splitlines():
        if line.startswith("$ "):
            found.append(line[2:])
        elif line.startswith("> ") or line == ">":
            found[-1] += "\n" + line[2:]
    return found


def shown(command):
    """A command as the page shows it."""
    first, *others = command.split("\n")
    return "".join(["$ " + first + "\n", *(("> " + line).rstrip() + "\n" for line in others)])


def page_now(laboratory):
    """The page with the output of its commands as they are now."""
    folder = laboratory.folder / "clone"
    folder.mkdir()
    for name in ("configs", "experiments"):
        (folder / name).symlink_to(REPOSITORY / name)
    environment = {**laboratory.environment(), "PATH": f"{Path(laboratory.binary).parent}:{os.environ['PATH']}"}

    def run(command):
        done = subprocess.run(
            ["bash", "-c", command + "\n"],
            cwd=folder,
            env={**environment, "OLDPWD": str(folder)},
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            timeout=LIMIT,
        )
        demand(done.returncode == 0, f"`{command}` ended with {done.returncode}: {done.stdout[-300:]}")
        output = done.stdout.replace(environment["REJUDGE_DATA"], "$REJUDGE_DATA")
        output = SECONDS.sub("0.0 s)", output)
        return output if not output or output.endswith("\n") else output + "\n"

    def block(match):
        return "```console\n" + "".join(shown(command) + run(command) for command in commands(match[1])) + "```"

    return BLOCK.sub(block, PAGE.read_text())


def as_written(laboratory):
    """Every command of the tutorial does what the page says."""
    if not os.environ.get("REJUDGE_DATA"):
        raise Skipped("REJUDGE_DATA is not set")
    before = PAGE.read_text()
    now = page_now(laboratory)
    difference = list(difflib.unified_diff(before.splitlines(), now.splitlines(), "page", "now", lineterm="", n=1))
    demand(not difference, "the page says other than the commands: " + " / ".join(difference[:12]))
    return f"{sum(len(commands(match[1])) for match in BLOCK.finditer(before))} commands"


if __name__ == "__main__":
    with Laboratory(str(Path(sys.argv[1]).resolve())) as made:
        text = page_now(made)
    PAGE.write_text(text)
