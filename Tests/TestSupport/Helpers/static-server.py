"""A static web server for tests, on a free port of 127.0.0.1.

    static-server.py [--ranges] [--plain] LOG PREFIX=FOLDER [PREFIX=FOLDER ...]

Prints the port as its first line. Serves each FOLDER under its PREFIX ("/" is the root; the
longest matching prefix wins): no CORS, no compression, index.html for a folder. Each file has an
ETag, which changes with the file. Browsers must ask for changes of files other than images, as with
the rules of `--host`; with --plain the server sends no such rule, and browsers keep files for a tenth
of their age (RFC 9111, section 4.2.2). With --ranges, the server supports range requests.
LOG receives one JSON array per request, [status, requested path], before the answer is sent.
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
    # With Nagle's algorithm, the body of an answer would wait until its header is acknowledged.
    disable_nagle_algorithm = True
    extensions_map = {
        **http.server.SimpleHTTPRequestHandler.extensions_map,
        ".dzi": "application/xml",
        ".webp": "image/webp",
        ".avif": "image/avif",
    }

    def __init__(self, *arguments, log, mounts, ranges, plain, **named):
        self.log = log
        self.ranges = ranges
        self.plain = plain
        self.mounts = mounts
        super().__init__(*arguments, **named)

    def translate_path(self, path):
        for prefix, folder in self.mounts:
            if path.startswith(prefix):
                self.directory = folder
                return super().translate_path("/" + path[len(prefix) :])
        raise ValueError(f"the path {path} does not begin with a slash")

    def send_head(self):
        path = self.translate_path(self.path.split("?")[0])
        if path.endswith("/"):
            path += "index.html"
        try:
            file = open(path, "rb")
        except OSError:
            # The file is missing, or the address of a folder has no slash at the end.
            return super().send_head()
        with file:
            facts = os.fstat(file.fileno())
            size = facts.st_size
            etag = f'"{facts.st_mtime_ns:x}-{facts.st_ino:x}-{size:x}"'
            wanted = self.wanted_range(etag)
            # A time stamp of whole seconds misses changes, so If-Modified-Since is ignored.
            if self.headers.get("If-None-Match") == etag:
                return self.answer(304, path, facts, etag)
            if not wanted:
                return self.answer(200, path, facts, etag, file.read())
            first, last = int(wanted[1]), min(int(wanted[2]), size - 1)
            if first > last:
                return self.answer(416, path, facts, etag, b"", f"bytes */{size}")
            file.seek(first)
            part = file.read(last - first + 1)
            return self.answer(206, path, facts, etag, part, f"bytes {first}-{last}/{size}")

    def wanted_range(self, etag):
        """The matched range of the request; None for the whole file."""
        if not self.ranges or self.headers.get("If-Range", etag) != etag:
            return None
        return re.fullmatch(r"bytes=(\d+)-(\d+)", self.headers.get("Range", ""))

    def answer(self, status, path, facts, etag, body=None, content_range=None):
        kind = self.guess_type(path)
        self.send_response(status)
        self.send_header("Last-Modified", self.date_time_string(facts.st_mtime))
        self.send_header("ETag", etag)
        if not self.plain and not kind.startswith("image/"):
            self.send_header("Cache-Control", "no-cache")
        if content_range is not None:
            self.send_header("Content-Range", content_range)
        if body is not None:
            self.send_header("Content-Type", kind)
            self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        return io.BytesIO(body) if body is not None else None

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
    options = [argument for argument in sys.argv[1:] if argument in ("--ranges", "--plain")]
    log_path, *folders = sys.argv[1 + len(options) :]
    mounts = [tuple(folder.split("=", 1)) for folder in folders]
    mounts.sort(key=lambda mount: -len(mount[0]))
    with open(log_path, "a", encoding="utf-8") as log:
        handler = functools.partial(
            Handler,
            log=log,
            mounts=mounts,
            ranges="--ranges" in options,
            plain="--plain" in options,
        )
        server = Server(("127.0.0.1", 0), handler)
        print(server.server_address[1], flush=True)
        server.serve_forever()


main()
