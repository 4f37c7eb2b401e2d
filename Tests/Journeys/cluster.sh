# The owner of many scans exports them in shards, with GNU parallel and with the script of a Slurm job array.
# This script sets Slurm's variables. Judge: diff compares the result with a single export.
. "${BASH_SOURCE%/*}/journey.sh"

scans 10 200
guide ../scale 'On one machine with GNU parallel'
ziggurat export scans --layout iiif3,dzi --base-url https://example.org/scans --output single
diff -r --exclude .ziggurat.json public single
ziggurat verify public

# One large image is exported in shards.
photograph Dragonfly piece.v
vips replicate piece.v 'map.tif[tile,compression=lzw]' 10 14
guide ../scale 'One large image'
ziggurat export map.tif --layout iiif3,dzi --base-url https://example.org/map --output whole
diff -r --exclude .ziggurat.json large whole
ziggurat verify large
rm -r large whole

# A JPEG is not divided.
vips copy map.tif map.jpg
ziggurat shard plan map.jpg --shards 2 --plan undivided 2>errors
grep -q 'map.jpg: planned as one shard: its rows can only be read from the top' errors

# The script of the job array exports the shards.
blocks bash ../scale >shards.slurm
ziggurat shard plan scans --layout iiif3,dzi --base-url https://example.org/scans --output array --shards 3 \
    --plan other
sed -i 's/ plan "/ other "/' shards.slurm
# The negative control: a shard is missing.
SLURM_ARRAY_TASK_ID=2 bash shards.slurm
if ziggurat shard finish other 2>errors; then fail "finish accepts missing shards"; fi
grep -q 'shard 3: missing' errors
for shard in 1 2 3; do SLURM_ARRAY_TASK_ID=$shard bash shards.slurm; done
ziggurat shard finish other
diff -r --exclude .ziggurat.json array single

# Workers are killed repeatedly.
ziggurat shard plan scans --layout iiif3,dzi --base-url https://example.org/scans --output killed --shards 6 \
    --plan third
seq 6 | parallel --jobs 2 --retries 3 timeout -s KILL 0.3 ziggurat shard run --jobs 1 third \
    >/dev/null 2>&1 || true
seq 6 | parallel --jobs 2 ziggurat shard run --jobs 1 third
ziggurat shard finish third
diff -r --exclude .ziggurat.json killed single
