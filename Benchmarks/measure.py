"""Runs commands and says what they cost."""

import os
import shutil
import statistics
import subprocess
import time
from dataclasses import dataclass, field


@dataclass
class Cost:
    """What a command took: seconds on the clock, seconds of processors, bytes of memory at most."""

    wall: list = field(default_factory=list)
    cpu: list = field(default_factory=list)
    memory: list = field(default_factory=list)

    def add(self, wall, cpu, memory):
        self.wall.append(wall)
        self.cpu.append(cpu)
        self.memory.append(memory)

    def medians(self):
        return {
            "wall": statistics.median(self.wall),
            "cpu": statistics.median(self.cpu),
            "memory": max(self.memory),
            "runs": len(self.wall),
        }


def run_once(command):
    """Runs a command to its end and returns (wall, cpu, memory)."""
    start = time.monotonic()
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
    errors = process.stderr.read()
    _, status, usage = os.wait4(process.pid, 0)
    wall = time.monotonic() - start
    process.stderr.close()
    if status != 0:
        raise SystemExit(f"bench: {' '.join(command)} failed:\n{errors.decode(errors='replace')}")
    return wall, usage.ru_utime + usage.ru_stime, usage.ru_maxrss * 1024


def compare(contestants, workspace, rounds, is_on_disk=False):
    """Runs every contestant in turn, round after round, each into a fresh folder.

    contestants: name -> function from an output folder to a list of commands, run one after the other.
    Returns name -> medians. Call warm() with what is read before.
    """
    costs = {name: Cost() for name in contestants}
    for number in range(rounds):
        for name, commands in contestants.items():
            folder = os.path.join(workspace, f"out-{number}-{name}")
            os.makedirs(folder)
            results = [run_once(command) for command in commands(folder)]
            if is_on_disk:
                # What it left to be written is not for the next one to wait for.
                os.sync()
            else:
                shutil.rmtree(folder)
            costs[name].add(
                sum(r[0] for r in results), sum(r[1] for r in results), max(r[2] for r in results))
    return {name: cost.medians() for name, cost in costs.items()}


def warm(commands):
    """Brings into memory what commands read: no run is to be the first."""
    for path in {word for command in commands for word in command if os.path.exists(word)}:
        names = [os.path.join(path, name) for name in os.listdir(path)] if os.path.isdir(path) else [path]
        for name in names:
            with open(name, "rb") as file:
                while file.read(1 << 24):
                    pass


def wall(command, runs):
    """Median seconds on the clock of a command, from the second run on."""
    return statistics.median([run_once(command)[0] for _ in range(runs + 1)][1:])


def floor(folder, jpeg, command, workspace, rounds):
    """Processor seconds that libjpeg-turbo alone takes for a JPEG and its tiles, and a command for the same job,
    in turn: medians. The floor is run as many times at once as there are processors, since those of a machine
    slow each other down, and Ziggurat uses all of them.
    """
    program = os.path.join(folder, "floor")
    source = os.path.join(os.path.dirname(os.path.abspath(__file__)), "floor.c")
    subprocess.run(["cc", "-O2", source, "-o", program, "-ljpeg"], check=True)
    alone, together, ours = [], [], []
    for number in range(rounds):
        for count, results in (1, alone), (os.cpu_count(), together):
            running = [
                subprocess.Popen([program, jpeg], stdout=subprocess.PIPE, text=True) for _ in range(count)]
            for process in running:
                output, _ = process.communicate()
                if process.returncode != 0:
                    raise SystemExit("bench: the floor could not be measured")
                results.append([float(word) for word in output.split()])
        target = os.path.join(workspace, f"floor-{number}")
        ours.append(run_once(command(target)[0])[1])
        shutil.rmtree(target)
    parts = {
        name: dict(zip(("decode", "encode"), (statistics.median(column) for column in zip(*results))))
        for name, results in (("alone", alone), ("together", together))}
    return {**parts, "ziggurat": statistics.median(ours)}


def flatness(source, ours, workspace, runs, unit, rounds):
    """What a megapixel costs in pictures of several sizes, starting included.

    Machines change their pace by a sixth from one minute to the next: so sizes are compared within a round, in
    which half of the runs of each come before and half after the one that takes longest, and what is said of all
    rounds is the median.

    source: from tiles a side to the file; runs: tiles a side -> how often in a round, once for the largest;
    unit: the tiles a side of the picture that the others are measured by.
    """
    commands = {side: ours(source(side)) for side in runs}
    megapixels = {side: (side * 256) ** 2 / 1e6 for side in runs}
    costs = {side: Cost() for side in runs}
    relative = {side: [] for side in runs}
    for each in commands.values():
        warm(each(""))
    before = [side for side, count in runs.items() for _ in range(count // 2)]
    middle = [side for side, count in runs.items() if count % 2]
    for _ in range(rounds):
        seconds = {side: [] for side in runs}
        for side in before + middle + before[::-1]:
            folder = os.path.join(workspace, f"flat-{side}")
            cost = run_once(commands[side](folder)[0])
            costs[side].add(*cost)
            seconds[side].append(cost[1])
            shutil.rmtree(folder)
        pace = {side: statistics.mean(taken) / megapixels[side] for side, taken in seconds.items()}
        for side in runs:
            relative[side].append(pace[side] / pace[unit])
    return [
        {"megapixels": megapixels[side], **costs[side].medians(), "relative": statistics.median(relative[side])}
        for side in runs]
