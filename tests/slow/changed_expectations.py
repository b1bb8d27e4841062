"""`rejudge check` passes, and fails on anything that was changed since."""

import json
import shutil

from laboratory import REPOSITORY, demand


def copy(laboratory):
    """Copies of the experiment, its configuration and its results, to be changed."""
    home = laboratory.folder
    shutil.copytree(REPOSITORY / "experiments" / "sakai-bias", home / "experiments" / "sakai-bias")
    shutil.copytree(REPOSITORY / "configs", home / "configs")
    away = shutil.ignore_patterns("variants")
    shutil.copytree(laboratory.results(), home / "results", ignore=away)
    return home


def check(laboratory):
    """Exit code and stderr of the check of the copy."""
    home = laboratory.folder
    folders = ["--experiments", home / "experiments", "--collections", home / "configs" / "collections"]
    code, _, stderr = laboratory.run(*folders, "check", "sakai-bias", "--results", home / "results")
    return code, stderr


def untouched(laboratory):
    """A copy that passes, without which a failure would show nothing."""
    home = copy(laboratory)
    code, stderr = check(laboratory)
    first = " / ".join(stderr.strip().splitlines()[:2])
    demand(code == 0, f"even the unchanged copy does not pass (exit {code}): {first}")
    return home


def check_passes(laboratory):
    """`rejudge check sakai-bias` on the results as they are."""
    untouched(laboratory)
    return json.loads((laboratory.results() / "check.json").read_text())["headline"]


def inflated_scores(laboratory):
    """Scores that are all 0.001 too high change no ranking and no significance; golden scores notice."""
    import blake3
    import polars

    home = untouched(laboratory)
    path, manifest = home / "results" / "scores.parquet", home / "results" / "manifest.json"
    polars.read_parquet(path).with_columns(polars.col("score") + 0.001).write_parquet(path)
    wrote = json.loads(manifest.read_text())
    wrote["files"]["scores.parquet"] = blake3.blake3(path.read_bytes()).hexdigest()
    manifest.write_text(json.dumps(wrote))
    code, stderr = check(laboratory)
    demand(code == 1, f"check exits with {code}, expected 1: {stderr[:300]}")
    demand("golden scores/" in stderr, f"no golden score is named in: {stderr[:300]}")
    return stderr.strip().splitlines()[0].removeprefix("error: ")
