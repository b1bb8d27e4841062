"""Makes the workload, with the same bytes each time.

The bytes come from a seed and from arithmetic that no update of a library changes.

    python benches/workload.py FOLDER [--scale S]

At scale 1 there are 100 runs (25 teams x 4) of 50 topics x 1,000 documents, which are 5,000,000 lines, and 75,000 judgments
of grades 0 to 2, a pool of the runs. One score in 50 is equal to the score before. There are also the same runs as gzip, one
run of 50,000 topics x 100 documents (and its first quarter and sixteenth), one of 1,000,000 topics x 10, and a score matrix,
topic samples and rankings for the statistics. A smaller scale has fewer topics and samples, for trying out the benchmark.

Random numbers come from numpy's `RandomState.random_sample`, which is frozen. No exponential or logarithm is used, because
their last bit depends on the processor. `workload.sha256` has the checksums of scale 1 and of scale 0.05; the folder has the
checksum of its own files.
"""

import argparse
import gzip
import hashlib
import sys
from pathlib import Path

import numpy

SEED = 20071
TEAMS, RUNS_OF_TEAM = 25, 4
RUNS = TEAMS * RUNS_OF_TEAM
DOCUMENTS, KNOWN, JUDGED = 1000, 6000, 1500
TIED = 0.02
CHECKSUMS = Path(__file__).with_name("workload.sha256")


def docnos(random, count):
    """Returns `count` different document ids that look like ids of TREC's disks."""
    numbers = numpy.argsort(random.random_sample(200_000), kind="stable")[:count]
    return [f"FBIS{3 + number // 100_000}-{number % 100_000:05d}" for number in numbers.tolist()]


def printed_scores(random, shape):
    """Returns falling scores in ten-thousandths, some of them equal. Scores that differ also differ in single precision."""
    steps = 1 + (random.random_sample(shape) * 8000).astype(numpy.int64)
    steps[random.random_sample(shape) < TIED] = 0
    falling = 9_900_000 - numpy.cumsum(steps, axis=-1)
    return falling


def text_of_score(score):
    """Returns a number of ten-thousandths as decimal text."""
    return f"{score // 10000}.{score % 10000:04d}"


def pooled(rankings):
    """Returns the JUDGED documents that are ranked highest in any run. If ranks are equal, lower numbers come first."""
    best = numpy.full(KNOWN, DOCUMENTS, dtype=numpy.int64)
    for ranking in rankings:
        best[ranking] = numpy.minimum(best[ranking], numpy.arange(DOCUMENTS))
    return numpy.argsort(best, kind="stable")[:JUDGED]


