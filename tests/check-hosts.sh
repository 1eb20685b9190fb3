#!/bin/sh
# A study over ssh on two hosts that one machine plays: network namespaces, each with its own sshd. One is cut off and killed in the middle; the table is
# that of a local run to the byte. make check-hosts; needs root (for namespaces), sshd, ssh, ip, unshare and nsenter, and no network beyond its own.
set -u
PATH=$PATH:/usr/sbin:/sbin
for program in sshd ssh ssh-keygen ip unshare nsenter; do
    command -v $program >/dev/null || { echo "$program is missing (Debian: openssh-server openssh-client iproute2 util-linux)"; exit 77; }
done
sshd=$(command -v sshd) # it wants its whole path
unshare -n true 2>/dev/null && test "$(id -u)" -eq 0 || { echo 'network namespaces cannot be made here'; exit 77; }
D=$(mktemp -d /tmp/quire-hosts.XXXXXX) || exit 99
mkdir -p /run/sshd 2>/dev/null # of sshd's own
spaces=

# all processes of a host: those in its namespace
processes() {
    for folder in /proc/[0-9]*; do
        if test "$(readlink "$folder/ns/net" 2>/dev/null)" = "$1"; then echo "${folder#/proc/}"; fi
    done
}
down() {
    for space in $spaces; do kill -9 $(processes "$space") 2>/dev/null; done
    ip link delete "qa$$" 2>/dev/null
    ip link delete "qb$$" 2>/dev/null
    rm -rf "$D"
}
trap down EXIT
trap 'exit 99' HUP INT TERM

ssh-keygen -q -t ed25519 -N '' -f "$D/key" && ssh-keygen -q -t ed25519 -N '' -f "$D/host-key" || exit 99
cp "$D/key.pub" "$D/authorized" && chmod 700 "$D" || exit 99
# host NAME NUMBER: a namespace at 10.231.NUMBER.2 with sshd: $space
host() {
    unshare -n sleep 1000 &
    holder=$!
    while test "$(readlink /proc/$holder/ns/net)" = "$(readlink /proc/$$/ns/net)"; do sleep 0.05; done
    space=$(readlink /proc/$holder/ns/net)
    spaces="$spaces $space"
    ip link add "q$1$$" type veth peer name eth0 netns $holder && ip address add "10.231.$2.1/24" dev "q$1$$" && ip link set "q$1$$" up || return 1
    nsenter -n -t $holder sh -c "ip link set lo up && ip address add 10.231.$2.2/24 dev eth0 && ip link set eth0 up" || return 1
    cat >"$D/sshd.$1" <<CONF
ListenAddress 10.231.$2.2
HostKey $D/host-key
AuthorizedKeysFile $D/authorized
PidFile $D/sshd.$1.pid
PermitRootLogin prohibit-password
PasswordAuthentication no
StrictModes no
UsePAM no
CONF
    nsenter -n -t $holder "$sshd" -f "$D/sshd.$1" -E "$D/sshd.$1.log"
}
host a 1 || { echo 'the first host cannot be made'; exit 77; }
a=$space
host b 2 || { echo 'the second host cannot be made'; exit 77; }
b=$space
for name in a b; do
    cat <<CONF
Host $name
HostName 10.231.$(test $name = a && echo 1 || echo 2).2
CONF
done >"$D/config"
cat >>"$D/config" <<CONF
Host *
IdentityFile $D/key
IdentitiesOnly yes
UserKnownHostsFile $D/known
StrictHostKeyChecking no
LogLevel ERROR
BatchMode yes
ConnectTimeout 3
ServerAliveInterval 1
ServerAliveCountMax 3
CONF
ssh="ssh -F $D/config"
i=0
for name in a b; do until $ssh $name true 2>"$D/err" || test $i -gt 20; do sleep 0.2; i=$((i + 1)); done; done
$ssh a true && $ssh b true || { cat "$D"/sshd.*.log; exit 99; }

# ---- the study, here and there

mkdir "$D/a study" && cd "$D/a study" || exit 99
cp "$QUIRE_SRCDIR/samples/a4-turn/a4-turn.xml" .
sed -e 's,a4-turn/,,' -e 's/replicates="20"/replicates="16"/' "$QUIRE_SRCDIR/samples/friction-and-load.xml" >study.xml
"$QUIRE" doe run study.xml -q -d local || exit 1
"$QUIRE" doe export study.xml -q -d local >local.csv
same() { "$QUIRE" doe export study.xml -q -d "$1" | cmp - local.csv || { tail -n 5 "$1"/hosts/*.log; exit 1; }; }
records() { cat "$1"/shards/*.part 2>/dev/null | grep -a -o 'QDF1' | wc -l; }
# until FOLDER COUNT: so many records are in its shards
until_records() { i=0; while test $i -lt 300 && test "$(records "$1")" -lt "$2"; do sleep 0.1; i=$((i + 1)); done; }
workers() { for pid in $(processes "$1"); do { tr '\0' ' ' <"/proc/$pid/cmdline"; } 2>/dev/null | grep -q 'worker --quiet' && echo "$pid"; done; }

# an interrupt ends the workers of both hosts
"$QUIRE" doe submit study.xml -d cluster --hosts=a,b --tasks=8 --ssh="$ssh" >out 2>err &
pid=$!
until_records cluster 20
test -n "$(workers $a)" && test -n "$(workers $b)" || { cat out err; tail -n 5 cluster/hosts/*.log; exit 1; }
kill -TERM $pid
wait $pid
test $? -gt 128 || exit 1
i=0
while test $i -lt 50 && test -n "$(workers $a)$(workers $b)"; do sleep 0.2; i=$((i + 1)); done
test -z "$(workers $a)$(workers $b)" || { echo 'workers outlive the command'; exit 1; }
kept=$("$QUIRE" doe status study.xml -d cluster 2>&1 | head -n 1)
echo "interrupted: $kept"

# the coordinator itself is killed: its workers end, too
"$QUIRE" doe submit study.xml -d cluster --hosts=a,b --tasks=8 --ssh="$ssh" >out 2>err &
pid=$!
until_records cluster 60
kill -9 $pid
i=0
while test $i -lt 80 && test -n "$(workers $a)$(workers $b)"; do sleep 0.2; i=$((i + 1)); done
test -z "$(workers $a)$(workers $b)" || { echo 'workers outlive a killed command'; exit 1; }
echo 'the command was killed, and its workers ended'

# a host is cut off and dies
"$QUIRE" doe submit study.xml -d cluster --hosts=a,b:2 --tasks=8 --ssh="$ssh" >out 2>err &
pid=$!
until_records cluster 120
ip link set "qb$$" down
kill -9 $(processes $b) 2>/dev/null
echo "a host dies after $(records cluster) records"
wait $pid
code=$?
cat out err
test $code -eq 0 || exit 1
grep -q 'b: the connection failed; slice .* waits again' err || exit 1
same cluster

# no host at all
kill -9 $(processes $a) 2>/dev/null
"$QUIRE" doe submit study.xml -d lost --hosts=a,b --tasks=8 --ssh="$ssh" >out 2>err
code=$?
test $code -eq 1 && grep -q 'no host is left' err || { cat out err; exit 1; }
echo "the table of two hosts is that of the local run, $(($(wc -l <local.csv) - 1)) runs, $(ls cluster/shards | wc -l) shards"
