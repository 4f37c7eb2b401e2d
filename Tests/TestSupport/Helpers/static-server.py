"""A static web server for tests, on a free port of 127.0.0.1.

    static-server.py [--ranges] LOG PREFIX=FOLDER [PREFIX=FOLDER ...]

Prints the port as its first line. Serves each FOLDER under its PREFIX ("/" is the root; the
longest matching prefix wins), as the simplest static host does: no CORS, no compression, index.html
for a folder. With --ranges, it answers requests for a range of a file. LOG receives one JSON array per request, [status, requested path], before the answer is
sent.
"""

import functools
import http.server
import io
import json
import os
import re
import sys
import threading

log_lock = threading.Lock()


class Handler(http.server.SimpleHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    # With Nagle's algorithm, the body of an answer waits until its header is acknowledged.
    disable_nagle_algorithm = True
    extensions_map = {
        **http.server.SimpleHTTPRequestHandler.extensions_map,
        ".dzi": "application/xml",
        ".webp": "image/webp",
        ".avif": "image/avif",
    }

    def __init__(self, *arguments, log, mounts, ranges, **named):
        self.log = log
        self.ranges = ranges
        self.mounts = mounts
        super().__init__(*arguments, **named)

    def translate_path(self, path):
        for prefix, folder in self.mounts:
            if path.startswith(prefix):
                self.directory = folder
                return super().translate_path("/" + path[len(prefix) :])
        raise ValueError(f"the path {path} does not begin with a slash")

    def send_head(self):
        wanted = re.fullmatch(r"bytes=(\d+)-(\d+)", self.headers.get("Range", ""))
        path = self.translate_path(self.path.split("?")[0])
        if not (self.ranges and wanted and os.path.isfile(path)):
            return super().send_head()
        size = os.path.getsize(path)
        first, last = int(wanted[1]), min(int(wanted[2]), size - 1)
        if first > last:
            self.send_response(416)
            self.send_header("Content-Range", f"bytes */{size}")
            self.send_header("Content-Length", "0")
            self.end_headers()
            return None
        with open(path, "rb") as file:
            file.seek(first)
            part = file.read(last - first + 1)
        self.send_response(206)
        self.send_header("Content-Type", self.guess_type(path))
        self.send_header("Content-Range", f"bytes {first}-{last}/{size}")
        self.send_header("Content-Length", str(len(part)))
        self.end_headers()
        return io.BytesIO(part)

    def list_directory(self, path):
        # An object store has no listings: a folder without an index page is not found.
        self.send_error(404, "No index page")
        return None

    def log_request(self, code="-", size="-"):
        with log_lock:
            self.log.write(json.dumps([int(code), self.path]) + "\n")
            self.log.flush()

    def log_message(self, *arguments):
        pass


class Server(http.server.ThreadingHTTPServer):
    # Browsers open many connections at once; a busy machine is slow to accept them.
    request_queue_size = 128


def main():
    arguments = sys.argv[1:]
    ranges = arguments[0] == "--ranges"
    log_path, *folders = arguments[1:] if ranges else arguments
    mounts = [tuple(folder.split("=", 1)) for folder in folders]
    mounts.sort(key=lambda mount: -len(mount[0]))
    with open(log_path, "a", encoding="utf-8") as log:
        handler = functools.partial(Handler, log=log, mounts=mounts, ranges=ranges)
        server = Server(("127.0.0.1", 0), handler)
        print(server.server_address[1], flush=True)
        server.serve_forever()


main()
