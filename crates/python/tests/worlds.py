"""Random judgments and runs: ties, topics that one side lacks, graded and negative levels, unjudged documents."""

import random

LEVELS = [-2, -1, 0, 0, 0, 0, 1, 1, 2, 3]


def world(seed, topics=500):
    """Judgments ``{topic: {document: level}}`` and a run ``{topic: {document: score}}``."""
    draw = random.Random(seed)
    qrels, run = {}, {}
    for number in range(topics):
        topic = f"t{number}"
        documents = [f"d{at}" for at in range(draw.choice([3, 10, 40, 120]))]
        draw.shuffle(documents)
        if draw.random() > 0.05:
            judged = documents[: draw.randint(1, len(documents))]
            qrels[topic] = {document: draw.choice(LEVELS) for document in judged}
            # pytrec_eval crashes if a topic has only negative levels.
            qrels[topic][documents[0]] = draw.choice([0, 1])
        if draw.random() > 0.05:
            draw.shuffle(documents)
            # Few distinct scores, so that many are tied. Some differ only in double precision.
            scores = [draw.randint(0, 20) + draw.choice([0.0, 1e-9]) for _ in documents]
            run[topic] = dict(list(zip(documents, scores))[: draw.randint(1, len(documents))])
    return qrels, run


def tied(seed):
    """Small judgments and a run with few distinct scores, with rows in any order."""
    draw = random.Random(seed)
    qrels, run = {}, {}
    for topic in map(str, range(1, 6)):
        documents = [f"d{at}" for at in range(draw.choice([3, 8, 20]))]
        judged = draw.sample(documents, draw.randint(1, len(documents)))
        qrels[topic] = {document: draw.choice([0, 0, 1, 2, 3]) for document in judged} | {"d0": 1}
        if draw.random() < 0.9:
            run[topic] = {document: draw.randint(0, 3) + draw.choice([0.0, 1e-9]) for document in draw.sample(documents, len(documents))}
    return qrels, run


def rows(nested, names):
    """A dict of dicts as columns."""
    flat = [(topic, document, number) for topic, documents in nested.items() for document, number in documents.items()]
    return {name: [row[column] for row in flat] for column, name in enumerate(names)}


def ranked(draw, teams, topics):
    """Two runs of each team, ``{run: {topic: {document: score}}}``, and the runs' teams. A run retrieves 20 of 40 documents."""
    team_of = {f"{team}{number}": team for team in teams for number in (1, 2)}
    runs = {run: {topic: {f"d{document}": float(-rank) for rank, document in enumerate(draw.sample(range(40), 20))} for topic in topics} for run in team_of}
    return runs, team_of


def run_lines(run, name="run"):
    """A run in TREC's format."""
    return "".join(f"{topic} Q0 {document} 1 {score!r} {name}\n" for topic, documents in run.items() for document, score in documents.items())
