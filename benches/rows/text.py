"""Times scores from run files: four measures, of which each peer has at least three, and all measures of rejudge."""

import subprocess

from measuring import Contestant
from places import pinned
from row import Agreement, Contest, Row

FOUR = "runid map ndcg bpref infAP"
ELINOR_NAMES = {"map": "AP", "ndcg": "nDCG", "bpref": "Bpref"}


def means_of_trec_eval(text):
    """Returns {run: {measure: mean}} from our output in trec_eval's format."""
    means = {}
    for line in text.splitlines():
        measure, _, value = line.split()
        if measure == "runid":
            means[value] = {}
        else:
            next(reversed(means.values()))[measure] = float(value)
    return means


def means_of_peer(text):
    """Returns {run: {measure: mean}} from a peer's output, which has lines of run, measure and mean."""
    means = {}
    for line in text.splitlines():
        run, measure, value = line.split("\t")
        means.setdefault(run.rsplit("/", 1)[-1].removesuffix(".txt"), {})[measure] = float(value)
    return means


def agreements_of_means(measured, words=""):
    """Returns an agreement for each measure, about the run on which the peers differ most from us. Peers that order equal
    scores as trec_eval does must agree to four digits, others to two."""
    ours = means_of_trec_eval(measured[f"rejudge eval{words}"].output())
    found = []
    for peers, within, order in (
        (("pytrec_eval", "ir-measures"), 1e-4, "same order of ties"),
        (("ranx", "elinor"), 1e-2, "other order of ties"),
    ):
        theirs = {name: means_of_peer(measured[f"{name}{words}"].output()) for name in peers}
        for measure in ("map", "ndcg", "bpref", "infAP"):
            values = {"rejudge": {run: means[measure] for run, means in ours.items()}}
            for name, means in theirs.items():
                called = ELINOR_NAMES.get(measure) if name == "elinor" else measure
                if all(called in of_run for of_run in means.values()):
                    values[name] = {run: of_run[called] for run, of_run in means.items()}
            if len(values) > 1:
                farthest = max(
                    ours, key=lambda run: max(abs(of[run] - values["rejudge"][run]) for of in values.values())
                )
                at_farthest = {name: of[farthest] for name, of in values.items()}
                found.append(Agreement(f"{measure}{words}, {order}, worst of {len(ours)} runs", at_farthest, within))
    return found


def every_measure(places):
    """Returns the names of all measures by document, as `eval` takes them. infAP is left out, because `eval` (except
    with `--format trec_eval`) refuses it if no judgment is withheld: infAP is AP then. `Accuracy` has two meanings, so
    it needs a parameter."""
    names = subprocess.run([places.kernels, "measures"], capture_output=True, text=True, check=True).stdout.split()
    return " ".join({"Accuracy": "Accuracy(rel=1)"}.get(name, name) for name in names if name != "infAP")


def contests(places):
    version, runs = pinned(), places.runs
    four = (places.rejudge, "eval", places.qrels, *runs, "-m", FOUR, "--format", "trec_eval")
    every = (places.rejudge, "eval", places.qrels, *runs, "-m", every_measure(places))
    zipped = (places.rejudge, "eval", places.qrels, *places.compressed, "-m", FOUR, "--format", "trec_eval")
    python = {name: (places.peer("trec.py", name.replace("-", "_"), places.qrels, *runs),) for name in version}
    text = Contest(
        "text to scores",
        (
            Contestant("wc -l", (("wc", "-l", *runs),)),
            Contestant("scan", ((places.scan, *runs),)),
            Contestant("rejudge eval", (four,)),
            Contestant("rejudge eval, 2 threads", (four,), threads=2),
            Contestant("rejudge eval, every measure", (every,)),
            Contestant("rejudge eval, all_trec", ((*four[:-4], "-m", "all_trec", "--format", "trec_eval"),)),
            Contestant(
                "pytrec_eval",
                (places.peer("trec.py", "pytrec_eval", places.qrels, *runs),),
                version=version["pytrec_eval-terrier"],
            ),
            Contestant(
                "pytrec_eval, every measure",
                (places.peer("trec.py", "pytrec_eval_all", places.qrels, *runs),),
                version=version["pytrec_eval-terrier"],
                repetitions=3,
                few="it takes long",
            ),
            Contestant(
                "ir-measures",
                python["ir-measures"],
                version=version["ir-measures"],
                repetitions=3,
                few="about 10 s each",
            ),
            Contestant(
                "elinor",
                ((places.elinor, "eval", places.qrels, *runs),),
                version=version["elinor"],
                repetitions=3,
                few="about 10 s each",
            ),
            Contestant(
                "ranx",
                python["ranx"],
                version=version["ranx"],
                repetitions=3,
                few="15 s and more each",
                # ranx compiles code at its first call, which numba then caches.
                prepare=(places.peer("trec.py", "ranx", places.qrels, runs[0]),),
            ),
        ),
        rows=(
            Row(
                "text to AP, nDCG, bpref, infAP, 1 thread",
                "cpu",
                "rejudge eval",
                0.30,
                peers=("pytrec_eval", "ir-measures", "elinor", "ranx"),
                limits=("scan",),
                remark="elinor has RR for infAP, ranx three measures",
            ),
            Row(
                "text to the four, 2 threads",
                "wall",
                "rejudge eval, 2 threads",
                0.17,
                peers=("pytrec_eval", "ir-measures", "elinor", "ranx"),
                limits=("scan",),
                remark="the peers and the scan have one thread",
            ),
            Row(
                "text to every measure, 1 thread",
                "cpu",
                "rejudge eval, every measure",
                times=(1.5, "rejudge eval"),
                peers=("pytrec_eval, every measure",),
                limits=("scan",),
                remark="the target is 1.5 x the four measures; the peer computes trec_eval's",
            ),
            Row(
                "text to trec_eval's measures, 1 thread",
                "cpu",
                "rejudge eval, all_trec",
                peers=("pytrec_eval, every measure",),
                limits=("scan",),
            ),
            Row(
                "memory: text to the four, 1 thread",
                "peak",
                "rejudge eval",
                40,
                peers=("pytrec_eval", "ir-measures", "elinor", "ranx"),
                limits=("scan",),
                remark="the program takes 20 before it reads a file",
            ),
        ),
        agreements=agreements_of_means,
    )
    gzip = Contest(
        "gzip runs",
        (
            Contestant("gunzip", (("sh", "-c", 'exec gzip -dc "$@" > /dev/null', "sh", *places.compressed),)),
            Contestant("rejudge eval, gzip", (zipped,)),
            Contestant("rejudge eval, gzip, 2 threads", (zipped,), threads=2),
        ),
        rows=(
            Row(
                "gzip to the four, 1 thread",
                "cpu",
                "rejudge eval, gzip",
                0.30,
                times=(1.0, "gunzip"),
                limits=("gunzip",),
                remark="the target is gunzip + 0.30 s: bound by inflating",
            ),
            Row(
                "gzip to the four, 2 threads",
                "wall",
                "rejudge eval, gzip, 2 threads",
                0.17,
                times=(0.5, "gunzip"),
                limits=("gunzip",),
                remark="the target is half of gunzip + 0.17 s",
            ),
        ),
    )
    return [text, gzip]
