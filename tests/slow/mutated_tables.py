"""A damaged table is refused, or read as another reader reads it: Python's csv in strict mode, Python's json, or
pyarrow."""

import csv
import io
import json
import math
import random
import re
import subprocess
from collections import Counter, defaultdict
from concurrent.futures import ThreadPoolExecutor

from laboratory import demand

SEED = 80
FILES = {"csv": 6000, "tsv": 5000, "json": 4500, "parquet": 4500}

RELEVANT = {("1", "d1"), ("1", 'a"b'), ("1", "x,y"), ("2", "d1"), ("2", '"Weird_Al"_Y'), ("2", "é")}
# Topic, document, score and text of the undamaged runs.
ROWS = [
    ("1", "d1", 6.5, "plain"),
    ("1", 'a"b', 5.25, 'a "quoted" word'),
    ("1", "x,y", 4.0, "one, two"),
    ("1", "d4", 3.0, ""),
    ("2", '"Weird_Al"_Y', 6.5, "x"),
    ("2", "d2", 5.25, '"'),
    ("2", "é", 4.0, "é; ü"),
    ("2", "d1", 3.5, "end"),
]
MULTILINE = "first line\nsecond, line"
LETTERS = ['"', '"', '"', ",", "\t", ";", "\n", "\r\n", " ", "#", "'", ".", "1", "d", "-", "{", "}", "[", "]", ":", "\\", "\ufeff", ""]

# The names of columns that rejudge knows, in lower case and without blanks, full stops, hyphens and underscores.
NAMES = {
    "topic": "qid queryid topicid topic narrativeid topicno".split(),
    "document": "docno docid corpusid documentid document pid passageid did doc segmentid".split(),
    "score": "score sim similarity retrievalscore".split(),
}
NUMBER = re.compile(r"[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?")


class Refused(Exception):
    """The file is not a run, or the other reader refuses it."""


def role(names, wanted):
    """Returns the position of the only column with a role."""
    plain = [re.sub(r"[-_ .]", "", name).lower() for name in names]
    found = [at for at, name in enumerate(plain) if name in NAMES[wanted]]
    if wanted == "document" and len(found) > 1 and "docno" in plain:
        found = [at for at in found if names[at].strip().lower() != "docid"]
    if len(found) != 1:
        raise Refused(wanted)
    return found[0]


def average_precision(rows):
    """Returns the mean AP of (topic, document, score). Equal scores are ordered by the bytes of the id, descending."""
    ranked, seen = defaultdict(list), set()
    for topic, document, score in rows:
        blank = any(c == " " or not c.isprintable() and (ord(c) < 32 or 127 <= ord(c) < 160) for c in topic + document)
        if not topic or not document or blank or topic.startswith("#") or (topic, document) in seen or not math.isfinite(score):
            raise Refused(f"{topic} {document}")
        seen.add((topic, document))
        ranked[topic].append((score, document.encode(), document))
    total = 0.0
    for topic in ("1", "2"):
        hits, of_topic = 0, 0.0
        for rank, (_, _, document) in enumerate(sorted(ranked[topic], reverse=True), 1):
            if (topic, document) in RELEVANT:
                hits += 1
                of_topic += hits / rank
        total += of_topic / sum(of == topic for of, _ in RELEVANT)
    if not set(ranked) & {"1", "2"}:
        raise Refused("no topic is judged")
    return total / 2


def number(text):
    if not NUMBER.fullmatch(text):
        raise Refused(text)
    return float(text)


def of_cells(table):
    """Returns the rows (topic, document, score) of a table of texts."""
    blanks = " \t\n\r\x0b\x0c"
    table = [row for row in table if len(row) > 1 or any(cell.strip(" \t") for cell in row)]
    if not table:
        raise Refused("no head")
    head = [cell.strip() for cell in table[0]]
    topic, document, score = (role(head, wanted) for wanted in ("topic", "document", "score"))
    if any(len(row) != len(head) for row in table):
        raise Refused("columns")
    rows = ([cell.strip(blanks) for cell in row] for row in table[1:])
    return [(row[topic], row[document], number(row[score])) for row in rows]


def named(head):
    plain = [re.sub(r"[-_ .]", "", cell.strip()).lower() for cell in head]
    return len(plain) > 1 and any(name in NAMES["topic"] + NAMES["document"] for name in plain)


def csv_rows(text):
    """Returns the rows of a table as Python's csv reads it in strict mode. In a table with tabs, quotes are ordinary
    characters unless they enclose a whole cell."""
    for separator in "\t,;":
        between_tabs = separator == "\t"
        settings = {"quoting": csv.QUOTE_NONE} if between_tabs else {"strict": True, "skipinitialspace": True}
        try:
            table = list(csv.reader(io.StringIO(text, newline=""), delimiter=separator, **settings))
        except csv.Error as error:
            table, wrong = [], error
        else:
            wrong = None
        first = next((row for row in table if len(row) > 1 or any(cell.strip(" \t") for cell in row)), [])
        if between_tabs:
            # A line that holds only blanks and tabs counts as empty.
            table = [[unquoted(cell.strip(" ")) for cell in row] for row in table if "".join(row).strip(" ")]
            first = table[0] if table else []
        if wrong:
            continue
        if named(first):
            return of_cells(table)
    raise Refused("no table")


