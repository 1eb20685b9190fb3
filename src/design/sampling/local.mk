# space-filling designs and designs for sensitivity: Latin hypercubes, sequences, Morris, Saltelli
libquire_core_la_SOURCES += src/design/sampling/joe_kuo.h
libquire_core_la_SOURCES += src/design/sampling/latin_hypercube.c
libquire_core_la_SOURCES += src/design/sampling/nested_latin_hypercube.c
libquire_core_la_SOURCES += src/design/sampling/morris.c
libquire_core_la_SOURCES += src/design/sampling/saltelli.c
libquire_core_la_SOURCES += src/design/sampling/sobol.c
libquire_core_la_SOURCES += src/design/sampling/sobol_points.c src/design/sampling/sobol_points.h
# the direction numbers are a table made of a list
nodist_libquire_core_la_SOURCES = src/design/sampling/joe_kuo.c
EXTRA_DIST += src/design/sampling/joe_kuo.txt src/design/sampling/joe_kuo.awk
CLEANFILES += src/design/sampling/joe_kuo.c
src/design/sampling/joe_kuo.c: src/design/sampling/joe_kuo.txt src/design/sampling/joe_kuo.awk
	$(AM_V_GEN)$(MKDIR_P) src/design/sampling && \
	    $(AWK) -f $(srcdir)/src/design/sampling/joe_kuo.awk $(srcdir)/src/design/sampling/joe_kuo.txt >$@
