# studies as they are written: factors, noise, responses, and designs of experiments
# large: one file a kind of design
libquire_core_la_SOURCES += src/design/params.h
libquire_core_la_SOURCES += src/design/common.c
libquire_core_la_SOURCES += src/design/study.c
libquire_core_la_SOURCES += src/design/noise.c
libquire_core_la_SOURCES += src/design/full_factorial.c
libquire_core_la_SOURCES += src/design/one_at_a_time.c
libquire_core_la_SOURCES += src/design/table.c
libquire_core_la_SOURCES += src/design/fraction.c src/design/fraction.h
libquire_core_la_SOURCES += src/design/fraction_blocks.c
libquire_core_la_SOURCES += src/design/fraction_describe.c
libquire_core_la_SOURCES += src/design/fraction_words.c
libquire_core_la_SOURCES += src/design/fractional_factorial.c
libquire_core_la_SOURCES += src/design/plackett_burman.c
libquire_core_la_SOURCES += src/design/central_composite.c
libquire_core_la_SOURCES += src/design/centre.c
libquire_core_la_SOURCES += src/design/star.c
libquire_core_la_SOURCES += src/design/fold_over.c
libquire_core_la_SOURCES += src/design/box_behnken.c
libquire_core_la_SOURCES += src/design/taguchi.c
libquire_core_la_SOURCES += src/design/d_optimal.c
libquire_core_la_SOURCES += src/design/latin_hypercube.c
libquire_core_la_SOURCES += src/design/sobol_points.c src/design/sobol_points.h
# the direction numbers, a table made of a list
libquire_core_la_SOURCES += src/design/joe_kuo.h
nodist_libquire_core_la_SOURCES = src/design/joe_kuo.c
EXTRA_DIST += src/design/joe_kuo.txt src/design/joe_kuo.awk
CLEANFILES += src/design/joe_kuo.c
src/design/joe_kuo.c: src/design/joe_kuo.txt src/design/joe_kuo.awk
	$(AM_V_GEN)$(MKDIR_P) src/design && $(AWK) -f $(srcdir)/src/design/joe_kuo.awk $(srcdir)/src/design/joe_kuo.txt >$@
libquire_core_la_SOURCES += src/design/sobol.c
libquire_core_la_SOURCES += src/design/morris.c
libquire_core_la_SOURCES += src/design/saltelli.c
