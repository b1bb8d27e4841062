"""A run that is killed leaves only finished cells."""

import random
import subprocess
import time

from laboratory import LIMIT, REPOSITORY, bytes_of, demand, differing

BIAS = ["sakai-bias", "-s", "axes.collection=[trec03-twin]", "-s", "draws=2"]
SAMPLES = ["bompada-incomplete", "--profile", "smoke", "-s", "draws=2"]
MATRICES = [
    *["open-scores", "-s", "axes.collection=[robust2003-scores]"],
    *["-s", "axes.runs=[all, {random: {runs: 16, draws: 300}}]"],
]
# One draw after the other, so that a kill finds some finished; both at once would finish together.
ONE_BY_ONE = ["--jobs", "1"]


class Trial:
    """A cache and results of their own, and the files that a killed run left there."""

    def __init__(self, laboratory, name, what, data):
        self.laboratory, self.data = laboratory, data
        self.what = ["run", *what, "--quiet"]
        self.folder = laboratory.folder / name
        self.results = self.folder / "results"
        self.places = ["--cache", self.folder / "cache", "--results", self.results]

    def run(self, *how):
        self.laboratory.succeed(*self.what, *how, *self.places, data=self.data)

    def kept(self):
        """Returns true if finished cells are in the cache."""
        return any(self.folder.rglob("*.cells"))

    def kill(self, moment, once_kept):
        """Starts a run and kills it after `moment` seconds, counted from the first kept cell if `once_kept`; whether
        it was still running."""
        run = subprocess.Popen(
            self.laboratory.command(*self.what, *ONE_BY_ONE, *self.places),
            cwd=REPOSITORY,
            env=self.laboratory.environment(self.data),
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        latest = time.monotonic() + LIMIT
        while once_kept and run.poll() is None and not self.kept() and time.monotonic() < latest:
            time.sleep(0.002)
        try:
            run.wait(moment)
            return False
        except subprocess.TimeoutExpired:
            run.kill()
            run.wait()
            return True


def finish_to_the_same_bytes(laboratory, what=BIAS, data="", aims=(False, True) * 5):
    """Ten runs of a twin, each killed (SIGKILL) at a random moment and then run again, end with the bytes of an
    unbroken run. Five are killed at any moment, five after cells have been kept (`aims`)."""
    unbroken = Trial(laboratory, "unbroken", what, data)
    started = time.monotonic()
    unbroken.run(*ONE_BY_ONE)
    seconds = time.monotonic() - started
    expected = bytes_of(unbroken.results)
    demand(len(expected) > 10, f"the run wrote only {len(expected)} files")

    kills = tries = kept = 0
    while kills < len(aims):
        tries += 1
        demand(tries <= 5 * len(aims), f"only {kills} of {tries} runs were still running when they were to be killed")
        trial = Trial(laboratory, f"trial-{tries}", what, data)
        once_kept = aims[kills]
        moment = random.uniform(0, seconds / 2 if once_kept else seconds)
        if not trial.kill(moment, once_kept):
            continue
        kills += 1
        kept += trial.kept()
        when = f"killed {moment:.3f} s after {'the first kept cell' if once_kept else 'the start'} and run again"
        trial.run()
        names = differing(expected, bytes_of(trial.results))
        demand(not names, f"{when}, these files differ: {', '.join(names)}")
    return f"{kills} kills, {kept} of them with cells kept"


def finish_samples(laboratory):
    """The same of sampled judgments and of tests of pairs: two draws of a twin, four kills."""
    return finish_to_the_same_bytes(laboratory, SAMPLES, aims=(False, True) * 2)


def finish_matrices(laboratory):
    """The same of a score matrix, whose cells are kept together at the end: four kills at any moment."""
    return finish_to_the_same_bytes(laboratory, MATRICES, laboratory.data(), aims=(False,) * 4)
