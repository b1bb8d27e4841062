"""Makes judgment sets, each without the unique documents of one team, from dictionaries as the Python peers use them."""

from collections import defaultdict


def unique(judged, rankings, teams):
    """Returns {team: {topic: judged documents that only its runs contributed to the pool}}."""
    with open(teams) as lines:
        team_of = dict(line.split() for line in lines)
    contributors = defaultdict(set)
    for run, topics in rankings.items():
        for topic, documents in topics.items():
            for document in documents:
                if document in judged[topic]:
                    contributors[topic, document].add(team_of[run])
    unique_documents = {team: defaultdict(set) for team in sorted(set(team_of.values()))}
    for (topic, document), contributing_teams in contributors.items():
        if len(contributing_teams) == 1:
            unique_documents[next(iter(contributing_teams))][topic].add(document)
    return unique_documents


def judgment_sets(judged, rankings, teams):
    """Returns the full judgments, and for each team the judgments without its unique documents."""
    sets = [judged]
    for team_documents in unique(judged, rankings, teams).values():
        sets.append(
            {
                topic: {doc: level for doc, level in docs.items() if doc not in team_documents[topic]}
                for topic, docs in judged.items()
            }
        )
    return sets
