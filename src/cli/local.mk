# the command; public headers only: list its sources in quire_SOURCES
