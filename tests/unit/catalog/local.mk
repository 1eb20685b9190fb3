
# writes the files that are made from the tables; see tests/regen.sh
noinst_PROGRAMS += tests/tools/regen
tests_tools_regen_SOURCES = tests/tools/regen.c
tests_tools_regen_LDADD = libquire_core.la
EXTRA_DIST += tests/regen.sh tests/files/good-every-element.xml

# every model that we give away is valid by the schema
TESTS += tests/check-schema.sh
EXTRA_DIST += tests/check-schema.sh
