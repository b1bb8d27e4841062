"""Runs the examples in the package's docstrings. Exits with 1 if an output differs."""

import doctest
import sys

import rejudge
import rejudge._native
import rejudge.command
import rejudge.ir_measures
import rejudge.pytrec_eval

finder, runner = doctest.DocTestFinder(), doctest.DocTestRunner()
for module in (rejudge, rejudge.command, rejudge.ir_measures, rejudge.pytrec_eval):
    for test in finder.find(module):
        runner.run(test)
# doctest finds only objects that are defined in a module's own Python file, so we pass it the objects of the native module.
for name, value in vars(rejudge._native).items():
    if getattr(value, "__doc__", None) and not name.startswith("__"):
        for test in finder.find(value, name, module=False, globs={}):
            runner.run(test)
print(f"{runner.tries} examples, {runner.failures} failed")
sys.exit(1 if runner.failures or runner.tries < 40 else 0)
