# The owner of many scans exports them on a cluster with Slurm: with the job array of the page on scale, and
# with Dask in jobs. Slurm runs here, on one node, as root. Judge: diff, which compares with a single export.
. "${BASH_SOURCE%/*}/journey.sh"

# start_slurm: starts the daemons of Slurm in the folder `slurm`.
start_slurm() {
    local host memory controller node
    host=$(hostname -s)
    memory=$(awk '/^MemTotal/ { print int($2 / 2048) }' /proc/meminfo)
    controller=$(free_port)
    node=$(free_port)
    mkdir -p slurm/munge slurm/state slurm/spool
    head -c 1024 /dev/urandom >slurm/munge/key
    chmod 600 slurm/munge/key
    cat >slurm/slurm.conf <<END
ClusterName=journey
SlurmctldHost=$host(127.0.0.1)
SlurmctldPort=$controller
SlurmdPort=$node
SlurmUser=root
SlurmdUser=root
AuthType=auth/munge
AuthInfo=socket=$PWD/slurm/munge/socket
StateSaveLocation=$PWD/slurm/state
SlurmdSpoolDir=$PWD/slurm/spool
SlurmctldPidFile=$PWD/slurm/slurmctld.pid
SlurmdPidFile=$PWD/slurm/slurmd.pid
ProctrackType=proctrack/pgid
TaskPlugin=task/none
JobAcctGatherType=jobacct_gather/none
MpiDefault=none
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
ReturnToService=2
NodeName=$host NodeAddr=127.0.0.1 Port=$node CPUs=2 RealMemory=$memory
PartitionName=main Nodes=ALL Default=YES State=UP
END
    export SLURM_CONF="$PWD/slurm/slurm.conf"
    munged --foreground --force --key-file slurm/munge/key --socket slurm/munge/socket \
        --pid-file slurm/munge/pid --log-file slurm/munge/log --seed-file slurm/munge/seed 2>slurm/munged.log &
    until [[ -S slurm/munge/socket ]]; do sleep 0.1; done
    slurmctld -D 2>slurm/slurmctld.log &
    slurmd -D 2>slurm/slurmd.log &
    local attempt
    for attempt in {1..200}; do
        [[ $(sinfo --noheader --format %t 2>/dev/null) == idle ]] && return
        sleep 0.1
    done
    cat slurm/*.log >&2
    fail "the node of Slurm does not become idle"
}
