# A curator views new scans without an export. Judges: curl and vipsheader.
. "${BASH_SOURCE%/*}/journey.sh"

scans 2 400
port=$(free_port)
export ZIGGURAT_OPTIONS="--port=$port"
guide live
ziggurat serve --live scans --allow-sizes 160,320,640 --cache cache --quiet &
server=$!
trap 'kill $server' EXIT
wait_for "http://127.0.0.1:$port/"

# size ADDRESS: prints the size of an image, such as 160x120.
size() {
    curl --silent --fail --output got "http://127.0.0.1:$port/$1"
    vipsheader got | sed 's/^[^:]*: \([0-9x]*\) .*/\1/'
}

curl --silent --fail "http://127.0.0.1:$port/" | grep -q 'scan-2/live/thumbnail.jpg' \
    || fail "the list lacks an image"
[[ $(size scan-1-width160.jpg) == 160x* ]] || fail "wrong size"
[[ $(size scan-2-square320.png) == 320x320 ]] || fail "wrong square"
[[ $(size 'scan-2/iiif3/square/100,100/90/gray.png') == 100x100 ]] || fail "wrong region"
curl --silent --fail "http://127.0.0.1:$port/scan-2/iiif3/info.json" | grep -q '"level2"' \
    || fail "the service is not of level 2"
for path in scan-1-width161.jpg scan-3/ scan-1/dzi/none.jpg; do
    [[ $(curl --silent --output /dev/null --write-out '%{http_code}' \
        "http://127.0.0.1:$port/$path") == 404 ]] || fail "$path is there"
done
[[ $(ziggurat cache status --cache cache | tail -n 1) == *": 2 images, "* ]] \
    || fail "the cache lacks an image"
kill $server
wait $server || true
trap - EXIT
ziggurat cache clear --cache cache
[[ -z $(ls cache) ]] || fail "the cache is not empty"
