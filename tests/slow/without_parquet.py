"""The command that `cargo install --no-default-features` builds has no polars, but everything that needs no parquet."""

import os

from laboratory import REPOSITORY, called, demand

REASON = "built without parquet"


def as_much_works(laboratory):
    """`eval`, `audit`, `pool` and `measures` give the same bytes as in the full program. Parquet files and the verbs
    for results are refused with the reason. polars is not compiled."""
    crates = called(["cargo", "tree", "-p", "rejudge", "--no-default-features", "--prefix", "none"], cwd=REPOSITORY)
    demand("polars" not in crates, "polars is compiled without the default features")
    target = REPOSITORY / "target" / "without-parquet"
    build = ["cargo", "build", "--quiet", "-p", "rejudge", "--no-default-features"]
    called(build, timeout=3600, cwd=REPOSITORY, env={**os.environ, "CARGO_TARGET_DIR": str(target)})

    files = REPOSITORY / "configs" / "collections" / "graded"
    qrels, runs = files / "qrels.txt", files / "runs"
    whole, audit = laboratory.binary, laboratory.folder / "audit"
    works = [
        ["eval", qrels, runs, "-q"],
        ["pool", qrels, "--runs", runs, "pool-depth(depth=2)"],
        ["measures"],
        ["audit", qrels, runs, "-o", audit, "--cache", laboratory.folder / "cache", "--quiet"],
    ]
    said = []
    for binary in (whole, target / "debug" / "rejudge"):
        laboratory.binary = binary
        said.append([laboratory.succeed(*words) for words in works])
        pages = {path.name: path.read_bytes() for path in audit.glob("report.*")}
        said[-1].append(pages)
    for words, with_it, without in zip([*works, ["the pages of audit"]], *said):
        demand(with_it == without, f"`{words[0]}` differs without parquet")

    table = laboratory.folder / "scores.parquet"
    laboratory.binary = whole
    laboratory.succeed("eval", qrels, runs, "-o", table)
    laboratory.binary = target / "debug" / "rejudge"
    refused = [
        (["eval", qrels, table], 3),
        (["eval", qrels, runs, "-o", laboratory.folder / "other.parquet"], 2),
        *((words, 2) for words in (["run", "toy"], ["report", "toy"], ["check", "toy"], ["diff", audit, audit])),
    ]
    for words, code in refused:
        exit_code, _, stderr = laboratory.run(*words)
        demand(exit_code == code and REASON in stderr, f"`{words[0]}` exits with {exit_code}: {stderr[:300]}")
    return f"{len(works)} verbs work, {len(refused)} uses are refused"
