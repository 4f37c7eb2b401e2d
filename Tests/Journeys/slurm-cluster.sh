# Functions for a Slurm cluster of one node on this machine, which runs as root.

# start_slurm: starts Slurm's daemons in the folder `slurm`.
start_slurm() {
    local host memory controller node
    host=$(hostname -s)
    memory=$(awk '/^MemTotal/ { print int($2 / 1024) }' /proc/meminfo)
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
SchedulerParameters=sched_interval=1,sched_min_interval=1,batch_sched_delay=0
MinJobAge=2
ReturnToService=2
SlurmdParameters=config_overrides
NodeName=$host NodeAddr=127.0.0.1 Port=$node CPUs=8 RealMemory=$memory
PartitionName=main Nodes=ALL Default=YES State=UP
END
    export SLURM_CONF="$PWD/slurm/slurm.conf"
    munged --foreground --force --key-file slurm/munge/key --socket slurm/munge/socket \
        --pid-file slurm/munge/pid --log-file slurm/munge/log --seed-file slurm/munge/seed 2>slurm/munged.log &
    wait_until test -S slurm/munge/socket
    slurmctld -D 2>slurm/slurmctld.log &
    slurmd -D 2>slurm/slurmd.log &
    wait_until is_idle
}

# is_idle: whether the node is idle.
is_idle() { [[ $(sinfo --noheader --format %t) == idle ]]; }

# jobs_end: waits until no job is left in the queue.
jobs_end() {
    while [[ -n $(squeue --noheader) ]]; do sleep 0.1; done
}
