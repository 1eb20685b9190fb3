# the schema of model files, for editors; made by `make regen`
dist_pkgdata_DATA = models/quire.xsd
# the library; doc/reference/library.md lists its contents
librarydir = $(pkgdatadir)/models
dist_library_DATA = models/cards.xml models/films.xml models/nips.xml models/papers.xml models/surfaces.xml
EXTRA_DIST += doc/reference/library.md tests/data/library/ranges.txt tests/tools/library-page.awk
# where a program that runs in a build folder of its own looks for the library and the schema
all-local: models/data.stamp
# from the source tree by name: a copy that is there already would be found instead, and never be old
models/data.stamp: $(dist_library_DATA:%=$(srcdir)/%) $(srcdir)/models/quire.xsd
	$(AM_V_GEN)$(MKDIR_P) models && for file in $^; do test $$file -ef models/$${file##*/} || cp -f $$file models || exit 1; done && touch $@
CLEANFILES += models/data.stamp
clean-local:
	test $(srcdir) -ef . || rm -f models/*.xml models/quire.xsd
