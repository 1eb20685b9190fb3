# what fixed runs cost, in instructions: tests/check-cost.sh compares with tests/cost/baseline.tsv
EXTRA_DIST += tests/cost/cost.py tests/cost/baseline.tsv tests/data/cost/burr.xml tests/data/cost/study.xml
# quire-doe for the oldest processors: its own verbs, the rest as in tests/quire_one_kernel, whose objects are taken
cost_doe_objects = `printf '%s\n' $(quire_doe_OBJECTS) | grep -v '^src/math/'; \
    printf '%s\n' $(tests_quire_one_kernel_OBJECTS) | grep -v '^src/cli/'`
tests/cost/quire-doe$(EXEEXT): $(tests_quire_one_kernel_OBJECTS) $(quire_doe_OBJECTS) libquire_inside.a
	$(AM_V_CCLD)$(MKDIR_P) tests/cost && $(CCLD) $(AM_CFLAGS) $(CFLAGS) $(AM_LDFLAGS) $(LDFLAGS) -o $@ $(cost_doe_objects) $(inside) \
	    $(SQLITE_LIBS) $(LIBS)
CLEANFILES += tests/cost/quire-doe$(EXEEXT) tests/one_kernel.lock
# writes the baseline anew; QUIRE_DEEP=yes for its lines of full length, CASES="adf-feed printer" for some
cost-baseline: all
	@CASES='$(CASES)'; BASELINE=write; export CASES BASELINE; $(run_hook) cost-baseline tests/check-cost.sh
.PHONY: cost-baseline
