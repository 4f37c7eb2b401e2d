"""The loop over scenarios that several series share."""

import argparse
import collections

import program
import scenarios
from program import Failure


def parser(count):
    """The options of every series.

    count: the number of runs by default
    """
    options = argparse.ArgumentParser()
    options.add_argument("--count", type=int, default=count)
    options.add_argument("--seed", type=int, default=1)
    options.add_argument("--only", default="")
    return options


def run(options, available, make, check, groups=(None,)):
    """Runs scenarios in turn and prints the failures.

    available: the scenarios; those with the text of --only in their titles are run
    make: make(scenario, group, images, parent) prepares a case, once for each group
    check: check(case, number, turn, parent, chance) returns the name under which the run counts;
        turn is the number of earlier runs of the same scenario
    Returns the counts by name, the number of cases and the number of failures.
    """
    chosen = [one for one in available if options.only in one.title]
    done, failures, cases = collections.Counter(), 0, {}
    with program.Workplace() as parent:
        images = f"{parent}/images"
        scenarios.images(images)
        for number in range(options.count):
            # A short series runs other scenarios for each seed.
            scenario = chosen[(number + options.seed * 7) % len(chosen)]
            group = groups[number % len(groups)]
            chance = program.generator(options.seed, number)
            try:
                key = scenario.title, group
                if key not in cases:
                    cases[key] = make(scenario, group, images, parent)
                done[check(cases[key], number, number // len(chosen), parent, chance)] += 1
            except Failure as failure:
                failures += 1
                print(f"{number}: {scenario.title}: {failure}", flush=True)
    return done, len(cases), failures
