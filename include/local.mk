quireincludedir = $(includedir)/quire
quireinclude_HEADERS = \
    include/quire/compare.h \
    include/quire/convert.h \
    include/quire/drawing.h \
    include/quire/describe.h \
    include/quire/diag.h \
    include/quire/error_bars.h \
    include/quire/explain.h \
    include/quire/import.h \
    include/quire/law.h \
    include/quire/model.h \
    include/quire/report.h \
    include/quire/review.h \
    include/quire/rewrite.h \
    include/quire/run.h \
    include/quire/sim.h \
    include/quire/status.h \
    include/quire/version.h
