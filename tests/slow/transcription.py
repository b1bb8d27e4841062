"""Compares printed tables with the relations between their cells, and with their checksums.

  transcription.py               checks the relations of experiments/*/relations.yaml, and experiments/checksums.tsv
  transcription.py --write       writes experiments/checksums.tsv, once the tables have been proof-read
  transcription.py --changed N   changes N digits of each paper, one at a time, and counts how many are detected

experiments/sakai-bias/relations.yaml says how relations are written. All computations use exact fractions.
"""

import ast
import collections
import functools
import hashlib
import io
import itertools
import math
import operator
import random
import re
import sys
from fractions import Fraction
from pathlib import Path

import yaml

EXPERIMENTS = Path(__file__).resolve().parents[2] / "experiments"
CHECKSUMS = EXPERIMENTS / "checksums.tsv"
PAPERS = sorted(path.parent.name for path in EXPERIMENTS.glob("*/expected.yaml"))


class Mistake(Exception):
    """A relation or a table that cannot be read or evaluated."""


class Text(str):
    """A scalar of a YAML file, which knows its file and line."""


class Loader(getattr(yaml, "CBaseLoader", yaml.BaseLoader)):
    def construct_scalar(self, node):
        text = Text(super().construct_scalar(node))
        text.file, text.line = node.start_mark.name, node.start_mark.line + 1
        return text


def load(path, text=None):
    """Returns the content of a YAML file, or of `text` if it is given, as maps, lists and texts."""
    stream = io.StringIO(text or path.read_text())
    stream.name = str(path.relative_to(EXPERIMENTS.parent))
    return yaml.load(stream, Loader)


def many(of):
    return of if isinstance(of, list) else [of]


def known(mapping, keys):
    """Returns the mapping if each of its keys is one of `keys`."""
    if odd := mapping.keys() - set(keys):
        raise Mistake(f"{', '.join(odd)}: none of {', '.join(keys)}")
    return mapping


WHOLE = r"[-−+]?(?:\d{1,3}(?:,\d{3})+|\d+)"
DECIMAL = r"[-−+]?(?=\.?\d)(?:\d{1,3}(?:,\d{3})+|\d*)(?:\.\d+)?"
FORMS = [
    r"|-|--|–|—",
    rf"(?P<number>{DECIMAL})",
    rf"(?P<percent>{DECIMAL})\s*%",
    rf"(?P<numerator>{WHOLE})/(?P<denominator>[1-9][\d,]*)(?:\s*=\s*(?P<percent>{DECIMAL})%?)?",
    rf"\[(?P<low>{WHOLE}),\s*(?P<high>{WHOLE})\]",
    rf"(?P<used>{WHOLE})\s*\((?P<all>{WHOLE})\)",
    r"(?P<before>\d+)(?P<arrow>[↑→↓])(?P<after>\d+)",
    rf"approx\.\s*(?P<about>{WHOLE})",
    rf"<(?P<below>{DECIMAL})",
    rf">(?P<above>{DECIMAL})",
]


def parse(text, decimals=0, percent=False):
    """Returns the parts of a printed value, each with half a unit of its last digit (0 if it is exact); {} for a blank,
    and None for words. With `decimals` a `1` stands for 1.000, and with `percent` a number without `%` is a
    percentage."""
    found = next((match for form in FORMS if (match := re.fullmatch(form, text))), None)
    parts = {}
    for name, part in (found.groupdict() if found else parts).items():
        if part is not None:
            part = {"↑": "1", "→": "0", "↓": "-1"}.get(part, part).replace(",", "").replace("−", "-")
            digits = len(part.partition(".")[2]) or (decimals if name == "number" else 0)
            name = "percent" if percent and name == "number" and digits else name
            unit = 100 if name == "percent" else 1
            half = Fraction(1, 2 * unit * 10**digits) if digits or unit > 1 else Fraction(0)
            parts[name] = Fraction(part) / unit, half
    if "denominator" in parts:
        parts["quotient"] = parts["numerator"][0] / parts["denominator"][0], Fraction(0)
    elif {"percent", "used"} & parts.keys():
        parts["number"] = parts.get("percent") or parts["used"]
    return parts if found else None


Place = collections.namedtuple("Place", "table panel row column quantity", defaults=[None] * 5)


