# Sourced by tests that read the results of samples: in a build each sample is simulated once, by whichever test needs it first.
runs=$QUIRE_WORK/runs

# sample_run NAME: $runs/NAME has what `quire run samples/NAME/NAME.xml` left there: NAME.run, and what it printed (text, errors) and its exit code
# (code). Made anew when the program, the sample or the library is newer. Tests copy what they change.
sample_run() {
    mkdir -p "$runs" || return 1
    (
        flock 9 || exit 1
        if test -f "$runs/$1/code" && test -z "$(find "$QUIRE" "$QUIRE_SRCDIR/samples/$1" "$QUIRE_SRCDIR/models" -newer "$runs/$1/code")"; then
            exit 0
        fi
        rm -rf "${runs:?}/$1" && mkdir "$runs/$1" && cd "$runs/$1" && ln -s "$QUIRE_SRCDIR/samples" samples || exit 1
        code=0
        "$QUIRE" run "samples/$1/$1.xml" >text 2>errors </dev/null || code=$?
        echo $code >code
    ) 9>"$runs/$1.lock"
}
