/* The page's own markup, style and script, from src/report/web. The build makes web.c of them. */
#ifndef QUIRE_REPORT_WEB_H
#define QUIRE_REPORT_WEB_H

#include <stddef.h>

extern const unsigned char quire_web_style[], quire_web_body[], quire_web_script[];
extern const size_t quire_web_style_size, quire_web_body_size, quire_web_script_size;

#endif
