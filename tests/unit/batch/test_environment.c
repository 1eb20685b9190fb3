#include <criterion/criterion.h>
#include <criterion/new/assert.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "batch/environment.h"

/* numbers of statfs(2) */
Test(place, network_file_systems_are_known)
{
    cr_assert(eq(str, (char *)(uintptr_t)doe_network_file_system_of(0x6969), "nfs"));
    cr_assert(eq(str, (char *)(uintptr_t)doe_network_file_system_of((int)0xff534d42), "cifs"));
    cr_assert(doe_network_file_system_of(0xef53) == NULL, "ext4 is local");
    cr_assert(doe_network_file_system_of(0x01021994) == NULL, "tmpfs is local");
}

Test(place, second_lock_is_refused_and_tells_who_holds_it)
{
    char folder[] = "/tmp/quire-lock-XXXXXX", buf[400];
    struct doe_lock first, second;
    quire_diag *diag = quire_diag_create();

    cr_assert(mkdtemp(folder) != NULL);
    cr_assert(eq(int, doe_lock_take(&first, folder, diag), QUIRE_OK));
    cr_assert(eq(int, doe_lock_take(&second, folder, diag), QUIRE_ERROR_FILE));
    quire_diag_format(diag, 0, buf, sizeof buf);
    cr_assert(strstr(buf, "is being run by process") != NULL, "%s", buf);
    doe_lock_drop(&first);
    cr_assert(eq(int, doe_lock_take(&second, folder, diag), QUIRE_OK));
    doe_lock_drop(&second);
    quire_diag_destroy(diag);
}
