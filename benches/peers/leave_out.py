"""Makes judgment sets, each without the unique documents of one team, from dictionaries as the Python peers use them."""

from collections import defaultdict


def unique(judged, rankings, teams):
    """Returns {team: {topic: judged documents that only its runs contributed to the pool}}."""
    with open(teams) as lines:
        team_of = dict(line.split() for line in lines)
    brought = defaultdict(set)
    for run, topics in rankings.items():
        for topic, documents in topics.items():
            for document in documents:
                if document in judged[topic]:
                    brought[topic, document].add(team_of[run])
    alone = {team: defaultdict(set) for team in sorted(set(team_of.values()))}
    for (topic, document), by in brought.items():
        if len(by) == 1:
            alone[next(iter(by))][topic].add(document)
    return alone


def judgment_sets(judged, rankings, teams):
    """Returns the full judgments, and for each team the judgments without its unique documents."""
    sets = [judged]
    for without in unique(judged, rankings, teams).values():
        sets.append(
            {
                topic: {doc: level for doc, level in docs.items() if doc not in without[topic]}
                for topic, docs in judged.items()
            }
        )
    return sets