def write_runs(folder, topics):
    """Writes runs/*.txt, runs-gzip/*.gz, qrels.txt and teams.tsv."""
    random = numpy.random.RandomState(SEED)
    quality = random.random_sample(RUNS)
    names = [f"team{team:02d}-run{run}" for team in range(1, TEAMS + 1) for run in range(1, RUNS_OF_TEAM + 1)]
    texts = [[] for _ in names]
    qrels = []
    for topic in range(401, 401 + topics):
        ids = docnos(random, KNOWN)
        drawn = random.random_sample(KNOWN)
        level = (drawn < 0.02).astype(numpy.int64) + (drawn < 0.005)
        common = random.random_sample(KNOWN)
        of_team = random.random_sample((TEAMS, KNOWN))
        rankings = []
        for run in range(RUNS):
            own = random.random_sample(KNOWN)
            value = common + of_team[run // RUNS_OF_TEAM] + 0.7 * own + quality[run] * level
            rankings.append(numpy.argsort(-value, kind="stable")[:DOCUMENTS])
        scores = printed_scores(random, (RUNS, DOCUMENTS)).tolist()
        for run, name in enumerate(names):
            lines = zip(rankings[run].tolist(), range(1, DOCUMENTS + 1), scores[run])
            text = (f"{topic} Q0 {ids[doc]} {rank} {text_of_score(score)} {name}\n" for doc, rank, score in lines)
            texts[run].append("".join(text))
        judged = sorted((ids[doc], level[doc]) for doc in pooled(rankings).tolist())
        qrels += [f"{topic} 0 {docno} {grade}\n" for docno, grade in judged]
    for name, by_topic in zip(names, texts):
        text = "".join(by_topic).encode()
        (folder / "runs" / f"{name}.txt").write_bytes(text)
        # The file has no time stamp and no name, so that it is always the same with one version of zlib. Its bytes are not
        # checked, because they depend on that version.
        (folder / "runs-gzip" / f"{name}.gz").write_bytes(gzip.compress(text, 6, mtime=0))
    (folder / "qrels.txt").write_text("".join(qrels))
    (folder / "teams.tsv").write_text("".join(f"{name}\t{name[:6]}\n" for name in names))


def write_long_run(folder, name, topics, documents, judged, parts):
    """Writes a run of many topics and its judgments, and for each of `parts` both again with only the first topics: a quarter
    of them for 4, for example."""
    random = numpy.random.RandomState(SEED + topics)
    step = min(625, topics // 16)
    with (folder / f"{name}.txt").open("w") as run, (folder / f"{name}.qrels").open("w") as qrels:
        ends = {}
        for first in range(0, topics, step):
            count = min(step, topics - first)
            # The ids of a topic differ, because their numbers rise by at least one.
            rise = 1 + (random.random_sample((count, documents)) * (90_000 // documents - 1)).astype(numpy.int64)
            numbers = numpy.cumsum(rise, axis=1)
            order = numpy.argsort(random.random_sample((count, documents)), axis=1, kind="stable")
            numbers = numpy.take_along_axis(numbers, order, axis=1).tolist()
            scores = printed_scores(random, (count, documents)).tolist()
            judging = random.random_sample((count, judged)).tolist()
            for at in range(count):
                topic = 100_000 + first + at
                row = zip(numbers[at], range(1, documents + 1), scores[at])
                run.write(
                    "".join(
                        f"{topic} Q0 FBIS3-{doc:05d} {rank} {text_of_score(score)} {name}\n" for doc, rank, score in row
                    )
                )
                graded = (
                    (doc, 1 + (drawn < 0.2) if drawn < 0.6 else 0) for doc, drawn in zip(numbers[at], judging[at])
                )
                qrels.write("".join(f"{topic} 0 FBIS3-{doc:05d} {grade}\n" for doc, grade in sorted(graded)))
            ends[first + count] = run.tell(), qrels.tell()
    for suffix, end in ((".txt", 0), (".qrels", 1)):
        whole = (folder / f"{name}{suffix}").read_bytes() if parts else b""
        for part in parts:
            at = max(size for size in ends if size <= max(topics // part, step))
            (folder / f"{name}-{part}{suffix}").write_bytes(whole[: ends[at][end]])


def write_tables(folder, topics, samples):
    """Writes scores.tsv (runs by topics), samples.tsv (topic samples) and rankings.tsv (100 rankings of 100 items)."""
    random = numpy.random.RandomState(SEED + 1)
    difficulty = random.random_sample(topics)
    scores = random.random_sample((RUNS, 1)) * 0.6 * difficulty + 0.4 * random.random_sample((RUNS, topics))
    drawn = (random.random_sample((samples, topics)) * topics).astype(numpy.int64)
    rankings = random.random_sample((100, 1)) * numpy.arange(100) / 100 + random.random_sample((100, 100))
    for name, rows in (("scores", scores), ("samples", drawn), ("rankings", rankings)):
        text = "".join("\t".join(map(repr, row)) + "\n" for row in rows.tolist())
        (folder / f"{name}.tsv").write_text(text)


def checksum(folder):
    """Returns the checksum of all files except the compressed ones, in the order of their names."""
    found = hashlib.sha256()
    for path in sorted(path for path in folder.rglob("*") if path.suffix in (".txt", ".tsv", ".qrels")):
        found.update(str(path.relative_to(folder)).encode() + b"\0" + hashlib.sha256(path.read_bytes()).digest())
    return found.hexdigest()


def kept_checksum(scale):
    """Returns the recorded checksum of the workload of this scale, or None."""
    lines = (line.split() for line in CHECKSUMS.read_text().splitlines())
    return next((kept for kept, of in lines if float(of) == scale), None)


def make(folder, scale=1.0):
    """Makes the workload in `folder`, unless it exists. Fails if its checksum is not the recorded one."""
    done, kept = folder / "checksum", kept_checksum(scale)
    if done.exists() and kept in (None, done.read_text()):
        return
    for part in ("runs", "runs-gzip"):
        (folder / part).mkdir(parents=True, exist_ok=True)
    topics = max(2, round(50 * scale))
    write_runs(folder, topics)
    write_long_run(folder, "long", round(50_000 * scale), 100, 10, (4, 16))
    write_long_run(folder, "longest", round(1_000_000 * scale), 10, 2, ())
    write_tables(folder, 50, max(50, round(1000 * scale)))
    made = checksum(folder)
    if kept not in (None, made):
        sys.exit(f"workload: the bytes of scale {scale:g} have checksum {made}, expected {kept}")
    done.write_text(made)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--scale", type=float, default=1.0)
    options = parser.parse_args()
    make(options.folder, options.scale)
