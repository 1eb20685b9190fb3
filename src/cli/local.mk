# The command; public headers only.
quire_SOURCES += src/cli/main.c src/cli/cli.h
quire_SOURCES += src/cli/options.c src/cli/problems.c src/cli/progress.c
quire_SOURCES += src/cli/check.c src/cli/describe.c src/cli/law.c src/cli/new.c src/cli/run.c src/cli/verify.c
# its own pow and atan2, which the libraries it loads call too
quire_SOURCES += src/num/portable_math.c src/num/detmath.c src/num/dettrig.c src/num/detmath.h
# exit codes, streams and files from outside
sample_tests += tests/check-cli.tap
# models that ask for too much, files that can not be written
include tests/data/hard/local.mk
sample_tests += tests/check-hard-models.tap
# the same bits, whatever the samples, the locale and the processor
TESTS += tests/check-bits.tap tests/check-portable-math.sh
EXTRA_DIST += tests/check-bits.tap tests/check-portable-math.sh
