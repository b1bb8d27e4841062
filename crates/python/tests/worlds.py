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
            # A topic of negative levels only ends pytrec_eval's process.
            qrels[topic][documents[0]] = draw.choice([0, 1])
        if draw.random() > 0.05:
            draw.shuffle(documents)
            # Few distinct scores, so that many tie; some differ in double precision only.
            scores = [draw.randint(0, 20) + draw.choice([0.0, 1e-9]) for _ in documents]
            run[topic] = dict(list(zip(documents, scores))[: draw.randint(1, len(documents))])
    return qrels, run


def tied(seed):
    """A small collection whose runs have few distinct scores, in an arbitrary order of rows."""
    draw = random.Random(seed)
    qrels, run = {}, {}
    for topic in map(str, range(1, 6)):
        documents = [f"d{at}" for at in range(draw.choice([3, 8, 20]))]
        judged = draw.sample(documents, draw.randint(1, len(documents)))
        qrels[topic] = {document: draw.choice([0, 0, 1, 2, 3]) for document in judged} | {"d0": 1}
        if draw.random() < 0.9:
            run[topic] = {document: draw.randint(0, 3) + draw.choice([0.0, 1e-9]) for document in draw.sample(documents, len(documents))}
    return qrels, run


def rows(of, names):
    """A dict of dicts as columns."""
    flat = [(topic, document, number) for topic, documents in of.items() for document, number in documents.items()]
    return {name: [row[at] for row in flat] for at, name in enumerate(names)}


def ranked(draw, teams, topics):
    """Two runs of each team, ``{run: {topic: {document: score}}}``, of 20 of 40 documents each; and the teams of the runs."""
    team_of = {f"{team}{number}": team for team in teams for number in (1, 2)}
    runs = {run: {topic: {f"d{document}": float(-rank) for rank, document in enumerate(draw.sample(range(40), 20))} for topic in topics} for run in team_of}
    return runs, team_of


def run_lines(run, name="run"):
    """A run as TREC has it."""
    return "".join(f"{topic} Q0 {document} 1 {score!r} {name}\n" for topic, of in run.items() for document, score in of.items())
