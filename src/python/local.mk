# the Python module: nothing to compile; where it goes is asked of the Python that configure finds
EXTRA_DIST += src/python/quire.py
if PYTHON_MODULE
python_DATA = src/python/quire.py
endif
