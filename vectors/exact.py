"""The values of the cases from the formulas of the measures, without floating point: fractions, and 60 digits where there is a logarithm.

    python3 vectors/exact.py                 recomputes every case; exit code 1 if one differs
    python3 vectors/exact.py ID              prints one case: the exact value, and the list that it is computed on

It needs Python's standard library only, is written for reading, and shares no code with rejudge.
"""

import json
import re
import struct
import sys
from decimal import Decimal, getcontext
from fractions import Fraction
from pathlib import Path

getcontext().prec = 60
CASES = Path(__file__).parent / "cases"
# A document outside of the qrels, and one with a negative grade: pooled, but unjudged.
UNPOOLED, POOLED = -2, -1


def cases():
    """All cases, in the order of their files."""
    for path in sorted(CASES.glob("*.json")):
        yield from json.loads(path.read_text(encoding="utf-8"))


def variants(case):
    """A case, then the same case by each other convention that it lists."""
    yield case
    for other in case.get("otherwise", []):
        changed = {**case.get("parameters", {}), **other.get("parameters", {})}
        yield {"id": f"{case['id']}, otherwise", **{key: case[key] for key in ("qrels", "run", "measure")}, **other, "parameters": changed}


class Refused(Exception):
    """An input that has no right value."""


def decimal(number):
    """A fraction or an int with 60 digits."""
    number = Fraction(number)
    return Decimal(number.numerator) / Decimal(number.denominator)


def log2(number):
    return decimal(number).ln() / Decimal(2).ln()


def ratio(above, below):
    """`above / below`; a fraction unless one of them has a logarithm."""
    if isinstance(above, Decimal) or isinstance(below, Decimal):
        return (above if isinstance(above, Decimal) else decimal(above)) / (below if isinstance(below, Decimal) else decimal(below))
    return Fraction(above) / Fraction(below)


# From lines to lists.


def read_qrels(lines):
    qrels = {}
    for line in lines:
        topic, _, document, grade = line.split()
        level = int(grade)
        if qrels.setdefault(topic, {}).setdefault(document, level) != level:
            raise Refused(f"two grades of {document}")
    return qrels


def single(score):
    return struct.unpack("f", struct.pack("f", score))[0]


def read_run(lines, parameters):
    """{topic: documents from the first rank on}."""
    run = {}
    for at, line in enumerate(lines):
        topic, _, document, rank, score, _ = line.split()
        score = single(float(score)) if parameters.get("score-type") == "f32" else float(score)
        run.setdefault(topic, []).append((document, int(rank), score, at))
    # Python's sort is stable, so that the last key is sorted by first.
    orders = {
        "docno-descending": [(lambda row: row[0].encode(), True), (lambda row: row[2], True)],
        "docno-ascending": [(lambda row: row[0].encode(), False), (lambda row: row[2], True)],
        "score-then-file": [(lambda row: row[2], True)],
        "file-order": [(lambda row: row[3], False)],
        "rank": [(lambda row: row[1], False)],
    }
    ranked = {}
    for topic, rows in run.items():
        for key, is_descending in orders[parameters.get("ties", "docno-descending")]:
            rows = sorted(rows, key=key, reverse=is_descending)
        documents = [row[0] for row in rows]
        if len(set(documents)) < len(documents) and parameters.get("repeated") != "first":
            raise Refused("a document twice in one topic")
        ranked[topic] = list(dict.fromkeys(documents))
    return ranked


