# programs that tests/validate/run.sh needs: add them to validate_programs and EXTRA_PROGRAMS, scripts in EXTRA_DIST
