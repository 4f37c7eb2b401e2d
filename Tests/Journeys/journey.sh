# Functions for the scripts in this folder, which source this file first. Each script is one user's
# task. The script prepares files, runs the commands of guides, and checks the result with other
# programs, the judges.
#
# In the environment, ZIGGURAT is the program, and REPOSITORY_ROOT the repository. The current folder is
# empty.

set -euo pipefail
unset AWS_CA_BUNDLE
mkdir -p .bin
ln -sf "$ZIGGURAT" .bin/ziggurat
export PATH="$PWD/.bin:$PATH"

fail() {
    printf 'journey: %s\n' "$*" >&2
    exit 1
}

# photograph NAME FILE: copies a photograph, reduced to 1200 pixels, to FILE. The extension is the format.
photograph() {
    local found=(/usr/share/backgrounds/"$1"*.jpg)
    [[ -f ${found[0]} ]] || fail "not found: the photograph $1; run Scripts/bootstrap --tests"
    mkdir -p "$(dirname "$2")"
    vips thumbnail "${found[0]}" "$2" 1200
}

# scans COUNT STEP [COPY…]: fills the folder scans with photographs. Photograph N is reduced to
# N × STEP pixels. For each COPY, every photograph has a further copy, whose name ends in COPY.
scans() {
    local count=$1 step=$2 number=0 found copy
    shift 2
    mkdir -p scans
    for found in /usr/share/backgrounds/*.jpg; do
        number=$((number + 1))
        ((number <= count)) || break
        vips thumbnail "$found" "scans/scan-$number.jpg" $((step * number))
        for copy in "$@"; do cp "scans/scan-$number.jpg" "scans/scan-$number-$copy.jpg"; done
    done
    [[ -f scans/scan-$count.jpg ]] || fail "not enough photographs; run Scripts/bootstrap --tests"
}

# blocks LANGUAGE GUIDE [HEADING]: prints the code blocks of a language in a guide, or in a section of it.
blocks() {
    awk -v fence="\`\`\`$1" -v heading="${3-}" '
        /^##* / && !code { inside = substr($0, index($0, " ") + 1) == heading }
        /^```/ { on = !code && $0 == fence && (heading == "" || inside); code = !code; next }
        on' "$REPOSITORY_ROOT/Documentation/guides/$2.md"
}

# guide NAME [HEADING]: runs the commands of a guide, or of a section of it, in this folder.
guide() {
    local commands
    commands=$(blocks sh "$1" "${2-}")
    [[ -n $commands ]] || fail "the guide $1 has no commands"
    bash -euo pipefail -c "$commands" || fail "the commands of the guide $1 failed"
}

# claims GUIDE SENTENCE PATTERN COMMAND…: checks that a guide has a sentence about the output of a command,
# and that the output matches an extended regular expression. The command may fail.
claims() {
    local text output
    text=$(tr '\n' ' ' <"$REPOSITORY_ROOT/Documentation/guides/$1.md")
    [[ $text == *"$2"* ]] || fail "the guide $1 lacks the sentence: $2"
    output=$("${@:4}" 2>&1) || true
    grep -Eq -- "$3" <<<"$output" || fail "the guide $1 says “$2”, but the output is: $output"
}

# judge ARGUMENT…: runs Python with the packages of Tests/requirements.txt.
judge() {
    PYTHONPATH="$REPOSITORY_ROOT/.build/python:$REPOSITORY_ROOT/Scripts" python3 -B "$@"
}

# add_dask: puts ziggurat-dask on PATH, from the sources.
add_dask() {
    printf '#!/bin/sh\nexec env PYTHONPATH="%s" python3 -B -m ziggurat_dask "$@"\n' \
        "$REPOSITORY_ROOT/Distributed/src:$REPOSITORY_ROOT/.build/python" >.bin/ziggurat-dask
    chmod +x .bin/ziggurat-dask
}

# archive_page ADDRESS: opens a page that reads its tiles from one file. Checks that the page is drawn, and
# that it makes at most eight requests for parts of the file.
archive_page() {
    judge - "$1" <<'END'
import sys
from webdriver import Browser

with Browser(1280, 800) as browser:
    browser.open(sys.argv[1])
    state = browser.wait("""
        window.ziggurat?.ready.then(() => { window.state = 'ready'; }, (error) => { window.state = `${error}`; });
        const message = document.getElementById('message');
        return window.state || (message.hidden ? '' : message.textContent);""")
    parts = browser.run("""return performance.getEntriesByType('resource')
        .filter(({ name }) => /[.](pmtiles|szi|zip)$/.test(name)).length""")
    if state != "ready" or not 2 <= parts <= 8:
        sys.exit(f"{sys.argv[1]}: {state}, {parts} requests")
    print(f"{sys.argv[1]}: {parts} requests")
END
}

# free_port: prints a port that no program uses.
free_port() {
    python3 -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])'
}

# wait_until COMMAND…: waits until a command succeeds. Fails if the last background process ends.
wait_until() {
    until "$@" 2>/dev/null; do
        kill -0 "$!" 2>/dev/null || fail "the process in the background ended before: $*"
        sleep 0.05
    done
}

# wait_for ADDRESS: waits until a server in the background answers, with any status.
wait_for() {
    wait_until curl --silent --output /dev/null "$1"
}

# end_servers: stops the servers that a script started in the background.
end_servers() {
    local servers
    servers=$(jobs -p)
    [[ -z $servers ]] || kill $servers 2>/dev/null || true
    wait
}
trap end_servers EXIT
