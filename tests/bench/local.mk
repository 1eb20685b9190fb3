# programs that tests/bench/run.sh and scan.sh need: add them to bench_programs and EXTRA_PROGRAMS, scripts in EXTRA_DIST
