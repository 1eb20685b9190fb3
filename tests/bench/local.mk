# programs that tests/bench/run.sh and scan.sh need: list them in bench_programs and EXTRA_PROGRAMS, scripts in EXTRA_DIST
bench_programs =
