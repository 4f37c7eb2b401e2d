"""A headless Chromium through chromedriver, with the part of WebDriver that the scripts need."""

import base64
import json
import re
import subprocess
import tempfile
import time
import urllib.error
import urllib.request

# Ends a wait that would never end, in seconds. No result depends on it.
PATIENCE = 300


class Browser:
    """A context manager: with Browser(1280, 800) as browser: …"""

    def __init__(self, width, height, scale=1, touch=False, dark=False, stillness=False, logs=True,
                 patient=True):
        self.size = {"width": width, "height": height, "deviceScaleFactor": scale, "mobile": touch}
        self.touch, self.dark, self.stillness = touch, dark, stillness
        # Whether each command waits until the page is loaded.
        self.patient = patient
        # Messages of the console and the network; recording them takes time.
        self.logs = {"goog:loggingPrefs": {"performance": "ALL", "browser": "ALL"}} if logs else {}

    def _start(self):
        """Starts chromedriver, which ends at once if another program takes the port that it has chosen."""
        for _ in range(5):
            self.driver = subprocess.Popen(
                ["chromedriver", "--port=0"], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
            said = []
            for line in self.driver.stdout:
                if found := re.search(r"successfully on port (\d+)", line):
                    return f"http://127.0.0.1:{found[1]}/session"
                said.append(line)
            self.driver.wait()
        raise RuntimeError("chromedriver does not start: " + "".join(said))

    def __enter__(self):
        self.root = self._start()
        self.profile = tempfile.TemporaryDirectory(ignore_cleanup_errors=True)
        answer = self._send("POST", self.root, {"capabilities": {"alwaysMatch": {
            **self.logs,
            "timeouts": {"script": 1000 * PATIENCE, "pageLoad": 1000 * PATIENCE},
            "pageLoadStrategy": "normal" if self.patient else "none",
            "goog:chromeOptions": {"args": [
                "--headless=new", "--no-sandbox", "--disable-dev-shm-usage",
                f"--user-data-dir={self.profile.name}",
                "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE 127.0.0.1"]}}}})
        self.root += "/" + answer["sessionId"]
        self.tools("Emulation.setDeviceMetricsOverride", **self.size)
        self.tools("Emulation.setEmulatedMedia", features=[
            {"name": "prefers-color-scheme", "value": "dark" if self.dark else "light"},
            {"name": "prefers-reduced-motion", "value": "reduce" if self.stillness else "no-preference"}])
        if self.touch:
            self.tools("Emulation.setTouchEmulationEnabled", enabled=True, maxTouchPoints=2)
        return self

    def __exit__(self, *_):
        try:
            self._send("DELETE", self.root)
        finally:
            self.driver.terminate()
            self.driver.wait()
            self.profile.cleanup()

    def _send(self, method, address, body=None):
        data = json.dumps(body).encode() if body is not None else None
        request = urllib.request.Request(
            address, data, {"Content-Type": "application/json"}, method=method)
        try:
            with urllib.request.urlopen(request, timeout=2 * PATIENCE) as answer:
                return json.load(answer)["value"]
        except urllib.error.HTTPError as error:
            raise RuntimeError(error.read().decode()) from None

    def tools(self, command, **parameters):
        """A command of the Chrome DevTools Protocol."""
        return self._send(
            "POST", self.root + "/goog/cdp/execute", {"cmd": command, "params": parameters})

    def open(self, address):
        self._send("POST", self.root + "/url", {"url": address})

    def run(self, script, *arguments):
        """Runs the body of a function; a promise is waited for."""
        return self._send(
            "POST", self.root + "/execute/sync", {"script": script, "args": list(arguments)})

    def wait(self, script, seconds=PATIENCE):
        """Waits until the body of a function returns something true."""
        end = time.monotonic() + seconds
        while not (answer := self.run(script)):
            if time.monotonic() > end:
                raise RuntimeError(f"not true within {seconds} seconds: {script}")
            time.sleep(0.05)
        return answer

    def press(self, *keys):
        actions = [{"type": kind, "value": key} for key in keys for kind in ("keyDown", "keyUp")]
        self._send("POST", self.root + "/actions", {
            "actions": [{"type": "key", "id": "keyboard", "actions": actions}]})

    def screenshot(self):
        return base64.b64decode(self._send("GET", self.root + "/screenshot"))

    def events(self):
        """What happened since the last call, as events of the DevTools Protocol."""
        log = self._send("POST", self.root + "/se/log", {"type": "performance"})
        return [json.loads(entry["message"])["message"] for entry in log]

    def messages(self):
        """What the console has since the last call."""
        log = self._send("POST", self.root + "/se/log", {"type": "browser"})
        return [entry["message"] for entry in log]
