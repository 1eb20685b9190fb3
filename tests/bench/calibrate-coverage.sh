#!/bin/sh
# How often the intervals of quire calibrate hold the true values: samples/calibrate-a4 with times that are simulated and scattered anew in each repetition.
# usage: calibrate-coverage.sh [REPETITIONS [FIRST [SCATTER]]], SCATTER own, common or grows; MODEL=flight takes a small model; needs QUIRE and QUIRE_SRCDIR. One line a
# repetition, then the counts. Exit code 1 where an interval of 95 % holds fewer than three deviations of a binomial count below 95 %.
set -u
LC_ALL=C
export LC_ALL
repetitions=${1:-100} first=${2:-1} scatter=${3:-common} workers=${WORKERS:-2}
work=${QUIRE_WORK:-/tmp/quire}/calibrate-coverage-$scatter-$first
rm -rf "$work" && mkdir -p "$work" && cd "$work" || exit 99
# a sheet in free flight, whose times are known by formula: runs take a millisecond
flight() {
    truth='speed=500 mm/s;at=100 mm;extra=3 mm'
    sed 's/end="0.4 s"/end="0.9 s"/' "$QUIRE_SRCDIR/tests/data/calibrate/flight.xml" >flight.xml
    cat >drives.xml <<'TXT'
<calibration version="1" name="drives" model="flight.xml">
  <unknown parameter="speed" low="400 mm/s" high="700 mm/s"/>
  <unknown parameter="at" low="80 mm" high="130 mm"/>
  <unknown parameter="extra" low="-20 mm" high="20 mm"/>
  <measured kind="times" file="times.csv"/>
</calibration>
TXT
    printf '%s\n' '80,s.lead,176' '80,t.lead,262' '80,s.trail,296' '80,t.trail,382' >true.csv
    parameter='grammage [g/m^2]'
}

paper_path() {
    parameter='nip_load [N]'
    cp "$QUIRE_SRCDIR/samples/calibrate-a4/calibrate-a4.xml" . || exit 99
    sed 's|calibrate-a4/||' "$QUIRE_SRCDIR/samples/calibrate-drives.xml" >drives.xml || exit 99
    truth='feed_speed=497 mm/s;run_speed=706 mm/s;delay=21.5 ms;overdrive=1.3e-3 N^-1;s1_at=145.6 mm'
    figures='s1.lead s1.trail s2.lead s2.trail out.lead out.trail'

    for load in 4 12; do
        "$QUIRE" run calibrate-a4.xml --set "nip_load=$load N" --set 'feed_speed=497 mm/s' --set 'run_speed=706 mm/s' --set 'delay=21.5 ms' \
            --set 'overdrive=1.3e-3 N^-1' --set 's1_at=145.6 mm' --quiet --force -o "run$load" >log 2>&1
        test -f "run$load/summary.json" || { cat log; exit 99; }
    done
    # LOAD,SENSOR.EDGE,TIME [ms]
    "${PYTHON:-python3}" - "$figures" >true.csv <<'TXT'
import json, sys
for load in (4, 12):
    summary = json.load(open(f'run{load}/summary.json'))
    for figure in sys.argv[1].split():
        print(f"{load},{figure},{1e3 * summary['figures'][figure + '.time']:.6f}")
TXT
    test -s true.csv || exit 99
}

case ${MODEL:-paper-path} in flight) flight ;; *) paper_path ;; esac

make_times() { # SEED
    awk -F, -v parameter="$parameter" -v seed="$1" -v kind="$scatter" '
        function normal() { return sqrt(-2 * log(1 - rand())) * cos(6.283185307179586 * rand()) }
        BEGIN { srand(seed); for (i = 0; i < 20; i++) rand() }
        { if (!($1 in seen)) { seen[$1] = 1; load[++loads] = $1 } n[$1]++; name[n[$1]] = $2; time[$1, n[$1]] = $3; most = $3 > most ? $3 : most }
        END {
            printf "sheet,%s", parameter; for (k = 1; k <= n[load[1]]; k++) printf ",%s [ms]", name[k]; print ""
            for (c = 1; c <= loads; c++) for (s = 1; s <= 10; s++) {
                printf "%d,%s", ++sheet, load[c]; shared = normal()
                for (k = 1; k <= n[load[c]]; k++) {
                    t = time[load[c], k]
                    e = kind == "own" ? 0.5 * normal() : kind == "common" ? 0.5 * shared + 0.15 * normal() : 0.8 * shared * t / most + 0.15 * normal()
                    printf ",%.4f", t + e
                }
                print ""
            }
        }' true.csv
}

test -z "${ONLY_TIMES:-}" || { make_times "$first" >"$ONLY_TIMES"; exit 0; }
i=$first
while test "$i" -lt $((first + repetitions)); do
    make_times "$i" >times.csv
    "$QUIRE" calibrate drives.xml --starts="${STARTS:-1}" --no-advice --force --format=json --workers="$workers" >out.json 2>err
    code=$?
    "${PYTHON:-python3}" - "$truth" "$i" "$code" <<'TXT' | tee -a result
import json, sys
try:
    fit = json.load(open('out.json'))
except ValueError:
    print(sys.argv[2], 'failed with', sys.argv[3])
    sys.exit()
truth = dict(t.split('=') for t in sys.argv[1].split(';'))
words = [sys.argv[2], 'runs', str(fit['runs'])]
for u in fit['unknowns']:
    true = float(truth[u['name']].split()[0])
    words += [u['name'], str(int(u['low'] <= true <= u['high'])), f"{(u['value'] - true) / u['error']:.2f}"]
print(*words)
TXT
    i=$((i + 1))
done
awk '{ n++; runs += $3; for (k = 4; k < NF; k += 3) { hit[$k] += $(k + 1); name[k] = $k } }
     END { printf "%d repetitions, %.0f runs each; intervals that hold the true value:", n, runs / n; for (k = 4; k in name; k += 3) { printf " %s %d", name[k], hit[name[k]]; few = few || hit[name[k]] < 0.95 * n - 3 * sqrt(0.0475 * n) }; print ""; exit n == 0 || few }' result
