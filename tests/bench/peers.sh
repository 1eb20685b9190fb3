#!/bin/sh
# Quire beside other engines: the machines of tests/bench/peers by each, at the largest step whose error is below the
# class of the machine, against Quire at `fine`. Engines that are not installed are skipped; exit code 77: all are.
#     PEERS="mujoco ode simbody"   which engines
#     CASES="drop feed-60"         which machines, those with a number with so many segments
#     LIMIT=60                     processor seconds that a run of another engine may take
set -u
work=$QUIRE_WORK/bench-peers
source=$QUIRE_SRCDIR/tests/bench/peers
mkdir -p "$work" && cd "$work" || exit 99 # where MuJoCo writes its log

# ---- which engines there are ----

flags=''
name_of() {
    case $1 in mujoco) echo MuJoCo ;; ode) echo ODE ;; simbody) echo Simbody ;; *) echo "$1" ;; esac
}
package_of() {
    echo "lib$1-dev"
}
# builds the program of an engine; false: the engine is not installed
build_peer() {
    case $1 in
        mujoco)
            printf '#include <mujoco/mujoco.h>\nint main(void) { return mj_version() == 0; }\n' >"$work/probe.c"
            flags='-lmujoco'
            ;;
        ode)
            printf '#define dIDEDOUBLE\n#include <ode/ode.h>\nint main(void) { return dCheckConfiguration("ODE_double_precision") == 0; }\n' \
                >"$work/probe.c"
            flags=$(${PKG_CONFIG:-pkg-config} --cflags --libs ode 2>/dev/null) || flags='-lode'
            ;;
        simbody)
            printf '#include <Simbody.h>\nint main() { SimTK::MultibodySystem s; return 0; }\n' >"$work/probe.cpp"
            flags=$(${PKG_CONFIG:-pkg-config} --cflags --libs simbody 2>/dev/null) || return 1
            ;;
        *) return 1 ;;
    esac
    # shellcheck disable=SC2086
    if [ "$1" = simbody ]; then
        ${CXX:-c++} -std=c++11 -O2 -o "$work/probe" "$work/probe.cpp" $flags >"$work/$1.log" 2>&1 && "$work/probe" || return 1
        ${CXX:-c++} -std=c++11 -O2 -I"$source" -o "$work/peer_$1" "$source/peer_$1.cpp" $flags >"$work/$1.log" 2>&1
    else
        ${CC:-cc} -O2 -o "$work/probe" "$work/probe.c" $flags -lm >"$work/$1.log" 2>&1 && "$work/probe" || return 1
        ${CC:-cc} -O2 -I"$source" -o "$work/peer_$1" "$source/peer_$1.c" $flags -lm >"$work/$1.log" 2>&1
    fi || { echo "the program for $(name_of "$1") does not compile:" >&2; cat "$work/$1.log" >&2; exit 1; }
}

there=''
for peer in ${PEERS:-mujoco ode simbody}; do
    if build_peer "$peer"; then
        there="$there $peer"
    else
        echo "skipped: $(name_of "$peer"): $(package_of "$peer") is not installed"
    fi
done
[ -n "$there" ] || exit 77

# ---- runs: rows of t, lead x, y, trail x, y in $work/ENGINE.rows, processor time in $cpu ----

