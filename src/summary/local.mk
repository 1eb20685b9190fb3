# summary of a run: figures, summary.json and the printed lines
libquire_core_la_SOURCES += src/summary/cause_details.c src/summary/cause_details.h
libquire_core_la_SOURCES += src/summary/cause_json.c src/summary/cause_json.h
libquire_core_la_SOURCES += src/summary/slip_list.c src/summary/slip_list.h
libquire_core_la_SOURCES += src/summary/spatial_only.c src/summary/spatial_only.h
libquire_core_la_SOURCES += src/summary/summary.h
libquire_core_la_SOURCES += src/summary/summary_checks.c src/summary/summary_checks.h
libquire_core_la_SOURCES += src/summary/summary_compare.c src/summary/summary_compare.h
libquire_core_la_SOURCES += src/summary/summary_figures.c
libquire_core_la_SOURCES += src/summary/summary_json.c
libquire_core_la_SOURCES += src/summary/summary_lines.c
libquire_core_la_SOURCES += src/summary/verdict_text.c src/summary/verdict_text.h
libquire_core_la_SOURCES += src/summary/why_read.c src/summary/why_read.h
