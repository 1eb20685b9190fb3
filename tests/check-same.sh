#!/bin/sh
# check-same.sh [--fast] [--models=N] [--build=FOLDER | REVISION]: whether this tree's program gives the same bits as that of another
# revision, or as the program of another build folder. Both read the same inputs, two at a time or as many as there are processors: all samples,
# with every verb that reads a run's results, the test models, those that are refused, sample studies, and models drawn at random (--models,
# of tests/scan; 1000 without it). Compared are exit codes, texts, the end state and every file that is written, but for versions, dates and
# times of the machine. --fast leaves the drawn models and studies out.
#
# A revision is built once, into QUIRE_SAME_CACHE (build-same in the build folder), where its results are kept, too. Ends with 0 when all is
# the same, else with 1 and a line for each input that differs: what differs, and the command that shows it in the folder of inputs.
set -u
LC_ALL=C
export LC_ALL
fast= models=1000 other= revision=
jobs=$(nproc 2>/dev/null || echo 2)

usage() {
    sed -n '2,9s/^# \{0,1\}//p' "$0" >&2
    exit 2
}

# ---- one input: check-same.sh --job PROGRAM RECORDS INPUTS WORK JOBS NUMBER...

# what depends on when, where and by which version
lasting() {
    sed -e 's/"\(quire\|file\|written\|host\|details\)": *"[^"]*"//g' -e 's/"solver\.\(cpu-time\|real-time-factor\)": *[-+0-9.e]*//g' \
        -e 's/[-+0-9.e]* [a-z]*s of processor time.*//' -e 's/^\(time\|disk\): .*//' -e "s|$out|OUT|g" -e "s|$work|WORK|g"
}
# try TEXT ARGUMENT...: the program's words and exit code go into the file TEXT
try() {
    text=$1
    shift
    timeout 600 "$program" "$@" >"$out/$text" 2>&1 </dev/null
    echo "exit code $?" >>"$out/$text"
}
run_model() { try run.text run -o "$out/run" "$@"; }
run_sample() {
    model=$1
    run_model "$@"
    try check.text check "$model"
    try dxf.text export "$model" -o "$out/machine.dxf"
    try svg.text export "$model" -o "$out/machine.svg"
    try explain.text explain "$out/run"
    for form in vtk csv svg strip; do try $form.text convert "$out/run" --to=$form; done
    try report.text report "$out/run"
}
check_model() { try check.text check "$1"; }
plan_study() { try plan.text doe plan "$1"; }
run_study() { # its store lies beside what is compared
    try run.text doe run -q -j1 -d "$out.store" "$1"
    try table.csv doe export -q -d "$out.store" "$1"
    try report.text doe report -d "$out.store" -o "$out/report.html" "$1"
}
# job NUMBER: what its line says, unless it has been done already
job() {
    line=$(sed -n "$1p" "$list")
    record=$records/$1-$(printf '%s' "$line" | cksum | cut -d' ' -f1)
    test ! -f "$record" || return 0
    out=$work/out-$1
    rm -rf "$out" "$out.store"
    mkdir "$out"
    eval "$line"
    (
        cd "$out" || exit 1
        sed -n 's/.*"end-state": *"\([0-9a-f]*\)".*/\1  end-state/p' run/summary.json 2>/dev/null
        find . -type f ! -path '*/run/*/*' | sort | while read -r file; do
            printf '%s  %s\n' "$(lasting <"$file" | sha256sum | cut -c1-64)" "${file#./}"
        done
        for folder in run/*/; do # frames, of which there are many
            test ! -d "$folder" || printf '%s  %s\n' "$(cat "$folder"* | lasting | sha256sum | cut -c1-64)" "$folder"
        done
    ) >"$out.record"
    mv "$out.record" "$record"
    rm -rf "$out" "$out.store"
}
if test "${1-}" = --job; then
    program=$2 records=$3 inputs=$4 work=$5 list=$6
    shift 6
    cd "$inputs" || exit 99
    for number; do job "$number"; done
    exit 0
fi

# ---- the two programs

while test $# -gt 0; do
    case $1 in
    --fast) fast=yes ;;
    --models=*) models=${1#*=} ;;
    --models) models=$2 && shift ;;
    --build=*) other=${1#*=} ;;
    --build) other=$2 && shift ;;
    -*) usage ;;
    *) revision=$1 ;;
    esac
    shift
done
test -n "$other$revision" || usage
self=$(cd "$(dirname "$0")" && pwd)/$(basename "$0")
source=${QUIRE_SRCDIR:-$(dirname "$(dirname "$self")")}
build=${QUIRE_BUILDDIR:-$source/build}
cache=${QUIRE_SAME_CACHE:-$build/build-same}
mkdir -p "$cache" && cache=$(cd "$cache" && pwd) || exit 99
test -x "$build/quire" && test -x "$build/tests/scan/scan" && test -x "$build/tests/scan/bodies" ||
    { echo "check-same: make quire quire-doe tests/scan/scan tests/scan/bodies in $build first" >&2; exit 99; }

# the program of revision $1 goes into the folder $2
build_revision() {
    tree=$2.tree.$$
    mkdir -p "$tree/build" || exit 99
    echo "check-same: building $1; see $2.log" >&2
    (
        git -C "$source" archive "$1" | tar -x -C "$tree" &&
            cd "$tree" && autoreconf --install && cd build &&
            ../configure --quiet --disable-shared ${CC+"CC=$CC"} && make -j"$jobs" V=0 quire quire-doe
    ) >"$2.log" 2>&1 || { tail "$2.log" >&2; exit 99; }
    mkdir -p "$2"
    mv "$tree/build/quire" "$tree/build/quire-doe" "$2"
    rm -rf "$tree"
}
if test -z "$other"; then
    commit=$(git -C "$source" rev-parse --verify "$revision^{commit}") || exit 99
    other=$cache/$commit
    test -x "$other/quire-doe" || build_revision "$commit" "$other"
fi
other=$(cd "$other" && pwd) || exit 99

# ---- the inputs

work=$(mktemp -d "$cache/work.XXXXXX") || exit 99
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM
inputs=$work/inputs
mkdir -p "$inputs/drawn"
(cd "$source" && tar -c --exclude='samples/jet*' --exclude='*.run' --exclude='*.doe' --exclude='samples/*.json' \
    samples models tests/data tests/scan/models tests/validate/models tests/bench/models) | tar -x -C "$inputs" || exit 99
QUIRE_LIBRARY_PATH=$inputs/models:$inputs/tests/data/good/include/library
export QUIRE_LIBRARY_PATH

# one job a line, as the shell reads it
list_jobs() {
    cd "$inputs" || exit 99
    for sample in samples/*/*.xml; do
        ! grep -q '<model' "$sample" || echo "run_sample $sample"
        ! grep -qs '^spatial$' "$(dirname "$sample")/expected.txt" || echo "run_model --motion=spatial $sample"
    done
    echo 'run_model --motion=spatial --columns=3 samples/c-path/c-path.xml'
    echo 'run_model --method=generic samples/a4-turn/a4-turn.xml'
    echo 'run_model --method=generic --motion=spatial samples/a4-turn/a4-turn.xml'
    echo 'run_model --vectors=serial --accuracy=fine samples/duplex/duplex.xml'
    for model in tests/validate/models/*.xml tests/bench/models/*.xml tests/data/models/*.xml tests/data/hard/*.xml \
        tests/data/good/*.xml; do
        case $fast$model in
        */time-limit-*) ;;                   # ends by the clock
        yes*/models/good-every-element.xml) ;; # takes half a minute
        *) echo "run_model $model" ;;
        esac
    done
    for model in tests/data/bad/*.xml tests/data/trouble/*.xml tests/data/good/*.xml; do echo "check_model $model"; done
    for study in tests/data/bad-studies/*.xml $(grep -l '<study' samples/*.xml); do echo "plan_study $study"; done
    test -z "$fast" || return 0
    for study in samples/screening.xml samples/skew-causes.xml samples/friction-and-load.xml; do echo "run_study $study"; done
    "$build/tests/scan/scan" --list 1 "$models" $((models / 5)) | sed 's|^|run_model |'
    i=0
    while test $i -lt $((models / 5)); do
        "$build/tests/scan/bodies" 1 1 $i >drawn/bodies-$i.xml
        echo "run_model drawn/bodies-$i.xml"
        i=$((i + 1))
    done
}
list_jobs >"$work/jobs" || exit 99
test -s "$work/jobs" || exit 99

# ---- both programs on all inputs

# records of a program's results, kept by what it is, and by what it reads
records_of() {
    { cat "$1/quire" "$1/quire-doe"; cat "$self"; cd "$inputs"; find . -type f ! -path './drawn/*' | sort | xargs sha256sum; } |
        sha256sum | cut -c1-32
}
do_jobs() { # BUILD RECORDS
    mkdir -p "$2" "$work/$3" || exit 99
    seq "$(wc -l <"$work/jobs")" | xargs -P "$jobs" -n 2 sh "$self" --job "$1/quire" "$2" "$inputs" "$work/$3" "$work/jobs"
}
theirs=$cache/records/$(records_of "$other")
do_jobs "$other" "$theirs" other
do_jobs "$build" "$work/ours" this

number=0 bad=0 files=0
while read -r line; do
    number=$((number + 1))
    name=$number-$(printf '%s' "$line" | cksum | cut -d' ' -f1)
    files=$((files + $(wc -l <"$work/ours/$name")))
    if ! cmp -s "$theirs/$name" "$work/ours/$name"; then
        bad=$((bad + 1))
        echo "differ: $line: $(sort "$theirs/$name" "$work/ours/$name" | uniq -u | sed 's/^[^ ]*  //' | sort -u | tr '\n' ' ')"
    fi
done <"$work/jobs"
echo "$number inputs, $files files, $bad inputs differ"
test $bad -eq 0
