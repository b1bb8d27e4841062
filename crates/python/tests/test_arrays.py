"""Labels and scores as arrays, topics by documents. Dicts whose documents are named by the columns have the same values."""

import pickle

import numpy
import pytest
import rejudge

MEASURES = ["nDCG@10", "AP", "RR", "Bpref", "AP'", "Judged@5", "NumRet", "R@20"]
# These measures need only the ranks of relevant documents, so that arrays take a shorter way if no judgment is withheld.
RELEVANT_ONLY = ["nDCG@10", "AP", "RR", "Bpref", "AP'", "R@20"]
LABELS = numpy.array([[1, 0, 2], [0, 0, 1]])
SCORES = numpy.array([[0.5, 0.5, 0.1], [0.3, 0.2, 0.1]])


def as_dict(array):
    """A dict whose documents have the numbers of columns as names, with leading zeros so that names are ordered as columns."""
    width = len(str(array.shape[1] - 1))
    return {
        str(topic): {f"{column:0{width}d}": value for column, value in enumerate(row)}
        for topic, row in enumerate(array.tolist())
    }


@pytest.mark.parametrize("ties", ["docno-descending", "docno-ascending", "score-then-file", "file-order"])
@pytest.mark.parametrize("rules", [{}, {"score_type": "f32"}, {"max_rank": 7}, {"preset": "trec9"}, {"no_relevant": "drop"}])
@pytest.mark.parametrize("levels", [[-1, 0, 0, 0, 1, 2], [0, 0, 0, 0, 1, 2], [0, 1, 2]])
@pytest.mark.parametrize("measures", [MEASURES, RELEVANT_ONLY])
def test_arrays_and_dicts_have_the_same_scores(ties, rules, levels, measures):
    draw = numpy.random.default_rng(1)
    labels = draw.choice(levels, (30, 120))
    runs = {
        "ties": draw.integers(0, 9, labels.shape),
        "doubles": draw.random(labels.shape),
        "signs": draw.choice([-0.0, 0.0, -numpy.inf, 1e-300, 1 + 2**-40, 1.0, numpy.inf], labels.shape),
    }
    dicts = {name: as_dict(run) for name, run in runs.items()}
    for per_topic in (False, True):
        ours = rejudge.evaluate(labels, runs, measures, per_topic, ties=ties, **rules).to_dict()
        assert ours == rejudge.evaluate(as_dict(labels), dicts, measures, per_topic, ties=ties, **rules).to_dict()


@pytest.mark.parametrize("kind", ["f2", "f4", "f8", "i1", "u1", "i2", "u2", "i4", "u4", "i8", "u8", "?"])
def test_arrays_of_every_type(kind):
    labels = numpy.array([[1, 0, 0], [0, 0, 1]])
    expected = rejudge.evaluate(labels, SCORES, "AP").to_dict()
    assert rejudge.evaluate(labels.astype(kind), SCORES, "AP").to_dict() == expected
    scores = numpy.array([[3, 2, 1], [1, 2, 3]])
    as_kind = scores.astype(kind) if kind != "?" else scores > 1
    as_float = as_kind.astype(float)
    assert rejudge.evaluate(labels, as_kind, "AP").to_dict() == rejudge.evaluate(labels, as_float, "AP").to_dict()


def test_half_precision_is_read_exactly():
    halves = numpy.arange(1 << 16, dtype=numpy.uint16).view(numpy.float16)
    halves = halves[~numpy.isnan(halves)].reshape(1, -1)
    assert list(rejudge.Runs(halves).to_dict()["run"]["0"].values()) == halves[0].astype(float).tolist()


class Tensor:
    """An array without the buffer protocol, like torch's."""

    def __init__(self, array):
        self.array, self.ndim, self.shape = array, array.ndim, array.shape

    def __array__(self):
        return self.array


