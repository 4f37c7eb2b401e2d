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


def compare(contestants, workspace, rounds):
    """Runs every contestant in turn, round after round, each into a fresh folder.

    contestants: name -> function from an output folder to a list of commands, run one after the other.
    Returns name -> medians. The first round warms the caches and does not count.
    """
    costs = {name: Cost() for name in contestants}
    for number in range(rounds + 1):
        for name, commands in contestants.items():
            folder = os.path.join(workspace, f"out-{number}-{name.replace(' ', '-')}")
            os.makedirs(folder)
            try:
                results = [run_once(command) for command in commands(folder)]
            finally:
                shutil.rmtree(folder, ignore_errors=True)
            if number > 0:
                costs[name].add(
                    sum(r[0] for r in results), sum(r[1] for r in results), max(r[2] for r in results))
    return {name: cost.medians() for name, cost in costs.items()}


def wall(command, runs):
    """Median seconds on the clock of a command, from the second run on."""
    return statistics.median([run_once(command)[0] for _ in range(runs + 1)][1:])


def floor(folder, jpeg, runs):
    """Processor seconds that libjpeg-turbo alone takes for a JPEG and its tiles: medians, by part."""
    program = os.path.join(folder, "floor")
    source = os.path.join(os.path.dirname(os.path.abspath(__file__)), "floor.c")
    subprocess.run(["cc", "-O2", source, "-o", program, "-ljpeg"], check=True)
    results = []
    for _ in range(runs):
        output = subprocess.run([program, jpeg], check=True, capture_output=True, text=True).stdout
        results.append([float(word) for word in output.split()])
    decode, encode = (statistics.median(column) for column in zip(*results))
    # The smaller levels have a third as many pixels again.
    return {"decode": decode, "encode": encode * 4 / 3, "total": decode + encode * 4 / 3}
