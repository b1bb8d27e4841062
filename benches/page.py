"""Formats the results as results/bench.html, a page that works offline, with a bar for each contestant, rejudge first."""

from html import escape

import table
from places import pinned
from row import WORDS

STYLE = """
:root { color-scheme: light dark; --ours: #0b6e99; --peer: #8a8f98; --limit: #c9a227; }
body { font: 16px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem; }
h1 { font-size: 1.5rem; } h2 { font-size: 1.05rem; margin: 2rem 0 .3rem; }
p { margin: .3rem 0; } .quiet { opacity: .75; font-size: .9rem; }
.bar { display: grid; grid-template-columns: minmax(9rem, 16rem) 1fr; gap: .2rem .8rem; align-items: center; }
.bar > div { display: flex; align-items: center; gap: .5rem; white-space: nowrap; }
.bar i { display: block; height: .9rem; min-width: 2px; border-radius: 2px; }
.ours i { background: var(--ours); } .peer i { background: var(--peer); } .limit i { background: var(--limit); }
.ours { font-weight: 600; }
@media (max-width: 40rem) { .bar { grid-template-columns: 1fr; gap: 0; margin-bottom: .4rem; } }
"""


def bars(each, measured):
    """Returns the bars of a row's contestants. The longest bar is 60 % wide, because the text after it needs room."""
    metric, ours = each.row.metric, each.row.ours
    kinds = [("ours", [ours]), ("peer", each.row.peers), ("limit", each.row.limits)]
    shown = [(kind, name, measured[name].figure(metric)) for kind, names in kinds for name in names if name in measured]
    longest = max(figure for _, _, figure in shown)
    lines = []
    for kind, name, figure in shown:
        beside = f" · {table.spread(each.ratios[name])} times ours" if kind == "peer" else ""
        label = f"{name} {measured[name].contestant.version}".strip() + (" (limit)" if kind == "limit" else "")
        lines.append(
            f'<div class="bar {kind}"><span>{escape(label)}</span><div>'
            f'<i style="width:{60 * figure / longest:.2f}%"></i>'
            f"{table.figure(figure, metric)} {WORDS[metric]}{escape(beside)}</div></div>"
        )
    return lines


def page(measurements):
    """Returns the page with the bars of every row that has a peer or a limit. bench.md has the other rows."""
    on = measurements.machine
    parts = [
        '<!doctype html><html lang="en"><meta charset="utf-8">',
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        f"<title>rejudge beside its peers</title><style>{STYLE}</style>",
        "<h1>rejudge beside its peers</h1>",
        "<p>Shorter bars are better. Each figure is the median of its repetitions; memory is the greatest seen. "
        "A ratio is the peer's figure over ours in the same turn: the median, and in brackets the least and the "
        "greatest of all turns.</p>",
        f'<p class="quiet">{escape(on["processor"])}, {on["cores"]} cores, {escape(on["system"])}, '
        f"revision {escape(on['revision'])}; load before the first repetition {measurements.load:.1f}. "
        "What is measured, and how: docs/dev/performance.md. Every figure and command: bench.md beside this page.</p>",
    ]
    if measurements.load > 0.5:
        parts.append("<p><strong>Other work was running. Wall times are too long.</strong></p>")
    if measurements.scale != 1 or measurements.is_trial:
        parts.append("<p><strong>A trial: not the whole workload, or not all contests.</strong></p>")
    for each in measurements.rows:
        if each.row.ours in measurements.measured and (each.row.peers or each.row.limits):
            parts.append(f"<h2>{escape(each.row.work)}</h2>")
            parts += bars(each, measurements.measured)
            if each.row.remark:
                parts.append(f'<p class="quiet">{escape(each.row.remark)}</p>')
    parts.append(f'<p class="quiet">Peers: {escape(", ".join(f"{peer} {at}" for peer, at in pinned().items()))}.</p>')
    return "\n".join(parts) + "\n"
