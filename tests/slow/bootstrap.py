"""Sakai's paired two-sided bootstrap in numpy, beside that of the experiments."""

ALPHA = 0.05
# Twenty times the resamples of the experiments, in blocks of their number.
BLOCKS, BLOCK = 20, 1000
# Standard errors between two estimates of one number before they count as different.
ERRORS = 4


def block_levels(scores, seed):
    """Of the pairs of runs (run x topic in) the achieved significance levels (block x pair; identical runs: 1) and the
    estimated difference required (one a block), once for each block of resamples."""
    import numpy

    runs, topics = scores.shape
    first, second = numpy.triu_indices(runs, 1)
    z = scores[first] - scores[second]
    identical = (z == 0).all(axis=1)
    t = z.mean(axis=1) / (z.std(axis=1, ddof=1) / topics**0.5 + identical)
    w = z - z.mean(axis=1, keepdims=True)
    generator, levels, required = numpy.random.default_rng(seed), [], []
    for _ in range(BLOCKS):
        drawn = generator.multinomial(topics, [1 / topics] * topics, size=BLOCK).astype(float)
        mean = drawn @ w.T / topics
        variance = numpy.maximum(drawn @ (w**2).T / topics - mean**2, 0) * topics / (topics - 1)
        with numpy.errstate(divide="ignore", invalid="ignore"):
            t_star = numpy.abs(mean) / numpy.sqrt(variance / topics)
        levels.append(numpy.where(identical, 1.0, (t_star >= numpy.abs(t)).mean(axis=0)))
        place = BLOCK - round(ALPHA * BLOCK)
        at = numpy.argpartition(numpy.nan_to_num(t_star), place, axis=0)[place]
        required.append(float(numpy.abs(mean[at, numpy.arange(len(at))]).max()))
    return numpy.array(levels), numpy.array(required)


def standard_errors(found, blocks, least):
    """How far a number is from the mean of the blocks' numbers, in standard errors of the difference. Each was found
    from as many resamples as a block, so that the scatter of the blocks, `least` if it is smaller, is its error."""
    import numpy

    return abs(found - numpy.mean(blocks)) / (max(numpy.std(blocks, ddof=1), least) * (1 + 1 / len(blocks)) ** 0.5)
