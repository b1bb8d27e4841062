"""Computes how often the range for a further pass of a judge holds, from the definitions and without code of rejudge.

Llama 3.2 labelled each pair of Deep Learning 2019 to 2021 four times or more. The labels of a pair are dealt at random
to passes, one pass is left out, and the range is made from the others: from their mean tau-b, and from the standard
deviation over draws that take the label of a random pass for each document. The range of a pass holds if it contains
the tau-b of the left-out pass with people, and the range of the ceiling if it contains the mean tau-b of the left-out
pass with the others."""

import lzma

from audited import read_files, rounded
from laboratory import demand

YEARS = (2019, 2020, 2021)
# The number of ways to deal the labels of a year, the number of draws, and the promised share of ranges that hold, less
# what about 100 splits can miss by chance.
SPLITS, DEALT, HELD = 34, 40, 0.93
CUTOFF = 10


class Labelled:
    """The runs of a year, and the labels of people and of the judge."""

    def __init__(self, folder):
        import numpy

        labels = {}
        for line in lzma.open(folder / "judges" / "umbrela_llama3.2.txt.xz", "rt"):
            topic, _, document, label = line.split()
            labels.setdefault((topic, document), []).append(int(label))
        passes = min(map(len, labels.values()))
        grades, rankings, _ = read_files(folder, None)
        self.topics, self.places, self.people, self.judge = sorted(grades), {}, {}, {}
        for topic in self.topics:
            at = {document: number for number, document in enumerate(grades[topic])}
            places = numpy.full((len(rankings), CUTOFF), len(at))
            for row, of in zip(places, rankings.values()):
                top = [at.get(document, len(at)) for document in of.get(topic, [])[:CUTOFF]]
                row[: len(top)] = top
            self.places[topic] = places
            self.people[topic] = numpy.maximum(list(grades[topic].values()), 0)
            self.judge[topic] = numpy.array([labels[topic, document][:passes] for document in grades[topic]]).T

    def scores(self, labels):
        """Returns the mean nDCG@10 of each run."""
        import numpy

        discounts, columns = 1 / numpy.log2(numpy.arange(2, CUTOFF + 2)), []
        for topic in self.topics:
            levels = labels[topic]
            ideal = numpy.sort(levels)[::-1][:CUTOFF]
            gains = numpy.append(levels, 0)[self.places[topic]]
            columns.append((gains * discounts).sum(axis=1) / ((ideal * discounts[: len(ideal)]).sum() or 1))
        return rounded(numpy.mean(columns, axis=0))


def tau(x, y):
    from scipy.stats import kendalltau

    return float(kendalltau(x, y).statistic)


def mean(values):
    values = list(values)
    return sum(values) / len(values)


def split(year, people, draw):
    """Deals the labels in one way. Returns the distance of the left-out pass from the mean of the others, and half the
    width of the range; both for the agreement with people and for the agreement with the other passes."""
    import numpy
    from scipy.stats import t as student

    dealt = {topic: draw.permuted(labels, axis=0) for topic, labels in year.judge.items()}
    passes = len(next(iter(dealt.values())))
    *others, left_out = [year.scores({topic: labels[at] for topic, labels in dealt.items()}) for at in range(passes)]

    def drawn():
        labels = {}
        for topic, of in dealt.items():
            labels[topic] = of[draw.integers(0, passes - 1, of.shape[1]), numpy.arange(of.shape[1])]
        return year.scores(labels)

    draws = [drawn() for _ in range(DEALT)]
    n = len(others)
    critical, factor = student.ppf(0.975, DEALT - 1), (n + 1) / (n - 1)
    with_people = [tau(people, scores) for scores in others]
    themselves = [tau(others[i], others[j]) for i in range(n) for j in range(i)]
    of_people = abs(tau(people, left_out) - mean(with_people)), critical * factor**0.5 * numpy.std([tau(people, d) for d in draws], ddof=1)
    with_others = [mean(tau(scores, of) for scores in others) for of in draws]
    of_passes = abs(mean(tau(scores, left_out) for scores in others) - mean(themselves)), critical * factor * numpy.std(with_others, ddof=1)
    return of_people, of_passes


def ranges_hold(laboratory, years=YEARS, splits=SPLITS):
    """Each range holds in at least 93% of the splits. The summary has this share, the mean width of the ranges, and the
    width with which 93% of them would hold."""
    import numpy

    found = [[], []]
    for number in years:
        year, draw = Labelled(laboratory.data() / f"trec_dl_{number}_passage"), numpy.random.default_rng(number)
        people = year.scores(year.people)
        for _ in range(splits):
            for all_splits, one in zip(found, split(year, people, draw)):
                all_splits.append(one)
    told, shares = [], []
    for name, all_splits in zip(("with people", "with the passes"), found):
        distances, halves = numpy.array(all_splits).T
        held = (distances <= halves).mean()
        shares.append(held)
        needed = 2 * numpy.quantile(distances, HELD)
        told.append(f"{name} {held:.3f} of {len(distances)}, mean width {2 * halves.mean():.3f}, needed {needed:.3f}")
    demand(all(held >= HELD for held in shares), "; ".join(told))
    return "; ".join(told)
