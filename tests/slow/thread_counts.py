"""The number of threads changes no byte of the results."""

from laboratory import bytes_of, demand, differing


def same_bytes(laboratory, experiment="sakai-bias", files=10, data=None):
    """The smoke profile with --jobs 1, 2 and 8, each with a cache of its own, writes equal parquet and csv files."""
    found = {}
    for jobs in (1, 2, 8):
        results = laboratory.folder / f"results-{jobs}"
        cache = laboratory.folder / f"cache-{jobs}"
        common = ["--profile", "smoke", "--cache", cache, "--results", results, "--quiet"]
        laboratory.succeed("run", experiment, *common, "--jobs", jobs, data=data)
        found[jobs] = bytes_of(results)
    demand(len(found[1]) > files, f"the smoke profile wrote only {len(found[1])} files")
    for jobs in (2, 8):
        names = differing(found[1], found[jobs])
        demand(not names, f"--jobs 1 and --jobs {jobs} differ in {', '.join(names)}")
    return f"{len(found[1])} files"


def same_bytes_of_samples(laboratory):
    """Files of sampled judgments and of tests of pairs are equal too, on one draw of a twin."""
    return same_bytes(laboratory, "bompada-incomplete", data="")


def same_bytes_of_matrices(laboratory):
    """Files of random selections of the runs of a score matrix are equal too."""
    return same_bytes(laboratory, "open-scores", data=laboratory.data())


def same_bytes_of_topic_sets(laboratory):
    """Files of sets of the topics of a score matrix are equal too."""
    return same_bytes(laboratory, "voorhees-buckley", data=laboratory.data())
