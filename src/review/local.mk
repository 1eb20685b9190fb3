# evaluation of existing results: compare, error bars, explain, verify, margin
# large: one file per question about results
libquire_core_la_SOURCES += src/review/comparison.c
libquire_core_la_SOURCES += src/review/comparison_rows.c src/review/comparison_rows.h
libquire_core_la_SOURCES += src/review/comparison_sides.c src/review/comparison_sides.h
libquire_core_la_SOURCES += src/review/comparison_text.c src/review/comparison_text.h
libquire_core_la_SOURCES += src/review/cure_picture.c src/review/cure_picture.h
libquire_core_la_SOURCES += src/review/cures.c src/review/cures.h
libquire_core_la_SOURCES += src/review/error_bars.c src/review/error_bars.h
libquire_core_la_SOURCES += src/review/error_bars_text.c
libquire_core_la_SOURCES += src/review/explain.c
libquire_core_la_SOURCES += src/review/margin.c
libquire_core_la_SOURCES += src/review/rerun.c src/review/rerun.h
libquire_core_la_SOURCES += src/review/suspect_guesses.c src/review/suspect_guesses.h
libquire_core_la_SOURCES += src/review/suspect_ranks.c src/review/suspect_ranks.h
libquire_core_la_SOURCES += src/review/suspect_tries.c src/review/suspect_tries.h
libquire_core_la_SOURCES += src/review/suspects.c src/review/suspects.h
libquire_core_la_SOURCES += src/review/verify.c