def unquoted(cell):
    inside = cell[1:-1]
    is_quoted = len(cell) > 1 and cell[0] == cell[-1] == '"' and '"' not in inside.replace('""', "")
    return inside.replace('""', '"') if is_quoted else cell


def once(pairs):
    """Returns the object of these pairs. A duplicate key is refused."""
    out = dict(pairs)
    if len(out) < len(pairs):
        raise Refused("a key twice")
    return out


def json_rows(text):
    """Returns the rows that Python's json reads from topics with documents, from a list of records, or from a record in
    each line."""

    def refuse(constant):
        raise Refused(constant)

    def parsed(text):
        try:
            return json.loads(text, object_pairs_hook=once, parse_constant=refuse)
        except (ValueError, RecursionError) as error:
            raise Refused(error) from error

    def score(value):
        if isinstance(value, str):
            return number(value.strip())
        if isinstance(value, bool) or not isinstance(value, (int, float)):
            raise Refused(value)
        return float(value)

    def name(value):
        if isinstance(value, bool) or not isinstance(value, (str, int)):
            raise Refused(value)
        return str(value)

    def record(value):
        names = list(value)
        topic, document, number = (names[role(names, wanted)] for wanted in ("topic", "document", "score"))
        return name(value[topic]).strip(), name(value[document]).strip(), score(value[number])

    try:
        whole = parsed(text)
    except Refused:
        whole = [parsed(line) for line in text.splitlines() if line.strip()]
    if isinstance(whole, dict) and all(isinstance(value, dict) for value in whole.values()):
        return [(topic, document, score(of)) for topic, values in whole.items() for document, of in values.items()]
    whole = [whole] if isinstance(whole, dict) else whole
    if not isinstance(whole, list) or not whole or not all(isinstance(value, dict) for value in whole):
        raise Refused("no records")
    return [record(value) for value in whole]


def parquet_rows(content):
    import pyarrow.parquet

    try:
        table = pyarrow.parquet.read_table(io.BytesIO(content)).to_pydict()
        text = lambda value: value.decode() if isinstance(value, bytes) else str(value)
        return [
            (text(topic), text(document), float(score))
            for topic, document, score in zip(table["qid"], table["docno"], table["score"], strict=True)
        ]
    except Exception as error:  # any exception means that pyarrow does not read the file
        raise Refused(error) from error


def changed_text(chance, text):
    """Returns the text with one to three small changes."""
    for _ in range(chance.choice((1, 1, 1, 2, 3))):
        at = chance.randrange(len(text) + 1)
        quotes = [place for place, letter in enumerate(text) if letter in '",\t;\n']
        if quotes and chance.random() < 0.5:
            at = chance.choice(quotes)
        kind = chance.randrange(6)
        if kind == 0:
            text = text[:at] + chance.choice(LETTERS) + text[at:]
        elif kind == 1:
            text = text[:at] + text[at + 1 :]
        elif kind == 2:
            text = text[:at] + chance.choice(LETTERS) + text[at + 1 :]
        elif kind == 3:
            text = text[:at] + text[at : at + 3] + text[at:]
        elif kind == 4 and chance.random() < 0.3:
            text = text[:at]
        else:
            lines = text.split("\n")
            line = chance.randrange(len(lines))
            lines.insert(chance.randrange(len(lines)), lines[line])
            text = "\n".join(lines)
    return text


def separated(chance, separator):
    out = io.StringIO()
    if separator == "\t":
        quoting = lambda cell: f'"{cell.replace(chr(34), chr(34) * 2)}"' if chance.random() < 0.3 else cell
        lines = [["qid", "docno", "score", "text"], *([str(cell) for cell in row] for row in ROWS)]
        out.write(chance.choice(("\n", "\r\n")).join("\t".join(map(quoting, line)) for line in lines) + "\n")
    else:
        quoting = chance.choice((csv.QUOTE_MINIMAL, csv.QUOTE_ALL, csv.QUOTE_NONNUMERIC))
        ending = chance.choice(("\n", "\r\n"))
        writer = csv.writer(out, delimiter=separator, quoting=quoting, lineterminator=ending)
        writer.writerow(["qid", "docno", "score", "text"])
        writer.writerows([*ROWS, ("3", "d1", 1.0, MULTILINE)])
    return chance.choice(("", "", "", "\ufeff")) + out.getvalue()


def document_of_json(chance):
    kind = chance.randrange(3)
    indent = chance.choice((None, 1))
    if kind == 0:
        nested = defaultdict(dict)
        for topic, document, score, _ in ROWS:
            nested[topic][document] = score
        return json.dumps(nested, indent=indent, ensure_ascii=chance.random() < 0.5)
    records = [{"qid": topic, "docno": document, "score": score, "text": text} for topic, document, score, text in ROWS]
    if kind == 1:
        return json.dumps(records, indent=indent)
    return "".join(json.dumps(record) + "\n" for record in records)


