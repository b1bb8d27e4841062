"""`rejudge check` passes, and fails on anything that was changed behind its back."""

import json
import re
import shutil

from laboratory import REPOSITORY, Broken, demand


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
    laboratory.results()
    return laboratory.succeed("check", "sakai-bias").splitlines()[0]


def cell_to_change(home, bound):
    """Line number, old and new text of a line of expected.yaml: the last digit of a printed cell is another one.
    Bound cells are in relations with others; nothing but the lock knows an unbound one."""
    import polars

    lines = (home / "experiments" / "sakai-bias" / "expected.yaml").read_text().splitlines()
    relation = "consistent" if bound else "unchecked"
    cells = polars.read_parquet(home / "results" / "checks.parquet").filter(polars.col("relations") == relation)
    for cell in cells.to_dicts():
        line = lines[cell["line"] - 1]
        fields = [field.strip() for field in line.split("|")]
        if fields.count(cell["printed"]) != 1 or not re.fullmatch(r"[0-9]*\.[0-9]+|[0-9]+", cell["printed"]):
            continue
        digit = cell["printed"][-1]
        other = cell["printed"][:-1] + str((int(digit) + 1) % 10)
        # The field, not the same digits within another one.
        new = re.sub(rf"(\|\s*){re.escape(cell['printed'])}(\s*(\||$))", rf"\g<1>{other}\g<2>", line)
        if new != line:
            return cell["line"], line, new
    raise Broken(f"no cell that is {relation} could be found in checks.parquet")


def changed_digit(laboratory, bound):
    home = untouched(laboratory)
    path = home / "experiments" / "sakai-bias" / "expected.yaml"
    number, old, new = cell_to_change(home, bound)
    lines = path.read_text().splitlines(keepends=True)
    lines[number - 1] = lines[number - 1].replace(old, new)
    path.write_text("".join(lines))
    code, stderr = check(laboratory)
    change = f"line {number} `{old.strip()}` made `{new.strip()}`"
    demand(code == 1, f"{change}: check exits with {code}, expected 1")
    demand(re.search(rf"expected\.yaml:{number}\b|\bline {number}\b", stderr), f"{change}: not named in: {stderr[:300]}")
    return f"line {number}"


def bound_digit(laboratory):
    """A changed digit in a cell that relations bind."""
    return changed_digit(laboratory, bound=True)


def unbound_digit(laboratory):
    """A changed digit in a cell that nothing binds."""
    return changed_digit(laboratory, bound=False)


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
