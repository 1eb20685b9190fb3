#!/bin/sh
# A study on a cluster of two nodes that one machine plays: a node and the controller are killed in the middle, and the table is that of a
# local run to the byte. make check-slurm; needs slurmctld, slurmd and munged, no root and no network beyond 127.0.0.1.
set -u
PATH=$PATH:/usr/sbin:/sbin
for program in slurmctld slurmd munged sbatch squeue scontrol; do
    command -v $program >/dev/null || { echo "$program is missing (Debian: slurm-wlm munge)"; exit 77; }
done
D=$(mktemp -d /tmp/quire-slurm.XXXXXX) || exit 99 # sockets need short names
host=$(hostname -s)
user=$(id -un)
SLURM_CONF=$D/slurm.conf
export SLURM_CONF

# processes of this cluster, by what they were started with: those of one node
variables() { { tr '\0' '\n' <"/proc/$1/environ"; } 2>/dev/null; }
processes() {
    for folder in /proc/[0-9]*; do
        pid=${folder#/proc/}
        if variables "$pid" | grep -qx "SLURM_CONF=$SLURM_CONF" && variables "$pid" | grep -qx "SLURMD_NODENAME=$1"; then echo "$pid"; fi
    done
}
down() {
    for name in slurmd.n1 slurmd.n2 slurmctld munged; do
        if test -f "$D/run/$name.pid"; then kill -9 "$(cat "$D/run/$name.pid")" 2>/dev/null; fi
    done
    for node in n1 n2; do kill -9 $(processes $node) 2>/dev/null; done
    rm -rf "$D"
}
trap down EXIT
trap 'exit 99' HUP INT TERM

mkdir -p "$D/munge" "$D/state" "$D/log" "$D/run" "$D/spool.n1" "$D/spool.n2" "$D/a study" && chmod 755 "$D" && chmod 700 "$D/munge" || exit 99
head -c 1024 /dev/urandom >"$D/munge/key" && chmod 600 "$D/munge/key" || exit 99
echo 'CgroupPlugin=cgroup/v1' >"$D/cgroup.conf" # without a mounted cgroup file system slurmd does not start otherwise
cat >"$SLURM_CONF" <<CONF
ClusterName=quire
SlurmctldHost=$host(127.0.0.1)
SlurmUser=$user
SlurmdUser=$user
AuthType=auth/munge
AuthInfo=socket=$D/run/munge.sock
CredType=cred/munge
SlurmctldPort=36817
StateSaveLocation=$D/state
SlurmdSpoolDir=$D/spool.%n
SlurmctldPidFile=$D/run/slurmctld.pid
SlurmdPidFile=$D/run/slurmd.%n.pid
SlurmctldLogFile=$D/log/slurmctld.log
SlurmdLogFile=$D/log/slurmd.%n.log
MailProg=/bin/true
MpiDefault=none
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
JobAcctGatherType=jobacct_gather/none
AccountingStorageType=accounting_storage/none
JobCompType=jobcomp/none
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
SlurmdParameters=config_overrides
JobRequeue=1
ReturnToService=2
SlurmdTimeout=10
SlurmctldTimeout=10
KillWait=5
NodeName=n1 NodeHostname=$host NodeAddr=127.0.0.1 Port=36818 CPUs=1 RealMemory=500 State=UNKNOWN
NodeName=n2 NodeHostname=$host NodeAddr=127.0.0.1 Port=36819 CPUs=1 RealMemory=500 State=UNKNOWN
PartitionName=doe Nodes=n1,n2 Default=YES MaxTime=INFINITE State=UP
CONF
munged --force --key-file="$D/munge/key" --socket="$D/run/munge.sock" --pid-file="$D/run/munged.pid" --log-file="$D/munge/log" \
    --seed-file="$D/munge/seed" || exit 99
slurmctld -f "$SLURM_CONF" || exit 99
for node in n1 n2; do slurmd -f "$SLURM_CONF" -N $node || { cat "$D/log/slurmd.$node.log"; exit 99; }; done

# ---- the study, here and there

cd "$D/a study" || exit 99
cp "$QUIRE_SRCDIR/samples/a4-turn/a4-turn.xml" .
sed -e 's,a4-turn/,,' -e 's/replicates="20"/replicates="40"/' "$QUIRE_SRCDIR/samples/friction-and-load.xml" >study.xml
"$QUIRE" doe run study.xml -q -d local || exit 1
"$QUIRE" doe export study.xml -q -d local >local.csv

quire_done() { cat cluster/shards/*.part 2>/dev/null | grep -a -o 'QDF1' | wc -l; }
"$QUIRE" doe submit study.xml --slurm --tasks=8 -d cluster || { cat "$D/log/slurmctld.log"; exit 1; }
i=0
while test $i -lt 120 && test "$(quire_done)" -lt 100; do sleep 0.5; i=$((i + 1)); done
# status agrees with the queue, if that is the same before and after
i=0 agreed=
while test $i -lt 20 && test -z "$agreed"; do
    queue() { squeue --me -h -r -o '%T %F' | grep -v "^[A-Z]* $collection\$" | awk '/^RUNNING|^COMPLETING/ { r++ } !/^RUNNING|^COMPLETING/ { p++ } END { printf "%d %d", r, p }'; }
    collection=$(squeue --me -h -o '%F %r' | awk '/Dependency/ { print $1 }')
    before=$(queue)
    said=$("$QUIRE" doe status study.xml -f json -d cluster | tr -d '\n ' | sed -n 's/.*"queue":{"running":\([0-9]*\),"pending":\([0-9]*\)}.*/\1 \2/p')
    if test "$before" = "$(queue)"; then agreed=$said; fi
    i=$((i + 1))
done
echo "status: '$said' tasks run and wait, the queue: '$before'"
test -n "$agreed" && test "$agreed" = "$before" || exit 1
echo "a node is killed after $(quire_done) records"
kill -9 "$(cat "$D/run/slurmd.n1.pid")" $(processes n1)
sleep 2
echo 'the controller is killed'
kill -9 "$(cat "$D/run/slurmctld.pid")"
sleep 2
slurmctld -f "$SLURM_CONF"
slurmd -f "$SLURM_CONF" -N n1

# requeued jobs are held for a while: not here
release() {
    squeue -h -t PD -o '%i %r' 2>/dev/null | while read -r job reason; do
        case $reason in *Dependency*) ;; *) scontrol update JobId="$job" StartTime=now 2>/dev/null ;; esac
    done
}
all_done() { "$QUIRE" doe status study.xml -q -d cluster 2>/dev/null; }
i=0
while test $i -lt 240 && ! all_done; do
    sleep 1
    release
    # what the cluster has forgotten is submitted again
    test -n "$(squeue -h 2>/dev/null)" || { echo 'the queue is empty; what is missing is submitted'; "$QUIRE" doe submit study.xml --slurm --missing --tasks=8 -d cluster; }
    i=$((i + 1))
done
"$QUIRE" doe status study.xml -d cluster
squeue
"$QUIRE" doe export study.xml -q -d cluster | cmp - local.csv || { tail -n 20 "$D"/log/*.log cluster/slurm/*.log; exit 1; }
echo "the table of the cluster is that of the local run, $(($(wc -l <local.csv) - 1)) runs, $(ls cluster/shards | wc -l) shards"
