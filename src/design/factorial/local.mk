# designs with few levels: full and fractional factorials, screening designs
libquire_core_la_SOURCES += src/design/factorial/array.c src/design/factorial/array.h
libquire_core_la_SOURCES += src/design/factorial/box_behnken.c
libquire_core_la_SOURCES += src/design/factorial/definitive_screening.c
libquire_core_la_SOURCES += src/design/factorial/fold_over.c
libquire_core_la_SOURCES += src/design/factorial/fraction.c src/design/factorial/fraction.h
libquire_core_la_SOURCES += src/design/factorial/fraction_blocks.c
libquire_core_la_SOURCES += src/design/factorial/fraction_describe.c
libquire_core_la_SOURCES += src/design/factorial/fraction_words.c
libquire_core_la_SOURCES += src/design/factorial/fractional_factorial.c
libquire_core_la_SOURCES += src/design/factorial/full_factorial.c
libquire_core_la_SOURCES += src/design/factorial/names.c src/design/factorial/names.h
libquire_core_la_SOURCES += src/design/factorial/one_at_a_time.c
libquire_core_la_SOURCES += src/design/factorial/plackett_burman.c
libquire_core_la_SOURCES += src/design/factorial/taguchi.c
libquire_core_la_SOURCES += src/design/factorial/split_plot.c
