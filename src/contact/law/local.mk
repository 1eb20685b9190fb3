# history variables of contact laws, and static friction
libquire_kernels_la_SOURCES += src/contact/law/law_lanes.h
libquire_kernels_la_SOURCES += src/contact/law/constants.h src/contact/law/law_state.h
libquire_kernels_la_SOURCES += src/contact/law/stick.c src/contact/law/stick.h
libquire_kernels_la_SOURCES += src/contact/law/couplings.h
libquire_kernels_la_SOURCES += src/contact/law/place_book.h src/contact/law/stiffening.h
