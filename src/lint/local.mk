# warnings about valid but probably unintended models
libquire_core_la_SOURCES += src/lint/lint.c src/lint/lint.h
libquire_core_la_SOURCES += src/lint/lint_geometry.c
libquire_core_la_SOURCES += src/lint/lint_lead_edge.c src/lint/lint_lead_edge.h
libquire_core_la_SOURCES += src/lint/lint_lead_face.c src/lint/lint_lead_face.h
libquire_core_la_SOURCES += src/lint/lint_never.c
libquire_core_la_SOURCES += src/lint/lint_parts.c src/lint/lint_parts.h
libquire_core_la_SOURCES += src/lint/lint_places.c
libquire_core_la_SOURCES += src/lint/lint_reach.c
libquire_core_la_SOURCES += src/lint/lint_rules.h
libquire_core_la_SOURCES += src/lint/lint_space.c
libquire_core_la_SOURCES += src/lint/lint_spans.c src/lint/lint_spans.h
libquire_core_la_SOURCES += src/lint/lint_stub.c src/lint/lint_lead_walk.h
libquire_core_la_SOURCES += src/lint/review.c src/lint/review.h
