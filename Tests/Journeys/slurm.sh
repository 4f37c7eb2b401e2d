# The owner of many scans exports them on a Slurm cluster: with the job array of Documentation/scale.md, and
# with Dask in Slurm jobs. Slurm runs on this machine, on one node, as root. Judge: diff compares the result
# with a single export.
. "${BASH_SOURCE%/*}/journey.sh"
. "${BASH_SOURCE%/*}/slurm-cluster.sh"

scans 4 400 a b c
options=(--layout iiif3,dzi --base-url https://example.org/scans)
ziggurat export scans "${options[@]}" --output single
start_slurm

# The job array of the guide.
blocks bash ../scale 'With a Slurm job array' >shards.slurm
guide ../scale 'With a Slurm job array'
jobs_end
diff -r --exclude .ziggurat.json public single
ziggurat verify public

# The negative control: a shard fails, and Slurm cancels the job that finishes the plan.
mv plan first
mv public first-public
printf 'not an image' >scans/damaged.jpg
guide ../scale 'With a Slurm job array'
jobs_end
[[ ! -e public/index.html ]] || fail "an export with a failed shard was finished"
ziggurat shard status plan | grep -q 'damaged.jpg: '
rm scans/damaged.jpg

# Dask in two Slurm jobs. One of them is killed; another job replaces it.
add_dask
ziggurat-dask export scans "${options[@]}" --output dask --shards 12 --slurm --workers 2 --partition main \
    --memory 500MB --interface lo --sbatch=--comment=journey 2>dask.log &
run=$!
until compgen -G 'dask.plan/result-*.json' >/dev/null; do
    kill -0 "$run" || fail "$(cat dask.log)"
    sleep 0.05
done
scancel --signal=KILL --full "$(squeue --noheader --states=running --format %A | head -n 1)"
wait "$run" || fail "$(cat dask.log)"
diff -r --exclude .ziggurat.json dask single
jobs_end
