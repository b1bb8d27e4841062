"""Calls as users write them. mypy checks them; they are never run."""

import collections
from pathlib import Path
from types import MappingProxyType

import ir_measures
import rejudge
from rejudge import Collection, Qrels, Runs, Table

qrels = {"1": {"a": 1, "b": 0}, "2": {"c": 2}}
run = {"1": {"a": 2.0, "b": 1.0}, "2": {"d": 2.0, "c": 1.0}}
runs = {"x": run, "y": run}
nested: dict[str, dict[str, int]] = collections.defaultdict(dict)
table: Table = rejudge.evaluate(qrels, run, ["AP", "nDCG@10"])
rejudge.evaluate(nested, runs, "AP", per_topic=True, gains={1: 1, 2: 3})
rejudge.evaluate("q.tsv", Path("runs"), "AP", max_rank="all")
rejudge.evaluate(Qrels("q"), [Path("a"), "b"], "AP")
collection = Collection(qrels, runs, {"x": "a", "y": "b"}, judges={"model": qrels})
rejudge.evaluate(collection, "AP")
rejudge.evaluate(collection, measures="AP")
rejudge.compare(collection, "AP", baseline="x")
rejudge.gate(collection, allow={"AP": 0.01}, baseline="x")
rejudge.gate(qrels, runs, allow={"AP": 0.01}, baseline="x", slices={"language": {"1": "de"}}, min_rel=2)
rejudge.intervals(collection, ["AP"])
small = collection.pool_depth(5)
small.to_qrels().save("q.txt")
rejudge.compare(collection, "AP", baseline="x", test="randomisation", correction="randomised-tukey", samples=1000)
rejudge.evaluate(MappingProxyType(qrels), MappingProxyType(run), "AP", preset="trec9", ties="docno-ascending", topics="run")
rejudge.evaluate(memoryview(b""), memoryview(b""), "nDCG@10")
rejudge.evaluate([ir_measures.Qrel("1", "a", 1)], iter([ir_measures.ScoredDoc("1", "a", 1.0)]), "AP")
report = rejudge.run("sakai-bias", Path("out"), set=["draws=2"], fail_fast=True, progress=lambda done, total: print(done, total))
print(report.text, rejudge.run("sakai-bias", jobs=2, only="collection=a").folder)
# mypy must refuse a value of another type, or outside of the choices.
rejudge.run("sakai-bias", draws="2")  # type: ignore[arg-type]
rejudge.evaluate(qrels, run, "AP", preset="trec11")  # type: ignore[call-overload]
rejudge.evaluate(qrels, run, "AP", ties="docno")  # type: ignore[call-overload]
rejudge.compare(qrels, runs, "AP", baseline="x", test="t")  # type: ignore[call-overload]
rejudge.compare(qrels, runs, "AP", baseline="x", correction="hold")  # type: ignore[call-overload]
names: list[str] = Runs(runs).select(["x"], topics=["1"]).names
rejudge.Judge(qrels, levels={2: 1})
rejudge.Qrels({"1": {"car": {"a": 1}}}, by_intent=True, probabilities={"1": {"car": 1}})
