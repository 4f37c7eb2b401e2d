"""Opens pages in a headless Firefox and reports their results, over WebDriver BiDi.

    firefox-pages.py BINARY
    firefox-pages.py PORT SECONDS JOB FOLDER

With the path of a Firefox, starts it, prints its port and waits for its end. With the port of a
running Firefox, does a job in a new tab with its own storage. The job fails if a page or a step takes more
than SECONDS.

JOB is a JSON file: [{"url": …, "width": n, "height": n, "scale": n, "languages": […], "steps": […]}];
width and height of the viewport are in CSS pixels of scale × scale device pixels. A step is one of these:

    {"script": text}      runs the body of a function and waits for its promise
    {"inFrame": text}     runs the body of a function in the page's first frame and waits for its promise
    {"touch": strokes}    touches one after another, each a list of fingers: [[x, y], [x, y]], the
                          start and the end in CSS pixels

With "picture": true a screenshot follows the step. A script that opens another page sets
`window.isLeaving`: the next script runs in that page. FOLDER receives `<page>-<step>.png` and, at the
end, `result.json`: for each page {"values": […], "messages": […], "requests": [{"url", "status",
"failure"}]}, with a value for each step.

Debian has Firefox but no geckodriver. Firefox itself speaks the protocol over a WebSocket, and this script
contains a minimal client.
"""

import base64
import json
import os
import pathlib
import re
import secrets
import signal
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
    # A busy machine may need any time for a script.
    "dom.max_script_run_time": 0,
    "dom.max_chrome_script_run_time": 0,
    # The scale must not depend on the machine's screen.
    "layout.css.devPixelsPerPx": "1.0",
    # Firefox sends touch events even without a touch screen.
    "dom.w3c_touch_events.enabled": 1,
    "ui.systemUsesDarkTheme": 0,
    "ui.prefersReducedMotion": 1,
    "layout.css.prefers-color-scheme.content-override": 1,
}


