# what a run yields: figures, verdict, summary, manifest, folder
libquire_core_la_SOURCES += src/result/causes.c src/result/causes.h
libquire_core_la_SOURCES += src/result/failure.c src/result/failure.h
libquire_core_la_SOURCES += src/result/figures.c src/result/figures.h
libquire_core_la_SOURCES += src/result/figures_result.c
libquire_core_la_SOURCES += src/result/folder.c src/result/folder.h
libquire_core_la_SOURCES += src/result/manifest.c src/result/manifest.h
libquire_core_la_SOURCES += src/result/result.h
libquire_core_la_SOURCES += src/result/spatial_only.c src/result/spatial_only.h
libquire_core_la_SOURCES += src/result/summary.h
libquire_core_la_SOURCES += src/result/summary_checks.c src/result/summary_checks.h
libquire_core_la_SOURCES += src/result/summary_compare.c
libquire_core_la_SOURCES += src/result/summary_json.c
libquire_core_la_SOURCES += src/result/summary_lines.c
libquire_core_la_SOURCES += src/result/verdict.c src/result/verdict.h
libquire_core_la_SOURCES += src/result/verdict_text.c src/result/verdict_text.h
libquire_core_la_SOURCES += src/result/version.c
