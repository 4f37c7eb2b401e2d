"""Processor time for a megapixel in images of several sizes.

Sizes are measured alternately, half of the runs of the small ones before and half after the run of the
largest, because a virtual machine changes its speed within minutes. Figures are medians.
"""

import itertools
import os
import shutil
import statistics

from measure import Cost, run_once


def megapixels(side):
    """Returns the megapixels of a square with `side` tiles per side."""
    return (side * 256) ** 2 / 1e6


def compare(runs, sources, export, workspace, unit, rounds):
    """Measures exports of squares and relates each size to the size `unit`.

    runs: tiles per side -> runs in a round; one for the largest.
    sources: tiles per side -> list of images, used in turn.
    """
    turns = {side: itertools.cycle(sources(side)) for side in runs}
    costs = {side: Cost() for side in runs}
    before = [side for side, count in runs.items() for _ in range(count // 2)]
    middle = [side for side, count in runs.items() if count % 2]
    for _ in range(rounds):
        for side in before + middle + before[::-1]:
            folder = os.path.join(workspace, f"flat-{side}")
            costs[side].add(*run_once(export(next(turns[side]))(folder)[0]))
            shutil.rmtree(folder)
    paces = {side: statistics.median(cost.cpu) / megapixels(side) for side, cost in costs.items()}
    return [
        {"megapixels": megapixels(side), **costs[side].medians(), "relative": paces[side] / paces[unit]}
        for side in runs]
