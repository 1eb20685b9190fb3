# the compiled machine, which is constant
libquire_kernels_la_SOURCES += src/machine/course.c src/machine/course.h
libquire_kernels_la_SOURCES += src/machine/layout.h
libquire_kernels_la_SOURCES += src/machine/subsystem.c src/machine/subsystem.h
libquire_kernels_la_SOURCES += src/machine/system.h
libquire_kernels_la_SOURCES += src/machine/body.h
libquire_kernels_la_SOURCES += src/machine/contact_law.h
libquire_kernels_la_SOURCES += src/machine/drive.h
libquire_kernels_la_SOURCES += src/machine/element.h
libquire_kernels_la_SOURCES += src/machine/guide.h
libquire_kernels_la_SOURCES += src/machine/hold.c src/machine/hold.h
libquire_kernels_la_SOURCES += src/machine/lookup.c src/machine/lookup.h
libquire_kernels_la_SOURCES += src/machine/mesh.h
libquire_kernels_la_SOURCES += src/machine/pad.h
libquire_kernels_la_SOURCES += src/machine/partner.c src/machine/partner.h
libquire_kernels_la_SOURCES += src/machine/roller.h
libquire_kernels_la_SOURCES += src/machine/sheet.h
libquire_kernels_la_SOURCES += src/machine/sheet_lines.c src/machine/sheet_lines.h
