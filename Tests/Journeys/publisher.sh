# A publisher uploads to an object store and to a server with SFTP. Judges: an S3 server, rclone and curl.
. "${BASH_SOURCE%/*}/journey.sh"

photograph sunset photo.jpg
port=$(free_port)
PYTHONPATH="$REPOSITORY_ROOT/.build/python" python3 -B -m moto.server -H 127.0.0.1 -p "$port" >moto.log 2>&1 &
wait_for "http://127.0.0.1:$port/"
export RCLONE_CONFIG=$PWD/rclone.conf
cat >"$RCLONE_CONFIG" <<END
[museum]
type = s3
provider = Other
access_key_id = test
secret_access_key = test
endpoint = http://127.0.0.1:$port
acl = public-read
END
guide object-stores
rclone check public museum:maps --one-way 2>/dev/null

# If the bucket is missing, the error names it and the command that creates it.
if ziggurat publish public museum:maps2/old -- --s3-no-check-bucket --retries 1 --low-level-retries 1 \
    >missing.log 2>&1; then
    fail "an upload to a missing bucket succeeded"
fi
grep -q '^ziggurat: museum:maps2: bucket not found$' missing.log || fail "$(cat missing.log)"

# The object store sends the media types that browsers need.
headers=$(curl --silent --fail --head "http://127.0.0.1:$port/maps/photo/dzi/photo.dzi")
grep -qi '^content-type: *application/xml' <<<"$headers" || fail "wrong media type of the descriptor"
tile=$(find public/photo/dzi -name 0_0.jpg | head -n 1)
curl --silent --fail --output tile.jpg "http://127.0.0.1:$port/maps/${tile#public/}"
cmp "$tile" tile.jpg

# A bucket can hold an export in one file.
for container in pmtiles szi; do
    ziggurat export photo.jpg --container "$container" --output packed 2>/dev/null
done
ziggurat publish packed museum:maps/packed -- --s3-no-check-bucket
for container in pmtiles szi; do
    archive_page "http://127.0.0.1:$port/maps/packed/photo/$container/index.html"
done

# Upload by SFTP.
mkdir server
sftp=$(free_port)
rclone serve sftp server --addr "127.0.0.1:$sftp" --user test --pass test >sftp.log 2>&1 &
wait_until bash -c "exec 3<>/dev/tcp/127.0.0.1/$sftp"
remote=":sftp,host=127.0.0.1,port=$sftp,user=test,pass=$(rclone obscure test):maps"
ziggurat publish public "$remote"
diff -r --exclude .ziggurat.json public server/maps

# The negative control: an address without a server fails.
if ziggurat publish public ":sftp,host=127.0.0.1,port=1,user=test,pass=$(rclone obscure test):maps" \
    -- --retries 1 --low-level-retries 1 >/dev/null 2>&1; then
    fail "an upload without a server succeeded"
fi