def changed_parquet(chance):
    """Returns a parquet run with one to three changed bytes."""
    import pyarrow
    import pyarrow.parquet

    of_topic = chance.choice(("string", "int8", "int16", "uint8", "uint16", "int32", "int64", "uint64"))
    topics = [topic if of_topic == "string" else int(topic) for topic, *_ in ROWS]
    table = pyarrow.table(
        {
            "qid": pyarrow.array(topics, getattr(pyarrow, of_topic)()),
            "docno": [document for _, document, *_ in ROWS],
            "score": pyarrow.array([score for _, _, score, _ in ROWS], chance.choice((pyarrow.float32(), pyarrow.float64()))),
        }
    )
    out = io.BytesIO()
    pyarrow.parquet.write_table(
        table,
        out,
        row_group_size=chance.choice((4, 8)),
        compression=chance.choice(("none", "none", "snappy", "gzip", "zstd")),
        use_dictionary=chance.random() < 0.5,
        write_page_checksum=chance.random() < 0.3,
    )
    damaged = bytearray(out.getvalue())
    for _ in range(chance.choice((1, 1, 2, 3))):
        damaged[chance.randrange(len(damaged))] ^= chance.choice((0x01, 0x10, 0x80, 0xFF))
    return bytes(damaged)


def case(kind, at):
    """Returns the content of a changed file, and the APs that rejudge may find in it: those of the rows that the other
    reader finds. If there are none, rejudge must refuse the file."""
    chance = random.Random(f"{SEED} {kind} {at}")
    if kind == "parquet":
        content = changed_parquet(chance)
        rows, allowed = (lambda: parquet_rows(content)), None
    elif kind == "json":
        content = changed_text(chance, document_of_json(chance))
        rows, allowed = (lambda: json_rows(content.removeprefix("\ufeff"))), None
    else:
        content = changed_text(chance, separated(chance, chance.choice(",;") if kind == "csv" else "\t"))
        rows, allowed = (lambda: csv_rows(content.removeprefix("\ufeff"))), None
        # rejudge allows blanks and tabs around a quoted cell; Python allows only blanks before it.
        without_blanks = re.sub(r'"[ \t]+(?=[,;\r\n]|$)', '"', content.removeprefix("\ufeff"))
        without_blanks = re.sub(r'(^|[,;\r\n])[ \t]+(?=")', r"\1", without_blanks)
        if kind == "csv" and without_blanks != content.removeprefix("\ufeff"):
            allowed = [lambda: csv_rows(without_blanks)]
    values = []
    for read in [rows, *(allowed or [])]:
        try:
            values.append(average_precision(read()))
        except Refused:
            values.append(None)
    if kind == "parquet" and values == [None]:
        # pyarrow checks more than the values. If it refuses the file, rejudge may still read the AP of the undamaged
        # file.
        values = [average_precision((topic, document, score) for topic, document, score, _ in ROWS)]
    content = content if isinstance(content, bytes) else content.encode("utf-8", "surrogatepass")
    return content, [value for value in values if value is not None]


def as_others_read_them(laboratory):
    """Each changed file is refused with exit code 3, or has the AP of the rows that another reader finds in it."""
    folder = laboratory.folder
    qrels = folder / "qrels.tsv"
    judged = sorted(RELEVANT | {(topic, document) for topic, document, *_ in ROWS})
    lines = [[topic, document, str(int((topic, document) in RELEVANT))] for topic, document in judged]
    table = io.StringIO()
    csv.writer(table, lineterminator="\n").writerows([["qid", "docno", "label"], *lines])
    qrels.write_text(table.getvalue())

    def tried(of):
        kind, at = of
        content, expected = case(kind, at)
        path = folder / f"{kind}-{at}"
        path.write_bytes(content)
        command = laboratory.command("eval", qrels, path, "-m", "AP", "--quiet")
        done = subprocess.run(command, capture_output=True, text=True, timeout=60)
        path.unlink()
        return kind, at, content, expected, done

    counts, wrong = Counter(), []
    with ThreadPoolExecutor(2) as pool:
        for kind, at, content, expected, done in pool.map(tried, ((kind, at) for kind, many in FILES.items() for at in range(many))):
            place = f"{kind} {at}"
            if done.returncode == 3:
                counts[kind, "refused"] += 1
                continue
            if done.returncode != 0:
                wrong.append(f"{place}: exit {done.returncode}: {done.stderr.strip()[-200:]}")
                continue
            found = float(done.stdout.split()[-1])
            if any(abs(found - value) < 1e-12 for value in expected):
                counts[kind, "equal"] += 1
            else:
                wrong.append(f"{place}: AP {found}, others {expected or 'refuse it'}: {content[:600]!r}")
    demand(not wrong, f"{len(wrong)} of {sum(FILES.values())} files are read otherwise, such as {'; '.join(wrong[:3])}")
    for kind, many in FILES.items():
        demand(counts[kind, "equal"] > many / 20, f"only {counts[kind, 'equal']} of {many} files of {kind} were read")
    return ", ".join(f"{kind}: {counts[kind, 'equal']} equal, {counts[kind, 'refused']} refused" for kind in FILES)
