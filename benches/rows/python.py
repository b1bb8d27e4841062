"""Times Python: scores from rows in memory, 5,000 topics of 1,000 documents, and calls that take microseconds."""

from measuring import Contestant
from places import pinned
from row import Agreement, Contest, Row

TOPICS, DOCUMENTS = 5000, 1000
NAMES = ("AP", "nDCG@10", "Bpref", "RR")
FORMS = ("frame", "dict")
# The shapes of arrays, topics and documents: rankings of a test collection, and candidates of a model.
ARRAYS = ((1000, 1000), (10_000, 100))
# Tasks of peers/calls.py: the number of calls, a description, and the target in seconds.
CALLS = {
    "beir": (300, "make an evaluator of BEIR's 24 measures", 50e-6),
    "all": (300, "make an evaluator of all measures", 50e-6),
    "one": (20_000, "score a topic of 1 document on a ready evaluator", 3e-6),
    "ten": (20_000, "score a topic of 10 documents on a ready evaluator", 4e-6),
}
PEERS = {"pytrec_eval": "pytrec_eval-terrier", "ir_measures": "ir-measures", "ranx": "ranx"}


def agreements(measured):
    """The means of all libraries agree. The rows have no equal scores, which ranx would order in another way."""
    found = []
    for name in NAMES:
        values = {who: of.figures()[name] for who, of in measured.items() if of.contestant.is_kernel}
        found.append(Agreement(f"{name} of rows in memory", values, 1e-4))
    return found


def contests(places):
    version, topics = pinned(), max(10, int(TOPICS * places.scale))

    def contestant(library, form, threads=1, **more):
        command = places.peer("frames.py", library, form, topics, DOCUMENTS)
        name = f"{library} from a {form}" + (f", {threads} threads" if threads > 1 else "")
        return Contestant(name, (command,), is_kernel=True, repetitions=3, few="five in each", threads=threads, **more)

    contestants = [contestant("rejudge", form, threads) for form in FORMS for threads in (1, 2)]
    contestants += [
        contestant(peer, form, version=version[package]) for form in FORMS for peer, package in PEERS.items()
    ]

    def row(form, factor):
        return Row(
            f"{topics * DOCUMENTS:,} rows of a {form} to AP, nDCG@10, bpref, RR, 2 threads",
            "kernel",
            f"rejudge from a {form}, 2 threads",
            times=(1 / factor, f"pytrec_eval from a {form}"),
            peers=tuple(f"{peer} from a {form}" for peer in PEERS),
            remark=f"the target is a {factor}th of pytrec_eval's" if factor > 2 else "the target is half of pytrec_eval's",
        )

    rows = (row("frame", 10), row("dict", 2))
    return [Contest("rows in memory", tuple(contestants), rows=rows, agreements=agreements), arrays(places, version), calls(places, version)]


def arrays(places, version):
    """Compares scoring arrays of labels and scores with twelve lines of numpy that do the same."""
    contestants, rows = [], []
    for topics, documents in ARRAYS:
        shape = f"arrays of {topics:,} topics x {documents:,} documents"
        for library, threads in (("rejudge", 1), ("rejudge", 2), ("numpy", 1)):
            name = f"{library}: {shape}" + (f", {threads} threads" if threads > 1 else "")
            command = places.peer("arrays.py", library, topics, documents)
            of_peer = {"version": version["numpy"]} if library == "numpy" else {}
            contestants.append(Contestant(name, (command,), is_kernel=True, threads=threads, **of_peer))
        peer = f"numpy: {shape}"
        for ours in (f"rejudge: {shape}", f"rejudge: {shape}, 2 threads"):
            work = ours.removeprefix("rejudge: ") + " to nDCG@10, AP, RR"
            rows.append(Row(work, "kernel", ours, times=(1.0, peer), peers=(peer,), remark="the target is numpy's"))

    def same(measured):
        of_shape = [[each for each in contestants if f"{topics:,} topics" in each.name] for topics, _ in ARRAYS]
        return [
            Agreement(f"{measure} of arrays", {each.name: measured[each.name].figures()[measure] for each in group}, 1e-9)
            for group in of_shape
            for measure in ("nDCG@10", "AP", "RR")
        ]

    return Contest("arrays", tuple(contestants), rows=tuple(rows), agreements=same)


def calls(places, version):
    """Compares creating evaluators, and scoring topics one by one, with pytrec_eval."""

    def contestant(library, task, **more):
        command = places.peer("calls.py", library, task, CALLS[task][0])
        return Contestant(f"{library}: {CALLS[task][1]}", (command,), is_kernel=True, **more)

    of_peer = {"version": version["pytrec_eval-terrier"]}
    contestants = [
        contestant(library, task, **(of_peer if library == "pytrec_eval" else {}))
        for task in CALLS
        for library in ("rejudge", "pytrec_eval")
    ]
    rows = [
        Row(work, "kernel", f"rejudge: {work}", target, peers=(f"pytrec_eval: {work}",))
        for _, work, target in CALLS.values()
    ]
    return Contest("calls", tuple(contestants), rows=tuple(rows))
