# the program quire-live: a page with sliders for the parameters of a model, and its server
quire_live_SOURCES += src/live/main.c src/live/server.h src/live/request.c src/live/order.c src/live/model.c
quire_live_SOURCES += src/live/job.c src/live/job.h src/live/child.c src/live/child.h src/live/range.c src/live/range.h src/live/handles.c src/live/handles.h
# of the command: how its verbs read options, show problems, break lines and end by signals
quire_live_SOURCES += src/cli/cli.h src/cli/live_page.h src/cli/examples.c src/cli/options.c src/cli/problems.c src/cli/colour.c src/cli/signals.c src/cli/wrap.c src/cli/lines.c
# its own pow and atan2, which the libraries it loads call too: the same bits as the command's
quire_live_SOURCES += src/math/portable_math.c src/math/detmath.c src/math/dettrig.c src/math/detmath.h
# the page: that of a report, with parameters beside it
quire_live_SOURCES += src/live/page.c src/live/web.h
live_style = $(report_style) src/live/web/live.css
live_body = $(report_body)
live_script = $(report_parts) src/live/web/settings.js src/live/web/runs.js src/live/web/tracks.js src/live/web/tools.js src/live/web/until.js src/live/web/remedies.js \
    src/live/web/drag.js src/live/web/live.js
EXTRA_DIST += src/live/web/live.css src/live/web/settings.js src/live/web/runs.js src/live/web/tracks.js src/live/web/tools.js src/live/web/until.js src/live/web/remedies.js \
    src/live/web/drag.js src/live/web/live.js
nodist_quire_live_SOURCES = src/live/web.c
CLEANFILES += src/live/web.c
src/live/web.c: $(live_style) $(live_body) $(live_script) src/report/embed.sh src/live/local.mk
	$(AM_V_GEN)$(MKDIR_P) src/live && cd $(srcdir) && { \
	    echo '#include "live/web.h"'; \
	    $(SHELL) src/report/embed.sh live_web_style $(live_style); \
	    $(SHELL) src/report/embed.sh live_web_body $(live_body); \
	    $(SHELL) src/report/embed.sh live_web_script $(live_script); } >'$(abs_top_builddir)/$@'
EXTRA_DIST += tests/tools/ask-live.py tests/tools/look-at-live.py tests/tools/look-at-live-states.py tests/tools/live_page.py tests/tools/look-at-drag.py tests/tools/live_parts.py
