"""A folder with a twin and an experiment that runs in a moment, for tests that run it hundreds of times."""

import hashlib
import json
import subprocess

from laboratory import LIMIT, demand

TWIN = """\
schema: collection/v1
id: tiny-twin
title: A small twin
kind: simulated
pool-depth: 20
twin:
  topics: 6
  relevant: {mean: 12, range: [3, 30]}
  grades: {S: 4, A: 0, B: 8}
  quality: 0.7
  separation: 3.6
  technology: 0.55
  relevant-factor: 1.1
  grade-factors: {S: 1, A: 1, B: 1}
  teams:
    - {name: one, runs: 2, oddness: 0.7}
    - {name: two, runs: 2, oddness: 0.9}
    - {name: three, runs: 1, oddness: 1.1}
"""

EXPERIMENT = """\
schema: experiment/v1
id: small
title: A small experiment
seed: 1
draws: 2
evaluation: {gains: {S: 3, A: 2, B: 1}}
axes:
  collection: [tiny-twin]
  judgments:
    - full
    - pool-depth: {depth: {each: [5, 1]}}
  measure: [AP, nDCG@10]
statistics:
  tau: {kendall-tau: {versus: full}}
  dp: {discriminative-power: {test: {paired-bootstrap: {samples: SAMPLES}}, alpha: 0.05}}
tables:
  taus: {caption: Taus, rows: judgments, columns: measure, cell: tau}
figures:
  power: {caption: Power, rows: measure, columns: judgments, cell: dp.power, plot: {bars: {y: {label: power}}}}
"""

# Keys of a manifest that differ between equal runs: times, and the counts of computed and cached cells.
MOMENT = ("finished", "seconds", "computed", "cached")


class World:
    """The folder, in which the binary runs."""

    def __init__(self, laboratory, samples=50, draws=2):
        self.laboratory, self.folder = laboratory, laboratory.folder / "world"
        experiment = EXPERIMENT.replace("SAMPLES", str(samples)).replace("draws: 2", f"draws: {draws}")
        self.write("collections/tiny-twin.yaml", TWIN)
        self.write("experiments/small/experiment.yaml", experiment)

    def write(self, name, text):
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)

    def with_files(self):
        """Writes judgments and runs of the twin into the folder `data`."""
        self.succeed("simulate", "tiny-twin", "-o", "data", "--quiet")
        return self

    def command(self, *words):
        return self.laboratory.command(*words, "--collections", "collections")

    def run(self, *words, before=(), **more):
        """Runs the binary. `before` is the command line of another program that starts it."""
        command = [*map(str, before), *self.command(*words)]
        more = {"timeout": LIMIT, "env": self.laboratory.environment(""), **more}
        return subprocess.run(command, cwd=self.folder, capture_output=True, **more)

    def succeed(self, *words):
        done = self.run(*words)
        said = done.stderr.decode(errors="replace").strip()
        demand(done.returncode == 0, f"`rejudge {' '.join(map(str, words))}` exits with {done.returncode}: {said}")
        return done.stdout

    def content(self, name):
        """Returns {name: checksum} of every file under a folder, also of hidden ones. The checksum of a manifest is
        without the keys of `MOMENT`. The name may also be that of a file. Temporary files of killed writers, which are
        removed after a day, are left out."""
        top = self.folder / name
        files = [top] if top.is_file() else sorted(path for path in top.rglob("*") if path.is_file() and path.suffix != ".part")
        found = {}
        for path in files:
            content = path.read_bytes()
            if path.name == "manifest.json":
                manifest = json.loads(content)
                content = json.dumps({key: manifest[key] for key in manifest if key not in MOMENT}).encode()
            found[str(path.relative_to(self.folder / name))] = hashlib.sha256(content).hexdigest()
        return found

    def remains(self):
        """Returns the temporary files that writers left behind."""
        return [str(path.relative_to(self.folder)) for path in self.folder.rglob(".rejudge-*.part")]
