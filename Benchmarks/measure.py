"""Runs commands and measures them."""

import functools
import os
import shutil
import statistics
import subprocess
from dataclasses import dataclass, field

HERE = os.path.dirname(os.path.abspath(__file__))
WORK = os.path.join(HERE, ".work")


@dataclass
class Cost:
    """Elapsed seconds, processor seconds and the maximum of memory in bytes, of each run of a command."""

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


def warm(command):
    """Reads the sources of a command, so that they are in the page cache."""
    for path in {word for word in command if os.path.exists(word)}:
        names = [os.path.join(path, name) for name in os.listdir(path)] if os.path.isdir(path) else [path]
        for name in names:
            with open(name, "rb") as file:
                while file.read(1 << 24):
                    pass


@functools.cache
def built(name, *libraries):
    """Compiles a program of this folder, and returns its path."""
    os.makedirs(WORK, exist_ok=True)
    program = os.path.join(WORK, name)
    source = os.path.join(HERE, f"{name}.c")
    subprocess.run(["cc", "-O2", source, "-o", program, *(f"-l{library}" for library in libraries)], check=True)
    return program


def run_once(command):
    """Runs a command with its sources in the page cache and returns (wall, cpu, memory)."""
    warm(command)
    return cost_of(command)


def cost_of(command):
    """Runs a command and returns (wall, cpu, memory)."""
    result = subprocess.run([built("cost"), *command], capture_output=True, text=True, errors="replace")
    if result.returncode != 0:
        raise SystemExit(f"bench: {' '.join(command)} failed:\n{result.stderr}")
    wall, cpu, memory = result.stdout.split()
    return float(wall), float(cpu), int(memory)


def run_all(commands):
    """Runs commands one after the other, each as run_once does, and returns (wall, cpu, memory) of all."""
    walls, cpus, memories = zip(*[run_once(command) for command in commands])
    return sum(walls), sum(cpus), max(memories)


def compare(contestants, workspace, rounds, is_on_disk=False):
    """Runs the contestants alternately, each into a new folder.

    contestants: name -> function from an output folder to a list of commands, run one after the other.
    Returns name -> medians.
    """
    costs = {name: Cost() for name in contestants}
    for number in range(rounds):
        for name, commands in contestants.items():
            folder = os.path.join(workspace, f"out-{number}-{name}")
            os.makedirs(folder)
            result = run_all(commands(folder))
            if is_on_disk:
                # The next program must not wait for these writes.
                os.sync()
            else:
                shutil.rmtree(folder)
            costs[name].add(*result)
    return {name: cost.medians() for name, cost in costs.items()}


def wall(command, runs):
    """Returns the median of elapsed seconds of a command, without the first run."""
    return statistics.median([run_once(command)[0] for _ in range(runs + 1)][1:])


def run_floors(jpeg, count=1):
    """Runs `count` instances of floor.c at once; returns (decode, encode) of each, in processor seconds."""
    program = built("floor", "jpeg")
    warm([program, jpeg])
    running = [subprocess.Popen([program, jpeg], stdout=subprocess.PIPE, text=True) for _ in range(count)]
    results = []
    for process in running:
        output, _ = process.communicate()
        if process.returncode != 0:
            raise SystemExit("bench: floor failed")
        results.append([float(word) for word in output.split()])
    return results


def floor(jpeg, command, workspace, rounds):
    """Returns median processor seconds of libjpeg-turbo alone for a JPEG and its tiles, and of a command for the
    same task, run alternately. libjpeg-turbo runs once alone and once on all processors at the same time, because
    processors of one machine slow each other down and Ziggurat uses all of them.
    """
    alone, together, ours = [], [], []
    for number in range(rounds):
        alone += run_floors(jpeg)
        together += run_floors(jpeg, os.cpu_count())
        target = os.path.join(workspace, f"floor-{number}")
        ours.append(run_once(command(target)[0])[1])
        shutil.rmtree(target)
    parts = {
        name: dict(zip(("decode", "encode"), (statistics.median(column) for column in zip(*results))))
        for name, results in (("alone", alone), ("together", together))}
    return {**parts, "ziggurat": statistics.median(ours)}
