"""Opens the pages of the reports from file:// in headless Chromium, as their readers do."""

import json
import os
import shutil

import debian
from laboratory import REPOSITORY, Skipped, called, demand

HERE = REPOSITORY / "tests" / "slow"
NODE = REPOSITORY / "target" / "node"
# The test was written for these versions.
PACKAGES = ["playwright-core@1.65.1", "axe-core@4.14.1"]
# The five papers, and one experiment for each other kind of data: real runs with printed scores, judges, score
# matrices, pools.
SHOWN = [
    "sakai-bias", "sakai-ncu", "sakai-ntcir", "bompada-incomplete", "sakai-late-arrival",
    "trec-dl", "llm-judges", "open-scores", "zobel-pools",
]


def browser():
    """Returns the path of Chromium, which is installed from Debian if it is missing."""
    if not shutil.which("chromium"):
        try:
            debian.install(["chromium"])
        except debian.CannotInstall as why:
            demand(False, f"chromium is not installed: {why}")
    return shutil.which("chromium")


def packages():
    """Returns the folder in which node finds playwright-core, which drives the browser, and axe-core."""
    home = NODE / "node_modules"
    wanted = dict(package.rsplit("@", 1) for package in PACKAGES)
    manifests = {name: home / name / "package.json" for name in wanted}
    here = all(path.exists() and json.loads(path.read_text())["version"] == wanted[name] for name, path in manifests.items())
    if not here:
        demand(shutil.which("npm"), "there is no npm to fetch playwright-core and axe-core with")
        NODE.mkdir(parents=True, exist_ok=True)
        without_browser = {**os.environ, "PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD": "1"}
        command = ["npm", "install", "--prefix", str(NODE), "--no-save", "--no-audit", "--no-fund", *PACKAGES]
        called(command, env=without_browser)
    return home


def open_in_chromium(laboratory):
    """Opens the reports of experiments, the index, and the page of an audit. At 400 and 1400 pixels the switches of a
    page's tables work, no claim is cut off, the page follows the theme of the system, shows the numbers of marks, loads
    nothing from elsewhere, and has no error and nothing that axe-core calls serious. Without scripts the tables and
    their switches still work. REJUDGE_SCREENSHOTS names a folder for pictures of the pages."""
    if not shutil.which("node"):
        raise Skipped("there is no node")
    environment = {**laboratory.environment(), "NODE_PATH": str(packages()), "CHROMIUM": browser()}
    laboratory.data()
    for name in SHOWN:
        laboratory.results(name)
    laboratory.succeed("report", "--index", "--quiet")
    results = REPOSITORY / "results"
    found = [results / name / "report.html" for name in SHOWN]
    small = REPOSITORY / "configs" / "collections" / "graded"
    audit = laboratory.folder / "audit-graded"
    laboratory.run("audit", "--qrels", small / "qrels.txt", "--runs", small / "runs", "-o", audit, "--quiet")
    found.append(audit / "report.html")
    pictures = os.environ.get("REJUDGE_SCREENSHOTS", "")
    said = json.loads(called(["node", HERE / "pages.js", pictures, results / "index.html", *found], env=environment))
    demand(not said["wrong"], f"{len(said['wrong'])} faults, first {'; '.join(said['wrong'][:3])}")
    seen = said["seen"]
    # The pages of four papers have tables with a switch, and claims; both are tried at two widths. Five pages have a
    # visible figure; the narrow form of a figure, for telephones, has no marks to point at.
    enough = {"switched": 40, "claims": 8, "hovered": 5, "marks": 2000, "checked": 2 * len(found)}
    for what, least in enough.items():
        demand(seen[what] >= least, f"{seen[what]} {what}, fewer than {least}")
    return ", ".join(f"{count} {what}" for what, count in seen.items())
