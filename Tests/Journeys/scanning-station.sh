# A scanning station exports each scan when it is complete. Judges: libvips compares the published images
# with the scans.
. "${BASH_SOURCE%/*}/journey.sh"

photograph greentock first.jpg
photograph sunset second.jpg
mkdir scans
cp first.jpg scans/before.jpg

# With job control, Ctrl-C reaches a program in the background.
set -m
ziggurat export --watch scans --output public --layout dzi,single --quality 95 --no-sync >run.log 2>errors.log &
station=$!
set +m

# same NAME FILE: whether a published image has the pixels of a file.
same() {
    [[ -f public/$1/ziggurat.json ]] || return
    vips subtract "$2" "public/$1/single/$1.jpg" difference.v 2>/dev/null || return
    vips abs difference.v absolute.v
    awk -v mean="$(vips avg absolute.v)" 'BEGIN { exit !(mean < 3) }'
}

wait_until grep -q 'watching scans; press Ctrl-C to end' errors.log
wait_until same before first.jpg

# A slow scanner pauses in the middle of a file until a later scan is exported.
half=$(($(stat --format %s second.jpg) / 2))
exec 4>scans/slow.jpg
head --bytes "$half" second.jpg >&4
# Another scanner moves complete files into the folder. The folder also has other files.
cp second.jpg scans/.moved.part
mv scans/.moved.part scans/moved.jpg
wait_until same moved second.jpg
[[ ! -e public/slow ]] || fail "half a scan was exported"
tail --bytes +"$((half + 1))" second.jpg >&4
exec 4>&-
echo 'not an image' >scans/notes.txt
# The scanner repeats a scan under its old name.
cp second.jpg scans/before.jpg
for name in slow before; do wait_until same "$name" second.jpg; done
wait_until grep -q '"before"' public/pictures.js
wait_until grep -q '"slow"' public/pictures.js

kill -INT "$station"
status=0
wait "$station" || status=$?
[[ $status == 0 ]] || fail "exit status $status: $(cat run.log errors.log)"
grep -Eq '^[0-9]+ exported, [0-9]+ up to date, 0 failed, ' run.log || fail "no summary: $(cat run.log)"
ziggurat verify public
[[ ! -e public/notes ]] || fail "a text file was exported"

# The negative control: the judge detects another image.
if same slow first.jpg; then fail "the judge does not see a difference"; fi
