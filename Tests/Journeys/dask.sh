# The owner of many scans exports them with Dask. Workers are killed, a run is interrupted, and images are
# damaged. Judge: diff compares the result with a single export.
. "${BASH_SOURCE%/*}/journey.sh"
add_dask

scans 10 200 a b c
options=(--layout iiif3,dzi --base-url https://example.org/scans)
ziggurat export scans "${options[@]}" --output single
guide ../scale 'With Dask'
diff -r --exclude .ziggurat.json public single
[[ ! -e public.plan ]] || fail "the plan of a complete export remains"

# workers PID: prints the processes of the workers that a run has started.
workers() {
    pgrep --parent "$1" --full 'spawn_main' || true
}

# first_shard PLAN: waits until a shard is done.
first_shard() {
    until compgen -G "$1/result-*.json" >/dev/null; do
        kill -0 "$run" || fail "$1: the run ended before its first shard"
        sleep 0.05
    done
}

# The journey kills a worker after every second shard.
ziggurat-dask export scans "${options[@]}" --output killed --shards 20 --workers 2 2>killed.log &
run=$!
kills=0
first_shard killed.plan
while kill -0 "$run" 2>/dev/null; do
    ended=$(ls killed.plan 2>/dev/null | grep -c '^result-' || true)
    victim=$(workers "$run" | shuf -n 1)
    if ((kills < 5 && ended > 2 * kills)) && [[ -n $victim ]] && kill -KILL "$victim"; then
        kills=$((kills + 1))
    fi
    sleep 0.1
done
wait "$run" || { cat killed.log >&2; fail "the run with killed workers failed"; }
((kills >= 3)) || fail "the run ended after $kills killed workers"
diff -r --exclude .ziggurat.json killed single

# An interrupted run prints the command that continues it.
ziggurat-dask export scans "${options[@]}" --output interrupted --shards 10 --workers 2 2>interrupted.log &
run=$!
first_shard interrupted.plan
kill -TERM "$run"
status=0
wait "$run" || status=$?
((status == 130)) || fail "the interrupted run ended with $status"
if pgrep --full "$PWD/interrupted.plan" >/dev/null; then fail "a shard still runs"; fi
ziggurat shard status interrupted.plan | grep -q missing
$(sed -n 's/^hint: continue with: //p' interrupted.log)
diff -r --exclude .ziggurat.json interrupted single

# Each damaged image causes one line.
printf 'not an image' >scans/damaged-1.jpg
printf 'not an image' >scans/damaged-2.jpg
status=0
ziggurat-dask export scans "${options[@]}" --output damaged --workers 2 2>damaged.log || status=$?
((status == 1)) || fail "damaged images: the run ended with $status"
(($(grep -c '^ziggurat-dask: .*/damaged-[12].jpg: ' damaged.log) == 2)) || fail "$(cat damaged.log)"
ziggurat-dask run damaged.plan --workers 2 --retries 0 --allow-failures
diff -r --exclude .ziggurat.json damaged single
