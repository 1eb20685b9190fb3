/* The page: what a report has, and the parameters beside it. */
#include <string.h>

#include <quire/version.h>

#include "base/json.h"
#include "live/server.h"
#include "live/web.h"
#include "report/page.h"

void
live_page_write(struct quire_text *out, const struct live_model *model)
{
    const struct quire_page_parts parts = {{live_web_style, live_web_style_size},
                                           {live_web_body, live_web_body_size},
                                           {live_web_script, live_web_script_size},
                                           "connect-src 'self'; media-src blob:"};
    const char *slash = strrchr(model->path, '/');
    struct quire_text data = {0};
    struct quire_json json = {.text = &data, .compact = true};
    quire_json_open(&json, NULL, '{', true);
    quire_json_string(&json, "schema", "quire-live-1");
    quire_json_string(&json, "quire", quire_version());
    quire_json_string(&json, "path", model->path);
    quire_json_open(&json, "settings", '{', true);
    for (size_t i = 0; i < model->n_setting; i++) {
        quire_json_string(&json, model->settings[i].name, model->settings[i].value);
    }
    quire_json_close(&json, '{');
    quire_json_close(&json, '{');
    quire_page_write(out, &parts, slash != NULL ? slash + 1 : model->path, &data);
    quire_text_clear(&data);
}
