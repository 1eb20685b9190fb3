# the command quire-doe: its verbs, and the page of a study
# large: one independent file per verb
quire_doe_SOURCES += src/doe/report.c src/doe/web.h
doe_style = src/report/web/uplot.css src/report/web/report.css src/doe/web/study.css
doe_body = src/doe/web/study.html
doe_script = src/report/web/uplot.js src/report/web/words.js src/doe/web/charts.js src/doe/web/profiler.js src/doe/web/measured.js src/doe/web/study.js
EXTRA_DIST += src/doe/web/study.css src/doe/web/study.html src/doe/web/charts.js src/doe/web/profiler.js src/doe/web/measured.js src/doe/web/study.js
nodist_quire_doe_SOURCES = src/doe/web.c
CLEANFILES += src/doe/web.c
calibrate_style = src/report/web/uplot.css src/report/web/report.css src/doe/web/study.css src/doe/web/calibrate.css
calibrate_body = src/doe/web/calibrate.html
calibrate_script = src/report/web/uplot.js src/report/web/words.js src/doe/web/charts.js src/doe/web/calibrate.js
EXTRA_DIST += src/doe/web/calibrate.css src/doe/web/calibrate.html src/doe/web/calibrate.js
src/doe/web.c: $(doe_style) $(doe_body) $(doe_script) $(calibrate_style) $(calibrate_body) $(calibrate_script) src/report/embed.sh src/doe/local.mk
	$(AM_V_GEN)$(MKDIR_P) src/doe && cd $(srcdir) && { \
	    echo '#include "doe/web.h"'; \
	    $(SHELL) src/report/embed.sh doe_web_style $(doe_style); \
	    $(SHELL) src/report/embed.sh doe_web_body $(doe_body); \
	    $(SHELL) src/report/embed.sh doe_web_script $(doe_script); \
	    $(SHELL) src/report/embed.sh doe_calibrate_style $(calibrate_style); \
	    $(SHELL) src/report/embed.sh doe_calibrate_body $(calibrate_body); \
	    $(SHELL) src/report/embed.sh doe_calibrate_script $(calibrate_script); } >'$(abs_top_builddir)/$@'
EXTRA_DIST += tests/tools/look-at-study.py tests/tools/study_pages.py
# studies: the store, the workers, and the program around them
quire_doe_SOURCES += src/doe/main.c src/doe/verbs.h src/doe/arguments.c src/doe/progress.c
quire_doe_SOURCES += src/doe/run.c src/doe/show.c src/doe/export.c src/doe/submit.c src/doe/boundary.c src/doe/space.c src/doe/space.h src/doe/windows.c src/doe/analyse.c
quire_doe_SOURCES += src/doe/calibrate.c
quire_doe_SOURCES += src/doe/models.c src/doe/models.h src/doe/optimise.c src/doe/confirm.c src/doe/plan_power.c src/doe/tolerances.c
quire_doe_SOURCES += src/doe/held.c src/doe/improve.c src/doe/table_options.c src/doe/tables.h
quire_doe_SOURCES += src/doe/import.c
quire_doe_SOURCES += src/doe/queue.c src/doe/queue.h
quire_doe_SOURCES += src/doe/hosts.c src/doe/hosts.h src/doe/submit_hosts.c src/doe/submit_scripts.c src/doe/submit.h
quire_doe_SOURCES += src/doe/probability.c src/doe/probability_tell.c src/doe/probability.h
# of the command: how its verbs read options, show problems, break lines and end by signals
quire_doe_SOURCES += src/cli/cli.h src/cli/examples.c src/cli/options.c src/cli/problems.c src/cli/colour.c src/cli/signals.c src/cli/wrap.c src/cli/lines.c
# its own pow and atan2, which the libraries it loads call too: the same bits as the command's
quire_doe_SOURCES += src/math/portable_math.c src/math/detmath.c src/math/dettrig.c src/math/detmath.h
