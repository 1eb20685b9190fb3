# one contact point of a sheet: forces, derivatives, power
# large: it has the planar and the spatial model
libquire_kernels_la_SOURCES += src/contact/touch/clip.h
libquire_kernels_la_SOURCES += src/contact/touch/columns.c src/contact/touch/columns.h
libquire_kernels_la_SOURCES += src/contact/touch/gone.h
libquire_kernels_la_SOURCES += src/contact/touch/lift.h
libquire_kernels_la_SOURCES += src/contact/touch/lines_across.c src/contact/touch/lines_across.h
libquire_kernels_la_SOURCES += src/contact/touch/facing.h src/contact/touch/fading.h src/contact/touch/gate_party.h
libquire_kernels_la_SOURCES += src/contact/touch/station.h
libquire_kernels_la_SOURCES += src/contact/touch/single_book.c src/contact/touch/single_place.h
libquire_kernels_la_SOURCES += src/contact/touch/space_place.h
libquire_kernels_la_SOURCES += src/contact/touch/nearest_lanes.h
libquire_kernels_la_SOURCES += src/contact/touch/space_ribs.c src/contact/touch/space_ribs.h
libquire_kernels_la_SOURCES += src/contact/touch/space_apart.h
libquire_kernels_la_SOURCES += src/contact/touch/space_book.c src/contact/touch/space_kept.h
libquire_kernels_la_SOURCES += src/contact/touch/space_reaction.h
libquire_kernels_la_SOURCES += src/contact/touch/space_touch.c src/contact/touch/space_touch.h
libquire_kernels_la_SOURCES += src/contact/touch/space_ways.h
libquire_kernels_la_SOURCES += src/contact/touch/tilt.h
libquire_kernels_la_SOURCES += src/contact/touch/touch.c
libquire_kernels_la_SOURCES += src/contact/touch/wraps.h
libquire_kernels_la_SOURCES += src/contact/touch/column_touch.c
libquire_kernels_la_SOURCES += src/contact/touch/cover.h
libquire_kernels_la_SOURCES += src/contact/touch/extrema.h
libquire_kernels_la_SOURCES += src/contact/touch/pad_strip.c src/contact/touch/pad_strip.h
libquire_kernels_la_SOURCES += src/contact/touch/places.h
libquire_kernels_la_SOURCES += src/contact/touch/space_disc.h