class WebSocket:
    def __init__(self, port, path):
        self.socket = socket.create_connection(("127.0.0.1", port))
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
        # The current task, which error messages name.
        self.task = "the start of the session"
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
        self.user = self.call("browser.createUserContext")["userContext"]
        self.context = self.call(
            "browsingContext.create", type="tab", userContext=self.user
        )["context"]

    def leave(self):
        self.call("browser.removeUserContext", userContext=self.user)
        self.call("session.end")

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
        if event == "network.beforeRequestSent":
            self.requests[key] = {
                "url": details["request"]["url"], "status": None, "failure": None
            }
        elif key not in self.requests:
            pass  # A request of the previous page.
        elif event == "network.responseCompleted":
            self.requests[key]["status"] = details["response"]["status"]
        elif event == "network.fetchError":
            self.requests[key]["failure"] = details["errorText"]

    def run(self, script, context=None):
        answer = self.call(
            "script.evaluate",
            expression=f"(() => {{ {script} }})()",
            target={"context": context or self.context},
            awaitPromise=True,
        )
        if answer["type"] != "success":
            self.messages.append(f"a script failed: {answer['exceptionDetails']['text']}")
            return None
        return plain(answer["result"])

    def touch(self, strokes):
        """Touches the screen, moves the fingers and lifts them, one stroke after another.

        One finger moves at a time: of simultaneous movements, Firefox 153 reports only the first.
        """
        for fingers in strokes:
            acts = []
            for index, (start, _) in enumerate(fingers):
                acts.append((index, {"type": "pointerMove", "x": start[0], "y": start[1]}))
                acts.append((index, {"type": "pointerDown", "button": 0}))
            for step in range(1, 9):
                for index, (start, end) in enumerate(fingers):
                    if start == end:
                        continue
                    x, y = (round(a + (b - a) * step / 8) for a, b in zip(start, end))
                    acts.append((index, {"type": "pointerMove", "x": x, "y": y}))
            acts += [(index, {"type": "pointerUp", "button": 0}) for index in range(len(fingers))]
            actions = [
                {
                    "type": "pointer", "id": f"finger {index}",
                    "parameters": {"pointerType": "touch"},
                    "actions": [
                        act if finger == index else {"type": "pause", "duration": 8}
                        for finger, act in acts
                    ],
                }
                for index in range(len(fingers))
            ]
            self.call("input.performActions", context=self.context, actions=actions)

    def step(self, script):
        """Runs a script. If the script opens another page, waits until that page has loaded."""
        # A single call runs the script and reads the address, since afterwards the other page may already be
        # open.
        value, left = self.run(
            f"""
            return Promise.resolve((() => {{ {script} }})())
              .then((value) => [value, window.isLeaving ? location.href : null]);
            """
        ) or (None, None)
        if left:
            self.arrive(left)
        return value

    def arrive(self, left):
        """Waits until a page other than `left` has loaded."""
        self.wait(
            f"""
            return document.readyState === 'complete'
                && !['about:blank', {json.dumps(left)}].includes(location.href);
            """
        )

    def wait(self, condition):
        """Waits until a condition is true in a page that may not exist yet."""
        while True:
            try:
                if self.run(condition) is True:
                    return
            except RuntimeError:
                pass  # The page does not exist yet.
            time.sleep(0.02)

    def frame(self):
        """Waits for the first frame of the page, and returns its context."""
        there = "return document.readyState === 'complete' && location.href !== 'about:blank';"
        while True:
            tree = self.call("browsingContext.getTree", root=self.context)["contexts"]
            try:
                for frame in tree[0]["children"] or []:
                    if self.run(there, frame["context"]):
                        return frame["context"]
            except RuntimeError:
                pass  # The page does not exist yet.
            time.sleep(0.02)

    def visit(self, page, name, folder, seconds):
        signal.alarm(seconds)
        self.task = page["url"]
        self.messages, self.requests = [], {}
        viewport = {"width": page["width"], "height": page["height"]}
        self.call(
            "browsingContext.setViewport",
            context=self.context, viewport=viewport, devicePixelRatio=page["scale"],
        )
        preload = None
        if page["languages"]:
            # WebDriver BiDi sets one language only.
            preload = self.call(
                "script.addPreloadScript", contexts=[self.context],
                functionDeclaration="() => Object.defineProperty(Navigator.prototype, 'languages', "
                f"{{ get: () => {json.dumps(page['languages'])} }})",
            )["script"]
        # On a busy machine the answer may arrive while the previous page is still open. The address alone does
        # not distinguish the two pages, because a page can be visited several times. If only the fragment changes,
        # the page is not reloaded.
        self.run(
            f"""
            const [goal, here] = [new URL({json.dumps(page["url"])}), new URL(location)];
            const changesFragment = goal.hash !== '';
            goal.hash = here.hash = '';
            window.isPrevious = !changesFragment || goal.href !== here.href;
            """
        )
        self.call(
            "browsingContext.navigate", context=self.context, url=page["url"], wait="complete"
        )
        self.wait(
            f"""
            const goal = new URL({json.dumps(page["url"])});
            return !window.isPrevious && document.readyState === 'complete'
                && location.protocol === goal.protocol && location.pathname === goal.pathname;
            """
        )
        values = []
        for index, step in enumerate(page["steps"]):
            signal.alarm(seconds)
            self.task = f"{page['url']} in {viewport}, step {index}: {step}"
            if "touch" in step:
                left = self.run("return location.href;")
                values.append(self.touch(step["touch"]))
                if step.get("leaves"):
                    self.arrive(left)
            elif "inFrame" in step:
                values.append(self.run(step["inFrame"], self.frame()))
            else:
                values.append(self.step(step["script"]))
            if step["picture"]:
                picture = self.call("browsingContext.captureScreenshot", context=self.context)
                (folder / f"{name}-{index}.png").write_bytes(base64.b64decode(picture["data"]))
        result = {
            "values": values,
            "messages": list(self.messages),
            "requests": [dict(request) for request in self.requests.values()],
        }
        if preload:
            self.call("script.removePreloadScript", script=preload)
        # Stops requests that would count as requests of the next page.
        self.run("window.stop();")
        return result


def plain(value):
    """Converts a value of the protocol to plain JSON."""
    kind = value["type"]
    if kind == "array":
        return [plain(item) for item in value["value"]]
    if kind == "object":
        return {key: plain(item) for key, item in value["value"]}
    if kind in ("null", "undefined"):
        return None
    return value.get("value")


def start(binary):
    profile = tempfile.mkdtemp()
    lines = [f"user_pref({json.dumps(k)}, {json.dumps(v)});" for k, v in PREFERENCES.items()]
    pathlib.Path(profile, "user.js").write_text("\n".join(lines))
    process = subprocess.Popen(
        [
            binary, "--headless", "--no-remote", "--profile", profile,
            "--remote-debugging-port", "0", "about:blank",
        ],
        stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True,
        env={**os.environ, "HOME": profile},
    )
    # Reads to the end, since Firefox stops when the pipe is full.
    for line in process.stderr:
        found = re.search(r"WebDriver BiDi listening on ws://[^:]+:(\d+)", line)
        if found:
            print(found[1], flush=True)


def expire(*_):
    raise TimeoutError("timed out")


def work(port, seconds, job, folder):
    signal.signal(signal.SIGALRM, expire)
    signal.alarm(seconds)
    firefox = Firefox(port)
    pages = json.loads(job.read_text())
    try:
        results = [firefox.visit(page, index, folder, seconds) for index, page in enumerate(pages)]
        firefox.task = "the end of the session"
        firefox.leave()
    except (RuntimeError, OSError) as error:
        sys.exit(f"{error}: {firefox.task[:600]}\n{firefox.messages}")
    (folder / "result.json").write_text(json.dumps(results))


if len(sys.argv) == 2:
    start(sys.argv[1])
else:
    work(int(sys.argv[1]), int(sys.argv[2]), pathlib.Path(sys.argv[3]), pathlib.Path(sys.argv[4]))
