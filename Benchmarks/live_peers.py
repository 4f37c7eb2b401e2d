"""The servers that `live` compares: Ziggurat, iipsrv behind nginx, and a Python server on libvips."""

import contextlib
import json
import os
import signal
import socket
import subprocess
import sys
import time
import urllib.request

import peers

HERE = os.path.dirname(os.path.abspath(__file__))
PROGRAM = os.environ.get("ZIGGURAT", os.path.join(HERE, "..", ".build", "release", "ziggurat"))
IIPSRV = "/usr/lib/iipimage-server/iipsrv.fcgi"

# One process for each processor and one thread for each connection, like a server under gunicorn.
# Each process opens the levels of the file once. A tile is made from the smallest level that is
# large enough.
PYVIPS_SERVER = """
import http.server, os, re, socket, sys, threading
import pyvips
port, path, width = int(sys.argv[1]), sys.argv[2], int(sys.argv[3])
pyvips.cache_set_max(0)
os.environ["VIPS_CONCURRENCY"] = "1"
address = re.compile("/image/([0-9]+),([0-9]+),([0-9]+),([0-9]+)/([0-9]+),/0/default.jpg")
for _ in range(1, os.cpu_count()):
    if not os.fork(): break
levels = []
while width >> len(levels) >= 256:
    try: levels.append(pyvips.Image.new_from_file(path, page=len(levels)))
    except pyvips.Error: break
class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    wbufsize = 1 << 16
    disable_nagle_algorithm = True
    def log_message(self, *words): pass
    def do_GET(self):
        found = address.fullmatch(self.path)
        if not found: return self.send_error(404)
        x, y, w, h, size = map(int, found.groups())
        level = max(k for k in range(len(levels)) if w >> k >= size or k == 0)
        image = levels[level]
        left, top = min(x >> level, image.width - 1), min(y >> level, image.height - 1)
        right = min(image.width, left + max(1, -(-w // (1 << level))))
        bottom = min(image.height, top + max(1, -(-h // (1 << level))))
        part = image.crop(left, top, right - left, bottom - top)
        if part.width != size: part = part.resize(size / part.width)
        body = part.jpegsave_buffer(Q=85, strip=True)
        self.send_response(200)
        self.send_header("Content-Type", "image/jpeg")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)
class Server(http.server.ThreadingHTTPServer):
    request_queue_size = 512
    daemon_threads = True
    def server_bind(self):
        self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
        super().server_bind()
Server(("127.0.0.1", port), Handler).serve_forever()
"""


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def get(port, path, timeout=60):
    with urllib.request.urlopen(f"http://127.0.0.1:{port}{path}", timeout=timeout) as answer:
        return answer.read()


def name_of(image):
    return os.path.splitext(os.path.basename(image))[0]


def children(pid):
    listed = subprocess.run(["pgrep", "-P", str(pid)], capture_output=True, text=True).stdout
    return [int(child) for child in listed.split()]


def peak(pid):
    """The largest memory of a process so far, in MB."""
    with open(f"/proc/{pid}/status") as status:
        return int(next(line for line in status if line.startswith("VmHWM")).split()[1]) // 1024


def processor_seconds(pid):
    with open(f"/proc/{pid}/stat") as stat:
        words = stat.read().rsplit(")", 1)[1].split()
    return (int(words[11]) + int(words[12])) / os.sysconf("SC_CLK_TCK")


def start(image, cache, *options):
    """Starts a live server; returns the process and its port."""
    command = [PROGRAM, "serve", "--live", image, "--port", "0", "-q", "--cache", cache, *options]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    return process, int(process.stdout.readline().rstrip("/\n").rsplit(":", 1)[1])


def wait_until_done(port, name):
    while True:
        state = json.loads(get(port, f"/{name}/live/progress.json"))["state"]
        if state in ("done", "failed"):
            return state
        time.sleep(0.2)


def wait_until_open(port, path):
    for _ in range(100):
        try:
            return get(port, path)
        except OSError:
            time.sleep(0.1)
    sys.exit(f"no server at port {port}")


def end(process):
    for pid in children(process.pid):
        os.kill(pid, signal.SIGTERM)
    process.terminate()
    process.wait()


@contextlib.contextmanager
def ziggurat(folder, image, size):
    """Starts a server; yields its port, the path of the image service, and its process IDs."""
    process, port = start(image, os.path.join(folder, "cache"), "--layout", "dzi,iiif", "--tile-size", "512")
    wait_until_done(port, name_of(image))
    yield port, f"/{name_of(image)}/iiif", [process.pid]
    process.send_signal(signal.SIGINT)
    process.wait()


@contextlib.contextmanager
def iipsrv(folder, tiff, size):
    port, inner = free_port(), [free_port() for _ in range(os.cpu_count())]
    environment = dict(os.environ, FILESYSTEM_PREFIX=folder + "/", MAX_CVT="5000", JPEG_QUALITY="85")
    # One process for each processor, as its manual recommends.
    # spawn-fcgi replaces itself with iipsrv.
    processes = [
        subprocess.Popen(["spawn-fcgi", "-n", "-a", "127.0.0.1", "-p", str(each), IIPSRV], env=environment)
        for each in inner]
    servers = " ".join(f"server 127.0.0.1:{each};" for each in inner)
    configuration = os.path.join(folder, "nginx.conf")
    with open(configuration, "w") as file:
        file.write(f"""pid {folder}/nginx.pid; error_log {folder}/nginx.log; daemon off; user root;
            events {{ worker_connections 512; }}
            http {{ access_log off; client_body_temp_path {folder}/body; fastcgi_temp_path {folder}/fcgi;
            proxy_temp_path {folder}/proxy; uwsgi_temp_path {folder}/uwsgi; scgi_temp_path {folder}/scgi;
            upstream images {{ least_conn; {servers} keepalive 8; }}
            server {{ listen 127.0.0.1:{port}; keepalive_requests 1000000;
            location / {{ fastcgi_pass images; include /etc/nginx/fastcgi_params; }} }} }}""")
    nginx = subprocess.Popen(["/usr/sbin/nginx", "-c", configuration])
    prefix = f"/?IIIF={os.path.basename(tiff)}"
    wait_until_open(port, prefix + "/info.json")
    yield port, prefix, [process.pid for process in processes]
    end(nginx)
    for process in processes:
        end(process)


@contextlib.contextmanager
def pyvips(folder, tiff, size):
    port = free_port()
    python = peers.Peers(os.path.join(HERE, ".work")).python
    process = subprocess.Popen([python, "-c", PYVIPS_SERVER, str(port), tiff, str(size[0])], stderr=subprocess.DEVNULL)
    wait_until_open(port, "/image/0,0,64,64/64,/0/default.jpg")
    yield port, "/image", [process.pid, *children(process.pid)]
    end(process)
