"""Formats the results as results/bench.md and results/bench.json."""

import os
from dataclasses import dataclass, field

import table
from measuring import shown
from places import pinned
from row import WORDS, judged


@dataclass
class Measurements:
    """All measurements, and the machine on which they were made."""

    machine: dict
    load: float
    scale: float
    is_trial: bool
    minutes: float = 0.0
    rows: list = field(default_factory=list)
    growths: list = field(default_factory=list)
    agreements: list = field(default_factory=list)
    measured: dict = field(default_factory=dict)

    def add(self, contest, measured):
        """Adds a contest and its figures."""
        self.measured |= measured
        self.rows += [judged(row, measured) for row in contest.rows]
        for growth in contest.growth:
            figures = [measured[name].figure(growth.metric) for _, name in growth.points]
            self.growths.append((growth, figures))
        self.agreements += contest.agreements(measured) if contest.agreements else []


def heading(measurements):
    on, loads = measurements.machine, [sample.load for each in measurements.measured.values() for sample in each.samples]
    lines = [
        "# rejudge beside its peers and the machine's limits",
        "",
        f"Made by `make bench` at revision {on['revision']}: {on['cores']} cores ({on['processor']}), "
        f"{on['system']}, {measurements.minutes:.0f} minutes. Medians of at least five repetitions, fewer where said; "
        "contestants take turns. A ratio is the median over the turns that both had, with the least and the greatest. "
        "Peak memory is the greatest seen. What is measured, and how: docs/dev/performance.md.",
        "",
        f"The load was {measurements.load:.1f} before the first repetition and {min(loads):.1f} to {max(loads):.1f} while "
        "measuring, these runs included.",
    ]
    if measurements.load > 0.5:
        lines += ["", "**Other work was running: wall times are too long.** CPU seconds suffer less."]
    if measurements.scale != 1:
        lines += ["", f"**The workload is {measurements.scale:g} of the real one: the targets are not of this size.**"]
    if not os.environ.get("REJUDGE_DATA"):
        lines += ["", "**Without `REJUDGE_DATA`: contests on public collections are left out.**"]
    if measurements.is_trial:
        lines += ["", "**Not all contests, or fewer repetitions than said: a trial.**"]
    return lines


def missed(measurements):
    """Returns a line for each missed target, for growth above its target, and for values that differ."""
    lines = []
    for each in measurements.rows:
        metric = each.row.metric
        if each.verdict == "missed":
            measured, target = table.figure(each.measured, metric), table.figure(each.target, metric)
            lines.append(
                f"- {each.row.work}: {measured} {WORDS[metric]}, target {target}, {each.measured / each.target:.1f} x"
            )
    for growth, figures in measurements.growths:
        slope = table.exponent([(size, seconds) for (size, _), seconds in zip(growth.points, figures)])
        if slope > growth.target:
            lines.append(f"- growth in {growth.work}: exponent {slope:.2f}, target {growth.target:g}")
    lines += [f"- values differ: {each.what}" for each in measurements.agreements if not each.holds]
    return lines or ["Nothing."]


def document(measurements):
    """Returns the text of results/bench.md."""
    remarks = [f"- {each.row.work}: {each.row.remark}" for each in measurements.rows if each.row.remark]
    sections = [
        heading(measurements),
        ["## Targets", "", *table.of_rows(measurements.rows), "", *remarks],
        ["## Missed", "", *missed(measurements)],
        ["## Growth", "", *table.of_growth(measurements.growths)] if measurements.growths else [],
        ["## Agreement", "", "A fast wrong number would show here.", "", *table.of_agreements(measurements.agreements)]
        if measurements.agreements
        else [],
        ["## All figures", "", *table.of_contestants(measurements.measured)],
        ["Fewer than five repetitions:", "", *table.few(measurements.measured)],
        ["## Commands", "", *table.commands(measurements.measured)],
        ["Versions: " + ", ".join(f"{peer} {version}" for peer, version in pinned().items()) + "."],
    ]
    return "\n\n".join("\n".join(section) for section in sections if section) + "\n"


def record(measurements):
    """Returns the content of results/bench.json."""

    def of_contestant(each):
        metrics = ("cpu", "wall", "peak", *(("kernel",) if each.contestant.is_kernel else ()))
        return {
            "version": each.contestant.version,
            "threads": each.contestant.threads,
            "commands": [shown(command) for command in each.contestant.commands],
            "load": each.values_of("load"),
        } | {metric: {"figure": each.figure(metric), "each": each.values_of(metric)} for metric in metrics}

    def of_row(each):
        return {
            "work": each.row.work,
            "metric": each.row.metric,
            "target": each.target,
            "measured": each.measured,
            "verdict": each.verdict,
            "best-peer": each.best_peer,
            "peers-over-ours": each.ratios,
            "limit": each.limit,
        }

    return {
        "machine": measurements.machine,
        "load-before": measurements.load,
        "scale": measurements.scale,
        "minutes": measurements.minutes,
        "versions": pinned(),
        "rows": [of_row(each) for each in measurements.rows],
        "growth": [
            {"work": growth.work, "exponent": table.exponent(list(zip([size for size, _ in growth.points], figures)))}
            for growth, figures in measurements.growths
        ],
        "agreements": [{"what": each.what, "values": each.values, "agree": each.holds} for each in measurements.agreements],
        "contestants": {name: of_contestant(each) for name, each in measurements.measured.items()},
    }
