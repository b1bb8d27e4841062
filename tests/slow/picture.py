"""Draws docs/audit.png, the picture of an audit in README, from the page of an audit (`make picture`), and compares it
with a new page.

A browser's pixels differ from machine to machine. The picture therefore holds, as text within the PNG, the words of the
page that it was drawn from and a checksum of the marks of its small plots. The test compares these."""

import hashlib
import json
import os
import shutil
import struct
import sys
import zlib

from laboratory import REPOSITORY, Laboratory, Skipped, called, demand
from pages import browser, packages

PICTURE = REPOSITORY / "docs" / "audit.png"
COLLECTION = "clef-ehealth-2015"
SIGNATURE = b"\x89PNG\r\n\x1a\n"
# The keyword of the text within the PNG.
KEYWORD = b"Page"


def chunks(png):
    """Yields the type and the data of each chunk of a PNG."""
    demand(png.startswith(SIGNATURE), f"{PICTURE.name} is not a PNG")
    at = len(SIGNATURE)
    while at < len(png):
        (length,) = struct.unpack(">I", png[at : at + 4])
        yield png[at + 4 : at + 8], png[at + 8 : at + 8 + length]
        at += 12 + length


def chunk(kind, data):
    """Returns the bytes of a chunk in the file."""
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def page_of(png):
    """Returns the description of the page in a picture, or None."""
    # After the keyword, these bytes mean: not compressed, no language, no translated keyword.
    head = KEYWORD + b"\0\0\0\0\0"
    found = [data.removeprefix(head) for kind, data in chunks(png) if kind == b"iTXt" and data.startswith(head)]
    return json.loads(found[0]) if found else None


def with_page(png, page):
    """Returns the picture with the description of its page as its second chunk."""
    head, *rest = chunks(png)
    text = KEYWORD + b"\0\0\0\0\0" + json.dumps(page, ensure_ascii=False).encode()
    return SIGNATURE + b"".join(chunk(*each) for each in (head, (b"iTXt", text), *rest))


def drawn(laboratory, picture=""):
    """Returns the visible words and plots on the page of a new audit. Also draws its picture if a path is given."""
    if not shutil.which("node"):
        raise Skipped("there is no node")
    laboratory.data()
    audit = laboratory.folder / "audit"
    laboratory.succeed("audit", COLLECTION, "-o", audit, "--cache", laboratory.folder / "cache", "--quiet")
    environment = {**os.environ, "NODE_PATH": str(packages()), "CHROMIUM": browser()}
    script = REPOSITORY / "tests" / "slow" / "picture.js"
    page = json.loads(called(["node", script, audit / "report.html", picture], env=environment))
    # The descriptions of the marks are long, and only their equality matters.
    page["plots"] = hashlib.sha256("\n".join(page["plots"]).encode()).hexdigest()
    return page


def as_the_program_draws_it(laboratory):
    """docs/audit.png was drawn from the page that this program writes: the same words in the same order, the same small plots."""
    now, then = drawn(laboratory), page_of(PICTURE.read_bytes())
    again = "`make picture` draws docs/audit.png again"
    demand(then is not None, f"docs/audit.png does not say which page it shows: {again}")
    differing = [pair for pair in zip(now["words"], then["words"]) if pair[0] != pair[1]]
    demand(not differing, f"the page says `{differing[0][0] if differing else ''}`, the picture `{differing[0][1] if differing else ''}`: {again}")
    demand(len(now["words"]) == len(then["words"]), f"{len(now['words'])} texts on the page, {len(then['words'])} in the picture: {again}")
    demand(now["plots"] == then["plots"], f"the small plots of the page differ from the picture's: {again}")
    return f"{len(now['words'])} texts and 4 plots compared"


if __name__ == "__main__":
    with Laboratory(sys.argv[1]) as made:
        path = made.folder / "audit.png"
        seen = drawn(made, path)
        PICTURE.write_bytes(with_page(path.read_bytes(), seen))
        print(f"{PICTURE.relative_to(REPOSITORY)}: {len(seen['words'])} texts, {PICTURE.stat().st_size} bytes")
