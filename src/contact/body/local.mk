# contact of bodies with each other, with guides and with sheets
libquire_kernels_la_SOURCES += src/contact/body/block_gaps.c src/contact/body/block_gaps.h
libquire_kernels_la_SOURCES += src/contact/body/block_on_sheet.c src/contact/body/block_on_sheet.h
libquire_kernels_la_SOURCES += src/contact/body/body_contact.c src/contact/body/body_contact.h
libquire_kernels_la_SOURCES += src/contact/body/free.c src/contact/body/free.h
libquire_kernels_la_SOURCES += src/contact/body/free_guides.c
libquire_kernels_la_SOURCES += src/contact/body/free_meetings.c
libquire_kernels_la_SOURCES += src/contact/body/meet_across.c src/contact/body/meet_across.h
libquire_kernels_la_SOURCES += src/contact/body/meet_book.c src/contact/body/meet_book.h
libquire_kernels_la_SOURCES += src/contact/body/meet_place.h
libquire_kernels_la_SOURCES += src/contact/body/round.c src/contact/body/round.h
libquire_kernels_la_SOURCES += src/contact/body/soft.c src/contact/body/soft.h
libquire_kernels_la_SOURCES += src/contact/body/soft_contact.c
libquire_kernels_la_SOURCES += src/contact/body/soft_rim.c src/contact/body/soft_rim.h
libquire_kernels_la_SOURCES += src/contact/body/visit.h
