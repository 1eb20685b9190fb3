# what lets the machine fail on purpose, to be preloaded; without the flags of a sanitizer or of coverage, which bring allocators and files of their own
check_DATA += tests/shim/faults.so
CLEANFILES += tests/shim/faults.so
EXTRA_DIST += tests/shim/faults.c
tests/shim/faults.so: tests/shim/faults.c
	$(AM_V_CCLD)$(MKDIR_P) tests/shim && $(CC) $(CPPFLAGS) -D_GNU_SOURCE -std=c11 $(QUIRE_TEST_WARN_CFLAGS) -g -O1 -fPIC -shared -o $@ \
	    '$(srcdir)/tests/shim/faults.c' -ldl
