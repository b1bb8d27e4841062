"""A damaged parquet file is refused, or read as another reader reads it."""

import io
import subprocess
from concurrent.futures import ThreadPoolExecutor

from laboratory import demand

TOPICS = ["1"] * 6 + ["2"] * 6
DOCUMENTS = ["d1", "d2", "d3", "d4", "d5", "d6"] * 2
SCORES = [6.5, 5.25, 4.0, 3.0, 2.0, 1.0] * 2
FLIPS = (0x01, 0x80, 0xFF)
RELEVANT = {"d1", "d3", "d6"}


# Each form has a compression, a version of pages, and a distance between changed bytes. Pages have a checksum with gzip, and
# none with zstd.
FORMS = (("zstd", "1.0", 1), ("gzip", "1.0", 5), ("gzip", "2.0", 5))


def whole(compression, version):
    """Returns a parquet file with a run of 12 rows in three row groups."""
    import pyarrow
    import pyarrow.parquet

    table = pyarrow.table({"topic": TOPICS, "document": DOCUMENTS, "score": SCORES})
    out = io.BytesIO()
    pyarrow.parquet.write_table(table, out, row_group_size=4, compression=compression, data_page_version=version)
    return out.getvalue()


def average_precision(rows):
    """Returns the mean AP of (topic, document, score). Equal scores are ordered by document, descending."""
    means = []
    for topic in ("1", "2"):
        ranked = sorted(((score, document) for of, document, score in rows if of == topic), reverse=True)
        found = [rank for rank, (_, document) in enumerate(ranked, 1) if document in RELEVANT]
        means.append(sum(hits / rank for hits, rank in enumerate(found, 1)) / len(RELEVANT))
    return sum(means) / len(means)


def in_pyarrow(content):
    """Returns the AP of a run as pyarrow reads it; None if pyarrow refuses the file, or reads something other than a
    run."""
    import pyarrow.parquet

    try:
        table = pyarrow.parquet.read_table(io.BytesIO(content)).to_pydict()
        # A column whose type is damaged comes as bytes, with the same characters.
        text = lambda value: value.decode() if isinstance(value, bytes) else str(value)
        rows = zip(map(text, table["topic"]), map(text, table["document"]), map(float, table["score"]))
        return average_precision(list(rows))
    except Exception:  # any exception means that pyarrow does not read the file
        return None


def each_byte(laboratory):
    """Bytes of a parquet run are changed one at a time: the file is refused with exit code 3, or has the AP of the rows
    that pyarrow reads. If only pyarrow refuses the file, it has the AP of the undamaged run. There is no panic and no
    abort."""
    return "; ".join(each_byte_of(laboratory, *form) for form in FORMS)


def each_byte_of(laboratory, compression, version, apart):
    content, folder = whole(compression, version), laboratory.folder
    qrels = folder / "qrels"
    judged = ((topic, document) for topic in ("1", "2") for document in sorted(set(DOCUMENTS)))
    qrels.write_text("".join(f"{topic} 0 {document} {int(document in RELEVANT)}\n" for topic, document in judged))
    undamaged = in_pyarrow(content)

    def tried(change):
        at, value = change
        damaged = content[:at] + bytes([value]) + content[at + 1 :]
        path = folder / f"{at}-{value}.parquet"
        path.write_bytes(damaged)
        command = laboratory.command("eval", qrels, path, "-m", "AP", "--quiet")
        done = subprocess.run(command, capture_output=True, text=True, timeout=60)
        path.unlink()
        return at, value, damaged, done

    changes = [(at, old ^ FLIPS[at % len(FLIPS)]) for at, old in enumerate(content)][::apart]
    refused = same = 0
    with ThreadPoolExecutor(2) as pool:
        for at, value, damaged, done in pool.map(tried, changes):
            place = f"byte {at} as {value}"
            demand(done.returncode in (0, 3), f"{place}: exit {done.returncode}: {done.stderr.strip()[-100:]}")
            if done.returncode == 3:
                refused += 1
                continue
            found = float(done.stdout.split()[-1])
            expected = in_pyarrow(damaged)
            expected = undamaged if expected is None else expected
            is_same = abs(found - expected) < 1e-12
            # No checksum covers the levels in a page of version 2. polars uses the header's number of nulls, pyarrow
            # the levels.
            is_whole = version == "2.0" and abs(found - undamaged) < 1e-12
            demand(is_same or is_whole, f"{compression}, {place}: AP is {found}, but {expected} for the rows that pyarrow reads")
            same += 1
    demand(refused > len(changes) / 2, f"only {refused} of {len(changes)} files are refused")
    return f"{compression}, pages {version}: {len(changes)} files, {refused} refused, {same} read as pyarrow reads them"
