/* The page's own markup, style and script. The build makes web.c of them. */
#ifndef QUIRE_LIVE_WEB_H
#define QUIRE_LIVE_WEB_H

#include <stddef.h>

extern const unsigned char live_web_style[], live_web_body[], live_web_script[];
extern const size_t live_web_style_size, live_web_body_size, live_web_script_size;

#endif