class Cell(collections.namedtuple("Cell", "place text value marks file line", defaults=["", "", 0])):
    """A printed value: its place, text and parsed value, the marks of its row, and its file and line."""

    def part(self, name, as_printed):
        """Returns the smallest and the largest number that a part may stand for. A whole number without parentheses is
        both `used` and `all`."""
        parts = self.value or {}
        number = parts.get("number") or parts.get("quotient")
        is_number = name == "number" or name in ("used", "all") and number and not number[1]
        found = parts.get(name) or (number if is_number else None)
        if found is None:
            raise Mistake(f"`{self.text}` has no {name}")
        return (found[0], found[0]) if as_printed else (found[0] - found[1], found[0] + found[1])

    def same(self, other):
        """Returns true if both agree: words literally, and numbers in the parts that both have."""
        if self.value is None or other.value is None:
            return self.text == other.text
        both = self.value.keys() & other.value.keys()
        return self.value == other.value or any(both) and all(self.value[of][0] == other.value[of][0] for of in both)


class Paper:
    """The printed tables of an experiment, and the cells that its relations quote from other papers."""

    def __init__(self, name, changed=None):
        self.name, self.cells, self.tables = name, {}, {}
        self.expected = load(EXPERIMENTS / name / "expected.yaml", changed)
        path = EXPERIMENTS / name / "relations.yaml"
        self.related = known(load(path), ("quoted", "relations", "fails")) if path.exists() else {}
        for section in ("tables", "text", "quoted"):
            for key, table in (self.related if section == "quoted" else self.expected).get(section, {}).items():
                self.read(table, *key.split("/"))

    def read(self, table, name, panel=None):
        """Reads a table, or a panel of one. Its labels are in the first line and in the first column."""
        for column, text in table.get("heading", {}).items():
            self.enter(Cell(Place(name, panel, "heading", column), text, parse(text), "", text.file, text.line))
        block, decimals = table["cells"], int(table.get("decimals", 0))
        is_words = table.get("kind") == "words" or "workings" in table
        head, *rows = [[field.strip() for field in f"{line} ".split(" | ")] for line in block.splitlines()]
        for line, row in enumerate(rows, block.line + 2):
            under = dict(zip(head[1:], row[1:], strict=True))
            marks, quantities = under.pop("flags", ""), table.get("quantities", [under.pop("quantity", None)])
            for column, text in under.items():
                words = text.split() if "quantities" in table else [text]
                for of, word in zip(quantities, words, strict=True):
                    value = parse(word, decimals, of in table.get("percent", []))
                    value = value if value == {} or not is_words else None
                    self.enter(Cell(Place(name, panel, row[0], column, of), word, value, marks, block.file, line))

    def enter(self, cell):
        self.cells[cell.place] = cell
        self.tables.setdefault(cell.place.table, []).append(cell)

    def seen_from(self, place, labels):
        """Completes labels from a place: a label that is left out is that of the place, if the table has such labels.
        It becomes a condition, which no cell need meet."""
        asked = {part: replaced(choice, place) for part, choice in known(labels, Place._fields).items()}
        tables = asked["table"] if isinstance(asked.get("table"), list) else [place.table]
        cells = [cell for table in tables for cell in self.tables.get(table, [])]
        for part, own in zip(Place._fields, place):
            if part not in asked and own is not None and place.table != "text":
                if tables == [place.table] or any(getattr(cell.place, part) is not None for cell in cells):
                    asked[part] = {"label": [own]}
        return asked

    def chosen(self, asked):
        """Returns the cells with these labels, by table. A label that no cell has is a mistake."""
        tables = asked["table"].get("label", self.tables) if isinstance(asked["table"], dict) else asked["table"]
        cells = [cell for table in tables for cell in self.tables.get(table, [])]
        # Blank cells count only in quoted tables.
        cells = [cell for cell in cells if cell.value != {} or ":" in cell.place.table]
        cells = [cell for cell in cells if cell.place.row != "heading" or "heading" in asked.get("row", [])]
        # Conditions come last, so that they cannot make a label look as if no cell had it.
        for part, choice in sorted(asked.items(), key=lambda item: isinstance(item[1], dict)):
            if isinstance(choice, list):
                if lost := {*choice} - {getattr(cell.place, part) for cell in cells}:
                    raise Mistake(f"no {part} is labelled `{', '.join(lost)}` here")
                choice = {"label": choice}
            cells = [cell for cell in cells if takes(choice, getattr(cell.place, part) or "", cell.marks)]
        return cells

    def operand(self, name, labels, place):
        """Returns the cell that a name means at a place, or a list of cells if a label may stand for several."""
        asked = self.seen_from(place, labels)
        if any(choice == "all" or not isinstance(choice, str) for choice in labels.values()):
            return self.chosen(asked)
        there = Place(**{part: (choice if part in labels else choice["label"])[0] for part, choice in asked.items()})
        cells = [self.cells[there]] if there in self.cells else self.chosen(asked)
        if len(cells) != 1:
            raise Mistake(f"`{name}` stands for {len(cells)} cells; a list has `all` or `[..]`")
        return cells[0]


