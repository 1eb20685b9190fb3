#include "xml/tree/instance.h"

#include <string.h>

#include "text/number.h"

const char *
quire_name_inside(const struct quire_instance *in, const char *name)
{
    for (; in != NULL; in = in->outer) {
        const size_t n = strlen(in->prefix);
        if (strncmp(name, in->prefix, n) == 0) {
            return name + n;
        }
    }
    return name;
}

bool
quire_is_part_of_twin(const struct quire_reader *r, const char *name)
{
    for (size_t i = 0; i < r->twin_prefix.n; i++) {
        const char *prefix = r->twin_prefix.item[i];
        if (strncmp(name, prefix, strlen(prefix)) == 0) {
            return true;
        }
    }
    return false;
}

const char *
quire_scoped_name(char buf[QUIRE_SCOPED_SIZE], const struct quire_instance *in, const char *name)
{
    quire_number_format(buf, QUIRE_SCOPED_SIZE, "%s%s", in->prefix, name);
    return buf;
}

const struct quire_instance *
quire_scope_of(const struct quire_instance *in, const struct quire_attribute *attribute)
{
    const struct quire_instance *scope = in;
    for (const struct quire_instance *i = in; i != NULL && attribute != NULL; i = i->outer) {
        if (i->path == attribute) {
            scope = i->outer;
        }
    }
    return scope;
}
