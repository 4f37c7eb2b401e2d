# A web master serves exports with nginx and Apache. Judges: both servers and curl.
. "${BASH_SOURCE%/*}/journey.sh"

photograph greentock photo.jpg
guide web-servers
guide netlify
grep -q '^  Access-Control-Allow-Origin: \*$' site/_headers || fail "no CORS in _headers"
port=$(free_port)
{
    echo "pid $PWD/nginx.pid; error_log $PWD/nginx.log; daemon off; user root; events {}"
    echo "http { access_log off; client_body_temp_path $PWD/body; proxy_temp_path $PWD/proxy;"
    echo "fastcgi_temp_path $PWD/fastcgi; uwsgi_temp_path $PWD/uwsgi; scgi_temp_path $PWD/scgi;"
    blocks nginx web-servers | sed "s|8080|127.0.0.1:$port|; s|/srv/maps|$PWD/public|"
    echo "}"
} >nginx.conf
/usr/sbin/nginx -e "$PWD/nginx.log" -c "$PWD/nginx.conf" &
wait_for "http://127.0.0.1:$port/"

# check SERVER: requests a tile and a descriptor from the server on $port.
tile=$(find public/photo/dzi -name 0_0.jpg | head -n 1)
check() {
    local headers header
    headers=$(curl --silent --fail --head "http://127.0.0.1:$port/${tile#public/}")
    for header in 'Access-Control-Allow-Origin: \*' 'Cache-Control: public, max-age=604800' \
        'Content-Type: image/jpeg'; do
        grep -qi "^$header" <<<"$headers" || fail "$1 does not send “$header” with a tile"
    done
    headers=$(curl --silent --fail --head "http://127.0.0.1:$port/photo/dzi/photo.dzi")
    grep -qi '^Content-Type: application/xml' <<<"$headers" \
        || fail "$1: wrong media type of the descriptor"
    grep -qi '^Access-Control-Allow-Origin: \*' <<<"$headers" \
        || fail "$1: no CORS for the descriptor"
    grep -qi '^Access-Control-Expose-Headers: Content-Range, Content-Length, ETag' \
        <<<"$headers" || fail "$1: hides the size of files from other origins"
    grep -qi '^Cache-Control: no-cache' <<<"$headers" \
        || fail "$1: browsers keep an old descriptor"
    # The negative control: a missing file is an error.
    [[ $(curl --silent --output /dev/null --write-out '%{http_code}' \
        "http://127.0.0.1:$port/missing.jpg") == 404 ]]
}
check nginx

# Pages read one file from nginx, and not from a server without range requests.
for container in pmtiles szi; do
    ziggurat export photo.jpg --container "$container" --output public/packed 2>/dev/null
    archive_page "http://127.0.0.1:$port/packed/photo/$container/index.html"
done
plain=$(free_port)
python3 -m http.server --bind 127.0.0.1 --directory public "$plain" >plain.log 2>&1 &
wait_for "http://127.0.0.1:$plain/"
! (archive_page "http://127.0.0.1:$plain/packed/photo/pmtiles/index.html") 2>plain-page.log \
    || fail "a page is drawn without range requests"
grep -q 'does not support range requests' plain-page.log || fail "$(cat plain-page.log)"

# Apache cannot run as root: its user must be able to read the folder.
site=$(mktemp -d)
trap 'end_servers; rm -rf "$site"' EXIT
cp -r public/. "$site"
chmod -R a+rX "$site"
port=$(free_port)
modules=/usr/lib/apache2/modules
{
    echo "ServerName localhost"
    echo "Listen 127.0.0.1:$port"
    for module in mpm_event authz_core dir mime headers; do
        echo "LoadModule ${module}_module $modules/mod_$module.so"
    done
    echo "PidFile $PWD/apache.pid"
    echo "ErrorLog $PWD/apache.log"
    echo "TypesConfig /etc/mime.types"
    echo "DocumentRoot $site"
    ((UID)) || echo "User www-data"
    ((UID)) || echo "Group www-data"
    blocks apache web-servers | sed "s|/srv/maps|$site|"
} >apache.conf
/usr/sbin/apache2 -f "$PWD/apache.conf" -D FOREGROUND &
wait_for "http://127.0.0.1:$port/"
check Apache
# Without the module, pages of other sites cannot load tiles.
kill "$!"
wait "$!" || true
sed -i '/headers/d' apache.conf
/usr/sbin/apache2 -f "$PWD/apache.conf" -D FOREGROUND &
wait_for "http://127.0.0.1:$port/"
! (check Apache) 2>/dev/null || fail "the check finds headers that Apache cannot send"
