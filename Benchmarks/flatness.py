"""What a megapixel costs in pictures of several sizes, starting included.

Machines change their pace by a sixth from one minute to the next: so sizes are measured in turn, half of the runs of
each before and half after the one that takes longest, and what is said of a size is the median of its runs.
"""

import itertools
import os
import shutil
import statistics

from measure import Cost, run_floors, run_once


def megapixels(side):
    """Of a square of so many tiles a side."""
    return (side * 256) ** 2 / 1e6


class Contestant:
    """Somebody who works on pictures of several sizes."""

    def __init__(self, runs, sources):
        """runs: tiles a side -> how often in a round, once for the largest.
        sources: from tiles a side to pictures, which are taken in turn."""
        self.runs = runs
        self.turns = {side: itertools.cycle(sources(side)) for side in runs}
        self.costs = {side: Cost() for side in runs}

    def run(self, side, picture):
        """Does the work for a picture of so many tiles a side, and adds to the costs what it took: of processors at
        least."""
        raise NotImplementedError

    def measure(self, side):
        self.run(side, next(self.turns[side]))

    def relative(self, side, unit):
        """What a pixel of a size costs, by one of the size that is the unit."""
        pace, of_unit = (statistics.median(self.costs[size].cpu) / megapixels(size) for size in (side, unit))
        return pace / of_unit


class Exports(Contestant):
    def __init__(self, runs, sources, ours, workspace):
        super().__init__(runs, sources)
        self.ours = ours
        self.workspace = workspace

    def run(self, side, picture):
        folder = os.path.join(self.workspace, f"flat-{side}")
        self.costs[side].add(*run_once(self.ours(picture)(folder)[0]))
        shutil.rmtree(folder)


class Codecs(Contestant):
    """What of it the codecs alone take: the floor."""

    def run(self, side, picture):
        self.costs[side].cpu.append(sum(run_floors(picture)[0]))


def compare(exports, unit, rounds, codecs=None):
    """Measures exports, and codecs beside them, by the picture of so many tiles a side that is the unit."""
    contestants = [exports, codecs] if codecs else [exports]
    before = [(each, side) for each in contestants for side, count in each.runs.items() for _ in range(count // 2)]
    middle = [(each, side) for each in contestants for side, count in each.runs.items() if count % 2]
    for _ in range(rounds):
        for each, side in before + middle + before[::-1]:
            each.measure(side)
    rows = []
    for side in exports.runs:
        rows.append(
            {"megapixels": megapixels(side), **exports.costs[side].medians(),
             "relative": exports.relative(side, unit)})
        if codecs and side in codecs.runs:
            rows[-1]["codecs"] = codecs.relative(side, unit)
    return rows
