# To be read by scripts: the targets, and the folders of inputs that each begins with, one a line.
newline='
'
fuzz_targets='model study number table drawing result store run'
fuzz_inputs() { # TARGET
    echo "$QUIRE_SRCDIR/tests/fuzz/corpus/$1"
    case $1 in
    model) for folder in bad good models; do echo "$QUIRE_SRCDIR/tests/data/$folder"; done ;;
    study) for folder in studies bad-studies; do echo "$QUIRE_SRCDIR/tests/data/$folder"; done ;;
    drawing) echo "$QUIRE_SRCDIR/tests/data/bad/drawing" ;;
    esac
}
