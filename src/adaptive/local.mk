# adaptive studies: the results of each round determine the runs of the next
libquire_doe_la_SOURCES += src/adaptive/designs.c src/adaptive/designs.h
libquire_doe_la_SOURCES += src/adaptive/files.c src/adaptive/files.h
libquire_doe_la_SOURCES += src/adaptive/improve.c src/adaptive/improve.h
libquire_doe_la_SOURCES += src/adaptive/search.c src/adaptive/search.h
libquire_doe_la_SOURCES += src/adaptive/surrogate.c src/adaptive/surrogate.h
