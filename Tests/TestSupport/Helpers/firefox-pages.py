"""Opens pages in a headless Firefox and reports what they did, over WebDriver BiDi.

    firefox-pages.py JOB FOLDER

JOB is a JSON file: {"binary": path, "width": n, "height": n, "pages": [{"url": …, "scripts": […]}]}.
Each script is the body of a function; a promise that it returns is waited for, and a screenshot is
taken after it. One that has the page leave for another sets `window.isLeaving`: the next one runs
there. FOLDER receives `<page>-<script>.png` and, at the end, `result.json`: for each page
{"values": […], "messages": […], "requests": [{"url", "status", "failure"}]}.

Debian has Firefox but no geckodriver. Firefox speaks the protocol itself; what is here is as much
of a WebSocket client as that takes.
"""

import base64
import json
import os
import pathlib
import re
import secrets
import socket
import subprocess
import sys
import tempfile
import time

PREFERENCES = {
    "browser.shell.checkDefaultBrowser": False,
    "app.normandy.enabled": False,
    "app.update.enabled": False,
    "browser.safebrowsing.update.enabled": False,
    "datareporting.policy.dataSubmissionEnabled": False,
    "datareporting.healthreport.uploadEnabled": False,
    "toolkit.telemetry.enabled": False,
    "network.captive-portal-service.enabled": False,
    "network.connectivity-service.enabled": False,
    "services.settings.server": "data:,",
    "extensions.update.enabled": False,
    # The scale of a screen pixel, whatever the machine says.
    "layout.css.devPixelsPerPx": "1.0",
    "ui.systemUsesDarkTheme": 0,
    "ui.prefersReducedMotion": 1,
    "layout.css.prefers-color-scheme.content-override": 1,
}


class WebSocket:
    def __init__(self, port, path):
        self.socket = socket.create_connection(("127.0.0.1", port), timeout=90)
        self.buffer = b""
        key = base64.b64encode(secrets.token_bytes(16)).decode()
        self.socket.sendall(
            f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nUpgrade: websocket\r\n"
            f"Connection: Upgrade\r\nSec-WebSocket-Key: {key}\r\n"
            "Sec-WebSocket-Version: 13\r\n\r\n".encode()
        )
        while b"\r\n\r\n" not in self.buffer:
            self.fill()
        head, self.buffer = self.buffer.split(b"\r\n\r\n", 1)
        if b" 101 " not in head.split(b"\r\n")[0]:
            raise RuntimeError(f"Firefox refused the connection: {head.decode()}")

    def fill(self):
        data = self.socket.recv(1 << 20)
        if not data:
            raise RuntimeError("Firefox closed the connection")
        self.buffer += data

    def take(self, count):
        while len(self.buffer) < count:
            self.fill()
        data, self.buffer = self.buffer[:count], self.buffer[count:]
        return data

    def send(self, text, kind=1):
        data = text if isinstance(text, bytes) else text.encode()
        mask = secrets.token_bytes(4)
        head = bytes([0x80 | kind])
        if len(data) < 126:
            head += bytes([0x80 | len(data)])
        elif len(data) < 65536:
            head += bytes([0x80 | 126]) + len(data).to_bytes(2, "big")
        else:
            head += bytes([0x80 | 127]) + len(data).to_bytes(8, "big")
        masked = bytes(byte ^ mask[index % 4] for index, byte in enumerate(data))
        self.socket.sendall(head + mask + masked)

    def receive(self):
        message = b""
        while True:
            first, second = self.take(2)
            length = second & 0x7F
            if length == 126:
                length = int.from_bytes(self.take(2), "big")
            elif length == 127:
                length = int.from_bytes(self.take(8), "big")
            data = self.take(length)
            kind = first & 0x0F
            if kind == 9:
                self.send(data, kind=10)
            elif kind == 8:
                raise RuntimeError("Firefox ended the connection")
            elif kind in (0, 1):
                message += data
                if first & 0x80:
                    return message.decode()