def replaced(choice, place):
    """Returns labels, or a condition, in which the labels of the place replace `$panel`, `$row` and so on. `all` is the
    condition {}."""
    if isinstance(choice, dict):
        known(choice, ("label", "part", "not", "marked", "unmarked"))
        return {key: replaced(value, place) for key, value in choice.items()}
    # A place in the text has its value where a place in a table has its column.
    own = {f"${part}": label for part, label in (place._asdict() | {"says": place.column}).items() if label}
    if lost := [label for label in many(choice) if label.startswith("$") and label not in own]:
        raise Mistake(f"`{lost[0]}` stands for nothing at {'/'.join(filter(None, place))}")
    return {} if choice == "all" else [own.get(label, label) for label in many(choice)]


def takes(choice, label, marks):
    return (
        label in choice.get("label", [label])
        and {*choice.get("part", [])} <= {*re.split(r"\s*,\s*", label)}
        and label not in choice.get("not", [])
        and all(mark in marks for mark in choice.get("marked", []))
        and not any(mark in marks for mark in choice.get("unmarked", []))
    )


# Python's parser reads the formulas, after their words are replaced by Python's: `a is one of 1 to n` becomes
# `a == as_printed | one_of | '1' << n`, where `|` and `<<` bind weaker than a sum and stronger than a comparison. A
# number is a pair: the smallest and the largest value that it may have.
WORDS = re.compile(
    r"""(?P<text>"[^"]*"|'[^']*') | (?P<number>(?<=\bis\ )[-+]?[\d.]+%?|[\d.]+%?)
      | (?P<order>(?:is\b(?:\ (?:above|below|at\ least|at\ most)\b)? | <= | >= | [=<>])(?:\ one\ of\b)?)
      | (?P<name>[^\W\d]\w*(?:-[^\W\d]\w*)*)""",
    re.VERBOSE,
)
COMPARISONS = {"=": "==", "is": "==", "is below": "<", "is above": ">", "is at most": "<=", "is at least": ">="}
ORDERS = {
    ast.Eq: lambda a, b: a[0] <= b[1] and b[0] <= a[1],
    ast.Lt: lambda a, b: a[0] < b[1],
    ast.LtE: lambda a, b: a[0] <= b[1],
    ast.Gt: lambda a, b: b[0] < a[1],
    ast.GtE: lambda a, b: b[0] <= a[1],
}


def in_python(word):
    if word.lastgroup == "name":
        return {"to": "<<"}.get(word[0], word[0].replace("-", "_"))
    if word.lastgroup != "order":
        return repr(word[0].strip("\"'"))
    order = word[0].removesuffix(" one of")
    words = "as_printed | " * order.startswith("is") + "one_of | " * (order != word[0])
    return f" {COMPARISONS.get(order, order)} {words}"


@functools.cache
def tree(text):
    return ast.parse(WORDS.sub(in_python, text).replace("^", "**").strip(), mode="eval").body


def each(function, *values):
    """Applies the function to the numbers of lists of equal length, position by position. A single number is used at
    every position."""
    lengths = {len(value) for value in values if isinstance(value, list)}
    if len(lengths) > 1:
        raise Mistake(" numbers beside ".join(map(str, sorted(lengths))))
    length = max(lengths, default=1)
    found = [function(*row) for row in zip(*(of if isinstance(of, list) else [of] * length for of in values))]
    return found if lengths else found[0]


def at_ends(function):
    """Makes a function of numbers one of pairs: its smallest and largest result at the ends of the pairs."""
    span = lambda ends: (min(ends), max(ends))
    return functools.partial(each, lambda *of: span([function(*map(Fraction, row)) for row in itertools.product(*of)]))


