"""A fake program with the commands of `ziggurat shard`, and folders for it."""

import os
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

# `shard run` takes the next event of a shard from the file EVENTS/NUMBER.
FAKE = '''#!{python} -S
import json, os, signal, sys, time
command, words = sys.argv[2], sys.argv[3:]
parent = os.getppid()
with open({calls!r}, "a") as calls:
    calls.write(json.dumps([command, *words]) + "\\n")

def state(plan, number):
    path = f"{{plan}}/result-{{number}}.json"
    return open(path).read() if os.path.exists(path) else "missing"

if command == "plan":
    plan = words[words.index("--plan") + 1]
    if "broken" in words:
        sys.exit(2)
    if "killed" in words:
        os.kill(os.getpid(), signal.SIGKILL)
    os.makedirs(plan)
    with open(f"{{plan}}/plan.json", "w") as file:
        file.write(words[words.index("--shards") + 1])
elif command == "status":
    plan = words[-1]
    count = int(open(f"{{plan}}/plan.json").read())
    shards = []
    for number in range(1, count + 1):
        ending = state(plan, number)
        failures = [{{"subject": f"{{number}}.tif", "problem": "truncated", "code": "", "remedy": ""}}]
        shards.append({{"number": number, "state": ending, "images": 1, "cost": 1.0, "bytes": 1,
            "failures": failures if ending == "failed" else []}})
    print(json.dumps({{"shards": shards, "summary": {{}}}}))
elif command == "run":
    plan, number = words[-2:]
    events = f"{events}/{{number}}"
    lines = open(events).read().split() if os.path.exists(events) else []
    event = lines.pop(0) if lines else "done"
    with open(events, "w") as file:
        file.write(" ".join(lines))
    if event == "kill":
        os.kill(parent, signal.SIGKILL)
    if event == "signal":
        os.kill(os.getpid(), signal.SIGSEGV)
    # Like the program, ends with its parent, without a result.
    while event in ("kill", "sleep"):
        if os.getppid() != parent:
            sys.exit(1)
        time.sleep(0.05)
    if event == "crash":
        print("ziggurat: note: a note\\nziggurat: disk full\\nhint: make room", file=sys.stderr)
        sys.exit(1)
    with open(f"{{plan}}/result-{{number}}.json", "w") as file:
        file.write(event)
    sys.exit(0 if event == "done" else 1)
elif command == "finish":
    plan = words[-1]
    count = int(open(f"{{plan}}/plan.json").read())
    states = [state(plan, number) for number in range(1, count + 1)]
    sys.exit(0 if set(states) <= {{"done", *(["failed"] if "--allow-failures" in words else [])}} else 1)
'''


class Fake:
    """The fake program, its calls, and the events of shards."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.path = str(folder / "ziggurat")
        self.plan = str(folder / "plan")
        self._calls = folder / "calls"
        self._events = folder / "events"
        self._events.mkdir()
        Path(self.path).write_text(
            FAKE.format(python=sys.executable, calls=str(self._calls), events=str(self._events))
        )
        os.chmod(self.path, 0o755)

    def set_events(self, events: dict[int, str]) -> None:
        """Sets the events of the runs of each shard: done, failed, crash, kill, signal or sleep."""
        for number, names in events.items():
            (self._events / str(number)).write_text(names)

    def calls(self, command: str) -> list[list[str]]:
        """The arguments of the calls of a command."""
        import json

        calls = [json.loads(line) for line in self._calls.read_text().splitlines()]
        return [call[1:] for call in calls if call[0] == command]


@pytest.fixture
def fake(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Fake:
    monkeypatch.chdir(tmp_path)
    return Fake(tmp_path)


Export = Callable[..., int]


@pytest.fixture
def export(fake: Fake) -> Export:
    """Runs `ziggurat-dask export scans` with two local workers."""
    from ziggurat_dask.command_line import main

    def run(*words: str) -> int:
        options = ["--program", fake.path, "--workers", "2", "--plan", fake.plan]
        return main(["export", "scans", *options, *words])

    return run
