#!/usr/bin/env python3
"""Starts pairs of commands on one export at the same time: afterwards the destination must be whole, and
the result of each command with status 0 must be visible.

    pairs.py [--rounds N] [--seed N]
"""

import argparse
import itertools
import json
import os
import random
import shutil
import subprocess
import sys
import tempfile
import time

import program

QUIET = ["--viewer", "none", "--progress", "none"]


def manifest(folder):
    try:
        with open(f"{folder}/out/photo/ziggurat.json", encoding="utf-8") as file: return json.load(file)
    except FileNotFoundError:
        return None


def layouts(folder):
    return {bundle["layout"] for bundle in (manifest(folder) or {"bundles": []})["bundles"]}


def caption(folder, name):
    return ((manifest(folder) or {}).get("settings", {}).get("caption") or {}).get(name)


# A command, what must be visible after it, and whether the other one may replace or remove that.
COMMANDS = {
    "add xyz": (["export", "photo.jpg", "-l", "xyz", "-o", "out", *QUIET], lambda f: "xyz" in layouts(f)),
    "add iiif3": (["export", "photo.jpg", "-l", "iiif3", "-o", "out", *QUIET], lambda f: "iiif3" in layouts(f)),
    "quality 50": (["export", "photo.jpg", "-l", "dzi", "-q", "50", "-o", "out", *QUIET],
                   lambda f: "dzi" in layouts(f)),
    "png": (["export", "photo.jpg", "-l", "dzi", "-f", "png", "-o", "out", *QUIET], lambda f: "dzi" in layouts(f)),
    "force": (["export", "photo.jpg", "-l", "dzi", "--force", "-o", "out", *QUIET], lambda f: "dzi" in layouts(f)),
    "describe": (["describe", "out", "--title", "Another title"], lambda f: caption(f, "title") == "Another title"),
    "credit": (["describe", "out", "--attribution", "Ada"], lambda f: caption(f, "attribution") == "Ada"),
    "repack": (["repack", "out/photo", "-l", "dzi", "-c", "szi", "--name", "copy", "-o", "out", "--progress", "none"],
               lambda f: os.path.exists(f"{f}/out/copy/ziggurat.json")),
    "remove": (["remove", "photo", "-o", "out"], lambda f: True),
    "gallery": (["gallery", "out"], lambda f: True),
}


def start(words, folder):
    return subprocess.Popen(
        [program.PROGRAM, *words], cwd=folder, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True,
        errors="replace")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--rounds", type=int, default=50)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    choice = random.Random(options.seed)
    faults, refused, pairs = [], 0, 0
    with tempfile.TemporaryDirectory() as parent:
        first = f"{parent}/first"
        os.makedirs(first)
        subprocess.run([program.PROGRAM, "sample", "--size", "900x700", f"{first}/photo.jpg"], check=True,
                       stdout=subprocess.DEVNULL)
        program.succeed(["export", "photo.jpg", "-l", "dzi", "-q", "40", "-o", "out", *QUIET], first)
        begin = time.monotonic()
        program.succeed(["export", "photo.jpg", "-l", "dzi", "--force", "-o", "out", *QUIET], first)
        length = time.monotonic() - begin
        program.succeed(["export", "photo.jpg", "-l", "dzi", "-q", "40", "-o", "out", *QUIET], first)
        for one, other in itertools.combinations_with_replacement(COMMANDS, 2):
            pairs += 1
            for _ in range(options.rounds):
                folder = f"{parent}/round"
                shutil.rmtree(folder, ignore_errors=True)
                subprocess.run(["cp", "-a", first, folder], check=True)
                runs = [start(COMMANDS[one][0], folder)]
                time.sleep(choice.uniform(0, length))
                runs.append(start(COMMANDS[other][0], folder))
                errors = [run.communicate(timeout=120)[1] for run in runs]
                place = f"{one} | {other}"
                for name, run, error in zip((one, other), runs, errors):
                    if run.returncode == 0: continue
                    refused += 1
                    # An export that was removed is not found.
                    is_known = "changed by another process" in error or "remove" in (one, other)
                    if not is_known: faults.append(f"{place}: {name}: {error.strip()}")
                if os.path.exists(f"{folder}/out/photo"):
                    check = subprocess.run(
                        [program.PROGRAM, "verify", "out"], cwd=folder, capture_output=True, text=True)
                    if check.returncode != 0: faults.append(f"{place}: {check.stderr.strip()}{check.stdout.strip()}")
                if "remove" in (one, other): continue
                for name, run in zip((one, other), runs):
                    if run.returncode == 0 and not COMMANDS[name][1](folder):
                        faults.append(f"{place}: the result of {name} is lost")
    print(f"{pairs} pairs, {options.rounds} rounds each: {len(faults)} faults, {refused} commands refused")
    for fault in faults[:40]: print(fault)
    sys.exit(1 if faults else 0)


main()