def whole(number):
    if math.ceil(number[0]) > math.floor(number[1]):
        raise Mistake("no whole number is possible")
    return math.ceil(number[0]), math.floor(number[1])


def is_mean(wanted, mean):
    """Returns true if a value within `wanted` is the mean of `times` numbers, each of which may be taken several times.
    Sums are counted as distances below the largest possible sum: bit n of `reached` is set if the distance n can be
    reached."""
    times, numbers = mean
    unit = math.lcm(*(number.denominator for number, _ in numbers))
    largest = max(number for number, _ in numbers)
    first, last = math.ceil((largest - wanted[1]) * unit * times), math.floor((largest - wanted[0]) * unit * times)
    steps, reached = {int((largest - number) * unit) for number, _ in numbers}, 1
    for _ in range(times):
        reached = functools.reduce(operator.or_, (reached << step for step in steps)) & (1 << max(last + 1, 0)) - 1
    return reached >> max(first, 0) != 0


OPERATORS = {
    ast.Add: at_ends(operator.add),
    ast.Sub: at_ends(operator.sub),
    ast.Mult: at_ends(operator.mul),
    # Division by an interval that contains 0 is undefined.
    ast.Div: lambda a, b: at_ends(operator.truediv)(a, each(lambda of: of if of[0] * of[1] > 0 else (0, 0), b)),
    ast.Pow: lambda a, times: functools.reduce(OPERATORS[ast.Mult], [a] * whole(times)[0]),
    ast.LShift: lambda first, last: [(n, n) for n in range(whole(first)[0], whole(last)[0] + 1)],
}
FUNCTIONS = {
    "sum": lambda of: functools.reduce(OPERATORS[ast.Add], of, (0, 0)),
    "min": lambda *of: functools.reduce(at_ends(min), sum(map(many, of), [])),
    "max": lambda *of: functools.reduce(at_ends(max), sum(map(many, of), [])),
    "ascending": lambda of: sorted(of, key=lambda number: number[0]),
    "descending": lambda of: sorted(of, key=lambda number: number[0], reverse=True),
    "whole": functools.partial(each, whole),
    "sign": at_ends(lambda number: (number > 0) - (number < 0)),
    "pairs": at_ends(lambda number: number * (number - 1) / 2),
    # A half is rounded away from 0.
    "rounded": at_ends(lambda n, digits: int(n * 10**digits + Fraction((n > 0) - (n < 0), 2)) / Fraction(10**digits)),
    "means": lambda times, of: [(whole(times)[0], of)],
}


def value(formula, names, as_printed, is_result=False):
    """Returns the number that a formula evaluates to, or a list of numbers. Names stand for cells or for formulas. A
    number that stands alone beside `=` is a result, which is rounded like a cell."""
    match formula:
        case ast.Constant(text):
            return Cell(None, text, parse(text)).part("number", as_printed or not is_result)
        case ast.Name(name) if isinstance(names[name], ast.AST):
            return value(names[name], names, as_printed)
        case ast.Name(name):
            return each(lambda cell: cell.part("number", as_printed), names[name])
        case ast.Call(ast.Name("count"), [of]):
            found = sum(compared(of, names)) if isinstance(of, ast.Compare) else len(names[of.id])
            return found, found
        case ast.Call(ast.Name(name), of) if name in FUNCTIONS:
            return FUNCTIONS[name](*(value(argument, names, as_printed) for argument in of))
        case ast.Call(ast.Name(part), [ast.Name(name)]):
            return each(lambda cell: cell.part(part, as_printed), names[name])
        case ast.UnaryOp(ast.USub(), of):
            return at_ends(operator.neg)(value(of, names, as_printed))
        case ast.BinOp(left, sign, right) if type(sign) in OPERATORS:
            return OPERATORS[type(sign)](value(left, names, as_printed), value(right, names, as_printed))
    raise Mistake(f"`{ast.unparse(formula)}` is no number")


