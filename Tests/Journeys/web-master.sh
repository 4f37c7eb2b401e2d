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
tile=$(find public/photo/dzi -name 0_0.jpg | head -n 1)
headers=$(curl --silent --fail --head "http://127.0.0.1:$port/${tile#public/}")
for header in 'Access-Control-Allow-Origin: \*' 'Cache-Control: public, max-age=604800' 'Content-Type: image/jpeg'; do
    grep -qi "^$header" <<<"$headers" || fail "nginx does not send “$header” with a tile"
done
headers=$(curl --silent --fail --head "http://127.0.0.1:$port/photo/dzi/photo.dzi")
grep -qi '^Content-Type: application/xml' <<<"$headers" || fail "wrong media type of the descriptor"
grep -qi '^Access-Control-Allow-Origin: \*' <<<"$headers" || fail "no CORS for the descriptor"
# The negative control.
[[ $(curl --silent --output /dev/null --write-out '%{http_code}' "http://127.0.0.1:$port/missing.jpg") == 404 ]]
