"""A row of the table: a figure of rejudge, its target, and the peers and limits with which it is compared."""

from collections.abc import Callable
from dataclasses import dataclass

WORDS = {"cpu": "CPU s", "wall": "wall s", "peak": "MB", "kernel": "s"}


@dataclass(frozen=True)
class Row:
    """A row before it is measured. Without `target` and `times`, nothing is demanded. `times` is a factor and another
    contestant: the target is then this factor times the contestant's figure, plus `target`, if there is one."""

    work: str
    metric: str
    ours: str
    target: float | None = None
    times: tuple[float, str] | None = None
    peers: tuple[str, ...] = ()
    limits: tuple[str, ...] = ()
    remark: str = ""


@dataclass(frozen=True)
class Agreement:
    """Values that must not differ by more than `tolerance`."""

    what: str
    values: dict
    tolerance: float

    @property
    def difference(self):
        return max(self.values.values()) - min(self.values.values())

    @property
    def holds(self):
        return self.difference <= self.tolerance


@dataclass(frozen=True)
class Growth:
    """Time over size: each point is a size and the contestant of that size."""

    work: str
    metric: str
    points: tuple[tuple[float, str], ...]
    target: float = 1.1


@dataclass(frozen=True)
class Contest:
    """Contestants that are measured in turns, the rows made from them, and the values that must agree."""

    name: str
    contestants: tuple
    rows: tuple[Row, ...] = ()
    growth: tuple[Growth, ...] = ()
    agreements: Callable | None = None


@dataclass(frozen=True)
class Judged:
    """A row with its figures."""

    row: Row
    measured: float
    target: float | None
    best_peer: tuple[str, float] | None
    limit: tuple[str, float] | None
    # For each peer, the ratio of its figure to rejudge's in each turn in which both were measured.
    ratios: dict[str, list[float]]

    @property
    def verdict(self):
        if self.target is None:
            return "no target"
        return "met" if self.measured <= self.target else "missed"


def judged(row, measured):
    """Returns the row with the figures of its contestants."""

    def smallest(names):
        figures = [(name, measured[name].figure(row.metric)) for name in names if name in measured]
        return min(figures, key=lambda pair: pair[1], default=None)

    target = row.target
    if row.times:
        factor, contestant = row.times
        target = (target or 0.0) + factor * measured[contestant].figure(row.metric)
    ours = measured[row.ours].figure(row.metric)
    ratios = {name: turns(measured[name], measured[row.ours], row.metric) for name in row.peers if name in measured}
    return Judged(row, ours, target, smallest(row.peers), smallest(row.limits), ratios)


def turns(peer, ours, metric):
    """Returns the ratio of the peer's figure to ours, for each turn in which both were measured."""
    return [peer_figure / our_figure for peer_figure, our_figure in zip(peer.values_of(metric), ours.values_of(metric))]
