# the manual as HTML, from the pages of doc: make html
EXTRA_DIST += doc/manual/assemble.py doc/manual/cards.py doc/manual/conf.py doc/manual/headers.py doc/manual/index.in doc/manual/manpages.py doc/manual/pages.py \
    doc/manual/python_api.py doc/manual/search_data.py doc/manual/static/manual.css doc/manual/static/manual.js doc/manual/static/search.js \
    doc/manual/templates/page.html doc/manual/templates/search.html
EXTRA_DIST += tests/tools/look-at-manual.py tests/tools/manual-screens.py tests/data/manual-queries.tsv

# where it is made; tests/check-manual.sh makes it elsewhere
manual = manual
# -E: Sphinx loses enumerators of C that it keeps from an earlier run
html-local:
	@if test -z '$(SPHINX_BUILD)'; then \
	    echo 'make html needs Sphinx, MyST and furo (Debian: python3-sphinx, python3-myst-parser, furo); then run configure again' >&2; exit 1; fi
	$(MKDIR_P) '$(manual)'
	$(AM_V_GEN)python3 -B '$(srcdir)/tests/tools/manual-screens.py' '$(srcdir)' '$(builddir)' '$(manual)/screens'
	$(AM_V_at)python3 -B '$(srcdir)/doc/manual/assemble.py' '$(srcdir)' '$(manual)/source' '$(manual)/screens'
	$(AM_V_at)QUIRE_VERSION='$(PACKAGE_VERSION)' PYTHONDONTWRITEBYTECODE=1 '$(SPHINX_BUILD)' -q -E -W --keep-going -b html \
	    -c '$(srcdir)/doc/manual' -d '$(manual)/doctrees' '$(manual)/source' '$(manual)/html'
# the same on paper; Sphinx's own Makefile runs LaTeX as often as it takes
pdf-local:
	@for tool in '$(SPHINX_BUILD)' latexmk xelatex rsvg-convert; do command -v "$$tool" >/dev/null || { \
	    echo 'make pdf needs Sphinx, MyST and furo as make html, and latexmk, xelatex and rsvg-convert (Debian: latexmk, texlive-xetex, texlive-latex-extra,' \
	        'texlive-fonts-recommended, tex-gyre, fonts-dejavu, librsvg2-bin)' >&2; exit 1; }; done
	$(MKDIR_P) '$(manual)'
	$(AM_V_GEN)python3 -B '$(srcdir)/doc/manual/assemble.py' '$(srcdir)' '$(manual)/source'
	$(AM_V_at)QUIRE_VERSION='$(PACKAGE_VERSION)' PYTHONDONTWRITEBYTECODE=1 '$(SPHINX_BUILD)' -q -E -W --keep-going -b latex \
	    -c '$(srcdir)/doc/manual' -d '$(manual)/doctrees-pdf' '$(manual)/source' '$(manual)/latex'
	$(AM_V_at)$(MAKE) -C '$(manual)/latex' LATEXMKOPTS='-quiet -halt-on-error' >'$(manual)/latex.log' 2>&1 || { tail -20 '$(manual)/latex.log' >&2; exit 1; }
	$(AM_V_at)mv '$(manual)/latex/quire.pdf' '$(manual)/quire.pdf'
install-html-local: html-local
	@(cd manual/html && find . -type f ! -name .buildinfo ! -name objects.inv) | while read -r file; do \
	    $(MKDIR_P) "$(DESTDIR)$(htmldir)/`dirname "$$file"`" && $(INSTALL_DATA) "manual/html/$$file" "$(DESTDIR)$(htmldir)/$$file" || exit 1; done
uninstall-local:
	@if test -d manual/html && test -d '$(DESTDIR)$(htmldir)'; then \
	    (cd manual/html && find . -type f) | (cd '$(DESTDIR)$(htmldir)' && while read -r file; do rm -f "$$file"; done); \
	    find '$(DESTDIR)$(htmldir)' -depth -type d -exec rmdir {} + 2>/dev/null || :; fi
