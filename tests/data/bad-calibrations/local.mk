# calibrations that must be refused; each file says itself what is expected
# the folder as a whole: with file by file the lists of make get too long for a shell
EXTRA_DIST += tests/data/bad-calibrations
