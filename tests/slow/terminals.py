"""Output on a terminal cannot control the terminal; a pipe gets the unchanged bytes."""

import os
import pty
import re
import subprocess

from laboratory import demand
from small_world import World

# These characters clear the screen on 8-bit terminals, and turn the following text from right to left. No file may contain
# ASCII control characters.
ACTS = "\x9b2J\u202e"


# The escape sequences for colour and weight of letters are allowed.
COLOUR = re.compile(r"\x1b\[[0-9;]*m")


def on_a_terminal(world, *words):
    """Runs the binary with stdout on a terminal. Returns its exit code and the terminal's output."""
    ours, theirs = pty.openpty()
    child = subprocess.Popen(world.command(*words), cwd=world.folder, stdout=theirs, stderr=subprocess.DEVNULL)
    os.close(theirs)
    got = b""
    while True:
        try:
            some = os.read(ours, 65536)
        except OSError:
            break
        if not some:
            break
        got += some
    os.close(ours)
    return child.wait(), got.decode().replace("\r\n", "\n")


def nothing_acts(laboratory):
    """Control characters in tags of runs, in topics and in documents are escaped on a terminal, and unchanged in a
    pipe."""
    world = World(laboratory)
    world.write("qrels", f"1{ACTS} 0 a{ACTS} 1\n1{ACTS} 0 b 0\n")
    world.write("run", f"1{ACTS} Q0 a{ACTS} 1 2 me{ACTS}\n1{ACTS} Q0 b 2 1 me{ACTS}\n")
    verbs = [
        ["eval", "qrels", "run", "-q", "-m", "AP"],
        ["eval", "qrels", "run", "-q", "--format", "csv"],
        ["eval", "qrels", "run", "-q", "--format", "trec_eval"],
        ["eval", "qrels", "run", "-q", "-o", "/dev/stdout"],
        ["pool", "build", "--runs", "run", "--depth", 2],
        ["pool", "qrels", "--runs", "run", "pool-depth(depth=1)"],
    ]
    for words in verbs:
        code, got = on_a_terminal(world, *words)
        acting = [c for c in COLOUR.sub("", got) if (ord(c) < 32 and c not in "\n\t") or 127 <= ord(c) < 160 or "\u202a" <= c <= "\u202e"]
        what = f"`{' '.join(map(str, words))}`"
        demand(code == 0 and "\\u{9b}" in got, f"{what} on a terminal: exit {code}: {got!r}")
        demand(not acting, f"{what} sends a terminal control characters: {acting!r}")
        piped = world.run(*words)
        demand(piped.returncode == 0 and ACTS in piped.stdout.decode(), f"{what} does not send a pipe the unchanged bytes")
    code, got = on_a_terminal(world, "eval", "qrels", "run", "--format", "parquet", "-o", "-")
    demand(code == 2 and not got, f"parquet on a terminal: exit {code}: {got!r}")
    return f"{len(verbs)} verbs"