def compared(chain, names):
    """Yields, for each comparison of a chain, whether it holds. Each number of the left side is compared with the
    number at its position, or with the only one, of the right side."""
    left = chain.left
    for order, right in zip(map(type, chain.ops), chain.comparators):
        words = ""
        if isinstance(right, ast.BinOp) and isinstance(right.op, ast.BitOr):
            words, right = ast.unparse(right.left), right.right
        as_printed = "as_printed" in words
        things = [names.get(getattr(side, "id", ""), side) for side in (left, right)]
        things = [Cell(None, of.value, parse(of.value)) if isinstance(of, ast.Constant) else of for of in things]
        if as_printed and order == ast.Eq and not any(isinstance(thing, ast.AST) for thing in things):
            holds, values = Cell.same, things
        else:
            holds = is_mean if getattr(getattr(right, "func", None), "id", "") == "means" else ORDERS[order]
            values = [value(side, names, as_printed, order == ast.Eq) for side in (left, right)]
        if [] in values:
            raise Mistake("there is nothing to compare")
        if "one_of" in words:
            yield from (any(holds(one, other) for other in values[1]) for one in many(values[0]))
        else:
            yield from many(each(holds, *values))
        left = right


def why_not(texts, names):
    """Returns the reason why a text does not hold; None if all hold. A text holds if one of its chains holds, which are
    separated by `or`."""
    for text in texts:
        whys, formula = [], tree(text)
        for chain in formula.values if isinstance(formula, ast.BoolOp) else [formula]:
            try:
                whys.append(None if all(compared(chain, names)) else "it does not hold")
            except (Mistake, ZeroDivisionError) as fault:
                whys.append(str(fault))
        if None not in whys:
            return f"`{text}`: {whys[0]}"


def places(block, paper):
    """Returns the places at which a block of equations is checked."""
    if "section" in block:
        return [Place("text", None, block["section"], block.get("says") or block["holds"])]
    each_of = many(block.get("for-each", []))
    parts = [part for part in Place._fields if part in block["in"] or part in each_of or "cell" in each_of]
    cells = paper.chosen(paper.seen_from(Place(), block["in"]))
    return list(dict.fromkeys(Place(**{part: getattr(cell.place, part) for part in parts}) for cell in cells))


def ask(block, place, paper):
    """Returns the file and line to look at first, and the reason why a block does not hold at a place (None if it
    holds)."""
    known(block, ("for-each", "in", "section", "says", "binds", "given", "blanks", "where", "holds"))
    holds = many(block["holds"])
    formulas = {name.replace("-", "_"): tree(text) for name, text in block.get("where", {}).items()}
    nodes = [node for formula in [*map(tree, holds), *formulas.values()] for node in ast.walk(formula)]
    functions = [node.func for node in nodes if isinstance(node, ast.Call)]
    used = {node.id for node in nodes if isinstance(node, ast.Name) and node not in functions}
    labels = {"cell": {}} if "cell" in used and "section" not in block else {}
    labels |= block.get("binds", {}) | block.get("given", {})
    names = {name.replace("-", "_"): paper.operand(name, of, place) for name, of in labels.items()}
    if odd := used - {"as_printed", "one_of"} ^ {*names, *formulas}:
        raise Mistake(f"unknown, or in no equation: {', '.join(odd)}")
    at = next((cell for of in names.values() for cell in many(of) if "section" not in block), holds[0])
    texts = "".join(f", {name} `{of.text}`" for name, of in names.items() if isinstance(of, Cell))
    if "blanks" in block:
        mended = lambda cell: cell._replace(value=parse(block["blanks"])) if cell.value == {} else cell
        names = {name: each(mended, of) for name, of in names.items()}
    why = why_not(holds, names | formulas)
    return f"{at.file}:{at.line}", why and why + texts


def failures(paper):
    """Checks every relation at its places. Returns the checks, and a line for each relation that fails without a known
    erratum, or that holds although an erratum is known."""
    asked, said = {}, []
    for relation in paper.related.get("relations", []):
        name = known(relation, ("name", "says", "equations"))["name"]
        try:
            blocks = [(block, places(block, paper)) for block in many(relation["equations"])]
            found = {(name, place): ask(block, place, paper) for block, at in blocks for place in at}
            if not all(at for _, at in blocks) or len(found) < sum(len(at) for _, at in blocks) or found.keys() & asked.keys():
                raise Mistake("a block is asked nowhere, or twice at a place")
        except (Mistake, SyntaxError) as mistake:
            raise Mistake(f"{name.file}:{name.line}: {name}: {mistake}") from None
        asked |= found
    fails, errata = paper.related.get("fails", []), {of["name"] for of in paper.expected.get("known-errata", [])}
    known({of["erratum"]: of for of in fails}, errata)
    excused = {(of["relation"], Place(**place)) for of in fails for place in of["at"]}
    for name, place in asked.keys() | excused:
        at, why = asked.get((name, place)) or (f"{name.file}:{name.line}", None)
        if bool(why) != ((name, place) in excused):
            said.append(f"{at}: {name} at {'/'.join(filter(None, place))}: {why or 'it holds, or is not asked there, against a known erratum'}")
    return asked, sorted(said)


