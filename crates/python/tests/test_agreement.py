"""Agreement between two sets of judgments, against its definition."""

import random

import pytest
import rejudge

DRAW = random.Random(11)


def judged(levels, share):
    return {
        topic: {f"d{document}": DRAW.choice(levels) for document in range(60) if DRAW.random() < share}
        for topic in ("1", "2", "10")
    }


def kappa(pairs, cost):
    """One minus the mean cost over the expected cost, if judges gave their labels as often but at random."""
    observed = sum(cost(one, other) for one, other in pairs) / len(pairs)
    expected = sum(cost(one, other) for one, _ in pairs for _, other in pairs) / len(pairs) ** 2
    return 1 - observed / expected


def test_agreement_on_levels_and_on_relevance():
    people, model = judged([0, 0, 1, 2, 3], 0.9), judged([0, 1, 1, 3], 0.8)
    model["77"] = {"d1": 1}
    keys = {(topic, document) for topic, labels in people.items() for document in labels}
    others = {(topic, document) for topic, labels in model.items() for document in labels if topic in people}
    for cut in (None, 1, 2):
        level = (lambda label: label) if cut is None else (lambda label: int(label >= cut))
        pairs = [(level(people[topic][document]), level(model[topic][document])) for topic, document in sorted(keys & others)]
        agreement = rejudge.agreement(people, rejudge.Qrels(model), cut=cut)
        assert (agreement["pairs"], agreement["by_one_alone"]) == (len(keys & others), len(keys ^ others))
        assert agreement["observed"] == pytest.approx(sum(one == other for one, other in pairs) / len(pairs))
        assert agreement["kappa"] == pytest.approx(kappa(pairs, lambda one, other: one != other))
        assert agreement["linear_kappa"] == pytest.approx(kappa(pairs, lambda one, other: abs(one - other)))
        assert agreement["quadratic_kappa"] == pytest.approx(kappa(pairs, lambda one, other: (one - other) ** 2))
        assert agreement["alpha"] <= 1


def test_a_judge_agrees_with_itself():
    people = judged([0, 1, 2], 1.0)
    assert {rejudge.agreement(people, people)[name] for name in ("observed", "kappa", "quadratic_kappa", "alpha")} == {1.0}


def test_undefined_agreement_is_none():
    agreement = rejudge.agreement({"1": {"a": 1}}, {"1": {"b": 1}})
    assert (agreement["pairs"], agreement["by_one_alone"], agreement["kappa"], agreement["alpha"]) == (0, 2, None, None)
    # A document that was pooled without a judgment has no label.
    assert rejudge.agreement({"1": {"a": 1, "b": -1}}, {"1": {"a": 1, "b": 0}})["pairs"] == 1
    with pytest.raises(ValueError, match="cut: 0, expected a level of 1 or more"):
        rejudge.agreement({"1": {"a": 1}}, {"1": {"a": 1}}, cut=0)
