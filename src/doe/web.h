/* The page's own markup, style and script, from src/doe/web and src/report/web. The build makes
 * web.c of them. */
#ifndef QUIRE_DOE_WEB_H
#define QUIRE_DOE_WEB_H

#include <stddef.h>

extern const unsigned char doe_web_style[], doe_web_body[], doe_web_script[];
extern const size_t doe_web_style_size, doe_web_body_size, doe_web_script_size;

extern const unsigned char doe_calibrate_style[], doe_calibrate_body[], doe_calibrate_script[];
extern const size_t doe_calibrate_style_size, doe_calibrate_body_size, doe_calibrate_script_size;

#endif
