"""Runs the slow tests, two at a time, and counts them (see `run`)."""

import multiprocessing
import shutil
import subprocess
import sys
import time

import audited
import damaged_parquet
import expect
import figures
import full_disks
import fuzzed
import gate
import instructions
import latex_tables
import licence_holder
import low_memory
import many_runs
import mutated_tables
import new_run_covers
import other_readers
import own_collections
import pages
import pages_as_written
import passes_cover
import peers
import picture
import public_data
import python_package
import soak
import supply_chain
import system_calls
import terminals
import thread_counts
import topic_sets
import transcription
import without_parquet
import workflows
from laboratory import MADE, Broken, Laboratory, Skipped

TESTS = {
    # The longest test comes first, so that the others run beside it: it compiles the wheel.
    "python-package-in-a-fresh-environment": python_package.package,
    "wheel-as-users-download-it": python_package.as_downloaded,
    "parquet-opens-in-polars-pandas-duckdb": other_readers.parquet_opens,
    "docs-over-collections-in-polars": other_readers.docs_over_collections,
    "damaged-parquet-as-pyarrow-reads-it": damaged_parquet.each_byte,
    "changed-tables-as-python-reads-them": mutated_tables.as_others_read_them,
    "same-bytes-at-1-2-8-jobs": thread_counts.same_bytes,
    "same-bytes-of-samples": thread_counts.same_bytes_of_samples,
    "same-bytes-of-score-matrices": thread_counts.same_bytes_of_matrices,
    "same-bytes-of-topic-sets": thread_counts.same_bytes_of_topic_sets,
    "soaked": soak.half_an_hour,
    "pairs-of-hundreds-of-runs-are-not-held": many_runs.audited,
    "killed-at-every-call": system_calls.kills,
    "other-verbs-killed-at-every-call": system_calls.other_verbs,
    "a-failing-call-changes-nothing": system_calls.errors,
    "file-systems-without-locks": system_calls.without_locks,
    "torn-reads-are-errors": system_calls.torn_reads,
    "full-disks-change-nothing": full_disks.full,
    "read-only-disks-end-a-run-at-once": full_disks.read_only,
    "memory-that-runs-out-changes-nothing": low_memory.runs_out,
    "nothing-acts-on-a-terminal": terminals.nothing_acts,
    "public-judgments-and-rosters-as-counted": public_data.as_counted,
    "cells-of-trec8-by-other-tools": own_collections.ten_cells,
    "error-rates-of-topic-sets-as-numpy-counts-them": topic_sets.cells_by_lot,
    "latex-tables-as-papers-use-them": latex_tables.as_papers_use_them,
    "audits-by-definition": audited.by_definition,
    "forecasts-of-new-runs-come-true": new_run_covers.by_measure,
    "ranges-of-further-passes-hold": passes_cover.ranges_hold,
    "pages-as-written": pages_as_written.as_written,
    "words-of-the-pages-are-known": pages_as_written.known_words,
    "python-of-the-pages-runs": pages_as_written.python_as_written,
    "links-of-the-pages-hold": pages_as_written.links_hold,
    "pages-open-in-chromium": pages.open_in_chromium,
    "figures-show-every-mark": figures.every_mark,
    "picture-of-an-audit-as-the-program-draws-it": picture.as_the_program_draws_it,
    "scores-as-pyntcireval-computes-them": peers.pyntcireval,
    "verdicts-of-the-gate-err-as-documented": gate.error_rates,
    "conventions-of-printed-tables-are-named": expect.conventions_named,
    "instructions-as-kept": instructions.as_kept,
    "workflows-as-actionlint-reads-them": workflows.linted,
    "supply-chain-as-allowed": supply_chain.as_allowed,
    "walls-as-drawn": supply_chain.walls_as_drawn,
    "bill-of-materials": supply_chain.bill_of_materials,
    "dependencies-as-listed": supply_chain.dependencies_as_listed,
    "packages-are-made": supply_chain.packages_are_made,
    "program-without-parquet": without_parquet.as_much_works,
    "readers-fuzzed": fuzzed.ten_minutes_each,
    "transcription-holds": transcription.check,
    "changed-digits-are-noticed": transcription.changed_digits,
    "licence-holder-sees-every-cell-compared": licence_holder.every_cell_compared,
    "from-a-password-to-the-page": licence_holder.from_a_password,
    "real-runs-with-a-password": licence_holder.real_runs_with_a_password,
    "password-at-a-prompt": licence_holder.password_at_a_prompt,
}


# Tests that a landing does not wait for, each with its reason. `make test-night` runs them.
NIGHT = {
    "changed-tables-as-python-reads-them": "twenty thousand processes; suite `forms` has a table of such files",
    "soaked": "half an hour: faults of several processes that meet at random moments",
    "wheel-as-users-download-it": "compiles the package once more, optimised as a whole; each landing tests it as compiled for tests",
    "readers-fuzzed": "ten minutes a reader with sanitizers; each landing replays the corpus with changed bytes (suite `corpus`)",
    "memory-that-runs-out-changes-nothing": "sixty limits of memory, which depend on the size of the optimised program",
    "pairs-of-hundreds-of-runs-are-not-held": "a limit of memory of the optimised program",
    "program-without-parquet": "compiles the program a second time, with fewer features",
    "instructions-as-kept": "counts instructions of the optimised kernels, which are built for nothing else",
    "other-verbs-killed-at-every-call": "hundreds of kills; a landing kills `run` at every call",
    "supply-chain-as-allowed": "compiles cargo-deny; what it finds changes with Cargo.lock and with the advisories of the day",
    "verdicts-of-the-gate-err-as-documented": "minutes of simulation; its result changes only with the interval",
    "packages-are-made": "packs all crates; what it finds changes with the manifests alone",
}


def outcome(test, binary):
    """Returns the test's summary, and the reason why it failed (None if it passed)."""
    try:
        with Laboratory(binary) as laboratory:
            return test(laboratory), None
    except Broken as broken:
        return None, str(broken)
    except ModuleNotFoundError as error:
        return None, f"the Python package {error.name} is not there: pip could not fetch it into target/venv"
    except subprocess.TimeoutExpired as error:
        return None, f"`{' '.join(map(str, error.cmd))}` took more than {error.timeout:.0f} s"
    except Skipped:
        raise
    except Exception as error:
        return None, f"{type(error).__name__}: {error}"


def run(name, binary):
    """Runs one test and prints its line; returns its first word."""
    started = time.monotonic()
    try:
        said, why = outcome(TESTS[name], binary)
    except Skipped as reason:
        print(f"SKIPPED: {name}: {reason}", flush=True)
        return "SKIPPED"
    seconds = time.monotonic() - started
    if why is None:
        print(f"ok {name} ({said}; {seconds:.1f} s)", flush=True)
        return "ok"
    print(f"FAILED {name}: {why}", flush=True)
    return "FAILED"


def main(binary, names):
    if names == ["--night"]:
        names = list(NIGHT)
    unknown = [name for name in names if name not in TESTS]
    if unknown:
        sys.exit(f"no slow test `{unknown[0]}`; there are {', '.join(TESTS)}")
    names = names or [name for name in TESTS if name not in NIGHT]
    # Two at a time, since many tests wait for a server or keep a single thread busy.
    with multiprocessing.get_context("fork").Pool(2, maxtasksperchild=1) as pool:
        ends = pool.starmap(run, [(name, binary) for name in names], chunksize=1)
    shutil.rmtree(MADE)
    passed, failed = ends.count("ok"), ends.count("FAILED")
    print(f"slow: {passed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], sys.argv[2:]))
