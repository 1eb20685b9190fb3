# definition of a kind: its attributes, values and units, and the operations of each family
# large: interfaces of the families, and small files about values
libquire_core_la_SOURCES += src/kind/attributes.c src/kind/attributes.h
libquire_core_la_SOURCES += src/kind/family.c src/kind/family.h
libquire_core_la_SOURCES += src/kind/field.c
libquire_core_la_SOURCES += src/kind/scale.c src/kind/scale.h
libquire_core_la_SOURCES += src/kind/synonyms.c src/kind/synonyms.h
libquire_core_la_SOURCES += src/kind/value.c src/kind/value.h src/kind/value_write.c
libquire_core_la_SOURCES += src/kind/value_unit.c src/kind/value_unit.h
libquire_core_la_SOURCES += src/kind/body.h src/kind/design.h src/kind/field.h src/kind/kind.h src/kind/design_layout.h src/kind/law.h src/kind/pressure.h
libquire_core_la_SOURCES += src/kind/shape.h src/kind/view.h
libquire_core_la_SOURCES += src/kind/sensor.h src/kind/action.h src/kind/event.h src/kind/check.h
