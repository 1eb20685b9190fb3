# the program that tests/scan/run.sh and tests/check-scan.sh need
check_PROGRAMS += tests/scan/scan
scan_programs += tests/scan/scan
tests_scan_scan_SOURCES = \
    tests/scan/scan.c tests/scan/scan.h \
    tests/scan/draw.c tests/scan/draw.h \
    tests/scan/robustness.c \
    tests/scan/accuracy.c \
    tests/bench/bench_run.c tests/bench/copies.c tests/bench/bench.h
tests_scan_scan_CPPFLAGS = $(AM_CPPFLAGS) $(JANSSON_CFLAGS)
tests_scan_scan_LDFLAGS = $(AM_LDFLAGS) -static
tests_scan_scan_LDADD = libquire.la $(JANSSON_LIBS) $(QUIRE_MATH_LIBS)
EXTRA_DIST += tests/scan/run.sh tests/scan/models/scan.xml tests/scan/models/skew.xml
# metamorphic relations, for tests/scan/run-relations.sh and tests/check-relations.sh
check_PROGRAMS += tests/scan/relations
scan_programs += tests/scan/relations
tests_scan_relations_SOURCES = \
    tests/scan/relations.c tests/scan/scan.h \
    tests/scan/draw.c tests/scan/draw.h \
    tests/scan/robustness.c
tests_scan_relations_CPPFLAGS = $(AM_CPPFLAGS) $(JANSSON_CFLAGS)
tests_scan_relations_LDFLAGS = $(AM_LDFLAGS) -static
tests_scan_relations_LDADD = libquire.la $(JANSSON_LIBS) $(QUIRE_MATH_LIBS)
EXTRA_DIST += tests/scan/run-relations.sh
# whole machines with one fault planted, for tests/scan/run-faults.sh and tests/check-faults.sh
check_PROGRAMS += tests/scan/faults/faults
scan_programs += tests/scan/faults/faults
tests_scan_faults_faults_SOURCES = \
    tests/scan/faults/faults.c tests/scan/faults/faults.h \
    tests/scan/faults/layouts.c tests/scan/faults/kinds.c \
    tests/scan/faults/run.c tests/scan/faults/judge.c tests/scan/faults/report.c \
    tests/scan/scan.h \
    tests/scan/draw.c tests/scan/draw.h \
    tests/scan/robustness.c
tests_scan_faults_faults_CPPFLAGS = $(AM_CPPFLAGS) $(JANSSON_CFLAGS)
tests_scan_faults_faults_LDFLAGS = $(AM_LDFLAGS) -static
tests_scan_faults_faults_LDADD = libquire.la $(JANSSON_LIBS) $(QUIRE_MATH_LIBS)
EXTRA_DIST += tests/scan/run-faults.sh tests/scan/models/cpath.xml tests/scan/models/notes.xml tests/scan/models/adf.xml \
    tests/scan/models/duplex.xml tests/scan/models/film.xml
# free bodies thrown at each other, for tests/scan/run-bodies.sh and tests/check-bodies.sh
check_PROGRAMS += tests/scan/bodies
scan_programs += tests/scan/bodies
tests_scan_bodies_SOURCES = \
    tests/scan/bodies.c tests/scan/scan.h \
    tests/scan/draw.c tests/scan/draw.h
tests_scan_bodies_LDFLAGS = $(AM_LDFLAGS) -static
tests_scan_bodies_LDADD = libquire.la $(QUIRE_MATH_LIBS)
EXTRA_DIST += tests/scan/run-bodies.sh
# runs that must not pass where they are wrong, for tests/scan/run-doubts.sh and tests/check-doubts.sh
check_PROGRAMS += tests/scan/doubts
scan_programs += tests/scan/doubts
tests_scan_doubts_SOURCES = \
    tests/scan/doubts.c tests/scan/scan.h \
    tests/scan/draw.c tests/scan/draw.h
tests_scan_doubts_CPPFLAGS = $(AM_CPPFLAGS) $(JANSSON_CFLAGS)
tests_scan_doubts_LDFLAGS = $(AM_LDFLAGS) -static
tests_scan_doubts_LDADD = libquire.la $(JANSSON_LIBS) $(QUIRE_MATH_LIBS)
EXTRA_DIST += tests/scan/run-doubts.sh
# the nets of contact, for tests/scan/run-contact.sh and tests/check-contact.sh
check_PROGRAMS += tests/scan/contact/contact
scan_programs += tests/scan/contact/contact
tests_scan_contact_contact_SOURCES = \
    tests/scan/contact/contact.c \
    tests/scan/contact/net.c tests/scan/contact/net.h \
    tests/scan/contact/walls.c tests/scan/contact/lips.c tests/scan/contact/bars.c \
    tests/scan/contact/edges.c tests/scan/contact/slopes.c tests/scan/contact/balance.c \
    tests/scan/contact/bends.c tests/scan/contact/behind.c \
    tests/scan/draw.c tests/scan/draw.h
tests_scan_contact_contact_CPPFLAGS = $(AM_CPPFLAGS) $(JANSSON_CFLAGS)
tests_scan_contact_contact_LDFLAGS = $(AM_LDFLAGS) -static
tests_scan_contact_contact_LDADD = libquire.la $(JANSSON_LIBS) $(QUIRE_MATH_LIBS)
EXTRA_DIST += tests/scan/run-contact.sh
# leading edges that are driven against something, for tests/scan/run-stubs.sh and tests/check-stubs.sh
check_PROGRAMS += tests/scan/stubs/stubs
scan_programs += tests/scan/stubs/stubs
tests_scan_stubs_stubs_SOURCES = \
    tests/scan/stubs/stubs.c tests/scan/stubs/stubs.h \
    tests/scan/stubs/machine.c tests/scan/stubs/run.c \
    tests/scan/contact/net.c tests/scan/contact/net.h \
    tests/scan/draw.c tests/scan/draw.h
tests_scan_stubs_stubs_CPPFLAGS = $(AM_CPPFLAGS) $(JANSSON_CFLAGS)
tests_scan_stubs_stubs_LDFLAGS = $(AM_LDFLAGS) -static
tests_scan_stubs_stubs_LDADD = libquire.la $(JANSSON_LIBS) $(QUIRE_MATH_LIBS)
EXTRA_DIST += tests/scan/run-stubs.sh
# limit states of known probability, for `make scan-probability`
check_PROGRAMS += tests/scan/probability
tests_scan_probability_SOURCES = \
    tests/scan/probability.c \
    tests/unit/stat/reliability/limit_states.c tests/unit/stat/reliability/limit_states.h
tests_scan_probability_CPPFLAGS = $(AM_CPPFLAGS) -I$(top_srcdir)/tests/unit
tests_scan_probability_LDFLAGS = $(AM_LDFLAGS) -static
tests_scan_probability_LDADD = libquire_study.la libquire.la $(QUIRE_MATH_LIBS)
# what comes and goes within a step, for tests/scan/run-between.sh and tests/check-between.sh
check_PROGRAMS += tests/scan/between
scan_programs += tests/scan/between
tests_scan_between_SOURCES = \
    tests/scan/between.c tests/scan/scan.h \
    tests/scan/draw.c tests/scan/draw.h
tests_scan_between_LDFLAGS = $(AM_LDFLAGS) -static
tests_scan_between_LDADD = libquire.la $(QUIRE_MATH_LIBS)
EXTRA_DIST += tests/scan/run-between.sh