class Topic:
    """One ranked list over the judgments of its topic."""

    def __init__(self, levels, documents, highest, parameters, measure):
        self.levels = sorted((level for level in levels.values() if level >= 0), reverse=True)
        self.highest = highest
        max_rank = parameters.get("max-rank", "all")
        ranked = [max(levels[d], POOLED) if d in levels else UNPOOLED for d in documents][: None if max_rank == "all" else max_rank]
        if measure.condensed or parameters.get("judged-only"):
            ranked = [level for level in ranked if level >= 0]
        self.cutoff = measure.cutoff if measure.name != "IPrec" else None
        self.ranked = ranked[: self.cutoff]
        # Measures by gain count each level from 1 on, whatever level is relevant for the others.
        self.rel = 1 if measure.name in BY_GAIN else measure.get("rel", parameters.get("min-rel", 1))
        self.given_gains = measure.words.get("gains", parameters.get("gains", "linear"))
        self.R = sum(level >= self.rel for level in self.levels)
        self.N = len(self.levels) - self.R

    def gain(self, level):
        if level <= 0:
            return Fraction(0)
        if self.given_gains == "linear":
            return Fraction(level)
        if self.given_gains == "exponential":
            return Fraction(2**level - 1)
        pairs = (pair.split("=") for pair in self.given_gains.split(","))
        return {int(key): Fraction(value) for key, value in pairs}.get(level, Fraction(level))

    @property
    def ideal(self):
        """The gains of the ideal list, down to the cutoff."""
        return sorted(map(self.gain, self.levels), reverse=True)[: self.cutoff]

    @property
    def gained(self):
        return [self.gain(level) for level in self.ranked]

    @property
    def relevant(self):
        """(rank, level, number of relevant documents so far) of each relevant document retrieved."""
        hits = [(rank, level) for rank, level in enumerate(self.ranked, 1) if level >= self.rel]
        return [(rank, level, count) for count, (rank, level) in enumerate(hits, 1)]

    def count(self, k=None):
        return sum(level >= self.rel for level in self.ranked[:k])


# The measures. Each takes a topic and the measure with its parameters, and returns None if it is undefined, which scores 0.


def only_with_relevant(function):
    return lambda t, m: function(t, m) if t.R else None


def ap(t, m):
    limit = t.cutoff if m.get("norm", "R") == "min" and t.cutoff else t.R
    return sum((Fraction(count, rank) for rank, _, count in t.relevant), Fraction(0)) / min(limit, t.R)


def rbp(t, m):
    p = m.get("p", Fraction(4, 5))
    return (1 - p) * sum(p ** (rank - 1) for rank, _, _ in t.relevant)


def graded_rbp(t, p, unit):
    return (1 - p) * sum(gain * p**at for at, gain in enumerate(t.gained)) / unit


def residual(t, m):
    p = m.get("p", Fraction(9, 10))
    unjudged = [p**at for at, level in enumerate(t.ranked) if level < 0]
    return p ** len(t.ranked) + (1 - p) * sum(unjudged) if unjudged else Fraction(0)


def bpref(t, m):
    form, total = m.get("form", "min"), Fraction(0)
    limit, divisor = {"min": (t.R, min(t.R, t.N)), "R": (t.R, t.R), "N": (t.N, t.N), "10": (t.R + 10, t.R + 10)}[str(form)]
    for rank, _, _ in t.relevant:
        above = sum(0 <= level < t.rel for level in t.ranked[:rank])
        total += 1 - Fraction(min(above, limit), divisor) if above else 1
    return total / t.R


def old_bpref(t, m):
    total, divisor = Fraction(0), min(t.R, sum(0 <= level < t.rel for level in t.ranked))
    for rank, _, _ in t.relevant:
        above = sum(0 <= level < t.rel for level in t.ranked[:rank])
        total += 1 - Fraction(min(above, t.R), divisor) if above else 1
    return total / t.R


def inf_ap(t, m):
    epsilon, total = Fraction(1, 100000), Fraction(0)
    for rank, _, count in t.relevant:
        above = t.ranked[: rank - 1]
        pooled, judged = sum(level != UNPOOLED for level in above), sum(level >= 0 for level in above)
        total += Fraction(1, rank) + Fraction(pooled, rank) * (count - 1 + epsilon) / (judged + 2 * epsilon)
    return total / t.R


def interpolated(t, recall, rounding):
    wanted = recall * t.R
    wanted = int(wanted + Fraction(9, 10)) if rounding == "trec9" else int(wanted + Fraction(1, 2))
    return max((Fraction(count, rank) for rank, _, count in t.relevant if count >= wanted), default=Fraction(0))


