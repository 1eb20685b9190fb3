# The Python module needs no compilation; configure finds the Python that determines its folder. Its types are installed as a package of stubs, where type checkers search them for single-file modules.
EXTRA_DIST += src/python/quire.py src/python/quire.pyi src/python/wheel.py
if PYTHON_MODULE
python_DATA = src/python/quire.py
install-data-local:
	$(MKDIR_P) '$(DESTDIR)$(pythondir)/quire-stubs'
	$(INSTALL_DATA) '$(srcdir)/src/python/quire.pyi' '$(DESTDIR)$(pythondir)/quire-stubs/__init__.pyi'
uninstall-hook:
	rm -rf '$(DESTDIR)$(pythondir)/quire-stubs'
endif
# the module with its library and commands for other systems: quire-VERSION-py3-none-....whl in the build folder
wheel: libquire.la quire$(EXEEXT) quire-doe$(EXEEXT)
	$(PYTHON) '$(srcdir)/src/python/wheel.py' '$(PACKAGE_VERSION)' . '$(srcdir)' .
.PHONY: wheel
CLEANFILES += quire-*.whl
