# the HTML report of a run
libquire_core_la_SOURCES += src/report/report.c
libquire_core_la_SOURCES += src/report/history.c src/report/history.h
libquire_core_la_SOURCES += src/report/motion.c src/report/motion.h
libquire_core_la_SOURCES += src/report/memory.c src/report/memory.h src/report/failure.c src/report/failure.h
libquire_core_la_SOURCES += src/report/pack.c src/report/pack.h
libquire_core_la_SOURCES += src/report/page.c src/report/page.h src/report/web.h
# what the page consists of: the scripts in the order in which they are read
report_style = src/report/web/uplot.css src/report/web/report.css
report_body = src/report/web/report.html
# those of a report alone come last
report_parts = src/report/web/uplot.js src/report/web/unpack.js src/report/web/words.js src/report/web/definitions.js src/report/web/result.js \
    src/report/web/answers.js src/report/web/failure.js src/report/web/cures.js src/report/web/space.js src/report/web/surfaces.js src/report/web/solids.js src/report/web/labels.js src/report/web/piles.js src/report/web/drawing.js \
    src/report/web/plots.js src/report/web/tables.js src/report/web/gestures.js src/report/web/film.js src/report/web/view.js
report_script = $(report_parts) src/report/web/report.js
EXTRA_DIST += $(report_style) $(report_body) $(report_script) src/report/web/README.md src/report/embed.sh
nodist_libquire_core_la_SOURCES += src/report/web.c
CLEANFILES += src/report/web.c
src/report/web.c: $(report_style) $(report_body) $(report_script) src/report/embed.sh src/report/local.mk
	$(AM_V_GEN)$(MKDIR_P) src/report && cd $(srcdir) && { \
	    echo '#include "report/web.h"'; \
	    $(SHELL) src/report/embed.sh quire_web_style $(report_style); \
	    $(SHELL) src/report/embed.sh quire_web_body $(report_body); \
	    $(SHELL) src/report/embed.sh quire_web_script $(report_script); } >'$(abs_top_builddir)/$@'
EXTRA_DIST += tests/tools/browser.py tests/tools/looks.js tests/data/looks/faulty.html tests/tools/look-at-report.py tests/tools/look-at-looks.py \
    tests/tools/axe/axe.min.js tests/tools/axe/LICENSE tests/tools/axe/LICENSE-3RD-PARTY.txt tests/tools/axe/README.md