def iap(t, m):
    points = [Fraction(x) for x in str(m.words.get("points", "0,0.1,0.2,0.3,0.4,0.5,0.6,0.7,0.8,0.9,1")).split(",")]
    return sum(interpolated(t, x, m.get("rounding", "nearest")) for x in points) / len(points)


def r_precision_multiple(t, m):
    k = int(m.get("mult") * t.R + Fraction(9, 10))
    return Fraction(t.count(k), k) if k else Fraction(0)


def share(above, below):
    return Fraction(above) / below if above else Fraction(0)


def set_f(t, m):
    beta, precision, recall = m.get("beta", 1), share(t.count(), len(t.ranked)), Fraction(t.count(), t.R)
    return share((beta + 1) * precision * recall, recall + beta * precision)


def utility(t, m):
    a, b, c, d, documents = (m.get(key, default) for key, default in (("a", 1), ("b", -1), ("c", 0), ("d", 0), ("N", 0)))
    r, n = t.count(), len(t.ranked)
    return Fraction(a * r + b * (n - r) + c * (t.R - r) + d * (documents + r - n - t.R))


def discounted(gains, m):
    if not any(gains):
        return Fraction(0)
    log = m.get("log", 2)
    if m.get("dcg", "log2") == "jk":
        return sum(decimal(g) if rank <= log else decimal(g) / (decimal(rank).ln() / decimal(log).ln()) for rank, g in enumerate(gains, 1))
    return sum(decimal(g) / log2(rank + 1) for rank, g in enumerate(gains, 1))


def ndcg(t, m):
    return ratio(discounted(t.gained, m), discounted(t.ideal, m)) if any(t.ideal) else None


def blended(t, m):
    """{rank: blended ratio (C(r) + beta cg(r)) / (r + beta cg_I(r))} of each relevant document."""
    beta, whole = m.get("beta", 1), sorted(map(t.gain, t.levels), reverse=True)
    return {rank: (count + beta * sum(t.gained[:rank])) / (rank + beta * sum(whole[:rank])) for rank, _, count in t.relevant}


def q(t, m):
    limit = t.cutoff if m.get("norm", "min") == "min" and t.cutoff else t.R
    return sum(blended(t, m).values(), Fraction(0)) / min(limit, t.R)


def first_ratio(t, m):
    return next(iter(blended(t, m).values()), Fraction(0))


def preferred_rank(t):
    """The rank of the first of the most relevant documents retrieved."""
    return min((rank for rank, level, _ in t.relevant if level == max(t.ranked)), default=None)


def p_measure(t, m):
    return blended(t, m)[preferred_rank(t)] if t.relevant else Fraction(0)


def p_plus(t, m):
    ratios = [ratio for rank, ratio in blended(t, m).items() if rank <= preferred_rank(t)] if t.relevant else []
    return sum(ratios) / len(ratios) if ratios else Fraction(0)


def satisfied(t, m):
    """The probability that a document of a level satisfies."""
    if m.get("stop", "exp") == "gain":
        return lambda level: t.gain(level) / (t.gain(t.highest) + 1)
    return lambda level: Fraction(2 ** max(level, 0) - 1, 2 ** int(m.get("max_rel", 4)))


def cascade(levels, probability):
    looking, total = Fraction(1), Fraction(0)
    for rank, level in enumerate(levels, 1):
        total += looking * probability(level) / rank
        looking *= 1 - probability(level)
    return total


def err(t, m):
    return cascade(t.ranked, satisfied(t, m))


def nerr(t, m):
    best = cascade(t.levels[: t.cutoff], satisfied(t, m))
    return err(t, m) / best if best else None


def gen_ap(t, m):
    def total(gains):
        return sum((sum(gains[:rank]) / rank for rank, gain in enumerate(gains, 1) if gain), Fraction(0))

    return total(t.gained) / total(t.ideal) if any(t.ideal) else None


