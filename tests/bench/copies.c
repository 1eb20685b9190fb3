/* The benchmark model with its machine several times side by side. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench.h"

#define MACHINE "<path name=\"main\"" /* from here to the end stands what is copied */
#define END_TAG "</model>"
#define ROW     1.0 /* distance from one machine to the next [m] */

static char *
read_file(const char *path)
{
    FILE *f = fopen(path, "rb");
    char *text = NULL;
    long size;

    if (f != NULL && fseek(f, 0, SEEK_END) == 0 && (size = ftell(f)) > 0 &&
        (text = calloc((size_t)size + 1, 1)) != NULL) {
        rewind(f);
        text[fread(text, 1, (size_t)size, f)] = '\0';
    }
    if (f != NULL) {
        fclose(f);
    }
    return text;
}

/* Whether the value of an attribute that begins at `value` names something of the machine. */
static bool
names_a_part(const char *begin, const char *value)
{
    static const char *const attribute[] = {" name=\"", " path=\"", " drive=\"", " like=\""};

    for (size_t i = 0; i < sizeof attribute / sizeof *attribute; i++) {
        const size_t n = strlen(attribute[i]);
        if ((size_t)(value - begin) >= n && strncmp(value - n, attribute[i], n) == 0) {
            return true;
        }
    }
    return false;
}

/* one copy: its names end with its number, its places lie higher, its sheet enters later */
static char *
add_copy(char *out, const char *machine, int number, double later)
{
    bool name = false;

    for (const char *p = machine; *p != '\0' && strncmp(p, END_TAG, strlen(END_TAG)) != 0; p++) {
        if (strncmp(p, ", 0 mm\" heading", 15) == 0) {
            out += sprintf(out, ", %.17g m", number * ROW);
            p += 5;
        } else if (strncmp(p, ", 0.05 mm\"/>", 12) == 0) {
            out += sprintf(out, ", %.17g m\" time=\"%.17g s\"", number * ROW + 0.05e-3,
                           number * later);
            p += 9;
        } else if (*p == '"') {
            if (name && number > 0) {
                out += sprintf(out, "-%d", number);
            }
            name = !name && names_a_part(machine, p + 1);
            *out++ = *p;
        } else {
            *out++ = *p;
        }
    }
    return out;
}

char *
bench_copies(const char *path, int copies, double later)
{
    char *text = read_file(path), *out = NULL;
    const char *machine = text != NULL ? strstr(text, MACHINE) : NULL;

    if (machine != NULL && (out = malloc(strlen(text) * (size_t)(2 * copies + 1))) != NULL) {
        char *end = out + (machine - text);
        memcpy(out, text, (size_t)(machine - text));
        for (int k = 0; k < copies; k++) {
            end = add_copy(end, machine, k, later);
        }
        strcpy(end, END_TAG);
    }
    free(text);
    return out;
}
