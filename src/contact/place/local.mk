# the one derivation of contact: rates of a touching place, laws, forces, and how all that changes
libquire_kernels_la_SOURCES += src/contact/place/flat.h src/contact/place/place.h
libquire_kernels_la_SOURCES += src/contact/place/ask.h src/contact/place/book.h src/contact/place/rigid.h
libquire_kernels_la_SOURCES += src/contact/place/nodes.h src/contact/place/record.h src/contact/place/stiffen.h
libquire_kernels_la_SOURCES += src/contact/place/second.h src/contact/place/alone.h
