"""Times the runs of the workload as csv and parquet, compared with the same runs as text."""

from measuring import Contestant
from places import pinned
from row import Agreement, Contest, Row

from .text import FOUR, means_of_peer, means_of_trec_eval

TEXT, PEER = "rejudge eval of the text", "polars, parquet"


def agreements(measured):
    """Both forms have the scores of the text to the last printed digit; polars agrees to four digits."""
    text = means_of_trec_eval(measured[TEXT].output())
    found = []
    for form in ("csv", "parquet"):
        table = means_of_trec_eval(measured[f"rejudge eval, {form}"].output())
        for measure in FOUR.split()[1:]:
            apart = max(abs(table[run][measure] - means[measure]) for run, means in text.items())
            found.append(Agreement(f"{measure} of {form} and text, worst run", {"apart": apart, "equal": 0.0}, 0))
    theirs = means_of_peer(measured[PEER].output())
    for measure in ("map", "ndcg"):
        apart = max(abs(theirs[run][measure] - means[measure]) for run, means in text.items())
        found.append(Agreement(f"{measure} of polars and rejudge, worst run", {"apart": apart, "equal": 0.0}, 1e-4))
    return found


def contests(places):
    write = (places.peer("tables.py", "write", places.workload),)

    def ours(name, files):
        command = (places.rejudge, "eval", places.qrels, files, "-m", FOUR, "--format", "trec_eval")
        return Contestant(name, (command,), prepare=write)

    def folder(form):
        return places.workload / f"runs-{form}"

    # A shell lists the files, because they do not exist before `prepare` has run.
    command = 'qrels=$1 folder=$2; shift 2; exec "$@" "$qrels" "$folder"/*.parquet'
    polars = ("sh", "-c", command, "sh", places.qrels, folder("parquet"), *places.peer("tables.py", "polars"))
    return [
        Contest(
            "runs as tables",
            (
                ours(TEXT, places.workload / "runs"),
                ours("rejudge eval, csv", folder("csv")),
                ours("rejudge eval, parquet", folder("parquet")),
                Contestant(PEER, (polars,), version=pinned()["polars"], prepare=write),
            ),
            rows=(
                Row(
                    "csv to the four, 1 thread",
                    "cpu",
                    "rejudge eval, csv",
                    times=(2.0, TEXT),
                    limits=(TEXT,),
                    remark="the target is twice the text",
                ),
                Row(
                    "parquet to the four, 1 thread",
                    "cpu",
                    "rejudge eval, parquet",
                    times=(1.0, TEXT),
                    peers=(PEER,),
                    limits=(TEXT,),
                    remark="the target is the text; polars computes AP and nDCG alone",
                ),
            ),
            agreements=agreements,
        )
    ]
