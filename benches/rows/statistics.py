"""Times computations on collections and scores in memory: leave one team out, discriminative power, tau."""

from measuring import Contestant
from places import pinned
from row import Agreement, Contest, Growth, Row

# The pool of the workload is at least this deep; crates/bench has the same number.
DEPTH = 75
KERNEL = {"is_kernel": True}


def same(figure, within, *names):
    """Returns a function that makes the agreement of these kernels on one of their figures."""

    def of(measured):
        return Agreement(figure, {name: measured[name].figures()[figure] for name in names}, within)

    return of


def same_bits(measured, *names):
    """Returns the agreement of our kernels on their checksum, with different numbers of threads."""
    checksums = {name: int(measured[name].figures()["checksum"], 16) for name in names}
    return Agreement("checksum of every bit", checksums, 0)


def loto(places):
    version, runs, teams = pinned(), places.runs, places.workload / "teams.tsv"

    def sets(count):
        return Contestant(
            f"rejudge, {count} judgment sets", (places.kernel("loto", "--sets", count, "--repetitions", 3),), **KERNEL
        )

    one, two = "rejudge, leave one team out", "rejudge, leave one team out, 2 threads"
    return Contest(
        "leave one team out",
        (
            Contestant(one, (places.kernel("loto", "--repetitions", 3),), **KERNEL),
            Contestant(two, (places.kernel("loto", "--repetitions", 3, "--threads", 2),), threads=2, **KERNEL),
            Contestant(
                "numpy, AP alone",
                (places.peer("kernels.py", "loto_ids", places.qrels, teams, DEPTH, 3, *runs),),
                version=version["numpy"],
                repetitions=2,
                few="3 repetitions each; reading takes long",
                **KERNEL,
            ),
            Contestant(
                "pytrec_eval, four measures",
                (places.peer("trec.py", "loto", places.qrels, teams, DEPTH, 26, *runs),),
                version=version["pytrec_eval-terrier"],
                repetitions=1,
                few="about a minute each, 26 alike evaluations; reading takes long",
                **KERNEL,
            ),
            sets(6),
            sets(26),
            sets(104),
        ),
        rows=(
            Row(
                "leave one team out: 26 sets x 100 runs x nine measures, 1 thread",
                "kernel",
                one,
                0.3,
                peers=("pytrec_eval, four measures", "numpy, AP alone"),
                remark="runs are loaded; sets, joins and scores count; numpy has AP alone, pytrec_eval four measures",
            ),
            Row(
                "leave one team out, 2 threads", "kernel", two, peers=("pytrec_eval, four measures", "numpy, AP alone")
            ),
            Row("memory: all runs held", "peak", one, 120, peers=("pytrec_eval, four measures", "numpy, AP alone")),
        ),
        growth=(
            Growth(
                "judgment sets (leave one team out)",
                "kernel",
                (
                    (6, "rejudge, 6 judgment sets"),
                    (26, "rejudge, 26 judgment sets"),
                    (104, "rejudge, 104 judgment sets"),
                ),
            ),
        ),
        agreements=lambda measured: [
            same("mean AP", 1e-6, one, "numpy, AP alone", "pytrec_eval, four measures")(measured),
            same_bits(measured, one, two),
        ],
    )


def power(places):
    version, scores, samples = pinned(), places.workload / "scores.tsv", places.workload / "samples.tsv"
    one, two = "rejudge, power", "rejudge, power, 2 threads"

    def numpy(name, kernel, threads):
        command = places.peer("kernels.py", kernel, scores, samples, 5)
        return Contestant(name, (command,), threads=threads, version=version["numpy"], **KERNEL)

    count = max(50, round(1000))
    return Contest(
        "discriminative power",
        (
            Contestant(one, (places.kernel("power", "--repetitions", 9),), **KERNEL),
            Contestant(two, (places.kernel("power", "--repetitions", 9, "--threads", 2),), threads=2, **KERNEL),
            numpy("numpy, gather", "power_gather", 1),
            numpy("numpy, products", "power_products", 1),
            numpy("numpy, products, 2 threads", "power_products", 2),
            Contestant(
                "elinor, power", ((places.elinor, "power", scores, count),), version=version["elinor"], **KERNEL
            ),
        ),
        rows=(
            Row(
                "discriminative power: 4,950 pairs, 50 topics, B = 1000, 1 thread",
                "kernel",
                one,
                0.025,
                peers=("numpy, gather", "numpy, products", "elinor, power"),
            ),
            Row(
                "discriminative power, 2 threads",
                "kernel",
                two,
                0.015,
                peers=("numpy, products, 2 threads", "elinor, power"),
            ),
        ),
        agreements=lambda measured: [
            same("sum of ASL", 1e-6, one, "numpy, gather", "numpy, products")(measured),
            same("significant pairs", 0, one, "numpy, gather", "numpy, products")(measured),
            same_bits(measured, one, two),
        ],
    )


def tau(places):
    version, rankings = pinned(), places.workload / "rankings.tsv"
    one = "rejudge, tau"
    return Contest(
        "tau",
        (
            Contestant(one, (places.kernel("tau", "--repetitions", 9),), **KERNEL),
            Contestant(
                "SciPy", (places.peer("kernels.py", "tau_scipy", rankings, 2),), version=version["scipy"], **KERNEL
            ),
            Contestant(
                "numpy, signs",
                (places.peer("kernels.py", "tau_signs", rankings, 5),),
                version=version["numpy"],
                **KERNEL,
            ),
        ),
        rows=(
            Row(
                "tau of all 4,950 pairs of rankings of 100",
                "kernel",
                one,
                0.005,
                peers=("SciPy", "numpy, signs"),
            ),
        ),
        agreements=lambda measured: [same("sum of tau", 1e-7, one, "SciPy", "numpy, signs")(measured)],
    )


def contests(places):
    return [loto(places), power(places), tau(places)]
