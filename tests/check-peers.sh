#!/bin/sh
# make bench-peers says which engines are not installed, and measures nothing without one.
set -u
QUIRE_WORK=$QUIRE_WORK/check-peers
export QUIRE_WORK
rm -rf "$QUIRE_WORK" && mkdir -p "$QUIRE_WORK" || exit 99

# compilers that find nothing
out=$(CC=false CXX=false PEERS='mujoco ode simbody' sh "$QUIRE_SRCDIR/tests/bench/peers.sh" 2>&1)
status=$?
wanted='skipped: MuJoCo: libmujoco-dev is not installed
skipped: ODE: libode-dev is not installed
skipped: Simbody: libsimbody-dev is not installed'
if [ "$status" -ne 77 ] || [ "$out" != "$wanted" ]; then
    echo "without other engines: exit code $status"
    echo "$out"
    exit 1
fi

# the machines are there, and Quire runs them
for machine in drop feed; do
    "$QUIRE" run "$QUIRE_SRCDIR/tests/bench/peers/$machine.xml" --out "$QUIRE_WORK/$machine" >"$QUIRE_WORK/log" 2>&1
    status=$?
    if [ "$status" -ne 8 ]; then # no check judges them
        echo "$machine: exit code $status"
        cat "$QUIRE_WORK/log"
        exit 1
    fi
done
