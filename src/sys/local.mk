# the compiled machine and its evaluation
libquire_kernels_la_SOURCES += src/sys/band.c src/sys/band.h
libquire_kernels_la_SOURCES += src/sys/chain.c src/sys/chain.h
libquire_kernels_la_SOURCES += src/sys/compile.c src/sys/compile.h
libquire_kernels_la_SOURCES += src/sys/compile_contact.c src/sys/compile_joints.c src/sys/compile_pair.c src/sys/compile_machine.c src/sys/compile_sheet.c
libquire_kernels_la_SOURCES += src/sys/contact.c src/sys/contact_corners.c src/sys/contact_faces.c src/sys/contact_rollers.c \
    src/sys/contact.h src/sys/lanes.h src/sys/places.h src/sys/sliders.h src/sys/stations.h src/sys/touch.h
libquire_kernels_la_SOURCES += src/sys/course.c
libquire_kernels_la_SOURCES += src/sys/evaluate.c
libquire_kernels_la_SOURCES += src/sys/loads.c src/sys/loads.h
libquire_kernels_la_SOURCES += src/sys/near.c src/sys/near.h
libquire_kernels_la_SOURCES += src/sys/nip.c
libquire_kernels_la_SOURCES += src/sys/part.c src/sys/part.h
libquire_kernels_la_SOURCES += src/sys/powers.c
libquire_kernels_la_SOURCES += src/sys/sides.c src/sys/sides.h src/sys/stick.c src/sys/stick.h
libquire_kernels_la_SOURCES += src/sys/layout.h src/sys/system.h
libquire_kernels_la_SOURCES += src/sys/reach.c
libquire_kernels_la_SOURCES += src/sys/solve.c
libquire_kernels_la_SOURCES += src/sys/state.c
libquire_kernels_la_SOURCES += src/sys/stiffness.c src/sys/stiffness.h
libquire_kernels_la_SOURCES += src/sys/observe.c src/sys/observe.h
libquire_kernels_la_SOURCES += src/sys/lu.h src/sys/mass.c
libquire_kernels_la_SOURCES += src/sys/memory.c src/sys/memory.h
libquire_kernels_la_SOURCES += src/sys/truncation.c
libquire_kernels_la_SOURCES += src/sys/free.c src/sys/free.h src/sys/compile_free.c src/sys/compile_elements.c
libquire_kernels_la_SOURCES += src/sys/meet.c src/sys/meet.h src/sys/round.c src/sys/round.h src/sys/lay.c src/sys/lay.h
libquire_kernels_la_SOURCES += src/sys/elements.h src/sys/spring.c
libquire_kernels_la_SOURCES += src/sys/soft.c src/sys/soft.h src/sys/soft_meet.c src/sys/soft_sheet.c src/sys/compile_soft.c
