# programs that tests/validate/run.sh needs: list them in validate_programs and EXTRA_PROGRAMS, scripts in EXTRA_DIST
validate_programs =
