# The command; public headers only.
quire_SOURCES += src/cli/main.c src/cli/cli.h
quire_SOURCES += src/cli/options.c src/cli/problems.c src/cli/progress.c
quire_SOURCES += src/cli/check.c src/cli/describe.c src/cli/law.c src/cli/new.c src/cli/run.c src/cli/verify.c
# exit codes, streams and files from outside
sample_tests += tests/check-cli.tap
