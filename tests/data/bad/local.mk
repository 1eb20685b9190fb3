# models that must be refused, and in the folder beside it models that only look as if; each file says itself what is expected; drawings and models of several files in folders of their own
# the folder as a whole: with file by file the lists of make get too long for a shell
EXTRA_DIST += tests/data/bad tests/data/good
