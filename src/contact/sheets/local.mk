# contact of sheets with each other
# large: it has the planar and the spatial model
libquire_kernels_la_SOURCES += src/contact/sheets/boxes.h
libquire_kernels_la_SOURCES += src/contact/sheets/sheet_ends.h
libquire_kernels_la_SOURCES += src/contact/sheets/sheets.c src/contact/sheets/sheets.h
libquire_kernels_la_SOURCES += src/contact/sheets/sheets_apart.c
libquire_kernels_la_SOURCES += src/contact/sheets/sheets_halves.c src/contact/sheets/sheets_halves.h
libquire_kernels_la_SOURCES += src/contact/sheets/sheets_book.c src/contact/sheets/sheets_forces.h
libquire_kernels_la_SOURCES += src/contact/sheets/sheets_near.c
libquire_kernels_la_SOURCES += src/contact/sheets/sheets_places.h
libquire_kernels_la_SOURCES += src/contact/sheets/space_sheets.c src/contact/sheets/space_sheets.h
libquire_kernels_la_SOURCES += src/contact/sheets/space_sheets_fade.h
libquire_kernels_la_SOURCES += src/contact/sheets/space_sheets_feet.h
libquire_kernels_la_SOURCES += src/contact/sheets/space_sheets_joint.h
libquire_kernels_la_SOURCES += src/contact/sheets/space_sheets_book.c src/contact/sheets/space_sheets_book.h
libquire_kernels_la_SOURCES += src/contact/sheets/space_sheets_cell.h src/contact/sheets/space_sheets_places.h
libquire_kernels_la_SOURCES += src/contact/sheets/space_sheets_near.c
libquire_kernels_la_SOURCES += src/contact/sheets/space_sheets_sums.h
libquire_kernels_la_SOURCES += src/contact/sheets/space_vectors.h
