"""A static web server for tests, on a free port of 127.0.0.1.

    static-server.py LOG PREFIX=FOLDER [PREFIX=FOLDER ...]

Prints the port as its first line. Serves each FOLDER under its PREFIX ("/" is the root; the
longest matching prefix wins), as the simplest static host does: no CORS, no compression, index.html
for a folder. LOG receives one JSON array per request, [status, requested path], before the answer is
sent.
"""

import functools
import http.server
import json
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

    def __init__(self, *arguments, log, mounts, **named):
        self.log = log
        self.mounts = mounts
        super().__init__(*arguments, **named)

    def translate_path(self, path):
        for prefix, folder in self.mounts:
            if path.startswith(prefix):
                self.directory = folder
                return super().translate_path("/" + path[len(prefix) :])
        raise ValueError(f"the path {path} does not begin with a slash")

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
    log_path, *folders = sys.argv[1:]
    mounts = [tuple(folder.split("=", 1)) for folder in folders]
    mounts.sort(key=lambda mount: -len(mount[0]))
    with open(log_path, "a", encoding="utf-8") as log:
        handler = functools.partial(Handler, log=log, mounts=mounts)
        server = Server(("127.0.0.1", 0), handler)
        print(server.server_address[1], flush=True)
        server.serve_forever()


main()
