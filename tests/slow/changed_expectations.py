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
    untouched(laboratory)
    return json.loads((laboratory.results() / "check.json").read_text())["headline"]


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


PAPERS = ["sakai-bias", "sakai-ncu", "bompada-incomplete", "sakai-late-arrival"]
TRIALS = 1000


def other_digit(text, draw):
    """The text with one digit, by lot, made another one."""
    at = draw.choice([at for at, letter in enumerate(text) if letter.isdigit()])
    return text[:at] + draw.choice([digit for digit in "0123456789" if digit != text[at]]) + text[at + 1 :]


def changed_line(lines, cell, draw):
    """The line of a printed cell with another digit in it; None where its field cannot be told."""
    at = cell["line"] - 1
    head = max(number for number in range(at) if lines[number].strip() == "cells: |") + 1
    columns = [field.strip() for field in re.split(r"\s\|\s", f" {lines[head].strip()} ")]
    fields = re.split(r"(\s\|\s)", lines[at])
    if columns.count(cell["column"]) != 1 or len(fields) != 2 * len(columns) - 1:
        return None
    field = 2 * columns.index(cell["column"])
    found = re.findall(rf"(?<!\S){re.escape(cell['printed'])}(?!\S)", fields[field])
    if len(found) != 1:
        return None
    fields[field] = fields[field].replace(cell["printed"], other_digit(cell["printed"], draw))
    return "".join(fields)


def is_noticed(laboratory, name, texts, home):
    """Whether relations alone notice a change: without results, and without the lock that knows every digit."""
    folder = home / "experiments" / name
    (folder / "expected.yaml").write_text("".join(texts))
    folders = ["--experiments", home / "experiments", "--collections", REPOSITORY / "configs" / "collections"]
    code, _, stderr = laboratory.run(*folders, "check", name, "--results", home / "none", data="")
    demand(code in (1, 2, 4), f"{name}: check exits with {code}: {stderr[:300]}")
    # 1: a relation fails; 4: nothing does, and there are no results. What cannot be read any more is nobody's relation.
    return None if code == 2 and "is not a printed value" in stderr else code in (1, 2)


def thousand_digits(laboratory):
    """1,000 changed digits in bound cells, by lot: the share that relations notice, by table, is what check.json says."""
    from concurrent.futures import ThreadPoolExecutor
    import random

    import polars

    draw = random.Random(22)
    said, trials = {}, []
    for name in PAPERS:
        results = laboratory.folder / "checked" / name
        laboratory.run("check", name, "--results", results, data="")
        for table in json.loads((results / "check.json").read_text())["binding"]:
            said[name, table["name"]] = (table["noticed"], table["changed"])
        cells = polars.read_parquet(results / "checks.parquet")
        bound = cells.filter(
            polars.col("relations").is_in(["consistent", "known-erratum"])
            & (polars.col("worked_out") == "")
            & polars.col("table").is_in([table for paper, table in said if paper == name])
        )
        trials += [(name, cell) for cell in bound.to_dicts()]
    draw.shuffle(trials)
    homes = []
    for worker in range(2):
        home = laboratory.folder / f"worker-{worker}"
        for name in PAPERS:
            shutil.copytree(REPOSITORY / "experiments" / name, home / "experiments" / name)
            (home / "experiments" / name / "expected.lock").unlink(missing_ok=True)
            path = home / "experiments" / name / "expected.yaml"
            path.write_text(re.sub(r"^ *- transcription-differs\n", "", path.read_text(), flags=re.M))
        (home / "configs").symlink_to(REPOSITORY / "configs")
        homes.append(home)
    # The gate's line that was taken away stands below the tables: their lines are where they were.
    source = {name: (homes[0] / "experiments" / name / "expected.yaml").read_text().splitlines(True) for name in PAPERS}
    jobs = []
    for name, cell in trials:
        line = changed_line(source[name], cell, draw)
        if line is not None and len(jobs) < TRIALS:
            at = cell["line"] - 1
            jobs.append((name, cell["table"], [*source[name][:at], line, *source[name][at + 1 :]]))

    def work(worker):
        return [(name, table, is_noticed(laboratory, name, texts, homes[worker])) for name, table, texts in jobs[worker::2]]

    with ThreadPoolExecutor(2) as pool:
        outcomes = [outcome for part in pool.map(work, range(2)) for outcome in part if outcome[2] is not None]
    counts = {}
    for name, table, noticed in outcomes:
        found, tried = counts.get((name, table), (0, 0))
        counts[name, table] = (found + noticed, tried + 1)
    demand(len(outcomes) > 0.9 * TRIALS, f"only {len(outcomes)} digits could be changed")
    for key, (found, tried) in sorted(counts.items()):
        by_check, all_by_check = said[key]
        share = (found + by_check) / (tried + all_by_check)
        noise = 4 * (share * (1 - share) * (1 / tried + 1 / all_by_check)) ** 0.5
        difference = abs(found / tried - by_check / all_by_check)
        demand(
            difference <= noise + 1e-9,
            f"{'/'.join(key)}: {found} of {tried} noticed, check.json says {by_check} of {all_by_check}",
        )
    tables = ", ".join(f"{'/'.join(key)} {found} of {tried}" for key, (found, tried) in sorted(counts.items()))
    noticed = sum(found for found, _ in counts.values())
    return f"{noticed} of {len(outcomes)} noticed: {tables}"