def gap(t, m):
    """Graded AP: a share of the users, proportional to the gain, counts the documents from each level on."""
    users = [t.gain(level) for level in range(1, max(t.levels, default=0) + 1)]
    total = Fraction(0)
    for rank, level in enumerate(t.ranked, 1):
        for above in t.ranked[:rank] if level > 0 else []:
            total += sum(users[: max(min(level, above), 0)]) / Fraction(rank)
    best = sum(sum(users[:level]) for level in t.levels)
    return total / best if best else None


def g(t, m):
    ideal, cost, cumulated, total = t.ideal + [0] * len(t.ranked), Fraction(0), Fraction(0), Decimal(0)
    for at, gain in enumerate(t.gained):
        cost, cumulated = cost + max(1, ideal[at]), cumulated + gain
        total += decimal(gain) / log2(2 + cost - cumulated)
    return total / decimal(sum(t.ideal)) if any(t.ideal) else None


def bin_g(t, m):
    return sum((1 / log2(2 + rank - count) for rank, _, count in t.relevant), Decimal(0)) / t.R


def accuracy(t, m):
    wrong, count = sum(rank - count for rank, _, count in t.relevant), t.count()
    pairs = count * (len(t.ranked) - count)
    return 1 - Fraction(wrong, pairs) if pairs else Fraction(int(count > 0))


def judged(t):
    return sum(level >= 0 for level in t.ranked)


MEASURES = {
    "AP": only_with_relevant(ap),
    "P": lambda t, m: Fraction(t.count(), m.cutoff),
    "RR": lambda t, m: Fraction(1, t.relevant[0][0]) if t.relevant else Fraction(0),
    "R": only_with_relevant(lambda t, m: Fraction(t.count(), t.R)),
    "Rprec": only_with_relevant(lambda t, m: Fraction(t.count(t.R), t.R)),
    "RelP": only_with_relevant(lambda t, m: Fraction(t.count(), min(m.cutoff, t.R))),
    "RprecMult": only_with_relevant(r_precision_multiple),
    "Success": lambda t, m: Fraction(int(t.count() > 0)),
    "RBP": rbp,
    "Bpref": only_with_relevant(bpref),
    "OldBpref": only_with_relevant(old_bpref),
    "infAP": only_with_relevant(inf_ap),
    "IPrec": only_with_relevant(lambda t, m: interpolated(t, Fraction(m.at), m.get("rounding", "nearest"))),
    "IAP": only_with_relevant(iap),
    "SetP": lambda t, m: share(t.count(), len(t.ranked)),
    "SetRelP": only_with_relevant(lambda t, m: share(t.count(), min(len(t.ranked), t.R))),
    "SetR": only_with_relevant(lambda t, m: Fraction(t.count(), t.R)),
    "SetAP": only_with_relevant(lambda t, m: share(t.count() ** 2, len(t.ranked) * t.R)),
    "SetF": only_with_relevant(set_f),
    "Utility": utility,
    "Accuracy": only_with_relevant(accuracy),
    "NumRet": lambda t, m: Fraction(len(t.ranked)),
    "NumRel": lambda t, m: Fraction(t.R),
    "NumRelRet": lambda t, m: Fraction(t.count()),
    "NumNonrelRet": lambda t, m: Fraction(judged(t) - t.count()),
    "Judged": lambda t, m: share(judged(t), len(t.ranked)),
    "Unjudged": lambda t, m: Fraction(len(t.ranked) - judged(t), m.cutoff),
    "RBPresidual": residual,
    "CG": lambda t, m: sum(t.gained, Fraction(0)),
    "nCG": lambda t, m: sum(t.gained, Fraction(0)) / sum(t.ideal) if any(t.ideal) else None,
    "DCG": lambda t, m: discounted(t.gained, m),
    "nDCG": ndcg,
    "gRBP": lambda t, m: graded_rbp(t, m.get("p", Fraction(19, 20)), t.gain(t.highest)) if t.highest > 0 else None,
    "TopicRBP": lambda t, m: graded_rbp(t, m.get("p", Fraction(9, 10)), t.ideal[0]) if any(t.ideal) else None,
    "ERR": err,
    "nERR": nerr,
    "Q": only_with_relevant(q),
    "O-measure": only_with_relevant(first_ratio),
    "P-measure": only_with_relevant(p_measure),
    "P+": only_with_relevant(p_plus),
    "genAP": gen_ap,
    "GAP": gap,
    "G": g,
    "binG": only_with_relevant(bin_g),
}
BY_GAIN = {"Q", "O-measure", "P-measure", "P+"}
# A summary that is not a mean: the geometric mean of another measure, down to .00001.
GEOMETRIC = {"GMAP": "AP", "GMBpref": "Bpref"}