class Firefox:
    def __init__(self, port):
        self.connection = WebSocket(port, "/session")
        self.number = 0
        self.messages = []
        self.requests = {}
        self.call("session.new", capabilities={})
        self.call(
            "session.subscribe",
            events=[
                "log.entryAdded",
                "network.beforeRequestSent",
                "network.responseCompleted",
                "network.fetchError",
            ],
        )
        contexts = self.call("browsingContext.getTree")["contexts"]
        self.context = contexts[0]["context"]

    def call(self, method, **params):
        self.number += 1
        number = self.number
        self.connection.send(json.dumps({"id": number, "method": method, "params": params}))
        while True:
            message = json.loads(self.connection.receive())
            if message.get("id") == number:
                if message["type"] == "error":
                    raise RuntimeError(f"{method}: {message['error']}: {message['message']}")
                return message["result"]
            if message.get("type") == "event":
                self.note(message["method"], message["params"])

    def note(self, event, details):
        if event == "log.entryAdded":
            self.messages.append(f"{details['level']}: {details.get('text')}")
            return
        # A redirect is another request with the same identifier.
        key = (details["request"]["request"], details.get("redirectCount", 0))
        request = self.requests.setdefault(
            key, {"url": details["request"]["url"], "status": None, "failure": None}
        )
        if event == "network.responseCompleted":
            request["status"] = details["response"]["status"]
        elif event == "network.fetchError":
            request["failure"] = details["errorText"]

    def run(self, script):
        answer = self.call(
            "script.evaluate",
            expression=f"(() => {{ {script} }})()",
            target={"context": self.context},
            awaitPromise=True,
        )
        if answer["type"] != "success":
            self.messages.append(f"a script failed: {answer['exceptionDetails']['text']}")
            return None
        return plain(answer["result"])

    def arrive(self):
        """Where a page is being left, waits until the next one has loaded."""
        left = self.run("return window.isLeaving ? location.href : null")
        there = f"""
            return document.readyState === 'complete'
                && !['about:blank', {json.dumps(left)}].includes(location.href);
        """
        deadline = time.monotonic() + 30
        while left and time.monotonic() < deadline:
            try:
                if self.run(there):
                    return
            except RuntimeError:
                pass  # Between two pages there is nothing to ask.
            time.sleep(0.02)

    def visit(self, page, name, folder):
        self.messages, self.requests = [], {}
        self.call(
            "browsingContext.navigate", context=self.context, url=page["url"], wait="complete"
        )
        # From a file to a server the page gets another process, and on a busy machine the answer may
        # come before that has it.
        there = f"""
            const goal = new URL({json.dumps(page["url"])});
            return document.readyState === 'complete' && location.protocol === goal.protocol
                && location.pathname === goal.pathname;
        """
        deadline = time.monotonic() + 60
        while self.run(there) is not True and time.monotonic() < deadline:
            time.sleep(0.02)
        values = []
        for index, script in enumerate(page["scripts"]):
            values.append(self.run(script))
            self.arrive()
            picture = self.call("browsingContext.captureScreenshot", context=self.context)
            (folder / f"{name}-{index}.png").write_bytes(base64.b64decode(picture["data"]))
        return {
            "values": values,
            "messages": self.messages,
            "requests": list(self.requests.values()),
        }


def plain(value):
    """A value of the protocol as plain JSON."""
    kind = value["type"]
    if kind == "array":
        return [plain(item) for item in value["value"]]
    if kind in ("null", "undefined"):
        return None
    return value.get("value")


def main():
    job = json.loads(pathlib.Path(sys.argv[1]).read_text())
    folder = pathlib.Path(sys.argv[2])
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as profile:
        lines = [f"user_pref({json.dumps(k)}, {json.dumps(v)});" for k, v in PREFERENCES.items()]
        pathlib.Path(profile, "user.js").write_text("\n".join(lines))
        process = subprocess.Popen(
            [
                job["binary"], "--headless", "--no-remote", "--profile", profile,
                "--remote-debugging-port", "0", "about:blank",
            ],
            stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True,
            env={**os.environ, "HOME": profile},
        )
        try:
            port = None
            for line in process.stderr:
                found = re.search(r"WebDriver BiDi listening on ws://[^:]+:(\d+)", line)
                if found:
                    port = int(found[1])
                    break
            if port is None:
                raise RuntimeError("Firefox did not start")
            firefox = Firefox(port)
            firefox.call(
                "browsingContext.setViewport",
                context=firefox.context,
                viewport={"width": job["width"], "height": job["height"]},
            )
            results = [
                firefox.visit(page, index, folder) for index, page in enumerate(job["pages"])
            ]
            (folder / "result.json").write_text(json.dumps(results))
        finally:
            # The profile is thrown away: nothing has to be saved first.
            process.kill()
            process.wait()


main()
