"""Runs the commands of README.md, docs/ and results/README.md page by page, and compares their output with the page's.

    python3 tests/slow/pages_as_written.py BINARY [PAGE..]     writes the output into the pages (look at the difference, commit it)

A ```console block holds commands and their output. The first line of a command follows `$ `, and its further lines
follow `> `. All commands of a page run in one folder that has the bundled experiments and collections. A ```python
block is run on results of sakai-bias. Commands that need the reader's own files are in ```sh blocks, which are not run,
but their verbs and options must exist.
"""

import difflib
import os
import re
import subprocess
import sys
from pathlib import Path

from laboratory import LIMIT, REPOSITORY, Laboratory, called, demand

BLOCK = re.compile(r"^```console\n(.*?)^```$", re.MULTILINE | re.DOTALL)
FENCE = re.compile(r"^```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
# Seconds differ between equal runs.
SECONDS = re.compile(r"\d+\.\d s\)")
# The size of a cache varies with its metadata.
CACHE = re.compile(r"(cache in \S+) \([\d.]+ [kMG]?B\)")


def pages():
    docs = REPOSITORY / "docs"
    return [REPOSITORY / "README.md", *sorted(docs.glob("*.md")), *sorted(docs.glob("dev/*.md")), REPOSITORY / "results" / "README.md"]


def blocks(page, *languages):
    """Returns the texts of a page's fenced blocks in these languages."""
    return [match[2] for match in FENCE.finditer(page.read_text()) if match[1] in languages]


def commands(block):
    """Returns the commands of a block. A command begins after `$ ` and continues after `> `."""
    found = []
    for line in block.splitlines():
        if line.startswith("$ "):
            found.append(line[2:])
        elif line.startswith("> ") or line == ">":
            found[-1] += "\n" + line[2:]
    return found


def shown(command):
    """Returns a command as the page shows it."""
    first, *others = command.split("\n")
    return "".join(["$ " + first + "\n", *(("> " + line).rstrip() + "\n" for line in others)])


def page_now(laboratory, page):
    """Returns the page with the present output of its commands."""
    folder = laboratory.folder / "-".join(page.relative_to(REPOSITORY).with_suffix("").parts)
    folder.mkdir()
    for name in ("configs", "experiments"):
        (folder / name).symlink_to(REPOSITORY / name)
    environment = {**laboratory.environment(), "PATH": f"{Path(laboratory.binary).parent}:{os.environ['PATH']}"}

    def run(command):
        # Each command runs in its own shell here. A reader has one shell for all commands and would stay in the new
        # folder.
        demand(not command.startswith("cd "), f"{page.name}: `{command}` leaves the reader in another folder: write (cd ..)")
        done = subprocess.run(
            ["bash", "-c", command + "\n"],
            cwd=folder,
            env={**environment, "OLDPWD": str(folder)},
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            timeout=LIMIT,
        )
        demand(done.returncode == 0, f"{page.name}: `{command}` ended with {done.returncode}: {done.stdout[-300:]}")
        output = done.stdout.replace(environment["REJUDGE_DATA"], "$REJUDGE_DATA")
        output = SECONDS.sub("0.0 s)", output)
        output = CACHE.sub(r"\1 (0 kB)", output)
        return output if not output or output.endswith("\n") else output + "\n"

    def block(match):
        return "```console\n" + "".join(shown(command) + run(command) for command in commands(match[1])) + "```"

    return BLOCK.sub(block, page.read_text())


def as_written(laboratory):
    """Every command of the pages does what the page describes."""
    laboratory.data()
    count = 0
    for page in pages():
        before = page.read_text()
        now = page_now(laboratory, page)
        difference = list(difflib.unified_diff(before.splitlines(), now.splitlines(), "page", "now", lineterm="", n=1))
        demand(not difference, f"{page.name} differs from the output of its commands: " + " / ".join(difference[:12]))
        count += sum(len(commands(match[1])) for match in BLOCK.finditer(before))
    return f"{count} commands of {len(pages())} pages"


def known_words(laboratory):
    """In blocks that are not run, every verb and every option of rejudge exists."""
    helps, count = {}, 0
    for page in pages():
        for block in blocks(page, "", "sh"):
            for line in block.replace("\\\n", " ").splitlines():
                # These are arguments of one of our scripts, which has its own options.
                if line.startswith("benches/"):
                    continue
                for call in re.findall(r"(?:^|[\s/])rejudge ([^#&|;]*)", line):
                    count += 1
                    words = call.split()
                    verbs = [words[0]] if words else []
                    if len(words) > 1 and words[0] in ("pool", "subtopics", "labels", "data") and words[1].isalpha():
                        verbs.append(words[1])
                    key = " ".join(verbs)
                    if key not in helps:
                        code, out, err = laboratory.run(*verbs, "--help")
                        demand(code == 0, f"{page.name}: `rejudge {key}`: {err.strip()}")
                        helps[key] = out
                    for option in re.findall(r"(?<!\S)(--?[a-z][a-z-]*)", call):
                        demand(re.search(rf"(?<![\w-]){option}(?![\w-])", helps[key]), f"{page.name}: `rejudge {key}` has no {option}")
    return f"{count} calls"


def python_as_written(laboratory):
    """The Python of the pages runs on results of sakai-bias. `other_readers.docs_over_collections` runs the code that
    reads other results."""
    laboratory.results()
    folder = laboratory.folder / "python"
    folder.mkdir()
    (folder / "results").symlink_to(REPOSITORY / "results")
    count = 0
    for page in pages():
        for code in blocks(page, "python"):
            if "results/over-collections/" in code:
                continue
            demand(called([sys.executable, "-c", code], cwd=folder).strip(), f"{page.name} prints nothing: {code}")
            count += 1
    return f"{count} snippets"


def links_hold(laboratory):
    """Every link of a page leads to an existing file and heading, in the repository and on the site that is made from
    the pages."""
    return called([sys.executable, REPOSITORY / ".ci" / "site.py", laboratory.folder / "site"]).split(" in ")[0]


if __name__ == "__main__":
    binary, *chosen = sys.argv[1:]
    for page in [REPOSITORY / name for name in chosen] or pages():
        with Laboratory(str(Path(binary).resolve())) as made:
            text = page_now(made, page)
        page.write_text(text)
