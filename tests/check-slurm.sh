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
sed -e 's,a4-turn/,,' -e 's/replicates="20"/replicates="16"/' "$QUIRE_SRCDIR/samples/friction-and-load.xml" >study.xml
"$QUIRE" doe run study.xml -q -d local || exit 1
"$QUIRE" doe export study.xml -q -d local >local.csv

began=$(date +%s)
say() { echo "$(($(date +%s) - began)) s: $*"; }
# within SECONDS COMMAND...: tries it until it succeeds
within() {
    end=$(($(date +%s) + $1))
    shift
    until "$@"; do
        test "$(date +%s)" -lt "$end" || return 1
        sleep 0.5
    done
}
fail() {
    say "$*"
    tail -n 20 "$D"/log/*.log cluster/slurm/*.log
    exit 1
}
records() { cat cluster/shards/*.part 2>/dev/null | grep -a -o 'QDF1' | wc -l; }
has_records() { test "$(records)" -ge "$1"; }
is_gone() { test -z "$(processes "$1")"; }
is_dead() { test -z "$(variables "$1")"; } # or a zombie
answers() { scontrol ping 2>/dev/null | grep -q ' is UP'; }
export_to() {
    "$QUIRE" doe export study.xml -q -d cluster >"$1" 2>"$1.err"
    code=$?
}

"$QUIRE" doe submit study.xml --slurm --tasks=8 -d cluster || { cat "$D/log/slurmctld.log"; exit 1; }
within 300 has_records 100 || fail 'the tasks do not begin'
# status agrees with the queue, if that is the same before and after
queue() { squeue --me -h -r -o '%T %F' | grep -v "^[A-Z]* $collection\$" | awk '/^RUNNING|^COMPLETING/ { r++ } !/^RUNNING|^COMPLETING/ { p++ } END { printf "%d %d", r, p }'; }
agrees() {
    collection=$(squeue --me -h -o '%F %r' | awk '/Dependency/ { print $1 }')
    before=$(queue)
    said=$("$QUIRE" doe status study.xml -f json -d cluster | tr -d '\n ' | sed -n 's/.*"queue":{"running":\([0-9]*\),"pending":\([0-9]*\)}.*/\1 \2/p')
    test "$before" = "$(queue)" && test "$said" = "$before"
}
within 120 agrees || fail "status: '$said' tasks run and wait, the queue: '$before'"
say "status and queue: '$said' tasks run and wait"

kill -9 "$(cat "$D/run/slurmd.n1.pid")" $(processes n1)
within 60 is_gone n1 || fail 'the node does not die'
say "a node was killed after $(records) records"
controller=$(cat "$D/run/slurmctld.pid")
kill -9 "$controller"
within 60 is_dead "$controller" || fail 'the controller does not die'
say 'the controller was killed'
# a table in between says that it is none of all runs, and has what was done before
done_before=$("$QUIRE" doe status study.xml -d cluster -f json | sed -n 's/.*"done": \([0-9]*\).*/\1/p')
export_to part.csv
test $code -eq 9 && grep -q W-INCOMPLETE part.csv.err && test "$(wc -l <part.csv)" -gt "$done_before" && test -z "$(grep -v -x -F -f local.csv part.csv)" ||
    fail "a table in between, of at least $done_before runs: $(wc -l <part.csv) lines, exit code $code, $(cat part.csv.err)"
slurmctld -f "$SLURM_CONF"
within 120 answers || fail 'the controller does not come back'
slurmd -f "$SLURM_CONF" -N n1 || fail 'the node does not come back'

# What an administrator would do: requeued jobs do not wait, and a job that the controller started just before its end, and starts again, is released
# with its node, which is drained for that.
release() {
    sinfo -h -N -o '%N %T' 2>/dev/null | while read -r node state; do
        case $state in drain*) scontrol update NodeName="$node" State=RESUME 2>/dev/null ;; esac
    done
    squeue -h -t PD -o '%i %r' 2>/dev/null | while read -r job reason; do
        case $reason in
        *Dependency*) ;;
        *held*) scontrol release "$job" 2>/dev/null ;;
        *) scontrol update JobId="$job" StartTime=now 2>/dev/null ;;
        esac
    done
}
# what the cluster has forgotten is submitted again
go_on() {
    release
    left=$(squeue -h 2>/dev/null) || return 0
    test -n "$left" || { say 'the queue is empty; what is missing is submitted'; "$QUIRE" doe submit study.xml --slurm --missing --tasks=8 -d cluster; }
}
all_done() { "$QUIRE" doe status study.xml -q -d cluster 2>/dev/null || { go_on; false; }; }
within 1200 all_done || fail 'the study comes to no end'
# at once: the job that collects may not have run
export_to table.csv
say "$("$QUIRE" doe status study.xml -d cluster)"
test $code -eq 0 && cmp table.csv local.csv || fail "the table: exit code $code, $(cat table.csv.err)"
say "the table of the cluster is that of the local run, $(($(wc -l <local.csv) - 1)) runs, $(ls cluster/shards | wc -l) shards"