def checksums(paper):
    """Yields a line for each table: its number of cells, and the checksum of their labels, marks and texts."""
    for table, cells in paper.tables.items():
        lines = ["\t".join([*(label or "" for label in cell.place), cell.marks, cell.text]) for cell in cells]
        checksum = hashlib.sha256("\n".join(lines).encode()).hexdigest()
        yield f"{paper.name}\t{table}\t{len(cells)}\t{checksum}"


def check(_laboratory=None):
    """Every relation holds, and every table has the checksum that it had when it was proof-read."""
    asked, said, found = set(), [], []
    for paper in map(Paper, PAPERS):
        of_paper, failing = failures(paper)
        asked |= {(paper.name, *key) for key in of_paper}
        said += failing
        found += checksums(paper)
    other = {*CHECKSUMS.read_text().splitlines()[1:]} ^ {*found}
    said += sorted({"{}/expected.yaml: {}: not as it was proof-read".format(*line.split("\t")) for line in other})
    if said:
        raise Mistake("\n".join(said))
    relations = len({key[:2] for key in asked})
    return f"{relations} relations, asked {len(asked)} times: all hold; {len(found)} tables are as they were proof-read"


def with_other_digit(paper, draw):
    """Returns the paper with another digit in one of its printed cells, and this cell. The cell and the digit are
    random."""
    source = (EXPERIMENTS / paper.name / "expected.yaml").read_text().splitlines(keepends=True)
    cells = [cell for cell in paper.cells.values() if "expected" in cell.file and re.search(r"\d", cell.text)]
    while True:
        line = draw.choice(cells).line - 1
        at = draw.choice([found.start() for found in re.finditer(r"\d", source[line])])
        text = source[line][:at] + draw.choice("0123456789") + source[line][at + 1 :]
        other = Paper(paper.name, "".join([*source[:line], text, *source[line + 1 :]]))
        changed = [cell for place, cell in other.cells.items() if paper.cells.get(place, cell).text != cell.text]
        if len(changed) == 1 and other.cells.keys() == paper.cells.keys():
            return other, changed[0]


def changed_digits(_laboratory=None, number=10, say=lambda line: None):
    """Checksums detect every changed digit, and relations at least a quarter of them."""
    draw, kept, noticed = random.Random(22), {*CHECKSUMS.read_text().splitlines()}, collections.Counter()
    papers = [paper for paper in map(Paper, PAPERS) if paper.related]
    for paper in papers:
        before = failures(paper)
        for _ in range(number):
            other, cell = with_other_digit(paper, draw)
            by_relations = failures(other)[1] != before[1]
            by_checksums = not {*checksums(other)} <= kept
            noticed.update({paper.name: by_relations, "checksums": by_checksums})
            who = "relations, " * by_relations + "checksums" * by_checksums
            say(f"{cell.file}:{cell.line}: `{paper.cells[cell.place].text}` made `{cell.text}`: {who}")
    found, all_of = [noticed[paper.name] for paper in papers], number * len(papers)
    each_of = ", ".join(f"{paper.name} {of}" for of, paper in zip(found, papers))
    said = f"of {all_of} changed digits checksums notice {noticed['checksums']}, relations {sum(found)} ({each_of})"
    if noticed["checksums"] < all_of or 4 * sum(found) < all_of:
        raise Mistake(said)
    return said


if __name__ == "__main__":
    try:
        match sys.argv[1:]:
            case []:
                print(check())
            case ["--changed", number]:
                print(changed_digits(number=int(number), say=print))
            case ["--write"]:
                lines = [line for name in PAPERS for line in checksums(Paper(name))]
                CHECKSUMS.write_text("\n".join(["paper\ttable\tcells\tchecksum", *lines, ""]))
            case _:
                sys.exit(__doc__)
    except Mistake as mistake:
        sys.exit(str(mistake))
