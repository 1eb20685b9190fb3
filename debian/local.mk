# packages for Debian: make deb
debian_files = \
    debian/changelog debian/control debian/copyright debian/libquire-dev.install debian/libquire0.install \
    debian/libquire0.symbols debian/python3-quire.install debian/quire-doc.docs debian/quire-doc.examples debian/quire.install \
    debian/Dockerfile debian/Dockerfile.dockerignore debian/rules debian/source/format debian/tests/control debian/tests/python debian/tests/runs
EXTRA_DIST += $(debian_files)

# Builds the packages from the source archive, in debian-build/; they lie there afterwards. Tests are not run again (make check).
deb: dist
	rm -rf debian-build && $(MKDIR_P) debian-build
	cp $(distdir).tar.gz debian-build/$(PACKAGE)_$(VERSION).orig.tar.gz
	cd debian-build && tar xf $(PACKAGE)_$(VERSION).orig.tar.gz
	cd debian-build/$(distdir) && DEB_BUILD_OPTIONS=nocheck dpkg-buildpackage -us -uc -b
	ls debian-build/*.deb
.PHONY: deb
