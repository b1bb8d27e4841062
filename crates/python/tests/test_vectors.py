"""The conformance vectors of the repository: their values equal exact arithmetic, and the package computes them."""

import sys
from pathlib import Path

import pytest
import rejudge

sys.path.append(str(Path(__file__).resolve().parents[3] / "vectors"))
import exact

CASES = [variant for case in exact.cases() for variant in exact.variants(case)]
# Python does not have these rules. A prime after a measure's name does the same as `judged-only`.
COMMAND_RULES = {"judged-only", "repeated"}


def test_values_are_exact():
    assert list(exact.differences()) == []


@pytest.mark.filterwarnings("ignore")
def test_the_package_has_the_same_values(tmp_path):
    count = 0
    for case in CASES:
        rules = {rule.replace("-", "_"): value for rule, value in case.get("parameters", {}).items()}
        if COMMAND_RULES & case.get("parameters", {}).keys():
            continue
        for name in ("qrels", "run"):
            (tmp_path / name).write_text("".join(f"{line}\n" for line in case[name]), encoding="utf-8")
        files = (tmp_path / "qrels", tmp_path / "run")
        if case.get("refused"):
            with pytest.raises(ValueError):
                rejudge.evaluate(*files, case["measure"], **rules)
            continue
        table = rejudge.evaluate(*files, case["measure"], **rules)
        assert table[table.columns[-1]][0] == pytest.approx(case["value"], rel=1e-15, abs=0), case["id"]
        count += 1
    assert count > 350
