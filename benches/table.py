"""Formats the figures as Markdown tables, which read well in a terminal too."""

from math import log
from statistics import median

from measuring import shown
from row import WORDS


def figure(value, metric):
    """Formats a figure: seconds with two decimals, or three below 1 and four below .1; two digits below a millisecond;
    megabytes without decimals."""
    if value is None:
        return "-"
    if metric == "peak":
        return f"{value:,.0f}"
    if value < 0.001:
        return f"{value:.1e}"
    return f"{value:.4f}" if value < 0.1 else f"{value:.3f}" if value < 1 else f"{value:.2f}"


def ratio(one, other):
    return "-" if not one or not other else factor(one / other)


def factor(value):
    """Formats a ratio with two digits, or without decimals if it is 10 or more."""
    return f"{value:.2g}" if value < 10 else f"{value:,.0f}"


def spread(ratios):
    """Formats the median of ratios, and the least and the greatest ratio."""
    return f"{factor(median(ratios))} ({factor(min(ratios))} .. {factor(max(ratios))})"


def aligned(heading, rows, right):
    """Returns a Markdown table whose columns are aligned in the text too."""
    rows = [list(map(str, row)) for row in rows]
    widths = [max(3, *(len(row[at]) for row in [heading, *rows])) for at in range(len(heading))]

    def line(cells):
        padded = (
            cell.rjust(width) if at in right else cell.ljust(width)
            for at, (cell, width) in enumerate(zip(cells, widths))
        )
        return "| " + " | ".join(padded) + " |"

    rule = ("-" * (width - 1) + ":" if at in right else "-" * width for at, width in enumerate(widths))
    return [line(heading), "| " + " | ".join(rule) + " |", *map(line, rows)]


def of_rows(rows):
    """Returns the table of measured figures with target, best peer and limit."""
    lines = []
    for judged in rows:
        metric = judged.row.metric
        peer, limit = judged.best_peer, judged.limit
        lines.append(
            (
                judged.row.work,
                WORDS[metric],
                figure(judged.target, metric),
                figure(judged.measured, metric),
                judged.verdict,
                f"{peer[0]} {figure(peer[1], metric)}" if peer else "-",
                spread(judged.ratios[peer[0]]) if peer else "-",
                f"{limit[0]} {figure(limit[1], metric)}" if limit else "-",
                ratio(judged.measured, limit and limit[1]),
            )
        )
    heading = ["work", "in", "target", "measured", "verdict", "best peer", "peer / ours", "limit", "ours / limit"]
    return aligned(heading, lines, right={2, 3, 6, 8})


def exponent(points):
    """Returns the slope of log time as a function of log size."""
    sizes, times = [log(size) for size, _ in points], [log(time) for _, time in points]
    size, time = sum(sizes) / len(sizes), sum(times) / len(times)
    rise = sum((x - size) * (y - time) for x, y in zip(sizes, times))
    return rise / sum((x - size) ** 2 for x in sizes)


def of_growth(growths):
    """Returns the table of growth: work, figures and exponent. `growths` contains pairs of a growth and the figures of its
    points."""
    lines = []
    for growth, figures in growths:
        slope = exponent([(size, time) for (size, _), time in zip(growth.points, figures)])
        sizes = ", ".join(f"{size:g}: {figure(time, growth.metric)}" for (size, _), time in zip(growth.points, figures))
        lines.append(
            (growth.work, sizes, f"{slope:.2f}", f"{growth.target:g}", "met" if slope <= growth.target else "missed")
        )
    return aligned(["growth in", "seconds by size", "exponent", "target", "verdict"], lines, right={2, 3})


def of_contestants(measured):
    """Returns the table of all contestants."""
    lines = []
    for name, each in measured.items():
        metric = "kernel" if each.contestant.is_kernel else "cpu"
        seconds = each.values_of(metric)
        lines.append(
            (
                f"{name} {each.contestant.version}".strip(),
                len(seconds),
                figure(each.figure("kernel"), "kernel") if each.contestant.is_kernel else "-",
                figure(each.figure("cpu"), "cpu"),
                figure(each.figure("wall"), "wall"),
                f"{figure(min(seconds), metric)} .. {figure(max(seconds), metric)}",
                figure(each.figure("peak"), "peak"),
            )
        )
    return aligned(["run", "n", "kernel s", "CPU s", "wall s", "from .. to", "MB"], lines, right={1, 2, 3, 4, 6})


def of_agreements(agreements):
    lines = []
    for agreement in agreements:
        if agreement.tolerance:
            values = ", ".join(f"{name} {value:.6f}" for name, value in agreement.values.items())
        else:
            values = ", ".join(
                f"{name} {value:x}" if value > 1e9 else f"{name} {value}" for name, value in agreement.values.items()
            )
        lines.append(
            (
                agreement.what,
                values,
                f"{agreement.difference:.1e}",
                f"{agreement.tolerance:g}",
                "yes" if agreement.holds else "NO",
            )
        )
    return aligned(["what", "values", "apart", "allowed", "agree"], lines, right={2, 3})


def few(measured):
    """Returns a line for each contestant with fewer than five repetitions, with the reason."""
    named = [(name, each) for name, each in measured.items() if each.contestant.few]
    return [f"- {name}: {len(each.samples)} ({each.contestant.few})" for name, each in named]


def commands(measured):
    """Returns a line for each contestant with its commands, as a user types them."""
    lines = []
    for name, each in measured.items():
        # `make papers` has more commands than a reader needs to see.
        first = each.contestant.commands[:3]
        more = "; .." if len(each.contestant.commands) > len(first) else ""
        lines.append(f"- {name}: `{'; '.join(map(shown, first))}{more}`")
    return lines
