# contact of sheets with moving guides
libquire_kernels_la_SOURCES += src/contact/gate/flap.c src/contact/gate/flap.h
libquire_kernels_la_SOURCES += src/contact/gate/gates.c src/contact/gate/gates.h
libquire_kernels_la_SOURCES += src/contact/gate/space_flap.c src/contact/gate/space_flap.h
libquire_kernels_la_SOURCES += src/contact/gate/space_gates.c src/contact/gate/space_gates.h
libquire_kernels_la_SOURCES += src/contact/gate/space_gate_way.c