# run_quire CASE OPTION...
run_quire() {
    run_case=$1
    shift
    case $run_case in *-*) set -- "$@" --set "segments=${run_case#*-}" ;; esac
    "$QUIRE" run "$source/${run_case%%-*}.xml" "$@" --out "$work/quire" --force >"$work/quire.log" 2>&1
    case $? in 0 | 7 | 8) ;; *) return 1 ;; esac # it has run; nothing judges it
    awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) { at[$i] = i } next }
        { printf "%.6f %s %s %s %s\n", $1, $at["page.lead.x [m]"], $at["page.lead.y [m]"], $at["page.trail.x [m]"], $at["page.trail.y [m]"] }' \
        "$work/quire/series.csv" >"$work/quire.rows"
    cpu=$(sed -n 's/.*"solver.cpu-time": *\([-+.0-9e]*\).*/\1/p' "$work/quire/summary.json")
}
# run_engine ENGINE CASE STEP
run_engine() {
    if [ "$1" = quire ]; then
        run_quire "$2" --position-tolerance "${3}m"
        return
    fi
    # shellcheck disable=SC3045
    (ulimit -t "${LIMIT:-60}"; exec "$work/peer_$1" "$2" "$3") >"$work/$1.out" 2>"$work/$1.log" || return 1
    cpu=$(awk '$1 == "cpu" { print $2 }' "$work/$1.out")
    awk '$1 != "cpu" && NF == 5' "$work/$1.out" >"$work/$1.rows"
    [ -n "$cpu" ]
}
# largest distance of an end from where it is in the reference, in `feed` along the feed [m]
error_of() {
    awk -v across="$([ "${machine%%-*}" = feed ] || echo 1)" 'NR == FNR { for (i = 2; i <= 5; i++) { r[FNR, i] = $i } n = FNR; next }
        { for (i = 2; i <= 4; i += 2) { d = ($i - r[FNR, i])^2 + across * ($(i + 1) - r[FNR, i + 1])^2; if (!(d <= most)) { most = d } } m = FNR }
        END { printf "%.6g\n", m == n ? sqrt(most) : 1e9 }' "$work/reference.rows" "$work/$1.rows"
}
below() {
    awk -v a="$1" -v b="$2" 'BEGIN { exit !(a + 0 < b + 0) }'
}

# The largest step of a series of halves (of accuracies: tenths) that, with the one after it, is below the class: into
# $step and $error; the smallest error of those tried into $least. False: there is none within the limit of time.
find_step() {
    engine=$1 machine=$2 class=$3 next=$4 factor=$5 most=$6
    step='' error='' least='' tried=0
    while [ "$tried" -lt "$most" ]; do
        if run_engine "$engine" "$machine" "$next"; then
            now=$(error_of "$engine")
        elif [ -n "$least" ] || [ "$tried" -gt 5 ]; then
            break # too long, or no way through
        else
            now=1e9
        fi
        if [ -z "$least" ] || below "$now" "$least"; then least=$now; fi
        if below "$now" "$class"; then
            if [ -n "$step" ]; then return 0; fi
            step=$next error=$now
        else
            step='' error=''
        fi
        tried=$((tried + 1))
        next=$(awk -v s="$next" -v f="$factor" 'BEGIN { printf "%.6g", s / f }')
    done
    [ -n "$step" ]
}

# the least processor time of five runs
least_time() {
    time=''
    for _ in 1 2 3 4 5; do
        run_engine "$1" "$2" "$3" || return 1
        if [ -z "$time" ] || below "$cpu" "$time"; then time=$cpu; fi
    done
}

echo
echo 'machine  class [mm]  engine   largest step       error [mm]  processor time [ms]  times that of Quire'
for machine in ${CASES:-drop drop-60 drop-120 feed feed-60 feed-120}; do
    case $machine in drop*) class=1e-3 ;; *) class=1e-4 ;; esac
    run_quire "$machine" --accuracy fine || { cat "$work/quire.log" >&2; exit 1; }
    cp "$work/quire.rows" "$work/reference.rows"
    of_quire=''
    for engine in quire $there; do
        case $engine in
            quire) series='1e-4 2 14' unit=m ;;
            simbody) series='1e-1 10 7' unit='' ;;
            *) series='2e-3 2 12' unit=s ;;
        esac
        # shellcheck disable=SC2086
        if find_step "$engine" "$machine" "$class" $series && least_time "$engine" "$machine" "$step"; then
            of_quire=${of_quire:-$time}
            awk -v m="$machine" -v c="$class" -v e="$engine" -v s="$step" -v u="$unit" -v d="$error" -v t="$time" -v q="$of_quire" 'BEGIN {
                printf "%-8s %-10g  %-8s %-18s %-10.3g  %-19.3g  %.3g\n", m, 1e3 * c, e, (u == "" ? "accuracy " s : s " " u), 1e3 * d, 1e3 * t, t / q }'
        else
            echo "$machine $class $engine ${least:-}" |
                awk '{ printf "%-8s %-10g  %-8s not within the class in %s s of processor time; least error %.3g mm\n", $1, 1e3 * $2, $3, "'"${LIMIT:-60}"'", 1e3 * $4 }'
        fi
    done
done
echo
echo "drop: a sheet falls on a fixed cylinder. feed: a nip feeds it along a table. $source/README.md"
