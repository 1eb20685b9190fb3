# results for VTK and other programs
libquire_core_la_SOURCES += src/vtk/convert.c
libquire_core_la_SOURCES += src/vtk/mesh.c src/vtk/mesh.h
libquire_core_la_SOURCES += src/vtk/vtk_scene.c src/vtk/vtk_scene.h