class Measure:
    """A name in its parts: `nDCG'(dcg='log2')@10`."""

    def __init__(self, text):
        self.name, prime, inside, self.at = re.fullmatch(r"([A-Za-z+-]+)('?)(?:\((.*)\))?(?:@([\d.]+))?", text).groups()
        self.condensed = bool(prime)
        self.cutoff = int(self.at) if self.at and self.at.isdigit() else None
        pairs = re.findall(r"(\w+)=('[^']*'|{[^}]*}|[^,]+)", inside or "")
        self.words = {key: value.strip("'{}").replace(": ", "=").replace(", ", ",") for key, value in pairs}

    def get(self, key, default=None):
        """A parameter as a number, if it is one."""
        value = self.words.get(key, default)
        return Fraction(value) if isinstance(value, str) and re.fullmatch(r"-?[\d.]+", value) else value


def scores(case):
    """{topic: exact score} over the topics that count."""
    parameters, measure = case.get("parameters", {}), Measure(case["measure"])
    measure.name = GEOMETRIC.get(measure.name, measure.name)
    qrels, run = read_qrels(case["qrels"]), read_run(case["run"], parameters)
    if not qrels.keys() & run.keys():
        raise Refused("no topic in common")
    highest = max(level for levels in qrels.values() for level in levels.values())
    result = {}
    for topic, levels in qrels.items():
        if topic not in run and parameters.get("topics", "qrels") != "qrels":
            continue
        if parameters.get("no-relevant") == "drop" and not any(level >= parameters.get("min-rel", 1) for level in levels.values()):
            continue
        list_of_topic = Topic(levels, run.get(topic, []), highest, parameters, measure)
        result[topic] = MEASURES[measure.name](list_of_topic, measure) or Fraction(0)
    return result


def value(case):
    """The exact value of a case: a Fraction, or a Decimal of 60 digits."""
    by_topic, name = list(scores(case).values()), Measure(case["measure"]).name
    if name in GEOMETRIC:
        logarithms = [decimal(max(score, Fraction(1, 100000))).ln() for score in by_topic]
        return (sum(logarithms) / len(logarithms)).exp()
    if any(isinstance(score, Decimal) for score in by_topic):
        by_topic = [score if isinstance(score, Decimal) else decimal(score) for score in by_topic]
    return sum(by_topic) / (1 if name.startswith("Num") else len(by_topic))


def written(number):
    """An exact value as the files have it: `2/3`, or 30 digits."""
    return str(number) if isinstance(number, Fraction) else f"{number:.30g}"


def differences():
    """A line for each case whose value differs."""
    for case in (variant for each in cases() for variant in variants(each)):
        try:
            number = value(case)
        except Refused as refused:
            if not case.get("refused"):
                yield f"{case['id']}: {refused}"
            continue
        if case.get("refused") or (written(number), float(number)) != (case["exact"], case["value"]):
            yield f"{case['id']}: {written(number)}, not {case.get('exact', 'an error')}"


def main(arguments):
    if arguments:
        for case in (variant for each in cases() if each["id"] in arguments for variant in variants(each)):
            by_topic = {topic: written(score) for topic, score in scores(case).items()}
            print(case["id"], case["measure"], case["parameters"] if case.get("parameters") else "", by_topic, written(value(case)))
        return 0
    lines = list(differences())
    print(*lines, f"{sum(1 for _ in cases())} cases, {len(lines)} values differ", sep="\n")
    return 1 if lines else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
