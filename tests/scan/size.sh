# Sourced by tests that draw machines at random, in the check others each day: $seed, the day (QUIRE_SEED=20261129 repeats that of a failure).
seed=$QUIRE_SEED
echo "# QUIRE_SEED=$seed"
# size SANITIZED CLANG DEEP CHECK: $size, how many of them
size() {
    if test "${QUIRE_DEEP:-}" != yes; then size=$4
    elif test "$QUIRE_SANITIZE" = yes; then size=$1
    elif test "${QUIRE_AGAIN:-}" = yes; then size=$2
    else size=$3; fi
}