@pytest.mark.parametrize("form", [numpy.asfortranarray, Tensor, memoryview, lambda array: numpy.repeat(array, 2, 1)[:, ::2]])
def test_forms_of_arrays(form):
    expected = rejudge.evaluate(LABELS, SCORES, "AP nDCG@2").to_dict()
    assert rejudge.evaluate(form(LABELS), form(SCORES), "AP nDCG@2").to_dict() == expected


def test_later_changes_of_an_array_have_no_effect():
    labels, scores = LABELS.copy(), SCORES.copy()
    qrels, runs = rejudge.Qrels(labels), rejudge.Runs({"x": scores})
    expected = rejudge.evaluate(qrels, runs, "AP").to_dict()
    labels[:], scores[:] = 0, 0
    assert rejudge.evaluate(qrels, runs, "AP").to_dict() == expected


def test_a_broadcast_array_larger_than_memory_is_refused():
    with pytest.raises(MemoryError, match="qrels: an array of 8388608 x 16777216 does not fit into memory"):
        rejudge.Qrels(numpy.broadcast_to(numpy.int8(0), (1 << 23, 1 << 24)))


def test_arrays_become_judgments_and_runs():
    qrels, runs = rejudge.Qrels(LABELS), rejudge.Runs({"x": SCORES, "y": -SCORES})
    assert (len(qrels), qrels.topics, qrels.to_dict()) == (6, ["0", "1"], as_dict(LABELS))
    assert qrels == rejudge.Qrels(as_dict(LABELS)) and qrels.select(["1"]).to_dict() == {"1": as_dict(LABELS)["1"]}
    assert runs.to_dict() == {"x": as_dict(SCORES), "y": as_dict(-SCORES)}
    expected = rejudge.evaluate(LABELS, runs, "AP nDCG@2").to_dict()
    copies = pickle.loads(pickle.dumps((qrels, runs)))
    assert rejudge.evaluate(*copies, "AP nDCG@2").to_dict() == expected
    collection = rejudge.Collection(LABELS, {"x": SCORES, "y": -SCORES})
    assert collection.scores("AP").to_dict() == rejudge.evaluate(qrels, runs, "AP").to_dict()
    assert rejudge.evaluate(LABELS, [SCORES, -SCORES], "AP")["run"] == ["run1", "run2"]


@pytest.mark.parametrize(
    "kind, message, labels, scores",
    [
        (ValueError, "run `run`: an array of 3 x 2, expected 2 x 3, like the labels", LABELS, SCORES.T),
        (ValueError, "runs: topic `1`, document `2`: NaN, expected a number", LABELS, numpy.array([[1, 2, 3], [1, 2, numpy.nan]])),
        (ValueError, "qrels: topic `0`, document `0`: 0.5, expected a whole number", SCORES, SCORES),
        (ValueError, "qrels: topic `0`, document `0`: 200 is above 127", LABELS + 199, SCORES),
        (ValueError, "qrels: an array without columns", LABELS[:, :0], SCORES),
        (TypeError, "runs: an array of type `>d`", LABELS, SCORES.astype(">f8")),
        (TypeError, "qrels: ndarray is one column", LABELS[0], SCORES),
        (ValueError, "which an array does not have", LABELS, SCORES),
    ],
)
def test_wrong_arrays_are_refused(kind, message, labels, scores):
    rules = {"ties": "rank"} if "which" in message else {}
    with pytest.raises(kind) as raised:
        rejudge.evaluate(labels, scores, "AP", **rules)
    assert message in str(raised.value)


def test_every_function_refuses_different_shapes():
    for call in (
        lambda: rejudge.evaluate(LABELS, {"x": SCORES.T}, "AP"),
        lambda: rejudge.Collection(LABELS, {"x": SCORES.T}),
        lambda: rejudge.agreement(LABELS, LABELS.T),
    ):
        with pytest.raises(ValueError, match="an array of 3 x 2, expected 2 x 3, like the labels"):
            call()
