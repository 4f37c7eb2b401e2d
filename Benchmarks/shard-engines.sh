# Exports the folder `images` with GNU parallel, Slurm and Dask, and with Dask while a worker is killed every few
# seconds, and compares the bytes with the bytes of a single export. `Benchmarks/shards engines` starts it.
. "$REPOSITORY_ROOT/Tests/Journeys/journey.sh"
. "$REPOSITORY_ROOT/Tests/Journeys/slurm-cluster.sh"
add_dask
options=(--layout iiif3 --base-url https://example.org/images)

# same NAME: compares an export with the single one, and removes it.
same() {
    diff -r "$1" single >/dev/null || fail "$1 differs from a single export"
    printf '%s: same bytes as a single export, %d s\n' "$1" $((SECONDS - start))
    rm -r "$1"
    start=$SECONDS
}

start=$SECONDS
ziggurat export images "${options[@]}" --output single >/dev/null
printf 'single export: %d files, %d s\n' "$(find single -type f | wc -l)" $((SECONDS - start))

start=$SECONDS
ziggurat shard plan images "${options[@]}" --output parallel --shards 16 --plan parallel.plan >/dev/null
seq 16 | parallel --jobs 2 ziggurat shard run --jobs 1 parallel.plan >/dev/null
ziggurat shard finish parallel.plan >/dev/null
same parallel

start_slurm
blocks bash ../scale 'With a Slurm job array' | sed 's/ plan / slurm.plan /;s/ plan "/ slurm.plan "/' >shards.slurm
ziggurat shard plan images "${options[@]}" --output slurm-array --shards 16 --plan slurm.plan >/dev/null
job=$(sbatch --parsable --array=1-16%2 shards.slurm)
sbatch --dependency=afterok:"$job" --kill-on-invalid-dep=yes --wrap 'ziggurat shard finish slurm.plan' >/dev/null
jobs_end 6000
same slurm-array

ziggurat-dask export images "${options[@]}" --output dask --workers 2 --shards 16 --progress none >/dev/null
same dask

# A worker is killed every three seconds.
ziggurat-dask export images "${options[@]}" --output killed --workers 2 --shards 40 --progress none >/dev/null &
run=$!
kills=0
while sleep 3 && kill -0 "$run" 2>/dev/null; do
    victim=$(pgrep --parent "$run" --full 'spawn_main' | shuf -n 1 || true)
    if [[ -n $victim ]] && kill -KILL "$victim"; then kills=$((kills + 1)); fi
done
wait "$run" || fail "the run with killed workers failed"
((kills > 1)) || fail "the run ended before the second worker was killed"
printf '%d workers killed\n' "$kills"
same killed
